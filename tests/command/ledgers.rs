//! Campaigns that are stopped and resumed, and shards that are merged: always the result of one
//! run.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use gjk_harness::campaign;
use gjk_harness::case::Case;
use gjk_harness::family;
use gjk_harness::ledger::Ledger;
use gjk_harness::plan::{Laws, Plan, Shard};
use gjk_harness::subject::{self, Answer, GjkCore, Subject};

#[cfg(unix)]
use super::STOPPING;
use super::{fine, folder, harness, listing};

/// The campaign of these tests: two families, 120 cases of each.
const CAMPAIGN: [&str; 4] = ["--families", "grid,uniform", "--cases", "120"];

/// The same as a plan.
fn plan() -> Plan {
    let names = ["grid", "uniform"];
    Plan {
        seed: 1,
        first: 0,
        cases: 120,
        families: names
            .map(|name| family::find(name).expect("a family"))
            .into(),
        subjects: vec![&GjkCore],
        shard: Shard::WHOLE,
        laws: Laws::InTurn,
    }
}

fn with(rest: &[&'static str]) -> Vec<&'static str> {
    [&CAMPAIGN[..], rest].concat()
}

/// Claim: a campaign that was stopped has the same end as one that was not, whether it was stopped
/// in between, before its first case, or after its last. Its file is the result as JSON, its folder
/// is created, and nothing else is left.
#[test]
fn a_campaign_goes_on_where_it_was_stopped() {
    let folder = folder("resume");
    let file = folder.join("half.json");
    let whole = fine(&folder, &with(&["--json"]));
    let plan = plan();
    let mut ledger = Ledger::new(&plan);
    assert!(campaign::advance(&plan, &mut ledger, &|_| {}, &|| false));
    assert_eq!(ledger.done(), 120, "one of two families");
    fs::write(&file, serde_json::to_string(&ledger).expect("JSON")).expect("a file");
    for start in ["half.json", "new.json"] {
        let text = fine(
            &folder,
            &[&with(&["--json", "--resume"])[..], &[start]].concat(),
        );
        assert_eq!(text, whole, "{start}");
        assert_eq!(
            fs::read_to_string(folder.join(start)).expect("a file"),
            whole
        );
    }
    let again = fine(&folder, &with(&["--json", "--resume", "half.json"]));
    assert_eq!(again, whole);
    let nested = folder.join("a/new/folder.json");
    let words = with(&["--json", "--resume", "a/new/folder.json"]);
    assert_eq!(fine(&folder, &words), whole);
    assert_eq!(fs::read_to_string(nested).expect("a file"), whole);
    fs::remove_dir_all(folder.join("a")).expect("a folder of our own");
    let left = listing(&folder).into_iter().map(|(path, _)| path);
    assert!(left.eq(["half.json", "new.json"].map(|name| folder.join(name))));
}

/// Says that all shapes are as far apart as a number can be.
struct Farthest;

impl Subject for Farthest {
    fn name(&self) -> &'static str {
        "farthest"
    }

    fn answer(&self, _case: &Case) -> Option<Answer> {
        Some(Answer::measured(f64::MAX))
    }
}

/// Claim: a ledger reads back to the same counts if an error is infinite, as that of the largest
/// number is in ulps.
#[test]
fn an_infinite_error_is_read_back() {
    let plan = Plan {
        subjects: vec![&Farthest],
        ..plan()
    };
    let mut ledger = Ledger::new(&plan);
    while campaign::advance(&plan, &mut ledger, &|_| {}, &|| false) {}
    assert_eq!(ledger.rows[0].tally.score.error_ulps, f64::INFINITY);
    let text = serde_json::to_string(&ledger).expect("JSON");
    let read: Ledger = serde_json::from_str(&text).expect("a ledger");
    assert_eq!(read, ledger);
}

/// A campaign that Ctrl-C stops: its output, and the ledger in its file. The signal is sent when the
/// file exists, and the campaign is far from its end.
#[cfg(unix)]
fn stopped(name: &str, more: &[&str]) -> (String, Ledger) {
    let folder = folder(name);
    let child = Command::new(env!("CARGO_BIN_EXE_gjk-harness"))
        .args([
            "--cases",
            "1e9",
            "--families",
            "grid",
            "--resume",
            "night.json",
        ])
        .args(more)
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let file = folder.join("night.json");
    while !file.exists() {
        std::thread::yield_now();
    }
    let second = harness(&folder, &["--cases", "9", "--resume", "night.json"]);
    assert_eq!(second.code, 2);
    assert_eq!(
        second.err,
        "error: night.json: another campaign is writing it\n"
    );
    let mut sent = Command::new("kill");
    let sent = sent.args(["-INT", &child.id().to_string()]);
    assert!(sent.status().expect("it is sent").success());
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), STOPPING);
    let read = fs::read_to_string(&file).expect("a file");
    assert_eq!(listing(&folder).len(), 1, "no lock is left");
    (out, serde_json::from_str(&read).expect("a ledger"))
}

