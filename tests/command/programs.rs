//! Output for programs: `--json` of every subcommand, and the completions.

use std::path::Path;

use clap::CommandFactory;
use gjk_harness::command::Cli;
use serde_json::Value;

use super::{fine, folder, folder_of_cases, harness};

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&fine(folder, arguments)).expect("JSON")
}

/// The names of the fields, in their order.
fn fields(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

/// Claim: every subcommand that prints results has `--json`, and the help of the flag describes the
/// output. All but `completions`, `explore`, which serves a page, and those that only have
/// subcommands.
#[test]
fn json_is_everywhere() {
    fn check(command: &clap::Command, path: &str) {
        for below in command.get_subcommands() {
            check(below, &format!("{path} {}", below.get_name()));
        }
        if ["completions", "explore", "report"].contains(&command.get_name()) {
            return;
        }
        let flag = command.get_arguments().find(|a| a.get_id() == "json");
        let help = flag
            .and_then(|flag| flag.get_help())
            .expect(path)
            .to_string();
        assert!(help.starts_with("Print JSON"), "{path}: {help}");
    }
    check(&Cli::command(), "gjk-harness");
}

/// Claim: `check` prints an object per line, with the position of the case.
#[test]
fn checked_cases_are_lines() {
    let folder = folder_of_cases("json-check");
    let text = fine(&folder, &["check", "--json", "good.json", "two.jsonl"]);
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 3);
    let expected = ["id", "subject", "verdict", "detail", "file", "line"];
    assert!(lines.iter().all(|line| fields(line) == expected));
    assert_eq!(
        (&lines[2]["file"], &lines[2]["line"]),
        (&"two.jsonl".into(), &2.into())
    );
}

/// Claim: a hunt returns complete cases, the worst first, so that one written to a file gets the
/// same judgement.
#[test]
fn hunted_cases_are_whole() {
    let folder = folder("json-hunt");
    let hunt = [
        "hunt",
        "--climbs",
        "3",
        "--steps",
        "20",
        "--families",
        "uniform,grid",
    ];
    let value = json(&folder, &[&hunt[..], &["--json"]].concat());
    assert_eq!(fields(&value), ["goal", "found", "given_up", "file"]);
    assert_eq!(value["given_up"], false);
    assert!(value["file"].is_null());
    assert_eq!(value["goal"], "distance");
    let found = value["found"].as_array().expect("cases");
    let scores: Vec<f64> = found.iter().filter_map(|f| f["score"].as_f64()).collect();
    assert_eq!(scores.len(), found.len());
    assert!(!scores.is_empty() && scores.is_sorted_by(|one, other| one >= other));
    for found in found {
        assert_eq!(fields(found), ["score", "family", "broken", "case"]);
        assert_eq!(found["broken"], serde_json::json!([]));
    }
    let case = found[0]["case"].to_string();
    std::fs::write(folder.join("worst.json"), case).expect("a file");
    let text = fine(&folder, &["check", "worst.json"]);
    assert!(text.contains("1 case, 1 holds"), "{text}");
}

/// Claim: a shrunk case is broken, as the exit code says too, and the object has the case that is
/// also in the file.
#[test]
fn a_shrunk_case_is_told() {
    let folder = folder("json-shrink");
    let shrink = ["shrink", "range-1-8", "--subject", "two-points-unclamped"];
    let more = ["--json", "--output", "small.json"];
    let ended = harness(&folder, &[&shrink[..], &more].concat());
    assert_eq!((ended.code, ended.err.as_str()), (1, ""));
    let value: Value = serde_json::from_str(&ended.out).expect("JSON");
    let expected = [
        "subject",
        "broken",
        "vertices_before",
        "vertices",
        "file",
        "case",
    ];
    assert_eq!(fields(&value), expected);
    assert_eq!(
        (&value["subject"], &value["file"]),
        (&"two-points-unclamped".into(), &"small.json".into())
    );
    assert!(!value["broken"].as_array().expect("names").is_empty());
    assert!(value["vertices"].as_u64() <= value["vertices_before"].as_u64());
    // A case that cannot be shrunk further is not said to be shrunk.
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file");
    let names = ["small.json", "smaller.json", "smallest.json"];
    for [from, to] in [[names[0], names[1]], [names[1], names[2]]] {
        let more = ["--subject", shrink[3], "--output", to];
        let ended = harness(&folder, &[&["shrink", from], &more[..]].concat());
        assert_eq!((ended.code, ended.err.as_str()), (1, ""));
        let said = ended.out.contains("(shrunk from ");
        assert_eq!(said, read(from) != read(to), "{}", ended.out);
    }
    assert_eq!(read(names[1]), read(names[2]));
    let file: Value = serde_json::from_str(&read(names[0])).expect("JSON");
    assert_eq!(value["case"], file);
}

