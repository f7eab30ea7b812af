//! Colour: only if it is wanted, and never in output for programs.

use std::path::Path;
use std::process::{Command, Stdio};

use gjk_harness::report::style::plain;

use super::{boxes, folder, folder_of_cases, harness};

/// The first byte of an escape code.
const ESCAPE: char = '\u{1b}';

/// The standard output and standard error of a command, in an environment.
fn printed(folder: &Path, environment: &[(&str, &str)], arguments: &[&str]) -> [String; 2] {
    let output = Command::new(env!("CARGO_BIN_EXE_gjk-harness"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .output()
        .expect("the command starts");
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
}

/// Claim: `--color` decides, before or after the subcommand; otherwise NO_COLOR, unless it is
/// empty; otherwise CLICOLOR_FORCE; otherwise whether it is a terminal, which a pipe is not.
#[test]
fn colour_is_where_it_is_wanted() {
    let folder = folder_of_cases("color");
    let check = ["check", "good.json", "contrary.json"];
    let ask = |environment: &[(&str, &str)], before: &[&str], behind: &[&str]| {
        let [out, _] = printed(&folder, environment, &[before, &check, behind].concat());
        assert!(out.contains("BROKEN"), "{out}");
        out.contains(ESCAPE)
    };
    let force = ("CLICOLOR_FORCE", "1");
    let no = ("NO_COLOR", "1");
    for (environment, flags, is_coloured) in [
        (&[][..], &[][..], false),
        (&[force], &[], true),
        (&[no], &[], false),
        (&[no, force], &[], false),
        (&[("NO_COLOR", ""), force], &[], true),
        (&[], &["--color", "always"], true),
        (&[no], &["--color=always"], true),
        (&[force], &["--color", "never"], false),
        (&[], &["--color", "auto"], false),
        (&[force], &["--color", "auto"], true),
    ] {
        assert_eq!(
            ask(environment, flags, &[]),
            is_coloured,
            "{environment:?} {flags:?}"
        );
        assert_eq!(
            ask(environment, &[], flags),
            is_coloured,
            "{environment:?} {flags:?}"
        );
    }
}

/// Claim: colour changes no letter and no column of any report, help or error; and each of these
/// has some.
#[test]
fn colour_changes_no_letter() {
    let folder = folder_of_cases("color-letters");
    for arguments in [
        &["check", "contrary.json"][..],
        &["--cases", "20", "--families", "grid,uniform"],
        &[
            "--cases",
            "20",
            "--families",
            "grid",
            "--subjects",
            "gjk-core,triple-product",
        ],
        &["hunt", "--climbs", "2", "--steps", "5"],
        &["touch-band", "--subjects", "gjk-core"],
        &["families"],
        &["subjects"],
        &["--help"],
        &["check", "--help"],
        &["check", "nowhere.json"],
        &["--nonsense"],
    ] {
        let ask = |when| printed(&folder, &[], &[arguments, &["--color", when]].concat());
        let (styled, unstyled) = (ask("always").concat(), ask("never").concat());
        assert!(styled.contains(ESCAPE), "{arguments:?}: {styled}");
        assert_eq!(plain(&styled), unstyled, "{arguments:?}");
        assert!(!unstyled.contains(ESCAPE), "{arguments:?}: {unstyled}");
    }
}

/// Claim: output for programs has no colour, even if colour is forced: JSON, completions, cases,
/// and every written file.
#[test]
fn programs_get_no_colour() {
    let folder = folder("color-programs");
    std::fs::write(folder.join("good.json"), boxes("good", "{}")).expect("a file");
    std::fs::create_dir_all(folder.join("tests/cases/kept")).expect("a folder");
    let whose = ["--subject", "two-points-unclamped"];
    for arguments in [
        &[
            "--cases",
            "20",
            "--families",
            "grid",
            "--json",
            "--keep-worst",
            "worst",
        ][..],
        &["check", "good.json", "--json"],
        &[
            "hunt",
            "--climbs",
            "2",
            "--steps",
            "5",
            "--json",
            "--output",
            "hunted.jsonl",
        ],
        &["touch-band", "--subjects", "gjk-core", "--json"],
        &["keep", "good.json", "kept", "--json"],
        &["families", "--json"],
        &["subjects", "--json"],
        &["completions", "zsh"],
        &["shrink", "range-1-8", whose[0], whose[1]],
        &[
            "shrink",
            "range-1-8",
            whose[0],
            whose[1],
            "--output",
            "small.json",
        ],
    ] {
        let arguments = [arguments, &["--color", "always"]].concat();
        let [out, err] = printed(&folder, &[("CLICOLOR_FORCE", "1")], &arguments);
        assert_eq!(err, "", "{arguments:?}");
        let is_report = arguments.contains(&"small.json");
        assert_eq!(out.contains(ESCAPE), is_report, "{arguments:?}: {out}");
    }
    for (file, _) in super::listing(&folder) {
        if file.is_file() {
            let text = std::fs::read_to_string(&file).expect("text");
            assert!(!text.contains(ESCAPE), "{}", file.display());
        }
    }
}

/// Claim: a campaign flag before a subcommand is refused with its right place, while `--color` may
/// be there; an unknown value of `--color` is refused.
#[test]
fn only_color_stands_before_a_subcommand() {
    let folder = folder_of_cases("color-place");
    let fine = harness(&folder, &["--color", "never", "check", "good.json"]);
    assert_eq!((fine.code, fine.err.as_str()), (0, ""));
    for (arguments, message) in [
        (
            &["--seed", "3", "check", "good.json"][..],
            "'--seed' is before 'check': put flags after the subcommand",
        ),
        (
            &["speed", "--rounds", "3", "growth"],
            "'--rounds' is before 'growth': put flags after the subcommand",
        ),
        (&["--color", "blue"], "'blue' for '--color <WHEN>'"),
    ] {
        let ended = harness(&folder, arguments);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ended.err.contains(message), "{arguments:?}: {}", ended.err);
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
    }
}
