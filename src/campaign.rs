//! The campaign: families × subjects on all cores, counted.
//!
//! The case number `index` of a family under a seed is the same on every machine, and tallies add
//! up in any order, so neither the number of threads nor the shards change the result.

pub mod canary;

use std::collections::BTreeMap;
use std::ops::Range;

use rayon::prelude::*;

use crate::family::{self, Family};
use crate::judge::{Truth, examine};
use crate::ledger::{Ledger, Row};
use crate::plan::{Laws, Plan};
use crate::subject::Answer;
use crate::tally::{Failure, Name, Tally};

/// How many cases a thread takes at a time.
const CHUNK: u64 = 64;

/// The same if a program is among the subjects, which may take a tenth of a second for each.
const CHUNK_OF_PROGRAMS: u64 = 8;

/// The number of indices of a family between the points at which a campaign can be stopped: enough
/// that threads seldom wait for each other.
const BLOCK: u64 = 8192;

/// Runs the plan on the threads of the current pool. `progress` is called with the number of cases
/// done since the last call, from any thread.
pub fn run(plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Vec<Row> {
    let mut ledger = Ledger::new(plan);
    while advance(plan, &mut ledger, progress, &|| false) {}
    ledger.rows
}

/// Continues a campaign for a few seconds; false if it is finished. The ledger is one of the plan:
/// see [`Ledger::check`].
///
/// If a program is among the subjects, it may be slow: then it continues in steps, of a few cases
/// first, until `is_enough`.
pub fn advance(
    plan: &Plan,
    ledger: &mut Ledger,
    progress: &(dyn Fn(u64) + Sync),
    is_enough: &dyn Fn() -> bool,
) -> bool {
    let subjects = plan.subjects.len();
    let Some((place, from)) = ledger.unfinished(subjects) else {
        return false;
    };
    let end = plan.first + plan.cases;
    let has_programs = plan.subjects.iter().any(|s| s.command().is_some());
    let (chunk, mut step) = if has_programs {
        // Indices of other shards take no time.
        let chunk = CHUNK_OF_PROGRAMS
            .saturating_mul(plan.shard.count)
            .min(BLOCK);
        (chunk, chunk * rayon::current_num_threads() as u64)
    } else {
        (CHUNK, BLOCK)
    };
    let rows = &mut ledger.rows[place * subjects..][..subjects];
    let mut next = from;
    // Steps grow, so that a fast program seldom waits, and none takes longer than all before it.
    while next < end && (next == from || has_programs && !is_enough()) {
        let to = (next + step).min(end);
        let tallies = tallies(plan, plan.families[place], next..to, chunk, progress);
        for (row, tally) in rows.iter_mut().zip(&tallies) {
            row.tally.add(tally);
            row.next = to;
        }
        step *= 2;
        next = to;
    }
    true
}

/// The counts of a range of indices, chunk by chunk on all threads.
fn tallies(
    plan: &Plan,
    family: &Family,
    range: Range<u64>,
    chunk: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Vec<Tally> {
    (0..(range.end - range.start).div_ceil(chunk))
        .into_par_iter()
        .map(|number| {
            let start = range.start + number * chunk;
            let end = (start + chunk).min(range.end);
            let tallies = run_range(plan, family, start..end);
            progress(plan.shard.cases(start..end));
            tallies
        })
        .reduce(|| vec![Tally::default(); plan.subjects.len()], add)
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

fn run_range(plan: &Plan, family: &Family, range: Range<u64>) -> Vec<Tally> {
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::case::Case;
    use crate::plan::Shard;
    use crate::subject::{GjkCore, NoAnswer, Subject};

    /// A program, and how many cases it got at a time.
    #[derive(Default)]
    struct Program(Mutex<Vec<usize>>);

    impl Subject for Program {
        fn name(&self) -> &'static str {
            "program"
        }

        fn about(&self) -> &'static str {
            "stands for a program"
        }

        fn command(&self) -> Option<&str> {
            Some("program")
        }

        fn answer(&self, case: &Case) -> Option<Answer> {
            GjkCore.answer(case)
        }

        fn attempts(&self, cases: &[Case]) -> Vec<Result<Option<Answer>, NoAnswer>> {
            self.0.lock().expect("a list").push(cases.len());
            cases.iter().map(|case| Ok(self.answer(case))).collect()
        }
    }

    fn plan(cases: u64, shard: Shard) -> (Plan, &'static Program) {
        let program: &'static Program = Box::leak(Box::default());
        let plan = Plan {
            seed: 1,
            first: 0,
            cases,
            families: vec![family::find("grid").expect("a family")],
            subjects: vec![program],
            shard,
            laws: Laws::InTurn,
        };
        (plan, program)
    }

    /// The ledger of a campaign on one thread that is interrupted as often as it can be, and how
    /// far it was each time.
    fn step_by_step(plan: &Plan) -> (Ledger, Vec<u64>) {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        pool.expect("a thread").install(|| {
            let (mut ledger, mut done) = (Ledger::new(plan), Vec::new());
            while advance(plan, &mut ledger, &|_| {}, &|| true) {
                done.push(ledger.done());
            }
            (ledger, done)
        })
    }

    /// Claim: a campaign of a program can be stopped and saved after every few cases, also one of a
    /// shard, and its result is that of one run.
    #[test]
    fn a_program_can_be_stopped_after_a_few_cases() {
        let (whole, _) = plan(20, Shard::WHOLE);
        let (ledger, done) = step_by_step(&whole);
        assert_eq!(done, [8, 16, 20]);
        assert_eq!(ledger.rows, run(&whole, &|_| {}));
        let (part, program) = plan(80, "2/4".parse().expect("a shard"));
        let (ledger, done) = step_by_step(&part);
        assert_eq!(done, [8, 16, 20]);
        assert_eq!(*program.0.lock().expect("a list"), [8, 8, 4]);
        assert_eq!(ledger.rows, run(&part, &|_| {}));
    }

    /// Claim: a program gets the same cases at a time for any number of threads.
    #[test]
    fn a_program_gets_a_few_cases_at_a_time() {
        let (plan, program) = plan(100, Shard::WHOLE);
        run(&plan, &|_| {});
        let mut sizes = program.0.lock().expect("a list").clone();
        sizes.sort();
        assert_eq!(sizes, [&[4][..], &[8; 12]].concat());
    }
}
