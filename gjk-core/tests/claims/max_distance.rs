//! The maximum distance: shapes farther apart stop early, with bounds that hold; nearer ones are
//! answered as without it.

use crate::common::Numbers;
use gjk_core::{
    Axis, Ball, ClosestPoints, Cone, Cylinder, Ellipsoid, Hull, Point, Pose, Posed, Rounded,
    Segment, Settings, Shape, Status, closest_points, intersects,
};
use glam::{DQuat, DVec2, DVec3};

fn within(
    max_distance: f64,
    a: &impl Shape<Vector = DVec3>,
    b: &impl Shape<Vector = DVec3>,
) -> ClosestPoints<DVec3> {
    Settings::default()
        .max_distance(max_distance)
        .closest_points(a, b)
}

fn ellipsoid() -> Ellipsoid<DVec3> {
    Ellipsoid::new(DVec3::new(3.0, 2.0, 0.5)).unwrap()
}

fn cylinder_at(place: DVec3) -> Posed<Cylinder<f64>> {
    let turn = DQuat::from_rotation_x(0.5);
    let pose = Pose::from_rotation(turn, place).unwrap();
    Posed::new(Cylinder::new(Axis::Z, 2.0, 1.0).unwrap(), pose)
}

// Beyond the maximum the bounds hold: the lower one exceeds the maximum, the exact distance is
// between them, and the distance of the witness points is the upper one.
#[test]
fn bounds_hold_beyond_the_maximum() {
    let (a, b) = (ellipsoid(), cylinder_at(DVec3::new(9.0, 7.0, 5.0)));
    let exact = closest_points(&a, &b);
    let mut stopped = 0;
    for share in [0.0, 0.1, 0.5, 0.9, 0.99, 0.999] {
        let found = within(share * exact.distance, &a, &b);
        assert!(found.lower > share * exact.distance, "{share}: {found:?}");
        assert!(found.lower <= exact.upper && exact.lower <= found.upper);
        assert_eq!(found.distance, found.upper);
        let apart = (found.point_b - found.point_a).length();
        assert!((apart - found.upper).abs() <= 1e-14, "{share}");
        stopped += u32::from(found.status == Status::BeyondMaxDistance);
    }
    assert_eq!(stopped, 6);
}

// Claim: an answer beyond the maximum has the simplex whose mean its witness points are, wherever
// the search stopped: at the first vertex, or later; of hulls and of round shapes, near each other
// for their size.
#[test]
fn answers_beyond_the_maximum_have_a_simplex() {
    let mut numbers = Numbers::new(31);
    let mut stopped = [0; 2];
    for round in 0..300 {
        let hull = Hull::new(numbers.points(12, 9)).unwrap();
        let other = Hull::new(numbers.points(12, 9)).unwrap();
        let place = numbers.point(9) + DVec3::new(9.0, 9.0, 9.0);
        let other = Posed::new(other, Pose::from_translation(place).unwrap());
        let turned = cylinder_at(place * 0.25);
        let found = [
            within(0.01, &hull, &other),
            within(0.01, &ellipsoid(), &turned),
        ];
        let beyond = |found: &&ClosestPoints<DVec3>| found.status == Status::BeyondMaxDistance;
        for found in found.iter().filter(beyond) {
            let pairs = found.simplex.pairs();
            let weights: f64 = pairs.iter().map(|pair| pair.weight).sum();
            assert!(
                (weights - 1.0).abs() <= 4.0 * f64::EPSILON,
                "{round}: {found:?}"
            );
            let mean: DVec3 = pairs.iter().map(|pair| pair.a * pair.weight).sum();
            assert!(mean.distance(found.point_a) <= 1e-13, "{round}: {found:?}");
            stopped[usize::from(found.iterations > 1)] += 1;
        }
    }
    assert!(stopped.iter().all(|count| *count > 50), "{stopped:?}");
}

