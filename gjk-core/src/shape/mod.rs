//! The shapes. Each is generic over its stored vector type, so that one definition serves `f32` and
//! `f64`, 2D and 3D.

mod aabb;
mod axis;
mod ball;
mod capsule;
mod cone;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod hull;
mod list;
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

use glam::DVec2;

use crate::body::shape_by_own_core;
use crate::direction::unit;
use crate::error::ShapeError;
use crate::stored::{Coordinate, Stored};
use crate::vector::Vector;

/// The points, if all of them are finite.
fn finite<V: Stored, const N: usize>(points: [V; N]) -> Result<[V; N], ShapeError> {
    if points.iter().all(|p| p.wide().is_finite()) {
        Ok(points)
    } else {
        Err(ShapeError::NotFinite)
    }
}

/// The radius, if it is finite and not negative.
fn radius<T: Coordinate>(radius: T) -> Result<T, ShapeError> {
    size(radius, ShapeError::NegativeRadius)
}

fn size<T: Coordinate>(size: T, negative: ShapeError) -> Result<T, ShapeError> {
    let wide: f64 = size.into();
    if !wide.is_finite() {
        Err(ShapeError::NotFinite)
    } else if wide < 0.0 {
        Err(negative)
    } else {
        Ok(size)
    }
}

/// The point farthest in `direction` on the circle of this radius around the origin; the centre if
/// `direction` is zero, as for a disc seen along its axis.
fn rim(direction: DVec2, radius: f64) -> DVec2 {
    unit(direction) * radius
}

/// Feature ids of the corners of a box from `$least` to `$greatest`: one bit for each coordinate,
/// set for the least.
macro_rules! support_by_corners {
    ($least:expr, $greatest:expr) => {
        fn support(&self, direction: V::Wide) -> V::Wide {
            self.farthest(direction, None).1
        }

        #[inline(always)]
        fn farthest(
            &self,
            direction: V::Wide,
            _near: Option<Feature<V::Wide>>,
        ) -> (Feature<V::Wide>, V::Wide) {
            let corner = Feature::Vertex(direction.negative_bits());
            (corner, self.point(corner))
        }

        #[inline(always)]
        fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
            let bits = match feature {
                Feature::Vertex(bits) => bits,
                Feature::Piece(_, direction) => direction.negative_bits(),
            };
            V::Wide::corner(bits, $least(self), $greatest(self))
        }

        fn vertex_count(&self) -> Option<u32> {
            Some(1 << V::Wide::DIMENSION)
        }
    };
}
use support_by_corners;

shape_by_own_core! {
    <V: Stored> Point<V>;
    <V: Stored> Segment<V>;
    <V: Stored> Triangle<V>;
    <V: Stored> Cuboid<V>;
    <V: Stored> Aabb<V>;
    <V: Stored> Ellipsoid<V>;
    <T: Coordinate> Cylinder<T>;
    <T: Coordinate> Cone<T>;
    <V: Stored, S: AsRef<[V]>> Hull<V, S>;
    #[cfg(feature = "std")] <V: Stored, S: AsRef<[V]>> PackedHull<V, S>;
    <V: Stored, S: AsRef<[V]>, N: AsRef<[u32]>> Polytope<V, S, N>;
}
