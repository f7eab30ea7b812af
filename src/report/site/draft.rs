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
        let unfit = |message| CaseError::Path {
            path: folder.to_path_buf(),
            message,
        };
        if folder.file_name().is_none() {
            return Err(unfit("a report needs a named folder"));
        }
        match fs::symlink_metadata(folder) {
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

    /// The temporary path.
    pub(super) fn path(&self) -> &Path {
        &self.temporary
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
