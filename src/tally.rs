//! The counts of a campaign. Tallies add up in any order to the same sum, so the result does not
//! depend on threads and shards.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gjk_reference::Contact;
use serde::{Deserialize, Serialize};

use crate::bits::Bits;
use crate::case::{Case, Scalar};
use crate::judge::{Judgement, PROPERTIES, Truth, Verdict, Way, budget};
use crate::score::{Score, or_infinite};
use crate::subject::{Answer, End, NoAnswer, Why};

/// The name of a property. That of a tally read from a file need not be one of [`PROPERTIES`].
pub type Name = Cow<'static, str>;

/// The counts of one subject on one family.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Cases judged.
    pub cases: u64,
    /// Cases with shapes that the subject or the truth does not support.
    pub unjudged: u64,
    /// Judged cases whose shapes are exactly apart.
    pub separated: u64,
    /// Judged cases whose shapes touch exactly.
    pub touching: u64,
    /// Judged cases whose shapes overlap exactly.
    pub overlapping: u64,
    /// Judged cases of curved shapes so near to contact that their interval does not decide.
    pub undecided: u64,
    /// Cases with at least one broken property.
    pub broken: u64,
    /// Cases with no broken property, and at least one new worst.
    pub new_worst: u64,
    /// Cases that took a second phase.
    pub second_phase: u64,
    /// Cases that exact arithmetic decided.
    #[serde(default)]
    pub decided: u64,
    /// Cases that ended stalled by rounding.
    pub stalled: u64,
    /// The number of cases by number of iterations.
    pub iterations: BTreeMap<u32, u64>,
    /// The hash of all answers.
    pub bits: Bits,
    /// The faults that a user would notice.
    pub score: Score,
    /// The cases that a program did not answer; other subjects have none.
    #[serde(default, skip_serializing_if = "Unanswered::is_none")]
    pub unanswered: Unanswered,
    /// The counts of each property, by its name.
    pub properties: BTreeMap<Name, PropertyTally>,
    /// The first broken cases, by their index, without those that a program did not answer.
    pub failures: BTreeMap<u64, Vec<Name>>,
}

/// The cases that a program did not answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unanswered {
    /// Its time ran out.
    pub hangs: u64,
    /// It ended.
    pub crashes: u64,
    /// It said that it failed. Earlier versions counted no errors.
    #[serde(default)]
    pub errors: u64,
    /// It wrote nonsense.
    pub nonsense: u64,
    /// The first such cases by their index, with the reasons.
    pub first: BTreeMap<u64, NoAnswer>,
}

/// The counts of one property.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PropertyTally {
    /// Verdicts that hold exactly.
    pub proved: u64,
    /// Verdicts within the budget.
    pub within: u64,
    /// Verdicts beyond the record of the family and within the promise.
    pub new_worst: u64,
    /// Broken verdicts.
    pub broken: u64,
    /// Broken verdicts with too small a claim.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub too_small: u64,
    /// Broken verdicts with too large a claim.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub too_large: u64,
    /// The number of verdicts by error, in quarters of an ulp of the property, rounded down. Errors
    /// from [`QUARTERS_MAX`] on share a count.
    pub errors: BTreeMap<u32, u64>,
    /// The largest error, in the ulps of the property. JSON has no infinity; there it is null.
    #[serde(deserialize_with = "or_infinite")]
    pub worst_ulps: f64,
    /// The index of the first case with that error.
    pub worst_index: Option<u64>,
}

/// Errors of at least this many quarters of an ulp share a count: no promise is as loose, except
/// that of `proximity`.
pub const QUARTERS_MAX: u32 = 64;

/// How many broken cases of a family are kept for shrinking.
const FAILURES_KEPT: usize = 3;

impl Tally {
    /// Counts a case that was not judged.
    pub fn skip(&mut self) {
        self.unjudged += 1;
    }

    /// Counts the judgement of the case number `index`, and the answer of a subject in precision
    /// `scalar`, or its absence.
    pub fn count(
        &mut self,
        index: u64,
        truth: &Truth,
        scalar: Scalar,
        answer: Result<&Answer, &NoAnswer>,
        judgement: &Judgement,
    ) {
        self.cases += 1;
        self.score.count(index, truth, scalar, answer);
        let is_kept_apart = answer.is_err_and(|none| self.unanswered.count(index, none));
        let answer = answer.ok();
        match truth.contact {
            Some(Contact::Separated) => self.separated += 1,
            Some(Contact::Touching) => self.touching += 1,
            Some(Contact::Overlapping) => self.overlapping += 1,
            None => self.undecided += 1,
        }
        if let Some(closest) = answer.and_then(|answer| answer.closest.as_ref()) {
            *self.iterations.entry(closest.iterations).or_default() += 1;
            self.stalled += u64::from(closest.end == End::Stalled);
        }
        let mut steps = answer.iter().flat_map(|answer| &answer.steps);
        self.second_phase += u64::from(steps.any(|step| step.phase > 0));
        self.decided += u64::from(answer.is_some_and(|answer| !answer.evidence.exact.is_empty()));
        for (property, verdict) in &judgement.verdicts {
            self.properties
                .entry(PROPERTIES[*property].name.into())
                .or_default()
                .count(index, verdict);
        }
        let broken: Vec<_> = judgement
            .broken()
            .map(|(property, _)| property.name.into())
            .collect();
        if !broken.is_empty() {
            self.broken += 1;
            if !is_kept_apart {
                self.failures.insert(index, broken);
                self.trim();
            }
        } else if judgement.new_worsts().next().is_some() {
            self.new_worst += 1;
        }
    }

