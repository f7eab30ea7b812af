//! Integers of a fixed capacity: what decides where rounding leaves a sign in doubt.

use core::cmp::Ordering;
use core::ops::{Add, Mul, Sub};

use super::scaled::Scaled;
use crate::arithmetic::float::odd_mantissa_and_exponent;

/// An integer of at most `WORDS` words of 64 bits, sign and magnitude. Sums and products that need
/// more are not made: whoever chooses the capacity counts the bits before (see
/// [`form`](crate::exact::form)).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Int<const WORDS: usize> {
    /// The magnitude, least word first; zero from `count` on.
    words: [u64; WORDS],
    /// The number of words up to the last that is not zero.
    count: usize,
    negative: bool,
}

impl<const WORDS: usize> Int<WORDS> {
    const ZERO: Self = Self {
        words: [0; WORDS],
        count: 0,
        negative: false,
    };

    /// `x` in units of 2 to the power of `unit`, of which it is a multiple.
    pub(crate) fn of(x: f64, unit: i32) -> Self {
        let (mantissa, exponent) = odd_mantissa_and_exponent(x);
        if mantissa == 0 {
            return Self::ZERO;
        }
        let shift = (exponent - unit) as u32;
        let magnitude = u128::from(mantissa) << (shift % u64::BITS);
        Self::placed(magnitude, (shift / u64::BITS) as usize, x < 0.0)
    }

    /// A number as it is.
    pub(crate) fn of_whole(x: i128) -> Self {
        Self::placed(x.unsigned_abs(), 0, x < 0)
    }

    /// Two words from that place on.
    fn placed(magnitude: u128, first: usize, negative: bool) -> Self {
        let mut int = Self {
            negative,
            ..Self::ZERO
        };
        let words = [magnitude as u64, (magnitude >> u64::BITS) as u64];
        for (place, word) in int.words.iter_mut().skip(first).zip(words) {
            *place = word;
        }
        int.trim(WORDS.min(first + 2));
        int
    }

    /// Its leading bits, as many as a double-double has, with an error below 2^-104 of it; `unit`
    /// is the exponent of one.
    pub(crate) fn scaled(&self, unit: i32) -> Scaled {
        let word = |below: usize| match self.count.checked_sub(below) {
            Some(place) => self.words[place],
            None => 0,
        };
        if self.count == 0 {
            return Scaled::ZERO;
        }
        let shift = word(1).leading_zeros();
        let top = u128::from(word(1)) << u64::BITS | u128::from(word(2));
        let next = u128::from(word(3)) << u64::BITS;
        let top = top << shift | next.unbounded_shr(u128::BITS - shift);
        let exponent = unit + (self.count as i32 - 2) * u64::BITS as i32 - shift as i32;
        Scaled::of_bits(self.negative, top, exponent)
    }

    fn compared_by_magnitude(&self, other: &Self) -> Ordering {
        let [words, others] = [self, other].map(|int| int.words[..int.count].iter().rev());
        self.count.cmp(&other.count).then(words.cmp(others))
    }

    /// The sum or the difference of both magnitudes, with the sign of this number. `step` adds or
    /// subtracts two words and returns whether it carries. Only the smaller magnitude can be
    /// subtracted.
    fn word_by_word(&self, other: &Self, step: fn(u64, u64) -> (u64, bool)) -> Self {
        let (mut result, mut carry) = (*self, false);
        let most = WORDS.min(self.count.max(other.count) + 1);
        for place in 0..most {
            let (word, first) = step(self.words[place], other.words[place]);
            let (word, second) = step(word, u64::from(carry));
            (result.words[place], carry) = (word, first | second);
        }
        result.trim(most);
        result
    }

    /// Counts the words, of which no more than `most` are not zero.
    fn trim(&mut self, most: usize) {
        self.count = most;
        while self.count > 0 && self.words[self.count - 1] == 0 {
            self.count -= 1;
        }
    }
}

impl<const WORDS: usize> Add for Int<WORDS> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        if self.negative == other.negative {
            self.word_by_word(&other, u64::overflowing_add)
        } else if self.compared_by_magnitude(&other).is_lt() {
            other.word_by_word(&self, u64::overflowing_sub)
        } else {
            self.word_by_word(&other, u64::overflowing_sub)
        }
    }
}

impl<const WORDS: usize> Sub for Int<WORDS> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        let negative = !other.negative;
        self + Self { negative, ..other }
    }
}

