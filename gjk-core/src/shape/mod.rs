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
pub use point::Point;
pub use polytope::Polytope;
pub use rounded::Rounded;
pub use segment::Segment;
pub use triangle::Triangle;

use glam::DVec2;

use crate::difference::normalized;
use crate::error::ShapeError;
use crate::space::Space;
use crate::support::Feature;
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

/// The unit vector in `direction`; zero for a vector that has none.
fn unit<V: Vector>(direction: V) -> V {
    let direction = normalized(direction);
    let length = direction.length();
    if length > 0.0 && length.is_finite() {
        direction / length
    } else {
        V::ZERO
    }
}

/// Heights from here on are sums of products that lost no digits to underflow.
const LEAST_HEIGHT: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Lifts the smallest product of a coordinate and a direction above [`LEAST_HEIGHT`].
const LIFT: f64 = (1u128 << 127) as f64 * (1u128 << 127) as f64;

/// The number of the point of a vertex list that is farthest in `direction`; the first of several.
/// The products are taken relative to `center`, so that the choice is as good far from the origin
/// as near it.
fn farthest<V: Stored>(points: &[V], center: V::Wide, direction: V::Wide) -> Feature<V::Wide> {
    let (best, height) = highest(points, center, direction);
    if height >= LEAST_HEIGHT {
        Feature::Vertex(best)
    } else {
        Feature::Vertex(highest(points, center, direction * LIFT).0)
    }
}

/// The number of the first of the points that have the largest dot product with `direction`, and
/// that product.
fn highest<V: Stored>(points: &[V], center: V::Wide, direction: V::Wide) -> (u32, f64) {
    let mut best = 0;
    let mut best_height = f64::NEG_INFINITY;
    for (number, point) in (0..).zip(points) {
        let height = (point.wide() - center).dot(direction);
        if height > best_height {
            best = number;
            best_height = height;
        }
    }
    (best, best_height)
}

/// The point of a vertex list that a feature names; the first for one of another shape.
fn vertex<V: Stored>(points: &[V], feature: Feature<V::Wide>) -> V::Wide {
    let named = match feature {
        Feature::Vertex(number) => points.get(number as usize),
        Feature::Direction(_) => None,
    };
    named.or(points.first()).map_or(V::Wide::ZERO, |p| p.wide())
}

/// The methods of [`Support`] for a shape that is the hull of the list `$points` of its own, beside
/// `center`.
macro_rules! support_by_vertices {
    ($points:ident) => {
        fn support(&self, direction: V::Wide) -> V::Wide {
            self.point(self.feature(direction, None))
        }

        fn feature(&self, direction: V::Wide, _near: Option<Feature<V::Wide>>) -> Feature<V::Wide> {
            super::farthest(self.$points.as_ref(), self.center(), direction)
        }

        fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
            super::vertex(self.$points.as_ref(), feature)
        }
    };
}
use support_by_vertices;

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

        fn center(&self) -> $vector {
            self.$core.center()
        }

        fn extent(&self) -> f64 {
            self.$core.extent()
        }
    };
}
use support_by_core;

/// The mean of a vertex list; near the largest finite number, where rounding may carry it beyond,
/// the first vertex.
fn mean<V: Stored>(points: &[V]) -> V::Wide {
    let share = 1.0 / points.len() as f64;
    let mean = points
        .iter()
        .fold(V::Wide::ZERO, |sum, point| sum + point.wide() * share);
    if mean.is_finite() {
        mean
    } else {
        points.first().map_or(V::Wide::ZERO, |point| point.wide())
    }
}

/// The largest coordinate of a vertex as seen from `center`.
fn extent<V: Stored>(points: &[V], center: V::Wide) -> f64 {
    points.iter().fold(0.0, |extent, point| {
        f64::max(extent, (point.wide() - center).largest_coordinate())
    })
}
