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
use crate::difference::LONGEST;
use crate::space::{Arithmetic, Scalar, Space};

/// The rounding error of `ab × ac` is at most this many unit roundoffs of `|ab| |ac|`: two for the
/// edges, and for each coordinate two products and one subtraction, times √3 for the three
/// coordinates.
const CROSS_ERROR: f64 = 8.0;

/// The sign of a cross product of edges, or of a triple product with an edge or a vertex, is certain
/// where its magnitude exceeds this many unit roundoffs of the sum of the magnitudes of all its
/// products. In such a product each factor has two roundings (the vertex and the edge), three
/// factors are multiplied and up to six products added: 13 in the first order.
///
/// The magnitudes are taken coordinate by coordinate and not from lengths, so that a needle whose
/// sides differ by 2^60 is as certain as a cube. They are added up only where a bound of them all
/// from the largest length does not settle the matter.
pub(crate) const SIGN_ERROR: f64 = 16.0;

/// The sum of the magnitudes of the products in the triple product of a vertex and two edges is at
/// most this many cubes of the length of the longest vertex, twice which no edge exceeds: for
/// vectors `e` and `f` the coordinates `|e_y f_z| + |e_z f_y|` make a vector no longer than
/// `√2 |e| |f|`, by Cauchy's inequality. Two edges and one more, for the whole volume, make it twice
/// that.
pub(crate) const LARGEST_TRIPLE: f64 = 12.0;

/// More than a product of three coordinates can lose to underflow: 2^-902.
const UNDERFLOW: f64 = f64::MIN_POSITIVE * LONGEST;

/// The sum of the magnitudes of the products in the cross product of two edges, or of an edge and a
/// vertex, is at most this many squares of the length of the longest vertex, twice which no edge
/// exceeds: `|e_x f_y| + |e_y f_x|` is at most `|e| |f|`, by Cauchy's inequality.
pub(crate) const LARGEST_CROSS: f64 = 4.0;

/// The point of a simplex that is nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest<P: Space> {
    /// The point.
    pub(crate) v: P,
    /// Its squared length.
    pub(crate) squared: P::Scalar,
    /// The weights that make it of the vertices, in their order: none negative, sum one, zero for
    /// those that it does not need.
    pub(crate) weights: [P::Scalar; SIMPLEX_MAX],
}

impl<P: Space> Nearest<P> {
    /// Whether the simplex has the origin in its interior, for certain: then it needs as many vertices as
    /// the space allows. A point of a side needs fewer.
    #[inline(always)]
    pub(crate) fn is_inside(&self) -> bool {
        let most = if P::PLANAR { 3 } else { SIMPLEX_MAX };
        let zero = P::Scalar::from(0.0);
        self.weights.iter().take(most).all(|weight| *weight > zero)
    }
}

/// The nearest point of the simplex of the first `count` points (1 to 4, in the plane 1 to 3), none
/// of which is longer than `reach`.
#[inline(always)]
pub(crate) fn nearest<P: Space>(points: &[P; SIMPLEX_MAX], count: usize, reach: f64) -> Nearest<P> {
    match count {
        1 => on_vertex(points, 0),
        2 => on_segment(points, [0, 1]),
        3 => on_triangle(points, [0, 1, 2], reach),
        _ => on_tetrahedron(points, reach),
    }
}

/// The nearest point of the sides of a simplex with as many vertices as the space allows.
pub(crate) fn nearest_on_sides<P: Space>(points: &[P; SIMPLEX_MAX]) -> Nearest<P> {
    let mut best = None;
    if P::PLANAR {
        for side in [[0, 1], [0, 2], [1, 2]] {
            keep_nearer(&mut best, on_segment(points, side));
        }
    } else {
        for side in FACES {
            keep_nearer(&mut best, on_triangle(points, side, f64::INFINITY));
        }
    }
    best.unwrap_or_else(|| on_vertex(points, 0))
}

