//! Known failures, and the workflow that uses them.

use std::collections::BTreeMap;
use std::fs;

use super::adapters::{python, words};
use super::processes::{root, sample};
use super::{folder, harness};

/// Claim: with a list of known failures a campaign succeeds if nothing is worse than in it, and
/// otherwise exits with 1 and names what is: a new kind of failure, or a property that is judged
/// less, here since the program shows no trace. Kinds that no longer occur are named, but are no
/// failure. Families that are not run stay in the list.
#[test]
fn only_what_is_worse_fails() {
    let folder = folder("known");
    let run = |subject: &str, families: &str, more: &[&str]| {
        let command = format!("mine={}", sample(subject));
        let flags = [
            "campaign",
            "--cases",
            "60",
            "--families",
            families,
            "--subject-command",
            &command,
            "--known",
            "known.json",
        ];
        harness(&folder, &[&flags, more].concat())
    };
    let missing = run("two-points", "range", &[]);
    assert_eq!((missing.code, &*missing.out), (2, ""));
    assert!(missing.err.contains("--bless writes it"), "{}", missing.err);

    let blessed = run("two-points", "range,grid", &["--bless"]);
    assert_eq!((blessed.code, &*blessed.err), (0, ""));
    assert!(
        blessed
            .out
            .contains("kinds of failure written to known.json")
    );
    let list = || fs::read_to_string(folder.join("known.json")).expect("a list");
    let before = list();
    let same = run("two-points", "range,grid", &[]);
    assert_eq!(same.code, 0, "{}", same.out);
    let said = "0 not in known.json, 0 grown, 0 judged less, 0 gone\n";
    assert!(same.out.ends_with(said), "{}", same.out);

    let other = run("two-points-unclamped", "range,grid", &[]);
    assert_eq!(other.code, 1, "{}", other.out);
    let new = "\n  new    mine  grid: distance, too ";
    assert!(other.out.contains(new), "{}", other.out);
    let sound = run("gjk-core", "range", &[]);
    assert_eq!(sound.code, 1, "{}", sound.out);
    for line in [
        "\n  gone   mine  range: distance, too ",
        "\n  less   mine  range: termination judged in 0 of 60, 10 of 60 in the list\n",
    ] {
        assert!(sound.out.contains(line), "{}", sound.out);
    }
    assert_eq!(list(), before, "only --bless writes");

    // The other family stays.
    run("gjk-core", "range", &["--bless"]);
    let sound = run("gjk-core", "range", &[]);
    assert_eq!(sound.code, 0, "{}", sound.out);
    let (grid, range) = (list().find("\"grid\""), list().find("\"failures\": {}"));
    assert!(grid.is_some() && range > grid, "{}", list());
    run("two-points", "range", &["--bless"]);
    assert_eq!(list(), before);

    fs::write(folder.join("known.json"), "{\"mine\":1}").expect("a file");
    let unfit = run("two-points", "range", &[]);
    assert_eq!((unfit.code, &*unfit.out), (2, ""));
    assert!(unfit.err.contains("known.json: "), "{}", unfit.err);
}

/// Claim: the workflow for other projects works: with the list made by the command in its head it
/// succeeds for the unchanged program, and fails once the program is wrong in a new way.
#[test]
fn the_workflow_fails_on_a_new_kind() {
    if python(&["--version"], "").is_none() {
        return;
    }
    let folder = folder("judge-in-ci");
    fs::create_dir_all(folder.join("adapters")).expect("a folder");
    for name in ["protocol.py", "example.py"] {
        let (from, to) = (root().join("adapters"), folder.join("adapters"));
        fs::copy(from.join(name), to.join(name)).expect("a copy");
    }
    let workflow = fs::read_to_string(root().join("docs/judge-in-ci.yml")).expect("a workflow");
    let lines: Vec<&str> = workflow.lines().map(str::trim).collect();
    let after = |start: &str| {
        let found = lines.iter().find_map(|line| line.strip_prefix(start));
        found.unwrap_or_else(|| panic!("no {start}")).to_owned()
    };
    let variables = BTreeMap::from([
        ("\"$GJK\"", after("GJK: ")),
        ("\"$CASES\"", after("CASES: ")),
    ]);
    let filled = variables
        .iter()
        .fold(after("- run: gjk-harness "), |line, (name, value)| {
            line.replace(name, &format!("\"{value}\""))
        });
    let bless = after("#   gjk-harness ");
    assert_eq!(words(&bless), words(&format!("{filled} --bless")));

    // Fewer cases, as the harness is not optimised here.
    let fewer = |line: &str| words(&line.replace(&variables["\"$CASES\""], "20"));
    let run = |words: Vec<String>| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let ended = harness(&folder, &words);
        assert_eq!(ended.err, "", "{words:?}");
        ended
    };
    assert_eq!(run(fewer(&bless)).code, 0);
    assert_eq!(run(fewer(&filled)).code, 0);
    let program = folder.join("adapters/example.py");
    let text = fs::read_to_string(&program).expect("a program");
    let doubled = text.replace(
        "return math.sqrt(dot(v, v))",
        "return 2.0 * math.sqrt(dot(v, v))",
    );
    assert_ne!(text, doubled);
    fs::write(&program, doubled).expect("a file");
    let ended = run(fewer(&filled));
    assert_eq!(ended.code, 1);
    assert!(ended.out.contains("  new    example  "), "{}", ended.out);
}
