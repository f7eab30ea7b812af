//! The point of a simplex that is nearest to the origin. Pure functions, in whatever arithmetic the
//! simplex comes in.
//!
//! The weights of the point are signed areas and volumes. Where the origin lies beyond one of the
//! sides the nearest point lies on such a side, so every side that it may lie beyond is tried and
//! the nearest of their points wins: no case analysis that rounding could lead astray. A simplex is
//! taken to contain the origin only if every sign is certain; a sign in doubt sends the search to
//! the side.
//!
//! Sources: C. Ericson, "Real-Time Collision Detection" (2005), sections 5.1.2, 5.1.5 and 5.1.6
//! (regions); M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK algorithm for faster and
//! more reliable distance queries between convex objects", ACM Transactions on Graphics 36 (2017),
//! section 4 (signed volumes). The error bounds of the signs are ours, derived at each constant.

#![expect(
    clippy::neg_cmp_op_on_partial_ord,
    reason = "a sign that is NaN is in doubt, so `!(x > y)` is meant and `x <= y` is not"
)]

use crate::closest::SIMPLEX_MAX;
use crate::space::{Scalar, Space};

/// The rounding error of `ab × ac` is at most this many unit roundoffs of `|ab| |ac|`: two for the
/// edges, and for each coordinate two products and one subtraction, times √3 for the three
/// coordinates.
const CROSS_ERROR: f64 = 8.0;

/// The rounding error of a triple product of points at most `r` from the origin is at most this
/// many unit roundoffs of `r³`: the edges are at most `2r` long, so a cross product errs by `4
/// CROSS_ERROR r²`, that times a third edge by `8 CROSS_ERROR r³`, and the dot product adds less
/// than half as much again.
const VOLUME_ERROR: f64 = 12.0 * CROSS_ERROR;

/// The same for the cross product of an edge and a point, in `r²`.
const AREA_ERROR: f64 = 3.0 * CROSS_ERROR;

/// The point of a simplex that is nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest<P: Space> {
    /// The point.
    pub(crate) v: P,
    /// The weights that make it of the vertices, in their order: none negative, sum one, zero for
    /// those that it does not need.
    pub(crate) weights: [P::Scalar; SIMPLEX_MAX],
    /// Whether the simplex has the origin in its interior, for certain.
    pub(crate) contains_origin: bool,
}

/// The nearest point of the simplex of the first `count` points (1 to 4, in the plane 1 to 3).
pub(crate) fn nearest<P: Space>(points: &[P; SIMPLEX_MAX], count: usize) -> Nearest<P> {
    match count {
        1 => on_vertex(points, 0),
        2 => on_segment(points, [0, 1]),
        3 => on_triangle(points, [0, 1, 2]),
        _ => on_tetrahedron(points),
    }
}

fn on_vertex<P: Space>(points: &[P; SIMPLEX_MAX], i: usize) -> Nearest<P> {
    let mut weights = [P::Scalar::from(0.0); SIMPLEX_MAX];
    weights[i] = P::Scalar::from(1.0);
    Nearest {
        v: points[i],
        weights,
        contains_origin: false,
    }
}

fn on_segment<P: Space>(points: &[P; SIMPLEX_MAX], [i, j]: [usize; 2]) -> Nearest<P> {
    let (zero, one) = (P::Scalar::from(0.0), P::Scalar::from(1.0));
    let (a, b) = (points[i], points[j]);
    let ab = b - a;
    let along = -a.dot(ab);
    let length_squared = ab.dot(ab);
    if !(along > zero) {
        return on_vertex(points, i);
    }
    if !(along < length_squared) {
        return on_vertex(points, j);
    }
    let mut weights = [zero; SIMPLEX_MAX];
    weights[j] = along / length_squared;
    weights[i] = one - weights[j];
    let v = a.rejection(ab).scaled(one / length_squared);
    Nearest {
        v,
        weights,
        contains_origin: false,
    }
}

