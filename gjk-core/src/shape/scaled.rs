use crate::body::Shape;
use crate::error::ShapeError;

/// A shape scaled uniformly about the origin of its frame, with its radius and its translation.
///
/// ```
/// use gjk_core::{Ball, Scaled, distance};
/// use glam::DVec3;
///
/// let ball = Ball::new(DVec3::X, 1.0).unwrap();
/// let double = Scaled::new(ball, 2.0).unwrap();
/// let point = gjk_core::Point::new(DVec3::X * 7.0).unwrap();
/// assert_eq!(distance(&double, &point), 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scaled<S> {
    pub(crate) shape: S,
    pub(crate) factor: f64,
}

impl<S: Shape> Scaled<S> {
    /// `shape` times `factor`; zero makes it a point. The scaled points are rounded to `f64`, and
    /// the answers are exact for the rounded points.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], for the factor and for the radius times it;
    /// [`ShapeError::NegativeScale`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Cuboid, Scaled, ShapeError};
    /// use glam::DVec2;
    ///
    /// let square = Cuboid::new(DVec2::ONE).unwrap();
    /// assert!(Scaled::new(square, 0.5).is_ok());
    /// assert_eq!(Scaled::new(square, -1.0), Err(ShapeError::NegativeScale));
    /// ```
    pub fn new(shape: S, factor: f64) -> Result<Self, ShapeError> {
        super::checks::size(factor, ShapeError::NegativeScale)?;
        super::checks::radius(shape.body().radius() * factor)?;
        Ok(Self { shape, factor })
    }

    /// The shape before scaling.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Scaled};
    /// use glam::DVec3;
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// assert_eq!(Scaled::new(cuboid, 2.0).unwrap().shape(), &cuboid);
    /// ```
    pub fn shape(&self) -> &S {
        &self.shape
    }
}
