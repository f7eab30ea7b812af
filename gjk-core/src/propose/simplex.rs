//! The point of a simplex nearest to the origin, as pure functions in the arithmetic of the
//! simplex.
//!
//! The weights of the point are signed areas and volumes. If the origin is beyond a side, the
//! nearest point is on such a side, so every possible side is tried and the nearest of their points
//! wins: there is no case analysis that rounding could lead astray. A simplex contains the origin
//! only if every sign is clear; an unclear sign sends the search to the side.
//!
//! Sources: C. Ericson, "Real-Time Collision Detection" (2005), sections 5.1.2, 5.1.5 and 5.1.6
//! (regions); M. Montanari, N. Petrinic, E. Barbieri, "Improving the GJK algorithm for faster and
//! more reliable distance queries between convex objects", ACM Transactions on Graphics 36 (2017),
//! section 4 (signed volumes).

use glam::DVec3;

use crate::arithmetic::{Arithmetic, Scalar, Space, sum_of_products};
use crate::simplex::SIMPLEX_MAX;

/// A cross product of edges shorter than this many unit roundoffs of the product of their lengths
/// has no direction.
const FLAT_TRIANGLE: f64 = 8.0;

/// A volume below this many unit roundoffs of the cube of the longest vertex has no sign: it is a
/// triple product of a point and two edges, each up to twice that long.
const CLEAR_VOLUME: f64 = 192.0;

/// A volume below that is still clear above this many unit roundoffs of the sum of the magnitudes
/// of its products: each factor has two roundings, three are multiplied and up to six products
/// added. Then a needle is as clear as a cube.
const PRODUCT_ERROR: f64 = 16.0;

/// The point of a simplex that is nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest<P: Space> {
    /// The point.
    pub(crate) v: P,
    /// Its squared length.
    pub(crate) squared: P::Scalar,
    /// The weights of the vertices: none negative, sum one, zero for vertices that are not needed.
    pub(crate) weights: [P::Scalar; SIMPLEX_MAX],
}

impl<P: Space> Nearest<P> {
    /// The point that these weights of some vertices give.
    #[inline(always)]
    fn at<const N: usize>(v: P, vertices: [usize; N], parts: [P::Scalar; N]) -> Self {
        let mut weights = [P::Scalar::from(0.0); SIMPLEX_MAX];
        for i in 0..N {
            weights[vertices[i]] = parts[i];
        }
        Self {
            v,
            squared: v.dot(v),
            weights,
        }
    }
}

/// The nearest point of the simplex of the first `count` points (1 to 4).
#[inline(always)]
pub(crate) fn nearest<P: Space>(points: &[P; SIMPLEX_MAX], count: usize) -> Nearest<P> {
    match count {
        1 => on_vertex(points, 0),
        2 => on_segment(points, [0, 1]),
        3 => on_triangle(points, [0, 1, 2]),
        _ => on_tetrahedron(points),
    }
}

/// The vertices of the faces of a tetrahedron, in the order of the vertices that they leave out.
/// All turn the same way, seen from outside: so their volumes with the origin add up to the whole.
pub(crate) const FACES: [[usize; 3]; SIMPLEX_MAX] = [[1, 3, 2], [0, 2, 3], [0, 3, 1], [0, 1, 2]];

fn on_vertex<P: Space>(points: &[P; SIMPLEX_MAX], i: usize) -> Nearest<P> {
    Nearest::at(points[i], [i], [P::Scalar::from(1.0)])
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
    let share = one / length_squared;
    let of_b = along * share;
    // The double cross product keeps its direction if the line passes close to the origin.
    let v = ab.cross(anchor([a, b]).cross(ab)).scaled(share);
    Nearest::at(v, [i, j], [one - of_b, of_b])
}

#[inline(always)]
fn on_triangle<P: Space>(points: &[P; SIMPLEX_MAX], [i, j, k]: [usize; 3]) -> Nearest<P> {
    let [i, j, k] = at_corner(points, [i, j, k]);
    let (zero, one) = (P::Scalar::from(0.0), P::Scalar::from(1.0));
    let (a, b, c) = (points[i], points[j], points[k]);
    let (ab, ac, bc) = (b - a, c - a, c - b);
    let normal = ab.cross(ac);
    let normal_squared = normal.dot(normal);
    // Areas of the triangles of the projected origin with the sides, times the whole area.
    let areas = [bc.cross(-b), ac.cross(a), ab.cross(-a)].map(|side| normal.dot(side));
    let [area_a, area_b, area_c] = areas;
    let flat = FLAT_TRIANGLE * P::Scalar::UNIT_ROUNDOFF;
    let has_normal = normal_squared > P::Scalar::from(flat * flat) * ab.dot(ab) * ac.dot(ac);
    let mut best: Option<Nearest<P>> = None;
    for (area, side) in [(area_a, [j, k]), (area_b, [i, k]), (area_c, [i, j])] {
        if !(area > zero && has_normal) {
            keep_nearer(&mut best, on_segment(points, side));
        }
    }
    best.unwrap_or_else(|| {
        let share = one / (area_a + area_b + area_c);
        // All vertices have the same projection in exact arithmetic; the nearest one loses the
        // fewest digits to the tilt of the normal.
        let near = anchor([a, b, c]);
        let v = normal.scaled(near.dot(normal) / normal_squared);
        Nearest::at(v, [i, j, k], areas.map(|area| area * share))
    })
}

