//! The textbook algorithms: right on easy cases, and wrong where their articles are.

use gjk_harness::campaign;
use gjk_harness::case::{Case, json};
use gjk_harness::family;
use gjk_harness::plan::{Laws, Plan, Shard};
use gjk_harness::report::{scoreboard, style, touch_band as band};
use gjk_harness::subject::{self, Answer, End, GjkCore, Subject, TEXTBOOK};
use gjk_harness::touch_band::{Curve, Side, curves};

/// The answer of this subject.
fn ask(name: &str, case: &Case) -> Answer {
    let subject = subject::find(name).expect("a subject");
    subject.answer(case).expect("shapes that it knows")
}

fn case(dim: u8, a: &str, b: &str) -> Case {
    json::read(&format!(
        r#"{{"id":"x","dim":{dim},"scalar":"f32","a":{a},"b":{b},"expect":{{}}}}"#
    ))
    .expect("a case")
}

/// The textbook subjects that support a case.
fn knowing(case: &Case) -> impl Iterator<Item = (&'static str, Answer)> {
    let answered =
        |subject: &'static subject::Textbook| Some((subject.name(), subject.answer(case)?));
    TEXTBOOK.iter().filter_map(answered)
}

/// Claim: a search that counts its iterations counts each of its steps, the first ones too.
#[test]
fn iterations_are_the_steps() {
    let square = r#"{"kind":"aabb","min":[-1,-1],"max":[1,1]}"#;
    let mut counted = 0;
    for at in ["[0.5,0.25]", "[3,0.5]", "[4,4]"] {
        let ball = format!(r#"{{"kind":"sphere","radius":1,"pose":{{"pos":{at}}}}}"#);
        for (name, answer) in knowing(&case(2, square, &ball)) {
            if let Some(closest) = &answer.closest {
                assert_eq!(closest.iterations as usize, answer.steps.len(), "{name}");
                counted += 1;
            }
        }
    }
    assert!(counted >= 6, "{counted}");
}

/// Claim: for shapes clearly apart or overlapping in general position every article is right, for
/// every kind of shape, except those forms that do not end on overlap or measure beyond the
/// segment. Each kind against a rotated box.
#[test]
fn easy_cases_are_right() {
    let plane = [
        r#""kind":"hull","points":[[0,0],[2,0.25],[1,1.5]]"#,
        r#""kind":"sphere","radius":1"#,
        r#""kind":"capsule","p0":[-1,0],"p1":[1,0.5],"radius":0.5"#,
        r#""kind":"aabb","min":[-1,-1],"max":[1,1.25]"#,
    ];
    let space = [
        r#""kind":"hull","points":[[0,0,0],[2,0,0.25],[0.5,2,0],[0.25,0.5,2]]"#,
        r#""kind":"sphere","radius":1"#,
        r#""kind":"capsule","p0":[-1,0,0.25],"p1":[1,0.5,0],"radius":0.5"#,
        r#""kind":"aabb","min":[-1,-1,-1],"max":[1,1.25,1.5]"#,
        r#""kind":"cylinder","radius":1,"half_height":1.5,"axis":"z""#,
        r#""kind":"cone","radius":1,"half_height":1.5,"axis":"x""#,
    ];
    let wrong_here = ["two-points-unclamped", "two-points-endless"];
    let mut asked = 0;
    for (dim, kind) in plane
        .map(|k| (2, k))
        .into_iter()
        .chain(space.map(|k| (3, k)))
    {
        let (boxed, turn, at) = match dim {
            2 => ("[1,1]", "0.3", ["[4.25,3]", "[0.75,0.5]"]),
            _ => (
                "[1,1,1]",
                "[0.1,0.2,0.3,0.9]",
                ["[4.25,3,2.5]", "[0.75,0.5,0.25]"],
            ),
        };
        for (at, meets) in at.into_iter().zip([false, true]) {
            let b = format!(
                r#"{{"kind":"box","half_extents":{boxed},"pose":{{"pos":{at},"rot":{turn}}}}}"#
            );
            let case = case(dim, &format!("{{{kind}}}"), &b);
            let exact = GjkCore.answer(&case).expect("an answer");
            assert_eq!(exact.intersects, meets, "{kind}");
            for (name, answer) in knowing(&case).filter(|(name, _)| !wrong_here.contains(name)) {
                assert_eq!(
                    (answer.intersects, answer.end),
                    (meets, End::Converged),
                    "{name} {kind}"
                );
                let off = answer
                    .distance
                    .zip(exact.distance)
                    .map_or(0.0, |(d, e)| (d - e).abs());
                assert!(off < UNFINISHED, "{name} {kind}: off by {off}");
                asked += 1;
            }
        }
    }
    // In 2D four algorithms support four kinds, in 3D three support six: each twice.
    assert_eq!(asked, 2 * (4 * 4 + 3 * 6));
}

/// The relative rounding error of a few operations.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The error of the algorithms on two points for a distance of about 1: they stop when a step gains
/// less than 1.5e-8, and on a curved path one step may gain less than the next.
const UNFINISHED: f64 = 1e-6;

/// The worked example of the article on two points, its second shape moved by a multiple of the
/// shortest offset to the first.
fn worked_example(times: f64) -> Case {
    let by = [-44.0 / 41.0 * times, 55.0 / 41.0 * times];
    json::read(&format!(
        r#"{{"id":"x","dim":2,"scalar":"f64","a":{{"kind":"triangle","points":[[4,11],[4,5],[9,9]]}},
        "b":{{"kind":"hull","points":[[8,6],[10,2],[13,1],[15,6]],"pose":{{"pos":{by:?}}}}},"expect":{{}}}}"#
    ))
    .expect("a case")
}

