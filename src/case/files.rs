//! Case files on disk: which paths hold cases, reading them in a fixed order, and safe writing.
//!
//! A `.json` file holds one case, a `.jsonl` file one per line (blank lines are skipped), a folder
//! all its files and folders, sorted by name, but no schemas (`.schema.json`). Every command accepts
//! all three. A path without a case is an error: judging nothing must not pass.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::whole_file::WholeFile;
use super::{Case, CaseError, Fault, json, place};

pub(crate) use super::whole_file::write_whole;
#[cfg(feature = "cli")]
pub(crate) use super::whole_file::{
    check_whole, create_folder, remove_leftovers, temporary_beside,
};

/// A case and its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// The case.
    pub case: Case,
    /// The file that holds it.
    pub file: PathBuf,
    /// The line where it begins, counted from one.
    pub line: usize,
}

/// Reads all cases of files and folders, in the order of the paths; within a folder by name, within
/// a file in order.
///
/// The first error ends it. Also errors: a path without a case, a named file that ends in neither
/// `.json` nor `.jsonl` (in a folder such files are skipped, and schemas), and a duplicate id in a
/// file. Links to folders are not followed.
pub fn read_cases(paths: &[PathBuf]) -> Result<Vec<Located>, CaseError> {
    let mut cases = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = cases.len();
            read_folder(path, &mut cases)?;
            if cases.len() == before {
                return unfit(path, "the folder holds no case");
            }
        } else {
            cases.extend(read_file(path)?);
        }
    }
    Ok(cases)
}

/// Reads the cases of bytes in either format: one object over any number of lines, or one per line.
///
/// For any bytes: the result is cases, or an error whose file is `bytes`.
pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Case>, CaseError> {
    let file = Path::new("bytes");
    let text = text_of(bytes).map_err(|fault| content(file, fault))?;
    let first_line = text
        .lines()
        .find(|line| !is_blank(line))
        .unwrap_or_default();
    let form = match serde_json::from_str::<serde::de::IgnoredAny>(first_line) {
        Ok(_) => Form::Lines,
        Err(_) => Form::Whole,
    };
    let located = cases_of(text, form, file)?;
    Ok(located.into_iter().map(|located| located.case).collect())
}

/// Writes a case to a `.json` file, and creates its folder if necessary.
///
/// The file is written as a whole or not at all: under another name in the same folder, flushed to
/// disk, and renamed. A case that would not read back unchanged is refused first.
pub fn write_case(path: &Path, case: &Case) -> Result<(), CaseError> {
    if Form::of(path) != Some(Form::Whole) {
        return unfit(path, "a case is written to a .json file");
    }
    let text = json::write(case).map_err(|fault| content(path, fault))?;
    write_whole(path, &text)
}

/// Checks that [`write_case`] can write a file, and leaves nothing behind.
#[cfg(feature = "cli")]
pub(crate) fn check_case(path: &Path) -> Result<(), CaseError> {
    if Form::of(path) != Some(Form::Whole) {
        return unfit(path, "a case is written to a .json file");
    }
    check_whole(path)
}

/// Writes cases to a `.jsonl` file, one per line, with the same care as [`write_case`].
pub fn write_cases(path: &Path, cases: &[Case]) -> Result<(), CaseError> {
    let mut lines = Lines::create(path)?;
    cases.iter().try_for_each(|case| lines.push(case))?;
    lines.finish()
}

/// Checks that [`write_cases`] can write a file, and leaves nothing behind.
#[cfg(feature = "cli")]
pub(crate) fn check_cases(path: &Path) -> Result<(), CaseError> {
    if Form::of(path) != Some(Form::Lines) {
        return unfit(path, NOT_LINES);
    }
    check_whole(path)
}

/// Why a file cannot hold several cases.
const NOT_LINES: &str = "several cases are written to a .jsonl file";

/// A `.jsonl` file that grows case by case, under another name until it is finished. An unfinished
/// file is removed.
pub struct Lines(WholeFile);

impl Lines {
    /// Creates the file, and its folder if necessary.
    pub fn create(path: &Path) -> Result<Self, CaseError> {
        if Form::of(path) != Some(Form::Lines) {
            return unfit(path, NOT_LINES);
        }
        Ok(Self(WholeFile::create(path)?))
    }

