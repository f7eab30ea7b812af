//! Shrinking keeps the property, the direction and the size of a bug, in spite of other bugs.

use gjk_harness::case::shrink::ATTEMPTS_MAX;
use gjk_harness::case::{Case, json};
use gjk_harness::family;
use gjk_harness::judge::{Breach, Defect, examined};
use gjk_harness::subject::{Answer, Evidence, GjkCore, Subject};

/// Answers in `f32`, which breaks the promised distance of nearly every case by a little, with a
/// bug that breaks some by much.
struct Sloppy {
    bug: fn(&mut Answer, f64),
}

impl Subject for Sloppy {
    fn name(&self) -> &'static str {
        "sloppy"
    }

    fn about(&self) -> &'static str {
        "two bugs, a small and a large one"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let answer = GjkCore.answer(case)?;
        let mut answer = Answer {
            distance: answer
                .distance
                .map(|distance| f64::from((distance as f32).next_up())),
            closest: None,
            steps: Vec::new(),
            evidence: Evidence::default(),
            ..answer
        };
        if answer.intersects {
            answer.distance = Some(0.0);
        }
        let [a, b] = case.cores().map(|core| core.outline().len());
        // The large bug needs a shape with three vertices.
        if a.max(b) >= 3 {
            let [low, high] = case.cores()[0].extremes();
            (self.bug)(&mut answer, (high - low).max_element());
        }
        Some(answer)
    }
}

/// Intersecting shapes are reported a quarter of the first shape apart.
fn apart(answer: &mut Answer, size: f64) {
    if answer.intersects && size > 0.0 {
        answer.intersects = false;
        answer.distance = Some(size / 4.0);
    }
}

/// Separated shapes are reported as intersecting.
fn meeting(answer: &mut Answer, _: f64) {
    answer.intersects = true;
    answer.distance = Some(0.0);
}

/// The distance is too small by a third.
fn nearer(answer: &mut Answer, _: f64) {
    answer.distance = answer.distance.map(|distance| distance / 1.5);
}

/// The gravest breach of an answer: the first.
fn first(case: &Case, subject: &dyn Subject) -> Option<(&'static str, Breach)> {
    let judgement = examined(case, "uniform", subject)?;
    let mut broken = judgement.broken();
    let (property, breach) = broken.next()?;
    Some((property.name, breach.clone()))
}

/// Claim: a wrong verdict shrinks to the same wrong verdict, a distance too small by a third to one
/// like it, and neither to the rounding that breaks nearly every smaller case; and they do shrink.
/// Ten cases of each.
#[test]
fn a_large_bug_does_not_shrink_to_a_small_one() {
    let family = family::find("uniform").expect("a family");
    for (bug, property, says_more) in [
        (apart as fn(&mut Answer, f64), "verdict", true),
        (meeting, "verdict", false),
        (nearer, "distance", false),
    ] {
        let subject = Sloppy { bug };
        let is_meant = |case: &Case| {
            let found = first(case, &subject);
            let ulps = found.as_ref().and_then(|(_, breach)| breach.ulps);
            found.is_some_and(|(name, _)| name == property) && ulps > Some(1e12)
        };
        let cases = (0..).map(|index| family::case_from_seed(family, 1, index));
        for case in cases.filter(is_meant).take(10) {
            let judgement = examined(&case, "uniform", &subject).expect("a judgement");
            let defect = Defect::gravest(judgement.broken()).expect("a defect");
            let small = defect.shrunk(&case, "uniform", &subject, ATTEMPTS_MAX, &|| {});
            let [before, after] = [&case, &small].map(|case| json::write_line(case).expect("text"));
            assert!(after.len() < before.len(), "{after}");
            let (name, breach) = first(&small, &subject).expect("a breach");
            assert_eq!(name, property, "{after}");
            assert!(breach.ulps > Some(1e11), "{after}: {}", breach.reason);
            let (claimed, proved) = (breach.claimed.expect("one"), breach.proved.expect("one"));
            assert_eq!(claimed > proved[1], says_more, "{after}");
        }
    }
}
