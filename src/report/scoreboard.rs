//! The scoreboard: the failures of each subject that users would notice.
//!
//! Its tables are Markdown, so the output of a run can be pasted into a page.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};

use super::style;
use crate::ledger::Row;
use crate::score::Score;

/// The meaning of the columns.
pub const LEGEND: &str = "\
wrong: verdicts other than the exact one; clearly: by a gap or depth of more than 1 ulp. ulps: the largest
error of a distance, or gap or depth behind a wrong verdict, in ulps (of f64, or of f32 for a subject in f32)
of the largest length; relative: the same over that length. endless: stopped by a step limit, or a program
that hung. panics: queries that panicked, programs that crashed, failed or wrote nonsense. NaN: queries with
a number that is not finite.";

/// The headings after the names.
pub(super) const COUNTS: [&str; 8] = [
    "cases", "wrong", "clearly", "ulps", "relative", "endless", "panics", "NaN",
];

/// A line for each subject and family with a judged case, then one for each subject.
pub fn text(rows: &[Row]) -> String {
    let judged: Vec<&Row> = rows.iter().filter(|row| row.tally.cases > 0).collect();
    let mut families = table(&["subject", "family"]);
    for row in &judged {
        let names = [&row.subject, &row.family].map(|name| name.to_string());
        families.add_row(
            names
                .into_iter()
                .chain(cells(row.tally.cases, &row.tally.score)),
        );
    }
    let [families, totals] =
        [families, totals(&judged)].map(|table| style::table(&table, |_| false));
    format!("{families}\n\n{totals}\n")
}

fn totals(rows: &[&Row]) -> Table {
    let mut table = table(&["subject"]);
    for (subject, cells) in sums(rows) {
        table.add_row([subject.to_owned()].into_iter().chain(cells));
    }
    table
}

/// The sums over all families, for each subject.
pub(super) fn sums<'r>(rows: &[&'r Row]) -> Vec<(&'r str, [String; COUNTS.len()])> {
    let mut subjects: Vec<&str> = Vec::new();
    for row in rows {
        if !subjects.contains(&&*row.subject) {
            subjects.push(&row.subject);
        }
    }
    let sum = |subject| {
        let (mut cases, mut score) = (0, Score::default());
        for row in rows.iter().filter(|row| row.subject == subject) {
            cases += row.tally.cases;
            score.add(&row.tally.score);
        }
        (subject, cells(cases, &score))
    };
    subjects.into_iter().map(sum).collect()
}

fn table(words: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    table.set_header(words.iter().chain(&COUNTS));
    for column in table.column_iter_mut().skip(words.len()) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// The counts, in the columns.
pub(super) fn cells(cases: u64, score: &Score) -> [String; COUNTS.len()] {
    [
        cases.to_string(),
        score.wrong.to_string(),
        score.clearly_wrong.to_string(),
        ulps(score.error_ulps),
        format!("{:.1e}", score.error_relative),
        score.endless.to_string(),
        score.panics.to_string(),
        score.not_finite.to_string(),
    ]
}

/// Two decimals for few ulps, two digits for many.
fn ulps(ulps: f64) -> String {
    /// From here on decimals are noise.
    const MANY: f64 = 1000.0;
    if ulps < MANY {
        format!("{ulps:.2}")
    } else {
        format!("{ulps:.1e}")
    }
}

#[cfg(test)]
mod tests {
    use super::{COUNTS, LEGEND};

    /// Claim: the legend explains each column by its heading.
    #[test]
    fn each_column_is_explained() {
        for heading in COUNTS.iter().filter(|heading| **heading != "cases") {
            assert!(LEGEND.contains(&format!("{heading}:")), "{heading}");
        }
    }
}
