//! The judge can fail: for every property there is a subject with a bug that breaks it.
//!
//! A bug is a change to the answers of `gjk-core`, which the judge finds right on the same cases.
//! So what the judge reports is the bug and nothing else.

mod bugs;
mod exact;

use std::collections::BTreeSet;

use bugs::{BUGS, Bug, Bugged, Cases, TOO_FAR};
use gjk_harness::campaign;
use gjk_harness::case::{Case, json};
use gjk_harness::family;
use gjk_harness::judge::{PROPERTIES, Truth, judge_case, unjudged};
use gjk_harness::plan::{Laws, Plan, Shard};
use gjk_harness::report::{failure, style};
use gjk_harness::score::Fault;
use gjk_harness::subject::{Answer, Closest, End, GjkCore, Subject};

/// The names of the properties that the judge finds broken; none where it has nothing to judge.
fn broken(case: &Case, family: &str, subject: &dyn Subject) -> BTreeSet<&'static str> {
    let Some(judgement) = judge_case(case, family, subject) else {
        return BTreeSet::new();
    };
    judgement
        .broken()
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

/// Claim: within the cases that the bug names, it breaks the property that it is meant for, and no
/// other than those that cannot hold with it; `gjk-core` itself breaks none.
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

/// Claim: what breaks a property on polytopes and balls breaks it on curved shapes and on meshes: the
/// truth about them is as sharp. Every bug that shows in the family `uniform`, those of a billionth
/// and of a few ulps among them.
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

/// Claim: there is a bug for every property, so a property that can never fail does not go
/// unnoticed.
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

/// How one number of an answer is replaced.
type Change = fn(&mut Answer, f64);

fn closest(answer: &mut Answer) -> &mut Closest {
    answer
        .closest
        .as_mut()
        .expect("gjk-core has closest points")
}

/// Every number of an answer that is judged.
const NUMBERS: [(&str, Change); 11] = [
    ("distance", |answer, x| answer.distance = Some(x)),
    ("closest.distance", |answer, x| closest(answer).distance = x),
    ("both distances", |answer, x| {
        answer.distance = Some(x);
        closest(answer).distance = x;
    }),
    ("lower", |answer, x| {
        closest(answer).bounds.as_mut().expect("bounds")[0] = x;
    }),
    ("upper", |answer, x| {
        closest(answer).bounds.as_mut().expect("bounds")[1] = x;
    }),
    ("point a", |answer, x| {
        closest(answer).points.as_mut().expect("points")[0].x = x;
    }),
    ("point b", |answer, x| {
        closest(answer).points.as_mut().expect("points")[1].y = x;
    }),
    ("normal", |answer, x| {
        closest(answer).normal.get_or_insert_default().x = x;
    }),
    ("weight", |answer, x| closest(answer).simplex[0].weight = x),
    ("vertex", |answer, x| closest(answer).simplex[0].b.y = x),
    ("length", |answer, x| {
        let last = answer.steps.last_mut().expect("a step");
        last.measured.as_mut().expect("a length").length_squared = [x, x];
    }),
];

/// Claim: a number that is not finite, anywhere in an answer, is a broken promise and not a panic.
/// The first cases of each family, every number of the answer, NaN and both infinities.
#[test]
fn what_is_not_finite_is_broken() {
    const CASES: u64 = 5;
    for family in family::all() {
        for index in 0..CASES {
            let case = family::case_from_seed(family, 1, index);
            for (name, change) in NUMBERS {
                for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                    // Minus infinity is a decrease, and the first length of a phase may be
                    // anything.
                    if name == "length" && (x < 0.0 || !ends_in_two(&case)) {
                        continue;
                    }
                    let subject = Changed { change, x };
                    let broken = broken(&case, family.name, &subject);
                    assert!(!broken.is_empty(), "{}: {name} {x}", case.id);
                }
            }
        }
    }
}

/// Claim: a negative distance is broken; minus zero is zero: right where the shapes meet, broken
/// elsewhere.
#[test]
fn negative_distances_are_broken() {
    const CASES: u64 = 20;
    let family = family::find("grid").expect("a family");
    let mut meeting = 0;
    for index in 0..CASES {
        let case = family::case_from_seed(family, 1, index);
        let meets = GjkCore.answer(&case).expect("an answer").intersects;
        meeting += u64::from(meets);
        let change = NUMBERS[2].1;
        let negative = Changed { change, x: -1.0 };
        assert!(broken(&case, family.name, &negative).contains("distance"));
        let zero = Changed { change, x: -0.0 };
        assert_eq!(
            broken(&case, family.name, &zero).is_empty(),
            meets,
            "{}",
            case.id
        );
    }
    assert!((1..CASES).contains(&meeting), "{meeting} meet");
}

