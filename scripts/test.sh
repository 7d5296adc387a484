#!/usr/bin/env bash
# Runs every test, after bringing what they need: `bash scripts/test.sh [ARGUMENTS OF cargo test]`.
#
# The tests run SQL on DuckDB (a prebuilt library, scripts/libduckdb.sh) and on a Postgres server that they
# start themselves, on a socket of their own, and stop again.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/needs.sh

bring_needs
exec cargo test --workspace "$@"
