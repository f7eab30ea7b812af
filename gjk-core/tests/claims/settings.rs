//! Settings: tolerance, iteration limit, and start. The maximum distance and warm starts have their
//! own files.

use std::cell::Cell;

use crate::mappings::{Counted, ELLIPSOID, Ellipsoid, Hostile, point};
use gjk_core::{
    Aabb, Axis, Ball, Capsule, Cone, Cuboid, Cylinder, Point, Pose, Posed, Settings, Shape, Status,
    StepKind, closest_points, distance, intersects,
};
use glam::{DQuat, DVec2, DVec3};

// With a tolerance too, `distance` equals that of the closest points, and their bounds enclose the
// exact distance; a tolerance below rounding changes nothing. The radius takes half the digits of
// the distance, which leaves open which of two numbers is below: the closest points once came from
// the search in `f64` then, with other last digits, and the lower bound exceeded the distance.
#[test]
fn a_tolerance_keeps_the_known_distance() {
    let at = |x: f64| DVec2::new(x, -0.12500000000222009);
    let point = Point::new(at(8.714741284328612e-8)).unwrap();
    let ball = Ball::new(DVec2::ZERO, 2f64.powi(-17)).unwrap();
    let ball = Posed::new(
        ball,
        Pose::from_translation(at(7.867813110351562e-6)).unwrap(),
    );
    let exact = distance(&point, &ball);
    for tolerance in [0.0, 1e-300, 1e-17, 1e-15, 0.5] {
        let settings = Settings::default().relative_tolerance(tolerance);
        let answer = settings.closest_points(&point, &ball);
        assert_eq!(
            settings.distance(&point, &ball),
            answer.distance,
            "{tolerance:e}"
        );
        assert!(
            answer.distance == exact || tolerance > f64::EPSILON,
            "{tolerance:e}"
        );
        let bounds = answer.lower..=answer.upper;
        assert!(bounds.contains(&answer.distance), "{tolerance:e}");
        assert!(
            answer.lower <= exact && exact <= answer.upper,
            "{tolerance:e}"
        );
        let two_ulps = 2.0 * (exact.next_up() - exact);
        let slack = f64::max(tolerance * exact, two_ulps);
        assert!(answer.upper - answer.lower <= slack, "{tolerance:e}");
    }
}

// A tolerance is met, bounds the true error, and saves iterations, the more the larger it is.
#[test]
fn tolerance_trades_iterations() {
    let b = point(4.0, 5.0, 6.0);
    let exact = distance(&ELLIPSOID, &b);
    let mut iterations = u32::MAX;
    for tolerance in [0.0, 1e-9, 1e-3, 0.3] {
        let answer = Settings::default()
            .relative_tolerance(tolerance)
            .closest_points(&ELLIPSOID, &b);
        assert_eq!(answer.status, Status::Converged, "{tolerance}");
        let slack = f64::max(tolerance * answer.distance, 16.0 * f64::EPSILON);
        assert!(answer.upper - answer.lower <= slack, "{tolerance}");
        assert!(answer.lower <= exact + 1e-14 && exact <= answer.upper + 1e-14);
        assert!(answer.iterations < iterations, "{tolerance}");
        iterations = answer.iterations;
    }
    // The tolerance is relative to the distance of the shapes, not of their cores.
    let large = Ellipsoid {
        axes: DVec3::new(30.0, 20.0, 5.0),
    };
    let center = DVec3::new(100.0, 80.0, 60.0);
    let between = distance(&large, &Point::new(center).unwrap());
    let ball = Ball::new(center, between - 0.125).unwrap();
    let settings = Settings::default().relative_tolerance(0.1);
    let answer = settings.closest_points(&large, &ball);
    assert!(answer.lower <= 0.126 && answer.upper >= 0.124, "{answer:?}");
    assert!(
        answer.upper - answer.lower <= 0.1 * answer.distance,
        "{answer:?}"
    );
    // And so it is at every scale.
    let unscaled = settings.closest_points(&ELLIPSOID, &b);
    for scale in [2f64.powi(-30), 2f64.powi(30)] {
        let axes = ELLIPSOID.axes * scale;
        let b = Point::new(b.position() * scale).unwrap();
        let scaled = settings.closest_points(&Ellipsoid { axes }, &b);
        assert_eq!(scaled.iterations, unscaled.iterations);
        assert_eq!(scaled.distance, unscaled.distance * scale);
    }
    // Invalid tolerances count as zero.
    for tolerance in [-1.0, f64::NAN] {
        let default = Settings::<DVec3>::default();
        assert_eq!(default.relative_tolerance(tolerance), default);
        assert_eq!(default.absolute_tolerance(tolerance), default);
    }
}

