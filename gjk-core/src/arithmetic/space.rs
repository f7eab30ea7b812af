//! Numbers and vectors in either arithmetic, so that a formula is written once.

use core::ops::{Add, Div, Neg, Sub};

use glam::{DMat3, DVec3, Vec3Swizzles};

use super::double_double::{DoubleDouble, Precise};
use super::float::{power_of_two, power_of_two_over};
use super::ring::Ring;

/// The arithmetic that a step ran in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Arithmetic {
    /// `f64`: the first search of every query.
    Double,
    /// Double-double, about 106 bits: the second search, where `f64` could not tell the answer.
    DoubleDouble,
    /// Integers, which do not round: the last search between polytopes.
    Exact,
}

/// A number.
pub(crate) trait Scalar:
    Ring + Neg<Output = Self> + Div<Output = Self> + PartialOrd + From<f64> + Into<DoubleDouble<f64>>
{
    /// The largest relative error of an operator.
    const UNIT_ROUNDOFF: f64;

    /// A nearest point shorter than this fraction of the longest point has lost its direction to
    /// rounding: six bits more than the error of one operation, so that no digit is correct.
    const NOISE: f64 = 64.0 * Self::UNIT_ROUNDOFF;

    /// The nearest `f64`.
    #[inline(always)]
    fn rounded(self) -> f64 {
        self.into().hi
    }

    /// The square root of a number that is not negative; in `f64` rounded to nearest.
    fn root(self) -> Self;
}

impl Scalar for f64 {
    const UNIT_ROUNDOFF: f64 = super::float::ROUNDOFF;

    #[inline(always)]
    fn root(self) -> Self {
        // The standard library and `libm` return the same bits.
        #[cfg(not(feature = "libm"))]
        {
            self.sqrt()
        }
        #[cfg(feature = "libm")]
        {
            libm::sqrt(self)
        }
    }
}

impl Scalar for DoubleDouble<f64> {
    // The operators of `double_double` err by at most fifteen times 2^-106 (Joldes et al. 2017,
    // table 1).
    const UNIT_ROUNDOFF: f64 = f64::EPSILON * f64::EPSILON * 4.0;

    /// One step of Newton's method from that in `f64`.
    #[inline(always)]
    fn root(self) -> Self {
        let near = self.hi.root();
        if !(near > 0.0) {
            return Self::from(near);
        }
        let rest = (self - Self::product(near, near)).hi / (2.0 * near);
        Self::sum_ordered(near, rest)
    }
}

/// A 3D vector.
pub(crate) trait Space:
    Copy + From<DVec3> + Into<Precise> + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self>
{
    /// A coordinate.
    type Scalar: Scalar;

    /// The name of this arithmetic.
    const ARITHMETIC: Arithmetic;

    /// The nearest vector in this arithmetic.
    fn of(vector: Precise) -> Self;

    /// The vector in `f64`.
    #[inline(always)]
    fn rounded(self) -> DVec3 {
        self.into().hi
    }

    /// Each coordinate times `factor`.
    fn scaled(self, factor: Self::Scalar) -> Self;

    /// The dot product.
    fn dot(self, other: Self) -> Self::Scalar;

    /// The cross product.
    fn cross(self, other: Self) -> Self;
}

impl Space for DVec3 {
    type Scalar = f64;

    const ARITHMETIC: Arithmetic = Arithmetic::Double;

    fn of(vector: Precise) -> Self {
        vector.hi
    }

    fn scaled(self, factor: f64) -> Self {
        self * factor
    }

    fn dot(self, other: Self) -> f64 {
        DVec3::dot(self, other)
    }

    fn cross(self, other: Self) -> Self {
        DVec3::cross(self, other)
    }
}

impl Space for Precise {
    type Scalar = DoubleDouble<f64>;

    const ARITHMETIC: Arithmetic = Arithmetic::DoubleDouble;

    fn of(vector: Precise) -> Self {
        vector
    }

    fn scaled(self, factor: DoubleDouble<f64>) -> Self {
        self * factor.map(DVec3::splat)
    }

