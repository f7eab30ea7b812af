//! Whether a candidate certainly contains the origin: alone, or with support points around it.

use glam::DVec3;

use crate::arithmetic::{Scalar, Space};
use crate::difference::{Difference, Pair};
use crate::direction::near_one;
use crate::propose::{Candidate, FACES, at_corner};

/// A volume of a vertex and two edges counts as if the vertex were off by this many roundoffs of
/// the lengths of all three: half more than it is, for the rounding of the volume, and for what
/// moves by more than the sum of its parts (lemma 6).
const VERTEX_ERROR: f64 = 3.0;

/// And by this much of what a point of a curved shape is off: half more too.
const INEXACT_ERROR: f64 = 1.5;

/// Whether the difference contains the origin in spite of rounding (lemma 6): inside a candidate
/// that fills the space, or near a face or an edge that support points surround.
#[inline(always)]
pub(crate) fn contains_origin(difference: &Difference<'_>, candidate: &Candidate) -> bool {
    if difference.is_filled_by(candidate.count()) {
        sign_of_sides(difference, candidate, candidate.count()).is_some()
    } else {
        around_side(difference, candidate).is_some()
    }
}

/// The same in either arithmetic, also near each side of the candidate: a shape may be so much
/// longer than thick that `f64` loses digits. The candidate becomes the simplex that contains the
/// origin.
#[cold]
pub(crate) fn find_simplex_around_origin<P: Space>(
    difference: &Difference<'_>,
    candidate: &mut Candidate<P>,
) -> bool {
    let is_filled = difference.is_filled_by(candidate.count());
    if is_filled && sign_of_sides(difference, candidate, candidate.count()).is_some() {
        return true;
    }
    let mut sides = (0..1 << candidate.count()).map(|vertices| candidate.side(vertices));
    let around = sides.find_map(|side| around_side(difference, &side));
    let squared = |simplex: &Candidate<P>| simplex.nearest().squared.rounded();
    let simplices = around.into_iter().flatten();
    let found = simplices.min_by(|p, q| squared(p).total_cmp(&squared(q)));
    if let Some(found) = found {
        *candidate = found;
        candidate.keep(&found.nearest().weights);
    }
    found.is_some()
}

/// The simplices of a face or an edge with support points around it, if these certainly contain the
/// origin: four, or two of them twice. A vertex, or what fills the space, has none.
#[cold]
fn around_side<P: Space>(
    difference: &Difference<'_>,
    side: &Candidate<P>,
) -> Option<[Candidate<P>; 4]> {
    let near = side.pairs().first().map_or([0; 2], Pair::numbers);
    let support = |direction: DVec3| {
        let mut pair = Pair::EMPTY;
        difference.support(P::from(direction), near, &mut pair);
        pair
    };
    let with = |pairs: &[Pair]| {
        let mut simplex = *side;
        for pair in pairs {
            simplex.add(pair, difference.point_in(pair));
        }
        simplex
    };
    let sign = |simplex: &Candidate<P>| sign_of_sides(difference, simplex, side.count());
    let (is_planar, [a, b, c, _]) = (difference.planar, *side.points());
    let across = match side.count() {
        2 if is_planar => (b - a).cross(P::from(DVec3::Z)),
        2 => b - a,
        3 if !is_planar => (b - a).cross(c - a),
        _ => P::from(DVec3::ZERO),
    };
    let across = across.rounded();
    if !(across.length_squared() > 0.0) {
        return None;
    }
    if side.count() == 2 && !is_planar {
        // Not so short that products underflow.
        let across = near_one(across);
        let x = across.cross(DVec3::AXES[across.abs().min_position()]);
        let y = across.cross(x);
        let [p, q, r, s] = [x, y, -x, -y].map(support);
        let around = [[p, q], [q, r], [r, s], [s, p]].map(|pairs| with(&pairs));
        let is_solid = |simplex: &&Candidate<P>| {
            let [.., r, s] = *simplex.points();
            (r - s).rounded() != DVec3::ZERO
        };
        let mut signs = around.iter().filter(is_solid).map(sign);
        let first = signs.next()??;
        return signs.all(|sign| sign == Some(first)).then_some(around);
    }
    // On the outside first: there is nothing there if the shapes touch.
    let toward_middle = across.dot(difference.scaling.middle - a.rounded());
    let inwards = across * f64::copysign(1.0, toward_middle);
    let outside = with(&[support(inwards)]);
    let outward = sign(&outside)?;
    let inside = with(&[support(-inwards)]);
    (sign(&inside) == Some(-outward)).then_some([outside, inside, outside, inside])
}

/// The sign of the volumes that the origin makes with the sides opposite to the first vertices of a
/// simplex, in 2D of the areas. None if one is in doubt, or they differ.
#[inline(always)]
fn sign_of_sides<P: Space>(
    difference: &Difference<'_>,
    simplex: &Candidate<P>,
    first: usize,
) -> Option<f64> {
    let (points, is_planar) = (simplex.points(), difference.planar);
    let unit = P::Scalar::UNIT_ROUNDOFF;
    let (inexact, lost) = (difference.inexact::<P>(), difference.scaling.lost);
    let sign_of = |side: usize| {
        let [p, q, r] = match is_planar {
            true => [(side + 1) % 3, (side + 2) % 3, side],
            false => at_corner(points, FACES[side]),
        };
        let (p, q, r) = (points[p], points[q] - points[p], points[r] - points[p]);
        let length = |vector: P| vector.rounded().length();
        // In 2D the area times the length of the edge.
        let r = match is_planar {
            true => P::from(DVec3::Z * length(q)),
            false => r,
        };
        let volume = -p.dot(q.cross(r)).rounded();
        let [p, q, r] = [p, q, r].map(length);
        let off = INEXACT_ERROR * inexact + VERTEX_ERROR * unit * (p + q + r + lost);
        let doubt = off * (q * r + 2.0 * p * (q + r));
        (volume.abs() > doubt).then(|| f64::copysign(1.0, volume))
    };
    let sign = sign_of(0)?;
    let is_clear = (1..first).all(|side| sign_of(side) == Some(sign));
    is_clear.then_some(sign)
}

#[cfg(test)]
pub(crate) mod tests;