/// Claim: Ctrl-C is heard at once on standard error, and ends a campaign with its table so far and
/// how to continue; the file has the counts. A shard counts its own cases.
#[cfg(unix)]
#[test]
fn a_stopped_campaign_says_how_far_it_came() {
    for (shard, all) in [("1/1", 1_000_000_000), ("2/4", 250_000_000)] {
        let (out, ledger) = stopped("stopped", &["--shard", shard]);
        let done = ledger.rows[0].tally.cases;
        let said = format!(
            "\nStopped after {done} of {all} cases: the same command continues, with --resume night.json\n"
        );
        assert!(done > 0 && out.ends_with(&said), "{out}");
        assert!(out.contains("| grid "), "{out}");
    }
}

/// Claim: a stopped campaign names the flags whose files it does not write.
#[cfg(unix)]
#[test]
fn a_stopped_campaign_says_what_is_not_written() {
    let flags = ["--keep-worst", "worst", "--report", "report"];
    let flags = [&flags[..], &["--known", "known.json", "--bless"]].concat();
    let (out, _) = stopped("stopped-unwritten", &flags);
    let said =
        "Not written, as the campaign is not finished: --keep-worst, --report, --known --bless\n";
    assert!(out.ends_with(said), "{out}");
}

/// Claim: with `--json` a stopped campaign prints JSON: what its file has.
#[cfg(unix)]
#[test]
fn a_stopped_campaign_prints_json() {
    let (out, ledger) = stopped("stopped-json", &["--json"]);
    let printed: Ledger = serde_json::from_str(&out).expect("a ledger");
    assert!(ledger.done() > 0);
    assert_eq!(printed, ledger);
}

/// Claim: a campaign that is killed a hundred times, at any moment, loses nothing it had saved:
/// each time the file is complete and no shorter, and the end is that of an uninterrupted campaign,
/// in the table, the file and the folder. Each run is killed a number of turns after it has saved
/// some progress, so in every part of its loop: while it judges, writes, flushes or renames.
#[cfg(unix)]
#[test]
fn a_campaign_survives_being_killed_a_hundred_times() {
    /// 10,000 blocks, each of which is saved, and of which a run should do a few dozen at most.
    const CASES: &str = "81920000";
    /// One case in four blocks.
    const SHARD: &str = "1/32768";
    const KILLS: u64 = 100;
    let folder = folder("killed");
    let flags = ["--cases", CASES, "--shard", SHARD, "--families", "grid"];
    let resume = ["--resume", "night.json", "--save-every", "0"];
    let flags = [&flags[..], &["--jobs", "1"]].concat();
    let whole = fine(&folder, &[&flags[..], &["--json"]].concat());
    let file = folder.join("night.json");
    let read = || fs::read_to_string(&file).unwrap_or_default();
    let (mut done, mut kills) = (0, 0);
    for kill in 0..KILLS {
        let before = read();
        let mut child = Command::new(env!("CARGO_BIN_EXE_gjk-harness"))
            .args([&flags[..], &resume].concat())
            .current_dir(&folder)
            .stdout(Stdio::null())
            .spawn()
            .expect("it starts");
        while read() == before {
            assert_eq!(child.try_wait().expect("a child"), None, "ended too soon");
            std::thread::yield_now();
        }
        for _ in 0..kill * 37 % KILLS {
            std::thread::yield_now();
        }
        child.kill().expect("it is killed");
        kills += u64::from(child.wait().expect("an end").code().is_none());
        let ledger: Ledger = serde_json::from_str(&read()).expect("a whole ledger");
        // The first write has no counts yet.
        // Not every block has a case of the shard.
        let next = ledger.rows[0].next;
        assert!(next > done || kill == 0, "{done} at number {kill}");
        done = next;
    }
    assert_eq!(kills, KILLS);
    let end = [&flags[..], &resume, &["--json"]].concat();
    assert_eq!(fine(&folder, &end), whole);
    assert_eq!(fs::read_to_string(&file).expect("a file"), whole);
    assert_eq!(listing(&folder).len(), 1, "nothing else is left");
}

