//! The lock of the resume file of a campaign: two campaigns would overwrite each other's counts.
//!
//! The file itself is replaced each time, so a second file is locked, by the operating system,
//! which releases it however the campaign ends.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use fd_lock::RwLock;

use super::CommandError;
use crate::case::files;

/// The lock of a file, held as long as its campaign runs.
pub(super) struct Lock {
    file: PathBuf,
    beside: PathBuf,
    lock: RwLock<File>,
}

impl Lock {
    /// Opens the lock file of `file`, and creates its folder if necessary.
    pub(super) fn beside(file: &Path) -> Result<Self, CommandError> {
        if file.exists() && !file.is_file() {
            return Err(unfit(file, "is not a regular file"));
        }
        let mut beside = file.as_os_str().to_owned();
        beside.push(".lock");
        let beside = PathBuf::from(beside);
        let opened = files::create_folder(file)
            .and_then(|()| File::options().create(true).append(true).open(&beside));
        let opened = opened.map_err(|error| unfit(file, &error.to_string()))?;
        Ok(Self {
            file: file.to_owned(),
            beside,
            lock: RwLock::new(opened),
        })
    }

    /// Does the work while holding the lock, or fails if another campaign holds it.
    pub(super) fn during<T>(
        mut self,
        work: impl FnOnce() -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        let guard = match self.lock.try_write() {
            Ok(guard) => guard,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return Err(unfit(&self.file, "another campaign is writing it"));
            }
            Err(error) => return Err(unfit(&self.file, &error.to_string())),
        };
        // A campaign that ended since this file was opened has removed it, and others lock a new
        // one. Of this one a second lock is refused.
        if Self::beside(&self.file)?.lock.try_write().is_ok() {
            return Self::beside(&self.file)?.during(work);
        }
        let done = work();
        // Before the lock is released, so that no other campaign holds it. A leftover file does no
        // harm.
        let _ = fs::remove_file(&self.beside);
        drop(guard);
        done
    }
}

fn unfit(file: &Path, reason: &str) -> CommandError {
    CommandError::Usage(format!("{}: {reason}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: a second lock is refused in one line that names the file, until the first is
    /// released, and no lock file is left.
    #[test]
    fn a_second_campaign_is_refused() {
        let name = format!("gjk-harness-lock-{}.json", std::process::id());
        let file = std::env::temp_dir().join(name);
        let lock = || Lock::beside(&file).expect("a file of our own");
        let first = lock().during(|| {
            let second = lock().during(|| Ok(())).expect_err("it is taken");
            let said = second.to_string();
            assert!(
                said.ends_with(".json: another campaign is writing it"),
                "{said}"
            );
            Ok(7)
        });
        assert_eq!(first.expect("it is free"), 7);
        lock().during(|| Ok(())).expect("it is free again");
        assert!(!file.with_extension("json.lock").exists());
        // Opened before the first was released, whose file is gone.
        let early = lock();
        lock().during(|| Ok(())).expect("it is free");
        let late = early.during(|| {
            let third = lock().during(|| Ok(())).expect_err("it is taken");
            assert!(third.to_string().contains("another campaign"), "{third}");
            Ok(())
        });
        late.expect("it is free");
        assert!(!file.with_extension("json.lock").exists());
        let nowhere = Lock::beside(Path::new("Cargo.toml/x"))
            .err()
            .expect("no folder");
        assert!(nowhere.to_string().starts_with("Cargo.toml/x: "));
    }
}
