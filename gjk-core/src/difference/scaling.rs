//! The power of two that brings a difference near one, and what follows from it.

use glam::DVec3;

use crate::arithmetic::{
    Precise, ROUNDOFF, larger, largest_coordinate, power_of_two, power_of_two_over,
};
use crate::body::Placed;

/// The longest point of a difference: fourth powers of lengths are finite up to 2^255.
pub(super) const LONGEST: f64 = power_of_two(120);

/// A gap or an overlap of more than this many roundoffs, of half the size plus the coordinates of
/// the centres, is certain (lemma 2).
const CERTAIN: f64 = 64.0;

/// Besides, in least positive numbers: where coordinates are subnormal (lemmas 2 and 9).
pub(super) const CERTAIN_OF_SUBNORMALS: f64 = 24.0;

/// A gap or an overlap of curved shapes in double-double is certain from this part of the size on
/// (lemma 9).
pub(super) const CERTAIN_PRECISELY: f64 = power_of_two(-62);

/// No sum of coordinates, extents and origins is larger, scaled, though it may overflow before:
/// each of eight terms is below 2^1024, and then the scale is 2^-1022.
const OVERFLOWED: f64 = 32.0;

/// By how many roundoffs of the largest term a coordinate may be larger than extents and centres
/// say (lemma 1).
const CANCELLED: f64 = 32.0;

/// Terms that cancel add to the error of a point in `f64`: it counts as if the point were longer by
/// this many roundoffs of the largest of them (lemma 1).
const LOST: f64 = 16.0;

/// Points of curved shapes are off by this many roundoffs of the extents and of the distances from
/// the origins of their frames (lemma 9).
const INEXACT: f64 = 16.0;

/// By what a difference is scaled, and what follows from that.
#[derive(Clone, Copy)]
pub(crate) struct Scaling {
    /// What lengths are multiplied with: a power of two.
    pub(crate) scale: f64,
    /// What the origins add to each point, scaled.
    pub(crate) offset: Precise,
    /// The difference of the centres, scaled.
    pub(crate) middle: DVec3,
    /// No point is longer, scaled.
    pub(crate) size: f64,
    /// A point in `f64` is off by two roundoffs of the sum of its length and this, scaled.
    pub(crate) lost: f64,
    /// A point of curved shapes is off by a roundoff of this length besides, scaled.
    pub(crate) inexact: f64,
    /// A gap or an overlap that is larger is certain, scaled.
    pub(crate) certain: f64,
    /// Whether all numbers are finite.
    pub(crate) is_finite: bool,
}

impl Scaling {
    /// The scaling of two shapes.
    #[inline(always)]
    pub(super) fn of(bodies: [&Placed<'_>; 2]) -> Self {
        let [a, b] = bodies;
        let [origin_a, origin_b] = [a.origin, b.origin];
        let centers = [a.center(), b.center()];
        let extents = [a.extent(), b.extent()];
        let extent = extents[0] + extents[1];
        let [of_a, of_b] = centers.map(largest_coordinate);
        let of_origins = larger(largest_coordinate(origin_a), largest_coordinate(origin_b));
        // Only how far they are apart counts; that may overflow.
        let between_origins = Precise::sum(origin_a, -origin_b);
        let apart = largest_coordinate(between_origins.hi);
        let largest = larger(
            larger(of_a, of_b),
            larger(f64::min(apart, of_origins), extent),
        );
        let between = (centers[0] - centers[1]) + (origin_a - origin_b);
        // Terms that cancelled were rounded before (lemma 1).
        let reach = largest_coordinate(between) + (2.0 * extent + CANCELLED * ROUNDOFF * largest);
        let scale = power_of_two_over(reach);
        let rounded = |shape: usize, center: f64| match bodies[shape].vertex_count {
            Some(_) => 0.0,
            None => extents[shape] + center,
        };
        let offset = match apart < f64::INFINITY {
            true => between_origins.times(scale),
            false => Precise::sum(origin_a * scale, -origin_b * scale),
        };
        // The coordinates of a point are up to `reach`, its length up to twice that.
        let reach = f64::min(reach * scale, OVERFLOWED);
        Self {
            scale,
            offset,
            middle: between * scale,
            size: 2.0 * reach,
            lost: LOST * ROUNDOFF * (largest * scale),
            inexact: INEXACT * scale * (rounded(0, of_a) + rounded(1, of_b)),
            certain: CERTAIN * ROUNDOFF * (reach + (of_a + of_b) * scale)
                + CERTAIN_OF_SUBNORMALS * least_number(scale),
            // A coordinate that is not a number would not count in the reach.
            is_finite: !between.is_nan()
                && of_origins < f64::INFINITY
                && largest < f64::INFINITY
                && bodies.iter().all(|body| body.radius < f64::INFINITY),
        }
    }
}

/// The least positive number, scaled, or the least normal number where that is larger.
pub(super) fn least_number(scale: f64) -> f64 {
    // In steps that are normal numbers: a processor takes a quarter of a query for a product that
    // is not.
    const OVER: f64 = power_of_two(52);
    larger(scale, OVER) * (1.0 / OVER) * f64::MIN_POSITIVE
}
