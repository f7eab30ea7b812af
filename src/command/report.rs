//! `report`: the results of finished campaigns.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::examples::examples;
use super::finished::{After, finished};
use super::program::{GiveUp, Programs};
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
    /// Combine the shards of a campaign into the table of one run
    #[command(after_help = examples(&EXAMPLES))]
    Merge(Merge),
}

#[derive(Debug, Args)]
struct Merge {
    /// The output of the shards with `--json`, or their `--resume` files
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
    // A program is needed only for its name and to show its cases.
    let is_asked = merge.programs.count() > 0;
    let asked = is_asked.then(|| select::asked(&[], &merge.programs));
    let asked = asked.transpose()?;
    let plan = ledger.plan(asked.as_ref().map_or(&[], |asked| &asked.subjects));
    let plan = plan.map_err(|error| CommandError::Usage(error.to_string()))?;
    merge.after.check(&plan)?;
    if let Some(asked) = &asked {
        asked.limit(GiveUp::default());
    }
    finished(&plan, &ledger, asked.as_ref(), merge.json, &merge.after)
}
