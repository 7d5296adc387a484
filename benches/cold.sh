#!/usr/bin/env bash
# The cold benchmark: whole processes of `dosic compile` against the plainest program there can be.
#
#   bash benches/cold.sh [MODEL [METRIC [DIMENSION]]]
#
# Without arguments: a generated model of the size of the official TPC-DS model. Processes alternate, so that what else
# the machine does falls on both; the medians of 200 runs each are compared. Fails above three times the plain
# program. Needs: python3.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cargo build --quiet --release -p dosic-cli -p dosic-benches
programs=$(cargo metadata --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/release

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
model=${1:-$work/model.yaml}
[ $# -gt 0 ] || "$programs/generate" 40 >"$model"

python3 benches/cold.py "$programs/plain" \
  "$programs/dosic" compile "$model" --metrics "${2:-metric_0}" --by "${3:-customers.region}" --dialect duckdb