// Claim: an absolute tolerance is in the unit of the coordinates, at every scale, near and far: the
// larger it is, the sooner it ends the search, and of two tolerances the first that is met does.
#[test]
fn an_absolute_tolerance_is_a_length() {
    let default = Settings::default();
    for scale in [2f64.powi(-300), 1.0, 2f64.powi(300)] {
        let ellipsoid = Ellipsoid {
            axes: ELLIPSOID.axes * scale,
        };
        for away in [0.5, 5.0, 500.0] {
            let b = Point::new(DVec3::new(4.0, 5.0, 6.0).normalize() * ((3.0 + away) * scale));
            let b = b.unwrap();
            let exact = distance(&ellipsoid, &b);
            let full = closest_points(&ellipsoid, &b).iterations;
            let mut iterations = full;
            for tolerance in [1e-9, 1e-4, 0.2] {
                let absolute = default.absolute_tolerance(tolerance * scale);
                let answer = absolute.closest_points(&ellipsoid, &b);
                assert_eq!(answer.status, Status::Converged, "{tolerance}");
                assert!(
                    answer.upper - answer.lower <= tolerance * scale,
                    "{tolerance}"
                );
                assert!(
                    answer.lower <= exact && exact <= answer.upper,
                    "{tolerance}"
                );
                assert!(answer.iterations <= iterations, "{away} {tolerance}");
                iterations = answer.iterations;
                for part in [1e-12, 1e-6, 0.1] {
                    let relative = default.relative_tolerance(part);
                    let other = relative.closest_points(&ellipsoid, &b).iterations;
                    let both = absolute.relative_tolerance(part);
                    let both = both.closest_points(&ellipsoid, &b).iterations;
                    assert_eq!(
                        both,
                        u32::min(iterations, other),
                        "{away} {tolerance} {part}"
                    );
                }
            }
            assert!(iterations < full, "{away}: {iterations} of {full}");
        }
    }
}

// Claim: however large an absolute tolerance is, shapes that touch intersect, and shapes that are an
// ulp apart have a positive lower bound, whatever their kind.
#[test]
fn an_absolute_tolerance_decides_no_verdict() {
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    let capsule = Capsule::new(DVec3::NEG_Y, DVec3::Y, 0.5).unwrap();
    let cylinder = Cylinder::new(Axis::Z, 1.0, 1.0).unwrap();
    let shapes: [(&dyn Shape<Vector = DVec3>, f64); 3] =
        [(&cuboid, 1.0), (&capsule, 0.5), (&cylinder, 1.0)];
    for (a, right) in shapes {
        for (b, left) in shapes {
            for (gap, apart) in [(0.0, false), (2f64.powi(-50), true), (0.5, true)] {
                let there = DVec3::new(right + left + gap, 0.0, 0.0);
                let b = Posed::new(b, Pose::from_translation(there).unwrap());
                for tolerance in [1e-3, 10.0, f64::MAX, f64::INFINITY] {
                    let settings = Settings::default().absolute_tolerance(tolerance);
                    let answer = settings.closest_points(&a, &b);
                    assert_eq!(answer.distance > 0.0, apart, "{gap:e} {answer:?}");
                    assert_eq!(answer.lower > 0.0, apart, "{gap:e} {answer:?}");
                    assert_eq!(answer.distance, settings.distance(&a, &b));
                }
            }
        }
    }
}

// The limit stops after exactly that many evaluations, reports it, and leaves bounds that hold.
#[test]
fn iteration_limit_is_honoured() {
    let (a, b) = (Counted::new(ELLIPSOID), point(4.0, 5.0, 6.0));
    let full = closest_points(&a, &b);
    assert_eq!(a.count.get(), full.iterations);
    assert!(full.iterations > 4);
    for limit in 0..full.iterations {
        a.count.set(0);
        let answer = Settings::default()
            .max_iterations(limit)
            .closest_points(&a, &b);
        assert_eq!(answer.status, Status::IterationLimit, "{limit}");
        assert_eq!(answer.iterations, limit.max(2));
        assert_eq!(a.count.get(), limit.max(2));
        assert!(answer.lower <= full.distance + 1e-14 && full.distance <= answer.upper + 1e-14);
        assert!(answer.upper.is_finite() && answer.distance == answer.upper);
        assert!(!answer.intersects());
        let between = (answer.point_b - answer.point_a).length();
        assert!((between - answer.distance).abs() <= 1e-14, "{limit}");
    }
    let unlimited = Settings::default().max_iterations(u32::MAX);
    assert_eq!(unlimited.closest_points(&a, &b), full);
}

