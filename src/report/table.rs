//! The table of a campaign.

use comfy_table::presets::ASCII_BORDERS_ONLY_CONDENSED;
use comfy_table::{CellAlignment, Table};

use super::style;
use crate::ledger::Row;

/// One line for each subject and family, red where a promise is broken.
pub fn text(rows: &[Row]) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_BORDERS_ONLY_CONDENSED);
    let several = rows.iter().any(|row| row.subject != rows[0].subject);
    let mut header = vec![
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
        "stalled",
        "broken",
    ];
    if several {
        header.insert(0, "subject");
    }
    table.set_header(header);
    for row in rows {
        let tally = &row.tally;
        let share = |count: u64| match tally.cases {
            0 => "-".to_owned(),
            cases => format!("{:.1} %", 100.0 * count as f64 / cases as f64),
        };
        let ulps = |property: &str| format!("{:.2} ulp", tally.worst(property));
        let mut cells = vec![
            row.family.to_string(),
            tally.cases.to_string(),
            share(tally.separated),
            share(tally.touching),
            share(tally.overlapping),
            ulps("distance"),
            ulps("lower"),
            ulps("witness"),
            tally.iterations_max().to_string(),
            share(tally.second_phase),
            tally.stalled.to_string(),
            tally.broken.to_string(),
        ];
        if several {
            cells.insert(0, row.subject.to_string());
        }
        table.add_row(cells);
    }
    let words = if several { 2 } else { 1 };
    for column in table.column_iter_mut().skip(words) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    style::table(&table, |row| rows[row].tally.broken > 0)
}

/// What the columns mean, below the table.
pub const LEGEND: &str = "\
separated, touching, overlapping: exact shares. distance, lower, witness: the worst error of the distance, of
the lower bound in the unsafe direction, and of a witness point off its shape. iterations: the most of a case.
2nd phase: cases that needed double-double. broken: cases with a promise broken.";
