//! Whole numbers on the command line.

use std::ops::RangeInclusive;

/// Reads a whole number of a range, written out or as 1e8.
pub(super) fn whole(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = match text.split_once(['e', 'E']) {
            None => text.parse().ok(),
            Some((digits, zeros)) => zeros
                .parse()
                .ok()
                .and_then(|zeros| 10u64.checked_pow(zeros))
                .and_then(|power| digits.parse::<u64>().ok()?.checked_mul(power)),
        };
        let number = number.filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("expected a whole number from {least} to {most}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: a number is read in either notation, and any other text is refused with the range.
    #[test]
    fn numbers_have_two_notations_and_a_range() {
        let read = whole(1..=1000);
        for (text, number) in [
            ("1", 1),
            ("17", 17),
            ("1e3", 1000),
            ("2E2", 200),
            ("5e0", 5),
        ] {
            assert_eq!(read(text), Ok(number), "{text}");
        }
        let refused = Err("expected a whole number from 1 to 1000".to_owned());
        for text in [
            "",
            "0",
            "1001",
            "2e3",
            "-1",
            "-1e2",
            "1.5",
            "1e",
            "e3",
            "1e-1",
            "many",
            "1e99",
            "99999999999999999999",
        ] {
            assert_eq!(read(text), refused, "{text}");
        }
    }
}