/// Claim: `keep` returns the file, and the lists have an entry for each item.
#[test]
fn small_results_are_told() {
    let folder = folder_of_cases("json-small");
    std::fs::create_dir_all(folder.join("tests/cases/kept")).expect("a folder");
    let kept = json(&folder, &["keep", "good.json", "new", "--json"]);
    let expected = serde_json::json!({ "id": "new", "file": "tests/cases/kept/new.json" });
    assert_eq!(kept, expected);
    let families = json(&folder, &["families", "--json"]);
    let families = families.as_array().expect("families");
    assert_eq!(families.len(), gjk_harness::family::all().len());
    assert_eq!(fields(&families[0]), ["name", "about", "scope"]);
    let scope = families
        .iter()
        .find(|family| family["name"] == "exhaustive");
    assert!(scope.is_some_and(|family| family["scope"].is_u64()));
    let subjects = json(&folder, &["subjects", "--json"]);
    let subjects = subjects.as_array().expect("subjects");
    assert_eq!(subjects.len(), gjk_harness::subject::all().len());
    assert_eq!(fields(&subjects[0]), ["name", "about", "is_bound"]);
    assert_eq!(
        (&subjects[0]["name"], &subjects[0]["is_bound"]),
        (&"gjk-core".into(), &true.into())
    );
}

/// Claim: JSON has the path of a file whose name is not UTF-8 as well as text can.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_is_told() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder_of_cases("json-name");
    let stem = std::ffi::OsStr::from_bytes(b"x\xff").to_owned();
    let with = |start: &str, end: &str| [start.as_ref(), &*stem, end.as_ref()].join("".as_ref());
    std::fs::copy(folder.join("good.json"), folder.join(with("", ".json"))).expect("a copy");
    let lines = with("", ".jsonl");
    let run = |words: &[&str], name: &std::ffi::OsStr| -> Value {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_gjk-harness"));
        let command = command.current_dir(&folder).args(words).arg(name);
        let output = command.output().expect("it starts");
        serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|_| panic!("{words:?}: {}", String::from_utf8_lossy(&output.stderr)))
    };
    let shrink = [
        "shrink",
        "range-1-8",
        "--subject",
        "two-points-unclamped",
        "--json",
        "--output",
    ];
    for (words, name, file) in [
        (
            &["check", "--json"][..],
            with("", ".json"),
            "x\u{fffd}.json",
        ),
        (
            &[
                "export",
                "--cases",
                "1",
                "--families",
                "grid",
                "--json",
                "--output",
            ],
            lines,
            "x\u{fffd}.jsonl",
        ),
        (
            &["keep", "good.json", "new", "--json", "--folder"],
            stem.clone(),
            "x\u{fffd}/new.json",
        ),
        (&shrink, with("small", ".json"), "smallx\u{fffd}.json"),
    ] {
        assert_eq!(run(words, &name)["file"], file, "{words:?}");
    }
}

/// Claim: growth has a row for each number of vertices, with the times of each contender.
#[test]
fn growth_is_told() {
    let arguments = ["speed", "growth", "--rounds", "1", "--most", "8", "--json"];
    let value = json(&folder("json-growth"), &arguments);
    assert_eq!(fields(&value), ["cpu", "rows"]);
    let rows = value["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["vertices"], 8);
    for contender in rows[0]["contenders"].as_array().expect("contenders") {
        assert!(contender["nanoseconds"].as_f64().expect("a time") > 0.0);
        assert!(contender["name"].is_string());
    }
}

/// Claim: each shell gets a script with the subcommands, and with the names of families and
/// subjects.
#[test]
fn shells_complete_commands() {
    let folder = folder("completions");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = fine(&folder, &["completions", shell]);
        for command in Cli::command().get_subcommands() {
            assert!(
                script.contains(command.get_name()),
                "{shell}: {}",
                command.get_name()
            );
        }
    }
    // The others complete no values, only flags.
    for shell in ["bash", "fish", "zsh"] {
        let script = fine(&folder, &["completions", shell]);
        for name in ["near_contact", "triple-product", "gjk-core"] {
            assert!(script.contains(name), "{shell}: {name}");
        }
    }
}
