//! How a subject fails: for each kind of failure the share of cases that show it.
//!
//! A kind is a broken property in a family of cases, with the sign of the error.
//! [`diagnosis`](crate::diagnosis) compares two profiles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::judge::{Breach, Judgement, PROPERTIES, Property, Way};
use crate::tally::{Name, Tally};

/// A kind of failure.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// The family of the cases.
    pub family: Name,
    /// The property that breaks.
    pub property: Name,
    /// The sign of the error.
    pub way: Way,
}

/// The judged and failed cases of a property in a family.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "[u64; 4]", into = "[u64; 4]")]
struct Counts {
    judged: u64,
    /// In the order of [`WAYS`].
    failed: [u64; 3],
}

const WAYS: [Way; 3] = [Way::TooSmall, Way::TooLarge, Way::Neither];

/// The counts of a subject. In JSON `{family: {property: [judged, too small, too large, neither]}}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Profile(BTreeMap<Name, BTreeMap<Name, Counts>>);

impl Profile {
    /// The profile of one subject, from its tallies of some families.
    pub fn of<'t>(tallies: impl IntoIterator<Item = (&'t Name, &'t Tally)>) -> Self {
        let mut profile = Self::default();
        for (family, tally) in tallies {
            for (property, tally) in &tally.properties {
                // A ledger may be read from a file with any numbers.
                let signed = tally.too_small.saturating_add(tally.too_large);
                let neither = tally.broken.saturating_sub(signed);
                let counts = Counts {
                    judged: tally.judged(),
                    failed: [tally.too_small, tally.too_large, neither],
                };
                profile.entry(family, property).add(counts);
            }
        }
        profile
    }

    /// Counts a judgement with these failures.
    pub(crate) fn count<'j>(
        &mut self,
        family: &'static str,
        judgement: &Judgement,
        broken: impl Iterator<Item = (&'static Property, &'j Breach)>,
    ) {
        for (index, _) in &judgement.verdicts {
            let property = PROPERTIES[*index].name;
            self.entry(&family.into(), &property.into()).judged += 1;
        }
        for (property, breach) in broken {
            let counts = self.entry(&family.into(), &property.name.into());
            let way = WAYS.iter().position(|way| *way == Way::of(breach));
            counts.failed[way.unwrap_or_default()] += 1;
        }
    }

    /// Adds the counts of other cases.
    pub(crate) fn add(&mut self, other: &Self) {
        for (family, property, counts) in other.entries() {
            self.entry(family, property).add(*counts);
        }
    }

    /// Whether nothing failed.
    pub fn is_clean(&self) -> bool {
        self.kinds().next().is_none()
    }

    /// The kinds of failure, and the share of the judged cases that show each.
    pub fn kinds(&self) -> impl Iterator<Item = (Kind, f64)> {
        self.entries().flat_map(|(family, property, counts)| {
            let ways = WAYS.into_iter().zip(counts.failed);
            ways.filter(|(_, failed)| *failed > 0).map(|(way, failed)| {
                let kind = Kind {
                    family: family.clone(),
                    property: property.clone(),
                    way,
                };
                (kind, failed as f64 / counts.judged as f64)
            })
        })
    }

    /// The number of families with a judged case.
    pub fn families(&self) -> usize {
        let is_judged = |family: &&BTreeMap<Name, Counts>| family.values().any(|c| c.judged > 0);
        self.0.values().filter(is_judged).count()
    }

    /// Whether a property was judged in a family.
    pub fn judges(&self, family: &str, property: &str) -> bool {
        let family = self.0.get(family);
        let counts = family.and_then(|family| family.get(property));
        counts.is_some_and(|counts| counts.judged > 0)
    }

    /// The profile without properties that never failed.
    pub fn failures(mut self) -> Self {
        for family in self.0.values_mut() {
            family.retain(|_, counts| counts.failed != [0; 3]);
        }
        self.0.retain(|_, family| !family.is_empty());
        self
    }

    /// The profile of the chosen families and properties only.
    pub fn only(mut self, is_chosen: impl Fn(&str, &str) -> bool) -> Self {
        for (name, family) in &mut self.0 {
            family.retain(|property, _| is_chosen(name, property));
        }
        self.0.retain(|_, family| !family.is_empty());
        self
    }

    fn entries(&self) -> impl Iterator<Item = (&Name, &Name, &Counts)> {
        self.0.iter().flat_map(|(family, properties)| {
            let properties = properties.iter();
            properties.map(move |(property, counts)| (family, property, counts))
        })
    }

    fn entry(&mut self, family: &Name, property: &Name) -> &mut Counts {
        let family = self.0.entry(family.clone()).or_default();
        family.entry(property.clone()).or_default()
    }
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.judged += other.judged;
        for (own, other) in self.failed.iter_mut().zip(other.failed) {
            *own += other;
        }
    }
}

impl From<[u64; 4]> for Counts {
    fn from([judged, too_small, too_large, neither]: [u64; 4]) -> Self {
        Self {
            judged,
            failed: [too_small, too_large, neither],
        }
    }
}

impl From<Counts> for [u64; 4] {
    fn from(counts: Counts) -> Self {
        let [too_small, too_large, neither] = counts.failed;
        [counts.judged, too_small, too_large, neither]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::Verdict;
    use crate::tally::PropertyTally;

    /// Claim: each failure counts once, under the sign of its error, whether cases are counted one
    /// by one or in a tally. Four of ten cases are too small, two too large, and one neither.
    #[test]
    fn each_failure_counts_once() {
        let breach = |claimed: Option<f64>| {
            Verdict::Broken(Breach {
                claimed,
                proved: Some([2.0, 3.0]),
                ulps: None,
                budget: None,
                reason: String::new(),
                said: Vec::new(),
            })
        };
        let verdicts = [
            (4, breach(Some(1.0))),
            (2, breach(Some(4.0))),
            (1, breach(None)),
            (3, Verdict::Proved),
        ];
        let mut one_by_one = Profile::default();
        for (times, verdict) in verdicts {
            let judgement = Judgement {
                verdicts: vec![(0, verdict)],
            };
            for _ in 0..times {
                one_by_one.count("grid", &judgement, judgement.broken());
            }
        }
        let property = PropertyTally {
            proved: 3,
            broken: 7,
            too_small: 4,
            too_large: 2,
            ..PropertyTally::default()
        };
        let tally = Tally {
            properties: BTreeMap::from([(PROPERTIES[0].name.into(), property)]),
            ..Tally::default()
        };
        let shares = |profile: &Profile| -> Vec<_> {
            let kinds = profile.kinds();
            kinds.map(|(kind, share)| (kind.way, share)).collect()
        };
        let expected = WAYS.into_iter().zip([0.4, 0.2, 0.1]);
        assert!(expected.eq(shares(&one_by_one)));
        assert_eq!(Profile::of([(&"grid".into(), &tally)]), one_by_one);
    }
}
