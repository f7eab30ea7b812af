//! Subjects that are programs: the conversation of `docs/protocol.md`, and each way that it can
//! fail.

use std::fs;
use std::io::Write;
#[cfg(unix)]
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use gjk_harness::case::json;
use gjk_harness::family;
use serde_json::Value;

#[cfg(unix)]
use super::STOPPING;
use super::{boxes, fine, folder, harness};

const SAMPLE: &str = env!("CARGO_BIN_EXE_sample-driver");
const MISBEHAVING: &str = env!("CARGO_BIN_EXE_misbehaving-driver");

/// The placeholders of the pages for the paths above.
pub(super) const IN_PAPERS: [(&str, &str); 2] = [
    ("target/release/sample-driver", SAMPLE),
    ("target/release/misbehaving-driver", MISBEHAVING),
];

pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The first block of a page that is fenced by three backticks and `info`.
pub(super) fn block(paper: &str, info: &str) -> String {
    let text = fs::read_to_string(root().join(paper)).expect("a paper");
    let (_, rest) = text.split_once(&format!("```{info}\n")).expect(info);
    rest.split_once("```").expect("an end").0.to_owned()
}

/// The command line of a sample.
pub(super) fn sample(subject: &str) -> String {
    format!("'{SAMPLE}' {subject}")
}

fn misbehaving(how: &str, id: &str) -> String {
    format!("'{MISBEHAVING}' {how} {id}")
}

/// A new folder with twelve cases of separated shapes, the fifth of which is called `bad`.
fn twelve(name: &str) -> super::Folder {
    let folder = folder(name);
    let ids = (0..12).map(|number| match number {
        4 => "bad".to_owned(),
        number => format!("good-{number}"),
    });
    let lines: Vec<String> = ids.map(|id| boxes(&id, "{}")).collect();
    fs::write(folder.join("cases.jsonl"), lines.join("\n")).expect("a file");
    folder
}

/// Claim: the conversation on the page is that of the sample program, and the lines of the harness
/// are those the harness writes.
#[test]
fn the_conversation_of_the_page_is_spoken() {
    let lines = block("docs/protocol.md", "conversation");
    let side = |mark: &str| -> Vec<&str> {
        lines
            .lines()
            .filter_map(|line| line.strip_prefix(mark))
            .collect()
    };
    let (told, answered) = (side("> "), side("< "));
    assert_eq!((told.len(), answered.len()), (4, 4));
    let mut child = Command::new(SAMPLE)
        .arg("two-points")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all((told.join("\n") + "\n").as_bytes())
        .expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(text.lines().collect::<Vec<_>>(), answered);

    // Both programs print their input before they fail.
    let refused = harness(root(), &["--subject-command", &misbehaving("no-start", "")]);
    let hello = format!("no licence for {}", told[0]);
    assert!(
        refused.err.contains(&format!("{hello:?}")),
        "{}",
        refused.err
    );
    for line in &told[1..] {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let id = case["id"].as_str().expect("an id");
        let command = misbehaving("echo", id);
        let ended = harness(
            root(),
            &["check", "tests/cases/named", "--subject-command", &command],
        );
        let said = format!("  stderr   {line}\n");
        assert!(ended.out.contains(&said), "no {said} in {}", ended.out);
    }
}

/// Claim: the page shows the output of its commands.
#[test]
fn the_page_shows_what_is_printed() {
    let text = fs::read_to_string(root().join("docs/protocol.md")).expect("a paper");
    let command = "check tests/cases/named --subject-command ";
    let start = format!("cargo run --release -- {command}\"target/");
    let found = text.split(&start).nth(1).expect(command);
    let (subject, _) = found.split_once('"').expect("a quote");
    let mut subject = format!("target/{subject}");
    for (name, path) in IN_PAPERS {
        subject = subject.replace(name, path);
    }
    let arguments: Vec<&str> = command.split_whitespace().chain([&*subject]).collect();
    let ended = harness(root(), &arguments);
    assert_eq!((ended.code, &*ended.err), (1, ""));
    let mut out = ended.out;
    for (name, path) in IN_PAPERS {
        out = out.replace(path, name);
    }
    for line in block("docs/protocol.md", "crash").lines() {
        let is_shown = line == "…" || out.contains(line);
        assert!(is_shown, "the page shows\n{line}\nprinted is\n{out}");
    }
}

/// Claim: the page shows the Python program unchanged.
#[test]
fn the_program_of_the_page_is_the_file() {
    let program = fs::read_to_string(root().join("drivers/balls.py")).expect("a program");
    assert_eq!(block("docs/protocol.md", "python"), program);
}

