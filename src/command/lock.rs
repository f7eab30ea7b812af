//! The lock of a file that a campaign goes on writing: two campaigns would each undo what the other
//! counted.
//!
//! The file itself is replaced each time, so it is one beside it that is locked, by the system,
//! which frees it however the campaign ends.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use fd_lock::RwLock;

use super::CommandError;

/// What is locked for a file. It goes with its campaign.
pub(super) struct Lock {
    file: PathBuf,
    beside: PathBuf,
    lock: RwLock<File>,
}

impl Lock {
    /// Opens what is to be locked for `file`.
    pub(super) fn beside(file: &Path) -> Result<Self, CommandError> {
        if file.exists() && !file.is_file() {
            return Err(unfit(file, "is no file that can be replaced"));
        }
        let mut beside = file.as_os_str().to_owned();
        beside.push(".lock");
        let beside = PathBuf::from(beside);
        let opened = File::options().create(true).append(true).open(&beside);
        let opened = opened.map_err(|error| unfit(file, &error.to_string()))?;
        Ok(Self {
            file: file.to_owned(),
            beside,
            lock: RwLock::new(opened),
        })
    }

    /// Does the work that nobody else may do meanwhile, or refuses where somebody else does.
    pub(super) fn during<T>(
        mut self,
        work: impl FnOnce() -> Result<T, CommandError>,
    ) -> Result<T, CommandError> {
        let guard = match self.lock.try_write() {
            Ok(guard) => guard,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return Err(unfit(&self.file, "another campaign writes it"));
            }
            Err(error) => return Err(unfit(&self.file, &error.to_string())),
        };
        let done = work();
        // Before it is free: nobody else can hold it now. One that is left does no harm.
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

    /// Claim: what is locked is refused in one line that names the file, until the first has done;
    /// and nothing is left of it.
    #[test]
    fn a_second_campaign_is_refused() {
        let name = format!("gjk-harness-lock-{}.json", std::process::id());
        let file = std::env::temp_dir().join(name);
        let lock = || Lock::beside(&file).expect("a file of our own");
        let first = lock().during(|| {
            let second = lock().during(|| Ok(())).expect_err("it is taken");
            let said = second.to_string();
            assert!(
                said.ends_with(".json: another campaign writes it"),
                "{said}"
            );
            Ok(7)
        });
        assert_eq!(first.expect("it is free"), 7);
        lock().during(|| Ok(())).expect("it is free again");
        assert!(!file.with_extension("json.lock").exists());
        let nowhere = Lock::beside(Path::new("Cargo.toml/x"))
            .err()
            .expect("no folder");
        assert!(nowhere.to_string().starts_with("Cargo.toml/x: "));
    }
}
