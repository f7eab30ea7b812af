//! `touch-band`: the share of false verdicts against the exact gap.

use clap::Args;

use super::{CommandError, Outcome, select};
use crate::report::touch_band as report;
use crate::touch_band::curves;

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
    let curves = curves(&select::subjects(&arguments.subjects)?);
    Ok(Outcome::fine(if arguments.json {
        format!("{:#}\n", serde_json::json!(curves))
    } else {
        format!("{}\n\n{}\n", report::text(&curves), report::LEGEND)
    }))
}
