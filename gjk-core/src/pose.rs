//! Rotation and translation of a shape.

use glam::{
    Affine2, Affine3, Affine3A, DAffine2, DAffine3, DMat2, DMat3, DQuat, DVec2, DVec3, Quat, Vec2,
    Vec3,
};

use crate::arithmetic::power_of_two;
use crate::error::ShapeError;
use crate::vector::Vector;

/// A rotation followed by a translation: it maps `p` to `R p + t`. A rigid motion; the translation
/// is in world coordinates.
///
/// `R p` is computed in `f64` and rounded. The rounded points are the vertices that the solver
/// sees, and its answers are exact for them. The translation is not added to them: it becomes the
/// [`origin`](crate::Body::origin) of the body, and the solver sees only the exact difference of
/// two origins. So two shapes far from the origin of the world have the distance and the normal, to
/// the last bit, that they would have near it.
///
/// A rotation that is exactly the identity counts as none, and costs nothing.
///
/// It is made of the types of an engine:
///
/// ```
/// use gjk_core::Pose3;
/// use glam::{Affine3A, Quat, Vec3};
///
/// let (turn, place) = (Quat::from_rotation_y(0.5), Vec3::new(1.0, 2.0, 3.0));
/// let pose = Pose3::try_from((turn, place)).unwrap();
/// let same = Pose3::try_from(Affine3A::from_rotation_translation(turn, place)).unwrap();
/// assert!(pose.matrix().abs_diff_eq(same.matrix(), 1e-6));
/// ```
///
/// Compose poses, and invert them, in the types of the engine or of `glam`; [`Posed`](crate::Posed)
/// may be posed again. [`Scaled`](crate::Scaled) and [`Stretched`](crate::Stretched) are for maps
/// that are not rigid. The default is the identity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose<V: Vector> {
    pub(crate) rotation: Option<V::Matrix>,
    pub(crate) translation: V,
}

/// A pose in 2D.
pub type Pose2 = Pose<DVec2>;

/// A pose in 3D.
pub type Pose3 = Pose<DVec3>;

/// A matrix whose columns are orthonormal up to this error, 512 roundoffs, is used unchanged:
/// 2^-44.
const EXACT: f64 = power_of_two(-44);

/// A matrix within this error is taken for a rounded rotation and orthonormalised. A larger error
/// is scaling, not rounding.
const NEARLY: f64 = 1.0 / 1024.0;

impl<V: Vector> Pose<V> {
    /// The identity: no rotation, no translation.
    ///
    /// ```
    /// use gjk_core::{Pose2, Pose3};
    /// use glam::{DQuat, DVec3};
    ///
    /// assert_eq!(Pose3::from_translation(DVec3::ZERO), Ok(Pose3::IDENTITY));
    /// assert_eq!(Pose3::from_rotation(DQuat::IDENTITY, DVec3::ZERO), Ok(Pose3::IDENTITY));
    /// assert_ne!(Pose2::from_angle(1.0, glam::DVec2::ZERO), Ok(Pose2::IDENTITY));
    /// ```
    pub const IDENTITY: Self = Self {
        rotation: None,
        translation: V::ZERO,
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
        Self::checked(V::IDENTITY, translation)
    }