/// The vertices of the faces of a tetrahedron, in the order of the vertices that they leave out.
const FACES: [[usize; 3]; SIMPLEX_MAX] = [[1, 2, 3], [0, 2, 3], [0, 1, 3], [0, 1, 2]];

#[inline(always)]
fn on_vertex<P: Space>(points: &[P; SIMPLEX_MAX], i: usize) -> Nearest<P> {
    let mut weights = [P::Scalar::from(0.0); SIMPLEX_MAX];
    weights[i] = P::Scalar::from(1.0);
    Nearest {
        v: points[i],
        squared: points[i].dot(points[i]),
        weights,
    }
}

#[inline(always)]
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
    let v = nearest_of([a, b])
        .rejection(ab)
        .scaled(one / length_squared);
    Nearest {
        v,
        squared: v.dot(v),
        weights,
    }
}

#[inline(always)]
fn on_triangle<P: Space>(
    points: &[P; SIMPLEX_MAX],
    [i, j, k]: [usize; 3],
    reach: f64,
) -> Nearest<P> {
    let (zero, one) = (P::Scalar::from(0.0), P::Scalar::from(1.0));
    let (a, b, c) = (points[i], points[j], points[k]);
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let normal = ab.cross(ac);
    let normal_squared = P::cross_dot(normal, normal);

    // Areas of the triangles that the projected origin makes with the sides, times the whole area.
    let (turn_a, turn_b, turn_c) = (bc.cross(-b), ac.cross(a), ab.cross(-a));
    let area_a = P::cross_dot(normal, turn_a);
    let area_b = P::cross_dot(normal, turn_b);
    let area_c = P::cross_dot(normal, turn_c);

    // In the plane the areas decide whether the triangle contains the origin, and the signs of both
    // their factors must be certain. They mostly are by the longest vertex alone.
    let large = SIGN_ERROR * P::Scalar::UNIT_ROUNDOFF * LARGEST_CROSS * reach * reach;
    let has_normal = if P::PLANAR {
        normal_squared.rounded() > large * large
    } else {
        has_normal(ab, ac, normal_squared)
    };
    let beyond = |area: P::Scalar, turn: P::Cross, from: P, to: P| {
        let inside = area > zero
            && if P::PLANAR {
                let turn_squared = P::cross_dot(turn, turn).rounded();
                (has_normal && turn_squared > large * large)
                    || is_certain_turn([a, b, c], turn, from, to)
            } else {
                has_normal
            };
        !inside
    };

    let mut best: Option<Nearest<P>> = None;
    if beyond(area_a, turn_a, b, c) {
        keep_nearer(&mut best, on_segment(points, [j, k]));
    }
    if beyond(area_b, turn_b, a, c) {
        keep_nearer(&mut best, on_segment(points, [i, k]));
    }
    if beyond(area_c, turn_c, a, b) {
        keep_nearer(&mut best, on_segment(points, [i, j]));
    }
    best.unwrap_or_else(|| {
        let share = one / (area_a + area_b + area_c);
        let mut weights = [zero; SIMPLEX_MAX];
        weights[i] = area_a * share;
        weights[j] = area_b * share;
        weights[k] = area_c * share;
        // Each vertex has the same height in exact arithmetic; the nearest one loses the fewest
        // digits to the tilt of the normal.
        let near = nearest_of([a, b, c]);
        let v = P::along(normal, near.height(normal) / normal_squared);
        Nearest {
            v,
            squared: v.dot(v),
            weights,
        }
    })
}

/// Whether the cross product of two edges is more than rounding.
fn has_normal<P: Space>(ab: P, ac: P, normal_squared: P::Scalar) -> bool {
    let flat = squared(CROSS_ERROR * P::Scalar::UNIT_ROUNDOFF);
    normal_squared > P::Scalar::from(flat) * ab.dot(ab) * ac.dot(ac)
}

