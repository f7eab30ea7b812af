//! Known kinds of failure: a campaign with a list of them fails on a new kind only.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::CommandError;
use crate::case::files;
use crate::judge::counted;
use crate::ledger::Ledger;
use crate::plan::Plan;
use crate::profile::Kind;

#[derive(Debug, Default, Args)]
pub(super) struct Known {
    /// Exit with 1 only on a kind of failure that is not in this list, such as "range: distance,
    /// too large"; kinds of the list that did not occur are printed too
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// Write the kinds of failure that the campaign found to the file of --known, and exit with 0
    #[arg(long, requires = "known")]
    bless: bool,
}

/// The kinds of failure by subject.
type Kinds = BTreeMap<String, BTreeSet<Kind>>;

/// The comparison of a campaign with the list.
pub(super) struct Compared {
    /// What to print.
    pub(super) text: String,
    /// Whether a kind is new.
    pub(super) has_new: bool,
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
    fn read(&self) -> Result<Option<(&Path, Kinds)>, CommandError> {
        let Some(file) = self.known.as_deref() else {
            return Ok(None);
        };
        if !file.exists() {
            return match self.bless {
                true => Ok(Some((file, Kinds::new()))),
                false => Err(CommandError::Usage(format!(
                    "{}: no such list of known failures; --bless writes it",
                    file.display()
                ))),
            };
        }
        let bytes = files::read_regular(file)?;
        let kinds = serde_json::from_slice(&bytes).map_err(|error| {
            let file = file.display();
            CommandError::Usage(format!("{file}: not a list that --bless wrote: {error}"))
        })?;
        Ok(Some((file, kinds)))
    }

    /// Compares the failures with the list, or writes them to it; `None` without a list.
    pub(super) fn compare(
        &self,
        plan: &Plan,
        ledger: &Ledger,
    ) -> Result<Option<Compared>, CommandError> {
        let Some((file, mut known)) = self.read()? else {
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
        let is_run = |kind: &&Kind| plan.families.iter().any(|f| f.name == kind.family);
        let (mut lines, mut found_count) = (String::new(), 0);
        let [mut new, mut gone] = [0; 2];
        for subject in &plan.subjects {
            let name = subject.name();
            let listed = known.remove(name).unwrap_or_default();
            let found: BTreeMap<Kind, f64> = ledger.profile(name).kinds().collect();
            found_count += found.len();
            for (kind, share) in found.iter().filter(|(kind, _)| !listed.contains(kind)) {
                new += 1;
                let percent = 100.0 * share;
                let _ = writeln!(
                    lines,
                    "  new   {name}  {kind}  ({percent:.2} % of the cases)"
                );
            }
            for kind in listed.iter().filter(|kind| !found.contains_key(kind)) {
                if is_run(&kind) {
                    gone += 1;
                    let _ = writeln!(lines, "  gone  {name}  {kind}");
                }
            }
            // Families that were not run keep their entries.
            let not_run = listed.into_iter().filter(|kind| !is_run(&kind));
            let kinds: BTreeSet<Kind> = not_run.chain(found.into_keys()).collect();
            known.insert(name.to_owned(), kinds);
        }
        let of_file = file.display();
        let kinds = counted(found_count, "kind");
        if self.bless {
            // The keys are text, so this cannot fail.
            let text = serde_json::to_string_pretty(&known).unwrap_or_default();
            files::write_whole(file, &format!("{text}\n"))?;
            return Ok(Some(Compared {
                text: format!("\n{kinds} of failure written to {of_file}\n"),
                has_new: false,
            }));
        }
        Ok(Some(Compared {
            text: format!(
                "\n{kinds} of failure; {new} not in {of_file}, {gone} of its kinds gone\n{lines}"
            ),
            has_new: new > 0,
        }))
    }
}