/// Claim: if the disk is full, or files may not grow, or the folder is not writable, a campaign
/// says so in one line, exits with 2 and keeps what was saved before. Once there is space, the same
/// command ends like any other.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = folder("full");
    let whole = fine(&folder, &with(&["--json"]));
    let resume = ["--json", "--resume", "night.json", "--save-every", "0"];
    // An empty ledger fits, one with counts does not; a file that may not grow is as good as a full
    // disk.
    let script = "trap '' XFSZ; ulimit -f 4; exec \"$@\"";
    let ended = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_gjk-harness")])
        .args(with(&resume))
        .current_dir(&folder)
        .output()
        .expect("it starts");
    let line = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{line}");
    assert!(
        line.starts_with("error: night.json: File too large"),
        "{line}"
    );
    assert_eq!((ended.stdout.len(), line.lines().count()), (0, 1), "{line}");
    assert_eq!(listing(&folder).len(), 1, "only what was written before");
    assert_eq!(fine(&folder, &with(&resume)), whole);

    // Not even root can write there.
    let ended = harness(&folder, &with(&["--resume", "/sys/night.json"]));
    assert_eq!((ended.code, ended.err.lines().count()), (2, 1));
    assert!(
        ended.err.starts_with("error: /sys/night.json: "),
        "{}",
        ended.err
    );
    // A rename would replace the device.
    let ended = harness(&folder, &with(&["--resume", "/dev/full"]));
    assert_eq!(ended.code, 2);
    assert_eq!(ended.err, "error: /dev/full: is not a regular file\n");
}

/// Claim: the shards of a campaign merge into the table and the JSON of one run, in any order.
#[test]
fn shards_merge_into_one_run() {
    let folder = folder("merge");
    shards(&folder);
    let merge = ["report", "merge", "2.json", "3.json", "1.json"];
    assert_eq!(fine(&folder, &merge), fine(&folder, &CAMPAIGN));
    let json = [&merge[..], &["--json"]].concat();
    assert_eq!(fine(&folder, &json), fine(&folder, &with(&["--json"])));
}