/// Claim: the worked example has the result of the article, in all forms that clamp: the squared
/// distance 121/41 between (284, 301)/41 and (8, 6). Moved into contact or beyond, the shapes
/// intersect.
#[test]
fn the_worked_example() {
    for name in ["two-points", "two-points-farther", "two-points-endless"] {
        let answer = ask(name, &worked_example(0.0));
        let closest = answer.closest.expect("closest points");
        assert!(!answer.intersects);
        assert!(
            (closest.distance.powi(2) * 41.0 - 121.0).abs() < ROUNDING * 121.0,
            "{name}"
        );
        let [a, b] = closest.points.expect("points");
        assert!(
            (a * 41.0).distance(glam::dvec3(284.0, 301.0, 0.0)) < ROUNDING * 301.0,
            "{name}: {a}"
        );
        assert_eq!(b, glam::dvec3(8.0, 6.0, 0.0), "{name}");
    }
    for (times, rest) in [(1.0, ROUNDING), (2.0, 0.0)] {
        let distance = ask("two-points", &worked_example(times)).distance;
        assert!(distance.is_some_and(|d| d <= rest), "{times}: {distance:?}");
    }
    let beyond = ask("two-points-endless", &worked_example(2.0));
    assert_eq!(beyond.end, End::IterationLimit);
}

/// Claim: the demonstration of the triple product, two squares of side 50: right while they overlap
/// and while they are apart; with a common side it says no.
#[test]
fn the_squares_of_the_triple_product() {
    let square = |x: f64, y: f64| {
        format!(
            r#"{{"kind":"aabb","min":[{x},{y}],"max":[{},{}]}}"#,
            x + 50.0,
            y + 50.0
        )
    };
    let fixed = square(100.0, 100.0);
    let said = |x, y| ask("triple-product", &case(2, &fixed, &square(x, y))).intersects;
    for (x, y) in [(120.0, 130.0), (61.0, 99.0), (149.0, 51.0)] {
        assert!(said(x, y), "({x}, {y}) overlaps");
    }
    for (x, y) in [(151.0, 100.0), (20.0, 170.0), (100.0, 49.0)] {
        assert!(!said(x, y), "({x}, {y}) is apart");
    }
    assert!(!said(150.0, 100.0), "touching squares are called apart");
}

