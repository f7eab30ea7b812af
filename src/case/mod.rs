//! A case: two convex shapes, their poses and an id. It is all that the harness stores.
//!
//! Families make cases, subjects answer them, the judge compares the answer with the truth, and a
//! case file keeps one for ever. Seeds and fuzzer bytes are never stored: they change their meaning
//! when a generator changes.

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
pub(crate) mod simpler;
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
/// Every number is an `f64`; if `scalar` is [`Scalar::F32`], each number is rounded to an `f32`
/// already. In 2D every z coordinate is zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// A short name, unique within its file: letters, digits, `-`, `_` and `.`.
    pub id: String,
    /// 2D or 3D.
    pub dim: Dim,
    /// The format in which the shapes are stored.
    pub scalar: Scalar,
    /// The first shape.
    pub a: Shape,
    /// The second shape.
    pub b: Shape,
    /// The answer that the source of the case demands.
    pub expect: Expect,
    /// An answer computed elsewhere (the field `ref` of the file).
    pub reference: Option<Reference>,
    /// The exact answer (the field `exact`), valid for exactly these shapes.
    pub exact: Option<Exact>,
    /// A query other than the distance, such as a shape cast, unchanged from the file.
    pub query: Option<Value>,
    /// Unused fields (`source`, `note`, `class`, …), in order.
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
    /// The number rounded to this format.
    pub fn round(self, x: f64) -> f64 {
        match self {
            Scalar::F32 => f64::from(x as f32),
            Scalar::F64 => x,
        }
    }

    /// The gap between one and the next number of this format.
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
    /// Its pose; `None` is the identity.
    pub pose: Option<Pose>,
    /// Notes, kept as they were.
    pub other: Map<String, Value>,
}

impl Shape {
    /// Moves the shape in the world: its pose if it has one, otherwise its points. A kind without
    /// points is given a pose.
    pub fn translate(&mut self, by: DVec3) {
        let points = self.kind.points_mut();
        if self.pose.is_some() || points.is_empty() {
            self.pose_mut().position += by;
        } else {
            points.into_iter().for_each(|p| *p += by);
        }
    }

    /// Its pose, mutable; an identity is added if it has none.
    pub fn pose_mut(&mut self) -> &mut Pose {
        self.pose.get_or_insert_default()
    }
}

/// A rotation and a translation: a point `p` of the shape's frame is at `R p + position`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pose {
    /// The translation.
    pub position: DVec3,
    /// The rotation.
    pub rotation: Rotation,
    /// Notes, kept as they were.
    pub other: Map<String, Value>,
}

/// The formats in which a case file gives a rotation.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Rotation {
    /// None given.
    #[default]
    Identity,
    /// A quaternion, 3D only; any length but zero.
    Quaternion(DQuat),
    /// An angle in radians, 2D only.
    Angle(f64),
    /// A matrix as the source printed it, 3D only. It takes precedence; a quaternion in the file is
    /// kept for the reader.
    Matrix {
        /// The matrix.
        matrix: DMat3,
        /// The quaternion of the file.
        quaternion: Option<DQuat>,
    },
}

/// The answer that the source of a case demands. Empty: the query must end, without panic or NaN.
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

/// An answer that was computed elsewhere, with other means.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Whether the closed shapes have a common point.
    pub intersect: bool,
    /// The distance, or minus the penetration depth.
    pub signed_distance: f64,
    /// Unused fields (`method`, `witness_a`, …), unchanged.
    pub other: Map<String, Value>,
}
