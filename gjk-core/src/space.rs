//! The arithmetic that the solver is written in: points of the plane or of space, in `f64` or in
//! double-double. The solver is one generic function; these four implementations are all it runs
//! on.

use core::ops::{Add, Div, Mul, Neg, Sub};

use glam::{DVec2, DVec3, Vec3Swizzles};

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

impl Scalar for f64 {
    const UNIT_ROUNDOFF: f64 = f64::EPSILON / 2.0;

    // Shorter points have fewer correct digits in `f64` than an `f32` holds.
    const DROWNED: f64 = f32::EPSILON as f64 / 8.0;

    fn rounded(self) -> f64 {
        self
    }

    fn precise(self) -> DoubleDouble<f64> {
        DoubleDouble::from(self)
    }
}

impl Scalar for DoubleDouble<f64> {
    // The operators of `double_double` err by at most ten times 2^-106 (Joldes et al. 2017, table
    // 1); 2^-102 bounds them all.
    const UNIT_ROUNDOFF: f64 = f64::EPSILON * f64::EPSILON * 4.0;

    // Six bits more than the rounding error of one operation: no digit is correct.
    const DROWNED: f64 = 64.0 * Self::UNIT_ROUNDOFF;

    fn rounded(self) -> f64 {
        self.hi
    }

    fn precise(self) -> DoubleDouble<f64> {
        self
    }
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

impl Space for DVec3 {
    type Rounded = DVec3;
    type Scalar = f64;
    type Cross = DVec3;

    const PLANAR: bool = false;
    const ARITHMETIC: Arithmetic = Arithmetic::Double;

    #[inline]
    fn lifted(point: DVec3) -> Self {
        point
    }

    #[inline]
    fn sum(p: DVec3, q: DVec3) -> Self {
        p + q
    }