/// The scores of a campaign of one subject.
fn scores(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let common = [
        "--json",
        "--cases",
        "130",
        "--families",
        "grid,curved,uniform",
    ];
    let ended = harness(folder, &[arguments, &common].concat());
    assert_eq!(ended.err, "");
    let value: Value = serde_json::from_str(&ended.out).expect("JSON");
    let rows = value["rows"].as_array().expect("rows").iter();
    rows.map(|row| serde_json::json!([row["tally"]["score"], row["tally"]["cases"]]))
        .collect()
}

/// Claim: a subject is judged the same as a program, bit for bit, for any number of threads; one
/// that does not support the shapes of a family is judged by the rest.
#[test]
fn a_program_is_judged_as_the_subject_that_it_asks() {
    let folder = folder("program");
    let inside = scores(
        &folder,
        &["--subjects", "triple-product,two-points-endless,gjk-core"],
    );
    for (place, name) in ["triple-product", "two-points-endless", "gjk-core"]
        .into_iter()
        .enumerate()
    {
        for jobs in ["1", "2"] {
            let outside = scores(
                &folder,
                &["--subject-command", &sample(name), "--jobs", jobs],
            );
            let inside: Vec<_> = inside.iter().skip(place).step_by(3).cloned().collect();
            assert_eq!(outside, inside, "{name}");
        }
    }
    let flags = ["--cases", "130", "--families", "grid,curved,uniform"];
    let command = sample("triple-product");
    let ended = harness(
        &folder,
        &[&["--subject-command", &*command], &flags[..]].concat(),
    );
    for line in [
        "\nNo case with supported shapes: curved\n",
        "\nsample-triple-product: 0 of the judged without an answer: 0 hangs, 0 crashes, 0 errors, 0 nonsense, 0 at its limit\n",
        " unsupported\n",
    ] {
        assert!(ended.out.contains(line), "no {line} in\n{}", ended.out);
    }
    let nothing = harness(
        &folder,
        &[
            "--subject-command",
            &command,
            "--families",
            "curved",
            "--cases",
            "9",
        ],
    );
    assert_eq!(nothing.code, 2);
    let said = "no case of curved was judged: sample-triple-product supports none of 9 cases\n";
    assert!(nothing.err.ends_with(said), "{}", nothing.err);
}

/// Claim: a program that breaks promises fails a campaign only with `--strict`, and what it breaks,
/// never claims, and is measured in is told in any case.
#[test]
fn what_a_program_breaks_is_told() {
    let folder = folder("program-strict");
    let run = |command: &str, more: &[&str]| {
        let flags = ["campaign", "--families", "uniform", "--cases", "100"];
        let command = ["--subject-command", command];
        harness(&folder, &[&flags[..], &command, more].concat())
    };
    for (more, code) in [(&[][..], 0), (&["--strict"], 1)] {
        let ended = run(&sample("two-points"), more);
        assert_eq!((ended.code, &*ended.err), (code, ""), "{}", ended.out);
        for line in [
            "\nsample-two-points: 7 cases broken: distance in 7, rounded in 2\n",
            "\nsample-two-points: never judged, as it claims none: normal\n",
        ] {
            assert!(ended.out.contains(line), "no {line} in\n{}", ended.out);
        }
    }
    let sound = run(&sample("gjk-core"), &["--strict"]);
    assert_eq!((sound.code, &*sound.err), (0, ""), "{}", sound.out);
    assert!(!sound.out.contains("broken"), "{}", sound.out);
    let coarse = run(&misbehaving("f32", ""), &[]);
    let line = "\nmisbehaving: its errors are in ulps of f32, as its hello says\n";
    assert!(coarse.out.contains(line), "{}", coarse.out);
}

/// Claim: failures are looked for in a new process, as the commands of a report ask one too. What
/// that does not show is reported as such: of a program that answers from its 21st case on, and not
/// of one that answers up to its 20th.
#[test]
fn a_failure_that_depends_on_earlier_cases_is_told() {
    let folder = folder("program-later");
    let run = |how: &str| {
        let command = misbehaving(how, "grid");
        let flags = [
            "campaign",
            "--families",
            "grid",
            "--cases",
            "60",
            "--jobs",
            "1",
        ];
        let command = ["--subject-command", &*command];
        harness(&folder, &[&flags[..], &command].concat())
    };
    let early = run("early");
    let told = "  error    says separated; the shapes overlap by ";
    assert!(early.out.contains(told), "{}", early.out);
    let ended = run("later");
    assert_eq!((ended.code, &*ended.err), (1, ""), "{}", ended.out);
    let told = "  error    it does not show again: the answer depends on the cases before this one, or on chance\n  case     target/gjk-harness/grid-1-";
    assert!(ended.out.contains("\nverdict "), "{}", ended.out);
    assert!(ended.out.contains(told), "{}", ended.out);
}

