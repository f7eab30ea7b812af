//! The judge can fail: for every property there is a subject with a bug that breaks it.
//!
//! A bug is a change to the answers of `gjk-core`, which are right on the same cases. So the judge
//! reports the bug and nothing else.

mod bug;
mod bugs;
mod campaign;
mod changes;
mod exact;
mod numbers;

use std::collections::BTreeSet;

use bug::{Bug, Bugged, Cases};
use bugs::{BUGS, TOO_FAR};
use gjk_harness::case::{Case, json};
use gjk_harness::family;
use gjk_harness::judge::{PROPERTIES, Trial, Truth, judge_case, judge_in_turn, unjudged};
use gjk_harness::report::{failure, style};
use gjk_harness::subject::{GjkCore, Subject};

/// The names of the broken properties and new worsts; none if there is nothing to judge.
fn broken(case: &Case, family: &str, subject: &dyn Subject) -> BTreeSet<&'static str> {
    let Some(judgement) = judge_case(case, family, subject) else {
        return BTreeSet::new();
    };
    judgement
        .strictly_broken()
        .map(|(property, _)| property.name)
        .collect()
}

/// The cases of a bug, and the family that they are judged as.
fn cases(bug: &Bug) -> (Vec<Case>, &'static str) {
    match bug.cases {
        Cases::Of(name, count) => {
            let family = family::find(name).expect("a family");
            let cases = (0..count).map(|index| family::case_from_seed(family, 1, index));
            (cases.collect(), family.name)
        }
        Cases::One(text) => (vec![json::read(text).expect("a case")], "uniform"),
    }
}

/// Claim: within the cases of the bug, it breaks the property that it is meant for, and no others
/// but those that must break with it; `gjk-core` itself breaks none.
#[test]
fn every_bug_is_found_and_named() {
    for bug in BUGS {
        let (cases, family) = cases(bug);
        let mut found = BTreeSet::new();
        for case in &cases {
            let right = broken(case, family, &GjkCore);
            assert!(right.is_empty(), "{}: {right:?} without a bug", case.id);
            found.append(&mut broken(case, family, &Bugged(bug)));
        }
        let expected: BTreeSet<_> = bug.breaks.iter().copied().collect();
        assert_eq!(found, expected, "{}", bug.about);
    }
}

/// Claim: a bug that breaks a property on polytopes and balls breaks it on curved shapes and on
/// meshes: the truth about them is as sharp. Every bug with cases of the family `uniform`,
/// including those of a billionth and of a few ulps.
#[test]
fn every_bug_is_found_on_curved_shapes_and_meshes() {
    for bug in BUGS {
        let Cases::Of("uniform", count) = bug.cases else {
            continue;
        };
        for name in ["curved", "mesh"] {
            let family = family::find(name).expect("a family");
            let cases = (0..2 * count).map(|index| family::case_from_seed(family, 1, index));
            let found: BTreeSet<_> = cases.flat_map(|c| broken(&c, name, &Bugged(bug))).collect();
            let missed: Vec<_> = bug.breaks.iter().filter(|b| !found.contains(*b)).collect();
            assert!(missed.is_empty(), "{name}: {}: {missed:?}", bug.about);
        }
    }
}

/// Claim: there is a bug for every property, so that no property is unable to fail.
#[test]
fn every_property_has_a_bug() {
    for property in PROPERTIES {
        assert!(
            BUGS.iter().any(|bug| bug.breaks[0] == property.name),
            "no bug in tests/judge/bugs.rs is meant for `{}`",
            property.name
        );
    }
}

/// Claim: lengths at both ends of the floats are judged without a panic, and no law is reported
/// broken, or held, where rounding differs. An f32 next to the largest has no second neighbour;
/// beyond the largest f64 nothing can be judged; scaled subnormal numbers round differently.
#[test]
fn the_ends_of_the_floats() {
    let points = |scalar: &str, b: &str| {
        let text = format!(
            r#"{{"id":"x","dim":3,"scalar":"{scalar}","a":{{"kind":"segment","p0":[0,0,0],"p1":[0,{b},0]}},
            "b":{{"kind":"point","p":[{b},0,0]}},"expect":{{}}}}"#
        );
        json::read(&text).expect("a case")
    };
    for b in ["3.4028234e38", "3.4028235e38", "3.4028232e38", "1e-45"] {
        assert!(broken(&points("f32", b), "", &GjkCore).is_empty(), "{b}");
    }
    for b in ["5e-324", "1e-310", "1e-290"] {
        let case = points("f64", b);
        assert!(broken(&case, "", &GjkCore).is_empty(), "{b}");
        // At the last length one of the two scales fits.
        let judgement = judge_case(&case, "", &GjkCore).expect("a judgement");
        assert_eq!(judgement.is_about("law: scale"), b == "1e-290", "{b}");
    }
    // At the second one of the two is too large, and the other fits.
    for b in ["1e300", "1e305"] {
        let case = points("f64", b);
        assert!(broken(&case, "", &GjkCore).is_empty(), "{b}");
        let judgement = judge_case(&case, "", &GjkCore).expect("a judgement");
        assert!(judgement.is_about("law: scale"), "{b}");
    }
    assert!(judge_case(&points("f64", "1.7e308"), "", &GjkCore).is_none());
}

