//! The campaign: families × subjects over all cores, counted.
//!
//! The case number `index` of a family under a seed is the same on every machine, and tallies add
//! up in any order, so neither the number of threads nor the sharing out changes the result.

use rayon::prelude::*;
use serde::Serialize;

use crate::family::{self, Family};
use crate::judge::{Truth, examine};
use crate::subject::Subject;
use crate::tally::{Failure, Tally};

/// What a campaign runs.
pub struct Plan {
    /// Selects the cases; the same seed gives the same cases.
    pub seed: u64,
    /// The first index in each family. A campaign goes on where another ended by starting there.
    pub first: u64,
    /// How many cases of each family.
    pub cases: u64,
    /// The families.
    pub families: Vec<&'static Family>,
    /// The subjects.
    pub subjects: Vec<&'static dyn Subject>,
    /// Which share of the indices to run.
    pub shard: Shard,
}

/// One of several equal shares of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which share, from 1.
    pub number: u64,
    /// How many there are.
    pub count: u64,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Self = Self {
        number: 1,
        count: 1,
    };

    fn holds(self, index: u64) -> bool {
        index % self.count == self.number - 1
    }
}

/// What a campaign counted for one subject on one family.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The name of the subject.
    pub subject: &'static str,
    /// The name of the family.
    pub family: &'static str,
    /// The counts.
    #[serde(flatten)]
    pub tally: Tally,
}

/// How many cases a thread takes at a time.
const CHUNK: u64 = 64;

/// Runs the plan on the threads of the current pool. `progress` is called with the number of cases
/// done since the last call, from any thread.
pub fn run(plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Vec<Row> {
    let mut rows = Vec::new();
    for family in &plan.families {
        let chunks = plan.cases.div_ceil(CHUNK);
        let tallies = (0..chunks)
            .into_par_iter()
            .map(|chunk| {
                let start = plan.first + chunk * CHUNK;
                let end = (start + CHUNK).min(plan.first + plan.cases);
                let tallies = run_range(plan, family, start..end);
                progress(end - start);
                tallies
            })
            .reduce(|| vec![Tally::default(); plan.subjects.len()], add);
        for (subject, tally) in plan.subjects.iter().zip(tallies) {
            rows.push(Row {
                subject: subject.name(),
                family: family.name,
                tally,
            });
        }
    }
    rows
}

/// The broken cases of a finished campaign, in the order of its rows.
pub fn failures(plan: &Plan, rows: &[Row]) -> Vec<Failure> {
    let mut failures = Vec::new();
    for row in rows {
        for (index, properties) in &row.tally.failures {
            if let Some(family) = family::find(row.family) {
                failures.push(Failure {
                    subject: row.subject,
                    family: row.family,
                    case: family::case_from_seed(family, plan.seed, *index),
                    properties: properties.clone(),
                });
            }
        }
    }
    failures
}

fn run_range(plan: &Plan, family: &Family, range: std::ops::Range<u64>) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); plan.subjects.len()];
    for index in range.filter(|index| plan.shard.holds(*index)) {
        let case = family::case_from_seed(family, plan.seed, index);
        let truth = Truth::of(&case);
        for (subject, tally) in plan.subjects.iter().zip(&mut tallies) {
            let Some(truth) = &truth else {
                tally.skip();
                continue;
            };
            match examine(&case, family.name, *subject, truth) {
                Some((answer, judgement)) => {
                    tally.count(index, truth, answer.as_ref(), &judgement);
                }
                None => tally.skip(),
            }
        }
    }
    tallies
}

fn add(mut sum: Vec<Tally>, other: Vec<Tally>) -> Vec<Tally> {
    for (tally, other) in sum.iter_mut().zip(&other) {
        tally.add(other);
    }
    sum
}
