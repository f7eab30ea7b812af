use crate::error::ShapeError;
use crate::support::{Feature, Support};
use crate::vector::Stored;

/// All points within a radius of a centre: a ball, in the plane a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Ball<V: Stored> {
    center: V,
    radius: V::Scalar,
}

impl<V: Stored> Ball<V> {
    /// The ball around `center`; a `radius` of zero makes it a point.
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
        let [center] = super::finite([center])?;
        let radius = super::radius(radius)?;
        Ok(Self { center, radius })
    }
}

impl<V: Stored> Support for Ball<V> {
    type Vector = V::Wide;

    fn support(&self, _direction: V::Wide) -> V::Wide {
        self.center.wide()
    }

    super::support_by_one_point!();

    fn center(&self) -> V::Wide {
        self.center.wide()
    }

    fn radius(&self) -> f64 {
        self.radius.into()
    }
}
