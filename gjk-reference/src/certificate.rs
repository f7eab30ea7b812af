//! The root of trust: proves a distance, however it was found.
//!
//! What: two bounds that meet. Points `x` of A and `y` of B bound the distance from above by
//! `|x - y|`. A direction `u` bounds it from below: `|u| |a - b| >= u.(a - b) >= g` for all `a` and
//! `b`, where `g` is the least `u.a` minus the greatest `u.b`. If both bounds meet, they are the
//! distance.
//! Why it is right: the first is the definition of a distance, the second the Cauchy-Schwarz
//! inequality. A false claim cannot satisfy both, so it does not matter how it was found. The file
//! stands alone: it uses integers and integer vectors, and nothing else of this crate.
//! Source: weak duality of the minimum-norm problem; the test by `v.w >= v.v` is that of Wolfe,
//! "Finding the nearest point in a polytope", Mathematical Programming 11 (1976).
//! Cost: one exact dot product for each vertex. With coordinates of k bits and the weights of a
//! nearest face the largest number has about 6k bits.

use crate::int::Int;
use crate::vector::{self, Vector};

/// A difference of two vertices, with its weight in a mean of such differences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// Index of the vertex of the first shape.
    pub a: usize,
    /// Index of the vertex of the second shape.
    pub b: usize,
    /// The weight, relative to the sum of all weights; not negative.
    pub weight: Int,
}

/// A weighted mean of differences of vertices. It is a difference of points of the two shapes, so
/// its length is an upper bound of their distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mean {
    /// The sum of the weights; positive.
    pub denominator: Int,
    /// The mean times the denominator: the weighted sum.
    pub numerators: Vector,
}

impl Mean {
    /// The mean of the corners, for the vertices `a` of the first shape and `b` of the second.
    ///
    /// `None` for an index out of range, a negative weight or a sum of weights that is not
    /// positive.
    ///
    /// ```
    /// use gjk_reference::certificate::{Corner, Mean};
    /// use gjk_reference::{Int, vector};
    ///
    /// let a = [[2, 0, 0], [2, 6, 0]].map(|point| point.map(Int::from_i64));
    /// let half = |a| Corner { a, b: 0, weight: Int::ONE };
    /// let mean = Mean::of(&a, &[vector::ZERO], &[half(0), half(1)]).unwrap();
    /// assert_eq!(mean.denominator, Int::from_i64(2));
    /// assert_eq!(mean.numerators, [4, 6, 0].map(Int::from_i64));
    /// assert!(Mean::of(&a, &[vector::ZERO], &[half(2)]).is_none());
    /// ```
    pub fn of(a: &[Vector], b: &[Vector], corners: &[Corner]) -> Option<Mean> {
        let mut denominator = Int::ZERO;
        let mut numerators = vector::ZERO;
        for corner in corners {
            let (point_a, point_b) = (a.get(corner.a)?, b.get(corner.b)?);
            if corner.weight.is_negative() {
                return None;
            }
            denominator += &corner.weight;
            for axis in 0..3 {
                numerators[axis] += &(&corner.weight * &(&point_a[axis] - &point_b[axis]));
            }
        }
        denominator.is_positive().then_some(Mean {
            denominator,
            numerators,
        })
    }
}

/// A proved nearest point to zero of all differences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The nearest point.
    pub mean: Mean,
    /// The square of its length times the denominator of the mean: the numerator of a fraction
    /// with that denominator, smaller than the one that squares the mean.
    pub square: Int,
}

