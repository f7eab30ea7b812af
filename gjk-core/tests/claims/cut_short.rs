//! What holds of an answer whose search was cut short: by a tolerance, a limit of iterations or a maximum distance.

use gjk_core::{Ellipsoid, Pose, Posed, Rounded, Settings, Status, closest_points};
use glam::{DQuat, DVec3, EulerRot};

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

/// Claim: wherever a search is cut short its upper bound is no less than the way between its witness points, and its lower
/// one no more than the distance: by a limit of iterations, by a tolerance, and by a maximum distance.
#[test]
fn bounds_hold_where_a_search_is_cut_short() {
    let mut cut = 0;
    for (a, b) in curved_pairs() {
        let whole = closest_points(&a, &b);
        let default = Settings::default();
        let limited = (2..20).map(|most| default.max_iterations(most));
        let tolerant = (4..40).map(|digits| default.tolerance(2f64.powi(-digits)));
        let near =
            (1..20).map(|part| default.max_distance(whole.distance * f64::from(part) / 20.0));
        for settings in limited.chain(tolerant).chain(near) {
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

/// Claim: a tolerance is a part of the distance of the shapes, not of that of their cores: of large radii with a small gap
/// between them too.
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
        for tolerance in [0.5, 0.1, 1e-3] {
            let answer = Settings::default()
                .tolerance(tolerance)
                .closest_points(&a, &b);
            assert_eq!(answer.status, Status::Converged);
            let (lower, upper) = (answer.lower, answer.upper);
            assert!(
                upper - lower <= tolerance * upper * 1.001,
                "{tolerance} {answer:?}"
            );
            assert!((answer.distance - exact).abs() <= tolerance * answer.distance);
        }
        counted += 1;
    }
    assert!(counted > 20, "{counted}");
}
