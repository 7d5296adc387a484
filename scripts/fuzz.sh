#!/usr/bin/env bash
# Fuzzes a target with libFuzzer, led by coverage: `bash scripts/fuzz.sh TARGET [SECONDS]`, forever without SECONDS.
#
# It needs a C++ compiler beside Rust, and a first build of some minutes, in a target folder of its own, since every
# crate is built so that it counts what it runs. What is found on the way is kept there too, and the next run goes on
# from it:
#   fuzz-coverage/TARGET/inputs   inputs that reach something new
#   fuzz-coverage/TARGET/faults   inputs for which something does not hold, run out of time or of memory
#
#   bash scripts/fuzz.sh --pack TARGET
#
# prints the fewest of those inputs that reach what the corpus does not, as a file for fuzz/corpus/TARGET.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

pack=false
if [ "${1:-}" = --pack ]; then
  pack=true
  shift
fi
target=${1:?a target is needed: expr, model, query, resolver, …}
seconds=${2:-0}

fuzz() { cargo run --quiet --locked -p dosic-fuzz --features "${DOSIC_FUZZ_FEATURES:-}" -- "$@"; }

host=$(rustc -vV | sed -n 's/^host: //p')
folder=${CARGO_TARGET_DIR:-target}/fuzz-coverage
# What clang calls -fsanitize=fuzzer, spelt for the stable compiler.
coverage="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
coverage+=" -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table"
coverage+=" -Cllvm-args=-sanitizer-coverage-trace-compares"
# The target is named so that the flags leave build scripts alone.
RUSTFLAGS="$coverage" CARGO_INCREMENTAL=0 cargo build --quiet --locked --profile fuzz --target "$host" \
  --target-dir "$folder" -p dosic-fuzz --bin dosic-libfuzzer --features "libfuzzer ${DOSIC_FUZZ_FEATURES:-}"
program=$folder/$host/fuzz/dosic-libfuzzer

work=$folder/$target
mkdir -p "$work/inputs" "$work/faults" "$work/seeds"
fuzz "$target" --export "$work/seeds" >&2
fuzz "$target" --words "$work/words.dict"

export DOSIC_FUZZ_TARGET=$target
if $pack; then
  rm -rf "$work/merged"
  mkdir "$work/merged"
  # Merging keeps what is in the first folder and takes over what adds to it.
  cp "$work/seeds/"* "$work/merged/"
  "$program" -merge=1 -timeout=20 "$work/merged" "$work/inputs" >&2
  for seed in "$work/seeds/"*; do rm -f "$work/merged/$(basename "$seed")"; done
  fuzz "$target" --pack "$work/merged"
  exit
fi
dictionary=()
# Of bytes that are no text there are no words, and libFuzzer ends at an empty file.
[ -s "$work/words.dict" ] && dictionary=(-dict="$work/words.dict")
exec "$program" "$work/inputs" "$work/seeds" -max_total_time="$seconds" \
  -artifact_prefix="$work/faults/" "${dictionary[@]}" -max_len=16384 -len_control=20 \
  -timeout=10 -rss_limit_mb=2048 -use_value_profile=0 -print_final_stats=1 "${@:3}"