/// Claim: the shards of a campaign with a program are merged into one run if the program is named.
#[test]
fn shards_of_a_program_are_merged() {
    let folder = folder("program-shards");
    let command = misbehaving("words", "-7");
    let program = ["--subject-command", &command];
    let flags = ["--cases", "90", "--families", "grid", "--json"];
    let whole = harness(&folder, &[&flags[..], &program].concat());
    for number in ["1", "2"] {
        let shard = format!("{number}/2");
        let ended = harness(
            &folder,
            &[&flags[..], &["--shard", &shard], &program].concat(),
        );
        fs::write(folder.join(format!("{number}.json")), ended.out).expect("a file");
    }
    let merge = ["report", "merge", "1.json", "2.json", "--json"];
    let merged = harness(&folder, &[&merge[..], &program].concat());
    assert_eq!((merged.code, &*merged.err), (1, ""));
    assert_eq!(merged.out, whole.out);
    assert!(merged.out.contains("\"nonsense\": 11"), "{}", merged.out);
    let refused = harness(&folder, &merge);
    assert!(refused.err.contains("`misbehaving`"), "{}", refused.err);
}

/// Claim: a program that stops at its own limit has given no answer: its campaign fails.
#[test]
fn a_program_that_gives_up_fails() {
    let folder = folder("gives-up");
    // No case gets a wrong verdict, which would fail too.
    let command = misbehaving("limit", "grid");
    let flags = ["campaign", "--families", "grid", "--cases", "20"];
    let ended = harness(
        &folder,
        &[&flags[..], &["--subject-command", &command]].concat(),
    );
    assert_eq!((ended.code, &*ended.err), (1, ""));
    let told = "20 of the judged without an answer: 0 hangs, 0 crashes, 0 errors, 0 nonsense, 20 at its limit\n";
    assert!(ended.out.contains(told), "{}", ended.out);
}

/// Claim: in whatever way a program fails at a case, only that case is broken, with what happened
/// and the lines on standard error, and the rest is judged. If it answers twice, the next case is
/// affected.
#[test]
fn each_way_to_go_wrong_is_told() {
    let folder = twelve("misbehaving");
    for (how, said) in [
        (
            "hang",
            "hang: no answer within 2 s\n  stderr   looking for bad\n",
        ),
        (
            "begun",
            "hang: no answer within 2 s, but 31 bytes without the end of a line\n",
        ),
        ("blank", "nonsense: an empty line\n"),
        (
            "crash",
            "crash: it ended, exit status: 3\n  stderr   looking for bad\n  stderr   assertion failed: simplex\n",
        ),
        ("close", "crash: it ended, exit status: 0\n"),
        ("error", "failed: no edge 3\n"),
        (
            "words",
            "nonsense: expected ident at line 1 column 2: \"no idea\"\n",
        ),
        ("binary", "nonsense: a line that is not UTF-8\n"),
        (
            "other-id",
            "nonsense: `id` is \"other\", expected \"bad\"\n",
        ),
        ("unknown-key", "nonsense: unknown field `intersect`"),
        (
            "no-verdict",
            "nonsense: no `intersects`, `gave_up`, `error` or `unsupported`\n",
        ),
        ("nan", "nonsense: expected value"),
        ("null", "nonsense: invalid type: null"),
        (
            "half",
            "nonsense: one of `point_a` and `point_b` without the other\n",
        ),
        ("flat", "nonsense: `normal` has 1 numbers, expected 3\n"),
        (
            "debug",
            "nonsense: expected value at line 1 column 1: \"looking for bad\"\n",
        ),
        ("twice", "nonsense: `id` is \"bad\", expected \"good-5\"\n"),
        ("endless", "nonsense: a line of more than 16777216 bytes\n"),
    ] {
        let command = misbehaving(how, "bad");
        let flags = [
            "check",
            "cases.jsonl",
            "--time-limit",
            "2",
            "--subject-command",
            &command,
        ];
        let ended = harness(&folder, &flags);
        assert_eq!((ended.code, &*ended.err), (1, ""), "{how}");
        assert!(
            ended.out.contains(&format!("  error    {said}")),
            "{how}: {}",
            ended.out
        );
        assert!(
            ended.out.contains(": 12 cases, 11 hold, 1 broken"),
            "{how}: {}",
            ended.out
        );
        let place = if how == "twice" {
            "cases.jsonl:6: good-5"
        } else {
            "cases.jsonl:5: bad"
        };
        assert!(ended.out.contains(place), "{how}: {}", ended.out);
    }
}

