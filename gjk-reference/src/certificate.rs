//! The root of trust: what proves a distance, whoever found it.
//!
//! What: two inequalities. Points `x` of A and `y` of B bound the distance from above by
//! `|x - y|`. A direction `u` bounds it from below: `|u| |a - b| >= u.(a - b) >= g` for all `a` and
//! `b`, where `g` is the least `u.a` less the greatest `u.b`. Where both bounds meet, they are the
//! distance.
//! Why it is right: the first is the definition of a distance, the second is the inequality of
//! Cauchy and Schwarz. A false claim cannot satisfy both, so how it was found does not matter.
//! Source: weak duality of the minimum-norm problem; Wolfe, "Finding the nearest point in a
//! polytope" (1976), section 2.
//! Cost: one dot product for each vertex. With coordinates of k bits and the weights of a nearest
//! face the largest number has 10k bits.

use crate::distance::Distance;
use crate::float;
use crate::int::Int;
use crate::pair::{self, Pair};
use crate::vector::{self, Vector};
use std::cmp::Ordering;

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
pub fn certify(pair: &Pair, corners: &[Corner]) -> Option<Distance> {
    let (total, sum) = weighted_sum(pair, corners)?;
    let gap = least_dot(&sum, pair.a()) - greatest_dot(&sum, pair.b());
    // v = sum / total, so v.w >= v.v for all w is gap * total >= sum.sum. It is never above, as v
    // is a mean of such w. Then v.v = sum.sum / total^2 = gap / total.
    if &gap * &total != vector::dot(&sum, &sum) {
        return None;
    }
    Some(Distance::from_square(gap, total, pair.exponent()))
}

/// The length of the weighted mean of the corners: no less than the distance of the two shapes.
///
/// Nothing for an index out of range, a negative weight or a sum of weights that is not positive.
pub fn upper_bound(pair: &Pair, corners: &[Corner]) -> Option<Distance> {
    let (total, sum) = weighted_sum(pair, corners)?;
    Some(Distance::from_square(
        vector::dot(&sum, &sum),
        total.squared(),
        pair.exponent(),
    ))
}

/// Whether the direction proves that the shapes are at least the sum of `terms` apart: that
/// `u.(a - b) >= sum * |u|` for all points `a` and `b`, with the sum taken exactly.
///
/// `direction` points from B to A and need not be unit. A negative sum is a bound on how deep the
/// shapes overlap along the direction. The zero direction proves nothing, nor does any number that
/// is not finite: both give `false`.
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

/// The gap that a direction sees between the two shapes, in exact numbers.
///
/// `direction` points from B to A and need not be unit. Nothing for the zero direction and for
/// numbers that are not finite.
pub fn support_gap(pair: &Pair, direction: [f64; 3]) -> Option<Gap> {
    if !float::is_finite(&direction) {
        return None;
    }
    let exponent = float::lowest_exponent(&direction);
    exact_support_gap(pair, &pair::to_vector(&direction, exponent))
}

/// As [`support_gap`], for a direction in whole numbers of any unit.
pub fn exact_support_gap(pair: &Pair, direction: &Vector) -> Option<Gap> {
    let square = vector::dot(direction, direction);
    if square.is_zero() {
        return None;
    }
    let value = least_dot(direction, pair.a()) - greatest_dot(direction, pair.b());
    let sign = value.sign();
    let length = Distance::from_square(value.squared(), square, pair.exponent());
    Some(Gap { sign, length })
}

/// The width of the gap between two shapes along a direction; below zero where they overlap.
#[derive(Clone, Debug)]
pub struct Gap {
    sign: Ordering,
    length: Distance,
}

impl Gap {
    /// `Greater` when the direction separates the shapes, `Equal` when their shadows touch,
    /// `Less` when they overlap.
    pub fn sign(&self) -> Ordering {
        self.sign
    }

    /// The width without its sign. With sign `Less` it is how far A must move along the direction
    /// to be clear of B, which is no less than the penetration depth.
    pub fn length(&self) -> &Distance {
        &self.length
    }

    /// How the gap, with its sign, compares with the exact sum of the finite `terms`.
    ///
    /// # Panics
    /// If a term is not finite.
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

/// The least dot product of the direction with one of the points, of which there is at least one.
fn least_dot(direction: &Vector, points: &[Vector]) -> Int {
    let mut least = vector::dot(direction, &points[0]);
    for point in &points[1..] {
        least = least.min(vector::dot(direction, point));
    }
    least
}

/// The greatest dot product of the direction with one of the points.
fn greatest_dot(direction: &Vector, points: &[Vector]) -> Int {
    let mut greatest = vector::dot(direction, &points[0]);
    for point in &points[1..] {
        greatest = greatest.max(vector::dot(direction, point));
    }
    greatest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::Polytope;

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
        assert!(separates_by(&pair, [0.25, 0.0, 0.0], &[3.0]));
        assert!(separates_by(
            &squares([1.0, 0.0, 0.0]),
            [1.0, 0.0, 0.0],
            &[0.0]
        ));
        assert!(separates_by(
            &squares([0.5, 0.0, 0.0]),
            [1.0, 0.0, 0.0],
            &[-0.5]
        ));
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
        assert!(!separates_by(&pair, [0.25, 0.0, 0.0], &[3.0f64.next_up()]));
        assert!(!separates_by(
            &pair,
            [0.25, 0.0, 0.0],
            &[3.0, f64::from_bits(1)]
        ));
        assert!(!separates_by(&pair, [-0.25, 0.0, 0.0], &[3.0]));
        assert!(!separates_by(&pair, [1.0, 2f64.powi(-20), 0.0], &[3.0]));
        let deep = squares([0.5, 0.0, 0.0]);
        assert!(!separates_by(
            &deep,
            [1.0, 0.0, 0.0],
            &[(-0.5f64).next_up()]
        ));
        assert!(separates_by(
            &deep,
            [1.0, 0.0, 0.0],
            &[(-0.5f64).next_down()]
        ));
        assert!(!separates_by(&deep, [1.0, 0.0, 0.0], &[0.0]));
    }

    /// Claim: what is not a mean, not a direction or not a number proves nothing.
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
        assert!(!separates_by(&pair, [0.0; 3], &[0.0]));
        assert!(!separates_by(&pair, [0.0; 3], &[-1.0]));
        assert!(!separates_by(&pair, [f64::NAN, 1.0, 0.0], &[-9.0]));
        assert!(!separates_by(&pair, [1.0, 0.0, 0.0], &[f64::NEG_INFINITY]));
        assert!(!separates_by(&pair, [1.0, 0.0, 0.0], &[f64::NAN]));
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
