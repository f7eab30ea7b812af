#!/usr/bin/env bash
# Judges all installed adapters, gjk-core, and the crates behind the feature `peers` in one campaign, and prints the tables
# of docs/scoreboard.md:
#
#   cargo build --release --features peers
#   bash adapters/scoreboard.sh                                    # for the page: takes minutes
#   bash adapters/scoreboard.sh --families uniform --cases 100     # other flags of `campaign`
#   bash adapters/scoreboard.sh touch-band                         # the touch bands instead
#   PYTHON=coal CPP="libccd fcl" bash adapters/scoreboard.sh       # only these and the crates
#
# Libraries that are not installed are skipped, with a line that says how to install them. So are adapters that fail a case
# of adapters/hand.jsonl: they would ask their library something else than the case states.
set -euo pipefail
cd "$(dirname "$0")/.."

OUT=target/adapters
START=60  # seconds for the first answer: distance3d compiles first
LIMIT=5   # seconds for other answers: some queries never end
HARNESS=${HARNESS:-target/release/gjk-harness}
PYTHON=${PYTHON-coal mujoco distance3d python-fcl}
CPP=${CPP-libccd fcl bullet box2d jolt physx}

# Programs with two algorithms: the names in the tables, and the arguments.
ways() {
    case $1 in
    libccd) printf '%s\n' "libccd-gjk=$2" "libccd-mpr=$2 mpr" ;;
    fcl) printf '%s\n' "fcl=$2" "fcl-indep=$2 indep" ;;
    *) echo "$1=$2" ;;
    esac
}

commands=()
# A library, the command of its adapter, and how to install it.
try() {
    local way said
    while read -r way; do
        if ! said=$("$HARNESS" check adapters/hand.jsonl --subject-command "$way" --time-limit $START 2>&1) && [[ $said != *" cases, "* ]]; then
            echo "left out: ${way%%=*}; $3" >&2
        elif grep -q '^expectation' <<<"$said"; then
            echo "left out: ${way%%=*}, which is wrong about adapters/hand.jsonl" >&2
        else
            commands+=(--subject-command "$way")
        fi
    done < <(ways "$1" "$2")
}

if [[ ! -x $HARNESS ]]; then
    echo "no $HARNESS: cargo build --release --features peers" >&2
    exit 2
fi
for name in $PYTHON; do
    try "$name" "$OUT/$name/bin/python adapters/ask_${name/-/_}.py" \
        "install it: python3 -m venv $OUT/$name && $OUT/$name/bin/pip install $name scipy"
done
for name in $CPP; do
    try "$name" "$OUT/$name" "build it: make -C adapters/cpp $name (its first lines name the packages)"
done
if [[ ${#commands[@]} == 0 ]]; then
    echo "no adapter is installed" >&2
    exit 2
fi

if [[ ${1-} == touch-band ]]; then
    exec "$HARNESS" touch-band "${commands[@]}" --time-limit $LIMIT "${@:2}"
fi

# gjk-core, and other crates if the harness was built with them.
subjects=gjk-core
for name in $("$HARNESS" subjects --json | grep -oE '"(parry[23]d(-f64)?|collision-rs)"' | tr -d '"'); do
    subjects+=,$name
done

# Exit code 1 means clearly wrong verdicts, which the tables count.
flags=("$@")
[[ $# == 0 ]] && flags=(--seed 7 --cases 1000)
status=0
"$HARNESS" campaign --subjects "$subjects" "${commands[@]}" --time-limit $LIMIT --give-up-after 1000000 "${flags[@]}" >$OUT/scoreboard.txt || status=$?
((status < 2)) || exit $status
python3 adapters/table.py <$OUT/scoreboard.txt
echo
echo "All rows, and what broke: $OUT/scoreboard.txt"
