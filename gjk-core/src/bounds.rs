//! Two numbers around a distance, and the distance rounded.

use crate::arithmetic::float::ROUNDOFF;
use crate::arithmetic::{DoubleDouble, Estimate};

/// What is known of the distance of two shapes, in the unit of their coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    /// The distance is no less.
    pub(crate) lower: f64,
    /// The distance, rounded.
    pub(crate) distance: f64,
    /// The distance is no more.
    pub(crate) upper: f64,
}

impl Bounds {
    /// The shapes have a common point.
    pub(crate) const CONTACT: Self = Self {
        lower: 0.0,
        distance: 0.0,
        upper: 0.0,
    };

    /// Nothing is known.
    pub(crate) const UNKNOWN: Self = Self {
        lower: f64::NAN,
        distance: f64::NAN,
        upper: f64::NAN,
    };

    /// Those of a scaled distance that is positive, if it is known to a roundoff of it: the numbers next to it (lemma 7).
    #[inline]
    pub(crate) fn known(estimate: Estimate<DoubleDouble<f64>>, scale: f64) -> Option<Self> {
        let Estimate { value: left, error } = estimate;
        let distance = left.hi / scale;
        // No neighbour of a number is nearer than a roundoff of it.
        let is_known = left.lo.abs() + error < ROUNDOFF * left.hi;
        if !(is_known && distance.is_normal()) {
            return None;
        }
        let (is_above, is_below) = (left.lo > error, left.lo < -error);
        let is_open = error > 0.0 && !(is_above | is_below);
        // The neighbours of a positive number: without a branch, which nobody could predict.
        let bits = distance.to_bits();
        Some(Self {
            lower: f64::from_bits(bits - u64::from(is_below | is_open)),
            distance,
            upper: f64::from_bits(bits + u64::from(is_above | is_open)),
        })
    }

    /// Those of scaled bounds of the distance, which is the upper one then.
    pub(crate) fn unscaled(lower: f64, upper: f64, scale: f64) -> Self {
        let lower = f64::max(0.0, f64::min(lower, upper));
        // A length that is not zero does not become zero below the least number.
        let distance = if upper > 0.0 {
            f64::max(upper / scale, f64::from_bits(1))
        } else {
            f64::max(upper, 0.0)
        };
        Self {
            lower: lower / scale,
            distance,
            upper: distance,
        }
    }

    /// Whether the distance exceeds another one; none if that lies between the bounds. Bounds that differ are none of
    /// them the distance.
    pub(crate) fn exceed(&self, other: f64) -> Option<bool> {
        if self.lower > other || (self.lower == other && self.upper > other) {
            Some(true)
        } else if self.upper <= other || other == f64::INFINITY {
            Some(false)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;
