#!/usr/bin/env bash
# A campaign in shards by GNU parallel: bash docs/campaigns/parallel.sh SHARDS FOLDER [--seed 2 --cases 1e8 ...]
# The same command continues shards that were stopped or lost. With PARALLEL="--sshloginfile HOSTS --workdir ." they
# run on several machines that see the same folder. HARNESS is the program, if not target/release/gjk-harness.
set -euo pipefail
usage="usage: [HARNESS=PROGRAM] parallel.sh SHARDS FOLDER [FLAGS]"
shards=${1:?"$usage"} folder=${2:?"$usage"}
shift 2
harness=${HARNESS:-target/release/gjk-harness}
# Otherwise each shard would fail.
command -v "$harness" >/dev/null || {
    echo "$harness: no such program: build it with cargo build --release, or set HARNESS to its path" >&2
    exit 2
}

mkdir -p "$folder"
# The merge names failed shards, and returns the exit code of the campaign.
seq "$shards" | parallel --joblog "$folder/jobs.log" \
    "$harness" campaign "$@" --jobs 1 --shard "{}/$shards" --resume "$folder/{}.json" '>' "$folder/{}.txt" \
    || echo "some shards failed: $folder/jobs.log" >&2
"$harness" report merge "$folder"/*.json
