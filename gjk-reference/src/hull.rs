//! The whole Minkowski difference of two polytopes, as half-spaces.
//!
//! What: `{x : n.x <= offset}` for each facet of the difference, with the differences of vertices
//! on it. From these follow whether the shapes intersect, how deep, and how far apart they are.
//! Why it is right: a polytope is the intersection of the half-spaces of its facets. So a point is
//! inside if it is below each facet, and the shortest way out is the least over the facets. A flat
//! difference is an intersection too, with pairs of opposite half-spaces for the directions that it
//! does not span: "inside" and "depth" need no special case.
//! Source: half-spaces of Minkowski sums, Fukuda, "From the zonotope construction to the Minkowski
//! addition of convex polytopes", Journal of Symbolic Computation 38 (2004).
//! Cost: that of `candidate_normals` for small shapes and flat differences, of `incremental_hull`
//! for the rest. With coordinates of k bits, normals have 2k and offsets 3k.

use crate::candidate_normals;
use crate::distance::Distance;
use crate::half_space::HalfSpace;
use crate::incremental_hull;
use crate::int::Int;
use crate::pair::Pair;
use crate::vector::{self, Vector};

/// The Minkowski difference A - B of two polytopes as an intersection of half-spaces.
#[derive(Clone, Debug)]
pub struct Hull {
    pair: Pair,
    rank: usize,
    half_spaces: Vec<HalfSpace>,
}

impl Hull {
    /// For up to this many vertices in each shape `Hull::of` tries all candidate normals. For
    /// larger solids insertion was measured to be faster (at 8 vertices each 0.9 ms, 6 ms by
    /// candidates).
    pub const CANDIDATE_VERTICES_MAX: usize = 4;

    /// The hull of the difference in 3D.
    ///
    /// ```
    /// use gjk_reference::{Hull, Pair, Polytope};
    ///
    /// let corner = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let a = Polytope { points: &corner, origin: [0.0; 3] };
    /// let b = Polytope { points: &corner, origin: [1.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(Hull::of(&pair).half_spaces().len(), 14);
    /// ```
    pub fn of(pair: &Pair) -> Hull {
        let count = pair.a().len().max(pair.b().len());
        if count <= Hull::CANDIDATE_VERTICES_MAX || difference_rank(pair) < 3 {
            Hull::by_candidate_normals(pair)
        } else {
            Hull::by_insertion(pair)
        }
    }

    /// The hull of the difference in 2D. Every z is taken as zero and no half-space has a normal
    /// along z, so that depth is measured in the plane.
    ///
    /// ```
    /// use gjk_reference::{Hull, Pair, Polytope};
    ///
    /// let square = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]];
    /// let a = Polytope { points: &square, origin: [0.0; 3] };
    /// let b = Polytope { points: &square, origin: [1.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(Hull::of_planar(&pair).depth().approx(), 1.0);
    /// assert!(Hull::of(&pair).depth().is_zero());
    /// ```
    pub fn of_planar(pair: &Pair) -> Hull {
        let mut hull = Hull::by_candidate_normals(&pair.flattened());
        hull.half_spaces
            .retain(|half_space| half_space.normal[2].is_zero());
        hull
    }

    /// [`Hull::of`] by candidate normals, for any size.
    ///
    /// ```
    /// use gjk_reference::{Hull, Pair, Polytope};
    ///
    /// let corner = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let a = Polytope { points: &corner, origin: [0.0; 3] };
    /// let b = Polytope { points: &corner, origin: [1.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(Hull::by_candidate_normals(&pair).depth(), Hull::of(&pair).depth());
    /// ```
    pub fn by_candidate_normals(pair: &Pair) -> Hull {
        let rank = difference_rank(pair);
        let half_spaces = candidate_normals::half_spaces(pair, rank);
        Hull {
            pair: pair.clone(),
            rank,
            half_spaces,
        }
    }

