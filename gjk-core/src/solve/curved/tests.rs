//! Each test is a claim about curved shapes, or about invalid ones.

use super::{AROUND_ORIGIN, answer, confirm_apart};
use crate::arithmetic::{Precise, ROUNDOFF, Scalar, Space};
use crate::bounds::Bounds;
use crate::closest::ClosestPoints;
use crate::difference::Pair;
use crate::difference::tests::between;
use crate::pose::Pose;
use crate::propose::{Candidate, Ending, Search};
use crate::question::{Goal, Question, Start};
use crate::settings::Settings;
use crate::shape::{Ellipsoid, Point, Posed, Rounded, Smooth};
use crate::simplex::SIMPLEX_MAX;
use crate::solve::Status;
use crate::solve::tests::solved;
use crate::support::{Feature, SupportMapping};
use crate::tests::numbers;
use glam::{DQuat, DVec3};

// Claim: the corners around the origin surround it, no farther away than one.
#[test]
fn the_corners_surround_the_origin() {
    let mut plane = Candidate::<DVec3>::empty();
    for corner in &AROUND_ORIGIN[1..] {
        plane.push(corner.with_z(0.0));
    }
    let found = plane.nearest();
    assert!(found.squared == 0.0 && found.weights[..3].iter().all(|weight| *weight > 0.125));
    let mut space = Candidate::<DVec3>::empty();
    for corner in AROUND_ORIGIN {
        space.push(corner);
        assert!(corner.length() <= 1.0);
    }
    let found = space.nearest();
    assert!(space.count() == SIMPLEX_MAX && found.weights.iter().all(|weight| *weight > 0.125));
}

// Claim: a gap of up to two roundoffs of the longest point is closed, and none of three: half of
// that is what the distance may be off by, beside what points are rounded by.
#[test]
fn gaps_of_two_roundoffs_are_closed() {
    let ellipsoid = Ellipsoid::new(DVec3::ONE).unwrap();
    let point = Point::new(DVec3::X * 3.0).unwrap();
    between(&ellipsoid, &point, |difference| {
        let question = Question::of(Goal::ClosestPoints, 99);
        let is_closed = |roundoffs: f64| {
            let mut search = Search::new(difference, &question, None);
            let (mut candidate, mut pair) = (Candidate::empty(), Pair::EMPTY);
            difference.support(DVec3::NEG_X, [0; 2], &mut pair);
            candidate.add(&pair, difference.point(&pair));
            *candidate.next_pair() = pair;
            search.reach_squared = candidate.points()[0].length_squared();
            // A direction that leans by `t` has a lower bound that is less by half of `t` squared.
            let lean = f64::sqrt(2.0 * roundoffs * ROUNDOFF);
            search.direction = DVec3::new(-1.0, lean, 0.0);
            confirm_apart(&mut search, &candidate)
        };
        let closed = [0.0, 0.9, 1.9, 3.1, 4.1, 17.0].map(is_closed);
        assert_eq!(closed, [true, true, true, false, false, false]);
    });
}

// Claim: for curved shapes an overlap is certain if it exceeds rounding, also if the origin is on a
// side of the simplex, or the shapes are coplanar with it; a touch is not, nor a gap that rounding
// may hide.
#[test]
fn curved_overlaps_are_certain_or_not() {
    let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    let proximity = |x: f64, y: f64| {
        let point = Point::new(DVec3::new(x, y, 0.0)).unwrap();
        let question = Question::of(Goal::Proximity, 256);
        let solution = between(&ellipsoid, &point, |difference| {
            solved(difference, question, &Start::Centers)
        });
        match solution.status {
            Status::BeyondMaxDistance => 's',
            _ if solution.meets() => 'o',
            _ => 'n',
        }
    };
    assert_eq!([0.0, 2.0, 3.0 - 1e-9].map(|x| proximity(x, 0.0)), ['o'; 3]);
    assert_eq!(proximity(0.0, 1.9), 'o');
    assert_eq!(proximity(3.0, 0.0), 'n');
    assert_eq!([3.0 + 1e-9, 4.0].map(|x| proximity(x, 0.0)), ['s'; 2]);
}

// Claim: shapes that are not finite have no answer: infinite radii, infinite points, and shapes too
// far from each other.
#[test]
fn what_is_not_finite_has_no_answer() {
    struct Nowhere;

    impl SupportMapping for Nowhere {
        type Vector = DVec3;

        fn support(&self, _: DVec3) -> DVec3 {
            DVec3::NAN
        }
    }

    crate::body::shapes! { [] Nowhere: DVec3, |core| crate::Body::new(core); }

    let origin = Point::new(DVec3::ZERO).unwrap();
    for goal in [Goal::Intersection, Goal::ClosestPoints] {
        let solution = between(&Nowhere, &origin, |difference| {
            solved(difference, Question::of(goal, 99), &Start::Centers)
        });
        assert_eq!(solution.status, Status::NotFinite);
        assert!(!solution.meets() && solution.normal.is_none());
        assert!(solution.bounds.distance.is_nan());
    }
    let round = Rounded::new(origin, 1.0).unwrap();
    let solution = between(&round, &origin, |difference| {
        solved(
            difference,
            Question::of(Goal::ClosestPoints, 99),
            &Start::Centers,
        )
    });
    assert_eq!(solution.status, Status::Converged);
    assert_eq!(solution.bounds, Bounds::CONTACT);
}

