//! The canary: a subject with wrong answers, which every campaign must report.
//!
//! A campaign that finds nothing broken looks the same whether all promises hold, or the judge, the
//! tally or the report is broken. So a few cases run first, through the same code and by the same
//! budget, with a subject that answers like `gjk-core` but adds four ulps to the distance of
//! separated shapes: twice the promise, so that each such answer breaks a promise and is not a new
//! worst. Each must be reported as a broken case.

use super::{failures, run};
use crate::case::Case;
use crate::family;
use crate::judge::{Truth, judge_case};
use crate::ledger::Row;
use crate::plan::{Laws, Plan, Shard};
use crate::report::failure;
use crate::subject::{Answer, GjkCore, Subject};

/// By how much the claimed distances are too large.
const LIE_ULPS: f64 = 4.0;
/// The family of the cases: some of them are always apart.
const FAMILY: &str = "uniform";
const SEED: u64 = 1;
const CASES: u64 = 8;
/// The property that the answers break.
const BROKEN: &str = "distance";

/// Whether the wrong answers are reported; the error states where they were lost.
pub fn sings() -> Result<(), String> {
    check(&Canary)
}

/// Answers like `gjk-core`, but with slightly larger distances.
struct Canary;

impl Subject for Canary {
    fn name(&self) -> &'static str {
        "canary"
    }

    fn about(&self) -> &'static str {
        "claims distances that are four ulps too large"
    }

    fn is_bound(&self) -> bool {
        true
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let answer = GjkCore.answer(case)?;
        let lie = LIE_ULPS * Truth::of(case)?.unit;
        let is_apart = |distance: &f64| *distance > 0.0;
        Some(Answer {
            distance: answer.distance.filter(is_apart).map(|d| d + lie),
            closest: None,
            ..answer
        })
    }
}

/// Whether the wrong answers of `canary` are judged, counted, gathered and shown as broken.
fn check(canary: &'static dyn Subject) -> Result<(), String> {
    let family = family::find(FAMILY).ok_or("the canary has no family")?;
    let plan = Plan {
        seed: SEED,
        first: 0,
        cases: CASES,
        families: vec![family],
        subjects: vec![canary],
        shard: Shard::WHOLE,
        laws: Laws::InTurn,
    };
    let rows = run(&plan, &|_| {});
    let [Row { tally, .. }] = rows.as_slice() else {
        return Err(format!("the canary has {} rows", rows.len()));
    };
    let (lies, found) = (tally.separated, tally.broken);
    if lies == 0 || found != lies {
        return Err(format!(
            "the canary was reported {found} times for {lies} lies"
        ));
    }
    let failures = failures(&plan, &rows);
    if failures.is_empty() {
        return Err("no failure of the canary was kept".to_owned());
    }
    for failure in failures {
        let judgement = judge_case(&failure.case, FAMILY, canary);
        let broken: Vec<_> = judgement.iter().flat_map(|j| j.broken()).collect();
        let text = failure::text(&failure.case, FAMILY, canary, &broken, None, None);
        if !(failure.properties.iter().any(|name| name == BROKEN) && text.contains("BROKEN")) {
            return Err(format!("{} is not shown as broken", failure.case.id));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: the wrong answers of the canary are reported.
    #[test]
    fn the_canary_sings() {
        assert_eq!(sings(), Ok(()));
    }

    /// Claim: a canary that is not reported is an error: with the subject that keeps all promises
    /// in its place the check fails.
    #[test]
    fn silence_is_an_error() {
        let error = check(&GjkCore).expect_err("nothing is broken");
        assert!(error.contains("reported 0 times for"), "{error}");
    }
}
