//! `campaign`: the main job.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use indicatif::{ProgressBar, ProgressStyle};

use super::{CommandError, Outcome, ledger_file, scoreboard, select, shrink};
use crate::campaign::{self, INDICES, Laws, Plan, Shard, canary};
use crate::case::files;
use crate::family;
use crate::ledger::{Ledger, Row};
use crate::report::table;

/// Cases of each family that two cores judge in about half a minute.
const CASES: u64 = 40_000;

/// The same where guests take part: what they get wrong takes more exact arithmetic.
const CASES_WITH_GUESTS: u64 = 10_000;

/// The most threads: more than any machine that runs this has cores.
pub(super) const JOBS: u64 = 1024;

/// How often a campaign that can be resumed writes down how far it is.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// Where broken cases are saved.
pub(super) const FOLDER: &str = "target/gjk-harness";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Selects the cases: the same seed, the same cases, on every machine
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many cases of each family; 1e8 is understood [default: 40000; with other subjects 10000]
    #[arg(long, value_parser = count)]
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
    #[arg(long, default_value = "1/1")]
    shard: Shard,
    /// Write down every ten seconds how far the campaign is, and go on from there if FILE exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Try all laws and settings on every case, instead of one of them in turn
    #[arg(long)]
    all_laws: bool,
    /// Print the counts as JSON instead of the table: what `report merge` takes
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
        laws: if arguments.all_laws {
            Laws::All
        } else {
            Laws::InTurn
        },
    };
    if plan.first.saturating_add(plan.cases) > INDICES {
        return Err(CommandError::Usage(format!(
            "--first plus --cases is above {INDICES}"
        )));
    }
    canary::sings().map_err(CommandError::Blind)?;
    let ledger = in_pool(arguments.jobs, || go_on(&plan, arguments.resume.as_deref()))??;
    let keep_worst = arguments.keep_worst.as_deref();
    finished(&plan, &ledger, arguments.json, keep_worst)
}

/// Runs the plan to its end, from where the file says if there is one.
fn go_on(plan: &Plan, file: Option<&Path>) -> Result<Ledger, CommandError> {
    let mut ledger = match file {
        Some(file) if file.exists() => ledger_file::read(file)?,
        _ => Ledger::new(plan),
    };
    if let Some(file) = file {
        let fits = ledger.check(plan);
        fits.map_err(|error| ledger_file::unfit(file, &error))?;
        // A file that cannot be written is better known now than in the end.
        ledger_file::write(file, &ledger)?;
    }
    let bar = progress_bar(plan.cases * plan.families.len() as u64);
    bar.set_position(ledger.done());
    bar.reset_eta();
    let mut saved = Instant::now();
    while campaign::advance(plan, &mut ledger, &|done| bar.inc(done)) {
        if let Some(file) = file
            && saved.elapsed() >= SAVE_EVERY
        {
            ledger_file::write(file, &ledger)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    if let Some(file) = file {
        ledger_file::write(file, &ledger)?;
    }
    Ok(ledger)
}

/// What a finished campaign prints and saves.
pub(super) fn finished(
    plan: &Plan,
    ledger: &Ledger,
    as_json: bool,
    worst: Option<&Path>,
) -> Result<Outcome, CommandError> {
    let rows = &ledger.rows;
    let unjudged = campaign::unjudged_families(plan, rows);
    if !unjudged.is_empty() {
        return Err(CommandError::Usage(format!(
            "no case of {} was judged: more --cases, or other subjects?",
            unjudged.join(", ")
        )));
    }
    if let Some(folder) = worst {
        keep_worst(plan, rows, folder)?;
    }
    let bound = plan.subjects.iter().filter(|subject| subject.is_bound());
    let bound: Vec<_> = bound.map(|subject| subject.name()).collect();
    let broken = |row: &Row| row.tally.broken > 0 && bound.contains(&&*row.subject);
    let broken = rows.iter().any(broken);
    let mut text = if as_json {
        ledger_file::text(ledger)
    } else if bound.len() < plan.subjects.len() {
        scoreboard::text(plan, rows, &Path::new(FOLDER).join("scoreboard"))?
    } else {
        format!("{}\n{}\n", table::text(rows), table::LEGEND)
    };
    let reports = save_failures(plan, rows, Path::new(FOLDER));
    if !as_json {
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

pub(super) fn in_pool<T: Send>(
    jobs: Option<u64>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, CommandError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.unwrap_or(0) as usize)
        .build()
        .map_err(|error| CommandError::Usage(format!("--jobs: {error}")))?;
    Ok(pool.install(work))
}

/// A bar with rate and time left on standard error; nothing where that is not a terminal.
pub(super) fn progress_bar(cases: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:40} {human_pos}/{human_len} cases  {per_sec}  {eta} left",
    );
    let bar = ProgressBar::new(cases);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
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

/// A positive number of cases, written out or as 1e8.
fn count(text: &str) -> Result<u64, String> {
    let number = match text.split_once(['e', 'E']) {
        None => text.parse().ok(),
        Some((digits, zeros)) => zeros
            .parse()
            .ok()
            .and_then(|zeros| 10u64.checked_pow(zeros))
            .and_then(|power| digits.parse::<u64>().ok()?.checked_mul(power)),
    };
    match number {
        Some(number) if number > 0 => Ok(number),
        _ => Err("expected a positive whole number such as 40000 or 1e8".to_owned()),
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
            laws: Laws::InTurn,
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