/// A ball of radius one as a core. It names its points by a piece whose digits it does not know,
/// although it knows those of another: broken, or like a shape whose search starts with the names
/// of another.
struct Partly;

impl SupportMapping for Partly {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        direction.normalize()
    }

    fn farthest(&self, direction: DVec3, _: u32) -> (Feature<DVec3>, DVec3) {
        (Feature::Piece(1, direction), self.support(direction))
    }

    fn precise_point(&self, piece: u32, direction: DVec3) -> Option<[DVec3; 2]> {
        (piece == 0).then(|| [direction.normalize(), DVec3::ZERO])
    }
}

crate::body::shapes! { [] Partly: DVec3, |core| crate::Body::new(core); }

// Claim: no query takes more iterations than its limit, also if it has to start again as the digits
// of its points are not known. Fuzzing found three iterations where two are the limit.
#[test]
fn a_search_that_starts_again_keeps_to_the_limit() {
    for x in [0.3, 1.0 - 1e-15, 1.0, 1.0 + 1e-15, 1.1] {
        let point = Point::new(DVec3::new(0.6, 0.48, 0.64) * x).unwrap();
        for limit in 2..12 {
            let settings = Settings::default().max_iterations(limit);
            let answer = settings.closest_points(&Partly, &point);
            assert!(answer.iterations <= limit, "{x} {limit} {answer:?}");
            let is_ordered = answer.lower <= answer.distance && answer.distance <= answer.upper;
            assert!(is_ordered, "{x} {limit} {answer:?}");
        }
    }
}

// Claim: where a broken shape states a point that is too large, unlike the digits of that point, an
// upper bound that is no number is no answer. Fuzzing found lower bounds above it.
#[test]
fn a_mean_that_is_too_large_has_no_answer() {
    let ellipsoid = Ellipsoid::new(DVec3::ONE).unwrap();
    let point = Point::new(DVec3::X * 3.0).unwrap();
    between(&ellipsoid, &point, |difference| {
        let question = Question::of(Goal::ClosestPoints, 99);
        let answered = |ending: Ending, coordinate: f64| {
            let mut search = Search::new(difference, &question, None);
            let (mut candidate, mut pair) = (Candidate::empty(), Pair::EMPTY);
            pair.points[0] = DVec3::splat(coordinate);
            candidate.add(&pair, DVec3::X);
            candidate.weigh(&[1.0, 0.0, 0.0, 0.0]);
            search.upper = 1.0;
            let solution = answer(&mut search, ending, &mut candidate);
            let mut found = ClosestPoints::<DVec3>::unknown();
            found.take(solution, &candidate, difference);
            found.status
        };
        assert_eq!(answered(Ending::Limit, 1.0), Status::IterationLimit);
        for ending in [Ending::Limit, Ending::Beyond] {
            assert_eq!(answered(ending, 1e300), Status::NotFinite, "{ending:?}");
        }
    });
}

// Claim: a rotated shape of one's own that is far from the origin of its frame is as far as its
// points, rotated without rounding, to two ulps of four times its largest coordinate there; those
// of the coordinate itself would be too few. Two points with coordinates from one to two that are
// near each other in the world, where the distances are drawn, and climb from the worst.
#[test]
fn rotations_round_shapes_far_from_their_frames() {
    let mut number = numbers();
    let ulp = f64::EPSILON;
    let mut worst = (0.0, [DVec3::ZERO; 2], [DQuat::IDENTITY; 2], DVec3::ZERO);
    for round in 0..40000 {
        let mut vector = || DVec3::new(number(), number(), number());
        let (mut points, mut turns) = ([DVec3::ZERO; 2], [DQuat::IDENTITY; 2]);
        let is_new = round < 2000;
        let step = if is_new {
            1.0
        } else {
            2f64.powi(-(round % 54))
        };
        for shape in 0..2 {
            let (moved, turned) = (vector(), vector());
            points[shape] = match is_new {
                true => DVec3::splat(1.99) - moved.abs() * 0.1,
                false => worst.1[shape] + moved * step,
            };
            points[shape] = points[shape].clamp(DVec3::ONE, DVec3::splat(2.0 - ulp));
            let turn = if is_new { 3.0 } else { step };
            turns[shape] = worst.2[shape] * DQuat::from_scaled_axis(turned * turn);
            turns[shape] = turns[shape].normalize();
        }
        let near = worst.3 + vector() * 1e-4 * step;
        let place = turns[0] * points[0] - turns[1] * points[1] + near;
        let poses = [(0, DVec3::ZERO), (1, place)]
            .map(|(shape, place)| Pose::from_rotation(turns[shape], place).unwrap());
        let [a, b] = [0, 1].map(|shape: usize| {
            let point = points[shape];
            Posed::new(Smooth::new(move |_: DVec3| point), poses[shape])
        });
        let [there, here] =
            [1, 0].map(|shape: usize| Precise::from(points[shape]).mapped(&poses[shape].matrix()));
        let between = there + Precise::from(place) - here;
        let expected = between.dot(between).root();
        let found = crate::distance(&a, &b);
        let off = (expected - found.into()).rounded().abs() / ulp;
        if off > worst.0 {
            worst = (off, points, turns, near);
        }
    }
    let (off, ..) = worst;
    assert!(off > 4.0 && off <= 8.0, "{off}");
}
