//! The scoreboard of a campaign with other subjects than gjk-core.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::case::{CaseError, files};
use crate::family;
use crate::ledger::Row;
use crate::plan::Plan;
use crate::report::scoreboard;
use crate::score::Worst;

/// Saves the worst case of each line that has an error.
pub(super) fn keep_worst(plan: &Plan, rows: &[Row], folder: &Path) -> Result<(), CaseError> {
    for row in rows {
        if let Some(worst) = &row.tally.score.worst {
            keep(plan, row, worst, folder)?;
        }
    }
    Ok(())
}

/// The tables, and where the worst cases are saved, if it is.
pub(super) fn text(rows: &[Row], folder: Option<&PathBuf>) -> String {
    let mut text = scoreboard::text(rows);
    let _ = writeln!(text, "\n{}", scoreboard::LEGEND);
    if let Some(folder) = folder {
        let _ = writeln!(
            text,
            "The worst case of each line is saved: {}/SUBJECT-FAMILY.json",
            folder.display()
        );
    }
    text
}

/// Saves the worst case of a line, with a note on what is wrong with it.
fn keep(plan: &Plan, row: &Row, worst: &Worst, folder: &Path) -> Result<(), CaseError> {
    let Some(family) = family::find(&row.family) else {
        return Ok(());
    };
    let mut case = family::case_from_seed(family, plan.seed, worst.index);
    (case.other).insert("note".to_owned(), note(&row.subject, worst).into());
    let name = format!("{}-{}.json", row.subject, row.family);
    files::write_case(&folder.join(name), &case)
}

/// What is wrong, and by how much if it has a measure.
fn note(subject: &str, worst: &Worst) -> String {
    let mut note = format!("{subject}: {}", worst.fault);
    if worst.ulps > 0.0 {
        let _ = write!(note, ", {:.2e} ulps of the largest length", worst.ulps);
    }
    note
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Fault;

    /// Claim: only an error with a measure is said to be off by it.
    #[test]
    fn what_never_ends_has_no_measure() {
        for (fault, ulps, end) in [
            (Fault::Endless, 0.0, "an endless loop"),
            (
                Fault::Error,
                2.5,
                "the largest error, 2.50e0 ulps of the largest length",
            ),
        ] {
            let worst = Worst {
                fault,
                ulps,
                index: 0,
            };
            assert_eq!(note("mine", &worst), format!("mine: {end}"));
        }
    }
}
