//! A new empty folder for the files of one test, below the target folder.
//!
//! Its name ends in the number of the process. Test runs share the folder for temporary files, also
//! those of two profiles, whose builds do not wait for each other: with one name for both, each would
//! remove the folder in which the other works.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::{process, thread};

/// The folder. It is removed at the end, but left for a look if its test fails.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// A new one. No two tests of a process may name theirs alike.
    pub(crate) fn new(name: &str) -> Self {
        let name = format!("{name}-{}", process::id());
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder).expect("the folder of an earlier process of that number");
        }
        fs::create_dir_all(&folder).expect("a new folder");
        Self(folder)
    }
}

impl Deref for Folder {
    type Target = PathBuf;

    fn deref(&self) -> &PathBuf {
        &self.0
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}