    /// Adds another tally of the same subject and family.
    pub fn add(&mut self, other: &Tally) {
        self.cases += other.cases;
        self.unjudged += other.unjudged;
        self.separated += other.separated;
        self.touching += other.touching;
        self.overlapping += other.overlapping;
        self.undecided += other.undecided;
        self.broken += other.broken;
        self.new_worst += other.new_worst;
        self.second_phase += other.second_phase;
        self.decided += other.decided;
        self.stalled += other.stalled;
        self.bits.add(&other.bits);
        self.score.add(&other.score);
        self.unanswered.add(&other.unanswered);
        for (iterations, cases) in &other.iterations {
            *self.iterations.entry(*iterations).or_default() += cases;
        }
        for (name, property) in &other.properties {
            self.properties
                .entry(name.clone())
                .or_default()
                .add(property);
        }
        for (index, broken) in &other.failures {
            self.failures.insert(*index, broken.clone());
        }
        self.trim();
    }

    /// The properties with an error beyond the current record of the family and within the promise:
    /// for each case with the largest error of a property, their names. Broken properties are left
    /// out: they are mended before they are measured.
    pub fn new_worsts(&self, family: &str) -> BTreeMap<u64, Vec<Name>> {
        let mut cases: BTreeMap<u64, Vec<Name>> = BTreeMap::new();
        for (name, property) in &self.properties {
            let record = budget::record(name, family);
            let exceeds = record.is_some_and(|record| property.worst_ulps > record.ulps);
            if let Some(index) = property.worst_index
                && property.new_worst > 0
                && property.broken == 0
                && exceeds
            {
                cases.entry(index).or_default().push(name.clone());
            }
        }
        cases
    }

    /// The largest error of a property; zero if there was none.
    pub fn worst(&self, property: &str) -> f64 {
        self.properties
            .get(property)
            .map_or(0.0, |tally| tally.worst_ulps)
    }

    /// The number of cases in which a property was judged.
    pub fn judged(&self, property: &str) -> u64 {
        let tally = self.properties.get(property);
        tally.map_or(0, PropertyTally::judged)
    }

    /// The most iterations that a case took.
    pub fn iterations_max(&self) -> u32 {
        self.iterations.keys().next_back().copied().unwrap_or(0)
    }

    fn trim(&mut self) {
        while self.failures.len() > FAILURES_KEPT {
            self.failures.pop_last();
        }
    }
}

impl Unanswered {
    /// How many there are.
    pub fn sum(&self) -> u64 {
        self.hangs + self.crashes + self.errors + self.nonsense
    }

    fn is_none(&self) -> bool {
        self.sum() == 0
    }

    /// Counts a missing answer; false if it is kept with the broken cases.
    fn count(&mut self, index: u64, none: &NoAnswer) -> bool {
        let count = match none.why {
            // A panic is a broken case like others, and is shrunk.
            Why::Panic => return false,
            Why::Hang => &mut self.hangs,
            Why::Crash => &mut self.crashes,
            Why::Error => &mut self.errors,
            Why::Nonsense => &mut self.nonsense,
        };
        *count += 1;
        self.first.insert(index, none.clone());
        self.trim();
        true
    }

    fn add(&mut self, other: &Unanswered) {
        self.hangs += other.hangs;
        self.crashes += other.crashes;
        self.errors += other.errors;
        self.nonsense += other.nonsense;
        for (index, none) in &other.first {
            self.first.insert(*index, none.clone());
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.first.len() > FAILURES_KEPT {
            self.first.pop_last();
        }
    }
}

impl PropertyTally {
    /// How many verdicts there are.
    pub fn judged(&self) -> u64 {
        self.proved + self.within + self.new_worst + self.broken
    }

    fn count(&mut self, index: u64, verdict: &Verdict) {
        let ulps = match verdict {
            Verdict::Proved => {
                self.proved += 1;
                return;
            }
            Verdict::Within { ulps } => {
                self.within += 1;
                *ulps
            }
            Verdict::NewWorst(breach) => {
                self.new_worst += 1;
                breach.ulps.unwrap_or(f64::INFINITY)
            }
            Verdict::Broken(breach) => {
                self.broken += 1;
                match Way::of(breach) {
                    Way::TooSmall => self.too_small += 1,
                    Way::TooLarge => self.too_large += 1,
                    Way::Neither => {}
                }
                breach.ulps.unwrap_or(f64::INFINITY)
            }
        };
        // A number too large for the type becomes its maximum.
        let quarters = ((ulps * 4.0) as u32).min(QUARTERS_MAX);
        *self.errors.entry(quarters).or_default() += 1;
        self.offer(ulps, Some(index));
    }

