//! The witness points: weighted means of a candidate, moved by the radii.

use core::cmp::Ordering;

use glam::DVec3;

use crate::arithmetic::{DoubleDouble, Precise, ROUNDOFF, Scalar, Space};
use crate::difference::Difference;
use crate::direction::unit;
use crate::propose::Candidate;
use crate::simplex::SIMPLEX_MAX;

/// The closest points, or a common point twice, in world coordinates. `cores_gap`: a plane
/// separates the cores; `gap`: the shapes are apart.
pub(crate) fn points(
    difference: &Difference<'_>,
    candidate: &Candidate,
    cores_gap: bool,
    gap: bool,
) -> [DVec3; 2] {
    let [origin_a, origin_b] = difference.bodies.map(|body| body.origin);
    let [radius_a, radius_b] = difference.radii;
    let [mean_a, mean_b] = means(candidate, difference.scaling.scale);
    // Small terms are added before the origins, which may be large.
    if (gap && !cores_gap) || (radius_a == 0.0 && radius_b == 0.0) {
        return [origin_a + mean_a, origin_b + mean_b];
    }
    let mean = candidate.mean();
    let moved = |[a, b]: [DVec3; 2]| [origin_a + (mean_a + a), origin_b + (mean_b + b)];
    if gap {
        // From the closest point of the first core to that of the second.
        let toward = unit(-mean);
        return moved([toward * radius_a, toward * -radius_b]);
    }
    // The point that divides the line between the cores in the ratio of the radii lies in both
    // shapes. It is computed from the nearer core, in which it lies if that core has no radius.
    let between = mean / difference.scaling.scale;
    // No sum of the radii, which may overflow.
    let ratios = [radius_b / radius_a, radius_a / radius_b];
    let [share_a, share_b] = ratios.map(|ratio| 1.0 / (1.0 + ratio));
    let [from_a, from_b] = moved([between * -share_a, between * share_b]);
    let common = match radius_a.total_cmp(&radius_b) {
        Ordering::Less => from_a,
        Ordering::Greater => from_b,
        // The same for shapes in the other order.
        Ordering::Equal => from_a * 0.5 + from_b * 0.5,
    };
    [common, common]
}

/// A correction of weights is trusted if the simplex is this many times larger than the correction.
const TRUSTED: f64 = 1024.0;

/// Nearer than this part of the size of the difference the origin is on a side of a simplex, within
/// the rounding of its points, if these are of curved shapes.
const ON_A_SIDE: f64 = ROUNDOFF / 8.0;

/// Gives a candidate around the origin, or within rounding on a side of it, the weights whose mean
/// is the origin: in double-double if `f64` cannot tell them. Returns whether there are such: to
/// the last digit for polytopes, and within the rounding of the points of other shapes.
pub(crate) fn weigh(difference: &Difference<'_>, candidate: &mut Candidate) -> bool {
    if difference.is_filled_by(candidate.count()) && correct(difference, candidate, TRUSTED) {
        return true;
    }
    let mut precise = Candidate::<Precise>::empty();
    for pair in candidate.pairs() {
        precise.add(pair, difference.precise(pair));
    }
    let nearest = precise.nearest();
    let allowed = match difference.is_of_polytopes() {
        true => <DoubleDouble<f64> as Scalar>::NOISE,
        false => ON_A_SIDE,
    };
    let is_mean = nearest.v.rounded().length() <= allowed * difference.scaling.size;
    if is_mean {
        precise.keep(&nearest.weights);
        *candidate = Candidate::like(&precise, difference);
    }
    is_mean
}

/// The same for a candidate in double-double, which may be flat. Each step gains as many digits as
/// its volumes have: six, for shapes 2^-50 times as thick as long. If none does, the origin is on a
/// side of it, within the rounding of its points.
pub(crate) fn weigh_flat(difference: &Difference<'_>, candidate: &mut Candidate<Precise>) {
    let left = |candidate: &Candidate<Precise>| candidate.mean_of_pairs(difference).hi.length();
    let (mut next, mut least) = (*candidate, left(candidate));
    while next.count() > 2 && least > ON_A_SIDE * difference.scaling.size {
        let is_corrected = correct(difference, &mut next, 0.0);
        let mut rest = if is_corrected { left(&next) } else { least };
        if !(rest < 0.5 * least) {
            let all = (1 << next.count()) - 1;
            let sides = (0..next.count()).map(|vertex| {
                let mut side = next.side(all - (1 << vertex));
                side.keep(&side.nearest().weights);
                (side, left(&side))
            });
            let nearest = sides.min_by(|(_, p), (_, q)| p.total_cmp(q));
            (next, rest) = nearest.unwrap_or((next, rest));
        }
        if rest < 0.5 * least {
            (*candidate, least) = (next, rest);
        }
    }
}

/// Corrects the weights of a triangle or tetrahedron around the origin by one step of Newton's
/// method. Returns whether it did: not if that is too flat for its arithmetic.
pub(crate) fn correct<P: Space>(
    difference: &Difference<'_>,
    candidate: &mut Candidate<P>,
    trusted: f64,
) -> bool {
    let count = candidate.count();
    let off = candidate.mean_of_pairs(difference);
    let [a, b, c, d] = *candidate.points();
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    // Nothing of a triangle extends along its normal.
    let ad = if count == 3 { normal } else { d - a };
    let whole = ad.dot(normal);
    let size = |vector: DVec3| vector.abs().element_sum();
    let least = trusted * difference.scaling.size * size(off.hi) * size(ad.rounded());
    let sides = [ac.cross(ad), ad.cross(ab), normal];
    let (off, share) = (P::of(off), P::Scalar::from(1.0) / whole);
    let zero = P::Scalar::from(0.0);
    let mut weights = [zero; SIMPLEX_MAX];
    // The first is what the others leave of one, rounded once like them.
    let (mut first, mut rest) = (1.0, 0.0);
    for i in 1..count {
        weights[i] = candidate.weights()[i] - off.dot(sides[i - 1]) * share;
        let left = DoubleDouble::sum(first, -weights[i].rounded());
        (first, rest) = (left.hi, rest + left.lo);
    }
    weights[0] = P::Scalar::from(first + rest);
    let is_inside = weights[..count].iter().all(|weight| *weight > zero);
    let is_corrected = whole.rounded().abs() >= least && is_inside;
    if is_corrected {
        candidate.weigh(&weights);
    }
    is_corrected
}

/// The weighted means of the points of either shape, relative to their origins. Only the products
/// with weights and the result are rounded, so that a far point with a small weight rounds little.
fn means(candidate: &Candidate, scale: f64) -> [DVec3; 2] {
    let [first, others @ ..] = candidate.pairs() else {
        return [DVec3::ZERO; 2];
    };
    [0, 1].map(|shape: usize| {
        let first = first.points[shape] * scale;
        let (mut mean, mut rest) = (first, DVec3::ZERO);
        for (pair, weight) in others.iter().zip(&candidate.weights()[1..]) {
            let offset = Precise::sum(pair.points[shape] * scale, -first);
            let sum = Precise::sum(mean, offset.hi * *weight);
            (mean, rest) = (sum.hi, rest + (sum.lo + offset.lo * *weight));
        }
        (mean + rest) / scale
    })
}

#[cfg(test)]
mod tests;