/// A triangle from the vertex between its shorter edges. The long edges of a needle are nearly
/// parallel, and most digits of their cross product would cancel. In `f64`, which decides no hard
/// case, as it is.
#[inline(always)]
pub(crate) fn at_corner<P: Space>(points: &[P; SIMPLEX_MAX], [i, j, k]: [usize; 3]) -> [usize; 3] {
    if P::ARITHMETIC != Arithmetic::DoubleDouble {
        return [i, j, k];
    }
    let squared = |[i, j]: [usize; 2]| (points[j] - points[i]).rounded().length_squared();
    let opposite = DVec3::from([[j, k], [k, i], [i, j]].map(squared));
    let first = opposite.max_position();
    [first, first + 1, first + 2].map(|turned| [i, j, k][turned % 3])
}

/// The nearest point of the face opposite to vertex `i`.
#[inline(never)]
fn on_face<P: Space>(points: &[P; SIMPLEX_MAX], i: usize) -> Nearest<P> {
    on_triangle(points, FACES[i])
}

fn on_tetrahedron<P: Space>(points: &[P; SIMPLEX_MAX]) -> Nearest<P> {
    let origin = P::from(DVec3::ZERO);
    // Six times the volume of a triangle with a point.
    let volume = |[i, j, k]: [usize; 3], to: P| {
        let corner = points[i];
        (to - corner).dot((points[j] - corner).cross(points[k] - corner))
    };
    let mut faces = FACES;
    let mut volumes = [P::Scalar::from(0.0); SIMPLEX_MAX];
    for (face, with_origin) in faces.iter_mut().zip(&mut volumes) {
        *face = at_corner(points, *face);
        *with_origin = volume(*face, origin);
    }
    let whole = volume(faces[0], points[0]);
    let lengths = points.iter().map(|point| point.rounded().length());
    let size = lengths.fold(0.0, f64::max);
    let doubt = CLEAR_VOLUME * P::Scalar::UNIT_ROUNDOFF * size * size * size;
    let is_clear = |volume: P::Scalar, corners: [usize; 3], to: P| {
        let volume = f64::abs(volume.rounded());
        volume > doubt
            || volume > PRODUCT_ERROR * P::Scalar::UNIT_ROUNDOFF * products(points, corners, to)
    };
    let is_solid = is_clear(whole, faces[0], points[0]);
    let positive = whole > P::Scalar::from(0.0);
    let mut best: Option<Nearest<P>> = None;
    for (i, volume) in volumes.into_iter().enumerate() {
        let inside = (volume > P::Scalar::from(0.0)) == positive;
        if !(inside && is_solid && is_clear(volume, faces[i], origin)) {
            keep_nearer(&mut best, on_face(points, i));
        }
    }
    best.unwrap_or_else(|| {
        let share = P::Scalar::from(1.0) / (volumes[0] + volumes[1] + volumes[2] + volumes[3]);
        Nearest::at(origin, [0, 1, 2, 3], volumes.map(|volume| volume * share))
    })
}

/// The sum of the magnitudes of the products in the volume of a triangle with a point.
#[cold]
fn products<P: Space>(points: &[P; SIMPLEX_MAX], [i, j, k]: [usize; 3], to: P) -> f64 {
    sum_of_products([to, points[j], points[k]].map(|to| (to - points[i]).rounded()))
}

/// Replaces `best` by `candidate` if that is nearer to the origin.
fn keep_nearer<P: Space>(best: &mut Option<Nearest<P>>, candidate: Nearest<P>) {
    if best.is_none_or(|best| candidate.squared < best.squared) {
        *best = Some(candidate);
    }
}

/// The point that represents a line or plane: in double-double the one nearest to the origin; in
/// `f64`, which decides no hard case, the first.
#[inline(always)]
fn anchor<P: Space, const N: usize>(points: [P; N]) -> P {
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

#[cfg(test)]
mod tests;