// Claim: verdicts heed the limit too: that of shapes that touch, and whether a margin is as large
// as the distance.
#[test]
fn verdicts_heed_the_limit() {
    let (a, b) = (Counted::new(ELLIPSOID), point(4.0, 5.0, 6.0));
    let place = closest_points(&a, &b).point_a;
    let touching = Posed::new(ELLIPSOID, Pose::from_translation(place).unwrap());
    let margin = distance(&a, &b);
    let counts = |limit: u32| {
        let settings = Settings::default().max_iterations(limit);
        a.count.set(0);
        let _ = settings.intersects(&a, &touching);
        let of_verdict = a.count.replace(0);
        let _ = settings.proximity(&a, &b, margin);
        [of_verdict, a.count.get()]
    };
    let full = counts(256);
    assert!(full[0] > 2 && full[1] > 5, "{full:?}");
    for limit in 2..6 {
        assert_eq!(counts(limit), full.map(|count| count.min(limit)));
    }
}

// The limit holds in double-double as well: a search that continues there takes no further
// iteration.
#[test]
fn the_second_phase_heeds_the_limit() {
    // The second answer leads nowhere in f64, and its plane is far behind the first.
    let a = Hostile {
        mapping: |_, _| DVec3::new(4.0, -3.5, -3.0),
        count: Cell::new(0),
    };
    let b = Hostile {
        mapping: |count, direction: DVec3| match count % 3 {
            2 => DVec3::new(-3.5, 2.0, 1.0),
            _ => direction.signum(),
        },
        count: Cell::new(0),
    };
    let mut over = 0;
    for limit in 2..8 {
        a.count.set(0);
        b.count.set(0);
        let settings = Settings::default().max_iterations(limit);
        over = over.max(
            settings
                .closest_points(&a, &b)
                .iterations
                .saturating_sub(limit),
        );
    }
    assert_eq!(over, 0);
}

// A start direction changes the path, not the answer; an invalid one is ignored.
#[test]
fn start_direction_is_only_a_guess() {
    let (a, b) = (
        Cuboid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap(),
        point(4.0, 6.0, 3.0),
    );
    for x in -1..=1 {
        for y in -1..=1 {
            for scale in [1e-300, 1.0, 1e300] {
                let start = DVec3::new(f64::from(x), f64::from(y), 0.25) * scale;
                assert_eq!(Settings::default().start(start).distance(&a, &b), 5.0);
            }
        }
    }
    // The first support point is that of the start: the corner of the box farthest against it.
    let mut first = None;
    Settings::default()
        .start(DVec3::new(-1.0, 1.0, -1.0))
        .observed(&a, &b, |step| {
            first.get_or_insert_with(|| step.support.unwrap().a);
        });
    assert_eq!(first, Some(DVec3::new(1.0, -2.0, 3.0)));
    // Without one it is the direction between the centres.
    let mut first = None;
    Settings::default().observed(&a, &b, |step| {
        first.get_or_insert(step.nearest);
    });
    let between = first.unwrap();
    assert_eq!(between / between.x, DVec3::new(4.0, 6.0, 3.0) / 4.0);
    assert!(between.x < 0.0);
    // Poses move the centres.
    let by = Pose::from_translation(DVec3::new(-2.0, 6.0, 0.0)).unwrap();
    let mut first = None;
    Settings::default().observed(&Posed::new(a, by), &b, |step| {
        first.get_or_insert(step.nearest);
    });
    let between = first.unwrap();
    assert_eq!(between / -between.x, DVec3::new(-1.0, 0.0, -0.5));
    for start in [
        DVec3::ZERO,
        DVec3::NAN,
        DVec3::INFINITY,
        DVec3::new(1.0, f64::NAN, 0.0),
    ] {
        assert_eq!(Settings::default().start(start), Settings::default());
    }
}

