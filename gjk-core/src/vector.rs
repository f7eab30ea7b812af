//! The vector types of the public interface.

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

use glam::{DMat2, DMat3, DVec2, DVec3, Vec2, Vec3};

mod sealed {
    pub trait Sealed {}
}

/// The scalar type of a stored shape: `f32` or `f64`. Sealed.
pub trait Coordinate: sealed::Sealed + Copy + Debug + PartialEq + Into<f64> {}

impl sealed::Sealed for f32 {}
impl sealed::Sealed for f64 {}
impl Coordinate for f32 {}
impl Coordinate for f64 {}

/// The vector type of a stored shape: [`Vec2`], [`Vec3`], [`DVec2`] or [`DVec3`]. Sealed.
///
/// Widening to `f64` is exact, so a shape stored in `f32` is the same set of points for the solver.
#[diagnostic::on_unimplemented(
    note = "shapes are stored in `Vec2`, `Vec3`, `DVec2` or `DVec3` of `gjk_core::glam`"
)]
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
        impl sealed::Sealed for $vector {}

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

/// A vector in `f64`: [`DVec2`] in 2D, [`DVec3`] in 3D. Sealed.
#[diagnostic::on_unimplemented(
    note = "support mappings and poses take `DVec2` or `DVec3` of `gjk_core::glam`; a pose in `f32` \
            converts: `Pose3::try_from((quat, vec3))`"
)]
pub trait Vector:
    Stored<Wide = Self, Scalar = f64>
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
{
    /// The matrices that map these vectors: [`DMat2`] or [`DMat3`].
    type Matrix: Copy + Debug + PartialEq + Mul<Self, Output = Self>;

    /// The number of coordinates.
    #[doc(hidden)]
    const DIMENSION: usize;

    /// The origin.
    const ZERO: Self;

    /// The unit vector along the first axis.
    const X: Self;

    /// The identity matrix.
    const IDENTITY: Self::Matrix;

    /// The vector in 3D, with z = 0 for one of 2D.
    #[doc(hidden)]
    fn in_space(self) -> DVec3;

    /// The vector without the third coordinate, if this is 2D.
    #[doc(hidden)]
    fn of_space(vector: DVec3) -> Self;

    /// The matrix in 3D. One of 2D maps z to zero.
    #[doc(hidden)]
    fn matrix_in_space(matrix: &Self::Matrix) -> DMat3;

    /// The dot product.
    fn dot(self, other: Self) -> f64;

    /// The Euclidean length.
    fn length(self) -> f64 {
        self.in_space().length()
    }

    /// The largest magnitude of a coordinate.
    fn largest_coordinate(self) -> f64;

    /// Whether no coordinate is NaN or infinite.
    fn is_finite(self) -> bool {
        self.in_space().is_finite()
    }

    /// Whether no entry of `matrix` is NaN or infinite.
    fn is_finite_matrix(matrix: &Self::Matrix) -> bool {
        Self::matrix_in_space(matrix).is_finite()
    }

    /// Whether `matrix` is a rotation: it does not mirror, and the products of its columns are off
    /// by no more than `most`.
    #[doc(hidden)]
    fn is_rotation(matrix: &Self::Matrix, most: f64) -> bool;

    /// A rotation near a matrix that is nearly one: Gram-Schmidt from the first column.
    #[doc(hidden)]
    fn orthonormalized(matrix: &Self::Matrix) -> Self::Matrix;
}

/// What is written the same in 2D and in 3D, of types that are not.
macro_rules! alike {
    ($vector:ident, $matrix:ident, $dimension:literal) => {
        type Matrix = $matrix;

        const DIMENSION: usize = $dimension;
        const ZERO: Self = $vector::ZERO;
        const X: Self = $vector::X;
        const IDENTITY: $matrix = $matrix::IDENTITY;

        fn dot(self, other: Self) -> f64 {
            $vector::dot(self, other)
        }

        fn largest_coordinate(self) -> f64 {
            self.abs().max_element()
        }

        fn is_rotation(matrix: &$matrix, most: f64) -> bool {
            let products = matrix.transpose() * *matrix;
            matrix.determinant() > 0.0 && products.abs_diff_eq($matrix::IDENTITY, most)
        }
    };
}

