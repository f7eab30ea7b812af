//! The vector types that shapes are stored in.

use core::fmt::Debug;

use glam::{DVec2, DVec3, Vec2, Vec3};

use crate::vector::{Vector, sealed};

/// The scalar type of a stored shape: `f32` or `f64`. Sealed.
pub trait Coordinate: sealed::Sealed + Copy + Debug + PartialEq + Into<f64> {}

impl Coordinate for f32 {}
impl Coordinate for f64 {}

/// The vector type of a stored shape: [`Vec2`], [`Vec3`], [`DVec2`] or [`DVec3`]. Sealed.
///
/// Widening to `f64` is exact, so a shape stored in `f32` is the same set of points for the solver.
pub trait Stored: sealed::Sealed + Copy + Debug + PartialEq {
    /// The type of a coordinate: `f32` or `f64`.
    type Scalar: Coordinate;

    /// The vector type of the solver.
    type Wide: Vector;

    /// The same vector in `f64`.
    fn wide(self) -> Self::Wide;
}

impl Stored for Vec2 {
    type Scalar = f32;
    type Wide = DVec2;

    fn wide(self) -> DVec2 {
        self.as_dvec2()
    }
}

impl Stored for Vec3 {
    type Scalar = f32;
    type Wide = DVec3;

    fn wide(self) -> DVec3 {
        self.as_dvec3()
    }
}

impl Stored for DVec2 {
    type Scalar = f64;
    type Wide = DVec2;

    fn wide(self) -> DVec2 {
        self
    }
}

impl Stored for DVec3 {
    type Scalar = f64;
    type Wide = DVec3;

    fn wide(self) -> DVec3 {
        self
    }
}
