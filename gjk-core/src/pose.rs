//! Rotation and translation, as a wrapper that is itself a [`Support`].

use glam::{DMat2, DMat3, DQuat, DVec2, DVec3};

use crate::error::ShapeError;
use crate::support::{Feature, Support, others_are_lower};
use crate::vector::Vector;

/// A rotation (or any other linear map) followed by a translation: `p` goes to `M p + t`.
///
/// Arithmetic: `M p` is computed in `f64` and rounded; those rounded points are the vertices of the
/// shape that the solver sees. The translation is never added to them. It becomes the shape's
/// [`origin`](Support::origin), and the solver sees the exact sum. So two shapes 10^8 away from the
/// origin of the world are as precise as two shapes at it.
///
/// A pose of a posed shape rounds the translations of the two into one.
///
/// A matrix that is not a rotation moves, stretches and flattens the core of a shape, exactly as it
/// is; directions are multiplied by its transpose, so two poses in each other should not both be of
/// sizes like 10^200.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Pose<V: Vector> {
    matrix: V::Matrix,
    translation: V,
    /// Whether the matrix is known to keep lengths.
    rigid: bool,
}

/// A pose in the plane.
pub type Pose2 = Pose<DVec2>;

/// A pose in space.
pub type Pose3 = Pose<DVec3>;

impl<V: Vector> Pose<V> {
    /// The pose that leaves everything where it is.
    ///
    /// ```
    /// use gjk_core::{Pose2, Pose3};
    /// use glam::DVec3;
    ///
    /// assert_eq!(Pose3::from_translation(DVec3::ZERO), Ok(Pose3::IDENTITY));
    /// assert_ne!(Pose2::from_angle(1.0, glam::DVec2::ZERO), Ok(Pose2::IDENTITY));
    /// ```
    pub const IDENTITY: Self = Self {
        matrix: V::IDENTITY,
        translation: V::ZERO,
        rigid: true,
    };

    /// A translation.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Ball, Pose, Posed, distance};
    /// use glam::{DVec2, Vec2};
    ///
    /// let disc = Ball::new(Vec2::ZERO, 1.0).unwrap();
    /// let there = Pose::from_translation(DVec2::new(5.0, 0.0)).unwrap();
    /// assert_eq!(distance(&disc, &Posed::new(disc, there)), 3.0);
    /// ```
    pub fn from_translation(translation: V) -> Result<Self, ShapeError> {
        Self::checked(V::IDENTITY, translation, true)
    }

    /// A linear map followed by a translation. The map need not be a rotation; a shape's
    /// [`radius`](Support::radius) is not mapped.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Support};
    /// use glam::{DMat2, DVec2};
    ///
    /// let square = Cuboid::new(DVec2::ONE).unwrap();
    /// let sheared = DMat2::from_cols(DVec2::X, DVec2::new(0.5, 1.0));
    /// let pose = Pose::from_matrix(sheared, DVec2::ZERO).unwrap();
    /// assert_eq!(Posed::new(square, pose).support(DVec2::ONE), DVec2::new(1.5, 1.0));
    /// ```
    pub fn from_matrix(matrix: V::Matrix, translation: V) -> Result<Self, ShapeError> {
        Self::checked(matrix, translation, false)
    }

    /// A pose of finite numbers.
    pub(crate) fn checked(
        matrix: V::Matrix,
        translation: V,
        rigid: bool,
    ) -> Result<Self, ShapeError> {
        if V::is_finite_matrix(&matrix) && translation.is_finite() {
            Ok(Self {
                matrix,
                translation,
                rigid,
            })
        } else {
            Err(ShapeError::NotFinite)
        }
    }

    /// The linear part.
    ///
    /// ```
    /// use gjk_core::Pose3;
    /// use glam::DMat3;
    ///
    /// assert_eq!(Pose3::IDENTITY.matrix(), DMat3::IDENTITY);
    /// ```
    pub fn matrix(&self) -> V::Matrix {
        self.matrix
    }

    /// The translation.
    ///
    /// ```
    /// use gjk_core::Pose;
    /// use glam::DVec3;
    ///
    /// assert_eq!(Pose::from_translation(DVec3::Y).unwrap().translation(), DVec3::Y);
    /// ```
    pub fn translation(&self) -> V {
        self.translation
    }
}

impl Pose<DVec2> {
    /// A rotation by `angle` radians, counterclockwise, followed by a translation.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Cuboid, Point, Pose, Posed, distance};
    /// use glam::DVec2;
    /// use std::f64::consts::FRAC_PI_4;
    ///
    /// let square = Cuboid::new(DVec2::ONE).unwrap();
    /// let on_its_corner = Pose::from_angle(FRAC_PI_4, DVec2::ZERO).unwrap();
    /// let point = Point::new(DVec2::new(0.0, 2.0)).unwrap();
    /// let gap = distance(&Posed::new(square, on_its_corner), &point);
    /// assert!((gap - (2.0 - 2f64.sqrt())).abs() < 1e-15);
    /// ```
    pub fn from_angle(angle: f64, translation: DVec2) -> Result<Self, ShapeError> {
        Self::checked(DMat2::from_angle(angle), translation, true)
    }
}

impl Pose<DVec3> {
    /// A rotation followed by a translation. The quaternion is normalised first. (A `Quat` becomes
    /// a `DQuat` by `as_dquat`.)
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NotARotation`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Pose, ShapeError};
    /// use glam::{DQuat, DVec3, Quat};
    ///
    /// let turn = Quat::from_rotation_y(0.5).as_dquat();
    /// assert!(Pose::from_rotation(turn, DVec3::ONE).is_ok());
    /// let nothing = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    /// assert_eq!(Pose::from_rotation(nothing, DVec3::ONE), Err(ShapeError::NotARotation));
    /// ```
    pub fn from_rotation(rotation: DQuat, translation: DVec3) -> Result<Self, ShapeError> {
        if !rotation.is_finite() {
            return Err(ShapeError::NotFinite);
        }
        let length = rotation.length();
        if !(length.is_normal()) {
            return Err(ShapeError::NotARotation);
        }
        Self::checked(DMat3::from_quat(rotation / length), translation, true)
    }
}

