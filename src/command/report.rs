//! `report`: what finished campaigns found.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::examples::examples;
use super::finished::{After, finished};
use super::program::Programs;
use super::{CommandError, Outcome, ledger_file, select};

pub(super) const EXAMPLES: [&str; 2] = [
    "report merge 1.json 2.json 3.json",
    "report merge 1.json 2.json 3.json --json",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Put the shards of a campaign together: the same table as of one run
    #[command(after_help = examples(&EXAMPLES))]
    Merge(Merge),
}

#[derive(Debug, Args)]
struct Merge {
    /// What the shards printed with `--json`, or kept with `--resume`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print JSON, as `campaign --json` would for one run
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    programs: Programs,
    #[command(flatten)]
    after: After,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let What::Merge(merge) = &arguments.what;
    let ledger = ledger_file::merged(&merge.files)?;
    // Only what a program is called is asked of it, and what its cases show.
    let is_asked = merge.programs.count() > 0;
    let asked = is_asked.then(|| select::asked(&[], &merge.programs));
    let asked = asked.transpose()?;
    let plan = ledger.plan(asked.as_ref().map_or(&[], |asked| &asked.subjects));
    let plan = plan.map_err(|error| CommandError::Usage(error.to_string()))?;
    finished(&plan, &ledger, merge.json, &merge.after)
}
