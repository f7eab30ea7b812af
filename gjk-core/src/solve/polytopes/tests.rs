//! Each test is a claim about the answers for polytopes, by queries.

use super::{Settled, interval, settle, status_of};
use crate::arithmetic::{DoubleDouble, Estimate};
use crate::bounds::Bounds;
use crate::decide::Decision;
use crate::decide::tests::distance_beyond;
use crate::difference::Difference;
use crate::difference::tests::{between, from_origin};
use crate::pose::Pose;
use crate::propose::{Candidate, Search};
use crate::question::{Goal, Question, Start};
use crate::shape::{Ball, Cuboid, Hull, Point, Posed, Segment};
use crate::simplex::Simplex;
use crate::solve::tests::solved;
use crate::solve::{Solution, Status, solve};
use crate::step::{Step, StepKind};
use crate::support::{Feature, SupportMapping};
use crate::tests::numbers;
use glam::{DQuat, DVec3};
use std::vec::Vec;

/// Whether this is the answer of shapes in contact.
fn is_contact(solution: &Solution) -> bool {
    (solution.status, solution.bounds) == (Status::Converged, Bounds::CONTACT)
}

/// Whether bounds enclose the exact distance of the cores.
fn enclose(difference: &Difference<'_>, decision: &Decision, bounds: &Bounds) -> bool {
    let beyond = |bound: f64| distance_beyond(decision, [bound * difference.scaling.scale, 0.0]);
    beyond(bounds.lower) >= 0.0 && beyond(bounds.upper) <= 0.0
}

