#!/usr/bin/env bash
# Builds every fuzz target for ClusterFuzzLite or OSS-Fuzz, which set three folders: SRC, where gjk/ is the
# repository; WORK, for what is left over; OUT, for the targets and what belongs to them.
# docs/fuzzing.md says how to try it without Docker.
set -euo pipefail

cd "$SRC/gjk"
export CARGO_TARGET_DIR="$WORK/target"

# Optimised, and with the assertions of debug builds, as cargo fuzz run does.
cargo fuzz build -O --debug-assertions
host=$(rustc -vV | sed -n 's/^host: //p')
for file in fuzz/fuzz_targets/*.rs; do
    cp "$CARGO_TARGET_DIR/$host/release/$(basename "$file" .rs)" "$OUT/"
done

# The stored cases lead far into the reader of case files: each a seed of its own, and the dictionary. The bytes
# of the other targets mean what the families make of them, which is for the fuzzer to find out.
seeds="$WORK/seeds"
rm -rf "$seeds" && mkdir -p "$seeds"
for file in tests/cases/*/*.json; do
    cp "$file" "$seeds/"
done
for file in tests/cases/*/*.jsonl; do
    folder=$(basename "$(dirname "$file")")
    split --lines=1 --additional-suffix=.json "$file" "$seeds/$folder-$(basename "$file" .jsonl)-"
done
rm -f "$OUT/case_file_seed_corpus.zip"
(cd "$seeds" && zip --quiet --recurse-paths "$OUT/case_file_seed_corpus.zip" .)
cp fuzz/dictionaries/case_file.dict "$OUT/"
