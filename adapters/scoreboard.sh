#!/usr/bin/env bash
# One campaign of all adapters that are installed, of gjk-core, and of the crates behind the feature `peers`, and
# the tables of docs/scoreboard.md about them:
#
#   cargo build --release --features peers
#   bash adapters/scoreboard.sh                                    # as the page was made: minutes
#   bash adapters/scoreboard.sh --families uniform --cases 100     # other flags of `campaign`
#   bash adapters/scoreboard.sh touch-band                         # the touch bands instead
#   PYTHON=coal CPP="libccd fcl" bash adapters/scoreboard.sh       # only these, beside the crates
#
# What is not installed is left out, with a line that says how to install it. So is an adapter that takes a case of
# adapters/hand.jsonl for another: it would be judged for what its library was not asked.
set -euo pipefail
cd "$(dirname "$0")/.."

OUT=target/adapters
START=60  # seconds for the first answer: distance3d is compiled at it
LIMIT=5   # seconds for others: some queries never end
HARNESS=${HARNESS:-target/release/gjk-harness}
PYTHON=${PYTHON-coal mujoco distance3d python-fcl}
CPP=${CPP-libccd fcl bullet box2d jolt physx}

# Of programs that answer in two ways: the names of tables, and arguments.
ways() {
    case $1 in
    libccd) printf '%s\n' "libccd-gjk=$2" "libccd-mpr=$2 mpr" ;;
    fcl) printf '%s\n' "fcl=$2" "fcl-indep=$2 indep" ;;
    *) echo "$1=$2" ;;
    esac
}

commands=()
# A library, the command of its adapter, and how it is installed.
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

# gjk-core, and other crates where the harness was built with them.
subjects=gjk-core
for name in $("$HARNESS" subjects --json | grep -oE '"(parry[23]d(-f64)?|collision-rs)"' | tr -d '"'); do
    subjects+=,$name
done

# Exit code 1 says that verdicts are clearly wrong, which the tables count.
flags=("$@")
[[ $# == 0 ]] && flags=(--seed 7 --cases 1000)
status=0
"$HARNESS" campaign --subjects "$subjects" "${commands[@]}" --time-limit $LIMIT --give-up-after 1000000 "${flags[@]}" >$OUT/scoreboard.txt || status=$?
((status < 2)) || exit $status
python3 adapters/table.py <$OUT/scoreboard.txt
echo
echo "All rows, and what broke: $OUT/scoreboard.txt"
