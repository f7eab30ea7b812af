//! The ulp of a subject, and errors in words.
//!
//! The properties measure in ulps of `f64`. The ulps of a subject in `f32` are larger by a power of
//! two, and its limits are the same numbers of those.

use std::fmt::Display;

use crate::case::Scalar;

/// Above this many ulps, the relative error is more readable.
const MANY: f64 = 1000.0;

/// An error in ulps of `f64`, in ulps of the format.
pub fn in_ulps_of(scalar: Scalar, ulps: f64) -> f64 {
    match scalar {
        Scalar::F32 => ulps * (f64::EPSILON / f64::from(f32::EPSILON)),
        Scalar::F64 => ulps,
    }
}

/// An error in words: relative to the length that the property names, rounded down to a power of
/// two, and in ulps if they are few.
pub fn told(scalar: Scalar, ulps: f64) -> String {
    let relative = format!("relative error {:.1e}", ulps * scalar.epsilon());
    match scalar {
        _ if ulps >= MANY => relative,
        Scalar::F32 => format!("{relative} ({ulps:.2} ulps of f32)"),
        Scalar::F64 => format!("{ulps:.2} ulps"),
    }
}

/// A number of things: `1 case`, `2 cases`, `2 crashes`.
pub fn counted(count: impl Display, thing: &str) -> String {
    let count = count.to_string();
    let plural = match &*count {
        "1" => "",
        _ if thing.ends_with("sh") => "es",
        _ => "s",
    };
    format!("{count} {thing}{plural}")
}

/// An error in words, and the limit that it exceeds in the same unit.
pub(super) fn told_beyond(scalar: Scalar, ulps: f64, name: &str, limit: f64) -> String {
    let (relative, limit) = (limit * scalar.epsilon(), counted(limit, "ulp"));
    let limit = match ulps >= MANY && relative > 0.0 {
        true => format!("{relative:.1e} ({limit})"),
        false => limit,
    };
    format!("{} > {name} {limit}", told(scalar, ulps))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: few ulps are counted, many become a relative error; for `f32` the relative error
    /// comes first.
    #[test]
    fn errors_are_readable() {
        for (scalar, ulps, words) in [
            (Scalar::F64, 31.0, "31.00 ulps"),
            (Scalar::F64, 1249466224041065.5, "relative error 2.8e-1"),
            (Scalar::F64, f64::INFINITY, "relative error inf"),
            (
                Scalar::F32,
                31.0,
                "relative error 3.7e-6 (31.00 ulps of f32)",
            ),
            (Scalar::F32, 2.4e6, "relative error 2.9e-1"),
        ] {
            assert_eq!(told(scalar, ulps), words);
        }
    }

    /// Claim: one thing is no plural, none and a part of one are.
    #[test]
    fn one_is_no_plural() {
        assert_eq!(
            [0, 1, 2].map(|n| counted(n, "case")),
            ["0 cases", "1 case", "2 cases"]
        );
        assert_eq!(
            [0, 1, 2].map(|n| counted(n, "crash")),
            ["0 crashes", "1 crash", "2 crashes"]
        );
        assert_eq!(
            [1.0, 1.25].map(|n| counted(n, "ulp")),
            ["1 ulp", "1.25 ulps"]
        );
    }

    /// Claim: a limit is told in the unit of the error, and one ulp is no plural.
    #[test]
    fn a_limit_has_the_unit_of_the_error() {
        for (scalar, ulps, limit, words) in [
            (Scalar::F64, 31.0, 2.0, "31.00 ulps > promised 2 ulps"),
            (Scalar::F64, 31.0, 1.0, "31.00 ulps > promised 1 ulp"),
            (
                Scalar::F64,
                1249466224041065.5,
                1.0,
                "relative error 2.8e-1 > promised 2.2e-16 (1 ulp)",
            ),
            (
                Scalar::F64,
                1249466224041065.5,
                0.0,
                "relative error 2.8e-1 > promised 0 ulps",
            ),
            (
                Scalar::F32,
                2.4e6,
                2.0,
                "relative error 2.9e-1 > promised 2.4e-7 (2 ulps)",
            ),
        ] {
            assert_eq!(told_beyond(scalar, ulps, "promised", limit), words);
        }
    }

    /// Claim: the same error is the same relative error in either format.
    #[test]
    fn a_format_has_ulps_of_its_own() {
        for ulps in [1.0, 3e9, f64::INFINITY] {
            let in_f32 = in_ulps_of(Scalar::F32, ulps);
            assert_eq!(in_f32 * Scalar::F32.epsilon(), ulps * Scalar::F64.epsilon());
            assert_eq!(in_ulps_of(Scalar::F64, ulps), ulps);
        }
    }
}
