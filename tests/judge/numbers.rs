//! Numbers that no answer may have, in every field of an answer.

use gjk_harness::case::Case;
use gjk_harness::family;
use gjk_harness::judge::{PROPERTIES, Trial, Truth, error_of, examined};
use gjk_harness::subject::{Answer, Closest, GjkCore, Setting, Step, Subject};

use crate::broken;

/// Replaces one number of an answer.
type Change = fn(&mut Answer, f64);

fn closest(answer: &mut Answer) -> &mut Closest {
    answer
        .closest
        .as_mut()
        .expect("gjk-core has closest points")
}

/// Every judged number of an answer.
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

/// Claim: a negative distance is broken; minus zero is zero: right if the shapes intersect,
/// otherwise broken.
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

/// A subject with the number `x` in the place that `change` selects.
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

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let mut answer = GjkCore.answer(case)?;
        (self.change)(&mut answer, self.x);
        Some(answer)
    }
}

/// Whether the last two steps of a query are of one phase, and both have a nearest point.
fn ends_in_two(case: &Case) -> bool {
    let steps = GjkCore.answer(case).expect("an answer").steps;
    let known = |step: &&Step| {
        step.measured
            .is_some_and(|m| m.length_squared[0].is_finite())
    };
    let mut last = steps.iter().rev().take_while(known);
    let last = [last.next(), last.next()].map(|step| step.map(|step| step.phase));
    last[1].is_some() && last[0] == last[1]
}

/// Claim: an error that is no number is the worst there is, also for a hunt.
#[test]
fn an_error_that_is_no_number_is_the_worst() {
    let case = family::case_from_seed(family::find("uniform").expect("a family"), 1, 0);
    let mut answer = GjkCore.answer(&case).expect("an answer");
    closest(&mut answer).distance = f64::NAN;
    let trial = Trial {
        case: &case,
        family: "uniform",
        subject: &GjkCore,
        answer: &answer,
        truth: &Truth::of(&case).expect("a truth"),
    };
    let apart = PROPERTIES.iter().find(|property| property.name == "apart");
    let error = error_of(apart.expect("the property"), &trial);
    assert_eq!(error, Some(f64::INFINITY));
}

/// `gjk-core`, but every query with a setting panics.
struct PanicsAgain;

impl Subject for PanicsAgain {
    fn name(&self) -> &'static str {
        "panics-again"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        GjkCore.answer(case)
    }

    fn answer_with(&self, _: &Case, _: Setting<'_>) -> Option<Closest> {
        panic!("on purpose")
    }
}

/// Claim: a panic in a second query breaks termination; the case does not count as unsupported.
#[test]
fn a_panic_in_a_second_query_is_broken() {
    let case = family::case_from_seed(family::find("uniform").expect("a family"), 1, 0);
    let judgement = examined(&case, "uniform", &PanicsAgain).expect("a judgement");
    let broken: Vec<_> = judgement
        .broken()
        .map(|(property, _)| property.name)
        .collect();
    assert_eq!(broken, ["termination"]);
}
