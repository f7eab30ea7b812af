//! Known failures: a campaign with a list of them fails only if something is worse than in it.

use std::path::{Path, PathBuf};

use clap::Args;

use super::CommandError;
use crate::case::files;
use crate::judge::counted;
use crate::ledger::Ledger;
use crate::plan::Plan;
use crate::standing::{Change, Standings};

#[derive(Debug, Default, Args)]
pub(super) struct Known {
    /// Exit with 1 only if something is worse than in this list: a kind of failure that is not in
    /// it, such as "range: distance, too large", one that shows in more than twice as many cases or
    /// with an eightfold error, or a property that is judged less. What is gone is printed too
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Write the kinds of failure that the campaign found to the file of --known, and exit with 0
    #[arg(long, requires = "known")]
    bless: bool,
}

/// The comparison of a campaign with the list.
pub(super) struct Compared {
    /// What to print.
    pub(super) text: String,
    /// Whether something is worse than in the list.
    pub(super) is_worse: bool,
}

impl Known {
    /// Checks before the campaign that the list can be read, and with --bless written.
    pub(super) fn check(&self) -> Result<(), CommandError> {
        match self.read()? {
            Some((file, _)) if self.bless => Ok(files::check_whole(file)?),
            _ => Ok(()),
        }
    }

    /// Whether the list is to be written.
    pub(super) fn is_blessed(&self) -> bool {
        self.bless
    }

    /// The list; with --bless it need not exist.
    fn read(&self) -> Result<Option<(&Path, Standings)>, CommandError> {
        let Some(file) = self.known.as_deref() else {
            return Ok(None);
        };
        if !file.exists() {
            return match self.bless {
                true => Ok(Some((file, Standings::default()))),
                false => Err(CommandError::Usage(format!(
                    "{}: no such list of known failures; --bless writes it",
                    file.display()
                ))),
            };
        }
        let bytes = files::read_regular(file)?;
        let standings = serde_json::from_slice(&bytes).map_err(|error| {
            let file = file.display();
            CommandError::Usage(format!("{file}: not a list that --bless wrote: {error}"))
        })?;
        Ok(Some((file, standings)))
    }

    /// Compares the failures with the list, or writes them to it; `None` without a list.
    pub(super) fn compare(
        &self,
        plan: &Plan,
        ledger: &Ledger,
    ) -> Result<Option<Compared>, CommandError> {
        let Some((file, mut listed)) = self.read()? else {
            return Ok(None);
        };
        if self.bless
            && let Some(name) = ledger.given_up.keys().next()
        {
            return Err(CommandError::Usage(format!(
                "{}: not written: {name} was given up, so kinds of failure may be missing",
                file.display()
            )));
        }
        let found = Standings::of(plan, &ledger.rows);
        let kinds = counted(found.kinds(), "kind");
        let of_file = file.display();
        if self.bless {
            listed.update(found);
            // The keys are text, so this cannot fail.
            let text = serde_json::to_string_pretty(&listed).unwrap_or_default();
            files::write_whole(file, &format!("{text}\n"))?;
            return Ok(Some(Compared {
                text: format!("\n{kinds} of failure written to {of_file}\n"),
                is_worse: false,
            }));
        }
        let changes = found.since(&listed);
        let count = |word: &str| changes.iter().filter(|c| c.word() == word).count();
        let lines: String = changes
            .iter()
            .map(|change| format!("  {change}\n"))
            .collect();
        let [new, more, worse, less, gone] = ["new", "more", "worse", "less", "gone"].map(count);
        Ok(Some(Compared {
            text: format!(
                "\n{kinds} of failure; {new} not in {of_file}, {} grown, {less} judged less, {gone} gone\n{lines}",
                more + worse,
            ),
            is_worse: changes.iter().any(Change::is_worse),
        }))
    }
}
