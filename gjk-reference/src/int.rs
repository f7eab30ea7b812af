//! A whole number of any size.
//!
//! What: the only arithmetic of this crate: `i128` as far as that goes, beyond it `dashu_int::IBig`.
//! Why it is right: polytopes use shift to the left, `+`, `-`, `*` and comparison, and nothing else but
//! the leading digits that say which vertices need no exact look.
//! Each is tried in `i128`, checked, and left to the library where the result does not fit.
//! Division and roots are where big-integer libraries have had their bugs. Only curved shapes need
//! them, and only in two functions, [`Int::sqrt_floor`] and [`Int::div_floor`]; each checks what the
//! library returns by multiplying out, and stops the program when it is wrong.
//! Cost: up to 128 bits a number needs no allocation, and a few instructions for an operation.

use dashu_int::ops::{BitTest, DivEuclid, SquareRoot};
use dashu_int::{IBig, Sign};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A whole number of any size, of either sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Int(Form);

/// Each number has one form, so equal numbers have equal forms.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Small(i128),
    /// A number that an `i128` does not hold.
    Large(IBig),
}

use Form::{Large, Small};

impl Int {
    /// The number zero.
    pub const ZERO: Int = Int(Small(0));

    /// The number one.
    pub const ONE: Int = Int(Small(1));

    /// The same number as `value`.
    pub fn from_i64(value: i64) -> Int {
        Int(Small(i128::from(value)))
    }