    fn add(&mut self, other: &PropertyTally) {
        self.proved += other.proved;
        self.within += other.within;
        self.new_worst += other.new_worst;
        self.broken += other.broken;
        self.too_small += other.too_small;
        self.too_large += other.too_large;
        for (quarters, verdicts) in &other.errors {
            *self.errors.entry(*quarters).or_default() += verdicts;
        }
        self.offer(other.worst_ulps, other.worst_index);
    }

    /// Keeps the larger error, and the first of equal ones.
    fn offer(&mut self, ulps: f64, index: Option<u64>) {
        let Some(index) = index else { return };
        let first = self.worst_index.is_none_or(|own| index < own);
        if self.worst_index.is_none()
            || ulps > self.worst_ulps
            || (ulps == self.worst_ulps && first)
        {
            self.worst_ulps = ulps;
            self.worst_index = Some(index);
        }
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A broken case or new worst of a campaign, and its origin.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The name of the subject.
    pub subject: String,
    /// The name of the family.
    pub family: &'static str,
    /// The case, as the family made it.
    pub case: Case,
    /// The names of the broken properties, or of those with a new worst.
    pub properties: Vec<Name>,
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// Counts that are all different, and none of them zero.
    fn counts() -> Tally {
        let property = PropertyTally {
            proved: 1,
            within: 2,
            new_worst: 3,
            broken: 4,
            too_small: 5,
            too_large: 6,
            errors: BTreeMap::from([(7, 8)]),
            worst_ulps: 9.0,
            worst_index: Some(10),
        };
        Tally {
            cases: 11,
            unjudged: 12,
            separated: 13,
            touching: 14,
            overlapping: 15,
            undecided: 16,
            broken: 17,
            new_worst: 18,
            second_phase: 19,
            decided: 20,
            stalled: 21,
            iterations: BTreeMap::from([(22, 23)]),
            bits: Bits::default(),
            score: Score {
                wrong: 24,
                clearly_wrong: 25,
                endless: 26,
                panics: 27,
                not_finite: 28,
                ..Score::default()
            },
            unanswered: Unanswered {
                hangs: 29,
                crashes: 30,
                errors: 31,
                nonsense: 32,
                first: BTreeMap::new(),
            },
            properties: BTreeMap::from([("distance".into(), property)]),
            failures: BTreeMap::new(),
        }
    }

    /// Claim: no count is lost or counted twice where tallies are added: the sum of a tally and
    /// itself has each of them twice, and added to nothing they stay.
    #[test]
    fn every_count_is_added() {
        let one = counts();
        let mut sum = Tally::default();
        sum.add(&one);
        assert_eq!(sum, one);
        sum.add(&one);
        let is_kept = |name: &str| ["worst_ulps", "worst_index"].contains(&name);
        fn compare(name: &str, sum: &Value, one: &Value, is_kept: &dyn Fn(&str) -> bool) {
            match (sum, one) {
                (Value::Object(sums), Value::Object(ones)) => {
                    for (name, one) in ones {
                        compare(name, &sums[name], one, is_kept);
                    }
                }
                (sum, Value::Number(one)) if !is_kept(name) => {
                    let twice = one.as_f64().map(|one| 2.0 * one);
                    assert_eq!(sum.as_f64(), twice, "{name}");
                }
                (sum, one) => assert_eq!(sum, one, "{name}"),
            }
        }
        let [sum, one] = [&sum, &one].map(|tally| serde_json::json!(tally));
        compare("", &sum, &one, &is_kept);
    }

    /// Claim: a property that is broken has no new worst, whose case is that of the largest error:
    /// it would be one that breaks a promise.
    #[test]
    fn what_is_broken_is_no_new_worst() {
        for (broken, count) in [(0, 1), (4, 0)] {
            let mut tally = counts();
            for property in tally.properties.values_mut() {
                property.broken = broken;
            }
            assert_eq!(tally.new_worsts("uniform").len(), count, "{broken}");
        }
    }

    /// Claim: of the broken cases, and of those without an answer, the first are kept, in whatever
    /// order tallies are added.
    #[test]
    fn the_first_failures_are_kept() {
        let mut sum = Tally::default();
        for index in [5, 9, 1, 7, 3] {
            let none = NoAnswer {
                why: Why::Hang,
                reason: String::new(),
                said: Vec::new(),
            };
            let mut other = Tally::default();
            other.failures.insert(index, vec!["distance".into()]);
            other.unanswered.first.insert(index, none);
            sum.add(&other);
        }
        assert!(sum.failures.keys().eq(&[1, 3, 5]), "{sum:?}");
        assert!(sum.unanswered.first.keys().eq(&[1, 3, 5]), "{sum:?}");
    }
}
