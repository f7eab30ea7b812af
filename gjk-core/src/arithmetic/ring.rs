//! Sums and products, of whatever numbers.

use core::ops::{Add, Mul, Sub};

/// Numbers with addition and multiplication: floats, double-double, estimates and integers.
pub(crate) trait Ring:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
}

impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Ring for T {}

/// The dot product.
pub(crate) fn dot<R: Ring>(p: &[R; 3], q: &[R; 3]) -> R {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

/// The cross product.
pub(crate) fn cross<R: Ring>(p: &[R; 3], q: &[R; 3]) -> [R; 3] {
    [
        p[1] * q[2] - p[2] * q[1],
        p[2] * q[0] - p[0] * q[2],
        p[0] * q[1] - p[1] * q[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::{Ring, cross, dot};
    use crate::arithmetic::Estimate;
    use crate::arithmetic::ROUNDOFF;
    use core::cmp::Ordering;

    fn exactly(value: f64) -> Estimate<f64> {
        Estimate { value, error: 0.0 }
    }

    // Claim: exact zeros are known to be zero, and nothing else is.
    #[test]
    fn zero_is_known() {
        let [zero, one] = [0.0, 1.0].map(exactly);
        assert_eq!(zero.sign(), Some(Ordering::Equal));
        assert_eq!((zero * one).sign(), Some(Ordering::Equal));
        assert_eq!((one - one).sign(), Some(Ordering::Equal));
        assert_eq!(one.sign(), Some(Ordering::Greater));
        assert_eq!((zero - one).sign(), Some(Ordering::Less));
        let third = Estimate {
            value: 1.0 / 3.0,
            error: f64::EPSILON,
        };
        assert_eq!((third - third).sign(), None);
        assert_eq!((third * zero).sign(), Some(Ordering::Equal));
        let tiny = exactly(1e-200);
        assert_eq!((tiny * tiny).sign(), None);
    }

    // Claim: NaN has no sign.
    #[test]
    fn numbers_that_are_none_have_no_sign() {
        let huge = exactly(1e200);
        assert_eq!((huge * huge).sign(), None);
        assert_eq!((huge * huge - huge * huge).sign(), None);
        assert_eq!(exactly(f64::NAN).sign(), None);
    }

    // Claim: an error is a bound although it is rounded, and the sign is open if the error equals
    // the number up to rounding. The error is not much larger than necessary.
    #[test]
    fn errors_are_not_rounded_away() {
        let estimate = |value: f64, error: f64| Estimate { value, error };
        let most = 1.0 + 64.0 * ROUNDOFF;
        // The exact errors are 1 + u, which is rounded to 1.
        let sum = estimate(0.0, 1.0) + estimate(0.0, ROUNDOFF);
        let product = estimate(0.0, 1.0) * estimate(1.0, ROUNDOFF);
        for found in [sum, product] {
            assert!(
                found.error > 1.0 && found.error <= most,
                "{:e}",
                found.error
            );
        }
        let just = |error: f64| estimate(1.0, error).sign();
        assert_eq!(just(1.0), None);
        assert_eq!(just(1.0 - 8.0 * ROUNDOFF), None);
        assert_eq!(just(1.0 - 64.0 * ROUNDOFF), Some(Ordering::Greater));
    }

    // Claim: the error of a sum covers its rounding, in either order of its terms; that of a
    // product covers the product of the errors, where both numbers may be zero.
    #[test]
    fn errors_do_not_depend_on_the_order() {
        let (small, large) = (exactly(0.75 * ROUNDOFF), exactly(1.0));
        for sum in [small + large, large + small] {
            assert_eq!(sum.value, 1.0);
            assert!(sum.error >= small.value, "{:e}", sum.error);
        }
        let unknown = Estimate {
            value: 0.0,
            error: 3.0,
        };
        assert!((unknown * unknown).error >= 9.0);
    }

    /// A triple product of integer vectors, with the last one nearly in the plane of the others, in
    /// integers and in estimates.
    fn triple<R: Ring>(vectors: [[i64; 3]; 3], number: impl Fn(i64) -> R) -> R {
        let [p, q, r] = vectors.map(|vector| vector.map(&number));
        dot(&cross(&p, &q), &r)
    }

    #[derive(Clone, Copy)]
    struct Whole(i128);

    impl core::ops::Add for Whole {
        type Output = Self;
        fn add(self, other: Self) -> Self {
            Self(self.0 + other.0)
        }
    }
    impl core::ops::Sub for Whole {
        type Output = Self;
        fn sub(self, other: Self) -> Self {
            Self(self.0 - other.0)
        }
    }
    impl core::ops::Mul for Whole {
        type Output = Self;
        fn mul(self, other: Self) -> Self {
            Self(self.0 * other.0)
        }
    }
    impl core::ops::Neg for Whole {
        type Output = Self;
        fn neg(self) -> Self {
            Self(-self.0)
        }
    }

    // Claim: the exact number is within the error, which is not much larger than necessary: it
    // decides the sign if the products cancel to a millionth.
    #[test]
    fn errors_are_bounds() {
        let mut bits = crate::tests::bits();
        let mut number = |shift: u32| (bits() as i64) >> shift;
        let (mut undecided, mut rounded) = (0, 0);
        for _ in 0..2000 {
            let mut vector = || [number(24), number(24), number(24)];
            let (p, q) = (vector(), vector());
            let beside = [number(61), number(61), number(61)];
            let r = core::array::from_fn(|i| p[i] - q[i] + beside[i]);
            let exact = triple([p, q, r], |x| Whole(x.into())).0;
            let near = triple([p, q, r], |x| exactly(x as f64));
            let off = (exact - near.value as i128).unsigned_abs();
            assert!(off as f64 <= near.error, "{p:?} {q:?} {r:?}");
            rounded += u32::from(off > 0);
            match near.sign() {
                Some(sign) => assert_eq!(sign, exact.cmp(&0)),
                None => undecided += 1,
            }
        }
        assert!(rounded > 1000, "{rounded}");
        assert!(undecided < 100, "{undecided}");
    }
}
