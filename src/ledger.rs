//! The counts of a campaign so far. A ledger can be written, read, continued, and merged with the
//! ledgers of other shards into that of one run.
//!
//! The text is that of `campaign --json`. An unfinished ledger states how far it is.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::diagnosis::Likeness;
use crate::family;
use crate::plan::{INDICES, Laws, Plan, Shard};
use crate::profile::Profile;
use crate::subject::{self, Subject};
use crate::tally::{Name, Tally};

/// The counts of a campaign, and its plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ledger {
    /// The version of the harness: another one may draw or judge cases differently.
    #[serde(default = "unknown_version")]
    pub version: Cow<'static, str>,
    /// Selects the cases.
    pub seed: u64,
    /// The first index in each family.
    pub first: u64,
    /// How many cases of each family, all shards together.
    pub cases: u64,
    /// Which share of them.
    pub shard: Shard,
    /// How many properties with a second answer are judged.
    pub laws: Laws,
    /// The counts, in the order of families and subjects.
    pub rows: Vec<Row>,
    /// The bugs that failing subjects behave like, if the campaign is finished.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub behaves_like: BTreeMap<Name, Vec<Likeness>>,
    /// How many cases a program did not get after it was given up, by its name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub given_up: BTreeMap<Name, u64>,
}

/// The version of this harness.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version in a ledger from before it was stated.
fn unknown_version() -> Cow<'static, str> {
    "unknown".into()
}

/// What a campaign counted for one subject on one family.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The name of the subject.
    pub subject: Cow<'static, str>,
    /// The name of the family.
    pub family: Cow<'static, str>,
    /// The index in the family up to which all cases of the shard are counted.
    pub next: u64,
    /// The counts.
    pub tally: Tally,
}

/// Why ledgers do not fit each other, or the plan.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// They are of different campaigns.
    #[error("{what} is {found}, expected {expected}")]
    Mismatch {
        /// What differs.
        what: &'static str,
        /// The value in the ledger.
        found: String,
        /// The expected value.
        expected: String,
    },
    /// Indices beyond those of a campaign.
    #[error("the indices of {family} are out of order or above {INDICES}")]
    Indices {
        /// The family.
        family: String,
    },
    /// A duplicate shard.
    #[error("shard {0} is given twice")]
    Twice(Shard),
    /// Missing shards.
    #[error("{}; run the campaign with --shard", told("missing", .0))]
    Missing(Vec<Shard>),
    /// Unfinished shards.
    #[error("{}; continue with --resume", told("not finished", .0))]
    Unfinished(Vec<Shard>),
    /// No ledgers.
    #[error("no ledger")]
    None,
}

impl Ledger {
    /// A ledger of the plan without any counts.
    pub fn new(plan: &Plan) -> Self {
        let mut rows = Vec::new();
        for family in &plan.families {
            for subject in &plan.subjects {
                rows.push(Row {
                    subject: subject.name().into(),
                    family: family.name.into(),
                    next: plan.first,
                    tally: Tally::default(),
                });
            }
        }
        Self {
            version: VERSION.into(),
            seed: plan.seed,
            first: plan.first,
            cases: plan.cases,
            shard: plan.shard,
            laws: plan.laws,
            rows,
            behaves_like: BTreeMap::new(),
            given_up: BTreeMap::new(),
        }
    }

    /// The number of cases of the shard done, of all families.
    pub fn done(&self) -> u64 {
        let mut families = BTreeSet::new();
        let mut done = 0;
        for row in &self.rows {
            if families.insert(&row.family) {
                done += self.shard.cases(self.first..row.next);
            }
        }
        done
    }

    /// Counts cases that programs did not get after they were given up.
    pub(crate) fn add_given_up(&mut self, given_up: &BTreeMap<Name, u64>) {
        for (name, not_asked) in given_up {
            *self.given_up.entry(name.clone()).or_default() += not_asked;
        }
    }

    /// The profile of a subject's failures.
    pub fn profile(&self, subject: &str) -> Profile {
        let rows = self.rows.iter().filter(|row| row.subject == subject);
        Profile::of(rows.map(|row| (&row.family, &row.tally)))
    }

    /// The first unfinished family, by its index among the families, and the case index to continue
    /// with.
    pub(crate) fn unfinished(&self, subjects: usize) -> Option<(usize, u64)> {
        let row = self.first_unfinished()?;
        Some((row / subjects, self.rows[row].next))
    }

    /// The first row that is not finished.
    fn first_unfinished(&self) -> Option<usize> {
        let end = self.first + self.cases;
        self.rows.iter().position(|row| row.next < end)
    }

