//! What a finished campaign says of programs.

use std::fmt::Write;
use std::path::Path;

use crate::case::Scalar;
use crate::command::program::given_up;
use crate::command::shrink;
use crate::family;
use crate::judge::{TERMINATION, counted};
use crate::ledger::{Ledger, Row};
use crate::plan::Plan;
use crate::tally::{Failure, Tally};

/// The results of programs: counts, the saved cases without an answer, and the first wrong answer
/// of each family, shrunk. Also whether an answer is missing, a verdict clearly wrong, or if
/// `strict` a promise broken.
pub(super) fn told(plan: &Plan, ledger: &Ledger, folder: &Path, strict: bool) -> (String, bool) {
    let (mut text, mut is_wrong) = (String::new(), false);
    for subject in plan.subjects.iter().filter(|s| s.command().is_some()) {
        let mut sum = Tally::default();
        let mut reports = String::new();
        let is_of = |row: &&Row| row.subject == subject.name();
        for row in ledger.rows.iter().filter(is_of) {
            sum.add(&row.tally);
            for (index, none) in &row.tally.unanswered.first {
                if let Some(family) = family::find(&row.family) {
                    let case = family::case_from_seed(family, plan.seed, *index);
                    let report =
                        shrink::save_unanswered(&case, family.name, *subject, none, folder);
                    let _ = write!(reports, "\n{report}");
                }
            }
            if let Some(failure) = first_wrong_answer(plan, row) {
                let report = shrink::save_failure(&failure, *subject, folder);
                let _ = write!(reports, "\n{report}");
            }
        }
        let none = &sum.unanswered;
        // A hang is endless too.
        let gave_up = sum.score.endless.saturating_sub(none.hangs);
        let _ = write!(
            text,
            "\n{}: {} judged, {} unsupported\n{}: {} of the judged without an answer: {}, {}, {}, {} nonsense, {gave_up} at its limit\n",
            subject.name(),
            counted(sum.cases, "case"),
            sum.unjudged,
            subject.name(),
            none.sum() + gave_up,
            counted(none.hangs, "hang"),
            counted(none.crashes, "crash"),
            counted(none.errors, "error"),
            none.nonsense,
        );
        let broken = broken_properties(&sum);
        if !broken.is_empty() {
            let _ = writeln!(
                text,
                "{}: {} broken: {broken}",
                subject.name(),
                counted(sum.broken, "case")
            );
        }
        if subject.scalar() == Scalar::F32 {
            let _ = writeln!(
                text,
                "{}: its errors are in ulps of f32, as its hello says",
                subject.name()
            );
        }
        if let Some(not_asked) = ledger.given_up.get(subject.name()) {
            let line = given_up(subject.name(), &counted(not_asked, "case"));
            let _ = writeln!(text, "{line}, counted as unsupported");
        }
        let silent = sum.cases - sum.judged(TERMINATION);
        if silent > 0 {
            let _ = writeln!(
                text,
                "{}: {TERMINATION} not judged in {}, which have no trace with simplices",
                subject.name(),
                counted(silent, "case")
            );
        }
        let claims = ["distance", "witness", "normal"];
        let never: Vec<_> = claims
            .into_iter()
            .filter(|name| sum.judged(name) == 0)
            .collect();
        if !never.is_empty() {
            let names = never.join(", ");
            let _ = writeln!(
                text,
                "{}: never judged, as it claims none: {names}",
                subject.name()
            );
        }
        text += &reports;
        is_wrong |= none.sum() + gave_up > 0 || sum.score.clearly_wrong > 0;
        is_wrong |= strict && sum.broken > 0;
    }
    (text, is_wrong)
}

/// Why no case was judged.
pub(super) fn nothing_judged(plan: &Plan, ledger: &Ledger) -> String {
    let refused: u64 = ledger.rows.iter().map(|row| row.tally.unjudged).sum();
    match &*plan.subjects {
        [subject] if ledger.given_up.contains_key(subject.name()) => {
            format!("{} was given up (--give-up-after)", subject.name())
        }
        [subject] if subject.command().is_some() && refused > 0 => {
            let cases = counted(refused, "case");
            format!("{} supports none of {cases}", subject.name())
        }
        _ => "more --cases, or other subjects?".to_owned(),
    }
}

/// The broken properties, with the number of cases of each.
fn broken_properties(tally: &Tally) -> String {
    let properties = tally.properties.iter();
    let broken = properties.filter(|(_, property)| property.broken > 0);
    let named = broken.map(|(name, property)| format!("{name} in {}", property.broken));
    named.collect::<Vec<_>>().join(", ")
}

/// The first broken case of a row that has an answer.
fn first_wrong_answer(plan: &Plan, row: &Row) -> Option<Failure> {
    let family = family::find(&row.family)?;
    let (index, properties) = row.tally.failures.first_key_value()?;
    Some(Failure {
        subject: row.subject.to_string(),
        family: family.name,
        case: family::case_from_seed(family, plan.seed, *index),
        properties: properties.clone(),
    })
}
