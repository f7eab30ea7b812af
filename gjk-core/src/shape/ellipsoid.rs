use crate::direction::normalized;
use crate::error::ShapeError;
use crate::support::SupportMapping;
use crate::vector::{Stored, Vector};

/// An ellipsoid centred at the origin of its frame, with its semi-axes along the axes; in 2D an
/// ellipse. Use [`Posed`](crate::Posed) to move and rotate it.
///
/// Support points are rounded to within one ulp of the largest semi-axis.
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
        super::checks::size(radii.wide().least_coordinate(), ShapeError::NegativeRadius)?;
        Ok(Self { radii })
    }
}

impl<V: Stored> SupportMapping for Ellipsoid<V> {
    type Vector = V::Wide;

    fn support(&self, direction: V::Wide) -> V::Wide {
        let radii = self.radii.wide();
        // Both factors are scaled near 1, so that no product overflows or underflows. The product
        // is zero if the ellipsoid is flat in this direction: then the centre is a support point.
        let stretched = normalized(radii).times(normalized(direction));
        radii.times(crate::direction::unit(stretched))
    }

    fn extent(&self) -> f64 {
        self.radii.wide().largest_coordinate()
    }
}
