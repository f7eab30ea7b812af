//! What tests share: pseudorandom numbers, the same in every run.

/// Random bits, never all zero, by xorshift (G. Marsaglia, "Xorshift RNGs", Journal of Statistical
/// Software 8, 2003).
pub(crate) fn bits() -> impl FnMut() -> u64 {
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    move || {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        bits
    }
}

/// Numbers from -1 to 1 with full mantissas.
pub(crate) fn numbers() -> impl FnMut() -> f64 {
    let mut bits = bits();
    move || bits() as i64 as f64 * 2f64.powi(-63)
}

/// Integers from -8 to 7.
pub(crate) fn integers() -> impl FnMut() -> f32 {
    let mut bits = bits();
    move || (bits() >> 60) as f32 - 8.0
}
