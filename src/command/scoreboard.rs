//! The scoreboard of a campaign with other subjects than gjk-core.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::case::{CaseError, files};
use crate::family;
use crate::ledger::Row;
use crate::plan::Plan;
use crate::report::scoreboard;
use crate::score::Worst;

/// Saves the worst case of each line.
pub(super) fn keep_worst(plan: &Plan, rows: &[Row], folder: &Path) -> Result<(), CaseError> {
    for row in rows {
        if let Some(worst) = &row.tally.score.worst {
            keep(plan, row, worst, folder)?;
        }
    }
    Ok(())
}

/// The tables, and where the worst case of each line is saved, if it is.
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
    let note = format!(
        "{}: {}, off by {:.2e} ulps of the largest length",
        row.subject, worst.fault, worst.ulps
    );
    case.other.insert("note".to_owned(), note.into());
    let name = format!("{}-{}.json", row.subject, row.family);
    files::write_case(&folder.join(name), &case)
}
