//! A folder that is written as a whole or not at all: it is filled under another name next to it,
//! and renamed.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::case::{CaseError, files};

/// The generator tag of the first page of a report: a folder with this tag may be replaced.
pub(super) const GENERATOR: &str = "gjk-harness campaign --report";

/// An unfinished folder, which is removed on drop unless it was published.
pub(super) struct Draft {
    folder: PathBuf,
    temporary: PathBuf,
}

impl Draft {
    /// A draft of a folder that does not exist, is empty or holds a report.
    pub(super) fn of(folder: &Path) -> Result<Self, CaseError> {
        let asked = folder.to_path_buf();
        let unfit = |message| CaseError::Path {
            path: asked.clone(),
            message,
        };
        if folder.file_name().is_none() {
            return Err(unfit("a report needs a named folder"));
        }
        // Without a slash at its end, behind which a link would look like its folder.
        let folder: PathBuf = folder.components().collect();
        let folder = folder.as_path();
        match fs::symlink_metadata(folder) {
            Ok(found) if found.is_symlink() => {
                return Err(unfit("a report needs a folder, and this is a link"));
            }
            Ok(found) if !found.is_dir() => {
                return Err(unfit("a report needs a folder, and this is a file"));
            }
            Ok(_) if !is_replaceable(folder).map_err(|error| failed(folder, error))? => {
                return Err(unfit("the folder contains something other than a report"));
            }
            _ => {}
        }
        let draft = Self {
            folder: folder.to_path_buf(),
            temporary: files::temporary_beside(folder),
        };
        fs::create_dir_all(&draft.temporary).map_err(|error| failed(folder, error))?;
        Ok(draft)
    }

    /// Writes a file in it. An error names the place that it would have in the end.
    pub(super) fn write(&self, name: &str, text: &str) -> Result<(), CaseError> {
        let written = files::write_whole(&self.temporary.join(name), text);
        let place = self.folder.join(name);
        written.map_err(|error| match error {
            CaseError::Io { source, .. } => failed(&place, source),
            CaseError::Path { message, .. } => CaseError::Path {
                path: place,
                message,
            },
            content => content,
        })
    }

    /// Renames it.
    pub(super) fn publish(self) -> Result<(), CaseError> {
        let old = files::temporary_beside(&self.folder);
        let renamed = match fs::rename(&self.folder, &old) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::rename(&self.temporary, &self.folder).inspect_err(|_| {
                // Restores the old report, if there was one.
                let _ = fs::rename(&old, &self.folder);
            }),
        };
        renamed.map_err(|error| failed(&self.folder, error))?;
        // The new report is in place; a leftover of the old one does no harm.
        let _ = fs::remove_dir_all(&old);
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After publishing there is nothing to remove; otherwise this is the best that can be done.
        let _ = fs::remove_dir_all(&self.temporary);
    }
}

/// Whether a folder is empty or holds a report.
fn is_replaceable(folder: &Path) -> io::Result<bool> {
    if fs::read_dir(folder)?.next().is_none() {
        return Ok(true);
    }
    match fs::read_to_string(folder.join(super::INDEX)) {
        Ok(text) => Ok(text.contains(GENERATOR)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn failed(path: &Path, source: io::Error) -> CaseError {
    CaseError::Io {
        path: path.to_path_buf(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: an error names the file in the folder that was asked for, not in the temporary one.
    #[test]
    fn an_error_names_the_final_place() {
        let name = format!("gjk-harness-draft-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let draft = Draft::of(&folder).expect("a draft");
        draft.write("page.html", "").expect("a file");
        fs::create_dir(draft.temporary.join("taken")).expect("a folder");
        for name in ["taken", "page.html/below"] {
            let error = draft.write(name, "").expect_err("no file").to_string();
            let start = format!("{}: ", folder.join(name).display());
            assert!(error.starts_with(&start), "{error}");
        }
    }
}
