//! The root of trust: what proves a distance, whoever found it.
//!
//! What: two bounds that meet. Points `x` of A and `y` of B bound the distance from above by
//! `|x - y|`. A direction `u` bounds it from below: `|u| |a - b| >= u.(a - b) >= g` for all `a` and
//! `b`, where `g` is the least `u.a` less the greatest `u.b`. Where both bounds meet, they are the
//! distance.
//! Why it is right: the first is the definition of a distance, the second is the inequality of
//! Cauchy and Schwarz. A false claim cannot satisfy both, so how it was found does not matter.
//! Source: weak duality of the minimum-norm problem; the test by `v.w >= v.v` is that of Wolfe,
//! "Finding the nearest point in a polytope", Mathematical Programming 11 (1976).
//! Cost: one dot product for each vertex. With coordinates of k bits and the weights of a nearest
//! face the largest number has 10k bits.

use crate::distance::Distance;
use crate::int::Int;
use crate::lowest::Lowest;
use crate::pair::Pair;
use crate::vector::{self, Vector};

/// A share of the difference of two vertices in a weighted mean of such differences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corner {
    /// Index of the vertex of the first shape.
    pub a: usize,
    /// Index of the vertex of the second shape.
    pub b: usize,
    /// The share, in units of the sum of all shares; not negative.
    pub weight: Int,
}

/// The exact distance of the two shapes, if the weighted mean of the corners is the nearest point
/// to zero of all differences; otherwise nothing.
///
/// With `v` the mean, `v.w >= v.v` for every difference `w` of a vertex of A and one of B says that
/// no point of the difference is nearer to zero than `v`. An index out of range, a negative weight
/// or a sum of weights that is not positive is refused as well.
///
/// ```
/// use gjk_reference::{Corner, Int, Pair, Polytope, certify};
///
/// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
/// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
/// let pair = Pair::new(&a, &b).unwrap();
/// let claim = [Corner { a: 0, b: 0, weight: Int::ONE }];
/// assert_eq!(certify(&pair, &claim).unwrap().approx(), 5.0);
/// assert!(certify(&pair, &[]).is_none());
/// ```
pub fn certify(pair: &Pair, corners: &[Corner]) -> Option<Distance> {
    let (_, _, distance) = certified_mean(pair, corners)?;
    Some(distance)
}

/// What [`certify`] confirms: the sum of the weights, the mean times that sum, and its distance.
pub(crate) fn certified_mean(pair: &Pair, corners: &[Corner]) -> Option<(Int, Vector, Distance)> {
    let (total, sum) = weighted_sum(pair, corners)?;
    let lowest = Lowest::of(pair, &sum);
    // v = sum / total is a mean of differences w, and v.v is the same mean of their v.w. So v.v is the
    // least v.w of all exactly if each w that has a share in the mean has the least.
    for corner in corners {
        let has_least = lowest.a.contains(&corner.a) && lowest.b.contains(&corner.b);
        if corner.weight.is_positive() && !has_least {
            return None;
        }
    }
    // The least sum.w is the height, so v.v = height / total.
    let distance = Distance::from_square(lowest.height, total.clone(), pair.exponent());
    Some((total, sum, distance))
}

/// The length of the weighted mean of the corners: no less than the distance of the two shapes.
///
/// Nothing for an index out of range, a negative weight or a sum of weights that is not positive.
///
/// ```
/// use gjk_reference::{Corner, Int, Pair, Polytope, certify, upper_bound};
///
/// let square = [[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [2.0, 2.0, 0.0]];
/// let a = Polytope { points: &square, origin: [0.0; 3] };
/// let b = Polytope { points: &square, origin: [5.0, 0.0, 0.0] };
/// let pair = Pair::new(&a, &b).unwrap();
/// // The left sides of both squares: a pair of points, but not the nearest.
/// let claim = [Corner { a: 0, b: 0, weight: Int::ONE }];
/// assert_eq!(upper_bound(&pair, &claim).unwrap().approx(), 5.0);
/// assert!(certify(&pair, &claim).is_none());
/// ```
pub fn upper_bound(pair: &Pair, corners: &[Corner]) -> Option<Distance> {
    let (total, sum) = weighted_sum(pair, corners)?;
    Some(Distance::from_square(
        vector::dot(&sum, &sum),
        total.squared(),
        pair.exponent(),
    ))
}