/// Claim: a campaign blames the case that fails, though the answers of its batch are lost with the
/// program; it counts the case, saves it unchanged with the command that shows it again, and
/// continues.
#[test]
fn a_campaign_goes_on_after_a_crash() {
    let folder = folder("crash");
    let command = misbehaving("crash", "-77");
    let flags = [
        "--cases",
        "130",
        "--families",
        "grid",
        "--jobs",
        "2",
        "--time-limit",
        "4",
        "--subject-command",
        &command,
    ];
    let ended = harness(&folder, &flags);
    assert_eq!((ended.code, &*ended.err), (1, ""));
    for line in [
        "misbehaving: 130 cases judged, 0 unsupported\n",
        "misbehaving: 1 of the judged without an answer: 0 hangs, 1 crash, 0 errors, 0 nonsense, 0 at its limit\n",
        "  stderr   assertion failed: simplex\n",
        "  case     target/gjk-harness/grid-1-77.misbehaving.json\n",
        "--subject-command '",
        "' --time-limit 4\n",
    ] {
        assert!(ended.out.contains(line), "no {line} in\n{}", ended.out);
    }
    let kept = "target/gjk-harness/grid-1-77.misbehaving.json";
    for subcommand in [
        &["check"][..],
        &["explain"],
        &["explain", "--json"],
        &["explain", "--html", "page.html"],
        &["shrink"],
    ] {
        let flags = [subcommand, &[kept, "--subject-command", &command]].concat();
        let ended = harness(&folder, &flags);
        assert_eq!((ended.code, &*ended.err), (1, ""), "{subcommand:?}");
    }
    // Only if other cases wait.
    let command = misbehaving("crowd", "-77");
    let flags = [
        "--cases",
        "130",
        "--families",
        "grid",
        "--subject-command",
        &command,
    ];
    let ended = harness(&folder, &flags);
    let told = "crash: it ended, exit status: 4; in a batch of 8, none of which fails alone\n";
    assert!(ended.out.contains(told), "{}", ended.out);
}

/// Claim: repeated iterations of a program are named; without a trace, termination is not reported
/// as holding.
#[test]
fn a_circle_in_a_trace_is_told() {
    let folder = twelve("circle");
    let command = misbehaving("circle", "bad");
    let program = ["--subject-command", &*command];
    let ended = harness(&folder, &[&["check", "cases.jsonl"][..], &program].concat());
    assert_eq!((ended.code, &*ended.err), (1, ""));
    for said in ["  error    step 4 repeats step 2\n", "11 hold, 1 broken"] {
        assert!(ended.out.contains(said), "no {said} in {}", ended.out);
    }
    let flags = ["--cases", "50", "--families", "grid"];
    let ended = harness(&folder, &[&flags[..], &program].concat());
    let said =
        "misbehaving: termination not judged in 50 cases, which have no trace with simplices\n";
    assert!(ended.out.contains(said), "no {said} in {}", ended.out);
    let explain = ["explain", "cases.jsonl", "--id", "good-1", "--json"];
    let story: Value =
        serde_json::from_str(&fine(&folder, &[&explain[..], &program].concat())).expect("JSON");
    let rulings = story["rulings"].as_array().expect("rulings");
    let of_termination = |ruling: &&Value| ruling["property"] == "termination";
    let outcomes = rulings
        .iter()
        .filter(of_termination)
        .map(|ruling| &ruling["outcome"]);
    assert_eq!(outcomes.collect::<Vec<_>>(), ["not_judged"]);
}

/// Claim: a program in `f32` is scored in ulps of `f32`: for a verdict wrong by about the whole
/// size some millions, and in ulps of `f64` some times 10^15; the relative error is the same.
#[test]
fn a_program_in_f32_is_scored_in_its_ulps() {
    let folder = folder("program-f32");
    let flags = ["--json", "--families", "nested", "--cases", "40"];
    let score = |how: &str| {
        let command = misbehaving(how, "");
        let program = ["--subject-command", &*command];
        let ended = harness(&folder, &[&flags[..], &program].concat());
        let value: Value = serde_json::from_str(&ended.out).expect("JSON");
        let score = &value["rows"][0]["tally"]["score"];
        ["error_ulps", "error_relative"].map(|name| score[name].as_f64().expect("a number"))
    };
    let ([in_f32, part], [in_f64, same]) = (score("f32"), score("f64"));
    assert_eq!(part, same);
    assert!(in_f32 < 1e8 && in_f64 > 1e14, "{in_f32} {in_f64}");
}

/// Claim: for each family the first wrong answer of a program is shrunk, and shown with commands
/// that run the program again: it still gives the same kind of wrong answer.
#[test]
fn wrong_answers_of_a_program_are_shrunk() {
    let folder = folder("program-shrunk");
    let command = sample("two-points-unclamped");
    let flags = ["--cases", "60", "--families", "range,grid"];
    let program = ["--subject-command", &*command];
    let ended = harness(&folder, &[&flags[..], &program].concat());
    assert_eq!((ended.code, &*ended.err), (1, ""));
    let files: Vec<&str> = (ended.out.lines())
        .filter_map(|line| {
            line.strip_prefix("  case     ")?
                .split_once("   (shrunk from ")
        })
        .map(|(file, _)| file)
        .collect();
    assert_eq!(files.len(), 2, "{}", ended.out);
    for file in files {
        let again = harness(&folder, &[&["check", file][..], &program].concat());
        let broken = again.out.lines().next().expect("a line");
        assert!(ended.out.contains(broken), "no {broken} in {}", ended.out);
    }
}