/// Claim: lengths at both ends of the floats are judged without a panic, and where rounding there
/// is another no law is called broken. An f32 that is next to the largest has no second neighbour;
/// beyond the largest f64 nothing can be judged; scaled subnormals round otherwise.
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
        assert!(broken(&points("f64", b), "", &GjkCore).is_empty(), "{b}");
    }
    assert!(judge_case(&points("f64", "1.7e308"), "", &GjkCore).is_none());
}

/// A subject that answers `x` where `change` puts it.
struct Changed {
    change: Change,
    x: f64,
}

impl Subject for Changed {
    fn name(&self) -> &'static str {
        "changed"
    }

    fn about(&self) -> &'static str {
        "gjk-core with one number replaced"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let mut answer = GjkCore.answer(case)?;
        (self.change)(&mut answer, self.x);
        Some(answer)
    }
}

/// Claim: gjk-core shows every iteration of a query, of either phase, so that the judge sees each of
/// them decrease. The first cases of each family.
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

/// Whether the last two steps of a query are of one phase.
fn ends_in_two(case: &Case) -> bool {
    let steps = GjkCore.answer(case).expect("an answer").steps;
    let mut last = steps.iter().rev();
    let last = [last.next(), last.next()].map(|step| step.map(|step| step.phase));
    last[1].is_some() && last[0] == last[1]
}

/// Claim: a campaign counts what a bug breaks, next to a subject that is right; the first failures
/// are kept, are the same on any number of threads and in any shards, and read as a failure should.
#[test]
fn a_campaign_reports_a_bug() {
    static BUGGED: Bugged = Bugged(&TOO_FAR);
    let plan = |number, count| Plan {
        seed: 1,
        first: 0,
        cases: 150,
        families: vec![family::find("uniform").expect("a family")],
        subjects: vec![&GjkCore, &BUGGED],
        shard: Shard { number, count },
        laws: Laws::InTurn,
    };
    let run = |jobs, plan: &Plan| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build();
        pool.expect("threads")
            .install(|| campaign::run(plan, &|_| {}))
    };
    let rows = run(1, &plan(1, 1));
    assert_eq!(rows, run(3, &plan(1, 1)));
    let [right, wrong] = &rows[..] else {
        panic!("{} rows", rows.len())
    };
    assert_eq!((right.tally.cases, right.tally.broken), (150, 0));
    assert!(right.tally.failures.is_empty());
    assert_eq!((&*wrong.subject, wrong.tally.cases), ("bugged", 150));
    assert_eq!(wrong.tally.broken, wrong.tally.separated);
    let kept: Vec<u64> = wrong.tally.failures.keys().copied().collect();
    let first: Vec<u64> = (0..150).filter(|i| is_apart(*i)).take(3).collect();
    assert_eq!(kept, first);

    let mut sum = run(2, &plan(1, 3));
    for number in 2..=3 {
        for (row, other) in sum.iter_mut().zip(run(2, &plan(number, 3))) {
            row.tally.add(&other.tally);
        }
    }
    assert_eq!(sum, rows);

    let failures = campaign::failures(&plan(1, 1), &rows);
    assert_eq!(failures.len(), 3);
    assert_eq!(failures[0].case.id, format!("uniform-1-{}", first[0]));
    assert_eq!(failures[0].properties, ["distance"]);
}

/// What goes wrong with a guest.
enum Trouble {
    Panic,
    NotFinite,
    Endless,
    Contrary,
}

/// `gjk-core` that gets into trouble where shapes meet; bound to the promises or not.
struct Troubled {
    trouble: Trouble,
    is_bound: bool,
}

impl Subject for Troubled {
    fn name(&self) -> &'static str {
        "troubled"
    }

    fn about(&self) -> &'static str {
        "gjk-core that gets into trouble where shapes meet"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let mut answer = GjkCore.answer(case)?;
        if answer.intersects {
            match self.trouble {
                Trouble::Panic => panic!("on purpose"),
                Trouble::NotFinite => answer.distance = Some(f64::NAN),
                Trouble::Endless => answer.end = End::IterationLimit,
                Trouble::Contrary => answer.intersects = false,
            }
        }
        Some(answer)
    }

    fn is_bound(&self) -> bool {
        self.is_bound
    }
}