    /// Appends a case; one that would not read back unchanged is refused.
    pub fn push(&mut self, case: &Case) -> Result<(), CaseError> {
        let line = json::write_line(case).map_err(|fault| content(self.0.path(), fault))?;
        self.push_line(&line)
    }

    /// Appends a case as a line, made by [`json::write_line`].
    pub fn push_line(&mut self, line: &str) -> Result<(), CaseError> {
        self.0.push(line)?;
        self.0.push("\n")
    }

    /// Flushes the file to disk, and renames it.
    pub fn finish(self) -> Result<(), CaseError> {
        self.0.finish()
    }
}

/// The layout of the cases of a file.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Whole,
    Lines,
}

impl Form {
    fn of(path: &Path) -> Option<Form> {
        match path.extension()?.to_str()? {
            "json" => Some(Form::Whole),
            "jsonl" => Some(Form::Lines),
            _ => None,
        }
    }
}

fn read_folder(folder: &Path, cases: &mut Vec<Located>) -> Result<(), CaseError> {
    let io_error = |source| CaseError::Io {
        path: folder.to_path_buf(),
        source,
    };
    let entries: io::Result<Vec<fs::DirEntry>> = fs::read_dir(folder).map_err(io_error)?.collect();
    let mut entries = entries.map_err(io_error)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_type().map_err(io_error)?.is_dir() {
            read_folder(&path, cases)?;
        } else if Form::of(&path).is_some() && !is_schema(&path) {
            cases.extend(read_file(&path)?);
        }
    }
    Ok(())
}

/// Whether a file is a JSON Schema, as that of the corpus next to its cases.
fn is_schema(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".schema.json")
}

fn read_file(path: &Path) -> Result<Vec<Located>, CaseError> {
    let Some(form) = Form::of(path) else {
        return unfit(path, "a case file ends in .json or .jsonl");
    };
    let bytes = read_regular(path)?;
    let text = text_of(&bytes).map_err(|fault| content(path, fault))?;
    cases_of(text, form, path)
}

/// The bytes of a file; a device or a pipe, which may not end, is refused.
pub(crate) fn read_regular(path: &Path) -> Result<Vec<u8>, CaseError> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return unfit(path, "is not a regular file");
    }
    fs::read(path).map_err(|source| CaseError::Io {
        path: path.to_path_buf(),
        source,
    })
}

fn text_of(bytes: &[u8]) -> Result<&str, Fault> {
    if bytes.starts_with("\u{feff}".as_bytes()) {
        return Err(Fault {
            line: 1,
            field: String::new(),
            message: "begins with a byte order mark; save it as UTF-8 without one".to_string(),
        });
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        Fault {
            line,
            field: String::new(),
            message: "not UTF-8 text".to_string(),
        }
    })
}

fn cases_of(text: &str, form: Form, file: &Path) -> Result<Vec<Located>, CaseError> {
    let mut cases = Vec::new();
    for (lines_above, text) in parts_of(text, form) {
        let case = json::read(text).map_err(|mut fault| {
            fault.line += lines_above;
            content(file, fault)
        })?;
        let line = lines_above + place::first_line(text);
        cases.push(Located {
            case,
            file: file.to_path_buf(),
            line,
        });
    }
    if cases.is_empty() {
        return unfit(file, "the file holds no case");
    }
    refuse_twins(&cases)?;
    Ok(cases)
}

/// The texts of the cases, with the number of lines above each.
fn parts_of(text: &str, form: Form) -> Vec<(usize, &str)> {
    let parts = match form {
        Form::Whole => vec![(0, text)],
        Form::Lines => text.lines().enumerate().collect(),
    };
    parts
        .into_iter()
        .filter(|(_, part)| !is_blank(part))
        .collect()
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

fn refuse_twins(cases: &[Located]) -> Result<(), CaseError> {
    let mut lines = HashMap::new();
    for located in cases {
        let id = located.case.id.as_str();
        if let Some(line) = lines.insert(id, located.line) {
            let message = format!("{id:?} is already used on line {line}");
            let fault = Fault {
                line: located.line,
                field: "id".to_string(),
                message,
            };
            return Err(content(&located.file, fault));
        }
    }
    Ok(())
}

fn content(file: &Path, fault: Fault) -> CaseError {
    CaseError::Content {
        file: file.to_path_buf(),
        fault,
    }
}

fn unfit<T>(path: &Path, message: &'static str) -> Result<T, CaseError> {
    Err(CaseError::Path {
        path: path.to_path_buf(),
        message,
    })
}
