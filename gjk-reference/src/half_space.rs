//! A half-space whose boundary touches the Minkowski difference.
//!
//! What: for a normal `n`, the greatest `n.(a - b)` over the vertices, and the vertices that attain
//! it.
//! Why it is right: a linear function is greatest at vertices. That of a difference is greatest
//! where it is greatest on A and least on B, independently, so the vertices that attain it are all
//! pairs of two lists. The half-space cuts nothing off, for any normal.
//! Cost: one dot product for each vertex.

use crate::int::Int;
use crate::lowest::Lowest;
use crate::pair::Pair;
use crate::vector::{self, Vector};

/// All `x` with `normal.x <= offset`, where the difference of the shapes touches the boundary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfSpace {
    /// The outward normal: not zero, of any length.
    pub normal: Vector,
    /// The greatest `normal.(a - b)`, attained for every vertex in `a` and every vertex in `b`.
    pub offset: Int,
    /// The vertices of the first shape that attain the offset, ascending.
    pub a: Vec<usize>,
    /// The vertices of the second shape that attain the offset, ascending.
    pub b: Vec<usize>,
    /// The number of dimensions that the differences at the offset span.
    pub rank: usize,
}

impl HalfSpace {
    /// The half-space with this nonzero outward normal that the difference touches.
    ///
    /// ```
    /// use gjk_reference::{HalfSpace, Int, Pair, Polytope};
    ///
    /// let square = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]];
    /// let a = Polytope { points: &square, origin: [0.0; 3] };
    /// let b = Polytope { points: &square, origin: [5.0, 0.0, 0.0] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// let right = HalfSpace::touching(&pair, [Int::ONE, Int::ZERO, Int::ZERO]);
    /// assert_eq!(right.offset, Int::from_i64(-3));
    /// assert_eq!((right.a, right.b, right.rank), (vec![1, 3], vec![0, 2], 1));
    /// ```
    pub fn touching(pair: &Pair, normal: Vector) -> HalfSpace {
        let Lowest { a, b, height } = pair.lowest(&vector::negate(&normal));
        let mut spans = Vec::with_capacity(a.len() + b.len());
        for index in &a {
            spans.push(vector::sub(&pair.a()[*index], &pair.a()[a[0]]));
        }
        for index in &b {
            spans.push(vector::sub(&pair.b()[*index], &pair.b()[b[0]]));
        }
        HalfSpace {
            normal,
            offset: -height,
            a,
            b,
            rank: vector::rank(&spans),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::Polytope;

    /// Claim: all vertices at the offset are listed, duplicates too, and the rank is that of the
    /// face that they span.
    #[test]
    fn lists_what_it_touches() {
        let a = [[0.0; 3], [1.0, 0.0, 0.0], [1.0, 2.0, 0.0], [1.0, 0.0, 0.0]];
        let b = [[5.0, 0.0, 0.0], [3.0, 0.0, 1.0], [3.0, 0.0, 0.0]];
        let a = Polytope {
            points: &a,
            origin: [0.0; 3],
        };
        let b = Polytope {
            points: &b,
            origin: [0.0; 3],
        };
        let pair = Pair::new(&a, &b).expect("the points are finite");
        let face = HalfSpace::touching(&pair, [Int::from_i64(2), Int::ZERO, Int::ZERO]);
        assert_eq!(face.offset, Int::from_i64(-4));
        assert_eq!((face.a, face.b, face.rank), (vec![1, 2, 3], vec![1, 2], 2));
        let vertex = HalfSpace::touching(&pair, [Int::from_i64(-2), Int::ONE, Int::ZERO]);
        assert_eq!((vertex.a, vertex.b, vertex.rank), (vec![0, 2], vec![0], 1));
    }
}
