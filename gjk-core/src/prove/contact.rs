//! A candidate that holds the origin: whether it surely does, and where the common points of the shapes lie.

use glam::DVec3;

use crate::arithmetic::float::ROUNDOFF;
use crate::arithmetic::{DoubleDouble, Precise};
use crate::difference::{Difference, Pair};
use crate::propose::{Candidate, SIMPLEX_MAX};

/// A volume that is larger than so many roundoffs of the cube of the longest vertex has its sign (lemma 6).
const OF_VOLUME: f64 = 288.0;

/// An area that is larger than so many roundoffs of the square of the longest vertex has its sign (lemma 6).
const OF_AREA: f64 = 64.0;

/// What a vertex that is short beside the size may have lost of that.
const OF_TERMS: f64 = 1.0 / (1u64 << 50) as f64;

/// A correction of weights is trusted where the simplex is this many times larger than what is to be corrected.
const TRUSTED: f64 = 1024.0;

/// Whether a candidate holds the origin whatever was rounded (lemma 6).
pub(crate) fn surely_overlaps(difference: &Difference<'_>, candidate: &Candidate<DVec3>) -> bool {
    let points = candidate.points().iter().take(candidate.count());
    let longest = points.fold(0.0, |longest: f64, point| longest.max(point.length()));
    let size = longest + OF_TERMS * difference.size();
    let Some(parts) = Parts::of(difference, candidate) else {
        return false;
    };
    let doubt = if difference.frame().planar {
        OF_AREA * ROUNDOFF * size * size
    } else {
        OF_VOLUME * ROUNDOFF * size * size * size
    };
    let sign = parts.whole.signum();
    parts.whole.abs() > doubt
        && parts.of[..candidate.count()]
            .iter()
            .all(|part| part * sign > doubt)
}

/// Computes the weights of a candidate that surely holds the origin to the last digit: by one step of Newton's method
/// or, where it is too flat for that, in double-double.
pub(crate) fn weigh(difference: &Difference<'_>, candidate: &mut Candidate<DVec3>) {
    let weights = Parts::of(difference, candidate).and_then(|parts| {
        let off = off_the_origin(difference, candidate.pairs(), &parts.weights([0.0; 3]));
        parts.corrected(difference, candidate.points(), off)
    });
    match weights {
        Some(weights) => candidate.weigh(&weights),
        None => {
            let mut precise = Candidate::<Precise>::empty();
            precise.become_like(candidate, difference);
            let nearest = precise.nearest();
            precise.keep(&nearest.weights);
            candidate.become_like(&precise, difference);
        }
    }
}

/// How far from the origin the mean of points by some weights is, where that is little beside them.
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

/// The volumes that the origin makes with the sides of a tetrahedron, opposite to each vertex, and the whole, which is
/// their sum; in the plane the areas.
struct Parts {
    of: [f64; SIMPLEX_MAX],
    whole: f64,
    planar: bool,
}

impl Parts {
    fn of(difference: &Difference<'_>, candidate: &Candidate<DVec3>) -> Option<Self> {
        let [a, b, c, d] = *candidate.points();
        let planar = difference.frame().planar;
        match (planar, candidate.count()) {
            (true, 3) => {
                let area = |p: DVec3, q: DVec3| p.cross(q).z;
                Some(Self {
                    of: [area(b, c), area(c, a), area(a, b), 0.0],
                    whole: area(b - a, c - a),
                    planar,
                })
            }
            (false, SIMPLEX_MAX) => {
                let (ab, ac, ad, bc, bd) = (b - a, c - a, d - a, c - b, d - b);
                Some(Self {
                    of: [
                        -b.dot(bd.cross(bc)),
                        -a.dot(ac.cross(ad)),
                        -a.dot(ad.cross(ab)),
                        -a.dot(ab.cross(ac)),
                    ],
                    whole: ad.dot(ab.cross(ac)),
                    planar,
                })
            }
            _ => None,
        }
    }

    /// The weights that they make, with these steps of the last three; the first is what the others leave of one.
    fn weights(&self, steps: [f64; 3]) -> [f64; SIMPLEX_MAX] {
        let mut weights = self.of.map(|part| part / self.whole);
        let mut first = DoubleDouble::from(1.0);
        for (weight, step) in weights[1..].iter_mut().zip(steps) {
            *weight += step;
            first = first - DoubleDouble::from(*weight);
        }
        weights[0] = first.hi;
        weights
    }

    /// The weights whose mean is the origin, where that of those before was off by a vector. None where `f64` cannot
    /// tell.
    fn corrected(
        &self,
        difference: &Difference<'_>,
        points: &[DVec3; SIMPLEX_MAX],
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
        let weights = self.weights(steps.map(|step| step / self.whole));
        let count = if self.planar { 3 } else { SIMPLEX_MAX };
        let is_inside = weights[..count].iter().all(|weight| *weight > 0.0);
        (self.whole.abs() >= least && is_inside).then_some(weights)
    }
}
