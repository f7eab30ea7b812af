//! The campaign: families × subjects over all cores, counted.
//!
//! The case number `index` of a family under a seed is the same on every machine, and tallies add
//! up in any order, so neither the number of threads nor the sharing out changes the result.

pub mod canary;

use std::fmt;
use std::str::FromStr;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::family::{self, Family};
use crate::judge::{Truth, examine};
use crate::ledger::{Ledger, Row};
use crate::subject::{Answer, Subject, guarded};
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
    /// How often subjects are asked again.
    pub laws: Laws,
}

/// The properties that ask a subject again, about the case with another setting or about a changed
/// case, take most of the time of a campaign, and are claims about the algorithm more than about a
/// case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Laws {
    /// Each case is judged by one of them; its index says by which.
    InTurn,
    /// Each case is judged by all of them.
    All,
}

impl fmt::Display for Laws {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Laws::InTurn => "one in turn",
            Laws::All => "all",
        })
    }
}

/// One of several equal shares of a campaign. Its text is `3/16` for the third of sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
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

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.count)
    }
}

/// A text that is no shard.
#[derive(Debug, thiserror::Error)]
#[error(
    "expected two numbers such as 3/16, the first from 1 to the second, which is at most {SHARDS}"
)]
pub struct NoShard;

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (number, count) = text.split_once('/').ok_or(NoShard)?;
        let number = number.parse().map_err(|_| NoShard)?;
        let count = count.parse().map_err(|_| NoShard)?;
        if (1..=count).contains(&number) && count <= SHARDS {
            Ok(Self { number, count })
        } else {
            Err(NoShard)
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(text: String) -> Result<Self, NoShard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// Indices end here, far beyond any campaign, so that sums of them cannot overflow.
pub const INDICES: u64 = 1 << 48;

/// The most shards.
const SHARDS: u64 = 1 << 20;

/// How many cases a thread takes at a time.
const CHUNK: u64 = 64;

/// How many indices a family goes on before a campaign can be stopped: enough that threads seldom
/// wait for each other.
const BLOCK: u64 = 8192;

/// Runs the plan on the threads of the current pool. `progress` is called with the number of cases
/// done since the last call, from any thread.
pub fn run(plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Vec<Row> {
    let mut ledger = Ledger::new(plan);
    while advance(plan, &mut ledger, progress) {}
    ledger.rows
}

/// Goes on with a campaign for some seconds at most; false when it is finished. The ledger is one of
/// the plan: see [`Ledger::check`].
pub fn advance(plan: &Plan, ledger: &mut Ledger, progress: &(dyn Fn(u64) + Sync)) -> bool {
    let subjects = plan.subjects.len();
    let Some((place, from)) = ledger.unfinished(subjects) else {
        return false;
    };
    let family = plan.families[place];
    let to = (from + BLOCK).min(plan.first + plan.cases);
    let tallies = (0..(to - from).div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let start = from + chunk * CHUNK;
            let end = (start + CHUNK).min(to);
            let tallies = run_range(plan, family, start..end);
            progress(end - start);
            tallies
        })
        .reduce(|| vec![Tally::default(); subjects], add);
    let rows = &mut ledger.rows[place * subjects..][..subjects];
    for (row, tally) in rows.iter_mut().zip(&tallies) {
        row.tally.add(tally);
        row.next = to;
    }
    true
}

/// The families of which no subject was judged on any case: a campaign says nothing about them.
pub fn unjudged_families(plan: &Plan, rows: &[Row]) -> Vec<&'static str> {
    let is_judged = |name: &str| rows.iter().any(|r| r.family == name && r.tally.cases > 0);
    let names = plan.families.iter().map(|family| family.name);
    names.filter(|name| !is_judged(name)).collect()
}

/// The broken cases of a finished campaign, in the order of its rows.
pub fn failures(plan: &Plan, rows: &[Row]) -> Vec<Failure> {
    let mut failures = Vec::new();
    for row in rows {
        for (index, properties) in &row.tally.failures {
            if let Some(family) = family::find(&row.family) {
                failures.push(Failure {
                    subject: row.subject.to_string(),
                    family: family.name,
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
        let subjects = plan.subjects.iter();
        let answers: Vec<_> = subjects.map(|s| guarded(|| s.answer(&case))).collect();
        let known = answers.iter().flatten().flatten();
        let longest = known
            .map(Answer::simplex)
            .max_by_key(|simplex| simplex.len());
        let truth = Truth::proposed(&case, longest.unwrap_or_default());
        let turn = match plan.laws {
            Laws::InTurn => Some(index),
            Laws::All => None,
        };
        for ((subject, answer), tally) in plan.subjects.iter().zip(answers).zip(&mut tallies) {
            let Some(truth) = &truth else {
                tally.skip();
                continue;
            };
            match examine(&case, family.name, *subject, answer, truth, turn) {
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