/// Claim: each algorithm shows the weakness of its article.
#[test]
fn weaknesses_show() {
    // Boxes with a common corner, each of the eight: the boolean 3D articles say no for some of
    // them, and yes for all a quarter deeper.
    let boxed = r#""kind":"box","half_extents":[1,1,1]"#;
    let said = |name, depth: f64| {
        let corners = (0..8).map(|corner| {
            let at = [1, 2, 4].map(|axis| {
                if corner & axis == 0 {
                    2.0 - depth
                } else {
                    depth - 2.0
                }
            });
            let moved = format!(r#"{{{boxed},"pose":{{"pos":{at:?}}}}}"#);
            ask(name, &case(3, &format!("{{{boxed}}}"), &moved)).intersects
        });
        corners.filter(|meets| *meets).count()
    };
    for name in ["newest-first", "unit-directions", "voronoi-regions"] {
        assert_eq!(said(name, 0.25), 8, "{name}");
        assert!(said(name, 0.0) < 8, "{name} says no of boxes that touch");
    }
    // The same point twice: the first direction is zero, and normalising it gives NaN.
    let point = r#"{"kind":"point","p":[1,2,3]}"#;
    let same = ask("unit-directions", &case(3, point, point));
    assert_ne!(same.end, End::Converged);
    // Without the clamp the closest point of a segment is one of its line.
    let segment = case(
        2,
        r#"{"kind":"segment","p0":[0,0],"p1":[1,0]}"#,
        r#"{"kind":"point","p":[3,1]}"#,
    );
    let near = |name| {
        ask(name, &segment)
            .distance
            .is_some_and(|d| (d - 5f64.sqrt()).abs() < ROUNDING)
    };
    assert!(near("two-points") && !near("two-points-unclamped"));
    // An absolute tolerance: the distance of shapes of size 1e-6 is wrong by a hundredth.
    let boxed = |x: f64| {
        format!(r#"{{"kind":"box","half_extents":[1e-6,1e-6],"pose":{{"pos":[{x},1e-6]}}}}"#)
    };
    let small = case(2, r#"{"kind":"sphere","radius":1e-6}"#, &boxed(4e-6));
    let (found, exact) = (ask("two-points", &small).distance, GjkCore.answer(&small));
    let (found, exact) = (
        found.expect("a distance"),
        exact.expect("an answer").distance.expect("one"),
    );
    assert!((found - exact).abs() > 0.01 * exact, "{found:e} {exact:e}");
}

/// Cases of each family for the snapshot: few, since every wrong verdict takes exact arithmetic.
const CASES: u64 = 60;

// Claim: for a fixed seed the scoreboard of gjk-core and the textbook algorithms is the reviewed
// one.
#[test]
fn the_scoreboard_is_the_one_reviewed() {
    let subjects = std::iter::once(&GjkCore as &dyn Subject);
    let plan = Plan {
        seed: 1,
        first: 0,
        cases: CASES,
        families: family::all().iter().collect(),
        subjects: subjects
            .chain(TEXTBOOK.iter().map(|t| t as &dyn Subject))
            .collect(),
        shard: Shard::WHOLE,
        laws: Laws::InTurn,
    };
    let rows = campaign::run(&plan, &|_| {});
    insta::assert_snapshot!("scoreboard", style::plain(&scoreboard::text(&rows)));
}

// Claim: gjk-core has no wrong verdict for a gap or depth of at least 2^-52 of the size, and the
// bands of the textbook algorithms are the reviewed ones.
#[test]
fn the_touch_bands_are_those_reviewed() {
    let subjects = std::iter::once(&GjkCore as &dyn Subject);
    let subjects: Vec<_> = subjects
        .chain(TEXTBOOK.iter().map(|t| t as &dyn Subject))
        .collect();
    let curves = curves(&subjects, &|_| {});
    for side in [Side::Apart, Side::Overlapping] {
        let is_core = |curve: &&Curve| (curve.subject, curve.side) == ("gjk-core", side);
        let core = curves.iter().find(is_core).expect("a curve");
        for point in &core.points[..f64::MANTISSA_DIGITS as usize - 1] {
            assert_eq!(
                (point.asked, point.missed),
                (100, 0),
                "{side:?} {}",
                point.exponent
            );
        }
    }
    insta::assert_snapshot!("touch_band", style::plain(&band::text(&curves)));
}