    /// Whether this is a ledger of the plan, so that a campaign may continue it.
    pub fn check(&self, plan: &Plan) -> Result<(), LedgerError> {
        let new = Ledger::new(plan);
        same("the shard", self.shard, new.shard)?;
        self.check_campaign(&new)
    }

    #[cfg(feature = "cli")] // which reads ledgers
    /// Whether it is of this version of the harness, which is certain unless it was read from a
    /// file.
    pub(crate) fn check_version(&self) -> Result<(), LedgerError> {
        same("the version of gjk-harness", &*self.version, VERSION)
    }

    #[cfg(feature = "cli")] // which reads ledgers
    /// Whether its indices are in order, which is certain unless it was read from a file.
    pub(crate) fn check_indices(&self) -> Result<(), LedgerError> {
        let end = self.first.saturating_add(self.cases);
        // The subjects of a family advance together.
        let nexts = self.rows.iter().map(|row| (&row.family, row.next));
        let nexts: BTreeMap<_, _> = nexts.collect();
        let wrong = |row: &&Row| {
            let is_within = end <= INDICES && (self.first..=end).contains(&row.next);
            !is_within || nexts[&row.family] != row.next
        };
        match self.rows.iter().find(wrong) {
            None => Ok(()),
            Some(row) => Err(LedgerError::Indices {
                family: row.family.to_string(),
            }),
        }
    }

    /// Whether both ledgers are of the same campaign; their shards may differ.
    fn check_campaign(&self, other: &Ledger) -> Result<(), LedgerError> {
        let names = |ledger: &Ledger, name: fn(&Row) -> &str| {
            let mut names: Vec<String> = Vec::new();
            for row in &ledger.rows {
                if !names.iter().any(|known| known == name(row)) {
                    names.push(name(row).to_owned());
                }
            }
            names.join(",")
        };
        same("the version of gjk-harness", &self.version, &other.version)?;
        same("the seed", self.seed, other.seed)?;
        same("the first index", self.first, other.first)?;
        same("the number of cases", self.cases, other.cases)?;
        same("the choice of laws", self.laws, other.laws)?;
        let [own, others] = [self, other].map(|ledger| names(ledger, |row| &row.family));
        same("the list of families", own, others)?;
        let [own, others] = [self, other].map(|ledger| names(ledger, |row| &row.subject));
        same("the list of subjects", own, others)?;
        let [own, others] = [self, other].map(|ledger| {
            let rows = ledger.rows.iter();
            let rows = rows.map(|row| format!("{}/{}", row.family, row.subject));
            rows.collect::<Vec<_>>().join(",")
        });
        same("the order of the rows", own, others)
    }

    /// Whether both ledgers are of shards of the same campaign.
    pub(crate) fn check_shards(&self, other: &Ledger) -> Result<(), LedgerError> {
        self.check_campaign(other)?;
        same("the number of shards", self.shard.count, other.shard.count)
    }

    /// The ledger of all shards together, equal to that of one run.
    pub fn merged(shards: &[Ledger]) -> Result<Ledger, LedgerError> {
        let Some(first) = shards.first() else {
            return Err(LedgerError::None);
        };
        let count = first.shard.count;
        for ledger in shards {
            ledger.check_shards(first)?;
        }
        let mut by_number = BTreeMap::new();
        for ledger in shards {
            if by_number.insert(ledger.shard.number, ledger).is_some() {
                return Err(LedgerError::Twice(ledger.shard));
            }
        }
        let missing = (1..=count).filter(|number| !by_number.contains_key(number));
        let missing: Vec<_> = missing.map(|number| Shard { number, count }).collect();
        if !missing.is_empty() {
            return Err(LedgerError::Missing(missing));
        }
        let is_unfinished = |ledger: &&&Ledger| ledger.first_unfinished().is_some();
        let unfinished = by_number.values().filter(is_unfinished);
        let unfinished: Vec<_> = unfinished.map(|ledger| ledger.shard).collect();
        if !unfinished.is_empty() {
            return Err(LedgerError::Unfinished(unfinished));
        }
        let mut whole = Ledger {
            shard: Shard::WHOLE,
            behaves_like: BTreeMap::new(),
            ..first.clone()
        };
        for ledger in shards.iter().skip(1) {
            for (row, other) in whole.rows.iter_mut().zip(&ledger.rows) {
                row.tally.add(&other.tally);
            }
            whole.add_given_up(&ledger.given_up);
        }
        Ok(whole)
    }

