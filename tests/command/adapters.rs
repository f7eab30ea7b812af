//! The shared parts of adapters: the Python module for the protocol, the table of many programs,
//! and the tutorial. Without python3 each test says so and passes.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use super::processes::{root, sample};
use super::{folder, harness};

/// A library that supports points, balls and capsules, prints while it computes, fails on one case,
/// and returns NaN for another.
const FAKE: &str = r#"
import math, sys
sys.path.insert(0, sys.argv[1])
from protocol import Unsupported, moved, pose, serve, told, upright

def core(shape):
    "Half an axis and the pose of a capsule, a radius."
    if shape["kind"] == "capsule":
        return *upright(shape), shape["radius"]
    if shape["kind"] not in ("sphere", "point"):
        raise Unsupported
    rotation, position = pose(shape)
    return 0.0, (rotation, moved((rotation, position), shape.get("p", [0, 0, 0]))), shape.get("radius", 0)

def answer(case):
    print("thinking")
    if case["id"] == "fails":
        raise ValueError("a limit of the library")
    if case["id"] == "no-number":
        return told(False, math.nan)
    (half, (rotation, position), r), (other, (_, q), s) = core(case["a"]), core(case["b"])
    if other:
        raise Unsupported
    x, y, z = (sum(rotation[i][j] * (q[i] - position[i]) for i in range(3)) for j in range(3))
    distance = math.hypot(x, y, max(0.0, abs(z) - half)) - r - s
    return told(distance <= 0, distance)

serve("fake", answer)
"#;

/// Cases of the fake library: the fields beside `dim` and `scalar`, and the distance computed by
/// hand.
const CASES: [(&str, &str, &str, &str); 8] = [
    (
        "posed-point",
        r#"{"kind": "point", "p": [1, 2, 3], "pose": {"pos": [1, 0, 0], "rot": [0, 0, 3, 3]}}"#,
        r#"{"kind": "sphere", "radius": 1, "pose": {"pos": [-1, 1, 8]}}"#,
        r#"{"distance": 4}"#,
    ),
    (
        "by-matrix",
        r#"{"kind": "point", "p": [1, 2, 3], "pose": {"pos": [0, 0, 0], "mat": [[0, 0, 1], [1, 0, 0], [0, 1, 0]]}}"#,
        r#"{"kind": "sphere", "radius": 1, "pose": {"pos": [3, 1, -2]}}"#,
        r#"{"distance": 3}"#,
    ),
    (
        "leaning-capsule",
        r#"{"kind": "capsule", "p0": [0, 0, 0], "p1": [3, 4, 0], "radius": 0.5, "pose": {"pos": [0, 0, 7], "rot": [0, 0, 0, 1]}}"#,
        r#"{"kind": "sphere", "radius": 1, "pose": {"pos": [6, 8, 7]}}"#,
        r#"{"distance": 3.5}"#,
    ),
    (
        "beside-a-turned-capsule",
        r#"{"kind": "capsule", "p0": [0, -1, 0], "p1": [0, 3, 0], "radius": 0.5, "pose": {"pos": [0, 0, 0], "rot": [1, 0, 0, 1]}}"#,
        r#"{"kind": "sphere", "radius": 0.5, "pose": {"pos": [0, 4, 2]}}"#,
        r#"{"distance": 3}"#,
    ),
    (
        "fails",
        r#"{"kind": "point", "p": [0, 0, 0]}"#,
        r#"{"kind": "point", "p": [0, 0, 1]}"#,
        "{}",
    ),
    (
        "no-number",
        r#"{"kind": "point", "p": [0, 0, 0]}"#,
        r#"{"kind": "point", "p": [0, 0, 1]}"#,
        "{}",
    ),
    (
        "unknown",
        r#"{"kind": "box", "half_extents": [1, 1, 1]}"#,
        r#"{"kind": "point", "p": [0, 0, 3]}"#,
        "{}",
    ),
    (
        "stretched",
        r#"{"kind": "point", "p": [1, 2, 3], "pose": {"pos": [0, 0, 0], "mat": [[2, 0, 0], [0, 1, 0], [0, 0, 1]]}}"#,
        r#"{"kind": "point", "p": [0, 0, 3]}"#,
        "{}",
    ),
];

