//! `touch-band`: the share of false verdicts against the exact gap.

use clap::Args;

use super::{CommandError, Outcome, progress, select};
use crate::report::touch_band as report;
use crate::touch_band::{PAIRS_ALL, curves};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// These subjects, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', default_value = "all")]
    subjects: Vec<String>,
    /// Print the counts as JSON instead of the table
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let subjects = select::subjects(&arguments.subjects)?;
    let bar = progress::bar(PAIRS_ALL, "pairs");
    let curves = curves(&subjects, &|done| bar.inc(done));
    drop(bar);
    Ok(Outcome::fine(if arguments.json {
        format!("{:#}\n", serde_json::json!(curves))
    } else {
        format!("{}\n\n{}\n", report::text(&curves), report::LEGEND)
    }))
}
