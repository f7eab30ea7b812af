//! Numbers of the digits of a double-double and of any exponent: the leading digits of integers,
//! their quotients and square roots.

use core::cmp::Ordering;
use core::ops::{Add, Div, Mul};

use crate::arithmetic::{DoubleDouble, Scalar, exponent_above, power_of_two};

/// A number times 2 to the power of an exponent. The number is zero, or from 1/2 to 1 in magnitude.
/// Each operation errs by less than 2^-100 of its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BigFloat {
    number: DoubleDouble<f64>,
    exponent: i32,
}

impl BigFloat {
    /// Its exponent is so low that it is negligible beside any other number.
    pub(crate) const ZERO: Self = Self {
        number: DoubleDouble { hi: 0.0, lo: 0.0 },
        exponent: i32::MIN / 4,
    };

    /// How it compares with zero.
    pub(crate) fn sign(self) -> Ordering {
        self.number.hi.partial_cmp(&0.0).unwrap_or(Ordering::Equal)
    }

    /// A number times 2 to the power of `exponent`.
    pub(crate) fn normal(number: DoubleDouble<f64>, exponent: i32) -> Self {
        if number.hi == 0.0 {
            return Self::ZERO;
        }
        let own = exponent_above(number.hi);
        Self {
            number: number.times(power_of_two(-own)),
            exponent: exponent + own,
        }
    }

    /// The number, if it is not negative.
    pub(crate) fn root(self) -> Self {
        let odd = self.exponent & 1;
        let number = self.number * DoubleDouble::from(power_of_two(odd));
        Self::normal(number.root(), (self.exponent - odd) / 2)
    }

    /// The nearest `f64`, but for what double rounding does to subnormal numbers; infinite where
    /// there is none.
    pub(crate) fn rounded(self) -> f64 {
        // Two factors, of which only the second can over- or underflow.
        let first = self.exponent.clamp(-1000, 1000);
        let second = (self.exponent - first).clamp(-1000, 1000);
        self.number.hi * power_of_two(first) * power_of_two(second)
    }
}

impl Mul for BigFloat {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::normal(self.number * other.number, self.exponent + other.exponent)
    }
}

impl Div for BigFloat {
    type Output = Self;

    fn div(self, other: Self) -> Self {
        Self::normal(self.number / other.number, self.exponent - other.exponent)
    }
}

/// The sum of two numbers that are not negative.
impl Add for BigFloat {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let most = self.exponent.max(other.exponent);
        // A smaller term has no digit in the sum, wherever it is.
        let shift = |exponent: i32| power_of_two(exponent.saturating_sub(most).max(-900));
        let [x, y] = [self, other].map(|term| term.number.times(shift(term.exponent)));
        Self::normal(x + y, most)
    }
}

#[cfg(test)]
mod tests {
    use super::BigFloat;
    use crate::arithmetic::DoubleDouble;

    impl BigFloat {
        /// The number and what the nearest `f64` leaves of it, both times the same power of two.
        pub(crate) fn halves(self) -> [f64; 2] {
            [self.number.hi, self.number.lo]
        }

        /// The number times a power of two.
        pub(crate) fn times_two_to(self, exponent: i32) -> Self {
            let exponent = self.exponent + exponent;
            Self { exponent, ..self }
        }
    }

    fn scaled(x: f64) -> BigFloat {
        BigFloat::normal(DoubleDouble::from(x), 0)
    }

    // Claim: quotients, products, sums and roots are rounded as a `f64` is, of numbers of any size.
    #[test]
    fn arithmetic_is_rounded_once() {
        for x in [1.0, 2.0, 3.0, 0.7, 5e-9, 1e200, 7e-300] {
            assert_eq!(scaled(x).rounded(), x);
            assert_eq!(scaled(x).root().rounded(), x.sqrt(), "{x}");
            for y in [1.0, 3.0, 1e-7, 0.3] {
                assert_eq!((scaled(x) / scaled(y)).rounded(), x / y, "{x} {y}");
                assert_eq!((scaled(x) * scaled(y)).rounded(), x * y, "{x} {y}");
                assert_eq!((scaled(x) + scaled(y)).rounded(), x + y, "{x} {y}");
            }
        }
        assert_eq!(scaled(0.0).root().rounded(), 0.0);
    }

    // Claim: they have the digits of a double-double: the square of a root gives the number back.
    #[test]
    fn roots_have_many_digits() {
        for x in [2.0, 3.0, 0.7, 1e10 + 1.0] {
            let root = scaled(x).root();
            let [high, low] = (root * root / scaled(x)).halves();
            assert!(
                (high - 0.5 + low).abs() <= 2f64.powi(-98)
                    || (high - 1.0 + low).abs() <= 2f64.powi(-98),
                "{x}"
            );
        }
    }

    // Claim: a term counts as long as it has a digit among those of the sum.
    #[test]
    fn small_terms_count() {
        let small = scaled(2f64.powi(-101));
        for sum in [scaled(1.0) + small, small + scaled(1.0)] {
            assert_eq!(sum.halves(), [0.5, 2f64.powi(-102)]);
        }
    }

    // Claim: exponents may leave the range of `f64` and come back; what stays outside becomes zero
    // or infinite, and what becomes subnormal is rounded.
    #[test]
    fn exponents_have_no_range() {
        let huge = scaled(1.5).times_two_to(5000);
        assert_eq!((huge / huge).rounded(), 1.0);
        assert_eq!((huge * huge).root().times_two_to(-5000).rounded(), 1.5);
        assert_eq!(huge.rounded(), f64::INFINITY);
        assert_eq!((scaled(1.0) / huge).rounded(), 0.0);
        assert_eq!(scaled(1.0).times_two_to(1023).rounded(), 2f64.powi(1023));
        assert_eq!(scaled(3.0).times_two_to(-1075).rounded(), f64::from_bits(2));
        assert_eq!(scaled(1.0).times_two_to(-1074).rounded(), f64::from_bits(1));
        // A term that is too small to be seen is not.
        for apart in [300, 1100, 2000, 4096, 5000] {
            let huge = scaled(1.5).times_two_to(apart);
            for sum in [huge + scaled(1.0), scaled(1.0) + huge] {
                let [high, low] = sum.times_two_to(-apart).halves();
                assert!(high == 0.75 && low.abs() <= 2f64.powi(-300), "{apart}");
            }
        }
    }
}