/// Claim: the first wrong answer of a family is shown also if the program crashed at more cases
/// before it than are kept. It crashes at the first ten.
#[test]
fn crashes_do_not_hide_a_wrong_answer() {
    let folder = folder("program-hidden");
    let command = misbehaving("crash", "-2-1");
    let flags = [
        "--seed", "2", "--first", "10", "--cases", "20", "--jobs", "1",
    ];
    let program = ["--families", "grid", "--subject-command", &command];
    let ended = harness(&folder, &[&flags[..], &program].concat());
    assert_eq!((ended.code, &*ended.err), (1, ""));
    assert!(ended.out.contains(" 10 crashes, "), "{}", ended.out);
    let wrong = ended.out.matches("  error    says separated").count();
    assert_eq!(wrong, 1, "{}", ended.out);
}

/// Claim: `hunt` and `touch-band` take programs as well, and `explain` shows the iterations that a
/// program reports.
#[test]
fn other_commands_ask_programs_too() {
    let folder = folder("others");
    let command = sample("two-points");
    let named = root().join("tests/cases/named/traces.jsonl");
    let named = named.to_str().expect("a path");
    let explain = [
        "explain",
        named,
        "--id",
        "2d-worked-example",
        "--subject-command",
        &command,
    ];
    let text = fine(&folder, &explain);
    for line in [
        "iteration 1: start, program",
        "distance        1.71791138077466",
        "after 5 iterations",
    ] {
        assert!(text.contains(line), "no {line} in\n{text}");
    }
    let bands = fine(
        &folder,
        &["touch-band", "--json", "--subject-command", &command],
    );
    let bands: Value = serde_json::from_str(&bands).expect("JSON");
    let curves = bands.as_array().expect("curves").iter();
    assert!(
        curves
            .map(|curve| &curve["subject"])
            .eq(["sample-two-points"; 2])
    );
    let crash = misbehaving("crash", "-");
    let hunt = [
        "hunt",
        "--climbs",
        "1",
        "--steps",
        "3",
        "--families",
        "grid",
        "--subject-command",
        &crash,
    ];
    let ended = harness(&folder, &hunt);
    assert_eq!((ended.code, &*ended.err), (1, ""));
    assert!(ended.out.contains("crash: it ended"), "{}", ended.out);
}

/// Claim: a campaign gives up on a program that hangs again and again, says so in a line, keeps its
/// counts, and ends as for a broken promise, also if all its failures are known. `--json` has it
/// too, and `--bless` is refused. So it does with lines that are no answer to the case, as it has
/// to be started again; a line with the id of the case costs no new start, whatever else it has.
#[test]
fn a_program_that_hangs_is_given_up() {
    let folder = folder("given-up");
    let run = |how: &str, more: &[&str]| {
        let command = misbehaving(how, "-");
        let flags = [
            "--cases",
            "150",
            "--families",
            "grid",
            "--jobs",
            "1",
            "--time-limit",
            "0.3",
            "--give-up-after",
            "3",
            "--subject-command",
            &command,
        ];
        harness(&folder, &[&flags, more].concat())
    };
    let ended = run("hang", &[]);
    assert_eq!((ended.code, &*ended.err), (1, ""));
    for line in [
        "misbehaving: 3 cases judged, 147 unsupported\n",
        "misbehaving: 3 of the judged without an answer: 3 hangs, 0 crashes, 0 errors, 0 nonsense, 0 at its limit\n",
        "misbehaving: given up after too many new starts (--give-up-after): 147 cases not judged, ",
    ] {
        assert!(ended.out.contains(line), "no {line} in\n{}", ended.out);
    }
    fs::write(folder.join("known.json"), "{}").expect("a file");
    let known = ["--known", "known.json"];
    let refused = run("hang", &[&known[..], &["--bless"]].concat());
    assert_eq!(refused.code, 2);
    assert_eq!(
        refused.err,
        "error: known.json: not written: misbehaving was given up, so kinds of failure may be missing\n"
    );
    let hang = r#"{"misbehaving":{"scalar":"f64","families":{"grid":{"cases":1,"judged":{},"failures":
        {"termination, hang":{"property":"termination","cases":1,"ulps":null}}}}}}"#;
    fs::write(folder.join("known.json"), hang).expect("a file");
    let ended = run("hang", &known);
    assert!(ended.out.contains(" 0 not in known.json"), "{}", ended.out);
    assert_eq!((ended.code, &*ended.err), (1, ""));
    let ended = run("hang", &["--json"]);
    let value: Value = serde_json::from_str(&ended.out).expect("JSON");
    assert_eq!(value["given_up"], serde_json::json!({"misbehaving": 147}));
    let ended = run("words", &[]);
    let said = "given up after too many new starts (--give-up-after): 147 cases not judged, ";
    assert!(ended.out.contains(said), "{}", ended.out);
    let ended = run("nan", &[]);
    let all = "misbehaving: 150 of the judged without an answer: 0 hangs, 0 crashes, 0 errors, 150 nonsense, 0 at its limit\n";
    assert!(ended.out.contains(all), "{}", ended.out);
    assert!(!ended.out.contains("given up"), "{}", ended.out);
}

