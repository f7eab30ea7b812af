//! Campaigns: the same bytes for any threads, counts that add up, and the worst cases saved.

use std::path::Path;

use serde_json::Value;

use super::{fine, folder, harness, listing};

/// Claim: a campaign prints the same bytes for any number of threads, with or without its
/// subcommand, nothing on standard error, and a line for each family. 200 cases of each.
#[test]
fn a_campaign_prints_the_same_for_any_threads() {
    let folder = folder("threads");
    let one = fine(
        &folder,
        &["campaign", "--strict", "--cases", "200", "--jobs", "1"],
    );
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

/// Claim: `--json` prints one JSON value with the plan and the counts of each family; the counts of
/// the shards, and of two halves one after the other, add up to the whole; another seed gives
/// others.
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
            (&row["subject"], &row["next"]),
            (&"gjk-core".into(), &97.into())
        );
        let row = &row["tally"];
        assert_eq!(row["cases"], 30);
        for name in ["broken", "new_worst", "unjudged"] {
            assert_eq!(row[name], 0, "{name}");
        }
        let classes = ["separated", "touching", "overlapping"].map(|name| row[name].as_u64());
        assert_eq!(classes.into_iter().flatten().sum::<u64>(), 30);
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
        vec!["40", "--first", "6e1"],
        vec!["1e2", "--seed", "2e0"],
    ]
    .map(|rest| rows(&folder, &[&near[..], &rest].concat()).remove(0));
    for name in [
        "cases",
        "separated",
        "touching",
        "overlapping",
        "second_phase",
    ] {
        let counts = parts.each_ref().map(|row| number(&row["tally"], name));
        assert_eq!(
            counts[0] + counts[1],
            number(&whole[0]["tally"], name),
            "{name}"
        );
        assert_eq!(
            counts[2] + counts[3],
            number(&whole[0]["tally"], name),
            "{name}"
        );
    }
    assert_ne!(parts[4], whole[0]);
}

fn number(row: &Value, name: &str) -> u64 {
    row[name]
        .as_u64()
        .unwrap_or_else(|| panic!("no {name} in {row}"))
}

/// Claim: a campaign saves its worst cases, one file for each family, and they hold as before.
#[test]
fn the_worst_cases_are_kept() {
    let folder = folder("worst");
    let flags = ["--cases", "50", "--families", "uniform,grid"];
    fine(&folder, &[&flags[..], &["--keep-worst", "worst"]].concat());
    let files: Vec<_> = listing(&folder.join("worst"));
    let names = files.iter().filter_map(|(path, _)| path.file_name());
    assert!(names.eq(["grid.jsonl", "uniform.jsonl"]));
    let text = fine(&folder, &["check", "worst", "--strict"]);
    assert!(text.contains(" 0 broken, 0 not judged"), "{text}");
}

/// Claim: a hunt prints the same bytes for any number of threads, saves the worst cases, which
/// hold, and refuses an unknown goal in one line. Four climbs of 40 steps.
#[test]
fn a_hunt_prints_and_saves_the_worst() {
    let folder = folder("hunt");
    let asked = [
        "hunt",
        "--maximise",
        "witness",
        "--climbs",
        "4",
        "--steps",
        "40",
        "--keep",
        "3",
    ];
    let with = |more: &[&'static str]| [&asked[..], more].concat();
    let one = fine(
        &folder,
        &with(&["--jobs", "1", "--families", "uniform,flat"]),
    );
    let two = fine(
        &folder,
        &with(&[
            "--jobs",
            "2",
            "--families",
            "uniform,flat",
            "--output",
            "worst.jsonl",
        ]),
    );
    let saved = "\nThe worst cases are saved: worst.jsonl\n";
    assert_eq!(format!("{one}{saved}"), two);
    assert_eq!(two.matches(" hunt-witness-1-").count(), 3, "{two}");
    let checked = fine(&folder, &["check", "worst.jsonl"]);
    assert!(checked.contains("3 cases, 3 hold"), "{checked}");
    let refused = harness(&folder, &["hunt", "--maximise", "beauty"]);
    assert_eq!((refused.code, refused.err.lines().count()), (2, 1));
    assert!(
        refused.err.contains("iterations, verdict, distance"),
        "{}",
        refused.err
    );
}

/// Claim: for subjects that promise nothing there are tables of their failures, and the run
/// succeeds; the worst case of each line is saved, states why, and is found wrong again.
#[test]
fn guests_are_scored() {
    let folder = folder("scoreboard");
    let names = ["--subjects", "gjk-core,triple-product"];
    let flags = [&["--cases", "150", "--families", "grid,range"], &names[..]].concat();
    let text = fine(&folder, &flags);
    for line in [
        "| triple-product | grid ",
        "| gjk-core       | range ",
        "| triple-product | ",
    ] {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
    assert_eq!(text, fine(&folder, &flags));
    let kept = "target/gjk-harness/scoreboard/triple-product-range.json";
    let case = std::fs::read_to_string(folder.join(kept)).expect("a case");
    assert!(case.contains("triple-product: "), "{case}");
    // A line without a fault has no such file, and the text does not say so.
    let right = ["--subjects", "unit-directions", "--families", "uniform"];
    let text = fine(&folder, &[&["--cases", "40"], &right[..]].concat());
    let said = "The worst case of each line is saved: ";
    assert!(text.contains(said), "{text}");
    let none = "target/gjk-harness/scoreboard/unit-directions-uniform.json";
    assert!(!folder.join(none).exists());
    // One subject may be asked for in the singular.
    let ended = harness(&folder, &["check", kept, "--subject", "triple-product"]);
    assert_eq!(ended.code, 1);
    assert!(
        ended.out.contains("1 case, 0 hold, 1 broken"),
        "{}",
        ended.out
    );
}

/// Claim: the touch band has a curve for each side of contact, with a point for each gap.
#[test]
fn touch_bands_are_printed() {
    let folder = folder("touch-band");
    let flags = ["touch-band", "--subjects", "gjk-core", "--json"];
    let value: Value = serde_json::from_str(&fine(&folder, &flags)).expect("JSON");
    let curves = value.as_array().expect("curves");
    assert_eq!(curves.len(), 2);
    for curve in curves {
        let points = curve["points"].as_array().expect("points");
        assert!(points.iter().map(|p| number(p, "exponent")).eq(1..=60));
        assert!(points.iter().all(|p| number(p, "asked") == 100));
    }
    let text = fine(&folder, &["touch-band", "--subjects", "gjk-core"]);
    assert!(text.contains("| gjk-core | overlapping |"), "{text}");
}