/// Runs python3 with some input; `None` and a line if there is none.
pub(super) fn python(arguments: &[&str], input: &str) -> Option<Output> {
    let started = Command::new("python3")
        .args(arguments)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = started else {
        println!("no python3: adapters in Python are not tried");
        return None;
    };
    // A program that does not read its input closes it.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    Some(child.wait_with_output().expect("it ends"))
}

/// Claim: a library behind `adapters/protocol.py` is used as the protocol demands. It gets points,
/// matrices and upright capsules as in the harness. Text that it prints is no answer, unsupported
/// shapes and matrices that stretch are not held against it, an exception costs that case only and
/// is named, and NaN stays NaN.
#[test]
fn a_library_speaks_through_the_common_module() {
    let adapters = root().join("adapters");
    let adapters = adapters.to_str().expect("a path");
    let folder = folder("fake-library");
    let program = folder.join("fake.py");
    fs::write(&program, FAKE).expect("a file");
    let program = program.to_str().expect("a path");
    // Without a harness it says so.
    let Some(alone) = python(&[program, adapters], "") else {
        return;
    };
    assert_eq!(alone.status.code(), Some(2));
    let said = String::from_utf8(alone.stderr).expect("UTF-8");
    assert_eq!(
        said,
        "fake: expected a hello of the harness, see docs/protocol.md\n"
    );

    let lines = CASES.map(|(id, a, b, expect)| {
        format!(
            r#"{{"id": "{id}", "dim": 3, "scalar": "f64", "a": {a}, "b": {b}, "expect": {expect}}}"#
        )
    });
    fs::write(folder.join("cases.jsonl"), lines.join("\n")).expect("a file");
    let command = format!("python3 '{program}' '{adapters}'");
    let ended = harness(
        &folder,
        &["check", "cases.jsonl", "--subject-command", &command],
    );
    let last = "fake: 8 cases, 4 hold, 2 broken, 2 not judged (2 not supported by the subject)\n";
    assert!(ended.out.ends_with(last), "{}{}", ended.out, ended.err);
    let broken = "error    failed: ValueError: a limit of the library (fake.py, line 18)\n  case     cases.jsonl:5: fails\n";
    assert!(ended.out.contains(broken), "{}", ended.out);
    assert!(ended.out.contains("error    nonsense: "), "{}", ended.out);
}

/// Claim: several programs answer in one campaign, each under its given name, and are judged as
/// separately. A duplicate name is refused, and so are two programs for a command of one subject.
#[test]
fn several_programs_share_a_campaign() {
    let folder = folder("several-programs");
    let [first, second] =
        ["first", "second-1.0"].map(|name| format!("{name}={}", sample("triple-product")));
    let common = ["--families", "grid,uniform", "--cases", "90", "--json"];
    let asked = |programs: &[&str]| {
        let flags = programs
            .iter()
            .flat_map(|program| ["--subject-command", program]);
        let arguments: Vec<&str> = common.iter().copied().chain(flags).collect();
        harness(&folder, &[&["campaign"], &*arguments].concat())
    };
    let score = |out: &str, name: &str| -> Vec<serde_json::Value> {
        let value: serde_json::Value = serde_json::from_str(out).expect("JSON");
        let rows = value["rows"].as_array().expect("rows").iter();
        let rows = rows.filter(|row| row["subject"] == name);
        rows.map(|row| row["tally"]["score"].clone()).collect()
    };
    let both = asked(&[&first, &second]).out;
    let alone = asked(&[&sample("triple-product")]).out;
    let alone = score(&alone, "sample-triple-product");
    assert_eq!(alone.len(), 2);
    assert_eq!(score(&both, "first"), alone);
    assert_eq!(score(&both, "second-1.0"), alone);

    let twice = asked(&[&first, &first]);
    assert_eq!((twice.code, twice.err.lines().count()), (2, 1));
    assert!(
        twice.err.contains("another subject has the name `first`"),
        "{}",
        twice.err
    );
    let flags = ["--subject-command", &*first, "--subject-command", &second];
    let refused = harness(&folder, &[&["shrink", "grid-1-1"], &flags[..]].concat());
    assert_eq!((refused.code, refused.err.lines().count()), (2, 1));
    assert!(refused.err.contains("given 2 times"), "{}", refused.err);
    // `explain` shows them side by side, with ours if that is named.
    let named = root().join("tests/cases/named/traces.jsonl");
    let named = named.to_str().expect("a path");
    let case = ["explain", named, "--id", "2d-polygon-in-f32", "--json"];
    let ours = ["--subject", "gjk-core"];
    let told = harness(&folder, &[&case[..], &flags, &ours].concat());
    let stories: serde_json::Value = serde_json::from_str(&told.out).expect("JSON");
    let names = stories.as_array().expect("stories").iter();
    let names: Vec<_> = names.map(|story| &story["subject"]).collect();
    assert_eq!(names, ["gjk-core", "first", "second-1.0"]);
    let unknown = harness(&folder, &[&["explain", "grid-1-1"], &flags[..]].concat());
    assert_eq!((unknown.code, unknown.err.lines().count()), (2, 1));
    assert!(
        unknown.err.contains("no subject supports"),
        "{}",
        unknown.err
    );
}

