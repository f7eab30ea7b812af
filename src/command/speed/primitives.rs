//! `speed primitives`: pairs of primitives, in ordinary positions and in general ones.

use clap::Args;

use super::ROUNDS_MAX;
use crate::command::number::whole;
use crate::command::{CommandError, Outcome, progress};
use crate::report::primitives as report;
use crate::speed::{PAIRS, PrimitiveCell, Race, cpu, scene_contenders};

pub(super) const EXAMPLES: [&str; 3] = [
    "speed primitives",
    "speed primitives --all",
    "speed primitives --rounds 9 --json",
];

/// The most pairs of a cell.
const PAIRS_MAX: u64 = 10_000;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// How many rounds
    #[arg(long, default_value_t = 5, value_parser = whole(1..=ROUNDS_MAX))]
    rounds: u64,
    /// How many pairs each cell has; a branch predictor learns a few pairs by heart
    #[arg(long, default_value_t = PAIRS as u64, value_parser = whole(1..=PAIRS_MAX))]
    pairs: u64,
    /// Also print a line for each cell
    #[arg(long)]
    all: bool,
    /// Print JSON: {cpu, cells: [{kinds, orientation, gap, query, over_general, contenders:
    /// [{name, role, nanoseconds, rounds, ours_over_this}]}]}
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let contenders = scene_contenders();
    let cells: Vec<PrimitiveCell> = PrimitiveCell::all().collect();
    let steps = cells.len() as u64 * (1 + arguments.rounds);
    let bar = progress::bar(steps, "cells");
    let mut races: Vec<(PrimitiveCell, Vec<Race>)> = Vec::new();
    for cell in cells {
        races.push((cell, cell.races(&contenders, arguments.pairs as usize)));
        bar.inc(1);
    }
    for _ in 0..arguments.rounds {
        for (_, races) in &mut races {
            races.iter_mut().for_each(Race::round);
            bar.inc(1);
        }
    }
    drop(bar);
    let measured = report::Measured::new(cpu(), races);
    Ok(match arguments.json {
        true => Outcome::json(&measured.json()),
        false => Outcome::fine(measured.text(arguments.all)),
    })
}
