//! A whole number of any size.
//!
//! What: the only arithmetic of this crate, a thin wrapper of `dashu_int::IBig`.
//! Why it is right: it offers shift to the left, `+`, `-`, `*` and comparison, and nothing else.
//! Division, greatest common divisors and roots, where big-integer libraries have had their bugs,
//! are not reachable through it.
//! Cost: up to 128 bits a number needs no allocation.

use dashu_int::{IBig, Sign};
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A whole number of any size, of either sign.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Int(IBig);

impl Int {
    /// The number zero.
    pub const ZERO: Int = Int(IBig::ZERO);

    /// The number one.
    pub const ONE: Int = Int(IBig::ONE);

    /// The same number as `value`.
    pub fn from_i64(value: i64) -> Int {
        Int(IBig::from(value))
    }

    /// This number times 2^`bits`.
    pub fn shl(&self, bits: usize) -> Int {
        Int(&self.0 << bits)
    }

    /// `Less`, `Equal` or `Greater` for a number below, at or above zero.
    pub fn sign(&self) -> Ordering {
        if self.0.is_zero() {
            Ordering::Equal
        } else if self.0.sign() == Sign::Negative {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }

    /// Whether this number is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Whether this number is above zero.
    pub fn is_positive(&self) -> bool {
        self.sign() == Ordering::Greater
    }

    /// Whether this number is below zero.
    pub fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    /// This number times itself.
    pub fn squared(&self) -> Int {
        self * self
    }

    /// `(mantissa, exponent)` with `mantissa * 2^exponent` nearly this number: the relative error
    /// is below 2^-52. Only for reports; nothing is ever decided by it. Zero gives `(0.0, 0)`.
    pub fn to_approx(&self) -> (f64, i64) {
        let (sign, words) = self.0.as_sign_words();
        let word_bits = dashu_int::Word::BITS as usize;
        let kept = words.len().min(128 / word_bits);
        let dropped = words.len() - kept;
        // The first kept word may begin with zeros, but at least one full word follows it.
        let mut leading: u128 = 0;
        for word in words[dropped..].iter().rev() {
            leading = (leading << word_bits) | u128::from(*word);
        }
        let magnitude = leading as f64;
        let mantissa = if sign == Sign::Negative {
            -magnitude
        } else {
            magnitude
        };
        (mantissa, (dropped * word_bits) as i64)
    }
}

impl Add for &Int {
    type Output = Int;
    fn add(self, other: &Int) -> Int {
        Int(&self.0 + &other.0)
    }
}

impl Add for Int {
    type Output = Int;
    fn add(self, other: Int) -> Int {
        Int(self.0 + other.0)
    }
}

impl AddAssign<&Int> for Int {
    fn add_assign(&mut self, other: &Int) {
        self.0 += &other.0;
    }
}

impl Sub for &Int {
    type Output = Int;
    fn sub(self, other: &Int) -> Int {
        Int(&self.0 - &other.0)
    }
}

impl Sub for Int {
    type Output = Int;
    fn sub(self, other: Int) -> Int {
        Int(self.0 - other.0)
    }
}

impl Mul for &Int {
    type Output = Int;
    fn mul(self, other: &Int) -> Int {
        Int(&self.0 * &other.0)
    }
}

impl Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        Int(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whole numbers around the places where a representation changes size.
    fn samples() -> Vec<i64> {
        let mut samples = vec![
            0,
            1,
            2,
            3,
            10,
            1 << 31,
            1 << 32,
            (1 << 53) - 1,
            1 << 53,
            i64::MAX,
        ];
        for index in 0..samples.len() {
            samples.push(-samples[index]);
        }
        samples.push(i64::MIN);
        samples
    }

    /// `value` as an `Int`, built from three pieces of 44 bits or less.
    fn from_i128(value: i128) -> Int {
        let piece = (1 << 42) - 1;
        let low = Int::from_i64((value & piece) as i64);
        let middle = Int::from_i64(((value >> 42) & piece) as i64).shl(42);
        let high = Int::from_i64((value >> 84) as i64).shl(84);
        low + middle + high
    }

    /// Claim: sum, difference, product, order and sign are those of the machine's 128-bit numbers.
    /// Checked on every pair of the samples, none of which overflows 128 bits.
    #[test]
    fn agrees_with_i128() {
        for x in samples() {
            for y in samples() {
                let (int_x, int_y) = (Int::from_i64(x), Int::from_i64(y));
                let (x, y) = (i128::from(x), i128::from(y));
                assert_eq!(&int_x + &int_y, from_i128(x + y));
                assert_eq!(&int_x - &int_y, from_i128(x - y));
                assert_eq!(&int_x * &int_y, from_i128(x * y));
                assert_eq!(int_x.clone() + int_y.clone(), from_i128(x + y));
                assert_eq!(int_x.clone() - int_y.clone(), from_i128(x - y));
                assert_eq!(int_x.cmp(&int_y), x.cmp(&y));
                assert_eq!(int_x.sign(), x.cmp(&0));
                assert_eq!(-int_x, from_i128(-x));
            }
        }
    }

    /// Claim: a shift multiplies by a power of two, far beyond 128 bits too.
    /// Checked against repeated doubling, and by (2^n + 1)(2^n - 1) = 2^2n - 1.
    #[test]
    fn shifts_by_powers_of_two() {
        let mut doubled = Int::from_i64(-3);
        for bits in 0..300 {
            assert_eq!(Int::from_i64(-3).shl(bits), doubled);
            doubled = &doubled + &doubled;
        }
        let power = Int::ONE.shl(1000);
        let product = &(&power + &Int::ONE) * &(&power - &Int::ONE);
        assert_eq!(product, &Int::ONE.shl(2000) - &Int::ONE);
    }

    /// Claim: the approximation is the number itself where a float can hold it, and is within
    /// 2^-52 of it elsewhere. Checked by turning the approximation back into an `Int`.
    #[test]
    fn approximates_closely() {
        assert_eq!(Int::ZERO.to_approx(), (0.0, 0));
        for bits in [0, 1, 63, 64, 127, 128, 129, 191, 192, 1000, 4000] {
            for odd in [1, -3, (1 << 53) - 1, i64::MAX, i64::MIN + 1] {
                let value = &Int::from_i64(odd).shl(bits) + &Int::from_i64(odd);
                let (mantissa, exponent) = value.to_approx();
                let back = crate::float::to_int(mantissa, 0).shl(exponent as usize);
                let error = &back - &value;
                let scaled = error.squared().shl(104);
                assert!(scaled <= value.squared(), "{odd} << {bits}");
            }
        }
    }
}