    /// [`Hull::of`] by insertion, for any size. A flat difference has no initial tetrahedron and
    /// uses candidate normals.
    ///
    /// ```
    /// use gjk_reference::{Hull, Pair, Polytope};
    ///
    /// let corner = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let a = Polytope { points: &corner, origin: [0.0; 3] };
    /// let b = Polytope { points: &corner, origin: [1.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(Hull::by_insertion(&pair).depth(), Hull::of(&pair).depth());
    /// ```
    pub fn by_insertion(pair: &Pair) -> Hull {
        let rank = difference_rank(pair);
        if rank < 3 {
            return Hull::by_candidate_normals(pair);
        }
        let half_spaces = incremental_hull::half_spaces(pair);
        Hull {
            pair: pair.clone(),
            rank,
            half_spaces,
        }
    }

    /// The number of dimensions that the difference spans: 0 for a point, 3 for a solid.
    ///
    /// ```
    /// use gjk_reference::{Hull, Pair, Polytope};
    ///
    /// let square = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]];
    /// let a = Polytope { points: &square, origin: [0.0; 3] };
    /// let b = Polytope { points: &square, origin: [5.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(Hull::of(&pair).rank(), 2);
    /// ```
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The half-spaces whose intersection is the difference: one for each facet, and those that
    /// bound a flat difference to its plane, line or point.
    ///
    /// ```
    /// use gjk_reference::{Hull, Pair, Polytope};
    ///
    /// let square = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]];
    /// let a = Polytope { points: &square, origin: [0.0; 3] };
    /// let b = Polytope { points: &square, origin: [5.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// // Four sides, and two that hold the difference in its plane.
    /// assert_eq!(Hull::of(&pair).half_spaces().len(), 6);
    /// ```
    pub fn half_spaces(&self) -> &[HalfSpace] {
        &self.half_spaces
    }

    /// Whether the shapes have a common point.
    ///
    /// ```
    /// use gjk_reference::{Hull, Pair, Polytope};
    ///
    /// let square = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]];
    /// let a = Polytope { points: &square, origin: [0.0; 3] };
    /// let b = Polytope { points: &square, origin: [2.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert!(Hull::of(&pair).contains_origin());
    /// ```
    pub fn contains_origin(&self) -> bool {
        for half_space in &self.half_spaces {
            if half_space.offset.is_negative() {
                return false;
            }
        }
        true
    }

    /// The length of the shortest translation that leaves the shapes only touching; zero if they
    /// touch or are apart, or if the difference is flat.
    ///
    /// ```
    /// use gjk_reference::{Hull, Pair, Polytope};
    ///
    /// let corner = [[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let a = Polytope { points: &corner, origin: [0.0; 3] };
    /// let b = Polytope { points: &corner, origin: [3.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert!((Hull::of(&pair).depth().approx() - 1.0 / 3f64.sqrt()).abs() < 1e-15);
    /// ```
    pub fn depth(&self) -> Distance {
        let mut least: Option<Distance> = None;
        for half_space in &self.half_spaces {
            if half_space.offset.is_negative() {
                return self.zero();
            }
            let depth = self.to_plane(half_space);
            if least.as_ref().is_none_or(|least| depth < *least) {
                least = Some(depth);
            }
        }
        least.unwrap_or_else(|| self.zero())
    }

    /// The distance of the shapes, which is that of zero from the difference; zero if they
    /// intersect.
    ///
    /// The nearest point is zero, the projection of zero onto a facet or onto an edge, or a vertex.
    /// Every candidate belongs to the difference, so none is too near.
    ///
    /// ```
    /// use gjk_reference::{Hull, Nearest, Pair, Polytope};
    ///
    /// let square = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]];
    /// let a = Polytope { points: &square, origin: [0.0; 3] };
    /// let b = Polytope { points: &square, origin: [5.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(Hull::of(&pair).distance(), Nearest::of(&pair).distance);
    /// ```
    pub fn distance(&self) -> Distance {
        if self.contains_origin() {
            return self.zero();
        }
        let mut least = self.length(&self.pair.difference(0, 0));
        for half_space in &self.half_spaces {
            if self.contains_foot(half_space) {
                least = least.min(self.to_plane(half_space));
            }
        }
        for (p, q) in self.segments() {
            least = least.min(self.length(&p)).min(self.length(&q));
            if let Some(distance) = self.to_segment(&p, &q) {
                least = least.min(distance);
            }
        }
        least
    }

