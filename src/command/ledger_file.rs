//! The ledger of a campaign as a file.

use std::path::{Path, PathBuf};

use super::CommandError;
use crate::case::files;
use crate::ledger::{Ledger, LedgerError};

/// The text of a ledger: JSON, one value a line.
pub(super) fn text(ledger: &Ledger) -> String {
    // The keys are text and the numbers valid JSON or null, so this cannot fail.
    let text = serde_json::to_string_pretty(ledger).unwrap_or_default();
    format!("{text}\n")
}

/// Replaces the file as a whole, so that an interrupted campaign loses nothing.
pub(super) fn write(file: &Path, ledger: &Ledger) -> Result<(), CommandError> {
    Ok(files::write_whole(file, &text(ledger))?)
}

/// Reads a ledger written by [`text`].
pub(super) fn read(file: &Path) -> Result<Ledger, CommandError> {
    let bytes = files::read_regular(file)?;
    let ledger: Ledger = serde_json::from_slice(&bytes).map_err(|error| {
        CommandError::Usage(format!(
            "{}: not the output of `campaign --json`: {error}",
            file.display()
        ))
    })?;
    let fits = ledger.check_version().and_then(|()| ledger.check_indices());
    fits.map_err(|error| unfit(file, &error))?;
    Ok(ledger)
}

/// Reads and merges the ledgers of the shards of a campaign.
pub(super) fn merged(files: &[PathBuf]) -> Result<Ledger, CommandError> {
    let mut shards: Vec<Ledger> = Vec::new();
    for file in files {
        let shard = read(file)?;
        if let Some(first) = shards.first() {
            let fits = shard.check_shards(first);
            fits.map_err(|error| unfit(file, &error))?;
        }
        let twin = shards.iter().position(|other| other.shard == shard.shard);
        if let Some(twin) = twin {
            return Err(CommandError::Usage(format!(
                "{}: {}, the first time in {}",
                file.display(),
                LedgerError::Twice(shard.shard),
                files[twin].display()
            )));
        }
        shards.push(shard);
    }
    Ledger::merged(&shards).map_err(|error: LedgerError| CommandError::Usage(error.to_string()))
}

/// The error for a file.
pub(super) fn unfit(file: &Path, error: &dyn std::error::Error) -> CommandError {
    CommandError::Usage(format!("{}: {error}", file.display()))
}
