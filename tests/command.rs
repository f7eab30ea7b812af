//! The command `gjk-harness` from outside: what it prints, how it exits, and what it leaves behind.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// How a command ended.
struct Ended {
    code: i32,
    out: String,
    err: String,
}

/// Runs the command in a folder. It ends by itself, never by a signal.
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

/// Runs a command that must end well and say nothing on standard error.
fn fine(folder: &Path, arguments: &[&str]) -> String {
    let ended = harness(folder, arguments);
    assert_eq!((ended.code, ended.err.as_str()), (0, ""), "{arguments:?}");
    ended.out
}

/// A new empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("command-{name}"));
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run");
    }
    fs::create_dir_all(&folder).expect("a new folder");
    folder
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

/// Two unit boxes with a gap of 1 between them, and what is expected of them.
fn boxes(id: &str, expect: &str) -> String {
    format!(
        r#"{{"id":"{id}","dim":3,"scalar":"f64","a":{{"kind":"box","half_extents":[0.5,0.5,0.5]}},"b":{{"kind":"box","half_extents":[0.5,0.5,0.5],"pose":{{"pos":[2,0,0]}}}},"expect":{expect}}}"#
    )
}

/// A folder with sound cases and with all that can be wrong in a file.
fn folder_of_cases(name: &str) -> PathBuf {
    let folder = folder(name);
    let good = boxes("good", r#"{"distance":1}"#);
    let with = |old: &str, new: &str| {
        assert!(good.contains(old));
        good.replacen(old, new, 1)
    };
    let files: [(&str, Vec<u8>); 12] = [
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
        ("cases.txt", good.clone().into()),
        (
            "contrary.json",
            boxes("contrary", r#"{"distance":5,"tol":1e-9}"#).into(),
        ),
        (
            "cylinder.json",
            with(
                r#""kind":"box","half_extents":[0.5,0.5,0.5]"#,
                r#""kind":"cylinder","radius":1,"half_height":1,"axis":"z""#,
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

/// Claim: whatever is wrong, the command exits with 2, prints nothing but one line on standard error, which names the
/// place (the file, the line, the field, or the flag and what is allowed), and leaves every file as it was.
#[test]
fn bad_input_is_one_line_that_names_the_place() {
    let folder = folder_of_cases("bad-input");
    fs::create_dir_all(folder.join("tests/cases/kept")).expect("a folder");
    fs::copy(
        folder.join("good.json"),
        folder.join("tests/cases/kept/taken.json"),
    )
    .expect("a kept case");
    let before = listing(&folder);
    let bad: &[(&[&str], &[&str])] = &[
        // Files.
        (&["check", "nowhere.json"], &["nowhere.json: "]),
        (&["check", "no_cases"], &["no_cases: ", "no case"]),
        (&["check", "cases.txt"], &["cases.txt: ", ".jsonl"]),
        (&["check", "binary.json"], &["binary.json:1: ", "UTF-8"]),
        (&["check", "blank.json"], &["blank.json: ", "no case"]),
        (&["check", "nan.json"], &["nan.json:1: b.pose.pos[1]: "]),
        (
            &["check", "empty_hull.json"],
            &["empty_hull.json:2: a.points: ", "at least one point"],
        ),
        (
            &["check", "kind.json"],
            &["kind.json:1: a.kind: ", "torus", "capsule"],
        ),
        (
            &["check", "missing.json"],
            &["missing.json:1: a.half_extents: missing"],
        ),
        (
            &["check", "good.json", "second.jsonl"],
            &["second.jsonl:3: id: missing"],
        ),
        (&["explain", "nan.json"], &["nan.json:1: b.pose.pos[1]: "]),
        (&["shrink", "nowhere.json"], &["nowhere.json: "]),
        (&["check", "."], &["binary.json:1: "]),
        // Which case of a file.
        (
            &["explain", "two.jsonl"],
            &["two.jsonl: ", "2 cases", "--id"],
        ),
        (
            &["explain", "two.jsonl", "--id", "three"],
            &["two.jsonl: ", "`three`"],
        ),
        (
            &["explain", "nonsense"],
            &["nonsense: ", "near_contact-1-4711"],
        ),
        (&["explain", "torus-1-2"], &["torus-1-2: "]),
        (&["explain", "cylinder.json"], &["good: ", "cylinder"]),
        // What the commands refuse.
        (&["shrink", "good.json"], &["good: ", "nothing to shrink"]),
        (
            &["shrink", "contrary.json"],
            &["contrary: ", "`expectation`", "nothing to shrink"],
        ),
        (&["keep", "good.json", "a/b"], &["`a/b`", "letters"]),
        (&["keep", "good.json", ""], &["``", "letters"]),
        (
            &["keep", "good.json", "taken"],
            &["tests/cases/kept/taken.json: exists"],
        ),
        (&["keep", "two.jsonl", "new"], &["two.jsonl: ", "--id"]),
        // Words of the command line.
        (&["nonsense"], &["'nonsense'"]),
        (&["--nonsense"], &["'--nonsense'"]),
        (&["check"], &["<PATHS>"]),
        (&["keep", "good.json"], &["<NAME>"]),
        (&["explain"], &["<CASE>"]),
        (&["families", "--cases", "3"], &["'--cases'"]),
        (&["--cases", "3", "check", "good.json"], &["check"]),
        (&["--shard", "0/3"], &["'0/3'", "--shard", "3/16"]),
        (&["--shard", "4/3"], &["'4/3'", "--shard", "3/16"]),
        (&["--shard", "x"], &["'x'", "--shard", "3/16"]),
        (&["--shard", "1/0"], &["'1/0'", "--shard", "3/16"]),
        (&["--families", "torus"], &["`torus`", "uniform, grid, "]),
        (&["--families", ""], &["``", "uniform, grid, "]),
        (
            &["--families", "grid\ntorus"],
            &[r"`grid\ntorus`", "uniform"],
        ),
        (&["--subjects", "nobody"], &["`nobody`", "gjk-core"]),
        (
            &["check", "good.json", "--subjects", "nobody"],
            &["`nobody`", "gjk-core"],
        ),
        (&["--jobs", "0"], &["'0'", "--jobs"]),
        (&["--jobs", "1000000"], &["'1000000'", "--jobs"]),
        (&["--jobs", "many"], &["'many'", "--jobs"]),
        (&["--cases", "0"], &["'0'", "--cases"]),
        (
            &["--cases", "18446744073709551615"],
            &["--first", "--cases"],
        ),
        (
            &["--first", "18446744073709551615"],
            &["--first", "--cases"],
        ),
        (
            &["--first", "18446744073709551600", "--cases", "10"],
            &["--first", "--cases"],
        ),
        (&["--seed", "one"], &["'one'", "--seed"]),
    ];
    for (arguments, words) in bad {
        let ended = harness(&folder, arguments);
        assert_eq!(ended.code, 2, "{arguments:?}: {}{}", ended.out, ended.err);
        assert_eq!(ended.out, "", "{arguments:?}");
        let line = ended.err.strip_suffix('\n').expect("a whole line");
        assert!(line.starts_with("error: "), "{arguments:?}: {line}");
        assert!(!line.contains('\n'), "{arguments:?}: {line}");
        for word in *words {
            assert!(line.contains(word), "{arguments:?}: no `{word}` in: {line}");
        }
        assert_eq!(listing(&folder), before, "{arguments:?}");
    }
}

/// Claim: outside of the repository nothing is kept, and what cannot be written leaves nothing behind.
#[test]
fn nothing_is_left_half_written() {
    let folder = folder_of_cases("half-written");
    let before = listing(&folder);
    let ended = harness(&folder, &["keep", "good.json", "new"]);
    assert_eq!(ended.code, 2);
    assert!(
        ended.err.contains("tests/cases/kept: no such folder"),
        "{}",
        ended.err
    );
    let worst = [
        "--cases",
        "5",
        "--families",
        "grid",
        "--keep-worst",
        "good.json",
    ];
    let ended = harness(&folder, &worst);
    assert_eq!((ended.code, ended.err.lines().count()), (2, 1));
    assert!(
        ended.err.contains("good.json/grid.jsonl: "),
        "{}",
        ended.err
    );
    assert_eq!(listing(&folder), before);
}

/// Claim: a campaign prints the same bytes for any number of threads and whether its name is given or not, nothing on
/// standard error, and a line for each family. 200 cases of each.
#[test]
fn a_campaign_prints_the_same_for_any_threads() {
    let folder = folder("threads");
    let one = fine(&folder, &["campaign", "--cases", "200", "--jobs", "1"]);
    let two = fine(&folder, &["--cases", "200", "--jobs", "2"]);
    assert_eq!(one, two);
    for family in gjk_harness::family::all() {
        assert!(one.contains(&format!("| {} ", family.name)), "{one}");
    }
    assert_eq!(listing(&folder), []);
}

fn rows(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let text = fine(folder, arguments);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    value["rows"].as_array().expect("rows").clone()
}

/// Claim: `--json` prints one JSON value with what was asked for and the counts of each family; the counts of the
/// shards, and of two halves one after the other, add up to the whole; another seed gives others.
#[test]
fn a_campaign_as_json_adds_up() {
    let folder = folder("json");
    let text = fine(
        &folder,
        &[
            "--json", "--cases", "90", "--seed", "5", "--shard", "2/3", "--first", "7",
        ],
    );
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["seed"], 5);
    assert_eq!(value["first"], 7);
    assert_eq!(value["cases"], 90);
    assert_eq!(value["shard"], "2/3");
    let names = gjk_harness::family::all().iter().map(|family| family.name);
    let found = value["rows"].as_array().expect("rows").iter();
    assert!(found.clone().map(|row| &row["family"]).eq(names));
    for row in found {
        assert_eq!(
            (&row["subject"], &row["cases"]),
            (&"gjk-core".into(), &30.into())
        );
        assert_eq!((&row["broken"], &row["unjudged"]), (&0.into(), &0.into()));
        let classes = ["separated", "touching", "overlapping"].map(|name| number(row, name));
        assert_eq!(classes.iter().sum::<u64>(), 30);
        let iterations = row["iterations"].as_object().expect("counts").values();
        assert_eq!(iterations.filter_map(Value::as_u64).sum::<u64>(), 30);
        assert!(row["properties"]["distance"]["worst_ulps"].is_number());
        assert_eq!(row["failures"], serde_json::json!({}));
    }

    let near = ["--json", "--families", "near-contact", "--cases"];
    let whole = rows(&folder, &[&near[..], &["100"]].concat());
    assert_eq!(whole[0]["family"], "near_contact");
    let parts = [
        vec!["100", "--shard", "1/2"],
        vec!["100", "--shard", "2/2"],
        vec!["60"],
        vec!["40", "--first", "60"],
        vec!["100", "--seed", "2"],
    ]
    .map(|rest| rows(&folder, &[&near[..], &rest].concat()).remove(0));
    for name in [
        "cases",
        "separated",
        "touching",
        "overlapping",
        "second_phase",
    ] {
        let counts = parts.each_ref().map(|row| number(row, name));
        assert_eq!(counts[0] + counts[1], number(&whole[0], name), "{name}");
        assert_eq!(counts[2] + counts[3], number(&whole[0], name), "{name}");
    }
    assert_ne!(parts[4], whole[0]);
}

fn number(row: &Value, name: &str) -> u64 {
    row[name]
        .as_u64()
        .unwrap_or_else(|| panic!("no {name} in {row}"))
}

/// Claim: the failures of other libraries hold, and the summary says how many are not judged, and why.
#[test]
fn the_field_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fine(root, &["check", "tests/cases/field"]);
    let summary = "gjk-core: 224 cases, 199 hold, 0 broken, 25 not judged (10 cylinder, 1 ellipsoid, 14 shape cast)";
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
    assert_eq!(counts, [199, 0, 25]);
}

/// Claim: a case that contradicts its source is broken: exit code 1, and the report says what was expected, and in
/// which line of which file. The case beside it holds.
#[test]
fn a_broken_case_exits_with_1() {
    let folder = folder_of_cases("broken");
    let ended = harness(&folder, &["check", "good.json", "contrary.json"]);
    assert_eq!((ended.code, ended.err.as_str()), (1, ""));
    let expected = "\
expectation  box/box  f64    gjk-core  BROKEN
  error    1e0, expected 5e0 within 1e-9
  case     contrary.json:1: contrary

gjk-core: 2 cases, 1 hold, 1 broken, 0 not judged
";
    assert_eq!(ended.out, expected);
    let ended = harness(&folder, &["check", "contrary.json", "--json"]);
    assert_eq!(ended.code, 1);
    let value: Value = serde_json::from_str(&ended.out).expect("JSON");
    assert_eq!(value["detail"], serde_json::json!(["expectation"]));
}

/// Claim: `explain` shows each iteration, the answer and the exact one; a campaign case is named by its id, with
/// either spelling of its family, and a case among several by `--id`.
#[test]
fn explain_shows_the_way_to_the_answer() {
    let folder = folder_of_cases("explain");
    let text = fine(&folder, &["explain", "good.json"]);
    for line in [
        "good: box against box\n",
        "verdict     separated\n",
        "distance    1.0\n",
        "bounds      1.0 .. 1.0\n",
        "exact       separated, distance 1.0\n",
    ] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
    let by_id = fine(&folder, &["explain", "two.jsonl", "--id", "two"]);
    assert_eq!(by_id, text.replacen("good", "two", 1));
    let case = fine(&folder, &["explain", "near_contact-1-5"]);
    assert!(case.starts_with("near_contact-1-5: "), "{case}");
    assert!(case.contains("\nexact       "), "{case}");
    assert_eq!(case, fine(&folder, &["explain", "near-contact-1-5"]));
}

/// Claim: the lists name everything that there is, a line each.
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
    let subjects = gjk_harness::subject::all().iter();
    let subjects: Vec<_> = subjects.map(|subject| subject.name()).collect();
    assert_eq!(names(&fine(&folder, &["subjects"])), subjects);
    assert!(fine(&folder, &["--help"]).contains("Exit code: 0 "));
    assert!(fine(&folder, &["--version"]).starts_with("gjk-harness "));
}

/// Claim: a kept case, of a file or of a campaign, is stored under its new name and holds when it is checked.
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

/// Claim: a campaign keeps its worst cases, one file for each family, and they hold as they did.
#[test]
fn the_worst_cases_are_kept() {
    let folder = folder("worst");
    let flags = ["--cases", "50", "--families", "uniform,grid"];
    fine(&folder, &[&flags[..], &["--keep-worst", "worst"]].concat());
    let files: Vec<_> = listing(&folder.join("worst"));
    let names = files.iter().filter_map(|(path, _)| path.file_name());
    assert!(names.eq(["grid.jsonl", "uniform.jsonl"]));
    let text = fine(&folder, &["check", "worst"]);
    assert!(text.contains(" 0 broken, 0 not judged"), "{text}");
}

/// Claim: a reader that goes away after the first line is no error and no panic. The output is far larger than the
/// buffer of a pipe.
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