    fn dot(self, other: Self) -> DoubleDouble<f64> {
        let p = self * other;
        p.lane(0) + p.lane(1) + p.lane(2)
    }

    fn cross(self, other: Self) -> Self {
        let (yzx, zxy) = (|p: Self| p.map(DVec3::yzx), |p: Self| p.map(DVec3::zxy));
        yzx(self) * zxy(other) - zxy(self) * yzx(other)
    }
}

impl Precise {
    /// Its image under a matrix.
    pub(crate) fn mapped(self, matrix: &DMat3) -> Self {
        let part = |i: usize| self.lane(i).map(DVec3::splat).stretched(matrix.col(i));
        part(0) + part(1) + part(2)
    }

    /// Each coordinate times a factor, as long as the result does not over- or underflow.
    pub(crate) fn stretched(self, factors: DVec3) -> Self {
        // Halves of larger numbers overflow.
        const LARGEST: f64 = power_of_two(990);
        match f64::max(largest_coordinate(self.hi), largest_coordinate(factors)) < LARGEST {
            true => self * Self::from(factors),
            false => self.stretched_near_one(factors),
        }
    }

    /// The same, with both brought near one before.
    #[cold]
    fn stretched_near_one(self, factors: DVec3) -> Self {
        let nearer = |vector: DVec3| DVec3::from_array(vector.to_array().map(power_of_two_over));
        let (of_self, of_factors) = (nearer(self.hi), nearer(factors));
        let near = self.map(|half| half * of_self) * Self::from(factors * of_factors);
        // The larger power first, so that nothing underflows that comes back.
        let (first, second) = (of_self.min(of_factors), of_self.max(of_factors));
        near.map(|half| half / first / second)
    }

    /// A coordinate.
    fn lane(self, i: usize) -> DoubleDouble<f64> {
        self.map(|half| half[i])
    }
}

/// The largest magnitude of a coordinate.
pub(crate) fn largest_coordinate(vector: DVec3) -> f64 {
    vector.abs().max_element()
}

/// The sum of the magnitudes of the products in the volume of three vectors.
pub(crate) fn sum_of_products(vectors: [DVec3; 3]) -> f64 {
    let [p, q, r] = vectors.map(DVec3::abs);
    p.dot(q.yzx() * r.zxy() + q.zxy() * r.yzx())
}

#[cfg(test)]
mod tests {
    use super::{Arithmetic, DoubleDouble, Precise, Scalar, Space};
    use glam::DVec3;

    fn precisely(hi: f64, lo: f64) -> DoubleDouble<f64> {
        DoubleDouble { hi, lo }
    }

    // Claim: a unit roundoff is a power of two and bounds the error of every operator: in
    // double-double fifteen times 2^-106.
    #[test]
    fn roundoffs_bound_the_operators() {
        assert_eq!(f64::UNIT_ROUNDOFF, 2f64.powi(-53));
        let precise = <DoubleDouble<f64> as Scalar>::UNIT_ROUNDOFF;
        assert_eq!(precise, 2f64.powi(-102));
        assert!(precise >= 15.0 * 2f64.powi(-106));
    }

    // Claim: a formula gives the same in either arithmetic, up to precision: products, multiples,
    // rounded values.
    #[test]
    fn formulas_are_the_same() {
        fn values<P: Space>(p: DVec3, q: DVec3, part: f64) -> ([f64; 2], [DVec3; 3]) {
            let [p, q] = [p, q].map(|p| P::from(p));
            let cross = p.cross(q);
            (
                [p.dot(q).rounded(), p.dot(cross).rounded()],
                [
                    cross.rounded(),
                    (p - -q).rounded(),
                    p.scaled(part.into()).rounded(),
                ],
            )
        }
        let (p, q) = (DVec3::new(1.0, -2.0, 3.0), DVec3::new(5.0, 0.5, -7.0));
        let expected = (
            [-17.0, 0.0],
            [
                DVec3::new(12.5, 22.0, 10.5),
                DVec3::new(6.0, -1.5, -4.0),
                p * 0.25,
            ],
        );
        assert_eq!(values::<DVec3>(p, q, 0.25), expected);
        assert_eq!(values::<Precise>(p, q, 0.25), expected);
        assert_eq!(DVec3::ARITHMETIC, Arithmetic::Double);
        assert_eq!(Precise::ARITHMETIC, Arithmetic::DoubleDouble);
    }

