//! The touch bands as a table, in Markdown.

use comfy_table::presets::ASCII_MARKDOWN;
use comfy_table::{CellAlignment, Table};

use super::style;
use crate::touch_band::{Curve, EXPONENT_MAX, Point, Side};

/// The number of exponents in a column.
const COLUMN: usize = 4;

/// The text below the table.
pub const LEGEND: &str = "\
The share of wrong or missing verdicts, in percent, where the exact gap or depth is 2^-k of the size; each
column stands for its k and the three before it. An ulp of the size is 2^-52.";

/// One line for each subject and side that has an answer.
pub fn text(curves: &[Curve]) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_MARKDOWN);
    let exponents = (1..=EXPONENT_MAX).filter(|k| k % COLUMN as u32 == 0);
    let header = ["subject".to_owned(), "side".to_owned()].into_iter();
    table.set_header(header.chain(exponents.map(|k| format!("{k}"))));
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    for curve in curves {
        let side = match curve.side {
            Side::Apart => "apart",
            Side::Overlapping => "overlapping",
        };
        let names = [curve.subject, side].map(str::to_owned).into_iter();
        table.add_row(names.chain(curve.points.chunks(COLUMN).map(share)));
    }
    style::table(&table, |_| false)
}

fn share(points: &[Point]) -> String {
    let asked: u64 = points.iter().map(|point| point.asked).sum();
    let missed: u64 = points.iter().map(|point| point.missed).sum();
    let percent = 100.0 * missed as f64 / asked as f64;
    match (asked, missed) {
        (0, _) => "-".to_owned(),
        (_, 1..) if percent < 1.0 => "<1".to_owned(),
        _ => format!("{percent:.0}"),
    }
}
