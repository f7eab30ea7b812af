//! Answers whose search was stopped: by a tolerance, an iteration limit or a maximum distance.

use gjk_core::{
    Arithmetic, Axis, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, Pose, Posed, Proximity,
    Rounded, Segment, Settings, Shape, Smooth, Status, SupportMapping, closest_points, proximity,
};
use glam::{DQuat, DVec2, DVec3, EulerRot, Vec3Swizzles};

use crate::common::Numbers;

/// Pairs of curved shapes near each other.
fn curved_pairs() -> impl Iterator<Item = (Ellipsoid<DVec3>, Posed<Ellipsoid<DVec3>>)> {
    (0..60).map(|number| {
        let number = f64::from(number);
        let radii = DVec3::new(1.0, 2.0 + (0.7 * number).sin(), 0.5);
        let turn = DQuat::from_euler(EulerRot::XYZ, 0.3 * number, 0.7, 0.1 * number);
        let place = DVec3::new(1.5, 3.0 + 0.02 * number, 1.0 + (1.3 * number).cos());
        let a = Ellipsoid::new(radii).unwrap();
        (a, Posed::new(a, Pose::from_rotation(turn, place).unwrap()))
    })
}

/// Claim: if a search is stopped, its upper bound is at least the distance of its witness points,
/// and its lower bound at most the exact distance: by an iteration limit, a relative or
/// absolute tolerance, and a maximum distance.
#[test]
fn bounds_hold_where_a_search_is_cut_short() {
    let mut cut = 0;
    for (a, b) in curved_pairs() {
        let whole = closest_points(&a, &b);
        let default = Settings::default();
        let limited = (2..20).map(|most| default.max_iterations(most));
        let parts = || (4..40).map(|digits| 2f64.powi(-digits));
        let relative = parts().map(|part| default.relative_tolerance(part));
        let absolute = parts().map(|part| default.absolute_tolerance(part));
        let near =
            (1..20).map(|part| default.max_distance(whole.distance * f64::from(part) / 20.0));
        for settings in limited.chain(relative).chain(absolute).chain(near) {
            let answer = settings.closest_points(&a, &b);
            // A few roundings of numbers up to eight.
            let rounding = 32.0 * f64::EPSILON;
            let way = answer.point_a.distance(answer.point_b);
            assert!(answer.upper >= way - rounding, "{settings:?} {answer:?}");
            assert!(answer.upper >= whole.lower - rounding, "{settings:?}");
            assert!(answer.lower <= whole.upper + rounding, "{settings:?}");
            cut += u32::from(answer.upper - answer.lower > 1e-9);
        }
    }
    assert!(cut > 1000, "{cut}");
}

/// Claim: a tolerance is relative to the distance of the shapes, not of their cores: also for large
/// radii with a small gap between them. The distance is the middle of the bounds, so it is off by
/// half as much. However large the tolerance, the bounds tell that the shapes are apart.
#[test]
fn a_tolerance_is_of_the_distance_of_the_shapes() {
    let mut counted = 0;
    for (a, b) in curved_pairs() {
        let cores = closest_points(&a, &b);
        if cores.distance < 0.1 {
            continue;
        }
        let gap = cores.distance / 1024.0;
        let a = Rounded::new(a, cores.distance - gap).unwrap();
        let exact = closest_points(&a, &b).distance;
        for tolerance in [1e6, 2.0, 0.5, 0.1, 1e-3, 0.0] {
            let answer = Settings::default()
                .relative_tolerance(tolerance)
                .closest_points(&a, &b);
            assert_eq!(answer.status, Status::Converged);
            let (lower, upper) = (answer.lower, answer.upper);
            assert!(lower > 0.0, "{tolerance} {answer:?}");
            let gap = upper - lower;
            // A rounding of the bounds, and of cores whose longest point is below 16.
            let rounding = 16.0 * f64::EPSILON;
            assert!(gap <= tolerance * answer.distance + 2.0 * rounding);
            assert!((answer.distance - (lower + gap / 2.0)).abs() <= f64::EPSILON * upper);
            assert!((answer.distance - exact).abs() <= gap / 2.0 + rounding);
        }
        counted += 1;
    }
    assert!(counted > 20, "{counted}");
}

