//! Exact sums of products.
//!
//! The forms of [`exact`](crate::exact) find these signs too. But a climb needs one for every
//! neighbour of the top that may be as high, and took 1.7 times as long with them on meshes with
//! flat sides.

use core::cmp::Ordering;

use crate::arithmetic::float::{LEAST_EXPONENT, mantissa_and_exponent};
use crate::vector::Vector;

/// The relative error bound of the difference of two projections, in units of the sum of the
/// magnitudes of its products: a difference, a product and two sums are rounded, each by half of
/// `f64::EPSILON`, and so is the sum of the magnitudes.
pub(crate) const ROUNDING: f64 = 3.0 * f64::EPSILON;

/// Enough words for the smallest and the largest product of two `f64`, and for a sum of many.
const WORDS: usize = 67;

/// An exact sum of products of finite numbers of any size: one long integer to which all bits of
/// the products are added in their positions (U. Kulisch, "Computer arithmetic and validity", 2008,
/// chapter 8).
pub(crate) struct Accumulator {
    positive: [u64; WORDS],
    negative: [u64; WORDS],
}

impl Accumulator {
    pub(crate) const ZERO: Self = Self {
        positive: [0; WORDS],
        negative: [0; WORDS],
    };

    /// Adds `x` times `y`.
    pub(crate) fn add_product(&mut self, x: f64, y: f64) {
        let [(m, i), (n, j)] = [x, y].map(mantissa_and_exponent);
        let product = u128::from(m) * u128::from(n);
        let sum = if x.is_sign_negative() == y.is_sign_negative() {
            &mut self.positive
        } else {
            &mut self.negative
        };
        // The bit position, counted from that of the smallest product.
        let place = (i + j - 2 * LEAST_EXPONENT) as u32;
        let (first, shift) = (place / u64::BITS, place % u64::BITS);
        // Once shifted, the halves of the product overlap by one word.
        let low = u128::from(product as u64) << shift;
        let high = (product >> u64::BITS) << shift;
        let mut carry = low;
        for (number, word) in sum.iter_mut().skip(first as usize).enumerate() {
            if number == 1 {
                carry += high;
            }
            carry += u128::from(*word);
            *word = carry as u64;
            carry >>= u64::BITS;
            if carry == 0 && number > 0 {
                break;
            }
        }
    }

    /// The sign of the sum.
    pub(crate) fn compared_with_zero(&self) -> Ordering {
        self.positive.iter().rev().cmp(self.negative.iter().rev())
    }
}

/// Whether `p` is higher than `q` in `direction`, exactly.
#[cold]
pub(crate) fn is_higher<V: Vector>(p: V, q: V, direction: V) -> bool {
    let edge = p - q;
    let rise = edge.dot(direction);
    let products = edge.times(direction).coordinates();
    let size: f64 = products.iter().map(|product| product.abs()).sum();
    let doubt = size * ROUNDING + f64::MIN_POSITIVE;
    if rise.abs() > doubt {
        return rise > 0.0;
    }
    let (p, q, direction) = (p.coordinates(), q.coordinates(), direction.coordinates());
    let counts = |axis: &usize| p[*axis] != q[*axis] && direction[*axis] != 0.0;
    // This is so for corners of a box and a direction along an axis.
    if !(0..V::DIMENSION).any(|axis| counts(&axis)) {
        return false;
    }
    let mut height = Accumulator::ZERO;
    for axis in (0..V::DIMENSION).filter(counts) {
        height.add_product(p[axis], direction[axis]);
        height.add_product(-q[axis], direction[axis]);
    }
    height.compared_with_zero().is_gt()
}

#[cfg(test)]
mod tests {
    use super::{Accumulator, is_higher};
    use core::cmp::Ordering::{self, Equal, Greater, Less};
    use glam::{DVec2, DVec3};

    fn sign_of(products: &[(f64, f64)]) -> Ordering {
        let mut sum = Accumulator::ZERO;
        for (x, y) in products {
            sum.add_product(*x, *y);
        }
        sum.compared_with_zero()
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

    // The smallest product decides next to the largest, in either order.
    #[test]
    fn nothing_is_lost() {
        let (most, least) = (f64::MAX, f64::from_bits(1));
        for small in [(least, least), (least, 1.0), (1.0, 1.0), (least, most)] {
            let all = [(most, most), small, (-most, most)];
            assert_eq!(sign_of(&all), Greater);
            assert_eq!(sign_of(&[all[1], all[2], all[0]]), Greater);
            assert_eq!(sign_of(&[all[0], all[2]]), Equal);
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
        let mut bits = crate::random::bits();
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
}