    /// Pairs of points of the difference; all of its edges are among them.
    fn segments(&self) -> Vec<(Vector, Vector)> {
        let mut segments = Vec::new();
        let mut ends = Vec::new();
        for half_space in &self.half_spaces {
            if half_space.rank == self.rank {
                continue;
            }
            let corners = self.corners(half_space);
            for (index, p) in corners.iter().enumerate() {
                for q in &corners[..index] {
                    segments.push((p.clone(), q.clone()));
                }
            }
            ends.push(corners[0].clone());
        }
        if self.rank == 1 {
            segments.push((ends[0].clone(), ends[1].clone()));
        }
        segments
    }

    /// The distinct differences of vertices on the boundary of the half-space.
    fn corners(&self, half_space: &HalfSpace) -> Vec<Vector> {
        let mut corners = Vec::new();
        for a in &half_space.a {
            for b in &half_space.b {
                let corner = self.pair.difference(*a, *b);
                if !corners.contains(&corner) {
                    corners.push(corner);
                }
            }
        }
        corners
    }

    /// Whether the projection of zero onto the boundary plane belongs to the difference.
    fn contains_foot(&self, half_space: &HalfSpace) -> bool {
        let normal = &half_space.normal;
        let square = vector::dot(normal, normal);
        for other in &self.half_spaces {
            let height = &vector::dot(&other.normal, normal) * &half_space.offset;
            if height > &other.offset * &square {
                return false;
            }
        }
        true
    }

    /// The distance of zero from the boundary plane.
    fn to_plane(&self, half_space: &HalfSpace) -> Distance {
        let square = vector::dot(&half_space.normal, &half_space.normal);
        Distance::from_square(half_space.offset.squared(), square, self.pair.exponent())
    }

    /// The distance of zero from its projection onto the segment, if that is strictly inside.
    fn to_segment(&self, p: &Vector, q: &Vector) -> Option<Distance> {
        let edge = vector::sub(q, p);
        if !vector::dot(&edge, p).is_negative() || !vector::dot(&edge, q).is_positive() {
            return None;
        }
        let area = vector::cross(p, q);
        let (num, den) = (vector::dot(&area, &area), vector::dot(&edge, &edge));
        Some(Distance::from_square(num, den, self.pair.exponent()))
    }

    /// The distance of a point from zero.
    fn length(&self, point: &Vector) -> Distance {
        Distance::from_square(vector::dot(point, point), Int::ONE, self.pair.exponent())
    }

    /// The length zero.
    fn zero(&self) -> Distance {
        Distance::from_square(Int::ZERO, Int::ONE, self.pair.exponent())
    }
}