// Claim: a maximum between the bounds of curved shapes is not exceeded: the lower bound says whether
// it is, and not the upper one.
#[test]
fn a_maximum_between_the_bounds_of_curved_shapes_is_not_exceeded() {
    let mut numbers = Numbers::new(12);
    let mut between = 0;
    for round in 0..300 {
        // So near that numbers of `f64` are between the bounds.
        let far = numbers.point(99) / 99.0 + DVec3::new(7.0, -5.0, 4.0);
        let way = closest_points(&ellipsoid(), &cylinder_at(far));
        let b = cylinder_at(far - (way.point_b - way.point_a) * (1.0 - 2f64.powi(-10)));
        let exact = closest_points(&ellipsoid(), &b);
        for part in [-0.5, 0.25, 0.5, 0.75, 1.0] {
            let maximum = exact.lower + part * (exact.upper - exact.lower);
            let found = within(maximum, &ellipsoid(), &b);
            // The lower bound of one that is exceeded by less than an ulp may be rounded to it.
            match found.status {
                Status::BeyondMaxDistance => assert!(found.lower >= maximum, "{round}: {found:?}"),
                _ => assert!(found.lower <= maximum, "{round}: {found:?}"),
            }
            between += u32::from(found.lower < maximum && maximum < found.upper);
        }
    }
    assert!(between > 50, "{between}");
}

// It saves iterations, the more the smaller the maximum.
#[test]
fn a_maximum_saves_iterations() {
    let (a, b) = (ellipsoid(), cylinder_at(DVec3::new(9.0, 7.0, 5.0)));
    let exact = closest_points(&a, &b);
    let mut iterations = exact.iterations;
    for share in [0.999_999, 0.9] {
        let found = within(share * exact.distance, &a, &b);
        assert!(found.iterations < iterations, "{share}: {found:?}");
        iterations = found.iterations;
    }
}

// Shapes no farther apart than the maximum are answered as without one, bit for bit.
#[test]
fn nearer_shapes_are_answered_as_without() {
    let a = ellipsoid();
    for place in [DVec3::new(9.0, 7.0, 5.0), DVec3::X * 4.0, DVec3::X] {
        let b = cylinder_at(place);
        let exact = closest_points(&a, &b);
        for max_distance in [
            exact.upper,
            exact.upper * 2.0 + 1.0,
            f64::MAX,
            f64::INFINITY,
        ] {
            assert_eq!(within(max_distance, &a, &b), exact, "{max_distance}");
        }
    }
}

/// Pairs of separated hulls with full mantissas.
fn pairs_apart() -> Vec<[Hull<DVec3, Vec<DVec3>>; 2]> {
    let mut numbers = Numbers::new(61);
    let mut pair = || {
        let (a, mut b) = (numbers.points(6, 9), numbers.points(6, 9));
        b.iter_mut().for_each(|p| *p = *p / 3.0 + DVec3::X * 13.0);
        [a, b].map(|points| Hull::new(points).unwrap())
    };
    (0..500).map(|_| pair()).collect()
}

// Down to a few ulps around the distance the status is right: beyond, with a lower bound above the
// maximum, or not, with the usual distance.
#[test]
fn the_status_tells_which_it_was() {
    for [a, b] in &pairs_apart() {
        let exact = closest_points(a, b);
        let below = within(exact.lower * (1.0 - 4.0 * f64::EPSILON), a, b);
        assert_eq!(below.status, Status::BeyondMaxDistance);
        assert!(below.lower > exact.lower * (1.0 - 4.0 * f64::EPSILON));
        let above = within(exact.upper * (1.0 + 4.0 * f64::EPSILON), a, b);
        assert_eq!(above, exact);
    }
}

// At a maximum equal to the distance to the last bit, shapes are beyond exactly if the lower bound
// exceeds it, or equals it and the distance does not. If not, the answer is that without a maximum.
#[test]
fn beyond_is_beyond_to_the_last_bit() {
    let mut beyond = 0;
    for [a, b] in &pairs_apart() {
        let exact = closest_points(a, b);
        let ClosestPoints {
            lower,
            distance,
            upper,
            ..
        } = exact;
        for max_distance in [lower.next_down(), lower, distance, upper] {
            let found = within(max_distance, a, b);
            let says_beyond = found.status == Status::BeyondMaxDistance;
            assert_eq!(
                says_beyond,
                found.lower > max_distance
                    || (found.lower == max_distance && found.upper > max_distance),
                "{max_distance:e}: {found:?}"
            );
            if !says_beyond {
                assert_eq!(found, exact, "{max_distance:e}");
            }
            beyond += u32::from(says_beyond);
        }
    }
    assert!(beyond > 100, "{beyond}");
}

