//! Lower bounds: what a direction proves about two shapes.
//!
//! What: for a direction `u`, `g` is the least `u.a` minus the greatest `u.b`. The shapes are at
//! least `g / |u|` apart. If `g` is negative, moving A by `-g / |u|` along `u` separates it from B.
//! Why it is right: `|u| |a - b| >= u.(a - b) >= g` for all points (Cauchy-Schwarz).
//! Lengths are compared through their squares, so `|u|` is never needed.
//! Source: weak duality, as in the certificate.
//! Cost: one dot product for each vertex.

use crate::distance::Distance;
use crate::float;
use crate::int::Int;
use crate::pair::{self, Pair};
use crate::vector::{self, Vector};
use std::cmp::Ordering;

/// Whether the direction proves that the shapes are at least the exact sum of `terms` apart: that
/// `u.(a - b) >= sum * |u|` for all points `a` and `b`.
///
/// `direction` points from B to A and need not be a unit vector. A negative sum bounds how deep the
/// shapes overlap along the direction. For the zero direction or a number that is not finite,
/// `false`.
///
/// ```
/// use gjk_reference::{Pair, Polytope, separates_by};
///
/// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
/// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
/// let pair = Pair::new(&a, &b).unwrap();
/// assert!(separates_by(&pair, [3.0, 4.0, 0.0], &[5.0]));
/// assert!(!separates_by(&pair, [3.0, 4.0, 0.0], &[5.0, 1e-300]));
/// ```
pub fn separates_by(pair: &Pair, direction: [f64; 3], terms: &[f64]) -> bool {
    for term in terms {
        if !term.is_finite() {
            return false;
        }
    }
    match support_gap(pair, direction) {
        Some(gap) => gap.cmp_sum(terms) != Ordering::Less,
        None => false,
    }
}

/// The exact gap between the two shapes along a direction.
///
/// `direction` points from B to A and need not be a unit vector. `None` for the zero direction and
/// for numbers that are not finite.
///
/// ```
/// use gjk_reference::{Pair, Polytope, support_gap};
///
/// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
/// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
/// let pair = Pair::new(&a, &b).unwrap();
/// assert_eq!(support_gap(&pair, [9.0, 0.0, 0.0]).unwrap().length().approx(), 3.0);
/// assert!(support_gap(&pair, [0.0; 3]).is_none());
/// ```
pub fn support_gap(pair: &Pair, direction: [f64; 3]) -> Option<Gap> {
    if !float::is_finite(&direction) {
        return None;
    }
    let exponent = float::lowest_exponent(&direction);
    exact_support_gap(pair, &pair::to_vector(&direction, exponent))
}

/// [`support_gap`] for a direction in integers of any unit.
///
/// ```
/// use gjk_reference::{Int, Pair, Polytope, exact_support_gap};
///
/// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
/// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
/// let pair = Pair::new(&a, &b).unwrap();
/// let along_y = [Int::ZERO, Int::ONE, Int::ZERO];
/// assert_eq!(exact_support_gap(&pair, &along_y).unwrap().length().approx(), 4.0);
/// ```
pub fn exact_support_gap(pair: &Pair, direction: &Vector) -> Option<Gap> {
    let square = vector::dot(direction, direction);
    if square.is_zero() {
        return None;
    }
    let value = pair.lowest(direction).height;
    Some(Gap::from_value(&value, square, pair.exponent()))
}

/// The width of the gap between two shapes along a direction; negative if they overlap along it.
#[derive(Clone, Debug)]
pub struct Gap {
    sign: Ordering,
    length: Distance,
}

impl Gap {
    /// The gap `value / sqrt(square) * 2^exponent`, with `square` above zero.
    pub(crate) fn from_value(value: &Int, square: Int, exponent: i64) -> Gap {
        Gap {
            sign: value.sign(),
            length: Distance::from_square(value.squared(), square, exponent),
        }
    }

    /// `Greater` if the direction separates the shapes, `Equal` if their projections touch, `Less`
    /// if they overlap.
    ///
    /// ```
    /// use gjk_reference::{Pair, Polytope, support_gap};
    /// use std::cmp::Ordering;
    ///
    /// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
    /// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(support_gap(&pair, [1.0, 0.0, 0.0]).unwrap().sign(), Ordering::Greater);
    /// assert_eq!(support_gap(&pair, [-1.0, 0.0, 0.0]).unwrap().sign(), Ordering::Less);
    /// ```
    pub fn sign(&self) -> Ordering {
        self.sign
    }

    /// The width without its sign. With sign `Less`, the distance that A must move along the
    /// direction to separate from B: an upper bound of the penetration depth.
    ///
    /// ```
    /// use gjk_reference::{Pair, Polytope, support_gap};
    ///
    /// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
    /// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// assert_eq!(support_gap(&pair, [-1.0, 0.0, 0.0]).unwrap().length().approx(), 3.0);
    /// ```
    pub fn length(&self) -> &Distance {
        &self.length
    }

