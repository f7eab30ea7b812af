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

macro_rules! stored {
    ($($vector:ty: of $scalar:ty, widens to $wide:ty;)*) => {$(
        impl Stored for $vector {
            type Scalar = $scalar;
            type Wide = $wide;

            fn wide(self) -> $wide {
                self.into()
            }
        }
    )*};
}

stored! {
    Vec2: of f32, widens to DVec2;
    Vec3: of f32, widens to DVec3;
    DVec2: of f64, widens to DVec2;
    DVec3: of f64, widens to DVec3;
}
