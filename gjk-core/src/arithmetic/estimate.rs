//! Numbers with a bound on their error.

use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

use super::float::ROUNDOFF;

/// The bounds are rounded too, in at most six operations on positive numbers, each by a fraction
/// [`ROUNDOFF`]; this factor covers all of them.
const SLACK: f64 = 1.0 + 16.0 * ROUNDOFF;

/// A number that differs from the exact one by at most `error`. If the exact number under- or
/// overflows, `error` covers it, or one of the two is infinite or NaN.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Estimate<S> {
    pub(crate) value: S,
    pub(crate) error: f64,
}

impl Estimate<f64> {
    /// The sign of the exact number, if the estimate decides it.
    pub(crate) fn sign(self) -> Option<Ordering> {
        let is_known = self.value.abs() > self.error * SLACK || self == Self::default();
        self.value.partial_cmp(&0.0).filter(|_| is_known)
    }
}

impl Add for Estimate<f64> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let value = self.value + other.value;
        let error = (self.error + other.error + ROUNDOFF * value.abs()) * SLACK;
        Self { value, error }
    }
}

impl Sub for Estimate<f64> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + Self {
            value: -other.value,
            ..other
        }
    }
}

impl Mul for Estimate<f64> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let zero = Self::default();
        if self == zero || other == zero {
            return zero;
        }
        let value = self.value * other.value;
        let (x, y) = (self.value.abs(), other.value.abs());
        let error = self.error * (y + other.error) + x * other.error + ROUNDOFF * value.abs();
        // What underflows, in the product or its error, is below the least normal number.
        let error = error * SLACK + f64::MIN_POSITIVE;
        Self { value, error }
    }
}