    /// Compares the signed gap with the exact sum of the finite `terms`.
    ///
    /// # Panics
    /// If a term is not finite.
    ///
    /// ```
    /// use gjk_reference::{Pair, Polytope, support_gap};
    /// use std::cmp::Ordering;
    ///
    /// let a = Polytope { points: &[[0.0; 3]], origin: [3.0, 4.0, 0.0] };
    /// let b = Polytope { points: &[[0.0; 3]], origin: [0.0; 3] };
    /// let pair = Pair::new(&a, &b).unwrap();
    /// let overlap = support_gap(&pair, [-1.0, 0.0, 0.0]).unwrap();
    /// assert_eq!(overlap.cmp_sum(&[-3.0]), Ordering::Equal);
    /// assert_eq!(overlap.cmp_sum(&[0.0]), Ordering::Less);
    /// ```
    pub fn cmp_sum(&self, terms: &[f64]) -> Ordering {
        if self.sign != Ordering::Less {
            return self.length.cmp_sum(terms);
        }
        let mut negated = terms.to_vec();
        for term in &mut negated {
            *term = -*term;
        }
        self.length.cmp_sum(&negated).reverse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::Polytope;

    /// The unit square at `origin` beside the unit square at zero.
    fn squares(origin: [f64; 3]) -> Pair {
        let square = [
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [1.0, 1.0, 0.0],
        ];
        let a = Polytope {
            points: &square,
            origin,
        };
        Pair::new(
            &a,
            &Polytope {
                points: &square,
                origin: [0.0; 3],
            },
        )
        .unwrap()
    }

    /// Claim: a direction proves its gap and not one float more, apart, touching and overlapping.
    /// The squares are 3 apart along x.
    #[test]
    fn proves_the_gap_and_no_more() {
        let pair = squares([4.0, 0.5, 0.0]);
        assert!(separates_by(&pair, [0.25, 0.0, 0.0], &[3.0]));
        assert!(!separates_by(&pair, [0.25, 0.0, 0.0], &[3.0f64.next_up()]));
        assert!(!separates_by(
            &pair,
            [0.25, 0.0, 0.0],
            &[3.0, f64::from_bits(1)]
        ));
        assert!(!separates_by(&pair, [-0.25, 0.0, 0.0], &[3.0]));
        assert!(!separates_by(&pair, [1.0, 2f64.powi(-20), 0.0], &[3.0]));
        let touching = squares([1.0, 0.0, 0.0]);
        assert!(separates_by(&touching, [1.0, 0.0, 0.0], &[0.0]));
        assert!(!separates_by(
            &touching,
            [1.0, 0.0, 0.0],
            &[f64::from_bits(1)]
        ));
        let deep = squares([0.5, 0.0, 0.0]);
        assert!(separates_by(&deep, [1.0, 0.0, 0.0], &[-0.5]));
        assert!(separates_by(
            &deep,
            [1.0, 0.0, 0.0],
            &[(-0.5f64).next_down()]
        ));
        assert!(!separates_by(
            &deep,
            [1.0, 0.0, 0.0],
            &[(-0.5f64).next_up()]
        ));
        assert!(!separates_by(&deep, [1.0, 0.0, 0.0], &[0.0]));
    }

    /// Claim: a zero direction or a number that is not finite proves nothing.
    #[test]
    fn refuses_what_has_no_meaning() {
        let pair = squares([4.0, 0.0, 0.0]);
        assert!(!separates_by(&pair, [0.0; 3], &[0.0]));
        assert!(!separates_by(&pair, [0.0; 3], &[-1.0]));
        assert!(!separates_by(&pair, [f64::NAN, 1.0, 0.0], &[-9.0]));
        assert!(!separates_by(&pair, [1.0, 0.0, 0.0], &[f64::NEG_INFINITY]));
        assert!(!separates_by(&pair, [1.0, 0.0, 0.0], &[f64::NAN]));
    }

    /// Claim: an integer direction gives the same gap in any unit, and the zero direction none.
    #[test]
    fn sees_along_whole_numbers() {
        use crate::int::Int;
        let pair = squares([4.0, 0.5, 0.0]);
        for factor in [1, 7, 1 << 40] {
            let along_x = [factor, 0, 0].map(Int::from_i64);
            let gap = exact_support_gap(&pair, &along_x).unwrap();
            assert_eq!(gap.cmp_sum(&[3.0]), Ordering::Equal);
        }
        let along_y = [0, -1, 0].map(Int::from_i64);
        let gap = exact_support_gap(&pair, &along_y).unwrap();
        assert_eq!(gap.cmp_sum(&[-1.5]), Ordering::Equal);
        assert!(exact_support_gap(&pair, &vector::ZERO).is_none());
    }

    /// Claim: the gap is signed, and is the depth along the direction when the shapes overlap.
    #[test]
    fn measures_the_gap() {
        let gap = support_gap(&squares([4.0, 0.0, 0.0]), [3.0, 0.0, 0.0]).unwrap();
        assert_eq!(
            (gap.sign(), gap.cmp_sum(&[3.0])),
            (Ordering::Greater, Ordering::Equal)
        );
        let gap = support_gap(&squares([0.25, 0.0, 0.0]), [1e-300, 0.0, 0.0]).unwrap();
        assert_eq!(
            (gap.sign(), gap.cmp_sum(&[-0.75])),
            (Ordering::Less, Ordering::Equal)
        );
        assert_eq!(gap.length().cmp_sum(&[0.75]), Ordering::Equal);
        assert_eq!(gap.cmp_sum(&[-0.5]), Ordering::Less);
        assert_eq!(gap.cmp_sum(&[-1.0]), Ordering::Greater);
    }
}
