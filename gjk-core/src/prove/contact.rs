//! A candidate that contains the origin: whether it certainly does, and the common points of the
//! shapes.

use glam::DVec3;

use crate::arithmetic::float::{ROUNDOFF, larger, root};
use crate::arithmetic::{DoubleDouble, Precise};
use crate::difference::{Difference, Pair};
use crate::propose::{Candidate, SIMPLEX_MAX};

/// A volume larger than this many roundoffs of the cube of the longest vertex has the right sign
/// (lemma 6).
const OF_VOLUME: f64 = 288.0;

/// An area larger than this many roundoffs of the square of the longest vertex has the right sign
/// (lemma 6).
const OF_AREA: f64 = 64.0;

/// A correction of weights is trusted if the simplex is this many times larger than the correction.
const TRUSTED: f64 = 1024.0;

/// Whether a candidate contains the origin in spite of rounding (lemma 6); if so, the volumes at
/// its vertices.
#[inline(always)]
pub(crate) fn surely_overlaps(
    difference: &Difference<'_>,
    candidate: &Candidate<DVec3>,
) -> Option<Parts> {
    let points = candidate.points().iter().take(candidate.count());
    let longest = points.fold(0.0, |longest: f64, point| {
        larger(longest, point.dot(*point))
    });
    let size = root(longest) + difference.lost();
    let parts = Parts::of(difference, candidate)?;
    let doubt = match parts.planar {
        true => OF_AREA * ROUNDOFF * size * size,
        false => OF_VOLUME * ROUNDOFF * size * size * size,
    };
    let [a, b, c, d] = parts.of;
    let sign = f64::copysign(1.0, parts.whole);
    // All comparisons at once: if the origin is inside, no branch could be skipped.
    let is_inside = (parts.whole * sign > doubt)
        & (a * sign > doubt)
        & (b * sign > doubt)
        & (c * sign > doubt)
        & (parts.planar | (d * sign > doubt));
    is_inside.then_some(parts)
}

/// The volumes of the origin with the sides of a tetrahedron, opposite to each vertex, and their
/// sum, the whole volume; in 2D the areas.
pub(crate) struct Parts {
    of: [f64; SIMPLEX_MAX],
    whole: f64,
    planar: bool,
}

impl Parts {
    #[inline(always)]
    fn of(difference: &Difference<'_>, candidate: &Candidate<DVec3>) -> Option<Self> {
        let [a, b, c, d] = *candidate.points();
        let planar = difference.frame().planar;
        let (of, whole) = match (planar, candidate.count()) {
            (true, 3) => {
                let area = |p: DVec3, q: DVec3| p.x * q.y - p.y * q.x;
                (
                    [area(b, c), area(c, a), area(a, b), 0.0],
                    area(b - a, c - a),
                )
            }
            (false, SIMPLEX_MAX) => {
                let (ab, ac, ad, bc, bd) = (b - a, c - a, d - a, c - b, d - b);
                let (abc, acd, adb) = (ab.cross(ac), ac.cross(ad), ad.cross(ab));
                let of = [-b.dot(bd.cross(bc)), -a.dot(acd), -a.dot(adb), -a.dot(abc)];
                (of, ad.dot(abc))
            }
            _ => return None,
        };
        Some(Self { of, whole, planar })
    }

    /// Gives the candidate the weights whose mean is the origin, to the last digit: by one step of
    /// Newton's method or, if the simplex is too flat for that, in double-double.
    pub(crate) fn weigh(&self, difference: &Difference<'_>, candidate: &mut Candidate<DVec3>) {
        let share = 1.0 / self.whole;
        let weights = whole_of([self.of[1] * share, self.of[2] * share, self.of[3] * share]);
        let off = off_the_origin(difference, candidate.pairs(), &weights);
        match self.corrected(difference, candidate.points(), &weights, off) {
            Some(weights) => candidate.weigh(&weights),
            None => weigh_precisely(difference, candidate),
        }
    }

    /// The weights whose mean is the origin, given weights whose mean misses it by a vector. None
    /// if `f64` cannot decide.
    #[inline(always)]
    fn corrected(
        &self,
        difference: &Difference<'_>,
        points: &[DVec3; SIMPLEX_MAX],
        weights: &[f64; SIMPLEX_MAX],
        off: DVec3,
    ) -> Option<[f64; SIMPLEX_MAX]> {
        let [a, b, c, d] = *points;
        let (ab, ac, ad) = (b - a, c - a, d - a);
        let size = difference.size();
        let least = TRUSTED * size * off.length();
        let (steps, least) = if self.planar {
            ([ac.cross(off).z, off.cross(ab).z, 0.0], least)
        } else {
            let volume = |p: DVec3, q: DVec3| -off.dot(p.cross(q));
            (
                [volume(ac, ad), volume(ad, ab), volume(ab, ac)],
                least * size,
            )
        };
        let share = 1.0 / self.whole;
        let weights = whole_of([
            weights[1] + steps[0] * share,
            weights[2] + steps[1] * share,
            weights[3] + steps[2] * share,
        ]);
        let count = if self.planar { 3 } else { SIMPLEX_MAX };
        let is_inside = weights[..count].iter().all(|weight| *weight > 0.0);
        (self.whole.abs() >= least && is_inside).then_some(weights)
    }
}

/// Weights; the first is one minus the others, rounded once like them.
#[inline(always)]
fn whole_of([b, c, d]: [f64; 3]) -> [f64; SIMPLEX_MAX] {
    let first = DoubleDouble::sum(1.0, -b);
    let second = DoubleDouble::sum(first.hi, -c);
    let third = DoubleDouble::sum(second.hi, -d);
    [third.hi + ((first.lo + second.lo) + third.lo), b, c, d]
}

/// The offset of the mean of points from the origin, if it is small compared with the points.
#[inline(always)]
fn off_the_origin(
    difference: &Difference<'_>,
    pairs: &[Pair],
    weights: &[f64; SIMPLEX_MAX],
) -> DVec3 {
    let (mut sum, mut rest) = (DVec3::ZERO, DVec3::ZERO);
    for (pair, weight) in pairs.iter().zip(weights) {
        let point = difference.precise(pair);
        let part = Precise::product(point.hi, DVec3::splat(*weight));
        let next = Precise::of_sum(sum, part.hi);
        rest += next.lo + (part.lo + point.lo * *weight);
        sum = next.hi;
    }
    sum + rest
}

/// The same in double-double.
#[cold]
fn weigh_precisely(difference: &Difference<'_>, candidate: &mut Candidate<DVec3>) {
    let mut precise = Candidate::<Precise>::empty();
    precise.become_like(candidate, difference);
    let nearest = precise.nearest();
    precise.keep(&nearest.weights);
    candidate.become_like(&precise, difference);
}

#[cfg(test)]
mod tests;
