//! The size of the numbers of a case, which scales the changes.

use crate::case::numbers::{numbers, with_bits};
use crate::case::{Case, Scalar};

/// Bits of a number of the case after the leading one.
pub(super) fn mantissa_bits(case: &Case) -> i32 {
    match case.scalar {
        Scalar::F32 => f32::MANTISSA_DIGITS as i32 - 1,
        Scalar::F64 => f64::MANTISSA_DIGITS as i32 - 1,
    }
}

pub(super) fn largest(case: &mut Case) -> f64 {
    let sizes = numbers(case).into_iter().map(|number| number.abs());
    sizes.fold(0.0, f64::max)
}

/// The largest power of two at most `|x|`; for zero the least normal number.
pub(super) fn binade(x: f64) -> f64 {
    with_bits(x.abs(), 1).max(f64::MIN_POSITIVE)
}
