//! A float with a wide exponent, for reports.
//!
//! What: a number near an exact one, as `mantissa * 2^exponent`, so that squares of 1e300 and
//! quotients of subnormal numbers neither overflow nor vanish before they are reported.
//! Why it is right: each operation rounds once, on a mantissa between 1 and 2. This crate makes no
//! decision by such a number.
//! Cost: a few float operations.

use crate::int::Int;

/// A number for a report: zero, or `mantissa * 2^exponent` with `1 <= |mantissa| < 2`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Approx {
    mantissa: f64,
    exponent: i64,
}

impl Approx {
    /// The number near `value * 2^exponent`; relative error below 2^-52.
    pub(crate) fn of(value: &Int, exponent: i64) -> Approx {
        let (mantissa, own) = value.to_approx();
        Approx::normal(mantissa, own + exponent)
    }

    /// The sum, rounded once.
    pub(crate) fn plus(self, other: Approx) -> Approx {
        /// Beyond this difference of exponents the smaller number is below half an ulp.
        const REACH: i64 = 64;
        let swap =
            self.mantissa == 0.0 || (other.mantissa != 0.0 && other.exponent > self.exponent);
        let (large, small) = if swap { (other, self) } else { (self, other) };
        let apart = large.exponent - small.exponent;
        if small.mantissa == 0.0 || apart > REACH {
            return large;
        }
        Approx::normal(
            large.mantissa + small.mantissa * power(-apart),
            large.exponent,
        )
    }

    /// The product, rounded once.
    pub(crate) fn times(self, other: Approx) -> Approx {
        Approx::normal(
            self.mantissa * other.mantissa,
            self.exponent + other.exponent,
        )
    }

    /// The quotient, rounded once. `other` is not zero.
    pub(crate) fn over(self, other: Approx) -> Approx {
        Approx::normal(
            self.mantissa / other.mantissa,
            self.exponent - other.exponent,
        )
    }

    /// The square root, rounded once. The number is not negative.
    pub(crate) fn sqrt(self) -> Approx {
        let odd = self.exponent.rem_euclid(2);
        let even = if odd == 1 {
            self.mantissa * 2.0
        } else {
            self.mantissa
        };
        Approx::normal(even.sqrt(), (self.exponent - odd) / 2)
    }

    /// The number with its sign changed.
    pub(crate) fn negate(self) -> Approx {
        Approx {
            mantissa: -self.mantissa,
            exponent: self.exponent,
        }
    }

    /// The nearest float; infinite if the number exceeds the largest float, and rounded once more
    /// if it is subnormal.
    pub(crate) fn to_f64(self) -> f64 {
        /// A power of two that keeps the mantissa of a subnormal result exact.
        const LIFT: i64 = 200;
        if self.mantissa == 0.0 {
            0.0
        } else if self.exponent > 1023 {
            self.mantissa * f64::INFINITY
        } else if self.exponent >= -1022 {
            self.mantissa * power(self.exponent)
        } else if self.exponent + LIFT >= -1022 {
            self.mantissa * power(self.exponent + LIFT) * power(-LIFT)
        } else {
            self.mantissa * 0.0
        }
    }

    /// `mantissa * 2^exponent` for zero or a `mantissa` from 2^-1000 to 2^1000.
    fn normal(mantissa: f64, exponent: i64) -> Approx {
        if mantissa == 0.0 {
            return Approx {
                mantissa: 0.0,
                exponent: 0,
            };
        }
        let own = ((mantissa.to_bits() >> 52) & 0x7ff) as i64 - 1023;
        Approx {
            mantissa: mantissa * power(-own),
            exponent: exponent + own,
        }
    }
}

/// 2^`exponent` for an exponent from -1022 to 1023.
fn power(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn approx(value: i64, exponent: i64) -> Approx {
        Approx::of(&Int::from_i64(value), exponent)
    }

    /// Claim: a number beyond the largest float becomes infinite, with its sign.
    #[test]
    fn grows_to_infinity() {
        assert_eq!(approx(1, 2000).to_f64(), f64::INFINITY);
        assert_eq!(approx(-1, 2000).to_f64(), f64::NEG_INFINITY);
    }

    /// Claim: the operations equal float operations in the range of floats.
    #[test]
    fn calculates_like_a_float() {
        for x in [3.0, 0.1, 1e10, 7e-9] {
            for y in [1.0, 5.0, 1e-3, 2e8] {
                let (wide_x, wide_y) = (Approx::normal(x, 0), Approx::normal(y, 0));
                assert_eq!(wide_x.plus(wide_y).to_f64(), x + y);
                assert_eq!(wide_x.plus(wide_y.negate()).to_f64(), x - y);
                assert_eq!(wide_x.times(wide_y).to_f64(), x * y);
                assert_eq!(wide_x.over(wide_y).to_f64(), x / y);
                assert_eq!(wide_x.sqrt().to_f64(), x.sqrt());
            }
        }
        assert_eq!(approx(0, 5).plus(approx(-3, 1)).to_f64(), -6.0);
        assert_eq!(approx(-3, 1).plus(approx(0, 5)).to_f64(), -6.0);
        // Three quarters of an ulp.
        assert_eq!(
            approx(1, 0).plus(approx(3, -54)),
            approx((1 << 52) + 1, -52)
        );
    }

    /// Claim: no intermediate result overflows or vanishes, and the ends of the range are right.
    #[test]
    fn reaches_beyond_floats() {
        assert_eq!(approx(9, 4000).sqrt().to_f64(), f64::INFINITY);
        assert_eq!(approx(9, 4000).sqrt().over(approx(1, 1999)).to_f64(), 6.0);
        assert_eq!(approx(9, -1999).times(approx(2, 2000)).sqrt().to_f64(), 6.0);
        assert_eq!(approx(1, -1074).to_f64(), f64::from_bits(1));
        assert_eq!(approx(3, -1075).to_f64(), f64::from_bits(2));
        assert_eq!(approx(3, -1076).to_f64(), f64::from_bits(1));
        assert_eq!(approx(1, -1076).to_f64(), 0.0);
        assert_eq!(approx(-1, -3000).to_f64(), 0.0);
        assert_eq!(approx(-1, 1023).to_f64(), -power(1023));
        assert_eq!(approx(1, 300).plus(approx(1, -300)), approx(1, 300));
    }
}
