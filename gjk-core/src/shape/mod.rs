//! The shapes. Each is generic over the vector it is stored in, so one definition serves `f32` and
//! `f64`, the plane and space.

mod ball;
mod capsule;
mod cuboid;
mod hull;
mod point;
mod segment;
mod triangle;

pub use ball::Ball;
pub use capsule::Capsule;
pub use cuboid::Cuboid;
pub use hull::Hull;
pub use point::Point;
pub use segment::Segment;
pub use triangle::Triangle;

use crate::error::ShapeError;
use crate::space::Space;
use crate::vector::{Stored, Vector};

/// The widened points, if all of them are finite.
fn finite<V: Stored, const N: usize>(points: [V; N]) -> Result<[V; N], ShapeError> {
    if points.iter().all(|p| p.wide().is_finite()) {
        Ok(points)
    } else {
        Err(ShapeError::NotFinite)
    }
}

/// The radius, if it is finite and not negative.
fn radius<V: Stored>(radius: V::Scalar) -> Result<V::Scalar, ShapeError> {
    let wide: f64 = radius.into();
    if !wide.is_finite() {
        Err(ShapeError::NotFinite)
    } else if wide < 0.0 {
        Err(ShapeError::NegativeRadius)
    } else {
        Ok(radius)
    }
}

/// Heights from here on are sums of products that lost no digits to underflow.
const LEAST_HEIGHT: f64 = f64::MIN_POSITIVE / f64::EPSILON;

/// Lifts the smallest product of a coordinate and a direction above [`LEAST_HEIGHT`].
const LIFT: f64 = (1u128 << 127) as f64 * (1u128 << 127) as f64;

/// The point of a vertex list that is farthest in `direction`; the first of several. The products
/// are taken relative to `center`, so that the choice is as good far from the origin as near it.
fn farthest<V: Stored>(points: &[V], center: V::Wide, direction: V::Wide) -> V::Wide {
    match highest(points, center, direction) {
        (best, height) if height >= LEAST_HEIGHT => best,
        _ => highest(points, center, direction * LIFT).0,
    }
}

/// The first of the points that have the largest dot product with `direction`, and that product.
fn highest<V: Stored>(points: &[V], center: V::Wide, direction: V::Wide) -> (V::Wide, f64) {
    let mut best = center;
    let mut best_height = f64::NEG_INFINITY;
    for point in points {
        let point = point.wide();
        let height = (point - center).dot(direction);
        if height > best_height {
            best = point;
            best_height = height;
        }
    }
    (best, best_height)
}

/// The mean of a vertex list.
fn mean<V: Stored>(points: &[V]) -> V::Wide {
    let share = 1.0 / points.len() as f64;
    points
        .iter()
        .fold(V::Wide::ZERO, |sum, point| sum + point.wide() * share)
}

/// The largest coordinate of a vertex as seen from `center`.
fn extent<V: Stored>(points: &[V], center: V::Wide) -> f64 {
    points.iter().fold(0.0, |extent, point| {
        f64::max(extent, (point.wide() - center).largest_coordinate())
    })
}
