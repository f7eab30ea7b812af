//! Where shapes that are no polytopes meet.

use gjk_core::{AnyShape, Axis, Cone, Cuboid, Cylinder, Ellipsoid, Pose, Posed, closest_points};
use glam::{DQuat, DVec3};

use crate::common::Numbers;

/// A number between minus one and one, of many bits.
fn part(numbers: &mut Numbers) -> f64 {
    (numbers.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

fn vector(numbers: &mut Numbers) -> DVec3 {
    DVec3::new(part(numbers), part(numbers), part(numbers))
}

/// A solid up to about one in size, some sides of which are as thin as 2^-12.
fn solid(numbers: &mut Numbers) -> Box<dyn AnyShape<Vector = DVec3>> {
    let mut size = || {
        let thin = 2f64.powi(-((numbers.bits() >> 40) as i32 % 12));
        (0.1 + part(numbers).abs()) * [1.0, thin][(numbers.bits() >> 50) as usize % 2]
    };
    let sizes = DVec3::new(size(), size(), size());
    let axis = [Axis::X, Axis::Y, Axis::Z][(numbers.bits() >> 40) as usize % 3];
    match (numbers.bits() >> 40) % 4 {
        0 => Box::new(Cylinder::new(axis, sizes.x, sizes.y).unwrap()),
        1 => Box::new(Cone::new(axis, sizes.x, sizes.y).unwrap()),
        2 => Box::new(Ellipsoid::new(sizes).unwrap()),
        _ => Box::new(Cuboid::new(sizes).unwrap()),
    }
}

// Claim: where they just meet, the point of the one is that of the other but for some last digits, however
// thin they are.
#[test]
fn thin_shapes_meet_in_one_point() {
    let mut numbers = Numbers::new(12);
    let mut met = 0;
    for round in 0..1000 {
        let (a, b) = (solid(&mut numbers), solid(&mut numbers));
        let turn = DQuat::from_scaled_axis(vector(&mut numbers) * 3.0);
        let place = vector(&mut numbers) * 2.0;
        let at = |place: DVec3| Posed::new(&b, Pose::from_rotation(turn, place).unwrap());
        let apart = closest_points(&a, &at(place));
        let way = (apart.point_a - apart.point_b) * (1.0 - 2f64.powi(-40 - round % 16));
        let answer = closest_points(&a, &at(place + way));
        if apart.distance > 0.0 && answer.intersects() {
            let apart = answer.point_a.distance(answer.point_b);
            assert!(apart <= 32.0 * f64::EPSILON, "{round} {apart:e} {answer:?}");
            met += 1;
        }
    }
    assert!(met > 50, "{met}");
}
