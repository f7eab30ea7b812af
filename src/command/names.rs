//! Names on the command line: what shells offer, and what is said of one that does not exist.

use std::ffi::OsStr;

use clap::Arg;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use strsim::normalized_damerau_levenshtein;

use super::CommandError;
use crate::{family, subject};

/// The values of an argument, for completions. Any word is taken: what is no name is refused where
/// it is looked up, with more help than the parser would give.
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

/// The names of the subjects, and the word for all of them.
pub(super) fn subjects_or_all() -> Vec<&'static str> {
    [vec!["all"], subjects()].concat()
}

/// The same, and the word for `gjk-core` and the textbooks.
pub(super) fn subjects_or_groups() -> Vec<&'static str> {
    [vec!["textbook"], subjects_or_all()].concat()
}

/// A name that is not among those known.
pub(super) fn unknown(what: &str, name: &str, known: &[impl AsRef<str>]) -> CommandError {
    let remedy = remedy(name, known);
    CommandError::Usage(format!("no {what} is called `{name}`; {remedy}"))
}

/// What to write instead: the name that was probably meant, or one of all.
pub(super) fn remedy(name: &str, known: &[impl AsRef<str>]) -> String {
    match nearest(name, known) {
        Some(known) => format!("did you mean `{known}`?"),
        None => {
            let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
            format!("there are {}", known.join(", "))
        }
    }
}

/// The most similar of the known names, if one is similar.
pub(super) fn nearest<'k>(name: &str, known: &'k [impl AsRef<str>]) -> Option<&'k str> {
    /// Where 1 is the same name and 0 one without a letter in common: two slips in a word of six.
    const SIMILAR: f64 = 0.66;
    let likeness = |known: &str| normalized_damerau_levenshtein(name, known);
    let known = known.iter().map(AsRef::as_ref);
    let nearest = known.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))?;
    (likeness(nearest) >= SIMILAR).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: what is near to a name is taken for it, and what is not is answered with all names.
    #[test]
    fn near_misses_are_told_from_far_ones() {
        let known = ["near_contact", "near_degenerate", "grid", "flat"];
        for (name, expected) in [
            ("near_contct", "did you mean `near_contact`?"),
            ("near_degenrate", "did you mean `near_degenerate`?"),
            ("gird", "did you mean `grid`?"),
            (
                "torus",
                "there are near_contact, near_degenerate, grid, flat",
            ),
            ("", "there are near_contact, near_degenerate, grid, flat"),
        ] {
            assert_eq!(remedy(name, &known), expected, "{name}");
        }
        assert_eq!(nearest("grid", &[""; 0]), None);
    }
}
