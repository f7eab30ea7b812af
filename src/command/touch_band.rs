//! `touch-band`: the share of wrong verdicts against the exact gap.

use clap::Args;

use super::names::{self, Names};
use super::program::{GiveUp, Programs, given_up};
use super::{CommandError, Outcome, progress, select};
use crate::judge::counted;
use crate::report::touch_band as report;
use crate::touch_band::{PAIRS_ALL, curves};

pub(super) const EXAMPLES: [&str; 2] = [
    "touch-band",
    "touch-band --subjects gjk-core,triple-product --json",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// These subjects, separated by commas [default: all]
    #[arg(long, alias = "subject", value_delimiter = ',', value_parser = Names(names::subjects_or_all), hide_possible_values = true)]
    subjects: Vec<String>,
    #[command(flatten)]
    programs: Programs,
    #[command(flatten)]
    give_up: GiveUp,
    /// Print JSON: [{subject, side: apart or overlapping, points: [{exponent, asked, missed}]}]; a
    /// program that was given up was asked fewer, and the exit code is 1
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let mut names = arguments.subjects.clone();
    if names.is_empty() && arguments.programs.count() == 0 {
        names.push("all".to_owned());
    }
    let asked = select::asked(&names, &arguments.programs)?;
    asked.limit(arguments.give_up);
    let bar = progress::bar(PAIRS_ALL, "pairs");
    let curves = curves(&asked.subjects, &|done| bar.inc(done));
    drop(bar);
    let lost = asked.take_given_up();
    let outcome = if arguments.json {
        Outcome::json(&curves)
    } else {
        let table = report::text(&curves);
        let mut text = format!("{table}\n\n{}\n", report::LEGEND);
        for (name, not_asked) in &lost {
            text += &format!("\n{}\n", given_up(name, &counted(not_asked, "pair")));
        }
        Outcome::fine(text)
    };
    Ok(Outcome {
        failed: !lost.is_empty(),
        ..outcome
    })
}
