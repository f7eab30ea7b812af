//! The peers answer about the shapes of the cases. `cargo test --features peers --test peers`.

use gjk_harness::campaign;
use gjk_harness::case::json;
use gjk_harness::family;
use gjk_harness::plan::{Laws, Plan, Shard};
use gjk_harness::subject::{GjkCore, PEERS, Subject};

/// The relative tolerance of a distance: several times the 1.1e-3 at which parry ends in `f32`, and
/// far below the effect of a wrong axis or centre.
const TOLERANCE: f64 = 0.01;

/// Claim: for each kind with an axis, a centre or corners, rotated and moved, every peer that
/// supports it finds the distance, so its convention was met. Each against a rotated box, on all
/// sides.
#[test]
fn shapes_are_those_of_the_case() {
    let space = [
        r#""kind":"hull","points":[[0,0,0],[2,0,0.25],[0.5,2,0],[0.25,0.5,2]]"#,
        r#""kind":"capsule","p0":[-1,0,0.25],"p1":[1,0.5,0],"radius":0.5"#,
        r#""kind":"box","half_extents":[0.5,1,2]"#,
        r#""kind":"cylinder","radius":0.5,"half_height":2,"axis":"x""#,
        r#""kind":"cylinder","radius":0.5,"half_height":2,"axis":"z""#,
        r#""kind":"cone","radius":0.5,"half_height":2,"axis":"x""#,
        r#""kind":"cone","radius":0.5,"half_height":2,"axis":"y""#,
        r#""kind":"cone","radius":0.5,"half_height":2,"axis":"z""#,
    ];
    let plane = [
        r#""kind":"hull","points":[[0,0],[2,0.25],[1,1.5]]"#,
        r#""kind":"capsule","p0":[-1,0],"p1":[1,0.5],"radius":0.5"#,
        r#""kind":"box","half_extents":[0.5,1]"#,
    ];
    let mut asked = 0;
    for kind in space {
        for at in ["[5,0.5,0.25]", "[0.5,-5,0.25]", "[0.25,0.5,5]", "[-4,3,-4]"] {
            let a =
                format!(r#"{{{kind},"pose":{{"pos":[0.5,0.25,-0.5],"rot":[0.2,-0.3,0.1,0.9]}}}}"#);
            let b = format!(
                r#"{{"kind":"box","half_extents":[1,0.5,0.25],"pose":{{"pos":{at},"rot":[0.1,0.2,0.3,0.9]}}}}"#
            );
            asked += assert_agree(3, &a, &b);
        }
    }
    for kind in plane {
        for at in ["[5,0.5]", "[0.5,-5]", "[-4,3]"] {
            let a = format!(r#"{{{kind},"pose":{{"pos":[0.5,0.25],"rot":0.5}}}}"#);
            let b = format!(
                r#"{{"kind":"box","half_extents":[1,0.5],"pose":{{"pos":{at},"rot":-0.75}}}}"#
            );
            asked += assert_agree(2, &a, &b);
        }
    }
    // The crates of one dimension, in f32 and f64, for every pair.
    assert!(asked >= 2 * (4 * space.len() + 3 * plane.len()), "{asked}");
}

/// Returns how many peers support the pair.
fn assert_agree(dim: u8, a: &str, b: &str) -> usize {
    let text = format!(r#"{{"id":"x","dim":{dim},"scalar":"f32","a":{a},"b":{b},"expect":{{}}}}"#);
    let case = json::read(&text).expect("a case");
    let exact = GjkCore
        .answer(&case)
        .expect("an answer")
        .distance
        .expect("a distance");
    assert!(exact > 0.0, "{text}");
    let mut asked = 0;
    // The distance of collision is not compared: it gives up, or panics.
    for peer in PEERS.iter().filter(|peer| peer.name() != "collision-rs") {
        let Some(answer) = peer.answer(&case) else {
            continue;
        };
        let distance = answer.distance.expect("a distance");
        assert!(!answer.intersects, "{} {text}", peer.name());
        assert!(
            (distance - exact).abs() < TOLERANCE * exact,
            "{} {distance} {exact} {text}",
            peer.name()
        );
        asked += 1;
    }
    asked
}

/// Claim: for shapes of unit size in general position no peer gives a wrong verdict.
#[test]
fn verdicts_of_the_bulk_are_right() {
    let plan = Plan {
        seed: 1,
        first: 0,
        cases: 100,
        families: vec![family::find("uniform").expect("a family")],
        subjects: PEERS.iter().map(|peer| peer as &dyn Subject).collect(),
        shard: Shard::WHOLE,
        laws: Laws::InTurn,
    };
    for row in campaign::run(&plan, &|_| {}) {
        assert!(row.tally.cases > 0, "{}", row.subject);
        assert_eq!(row.tally.score.wrong, 0, "{}", row.subject);
    }
}