/// Claim: the bounds of polytopes differ by at most the tolerance times the distance in the answer.
/// Once it was the tolerance times the upper bound, which is half as much again if the distance is
/// some roundings of a shape far from the origin of its frame.
#[test]
fn a_tolerance_is_of_the_distance_of_the_answer() {
    let far = DVec3::splat(2f64.powi(40));
    let corners = [[4.0, 0.0, 1.0], [-3.0, 2.0, 1.0], [-1.0, -5.0, 1.0]];
    let triangle = Hull::new(corners.map(|corner| far + DVec3::from(corner))).unwrap();
    let triangle = Posed::new(triangle, Pose::from_translation(-far).unwrap());
    let mut cut = 0;
    for step in 0..400 {
        let gap = 2f64.powf(2.0 - f64::from(step) / 32.0);
        let point = Point::new(DVec3::new(0.1, 0.2, 1.0 + gap)).unwrap();
        for tolerance in [0.75, 0.5, 0.25] {
            let answer = Settings::default()
                .relative_tolerance(tolerance)
                .closest_points(&triangle, &point);
            let gap = answer.upper - answer.lower;
            assert!(gap <= tolerance * answer.distance, "{answer:?}");
            cut += u32::from(gap > 0.1 * answer.distance);
        }
    }
    assert!(cut > 50, "{cut}");
}

/// Claim: a start direction may have any length. A separating plane found by it proves no more for
/// that.
#[test]
fn a_start_may_be_of_any_length() {
    let mut numbers = Numbers::new(4);
    for round in 0..400 {
        let a = Hull::new(numbers.points(6, 100)).unwrap();
        let place = numbers.point(100) + DVec3::new(250.0, 0.0, 0.0);
        let b = Posed::new(
            Hull::new(numbers.points(6, 100)).unwrap(),
            Pose::from_translation(place).unwrap(),
        );
        let distance = closest_points(&a, &b).distance;
        if distance == 0.0 {
            continue;
        }
        let start = (numbers.point(50) - place) * 2f64.powi(round % 200 - 100);
        let settings = Settings::default().start(start);
        for (part, nearness, status) in [
            (1.01, Proximity::Near, Status::Converged),
            (0.99, Proximity::Separated, Status::BeyondMaxDistance),
        ] {
            let limit = part * distance;
            assert_eq!(settings.proximity(&a, &b, limit), nearness, "{start}");
            let answer = settings.max_distance(limit).closest_points(&a, &b);
            assert_eq!(answer.status, status, "{start}");
            assert!(answer.lower <= distance.next_up(), "{start}");
        }
        assert_eq!(proximity(&a, &b, distance * 1.01), Proximity::Near);
    }
}

/// Claim: no search takes more iterations than its limit, also if the last digits of a flat simplex
/// need an off-axis step. That step once was one too many: for a point on a sliver, or next to it
/// by a last digit.
#[test]
fn steps_aside_heed_the_limit() {
    let mut numbers = Numbers::new(5);
    let mut limited = 0;
    for round in 0..3000 {
        let turn = DQuat::from_scaled_axis(numbers.point(1000) / 300.0);
        let thin = 2f64.powi(-(round % 45));
        let corners = numbers.points(3 + round as usize % 4, 1000);
        let corners: Vec<DVec3> = corners
            .into_iter()
            .map(|p| turn * (p * DVec3::new(1.0, thin, thin)) / 1000.0)
            .collect();
        let share = (numbers.integer(500) + 500.0) / 1000.0;
        let point = corners[0] * share + (corners[1] + corners[2]) * (0.5 - 0.5 * share);
        let (a, b) = (Hull::new(corners).unwrap(), Point::new(point).unwrap());
        for limit in 2..10 {
            let answer = Settings::default()
                .max_iterations(limit)
                .closest_points(&a, &b);
            assert!(answer.iterations <= limit, "{round} {limit} {answer:?}");
            limited += u32::from(answer.status == Status::IterationLimit);
        }
    }
    assert!(limited > 100, "{limited}");
}

