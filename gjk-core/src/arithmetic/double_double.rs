//! Double-double arithmetic: a number as the unevaluated sum of two `f64`, about 106 bits.
//!
//! Proofs use it, and so does the search if `f64` cannot close the gap between the bounds. A
//! double-double of vectors is a double-double in each lane, so one type serves numbers and points
//! alike.
//!
//! Sources: T. J. Dekker, "A floating-point technique for extending the available precision",
//! Numerische Mathematik 18 (1971), sections 4 and 5 (`product`); D. E. Knuth, "The Art of Computer
//! Programming" 2, section 4.2.2, theorem B (`sum`); M. Joldes, J.-M. Muller, V. Popescu, "Tight
//! and rigorous error bounds for basic building blocks of double-word arithmetic", ACM Transactions
//! on Mathematical Software 44 (2017), algorithms 6 and 10 to 18 (the operators and their error
//! bounds).

use core::ops::{Add, Div, Mul, Neg, Sub};

use glam::DVec3;

use super::ring::Ring;

/// What double-double arithmetic needs of its two halves: arithmetic lane by lane, rounded to
/// nearest.
pub(crate) trait Half:
    Ring + Default + Neg<Output = Self> + Mul<f64, Output = Self>
{
}

impl Half for f64 {}
impl Half for DVec3 {}

/// Splits 53 bits into 26 and 26 (the sign makes up for the lost one): 2^27 + 1.
const SPLITTER: f64 = 134_217_729.0;

/// The sum `hi + lo` where, lane by lane, `hi` is that sum rounded to `f64`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(crate) struct DoubleDouble<T> {
    pub(crate) hi: T,
    pub(crate) lo: T,
}

/// A vector in double-double.
pub(crate) type Precise = DoubleDouble<DVec3>;

impl<T: Half> DoubleDouble<T> {
    /// The exact sum of two numbers.
    #[inline(always)]
    pub(crate) fn sum(a: T, b: T) -> Self {
        let hi = a + b;
        let b_rounded = hi - a;
        let a_rounded = hi - b_rounded;
        let lo = (a - a_rounded) + (b - b_rounded);
        Self { hi, lo }
    }

    /// The exact sum of two numbers of which the first is the larger in magnitude, or zero.
    #[inline(always)]
    pub(crate) fn sum_ordered(a: T, b: T) -> Self {
        let hi = a + b;
        let lo = b - (hi - a);
        Self { hi, lo }
    }

    /// Both halves changed alike, in a way that does not round.
    #[inline(always)]
    pub(crate) fn map<U>(self, of: impl Fn(T) -> U) -> DoubleDouble<U> {
        let (hi, lo) = (of(self.hi), of(self.lo));
        DoubleDouble { hi, lo }
    }

    /// It times a power of two, which may be too large for a product.
    pub(crate) fn times(self, power_of_two: f64) -> Self {
        self.map(|half| half * power_of_two)
    }

    /// The exact product of two numbers, as long as nothing over- or underflows.
    #[inline(always)]
    pub(crate) fn product(a: T, b: T) -> Self {
        let [a_hi, a_lo] = split(a);
        let [b_hi, b_lo] = split(b);
        let hi = a * b;
        let lo = a_lo * b_lo - (((hi - a_hi * b_hi) - a_lo * b_hi) - a_hi * b_lo);
        Self { hi, lo }
    }
}

/// Two halves of at most 26 bits each whose sum is `a`, lane by lane: the leading one, and what
/// follows, which is up to 2^-26 of it. Products of halves are exact.
#[inline(always)]
fn split<T: Half>(a: T) -> [T; 2] {
    let c = a * SPLITTER;
    let leading = c - (c - a);
    [leading, a - leading]
}

impl<T: Half> Add for DoubleDouble<T> {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let s = Self::sum(self.hi, other.hi);
        let t = Self::sum(self.lo, other.lo);
        let v = Self::sum_ordered(s.hi, s.lo + t.hi);
        Self::sum_ordered(v.hi, t.lo + v.lo)
    }
}

impl<T: Half> Neg for DoubleDouble<T> {
    type Output = Self;

    fn neg(self) -> Self {
        self.map(Neg::neg)
    }
}

impl<T: Half> Sub for DoubleDouble<T> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<T: Half> Mul for DoubleDouble<T> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        let p = Self::product(self.hi, other.hi);
        let cross = self.hi * other.lo + self.lo * other.hi;
        Self::sum_ordered(p.hi, p.lo + cross)
    }
}

impl Div for DoubleDouble<f64> {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        let first = self.hi / other.hi;
        let rest = self - other * Self::from(first);
        let second = rest.hi / other.hi;
        Self::sum_ordered(first, second)
    }
}

