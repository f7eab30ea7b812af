//! The command `speed`: that it measures and what it prints. Never how long anything took.

use serde_json::Value;

use super::{fine, folder, harness};

fn families(rows: &Value) -> Vec<&str> {
    let rows = rows.as_array().expect("rows").iter();
    let mut names: Vec<&str> = rows.filter_map(|row| row["family"].as_str()).collect();
    names.dedup();
    names
}

// Claim: the times are there for programs: each placement and query of the family, each with ours.
#[test]
fn times_are_printed_as_json() {
    let arguments = ["speed", "--rounds", "1", "--family", "poly3", "--json"];
    let out = fine(&folder("speed-json"), &arguments);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert!(report["cpu"].is_string() && report["bars"].is_array());
    assert_eq!(families(&report["rows"]), ["poly3"]);
    let rows = report["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 5 * 4);
    for row in rows {
        let contenders = row["contenders"].as_array().expect("contenders");
        let named = |name: &str| contenders.iter().find(|c| c["name"] == name);
        for name in ["gjk-core-hull", "gjk-core-packed", "gjk-core-polytope"] {
            let ours = named(name).expect(name);
            assert!(ours["nanoseconds"].as_f64().expect("a time") > 0.0);
            // The fastest of ours counts, so none is faster than ours.
            assert!(ours["ours_over_this"]["median"].as_f64().expect("a ratio") <= 1.0);
        }
    }
}

// Claim: people get a table, and are told what is missing without peers.
#[test]
fn times_are_printed_as_tables() {
    let arguments = ["speed", "--rounds", "1", "--family", "tetra", "--dim", "3"];
    let out = fine(&folder("speed-text"), &arguments);
    assert!(out.starts_with("CPU: "), "{out}");
    assert!(out.contains("3D, warm start: ns per query"), "{out}");
    assert_eq!(out.contains("--features peers"), !cfg!(feature = "peers"));
    assert_eq!(out.contains("floor, each cell"), cfg!(feature = "peers"));
    assert_eq!(out.contains("Ours over each peer"), cfg!(feature = "peers"));
}

// Claim: growth has a line for each number of vertices, and draws them where it is told to.
#[test]
fn growth_is_drawn() {
    let folder = folder("speed-growth");
    let arguments = [
        "speed", "growth", "--rounds", "1", "--most", "16", "--svg", "plot.svg",
    ];
    let out = fine(&folder, &arguments);
    assert!(
        out.contains("|        8 |") && out.contains("|       16 |"),
        "{out}"
    );
    let plot = std::fs::read_to_string(folder.join("plot.svg")).expect("a plot");
    assert!(plot.starts_with("<svg"));
}

// Claim: what cannot be measured is refused in one line.
#[test]
fn what_cannot_be_measured_is_refused() {
    for (arguments, reason) in [
        (
            vec!["speed", "--family", "sphere9"],
            "no family of shapes is called `sphere9`",
        ),
        (
            vec!["speed", "--family", "box", "--dim", "2"],
            "leave nothing",
        ),
        (vec!["speed", "--rounds", "0"], "--rounds"),
        (
            vec![
                "speed",
                "growth",
                "--rounds",
                "1",
                "--most",
                "8",
                "--svg",
                "no/folder.svg",
            ],
            "no/folder.svg",
        ),
    ] {
        let ended = harness(&folder("speed-refused"), &arguments);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ended.err.contains(reason), "{}", ended.err);
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
    }
}
