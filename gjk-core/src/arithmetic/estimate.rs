//! Numbers with a bound on their error: what decides most signs.

use core::cmp::Ordering;
use core::ops::{Add, Mul, Neg, Sub};

use super::float::ROUNDOFF;
use super::{DoubleDouble, Scalar};

/// The bounds themselves are rounded, in six operations on positive numbers at most, each by a part of
/// [`ROUNDOFF`]: this factor makes up for all of them.
const SLACK: f64 = 1.0 + 16.0 * ROUNDOFF;

/// A number that differs from the exact one by `error` at most. Where floating-point numbers are too
/// small or too large for it, `error` says so, or one of the two is infinite or NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate<S> {
    pub(crate) value: S,
    pub(crate) error: f64,
}

impl<S: Scalar> Estimate<S> {
    /// The sign of the exact number, if the estimate tells.
    #[inline]
    pub(crate) fn sign(self) -> Option<Ordering> {
        // What a double-double has beside its first number is less than half an ulp of that.
        let value = self.value.rounded();
        if value.abs() > self.error * SLACK {
            Some(if value > 0.0 {
                Ordering::Greater
            } else {
                Ordering::Less
            })
        } else {
            self.is_zero().then_some(Ordering::Equal)
        }
    }

    /// Whether the exact number is zero for certain.
    #[inline]
    fn is_zero(self) -> bool {
        self.value.rounded() == 0.0 && self.error == 0.0
    }
}

impl Estimate<DoubleDouble<f64>> {
    /// The same in `f64`.
    #[inline]
    pub(crate) fn near(self) -> Estimate<f64> {
        Estimate {
            value: self.value.hi,
            // The sum of the two is rounded; the double-double has room for that in its error.
            error: self.value.lo.abs() + 2.0 * self.error,
        }
    }
}

impl<S: Scalar> Neg for Estimate<S> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self {
            value: -self.value,
            ..self
        }
    }
}

impl<S: Scalar> Add for Estimate<S> {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let value = self.value + other.value;
        let rounding = S::UNIT_ROUNDOFF * value.rounded().abs();
        Self {
            value,
            error: (self.error + other.error + rounding) * SLACK,
        }
    }
}