/// Claim: each property that asks again has its turn, alone, and the turns begin again after the
/// last.
#[test]
fn every_law_has_its_turn() {
    let family = family::find("uniform").expect("a family");
    let again: Vec<usize> = (0..PROPERTIES.len())
        .filter(|index| PROPERTIES[*index].asks_again)
        .collect();
    let count = again.len() as u64;
    // A case that all of them apply to.
    let mut cases = (0..50).map(|index| family::case_from_seed(family, 1, index));
    let is_full = |case: &Case| {
        let judgement = judge_case(case, family.name, &GjkCore).expect("a judgement");
        let is_judged = |index: &usize| judgement.is_about(PROPERTIES[*index].name);
        again.iter().all(is_judged)
    };
    let case = cases.find(is_full).expect("a case");
    let (answer, truth) = (GjkCore.answer(&case), Truth::of(&case));
    let trial = Trial {
        case: &case,
        family: family.name,
        subject: &GjkCore,
        answer: &answer.expect("an answer"),
        truth: &truth.expect("a truth"),
    };
    for turn in 0..2 * count {
        let verdicts = judge_in_turn(&trial, turn).verdicts.into_iter();
        let indices = verdicts.map(|(index, _)| index);
        let found: Vec<_> = indices.filter(|index| again.contains(index)).collect();
        assert_eq!(found, [again[(turn % count) as usize]], "{turn}");
    }
}

/// Claim: the expectations of a source are judged only if it states one: no case of a campaign
/// counts as right for a demand that nobody made.
#[test]
fn only_stated_expectations_are_judged() {
    let is_judged = |expect: &str| {
        let text = format!(
            r#"{{"id":"x","dim":3,"scalar":"f64","a":{{"kind":"point","p":[0,0,0]}},
            "b":{{"kind":"point","p":[3,4,0]}},"expect":{expect}}}"#
        );
        let case = json::read(&text).expect("a case");
        let judgement = judge_case(&case, "", &GjkCore).expect("a judgement");
        judgement.is_about("expectation")
    };
    for stated in [
        r#"{"distance":5}"#,
        r#"{"signed_distance":5}"#,
        r#"{"intersect":false}"#,
    ] {
        assert!(is_judged(stated), "{stated}");
    }
    for silent in ["{}", r#"{"tol":1e-9}"#, r#"{"hit":false}"#] {
        assert!(!is_judged(silent), "{silent}");
    }
}