fn on_triangle<P: Space>(points: &[P; SIMPLEX_MAX], [i, j, k]: [usize; 3]) -> Nearest<P> {
    let (zero, one) = (P::Scalar::from(0.0), P::Scalar::from(1.0));
    let (a, b, c) = (points[i], points[j], points[k]);
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let normal = ab.cross(ac);
    let normal_squared = P::cross_dot(normal, normal);

    // Areas of the triangles that the projected origin makes with the sides, times the whole area.
    let flat = squared(CROSS_ERROR * P::Scalar::UNIT_ROUNDOFF);
    let has_normal = normal_squared > P::Scalar::from(flat) * ab.dot(ab) * ac.dot(ac);
    let area_a = P::cross_dot(normal, bc.cross(-b));
    let area_b = P::cross_dot(normal, ac.cross(a));
    let area_c = P::cross_dot(normal, ab.cross(-a));

    // In the plane the areas decide whether the triangle contains the origin, and must be certain.
    let doubt = if P::PLANAR {
        let reach_squared = largest([a.dot(a), b.dot(b), c.dot(c)]);
        squared(AREA_ERROR * P::Scalar::UNIT_ROUNDOFF * reach_squared) * normal_squared.rounded()
    } else {
        0.0
    };
    let beyond =
        |area: P::Scalar| !has_normal || !(area > zero) || !(squared(area.rounded()) > doubt);

    let mut best: Option<Nearest<P>> = None;
    if beyond(area_a) {
        keep_nearer(&mut best, on_segment(points, [j, k]));
    }
    if beyond(area_b) {
        keep_nearer(&mut best, on_segment(points, [i, k]));
    }
    if beyond(area_c) {
        keep_nearer(&mut best, on_segment(points, [i, j]));
    }
    best.unwrap_or_else(|| {
        let share = one / (area_a + area_b + area_c);
        let mut weights = [zero; SIMPLEX_MAX];
        weights[i] = area_a * share;
        weights[j] = area_b * share;
        weights[k] = area_c * share;
        let v = P::along(normal, a.height(normal) / normal_squared);
        Nearest {
            v,
            weights,
            contains_origin: P::PLANAR,
        }
    })
}

fn on_tetrahedron<P: Space>(points: &[P; SIMPLEX_MAX]) -> Nearest<P> {
    let [a, b, c, d] = *points;
    let (ab, ac, ad, bc, bd) = (b - a, c - a, d - a, c - b, d - b);

    // Six times the volumes that the origin makes with the faces opposite to a, b, c and d. Their
    // sum is that of the whole, whose sign is the orientation.
    let volumes = [
        -b.height(bd.cross(bc)),
        -a.height(ac.cross(ad)),
        -a.height(ad.cross(ab)),
        -a.height(ab.cross(ac)),
    ];
    let whole = ad.height(ab.cross(ac));
    let reach_squared = largest([a.dot(a), b.dot(b), c.dot(c), d.dot(d)]);
    let doubt_squared =
        squared(VOLUME_ERROR * P::Scalar::UNIT_ROUNDOFF) * reach_squared * squared(reach_squared);
    let certain = |volume: P::Scalar| squared(volume.rounded()) > doubt_squared;
    let positive = whole > P::Scalar::from(0.0);
    let oriented = certain(whole);
    let beyond = |volume: P::Scalar| {
        !(oriented && certain(volume) && (volume > P::Scalar::from(0.0)) == positive)
    };

    let mut best: Option<Nearest<P>> = None;
    let faces = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];
    for (volume, face) in volumes.into_iter().zip(faces) {
        if beyond(volume) {
            keep_nearer(&mut best, on_triangle(points, face));
        }
    }
    best.unwrap_or_else(|| {
        let share = P::Scalar::from(1.0) / (volumes[0] + volumes[1] + volumes[2] + volumes[3]);
        let weights = volumes.map(|volume| volume * share);
        Nearest {
            v: a.scaled(P::Scalar::from(0.0)),
            weights,
            contains_origin: true,
        }
    })
}

/// Replaces `best` by `candidate` if that is nearer to the origin.
fn keep_nearer<P: Space>(best: &mut Option<Nearest<P>>, candidate: Nearest<P>) {
    let nearer = match best {
        Some(best) => candidate.v.dot(candidate.v) < best.v.dot(best.v),
        None => true,
    };
    if nearer {
        *best = Some(candidate);
    }
}

fn squared(x: f64) -> f64 {
    x * x
}

fn largest<S: Scalar, const N: usize>(numbers: [S; N]) -> f64 {
    numbers
        .into_iter()
        .fold(0.0, |largest, number| f64::max(largest, number.rounded()))
}

#[cfg(test)]
mod tests;
