//! Half-spaces of a solid Minkowski difference, by inserting its points one by one.
//!
//! What: a surface of triangles, starting with a tetrahedron. A point outside removes the triangles
//! that it sees from above, and is joined to the rim of the hole.
//! Why it is right: signs are exact, and a triangle seen edge-on is not removed, so the hole is
//! connected and no triangle at the rim is flat. The result does not depend on that: it is checked
//! before it is returned. If every edge belongs to two triangles, the surface is closed. If the
//! difference is below each triangle, they are pieces of its facets, and together all of them.
//! Source: de Berg et al., "Computational Geometry" (3rd edition, 2008), section 11.2, without the
//! conflict graph.
//! Cost: for N differences and F triangles about N * F dot products.

use crate::candidate_normals;
use crate::half_space::HalfSpace;
use crate::int::Int;
use crate::pair::Pair;
use crate::vector::{self, Vector};

/// The half-spaces of the difference, which spans three dimensions; see [`crate::hull`].
///
/// # Panics
/// If the surface is not that of the difference, which would be a bug of this crate.
pub(crate) fn half_spaces(pair: &Pair) -> Vec<HalfSpace> {
    let points = differences(pair);
    let mut surface = tetrahedron(&points);
    for index in 0..points.len() {
        insert(&mut surface, &points, index);
    }
    assert!(
        is_closed(&surface),
        "every edge of the surface belongs to two triangles"
    );
    let mut found = Vec::new();
    for triangle in surface {
        let facet = HalfSpace::touching(pair, triangle.normal);
        assert!(
            facet.offset == triangle.offset,
            "the difference lies below every triangle"
        );
        if !candidate_normals::has_facet(&found, &facet) {
            found.push(facet);
        }
    }
    found
}

/// A triangle of the surface: all `x` of its plane have `normal.x = offset`.
struct Triangle {
    /// Three indices of points, counterclockwise seen from outside.
    corners: [usize; 3],
    normal: Vector,
    offset: Int,
}

/// The difference of each vertex of A and each of B.
fn differences(pair: &Pair) -> Vec<Vector> {
    let mut points = Vec::with_capacity(pair.a().len() * pair.b().len());
    for a in 0..pair.a().len() {
        for b in 0..pair.b().len() {
            points.push(pair.difference(a, b));
        }
    }
    points
}

/// Four triangles around four points that do not lie in a plane.
fn tetrahedron(points: &[Vector]) -> Vec<Triangle> {
    let mut corners = vec![0];
    let mut spans: Vec<Vector> = Vec::new();
    for (index, point) in points.iter().enumerate() {
        spans.push(vector::sub(point, &points[0]));
        if vector::rank(&spans) == spans.len() {
            corners.push(index);
        } else {
            spans.pop();
        }
    }
    assert!(corners.len() == 4, "the difference spans three dimensions");
    let mut surface = Vec::with_capacity(4);
    for apex in 0..4 {
        let p = corners[(apex + 1) % 4];
        let q = corners[(apex + 2) % 4];
        let r = corners[(apex + 3) % 4];
        let outward = triangle(points, p, q, r);
        if is_above(&outward, &points[corners[apex]]) {
            surface.push(triangle(points, p, r, q));
        } else {
            surface.push(outward);
        }
    }
    surface
}

/// The triangle of three points, with its normal towards the side from which they turn
/// counterclockwise.
fn triangle(points: &[Vector], p: usize, q: usize, r: usize) -> Triangle {
    let edge_q = vector::sub(&points[q], &points[p]);
    let edge_r = vector::sub(&points[r], &points[p]);
    let normal = vector::cross(&edge_q, &edge_r);
    let offset = vector::dot(&normal, &points[p]);
    Triangle {
        corners: [p, q, r],
        normal,
        offset,
    }
}

/// Whether the point lies strictly outside the plane of the triangle.
fn is_above(triangle: &Triangle, point: &Vector) -> bool {
    vector::dot(&triangle.normal, point) > triangle.offset
}

/// Extends the surface to the point, if it lies outside.
fn insert(surface: &mut Vec<Triangle>, points: &[Vector], index: usize) {
    let mut hidden = Vec::with_capacity(surface.len());
    let mut seen = Vec::new();
    for triangle in surface.drain(..) {
        if is_above(&triangle, &points[index]) {
            seen.push(triangle);
        } else {
            hidden.push(triangle);
        }
    }
    let edges = edges(&seen);
    for (from, to) in &edges {
        if !edges.contains(&(*to, *from)) {
            hidden.push(triangle(points, *from, *to, index));
        }
    }
    *surface = hidden;
}

/// The three edges of each triangle, in its orientation.
fn edges(triangles: &[Triangle]) -> Vec<(usize, usize)> {
    let mut edges = Vec::with_capacity(3 * triangles.len());
    for triangle in triangles {
        let [p, q, r] = triangle.corners;
        edges.push((p, q));
        edges.push((q, r));
        edges.push((r, p));
    }
    edges
}

/// Whether each edge of the surface occurs exactly once in each direction.
fn is_closed(surface: &[Triangle]) -> bool {
    let mut there = edges(surface);
    let mut back = Vec::with_capacity(there.len());
    for (from, to) in &there {
        back.push((*to, *from));
    }
    there.sort();
    back.sort();
    for index in 1..there.len() {
        if there[index] == there[index - 1] {
            return false;
        }
    }
    there == back
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i64, y: i64, z: i64) -> Vector {
        [Int::from_i64(x), Int::from_i64(y), Int::from_i64(z)]
    }

    /// Claim: the first four triangles face outward and close, whatever duplicate, collinear and
    /// coplanar points precede the fourth corner.
    #[test]
    fn begins_with_a_closed_tetrahedron() {
        let points = [
            point(1, 1, 1),
            point(1, 1, 1),
            point(2, 1, 1),
            point(3, 1, 1),
            point(2, 2, 1),
        ];
        for last in [point(1, 1, 0), point(5, 5, 9)] {
            let mut points = points.to_vec();
            points.push(last);
            let surface = tetrahedron(&points);
            assert!(is_closed(&surface));
            for triangle in &surface {
                for corner in [0, 2, 4, 5] {
                    assert!(!is_above(triangle, &points[corner]));
                }
            }
        }
    }

    /// Claim: a surface with a hole, a fold or a triangle twice is not closed.
    #[test]
    fn notices_an_open_surface() {
        let points = [
            point(0, 0, 0),
            point(1, 0, 0),
            point(0, 1, 0),
            point(0, 0, 1),
        ];
        let mut surface = tetrahedron(&points);
        surface[0].corners.swap(0, 1);
        assert!(!is_closed(&surface));
        surface[0].corners.swap(0, 1);
        assert!(is_closed(&surface));
        let removed = surface.pop().expect("there are four triangles");
        assert!(!is_closed(&surface));
        let [p, q, r] = removed.corners;
        surface.push(removed);
        surface.push(triangle(&points, p, q, r));
        assert!(!is_closed(&surface));
    }
}
