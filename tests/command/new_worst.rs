//! A new worst: an error beyond the record of a family, with all promises kept.

use std::fs;
use std::path::Path;

use gjk_harness::judge::budget;
use serde_json::Value;

use super::{boxes, fine, folder, harness};

/// A case of curved shapes whose upper bound is off by 1.23 ulps.
const CURVED: &str = "curved-7-9641";

/// A folder with that case under the name of a family with smaller errors, and with a case that
/// contradicts its source.
fn folder_with_a_new_worst(name: &str) -> super::Folder {
    let worst = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/worst/curved.jsonl");
    let worst = fs::read_to_string(worst).expect("the worst cases");
    let mut lines = worst.lines();
    let line = lines.find(|line| line.contains(CURVED)).expect(CURVED);
    let folder = folder(name);
    let case = line.replace(CURVED, "grid-0-0");
    fs::write(folder.join("worst.json"), case).expect("a file");
    let contrary = boxes("contrary", r#"{"distance":5,"tol":1e-9}"#);
    fs::write(folder.join("contrary.json"), contrary).expect("a file");
    folder
}

/// Claim: `check` names a new worst and the record to change, and exits with 1 only with
/// `--strict`; a broken promise exits with 1 always.
#[test]
fn a_checked_new_worst_fails_only_strictly() {
    let folder = folder_with_a_new_worst("new-worst");
    let text = fine(&folder, &["check", "worst.json"]);
    let record = budget::record("upper", "grid").expect("a record");
    let change = format!(
        "  change   src/judge/budget.rs:{}: upper of grid, number 5 in the row: 1.00 becomes 2.00\n",
        record.line
    );
    for part in [
        "grid  gjk-core  NEW WORST\n",
        "  error    1.23 ulps > measured 1 ulp, promised 2 ulps",
        &change,
        "  case     worst.json:1: grid-0-0\n",
        "gjk-core: 1 case, 0 hold, 1 new worst, 0 broken, 0 not judged\n",
    ] {
        assert!(text.contains(part), "no `{part}` in\n{text}");
    }
    let strict = harness(&folder, &["check", "worst.json", "--strict"]);
    assert_eq!((strict.code, strict.out), (1, text));
    let json = fine(&folder, &["check", "worst.json", "--json"]);
    let value: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["verdict"], "new worst");
    let named = value["detail"].as_array().expect("names");
    assert!(named.contains(&"upper".into()), "{json}");
    for more in [&[][..], &["--strict"]] {
        let ended = harness(&folder, &[&["check", "contrary.json"], more].concat());
        assert_eq!(ended.code, 1, "{}", ended.out);
    }
}

/// Claim: a story has its own state for a new worst, and `shrink` leaves the case unchanged, and
/// says why.
#[test]
fn a_new_worst_is_told_and_not_shrunk() {
    let folder = folder_with_a_new_worst("new-worst-told");
    let text = fine(&folder, &["explain", "worst.json", "--json"]);
    let story: Value = serde_json::from_str(&text).expect("JSON");
    let mut rulings = story["rulings"].as_array().expect("rulings").iter();
    let ruling = rulings.find(|ruling| ruling["property"] == "upper");
    assert_eq!(ruling.expect("a ruling")["outcome"], "new_worst");
    let refused = harness(&folder, &["shrink", "worst.json"]);
    assert_eq!((refused.code, refused.err.lines().count()), (2, 1));
    for words in ["no promise is found broken", "upper", "is not shrunk"] {
        assert!(refused.err.contains(words), "{}", refused.err);
    }
}

/// Claim: ledgers contain new worsts: merged ones name them, and fail only with `--strict`. A
/// ledger of an older format is refused in one line, as its counts of broken cases mean something
/// else.
#[test]
fn ledgers_carry_new_worsts() {
    let folder = folder("new-worst-ledger");
    let flags = ["--families", "grid", "--cases", "20", "--json"];
    let text = fine(&folder, &flags);
    let mut ledger: Value = serde_json::from_str(&text).expect("JSON");
    let tally = &mut ledger["rows"][0]["tally"];
    tally["new_worst"] = 1.into();
    let distance = &mut tally["properties"]["distance"];
    let within = distance["within"].as_u64().expect("a count") - 1;
    distance["within"] = within.into();
    distance["new_worst"] = 1.into();
    distance["worst_ulps"] = 1.75.into();
    fs::write(folder.join("new.json"), ledger.to_string()).expect("a file");
    let merge = ["report", "merge", "new.json"];
    let merged = fine(&folder, &merge);
    let counted = "counted as a new worst of distance, which this program does not reproduce\n";
    assert!(merged.contains(counted), "{merged}");
    let strict = harness(&folder, &[&merge[..], &["--strict"]].concat());
    assert_eq!((strict.code, strict.out), (1, merged));
    let json = fine(&folder, &[&merge[..], &["--json"]].concat());
    assert_eq!(serde_json::from_str::<Value>(&json).expect("JSON"), ledger);

    let old = text.lines().filter(|line| !line.contains("new_worst"));
    let old: String = old.collect();
    fs::write(folder.join("old.json"), old).expect("a file");
    for asked in [
        &["report", "merge"][..],
        &[&flags[..], &["--resume"]].concat(),
    ] {
        let ended = harness(&folder, &[asked, &["old.json"]].concat());
        assert_eq!((ended.code, ended.err.lines().count()), (2, 1));
        let refusal = "old.json: not the output of `campaign --json`: missing field `new_worst`";
        assert!(ended.err.contains(refusal), "{}", ended.err);
    }
}