    // Claim: products in double-double have the digits that those in `f64` lose.
    #[test]
    fn products_keep_their_digits() {
        let e = f64::EPSILON;
        let (p, q) = (
            DVec3::new(1.0 + e, 1.0, 0.0),
            DVec3::new(1.0 - e, -1.0, 0.0),
        );
        assert_eq!(p.dot(q), 0.0);
        let [p, q] = [p, q].map(Precise::from);
        assert_eq!(p.dot(q).rounded(), -e * e);
        let (p, q) = (DVec3::new(1.0 + e, 1.0, 0.0), DVec3::new(1.0, 1.0 - e, 0.0));
        assert_eq!(DVec3::cross(p, q), DVec3::ZERO);
        let cross = Precise::from(p).cross(Precise::from(q));
        assert_eq!(cross.rounded(), DVec3::Z * (-e * e));
    }

    // Claim: each coordinate is multiplied with all digits, between the least numbers and the
    // largest, as long as the result is in between; zeros stay.
    #[test]
    fn stretching_keeps_all_digits() {
        let (x, y) = (precisely(1.0 / 3.0, 2f64.powi(-55) / 7.0), 1.0 / 11.0);
        for (of_x, of_y) in [
            (0, 0),
            (1000, 20),
            (1020, -1000),
            (-900, 1000),
            (-960, 1020),
        ] {
            let [by_x, by_y] = [of_x, of_y].map(|power| 2f64.powi(power));
            let (vector, factors) = (
                x.times(by_x).map(DVec3::splat),
                DVec3::new(y * by_y, 1.0, 0.0),
            );
            let found = vector.stretched(factors);
            let expected = (x * y.into()).times(2f64.powi(of_x + of_y));
            assert_eq!(found.lane(0), expected, "{of_x} {of_y}");
            assert_eq!(found.lane(1), x.times(by_x), "{of_x} {of_y}");
            assert_eq!(found.lane(2), precisely(0.0, 0.0), "{of_x} {of_y}");
        }
    }

    // Claim: a root is right except for the last few of 106 bits; the root of a square is exact,
    // that of zero is zero, and that of a negative number is NaN.
    #[test]
    fn roots_invert_squares() {
        for number in [
            precisely(1.0, 1e-20),
            precisely(3.0, -2e-17),
            precisely(1e-100, 0.0),
            precisely(7e80, 0.0),
        ] {
            let off = (number * number).root() - number;
            assert!(off.hi.abs() <= 8.0 * 2f64.powi(-106) * number.hi, "{off:?}");
        }
        assert_eq!(precisely(0.0, 0.0).root(), precisely(0.0, 0.0));
        assert!(precisely(-1.0, 0.0).root().hi.is_nan());
        assert!(precisely(f64::NAN, 0.0).root().hi.is_nan());
    }

    // Claim: this holds where the root of the rounded squares is wrong: for the diagonals of some
    // large boxes, all with integers.
    #[test]
    fn diagonals_are_integers() {
        for i in (0..100).map(f64::from) {
            let (k, m, n) = (
                54_000_001.0 + i,
                53_000_000.0 + 7.0 * i,
                55_000_000.0 + 3.0 * i,
            );
            let of_box = [2.0 * k * n, 2.0 * m * n, k * k + m * m - n * n];
            let [x, y, z] = of_box.map(|side| DoubleDouble::product(side, side));
            assert_eq!((x + y + z).root().hi, k * k + m * m + n * n, "{of_box:?}");
        }
    }

    // Claim: a nearest point loses its direction later in double-double, by as many digits as it
    // has more.
    #[test]
    fn digits_drown() {
        assert_eq!(f64::NOISE, 2f64.powi(-47));
        let precise = <DoubleDouble<f64> as Scalar>::NOISE;
        assert_eq!(precise, 2f64.powi(-96));
        assert_eq!(DoubleDouble::sum(1.0, 1e-20).rounded(), 1.0);
    }
}
