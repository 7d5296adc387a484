#!/usr/bin/env bash
# Runs every test, after bringing what they need: `bash scripts/test.sh [ARGUMENTS OF cargo test]`.
#
# The tests run SQL on DuckDB (a prebuilt library, scripts/libduckdb.sh) and on a Postgres server that they
# start themselves, on a socket of their own, and stop again. What is missing is installed where this runs as root
# on Debian or Ubuntu, and named otherwise.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

has_postgres_server() {
  [ -n "${POSTGRES_BIN:-}" ] || command -v initdb >/dev/null ||
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null ||
    compgen -G '/opt/homebrew/opt/postgresql*/bin/initdb' >/dev/null ||
    compgen -G '/usr/local/opt/postgresql*/bin/initdb' >/dev/null ||
    compgen -G '/usr/pgsql-*/bin/initdb' >/dev/null
}

# Installs Debian packages, or says which ones are missing.
install() {
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "test.sh: installing $*" >&2
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
  else
    echo "test.sh: please install $* (Debian's names), then run this again" >&2
    exit 1
  fi
}

command -v cargo >/dev/null || {
  echo "test.sh: cargo is missing; install Rust with rustup" >&2
  exit 1
}
command -v cc >/dev/null || install gcc libc6-dev
if [ -z "${DUCKDB_LIB_DIR:-}" ]; then
  command -v npm >/dev/null || install npm
fi
has_postgres_server || install postgresql

DUCKDB_LIB_DIR=$(bash scripts/libduckdb.sh)
export DUCKDB_LIB_DIR
exec cargo test --workspace "$@"