// Claim: exact arithmetic does not count as iterations, so a low limit does not stop it: shapes that
// touch are found to.
#[test]
fn a_low_limit_does_not_stop_exact_arithmetic() {
    let cuboid = Cuboid::new(DVec2::new(3.0, 5e-324)).unwrap();
    let hull = Hull::new([DVec2::new(-3.0, 3.0), DVec2::new(3.0, -1.0)]).unwrap();
    let moved = Posed::new(hull, Pose::from_translation(DVec2::new(6.0, -3.0)).unwrap());
    let answer = Settings::default()
        .max_iterations(2)
        .closest_points(&cuboid, &moved);
    assert_eq!((answer.status, answer.distance), (Status::Converged, 0.0));
}

// Claim: shapes that are known to intersect are so for every question, at any iteration limit, though
// the weights of a common point are lost to rounding.
#[test]
fn a_certain_contact_has_a_common_point() {
    let hull = Hull::new([
        DVec2::X * 2f64.powi(-19),
        DVec2::ZERO,
        DVec2::Y * -(2f64.powi(-18)),
    ]);
    let segment = Segment::new([DVec2::ZERO, DVec2::new(1.0, -1.0) * 1.3877787807814457e-17]);
    let (hull, segment) = (hull.unwrap(), segment.unwrap());
    for limit in 2..12 {
        for start in [DVec2::new(-24064.0, 122.0), DVec2::X, DVec2::new(1.0, -0.5)] {
            let settings = Settings::default().max_iterations(limit).start(start);
            let answer = settings.closest_points(&hull, &segment);
            assert_eq!(
                settings.distance(&hull, &segment),
                answer.distance,
                "{limit} {start}"
            );
        }
    }
}

// Claim: the same for curved shapes, whose search starts from a simplex that contains the origin but
// is too flat to have the weights of a common point: a disc around the disc of a cylinder.
#[test]
fn a_certain_contact_of_curved_shapes_is_one_for_every_question() {
    let disc = Cylinder::new(Axis::X, 0.0, 4.0).unwrap();
    let cylinder = Cylinder::new(Axis::X, 1.0, 2.0).unwrap();
    let start = DVec3::new(-23902.0, -23902.0, -32094.0);
    for limit in 0..12 {
        let settings = Settings::default().max_iterations(limit).start(start);
        let answer = settings.closest_points(&disc, &cylinder);
        assert_eq!(answer.status, Status::Converged, "{limit}");
        assert_eq!(answer.distance, 0.0, "{limit}");
        assert_eq!(settings.distance(&disc, &cylinder), 0.0, "{limit}");
        assert!(settings.intersects(&disc, &cylinder), "{limit}");
        assert!(answer.point_a.x.abs() <= 8.0 * f64::EPSILON, "{answer:?}");
        assert!(answer.point_a.distance(answer.point_b) <= 8.0 * f64::EPSILON);
        assert!(answer.point_b.yz().length() <= 2.0, "{answer:?}");
    }
}

// Claim: a distance alone is that of the closest points, to the last bit, also where the limit ends the
// search with all digits: the centre of the cap of a disc, and a point within a needle. (The weights of
// a common point were searched for at the limit too, and the bound was that of their mean.)
#[test]
fn the_limit_leaves_the_same_distance_alone() {
    let disc = Cylinder::new(Axis::X, 0.00390625, 1.0).unwrap();
    let center = Point::new(DVec3::X * 0.00390625).unwrap();
    let needle = Cylinder::new(Axis::X, 106.6540701361998, 8.510703439258608).unwrap();
    let place = DVec3::new(-87.9385413163785, -43.77561650292236, 42.40319682034715);
    let turn = DQuat::from_xyzw(
        0.7338268245582398,
        0.002501570912551307,
        -0.32080503751449474,
        -0.5988122089662696,
    );
    let needle = Posed::new(needle, Pose::from_rotation(turn, place).unwrap());
    let origin = Point::new(DVec3::ZERO).unwrap();
    let mut limited = 0;
    for most in 2..12 {
        let settings = Settings::default().max_iterations(most);
        let aside = settings.start(DVec3::new(23871.0, -19425.0, 13943.0));
        for settings in [settings, settings.relative_tolerance(1.0), aside] {
            let found = [
                settings.closest_points(&disc, &center),
                settings.closest_points(&origin, &needle),
            ];
            let alone = [
                settings.distance(&disc, &center),
                settings.distance(&origin, &needle),
            ];
            assert_eq!(found.map(|answer| answer.distance), alone, "{most}");
            let is_limited = found.map(|answer| answer.status == Status::IterationLimit);
            limited += is_limited.iter().filter(|is| **is).count();
        }
    }
    assert!(limited > 10, "{limited}");
}