impl Vector for DVec2 {
    alike!(DVec2, DMat2, 2);

    fn in_space(self) -> DVec3 {
        self.extend(0.0)
    }

    fn of_space(vector: DVec3) -> Self {
        Self::new(vector.x, vector.y)
    }

    fn matrix_in_space(matrix: &DMat2) -> DMat3 {
        let [x, y] = [matrix.x_axis, matrix.y_axis].map(Self::in_space);
        DMat3::from_cols(x, y, DVec3::ZERO)
    }

    fn orthonormalized(matrix: &DMat2) -> DMat2 {
        let x = matrix.x_axis.normalize();
        DMat2::from_cols(x, x.perp())
    }
}

impl Vector for DVec3 {
    alike!(DVec3, DMat3, 3);

    fn in_space(self) -> DVec3 {
        self
    }

    fn of_space(vector: DVec3) -> Self {
        vector
    }

    fn matrix_in_space(matrix: &DMat3) -> DMat3 {
        *matrix
    }

    fn orthonormalized(matrix: &DMat3) -> DMat3 {
        let x = matrix.x_axis.normalize();
        let y = (matrix.y_axis - x * x.dot(matrix.y_axis)).normalize();
        DMat3::from_cols(x, y, x.cross(y))
    }
}

#[cfg(test)]
mod tests {
    use super::Vector;
    use glam::{DMat2, DMat3, DVec2, DVec3};

    // Claim: a rotation is told by the error of the columns, in length or in angle; a mirror is
    // none. An orthonormalised matrix is one.
    #[test]
    fn matrices_are_told_from_rotations() {
        let quarter = DMat2::from_cols(DVec2::Y, DVec2::NEG_X);
        let turn = DMat3::from_rotation_x(0.3);
        assert!(DVec2::is_rotation(&quarter, 0.0));
        assert!(DVec3::is_rotation(&turn, 1e-15));
        let double = DMat2::IDENTITY * 2.0;
        let sheared = DMat2::from_cols(DVec2::X, DVec2::new(0.25, 1.0));
        for (matrix, off) in [(double, 3.0), (sheared, 0.25)] {
            assert!(DVec2::is_rotation(&matrix, off));
            assert!(!DVec2::is_rotation(&matrix, off * 0.99));
        }
        let mirror = DMat3::from_diagonal(DVec3::new(1.0, -1.0, 1.0));
        assert!(!DVec3::is_rotation(&mirror, f64::INFINITY));
        let off = DMat3::from_cols(
            turn.x_axis * 1.5,
            turn.y_axis + turn.x_axis * 0.1,
            turn.z_axis,
        );
        assert!(DVec3::orthonormalized(&off).abs_diff_eq(turn, 1e-15));
        assert_eq!(DVec2::orthonormalized(&(quarter * 3.0)), quarter);
    }

    // Claim: a 2D vector has z = 0 in 3D, and converts back unchanged; a matrix maps it alike, and
    // everything else to z = 0.
    #[test]
    fn the_plane_lies_at_height_zero() {
        let vector = DVec2::new(-3.0, 0.5);
        assert_eq!(vector.in_space(), DVec3::new(-3.0, 0.5, 0.0));
        assert_eq!(DVec2::of_space(vector.in_space()), vector);
        assert_eq!(DVec3::of_space(DVec3::ONE.in_space()), DVec3::ONE);
        let matrix = DMat2::from_cols_array(&[1.0, 2.0, -3.0, 4.0]);
        let mapped = DVec2::matrix_in_space(&matrix) * vector.extend(7.0);
        assert_eq!(mapped, (matrix * vector).extend(0.0));
    }
}
