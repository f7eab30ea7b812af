//! The shapes. Each is generic over the vector it is stored in, so one definition serves `f32` and
//! `f64`, the plane and space.

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
mod rounded;
mod segment;
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
pub use rounded::Rounded;
pub use segment::Segment;
pub use triangle::Triangle;

use glam::DVec2;

use crate::direction::unit;
use crate::error::ShapeError;
use crate::vector::{Coordinate, Stored, Vector};

/// The widened points, if all of them are finite.
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

/// The half extent, if it is finite and not negative.
fn extent_of<T: Coordinate>(extent: T) -> Result<T, ShapeError> {
    size(extent, ShapeError::NegativeExtent)
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

/// The point of the circle of that radius around the origin that is farthest in `direction`; the
/// centre where that is zero, as for a disc seen from above.
fn rim(direction: DVec2, radius: f64) -> DVec2 {
    unit(direction) * radius
}

/// The names of the points of a core that is a single point.
macro_rules! support_by_one_point {
    () => {
        fn feature(
            &self,
            _direction: V::Wide,
            _near: Option<Feature<V::Wide>>,
        ) -> Feature<V::Wide> {
            Feature::Vertex(0)
        }

        fn vertex_count(&self) -> Option<u32> {
            Some(1)
        }
    };
}
use support_by_one_point;

/// The names of the points of a box from `$least` to `$greatest`, functions of it: a bit for each
/// coordinate, set for the least.
macro_rules! support_by_corners {
    ($least:expr, $greatest:expr) => {
        fn support(&self, direction: V::Wide) -> V::Wide {
            self.point(self.feature(direction, None))
        }

        fn feature(&self, direction: V::Wide, _near: Option<Feature<V::Wide>>) -> Feature<V::Wide> {
            Feature::Vertex(direction.negative_bits())
        }

        fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
            let bits = match feature {
                Feature::Vertex(bits) => bits,
                Feature::Direction(direction) => direction.negative_bits(),
            };
            V::Wide::corner(bits, $least(self), $greatest(self))
        }

        fn vertex_count(&self) -> Option<u32> {
            Some(1 << V::Wide::DIMENSION)
        }
    };
}
use support_by_corners;

/// The methods of [`Support`](crate::Support) that a shape leaves to its `$core`, in vectors of
/// `$vector`.
macro_rules! support_by_core {
    ($core:ident, $vector:ty) => {
        fn support(&self, direction: $vector) -> $vector {
            self.$core.support(direction)
        }

        fn feature(&self, direction: $vector, near: Option<Feature<$vector>>) -> Feature<$vector> {
            self.$core.feature(direction, near)
        }

        fn point(&self, feature: Feature<$vector>) -> $vector {
            self.$core.point(feature)
        }

        fn feature_with_point(
            &self,
            direction: $vector,
            near: Option<Feature<$vector>>,
        ) -> (Feature<$vector>, $vector) {
            self.$core.feature_with_point(direction, near)
        }

        fn center(&self) -> $vector {
            self.$core.center()
        }

        fn extent(&self) -> f64 {
            self.$core.extent()
        }

        fn vertex_count(&self) -> Option<u32> {
            self.$core.vertex_count()
        }

        fn others_are_lower(&self, direction: $vector, vertices: &[u32], margin: f64) -> bool {
            self.$core.others_are_lower(direction, vertices, margin)
        }
    };
}
use support_by_core;