/// The sum of the weights and the weighted sum of the differences, if the weights make a mean.
fn weighted_sum(pair: &Pair, corners: &[Corner]) -> Option<(Int, Vector)> {
    let mut total = Int::ZERO;
    let mut sum = vector::ZERO;
    for corner in corners {
        let a = pair.a().get(corner.a)?;
        let b = pair.b().get(corner.b)?;
        if corner.weight.is_negative() {
            return None;
        }
        total += &corner.weight;
        for axis in 0..3 {
            sum[axis] += &(&corner.weight * &(&a[axis] - &b[axis]));
        }
    }
    if total.is_zero() {
        None
    } else {
        Some((total, sum))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::Polytope;
    use std::cmp::Ordering;

    const SQUARE: [[f64; 3]; 4] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [1.0, 1.0, 0.0],
    ];

    /// The unit square at `origin` beside the unit square at zero.
    fn squares(origin: [f64; 3]) -> Pair {
        let a = Polytope {
            points: &SQUARE,
            origin,
        };
        Pair::new(
            &a,
            &Polytope {
                points: &SQUARE,
                origin: [0.0; 3],
            },
        )
        .unwrap()
    }

    fn corner(a: usize, b: usize, weight: i64) -> Corner {
        Corner {
            a,
            b,
            weight: Int::from_i64(weight),
        }
    }

    /// Claim: true claims of every kind are accepted. The squares are 3 apart along x.
    #[test]
    fn accepts_what_is_true() {
        let pair = squares([4.0, 0.5, 0.0]);
        let distance = certify(&pair, &[corner(0, 1, 1), corner(0, 3, 1)]).unwrap();
        assert_eq!(distance.cmp_sum(&[3.0]), Ordering::Equal);
        let distance = certify(&squares([0.0; 3]), &[corner(2, 2, 7)]).unwrap();
        assert!(distance.is_zero());
    }

    /// Claim: claims that are off by the least amount, either way, are refused.
    #[test]
    fn refuses_what_is_false() {
        let pair = squares([4.0, 0.5, 0.0]);
        assert_eq!(certify(&pair, &[corner(0, 1, 1)]), None);
        let huge = 1 << 40;
        assert_eq!(
            certify(&pair, &[corner(0, 1, huge), corner(0, 3, huge + 1)]),
            None
        );
        assert_eq!(
            certify(&pair, &[corner(0, 1, huge + 1), corner(0, 3, huge)]),
            None
        );
    }

    /// Claim: what is not a mean of differences proves nothing.
    #[test]
    fn refuses_what_has_no_meaning() {
        let pair = squares([4.0, 0.0, 0.0]);
        assert!(certify(&pair, &[corner(0, 1, 1)]).is_some());
        assert_eq!(certify(&pair, &[]), None);
        assert_eq!(certify(&pair, &[corner(0, 1, 0)]), None);
        assert_eq!(certify(&pair, &[corner(0, 1, -1)]), None);
        assert_eq!(certify(&pair, &[corner(4, 1, 1)]), None);
        assert_eq!(certify(&pair, &[corner(0, 4, 1)]), None);
        assert_eq!(certify(&pair, &[corner(0, 1, 2), corner(1, 0, -1)]), None);
    }

    /// Claim: a point of the supporting plane beyond the face is refused, though no vertex lies
    /// lower along it: only its negative weight tells it from the nearest point.
    #[test]
    fn refuses_points_beyond_the_face() {
        let a = Polytope {
            points: &[[4.0, 1.0, 0.0], [4.0, 2.0, 0.0]],
            origin: [0.0; 3],
        };
        let pair = Pair::new(
            &a,
            &Polytope {
                points: &[[0.0; 3]],
                origin: [0.0; 3],
            },
        )
        .unwrap();
        assert_eq!(certify(&pair, &[corner(0, 0, 2), corner(1, 0, -1)]), None);
        assert_eq!(
            upper_bound(&pair, &[corner(0, 0, 2), corner(1, 0, -1)]),
            None
        );
        assert!(certify(&pair, &[corner(0, 0, 2), corner(1, 0, 0)]).is_some());
    }

    /// Claim: an upper bound is the length of the difference that it names.
    #[test]
    fn bounds_from_above() {
        let pair = squares([4.0, 0.0, 0.0]);
        let bound = upper_bound(&pair, &[corner(0, 0, 1), corner(2, 0, 1)]).unwrap();
        let expected = Distance::from_square(Int::from_i64(65), Int::from_i64(4), 0);
        assert_eq!(bound, expected);
    }
}
