//! The budget is no looser than the measurement: every number of `src/judge/budget.rs` is close to
//! the error of a stored case.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gjk_harness::case::files;
use gjk_harness::judge::{PROPERTIES, Verdict, budget, judge_case};
use gjk_harness::subject::GjkCore;

/// A number may exceed the largest error of the cases of its family by this, in ulps.
const SLACK_MAX: f64 = 1.0;
/// The least number, which needs no case with an error.
const FLOOR: f64 = 1.0;

/// Claim: no number of a family exceeds the largest error of its property in the cases of
/// `tests/cases/worst/` by more than an ulp, unless it is the least. All properties in all
/// families.
#[test]
fn no_number_is_looser_than_observed() {
    let (mut table, mut loose, mut tight) = (String::new(), 0, 0);
    for family in budget::families() {
        let errors = largest_errors(family);
        for property in budget::properties() {
            let line = budget::line(property, family).ulps;
            let observed = errors.get(property).copied().unwrap_or(0.0);
            let slack = line - observed;
            let is_loose = line > FLOOR && slack > SLACK_MAX;
            loose += usize::from(is_loose);
            tight += usize::from(line > FLOOR && !is_loose);
            let mark = if is_loose { "  TOO LOOSE" } else { "" };
            table += &format!(
                "{family:<13} {property:<14} {line:>6.2} {observed:>9.3} {slack:>6.3}{mark}\n"
            );
        }
    }
    let head = format!(
        "{:<13} {:<14} {:>6} {:>9} {:>6}",
        "family", "property", "budget", "observed", "slack"
    );
    assert!(
        loose == 0,
        "{loose} numbers of src/judge/budget.rs exceed what was observed by over {SLACK_MAX} ulps\n\n\
         {head}\n{table}"
    );
    assert!(
        tight > 0,
        "no number was compared with a case\n\n{head}\n{table}"
    );
}

/// The largest error of each property in the worst cases of a family. None of them may exceed its
/// record: then the budget would be too tight, which `tests/kept_cases.rs` reports, and the
/// comparison would mean nothing.
fn largest_errors(family: &str) -> BTreeMap<&'static str, f64> {
    let path = PathBuf::from(format!("tests/cases/worst/{family}.jsonl"));
    let mut errors = BTreeMap::new();
    for located in files::read_cases(&[path]).expect("sound cases") {
        let judgement = judge_case(&located.case, family, &GjkCore).expect("a case to judge");
        for (property, verdict) in &judgement.verdicts {
            let ulps = match verdict {
                Verdict::Proved => 0.0,
                Verdict::Within { ulps } => *ulps,
                Verdict::NewWorst(breach) | Verdict::Broken(breach) => panic!(
                    "{} ({family}): {}: {}",
                    located.case.id, PROPERTIES[*property].name, breach.reason
                ),
            };
            let largest: &mut f64 = errors.entry(PROPERTIES[*property].name).or_default();
            *largest = largest.max(ulps);
        }
    }
    errors
}