/// Least numbers, to which rotated vertices are rounded where they are subnormal, are so small a part of this
/// size that no margin shows it: 2^-62.
const UNROUNDED: f64 = f64::MIN_POSITIVE * (1u64 << 10) as f64;

/// The margins of looks at vertices have room for the rounding of rotated ones up to so many extents from the origin of
/// their frame.
const NEAR: f64 = 8.0;

/// Up to so many extents from there it is added to the margin.
const FAR: f64 = 1024.0;

/// What rotated vertices are rounded by there, in [margins](crate::support::clear_margin): two of them by
/// `6√3 u(1 + 1024√3)` extents times the length of the direction, which is `√3` times its largest coordinate at most,
/// and a margin is of three of those.
const FAR_ROUNDING: f64 = 1.0 / (1u64 << 38) as f64;

/// A shape in a pose. What the solver proves about polytopes has room for the rounding of eight poses in each
/// other.
///
/// ```
/// use gjk_core::{Cuboid, Pose, Posed, distance};
/// use glam::{DQuat, DVec3};
///
/// let unit = Cuboid::new(DVec3::ONE).unwrap();
/// let pose = Pose::from_rotation(DQuat::IDENTITY, DVec3::new(5.0, 0.0, 0.0)).unwrap();
/// assert_eq!(distance(&unit, &Posed::new(unit, pose)), 3.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "S: serde::Serialize, Pose<S::Vector>: serde::Serialize")
)]
pub struct Posed<S: Support> {
    shape: S,
    pose: Pose<S::Vector>,
}

impl<S: Support> Posed<S> {
    /// `shape` in `pose`. Use a reference as the shape where many poses share one shape.
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

    /// The shape in its own frame.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose2, Posed};
    /// use glam::Vec2;
    ///
    /// let square = Cuboid::new(Vec2::ONE).unwrap();
    /// assert_eq!(Posed::new(square, Pose2::IDENTITY).shape(), &square);
    /// ```
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The pose.
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose2, Posed};
    /// use glam::Vec2;
    ///
    /// let square = Cuboid::new(Vec2::ONE).unwrap();
    /// assert_eq!(Posed::new(square, Pose2::IDENTITY).pose(), Pose2::IDENTITY);
    /// ```
    pub fn pose(&self) -> Pose<S::Vector> {
        self.pose
    }
}

impl<S: Support> Support for Posed<S> {
    type Vector = S::Vector;

    // The point of M K that is farthest in direction d is M times the point of K that is farthest
    // in the direction of M transposed times d, for every matrix M.
    fn support(&self, direction: S::Vector) -> S::Vector {
        self.pose.matrix
            * self
                .shape
                .support(direction.transposed_by(&self.pose.matrix))
    }

    fn feature(
        &self,
        direction: S::Vector,
        near: Option<Feature<S::Vector>>,
    ) -> Feature<S::Vector> {
        let direction = direction.transposed_by(&self.pose.matrix);
        self.shape.feature(direction, near)
    }

    fn point(&self, feature: Feature<S::Vector>) -> S::Vector {
        self.pose.matrix * self.shape.point(feature)
    }

    fn feature_with_point(
        &self,
        direction: S::Vector,
        near: Option<Feature<S::Vector>>,
    ) -> (Feature<S::Vector>, S::Vector) {
        let direction = direction.transposed_by(&self.pose.matrix);
        let (feature, point) = self.shape.feature_with_point(direction, near);
        (feature, self.pose.matrix * point)
    }

    fn origin(&self) -> S::Vector {
        let origin = self.shape.origin();
        if origin == S::Vector::ZERO {
            // Known when this is compiled: most shapes stand at the origin of their frame.
            return self.pose.translation;
        }
        self.pose.matrix * origin + self.pose.translation
    }

    fn center(&self) -> S::Vector {
        self.pose.matrix * self.shape.center()
    }

    fn extent(&self) -> f64 {
        if self.pose.rigid {
            self.shape.extent()
        } else {
            // The centre may come to lie at the origin, and the rounding of vertices does not; nor does that
            // of least numbers in a pose of this one's shape.
            let size = self.shape.extent() + self.shape.center().largest_coordinate() + UNROUNDED;
            S::Vector::stretch_of(&self.pose.matrix) * size
        }
    }

    fn vertex_count(&self) -> Option<u32> {
        self.shape.vertex_count()
    }

    // Clearly lower in the frame of the shape is lower in the world, unless the shape is so small or so far
    // from the origin of its frame that the rounding of rotated vertices could be seen. Where it is not quite so far
    // others are to be lower by that as well.
    fn others_are_lower(&self, direction: S::Vector, vertices: &[u32], margin: f64) -> bool {
        let extent = self.shape.extent();
        let way = self.shape.center().largest_coordinate();
        if self.pose.rigid && way <= FAR * extent && extent >= UNROUNDED {
            let direction = direction.transposed_by(&self.pose.matrix);
            let rounding = if way <= NEAR * extent {
                0.0
            } else {
                FAR_ROUNDING
            };
            self.shape
                .others_are_lower(direction, vertices, margin + rounding)
        } else {
            others_are_lower(self, direction, vertices, margin)
        }
    }

    fn radius(&self) -> f64 {
        self.shape.radius()
    }
}
