#!/usr/bin/env bash
# One shard of a campaign, as a task of a Slurm array:
#   sbatch --array=1-16 docs/campaigns/slurm.sh 16 FOLDER [--seed 2 --cases 1e8 ...]
# All nodes must share FOLDER. For a lost shard: the same with --array=3. At the end:
#   target/release/gjk-harness report merge FOLDER/*.json
#SBATCH --job-name=gjk-campaign
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail
shards=${1:?"usage: sbatch --array=1-SHARDS slurm.sh SHARDS FOLDER [FLAGS]"} folder=${2:?"usage: sbatch --array=1-SHARDS slurm.sh SHARDS FOLDER [FLAGS]"} shard=$SLURM_ARRAY_TASK_ID
shift 2
harness=${HARNESS:-target/release/gjk-harness}

mkdir -p "$folder"
# A task that is requeued goes on where it was stopped.
exec "$harness" campaign "$@" --jobs 1 --shard "$shard/$shards" --resume "$folder/$shard.json"
