//! A claimed distance of a pair of shapes.
//!
//! What: a claim names corners, whose weighted mean is a difference of points of the shapes. Its
//! length is an upper bound of the distance. If the certificate confirms the claim, it is the
//! distance.
//! Why it is right: see [`certificate`], the only code that need be trusted here.
//! Cost: that of the certificate.

use crate::certificate::{self, Corner, Mean};
use crate::distance::Distance;
use crate::pair::Pair;
use crate::vector;

/// The exact distance of the two shapes, if the weighted mean of the corners is the nearest point
/// to zero of all differences; otherwise `None`.
///
/// `None` also for an index out of range, a negative weight, or weights whose sum is not positive.
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
    let proof = certificate::prove(pair.a(), pair.b(), corners)?;
    Some(Distance::proved(&proof, pair.exponent()))
}

/// The length of the weighted mean of the corners: an upper bound of the distance of the two
/// shapes.
///
/// `None` for an index out of range, a negative weight, or weights whose sum is not positive.
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
    let mean = Mean::of(pair.a(), pair.b(), corners)?;
    Some(Distance::from_square(
        vector::dot(&mean.numerators, &mean.numerators),
        mean.denominator.squared(),
        pair.exponent(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int::Int;
    use crate::pair::Polytope;

    fn corner(a: usize, weight: i64) -> Corner {
        Corner {
            a,
            b: 0,
            weight: Int::from_i64(weight),
        }
    }

    /// Claim: an upper bound is the length of the difference that the claim names, in the unit of
    /// the pair. Only that of the nearest point is the distance.
    #[test]
    fn lengths_are_those_of_the_claim() {
        let a = Polytope {
            points: &[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            origin: [0.5, 0.0, 0.0],
        };
        let zero = Polytope {
            points: &[[0.0; 3]],
            origin: [0.0; 3],
        };
        let pair = Pair::new(&a, &zero).unwrap();
        let middle = [corner(0, 1), corner(1, 1)];
        let half = Distance::from_square(Int::ONE, Int::ONE, -1);
        let root_of_half = Distance::from_square(Int::from_i64(2), Int::ONE, -1);
        assert_eq!(upper_bound(&pair, &middle), Some(root_of_half));
        assert_eq!(certify(&pair, &middle), None);
        let nearest = [corner(0, 3)];
        assert_eq!(upper_bound(&pair, &nearest), Some(half.clone()));
        assert_eq!(certify(&pair, &nearest), Some(half));
        for claim in [[corner(0, 2), corner(1, -1)], [corner(0, 1), corner(2, 1)]] {
            assert_eq!(upper_bound(&pair, &claim), None);
            assert_eq!(certify(&pair, &claim), None);
        }
    }
}
