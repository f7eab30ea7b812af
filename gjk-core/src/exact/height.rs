//! Which of two points is higher.

use glam::DVec3;

use super::form::Form;
use super::sum::Sum;
use crate::arithmetic::{DoubleDouble, Precise, squares_safely};
use crate::vector::Vector;

/// Whether `p` is higher than `q` in `direction`, exactly. A climb asks this of every neighbour of
/// the top that may be as high, as the corners of a face are in the direction of its normal.
#[cold]
pub(crate) fn is_higher<V: Vector>(p: V, q: V, direction: V) -> bool {
    let [p, q, direction] = [p, q, direction].map(V::in_space);
    // This is so for corners of a box and a direction along an axis.
    if (p.cmpeq(q) | direction.cmpeq(DVec3::ZERO)).all() {
        return false;
    }
    let edge = Precise::sum(p, -q);
    let factors = [edge.lo, edge.hi, direction].map(|vector| vector.to_array());
    let is_moderate = |x: &f64| *x == 0.0 || squares_safely(x.abs());
    if factors.as_flattened().iter().all(is_moderate) {
        let [lo, hi] = [edge.lo, edge.hi].map(|half| Precise::product(half, direction));
        let terms = [lo.lo, lo.hi, hi.lo, hi.hi].map(|vector| vector.to_array());
        return is_positive(terms);
    }
    let edge = Sum::new([p, -q], 1.0);
    Form::Dot([edge, Sum::new([direction], 1.0)]).sign().is_gt()
}

/// Whether the exact sum of some numbers is positive. Each round adds them up, and keeps what every
/// addition rounds away in place of the number added, which the next round adds up in turn: what is
/// left beside the total is soon less than that, or all is zero.
///
/// T. Ogita, S. M. Rump, S. Oishi, "Accurate sum and dot product", SIAM Journal on Scientific
/// Computing 26 (2005), algorithm 4.3 (`VecSum`).
fn is_positive(mut terms: [[f64; 3]; 4]) -> bool {
    let terms = terms.as_flattened_mut();
    loop {
        let (mut total, mut left) = (0.0, 0.0);
        for term in terms.iter_mut() {
            let sum = DoubleDouble::sum(total, *term);
            (total, *term) = (sum.hi, sum.lo);
            left += sum.lo.abs();
        }
        // Twice, as what is left was added up with rounding. NaN ends it too.
        if left == 0.0 || !(total.abs() <= 2.0 * left) {
            return total > 0.0;
        }
        terms[0] = total;
    }
}

#[cfg(test)]
mod tests {
    use super::{DoubleDouble, Form, Precise, Sum, is_higher};
    use crate::arithmetic::Space;
    use crate::decide::tests::exact_sum_of_products;
    use core::cmp::Ordering::{self, Equal, Greater, Less};
    use glam::{DVec2, DVec3};

    /// The sign of a sum of up to three products, which is that of the points too.
    fn sign_of(products: &[(f64, f64)]) -> Ordering {
        let [mut p, mut q] = [DVec3::ZERO; 2];
        for (axis, (x, y)) in products.iter().enumerate() {
            (p[axis], q[axis]) = (*x, *y);
        }
        let sign = Form::Dot([p, q].map(|vector| Sum::new([vector], 1.0))).sign();
        assert_eq!(is_higher(p, DVec3::ZERO, q), sign.is_gt());
        assert_eq!(is_higher(DVec3::ZERO, p, q), sign.is_lt());
        sign
    }

    // Products of all signs, and zeros.
    #[test]
    fn signs_are_those_of_products() {
        assert_eq!(sign_of(&[]), Equal);
        assert_eq!(sign_of(&[(0.0, -3.0), (-0.0, 1e300)]), Equal);
        assert_eq!(sign_of(&[(2.0, 3.0)]), Greater);
        assert_eq!(sign_of(&[(-2.0, 3.0)]), Less);
        assert_eq!(sign_of(&[(-2.0, -3.0), (6.0, -1.0)]), Equal);
    }

