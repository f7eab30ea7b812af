//! What can be wrong with a case file, said in one line that names the file, the line and the
//! field.
//!
//! Two layers, because text need not come from a file: [`Fault`] is what is wrong inside a text,
//! [`CaseError`] adds which file it was, or that the file could not be read at all.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Something in a text that is not a case: where it stands and what was expected there.
///
/// Prints as `LINE: FIELD: MESSAGE`, always one line; the field is left out when the fault belongs
/// to no field, as with an empty text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}: {}{message}", prefix(.field))]
pub struct Fault {
    /// The line within the text, counted from one. For a missing field: that of the object that
    /// lacks it.
    pub line: usize,
    /// The path of the field from the top of the case, such as `a.points[3][1]`.
    pub field: String,
    /// What was expected, and what stands there instead.
    pub message: String,
}

/// Why a case file could not be read or written.
#[derive(Debug, Error)]
pub enum CaseError {
    /// The file can be read, but what it holds is no case.
    #[error("{}:{fault}", .file.display())]
    Content {
        /// The file.
        file: PathBuf,
        /// What is wrong and where.
        fault: Fault,
    },
    /// The path is not one that can hold a case: empty folder, empty file, unknown extension.
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
        /// What the system said.
        source: io::Error,
    },
}

/// The field and a colon. Names of unknown fields are anybody's text, so control characters are
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
