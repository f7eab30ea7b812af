//! `hunt`: climbs from the cases of the families to the worst cases it can find.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use clap::Args;
use comfy_table::presets::ASCII_BORDERS_ONLY_CONDENSED;
use comfy_table::{CellAlignment, Table};
use serde_json::{Value, json};

use super::finished::FOLDER;
use super::names::{self, Names};
use super::number::whole;
use super::program::{GiveUp, Programs, given_up};
use super::threads::{JOBS, in_pool};
use super::{CommandError, Outcome, interrupt, progress, select, shrink};
use crate::case::{Case, Dim, Scalar, files};
use crate::hunt::{self, Found, Goal, NO_FAMILY, Plan};
use crate::judge::examined;
use crate::report::style;
use crate::subject::Subject;
use crate::tally::Failure;

/// Climbs and steps that take two cores about half a minute.
const CLIMBS: u64 = 64;
const STEPS: u64 = 4000;

/// More than any machine can try.
const TRIES: u64 = 1 << 40;

pub(super) const EXAMPLES: [&str; 3] = [
    "hunt --maximise distance",
    "hunt --maximise iterations --families grid,sliver --output worst.jsonl",
    "hunt --climbs 8 --steps 500 --json",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What to maximise: iterations, or the error of a property such as distance
    #[arg(long, default_value = "distance", value_parser = goal)]
    maximise: &'static str,
    /// Selects the starts and the changes: the same seed, the same cases
    #[arg(long, default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// How many climbs, each from another start
    #[arg(long, default_value_t = CLIMBS, value_parser = whole(1..=TRIES))]
    climbs: u64,
    /// How many changes each climb tries
    #[arg(long, default_value_t = STEPS, value_parser = whole(1..=TRIES))]
    steps: u64,
    /// Start only from cases of these families, separated by commas
    #[arg(long, alias = "family", value_delimiter = ',', value_parser = Names(names::families), hide_possible_values = true)]
    families: Vec<String>,
    /// How many of the worst cases to show and to save
    #[arg(long, default_value_t = 10, value_parser = whole(1..=TRIES))]
    keep: u64,
    /// Save the worst cases to this file, ending in .jsonl. It is replaced as a whole or not at all
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How many threads [default: one for each core]
    #[arg(long, value_parser = whole(1..=JOBS))]
    jobs: Option<u64>,
    /// The subject to judge
    #[arg(long, default_value = "gjk-core", value_parser = Names(names::subjects), hide_possible_values = true, conflicts_with = "subject_command")]
    subject: String,
    #[command(flatten)]
    programs: Programs,
    #[command(flatten)]
    give_up: GiveUp,
    /// Print JSON: {goal, found: [{score, family, broken, case}], given_up, file}, the worst first;
    /// a score may be null, and the file, if none is written
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    interrupt::listen();
    let goal = Goal::find(arguments.maximise)
        .ok_or_else(|| CommandError::Usage(format!("no goal `{}`", arguments.maximise)))?;
    let asked = select::one(&arguments.subject, &arguments.programs)?;
    let Some(&subject) = asked.subjects.first() else {
        return Err(CommandError::Usage("no subject".to_owned()));
    };
    if let Some(file) = &arguments.output {
        // Fail now, not at the end, if the file cannot be written.
        files::check_cases(file)?;
    }
    let plan = Plan {
        seed: arguments.seed,
        climbs: arguments.climbs,
        steps: arguments.steps,
        families: select::families(&arguments.families)?,
        goal,
        subject,
    };
    let all = plan.climbs.saturating_mul(plan.steps);
    asked.limit(arguments.give_up);
    let done = AtomicU64::new(0);
    let mut found = in_pool(arguments.jobs, || {
        let bar = progress::bar(all, "changes");
        let count = |more| {
            done.fetch_add(more, Relaxed);
            bar.inc(more);
        };
        let is_enough = || interrupt::is_asked() || asked.has_given_up();
        hunt::run(&plan, &count, &is_enough)
    })?;
    let is_given_up = asked.has_given_up();
    asked.forgive();
    let is_stopped = interrupt::is_asked();
    if is_stopped {
        // Ctrl-C reached the programs too: others answer from here on.
        asked.restart();
        found = still_found(found, plan.subject);
    }
    found.truncate(arguments.keep as usize);
    let failures: Vec<Option<Failure>> = found.iter().map(|f| failure(f, plan.subject)).collect();
    if found.is_empty() && !is_stopped {
        return Err(CommandError::Usage(format!(
            "`{}` cannot be measured in any case of these families",
            goal.name()
        )));
    }
    let file = arguments.output.as_ref().filter(|_| !found.is_empty());
    let unsaved = file.and_then(|file| {
        let cases: Vec<Case> = found.iter().map(|found| found.case.clone()).collect();
        files::write_cases(file, &cases).err()
    });
    let saved = file.filter(|_| unsaved.is_none());
    let saved = saved.map(|file| file.display().to_string());
    let mut text = format!("{}\n", table(goal, &found, &failures));
    for failure in failures.iter().flatten() {
        let report = shrink::save_failure(failure, plan.subject, Path::new(FOLDER));
        text += &format!("\n{report}");
    }
    if let Some(file) = &saved {
        text += &format!("\nThe worst cases are saved: {file}\n");
    }
    if is_stopped {
        let done = done.into_inner();
        text += &format!("\nStopped after {done} of {all} changes: these are the finds so far\n");
    }
    if is_given_up {
        let line = given_up(subject.name(), "further changes");
        text += &format!("\n{line}\n");
    }
    let outcome = match arguments.json {
        true => Outcome::json(&json!({
            "goal": goal.name(),
            "found": json(&found, &failures),
            "given_up": is_given_up,
            "file": saved,
        })),
        false => Outcome::fine(text),
    };
    if let Some(error) = unsaved {
        // A full disk must not lose the finds.
        return Err(CommandError::Incomplete {
            text: outcome.text,
            error: error.to_string(),
        });
    }
    if is_stopped {
        return Err(CommandError::Stopped(outcome.text));
    }
    let failed = is_given_up || failures.iter().any(Option::is_some);
    Ok(Outcome { failed, ..outcome })
}

