//! Integers of a fixed capacity: what decides where rounding leaves a sign in doubt.

use core::ops::{Add, Mul, Sub};

use super::big_float::BigFloat;
use crate::arithmetic::{DoubleDouble, odd_mantissa_and_exponent, power_of_two};

/// An integer of at most `DIGITS` digits from -2^53 to 2^53, each of which counts 2^54 of the one
/// before. So it needs no sign of its own, and each digit is a `f64`. Sums and products that need
/// more digits are not made: whoever chooses the capacity counts the bits before (see
/// [`form`](crate::exact::form)).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Int<const DIGITS: usize> {
    /// The digits, least first; zero from `count` on.
    digits: [i64; DIGITS],
    /// The number of digits up to the last that is not zero.
    count: usize,
}

/// The bits that a digit counts more than the one before. A number of fewer bits than those of all
/// digits fits, unless all its bits are set.
pub(crate) const DIGIT_BITS: u32 = f64::MANTISSA_DIGITS + 1;

impl<const DIGITS: usize> Int<DIGITS> {
    /// `x` in units of 2 to the power of `unit`, of which it is a multiple.
    pub(crate) fn of(x: f64, unit: i32) -> Self {
        let (mantissa, exponent) = odd_mantissa_and_exponent(x);
        let shift = (exponent - unit).max(0) as u32;
        let number = i128::from(mantissa) << (shift % DIGIT_BITS);
        Self::at((shift / DIGIT_BITS) as usize, number)
    }

    /// A number that stands at a place, of up to three digits.
    pub(crate) fn at(place: usize, number: i128) -> Self {
        Self::carried(place + 3, |other| if other == place { number } else { 0 })
    }

    /// The sum of these numbers, each of which stands at its place; it has at most `most` digits.
    fn carried(most: usize, number: impl Fn(usize) -> i128) -> Self {
        const OTHERS: u32 = u64::BITS - DIGIT_BITS;
        let (mut digits, mut count, mut carry) = ([0; DIGITS], 0, 0);
        for (place, digit) in digits.iter_mut().enumerate().take(most) {
            let sum = carry + number(place);
            *digit = (sum as i64) << OTHERS >> OTHERS;
            carry = (sum >> DIGIT_BITS) + i128::from(*digit < 0);
            if *digit != 0 {
                count = place + 1;
            }
        }
        Self { digits, count }
    }

    /// Its leading bits, as many as a double-double has, with an error below 2^-104 of it; `unit`
    /// is the exponent of one.
    pub(crate) fn leading(&self, unit: i32) -> BigFloat {
        let place = |below: usize| self.count.checked_sub(below);
        let digit = |below: usize| place(below).map_or(0.0, |place| self.digits[place] as f64);
        let leading = digit(1) * power_of_two(DIGIT_BITS as i32);
        let following = digit(3) * power_of_two(-(DIGIT_BITS as i32));
        let number = DoubleDouble::sum(leading, digit(2)) + DoubleDouble::from(following);
        BigFloat::normal(number, unit + (self.count as i32 - 2) * DIGIT_BITS as i32)
    }
}

/// The sum of two integers, the second of them times a sign.
fn combined<const DIGITS: usize>(a: Int<DIGITS>, b: Int<DIGITS>, sign: i64) -> Int<DIGITS> {
    Int::carried(a.count.max(b.count) + 1, |place| {
        i128::from(a.digits[place]) + i128::from(sign * b.digits[place])
    })
}

/// The product of two integers.
fn product<const DIGITS: usize>(a: Int<DIGITS>, b: Int<DIGITS>) -> Int<DIGITS> {
    Int::carried(a.count + b.count, |place| {
        let first = (place + 1).saturating_sub(b.count);
        (first..a.count.min(place + 1))
            .map(|i| i128::from(a.digits[i]) * i128::from(b.digits[place - i]))
            .sum()
    })
}

impl<const DIGITS: usize> Add for Int<DIGITS> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        combined(self, other, 1)
    }
}

impl<const DIGITS: usize> Sub for Int<DIGITS> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        combined(self, other, -1)
    }
}

impl<const DIGITS: usize> Mul for Int<DIGITS> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        product(self, other)
    }
}

#[cfg(test)]
mod tests {
    use super::Int;
    use core::cmp::Ordering;

    impl<const DIGITS: usize> Int<DIGITS> {
        /// How it compares with zero.
        pub(crate) fn sign(&self) -> Ordering {
            self.leading(0).sign()
        }
    }

    /// Six digits: enough for products of three numbers of 127 bits.
    type Six = Int<6>;

    fn int(x: i128) -> Six {
        // Two halves, each of which is a number.
        let high = x >> 50;
        let low = x - (high << 50);
        Six::of(high as f64, -50) + Six::of(low as f64, 0)
    }

    fn numbers() -> impl Iterator<Item = i128> {
        let bits = core::iter::repeat_with(crate::tests::bits());
        let random = bits.map(|bits| i128::from(bits as i64) >> (bits % 60));
        let special = [0, 1, -1, 1 << 63, (1 << 64) - 1, -(1 << 64)];
        special.into_iter().chain(random.take(200))
    }

    // Claim: sums, differences, products, signs and the order are those of integers, carries and
    // borrows over digits included.
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

    // Claim: a whole number is the integer that it says, with as many digits as it needs and no
    // more.
    #[test]
    fn whole_numbers_are_themselves() {
        let long = numbers().map(|x| x << 62);
        let summed = |x: i128| int(x >> 64) * Six::of(1.0, -64) + int(x & i128::from(u64::MAX));
        for x in numbers().chain(long) {
            let whole = Six::at(0, x);
            assert_eq!(whole.sign(), x.cmp(&0), "{x}");
            assert_eq!(whole.leading(0).rounded(), x as f64, "{x}");
            for y in [x - 1, x, x + 1, -x] {
                assert_eq!((whole - summed(y)).sign(), x.cmp(&y), "{x} {y}");
            }
        }
        for x in [i128::MAX, i128::MIN] {
            assert_eq!(Six::at(0, x).leading(0).rounded(), x as f64, "{x}");
        }
    }

    // Claim: products longer than two digits obey the laws of arithmetic: (x + y)(x - y) = x² - y².
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
            let [high, low] = int(x).leading(0).halves();
            let one = int(x).leading(0);
            assert_eq!(one.rounded(), x as f64, "{x}");
            assert!(low.abs() <= high.abs() * f64::EPSILON, "{x}");
        }
        // 2^200 + 1: the last digit is too far away. 2^100 + 1: it is not.
        let power = |n: i32| Six::of(1.0, -n);
        let [high, low] = (power(200) + power(0)).leading(0).halves();
        assert_eq!((high, low), (0.5, 0.0));
        let [high, low] = (power(100) + power(0)).leading(0).halves();
        assert_eq!((high, low), (0.5, 2f64.powi(-101)));
        // Nor is one that stands in the third digit, where the first has few bits.
        let [high, low] = (power(128) + power(40)).leading(0).halves();
        assert_eq!((high, low), (0.5, 2f64.powi(-89)));
        assert_eq!(power(100).leading(-100).rounded(), 1.0);
    }
}