    #[inline]
    fn sum_of([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> Self {
        (p + q) + (r + s)
    }

    #[inline]
    fn rounded(self) -> DVec3 {
        self
    }

    #[inline]
    fn scaled(self, factor: f64) -> Self {
        self * factor
    }

    #[inline]
    fn dot(self, other: Self) -> f64 {
        DVec3::dot(self, other)
    }

    #[inline]
    fn cross(self, other: Self) -> DVec3 {
        DVec3::cross(self, other)
    }

    #[inline]
    fn cross_dot(a: DVec3, b: DVec3) -> f64 {
        a.dot(b)
    }

    #[inline]
    fn rejection(self, edge: Self) -> Self {
        edge.cross(self.cross(edge))
    }

    #[inline]
    fn height(self, normal: DVec3) -> f64 {
        self.dot(normal)
    }

    #[inline]
    fn along(normal: DVec3, factor: f64) -> Self {
        normal * factor
    }

    #[inline]
    fn sizes(self) -> DVec3 {
        self.abs()
    }

    #[inline]
    fn cross_size(e: DVec3, f: DVec3) -> f64 {
        Self::height_size(DVec3::ONE, e, f)
    }

    #[inline]
    fn height_size(point: DVec3, e: DVec3, f: DVec3) -> f64 {
        point.dot(e.yzx() * f.zxy() + e.zxy() * f.yzx())
    }
}

impl Space for DVec2 {
    type Rounded = DVec2;
    type Scalar = f64;
    type Cross = f64;

    const PLANAR: bool = true;
    const ARITHMETIC: Arithmetic = Arithmetic::Double;

    #[inline]
    fn lifted(point: DVec2) -> Self {
        point
    }

    #[inline]
    fn sum(p: DVec2, q: DVec2) -> Self {
        p + q
    }

    #[inline]
    fn sum_of([p, q]: [DVec2; 2], [r, s]: [DVec2; 2]) -> Self {
        (p + q) + (r + s)
    }

    #[inline]
    fn rounded(self) -> DVec2 {
        self
    }

    #[inline]
    fn scaled(self, factor: f64) -> Self {
        self * factor
    }

    #[inline]
    fn dot(self, other: Self) -> f64 {
        DVec2::dot(self, other)
    }

    #[inline]
    fn cross(self, other: Self) -> f64 {
        self.perp_dot(other)
    }

    #[inline]
    fn cross_dot(a: f64, b: f64) -> f64 {
        a * b
    }

    #[inline]
    fn rejection(self, edge: Self) -> Self {
        DVec2::new(edge.y, -edge.x) * self.perp_dot(edge)
    }

    #[inline]
    fn height(self, _normal: f64) -> f64 {
        0.0
    }

    #[inline]
    fn along(_normal: f64, _factor: f64) -> Self {
        DVec2::ZERO
    }

    #[inline]
    fn sizes(self) -> DVec2 {
        self.abs()
    }

    #[inline]
    fn cross_size(e: DVec2, f: DVec2) -> f64 {
        e.x * f.y + e.y * f.x
    }

    #[inline]
    fn height_size(_point: DVec2, _e: DVec2, _f: DVec2) -> f64 {
        0.0
    }
}

impl Space for DoubleDouble<DVec3> {
    type Rounded = DVec3;
    type Scalar = DoubleDouble<f64>;
    type Cross = Self;

    const PLANAR: bool = false;
    const ARITHMETIC: Arithmetic = Arithmetic::DoubleDouble;

    #[inline]
    fn lifted(point: DVec3) -> Self {
        Self {
            hi: point,
            lo: DVec3::ZERO,
        }
    }

    #[inline]
    fn sum(p: DVec3, q: DVec3) -> Self {
        DoubleDouble::<DVec3>::sum(p, q)
    }

    #[inline]
    fn sum_of([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> Self {
        DoubleDouble::<DVec3>::sum(p, q) + DoubleDouble::<DVec3>::sum(r, s)
    }

    #[inline]
    fn rounded(self) -> DVec3 {
        self.hi
    }

    #[inline]
    fn scaled(self, factor: DoubleDouble<f64>) -> Self {
        self * Self {
            hi: DVec3::splat(factor.hi),
            lo: DVec3::splat(factor.lo),
        }
    }

    #[inline]
    fn dot(self, other: Self) -> DoubleDouble<f64> {
        let p = self * other;
        let lane = |i: usize| DoubleDouble {
            hi: p.hi[i],
            lo: p.lo[i],
        };
        lane(0) + lane(1) + lane(2)
    }

    #[inline]
    fn cross(self, other: Self) -> Self {
        let yzx = |p: Self| Self {
            hi: p.hi.yzx(),
            lo: p.lo.yzx(),
        };
        let zxy = |p: Self| Self {
            hi: p.hi.zxy(),
            lo: p.lo.zxy(),
        };
        yzx(self) * zxy(other) - zxy(self) * yzx(other)
    }

    #[inline]
    fn cross_dot(a: Self, b: Self) -> DoubleDouble<f64> {
        a.dot(b)
    }

    #[inline]
    fn rejection(self, edge: Self) -> Self {
        edge.cross(self.cross(edge))
    }

    #[inline]
    fn height(self, normal: Self) -> DoubleDouble<f64> {
        self.dot(normal)
    }

    #[inline]
    fn along(normal: Self, factor: DoubleDouble<f64>) -> Self {
        normal.scaled(factor)
    }

    #[inline]
    fn sizes(self) -> DVec3 {
        self.hi.abs()
    }

    #[inline]
    fn cross_size(e: DVec3, f: DVec3) -> f64 {
        DVec3::cross_size(e, f)
    }

    #[inline]
    fn height_size(point: DVec3, e: DVec3, f: DVec3) -> f64 {
        DVec3::height_size(point, e, f)
    }
}

impl Space for DoubleDouble<DVec2> {
    type Rounded = DVec2;
    type Scalar = DoubleDouble<f64>;
    type Cross = DoubleDouble<f64>;

    const PLANAR: bool = true;
    const ARITHMETIC: Arithmetic = Arithmetic::DoubleDouble;

    #[inline]
    fn lifted(point: DVec2) -> Self {
        Self {
            hi: point,
            lo: DVec2::ZERO,
        }
    }

    #[inline]
    fn sum(p: DVec2, q: DVec2) -> Self {
        DoubleDouble::<DVec2>::sum(p, q)
    }

    #[inline]
    fn sum_of([p, q]: [DVec2; 2], [r, s]: [DVec2; 2]) -> Self {
        DoubleDouble::<DVec2>::sum(p, q) + DoubleDouble::<DVec2>::sum(r, s)
    }

    #[inline]
    fn rounded(self) -> DVec2 {
        self.hi
    }

    #[inline]
    fn scaled(self, factor: DoubleDouble<f64>) -> Self {
        self * Self {
            hi: DVec2::splat(factor.hi),
            lo: DVec2::splat(factor.lo),
        }
    }

    #[inline]
    fn dot(self, other: Self) -> DoubleDouble<f64> {
        let p = self * other;
        DoubleDouble {
            hi: p.hi.x,
            lo: p.lo.x,
        } + DoubleDouble {
            hi: p.hi.y,
            lo: p.lo.y,
        }
    }

    #[inline]
    fn cross(self, other: Self) -> DoubleDouble<f64> {
        let perp = |v: DVec2| DVec2::new(-v.y, v.x);
        Self {
            hi: perp(self.hi),
            lo: perp(self.lo),
        }
        .dot(other)
    }

    #[inline]
    fn cross_dot(a: DoubleDouble<f64>, b: DoubleDouble<f64>) -> DoubleDouble<f64> {
        a * b
    }

    #[inline]
    fn rejection(self, edge: Self) -> Self {
        let right = |v: DVec2| DVec2::new(v.y, -v.x);
        Self {
            hi: right(edge.hi),
            lo: right(edge.lo),
        }
        .scaled(self.cross(edge))
    }

    #[inline]
    fn height(self, _normal: DoubleDouble<f64>) -> DoubleDouble<f64> {
        DoubleDouble::from(0.0)
    }

    #[inline]
    fn along(_normal: DoubleDouble<f64>, _factor: DoubleDouble<f64>) -> Self {
        Self {
            hi: DVec2::ZERO,
            lo: DVec2::ZERO,
        }
    }

    #[inline]
    fn sizes(self) -> DVec2 {
        self.hi.abs()
    }

    #[inline]
    fn cross_size(e: DVec2, f: DVec2) -> f64 {
        DVec2::cross_size(e, f)
    }

    #[inline]
    fn height_size(point: DVec2, e: DVec2, f: DVec2) -> f64 {
        DVec2::height_size(point, e, f)
    }
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