impl<const WORDS: usize> Mul for Int<WORDS> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let mut product = Self::ZERO;
        for (place, word) in self.words[..self.count].iter().enumerate() {
            let mut carry = 0;
            for (other_place, other_word) in other.words[..other.count].iter().enumerate() {
                let target = &mut product.words[place + other_place];
                let sum = u128::from(*word) * u128::from(*other_word) + u128::from(*target) + carry;
                *target = sum as u64;
                carry = sum >> u64::BITS;
            }
            if carry > 0 {
                product.words[place + other.count] = carry as u64;
            }
        }
        product.trim(WORDS.min(self.count + other.count));
        product.negative = self.negative != other.negative;
        product
    }
}

#[cfg(test)]
mod tests {
    use super::Int;
    use core::cmp::Ordering;

    impl<const WORDS: usize> Int<WORDS> {
        /// How it compares with zero.
        pub(crate) fn sign(&self) -> Ordering {
            self.scaled(0).sign()
        }
    }

    /// Six words: enough for products of three numbers of 127 bits.
    type Six = Int<6>;

    fn int(x: i128) -> Six {
        // Two halves, each of which is a number.
        let high = x >> 50;
        let low = x - (high << 50);
        Six::of(high as f64, -50) + Six::of(low as f64, 0)
    }

    fn numbers() -> impl Iterator<Item = i128> {
        let mut bits = 0x2545_f491_4f6c_dd1d_u64;
        let random = core::iter::repeat_with(move || {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            i128::from(bits as i64) >> (bits % 60)
        });
        let special = [0, 1, -1, 1 << 63, (1 << 64) - 1, -(1 << 64)];
        special.into_iter().chain(random.take(200))
    }

    // Claim: sums, differences, products, signs and the order are those of integers, carries and
    // borrows over words included.
    #[test]
    fn integers_are_integers() {
        for x in numbers() {
            assert_eq!(int(x).sign(), x.cmp(&0), "{x}");
            for y in numbers() {
                let is = |found: Six, expected: i128| {
                    assert_eq!((found - int(expected)).sign(), Ordering::Equal, "{x} {y}");
                };
                is(int(x) + int(y), x + y);
                is(int(x) - int(y), x - y);
                if x.checked_mul(y)
                    .is_some_and(|product| product.unsigned_abs() < 1 << 100)
                {
                    is(int(x) * int(y), x * y);
                }
                assert_eq!((int(x) - int(y)).sign(), x.cmp(&y), "{x} {y}");
            }
        }
    }

    // Claim: a whole number is the integer that it says, with as many words as it needs and no
    // more.
    #[test]
    fn whole_numbers_are_themselves() {
        let long = numbers().map(|x| x << 62);
        let summed = |x: i128| int(x >> 64) * Six::of(1.0, -64) + int(x & i128::from(u64::MAX));
        for x in numbers().chain(long) {
            let whole = Six::of_whole(x);
            assert_eq!(whole.sign(), x.cmp(&0), "{x}");
            assert_eq!(whole.scaled(0).rounded(), x as f64, "{x}");
            for y in [x - 1, x, x + 1, -x] {
                assert_eq!((whole - summed(y)).sign(), x.cmp(&y), "{x} {y}");
            }
        }
        for x in [i128::MAX, i128::MIN] {
            assert_eq!(Six::of_whole(x).scaled(0).rounded(), x as f64, "{x}");
        }
    }

    // Claim: products longer than two words obey the laws of arithmetic: (x + y)(x - y) = x² - y².
    #[test]
    fn long_products_are_exact() {
        for x in numbers() {
            for y in numbers().take(40) {
                let (x, y) = (int(x) * int(i128::MAX >> 30), int(y) * int(-7 << 60));
                let zero = (x + y) * (x - y) - (x * x - y * y);
                assert_eq!(zero.sign(), Ordering::Equal);
            }
        }
    }

    // Claim: the leading digits of an integer are those of its double-double, to 2^-104 of it.
    #[test]
    fn leading_digits() {
        for x in numbers() {
            let [high, low] = int(x).scaled(0).halves();
            let one = int(x).scaled(0);
            assert_eq!(one.rounded(), x as f64, "{x}");
            assert!(low.abs() <= high.abs() * f64::EPSILON, "{x}");
        }
        // 2^200 + 1: the last digit is too far away. 2^100 + 1: it is not.
        let power = |n: i32| Six::of(1.0, -n);
        let [high, low] = (power(200) + power(0)).scaled(0).halves();
        assert_eq!((high, low), (0.5, 0.0));
        let [high, low] = (power(100) + power(0)).scaled(0).halves();
        assert_eq!((high, low), (0.5, 2f64.powi(-101)));
        // Nor is one that stands in the third word, where the first has few bits.
        let [high, low] = (power(128) + power(40)).scaled(0).halves();
        assert_eq!((high, low), (0.5, 2f64.powi(-89)));
        assert_eq!(power(100).scaled(-100).rounded(), 1.0);
    }
}
