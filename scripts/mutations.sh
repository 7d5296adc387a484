#!/usr/bin/env bash
# Breaks the planner and the emission on purpose, one way at a time, and asks whether the proof notices:
# `bash scripts/mutations.sh [NAME…]`.
#
# Each file of tests/mutations is a patch under a sentence that says what is then wrong. It is applied to a copy of
# the last commit, where random cases then run on DuckDB against the interpreter until one fails. A mutation that
# nothing notices fails the run, and so does a patch that no longer applies.
#
#   DOSIC_CASES       cases for each mutation at most (3000)
#   DOSIC_SEED        their seed (1)
#   CARGO_TARGET_DIR  where the copy is built (target/mutations); each mutation builds only what it breaks
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

DUCKDB_LIB_DIR=$(bash scripts/libduckdb.sh)
export DUCKDB_LIB_DIR
export DOSIC_CASES=${DOSIC_CASES:-3000} DOSIC_SEED=${DOSIC_SEED:-1} DOSIC_FAILURES=1 DOSIC_JOBS=1
# One engine is enough: the interpreter shares no planning with the compiler.
export DOSIC_SKIP_POSTGRES=1
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target/mutations} CARGO_TERM_COLOR=never

patches=()
for name in "$@"; do
  patches+=("tests/mutations/$(basename "$name" .patch).patch")
done
[ ${#patches[@]} -gt 0 ] || patches=(tests/mutations/*.patch)

mkdir -p "$CARGO_TARGET_DIR"
copy=$CARGO_TARGET_DIR/mutated
log=$CARGO_TARGET_DIR/mutated.log
remove() { git worktree remove --force "$copy" 2>/dev/null || rm -rf "$copy"; }
trap 'remove; git worktree prune' EXIT
remove
git worktree prune
git worktree add --quiet --detach "$copy" HEAD

prove() { (cd "$copy" && cargo test --quiet -p dosic-tests --test equivalence interpreter_and_engines_agree >"$log" 2>&1); }
# `=== DOSIC_SEED=1 DOSIC_CASE=17: …` is how a failing case begins.
failing_case() { sed -n 's/^=== \(DOSIC_SEED=[0-9]* DOSIC_CASE=[0-9]*\).*/\1/p' "$log" | head -n 1; }

echo "without mutation"
if ! prove; then
  tail -n 40 "$log" >&2
  echo "mutations.sh: the proof fails without any mutation" >&2
  exit 1
fi

missed=0
for patch in "${patches[@]}"; do
  name=$(basename "$patch" .patch)
  if ! git -C "$copy" apply "$PWD/$patch"; then
    echo "$name: the patch does not apply; make it anew" >&2
    missed=$((missed + 1))
    continue
  fi
  start=$SECONDS
  if prove; then
    found="NOT NOTICED in $DOSIC_CASES cases"
    missed=$((missed + 1))
  elif [ -z "$(failing_case)" ]; then
    tail -n 20 "$log" >&2
    found="DOES NOT BUILD OR RUN"
    missed=$((missed + 1))
  else
    found="noticed by $(failing_case)"
  fi
  printf '%-34s %s (%d s): %s\n' "$name" "$found" $((SECONDS - start)) "$(head -n 1 "$patch")"
  git -C "$copy" checkout --quiet -- .
done
echo "${#patches[@]} mutations, $missed not noticed"
[ "$missed" -eq 0 ]
