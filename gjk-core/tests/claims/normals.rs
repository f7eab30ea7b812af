//! The normals of curved shapes, beside the one that a pair is placed along.

use crate::common::Numbers;
use gjk_core::{Axis, Cone, Cuboid, Cylinder, Ellipsoid, Pose, Posed, Shape, closest_points};
use glam::{DQuat, DVec3};

fn vector(numbers: &mut Numbers) -> DVec3 {
    let mut number = || numbers.bits() as i64 as f64 * 2f64.powi(-63);
    DVec3::new(number(), number(), number())
}

fn pose(numbers: &mut Numbers, place: DVec3) -> Pose<DVec3> {
    let turn = vector(numbers);
    let turn = DQuat::from_xyzw(turn.x, turn.y, turn.z, 0.5).normalize();
    Pose::from_rotation(turn, place).unwrap()
}

// Claim: a normal of curved shapes is off by about the root of an ulp over the gap, in sizes: two
// roots at most, and more than half a root at a small gap. The second shape is moved until its farthest point
// along a direction is that gap beyond the farthest point of the first: the direction is the normal.
#[test]
fn normals_lose_digits_as_the_gap_shrinks() {
    let mut numbers = Numbers::new(3);
    for gap in [1.0, 1e-3, 1e-6, 1e-9, 1e-12] {
        let root = f64::sqrt(f64::EPSILON / gap);
        let mut worst = 0.0;
        for round in 0..3000 {
            let shape: Box<dyn Shape<Vector = DVec3>> = match round % 3 {
                0 => Box::new(Cylinder::new(Axis::X, 0.7, 0.4).unwrap()),
                1 => Box::new(Cone::new(Axis::Y, 0.5, 0.6).unwrap()),
                _ => Box::new(Ellipsoid::new(DVec3::new(0.9, 0.5, 0.3)).unwrap()),
            };
            let a = Posed::new(shape, pose(&mut numbers, DVec3::ZERO));
            let cuboid = Cuboid::new(DVec3::new(0.5, 0.4, 0.6)).unwrap();
            let turned = pose(&mut numbers, DVec3::ZERO);
            let normal = vector(&mut numbers).normalize();
            let [from, to] = [
                a.body().support(normal),
                Posed::new(cuboid, turned).body().support(-normal),
            ];
            let place = Pose::from_translation(from + normal * gap - to).unwrap();
            let answer = closest_points(&a, Posed::new(Posed::new(cuboid, turned), place));
            let off = (answer.normal.unwrap() - normal).length();
            worst = f64::max(worst, off / root);
        }
        assert!(worst <= 2.0, "{gap:e}: {worst}");
        assert!(worst > 0.5 || gap > 1e-6, "{gap:e}: {worst}");
    }
}