/// Pairs of hulls of all kinds: near, far, overlapping, with parallel faces, in poses.
fn pairs_of_hulls(count: u32, mut look: impl FnMut(u32, &mut Difference<'_>)) {
    let mut number = numbers();
    for round in 0..count {
        let apart = [2.5, 1.2, 0.4, 4.0][round as usize % 4];
        let far = [0.0, 1.0, 1e5][round as usize % 3];
        let mut vector = || DVec3::new(number(), number(), number());
        let turn = DQuat::from_scaled_axis(vector() * 3.0);
        let place = vector() * far;
        let (a, b): (Vec<DVec3>, Vec<DVec3>) = if round % 2 == 0 {
            let cuboid = Cuboid::new(DVec3::ONE * 0.5).unwrap();
            let corner = |i: u32| cuboid.point(Feature::Vertex(i));
            let gap = [0.5, 1e-3, 1e-9, 1e-12, 1e-15, -0.3, -1e-9][round as usize / 2 % 7];
            let step = DVec3::new(1.0 + gap, 0.1, 0.2);
            let corners = (0..8).map(|i| (turn * corner(i), turn * (corner(i) + step)));
            corners.unzip()
        } else {
            let points = (0..5).map(|_| (vector(), vector() + DVec3::X * apart));
            points.collect::<Vec<_>>().into_iter().unzip()
        };
        let pose = Pose::from_translation(place).unwrap();
        let a = Posed::new(Hull::new(a).unwrap(), pose);
        let b = Posed::new(Hull::new(b).unwrap(), pose);
        between(&a, &b, |difference| look(round, difference));
    }
}

// Claim: a search from any simplex has the answer of a cold one: its finding, and bounds that
// enclose the exact distance and differ by at most two ulps.
#[test]
fn warm_starts_answer_as_cold_ones() {
    let mut number = numbers();
    let mut met = 0;
    pairs_of_hulls(150, |round, difference| {
        let seen = *difference;
        let decision = Decision::of(&seen, &[], 99).unwrap();
        let question = Question::of(Goal::ClosestPoints, 99);
        let count = round % 5;
        let pairs: Vec<_> = (0..count)
            .map(|_| [number(), number()].map(|x| (x.abs() * 9.0) as u32))
            .collect();
        for start in [
            Start::Centers,
            Start::Simplex(Simplex::<DVec3>::of_vertices(&pairs).names()),
            Start::Direction(DVec3::Z),
        ] {
            let solution = solved(difference, question, &start);
            let bounds = solution.bounds;
            assert_eq!(solution.status, Status::Converged, "{round}");
            assert_eq!(is_contact(&solution), decision.cores_meet(), "{round}");
            if decision.cores_meet() {
                met += 1;
                continue;
            }
            assert!(
                enclose(difference, &decision, &bounds),
                "{round}: {bounds:?}"
            );
            assert!(bounds.lower <= bounds.distance && bounds.distance <= bounds.upper);
            assert!(bounds.upper <= bounds.lower.next_up().next_up(), "{round}");
            let normal = solution.normal.unwrap().normalize();
            let direction = decision.direction();
            assert!((normal + direction).length() <= 1e-10, "{round}: {normal}");
        }
    });
    assert!(met > 50, "{met}");
}

// Claim: the iteration limit ends a query with bounds that enclose the distance, if it has not been
// found by then; and so does a tolerance.
#[test]
fn queries_cut_short_have_bounds_that_enclose() {
    let (mut cut, mut tolerant) = (0, 0);
    pairs_of_hulls(150, |round, difference| {
        let seen = *difference;
        let decision = Decision::of(&seen, &[], 99).unwrap();
        for question in [
            Question::of(Goal::ClosestPoints, 2 + round % 5),
            Question {
                relative_tolerance: 0.1,
                ..Question::of(Goal::ClosestPoints, 99)
            },
        ] {
            let solution = solved(difference, question, &Start::Centers);
            assert!(solution.iterations <= question.max_iterations);
            let (status, bounds) = (solution.status, solution.bounds);
            if is_contact(&solution) {
                assert!(decision.cores_meet());
                continue;
            }
            if decision.cores_meet() {
                assert!(bounds.lower == 0.0 && status == Status::IterationLimit);
                continue;
            }
            assert!(
                enclose(difference, &decision, &bounds),
                "{round}: {bounds:?}"
            );
            cut += u32::from(status == Status::IterationLimit);
            if question.has_tolerance() {
                assert!(bounds.upper - bounds.lower <= 0.1 * bounds.distance);
                tolerant += u32::from(bounds.upper > bounds.lower.next_up().next_up());
            }
        }
    });
    assert!(cut > 20 && tolerant > 5, "{cut} {tolerant}");
}

// Claim: whether the distance exceeds a maximum distance or a margin is exact, also if that is one
// of its bounds, or next to them.
#[test]
fn what_is_beyond_interest_is_certain() {
    let (mut beyond, mut within) = (0, 0);
    pairs_of_hulls(100, |round, difference| {
        let seen = *difference;
        let decision = Decision::of(&seen, &[], 99).unwrap();
        if decision.cores_meet() {
            return;
        }
        let bounds = decision.bounds();
        let [less, more] = [bounds.lower.next_down(), bounds.upper.next_up()];
        for most in [
            0.0,
            less,
            bounds.lower,
            bounds.distance,
            bounds.upper,
            more,
            9e9,
        ] {
            let question = Question::of(Goal::Distance, 99).within(most);
            let reaches = decision.compare(most).is_le();
            let expected = match reaches {
                true => Status::Converged,
                false => Status::BeyondMaxDistance,
            };
            let solution = solved(difference, question, &Start::Centers);
            let bounds = solution.bounds;
            assert_eq!(solution.status, expected, "{round} {most}");
            assert!(!solution.meets(), "{round} {most}");
            if reaches {
                within += 1;
            } else {
                assert!(bounds.lower >= most, "{round} {most}");
                assert!(enclose(difference, &decision, &bounds), "{round} {most}");
                beyond += 1;
            }
            let question = Question::of(Goal::Proximity, 99).within(most);
            let solution = solved(difference, question, &Start::Centers);
            assert_eq!(solution.status, expected, "{round} {most}");
            assert!(!solution.meets(), "{round} {most}");
        }
    });
    assert!(beyond > 150 && within > 150, "{beyond} {within}");
}

// Claim: cores with a common point intersect, for every question.
#[test]
fn cores_that_touch_meet() {
    let segment = Segment::new([DVec3::new(-0.3, -0.7, -0.1), DVec3::new(0.6, 1.4, 0.2)]).unwrap();
    let beside = Point::new(DVec3::X * f64::MIN_POSITIVE).unwrap();
    for goal in [
        Goal::Intersection,
        Goal::Proximity,
        Goal::Distance,
        Goal::ClosestPoints,
    ] {
        let meets = |difference: &mut Difference<'_>| {
            let solution = solved(difference, Question::of(goal, 99), &Start::Centers);
            (solution.meets(), solution.normal.is_some())
        };
        assert_eq!(from_origin(&segment, meets), (true, false), "{goal:?}");
        assert!(!between(&segment, &beside, meets).0, "{goal:?}");
    }
}

/// What a distance of the cores with this error settles for these radii.
fn settled(
    question: Question,
    radii: [f64; 2],
    distance: f64,
    error: f64,
) -> Option<(Status, Bounds)> {
    let at = |place: DVec3, radius: f64| Ball::new(place, radius).unwrap();
    let (a, b) = (at(DVec3::X, radii[0]), at(DVec3::ZERO, radii[1]));
    between(&a, &b, |difference| {
        let search = Search::new(difference, &question, None);
        let scale = difference.scaling.scale;
        let estimate = Estimate {
            value: DoubleDouble::from(distance * scale),
            error: error * scale,
        };
        match settle(&search, estimate)? {
            Settled::Known(Some(beyond), bounds) => Some(status_of(&search, beyond, bounds)),
            Settled::Known(None, _) | Settled::Tie => None,
        }
    })
}

