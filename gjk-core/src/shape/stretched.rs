use crate::body::Shape;
use crate::error::ShapeError;
use crate::vector::Vector;

/// A shape under a linear map: stretched, flattened, sheared or mirrored.
///
/// ```
/// use gjk_core::{Cuboid, Shape, Stretched};
/// use glam::{DMat2, DVec2};
///
/// let square = Cuboid::new(DVec2::ONE).unwrap();
/// let shear = DMat2::from_cols(DVec2::X, DVec2::new(0.5, 1.0));
/// let sheared = Stretched::new(square, shear).unwrap();
/// assert_eq!(sheared.body().support(DVec2::ONE), DVec2::new(1.5, 1.0));
/// ```
///
/// A shape with a radius is refused, as a stretched ball is no ball. Stretch the core and make it
/// [`Rounded`](crate::Rounded) afterwards, use an [`Ellipsoid`](crate::Ellipsoid) instead of a
/// ball, or use [`Scaled`](crate::Scaled), which scales the radius too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretched<S: Shape> {
    pub(crate) shape: S,
    pub(crate) matrix: <S::Vector as Vector>::Matrix,
}

impl<S: Shape> Stretched<S> {
    /// `shape` under the linear map of `matrix`. The mapped points are rounded to `f64`, and the
    /// answers are exact for the rounded points. Directions are multiplied by the transposed
    /// matrix; they overflow if two nested maps both scale by 10^200.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`]; [`ShapeError::SweptShape`] if the shape has a radius.
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Ball, ShapeError, Stretched};
    /// use glam::{DMat3, DVec3};
    ///
    /// let ball = Ball::new(DVec3::ZERO, 1.0).unwrap();
    /// let flat = DMat3::from_diagonal(DVec3::new(1.0, 1.0, 0.1));
    /// assert_eq!(Stretched::new(ball, flat), Err(ShapeError::SweptShape));
    /// ```
    pub fn new(shape: S, matrix: <S::Vector as Vector>::Matrix) -> Result<Self, ShapeError> {
        if !S::Vector::is_finite_matrix(&matrix) {
            return Err(ShapeError::NotFinite);
        }
        if shape.body().radius() != 0.0 {
            return Err(ShapeError::SweptShape);
        }
        Ok(Self { shape, matrix })
    }

    /// The shape before the map.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Stretched};
    /// use glam::{DMat3, DVec3};
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// assert_eq!(Stretched::new(cuboid, DMat3::IDENTITY).unwrap().shape(), &cuboid);
    /// ```
    pub fn shape(&self) -> &S {
        &self.shape
    }
}
