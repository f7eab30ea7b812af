//! `speed`: how long queries take, beside the peers and the limit.

use clap::{Args, value_parser};
use indicatif::{ProgressBar, ProgressStyle};

use super::{CommandError, Outcome};
use crate::case::Dim;
use crate::report::speed as report;
use crate::speed::{Cell, FAMILIES, Family, Placement, Row, contenders, measure};

/// The most rounds: a night.
const ROUNDS_MAX: u64 = 10_000;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// How often the contenders take turns; medians settle at about nine
    #[arg(long, default_value_t = 5, value_parser = value_parser!(u64).range(1..=ROUNDS_MAX))]
    rounds: u64,
    /// Only the plane (2) or space (3)
    #[arg(long, value_parser = value_parser!(u8).range(2..=3))]
    dim: Option<u8>,
    /// Only these families, separated by commas
    #[arg(long, value_delimiter = ',')]
    family: Vec<String>,
    /// Print the times as JSON instead of the tables
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let families = families(arguments)?;
    let contenders = contenders();
    let bar = progress_bar(families.len() * Placement::ALL.len());
    let mut rows: Vec<Row> = Vec::new();
    for family in families {
        for placement in Placement::ALL {
            let cell = Cell::new(family, placement);
            rows.extend(measure(&cell, &contenders, arguments.rounds as usize));
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(Outcome::fine(if arguments.json {
        format!("{:#}\n", report::json(&rows))
    } else {
        report::text(&rows)
    }))
}

fn families(arguments: &Arguments) -> Result<Vec<Family>, CommandError> {
    let named: Vec<Family> = if arguments.family.is_empty() {
        FAMILIES.to_vec()
    } else {
        let names = arguments.family.iter();
        let found = names.map(|name| Family::find(name).ok_or_else(|| unknown(name)));
        found.collect::<Result<_, _>>()?
    };
    let dim = match arguments.dim {
        None => return Ok(named),
        Some(2) => Dim::Two,
        Some(_) => Dim::Three,
    };
    let mut of_dim = named.into_iter().filter(|family| family.dim() == dim);
    let first = of_dim.next().ok_or_else(|| {
        CommandError::Usage("--family and --dim leave nothing to measure".to_owned())
    })?;
    Ok(std::iter::once(first).chain(of_dim).collect())
}

fn unknown(name: &str) -> CommandError {
    let names = FAMILIES.map(|family| family.to_string()).join(", ");
    CommandError::Usage(format!("no family {name}; there are {names}"))
}

/// A bar on standard error; nothing where that is not a terminal.
fn progress_bar(cells: usize) -> ProgressBar {
    let bar = ProgressBar::new(cells as u64);
    match ProgressStyle::with_template("{bar:40} {pos}/{len} cells  {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
