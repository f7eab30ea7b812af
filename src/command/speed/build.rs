//! `speed build`: the cost of one more pair of shape types, in time to compile and in code.

use std::env;

use clap::Args;

use super::ROUNDS_MAX;
use crate::command::number::whole;
use crate::command::{CommandError, Outcome, progress};
use crate::report::build as report;
use crate::speed::{BUILD_PAIRS, Builds, cpu};

pub(super) const EXAMPLES: [&str; 2] = ["speed build", "speed build --rounds 5 --json"];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// How many rounds of builds; the fastest build counts
    #[arg(long, default_value_t = 3, value_parser = whole(1..=ROUNDS_MAX))]
    rounds: u64,
    /// Print JSON: {cpu, programs: [{pairs, seconds, bytes}], per_further_pair: [{from, to,
    /// seconds, bytes}]}
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    // `cargo run` passes the path of its Cargo.
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let refused = |error: crate::speed::BuildError| CommandError::Usage(error.to_string());
    let steps = 1 + arguments.rounds * BUILD_PAIRS.len() as u64;
    let bar = progress::bar(steps, "builds");
    let mut builds = Builds::new(cargo).map_err(refused)?;
    bar.inc(1);
    for _ in 0..arguments.rounds {
        for number in 0..BUILD_PAIRS.len() {
            builds.build(number).map_err(refused)?;
            bar.inc(1);
        }
    }
    drop(bar);
    let programs = builds.programs();
    Ok(match arguments.json {
        true => Outcome::json(&report::json(&cpu(), &programs)),
        false => Outcome::fine(report::text(&cpu(), &programs)),
    })
}