/// The number of dimensions that the difference spans: the rank of the edges of both shapes
/// together.
fn difference_rank(pair: &Pair) -> usize {
    let mut spans = Vec::with_capacity(pair.a().len() + pair.b().len());
    for point in pair.a() {
        spans.push(vector::sub(point, &pair.a()[0]));
    }
    for point in pair.b() {
        spans.push(vector::sub(point, &pair.b()[0]));
    }
    vector::rank(&spans)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::Polytope;
    use std::cmp::Ordering;

    /// The corners of a box from zero to `size`.
    fn corners(size: [f64; 3]) -> Vec<[f64; 3]> {
        let mut corners = Vec::new();
        for index in 0..8 {
            let x = if index & 1 == 0 { 0.0 } else { size[0] };
            let y = if index & 2 == 0 { 0.0 } else { size[1] };
            let z = if index & 4 == 0 { 0.0 } else { size[2] };
            corners.push([x, y, z]);
        }
        corners
    }

    fn pair(a: &[[f64; 3]], origin: [f64; 3], b: &[[f64; 3]]) -> Pair {
        let a = Polytope { points: a, origin };
        Pair::new(
            &a,
            &Polytope {
                points: b,
                origin: [0.0; 3],
            },
        )
        .unwrap()
    }

    /// Claim: the difference of overlapping boxes has six facets of sixteen corners, and its depth
    /// is their least overlap. Moved apart, the distance is that of the boxes.
    #[test]
    fn measures_boxes() {
        let unit = corners([1.0; 3]);
        let overlapping = pair(&unit, [0.25, 0.5, -0.75], &unit);
        for hull in [
            Hull::by_candidate_normals(&overlapping),
            Hull::by_insertion(&overlapping),
        ] {
            assert_eq!((hull.rank(), hull.half_spaces().len()), (3, 6));
            for half_space in hull.half_spaces() {
                assert_eq!((half_space.a.len(), half_space.b.len()), (4, 4));
            }
            assert!(hull.contains_origin());
            assert_eq!(hull.depth().cmp_sum(&[0.25]), Ordering::Equal);
            assert!(hull.distance().is_zero());
        }
        let apart = Hull::of(&pair(&unit, [4.0, 5.0, 0.5], &unit));
        assert!(!apart.contains_origin());
        assert!(apart.depth().is_zero());
        assert_eq!(apart.distance().cmp_sum(&[5.0]), Ordering::Equal);
    }

    /// Claim: in 2D the depth is that of the overlap of the rectangles. In 3D it is zero, as flat
    /// shapes can slip past each other.
    #[test]
    fn measures_rectangles() {
        let flat = corners([2.0, 1.0, 0.0]);
        let overlapping = pair(&flat, [0.5, 0.25, 0.0], &flat);
        let planar = Hull::of_planar(&overlapping);
        assert_eq!((planar.rank(), planar.half_spaces().len()), (2, 4));
        assert_eq!(planar.depth().cmp_sum(&[0.75]), Ordering::Equal);
        let hull = Hull::of(&overlapping);
        assert_eq!((hull.rank(), hull.half_spaces().len()), (2, 6));
        assert!(hull.depth().is_zero() && hull.contains_origin());
        let apart = Hull::of(&pair(&flat, [0.0, 0.0, 3.0], &flat));
        assert_eq!(apart.distance().cmp_sum(&[3.0]), Ordering::Equal);
        assert!(
            Hull::of_planar(&pair(&flat, [5.0, 5.0, 3.0], &flat)).distance()
                == Distance::between_points(&[3.0, 4.0, 0.0], &[0.0; 3]).unwrap()
        );
    }

    /// Claim: segments and points are intersections of half-spaces too, in 2D and 3D.
    #[test]
    fn measures_flat_differences() {
        let segment = [[0.0; 3], [2.0, 2.0, 0.0], [1.0, 1.0, 0.0]];
        let line = pair(&segment, [0.0; 3], &[[1.5, 1.5, 0.0], [9.0, 9.0, 0.0]]);
        for hull in [Hull::of(&line), Hull::of_planar(&line)] {
            assert_eq!(hull.rank(), 1);
            assert!(hull.contains_origin() && hull.depth().is_zero());
        }
        let beside = pair(&segment, [0.0, 1.0, 0.0], &[[1.5, 1.5, 0.0]]);
        for hull in [Hull::of(&beside), Hull::of_planar(&beside)] {
            assert_eq!(
                hull.distance()
                    .cmp(&Distance::between_points(&[0.5, 0.5, 0.0], &[0.0; 3]).unwrap()),
                Ordering::Equal
            );
        }
        let point = pair(&[[3.0, 4.0, 0.0]], [0.0; 3], &[[0.0; 3]]);
        for hull in [Hull::of(&point), Hull::of_planar(&point)] {
            assert_eq!(hull.rank(), 0);
            assert_eq!(hull.distance().cmp_sum(&[5.0]), Ordering::Equal);
        }
        assert!(Hull::of(&pair(&[[3.0; 3]], [0.0; 3], &[[3.0; 3]])).contains_origin());
    }
}
