//! Lower and upper bounds of a distance, and the rounded distance.

use crate::arithmetic::{DoubleDouble, Estimate, ROUNDOFF, larger};

/// The known bounds of the distance of two shapes, in the unit of their coordinates. Of curved
/// shapes they hold within the ulps that are promised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    /// The distance is at least this.
    pub(crate) lower: f64,
    /// The distance of the answer.
    pub(crate) distance: f64,
    /// The distance is at most this.
    pub(crate) upper: f64,
}

impl Bounds {
    /// The bounds of shapes that intersect.
    pub(crate) const CONTACT: Self = Self::new([0.0; 3]);

    /// The bounds before anything is known.
    pub(crate) const UNKNOWN: Self = Self::new([f64::NAN; 3]);

    /// The lower bound, the distance and the upper bound.
    pub(crate) const fn new([lower, distance, upper]: [f64; 3]) -> Self {
        Self {
            lower,
            distance,
            upper,
        }
    }

    /// Bounds from a positive scaled distance that is known to a roundoff of itself: the floats
    /// next to it (lemma 7).
    pub(crate) fn known(estimate: Estimate<DoubleDouble<f64>>, scale: f64) -> Option<Self> {
        let Estimate { value: left, error } = estimate;
        let distance = left.hi / scale;
        // No neighbour of a number is nearer than a roundoff of it, and `lo` is at most half of the
        // way to one.
        let (off, roundoff) = (left.lo.abs(), ROUNDOFF * left.hi);
        let is_known = match off > 0.5 * roundoff {
            true => error < 0.5 * roundoff,
            false => off + error < roundoff,
        };
        // The least normal number may be rounded from less.
        let is_exact = f64::MIN_POSITIVE < distance && distance < f64::INFINITY;
        if !(is_known && is_exact) {
            return None;
        }
        let (is_above, is_below) = (left.lo > error, left.lo < -error);
        let is_open = error > 0.0 && !(is_above | is_below);
        // The neighbours of a positive number, by bits: the branch would be unpredictable.
        let bits = distance.to_bits();
        let lower = f64::from_bits(bits - u64::from(is_below | is_open));
        let upper = f64::from_bits(bits + u64::from(is_above | is_open));
        Some(Self::new([lower, distance, upper]))
    }

    /// Bounds from scaled numbers, in order up to rounding. NaN remains NaN.
    pub(crate) fn unscaled([lower, distance, upper]: [f64; 3], scale: f64) -> Self {
        let distance = f64::min(distance, upper);
        let lower = f64::max(0.0, f64::min(lower, distance));
        // A positive length must not underflow to zero.
        let [distance, upper] = [distance, upper].map(|length| match length > 0.0 {
            true => f64::max(length / scale, f64::from_bits(1)),
            false => larger(length, 0.0),
        });
        Self::new([lower / scale, distance, upper])
    }

    /// Whether the distance exceeds `other`; `None` if `other` lies between the bounds. If the
    /// bounds differ, neither of them is the distance.
    pub(crate) fn exceed(&self, other: f64) -> Option<bool> {
        let is_within = self.upper <= other;
        let is_beyond = self.lower > other || (self.lower == other && !is_within);
        (is_within || is_beyond).then_some(is_beyond)
    }
}

#[cfg(test)]
mod tests;
