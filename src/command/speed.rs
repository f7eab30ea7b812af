//! `speed`: how long queries take, compared with other crates and the limit of the hardware.

mod build;
mod primitives;
mod scenes;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::examples::examples;
use super::names::unknown;
use super::number::whole;
use super::select::refuse_twins;
use super::{CommandError, Outcome, progress};
use crate::case::{Dim, files};
use crate::report::{growth as plot, speed as report};
use crate::speed::{
    Cell, Clock, FAMILIES, Family, Placement, Query, Row, VERTICES, contenders, cpu, growth,
};

/// The most rounds: a night.
const ROUNDS_MAX: u64 = 10_000;

pub(super) const EXAMPLES: [&str; 4] = [
    "speed --rounds 9 --dim 3",
    "speed --family box,tetra --json",
    "speed growth --most 1024 --svg growth.svg",
    "speed scenes",
];

const GROWTH_EXAMPLES: [&str; 2] = [
    "speed growth --svg growth.svg",
    "speed growth --most 1024 --json",
];

#[derive(Debug, Args)]
#[command(
    override_usage = "gjk-harness speed [OPTIONS]\n       gjk-harness speed <COMMAND> [OPTIONS]"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// How many rounds; medians settle at about nine
    #[arg(long, default_value_t = 5, value_parser = whole(1..=ROUNDS_MAX))]
    rounds: u64,
    /// Only 2D (2) or 3D (3)
    #[arg(long, value_parser = ["2", "3"])]
    dim: Option<String>,
    /// Only these families, separated by commas
    #[arg(long, alias = "families", value_delimiter = ',')]
    family: Vec<String>,
    /// Print JSON: {cpu, bars: [{what, most, ratio, holds, …}], rows: [{family, placement, query,
    /// contenders: [{name, role, nanoseconds, rounds, ours_over_this}]}]}
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Time against the number of vertices
    #[command(after_help = examples(&GROWTH_EXAMPLES))]
    Growth(GrowthArguments),
    /// A scene of 2,000 moving bodies, cold and with a warm start
    #[command(after_help = examples(&scenes::EXAMPLES))]
    Scenes(scenes::Arguments),
    /// Pairs of primitives: parallel, in round numbers, stacked, and in general position
    #[command(after_help = examples(&primitives::EXAMPLES))]
    Primitives(primitives::Arguments),
    /// The cost of one more pair of shape types: seconds to compile, and bytes of code
    #[command(after_help = examples(&build::EXAMPLES))]
    Build(build::Arguments),
}

#[derive(Debug, Args)]
struct GrowthArguments {
    /// How many rounds
    #[arg(long, default_value_t = 3, value_parser = whole(1..=ROUNDS_MAX))]
    rounds: u64,
    /// Only up to this many vertices [default: 100000]
    #[arg(long, value_parser = whole(0..=u64::MAX))]
    most: Option<u64>,
    /// Also draw the table as a plot
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print JSON: {cpu, rows: [{vertices, contenders: [{name, role, nanoseconds, rounds,
    /// ours_over_this}]}]}
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    match &arguments.command {
        None => measure(arguments),
        Some(Command::Growth(arguments)) => grow(arguments),
        Some(Command::Scenes(arguments)) => scenes::run(arguments),
        Some(Command::Primitives(arguments)) => primitives::run(arguments),
        Some(Command::Build(arguments)) => build::run(arguments),
    }
}

fn measure(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let families = families(arguments)?;
    let contenders = contenders();
    let cells = (families.len() * Placement::ALL.len()) as u64;
    let bar = progress::bar(cells * (1 + arguments.rounds), "cells");
    let mut clocks: Vec<Clock> = Vec::new();
    for family in families {
        for placement in Placement::ALL {
            let cell = Cell::new(family, placement);
            clocks.push(Clock::new(&cell, &contenders, &Query::ALL));
            bar.inc(1);
        }
    }
    for _ in 0..arguments.rounds {
        for clock in &mut clocks {
            clock.round();
            bar.inc(1);
        }
    }
    drop(bar);
    let rows: Vec<Row> = clocks.into_iter().flat_map(Clock::rows).collect();
    Ok(match arguments.json {
        true => Outcome::json(&report::json(&cpu(), &rows)),
        false => Outcome::fine(report::text(&cpu(), &rows)),
    })
}

fn grow(arguments: &GrowthArguments) -> Result<Outcome, CommandError> {
    let (contenders, rounds) = (contenders(), arguments.rounds as usize);
    let most = arguments.most.unwrap_or(u64::MAX);
    let counts: Vec<usize> = VERTICES
        .into_iter()
        .filter(|count| *count as u64 <= most)
        .collect();
    if counts.is_empty() {
        return Err(CommandError::Usage(format!(
            "--most leaves nothing to measure; the least is {}",
            VERTICES[0]
        )));
    }
    if let Some(file) = &arguments.svg {
        // Fail now, not at the end, if the file cannot be written.
        files::check_whole(file)?;
    }
    let bar = progress::bar(counts.len() as u64, "sizes");
    let mut rows: Vec<Row> = Vec::new();
    for vertices in counts {
        rows.extend(growth(vertices, &contenders, rounds));
        bar.inc(1);
    }
    drop(bar);
    let outcome = match arguments.json {
        true => Outcome::json(&plot::json(&cpu(), &rows)),
        false => Outcome::fine(plot::text(&cpu(), &rows)),
    };
    if let Some(file) = &arguments.svg {
        let drawn =
            plot::svg(&cpu(), &rows).map_err(|error| format!("{}: {error}", file.display()));
        let written = drawn
            .and_then(|plot| files::write_whole(file, &plot).map_err(|error| error.to_string()));
        if let Err(error) = written {
            // A full disk must not lose the times.
            let text = outcome.text;
            return Err(CommandError::Incomplete { text, error });
        }
    }
    Ok(outcome)
}

fn families(arguments: &Arguments) -> Result<Vec<Family>, CommandError> {
    let named: Vec<Family> = if arguments.family.is_empty() {
        FAMILIES.to_vec()
    } else {
        let names = arguments.family.iter();
        let found = names.map(|name| find(name));
        found.collect::<Result<_, _>>()?
    };
    refuse_twins("family of shapes", named.iter().map(Family::to_string))?;
    let dim = match arguments.dim.as_deref() {
        None => return Ok(named),
        Some("2") => Dim::Two,
        Some(_) => Dim::Three,
    };
    let mut of_dim = named.into_iter().filter(|family| family.dim() == dim);
    let first = of_dim.next().ok_or_else(|| {
        CommandError::Usage("--family and --dim leave nothing to measure".to_owned())
    })?;
    Ok(std::iter::once(first).chain(of_dim).collect())
}

fn find(name: &str) -> Result<Family, CommandError> {
    let names = FAMILIES.map(|family| family.to_string());
    Family::find(name).ok_or_else(|| unknown("family of shapes", name, &names))
}
