//! Text styles of reports.
//!
//! Reports contain styles as ANSI escape codes. The command prints them through `anstream`, which
//! removes the codes if no colour is wanted. Any other use of a report removes them by [`plain`].

use std::fmt::Display;

use anstyle::{AnsiColor, Style};
#[cfg(feature = "cli")]
use comfy_table::Table;

/// Headings, and the headers of tables.
pub const HEADING: Style = Style::new().bold();

/// A broken promise.
pub const BROKEN: Style = AnsiColor::Red.on_default().bold();

/// An exceeded record, with all promises kept.
pub const NEW_WORST: Style = AnsiColor::Yellow.on_default().bold();

/// A proved or kept promise.
pub const HOLDS: Style = AnsiColor::Green.on_default();

/// Text in this style.
pub fn painted(style: Style, words: impl Display) -> String {
    format!("{style}{words}{style:#}")
}

/// The start of a style, as [`painted`] writes it, and its end.
const ESCAPE: (&str, char) = ("\x1b[", 'm');

/// The text without styles.
pub fn plain(text: &str) -> String {
    let mut parts = text.split(ESCAPE.0);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| {
        plain + part.split_once(ESCAPE.1).map_or("", |(_, rest)| rest)
    })
}

#[cfg(feature = "cli")]
/// A table with its header as a heading, and the rows selected by `is_broken`, counted from 0, as
/// broken. The lines are styled after the layout, as the codes would count as width.
pub fn table(table: &Table, is_broken: impl Fn(usize) -> bool) -> String {
    let mut rows = 0;
    let lines = table.lines().map(|line| {
        // A line without letters and digits is a border.
        if !line.contains(char::is_alphanumeric) {
            return line;
        }
        rows += 1;
        match rows {
            1 => painted(HEADING, line),
            row if is_broken(row - 2) => painted(BROKEN, line),
            _ => line,
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use comfy_table::presets::{ASCII_BORDERS_ONLY_CONDENSED, ASCII_MARKDOWN};

    use super::*;

    // Claim: styles change no letter of a table, and apply to the header and the selected rows.
    #[test]
    fn a_styled_table_is_the_table() {
        for preset in [ASCII_BORDERS_ONLY_CONDENSED, ASCII_MARKDOWN] {
            let mut laid_out = Table::new();
            laid_out.load_style(preset);
            laid_out.set_header(["family", "broken"]);
            laid_out.add_row(["grid", "0"]);
            laid_out.add_row(["uniform", "12"]);
            let styled = table(&laid_out, |row| row == 1);
            assert_eq!(plain(&styled), laid_out.to_string());
            for line in styled.lines() {
                let words = plain(line);
                let expected = match &words {
                    header if header.contains("family") => painted(HEADING, header),
                    named if named.contains("uniform") => painted(BROKEN, named),
                    other => other.clone(),
                };
                assert_eq!(line, expected);
            }
        }
    }
}
