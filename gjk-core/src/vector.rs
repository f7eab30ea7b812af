//! The vectors of the public interface: what the solver computes in, and what shapes are stored in.

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

use glam::{DMat2, DMat3, DVec2, DVec3, Vec2, Vec3};

use crate::double_double::DoubleDouble;
use crate::space::Space;

mod sealed {
    pub trait Sealed {}
    impl Sealed for glam::Vec2 {}
    impl Sealed for glam::Vec3 {}
    impl Sealed for glam::DVec2 {}
    impl Sealed for glam::DVec3 {}
}

/// A vector that the solver computes with: [`DVec2`] in the plane, [`DVec3`] in space. Sealed.
pub trait Vector:
    sealed::Sealed
    + Space<Rounded = Self, Scalar = f64>
    + Debug
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
{
    /// The same vector in double-double arithmetic.
    #[doc(hidden)]
    type Precise: Space<Rounded = Self, Scalar = DoubleDouble<f64>>;

    /// The matrices that map these vectors: [`DMat2`] or [`DMat3`].
    type Matrix: Copy + Debug + PartialEq + Mul<Self, Output = Self>;

    /// The origin.
    const ZERO: Self;

    /// The unit vector along the first axis.
    const X: Self;

    /// The identity matrix.
    const IDENTITY: Self::Matrix;

    /// The Euclidean length.
    fn length(self) -> f64;

    /// The largest magnitude of a coordinate.
    fn largest_coordinate(self) -> f64;

    /// The least coordinate.
    fn least_coordinate(self) -> f64;

    /// Whether no coordinate is NaN or infinite.
    fn is_finite(self) -> bool;

    /// The vector whose coordinates have the magnitudes of `self` and the signs of `signs`, where
    /// both zeros count as positive.
    fn with_signs_of(self, signs: Self) -> Self;

    /// The transpose of `matrix` times `self`.
    fn transposed_by(self, matrix: &Self::Matrix) -> Self;

    /// How many times larger than the largest coordinate of a vector that of its image under
    /// `matrix` is at most.
    fn stretch_of(matrix: &Self::Matrix) -> f64;

    /// Whether no entry of `matrix` is NaN or infinite.
    fn is_finite_matrix(matrix: &Self::Matrix) -> bool;
}

/// `magnitude` for a zero or positive `sign`, `-magnitude` for a negative one.
fn signed(magnitude: f64, sign: f64) -> f64 {
    if sign < 0.0 { -magnitude } else { magnitude }
}

impl Vector for DVec2 {
    type Precise = DoubleDouble<DVec2>;
    type Matrix = DMat2;

    const ZERO: Self = DVec2::ZERO;
    const X: Self = DVec2::X;
    const IDENTITY: DMat2 = DMat2::IDENTITY;

    fn length(self) -> f64 {
        DVec2::length(self)
    }

    fn largest_coordinate(self) -> f64 {
        self.abs().max_element()
    }

    fn least_coordinate(self) -> f64 {
        self.min_element()
    }

    fn is_finite(self) -> bool {
        DVec2::is_finite(self)
    }

    fn with_signs_of(self, signs: Self) -> Self {
        DVec2::new(signed(self.x, signs.x), signed(self.y, signs.y))
    }

    fn transposed_by(self, matrix: &DMat2) -> Self {
        DVec2::new(matrix.x_axis.dot(self), matrix.y_axis.dot(self))
    }

    fn stretch_of(matrix: &DMat2) -> f64 {
        (matrix.x_axis.abs() + matrix.y_axis.abs()).max_element()
    }

    fn is_finite_matrix(matrix: &DMat2) -> bool {
        matrix.is_finite()
    }
}

impl Vector for DVec3 {
    type Precise = DoubleDouble<DVec3>;
    type Matrix = DMat3;

    const ZERO: Self = DVec3::ZERO;
    const X: Self = DVec3::X;
    const IDENTITY: DMat3 = DMat3::IDENTITY;

    fn length(self) -> f64 {
        DVec3::length(self)
    }

    fn largest_coordinate(self) -> f64 {
        self.abs().max_element()
    }

    fn least_coordinate(self) -> f64 {
        self.min_element()
    }

    fn is_finite(self) -> bool {
        DVec3::is_finite(self)
    }

    fn with_signs_of(self, signs: Self) -> Self {
        DVec3::new(
            signed(self.x, signs.x),
            signed(self.y, signs.y),
            signed(self.z, signs.z),
        )
    }

    fn transposed_by(self, matrix: &DMat3) -> Self {
        DVec3::new(
            matrix.x_axis.dot(self),
            matrix.y_axis.dot(self),
            matrix.z_axis.dot(self),
        )
    }

    fn stretch_of(matrix: &DMat3) -> f64 {
        (matrix.x_axis.abs() + matrix.y_axis.abs() + matrix.z_axis.abs()).max_element()
    }

    fn is_finite_matrix(matrix: &DMat3) -> bool {
        matrix.is_finite()
    }
}

/// A vector that a shape may be stored in: [`Vec2`], [`Vec3`], [`DVec2`] or [`DVec3`]. Sealed.
///
/// Widening to `f64` is exact, so a shape stored in `f32` is the same set of points for the solver.
pub trait Stored: sealed::Sealed + Copy + Debug + PartialEq {
    /// The format of a coordinate: `f32` or `f64`.
    type Scalar: Copy + Debug + PartialEq + Into<f64>;

    /// The vector that the solver computes with.
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
