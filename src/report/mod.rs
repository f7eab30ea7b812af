//! Output for people: the table of a campaign, the scoreboard, the text of a failure, the trace of
//! a query as text, page and picture, and the report of a campaign as a folder of pages.

#[cfg(feature = "cli")]
pub mod build;
pub mod failure;
#[cfg(feature = "cli")]
pub mod growth;
pub mod page;
#[cfg(feature = "cli")]
pub mod picture;
#[cfg(feature = "cli")]
pub mod primitives;
#[cfg(feature = "cli")]
pub mod scenes;
#[cfg(feature = "cli")]
pub mod scoreboard;
#[cfg(feature = "cli")]
pub mod site;
#[cfg(feature = "cli")]
pub mod speed;
pub mod style;
#[cfg(feature = "cli")]
pub mod table;
#[cfg(feature = "cli")]
pub mod touch_band;
pub mod trace;

/// The start of a command to run the harness again: through Cargo or by name, as it was started.
pub fn harness() -> String {
    let own = || {
        let own = std::env::args_os().next();
        own.unwrap_or_else(|| "gjk-harness".into())
    };
    match std::env::var_os("CARGO") {
        // Set by `cargo run`.
        Some(_) => "cargo run --release --".to_owned(),
        None => failure::word(&own().to_string_lossy()),
    }
}

/// A float to the bit, in the hexadecimal notation of C: `0x1.4p-13`.
pub fn hex(x: f64) -> String {
    const FRACTION_BITS: u32 = f64::MANTISSA_DIGITS - 1;
    const EXPONENT_BIAS: i64 = 1023;
    if !x.is_finite() {
        return x.to_string();
    }
    let sign = if x.is_sign_negative() { "-" } else { "" };
    let bits = x.abs().to_bits();
    let exponent = (bits >> FRACTION_BITS) as i64;
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    match (exponent, fraction) {
        (0, 0) => format!("{sign}0x0p+0"),
        (0, _) => format!("{sign}0x0{point}{digits}p{:+}", 1 - EXPONENT_BIAS),
        _ => format!("{sign}0x1{point}{digits}p{:+}", exponent - EXPONENT_BIAS),
    }
}

#[cfg(test)]
mod tests {
    use super::hex;

    // C's notation `%a`, by its definition.
    #[test]
    fn hex_floats() {
        let cases = [
            (0.0, "0x0p+0"),
            (-0.0, "-0x0p+0"),
            (1.0, "0x1p+0"),
            (-2.5, "-0x1.4p+1"),
            (0.1, "0x1.999999999999ap-4"),
            (f64::MIN_POSITIVE, "0x1p-1022"),
            (f64::from_bits(1), "0x0.0000000000001p-1022"),
            (f64::NAN, "NaN"),
        ];
        for (x, text) in cases {
            assert_eq!(hex(x), text);
        }
    }
}
