//! An integer of any size.
//!
//! What: the only arithmetic of this crate: `i128` within its range, `dashu_int::IBig` beyond it.
//! Why it is right: polytopes use left shift, `+`, `-`, `*` and comparison, and the leading digits
//! that show which vertices need no exact comparison. Each operation is tried in `i128` with an
//! overflow check, and left to the library if the result does not fit. Division and roots are where
//! big-integer libraries have had their bugs. Only curved shapes need them, in two functions only,
//! [`Int::sqrt_floor`] and [`Int::div_floor`]. Each checks the result of the library by multiplying
//! out, and panics if it is wrong.
//! Cost: up to 128 bits an operation takes a few instructions and no allocation.

use dashu_int::ops::{BitTest, DivEuclid, SquareRoot};
use dashu_int::{IBig, Sign};
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A signed integer of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Int(Form);

/// Each number has one form, so equal numbers have equal forms.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Small(i128),
    /// A number beyond the range of `i128`.
    Large(IBig),
}

use Form::{Large, Small};

impl Int {
    /// The number zero.
    pub const ZERO: Int = Int(Small(0));

    /// The number one.
    pub const ONE: Int = Int(Small(1));

    /// The integer `value`.
    pub fn from_i64(value: i64) -> Int {
        Int(Small(i128::from(value)))
    }

    /// A number of the library, in its form.
    fn of(value: IBig) -> Int {
        match i128::try_from(&value) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int(Large(value)),
        }
    }

    /// This number as a number of the library.
    fn big(&self) -> Cow<'_, IBig> {
        match &self.0 {
            Small(value) => Cow::Owned(IBig::from(*value)),
            Large(value) => Cow::Borrowed(value),
        }
    }

    /// The result in `i128`, if both numbers and the result fit.
    #[inline]
    fn small(&self, other: &Int, operation: fn(i128, i128) -> Option<i128>) -> Option<Int> {
        match (&self.0, &other.0) {
            (Small(x), Small(y)) => Some(Int(Small(operation(*x, *y)?))),
            _ => None,
        }
    }

    /// The result of the library. Not inlined, to keep the fast path short.
    #[inline(never)]
    fn large(&self, other: &Int, operation: fn(&IBig, &IBig) -> IBig) -> Int {
        Int::of(operation(&self.big(), &other.big()))
    }

    /// The same, reusing the memory of this number.
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
    /// If they do not fit an `i64`.
    #[inline]
    pub fn leading(&self, dropped: usize) -> i64 {
        let digits = match &self.0 {
            Small(value) => value >> dropped.min(i128::BITS as usize - 1),
            Large(value) => leading_of_large(value, dropped),
        };
        assert!(i128::from(digits as i64) == digits, "too many digits");
        digits as i64
    }

    /// `Less`, `Equal` or `Greater` for a negative number, zero or a positive one.
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

    /// The number of binary digits of the magnitude; 0 for zero.
    #[inline]
    pub fn bit_length(&self) -> usize {
        match &self.0 {
            Small(value) => (i128::BITS - value.unsigned_abs().leading_zeros()) as usize,
            Large(value) => value.bit_len(),
        }
    }

    /// The greatest integer whose square is at most this number, which is not negative.
    ///
    /// One of the two operations beyond `+`, `-` and `*`. The root `r` is returned only after
    /// `r^2 <= n < (r + 1)^2` has been checked.
    ///
    /// # Panics
    /// If this number is negative, or if the library's root fails the check.
    pub fn sqrt_floor(&self) -> Int {
        assert!(!self.is_negative(), "no root of a negative number");
        let root = Int::of(IBig::from(self.big().sqrt()));
        // The remainder is n - r^2, and n < (r + 1)^2 means that it is at most 2r.
        let left = self - &root.squared();
        assert!(
            !root.is_negative() && !left.is_negative() && left <= root.shl(1),
            "the square root of the library is wrong"
        );
        root
    }

    /// The least integer whose square is at least this number, which is not negative.
    pub fn sqrt_ceil(&self) -> Int {
        let root = self.sqrt_floor();
        if &root.squared() == self {
            root
        } else {
            &root + &Int::ONE
        }
    }

    /// The greatest integer at most this number divided by `divisor`, which is positive.
    ///
    /// One of the two operations beyond `+`, `-` and `*`. The quotient `q` is returned only after
    /// `q * d <= n < (q + 1) * d` has been checked.
    ///
    /// # Panics
    /// If the divisor is not positive, or if the library's quotient fails the check.
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

    /// This number divided by `divisor`, which is positive, rounded towards zero.
    pub fn div_toward_zero(&self, divisor: &Int) -> Int {
        if self.is_negative() {
            -(-self.clone()).div_floor(divisor)
        } else {
            self.div_floor(divisor)
        }
    }

    /// `(mantissa, exponent)` with `mantissa * 2^exponent` within a relative error of 2^-52 of this
    /// number. For reports only. Zero gives `(0.0, 0)`.
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

/// [`Int::leading`] of a number beyond `i128`. Not inlined, to keep the fast path short.
#[inline(never)]
fn leading_of_large(value: &IBig, dropped: usize) -> i128 {
    i128::try_from(value >> dropped).expect("too many digits")
}

/// In decimal.
impl fmt::Display for Int {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match &self.0 {
            Small(value) => fmt::Display::fmt(value, formatter),
            Large(value) => fmt::Display::fmt(value, formatter),
        }
    }
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
mod tests;
