use crate::error::ShapeError;
use crate::support::{Feature, SupportMapping};
use crate::vector::{Stored, Vector};

/// A box centred at the origin of its frame, with its sides along the axes; in 2D a rectangle. Use
/// [`Posed`](crate::Posed) to move and rotate it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cuboid<V> {
    pub(crate) half_extents: V,
}

impl<V: Stored> Cuboid<V> {
    /// The box from `-half_extents` to `half_extents`. Zeros make it flat.
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
        super::checks::finite(&[half_extents])?;
        super::checks::size(
            half_extents.wide().least_coordinate(),
            ShapeError::NegativeExtent,
        )?;
        Ok(Self { half_extents })
    }
}

impl<V: Stored> SupportMapping for Cuboid<V> {
    type Vector = V::Wide;

    super::corners::support_by_corners!(
        |cuboid: &Self| -cuboid.half_extents.wide(),
        |cuboid: &Self| cuboid.half_extents.wide()
    );

    fn extent(&self) -> f64 {
        self.half_extents.wide().largest_coordinate()
    }
}
