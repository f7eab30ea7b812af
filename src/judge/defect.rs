//! The defect of an answer, to test whether a smaller case shows the same: the broken property, the
//! direction of its error, and its size.
//!
//! A bug has several symptoms. A search that reports shapes apart by a quarter of their size is
//! also off by a rounding in nearly every case; without this rule, shrinking slides from one to the
//! other.

use super::{Breach, Judgement, Property, Truth, examine, is_about_source};
use crate::case::Case;
use crate::case::shrink::shrink_within;
use crate::subject::Subject;

/// A broken property, the direction of its error, and its size.
#[derive(Clone, Debug, PartialEq)]
pub struct Defect {
    property: &'static str,
    way: Way,
    size: Size,
}

/// The direction of an error. For verdicts: intersecting is too small a distance, separated too
/// large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// Below.
    TooSmall,
    /// Above.
    TooLarge,
    /// No number was claimed, or the direction is undefined.
    Neither,
}

impl Way {
    /// The direction of a breach.
    pub fn of(breach: &Breach) -> Self {
        match (breach.claimed, breach.proved) {
            (Some(claimed), Some([lower, _])) if claimed < lower => Self::TooSmall,
            (Some(claimed), Some([_, upper])) if claimed > upper => Self::TooLarge,
            _ => Self::Neither,
        }
    }
}

/// The size of an error.
#[derive(Clone, Debug, PartialEq)]
enum Size {
    /// In ulps of the unit that the property names, which depends on the case.
    Ulps(f64),
    /// An error without a measure: its words, without those that contain a digit, which depend on
    /// the case.
    Words(String),
}

/// Errors have the same size if their ratio is at most this.
pub(crate) const FACTOR: f64 = 8.0;

impl Defect {
    /// The gravest defect: the first broken property in the order of the report, which starts with
    /// the verdict. Expectations of the source hold for exactly these shapes, and are skipped.
    pub fn gravest<'j>(
        found: impl IntoIterator<Item = (&'static Property, &'j Breach)>,
    ) -> Option<Self> {
        let mut found = found.into_iter();
        let (property, breach) = found.find(|(property, _)| !is_about_source(property.name))?;
        Some(Self::of(property, breach))
    }

    fn of(property: &Property, breach: &Breach) -> Self {
        let size = match breach.ulps {
            Some(ulps) => Size::Ulps(ulps),
            None => {
                let words = breach.reason.split_whitespace();
                let words = words.filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
                Size::Words(words.collect::<Vec<_>>().join(" "))
            }
        };
        Self {
            property: property.name,
            way: Way::of(breach),
            size,
        }
    }

    /// Whether the defect is among the findings: the same property, direction and about the same
    /// size.
    pub fn shows_in<'j>(
        &self,
        found: impl IntoIterator<Item = (&'static Property, &'j Breach)>,
    ) -> bool {
        found.into_iter().any(|(property, breach)| {
            let other = Self::of(property, breach);
            other.property == self.property
                && other.way == self.way
                && other.size.is_like(&self.size)
        })
    }

    /// The smallest case found on which `subject` shows the defect, starting from one on which it
    /// does. A program that fails to answer, if that is not the defect, gets no further attempts:
    /// each may take the whole time limit.
    pub fn shrunk(
        &self,
        case: &Case,
        family: &str,
        subject: &dyn Subject,
        attempts_max: usize,
        on_attempt: &dyn Fn(),
    ) -> Case {
        let mut is_silent = false;
        shrink_within(attempts_max, case, &mut |smaller| {
            if is_silent {
                return false;
            }
            on_attempt();
            let Some((is_answered, judgement)) = asked(smaller, family, subject) else {
                return false;
            };
            let shows = self.shows_in(judgement.broken());
            is_silent = !(shows || is_answered) && subject.command().is_some();
            shows
        })
    }
}

impl Size {
    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Size::Ulps(own), Size::Ulps(other)) => {
                // Infinite errors match each other only.
                own == other
                    || (*own <= FACTOR * other && *other <= FACTOR * own && own.is_finite())
            }
            (own, other) => own == other,
        }
    }
}