/// Claim: `check`, `hunt` and `touch-band`, and the touch bands of a report, give up on a program
/// that hangs again and again: they say so in a line, show what they have, and exit with 1.
#[test]
fn every_command_gives_up_on_a_program_that_hangs() {
    let folder = twelve("all-give-up");
    let command = misbehaving("hang", "-");
    let flags = ["--time-limit", "0.3", "--give-up-after", "3"];
    let flags = [&flags[..], &["--subject-command", &command]].concat();
    let told = "misbehaving: given up after too many new starts (--give-up-after): ";
    for (asked, lines) in [
        (
            &["check", "cases.jsonl"][..],
            &[
                "misbehaving: 12 cases, 0 hold, 3 broken, 9 not judged (9 given up)\n",
                "9 cases not judged\n",
            ][..],
        ),
        (
            &["hunt", "--families", "grid", "--jobs", "1"],
            &[" hunt-distance-1-2 ", "further changes not judged\n"],
        ),
        (&["touch-band"], &["| misbehaving ", " pairs not judged\n"]),
        (
            &[
                "--families",
                "grid",
                "--cases",
                "9",
                "--jobs",
                "1",
                "--report",
                "report",
            ],
            &["6 cases not judged", "report/index.html"],
        ),
    ] {
        let ended = harness(&folder, &[asked, &flags].concat());
        assert_eq!((ended.code, &*ended.err), (1, ""), "{asked:?}");
        assert!(ended.out.contains(told), "{asked:?}: {}", ended.out);
        for line in lines {
            assert!(ended.out.contains(line), "no {line} in {}", ended.out);
        }
    }
    let checked = [&["check", "cases.jsonl", "--json"], &flags[..]].concat();
    let ended = harness(&folder, &checked);
    let last: Value =
        serde_json::from_str(ended.out.lines().last().expect("a line")).expect("JSON");
    assert_eq!(last["verdict"], "not judged");
    assert_eq!(last["detail"], "given up");
    let hunted = ["hunt", "--families", "grid", "--jobs", "1", "--json"];
    let ended = harness(&folder, &[&hunted, &flags[..]].concat());
    let value: Value = serde_json::from_str(&ended.out).expect("JSON");
    assert_eq!(value["given_up"], true);
    assert_eq!(value["found"].as_array().expect("finds").len(), 3);
}

/// Claim: the shapes are not blamed for cases that a program did not get after it was given up: the
/// text does not call them unsupported in a family without a judged case, and the report says how
/// many there are, and shows what the program did with its worst case.
#[test]
fn shapes_are_not_blamed_for_a_program_that_was_given_up() {
    let folder = folder("given-up-report");
    let command = misbehaving("crash", "-");
    let flags = ["--families", "grid,flat", "--cases", "20", "--jobs", "1"];
    let more = ["--give-up-after", "3", "--report", "report"];
    let program = ["--subject-command", &command];
    let ended = harness(&folder, &[&flags[..], &more, &program].concat());
    assert_eq!((ended.code, &*ended.err), (1, ""));
    let line = "\nNo case judged: flat\n";
    assert!(ended.out.contains(line), "{}", ended.out);
    let read = |name: &str| fs::read_to_string(folder.join("report").join(name)).expect("a page");
    let index = read("index.html");
    let said = "misbehaving: given up after too many new starts: 37 cases not judged.";
    assert!(index.contains(said), "{index}");
    let page = read("cases/misbehaving/grid-1-0.html");
    assert!(!page.contains("does not support"), "the shapes are blamed");
    assert!(
        page.contains("crash: it ended, exit status: 3"),
        "no reason"
    );
}

