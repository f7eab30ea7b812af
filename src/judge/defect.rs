//! What is wrong with an answer, so that a smaller case can be asked whether it shows the same: the
//! property that is broken, the direction, and the size.
//!
//! A bug is seldom alone. A search that calls shapes apart by a quarter of their size is also off
//! by a rounding on nearly every case; without a rule, shrinking slides from the one to the other.

use serde::{Deserialize, Serialize};

use super::{Breach, Judgement, Property, Truth, examine, is_about_source};
use crate::case::Case;
use crate::case::shrink::shrink_within;
use crate::subject::Subject;

/// A broken property, in which direction it is off, and by how much.
#[derive(Clone, Debug, PartialEq)]
pub struct Defect {
    property: &'static str,
    way: Way,
    size: Size,
}

/// On which side of what is proved a claim is. Of verdicts: shapes that are said to meet are
/// claimed to be too near, and shapes that are said to be apart too far from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Below.
    TooSmall,
    /// Above.
    TooLarge,
    /// No number was claimed, or none of which that can be said.
    Neither,
}

impl Way {
    /// On which side the claim of a breach is.
    pub fn of(breach: &Breach) -> Self {
        match (breach.claimed, breach.proved) {
            (Some(claimed), Some([lower, _])) if claimed < lower => Self::TooSmall,
            (Some(claimed), Some([_, upper])) if claimed > upper => Self::TooLarge,
            _ => Self::Neither,
        }
    }
}

/// How large it is.
#[derive(Clone, Debug, PartialEq)]
enum Size {
    /// In ulps of the unit that the property names: a part of the lengths of the case, which a
    /// smaller case has others of.
    Ulps(f64),
    /// Nothing measures it: in words, without those that hold a digit, which change with the case.
    Words(String),
}

/// Errors are of the same size if neither is more than so many times the other.
const FACTOR: f64 = 8.0;

impl Defect {
    /// The gravest: of the properties found broken the first, as the report begins with the
    /// verdict. What the source of a case demands speaks of those very shapes, and is passed over.
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

    /// Whether it is among what was found: the same property, off the same way, by about as much.
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

    /// The smallest case found on which `subject` shows it, starting from one on which it does. A
    /// program that once does not answer where that is not what is looked for is not asked again:
    /// it may take its whole time at each try.
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
                // Infinite errors are alike, and like no other.
                own == other
                    || (*own <= FACTOR * other && *other <= FACTOR * own && own.is_finite())
            }
            (own, other) => own == other,
        }
    }
}

/// What the judge says of what a subject answers to a case by all properties, a panic and a program
/// without an answer included. `None` if the truth or the subject does not know its shapes.
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
    use crate::judge::{PROPERTIES, breach, distance, termination, verdict};

    fn off(claimed: f64, proved: f64, ulps: f64) -> Breach {
        Breach {
            claimed: Some(claimed),
            proved: Some([proved, proved]),
            ulps: Some(ulps),
            ..breach(String::new())
        }
    }

    fn said(reason: &str) -> Breach {
        breach(reason.to_owned())
    }

    /// Claim: a defect is like another of the same property, direction and size, and like no other.
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

    /// Claim: what nothing measures is told by its words, whatever numbers stand between them.
    #[test]
    fn words_tell_what_has_no_measure() {
        let first = said("panic: index out of bounds: the len is 3 but the index is 5");
        let defect = Defect::gravest([(&termination::PROPERTY, &first)]).expect("a defect");
        let later = said("panic: index out of bounds: the len is 0 but the index is 0");
        assert!(defect.shows_in([(&termination::PROPERTY, &later)]));
        let other = said("panic: attempt to divide by zero");
        assert!(!defect.shows_in([(&termination::PROPERTY, &other)]));
    }

    /// Claim: the gravest is the first that is found, but for what the source of the case demands.
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