/// The judgement of a subject's answer to a case by all properties; also for a panic or a missing
/// answer of a program. `None` if the truth or the subject does not support its shapes.
pub fn examined(case: &Case, family: &str, subject: &dyn Subject) -> Option<Judgement> {
    asked(case, family, subject).map(|(_, judgement)| judgement)
}

/// The same, and whether there was an answer.
fn asked(case: &Case, family: &str, subject: &dyn Subject) -> Option<(bool, Judgement)> {
    let truth = Truth::of(case)?;
    let answer = subject.attempt(case);
    let (answer, judgement) = examine(case, family, subject, answer, &truth, None)?;
    Some((answer.is_ok(), judgement))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::{PROPERTIES, distance, termination, verdict};

    fn off(claimed: f64, proved: f64, ulps: f64) -> Breach {
        Breach {
            claimed: Some(claimed),
            proved: Some([proved, proved]),
            ulps: Some(ulps),
            ..Breach::in_words("")
        }
    }

    fn said(reason: &str) -> Breach {
        Breach::in_words(reason)
    }

    /// Claim: a defect matches one of the same property, direction and size, and no other.
    #[test]
    fn a_defect_is_told_from_others() {
        let large = off(0.5, 0.25, 1e15);
        let defect = Defect::gravest([(&verdict::PROPERTY, &large)]).expect("a defect");
        for (property, breach, is_like) in [
            (&verdict::PROPERTY, off(0.5, 0.25, 1e15), true),
            (&verdict::PROPERTY, off(70.0, 3.0, 1.5e14), true),
            (&verdict::PROPERTY, off(70.0, 3.0, 7e15), true),
            (&verdict::PROPERTY, off(70.0, 3.0, 1e14), false),
            (&verdict::PROPERTY, off(70.0, 3.0, 9e15), false),
            (&verdict::PROPERTY, off(0.25, 0.5, 1e15), false),
            (&verdict::PROPERTY, off(f64::NAN, 0.5, 1e15), false),
            (&verdict::PROPERTY, off(0.5, 0.25, f64::INFINITY), false),
            (&distance::PROPERTY, off(0.5, 0.25, 1e15), false),
            (&verdict::PROPERTY, said("wrong"), false),
        ] {
            assert_eq!(
                defect.shows_in([(property, &breach)]),
                is_like,
                "{breach:?}"
            );
        }
        let infinite = off(0.5, 0.25, f64::INFINITY);
        let defect = Defect::gravest([(&verdict::PROPERTY, &infinite)]).expect("a defect");
        assert!(defect.shows_in([(&verdict::PROPERTY, &infinite)]));
        assert!(!defect.shows_in([(&verdict::PROPERTY, &large)]));
    }

    /// Claim: errors without a measure match by their words, whatever the numbers between them.
    #[test]
    fn words_tell_what_has_no_measure() {
        let first = said("panic: index out of bounds: the len is 3 but the index is 5");
        let defect = Defect::gravest([(&termination::PROPERTY, &first)]).expect("a defect");
        let later = said("panic: index out of bounds: the len is 0 but the index is 0");
        assert!(defect.shows_in([(&termination::PROPERTY, &later)]));
        let other = said("panic: attempt to divide by zero");
        assert!(!defect.shows_in([(&termination::PROPERTY, &other)]));
    }

    /// Claim: the gravest is the first finding that is no expectation of the source.
    #[test]
    fn the_gravest_is_the_first() {
        let breach = off(0.5, 0.25, 1e15);
        let of_source = PROPERTIES.iter().find(|p| is_about_source(p.name));
        let of_source = of_source.expect("a property");
        let gravest = Defect::gravest([(of_source, &breach), (&distance::PROPERTY, &breach)]);
        assert_eq!(gravest.map(|defect| defect.property), Some("distance"));
        assert_eq!(Defect::gravest([(of_source, &breach)]), None);
    }
}
