//! A file that is written as a whole or not at all: under another name in the same folder, flushed
//! to disk, and renamed.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use super::CaseError;

/// A file under its temporary name, removed if it is dropped unfinished.
pub(super) struct WholeFile {
    path: PathBuf,
    temporary: PathBuf,
    file: BufWriter<File>,
}

impl WholeFile {
    /// Creates the file, and its folder if necessary.
    pub(super) fn create(path: &Path) -> Result<Self, CaseError> {
        create_folder(path).map_err(|source| at(path, source))?;
        Self::open(path, temporary_beside(path))
    }

    /// Creates the file under this temporary name.
    fn open(path: &Path, temporary: PathBuf) -> Result<Self, CaseError> {
        // The rename replaces whatever has the name: a device would be lost.
        let message = match fs::metadata(path) {
            Ok(found) if found.is_dir() => Some("is a folder, not a file"),
            Ok(found) if !found.is_file() => Some("is not a regular file"),
            _ => None,
        };
        if let Some(message) = message {
            return Err(CaseError::Path {
                path: path.to_path_buf(),
                message,
            });
        }
        let mut options = OpenOptions::new();
        let file = options.write(true).create_new(true).open(&temporary);
        let file = file.map_err(|source| at(path, source))?;
        Ok(Self {
            path: path.to_path_buf(),
            temporary,
            file: BufWriter::new(file),
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn push(&mut self, text: &str) -> Result<(), CaseError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|source| at(&self.path, source))
    }

    pub(super) fn finish(mut self) -> Result<(), CaseError> {
        let stored = (self.file.flush())
            .and_then(|()| self.file.get_ref().sync_all())
            .and_then(|()| fs::rename(&self.temporary, &self.path));
        stored.map_err(|source| at(&self.path, source))
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        // After the rename there is nothing to remove; otherwise the first error counts.
        let _ = fs::remove_file(&self.temporary);
    }
}

/// Checks that a file can be written, and leaves nothing behind. If its folder does not exist, one
/// above must be writable.
#[cfg(feature = "cli")]
pub(crate) fn check_whole(path: &Path) -> Result<(), CaseError> {
    let folder = folder_above(path).map_err(|source| at(path, source))?;
    let name = path.file_name().unwrap_or_default();
    WholeFile::open(path, temporary_beside(&folder.join(name))).map(drop)
}

/// Writes a file as a whole or not at all.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), CaseError> {
    let mut file = WholeFile::create(path)?;
    file.push(text)?;
    file.finish()
}

/// Removes leftovers of killed processes, for a file that no other process is writing.
#[cfg(feature = "cli")]
pub(crate) fn remove_leftovers(path: &Path) {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let (Some(name), Ok(entries)) = (
        path.file_name(),
        fs::read_dir(folder.unwrap_or(Path::new("."))),
    ) else {
        return;
    };
    let start = format!(".{}.", name.to_string_lossy());
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(&start) && name.ends_with(".tmp") {
            // A leftover does no harm.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A name that no other process or thread uses, in the same folder so that renaming is atomic, with
/// an extension that no reader takes for a case.
pub(crate) fn temporary_beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}-{count}.tmp", process::id()));
    path.with_file_name(name)
}

/// Creates the folder of a file, if necessary.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    folder_above(path)?;
    path.parent().map_or(Ok(()), fs::create_dir_all)
}

/// The nearest folder above a file that exists; empty for the current one.
fn folder_above(path: &Path) -> io::Result<&Path> {
    let mut above = path.ancestors().skip(1);
    let folder = above
        .find(|folder| folder.exists())
        .unwrap_or(Path::new(""));
    match folder.is_file() {
        true => Err(io::Error::other("its folder is a file")),
        false => Ok(folder),
    }
}

fn at(path: &Path, source: io::Error) -> CaseError {
    CaseError::Io {
        path: path.to_path_buf(),
        source,
    }
}
