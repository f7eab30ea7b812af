//! The help texts: each ends with examples that are valid commands.

use std::ffi::OsString;
use std::process::Command;

use clap::CommandFactory;
use gjk_harness::command::Cli;
use gjk_harness::report::style::plain;

/// The beginning of an example.
const PROMPT: &str = "  cargo run --release -- ";

/// The help of a command and of its subcommands, with their names.
fn helps(command: &clap::Command) -> Vec<(String, String)> {
    let help = command.get_after_help().map(|help| help.ansi().to_string());
    let own = (
        command.get_name().to_owned(),
        plain(&help.unwrap_or_default()),
    );
    let below = command.get_subcommands().flat_map(helps);
    [own].into_iter().chain(below).collect()
}

/// Claim: the help of every subcommand ends with two to four examples, and each parses, without its
/// comment and redirection.
#[test]
fn every_example_is_a_command() {
    for (name, help) in helps(&Cli::command()) {
        let mut lines = help.lines();
        assert_eq!(lines.next(), Some("Examples:"), "{name}");
        let examples: Vec<&str> = lines.collect();
        assert!((2..=4).contains(&examples.len()), "{name}: {examples:?}");
        for example in examples {
            let command = example.strip_prefix(PROMPT).expect(example);
            let command = command.split(['#', '>']).next().expect("a command");
            let words = std::iter::once("gjk-harness").chain(command.split_whitespace());
            let words: Vec<OsString> = words.map(OsString::from).collect();
            let read = Cli::read(&words);
            assert!(read.is_ok(), "{name}: {example}: {:?}", read.err());
            // Examples are in the help of their own command.
            let is_own = command.split_whitespace().any(|word| word == name);
            assert!(is_own || name == "gjk-harness", "{name}: {example}");
        }
    }
}

/// Claim: an installed harness shows commands that start as it was started; through Cargo, with `cargo run`.
#[test]
fn commands_begin_as_the_harness_was_called() {
    let harness = env!("CARGO_BIN_EXE_gjk-harness");
    let shown = |cargo: Option<&str>| {
        let mut command = Command::new(harness);
        command.arg("--help").env_remove("CARGO");
        command.envs(cargo.map(|cargo| ("CARGO", cargo)));
        String::from_utf8(command.output().expect("it starts").stdout).expect("UTF-8")
    };
    let through_cargo = shown(Some("cargo"));
    assert!(through_cargo.contains(PROMPT) && !through_cargo.contains(harness));
    assert_eq!(
        shown(None),
        through_cargo.replace(PROMPT, &format!("  {harness} "))
    );
}

/// Claim: the name of a harness in a folder with a blank is shown as one word of a shell.
#[cfg(unix)]
#[test]
fn a_harness_in_a_folder_with_a_blank_can_be_called_again() {
    let folder = super::folder("my tools");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_gjk-harness"), folder.join("gjk"))
        .expect("a link");
    let harness = folder.join("gjk");
    let mut command = Command::new(&harness);
    command.args(["families", "--help"]).env_remove("CARGO");
    let out = String::from_utf8(command.output().expect("it starts").stdout).expect("UTF-8");
    let line = format!("  '{}' families\n", harness.display());
    assert!(out.contains(&line), "no {line} in {out}");
}
