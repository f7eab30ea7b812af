use crate::body::Shape;
use crate::error::ShapeError;

/// A shape and all points within a radius of it: rounded corners, a safety margin, a thick hull.
///
/// The solver computes the distance of the cores and subtracts the radius, so a radius costs
/// neither time nor digits.
///
/// ```
/// use gjk_core::{Cuboid, Rounded, distance};
/// use glam::DVec3;
///
/// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
/// let rounded = Rounded::new(cuboid, 0.25).unwrap();
/// let other = gjk_core::Point::new(DVec3::new(3.0, 0.0, 0.0)).unwrap();
/// assert_eq!(distance(&rounded, &other), 1.75);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<S> {
    pub(crate) core: S,
    pub(crate) radius: f64,
}

impl<S: Shape> Rounded<S> {
    /// `shape` with `radius` added around it. If the shape has a radius already, the two are added
    /// in `f64`.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NegativeRadius`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Ball, Rounded, Shape, ShapeError};
    /// use glam::Vec2;
    ///
    /// let ball = Ball::new(Vec2::ZERO, 1.0).unwrap();
    /// assert_eq!(Rounded::new(ball, 0.5).unwrap().body().radius(), 1.5);
    /// assert_eq!(Rounded::new(ball, -0.5), Err(ShapeError::NegativeRadius));
    /// ```
    pub fn new(shape: S, radius: f64) -> Result<Self, ShapeError> {
        let radius = super::checks::radius(radius)?;
        super::checks::radius(shape.body().rounded(radius).radius())?;
        Ok(Self {
            core: shape,
            radius,
        })
    }

    /// The shape without the radius.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Rounded};
    /// use glam::DVec3;
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// assert_eq!(Rounded::new(cuboid, 0.5).unwrap().shape(), &cuboid);
    /// ```
    pub fn shape(&self) -> &S {
        &self.core
    }
}