/// Claim: a campaign survives a subject that panics, answers NaN or does not end, counts each as
/// what it is and as a broken promise, and knows the first case of the worst sort; a guest is tried
/// by no law. 60 cases, in all of which the shapes that meet make trouble.
#[test]
fn a_campaign_counts_trouble() {
    const CASES: u64 = 60;
    let run = |trouble, is_bound| {
        let troubled: &'static Troubled = Box::leak(Box::new(Troubled { trouble, is_bound }));
        let plan = Plan {
            seed: 1,
            first: 0,
            cases: CASES,
            families: vec![family::find("uniform").expect("a family")],
            subjects: vec![troubled],
            shard: Shard::WHOLE,
            laws: Laws::InTurn,
        };
        campaign::run(&plan, &|_| {}).remove(0).tally
    };
    let first = (0..CASES).find(|index| !is_apart(*index));
    for (trouble, fault) in [
        (Trouble::Panic, Fault::Panic),
        (Trouble::NotFinite, Fault::NotFinite),
        (Trouble::Endless, Fault::Endless),
        (Trouble::Contrary, Fault::Error),
    ] {
        let tally = run(trouble, false);
        let meeting = tally.overlapping;
        assert_eq!((tally.cases, tally.touching), (CASES, 0));
        assert!((1..CASES).contains(&meeting), "{meeting} meet");
        assert_eq!(tally.broken, meeting, "{fault}");
        let score = &tally.score;
        let counts = [score.panics, score.not_finite, score.endless, score.wrong];
        let faults = [Fault::Panic, Fault::NotFinite, Fault::Endless, Fault::Error];
        let expected = faults.map(|counted| if counted == fault { meeting } else { 0 });
        assert_eq!(counts, expected, "{fault}");
        assert_eq!(score.clearly_wrong, score.wrong);
        let worst = score.worst.expect("a worst case");
        assert_eq!(worst.fault, fault);
        assert!(
            fault == Fault::Error || Some(worst.index) == first,
            "{fault}"
        );
        let laws = tally
            .properties
            .keys()
            .filter(|name| name.starts_with("law: "));
        assert_eq!(laws.count(), 0);
    }
    let bound = run(Trouble::Panic, true);
    assert_eq!(bound.properties["termination"].broken, bound.overlapping);
    assert!(bound.properties.contains_key("law: swap"));
    assert_eq!(bound.failures[&first.expect("one")], ["termination"]);
}

fn is_apart(index: u64) -> bool {
    let family = family::find("uniform").expect("a family");
    let case = family::case_from_seed(family, 1, index);
    !GjkCore.answer(&case).expect("an answer").intersects
}

/// Claim: the text of a failure says what was claimed and what is proved, to the bit, the error,
/// the line of the budget that it exceeds, and the commands that show it again. Two points, 5
/// apart, and the first bug.
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
        "gjk-core",
        &broken,
        Some(file),
        Some("9 vertices"),
    );
    let line = broken[0].1.budget.expect("a budget").line;
    let source = include_str!("../../src/judge/budget.rs");
    let row = source.lines().nth(line as usize - 1).expect("a line");
    assert!(row.contains(r#"measured!("grid""#), "{row}");
    let expected = format!(
        "\
distance     point/point  f64  grid  gjk-core  BROKEN
  claimed  0x1.400000055e63cp+2     5.000000005e0
  proved   [0x1.4p+2, 0x1.4p+2]  5e0
  error    5629500.00 ulps > budget 1.25 ulps   src/judge/budget.rs:{line}
  case     some/case.json   (shrunk from 9 vertices)
  again    cargo run --release -- check some/case.json
  trace    cargo run --release -- explain some/case.json
  picture  cargo run --release -- explain some/case.json --html case.html
  keep     cargo run --release -- keep some/case.json NAME
"
    );
    assert_eq!(style::plain(&text), expected);
}

/// Claim: every kind of shape is judged, alone or rounded; only another query than for the distance
/// is not, and is named as the reason.
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
            assert_eq!(unjudged(&cast), Some("shape cast"), "{shape}");
        }
    }
}

/// Claim: where the radii of rounded shapes add up to infinity there is no truth, and no panic.
#[test]
fn infinite_radii_have_no_truth() {
    let ball = r#"{"kind":"sphere","radius":1e308}"#;
    let rounded = format!(r#"{{"kind":"rounded","radius":1e308,"shape":{ball}}}"#);
    let case = json::read(&format!(
        r#"{{"id":"x","dim":3,"scalar":"f64","a":{rounded},"b":{ball},"expect":{{}}}}"#
    ));
    assert!(Truth::of(&case.expect("a case")).is_none());
}
