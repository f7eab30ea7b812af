//! The table of a campaign.

use comfy_table::presets::ASCII_BORDERS_ONLY_CONDENSED;
use comfy_table::{CellAlignment, Table};

use super::style;
use crate::bits::Bits;
use crate::judge::counted;
use crate::ledger::Row;

/// The headings.
pub(super) const COLUMNS: [&str; 15] = [
    "subject",
    "family",
    "cases",
    "separated",
    "touching",
    "overlapping",
    "distance",
    "lower",
    "witness",
    "iterations",
    "2nd phase",
    "decided",
    "stalled",
    "new worst",
    "broken",
];

/// The number of columns with words, which are aligned left.
pub(super) const WORDS: usize = 2;

/// One line for each subject and family, red if a promise is broken.
pub fn text(rows: &[Row]) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_BORDERS_ONLY_CONDENSED);
    let several = rows.iter().any(|row| row.subject != rows[0].subject);
    // With only one subject its name is left out.
    let left_out = usize::from(!several);
    table.set_header(&COLUMNS[left_out..]);
    for row in rows {
        table.add_row(&cells(row)[left_out..]);
    }
    for column in table.column_iter_mut().skip(WORDS - left_out) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    style::table(&table, |row| rows[row].tally.broken > 0)
}

/// A row in the columns.
pub(super) fn cells(row: &Row) -> [String; COLUMNS.len()] {
    let tally = &row.tally;
    // A row may have no case, if Ctrl-C stopped the campaign.
    let measured = |text: String| match tally.cases {
        0 => "-".to_owned(),
        _ => text,
    };
    let share = |count: u64| {
        let percent = 100.0 * count as f64 / tally.cases as f64;
        measured(format!("{percent:.1} %"))
    };
    let ulps = |property: &str| measured(format!("{:.2} ulp", tally.worst(property)));
    [
        row.subject.to_string(),
        row.family.to_string(),
        tally.cases.to_string(),
        share(tally.separated),
        share(tally.touching),
        share(tally.overlapping),
        ulps("distance"),
        ulps("lower"),
        ulps("witness"),
        measured(tally.iterations_max().to_string()),
        share(tally.second_phase),
        share(tally.decided),
        tally.stalled.to_string(),
        tally.new_worst.to_string(),
        tally.broken.to_string(),
    ]
}

/// The line below the table with the hash of all answers of a subject.
pub fn bits(rows: &[Row], subject: &str) -> String {
    let mut bits = Bits::default();
    for row in rows.iter().filter(|row| row.subject == subject) {
        bits.add(&row.tally.bits);
    }
    let answers = counted(bits.answers, "answer");
    format!("bits: {}  {subject}, {answers}", bits.sum)
}

/// The meaning of the columns.
pub const LEGEND: &str = "\
separated, touching, overlapping: exact shares. distance, lower, witness: the worst error of the distance, of
the lower bound in the unsafe direction, and of a witness point outside its shape. iterations: the most of a
case. 2nd phase: cases that needed double-double. decided: cases that exact arithmetic decided. new worst:
cases with an error beyond the record of the family, with all promises kept. broken: cases with a broken
promise. bits: a hash of every bit of the answers, to compare builds and machines.";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;

    /// Claim: without a case nothing is measured, and no error of zero is shown.
    #[test]
    fn no_case_has_no_error() {
        let row = Row {
            subject: "gjk-core".into(),
            family: "grid".into(),
            next: 0,
            tally: Tally::default(),
        };
        let none = ["-"; 9];
        assert_eq!(cells(&row)[3..12], none);
    }
}
