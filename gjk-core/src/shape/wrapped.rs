//! Shapes made of another shape.

use crate::body::Shape;
use crate::error::ShapeError;
use crate::pose::Pose;
use crate::vector::Vector;

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
    /// `core` with `radius` added around it. If the core has a radius already, the two are added
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
    pub fn new(core: S, radius: f64) -> Result<Self, ShapeError> {
        let radius = super::checks::radius(radius)?;
        super::checks::radius(core.body().rounded(radius).radius())?;
        Ok(Self { core, radius })
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

    /// The radius that was added; [`Body::radius`](crate::Body::radius) is that of the whole shape.
    ///
    /// ```
    /// use gjk_core::{Ball, Rounded, Shape};
    /// use glam::DVec3;
    ///
    /// let ball = Ball::new(DVec3::ZERO, 1.0).unwrap();
    /// let rounded = Rounded::new(ball, 0.5).unwrap();
    /// assert_eq!((rounded.radius(), rounded.body().radius()), (0.5, 1.5));
    /// ```
    pub fn radius(&self) -> f64 {
        self.radius
    }
}

/// A shape in a pose.
///
/// ```
/// use gjk_core::{Cuboid, Pose, Posed, distance};
/// use glam::{DQuat, DVec3};
///
/// let unit = Cuboid::new(DVec3::ONE).unwrap();
/// let pose = Pose::from_rotation(DQuat::IDENTITY, DVec3::new(5.0, 0.0, 0.0)).unwrap();
/// let mut body = Posed::new(unit, pose);
/// assert_eq!(distance(&unit, &body), 3.0);
/// body.pose = Pose::IDENTITY;
/// assert_eq!(distance(&unit, &body), 0.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed<S: Shape> {
    /// The shape in its own frame.
    pub shape: S,
    /// The pose: set it to move the shape.
    pub pose: Pose<S::Vector>,
}

impl<S: Shape> Posed<S> {
    /// `shape` in `pose`. Pass a reference as the shape to share one shape among many poses, or to
    /// pose a moving one in each frame: nothing is copied but the pose. A posed shape may be posed
    /// again: the solver composes the poses.
    ///
    /// ```
    /// use gjk_core::{Hull, Pose2, Posed, intersects};
    /// use glam::DVec2;
    ///
    /// let hull = Hull::new(vec![DVec2::ZERO, DVec2::X, DVec2::Y]).unwrap();
    /// let here = Posed::new(&hull, Pose2::IDENTITY);
    /// let there = Posed::new(&hull, Pose2::from_translation(DVec2::ONE).unwrap());
    /// assert!(!intersects(&here, &there));
    /// ```
    pub fn new(shape: S, pose: Pose<S::Vector>) -> Self {
        Self { shape, pose }
    }
}

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
    /// the answers are exact for the rounded points. The factors of nested ones, and the matrix of
    /// a pose within, are multiplied first.
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

    /// The factor.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Scaled};
    /// use glam::DVec3;
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// assert_eq!(Scaled::new(cuboid, 2.0).unwrap().factor(), 2.0);
    /// ```
    pub fn factor(&self) -> f64 {
        self.factor
    }
}

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
    /// matrix; they overflow if two nested maps both scale by 10^200. So may the extent, the
    /// largest row of the matrix times that of the shape: then the answer is
    /// [`NotFinite`](crate::Status::NotFinite).
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

    /// The matrix of the map.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Stretched};
    /// use glam::{DMat3, DVec3};
    ///
    /// let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    /// assert_eq!(Stretched::new(cuboid, DMat3::IDENTITY).unwrap().matrix(), DMat3::IDENTITY);
    /// ```
    pub fn matrix(&self) -> <S::Vector as Vector>::Matrix {
        self.matrix
    }
}
