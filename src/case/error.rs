//! Errors in a case file, in one line with the file, the line and the field.
//!
//! Two types, because text need not come from a file: [`Fault`] is an error inside a text;
//! [`CaseError`] adds the file, or reports that it could not be read.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// An error in the text of a case: its position, and what was expected there.
///
/// Prints as `LINE: FIELD: MESSAGE`, always one line; without the field if no field is at fault, as
/// in an empty text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}: {}{message}", prefix(.field))]
pub struct Fault {
    /// The line in the text, counted from one. For a missing field, the line of its object.
    pub line: usize,
    /// The path of the field from the top of the case, such as `a.points[3][1]`.
    pub field: String,
    /// What was expected, and what was found.
    pub message: String,
}

/// Why a case file could not be read or written.
#[derive(Debug, Error)]
pub enum CaseError {
    /// The file was read, but is not a case.
    #[error("{}:{fault}", .file.display())]
    Content {
        /// The file.
        file: PathBuf,
        /// What is wrong and where.
        fault: Fault,
    },
    /// The path cannot hold a case: empty folder, empty file, unknown extension.
    #[error("{}: {message}", .path.display())]
    Path {
        /// The path.
        path: PathBuf,
        /// What is wrong with it.
        message: &'static str,
    },
    /// The system refused to read or write.
    #[error("{}: {source}", .path.display())]
    Io {
        /// The path.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

/// The field and a colon. Names of unknown fields may be any text, so control characters are
/// escaped: an error stays on one line.
fn prefix(field: &str) -> String {
    let shown: String = field.chars().flat_map(shown).collect();
    if shown.is_empty() {
        shown
    } else {
        format!("{shown}: ")
    }
}

fn shown(c: char) -> Vec<char> {
    if c.is_control() {
        c.escape_default().collect()
    } else {
        vec![c]
    }
}
