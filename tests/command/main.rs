//! The command `gjk-harness` from outside: its output, its exit codes, and its files.

mod adapters;
mod campaigns;
mod colors;
mod examples;
mod exports;
mod known;
mod ledgers;
mod new_worst;
mod processes;
mod programs;
#[cfg(unix)]
mod recipes;
mod refusals;
#[path = "../scratch/mod.rs"]
mod scratch;
mod speeds;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use scratch::Folder;
use serde_json::Value;

/// What the first Ctrl-C prints on standard error.
#[cfg(unix)]
const STOPPING: &str = "stopping after the current cases; Ctrl-C again ends at once\n";

/// The result of a command.
struct Ended {
    code: i32,
    out: String,
    err: String,
}

/// Runs the command in a folder. It must end by itself, not by a signal.
fn harness(folder: &Path, arguments: &[&str]) -> Ended {
    let output = Command::new(env!("CARGO_BIN_EXE_gjk-harness"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ended {
        code: output.status.code().expect("an exit code"),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Runs a command that must succeed and print nothing on standard error.
fn fine(folder: &Path, arguments: &[&str]) -> String {
    let ended = harness(folder, arguments);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{arguments:?}");
    ended.out
}

/// A new empty folder.
fn folder(name: &str) -> Folder {
    Folder::new(&format!("command-{name}"))
}

/// Every file and folder below, with the size of the files.
fn listing(folder: &Path) -> Vec<(PathBuf, u64)> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        if entry.path().is_dir() {
            entries.extend(listing(&entry.path()));
            entries.push((entry.path(), 0));
        } else {
            entries.push((entry.path(), entry.metadata().expect("its size").len()));
        }
    }
    entries.sort();
    entries
}

/// Two unit boxes with a gap of 1 between them, and their expectation.
fn boxes(id: &str, expect: &str) -> String {
    format!(
        r#"{{"id":"{id}","dim":3,"scalar":"f64","a":{{"kind":"box","half_extents":[0.5,0.5,0.5]}},"b":{{"kind":"box","half_extents":[0.5,0.5,0.5],"pose":{{"pos":[2,0,0]}}}},"expect":{expect}}}"#
    )
}

/// A folder with valid cases and with all kinds of wrong files.
fn folder_of_cases(name: &str) -> Folder {
    let folder = folder(name);
    let good = boxes("good", r#"{"distance":1}"#);
    let with = |old: &str, new: &str| {
        assert!(good.contains(old));
        good.replacen(old, new, 1)
    };
    let files: [(&str, Vec<u8>); 15] = [
        ("good.json", good.clone().into()),
        (
            "two.jsonl",
            format!("{}\n{}\n", boxes("one", "{}"), boxes("two", "{}")).into(),
        ),
        ("nan.json", with("[2,0,0]", "[2,NaN,0]").into()),
        (
            "empty_hull.json",
            with(
                r#""kind":"box","half_extents":[0.5,0.5,0.5]"#,
                "\n\"kind\":\"hull\",\"points\":[]",
            )
            .into(),
        ),
        ("kind.json", with(r#""box""#, r#""torus""#).into()),
        (
            "missing.json",
            with(r#""half_extents":[0.5,0.5,0.5]"#, r#""size":1"#).into(),
        ),
        ("second.jsonl", format!("{good}\n\n{{}}\n").into()),
        ("binary.json", vec![0xff, 0xfe, 0]),
        ("blank.json", b" \n".to_vec()),
        ("empty.json", Vec::new()),
        // As editors of Windows may save a file.
        ("marked.json", format!("\u{feff}{good}").into()),
        ("twice.jsonl", format!("{good}\r\n{good}\r\n").into()),
        ("cases.txt", good.clone().into()),
        (
            "contrary.json",
            boxes("contrary", r#"{"distance":5,"tol":1e-9}"#).into(),
        ),
        (
            "mesh.json",
            with(
                r#""kind":"box","half_extents":[0.5,0.5,0.5]"#,
                r#""kind":"mesh","points":[[0,0,0],[1,0,0]],"neighbours":[[1],[]]"#,
            )
            .into(),
        ),
    ];
    for (name, bytes) in files {
        fs::write(folder.join(name), bytes).expect("a file");
    }
    fs::create_dir(folder.join("no_cases")).expect("a folder");
    folder
}

/// Claim: the reported failures hold, and the summary states how many are not judged, and why.
#[test]
fn the_field_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fine(root, &["check", "tests/cases/field"]);
    let summary =
        "gjk-core: 271 cases, 257 hold, 0 broken, 14 not judged (14 asking for a shape cast)";
    assert_eq!(text.lines().next(), Some(summary));

    let text = fine(root, &["check", "--json", "tests/cases/field"]);
    let mut counts = [0; 3];
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).expect("JSON in each line");
        assert_eq!(value["subject"], "gjk-core");
        assert!(value["id"].is_string());
        let verdicts = ["holds", "broken", "not judged"];
        let verdict = verdicts.iter().position(|name| value["verdict"] == *name);
        counts[verdict.expect("a verdict")] += 1;
        assert_eq!(value["detail"].is_null(), verdict == Some(0));
    }
    assert_eq!(counts, [257, 0, 14]);
}

/// Claim: a case that contradicts its source is broken: exit code 1, and the report states the
/// expectation, the file and the line. The case next to it holds.
#[test]
fn a_broken_case_exits_with_1() {
    let folder = folder_of_cases("broken");
    let ended = harness(&folder, &["check", "good.json", "contrary.json"]);
    assert_eq!((ended.code, ended.err.as_str()), (1, ""));
    let expected = "\
expectation  box/box  f64    gjk-core  BROKEN
  error    1e0, expected 5e0 within 1e-9
  case     contrary.json:1: contrary

gjk-core: 2 cases, 1 holds, 1 broken, 0 not judged
";
    assert_eq!(ended.out, expected);
    let ended = harness(&folder, &["check", "contrary.json", "--json"]);
    assert_eq!(ended.code, 1);
    let value: Value = serde_json::from_str(&ended.out).expect("JSON");
    assert_eq!(value["detail"], serde_json::json!(["expectation"]));
}

/// Claim: a check that judged nothing, as gjk-core refuses the shape, exits with 2 after its
/// summary.
#[test]
fn a_check_that_judges_nothing_exits_with_2() {
    let folder = folder_of_cases("unjudged");
    let ended = harness(&folder, &["check", "mesh.json"]);
    let summary =
        "gjk-core: 1 case, 0 hold, 0 broken, 1 not judged (1 not supported by the subject)\n";
    assert_eq!((ended.code, &*ended.out), (2, summary));
    assert_eq!(ended.err, "error: no case was judged\n");
    fine(&folder, &["check", "mesh.json", "good.json"]);
}

/// Claim: `explain` shows each iteration, the answer and the exact one; a campaign case is named by
/// its id, with either spelling of its family, and a case among several by `--id`.
#[test]
fn explain_shows_the_way_to_the_answer() {
    let folder = folder_of_cases("explain");
    let text = fine(&folder, &["explain", "good.json"]);
    for line in [
        "good: box against box, 3D, by gjk-core\n",
        "verdict         separated\n",
        "distance        1.0\n",
        "bounds          0.9999999999999999 .. 1.0000000000000002\n",
        "exact distance  1.0\n",
        "iteration 1: start, f64\n",
        "proof: plane of ",
    ] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
    let by_id = fine(&folder, &["explain", "two.jsonl", "--id", "two"]);
    assert_eq!(by_id, text.replacen("good", "two", 1));
    let case = fine(&folder, &["explain", "near_contact-1-5"]);
    assert!(case.starts_with("near_contact-1-5: "), "{case}");
    assert!(case.contains("\nexact distance  "), "{case}");
    assert_eq!(case, fine(&folder, &["explain", "near-contact-1-5"]));
}

/// Claim: `explain` exits with 1 in every format if the search does not end, and with 0 if it does.
#[test]
fn explain_fails_without_an_answer() {
    let folder = folder_of_cases("unanswered");
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/named");
    let formats: [&[&str]; 4] = [&[], &["--json"], &["--html", "p.html"], &["--svg", "p.svg"]];
    for format in formats {
        for (subject, code) in [("two-points-endless", 1), ("gjk-core", 0)] {
            let explain = [
                "explain",
                case,
                "--id",
                "2d-squares-overlap",
                "--subject",
                subject,
            ];
            let ended = harness(&folder, &[&explain, format].concat());
            assert_eq!(
                (ended.code, &*ended.err),
                (code, ""),
                "{subject} {format:?}"
            );
        }
    }
}

/// Claim: `explain --html` writes one file, a page with the data of `--json`, also over an older
/// one, and also for a subject that does not support the shapes.
#[test]
fn explain_writes_a_page() {
    let folder = folder_of_cases("page");
    let before = listing(&folder).len();
    let arguments = ["explain", "good.json", "--html", "page.html"];
    for _ in 0..2 {
        let out = fine(&folder, &arguments);
        assert_eq!(out, "wrote page.html; open it in a browser\n");
    }
    assert_eq!(listing(&folder).len(), before + 1);
    let html = fs::read_to_string(folder.join("page.html")).expect("a page");
    assert!(html.starts_with("<!doctype html>") && html.ends_with("</html>\n"));
    let printed = fine(&folder, &["explain", "good.json", "--json"]);
    let story: Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(story["contact"], "separated");
    assert!(html.contains(&story.to_string()));
    let both = [
        &arguments[..],
        &["--subject", "gjk-core", "--subject", "newest-first"],
    ]
    .concat();
    fine(&folder, &both);
    let html = fs::read_to_string(folder.join("page.html")).expect("a page");
    assert!(html.contains(&story.to_string()));
    // The 3D textbooks, next to ours.
    let textbook = ["explain", "good.json", "--subject", "textbook", "--json"];
    let stories: Value = serde_json::from_str(&fine(&folder, &textbook)).expect("JSON");
    let names = stories.as_array().expect("stories").iter();
    let names: Vec<_> = names.map(|story| &story["subject"]).collect();
    assert_eq!(
        names,
        [
            "gjk-core",
            "newest-first",
            "unit-directions",
            "voronoi-regions"
        ]
    );
    let text = fine(&folder, &textbook[..4]);
    assert_eq!(text.matches("good: box against box").count(), 4);
    let in_plane = [
        "explain",
        "good.json",
        "--subject",
        "triple-product",
        "--json",
    ];
    let story: Value = serde_json::from_str(&fine(&folder, &in_plane)).expect("JSON");
    assert_eq!(story["answer"][0]["name"], "no answer");
}

/// Claim: the lists name everything, one line each.
#[test]
fn lists_are_complete() {
    let folder = folder("lists");
    let names = |text: &str| -> Vec<String> {
        let first = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
        text.lines().map(first).collect()
    };
    let families = gjk_harness::family::all().iter();
    let families: Vec<_> = families.map(|family| family.name).collect();
    assert_eq!(names(&fine(&folder, &["families"])), families);
    let subjects = gjk_harness::subject::all().into_iter();
    let subjects: Vec<_> = subjects.map(|subject| subject.name()).collect();
    assert_eq!(names(&fine(&folder, &["subjects"])), subjects);
    let help = fine(&folder, &["--help"]);
    assert!(help.contains("Exit code: 0 ") && help.contains("130 stopped by Ctrl-C"));
    assert!(fine(&folder, &["--version"]).starts_with("gjk-harness "));
}

/// Claim: a kept case, from a file or a campaign, is stored under its new name and holds when it is
/// checked.
#[test]
fn what_is_kept_can_be_checked() {
    let folder = folder_of_cases("keep");
    fs::create_dir_all(folder.join("tests/cases/kept")).expect("a folder");
    let text = fine(&folder, &["keep", "two.jsonl", "--id", "two", "gap-1"]);
    assert!(text.contains("tests/cases/kept/gap-1.json"), "{text}");
    fine(&folder, &["keep", "grid-1-3", "of.a_campaign"]);
    let text = fine(&folder, &["check", "tests/cases/kept"]);
    assert_eq!(text, "gjk-core: 2 cases, 2 hold, 0 broken, 0 not judged\n");
    let kept = fs::read_to_string(folder.join("tests/cases/kept/gap-1.json")).expect("the case");
    assert!(kept.contains(r#""id": "gap-1""#), "{kept}");
}

/// Claim: a reader that closes the pipe after the first line is no error and no panic. The output
/// is far larger than the buffer of a pipe.
#[test]
fn a_reader_may_leave_early() {
    let field = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/field");
    let mut command = Command::new(env!("CARGO_BIN_EXE_gjk-harness"));
    command.arg("check").arg("--json");
    command.args([&field, &field, &field, &field, &field, &field, &field]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let mut first = [0; 1];
    let mut reader = child.stdout.take().expect("a pipe");
    reader.read_exact(&mut first).expect("a first byte");
    drop(reader);
    let ended = child.wait_with_output().expect("an end");
    assert_eq!(first, [b'{']);
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
    assert_eq!(ended.status.code(), Some(0));
}

/// Claim: output that is lost for another reason, such as a full disk, is an error.
#[test]
#[cfg(target_os = "linux")]
fn lost_output_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let ended = Command::new(env!("CARGO_BIN_EXE_gjk-harness"))
        .arg("families")
        .stdout(full.expect("a device that is always full"))
        .output()
        .expect("the command starts");
    assert_eq!(ended.status.code(), Some(2));
    let line = String::from_utf8_lossy(&ended.stderr);
    assert!(line.starts_with("error: standard output: "), "{line}");
}
