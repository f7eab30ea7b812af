//! The command `speed`: that it measures, and what it prints. Never how long anything took.

use serde_json::Value;

use super::{fine, folder, harness};

fn families(rows: &Value) -> Vec<&str> {
    let rows = rows.as_array().expect("rows").iter();
    let mut names: Vec<&str> = rows.filter_map(|row| row["family"].as_str()).collect();
    names.dedup();
    names
}

// Claim: the JSON has each placement and query of the family, each with ours.
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

// Claim: the text has a table, and names what is missing without peers.
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

// Claim: growth has a line for each number of vertices, and draws them on request. The plot replaces
// an older one as a whole, and its folder is created, as for a page.
#[test]
fn growth_is_drawn() {
    let folder = folder("speed-growth");
    let arguments = [
        "speed",
        "growth",
        "--rounds",
        "1",
        "--most",
        "16",
        "--svg",
        "plots/plot.svg",
    ];
    let [old, link] = ["plots/plot.svg", "old.svg"].map(|name| folder.join(name));
    std::fs::create_dir(folder.join("plots")).expect("a folder");
    std::fs::write(&old, "old").expect("a file");
    std::fs::hard_link(&old, &link).expect("a second name");
    let out = fine(&folder, &arguments);
    assert!(
        out.contains("|        8 |") && out.contains("|       16 |"),
        "{out}"
    );
    let plot = std::fs::read_to_string(&old).expect("a plot");
    assert!(plot.starts_with("<svg"));
    assert_eq!(std::fs::read_to_string(&link).expect("a file"), "old");
}

// Claim: a scene has times for each query, cold and warm, from each contender, and the shares of
// its pairs.
#[test]
fn scenes_are_timed() {
    let arguments = ["speed", "scenes", "--rounds", "1", "--bodies", "40"];
    let text = fine(&folder("speed-scenes"), &arguments);
    assert!(text.contains("40 bodies in 16 frames"), "{text}");
    assert!(text.contains("% overlapping"), "{text}");
    assert_eq!(text.contains("--features peers"), !cfg!(feature = "peers"));
    assert_eq!(text.contains("over parry3d-f64"), cfg!(feature = "peers"));

    let arguments = [&arguments[..], &["--json"]].concat();
    let out = fine(&folder("speed-scenes-json"), &arguments);
    let report: Value = serde_json::from_str(&out).expect("JSON");
    let shares = report["shares"].as_object().expect("shares").values();
    let whole: f64 = shares.map(|share| share.as_f64().expect("a share")).sum();
    assert!((whole - 100.0).abs() < 1e-9, "{whole}");
    let queries = report["queries"].as_array().expect("queries");
    let names: Vec<_> = queries.iter().map(|query| &query["query"]).collect();
    assert_eq!(names, ["distance", "boolean", "closest_points", "warm"]);
    for query in queries {
        let contenders = query["contenders"].as_array().expect("contenders");
        let names = contenders.iter().map(|contender| &contender["name"]);
        let peers = names.filter(|name| name.as_str().expect("a name").starts_with("parry"));
        assert_eq!(peers.count(), if cfg!(feature = "peers") { 2 } else { 0 });
        let time = contenders[0]["nanoseconds"].as_f64();
        assert!(time.expect("a time") > 0.0);
    }
}

// Claim: kinds without a pair have no mean of iterations: a dash, not a number. Among these bodies no
// two balls are near each other.
#[test]
fn kinds_without_a_pair_have_no_iterations() {
    let arguments = ["speed", "scenes", "--iterations", "--bodies", "30"];
    let text = fine(&folder("speed-iterations"), &arguments);
    let line = text.lines().find(|line| line.starts_with("| ball, ball "));
    let words: Vec<&str> = line.expect("a line").split_whitespace().collect();
    assert_eq!(words[4..], ["0", "|", "-", "|", "-", "|"], "{text}");
}

// Claim: primitives have a cell for each pair of kinds, orientation and gap, which is compared with
// general position unless it is general; the tables are short unless `--all` is given.
#[test]
fn primitives_are_timed() {
    let arguments = ["speed", "primitives", "--rounds", "1", "--pairs", "1"];
    let out = fine(
        &folder("speed-primitives-json"),
        &[&arguments[..], &["--json"]].concat(),
    );
    let report: Value = serde_json::from_str(&out).expect("JSON");
    let cells = report["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 15 * 4 * 6 * 3);
    for cell in cells {
        let is_general = cell["orientation"] == "general";
        assert_eq!(cell["over_general"].is_null(), is_general, "{cell}");
    }

    let lines = |more: &[&str]| {
        let arguments = [&arguments[..], more].concat();
        let text = fine(&folder("speed-primitives"), &arguments);
        assert!(text.contains("general position"), "{text}");
        text.lines().count()
    };
    let (short, long) = (lines(&[]), lines(&["--all"]));
    assert!(short < 80, "{short}");
    assert!(long > short + cells.len(), "{long}");
}

// Claim: an unknown or empty selection is refused in one line, and so is a file that cannot be
// written, before the measurement: this one would take days.
#[test]
fn what_cannot_be_measured_is_refused() {
    for (arguments, reason) in [
        (
            vec!["speed", "--family", "sphere9"],
            "no family of shapes `sphere9`",
        ),
        (
            vec!["speed", "--family", "box", "--dim", "2"],
            "leave nothing",
        ),
        (
            vec!["speed", "--family", "box,tetra,box"],
            "the family of shapes `box` is given twice",
        ),
        (vec!["speed", "--rounds", "0"], "--rounds"),
        (vec!["speed", "scenes", "--bodies", "1"], "--bodies"),
        (
            vec!["speed", "scenes", "--iterations", "--json"],
            "--iterations",
        ),
        (vec!["speed", "primitives", "--pairs", "0"], "--pairs"),
        (vec!["speed", "build", "--rounds", "0"], "--rounds"),
        (
            vec!["speed", "growth", "--rounds", "10000", "--svg", "."],
            ".: is a folder",
        ),
    ] {
        let ended = harness(&folder("speed-refused"), &arguments);
        assert_eq!((ended.code, ended.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ended.err.contains(reason), "{}", ended.err);
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
    }
}
