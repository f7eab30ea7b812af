//! The arithmetic that the solver is written in: points of the plane or of space, in `f64` or in
//! double-double. The solver is one generic function; these four implementations are all it runs
//! on.

mod double;
mod double_double;

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::double_double::DoubleDouble;

/// The arithmetic that an iteration ran in. The [exact](crate#exact-answers) steps for polytopes have
/// none of these: they are no iterations, and no observer sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Arithmetic {
    /// `f64`: the first phase of every search.
    Double,
    /// Double-double, about 106 bits: the second phase, where `f64` could not close the gap. For
    /// polytopes exact steps take its place wherever they can.
    DoubleDouble,
}

/// A number of the solver.
pub trait Scalar:
    Copy
    + PartialOrd
    + From<f64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Half the distance from 1 to the next number: the largest relative error of one rounding.
    const UNIT_ROUNDOFF: f64;

    /// A nearest point shorter than this part of the largest length of the difference is left to
    /// the next arithmetic, or called zero in the last.
    const DROWNED: f64;

    /// The nearest `f64`.
    fn rounded(self) -> f64;

    /// The same number in double-double.
    fn precise(self) -> DoubleDouble<f64>;
}

/// A point of the Minkowski difference, or a vector between two.
pub trait Space: Copy + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> {
    /// The same point rounded to `f64`.
    type Rounded: Copy + Add<Output = Self::Rounded>;
    /// A coordinate.
    type Scalar: Scalar;
    /// The cross product of two vectors: a vector in space, a number in the plane.
    type Cross: Copy;

    /// Whether a triangle fills the space, so that it can contain the origin in its interior.
    const PLANAR: bool;

    /// What to call this arithmetic.
    const ARITHMETIC: Arithmetic;

    /// The point with these coordinates.
    fn lifted(point: Self::Rounded) -> Self;

    /// The sum of two points.
    fn sum(first: Self::Rounded, second: Self::Rounded) -> Self;

    /// The sum of the sums of two pairs.
    fn sum_of(first: [Self::Rounded; 2], second: [Self::Rounded; 2]) -> Self;

    /// The point in `f64`.
    fn rounded(self) -> Self::Rounded;

    /// Each coordinate times `factor`.
    fn scaled(self, factor: Self::Scalar) -> Self;

    /// The dot product.
    fn dot(self, other: Self) -> Self::Scalar;

    /// The cross product.
    fn cross(self, other: Self) -> Self::Cross;

    /// The dot product of two cross products.
    fn cross_dot(a: Self::Cross, b: Self::Cross) -> Self::Scalar;

    /// `|edge|²` times the part of `self` that is perpendicular to `edge`: the double cross product
    /// `edge × (self × edge)`, which keeps its direction when the part is small.
    fn rejection(self, edge: Self) -> Self;

    /// The signed distance of `self` along `normal`, times `|normal|`; zero in the plane, whose
    /// normal points out of it.
    fn height(self, normal: Self::Cross) -> Self::Scalar;

    /// `factor` times the normal; zero in the plane.
    fn along(normal: Self::Cross, factor: Self::Scalar) -> Self;

    /// The magnitudes of the coordinates.
    fn sizes(self) -> Self::Rounded;

    /// The sum of the magnitudes of all products in the cross product of two vectors with
    /// coordinates of these magnitudes: what its rounding error is relative to.
    fn cross_size(e: Self::Rounded, f: Self::Rounded) -> f64;

    /// The same for the height of a point along the cross product of two edges.
    fn height_size(point: Self::Rounded, e: Self::Rounded, f: Self::Rounded) -> f64;
}

#[cfg(test)]
mod tests {
    use super::{DoubleDouble, Scalar, Space};
    use glam::DVec2;

    /// All that is asked of a point and a normal above the plane.
    fn above<P: Space<Rounded = DVec2>>(p: DVec2, q: DVec2) -> [f64; 2] {
        let height = P::lifted(p).height(P::lifted(p).cross(P::lifted(q)));
        [height.rounded(), P::height_size(p, q, p)]
    }

    // Claim: a unit roundoff is a power of two that no operator errs by more than: of double-double by ten
    // times 2^-106.
    #[test]
    fn roundoffs_bound_the_operators() {
        assert_eq!(f64::UNIT_ROUNDOFF, 2f64.powi(-53));
        let precise = <DoubleDouble<f64> as Scalar>::UNIT_ROUNDOFF;
        assert_eq!(precise, 2f64.powi(-102));
        assert!(precise >= 10.0 * 2f64.powi(-106));
    }

    // Claim: no point of the plane is above it.
    #[test]
    fn the_plane_has_no_height() {
        let (p, q) = (DVec2::new(3.0, 4.0), DVec2::new(-1.0, 2.0));
        assert_eq!(above::<DVec2>(p, q), [0.0; 2]);
        assert_eq!(above::<DoubleDouble<DVec2>>(p, q), [0.0; 2]);
    }
}
