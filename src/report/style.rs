//! What stands out in a report.
//!
//! Reports carry their styles as ANSI escape codes. The command prints them through `anstream`,
//! which takes the codes out where no colour is wanted. A report that goes anywhere else goes
//! through [`plain`] first.

use std::fmt::Display;

use anstyle::{AnsiColor, Style};
#[cfg(feature = "cli")]
use comfy_table::Table;

/// Headings, and the headers of tables.
pub const HEADING: Style = Style::new().bold();

/// What breaks a promise.
pub const BROKEN: Style = AnsiColor::Red.on_default().bold();

/// What breaks no promise, and is worse than anything measured.
pub const NEW_WORST: Style = AnsiColor::Yellow.on_default().bold();

/// What is proved, or holds.
pub const HOLDS: Style = AnsiColor::Green.on_default();

/// The words in that style.
pub fn painted(style: Style, words: impl Display) -> String {
    format!("{style}{words}{style:#}")
}

/// How a style begins, as [`painted`] writes it, and how it ends.
const ESCAPE: (&str, char) = ("\x1b[", 'm');

/// The text without styles: without what begins and ends as one.
pub fn plain(text: &str) -> String {
    let mut parts = text.split(ESCAPE.0);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| {
        plain + part.split_once(ESCAPE.1).map_or("", |(_, rest)| rest)
    })
}

#[cfg(feature = "cli")]
/// A table with its header as a heading, and with the rows that `is_broken` names, counted from 0,
/// as broken. The lines are styled when they are laid out: before, the codes would count as width.
pub fn table(table: &Table, is_broken: impl Fn(usize) -> bool) -> String {
    let mut rows = 0;
    let lines = table.lines().map(|line| {
        // What has neither letter nor digit is a border.
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

    // Claim: styles change no letter of a table, and stand where they should: on the header, and on
    // the rows that are named.
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
