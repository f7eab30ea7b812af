//! The shapes. Each is generic over its stored vector type, so that one definition serves `f32` and
//! `f64`, 2D and 3D.

mod aabb;
mod axis;
mod ball;
mod capsule;
mod checks;
mod cone;
mod corners;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod hull;
#[cfg(feature = "std")]
mod packed_hull;
mod point;
mod polytope;
mod posed;
mod rounded;
mod scaled;
mod segment;
mod smooth;
mod stretched;
mod triangle;

pub use aabb::Aabb;
pub use axis::Axis;
pub use ball::Ball;
pub use capsule::Capsule;
pub use cone::Cone;
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use hull::Hull;
#[cfg(feature = "std")]
pub use packed_hull::PackedHull;
pub use point::Point;
pub use polytope::Polytope;
pub use posed::Posed;
pub use rounded::Rounded;
pub use scaled::Scaled;
pub use segment::Segment;
pub use smooth::Smooth;
pub use stretched::Stretched;
pub use triangle::Triangle;

use crate::body::shape_by_own_core;
use crate::vector::{Coordinate, Stored, Vector};

shape_by_own_core! {
    <V: Stored> Point<V>;
    <V: Stored> Cuboid<V>;
    <V: Stored> Aabb<V>;
    <V: Stored> Ellipsoid<V>;
    <T: Coordinate> Cylinder<T>;
    <T: Coordinate> Cone<T>;
    <V: Vector, F: Fn(V) -> V> Smooth<V, F>;
    <V: Stored, S: AsRef<[V]>> Hull<V, S>;
    #[cfg(feature = "std")] <V: Stored, S: AsRef<[V]>> PackedHull<V, S>;
    <V: Stored, S: AsRef<[V]>, N: AsRef<[u32]>> Polytope<V, S, N>;
}
