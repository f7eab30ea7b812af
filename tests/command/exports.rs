//! `export`: its file, and `check` on a wrong exact answer.

use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

use serde_json::{Value, json};

#[cfg(unix)]
use super::STOPPING;
use super::adapters::python;
use super::processes::root;
use super::{boxes, fine, folder, harness, listing};

/// Families of polytopes, of sphere-swept and of curved shapes, in both dimensions.
const FAMILIES: &str = "uniform,kissing,curved,round";

/// Claim: the same seed gives the same bytes for any number of threads, and another seed others;
/// each line has an exact answer, `check` accepts all of them, and nothing else is left in the
/// folder.
#[test]
fn an_export_is_the_same_for_any_jobs_and_is_checked() {
    let folder = folder("export");
    let export = |seed: &str, jobs: &str, file: &str| {
        let words = [
            "export",
            "--families",
            FAMILIES,
            "--cases",
            "40",
            "--seed",
            seed,
        ];
        let words = [&words[..], &["--jobs", jobs, "--output", file]].concat();
        let said = fine(&folder, &words);
        assert!(said.contains(file), "{said}");
        fs::read_to_string(folder.join(file)).expect(file)
    };
    let one = export("7", "1", "one.jsonl");
    assert!(
        one == export("7", "3", "below/three.jsonl"),
        "another file with --jobs 3"
    );
    assert!(
        one != export("8", "1", "other.jsonl"),
        "the same file of another seed"
    );
    for line in one.lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        assert!(case["exact"]["distance"].is_array(), "{line}");
    }
    let count = one.lines().count();
    assert!((100..=160).contains(&count), "{count} of 160");
    let checked = fine(&folder, &["check", "one.jsonl", "--json"]);
    assert_eq!(checked.lines().count(), count);
    assert!(
        checked
            .lines()
            .all(|line| line.contains(r#""verdict":"holds""#))
    );
    let names = listing(&folder).into_iter().map(|(path, _)| path);
    let names: Vec<_> = names.filter(|path| !path.ends_with("below")).collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

/// Claim: an export that Ctrl-C stops says so, and leaves nothing behind, not even its unfinished
/// file. The signal is sent once that file exists; the export of its million cases would take
/// minutes, and that of the corpus some seconds.
#[cfg(unix)]
#[test]
fn a_stopped_export_leaves_no_file() {
    let folder = folder("export-stopped");
    let file = folder.join("cases.jsonl");
    let text = format!("Stopped: {} is not written\n", file.display());
    let json = "{\n  \"file\": null,\n  \"cases\": 0\n}\n".to_owned();
    let runs: [(&[&str], String); 3] = [
        (&["--families", "uniform", "--cases", "1e6"], text.clone()),
        (&["--cases", "1e6", "--json"], json),
        (&["--corpus"], text),
    ];
    for (flags, said) in runs {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gjk-harness"))
            .arg("export")
            .args(flags)
            .arg("--output")
            .arg(&file)
            .current_dir(root())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        while listing(&folder).is_empty() {
            let ended = child.try_wait().expect("a process");
            assert_eq!(ended, None, "before it wrote a file");
            std::thread::yield_now();
        }
        let mut sent = Command::new("kill");
        let sent = sent.args(["-INT", &child.id().to_string()]);
        assert!(sent.status().expect("it is sent").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{flags:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), STOPPING);
        assert_eq!(String::from_utf8_lossy(&output.stdout), said);
        assert_eq!(listing(&folder), [], "{flags:?}");
    }
}

/// Claim: every case is exported, also one with an angle or with lengths near the largest float;
/// `--json` reports their number.
#[test]
fn every_case_is_exported() {
    let folder = folder("export-json");
    let words = ["export", "--cases", "40", "--json", "--output", "x.jsonl"];
    let said: Value = serde_json::from_str(&fine(&folder, &words)).expect("JSON");
    let count = 40 * gjk_harness::family::all().len();
    assert_eq!(said, json!({ "file": "x.jsonl", "cases": count }));
    let lines = fs::read_to_string(folder.join("x.jsonl")).expect("the file");
    assert_eq!(lines.lines().count(), count);
    assert!(lines.contains(r#""rot":0."#) && lines.contains("e+29"));
}

/// Claim: a refused export is one line and exit code 2, and leaves every file as it was, also one
/// that would have been replaced.
#[test]
fn a_refused_export_leaves_nothing() {
    let folder = folder("export-refused");
    fs::write(folder.join("old.jsonl"), "old\n").expect("a file");
    fs::create_dir(folder.join("taken.jsonl")).expect("a folder");
    let before = listing(&folder);
    let bad: [(&[&str], &str); 9] = [
        (&["--output", "x.json"], ".jsonl"),
        (&["--output", "taken.jsonl"], "taken.jsonl: is a folder"),
        (&["--output", "old.jsonl/x.jsonl"], "old.jsonl/x.jsonl: "),
        (&["--cases", "3"], "--output"),
        (
            &["--output", "old.jsonl", "--families", "kising"],
            "did you mean `kissing`?",
        ),
        (&["--output", "old.jsonl", "--cases", "0"], "--cases"),
        (&["--output", "old.jsonl", "--cases", "1e18"], "--cases"),
        (
            &["--output", "old.jsonl", "--corpus", "--seed", "3"],
            "--seed",
        ),
        // The stored cases are not here.
        (&["--output", "old.jsonl", "--corpus"], "tests/cases"),
    ];
    for (words, expected) in bad {
        let ended = harness(&folder, &[&["export"], words].concat());
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{words:?}");
        assert!(ended.err.contains(expected), "{words:?}: {}", ended.err);
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
        assert_eq!(listing(&folder), before, "{words:?}");
    }
    let old = fs::read_to_string(folder.join("old.jsonl")).expect("the file");
    assert_eq!(old, "old\n");
}

/// Two overlapping boxes with radii, one of them rotated, with a right exact answer.
fn sound(folder: &Path) -> Value {
    let rounded =
        r#"{"kind":"rounded","radius":0.25,"shape":{"kind":"box","half_extents":[1,1,1]}}"#;
    let turned =
        r#"{"kind":"box","half_extents":[1,1,1],"pose":{"pos":[1.5,0.25,0],"rot":[0,0,0.6,0.8]}}"#;
    let case = format!(
        r#"{{"id":"x","dim":3,"scalar":"f64","a":{rounded},"b":{turned},"expect":{{}},"exact":EXACT}}"#
    );
    let read = |exact: &str| gjk_harness::case::json::read(&case.replace("EXACT", exact));
    let draft = r#"{"contact":"touching","intersects":true,"distance":[0,0],"ulp":1}"#;
    let draft = read(draft).expect("a case");
    let sound = gjk_harness::corpus::answered(&draft).expect("an answer");
    fs::create_dir_all(folder).expect("a folder");
    gjk_harness::case::json::value(&sound)
}

/// Claim: `check` verifies stored exact answers: each wrong field is named, with the exact value,
/// with exit code 1; without the optional fields the case holds.
#[test]
fn a_wrong_stored_answer_is_told() {
    let folder = folder("export-wrong");
    let sound = sound(&folder);
    let check = |case: &Value| {
        fs::write(folder.join("x.json"), case.to_string()).expect("a file");
        harness(&folder, &["check", "x.json"])
    };
    assert_eq!(check(&sound).code, 0);
    let mut short = sound.clone();
    for name in [
        "squared_core_distance",
        "squared_core_depth",
        "depth",
        "radii",
        "b",
    ] {
        let exact = short["exact"].as_object_mut().expect("an object");
        assert!(exact.remove(name).is_some(), "{name}");
    }
    assert_eq!(check(&short).code, 0);
    let damages = [
        ("contact", json!("touching")),
        ("distance", json!([0, 5e-324])),
        ("squared_core_distance", json!("1/7")),
        ("squared_core_depth", json!("1/1")),
        ("depth", json!([0.5, 0.5])),
        ("radii", json!([0.25, 0.5])),
        ("ulp", json!(1e-15)),
        ("a", json!({ "vertices": [[0, 0, 0]] })),
        ("b", json!({ "vertices": [[0, 0, 0]] })),
    ];
    for (name, damage) in damages {
        let mut wrong = sound.clone();
        wrong["exact"][name] = damage;
        let ended = check(&wrong);
        assert_eq!((ended.code, ended.err.as_str()), (1, ""), "{name}");
        let place = format!("error    exact.{name} ");
        assert!(ended.out.contains(&place), "{name}: {}", ended.out);
        assert!(
            ended.out.contains("stored answer  rounded/box  BROKEN"),
            "{}",
            ended.out
        );
        assert!(ended.out.contains("x.json:1: x"), "{}", ended.out);
    }
    for (name, damage, expected) in [
        (
            "distance",
            json!([1, 0]),
            "exact.distance: expected 0 <= lower <= upper",
        ),
        ("depth", json!([1]), "exact.depth: expected 2 numbers"),
        (
            "squared_core_distance",
            json!("007/3"),
            "exact.squared_core_distance: expected a fraction",
        ),
        ("intersects", json!(false), "exact.intersects: does not fit"),
        (
            "contact",
            json!("near"),
            "exact.contact: expected separated",
        ),
        (
            "radius",
            json!(1),
            "exact.radius: unknown field; did you mean `radii`?",
        ),
        ("a", json!({}), "exact.a: expected one of"),
    ] {
        let mut wrong = sound.clone();
        wrong["exact"][name] = damage;
        let ended = check(&wrong);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{name}");
        assert!(ended.err.contains(expected), "{name}: {}", ended.err);
    }
}

/// Claim: for curved shapes a stored interval that contradicts the proof is wrong, and a wider one
/// is not. Radii and depths that are stored are compared as for polytopes.
#[test]
fn a_stored_enclosure_may_be_wider() {
    let folder = folder("export-curved");
    let words = [
        "export",
        "--families",
        "curved",
        "--cases",
        "40",
        "--output",
        "c.jsonl",
    ];
    fine(&folder, &words);
    let lines = fs::read_to_string(folder.join("c.jsonl")).expect("the file");
    let cases = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let is_apart = |case: &Value| {
        let exact = &case["exact"];
        exact["contact"] == "separated" && exact.get("squared_core_distance").is_none()
    };
    let mut case = cases
        .into_iter()
        .find(is_apart)
        .expect("a case of curved shapes");
    let upper = case["exact"]["distance"][1].as_f64().expect("a number");
    for (distance, code) in [
        (json!([0, upper * 2.0]), 0),
        (json!([upper * 2.0, upper * 2.0]), 1),
        (json!([0, 0]), 1),
    ] {
        case["exact"]["distance"] = distance.clone();
        fs::write(folder.join("x.json"), case.to_string()).expect("a file");
        assert_eq!(
            harness(&folder, &["check", "x.json"]).code,
            code,
            "{distance}"
        );
    }
    case["exact"]["distance"] = json!([0, upper * 2.0]);
    for (name, damage) in [
        ("radii", json!([1e3, 1e3])),
        ("depth", json!([0.5, 0.5])),
        ("squared_core_depth", json!("1/4")),
        ("squared_core_distance", json!("1/4")),
    ] {
        let mut wrong = case.clone();
        wrong["exact"][name] = damage;
        fs::write(folder.join("x.json"), wrong.to_string()).expect("a file");
        let ended = harness(&folder, &["check", "x.json"]);
        assert_eq!((ended.code, ended.err.as_str()), (1, ""), "{name}");
        let place = format!("error    exact.{name} ");
        assert!(ended.out.contains(&place), "{name}: {}", ended.out);
    }
    let text = boxes(
        "apart",
        r#"{}, "exact": {"contact":"overlapping","intersects":true,"distance":[0,0],"ulp":1}"#,
    );
    fs::write(folder.join("y.json"), text).expect("a file");
    assert_eq!(harness(&folder, &["check", "y.json"]).code, 1);
}

/// Claim: the Python readers of the corpus refuse a missing file, or a library that is not
/// installed, in one line and with exit code 2.
#[test]
fn the_readers_refuse_a_missing_file() {
    for reader in ["corpus/read.py", "corpus/validate.py"] {
        let reader = root().join(reader);
        let Some(ended) = python(&[reader.to_str().expect("a path"), "nowhere.json"], "") else {
            return;
        };
        let said = String::from_utf8(ended.stderr).expect("UTF-8");
        assert_eq!((ended.status.code(), said.lines().count()), (Some(2), 1));
        assert!(said.starts_with("error: "), "{said}");
    }
}

/// Claim: the Python reader finds a contact that is called an overlap: its depth is zero. Two unit
/// squares side by side.
#[test]
fn the_reader_finds_an_overlap_without_a_depth() {
    let folder = folder("reader");
    let line = r#"{"id": "x", "exact": {"contact": "overlapping", "intersects": true, "distance": [0, 0],
        "squared_core_distance": "0/1", "depth": [0, 0], "squared_core_depth": "0/1", "ulp": 1}}"#;
    let file = folder.join("x.jsonl");
    fs::write(&file, line.replace('\n', "")).expect("a file");
    let reader = root().join("corpus/read.py");
    let paths = [&reader, &file].map(|path| path.to_str().expect("a path"));
    let Some(ended) = python(&paths, "") else {
        return;
    };
    let said = String::from_utf8(ended.stdout).expect("UTF-8");
    assert_eq!(ended.status.code(), Some(1), "{said}");
    assert!(said.contains("shapes that overlap have no depth"), "{said}");
}

/// Claim: the Python reader finds wrong answers of curved shapes too, and a depth of cores that are
/// apart; a line that is no case ends it with one line and code 2, not with a fault of its own.
#[test]
fn the_reader_finds_wrong_enclosures_and_lines_that_are_no_case() {
    let folder = folder("reader-faults");
    let file = folder.join("x.jsonl");
    let reader = root().join("corpus/read.py");
    let apart = r#""contact": "separated", "intersects": false, "distance""#;
    let meet = r#""contact": "overlapping", "intersects": true, "distance": [0, 0]"#;
    let cores = r#""squared_core_distance": "1/1", "radii": [1, 1], "depth": [3, 3]"#;
    let exact = [
        (1, format!("{{{apart}: [2, 1]}}")),
        (1, format!(r#"{{{apart}: [1, 2], "depth": [1, 1]}}"#)),
        (1, r#"{"contact": "open", "distance": [1, 2]}"#.to_string()),
        (
            1,
            r#"{"contact": "near", "intersects": true, "distance": [0, 0]}"#.to_string(),
        ),
        (
            1,
            format!(r#"{{{meet}, {cores}, "squared_core_depth": "1/1"}}"#),
        ),
        (2, format!(r#"{{{meet}, "squared_core_distance": "1/0"}}"#)),
        (2, "[]".to_string()),
        (0, r#"{"contact": "open", "distance": [0, 2]}"#.to_string()),
    ];
    for (code, exact) in exact {
        fs::write(&file, format!(r#"{{"id": "x", "exact": {exact}}}"#)).expect("a file");
        let paths = [&reader, &file].map(|path| path.to_str().expect("a path"));
        let Some(ended) = python(&paths, "") else {
            return;
        };
        let said = String::from_utf8(ended.stderr).expect("UTF-8");
        assert_eq!(ended.status.code(), Some(code), "{exact}: {said}");
        assert!(said.lines().count() <= 1, "{exact}: {said}");
    }
}

/// Claim: the Python validator takes no NaN, which is not JSON, and no field twice; a folder without
/// a case is not a misfit but an error.
#[test]
fn the_validator_refuses_what_is_not_json() {
    let folder = folder("validator");
    let file = folder.join("x.json");
    let shape = r#"{"kind": "sphere", "radius": RADIUS}"#;
    let case = format!(
        r#"{{"id": "x", "dim": 3, "scalar": "f64", "a": {shape}, "b": {shape}, "expect": {{}}}}"#
    );
    let validator = root().join("corpus/validate.py");
    let paths = [&validator, &folder].map(|path| path.to_str().expect("a path"));
    let code = |radius: Option<&str>| {
        if let Some(radius) = radius {
            fs::write(&file, case.replace("RADIUS", radius)).expect("a file");
        }
        let ended = python(&paths, "")?;
        let said = String::from_utf8(ended.stderr).expect("UTF-8");
        (!said.contains("is missing")).then_some(ended.status.code())
    };
    let Some(empty) = code(None) else {
        return;
    };
    assert_eq!(empty, Some(2));
    assert_eq!(code(Some("1")), Some(Some(0)));
    assert_eq!(code(Some("NaN")), Some(Some(1)));
    assert_eq!(code(Some("Infinity")), Some(Some(1)));
    assert_eq!(code(Some(r#"1, "radius": 1"#)), Some(Some(1)));
}
