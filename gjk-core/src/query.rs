//! The queries with default settings.

use crate::body::Shape;
use crate::closest::ClosestPoints;
use crate::proximity::Proximity;
use crate::settings::Settings;
use crate::vector::Vector;

/// Whether two closed convex shapes intersect: whether they have a common point. Touching counts.
///
/// [Exact](crate#exact-answers) for polytopes and sphere-swept polytopes. For cylinders, cones and
/// ellipsoids it is right if the exact gap or penetration depth exceeds one
/// [ulp](crate#ulps-of-other-shapes); within that band it is true exactly if [`distance`] is zero.
/// The same holds for a shape of your own that implements
/// [`precise_point`](crate::SupportMapping::precise_point); otherwise the answer is that of its
/// rounded points, and a gap of up to [128 ulps](crate#ulps-of-other-shapes) may count as contact.
/// `false` if a support mapping returns NaN, or coordinates are so large that sums
/// of them [overflow](crate#exact-answers).
///
/// ```
/// use gjk_core::{Ball, intersects};
/// use glam::Vec2;
///
/// let a = Ball::new(Vec2::ZERO, 1.0).unwrap();
/// let b = Ball::new(Vec2::new(2.0, 0.0), 1.0).unwrap();
/// assert!(intersects(&a, &b));
/// ```
#[must_use]
pub fn intersects<A: Shape>(a: A, b: impl Shape<Vector = A::Vector>) -> bool {
    Settings::default().intersects(a, b)
}

/// Whether two shapes are farther apart than `margin`, overlap, or are near each other.
///
/// [Exact](crate#exact-answers) for polytopes and sphere-swept polytopes: touching shapes are
/// [`Overlapping`](Proximity::Overlapping), and a distance equal to `margin` is
/// [`Near`](Proximity::Near).
///
/// For cylinders, cones and ellipsoids [`Separated`](Proximity::Separated) and
/// [`Overlapping`](Proximity::Overlapping) are certain in spite of all rounding.
/// [`Near`](Proximity::Near) is the rest: a distance from zero to `margin`, or within 128
/// [ulps](crate#ulps-of-other-shapes) of either end. (Measured: within a hundredth of an ulp, but
/// within some dozen beside very thin shapes, as needles are.) Where these shapes just touch it
/// takes 20 to 200 µs, as it tries several ways to prove that they overlap; an intersection test
/// takes 3 to 10, and up to 120 of ellipsoids.
///
/// A shape of your own that rounds its support points by no more than two ulps of its extent has
/// certain answers too. If it does not know its [points](crate::SupportMapping::precise_point) in
/// more than `f64`, a gap is certain if it is larger than 350 ulps, and so is an overlap of shapes
/// that are at least as thick: ulps of the largest coordinate in the frame of the shape, if that is
/// larger.
///
/// `margin` is a distance; NaN and negative numbers count as zero. If a support mapping returns
/// NaN, or sums of coordinates [overflow](crate#exact-answers), the result is
/// [`Near`](Proximity::Near).
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
#[must_use]
pub fn proximity<A: Shape>(a: A, b: impl Shape<Vector = A::Vector>, margin: f64) -> Proximity {
    Settings::default().proximity(a, b, margin)
}

/// The distance of two closed convex shapes, in the unit of their coordinates; zero if they
/// intersect.
///
/// For polytopes and sphere-swept polytopes it is within one ulp of itself, and zero
/// [exactly](crate#exact-answers) if they intersect. For other shapes it is within 2
/// [ulps](crate#ulps-of-other-shapes). Infinity if it exceeds the largest number; NaN if a support
/// mapping returns NaN or infinity, or sums of coordinates [overflow](crate#exact-answers).
///
/// ```
/// use gjk_core::{Point, Segment, distance};
/// use glam::DVec2;
///
/// let segment = Segment::new([DVec2::new(-1.0, 2.0), DVec2::new(1.0, 2.0)]).unwrap();
/// assert_eq!(distance(&Point::new(DVec2::ZERO).unwrap(), &segment), 2.0);
/// ```
#[must_use]
pub fn distance<A: Shape>(a: A, b: impl Shape<Vector = A::Vector>) -> f64 {
    Settings::default().distance(a, b)
}

/// The distance of two closed convex shapes with bounds, witness points, normal, simplex and
/// status, all described at [`ClosestPoints`].
///
/// If several pairs of points are closest, as between parallel faces, one of them is returned. The
/// witness points are within 2 ulps of their shapes (curved ones that are stretched: of the points
/// that they are rounded to). The ulp is that of the largest length in the Minkowski difference, or
/// of the largest coordinate of either shape, in its frame (of a rotated one of your own: four times
/// that) or in the world, if that is larger. Along a curved surface they may be [farther
/// off](crate#ulps-of-other-shapes).
///
/// The method is that of E. G. Gilbert, D. W. Johnson and S. S. Keerthi, "A fast procedure for
/// computing the distance between complex objects in three-dimensional space", IEEE Journal of
/// Robotics and Automation 4 (1988), with the termination test of G. van den Bergen, "A Fast and
/// Robust GJK Implementation for Collision Detection of Convex Objects", Journal of Graphics Tools
/// 4 (1999).
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
#[must_use]
pub fn closest_points<A: Shape>(
    a: A,
    b: impl Shape<Vector = A::Vector>,
) -> ClosestPoints<A::Vector> {
    Settings::default().closest_points(a, b)
}

impl<V: Vector> ClosestPoints<V> {
    /// Updates the answer after the shapes have moved: [`Settings::update`] with default settings.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, closest_points};
    /// use glam::{DQuat, DVec3};
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// let at = |angle: f64| {
    ///     let place = DVec3::new(4.0 + angle, 1.0, 0.5);
    ///     Posed::new(cuboid, Pose::from_rotation(DQuat::from_rotation_z(angle), place).unwrap())
    /// };
    /// let mut answer = closest_points(&cuboid, &at(0.30));
    /// for frame in 1..100 {
    ///     answer.update(&cuboid, &at(0.30 + 0.01 * f64::from(frame)));
    /// }
    /// assert_eq!(answer.distance, closest_points(&cuboid, &at(1.29)).distance);
    /// ```
    pub fn update(&mut self, a: impl Shape<Vector = V>, b: impl Shape<Vector = V>) {
        Settings::default().update(self, a, b);
    }
}
