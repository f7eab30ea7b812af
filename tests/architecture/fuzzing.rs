//! The fuzz targets, and the workflow.

use gjk_harness::case::Kind;

use crate::{files, read};

/// Claim: every fuzz target is a function of the harness, is built, has a test on stable, and is in
/// the table of docs/fuzzing.md.
#[test]
fn fuzz_targets_are_known_everywhere() {
    let manifest = read("fuzz/Cargo.toml");
    let tests = read("tests/fuzz_targets.rs");
    let papers = read("docs/fuzzing.md");
    let targets = files("fuzz/fuzz_targets", ".rs");
    for file in &targets {
        let name = file
            .file_stem()
            .and_then(|stem| stem.to_str())
            .expect("a name");
        assert!(
            read(file).contains(&format!("gjk_harness::fuzzing::{name}(")),
            "{name}"
        );
        assert!(
            manifest.contains(&format!("name = \"{name}\"")),
            "{name} is not built"
        );
        assert!(
            tests.contains(&format!("fuzzing::{name}")),
            "{name} has no test"
        );
        assert!(
            papers.contains(&format!("`{name}`")),
            "{name} is not in the papers"
        );
    }
    assert_eq!(manifest.matches("[[bin]]").count(), targets.len());
}

/// Claim: the dictionary of the target `case_file` has every kind of shape, and no quoted word
/// unknown to the reader of case files.
#[test]
fn the_dictionary_is_that_of_case_files() {
    let dictionary = read("fuzz/dictionaries/case_file.dict");
    let entries = dictionary.lines().filter(|line| line.starts_with('"'));
    let quoted: Vec<&str> = entries
        .filter_map(|line| line.split("\\\"").nth(1))
        .collect();
    let reader: String = files("src/case", ".rs").iter().map(read).collect();
    for word in &quoted {
        assert!(
            reader.contains(&format!("\"{word}\"")),
            "{word} means nothing"
        );
    }
    for kind in Kind::NAMES {
        assert!(quoted.contains(&kind), "{kind} is missing");
    }
}

/// Claim: the workflow of a change runs every command of `.ci/run`, letter by letter.
#[test]
fn the_workflow_runs_every_step() {
    let workflow = read(".github/workflows/ci.yml");
    let script = read(".ci/run");
    let runs = |command: &str| {
        let mut lines = workflow
            .lines()
            .map(|line| line.trim_start_matches([' ', '-']));
        lines.any(|line| line.strip_prefix("run: ").unwrap_or(line) == command)
    };
    // Most are announced, those of a pipe are not.
    let commands: Vec<&str> = script
        .lines()
        .map(|line| line.split_once("step ").map_or(line, |(_, step)| step))
        .map(str::trim_start)
        .filter(|line| line.starts_with("cargo "))
        .collect();
    assert!(commands.len() > 17, "only {} steps found", commands.len());
    for command in commands {
        assert!(runs(command), "{command} is not in the workflow");
    }
}
