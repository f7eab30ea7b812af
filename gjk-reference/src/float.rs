//! From finite floats to integers.
//!
//! What: every finite float is `mantissa * 2^exponent` with integers `mantissa` and `exponent`. In
//! units of the lowest exponent of a set, all of the set are integers.
//! Why it is right: IEEE 754-2019, section 3.4, read from the bits.
//! Cost: one shift for each float. A set that spans 2^1000 makes numbers of a thousand bits.

use crate::int::Int;

/// The lowest exponent that makes each of the finite `values` an integer; 0 if all are zero.
pub(crate) fn lowest_exponent(values: &[f64]) -> i64 {
    let mut lowest: Option<i64> = None;
    for value in values {
        let (mantissa, exponent) = split(*value);
        if mantissa != 0 && lowest.is_none_or(|lowest| exponent < lowest) {
            lowest = Some(exponent);
        }
    }
    lowest.unwrap_or(0)
}

/// The exponent of the leading binary digit of the greatest of the finite, nonnegative `values`: 0
/// for one, -1 for a half; `None` if all are zero.
pub(crate) fn leading_exponent(values: &[f64]) -> Option<i64> {
    let mut greatest = 0.0;
    for value in values {
        greatest = f64::max(greatest, *value);
    }
    let (mantissa, exponent) = split(greatest);
    if mantissa == 0 {
        return None;
    }
    Some(exponent + i64::from(mantissa.ilog2()))
}

/// `value / 2^exponent`, an integer if `exponent` is at most the lowest exponent of `value`.
pub(crate) fn to_int(value: f64, exponent: i64) -> Int {
    let (mantissa, own) = split(value);
    if mantissa == 0 {
        return Int::ZERO;
    }
    assert!(own >= exponent, "{value} is not a multiple of 2^{exponent}");
    Int::from_i64(mantissa).shl((own - exponent) as usize)
}

/// The exact sum of the finite `terms` as `(mantissa, exponent)`.
pub(crate) fn exact_sum(terms: &[f64]) -> (Int, i64) {
    let exponent = lowest_exponent(terms);
    let mut sum = Int::ZERO;
    for term in terms {
        sum += &to_int(*term, exponent);
    }
    (sum, exponent)
}

/// Whether all three coordinates are finite.
pub(crate) fn is_finite(point: &[f64; 3]) -> bool {
    point[0].is_finite() && point[1].is_finite() && point[2].is_finite()
}

/// `(mantissa, exponent)` of a finite float, with an odd mantissa, or `(0, 0)` for zero.
fn split(value: f64) -> (i64, i64) {
    /// Bits of the fraction of a stored float.
    const FRACTION_BITS: u32 = 52;
    /// The exponent of the last place of a float whose stored exponent is 1, and of subnormals.
    const LOWEST_EXPONENT: i64 = -1074;

    let bits = value.to_bits();
    let fraction = (bits & ((1 << FRACTION_BITS) - 1)) as i64;
    let stored = ((bits >> FRACTION_BITS) & 0x7ff) as i64;
    let (magnitude, exponent) = if stored == 0 {
        (fraction, LOWEST_EXPONENT)
    } else {
        (
            fraction | (1 << FRACTION_BITS),
            LOWEST_EXPONENT + stored - 1,
        )
    };
    if magnitude == 0 {
        return (0, 0);
    }
    let zeros = magnitude.trailing_zeros();
    let odd = magnitude >> zeros;
    let mantissa = if value < 0.0 { -odd } else { odd };
    (mantissa, exponent + i64::from(zeros))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: the split loses nothing, at both ends of the range and around one.
    #[test]
    fn splits_without_loss() {
        assert_eq!(split(0.0), (0, 0));
        assert_eq!(split(-0.0), (0, 0));
        assert_eq!(split(1.0), (1, 0));
        assert_eq!(split(-6.0), (-3, 1));
        assert_eq!(split(0.375), (3, -3));
        assert_eq!(split(f64::from_bits(1)), (1, -1074));
        assert_eq!(split(f64::MIN_POSITIVE), (1, -1022));
        assert_eq!(split(-f64::MAX), (-((1 << 53) - 1), 971));
        assert_eq!(split(1.0f64.next_up()), ((1 << 52) + 1, -52));
    }

    /// Claim: the leading digit is found at both ends of the range, and zero has none.
    #[test]
    fn finds_the_leading_digit() {
        assert_eq!(leading_exponent(&[1.0, 0.0]), Some(0));
        assert_eq!(leading_exponent(&[0.5, 0.75]), Some(-1));
        assert_eq!(leading_exponent(&[f64::from_bits(3)]), Some(-1073));
        assert_eq!(leading_exponent(&[1.0, f64::MAX]), Some(1023));
        assert_eq!(leading_exponent(&[0.0, -0.0]), None);
        assert_eq!(leading_exponent(&[]), None);
    }

    /// Claim: the sum is exact even if a float sum would lose the small term.
    #[test]
    fn sums_exactly() {
        let (sum, exponent) = exact_sum(&[1e300, f64::from_bits(3), -1e300]);
        assert_eq!((sum, exponent), (Int::from_i64(3), -1074));
        assert_eq!(exact_sum(&[]), (Int::ZERO, 0));
        assert_eq!(exact_sum(&[0.5, -0.0, 0.25]), (Int::from_i64(3), -2));
    }
}