    // Claim: the smallest product decides next to the largest, in any order, of all numbers and of
    // those whose products neither overflow nor underflow, which no integers compare.
    #[test]
    fn nothing_is_lost() {
        let all_numbers = (f64::MAX, f64::from_bits(1));
        let moderate = (2f64.powi(120), 2f64.powi(-120));
        for (most, least) in [all_numbers, moderate] {
            for small in [(least, least), (least, 1.0), (1.0, 1.0), (least, most)] {
                let all = [(most, most), small, (-most, most)];
                for [i, j, k] in [[0, 1, 2], [1, 2, 0], [0, 2, 1]] {
                    assert_eq!(sign_of(&[all[i], all[j], all[k]]), Greater);
                }
                assert_eq!(sign_of(&[all[0], all[2]]), Equal);
            }
        }
    }

    // Claim: subnormal numbers count with their exact value.
    #[test]
    fn subnormal_numbers_have_their_size() {
        let (normal, half) = (f64::MIN_POSITIVE, f64::MIN_POSITIVE / 2.0);
        assert_eq!(sign_of(&[(normal, 1.0), (half, -2.0)]), Equal);
        assert_eq!(sign_of(&[(normal, 1.0), (half, -2.5)]), Less);
    }

    // Sums of integers with full mantissas, compared with integer arithmetic.
    #[test]
    fn sums_agree_with_integers() {
        let mut bits = crate::tests::bits();
        let mut number = || (bits() as i64) >> 11;
        for _ in 0..1000 {
            let (a, b, c) = (number(), number(), number());
            // The same product twice, once changed by one unit.
            for off in [-1, 0, 1] {
                let expected = (i128::from(a) * i128::from(b)
                    - i128::from(a + off) * i128::from(b)
                    + i128::from(c % 4))
                .cmp(&0);
                let products = [(a, b), (-(a + off), b), (c % 4, 1)];
                let products = products.map(|(x, y)| (x as f64, y as f64));
                for factor in [1.0, f64::from_bits(1), 2f64.powi(960)] {
                    let scaled = products.map(|(x, y)| (x, y * factor));
                    assert_eq!(sign_of(&scaled), expected, "{scaled:?}");
                }
            }
        }
    }

    // Claim: the comparison of two points is exact, also if the difference of their coordinates is
    // rounded, and if products underflow to zero or to a sum of the wrong sign.
    #[test]
    fn what_is_higher_is_exact() {
        let (p, q) = (DVec2::new(1.0, -1.0), DVec2::new(-(2f64.powi(-60)), 0.0));
        assert!(is_higher(p, q, DVec2::ONE) && !is_higher(q, p, DVec2::ONE));
        let tiny = DVec2::X * 2f64.powi(-600);
        assert!(is_higher(tiny, DVec2::ZERO, tiny) && !is_higher(-tiny, DVec2::ZERO, tiny));
        assert!(!is_higher(tiny, DVec2::ZERO, DVec2::Y));
        let small = 2f64.powi(-537);
        let (p, direction) = (DVec3::new(0.6, -0.4, -0.4) * small, DVec3::splat(small));
        assert!(p.dot(direction) > 0.0, "{}", p.dot(direction));
        assert!(!is_higher(p, DVec3::ZERO, direction) && is_higher(-p, DVec3::ZERO, direction));
    }

    // Claim: a height whose sign double-double gets wrong is compared exactly: here the third
    // product is the sum of the others, rounded to double-double, and one unit in the last place.
    #[test]
    fn what_double_double_rounds_is_exact() {
        let mut number = crate::tests::numbers();
        let mut misled = 0;
        for round in 0..4000 {
            let direction = DVec3::new(number(), number(), 1.0);
            let (x, y) = (number(), number() * 2f64.powi(-(round % 60)));
            let sum = DoubleDouble::product(x, direction.x) + DoubleDouble::product(y, direction.y);
            let p = DVec3::new(x, y, -sum.hi);
            for z in [sum.lo.next_down(), sum.lo.next_up()] {
                let q = DVec3::Z * z;
                let products = [
                    [x, direction.x],
                    [y, direction.y],
                    [-sum.hi, 1.0],
                    [-z, 1.0],
                ];
                let rise = exact_sum_of_products(&products);
                let rounded = Precise::sum(p, -q).dot(Precise::from(direction)).hi;
                misled += u32::from(rise * rounded < 0.0);
                assert_eq!(
                    is_higher(p, q, direction),
                    rise > 0.0,
                    "{p} {q} {direction}"
                );
                assert_eq!(
                    is_higher(q, p, direction),
                    rise < 0.0,
                    "{p} {q} {direction}"
                );
            }
        }
        assert!(misled > 100, "{misled}");
    }
}
