//! A case: two convex shapes, their poses and a name. It is the only thing that the harness stores.
//!
//! Families make cases, subjects answer them, the judge compares the answer with the truth, and a
//! case file keeps one for ever. Seeds and fuzzer bytes are never stored: they change their meaning
//! when a generator changes, a value does not.

mod core;
mod error;
mod exact;
mod fields;
pub mod files;
pub mod json;
mod kind;
pub(crate) mod numbers;
mod place;
mod read;
mod read_shape;
pub mod shrink;
mod simpler;
mod whole_file;
mod write;
mod write_shape;

use glam::{DMat3, DQuat, DVec3};
use serde_json::{Map, Value};

pub use core::{Core, Solid, extremes};
pub use error::{CaseError, Fault};
pub use exact::{Exact, Fraction, Placed, Relation};
pub use kind::Kind;

/// Two convex shapes and what is known about them.
///
/// Every number is an `f64`; where `scalar` is [`Scalar::F32`] each number has already been rounded
/// to a value that an `f32` holds. In 2D every z coordinate is zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// A short name, unique within its file: letters, digits, `-`, `_` and `.`.
    pub id: String,
    /// The plane or space.
    pub dim: Dim,
    /// What the shapes are stored in.
    pub scalar: Scalar,
    /// The first shape.
    pub a: Shape,
    /// The second shape.
    pub b: Shape,
    /// What the source of the case demands of an answer.
    pub expect: Expect,
    /// An answer computed by somebody else (the field `ref` of the file).
    pub reference: Option<Reference>,
    /// What is exactly true of these shapes (the field `exact`): it means nothing for others.
    pub exact: Option<Exact>,
    /// A query other than the distance, as it stood in the file (a shape cast, say).
    pub query: Option<Value>,
    /// What is not read (`source`, `note`, `class`, …), in its order.
    pub other: Map<String, Value>,
}

/// The dimension of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dim {
    /// The plane.
    Two,
    /// Space.
    Three,
}

/// The floating-point format in which a case stores its shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
}

impl Scalar {
    /// The number as this format holds it.
    pub fn round(self, x: f64) -> f64 {
        match self {
            Scalar::F32 => f64::from(x as f32),
            Scalar::F64 => x,
        }
    }

    /// What is between one and the next number of this format.
    pub fn epsilon(self) -> f64 {
        match self {
            Scalar::F32 => f32::EPSILON.into(),
            Scalar::F64 => f64::EPSILON,
        }
    }

    /// Its name in case files.
    pub fn name(self) -> &'static str {
        match self {
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        }
    }
}

/// A convex shape in its own frame, and the pose that places it in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The shape in its own frame.
    pub kind: Kind,
    /// Where it stands; `None` is the identity.
    pub pose: Option<Pose>,
    /// Notes, kept as they were.
    pub other: Map<String, Value>,
}

impl Shape {
    /// Moves the shape in the world: its pose where it has one, or else its points. A kind around
    /// the origin of its frame is given a pose.
    pub fn translate(&mut self, by: DVec3) {
        let points = self.kind.points_mut();
        if self.pose.is_some() || points.is_empty() {
            self.pose_mut().position += by;
        } else {
            points.into_iter().for_each(|p| *p += by);
        }
    }

    /// Its pose, to be changed; it is given one if it has none.
    pub fn pose_mut(&mut self) -> &mut Pose {
        self.pose.get_or_insert_default()
    }
}

/// A rotation and a translation: a point `p` of the shape's frame stands at `R p + position`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// The translation.
    pub position: DVec3,
    /// The rotation.
    pub rotation: Rotation,
    /// Notes, kept as they were.
    pub other: Map<String, Value>,
}

/// The forms in which a case file gives a rotation.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Rotation {
    /// None given.
    #[default]
    Identity,
    /// A quaternion, 3D only; need not be unit, must not be zero.
    Quaternion(DQuat),
    /// An angle in radians, 2D only.
    Angle(f64),
    /// A matrix as the source printed it, 3D only. It is what counts; the quaternion, where the
    /// file has one as well, is kept for the reader.
    Matrix {
        /// The matrix.
        matrix: DMat3,
        /// The quaternion of the file.
        quaternion: Option<DQuat>,
    },
}

/// What the source of a case demands. Nothing given: the query must end, without panic or NaN.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expect {
    /// Whether the closed shapes have a common point.
    pub intersect: Option<bool>,
    /// The distance, zero when they intersect.
    pub distance: Option<f64>,
    /// The distance, or minus the penetration depth.
    pub signed_distance: Option<f64>,
    /// The absolute tolerance that the source grants.
    pub tol: Option<f64>,
    /// The relative tolerance that the source grants.
    pub rtol: Option<f64>,
    /// Notes, kept as they were.
    pub other: Map<String, Value>,
}

/// An answer that was computed by somebody else, with other means.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Whether the closed shapes have a common point.
    pub intersect: bool,
    /// The distance, or minus the penetration depth.
    pub signed_distance: f64,
    /// What is not read (`method`, `witness_a`, …), kept as it was.
    pub other: Map<String, Value>,
}