    /// The number that the library has, in its form.
    fn of(value: IBig) -> Int {
        match i128::try_from(&value) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int(Large(value)),
        }
    }

    /// This number as the library has it.
    fn big(&self) -> Cow<'_, IBig> {
        match &self.0 {
            Small(value) => Cow::Owned(IBig::from(*value)),
            Large(value) => Cow::Borrowed(value),
        }
    }

    /// What the machine makes of two numbers, if an `i128` holds them and the result.
    #[inline]
    fn small(&self, other: &Int, operation: fn(i128, i128) -> Option<i128>) -> Option<Int> {
        match (&self.0, &other.0) {
            (Small(x), Small(y)) => Some(Int(Small(operation(*x, *y)?))),
            _ => None,
        }
    }

    /// What the library makes of two numbers. Not inlined, to keep the other way short.
    #[inline(never)]
    fn large(&self, other: &Int, operation: fn(&IBig, &IBig) -> IBig) -> Int {
        Int::of(operation(&self.big(), &other.big()))
    }

    /// The same, in the memory of this number.
    #[inline(never)]
    fn into_large(self, other: &Int, operation: fn(IBig, &IBig) -> IBig) -> Int {
        let own = match self.0 {
            Small(value) => IBig::from(value),
            Large(value) => value,
        };
        Int::of(operation(own, &other.big()))
    }

    /// This number times 2^`bits`.
    #[inline]
    pub fn shl(&self, bits: usize) -> Int {
        if let Small(value) = self.0
            && bits < i128::BITS as usize
            && (value << bits) >> bits == value
        {
            return Int(Small(value << bits));
        }
        self.shl_large(bits)
    }

    #[inline(never)]
    fn shl_large(&self, bits: usize) -> Int {
        Int::of(&*self.big() << bits)
    }

    /// The leading digits: this number divided by 2^`dropped`, rounded down.
    ///
    /// # Panics
    /// If an `i64` does not hold them.
    #[inline]
    pub fn leading(&self, dropped: usize) -> i64 {
        let digits = match &self.0 {
            Small(value) => value >> dropped.min(i128::BITS as usize - 1),
            Large(value) => leading_of_large(value, dropped),
        };
        assert!(i128::from(digits as i64) == digits, "too many digits");
        digits as i64
    }

    /// `Less`, `Equal` or `Greater` for a number below, at or above zero.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Small(value) => value.cmp(&0),
            Large(value) => match value.sign() {
                Sign::Negative => Ordering::Less,
                Sign::Positive => Ordering::Greater,
            },
        }
    }

    /// Whether this number is zero.
    pub fn is_zero(&self) -> bool {
        self.0 == Small(0)
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

    /// This number without its sign.
    pub fn magnitude(&self) -> Int {
        if self.is_negative() {
            -self.clone()
        } else {
            self.clone()
        }
    }

    /// How many binary digits the magnitude of this number has; none for zero.
    #[inline]
    pub fn bit_length(&self) -> usize {
        match &self.0 {
            Small(value) => (i128::BITS - value.unsigned_abs().leading_zeros()) as usize,
            Large(value) => value.bit_len(),
        }
    }

    /// The greatest whole number whose square is not above this number, which is not negative.
    ///
    /// One of the two operations that do not come from `+`, `-` and `*`. The root `r` is believed
    /// only after `r^2 <= n < (r + 1)^2` was found to hold.
    ///
    /// # Panics
    /// If this number is negative, or if the library's root fails the check.
    pub fn sqrt_floor(&self) -> Int {
        assert!(!self.is_negative(), "no root of a negative number");
        let root = Int::of(IBig::from(self.big().sqrt()));
        // What is left is n - r^2, and n < (r + 1)^2 says that it is at most 2r.
        let left = self - &root.squared();
        assert!(
            !root.is_negative() && !left.is_negative() && left <= root.shl(1),
            "the square root of the library is wrong"
        );
        root
    }

    /// The least whole number whose square is not below this number, which is not negative.
    pub fn sqrt_ceil(&self) -> Int {
        let root = self.sqrt_floor();
        if &root.squared() == self {
            root
        } else {
            &root + &Int::ONE
        }
    }

    /// The greatest whole number that is not above this number divided by `divisor`, which is
    /// above zero.
    ///
    /// One of the two operations that do not come from `+`, `-` and `*`. The quotient `q` is
    /// believed only after `q * d <= n < (q + 1) * d` was found to hold.
    ///
    /// # Panics
    /// If the divisor is not above zero, or if the library's quotient fails the check.
    pub fn div_floor(&self, divisor: &Int) -> Int {
        assert!(divisor.is_positive(), "the divisor is above zero");
        let quotient = Int::of((&*self.big()).div_euclid(&*divisor.big()));
        let left = self - &(&quotient * divisor);
        assert!(
            !left.is_negative() && &left < divisor,
            "the quotient of the library is wrong"
        );
        quotient
    }

    /// This number divided by `divisor`, which is above zero, rounded towards zero.
    pub fn div_toward_zero(&self, divisor: &Int) -> Int {
        if self.is_negative() {
            -(-self.clone()).div_floor(divisor)
        } else {
            self.div_floor(divisor)
        }
    }

    /// `(mantissa, exponent)` with `mantissa * 2^exponent` nearly this number: the relative error
    /// is below 2^-52. Only for reports; nothing is ever decided by it. Zero gives `(0.0, 0)`.
    pub fn to_approx(&self) -> (f64, i64) {
        let big = match &self.0 {
            Small(value) => return (*value as f64, 0),
            Large(value) => value,
        };
        let (sign, words) = big.as_sign_words();
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

/// [`Int::leading`] of a number that an `i128` does not hold. Not inlined, to keep the other way short.
#[inline(never)]
fn leading_of_large(value: &IBig, dropped: usize) -> i128 {
    i128::try_from(value >> dropped).expect("too many digits")
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(x), Small(y)) => x.cmp(y),
            _ => self.big().cmp(&other.big()),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Int {
    type Output = Int;
    #[inline]
    fn add(self, other: &Int) -> Int {
        let small = self.small(other, i128::checked_add);
        small.unwrap_or_else(|| self.large(other, |x, y| x + y))
    }
}

impl Add for Int {
    type Output = Int;
    #[inline]
    fn add(self, other: Int) -> Int {
        let small = self.small(&other, i128::checked_add);
        small.unwrap_or_else(|| self.into_large(&other, |x, y| x + y))
    }
}

impl AddAssign<&Int> for Int {
    #[inline]
    fn add_assign(&mut self, other: &Int) {
        let own = std::mem::replace(self, Int::ZERO);
        let small = own.small(other, i128::checked_add);
        *self = small.unwrap_or_else(|| own.into_large(other, |x, y| x + y));
    }
}

impl Sub for &Int {
    type Output = Int;
    #[inline]
    fn sub(self, other: &Int) -> Int {
        let small = self.small(other, i128::checked_sub);
        small.unwrap_or_else(|| self.large(other, |x, y| x - y))
    }
}

impl Sub for Int {
    type Output = Int;
    #[inline]
    fn sub(self, other: Int) -> Int {
        let small = self.small(&other, i128::checked_sub);
        small.unwrap_or_else(|| self.into_large(&other, |x, y| x - y))
    }
}

impl Mul for &Int {
    type Output = Int;
    #[inline]
    fn mul(self, other: &Int) -> Int {
        let small = self.small(other, i128::checked_mul);
        small.unwrap_or_else(|| self.large(other, |x, y| x * y))
    }
}

impl Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        &Int::ZERO - &self
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

    /// Whole numbers around every power of two that the library or the machine may stumble over, among
    /// them the first and the last that an `i128` holds and those beyond, as the library has them.
    fn bigs() -> Vec<IBig> {
        let mut bigs = vec![IBig::ZERO];
        for bits in [
            0, 1, 2, 31, 32, 62, 63, 64, 65, 126, 127, 128, 129, 191, 192, 200, 256, 500,
        ] {
            for beside in -2..=2 {
                let magnitude = (IBig::ONE << bits) + IBig::from(beside);
                bigs.extend([-magnitude.clone(), magnitude]);
            }
        }
        // Halves of the range and factors of the last number, which is 2^127 - 1.
        for x in [i128::MAX / 2, i128::MAX / 3, 0x5_e377_9b97_f4a7 << 70] {
            bigs.extend([IBig::from(x), IBig::from(-x)]);
        }
        bigs
    }

    /// Claim: each operation is that of the library, and each result has its one form, whether the
    /// operands or the result fit into an `i128` or not. Checked on every pair around its limits.
    #[test]
    fn agrees_with_the_library() {
        let is = |found: &Int, expected: IBig| {
            let fits = (IBig::from(i128::MIN)..=IBig::from(i128::MAX)).contains(&expected);
            assert_eq!(matches!(found.0, Small(_)), fits, "{expected}");
            assert_eq!(*found.big(), expected);
        };
        for x in bigs() {
            let int_x = Int::of(x.clone());
            is(&int_x, x.clone());
            is(&-int_x.clone(), -x.clone());
            is(
                &int_x.magnitude(),
                if x < IBig::ZERO {
                    -x.clone()
                } else {
                    x.clone()
                },
            );
            assert_eq!(int_x.sign(), x.cmp(&IBig::ZERO));
            assert_eq!(int_x.is_zero(), x == IBig::ZERO);
            assert_eq!(int_x.bit_length(), x.bit_len());
            for bits in [0, 1, 61, 62, 63, 64, 65, 125, 126, 127, 128, 129, 400] {
                is(&int_x.shl(bits), &x << bits);
                if x.bit_len() <= bits + 62 {
                    let leading = IBig::from(int_x.leading(bits));
                    let rest = &x - (&leading << bits);
                    assert!(rest >= IBig::ZERO && rest < IBig::ONE << bits, "{x}");
                }
            }
            for y in bigs() {
                let int_y = Int::of(y.clone());
                is(&(&int_x + &int_y), &x + &y);
                is(&(int_x.clone() + int_y.clone()), &x + &y);
                is(&(&int_x - &int_y), &x - &y);
                is(&(int_x.clone() - int_y.clone()), &x - &y);
                is(&(&int_x * &int_y), &x * &y);
                let mut sum = int_x.clone();
                sum += &int_y;
                is(&sum, &x + &y);
                assert_eq!(int_x.cmp(&int_y), x.cmp(&y));
                assert_eq!(int_x == int_y, x == y);
            }
        }
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

    /// Claim: the root is the greatest whole number whose square is not above, right below, at and
    /// right above perfect squares of up to 4000 bits; and rounded up it is the least not below.
    #[test]
    fn roots_hold_around_squares() {
        for bits in [0, 1, 2, 5, 26, 31, 32, 63, 64, 65, 127, 128, 500, 2000] {
            for add in [0, 1, 3, (1 << 53) - 1] {
                let root = &Int::ONE.shl(bits) + &Int::from_i64(add);
                let square = root.squared();
                assert_eq!(square.sqrt_floor(), root);
                assert_eq!(square.sqrt_ceil(), root);
                let above = &square + &Int::ONE;
                assert_eq!(above.sqrt_floor(), root);
                assert_eq!(above.sqrt_ceil(), &root + &Int::ONE);
                let below = &square - &Int::ONE;
                assert_eq!(below.sqrt_floor(), &root - &Int::ONE);
                let expected = if below.is_zero() { Int::ZERO } else { root };
                assert_eq!(below.sqrt_ceil(), expected);
            }
        }
        assert_eq!(Int::ZERO.sqrt_floor(), Int::ZERO);
        assert_eq!(Int::ZERO.sqrt_ceil(), Int::ZERO);
        for small in 0..2000 {
            let number = Int::from_i64(small);
            let expected = (small as f64).sqrt();
            assert_eq!(number.sqrt_floor(), Int::from_i64(expected.floor() as i64));
            assert_eq!(number.sqrt_ceil(), Int::from_i64(expected.ceil() as i64));
        }
    }

    /// Claim: the quotient is rounded down, for either sign, around exact multiples of up to 4000
    /// bits; towards zero it is the same for a number and its opposite.
    #[test]
    fn quotients_hold_around_multiples() {
        for bits in [0, 1, 31, 63, 64, 65, 127, 128, 1000, 2000] {
            for add in [1, 2, (1 << 53) - 1] {
                let divisor = &Int::ONE.shl(bits) + &Int::from_i64(add);
                for factor in [0, 1, 7, i64::MAX, -1, -7] {
                    let quotient = &Int::from_i64(factor).shl(bits) + &Int::from_i64(factor);
                    let product = &quotient * &divisor;
                    let above = &product + &Int::ONE;
                    let below = &product - &Int::ONE;
                    assert_eq!(product.div_floor(&divisor), quotient);
                    assert_eq!(above.div_floor(&divisor), quotient);
                    assert_eq!(below.div_floor(&divisor), &quotient - &Int::ONE);
                    for number in [product, above, below] {
                        let mirrored = (-number.clone()).div_toward_zero(&divisor);
                        assert_eq!(number.div_toward_zero(&divisor), -mirrored);
                    }
                }
            }
        }
        for x in -50..50 {
            for d in 1..12 {
                let (number, divisor) = (Int::from_i64(x), Int::from_i64(d));
                assert_eq!(number.div_floor(&divisor), Int::from_i64(x.div_euclid(d)));
                assert_eq!(number.div_toward_zero(&divisor), Int::from_i64(x / d));
            }
        }
    }

    /// Claim: the digits of a number are counted as the machine counts those of 128 bits.
    #[test]
    fn counts_binary_digits() {
        for x in samples() {
            let magnitude = i128::from(x).unsigned_abs();
            let expected = (128 - magnitude.leading_zeros()) as usize;
            assert_eq!(Int::from_i64(x).bit_length(), expected);
            assert_eq!(Int::from_i64(x).magnitude(), from_i128(magnitude as i128));
            for bits in [64, 128, 129, 1000] {
                let shifted = if x == 0 { 0 } else { expected + bits };
                assert_eq!(Int::from_i64(x).shl(bits).bit_length(), shifted);
            }
        }
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