// Claim: curved shapes whose distance is the maximum to the last bit are not beyond it: a point
// above a cap, a base and the end of an ellipsoid, at a distance that is an integer.
#[test]
fn curved_shapes_at_the_maximum_are_not_beyond() {
    let above = |height: f64| Point::new(DVec3::Z * height).unwrap();
    let cylinder = Cylinder::new(Axis::Z, 2.0, 1.0).unwrap();
    let cone = Cone::new(Axis::Z, 2.0, 1.0).unwrap();
    let shapes: [&dyn Shape<Vector = DVec3>; 3] = [&cylinder, &cone, &ellipsoid()];
    for (shape, height) in shapes.into_iter().zip([5.0, -5.0, 3.5]) {
        let exact = closest_points(shape, &above(height));
        assert_eq!([exact.lower, exact.upper], [3.0; 2]);
        let settings = Settings::default().max_distance(3.0);
        assert_eq!(settings.closest_points(shape, &above(height)), exact);
        let settings = settings.max_distance(3f64.next_down());
        let beyond = settings.closest_points(shape, &above(height));
        assert_eq!(beyond.status, Status::BeyondMaxDistance);
    }
}

// Claim: so it is where the distance is above a maximum by less than a proof can tell: the lower
// bound is not below the maximum.
#[test]
fn the_lower_bound_is_not_below_a_maximum_that_is_exceeded() {
    let origin = Point::new(DVec3::ZERO).unwrap();
    for aside in [0.0, 2f64.powi(-50), 2f64.powi(-60)] {
        let point = Point::new(DVec3::new(3.0, 4.0, aside)).unwrap();
        let found = within(5.0, &origin, &point);
        let is_beyond = found.status == Status::BeyondMaxDistance;
        assert_eq!(is_beyond, aside > 0.0, "{found:?}");
        assert!(!is_beyond || found.lower >= 5.0, "{found:?}");
    }
}

// The maximum applies to the shapes, not their cores.
#[test]
fn radii_count() {
    let ball = |x: f64, radius| Ball::new(DVec3::new(x, 0.0, 0.0), radius).unwrap();
    let (a, b) = (ball(0.0, 1.0), ball(10.0, 4.0));
    assert_eq!(within(5.0, &a, &b).status, Status::Converged);
    let beyond = within(4.5, &a, &b);
    assert_eq!(beyond.status, Status::BeyondMaxDistance);
    assert!(beyond.lower > 4.5 && beyond.lower <= 5.0 && beyond.upper >= 5.0);
    let rounded = Rounded::new(ellipsoid(), 2.0).unwrap();
    let point = Point::new(DVec3::new(9.0, 7.0, 5.0)).unwrap();
    let exact = closest_points(&rounded, &point);
    let found = within(exact.distance / 2.0, &rounded, &point);
    assert_eq!(found.status, Status::BeyondMaxDistance);
    assert!(found.lower > exact.distance / 2.0 && found.lower <= exact.upper);
}

// Zero means whether the shapes are apart: any plane between them ends the search.
#[test]
fn zero_stops_at_the_first_plane() {
    let (a, b) = (ellipsoid(), cylinder_at(DVec3::new(9.0, 7.0, 5.0)));
    for zero in [0.0, -0.0, -1.0, f64::NEG_INFINITY] {
        let found = within(zero, &a, &b);
        assert_eq!(found.status, Status::BeyondMaxDistance, "{zero}");
        assert!(found.lower > 0.0 && found.iterations <= 3, "{found:?}");
    }
    let touching = Point::new(DVec3::X * 3.0).unwrap();
    assert_eq!(within(0.0, &a, &touching).distance, 0.0);
}

// NaN means no maximum, like infinity, the default.
#[test]
fn not_a_number_is_no_maximum() {
    let settings = Settings::<DVec3>::default();
    assert_eq!(settings.max_distance(f64::NAN), settings);
    assert_eq!(settings.max_distance(f64::INFINITY), settings);
    assert_eq!(settings.max_distance(-3.0), settings.max_distance(0.0));
    assert_eq!(settings.max_distance(5.0).max_distance(f64::NAN), settings);
}

