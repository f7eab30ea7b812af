//! Half-spaces of the Minkowski difference, by trying every normal that a facet can have.
//!
//! What: a facet of A - B is a face of A minus a face of B. So its plane contains two edges, both
//! of A, both of B, or one of each, and their cross product is its normal. All such products are
//! tried, in both directions. Those whose supporting plane touches the difference in a facet are
//! kept.
//! Why it is right: a supporting half-space cuts nothing off, so no candidate can be wrong. No
//! facet is missed, as all pairs of vertices are taken for edges.
//! Flat differences: in a plane with normal `n` the sides have normals `n x e`, and `n` and `-n`
//! bound the plane. On a line `e` and `-e` bound the ends, and `e x axis` the line. The axes bound
//! a point.
//! Cost: for n vertices each about n^4 / 2 candidates with 2n dot products each: for small shapes
//! only.

use crate::half_space::HalfSpace;
use crate::int::Int;
use crate::pair::Pair;
use crate::vector::{self, Vector};

/// The half-spaces of the difference, which spans `rank` dimensions; see [`crate::hull`].
pub(crate) fn half_spaces(pair: &Pair, rank: usize) -> Vec<HalfSpace> {
    let edges_a = edges(pair.a());
    let edges_b = edges(pair.b());
    let edges = [edges_a.as_slice(), edges_b.as_slice()].concat();
    let mut found = Vec::new();
    if rank == 3 {
        for normal in triangle_normals(pair.a()) {
            add_facets(&mut found, pair, normal, 2);
        }
        for normal in triangle_normals(pair.b()) {
            add_facets(&mut found, pair, normal, 2);
        }
        for edge_a in &edges_a {
            for edge_b in &edges_b {
                add_facets(&mut found, pair, vector::cross(edge_a, edge_b), 2);
            }
        }
    } else if rank == 2 {
        let normal = plane_normal(&edges);
        for edge in &edges {
            add_facets(&mut found, pair, vector::cross(&normal, edge), 1);
        }
        add_opposites(&mut found, pair, normal);
    } else if rank == 1 {
        add_opposites(&mut found, pair, edges[0].clone());
        for axis in axes() {
            add_opposites(&mut found, pair, vector::cross(&edges[0], &axis));
        }
    } else {
        for axis in axes() {
            add_opposites(&mut found, pair, axis);
        }
    }
    found
}

/// Adds the half-spaces of the normal and its opposite, unless it is zero, if they touch the
/// difference in a new face of `rank` dimensions.
fn add_facets(found: &mut Vec<HalfSpace>, pair: &Pair, normal: Vector, rank: usize) {
    if vector::is_zero(&normal) {
        return;
    }
    for normal in [vector::negate(&normal), normal] {
        let facet = HalfSpace::touching(pair, normal);
        if facet.rank == rank && !has_facet(found, &facet) {
            found.push(facet);
        }
    }
}

/// Whether a facet with the same vertices, and so the same plane and side, was found before.
pub(crate) fn has_facet(found: &[HalfSpace], facet: &HalfSpace) -> bool {
    for known in found {
        if known.a == facet.a && known.b == facet.b {
            return true;
        }
    }
    false
}

/// Adds the half-spaces of the normal and its opposite, unless it is zero.
fn add_opposites(found: &mut Vec<HalfSpace>, pair: &Pair, normal: Vector) {
    if !vector::is_zero(&normal) {
        found.push(HalfSpace::touching(pair, vector::negate(&normal)));
        found.push(HalfSpace::touching(pair, normal));
    }
}

/// The differences of all pairs of points, without zeros and without parallels to an earlier one.
fn edges(points: &[Vector]) -> Vec<Vector> {
    let mut edges: Vec<Vector> = Vec::new();
    for (index, p) in points.iter().enumerate() {
        for q in &points[..index] {
            let edge = vector::sub(p, q);
            let mut is_new = !vector::is_zero(&edge);
            for known in &edges {
                is_new = is_new && !vector::is_zero(&vector::cross(known, &edge));
            }
            if is_new {
                edges.push(edge);
            }
        }
    }
    edges
}

/// The normals of all triples of points; zero for collinear ones.
fn triangle_normals(points: &[Vector]) -> Vec<Vector> {
    let mut normals = Vec::new();
    for (index_p, p) in points.iter().enumerate() {
        for (index_q, q) in points[..index_p].iter().enumerate() {
            let edge = vector::sub(q, p);
            for r in &points[..index_q] {
                normals.push(vector::cross(&edge, &vector::sub(r, p)));
            }
        }
    }
    normals
}

/// The normal of the plane that the edges span.
fn plane_normal(edges: &[Vector]) -> Vector {
    for edge in edges {
        let normal = vector::cross(&edges[0], edge);
        if !vector::is_zero(&normal) {
            return normal;
        }
    }
    unreachable!("edges that span a plane are not all parallel")
}

/// The three axes.
fn axes() -> [Vector; 3] {
    [
        [Int::ONE, Int::ZERO, Int::ZERO],
        [Int::ZERO, Int::ONE, Int::ZERO],
        [Int::ZERO, Int::ZERO, Int::ONE],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::Polytope;

    /// Claim: parallel edges are listed once, and zero edges never. A square with a doubled corner
    /// has four directions: two of sides and two of diagonals.
    #[test]
    fn lists_each_direction_once() {
        let mut points = Vec::new();
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1), (1, 1)] {
            points.push([Int::from_i64(x), Int::from_i64(y), Int::ONE]);
        }
        assert_eq!(edges(&points).len(), 4);
        assert_eq!(edges(&points[3..]).len(), 0);
    }

    /// Claim: a solid has one half-space for each facet, though many candidates share it: two equal
    /// tetrahedra have a difference with 4 + 4 triangles and 6 parallelograms.
    #[test]
    fn keeps_each_facet_once() {
        let points = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let shape = Polytope {
            points: &points,
            origin: [0.0; 3],
        };
        let pair = Pair::new(&shape, &shape).expect("the points are finite");
        let found = half_spaces(&pair, 3);
        assert_eq!(found.len(), 14);
        let mut parallelograms = 0;
        for half_space in &found {
            assert_eq!(half_space.rank, 2);
            parallelograms += usize::from(half_space.a.len() * half_space.b.len() == 4);
        }
        assert_eq!(parallelograms, 6);
    }
}