// Claim: a tolerance that the bounds in `f64` meet, less all their rounding, ends a query about curved
// shapes without a proof in double-double. They enclose those of the proof.
#[test]
fn a_tolerance_saves_the_proof() {
    let cylinder = Cylinder::new(Axis::Y, 0.8, 0.5).unwrap();
    let cone = Cone::new(Axis::Z, 0.8, 0.5).unwrap();
    for step in 0..60 {
        let angle = 0.37 * f64::from(step);
        let place = DVec3::new(angle.sin(), (1.7 * angle).cos(), 3.0 + angle.cos());
        let cone = Posed::new(
            cone,
            Pose::from_rotation(DQuat::from_rotation_x(angle), place).unwrap(),
        );
        let proved = closest_points(&cylinder, &cone);
        let settings = Settings::default().relative_tolerance(1e-9);
        let answer = settings.observed(&cylinder, &cone, |step| {
            assert!(step.kind.is_iteration(), "{step:?}");
        });
        assert!(answer.upper - answer.lower <= 1e-9 * answer.distance);
        assert!(answer.lower < proved.lower && proved.upper < answer.upper);
    }
}

// No tolerance changes a verdict, also for curved shapes: one above 1 once reported two of three
// overlapping pairs as apart, as bounds of a distance near zero met it.
#[test]
fn verdicts_do_not_heed_a_tolerance() {
    let cylinder = Cylinder::new(Axis::Y, 0.8, 0.5).unwrap();
    let cone = Cone::new(Axis::Z, 0.8, 0.5).unwrap();
    let mut overlapping = 0;
    for step in 0..60 {
        let angle = 0.37 * f64::from(step);
        let place = DVec3::new(angle.sin(), (1.7 * angle).cos(), 0.5 * (2.3 * angle).sin());
        let pose = Pose::from_rotation(DQuat::from_rotation_x(angle), place).unwrap();
        let cone = Posed::new(cone, pose);
        let meets = intersects(&cylinder, &cone);
        overlapping += u32::from(meets);
        for tolerance in [1e-6, 0.5, 4.0] {
            let settings = Settings::default().relative_tolerance(tolerance);
            assert_eq!(settings.intersects(&cylinder, &cone), meets, "{step}");
        }
    }
    assert!((10..50).contains(&overlapping), "{overlapping}");
}

// Claim: the lower bound that the limit leaves of a curved shape is below that of the last step by
// more than its rounding.
#[test]
fn the_bound_at_the_limit_leaves_its_rounding() {
    let ellipsoid = gjk_core::Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    let far = point(4.0, 5.0, 6.0);
    for limit in 3..6 {
        let mut seen = f64::NAN;
        let settings = Settings::default().max_iterations(limit);
        let answer = settings.observed(&ellipsoid, &far, |step| seen = step.lower);
        assert_eq!(answer.status, Status::IterationLimit, "{limit}");
        let left = seen - answer.lower;
        assert!((10.0 * f64::EPSILON..1e-12).contains(&left), "{left:e}");
    }
}

// Claim: a tolerance answers where the distance is known to it, if not to an ulp, and only there: a
// ball that hovers some ulps above a large floor takes no exact step, and the bounds hold.
#[test]
fn a_tolerance_needs_no_exact_steps() {
    let floor = Aabb::new(DVec3::new(-50.0, -1.0, -50.0), DVec3::new(50.0, 0.0, 50.0)).unwrap();
    let settings = Settings::default().absolute_tolerance(1e-9);
    for ulps in 1..64 {
        let height = 0.5 + f64::from(ulps) * f64::EPSILON;
        let ball = Ball::new(DVec3::new(1.0 / 3.0, height, 0.1), 0.5).unwrap();
        let exact = closest_points(&floor, &ball);
        assert_eq!(exact.distance, height - 0.5);
        let mut exact_steps = 0;
        let near = settings.observed(&floor, &ball, |step| {
            exact_steps += u32::from(step.kind == StepKind::Exact);
        });
        assert_eq!((near.status, exact_steps), (Status::Converged, 0), "{ulps}");
        assert!(near.lower <= exact.distance && exact.distance <= near.upper);
        assert!(near.lower > 0.0 && near.upper - near.lower <= 1e-9);
        assert!(near.lower <= near.distance && near.distance <= near.upper);
        // One that the distance is not known to changes nothing.
        for fine in [
            Settings::default().absolute_tolerance(1e-40),
            Settings::default().relative_tolerance(1e-20),
        ] {
            let found = fine.closest_points(&floor, &ball);
            assert_eq!((found.lower, found.upper), (exact.lower, exact.upper));
        }
    }
}
