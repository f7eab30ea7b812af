//! The iterations of a query as a text table.

use std::fmt::Write;

use super::style::{HEADING, painted};
use crate::case::Case;
use crate::judge::Truth;
use crate::story::words::{COLUMNS, Row, answer_rows, cells, columns, exact_rows};
use crate::subject::Answer;

/// How wide its columns are, and how far a name and a value are from each other below it.
const WIDTHS: [usize; COLUMNS] = [3, 13, 1, 48, 48, 22, 22];
const NAME: usize = 12;

/// Which of the columns begin at the left.
const LEFT: [bool; COLUMNS] = [false, true, false, true, true, false, false];

/// The case, the iterations, the answer, and the exact answer beside it.
pub fn text(case: &Case, answer: &Answer, truth: Option<&Truth>) -> String {
    let mut text = String::new();
    let [a, b] = [&case.a, &case.b].map(|shape| shape.kind.name());
    let title = format!("{}: {a} against {b}", case.id);
    let header = line(&columns(&answer.steps).map(str::to_owned));
    for heading in [title, header] {
        let _ = writeln!(text, "{}", painted(HEADING, heading));
    }
    for (index, step) in answer.steps.iter().enumerate() {
        let _ = writeln!(text, "{}", line(&cells(case, index, step)));
    }
    for Row { name, value } in answer_rows(case, answer) {
        let _ = writeln!(text, "{name:<NAME$}{value}");
    }
    let exact: Vec<String> = exact_rows(truth).into_iter().map(|row| row.value).collect();
    if !exact.is_empty() {
        let _ = writeln!(text, "{:<NAME$}{}", "exact", exact.join(", distance "));
    }
    text
}

/// The cells beside each other.
fn line(cells: &[String; COLUMNS]) -> String {
    let mut text = String::new();
    for (column, cell) in cells.iter().enumerate() {
        let width = WIDTHS[column];
        let gap = if column == 0 { "" } else { "  " };
        let _ = if LEFT[column] {
            write!(text, "{gap}{cell:<width$}")
        } else {
            write!(text, "{gap}{cell:>width$}")
        };
    }
    text
}
