//! Shapes as a user writes them, and queries about a pair of them.

use std::hint::black_box;

use gjk_core::{Body, Pose, Posed, Shape, SupportMapping, closest_points, distance, intersects};
use glam::{DQuat, DVec3};

/// A box that is longer along x the larger `N` is: each `N` is another type, with other code.
pub(super) struct Own<const N: u32>;

impl<const N: u32> SupportMapping for Own<N> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        DVec3::new(1.0 + f64::from(N), 1.0, 1.0).copysign(direction)
    }
}

impl<const N: u32> Shape for Own<N> {
    type Vector = DVec3;

    fn body(&self) -> Body<'_, DVec3> {
        Body::new(self)
    }
}

/// The distance twice, plus one if the shapes intersect. The second is far above the first.
pub(super) fn ask<A, B>(a: A, b: B) -> f64
where
    A: Shape<Vector = DVec3>,
    B: Shape<Vector = DVec3>,
{
    // Hides the positions from the compiler.
    let [from, to] = black_box([DVec3::ZERO, DVec3::new(0.0, 8.0, 0.0)]);
    let at = |place| Pose::from_rotation(DQuat::IDENTITY, place).unwrap_or(Pose::IDENTITY);
    let (a, b) = (Posed::new(a, at(from)), Posed::new(b, at(to)));
    let meet = f64::from(u8::from(intersects(&a, &b)));
    distance(&a, &b) + closest_points(&a, &b).distance + meet
}