    /// The plan of this ledger, if its families are known, and its subjects are known or in `more`.
    pub fn plan(&self, more: &[&'static dyn Subject]) -> Result<Plan, LedgerError> {
        let unknown = |what, found: &str| LedgerError::Mismatch {
            what,
            found: format!("`{found}`"),
            expected: "one that this program knows".to_owned(),
        };
        let mut plan = Plan {
            seed: self.seed,
            first: self.first,
            cases: self.cases,
            families: Vec::new(),
            subjects: Vec::new(),
            shard: self.shard,
            laws: self.laws,
        };
        for row in &self.rows {
            let family = family::find(&row.family);
            let family = family.ok_or_else(|| unknown("a family", &row.family))?;
            if !plan.families.iter().any(|known| known.name == family.name) {
                plan.families.push(family);
            }
            let given = more.iter().find(|subject| subject.name() == row.subject);
            let subject = given.copied().or_else(|| subject::find(&row.subject));
            let subject = subject.ok_or_else(|| unknown("a subject", &row.subject))?;
            if !plan.subjects.iter().any(|s| s.name() == subject.name()) {
                plan.subjects.push(subject);
            }
        }
        self.check(&plan)?;
        Ok(plan)
    }
}

/// The text about shards: their numbers, unless there are too many to read.
fn told(what: &str, shards: &[Shard]) -> String {
    const NAMED: usize = 16;
    let names: Vec<String> = shards.iter().take(NAMED).map(Shard::to_string).collect();
    let names = names.join(", ");
    match shards.len() {
        1 => format!("shard {names} is {what}"),
        count if count <= NAMED => format!("shards {names} are {what}"),
        count => format!("{count} shards are {what}, of which the first are {names}"),
    }
}

fn same<T: PartialEq + std::fmt::Display>(
    what: &'static str,
    found: T,
    expected: T,
) -> Result<(), LedgerError> {
    if found == expected {
        return Ok(());
    }
    Err(LedgerError::Mismatch {
        what,
        found: found.to_string(),
        expected: expected.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::GjkCore;

    /// Claim: the cases that programs did not get in any of the shards are those of the merged
    /// ledger.
    #[test]
    fn what_programs_did_not_get_is_merged() {
        let shard = |number, given_up: &[(&'static str, u64)]| {
            let plan = Plan {
                seed: 1,
                first: 0,
                cases: 0,
                families: vec![family::find("grid").expect("a family")],
                subjects: vec![&GjkCore],
                shard: Shard { number, count: 3 },
                laws: Laws::InTurn,
            };
            let given_up = given_up
                .iter()
                .map(|(name, count)| ((*name).into(), *count));
            Ledger {
                given_up: given_up.collect(),
                ..Ledger::new(&plan)
            }
        };
        let shards = [
            shard(1, &[("both", 3)]),
            shard(2, &[]),
            shard(3, &[("both", 4), ("last", 5)]),
        ];
        let merged = Ledger::merged(&shards).expect("a ledger");
        let expected = [("both".into(), 7), ("last".into(), 5)];
        assert_eq!(merged.given_up, BTreeMap::from(expected));
    }

    /// Claim: a ledger is continued by its own plan only: another seed, first index, number of
    /// cases, choice of laws, shard, family or subject is told.
    #[test]
    fn a_ledger_is_of_one_plan() {
        let plan = || Plan {
            seed: 1,
            first: 2,
            cases: 3,
            families: vec![family::find("grid").expect("a family")],
            subjects: vec![&GjkCore],
            shard: Shard::WHOLE,
            laws: Laws::InTurn,
        };
        let ledger = Ledger::new(&plan());
        assert!(ledger.check(&plan()).is_ok());
        type Change = fn(&mut Plan);
        let changes: [(Change, &str); 7] = [
            (|plan| plan.seed = 9, "the seed is 1, expected 9"),
            (|plan| plan.first = 9, "the first index is 2, expected 9"),
            (
                |plan| plan.cases = 9,
                "the number of cases is 3, expected 9",
            ),
            (
                |plan| plan.laws = Laws::All,
                "the choice of laws is one in turn, expected all",
            ),
            (
                |plan| plan.shard.count = 9,
                "the shard is 1/1, expected 1/9",
            ),
            (
                |plan| plan.families = family::find("flat").into_iter().collect(),
                "the list of families is grid, expected flat",
            ),
            (
                |plan| plan.subjects = subject::find("newest-first").into_iter().collect(),
                "the list of subjects is gjk-core, expected newest-first",
            ),
        ];
        for (change, told) in changes {
            let mut other = plan();
            change(&mut other);
            let error = ledger.check(&other).expect_err(told);
            assert_eq!(error.to_string(), told);
        }
    }
}