// Claim: the iteration limit makes no contact of a gap: of curved shapes with a radius that are ten
// ulps of the longest length apart, whose search has not separated them yet.
#[test]
fn the_limit_closes_no_gap() {
    let mut numbers = Numbers::new(81);
    let mut stopped = 0;
    for _ in 0..20 {
        let mut sizes = || numbers.point(7).abs() / 4.0 + 0.25;
        let (a, b) = (Ellipsoid::new(sizes()), Ellipsoid::new(sizes()));
        let (a, b) = (a.unwrap(), b.unwrap());
        let out = (sizes() - 1.125).normalize();
        let place = a.support(out) - b.support(-out) + out * (1.0 + 64.0 * f64::EPSILON);
        let b = Posed::new(
            Rounded::new(b, 1.0).unwrap(),
            Pose::from_translation(place).unwrap(),
        );
        for limit in 2..12 {
            let settings = Settings::default().max_iterations(limit);
            let answer = settings.closest_points(&a, &b);
            assert!(answer.distance > 0.0 && !settings.intersects(&a, &b));
            stopped += u32::from(answer.status == Status::IterationLimit);
        }
    }
    assert!(stopped > 50, "{stopped}");
}

// Claim: the same while a search goes on in double-double, at limits next to its end: of curved
// shapes within some ulps of contact, of which the second may have no more digits than `f64`. The
// bounds hold, and the planes of normals separate the shapes by the lower bound.
#[test]
fn bounds_hold_where_a_precise_search_is_cut_short() {
    let ball = Ellipsoid::new(DVec3::new(0.7, 1.1, 0.9)).unwrap();
    let rounded_off = Smooth::new(move |direction: DVec3| ball.support(direction));
    let seconds: [&dyn Shape<Vector = DVec3>; 4] = [
        &Cone::new(Axis::Z, 1.0, 0.75).unwrap(),
        &Rounded::new(Cylinder::new(Axis::X, 0.5, 1.0).unwrap(), 0.25).unwrap(),
        &ball,
        &rounded_off,
    ];
    let first = Cylinder::new(Axis::Y, 1.0, 1.5).unwrap();
    let (mut cut, mut normals) = (0, 0);
    for (number, second) in (0..1200u32).zip(seconds.into_iter().cycle()) {
        let turn = DQuat::from_euler(EulerRot::XYZ, f64::from(number), 0.7, 0.3);
        let at = |place| Posed::new(second, Pose::from_rotation(turn, place).unwrap());
        let away = DVec3::new(3.0, 1.0 + f64::from(number % 7), 2.0);
        let apart = closest_points(&first, &at(away));
        // Nearly in contact: from some ulps apart to some of overlap.
        let gap = f64::EPSILON * (f64::from(number % 13) - 6.0);
        let near = at(away - apart.normal.unwrap() * (apart.distance - gap));
        let whole = closest_points(&first, &near);
        for most in u32::max(2, whole.iterations / 2)..=whole.iterations {
            let mut last = Arithmetic::Double;
            let settings = Settings::default().max_iterations(most);
            let answer = settings.observed(&first, &near, |step| last = step.arithmetic);
            // Two ulps of lengths from four to eight.
            let rounding = 8.0 * f64::EPSILON;
            assert!(
                answer.upper >= whole.lower - rounding,
                "{number} {answer:?}"
            );
            assert!(
                answer.lower <= whole.upper + rounding,
                "{number} {answer:?}"
            );
            let is_cut = answer.status == Status::IterationLimit;
            cut += u32::from(is_cut && last == Arithmetic::DoubleDouble);
            if let Some(normal) = answer.normal {
                let (a, b) = (first.body(), near.body());
                let between = b.support(-normal) - a.support(normal) + (b.origin() - a.origin());
                let gap = between.dot(normal) - b.radius();
                assert!(
                    gap >= answer.lower - rounding,
                    "{number} {gap:e} {answer:?}"
                );
                normals += 1;
            }
        }
    }
    assert!(cut > 3000 && normals > 1000, "{cut} {normals}");
}
