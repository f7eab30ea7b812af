//! The format `f64`: an integer with a fixed number of digits times a power of two.

/// Half an ulp of 1: the largest relative error of one rounding.
pub(crate) const ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// The bits below the exponent.
const STORED_BITS: u32 = f64::MANTISSA_DIGITS - 1;

/// The exponent of the smallest positive number.
const LEAST_EXPONENT: i32 = f64::MIN_EXP - f64::MANTISSA_DIGITS as i32;

/// The larger of two numbers; the first if either is NaN.
#[inline]
pub(crate) fn larger(x: f64, y: f64) -> f64 {
    if x < y { y } else { x }
}

/// The integers `m` and `e` with x = m · 2^e, where `m` is odd; of zero `e` is the least exponent.
pub(crate) fn odd_mantissa_and_exponent(x: f64) -> (i64, i32) {
    let magnitude = x.abs().to_bits();
    let stored = (magnitude >> STORED_BITS) as i32;
    let fraction = magnitude & ((1 << STORED_BITS) - 1);
    if magnitude == 0 {
        return (0, LEAST_EXPONENT);
    }
    // Numbers below the least normal one have its exponent, and no leading digit.
    let mantissa = fraction | u64::from(stored > 0) << STORED_BITS;
    let zeros = mantissa.trailing_zeros();
    let odd = (mantissa >> zeros) as i64;
    let exponent = stored.max(1) - 1 + LEAST_EXPONENT + zeros as i32;
    (if x < 0.0 { -odd } else { odd }, exponent)
}

/// The least exponent of a power of two above |x|, a normal number.
pub(crate) fn exponent_above(x: f64) -> i32 {
    (x.abs().to_bits() >> STORED_BITS) as i32 - (f64::MAX_EXP - 2)
}

/// 2 to the power of an exponent for which the result is a normal number.
pub(crate) const fn power_of_two(exponent: i32) -> f64 {
    const BIAS: i32 = f64::MAX_EXP - 1;
    f64::from_bits(((exponent + BIAS) as u64) << STORED_BITS)
}

/// The power of two that brings a positive `x` between 1/16 and 1/8, or as near as a normal power
/// of two can: a search between such points asks in directions that shapes may be passed. One
/// subtraction, as whatever is scaled waits for it.
#[inline]
pub(crate) fn power_of_two_over(x: f64) -> f64 {
    // Twice the bias of exponents, less four.
    const MOST: u64 = 2 * 1023 - 4;
    let exponent = x.abs().to_bits() >> STORED_BITS;
    f64::from_bits((MOST - exponent.min(MOST - 1)) << STORED_BITS)
}

/// Whether squares of numbers of this size do not overflow, and products of their last digits do
/// not underflow.
#[inline]
pub(crate) fn squares_safely(size: f64) -> bool {
    const LEAST: f64 = power_of_two(-120);
    const MOST: f64 = power_of_two(120);
    (LEAST..=MOST).contains(&size)
}

#[cfg(test)]
mod tests {
    use super::{ROUNDOFF, odd_mantissa_and_exponent, power_of_two, power_of_two_over};

    // Claim: a roundoff is the most that one rounding changes 1 by, and no more.
    #[test]
    fn a_roundoff_is_half_an_ulp() {
        assert_eq!(1.0 + ROUNDOFF, 1.0);
        assert_eq!(1.0 + ROUNDOFF.next_up(), 1.0f64.next_up());
    }

    // Claim: a number is its odd mantissa times a power of two, at both ends of the range too.
    #[test]
    fn mantissas_are_odd() {
        for (x, mantissa, exponent) in [
            (0.0, 0, -1074),
            (1.0, 1, 0),
            (-12.0, -3, 2),
            (0.625, 5, -3),
            (f64::from_bits(1), 1, -1074),
            (f64::MIN_POSITIVE, 1, -1022),
            (f64::MAX, (1 << 53) - 1, 971),
        ] {
            let odd = odd_mantissa_and_exponent(x);
            assert_eq!(odd, (mantissa, exponent), "{x:e}");
        }
    }

    // Claim: powers of two are exact for all exponents of normal numbers.
    #[test]
    fn powers_are_of_two() {
        for exponent in [-1022, -1, 0, 1, 330, 1023] {
            assert_eq!(power_of_two(exponent), 2f64.powi(exponent), "{exponent}");
        }
    }

    // The factor brings every normal number into [1/16, 1/8), and stays a normal power of two at
    // the ends.
    #[test]
    fn power_of_two_normalises() {
        for x in [1.0, 1.5, 0.75, 3e200, 7e-200, f64::MIN_POSITIVE] {
            let scaled = x * power_of_two_over(x);
            assert!((0.0625..0.125).contains(&scaled), "{x:e} became {scaled}");
        }
        assert_eq!(power_of_two_over(f64::MAX), f64::MIN_POSITIVE);
        assert_eq!(power_of_two_over(f64::from_bits(1)), 2f64.powi(1019));
        assert!(power_of_two_over(f64::INFINITY).is_normal());
        assert!(power_of_two_over(f64::NAN).is_normal());
    }
}