/// Whether the signs of the area of a triangle of the plane and of the one that the origin makes with
/// its side between two vertices, half of `turn`, are certain.
#[cold]
fn is_certain_turn<P: Space>([a, b, c]: [P; 3], turn: P::Cross, from: P, to: P) -> bool {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let certain = |cross: P::Cross, size: f64| {
        let doubt = squared(SIGN_ERROR * P::Scalar::UNIT_ROUNDOFF * size);
        P::cross_dot(cross, cross).rounded() > doubt
    };
    let (a, b, c, from, to) = (a.sizes(), b.sizes(), c.sizes(), from.sizes(), to.sizes());
    has_normal(ab, ac, P::cross_dot(normal, normal))
        && certain(normal, P::cross_size(a + b, a + c))
        && certain(turn, P::cross_size(from + to, from))
}

/// The nearest point of the face opposite to vertex `i`.
#[inline(never)]
fn on_face<P: Space>(points: &[P; SIMPLEX_MAX], i: usize) -> Nearest<P> {
    on_triangle(points, FACES[i], f64::INFINITY)
}

fn on_tetrahedron<P: Space>(points: &[P; SIMPLEX_MAX], reach: f64) -> Nearest<P> {
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
    let large = SIGN_ERROR * P::Scalar::UNIT_ROUNDOFF * LARGEST_TRIPLE * reach * reach * reach;
    let is_certain = |sum: P::Scalar, size: &dyn Fn() -> f64| {
        f64::abs(sum.rounded()) > large || is_certain(sum, size())
    };
    let oriented = is_certain(whole, &|| whole_size(points));
    let positive = whole > P::Scalar::from(0.0);

    let mut best: Option<Nearest<P>> = None;
    for (i, volume) in volumes.into_iter().enumerate() {
        let inside = (volume > P::Scalar::from(0.0)) == positive;
        if !(oriented && inside && is_certain(volume, &|| volume_size(points, i))) {
            keep_nearer(&mut best, on_face(points, i));
        }
    }
    best.unwrap_or_else(|| {
        let share = P::Scalar::from(1.0) / (volumes[0] + volumes[1] + volumes[2] + volumes[3]);
        let weights = volumes.map(|volume| volume * share);
        Nearest {
            v: a.scaled(P::Scalar::from(0.0)),
            squared: P::Scalar::from(0.0),
            weights,
        }
    })
}

/// The sum of the magnitudes of the products in the volume of a tetrahedron.
#[cold]
fn whole_size<P: Space>(points: &[P; SIMPLEX_MAX]) -> f64 {
    let [a, b, c, d] = points.map(P::sizes);
    P::height_size(a + d, a + b, a + c)
}

/// The same for the volume that the origin makes with the face opposite to vertex `i`.
#[cold]
fn volume_size<P: Space>(points: &[P; SIMPLEX_MAX], i: usize) -> f64 {
    let [a, b, c, d] = points.map(P::sizes);
    let [from, to, other] = [[b, d, c], [a, c, d], [a, d, b], [a, b, c]][i];
    P::height_size(from, from + to, from + other)
}

/// Replaces `best` by `candidate` if that is nearer to the origin.
#[inline]
fn keep_nearer<P: Space>(best: &mut Option<Nearest<P>>, candidate: Nearest<P>) {
    if !best.is_some_and(|best| !(candidate.squared < best.squared)) {
        *best = Some(candidate);
    }
}

/// The point that is nearest to the origin, in double-double; in `f64`, which has the last word on
/// no point that needs it, the first.
fn nearest_of<P: Space, const N: usize>(points: [P; N]) -> P {
    let mut best = points[0];
    if P::ARITHMETIC == Arithmetic::DoubleDouble {
        for point in points {
            if point.dot(point) < best.dot(best) {
                best = point;
            }
        }
    }
    best
}

fn squared(x: f64) -> f64 {
    x * x
}

/// Whether the sign of a sum of products is certain, with `size` the sum of their magnitudes.
fn is_certain<S: Scalar>(sum: S, size: f64) -> bool {
    f64::abs(sum.rounded()) > SIGN_ERROR * S::UNIT_ROUNDOFF * size + UNDERFLOW
}

#[cfg(test)]
mod tests;
