//! Names on the command line: completions, and errors for unknown names.

use std::ffi::OsStr;

use clap::Arg;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use strsim::normalized_damerau_levenshtein;

use super::CommandError;
use crate::{family, subject};

/// The values of an argument, for completions. Any word is accepted: an unknown name is refused at
/// its use, with a better message than the parser's.
#[derive(Clone)]
pub(super) struct Names(pub(super) fn() -> Vec<&'static str>);

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = (self.0)().into_iter();
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// The names of the families.
pub(super) fn families() -> Vec<&'static str> {
    family::all().iter().map(|family| family.name).collect()
}

/// The names of the subjects.
pub(super) fn subjects() -> Vec<&'static str> {
    let subjects = subject::all().into_iter();
    subjects.map(|subject| subject.name()).collect()
}

/// The names of the subjects, and `all`.
pub(super) fn subjects_or_all() -> Vec<&'static str> {
    [vec!["all"], subjects()].concat()
}

/// The same, and `textbook`.
pub(super) fn subjects_or_groups() -> Vec<&'static str> {
    [vec!["textbook"], subjects_or_all()].concat()
}

/// The error for an unknown name.
pub(super) fn unknown(what: &str, name: &str, known: &[impl AsRef<str>]) -> CommandError {
    let remedy = remedy(name, known);
    CommandError::Usage(format!("no {what} `{name}`; {remedy}"))
}

/// What to write instead: the most similar name, or one of all.
pub(super) fn remedy(name: &str, known: &[impl AsRef<str>]) -> String {
    match nearest(name, known) {
        Some(known) => format!("did you mean `{known}`?"),
        None => {
            let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
            format!("choose one of {}", known.join(", "))
        }
    }
}

/// The most similar of the known names, if one is similar enough.
pub(super) fn nearest<'k>(name: &str, known: &'k [impl AsRef<str>]) -> Option<&'k str> {
    /// 1 is the same name and 0 a name without a common letter: this allows two slips in six
    /// letters.
    const SIMILAR: f64 = 0.66;
    let likeness = |known: &str| normalized_damerau_levenshtein(name, known);
    let known = known.iter().map(AsRef::as_ref);
    let nearest = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(nearest) >= SIMILAR).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: for a similar name the error suggests it, otherwise it lists all names.
    #[test]
    fn near_misses_are_told_from_far_ones() {
        let known = ["near_contact", "near_degenerate", "grid", "flat"];
        for (name, expected) in [
            ("near_contct", "did you mean `near_contact`?"),
            ("near_degenrate", "did you mean `near_degenerate`?"),
            ("gird", "did you mean `grid`?"),
            (
                "torus",
                "choose one of near_contact, near_degenerate, grid, flat",
            ),
            (
                "",
                "choose one of near_contact, near_degenerate, grid, flat",
            ),
        ] {
            assert_eq!(remedy(name, &known), expected, "{name}");
        }
        assert_eq!(nearest("grid", &[""; 0]), None);
    }
}
