# What running SQL needs: read by `test.sh` and `proof.sh`, which call `bring_needs`. What is missing is installed
# where this runs as root on Debian or Ubuntu, and named otherwise.

has_postgres_server() {
  [ -n "${POSTGRES_BIN:-}" ] || command -v initdb >/dev/null ||
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null ||
    compgen -G '/opt/homebrew/opt/postgresql*/bin/initdb' >/dev/null ||
    compgen -G '/usr/local/opt/postgresql*/bin/initdb' >/dev/null ||
    compgen -G '/usr/pgsql-*/bin/initdb' >/dev/null
}

# Installs Debian packages, or says which ones are missing.
install() {
  local script=${0##*/}
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "$script: installing $*" >&2
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
  else
    echo "$script: please install $* (Debian's names), then run this again" >&2
    exit 1
  fi
}

# Rust, a C compiler, a Postgres server, and libduckdb, whose folder is exported.
bring_needs() {
  command -v cargo >/dev/null || {
    echo "${0##*/}: cargo is missing; install Rust with rustup" >&2
    exit 1
  }
  command -v cc >/dev/null || install gcc libc6-dev
  if [ -z "${DUCKDB_LIB_DIR:-}" ]; then
    command -v npm >/dev/null || install npm
  fi
  has_postgres_server || [ "${DOSIC_SKIP_POSTGRES:-}" = 1 ] || install postgresql
  DUCKDB_LIB_DIR=$(bash scripts/libduckdb.sh)
  export DUCKDB_LIB_DIR
}