// Verdicts ignore it.
#[test]
fn verdicts_do_not_heed_it() {
    let mut numbers = Numbers::new(62);
    for round in 0..300 {
        let (a, b) = (numbers.points(5, 6), numbers.points(4, 6));
        let (a, b) = (Hull::new(a).unwrap(), Hull::new(b).unwrap());
        let by = Pose::from_translation(DVec3::X * (round % 12) as f64).unwrap();
        let b = Posed::new(b, by);
        for max_distance in [0.0, 1.0, 5.0] {
            let settings = Settings::default().max_distance(max_distance);
            assert_eq!(settings.intersects(&a, &b), intersects(&a, &b));
            assert_eq!(
                settings.proximity(&a, &b, 2.0),
                gjk_core::proximity(&a, &b, 2.0)
            );
            assert_eq!(
                settings.closest_points(&a, &b).intersects(),
                intersects(&a, &b)
            );
        }
    }
}

// `distance` respects it: it returns the upper bound where the search stopped.
#[test]
fn distance_heeds_it() {
    let (a, b) = (ellipsoid(), cylinder_at(DVec3::new(9.0, 7.0, 5.0)));
    let settings = Settings::default().max_distance(1.0);
    let found = settings.distance(&a, &b);
    assert_eq!(found, settings.closest_points(&a, &b).upper);
    assert!(found > gjk_core::distance(&a, &b));
}

// A warm start and a maximum work together: one iteration shows that the shapes are still beyond.
#[test]
fn warm_starts_stop_at_once() {
    let a = ellipsoid();
    let first = within(2.0, &a, &cylinder_at(DVec3::new(9.0, 7.0, 5.0)));
    assert_eq!(first.status, Status::BeyondMaxDistance);
    let b = cylinder_at(DVec3::new(9.0, 7.125, 5.0));
    let settings = Settings::default()
        .max_distance(2.0)
        .warm_start(first.simplex);
    let next = settings.closest_points(&a, &b);
    assert_eq!(
        (next.status, next.iterations),
        (Status::BeyondMaxDistance, 1)
    );
}

// The bounds are in order also where a tolerance accepts an interval that has the maximum in it, so
// that integers compare: the maximum is then a lower bound, and the middle may be below it. These
// segments leave some 37 bits of their distance to double-double, as fuzzing found.
#[test]
fn the_distance_is_not_below_a_maximum_that_integers_exceed() {
    let a = Segment::new([
        DVec2::new(-0.6691908082648297, 0.08944760713814048),
        DVec2::new(-0.0013044013921899023, 0.00017435323653280932),
    ]);
    let b = Segment::new([
        DVec2::new(-0.6678864068726398, 0.08927325390163787),
        DVec2::ZERO,
    ]);
    let (a, b) = (a.unwrap(), b.unwrap());
    let mut between = 0;
    for digits in 0..400 {
        let maximum = 1.566_817_018_591e-16 + f64::from(digits) * 5e-30;
        let settings = Settings::default()
            .absolute_tolerance(1e-16)
            .start(DVec2::new(-15528.0, 21991.0))
            .max_distance(maximum);
        let found = settings.closest_points(&a, &b);
        let is_ordered = found.lower <= found.distance && found.distance <= found.upper;
        assert!(is_ordered, "{maximum:e}: {found:?}");
        assert_eq!(settings.distance(&a, &b), found.distance);
        between += u32::from(found.lower == maximum && found.upper > maximum);
    }
    assert!(between > 0);
}

// In 2D and at all sizes: the maximum scales with the shapes.
#[test]
fn the_maximum_has_the_unit_of_the_shapes() {
    for exponent in [-900, -100, 0, 100, 900] {
        let unit = 2f64.powi(exponent);
        let ellipse = Ellipsoid::new(DVec2::new(3.0, 1.0) * unit).unwrap();
        let point = Point::new(DVec2::new(7.0, 5.0) * unit).unwrap();
        let settings = Settings::default().max_distance(2.0 * unit);
        let found = settings.closest_points(&ellipse, &point);
        assert_eq!(found.status, Status::BeyondMaxDistance, "2^{exponent}");
        assert!(found.lower > 2.0 * unit && found.upper >= found.lower);
    }
}
