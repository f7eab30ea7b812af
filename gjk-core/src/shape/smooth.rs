//! Shapes whose surface is one smooth piece: ellipsoids, and those given by a function.

use core::fmt;
use core::marker::PhantomData;

use crate::arithmetic::Precise;
use crate::direction::{near_one, precise_unit, unit};
use crate::error::ShapeError;
use crate::support::SupportMapping;
use crate::vector::{Stored, Vector};

/// An ellipsoid centred at the origin of its frame, with its semi-axes along the axes; in 2D an
/// ellipse. Use [`Posed`](crate::Posed) to move and rotate it.
///
/// Support points are off the surface by seven roundoffs (2^-53) of the largest semi-axis at most.
///
/// ```
/// use gjk_core::{Ellipsoid, Point, distance};
/// use glam::Vec2;
///
/// let ellipse = Ellipsoid::new(Vec2::new(3.0, 1.0)).unwrap();
/// let point = Point::new(Vec2::new(5.0, 0.0)).unwrap();
/// assert_eq!(distance(&ellipse, &point), 2.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<V> {
    pub(crate) radii: V,
}

impl<V: Stored> Ellipsoid<V> {
    /// The ellipsoid with these semi-axes. Zeros make it flat.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NegativeRadius`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Ellipsoid, ShapeError, SupportMapping};
    /// use glam::DVec3;
    ///
    /// let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 0.0)).unwrap();
    /// assert_eq!(ellipsoid.support(DVec3::NEG_Y), DVec3::new(0.0, -2.0, 0.0));
    /// assert_eq!(Ellipsoid::new(DVec3::NEG_X), Err(ShapeError::NegativeRadius));
    /// ```
    pub fn new(radii: V) -> Result<Self, ShapeError> {
        super::checks::finite(&[radii])?;
        let least = radii.wide().in_space().min_element();
        super::checks::size(least, ShapeError::NegativeRadius)?;
        Ok(Self { radii })
    }

    /// The semi-axes: its radius along each axis.
    ///
    /// ```
    /// use gjk_core::Ellipsoid;
    /// use glam::Vec2;
    ///
    /// let ellipse = Ellipsoid::new(Vec2::new(3.0, 1.0)).unwrap();
    /// assert_eq!(ellipse.radii(), Vec2::new(3.0, 1.0));
    /// ```
    pub fn radii(&self) -> V {
        self.radii
    }
}

impl<V: Stored> SupportMapping for Ellipsoid<V> {
    type Vector = V::Wide;

    fn support(&self, direction: V::Wide) -> V::Wide {
        let radii = self.radii.wide().in_space();
        // Both factors are scaled near 1, so that no product overflows or underflows. The product
        // is zero if the ellipsoid is flat in this direction: then the centre is a support point.
        let stretched = near_one(radii) * near_one(direction.in_space());
        V::Wide::of_space(radii * unit(stretched))
    }

    fn precise_point(&self, piece: u32, direction: V::Wide) -> Option<[V::Wide; 2]> {
        let radii = self.radii.wide().in_space();
        let stretched = Precise::product(near_one(radii), near_one(direction).in_space());
        let point = precise_unit(stretched).stretched(radii);
        (piece == 0).then(|| [point.hi, point.lo].map(V::Wide::of_space))
    }

    fn extent(&self) -> f64 {
        self.radii.wide().largest_coordinate()
    }
}

/// A shape given by one function: its support mapping.
///
/// ```
/// use gjk_core::{Smooth, distance};
/// use glam::DVec3;
///
/// // The convex hull of the curve (cos t, sin t, 0): a flat disc.
/// let disc = Smooth::new(|direction: DVec3| direction.with_z(0.0).normalize_or_zero());
/// let point = gjk_core::Point::new(DVec3::new(0.0, 3.0, 0.0)).unwrap();
/// assert_eq!(distance(&disc, &point), 2.0);
/// ```
///
/// Implement [`SupportMapping`] yourself to state more: the extent, the centre, the vertices. The
/// extent is measured, with two evaluations for each axis: in each query and whenever the shape is
/// wrapped. A [`body`](crate::Shape::body) that is kept for several queries is measured once.
#[derive(Clone, Copy)]
pub struct Smooth<V, F> {
    support: F,
    vector: PhantomData<V>,
}

impl<V: Vector, F: Fn(V) -> V> Smooth<V, F> {
    /// The shape with the support mapping `support`: for a nonzero direction of any length it
    /// returns a point that is farthest in that direction, in the frame of the shape. A mapping
    /// that returns NaN makes a query return NaN, and no mapping makes it panic or loop. Normalise a
    /// direction before you round it to `f32`, in which the square of a short one is zero.
    ///
    /// ```
    /// use gjk_core::{Smooth, intersects};
    /// use glam::DVec2;
    ///
    /// let square = Smooth::new(|direction: DVec2| DVec2::ONE.copysign(direction));
    /// assert!(intersects(&square, &square));
    /// ```
    pub fn new(support: F) -> Self {
        Self {
            support,
            vector: PhantomData,
        }
    }
}

impl<V, F> fmt::Debug for Smooth<V, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Smooth")
    }
}

impl<V: Vector, F: Fn(V) -> V> SupportMapping for Smooth<V, F> {
    type Vector = V;

    fn support(&self, direction: V) -> V {
        (self.support)(direction)
    }
}
