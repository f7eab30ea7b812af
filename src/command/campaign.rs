//! `campaign`: the main job.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use indicatif::{ProgressBar, ProgressStyle};

use super::{CommandError, Outcome, scoreboard, select, shrink};
use crate::campaign::{self, Plan, Row, Shard};
use crate::case::files;
use crate::family;
use crate::report::table;

/// Cases of each family that two cores judge in about half a minute.
const CASES: u64 = 40_000;

/// The same where guests take part: what they get wrong takes more exact arithmetic.
const CASES_WITH_GUESTS: u64 = 10_000;

/// Indices end here, far beyond any campaign, so that sums of them cannot overflow.
const INDICES: u64 = 1 << 48;

/// The most threads: more than any machine that runs this has cores.
const JOBS: u64 = 1024;

/// Where broken cases are saved.
const FOLDER: &str = "target/gjk-harness";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Selects the cases: the same seed, the same cases, on every machine
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many cases of each family [default: 40000; with other subjects 10000]
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    cases: Option<u64>,
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
    #[arg(long, value_parser = value_parser!(u64).range(1..=JOBS))]
    jobs: Option<u64>,
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
    let subjects = select::subjects(&arguments.subjects)?;
    let guests = subjects.iter().any(|subject| !subject.is_bound());
    let default = if guests { CASES_WITH_GUESTS } else { CASES };
    let plan = Plan {
        seed: arguments.seed,
        first: arguments.first,
        cases: arguments.cases.unwrap_or(default),
        families: select::families(&arguments.families)?,
        subjects,
        shard: arguments.shard,
    };
    if plan.first.saturating_add(plan.cases) > INDICES {
        return Err(CommandError::Usage(format!(
            "--first plus --cases is above {INDICES}"
        )));
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
    let bound = plan.subjects.iter().filter(|subject| subject.is_bound());
    let bound: Vec<_> = bound.map(|subject| subject.name()).collect();
    let broken = |row: &Row| row.tally.broken > 0 && bound.contains(&row.subject);
    let broken = rows.iter().any(broken);
    let mut text = if arguments.json {
        json(&plan, &rows)
    } else if guests {
        scoreboard::text(&plan, &rows, &Path::new(FOLDER).join("scoreboard"))?
    } else {
        format!("{}\n{}\n", table::text(&rows), table::LEGEND)
    };
    let reports = save_failures(&plan, &rows, Path::new(FOLDER));
    if !arguments.json {
        text += &reports;
    }
    Ok(Outcome { text, broken })
}

/// Shrinks and saves where the campaign found a promise broken, and says so.
fn save_failures(plan: &Plan, rows: &[Row], folder: &Path) -> String {
    let mut text = String::new();
    for failure in campaign::failures(plan, rows) {
        for subject in &plan.subjects {
            if subject.name() == failure.subject && subject.is_bound() {
                let report = shrink::save_failure(&failure, *subject, folder);
                let _ = write!(text, "\n{report}");
            }
        }
    }
    text
}

fn in_pool<T: Send>(jobs: Option<u64>, work: impl FnOnce() -> T + Send) -> Result<T, CommandError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.unwrap_or(0) as usize)
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
    for family in &plan.families {
        let worst: BTreeSet<u64> = rows
            .iter()
            .filter(|row| row.family == family.name)
            .flat_map(|row| row.tally.properties.values())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::Case;
    use crate::subject::{Answer, GjkCore, Subject};

    /// Claims every distance to be a billionth more than it is.
    struct TooFar;

    impl Subject for TooFar {
        fn name(&self) -> &'static str {
            "too-far"
        }

        fn about(&self) -> &'static str {
            "a bug"
        }

        fn answer(&self, case: &Case) -> Option<Answer> {
            let answer = GjkCore.answer(case)?;
            Some(Answer {
                distance: answer.distance.map(|distance| distance * (1.0 + 1e-9)),
                closest: None,
                ..answer
            })
        }
    }

    fn reports(folder: &Path) -> String {
        let plan = Plan {
            seed: 1,
            first: 0,
            cases: 30,
            families: vec![family::find("uniform").expect("a family")],
            subjects: vec![&TooFar],
            shard: Shard::WHOLE,
        };
        let rows = campaign::run(&plan, &|_| {});
        save_failures(&plan, &rows, folder)
    }

    // A subject that no registry knows is reported as any other: shrunk, saved under a name of its
    // own, and with commands that judge it again. What cannot be saved is reported all the same.
    #[test]
    fn failures_are_shrunk_saved_and_told() {
        let folder = std::env::temp_dir().join(format!("gjk-harness-{}", std::process::id()));
        let text = reports(&folder);
        let mut saved = files::read_cases(std::slice::from_ref(&folder)).expect("saved cases");
        std::fs::remove_dir_all(&folder).expect("a folder of our own");
        assert_eq!(saved.len(), 3, "{text}");
        let first = saved.remove(0);
        let file = first.file.display().to_string();
        assert!(file.ends_with(&format!("{}.too-far.json", first.case.id)));
        for line in [
            "BROKEN".to_owned(),
            format!("  case     {file}   (shrunk from "),
            format!("  again    cargo run --release -- check {file} --subjects too-far\n"),
            format!("  trace    cargo run --release -- explain {file} --subject too-far\n"),
        ] {
            assert!(text.contains(&line), "no `{line}` in\n{text}");
        }

        let unfit = reports(Path::new("Cargo.toml"));
        assert_eq!(
            unfit.matches("not saved: Cargo.toml/").count(),
            3,
            "{unfit}"
        );
        assert_eq!(unfit.matches("  proved   ").count(), 3, "{unfit}");
    }
}