/// Claim: ledgers that do not fit are refused in one line that names the file or the shard, and
/// nothing changes.
#[test]
fn what_does_not_go_together_is_refused() {
    let folder = folder("unfit");
    shards(&folder);
    let half = Ledger::new(&plan());
    let text = serde_json::to_string(&half).expect("JSON");
    fs::write(folder.join("half.json"), &text).expect("a file");
    fs::write(folder.join("cut.json"), &text[..text.len() / 2]).expect("a file");
    let wild = text.replace("\"next\":0", "\"next\":900");
    assert_ne!(wild, text);
    fs::write(folder.join("wild.json"), wild).expect("a file");
    fs::write(folder.join("other.json"), text.replace("grid", "flat")).expect("a file");
    let version = format!(r#""version":"{}","#, env!("CARGO_PKG_VERSION"));
    let old = r#""version":"0.0.9","#;
    assert!(text.contains(&version), "{text}");
    fs::write(folder.join("old.json"), text.replace(&version, old)).expect("a file");
    fs::write(folder.join("first.json"), text.replace(&version, "")).expect("a file");
    let unknown = text.replace("grid", "unheard");
    fs::write(folder.join("unheard.json"), unknown).expect("a file");
    let without_rows = Ledger {
        rows: Vec::new(),
        ..half
    };
    let text = serde_json::to_string(&without_rows).expect("JSON");
    fs::write(folder.join("empty.json"), text).expect("a file");
    fs::copy(folder.join("2.json"), folder.join("again.json")).expect("a copy");
    let before = listing(&folder);

    let refused: [(&[&str], &str); 19] = [
        (&["empty.json"], "no case of any family was judged"),
        (
            &["1.json", "2.json"],
            "shard 3/3 is missing; run the campaign with --shard",
        ),
        (
            &["1.json", "2.json", "3.json", "1.json"],
            "1.json: shard 1/3 is given twice, the first time in 1.json",
        ),
        (
            &["2.json", "3.json", "again.json"],
            "again.json: shard 2/3 is given twice, the first time in 2.json",
        ),
        (
            &["2.json"],
            "shards 1/3, 3/3 are missing; run the campaign with --shard",
        ),
        (
            &["half.json"],
            "shard 1/1 is not finished; continue with --resume",
        ),
        (
            &["1.json", "half.json"],
            "half.json: the number of shards is 1, expected 3",
        ),
        (&["1.json", "none.json"], "none.json: "),
        (
            &["cut.json"],
            "cut.json: not the output of `campaign --json`: EOF",
        ),
        (
            &["wild.json"],
            "wild.json: the indices of grid are out of order",
        ),
        (
            &["1.json", "other.json"],
            "other.json: the list of families is flat,uniform",
        ),
        (
            &["1.json", "old.json"],
            "old.json: the version of gjk-harness is 0.0.9, expected ",
        ),
        (
            &["first.json"],
            "first.json: the version of gjk-harness is unknown, expected ",
        ),
        (
            &["--resume", "old.json"],
            "old.json: the version of gjk-harness is 0.0.9, expected ",
        ),
        (&["unheard.json"], "shard 1/1 is not finished"),
        (
            &["--resume", "half.json", "--seed", "2"],
            "half.json: the seed is 1, expected 2",
        ),
        (
            &["--resume", "half.json", "--all-laws"],
            "half.json: the choice of laws is one in turn",
        ),
        (
            &["--resume", "1.json"],
            "1.json: the shard is 1/3, expected 1/1",
        ),
        (
            &["--resume", "cut.json"],
            "cut.json: not the output of `campaign --json`: EOF",
        ),
    ];
    for (arguments, message) in refused {
        let arguments = if arguments[0] == "--resume" {
            [&CAMPAIGN[..], arguments].concat()
        } else {
            [&["report", "merge"][..], arguments].concat()
        };
        let ended = harness(&folder, &arguments);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ended.err.contains(message), "{arguments:?}: {}", ended.err);
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
    }
    assert_eq!(listing(&folder), before);
}

/// Claim: a ledger in which the subjects of a family are not equally far is refused: continued, one
/// of them would count its cases twice.
#[test]
fn subjects_that_are_not_equally_far_are_refused() {
    let folder = folder("apart");
    let subjects = ["gjk-core", "newest-first"];
    let plan = Plan {
        subjects: subjects
            .map(|name| subject::find(name).expect("a subject"))
            .into(),
        ..plan()
    };
    let mut ledger = Ledger::new(&plan);
    ledger.rows[0].next = 120;
    let text = serde_json::to_string(&ledger).expect("JSON");
    fs::write(folder.join("apart.json"), text).expect("a file");
    let before = listing(&folder);
    let subjects = subjects.join(",");
    let rest = ["--subjects", &subjects, "--resume", "apart.json"];
    let ended = harness(&folder, &[&CAMPAIGN[..], &rest].concat());
    assert_eq!((ended.code, ended.out.as_str()), (2, ""));
    let message = "apart.json: the indices of grid are out of order";
    assert!(ended.err.contains(message), "{}", ended.err);
    assert_eq!(listing(&folder), before);
}

/// Runs three shards of the campaign, and saves their output.
fn shards(folder: &Path) {
    for (shard, file) in [("1/3", "1.json"), ("2/3", "2.json"), ("3/3", "3.json")] {
        let text = fine(folder, &with(&["--json", "--shard", shard]));
        fs::write(folder.join(file), text).expect("a file");
    }
}
