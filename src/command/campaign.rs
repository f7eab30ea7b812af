//! `campaign`: the main job.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::{CommandError, Outcome, select, shrink};
use crate::campaign::{self, Plan, Row, Shard};
use crate::case::files;
use crate::family;
use crate::report::table;

/// Cases of each family that two cores judge in about half a minute.
const CASES: u64 = 100_000;

/// Where broken cases are saved.
const FOLDER: &str = "target/gjk-harness";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Selects the cases: the same seed, the same cases, on every machine
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many cases of each family
    #[arg(long, default_value_t = CASES)]
    cases: u64,
    /// The index of the first case, to go on where another campaign ended
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Only these families, separated by commas
    #[arg(long, value_delimiter = ',')]
    families: Vec<String>,
    /// These subjects, separated by commas, or `all` [default: gjk-core]
    #[arg(long, value_delimiter = ',')]
    subjects: Vec<String>,
    /// How many threads [default: one for each core]
    #[arg(long)]
    jobs: Option<usize>,
    /// Only one share of the cases, such as 3/16 for the third of sixteen
    #[arg(long, value_parser = shard, default_value = "1/1")]
    shard: Shard,
    /// Print the counts as JSON instead of the table
    #[arg(long)]
    json: bool,
    /// Save the worst case of each property, one file per family, in this folder
    #[arg(long, value_name = "FOLDER")]
    keep_worst: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let plan = Plan {
        seed: arguments.seed,
        first: arguments.first,
        cases: arguments.cases,
        families: select::families(&arguments.families)?,
        subjects: select::subjects(&arguments.subjects)?,
        shard: arguments.shard,
    };
    if plan.first.checked_add(plan.cases).is_none() {
        return Err(CommandError::Usage(
            "--first plus --cases is too large".to_owned(),
        ));
    }
    let rows = in_pool(arguments.jobs, || {
        let bar = progress_bar(plan.cases * plan.families.len() as u64);
        let rows = campaign::run(&plan, &|done| bar.inc(done));
        bar.finish_and_clear();
        rows
    })?;
    if let Some(folder) = &arguments.keep_worst {
        keep_worst(&plan, &rows, folder)?;
    }
    let broken = rows.iter().any(|row| row.tally.broken > 0);
    let mut text = if arguments.json {
        json(&plan, &rows)
    } else {
        format!("{}\n{}\n", table::text(&rows), table::LEGEND)
    };
    for failure in campaign::failures(&plan, &rows) {
        let report = shrink::save_failure(&failure, Path::new(FOLDER))?;
        if !arguments.json {
            let _ = write!(text, "\n{report}");
        }
    }
    Ok(Outcome { text, broken })
}

fn in_pool<T: Send>(
    jobs: Option<usize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, CommandError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.unwrap_or(0))
        .build()
        .map_err(|error| CommandError::Usage(format!("--jobs: {error}")))?;
    Ok(pool.install(work))
}

/// A bar with rate and time left on standard error; nothing where that is not a terminal.
fn progress_bar(cases: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:40} {human_pos}/{human_len} cases  {per_sec}  {eta} left",
    );
    let bar = ProgressBar::new(cases);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

fn json(plan: &Plan, rows: &[Row]) -> String {
    let value = serde_json::json!({
        "seed": plan.seed,
        "first": plan.first,
        "cases": plan.cases,
        "shard": format!("{}/{}", plan.shard.number, plan.shard.count),
        "rows": rows,
    });
    format!("{value:#}\n")
}

/// Saves the worst case of each property as `FAMILY.jsonl` in the folder.
fn keep_worst(plan: &Plan, rows: &[Row], folder: &Path) -> Result<(), CommandError> {
    for row in rows {
        let Some(family) = family::find(row.family) else {
            continue;
        };
        let worst: BTreeSet<u64> = row
            .tally
            .properties
            .values()
            .filter(|property| property.worst_ulps > 0.0)
            .filter_map(|property| property.worst_index)
            .collect();
        let cases: Vec<_> = worst
            .into_iter()
            .map(|index| family::case_from_seed(family, plan.seed, index))
            .collect();
        files::write_cases(&folder.join(format!("{}.jsonl", family.name)), &cases)?;
    }
    Ok(())
}

fn shard(text: &str) -> Result<Shard, String> {
    let shard = text.split_once('/').and_then(|(number, count)| {
        Some(Shard {
            number: number.parse().ok()?,
            count: count.parse().ok()?,
        })
    });
    match shard {
        Some(shard) if (1..=shard.count).contains(&shard.number) => Ok(shard),
        _ => Err("expected two numbers such as 3/16, the first not above the second".to_owned()),
    }
}