    /// A rotation matrix followed by a translation. A matrix that is a rotation up to rounding in
    /// `f64` is used unchanged. One that is off by more, such as a rotation rounded to `f32`, is
    /// orthonormalised.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`]; [`ShapeError::NotARotation`] if the matrix scales by about a
    /// part in 2,048 or more, shears by more than one in 1,024, or mirrors.
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Cuboid, Pose, Posed, Shape, ShapeError};
    /// use glam::{DMat2, DVec2};
    ///
    /// let square = Cuboid::new(DVec2::new(2.0, 1.0)).unwrap();
    /// let quarter = Pose::from_matrix(DMat2::from_cols(DVec2::Y, -DVec2::X), DVec2::ZERO).unwrap();
    /// assert_eq!(Posed::new(square, quarter).body().support(DVec2::ONE), DVec2::new(1.0, 2.0));
    /// let double = Pose::from_matrix(DMat2::IDENTITY * 2.0, DVec2::ZERO);
    /// assert_eq!(double, Err(ShapeError::NotARotation));
    /// ```
    pub fn from_matrix(matrix: V::Matrix, translation: V) -> Result<Self, ShapeError> {
        let pose = Self::checked(matrix, translation)?;
        if V::is_rotation(&matrix, EXACT) {
            Ok(pose)
        } else if V::is_rotation(&matrix, NEARLY) {
            Self::checked(V::orthonormalized(&matrix), translation)
        } else {
            Err(ShapeError::NotARotation)
        }
    }

    /// A pose of these parts, if they are finite. The identity needs no product: it is no rotation.
    fn checked(matrix: V::Matrix, translation: V) -> Result<Self, ShapeError> {
        if V::is_finite_matrix(&matrix) && translation.is_finite() {
            Ok(Self {
                rotation: Some(matrix).filter(|matrix| *matrix != V::IDENTITY),
                translation,
            })
        } else {
            Err(ShapeError::NotFinite)
        }
    }

    /// The rotation, as a matrix.
    ///
    /// ```
    /// use gjk_core::Pose3;
    /// use glam::DMat3;
    ///
    /// assert_eq!(Pose3::IDENTITY.matrix(), DMat3::IDENTITY);
    /// ```
    pub fn matrix(&self) -> V::Matrix {
        self.rotation.unwrap_or(V::IDENTITY)
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
    /// The sine and the cosine are rounded, those of quarter turns too: rectangles that touch along
    /// a grid may then be a last digit apart. [`from_matrix`](Self::from_matrix) with zeros and ones
    /// turns them exactly.
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
        Self::checked(DMat2::from_angle(angle), translation)
    }
}

impl Pose<DVec3> {
    /// A rotation followed by a translation. The quaternion is normalised first. Those of most
    /// quarter turns are rounded; [`from_matrix`](Self::from_matrix) with zeros and ones is exact.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NotFinite`], [`ShapeError::NotARotation`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Pose, ShapeError};
    /// use glam::{DQuat, DVec3};
    ///
    /// assert!(Pose::from_rotation(DQuat::from_rotation_y(0.5), DVec3::ONE).is_ok());
    /// let nothing = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
    /// assert_eq!(Pose::from_rotation(nothing, DVec3::ONE), Err(ShapeError::NotARotation));
    /// ```
    pub fn from_rotation(rotation: DQuat, translation: DVec3) -> Result<Self, ShapeError> {
        if !rotation.is_finite() {
            return Err(ShapeError::NotFinite);
        }
        // A square that is not a normal number has lost digits of the length.
        if !rotation.length_squared().is_normal() {
            return Err(ShapeError::NotARotation);
        }
        Self::checked(DMat3::from_quat(rotation / rotation.length()), translation)
    }
}

/// Conversions of the types of an engine.
macro_rules! converted {
    ($($(#[$doc:meta])* |$source:tt: $type:ty| -> $pose:ty $make:block)*) => {$(
        $(#[$doc])*
        impl TryFrom<$type> for $pose {
            type Error = ShapeError;

            fn try_from($source: $type) -> Result<Self, ShapeError> $make
        }
    )*};
}

converted! {
    /// [`Pose::from_rotation`].
    |(turn, place): (DQuat, DVec3)| -> Pose3 { Self::from_rotation(turn, place) }

    /// [`Pose::from_rotation`], widened to `f64` first.
    |(turn, place): (Quat, Vec3)| -> Pose3 {
        Self::from_rotation(turn.as_dquat(), place.as_dvec3())
    }

    /// [`Pose::from_matrix`].
    |affine: DAffine3| -> Pose3 { Self::from_matrix(affine.matrix3, affine.translation) }

    /// [`Pose::from_matrix`], widened to `f64` first.
    |affine: Affine3| -> Pose3 { Self::try_from(affine.as_daffine3()) }

    /// [`Pose::from_matrix`], widened to `f64` first.
    |affine: Affine3A| -> Pose3 { Self::try_from(affine.as_daffine3()) }

    /// [`Pose::from_angle`], widened to `f64` first.
    |(angle, place): (f64, DVec2)| -> Pose2 { Self::from_angle(angle, place) }

    |(angle, place): (f32, Vec2)| -> Pose2 { Self::from_angle(angle.into(), place.as_dvec2()) }

    /// [`Pose::from_matrix`].
    |affine: DAffine2| -> Pose2 { Self::from_matrix(affine.matrix2, affine.translation) }

    /// [`Pose::from_matrix`], widened to `f64` first.
    |affine: Affine2| -> Pose2 { Self::try_from(affine.as_daffine2()) }
}
