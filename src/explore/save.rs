//! Writes a case to a new file in one folder, under any name.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::case::{Case, files};

/// The longest name.
const NAME_MAX: usize = 100;

/// The most files whose names differ in their number only.
const NUMBER_MAX: u32 = 1000;

/// Writes the case to `NAME.json` in the folder, or to `NAME-2.json` and so on if the file exists,
/// with the name as its id. A name has one part: letters, digits, `-`, `_` and `.`, which may not
/// come first.
pub(super) fn save(case: &Case, name: &str, folder: &Path) -> Result<PathBuf, String> {
    let name = name.strip_suffix(".json").unwrap_or(name);
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.len() > NAME_MAX || name.starts_with('.') || !name.chars().all(plain)
    {
        return Err(format!(
            "name: expected up to {NAME_MAX} letters, digits, `-`, `_` and `.`, which may not come first"
        ));
    }
    let (path, id) = claimed(folder, name)?;
    let case = Case { id, ..case.clone() };
    files::write_case(&path, &case).map_err(|error| {
        // The claimed file is empty; the first error counts.
        let _ = fs::remove_file(&path);
        error.to_string()
    })?;
    Ok(path)
}

/// Creates an empty file that did not exist before, so that nobody else writes there; returns its
/// path and its name without the extension.
fn claimed(folder: &Path, name: &str) -> Result<(PathBuf, String), String> {
    let refused = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(folder).map_err(|error| refused(folder, error))?;
    for number in 1..=NUMBER_MAX {
        let id = match number {
            1 => name.to_owned(),
            _ => format!("{name}-{number}"),
        };
        let path = folder.join(format!("{id}.json"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok((path, id)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(refused(&path, error)),
        }
    }
    Err(format!("name: {NUMBER_MAX} files have this name"))
}
