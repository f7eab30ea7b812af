//! Whether a candidate certainly contains the origin: alone, or with support points around it.

use glam::DVec3;

use super::coplanar::Axes;
use crate::arithmetic::float::{ROUNDOFF, larger, root};
use crate::arithmetic::{Arithmetic, Precise, Scalar, Space};
use crate::difference::{Difference, Pair};
use crate::propose::{Candidate, FACES, at_corner};
use crate::simplex::SIMPLEX_MAX;

/// A volume larger than this many roundoffs of the cube of the longest vertex has the right sign
/// (lemma 6).
const VOLUME_ERROR: f64 = 72.0;

/// An area larger than this many roundoffs of the square of the longest vertex has the right sign
/// (lemma 6).
const AREA_ERROR: f64 = 8.0;

/// A volume is right in sign if it is more than this many roundoffs of the product of the lengths of a
/// vertex and two edges (lemma 6).
const SLIM_ERROR: f64 = 32.0;

/// The error of a point enters the doubt of a volume this many times, times the square of the longest
/// vertex; that of an area times its length (lemma 6).
const OF_POINTS: f64 = 4.0;

/// Whether the difference contains the origin in spite of rounding (lemma 6): inside a candidate
/// that fills the space, or near a face or an edge that support points surround.
#[inline(always)]
pub(crate) fn contains_origin(difference: &Difference<'_>, candidate: &Candidate<DVec3>) -> bool {
    if difference.is_filled_by(candidate.count()) {
        sign_of_sides(difference, candidate, candidate.count()).is_some()
    } else {
        around_side(difference, candidate, |_| ()).is_some()
    }
}

/// The same in double-double, also near each side of the candidate: a shape may be so much longer
/// than thick that digits are lost. The candidate becomes the simplex that contains the origin.
#[cold]
pub(crate) fn find_simplex_around_origin(
    difference: &Difference<'_>,
    candidate: &mut Candidate<Precise>,
) -> bool {
    let is_filled = difference.is_filled_by(candidate.count());
    if is_filled && sign_of_sides(difference, candidate, candidate.count()).is_some() {
        return true;
    }
    let squared = |simplex: &Candidate<Precise>| simplex.nearest().squared.rounded();
    let nearest = |around: &[Candidate<Precise>]| {
        let nearest = around
            .iter()
            .min_by(|p, q| squared(p).total_cmp(&squared(q)));
        nearest.copied()
    };
    let sides = (0..1 << candidate.count()).map(|vertices| candidate.side(vertices));
    let found = sides
        .filter(|side| side.count() > 1 && !difference.is_filled_by(side.count()))
        .find_map(|side| around_side(difference, &side, nearest)?);
    found.is_some_and(|found| {
        *candidate = found;
        candidate.keep(&found.nearest().weights);
        true
    })
}

