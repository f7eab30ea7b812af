//! Numbers with a bound on their error: what decides most signs.

use core::cmp::Ordering;
use core::ops::{Add, Mul, Neg, Sub};

use super::float::ROUNDOFF;
use super::{DoubleDouble, Scalar};

/// The bounds are rounded too, in at most six operations on positive numbers, each by a fraction
/// [`ROUNDOFF`]; this factor covers all of them.
const SLACK: f64 = 1.0 + 16.0 * ROUNDOFF;

/// A number that differs from the exact one by at most `error`. If the exact number under- or
/// overflows, `error` covers it, or one of the two is infinite or NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate<S> {
    pub(crate) value: S,
    pub(crate) error: f64,
}

impl<S: Scalar> Estimate<S> {
    /// The sign of the exact number, if the estimate decides it.
    #[inline]
    pub(crate) fn sign(self) -> Option<Ordering> {
        // The low part of a double-double is less than half an ulp of the high part.
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

    /// Whether the exact number is certainly zero.
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
            // Adding the two rounds; the error of the double-double covers this.
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
        // What underflows, in the product or its error, is below the least normal number.
        Self {
            value,
            error: error * SLACK + f64::MIN_POSITIVE,
        }
    }
}