/// Claim: a program in `f32` gets only cases whose numbers are all `f32`, in whatever format they
/// are stored; others count as unsupported.
#[test]
fn a_program_in_f32_is_asked_what_it_can_hold() {
    let folder = folder("f32-cases");
    let family = family::find("full_mantissa").expect("a family");
    let (count, sides) = (60, r#""half_extents":[0.5,0.25]"#);
    let drawn = (0..count).map(|index| family::case_from_seed(family, 1, index));
    let mut lines: Vec<String> = drawn.map(|case| json::value(&case).to_string()).collect();
    let in_f32 = format!(
        r#"{{"id":"in-f32","dim":2,"scalar":"f64","a":{{"kind":"box",{sides}}},"b":{{"kind":"box",{sides}}},"expect":{{}}}}"#
    );
    lines.push(
        in_f32
            .replace("in-f32", "not-in-f32")
            .replace("0.25", "0.1"),
    );
    lines.push(in_f32);
    fs::write(folder.join("cases.jsonl"), lines.join("\n")).expect("a file");
    let command = misbehaving("f32", "");
    let flags = [
        "check",
        "cases.jsonl",
        "--json",
        "--subject-command",
        &command,
    ];
    let ended = harness(&folder, &flags);
    let mut asked = [0; 2];
    for (line, stored) in ended.out.lines().zip(&lines) {
        let value: Value = serde_json::from_str(line).expect("JSON");
        let is_asked = value["verdict"] != "not judged";
        let can_hold = stored.contains(r#""scalar":"f32""#) || stored.contains("\"in-f32\"");
        assert_eq!(is_asked, can_hold, "{line}");
        asked[usize::from(is_asked)] += 1;
    }
    assert!(asked.iter().all(|count| *count > 10), "{asked:?}");
}

/// Claim: a hunt takes any subject, and a failure of another subject or of a program is kept in the
/// given folder, with the observation; a case that breaks nothing is not kept as a failure.
#[test]
fn failures_of_others_are_hunted_and_kept() {
    let folder = folder("hunt-others");
    let hunt = [
        "hunt",
        "--climbs",
        "2",
        "--steps",
        "5",
        "--families",
        "grid",
    ];
    let of_another = ["--subject", "two-points-unclamped", "--json"];
    let ended = harness(&folder, &[&hunt[..], &of_another].concat());
    assert_eq!((ended.code, &*ended.err), (1, ""));
    let found: Value = serde_json::from_str(&ended.out).expect("JSON");
    assert_ne!(found["found"][0]["broken"], serde_json::json!([]));
    let case = found["found"][0]["case"].to_string();
    fs::write(folder.join("worst.json"), case).expect("a file");

    let keep = |name: &str, who: &[&str]| {
        let keep = ["keep", "worst.json", name, "--folder", "mine"];
        harness(&folder, &[&keep[..], who].concat())
    };
    let program = sample("two-points-unclamped");
    for (name, who) in [
        ("by-name", ["--subject", "two-points-unclamped"]),
        ("by-command", ["--subject-command", &program]),
    ] {
        let ended = keep(name, &who);
        assert_eq!((ended.code, &*ended.err), (0, ""), "{name}");
        let kept = fs::read_to_string(folder.join(format!("mine/{name}.json"))).expect("a case");
        let kept: Value = serde_json::from_str(&kept).expect("JSON");
        let observed = kept["observed"].as_str().expect("what was observed");
        assert!(observed.contains("two-points-unclamped: "), "{observed}");
    }
    let sound = keep("sound", &["--subject", "gjk-core"]);
    assert_eq!((sound.code, &*sound.out), (2, ""));
    assert!(sound.err.contains("breaks no promise"), "{}", sound.err);
    assert!(!folder.join("mine/sound.json").exists());
}

/// Claim: Ctrl-C reaches the programs of a campaign too, as on a terminal, and the answers that it
/// took from them count for nothing: neither the ledger nor the table blames the program, and no
/// case saved before is lost. The signal is sent when some are, and the campaign is far from its end.
#[cfg(unix)]
#[test]
fn a_stopped_campaign_does_not_blame_its_program() {
    let folder = folder("campaign-stopped");
    let command = sample("gjk-core");
    let child = Command::new(env!("CARGO_BIN_EXE_gjk-harness"))
        .args(["--cases", "1e9", "--families", "grid", "--jobs", "2"])
        .args(["--resume", "night.json", "--save-every", "0"])
        .args(["--subject-command", &command])
        .current_dir(&folder)
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // The file is replaced as a whole, so it is always complete.
    let tally = || {
        let text = fs::read_to_string(folder.join("night.json")).ok()?;
        let ledger: Value = serde_json::from_str(&text).expect("JSON");
        Some(ledger["rows"][0]["tally"].clone())
    };
    let cases = || tally().map_or(0, |tally| tally["cases"].as_u64().expect("a count"));
    while cases() == 0 {
        std::thread::yield_now();
    }
    let before = cases();
    let mut sent = Command::new("kill");
    let sent = sent.args(["-INT", "--", &format!("-{}", child.id())]);
    assert!(sent.status().expect("it is sent").success());
    let output = child.wait_with_output().expect("it ends");
    let [out, err] = [output.stdout, output.stderr].map(String::from_utf8);
    let (out, err) = (out.expect("UTF-8"), err.expect("UTF-8"));
    assert_eq!(
        (output.status.code(), &*err),
        (Some(130), STOPPING),
        "{out}"
    );
    let tally = tally().expect("a ledger");
    assert_eq!(tally.get("unanswered"), None, "{tally}");
    assert_eq!(
        (&tally["broken"], &tally["score"]["panics"]),
        (&0.into(), &0.into())
    );
    assert!(cases() >= before, "{before} cases were saved: {tally}");
    let said = format!("\nStopped after {} of 1000000000 cases: ", cases());
    assert!(out.contains(&said), "{out}");
}

/// Claim: a hunt that Ctrl-C stops prints and saves its finds, as JSON too. The signal reaches the
/// program as well, as on a terminal; that is no failure of it. It is sent after 200 lines, when a
/// climb has found something, and the hunt is far from its end.
#[cfg(unix)]
#[test]
fn a_stopped_hunt_keeps_its_finds() {
    let folder = folder("hunt-stopped");
    let command = format!("sh -c \"tee -a lines.jsonl | '{SAMPLE}' gjk-core\"");
    for (run, flags) in [("text", &[][..]), ("json", &["--json"])] {
        let saved = format!("{run}.jsonl");
        let lines = folder.join("lines.jsonl");
        fs::write(&lines, "").expect("a file");
        let child = Command::new(env!("CARGO_BIN_EXE_gjk-harness"))
            .args(["hunt", "--climbs", "1000000000", "--steps", "1000000000"])
            .args(["--families", "grid", "--jobs", "2", "--output", &saved])
            .args(["--subject-command", &command])
            .args(flags)
            .current_dir(&folder)
            .process_group(0)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let sent = || fs::read_to_string(&lines).map_or(0, |text| text.lines().count());
        while sent() < 200 {
            std::thread::yield_now();
        }
        let mut sent = Command::new("kill");
        let sent = sent.args(["-INT", "--", &format!("-{}", child.id())]);
        assert!(sent.status().expect("it is sent").success());
        let output = child.wait_with_output().expect("it ends");
        let [out, err] = [output.stdout, output.stderr].map(String::from_utf8);
        let (out, err) = (out.expect("UTF-8"), err.expect("UTF-8"));
        let ended = (output.status.code(), &*err);
        assert_eq!(ended, (Some(130), STOPPING), "{out}");
        let saved = fs::read_to_string(folder.join(&saved)).expect("a file");
        let count = saved.lines().count();
        assert!(count > 0, "{out}");
        if run == "text" {
            assert_eq!(out.matches(" hunt-distance-1-").count(), count, "{out}");
            assert!(out.contains("\nThe worst cases are saved: text.jsonl\n"));
            assert!(out.contains("\nStopped after "), "{out}");
            assert!(!out.contains("BROKEN") && !out.contains("inf"), "{out}");
        } else {
            let value: Value = serde_json::from_str(&out).expect("JSON");
            assert_eq!(value["found"].as_array().expect("finds").len(), count);
            assert_eq!(value["found"][0]["broken"], serde_json::json!([]));
            assert_eq!(value["file"], "json.jsonl");
        }
    }
}

/// Claim: a program that cannot answer at all is one line and exit code 2, with the reason.
#[test]
fn programs_that_cannot_be_asked_are_refused() {
    let folder = folder("no-program");
    for (command, limit, word) in [
        (
            misbehaving("no-hello", ""),
            "0.2",
            "hang: no answer within 5 s",
        ),
        (
            misbehaving("no-start", ""),
            "5",
            "exit status: 3; it said \"no licence",
        ),
        (misbehaving("usage", ""), "5", "\"Usage: gjk FILE\""),
        (misbehaving("version", ""), "5", "version 2"),
        (misbehaving("name", ""), "5", "`gjk-core`"),
        ("/nowhere/gjk".to_owned(), "5", "cannot be started"),
        ("'open".to_owned(), "5", "an unclosed quote"),
        (String::new(), "5", "empty"),
        (sample("gjk-core"), "0", "--time-limit"),
        (sample("gjk-core"), "1e9", "--time-limit"),
    ] {
        let flags = [
            "--cases",
            "1",
            "--subject-command",
            &command,
            "--time-limit",
            limit,
        ];
        let ended = harness(&folder, &flags);
        assert_eq!(
            (ended.code, &*ended.out),
            (2, ""),
            "{command}: {}",
            ended.err
        );
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
        assert!(ended.err.contains(word), "{command}: {}", ended.err);
    }
    let both = [
        "explain",
        "grid-1-1",
        "--subject",
        "gjk-core",
        "--subject-command",
        "x",
    ];
    assert_eq!(harness(&folder, &both).code, 2);
}