/// The finds of a stopped hunt, the worst first. A program may have been ended by Ctrl-C just
/// before this one heard of it: a case that it answers now is no failure, and the find before it
/// counts.
fn still_found(found: Vec<Found>, subject: &dyn Subject) -> Vec<Found> {
    let still = |found: Found| match found.score.is_finite() || failure(&found, subject).is_some() {
        true => Some(found),
        false => found.before.map(|before| *before),
    };
    let mut found: Vec<Found> = found.into_iter().filter_map(still).collect();
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    found
}

/// The finds as JSON.
fn json(found: &[Found], failures: &[Option<Failure>]) -> Vec<Value> {
    let found = found.iter().zip(failures).map(|(found, failure)| {
        let broken = failure.as_ref().map_or(&[][..], |f| &f.properties);
        json!({
            "score": found.score,
            "family": found.family,
            "broken": broken,
            "case": found.case,
        })
    });
    found.collect()
}

/// The broken promise of a case, if there is one.
fn failure(found: &Found, subject: &dyn Subject) -> Option<Failure> {
    let judgement = examined(&found.case, NO_FAMILY, subject)?;
    let properties: Vec<_> = judgement
        .broken()
        .map(|(property, _)| property.name.into())
        .collect();
    (!properties.is_empty()).then(|| Failure {
        subject: subject.name().to_owned(),
        family: NO_FAMILY,
        case: found.case.clone(),
        properties,
    })
}

/// One line for each case, red if it breaks a promise.
fn table(goal: Goal, found: &[Found], failures: &[Option<Failure>]) -> String {
    let mut table = Table::new();
    table.load_style(ASCII_BORDERS_ONLY_CONDENSED);
    table.set_header([goal.name(), "case", "shapes", "", "", "started from"]);
    for Found {
        case,
        family,
        score,
        before: _,
    } in found
    {
        let score = match goal {
            Goal::Iterations => score.to_string(),
            Goal::Error(_) if score.is_finite() => format!("{score:.2} ulp"),
            // No answer, or an answer that has no measure.
            Goal::Error(_) => "fails".to_owned(),
        };
        let shapes = format!("{}/{}", case.a.kind.name(), case.b.kind.name());
        let dim = match case.dim {
            Dim::Two => "2D",
            Dim::Three => "3D",
        };
        let scalar = match case.scalar {
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        };
        table.add_row([&score, &case.id, &shapes, dim, scalar, family]);
    }
    if let Some(column) = table.column_mut(0) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    style::table(&table, |row| failures[row].is_some())
}

fn goal(name: &str) -> Result<&'static str, String> {
    let known: Vec<_> = Goal::names().collect();
    let found = Goal::find(name).map(Goal::name);
    found.ok_or_else(|| names::remedy(name, &known))
}
