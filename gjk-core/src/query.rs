//! The queries with their default settings.

use crate::body::Shape;
use crate::closest::ClosestPoints;
use crate::proximity::Proximity;
use crate::settings::Settings;
use crate::vector::Vector;

/// Whether two closed convex shapes have a common point. Touching counts.
///
/// [Exact](crate#exact-answers) for polytopes and sphere-swept polytopes. For other shapes it is right
/// whenever the exact gap or penetration depth exceeds one ulp of the largest length in the
/// Minkowski difference; within that band it agrees with [`distance`] being zero. `false` if a
/// support mapping answers with NaN.
///
/// ```
/// use gjk_core::{Ball, intersects};
/// use glam::Vec2;
///
/// let a = Ball::new(Vec2::ZERO, 1.0).unwrap();
/// let b = Ball::new(Vec2::new(2.0, 0.0), 1.0).unwrap();
/// assert!(intersects(&a, &b));
/// ```
pub fn intersects<V, A, B>(a: &A, b: &B) -> bool
where
    V: Vector,
    A: Shape<Vector = V> + ?Sized,
    B: Shape<Vector = V> + ?Sized,
{
    Settings::default().intersects(a, b)
}

/// How two shapes lie to each other: farther apart than `margin`, overlapping, or near each other.
///
/// [Exact](crate#exact-answers) for polytopes and sphere-swept polytopes: touching shapes have a common
/// point, and a distance that is the margin does not exceed it. For other shapes
/// [`Separated`](Proximity::Separated) and [`Overlapping`](Proximity::Overlapping) are certain: no
/// rounding of the solver can have made them up. What is left is [`Near`](Proximity::Near): a distance
/// from zero to `margin`, or less than 40 ulps of the largest length in the Minkowski difference from
/// either end. The points of curved shapes are rounded before the solver sees them; "certain" leaves
/// that out. `margin` is a distance; NaN and negative numbers count as zero. The third answer is also
/// given where a support mapping answers with NaN.
///
/// ```
/// use gjk_core::{Ball, Proximity, proximity};
/// use glam::DVec2;
///
/// let ball = |x: f64| Ball::new(DVec2::new(x, 0.0), 1.0).unwrap();
/// assert_eq!(proximity(&ball(0.0), &ball(2.5), 0.0), Proximity::Separated);
/// assert_eq!(proximity(&ball(0.0), &ball(2.5), 0.6), Proximity::Near);
/// assert_eq!(proximity(&ball(0.0), &ball(2.0), 0.0), Proximity::Overlapping);
/// assert_eq!(proximity(&ball(0.0), &ball(1.5), 0.0), Proximity::Overlapping);
/// ```
pub fn proximity<V, A, B>(a: &A, b: &B, margin: f64) -> Proximity
where
    V: Vector,
    A: Shape<Vector = V> + ?Sized,
    B: Shape<Vector = V> + ?Sized,
{
    Settings::default().proximity(a, b, margin)
}

/// The distance of two closed convex shapes: zero when they intersect, in the unit of their
/// coordinates.
///
/// For polytopes and sphere-swept polytopes within one ulp of itself, and zero
/// [exactly](crate#exact-answers) where they intersect; for other shapes within 2 ulps of the largest
/// length in the Minkowski difference. NaN if a support mapping
/// answers with NaN or infinity.
///
/// ```
/// use gjk_core::{Point, Segment, distance};
/// use glam::DVec2;
///
/// let segment = Segment::new(DVec2::new(-1.0, 2.0), DVec2::new(1.0, 2.0)).unwrap();
/// assert_eq!(distance(&Point::new(DVec2::ZERO).unwrap(), &segment), 2.0);
/// ```
pub fn distance<V, A, B>(a: &A, b: &B) -> f64
where
    V: Vector,
    A: Shape<Vector = V> + ?Sized,
    B: Shape<Vector = V> + ?Sized,
{
    Settings::default().distance(a, b)
}

/// The distance of two closed convex shapes with all that is known about it: bounds, witness
/// points, normal, simplex, status.
///
/// Where several pairs of points are closest, as with parallel faces, one of them is returned. The
/// witness points are within 2 ulps of their shapes, where the ulp is that of the largest
/// coordinate.
///
/// ```
/// use gjk_core::{Ball, Cuboid, closest_points};
/// use glam::DVec3;
///
/// let a = Cuboid::new(DVec3::ONE).unwrap();
/// let b = Ball::new(DVec3::new(4.0, 0.5, 0.0), 1.0).unwrap();
/// let answer = closest_points(&a, &b);
/// assert_eq!(answer.distance, 2.0);
/// assert_eq!(answer.point_a, DVec3::new(1.0, 0.5, 0.0));
/// assert_eq!(answer.point_b, DVec3::new(3.0, 0.5, 0.0));
/// assert_eq!(answer.normal, Some(DVec3::X));
/// ```
pub fn closest_points<V, A, B>(a: &A, b: &B) -> ClosestPoints<V>
where
    V: Vector,
    A: Shape<Vector = V> + ?Sized,
    B: Shape<Vector = V> + ?Sized,
{
    Settings::default().closest_points(a, b)
}
