//! The campaign: families × subjects on all cores, counted.
//!
//! The case number `index` of a family under a seed is the same on every machine, and tallies add
//! up in any order, so neither the number of threads nor the shards change the result.

pub mod canary;

use std::collections::BTreeMap;

use rayon::prelude::*;

use crate::family::{self, Family};
use crate::judge::{Truth, examine};
use crate::ledger::{Ledger, Row};
use crate::plan::{Laws, Plan};
use crate::subject::Answer;
use crate::tally::{Failure, Name, Tally};

/// How many cases a thread takes at a time.
const CHUNK: u64 = 64;

/// The number of indices of a family between the points at which a campaign can be stopped: enough
/// that threads seldom wait for each other.
const BLOCK: u64 = 8192;

/// Runs the plan on the threads of the current pool. `progress` is called with the number of cases
/// done since the last call, from any thread.
pub fn run(plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Vec<Row> {
    let mut ledger = Ledger::new(plan);
    while advance(plan, &mut ledger, progress) {}
    ledger.rows
}

/// Continues a campaign for a few seconds; false if it is finished. The ledger is one of the plan:
/// see [`Ledger::check`].
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

/// The families without any judged case: a campaign says nothing about them.
pub fn unjudged_families(plan: &Plan, rows: &[Row]) -> Vec<&'static str> {
    let is_judged = |name: &str| rows.iter().any(|r| r.family == name && r.tally.cases > 0);
    let names = plan.families.iter().map(|family| family.name);
    names.filter(|name| !is_judged(name)).collect()
}

/// The broken cases of a finished campaign, in the order of its rows.
pub fn failures(plan: &Plan, rows: &[Row]) -> Vec<Failure> {
    gathered(plan, rows, |row| row.tally.failures.clone())
}

/// The cases of a finished campaign with an error beyond the record and within the promise, in the
/// order of its rows: the worst case of each such property.
pub fn new_worsts(plan: &Plan, rows: &[Row]) -> Vec<Failure> {
    gathered(plan, rows, |row| row.tally.new_worsts(&row.family))
}

/// The chosen cases of each row, with the names of their properties.
fn gathered(
    plan: &Plan,
    rows: &[Row],
    chosen: impl Fn(&Row) -> BTreeMap<u64, Vec<Name>>,
) -> Vec<Failure> {
    let mut cases = Vec::new();
    for row in rows {
        for (index, properties) in chosen(row) {
            if let Some(family) = family::find(&row.family) {
                cases.push(Failure {
                    subject: row.subject.to_string(),
                    family: family.name,
                    case: family::case_from_seed(family, plan.seed, index),
                    properties,
                });
            }
        }
    }
    cases
}

fn run_range(plan: &Plan, family: &Family, range: std::ops::Range<u64>) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); plan.subjects.len()];
    let indices: Vec<u64> = range.filter(|index| plan.shard.holds(*index)).collect();
    let drawn = indices.iter();
    let cases: Vec<_> = drawn
        .map(|index| family::case_from_seed(family, plan.seed, *index))
        .collect();
    let mut answers: Vec<_> = (plan.subjects.iter())
        .map(|subject| subject.attempts(&cases).into_iter())
        .collect();
    for (index, case) in indices.into_iter().zip(&cases) {
        // One answer of each subject, as each has one for every case.
        let answers: Vec<_> = answers.iter_mut().filter_map(Iterator::next).collect();
        let known = answers.iter().flatten().flatten();
        let longest = known
            .map(Answer::simplex)
            .max_by_key(|simplex| simplex.len());
        let truth = Truth::proposed(case, longest.unwrap_or_default());
        let turn = match plan.laws {
            Laws::InTurn => Some(index),
            Laws::All => None,
        };
        for ((subject, answer), tally) in plan.subjects.iter().zip(answers).zip(&mut tallies) {
            let Some(truth) = &truth else {
                tally.skip();
                continue;
            };
            match examine(case, family.name, *subject, answer, truth, turn) {
                Some((answer, judgement)) => {
                    let scalar = subject.scalar();
                    let answer = answer.as_ref();
                    tally.count(index, truth, scalar, answer, &judgement);
                    tally.bits.count(family.name, index, answer);
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