/// A number or vector in `f64`, without rounding.
impl<T: Half> From<T> for DoubleDouble<T> {
    #[inline(always)]
    fn from(hi: T) -> Self {
        let lo = T::default();
        Self { hi, lo }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(hi: f64, lo: f64) -> DoubleDouble<f64> {
        DoubleDouble { hi, lo }
    }

    // A sum keeps the part that f64 rounds away.
    #[test]
    fn sum_is_exact() {
        let tiny = f64::EPSILON * f64::EPSILON;
        assert_eq!(DoubleDouble::sum(1.0, tiny), exact(1.0, tiny));
        assert_eq!(DoubleDouble::sum(tiny, 1.0), exact(1.0, tiny));
        assert_eq!(DoubleDouble::sum(-1.0, 1.0), exact(0.0, 0.0));
    }

    // (1 + e)^2 = 1 + 2e + e^2: the last term is what the f64 product loses.
    #[test]
    fn product_is_exact() {
        let e = f64::EPSILON;
        let p = DoubleDouble::product(1.0 + e, 1.0 + e);
        assert_eq!(p, exact(1.0 + 2.0 * e, e * e));
    }

    // Claim: halves add up to the number, the second is at most 2^-26 of it, and products of halves
    // are exact.
    #[test]
    fn products_of_halves_are_exact() {
        // The leading halves of the first two are rounded up, that of the second to a power of two.
        let above = 1.0 + 1.5 * 2f64.powi(-26);
        for number in [above, 2f64.next_down(), -core::f64::consts::PI] {
            let halves = split(number);
            assert_eq!(halves[0] + halves[1], number);
            assert!(halves[1].abs() <= number.abs() * 2f64.powi(-26));
            for (x, y) in [(0, 0), (0, 1), (1, 1)] {
                let (x, y) = (halves[x], halves[y]);
                assert_eq!(DoubleDouble::product(x, y), exact(x * y, 0.0), "{number}");
            }
        }
    }

    // A quotient times its divisor is the dividend, except for the last few of 106 bits.
    #[test]
    fn division_inverts_multiplication() {
        let a = DoubleDouble::sum(1.0, 3.0e-20);
        let b = DoubleDouble::sum(7.0, -5.0e-18);
        let back = (a / b) * b - a;
        assert!(back.hi.abs() <= 8.0 * 2f64.powi(-106), "{back:?}");
    }

    // The difference of two products that agree in 60 bits keeps its own leading bits.
    #[test]
    fn cancellation_keeps_the_difference() {
        let e = 2f64.powi(-40);
        let a = DoubleDouble::from(1.0 + e);
        let b = DoubleDouble::from(1.0 - e);
        assert_eq!(a * b - DoubleDouble::from(1.0), exact(-e * e, 0.0));
    }

    // So does a sum whose heads cancel: the tails are added as exactly as the heads.
    #[test]
    fn cancellation_keeps_the_tails() {
        let tiny = 2f64.powi(-60);
        let sum = exact(1.0, tiny) + exact(-1.0, tiny * tiny);
        assert_eq!(sum, exact(tiny, tiny * tiny));
    }

    // The product of any two integers of 53 bits is exact.
    #[test]
    fn products_of_integers_are_exact() {
        let mut number = 1_i128;
        for _ in 0..10_000 {
            let (a, b) = (number, number * 3_141_592_653_589_793 % (1 << 53));
            let p = DoubleDouble::product(a as f64, -b as f64);
            assert_eq!(p.hi as i128 + p.lo as i128, -a * b);
            number = (number * 6_364_136_223_846_793 + 7) % (1 << 53);
        }
    }

    // Vectors are double-doubles lane by lane.
    #[test]
    fn lanes_are_independent() {
        let a = DVec3::new(1.0, 1.0 + f64::EPSILON, -3.0);
        let p = DoubleDouble::product(a, a);
        for lane in 0..3 {
            let alone = DoubleDouble::product(a[lane], a[lane]);
            assert_eq!((p.hi[lane], p.lo[lane]), (alone.hi, alone.lo));
        }
    }

    // Order looks at the tail when the heads agree, and NaN has no order.
    #[test]
    fn order_reads_the_tail() {
        assert!(exact(1.0, 1e-20) > exact(1.0, 0.0));
        assert!(exact(1.0, -1e-20) < exact(1.0, 0.0));
        assert_eq!(exact(f64::NAN, 0.0).partial_cmp(&exact(0.0, 0.0)), None);
    }

    // Claim: the sum of ordered numbers equals the general sum.
    #[test]
    fn ordered_sums_are_sums() {
        for (a, b) in [
            (1.0, 1e-20),
            (-3.0, 0.1),
            (0.0, 0.0),
            (2.0, -2.0),
            (1e300, 7.0),
        ] {
            assert_eq!(
                DoubleDouble::sum_ordered(a, b),
                DoubleDouble::sum(a, b),
                "{a} {b}"
            );
        }
    }
}
