//! When output is coloured.

use std::ffi::OsString;

use anstream::ColorChoice;

/// The value of `--color`, at any position, or else `auto`.
///
/// Read before the arguments are parsed, because the help and the errors of the parser are coloured
/// too. The parser reports a wrong value.
pub fn choice(arguments: &[OsString]) -> ColorChoice {
    let mut words = arguments.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        let when = match word.strip_prefix("--color") {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        match when {
            Some("always") => return ColorChoice::Always,
            Some("never") => return ColorChoice::Never,
            _ => {}
        }
    }
    ColorChoice::Auto
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: the flag is found in either spelling, before and after the subcommand, and nothing
    // else is mistaken for it.
    #[test]
    fn the_flag_is_found_anywhere() {
        for (words, expected) in [
            ("", ColorChoice::Auto),
            ("--color always", ColorChoice::Always),
            ("check --color=never cases", ColorChoice::Never),
            ("check cases --color never", ColorChoice::Never),
            ("--color auto", ColorChoice::Auto),
            ("--color", ColorChoice::Auto),
            ("--colors always", ColorChoice::Auto),
            ("keep always never", ColorChoice::Auto),
        ] {
            let arguments: Vec<_> = words.split(' ').map(OsString::from).collect();
            assert_eq!(choice(&arguments), expected, "{words}");
        }
    }
}