/// Claim: the tables of `adapters/table.py` have the printed sums, and a line for each family.
#[test]
fn the_table_has_what_was_printed() {
    let folder = folder("table");
    let one = format!("one={}", sample("two-points"));
    let flags = [
        "campaign",
        "--families",
        "grid,range",
        "--cases",
        "200",
        "--subject-command",
        &one,
    ];
    let printed = harness(&folder, &flags).out;
    let script = root().join("adapters/table.py");
    let script = script.to_str().expect("a path");
    let Some(made) = python(&[script], &printed) else {
        return;
    };
    let made = String::from_utf8(made.stdout).expect("UTF-8");
    let cells = |line: &str| -> Vec<String> {
        line.split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let row = |text: &str, first: &str, second: Option<&str>| -> Vec<String> {
        let mut rows = text
            .lines()
            .map(cells)
            .filter(|cells| cells.len() > 2 && cells[1] == first);
        let found = rows.find(|cells| second.is_none_or(|second| cells[2] == second));
        found.unwrap_or_else(|| panic!("no {first} in {text}"))
    };
    let sums = printed.split("\n\n").nth(1).expect("sums");
    assert_eq!(row(&made, "one", None), row(sums, "one", None));
    let range = row(&printed, "one", Some("range"));
    let percent =
        100 * range[5].parse::<u64>().expect("a count") / range[3].parse::<u64>().expect("a count");
    let shown = row(&made, "range", None);
    assert!(
        shown[2] == percent.to_string() || shown[2] == (percent + 1).to_string(),
        "{made}"
    );
    let errors = made.split("The worst error").nth(1).expect("a table");
    assert_eq!(row(errors, "range", None)[2], range[7]);

    let nothing = python(&[script], "no table").expect("python3");
    assert_eq!(nothing.status.code(), Some(2));
}

/// Claim: the program in README, in its own folder with a copy of the module, is judged by README's
/// command, in 3D and 2D and in any pose. With the distance of the nearest two vertices, pairs of
/// points hold and others break.
#[test]
fn the_readme_leads_to_a_judged_program() {
    let folder = folder("readme-python");
    let readme = fs::read_to_string(root().join("README.md")).expect("README");
    let block = |fence: &str| {
        let (_, rest) = readme.split_once(&format!("\n```{fence}\n")).expect(fence);
        rest.split("```").next().expect("a block")
    };
    let program = block("python");
    let stub = program.lines().find(|line| line.starts_with("def my_gjk"));
    let nearest =
        "import math\n\ndef my_gjk(a, b):\n    return min(math.dist(p, q) for p in a for q in b)\n";
    let program = program.replace(stub.expect("a stub"), nearest);
    fs::write(folder.join("mine.py"), program).expect("a file");
    fs::copy(
        root().join("adapters/protocol.py"),
        folder.join("protocol.py"),
    )
    .expect("a copy");
    if python(&["--version"], "").is_none() {
        return;
    }
    let start = "\ngjk-harness ";
    let (_, command) = readme.split_once(start).expect("a command");
    let words = words(command.lines().next().expect("a line"));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ended = harness(
        &folder,
        &[
            &words[..],
            &["--families", "uniform,grid,exhaustive,flat,kissing"],
        ]
        .concat(),
    );
    assert_eq!(ended.err, "");
    for expected in [
        "0 errors, 0 nonsense, ",
        "mine behaves like\n",
        " BROKEN\n",
        "(shrunk from ",
    ] {
        assert!(ended.out.contains(expected), "{expected}{}", ended.out);
    }
    // Points in poses, whose distance is that of vertices, two of them far from the origin.
    let points = [
        r#"{"id":"space","dim":3,"scalar":"f64","a":{"kind":"point","p":[1,2,3],"pose":{"pos":[0,0,0],"rot":[0,0,1,1]}},"b":{"kind":"point","p":[0,0,0]},"expect":{}}"#,
        r#"{"id":"plane","dim":2,"scalar":"f64","a":{"kind":"point","p":[1,2],"pose":{"pos":[5,0],"rot":3}},"b":{"kind":"segment","p0":[1,1],"p1":[1,1]},"expect":{}}"#,
        r#"{"id":"far","dim":3,"scalar":"f64","a":{"kind":"point","p":[0.1,0,0],"pose":{"pos":[1e8,0,1e8]}},"b":{"kind":"point","p":[0.3,0,0],"pose":{"pos":[1e8,0,1e8]}},"expect":{}}"#,
        r#"{"id":"boxes","dim":2,"scalar":"f64","a":{"kind":"box","half_extents":[1,2]},"b":{"kind":"box","half_extents":[1,1],"pose":{"pos":[5,5]}},"expect":{}}"#,
    ];
    fs::write(folder.join("points.jsonl"), points.join("\n")).expect("a file");
    let checked = [
        "check",
        "points.jsonl",
        "--subject-command",
        "python3 mine.py",
    ];
    let checked = harness(&folder, &checked);
    assert_eq!(
        checked.out, "mine: 4 cases, 4 hold, 0 broken, 0 not judged\n",
        "{}",
        checked.err
    );
}

/// The words of a command line of a page: quotes keep blanks together.
pub(super) fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

/// Claim: a reader who follows the page from its first line sees what it shows, and its change to
/// the example mends the bug. The programs in C++ and Rust are not built here.
#[test]
fn the_page_leads_from_nothing_to_the_bug() {
    if python(&["--version"], "").is_none() {
        return;
    }
    let folder = folder("judge-your-gjk");
    fs::create_dir_all(folder.join("adapters")).expect("a folder");
    for name in ["protocol.py", "example.py", "hand.jsonl"] {
        let (from, to) = (root().join("adapters"), folder.join("adapters"));
        fs::copy(from.join(name), to.join(name)).expect("a copy");
    }
    let read = |path: &str| fs::read_to_string(folder.join(path)).expect("a file");
    let of_ours = |path: &str| fs::read_to_string(root().join(path)).expect("a file of ours");
    let page = fs::read_to_string(root().join("docs/judge-your-gjk.md")).expect("a page");
    let (mut out, mut shown, mut mended) = (String::new(), 0, false);
    for block in page.split("\n```").skip(1).step_by(2) {
        let (kind, text) = block.split_once('\n').expect("a block");
        match kind {
            "sh" => {
                out.clear();
                let commands = text
                    .lines()
                    .filter_map(|line| line.strip_prefix("cargo run --release -- "));
                for command in commands.filter(|command| !command.contains("target/adapters/")) {
                    let words = words(command);
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    let ended = harness(&folder, &words);
                    assert!(page.contains(&ended.err), "{command}: {}", ended.err);
                    out += &ended.out;
                    out += &ended.err;
                }
            }
            "printed" => {
                shown += 1;
                for line in text.lines().filter(|line| *line != "…") {
                    assert!(
                        out.contains(line),
                        "the page shows\n{line}\nprinted is\n{out}"
                    );
                }
            }
            "case" => assert!(read("small.json").contains(text), "{}", read("small.json")),
            "diff" => {
                let change = |mark| {
                    text.lines()
                        .find_map(|line| line.strip_prefix(mark))
                        .expect("a change")
                };
                let program = read("adapters/example.py");
                assert_eq!(program.matches(change("-")).count(), 1);
                let program = program.replace(change("-"), change("+"));
                fs::write(folder.join("adapters/example.py"), program).expect("a file");
                mended = true;
            }
            "python" => assert!(read("adapters/example.py").contains(text)),
            "cpp" => assert!(of_ours("adapters/cpp/example.cpp").contains(text)),
            "toml" => assert!(of_ours("examples/judge-mine/Cargo.toml").contains(text)),
            "rust" => assert!(of_ours("examples/judge-mine/tests/judged.rs").contains(text)),
            "report" => assert!(of_ours("examples/judge-mine/expected.txt").contains(text)),
            other => panic!("a block of {other}"),
        }
    }
    assert!(shown >= 5 && mended, "{shown} outputs");
}
