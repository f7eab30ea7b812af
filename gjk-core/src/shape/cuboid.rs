use crate::error::ShapeError;
use crate::stored::Stored;
use crate::support::{Feature, SupportMapping};
use crate::vector::Vector;

/// A box around the origin of its frame, along the axes of its frame: in the plane a rectangle. A
/// [`Posed`](crate::Posed) cuboid stands and points anywhere.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Cuboid<V> {
    half_extents: V,
}

impl<V: Stored> Cuboid<V> {
    /// The box that reaches `half_extents` to either side of the origin. Zeros make it flat.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NegativeExtent`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Cuboid, Point, distance};
    /// use glam::Vec3;
    ///
    /// let cuboid = Cuboid::new(Vec3::new(1.0, 2.0, 3.0)).unwrap();
    /// let point = Point::new(Vec3::new(0.0, 0.0, 7.0)).unwrap();
    /// assert_eq!(distance(&cuboid, &point), 4.0);
    /// ```
    pub fn new(half_extents: V) -> Result<Self, ShapeError> {
        let [half_extents] = super::finite([half_extents])?;
        if half_extents.wide().least_coordinate() < 0.0 {
            return Err(ShapeError::NegativeExtent);
        }
        Ok(Self { half_extents })
    }
}

impl<V: Stored> SupportMapping for Cuboid<V> {
    type Vector = V::Wide;

    super::support_by_corners!(
        |cuboid: &Self| -cuboid.half_extents.wide(),
        |cuboid: &Self| cuboid.half_extents.wide()
    );

    fn extent(&self) -> f64 {
        self.half_extents.wide().largest_coordinate()
    }
}