// Claim: a distance settles a verdict if it differs from the sum of the radii by more than twice
// its error, and a margin if it is as far from that too; the bounds of a distance are next to it,
// minus the radii.
#[test]
fn distances_settle_what_is_asked() {
    let (beyond, apart) = (
        Some((Status::BeyondMaxDistance, Bounds::UNKNOWN)),
        Some((Status::Converged, Bounds::UNKNOWN)),
    );
    let contact = Some((Status::Converged, Bounds::CONTACT));
    let intersection = Question::of(Goal::Intersection, 9);
    let by = |margin| Question::of(Goal::Proximity, 9).within(margin);
    let same = |found: Option<(Status, Bounds)>, expected| {
        // As text, since NaN is not equal to itself.
        assert_eq!(std::format!("{found:?}"), std::format!("{expected:?}"));
    };
    for radii in [[0.5, 0.25], [0.0, 0.75]] {
        for (distance, error, expected) in [
            (0.875, 0.0625, None),
            (0.875, 0.06, beyond),
            (0.75, 0.0, None),
            (0.625, 0.06, contact),
            (0.625, 0.0625, None),
        ] {
            same(settled(intersection, radii, distance, error), expected);
        }
        for (distance, error, expected) in [
            (2.0, 0.12, beyond),
            (2.0, 0.13, None),
            (1.75, 1e-20, None),
            (1.5, 0.12, apart),
            (1.5, 0.13, None),
            (0.8, 0.03, None),
            (0.5, 0.1, contact),
        ] {
            same(settled(by(1.0), radii, distance, error), expected);
        }
        // An infinite margin, or one that overflows where it is scaled, is farther than any
        // distance.
        same(settled(by(f64::INFINITY), radii, 2.0, 0.12), apart);
        let distance = |x: f64, error| settled(Question::of(Goal::Distance, 9), radii, x, error);
        let Some((Status::Converged, bounds)) = distance(1.75, 1e-20) else {
            panic!("a distance is known");
        };
        let neighbours = [1f64.next_down(), 1.0, 1f64.next_up()];
        assert_eq!([bounds.lower, bounds.distance, bounds.upper], neighbours);
        same(distance(1.75, 1e-15), None);
        same(distance(0.75, 1e-20), None);
        same(distance(0.5, 1e-20), contact);
    }
}

// Claim: sphere-swept polytopes overlap if only their radii do, by more than rounding, with the
// cores apart; touching ones are decided exactly, as are cores that touch. Only shapes that touch
// or are apart have a normal.
#[test]
fn radii_overlap_exactly() {
    let cuboid = crate::shape::Cuboid::new(DVec3::ONE).unwrap();
    for (gap, meets) in [
        (0.5, true),
        (1.0 - 1e-15, true),
        (1.0, true),
        (1.0 + 1e-15, false),
        (1.5, false),
        (0.0, true),
        (-0.5, true),
    ] {
        let ball = Ball::new(DVec3::new(0.25, 1.0 + gap, 0.125), 1.0).unwrap();
        for goal in [Goal::Intersection, Goal::Distance, Goal::ClosestPoints] {
            let solution = between(&cuboid, &ball, |difference| {
                solved(difference, Question::of(goal, 99), &Start::Centers)
            });
            // The rounding error of the sum counts.
            let expected = meets || (1.0 + gap) - 1.0 <= 1.0;
            assert_eq!(solution.meets(), expected, "{gap:e} {goal:?}");
            if goal == Goal::ClosestPoints {
                let has_normal = gap >= 1.0;
                assert_eq!(solution.normal.is_some(), has_normal, "{gap:e} {goal:?}");
            }
        }
    }
}

// Claim: whether shapes are near each other needs no exact step, unless their distance is within
// rounding of zero or of the margin. Once each answer that they are near took some.
#[test]
fn clear_proximity_needs_no_exact_step() {
    let (a, b) = (
        Hull::new([DVec3::ZERO, DVec3::X, DVec3::Y]),
        Point::new(DVec3::splat(2.3)),
    );
    let (a, b) = (a.unwrap(), b.unwrap());
    for (margin, near) in [(7.0, true), (1.0, false)] {
        between(&a, &b, |difference| {
            let question = Question::of(Goal::Proximity, Question::MAX_ITERATIONS).within(margin);
            let (mut steps, mut candidate) = (0, Candidate::empty());
            let mut count = |step: &Step| steps += u32::from(step.kind == StepKind::Exact);
            let solution = solve(
                difference,
                &question,
                &Start::Centers,
                Some(&mut count),
                &mut candidate,
            );
            let status = match near {
                true => Status::Converged,
                false => Status::BeyondMaxDistance,
            };
            assert_eq!(solution.status, status, "{margin}");
            assert!(!solution.meets(), "{margin}");
            assert_eq!(steps, 0, "{margin}");
        });
    }
}

// Claim: the interval of a distance encloses all numbers within its error.
#[test]
fn intervals_enclose_the_error() {
    let [low, high] = [-1, 1].map(|side| 2f64.powi(-70) * f64::from(side));
    let (before, after) = (1f64.next_down(), 1f64.next_up());
    for (lo, error, expected) in [
        (high, 0.0, [1.0, after]),
        (low, 0.0, [before, 1.0]),
        (0.0, 0.0, [before, after]),
        (high, 2.0 * high, [before, after]),
        (low, 2.0 * high, [before, after]),
        (high, 0.5 * high, [1.0, after]),
    ] {
        let value = DoubleDouble { hi: 1.0, lo };
        assert_eq!(
            interval(Estimate { value, error }),
            expected,
            "{lo:e} {error:e}"
        );
    }
}