/// What `pick` makes of the simplices of a face or an edge with support points around it, if these
/// certainly contain the origin.
#[cold]
fn around_side<P: Space, T>(
    difference: &Difference<'_>,
    side: &Candidate<P>,
    pick: impl Fn(&[Candidate<P>]) -> T,
) -> Option<T> {
    let near = side.pairs().first().map_or([0; 2], Pair::numbers);
    let support = |direction: DVec3| {
        let mut pair = Pair::EMPTY;
        difference.support_along(P::from(direction), near, &mut pair);
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
    let (is_planar, [a, b, c, _]) = (difference.frame.planar, *side.points());
    let across = match side.count() {
        2 if is_planar => (b - a).cross(P::from(DVec3::Z)),
        2 => b - a,
        3 => (b - a).cross(c - a),
        _ => P::from(DVec3::ZERO),
    };
    let across = across.rounded();
    if !(across.length_squared() > 0.0) {
        return None;
    }
    if side.count() == 2 && !is_planar {
        let Axes([x, y]) = Axes::across(across);
        let y = y * (x.length() / y.length());
        let [p, q, r, s] = [x, y, -x, -y].map(support);
        let around = [[p, q], [q, r], [r, s], [s, p]].map(|pairs| with(&pairs));
        let is_solid = |simplex: &&Candidate<P>| {
            let [.., r, s] = simplex.points();
            r.rounded() != s.rounded()
        };
        let mut signs = around.iter().filter(is_solid).map(sign);
        let first = signs.next()??;
        return signs.all(|sign| sign == Some(first)).then(|| pick(&around));
    }
    // On the outside first: there is nothing there if the shapes touch.
    let toward_middle = across.dot(difference.middle() - a.rounded());
    let inwards = across * f64::copysign(1.0, toward_middle);
    let outside = with(&[support(inwards)]);
    let outward = sign(&outside)?;
    let inside = with(&[support(-inwards)]);
    (sign(&inside) == Some(-outward)).then(|| pick(&[outside, inside]))
}

/// The sign of the volumes that the origin makes with the sides opposite to the first vertices of a
/// simplex, in 2D of the areas. None if one is in doubt, or they differ.
#[inline(always)]
fn sign_of_sides<P: Space>(
    difference: &Difference<'_>,
    simplex: &Candidate<P>,
    first: usize,
) -> Option<f64> {
    let points = simplex.points();
    match P::ARITHMETIC {
        Arithmetic::Double => sign_in_double(difference, &points.map(P::rounded), first),
        _ => sign_in_double_double(difference, points, first),
    }
}

#[inline(always)]
fn sign_in_double(
    difference: &Difference<'_>,
    points: &[DVec3; SIMPLEX_MAX],
    first: usize,
) -> Option<f64> {
    let [a, b, c, d] = *points;
    let length = |longest: f64, point: DVec3| larger(longest, point.dot(point));
    let longest = length(length(a.dot(a), b), c);
    let inexact = OF_POINTS * difference.inexact::<DVec3>();
    let (sides, doubt) = if difference.frame.planar {
        let area = |p: DVec3, q: DVec3| p.x * q.y - p.y * q.x;
        let size = root(longest) + difference.scaling.lost;
        let sides = [area(b, c), area(c, a), area(a, b), 0.0];
        (sides, (AREA_ERROR * ROUNDOFF * size + inexact) * size)
    } else {
        let (ab, ac, ad, bc, bd) = (b - a, c - a, d - a, c - b, d - b);
        let (abc, acd, adb) = (ab.cross(ac), ac.cross(ad), ad.cross(ab));
        let size = root(length(longest, d)) + difference.scaling.lost;
        let sides = [-b.dot(bd.cross(bc)), -a.dot(acd), -a.dot(adb), -a.dot(abc)];
        (
            sides,
            (VOLUME_ERROR * ROUNDOFF * size + inexact) * size * size,
        )
    };
    let sign = f64::copysign(1.0, sides[0]);
    // All comparisons at once: if the origin is inside, no branch could be skipped.
    let mut is_clear = true;
    for (i, side) in sides.into_iter().enumerate() {
        is_clear &= (i >= first) | (side * sign > doubt);
    }
    is_clear.then_some(sign)
}

/// The same with a doubt for each side by its own lengths, as shapes may be very much longer than
/// thick.
fn sign_in_double_double<P: Space>(
    difference: &Difference<'_>,
    points: &[P; SIMPLEX_MAX],
    first: usize,
) -> Option<f64> {
    let inexact = difference.inexact::<P>();
    let sign_of = |i: usize| {
        // In 2D the sides of the triangle, each with a third edge of length one across the plane.
        let [p, q, r] = if difference.frame.planar {
            [(i + 1) % 3, (i + 2) % 3, i]
        } else {
            at_corner(points, FACES[i])
        };
        let (p, q) = (points[p], points[q] - points[p]);
        let r = if difference.frame.planar {
            P::from(DVec3::Z)
        } else {
            points[r] - p
        };
        let volume = -p.dot(q.cross(r)).rounded();
        let [p, q, r] = [p, q, r].map(|edge| edge.rounded().length());
        let unit = P::Scalar::UNIT_ROUNDOFF;
        let off = inexact + unit * (p + q + r);
        let doubt = SLIM_ERROR * unit * p * q * r + off * (q * r + 2.0 * p * (q + r));
        (volume.abs() > doubt).then(|| f64::copysign(1.0, volume))
    };
    let sign = sign_of(0);
    let is_clear = sign.is_some() && (1..first).all(|i| sign_of(i) == sign);
    sign.filter(|_| is_clear)
}

#[cfg(test)]
pub(crate) mod tests;
