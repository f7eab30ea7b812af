use super::point::Point;
use crate::error::ShapeError;
use crate::vector::Stored;

/// All points within a radius of a centre: a ball; in 2D a disc. Its core is the centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball<V: Stored> {
    pub(crate) center: Point<V>,
    pub(crate) radius: V::Scalar,
}

impl<V: Stored> Ball<V> {
    /// The ball around `center`, in the frame of the shape. A `radius` of zero makes it a point.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NegativeRadius`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Ball, ShapeError, distance};
    /// use glam::Vec3;
    ///
    /// let a = Ball::new(Vec3::ZERO, 1.0).unwrap();
    /// let b = Ball::new(Vec3::new(0.0, 3.0, 4.0), 0.5).unwrap();
    /// assert_eq!(distance(&a, &b), 3.5);
    /// assert_eq!(Ball::new(Vec3::ZERO, -1.0), Err(ShapeError::NegativeRadius));
    /// ```
    pub fn new(center: V, radius: V::Scalar) -> Result<Self, ShapeError> {
        let center = Point::new(center)?;
        let radius = super::checks::radius(radius)?;
        Ok(Self { center, radius })
    }
}
