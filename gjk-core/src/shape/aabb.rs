use crate::error::ShapeError;
use crate::support::{Feature, SupportMapping};
use crate::vector::{Stored, Vector};

/// An axis-aligned box between two corners: in the plane a rectangle. Its vertices are made of the
/// coordinates of the corners, bit for bit.
///
/// ```
/// use gjk_core::{Aabb, distance};
/// use glam::Vec3;
///
/// let a = Aabb::new(Vec3::ZERO, Vec3::ONE).unwrap();
/// let b = Aabb::new(Vec3::new(4.0, 5.0, 0.0), Vec3::splat(9.0)).unwrap();
/// assert_eq!(distance(&a, &b), 5.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Aabb<V> {
    least: V,
    greatest: V,
}

impl<V: Stored> Aabb<V> {
    /// The box of all points from `least` to `greatest` in each coordinate. Equal coordinates make
    /// it flat.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`]; [`ShapeError::CornersReversed`] where a coordinate of `least`
    /// exceeds that of `greatest`.
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Aabb, ShapeError};
    /// use glam::DVec2;
    ///
    /// assert!(Aabb::new(DVec2::ZERO, DVec2::new(3.0, 0.0)).is_ok());
    /// let reversed = Aabb::new(DVec2::ONE, DVec2::ZERO);
    /// assert_eq!(reversed, Err(ShapeError::CornersReversed));
    /// ```
    pub fn new(least: V, greatest: V) -> Result<Self, ShapeError> {
        let [least, greatest] = super::finite([least, greatest])?;
        if !least.wide().is_nowhere_above(greatest.wide()) {
            return Err(ShapeError::CornersReversed);
        }
        Ok(Self { least, greatest })
    }

    /// The corner of the least coordinates.
    ///
    /// ```
    /// use gjk_core::Aabb;
    /// use glam::DVec2;
    ///
    /// assert_eq!(Aabb::new(DVec2::X, DVec2::ONE).unwrap().least(), DVec2::X);
    /// ```
    pub fn least(&self) -> V {
        self.least
    }

    /// The corner of the greatest coordinates.
    ///
    /// ```
    /// use gjk_core::Aabb;
    /// use glam::DVec2;
    ///
    /// assert_eq!(Aabb::new(DVec2::X, DVec2::ONE).unwrap().greatest(), DVec2::ONE);
    /// ```
    pub fn greatest(&self) -> V {
        self.greatest
    }
}

impl<V: Stored> SupportMapping for Aabb<V> {
    type Vector = V::Wide;

    super::support_by_corners!(|aabb: &Self| aabb.least.wide(), |aabb: &Self| aabb
        .greatest
        .wide());

    fn center(&self) -> V::Wide {
        self.least.wide() * 0.5 + self.greatest.wide() * 0.5
    }

    fn extent(&self) -> f64 {
        (self.greatest.wide() - self.center()).largest_coordinate()
    }
}
