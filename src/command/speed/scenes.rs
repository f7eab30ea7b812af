//! `speed scenes`: a scene of many moving bodies.

use clap::Args;

use super::ROUNDS_MAX;
use crate::command::number::whole;
use crate::command::{CommandError, Outcome, progress};
use crate::report::scenes as report;
use crate::speed::{BODIES, Iterations, Query, Race, Scene, Shares, cpu, scene_contenders};

pub(super) const EXAMPLES: [&str; 2] = ["speed scenes", "speed scenes --rounds 9 --json"];

/// The fewest bodies of which some pairs are near each other, and the most that fit in memory.
const BODIES_RANGE: [u64; 2] = [20, 100_000];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// How many rounds
    #[arg(long, default_value_t = 5, value_parser = whole(1..=ROUNDS_MAX))]
    rounds: u64,
    /// How many bodies; more need more memory
    #[arg(long, default_value_t = BODIES as u64, value_parser = whole(BODIES_RANGE[0]..=BODIES_RANGE[1]))]
    bodies: u64,
    /// Print JSON: {cpu, bodies, frames, candidates, shares: {apart, near, overlapping, decided}, queries:
    /// [{query, contenders: [{name, role, nanoseconds, rounds, ours_over_this}]}], means: [{name, ours_over_this}]}
    #[arg(long)]
    json: bool,
    /// Print the mean iterations of each two kinds of shapes that are apart, and no times
    #[arg(long, conflicts_with_all = ["rounds", "json"])]
    iterations: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let scene = Scene::crowd(arguments.bodies as usize);
    if arguments.iterations {
        return Ok(Outcome::fine(report::iterations(&Iterations::of(&scene))));
    }
    let bar = progress::bar(arguments.rounds * Query::ALL.len() as u64, "races");
    let mut races = Race::all(&scene, &scene_contenders(), &Query::ALL);
    for _ in 0..arguments.rounds {
        for race in &mut races {
            race.round();
            bar.inc(1);
        }
    }
    drop(bar);
    let measured = report::Measured {
        cpu: cpu(),
        shares: Shares::of(&scene),
        scene,
        races,
    };
    Ok(match arguments.json {
        true => Outcome::json(&measured.json()),
        false => Outcome::fine(measured.text()),
    })
}
