#!/usr/bin/env bash
# Runs the whole proof that answers are right, and prints one summary: `bash scripts/proof.sh [OPTIONS]`.
#
#   --cases N           random cases of the equivalence for each seed (2000)
#   --seed S            a seed; may be given several times (1, 2, 3)
#   --laws N            queries on which the laws are checked (600)
#   --fuzz-seconds N    how long each target of the fuzzer runs (30)
#   --jobs N            threads of the equivalence (as many as there are processors)
#   --keep FOLDER       failing cases, made small, as files (target/proof)
#
# Everything is built with optimisation and with assertions on (the profile `fuzz`). The exit code is 0 iff every
# part holds; the logs of all parts are in target/proof.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/needs.sh

cases=2000 laws=600 fuzz_seconds=30 jobs=() seeds=() keep=
while [ $# -gt 0 ]; do
  if [ $# = 1 ]; then
    sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}" >&2
    exit 2
  fi
  case "$1" in
    --cases) cases=$2 ;;
    --seed) seeds+=("$2") ;;
    --laws) laws=$2 ;;
    --fuzz-seconds) fuzz_seconds=$2 ;;
    --jobs) jobs=(--jobs "$2") ;;
    --keep) keep=$2 ;;
    *)
      echo "proof.sh: there is no option $1" >&2
      exit 2
      ;;
  esac
  shift 2
done
[ ${#seeds[@]} -gt 0 ] || seeds=(1 2 3)

bring_needs
# Postgres makes files for every table; in memory that takes a third of the time.
in_memory=/dev/shm
if [ -w "$in_memory" ] && [ "$(df --output=avail "$in_memory" 2>/dev/null | tail -n 1)" -gt 4000000 ]; then
  export TMPDIR=$in_memory
fi
target=${CARGO_TARGET_DIR:-target}
logs=$target/proof
mkdir -p "$logs"
rm -f "$logs"/*.log
export INSTA_UPDATE=no
keep=${keep:-$logs}
lines=()
failed=0

# Runs one part: its name, then the command. The output goes to a file, complaints and progress to the screen too.
part() {
  local name=$1 start=$SECONDS state=holds
  shift
  echo "::: $name" >&2
  if ! "$@" 2>&1 | tee "$logs/$name.log"; then
    state=FAILED
    failed=1
  fi
  lines+=("$(printf '%6d s  %-6s  %s' $((SECONDS - start)) "$state" "$name")")
}

# One choice of packages and features for all that is built, or cargo would build libraries anew for each.
packages=(--profile fuzz -p dosic-tests -p dosic-fuzz)
if grep -q '^engines = ' fuzz/Cargo.toml; then
  packages+=(--features dosic-fuzz/engines)
fi

tests() {
  cargo test --quiet "${packages[@]}" --test "$1" -- --nocapture "${@:2}"
}

part build cargo test --quiet "${packages[@]}" --no-run
seed_options=()
for seed in "${seeds[@]}"; do
  seed_options+=(--seed "$seed")
done
part equivalence "$target/fuzz/dosic-proof" --cases "$cases" "${seed_options[@]}" "${jobs[@]}" --keep "$keep"
part once-disagreed tests equivalence what_once_disagreed_agrees
if [ -e tests/tests/laws.rs ]; then
  for seed in "${seeds[@]}"; do
    export DOSIC_CASES=$laws DOSIC_SEED=$seed
    part "laws-seed-$seed" tests laws
    unset DOSIC_CASES DOSIC_SEED
  done
fi
part conformance tests conformance
part functions tests functions
part passes tests passes
part worked-example tests worked_example
for file in fuzz/src/targets/*.rs; do
  name=$(basename "$file" .rs)
  [ "$name" = mod ] && continue
  part "fuzz-$name" "$target/fuzz/dosic-fuzz" "$name" --seconds "$fuzz_seconds" --seed "${seeds[0]}"
done

echo
echo "================ the proof, ${SECONDS} s"
sed -n '/^equivalence on/,$p' "$logs/equivalence.log"
cat "$logs"/laws-seed-*.log "$logs"/{conformance,functions}.log "$logs"/fuzz-*.log 2>/dev/null |
  grep -E '^(conformance|functions|the project|skipped|seed |.*: [0-9]+ cases)|\([0-9]+ rows\)$' || true
printf '%s\n' "${lines[@]}"
if [ "$failed" = 1 ]; then
  echo "The proof FAILED; logs are in $logs, failing cases in $keep."
else
  echo "The proof holds."
fi
exit "$failed"