/// The proof that the weighted mean of the corners is the nearest point to zero of all differences;
/// `None` if it is not.
///
/// With `v` the mean, `v.w >= v.v` for every difference `w` of a vertex of A and one of B proves
/// that no point of the difference is nearer to zero than `v`. Also `None` for corners that have no
/// mean, see [`Mean::of`].
///
/// ```
/// use gjk_reference::certificate::{Corner, prove};
/// use gjk_reference::{Int, vector};
///
/// let a = [[2, 0, 0], [3, 6, 0]].map(|point| point.map(Int::from_i64));
/// let claim = |a| [Corner { a, b: 0, weight: Int::ONE }];
/// assert_eq!(prove(&a, &[vector::ZERO], &claim(0)).unwrap().square, Int::from_i64(4));
/// assert!(prove(&a, &[vector::ZERO], &claim(1)).is_none());
/// ```
pub fn prove(a: &[Vector], b: &[Vector], corners: &[Corner]) -> Option<Proof> {
    let mean = Mean::of(a, b, corners)?;
    let sum = &mean.numerators;
    let least = vector::least_dot(sum, a);
    let greatest = vector::greatest_dot(sum, b);
    // v = sum / total is a mean of differences w, and v.v is the same mean of their v.w. So v.v is the
    // least v.w of all exactly if each w that has a share in the mean has the least.
    for corner in corners {
        let has_least =
            vector::dot(sum, &a[corner.a]) == least && vector::dot(sum, &b[corner.b]) == greatest;
        if corner.weight.is_positive() && !has_least {
            return None;
        }
    }
    // The least sum.w is that of every corner, so v.v = (least - greatest) / total.
    let square = least - greatest;
    Some(Proof { mean, square })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vectors<const N: usize>(points: [[i64; 3]; N]) -> [Vector; N] {
        points.map(|point| point.map(Int::from_i64))
    }

    /// The square of side 2 at `origin` beside the same square at zero.
    fn squares(origin: [i64; 3]) -> [[Vector; 4]; 2] {
        let b = vectors([[0, 0, 0], [2, 0, 0], [0, 2, 0], [2, 2, 0]]);
        let origin = origin.map(Int::from_i64);
        [b.clone().map(|point| vector::add(&point, &origin)), b]
    }

    fn corner(a: usize, b: usize, weight: i64) -> Corner {
        Corner {
            a,
            b,
            weight: Int::from_i64(weight),
        }
    }

    /// Claim: true claims of every kind are accepted. The squares are 6 apart along x, the weights
    /// sum to 2: a squared distance of 72 / 2.
    #[test]
    fn accepts_what_is_true() {
        let [a, b] = squares([8, 1, 0]);
        let proof = prove(&a, &b, &[corner(0, 1, 1), corner(0, 3, 1)]).unwrap();
        assert_eq!(proof.mean.denominator, Int::from_i64(2));
        assert_eq!(proof.mean.numerators, [12, 0, 0].map(Int::from_i64));
        assert_eq!(proof.square, Int::from_i64(72));
        let [a, b] = squares([0, 0, 0]);
        assert!(prove(&a, &b, &[corner(2, 2, 7)]).unwrap().square.is_zero());
    }

    /// Claim: claims that are off by the least amount, either way, are refused.
    #[test]
    fn refuses_what_is_false() {
        let [a, b] = squares([8, 1, 0]);
        assert_eq!(prove(&a, &b, &[corner(0, 1, 1)]), None);
        let huge = 1 << 40;
        for weights in [[huge, huge + 1], [huge + 1, huge]] {
            let claim = [corner(0, 1, weights[0]), corner(0, 3, weights[1])];
            assert_eq!(prove(&a, &b, &claim), None);
        }
    }

    /// Claim: a claim is refused for one vertex that lies lower by one unit, of A or of B alone.
    #[test]
    fn refuses_for_one_vertex() {
        let a = vectors([[1 << 40, 0, 0], [1 << 40, 1, 0], [(1 << 40) - 1, 9, 0]]);
        let zero = vectors([[0, 0, 0]]);
        let claim = [corner(0, 0, 1)];
        assert!(prove(&a[..2], &zero, &claim).is_some());
        assert_eq!(prove(&a, &zero, &claim), None);
        let b = a.clone().map(|point| vector::negate(&point));
        assert!(prove(&zero, &b[..2], &claim).is_some());
        assert_eq!(prove(&zero, &b, &claim), None);
    }

    /// Claim: what is not a mean of differences proves nothing.
    #[test]
    fn refuses_what_has_no_meaning() {
        let [a, b] = squares([8, 0, 0]);
        assert!(prove(&a, &b, &[corner(0, 1, 1)]).is_some());
        assert_eq!(prove(&a, &b, &[]), None);
        assert_eq!(prove(&a, &b, &[corner(0, 1, 0)]), None);
        assert_eq!(prove(&a, &b, &[corner(0, 1, -1)]), None);
        assert_eq!(prove(&a, &b, &[corner(4, 1, 1)]), None);
        assert_eq!(prove(&a, &b, &[corner(0, 4, 1)]), None);
        assert_eq!(prove(&a, &b, &[corner(0, 1, 2), corner(1, 0, -1)]), None);
    }

    /// Claim: a point of the supporting plane beyond the face is refused, though no vertex lies
    /// lower along it: only its negative weight tells it from the nearest point.
    #[test]
    fn refuses_points_beyond_the_face() {
        let a = vectors([[4, 1, 0], [4, 2, 0]]);
        let zero = vectors([[0, 0, 0]]);
        let beyond = [corner(0, 0, 2), corner(1, 0, -1)];
        assert_eq!(Mean::of(&a, &zero, &beyond), None);
        assert_eq!(prove(&a, &zero, &beyond), None);
        assert!(prove(&a, &zero, &[corner(0, 0, 2), corner(1, 0, 0)]).is_some());
    }
}
