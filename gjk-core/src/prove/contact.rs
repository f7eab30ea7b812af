//! Whether a candidate certainly contains the origin: alone, or with support points around it.

use glam::DVec3;

use super::coplanar::Axes;
use crate::arithmetic::float::{ROUNDOFF, larger, root};
use crate::difference::{Difference, Pair};
use crate::propose::Candidate;
use crate::simplex::SIMPLEX_MAX;

/// A volume larger than this many roundoffs of the cube of the longest vertex has the right sign
/// (lemma 6).
const VOLUME_ERROR: f64 = 72.0;

/// An area larger than this many roundoffs of the square of the longest vertex has the right sign
/// (lemma 6).
const AREA_ERROR: f64 = 8.0;

/// Whether the difference contains the origin in spite of rounding (lemma 6): inside a candidate
/// that fills the space, or near a face or an edge that support points surround.
#[inline(always)]
pub(crate) fn contains_origin(difference: &Difference<'_>, candidate: &Candidate<DVec3>) -> bool {
    if difference.is_filled_by(candidate.count()) {
        sign_of_sides(difference, candidate.points(), candidate.count()).is_some()
    } else {
        is_surrounded(difference, candidate)
    }
}

/// Whether a face or an edge contains the origin together with support points around it.
#[cold]
fn is_surrounded(difference: &Difference<'_>, candidate: &Candidate<DVec3>) -> bool {
    let (mut points, count) = (*candidate.points(), candidate.count());
    let [a, b, c, _] = points;
    let near = candidate.pairs().first().map_or([0; 2], Pair::numbers);
    let support = |direction: DVec3| {
        let mut pair = Pair::EMPTY;
        difference.support(direction, near, &mut pair);
        difference.point(&pair)
    };
    let mut sign_with = |others: &[DVec3]| {
        points[count..count + others.len()].copy_from_slice(others);
        sign_of_sides(difference, &points, count)
    };
    let is_planar = difference.frame.planar;
    let across = match count {
        2 if is_planar => (b - a).cross(DVec3::Z),
        2 => b - a,
        3 => (b - a).cross(c - a),
        _ => DVec3::ZERO,
    };
    if !(across.length_squared() > 0.0) {
        return false;
    }
    if count == 2 && !is_planar {
        let Axes([x, y]) = Axes::across(across);
        let y = y * (x.length() / y.length());
        let ring = [x, y, -x, -y].map(support);
        let mut signs = (0..ring.len())
            .map(|i| [ring[i], ring[(i + 1) % ring.len()]])
            .filter(|[p, q]| p != q)
            .map(|sides| sign_with(&sides));
        let first = signs.next().flatten();
        return first.is_some() && signs.all(|sign| sign == first);
    }
    // On the outside first: there is nothing there if the shapes touch.
    let inwards = across * f64::copysign(1.0, across.dot(difference.middle() - a));
    let outside = sign_with(&[support(inwards)]);
    outside.is_some() && sign_with(&[support(-inwards)]) == outside.map(|sign| -sign)
}

/// The sign of the volumes that the origin makes with the sides opposite to the first vertices of a
/// simplex, in 2D of the areas. None if one is in doubt, or they differ.
#[inline(always)]
fn sign_of_sides(
    difference: &Difference<'_>,
    points: &[DVec3; SIMPLEX_MAX],
    first: usize,
) -> Option<f64> {
    let [a, b, c, d] = *points;
    let length = |longest: f64, point: DVec3| larger(longest, point.dot(point));
    let longest = length(length(a.dot(a), b), c);
    let (sides, doubt) = if difference.frame.planar {
        let area = |p: DVec3, q: DVec3| p.x * q.y - p.y * q.x;
        let size = root(longest) + difference.scaling.lost;
        let sides = [area(b, c), area(c, a), area(a, b), 0.0];
        (sides, AREA_ERROR * ROUNDOFF * size * size)
    } else {
        let (ab, ac, ad, bc, bd) = (b - a, c - a, d - a, c - b, d - b);
        let (abc, acd, adb) = (ab.cross(ac), ac.cross(ad), ad.cross(ab));
        let size = root(length(longest, d)) + difference.scaling.lost;
        let sides = [-b.dot(bd.cross(bc)), -a.dot(acd), -a.dot(adb), -a.dot(abc)];
        (sides, VOLUME_ERROR * ROUNDOFF * size * size * size)
    };
    let sign = f64::copysign(1.0, sides[0]);
    // All comparisons at once: if the origin is inside, no branch could be skipped.
    let mut is_clear = true;
    for (i, side) in sides.into_iter().enumerate() {
        is_clear &= (i >= first) | (side * sign > doubt);
    }
    is_clear.then_some(sign)
}

#[cfg(test)]
pub(crate) mod tests;