impl<S: Scalar> Sub for Estimate<S> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<S: Scalar> Mul for Estimate<S> {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return Self {
                value: S::from(0.0),
                error: 0.0,
            };
        }
        let value = self.value * other.value;
        let (x, y) = (self.value.rounded().abs(), other.value.rounded().abs());
        let rounding = S::UNIT_ROUNDOFF * value.rounded().abs();
        let error = self.error * (y + other.error) + x * other.error + rounding;
        // What underflows, in the product or in its error, is less than the least normal number.
        Self {
            value,
            error: error * SLACK + f64::MIN_POSITIVE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Estimate;
    use crate::arithmetic::DoubleDouble;
    use crate::arithmetic::Scalar;
    use crate::arithmetic::float::ROUNDOFF;
    use crate::decide::ring::{Ring, cross, dot};
    use core::cmp::Ordering;

    fn exactly<S: Scalar>(value: f64) -> Estimate<S> {
        Estimate {
            value: S::from(value),
            error: 0.0,
        }
    }

    // Claim: what is exactly zero is known to be, and nothing else is.
    #[test]
    fn zero_is_known() {
        let [zero, one] = [0.0, 1.0].map(exactly::<f64>);
        assert_eq!(zero.sign(), Some(Ordering::Equal));
        assert_eq!((zero * one).sign(), Some(Ordering::Equal));
        assert_eq!((one - one).sign(), Some(Ordering::Equal));
        assert_eq!(one.sign(), Some(Ordering::Greater));
        assert_eq!((-one).sign(), Some(Ordering::Less));
        let third = Estimate {
            value: 1.0 / 3.0,
            error: f64::EPSILON,
        };
        assert_eq!((third - third).sign(), None);
        assert_eq!((third * zero).sign(), Some(Ordering::Equal));
        let tiny = exactly::<f64>(1e-200);
        assert_eq!((tiny * tiny).sign(), None);
    }

    // Claim: what is no number has no sign.
    #[test]
    fn numbers_that_are_none_have_no_sign() {
        let huge = exactly::<f64>(1e200);
        assert_eq!((huge * huge).sign(), None);
        assert_eq!((huge * huge - huge * huge).sign(), None);
        assert_eq!(exactly::<f64>(f64::NAN).sign(), None);
        let huge = exactly::<DoubleDouble<f64>>(1e200);
        assert_eq!((huge * huge).sign(), None);
    }

    // Claim: an error is a bound though it is rounded itself, and where it is as large as the number but for
    // its rounding the sign is open. It is not much larger than what it bounds.
    #[test]
    fn errors_are_not_rounded_away() {
        let estimate = |value: f64, error: f64| Estimate { value, error };
        let most = 1.0 + 64.0 * ROUNDOFF;
        // The exact errors are 1 + u, which is rounded to 1.
        let sum = estimate(0.0, 1.0) + estimate(0.0, ROUNDOFF);
        let product = estimate(0.0, 1.0) * estimate(1.0, ROUNDOFF);
        for found in [sum, product] {
            assert!(
                found.error > 1.0 && found.error <= most,
                "{:e}",
                found.error
            );
        }
        let just = |error: f64| estimate(1.0, error).sign();
        assert_eq!(just(1.0), None);
        assert_eq!(just(1.0 - 8.0 * ROUNDOFF), None);
        assert_eq!(just(1.0 - 64.0 * ROUNDOFF), Some(Ordering::Greater));
    }

    /// A triple product of vectors of integers, with the last nearly in the plane of the others, in
    /// integers and in estimates.
    fn triple<R: Ring>(vectors: [[i64; 3]; 3], number: impl Fn(i64) -> R) -> R {
        let [p, q, r] = vectors.map(|vector| vector.map(&number));
        dot(&cross(&p, &q), &r)
    }

    #[derive(Clone, Copy)]
    struct Whole(i128);

    impl core::ops::Add for Whole {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            Self(self.0 + other.0)
        }
    }
    impl core::ops::Sub for Whole {
        type Output = Self;
        fn sub(self, other: Self) -> Self {
            Self(self.0 - other.0)
        }
    }
    impl core::ops::Mul for Whole {
        type Output = Self;
        fn mul(self, other: Self) -> Self {
            Self(self.0 * other.0)
        }
    }
    impl core::ops::Neg for Whole {
        type Output = Self;
        fn neg(self) -> Self {
            Self(-self.0)
        }
    }
    impl Ring for Whole {}

    // Claim: the exact number is within the error, which is not much larger than it need be: where the
    // sum of the products is a million times what is left of it, `f64` tells the sign, and
    // double-double tells that of all.
    #[test]
    fn errors_are_bounds() {
        let mut bits = crate::random::bits();
        let mut number = |shift: u32| (bits() as i64) >> shift;
        let (mut undecided, mut rounded) = (0, 0);
        for _ in 0..2000 {
            let mut vector = || [number(24), number(24), number(24)];
            let (p, q) = (vector(), vector());
            let beside = [number(61), number(61), number(61)];
            let r = core::array::from_fn(|i| p[i] - q[i] + beside[i]);
            let exact = triple([p, q, r], |x| Whole(x.into())).0;
            let near = triple([p, q, r], |x| exactly::<f64>(x as f64));
            let off = (exact - near.value as i128).unsigned_abs();
            assert!(off as f64 <= near.error, "{p:?} {q:?} {r:?}");
            rounded += u32::from(off > 0);
            match near.sign() {
                Some(sign) => assert_eq!(sign, exact.cmp(&0)),
                None => undecided += 1,
            }
            let precise = triple([p, q, r], |x| exactly::<DoubleDouble<f64>>(x as f64));
            if exact != 0 {
                assert_eq!(precise.sign(), Some(exact.cmp(&0)));
            }
        }
        assert!(rounded > 1000, "{rounded}");
        assert!(undecided < 100, "{undecided}");
    }
}