/// Claim: of an absolute and a relative tolerance of a source the larger one counts.
#[test]
fn a_source_grants_the_larger_tolerance() {
    for (tolerances, holds) in [
        (r#""tol":1e-9,"rtol":1e-3"#, true),
        (r#""tol":0.005,"rtol":1e-9"#, true),
        (r#""tol":1e-9,"rtol":1e-9"#, false),
        (r#""tol":0.003,"rtol":6e-4"#, false),
    ] {
        let text = format!(
            r#"{{"id":"x","dim":3,"scalar":"f64","a":{{"kind":"point","p":[0,0,0]}},
            "b":{{"kind":"point","p":[3,4,0]}},"expect":{{"distance":5.004,{tolerances}}}}}"#
        );
        let case = json::read(&text).expect("a case");
        assert_eq!(broken(&case, "", &GjkCore).is_empty(), holds, "{text}");
    }
}

/// Claim: an answer computed elsewhere counts in ulps of `f32` if the file is in `f32` and either
/// shape has an angle, whose sine and cosine others round; and in those of `f64` otherwise.
#[test]
fn others_round_the_angle_of_either_shape() {
    let [plain, turned] = [r#"{"pos":[4,0]}"#, r#"{"pos":[4,0],"rot":0.5}"#];
    for (scalar, pose_a, pose_b, is_coarse) in [
        ("f32", turned, plain, true),
        ("f32", plain, turned, true),
        ("f32", plain, plain, false),
        ("f64", turned, turned, false),
    ] {
        let ball = r#""kind":"sphere","radius":1"#;
        let text = format!(
            r#"{{"id":"x","dim":2,"scalar":"{scalar}","a":{{{ball},"pose":{pose_a}}},
            "b":{{{ball},"pose":{pose_b}}},"expect":{{}},
            "ref":{{"intersect":true,"signed_distance":1e-7}}}}"#
        );
        let case = json::read(&text).expect("a case");
        assert_eq!(broken(&case, "", &GjkCore).is_empty(), is_coarse, "{text}");
    }
}

/// Claim: gjk-core reports every iteration of a query, in both phases, so that the judge sees |v|
/// decrease. The first cases of each family.
#[test]
fn every_iteration_is_shown() {
    const CASES: u64 = 40;
    let mut phases = BTreeSet::new();
    for family in family::all() {
        for index in 0..CASES {
            let case = family::case_from_seed(family, 1, index);
            let answer = GjkCore.answer(&case).expect("an answer");
            let iterations = answer.closest.expect("closest points").iterations;
            assert_eq!(answer.steps.len(), iterations as usize, "{}", case.id);
            assert!(iterations > 0, "{}", case.id);
            phases.extend(answer.steps.iter().map(|step| step.phase));
        }
    }
    assert_eq!(phases, BTreeSet::from([0, 1]));
}

/// Claim: the text of a failure has the claim and the truth, to the bit, the error, the line of the
/// budget, and the commands that show it again. Two points, 5 apart, and the first bug.
#[test]
fn a_failure_says_what_is_wrong() {
    let text = r#"{"id":"x","dim":3,"scalar":"f64","a":{"kind":"point","p":[0,0,0]},
        "b":{"kind":"point","p":[3,4,0]},"expect":{}}"#;
    let case = json::read(text).expect("a case");
    let judgement = judge_case(&case, "grid", &Bugged(&TOO_FAR)).expect("a judgement");
    let broken: Vec<_> = judgement.broken().collect();
    let file = std::path::Path::new("some/case.json");
    let text = failure::text(
        &case,
        "grid",
        &GjkCore,
        &broken,
        Some(file),
        Some("9 vertices"),
    );
    let line = broken[0].1.budget.expect("a budget").line;
    let source = include_str!("../../src/judge/budget.rs");
    let row = source.lines().nth(line as usize - 1).expect("a line");
    assert!(row.contains(r#"promise!("distance""#), "{row}");
    let expected = format!(
        "\
distance     point/point  f64  grid  gjk-core  BROKEN
  claimed  0x1.400000055e63cp+2     5.000000005e0
  proved   [0x1.4p+2, 0x1.4p+2]  5e0
  error    relative error 1.3e-9 > promised 4.4e-16 (2 ulps)   src/judge/budget.rs:{line}
  case     some/case.json   (shrunk from 9 vertices)
  again    cargo run --release -- check some/case.json
  trace    cargo run --release -- explain some/case.json
  picture  cargo run --release -- explain some/case.json --html case.html
  keep     cargo run --release -- keep some/case.json NAME
"
    );
    assert_eq!(style::plain(&text), expected);
}

/// Claim: every kind of shape is judged, alone or rounded; only queries other than the distance are
/// not, and the reason is stated.
#[test]
fn only_other_queries_are_not_judged() {
    let case = |shape: &str, query: &str| {
        let text = format!(
            r#"{{"id":"x","dim":3,"scalar":"f64","a":{shape},"b":{shape},"expect":{{}}{query}}}"#
        );
        json::read(&text).expect("a case")
    };
    let shapes = [
        r#"{"kind":"cone","radius":1,"half_height":1,"axis":"x"}"#,
        r#"{"kind":"cylinder","radius":1,"half_height":1,"axis":"x"}"#,
        r#"{"kind":"ellipsoid","radii":[1,1,1]}"#,
        r#"{"kind":"aabb","min":[0,0,0],"max":[1,1,1]}"#,
        r#"{"kind":"mesh","points":[[0,0,0]],"neighbours":[[]]}"#,
    ];
    for shape in shapes {
        let rounded = format!(r#"{{"kind":"rounded","radius":1,"shape":{shape}}}"#);
        for shape in [shape, &rounded] {
            let plain = case(shape, "");
            assert_eq!(unjudged(&plain), None, "{shape}");
            assert!(broken(&plain, "", &GjkCore).is_empty(), "{shape}");
            let judgement = judge_case(&plain, "", &GjkCore).expect("a judgement");
            assert!(!judgement.verdicts.is_empty(), "{shape}");
            let cast = case(shape, r#","query":{"type":"shape_cast"}"#);
            assert_eq!(unjudged(&cast), Some("asking for a shape cast"), "{shape}");
        }
    }
}

/// Claim: a distance whose double exceeds the largest float is judged: an infinite margin is wider,
/// and the judge does not panic. Two boxes that are 1e308 apart.
#[test]
fn a_distance_without_a_double_is_judged() {
    let text = r#"{"id":"x","dim":3,"scalar":"f64","expect":{},
        "a":{"kind":"box","half_extents":[0.5,0.5,0.5]},
        "b":{"kind":"box","half_extents":[0.5,0.5,0.5],"pose":{"pos":[1e308,0.25,0]}}}"#;
    let case = json::read(text).expect("a case");
    assert_eq!(broken(&case, "", &GjkCore), BTreeSet::new());
}

/// Claim: if the sum of radii is infinite there is no truth, and no panic.
#[test]
fn infinite_radii_have_no_truth() {
    let ball = r#"{"kind":"sphere","radius":1e308}"#;
    let rounded = format!(r#"{{"kind":"rounded","radius":1e308,"shape":{ball}}}"#);
    let case = json::read(&format!(
        r#"{{"id":"x","dim":3,"scalar":"f64","a":{rounded},"b":{ball},"expect":{{}}}}"#
    ));
    assert!(Truth::of(&case.expect("a case")).is_none());
}
