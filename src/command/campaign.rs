//! `campaign`: judges generated cases of all families.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::finished::{After, finished};
use super::lock::Lock;
use super::names::{self, Names};
use super::number::whole;
use super::program::{Asked, GiveUp, Programs};
use super::threads::{JOBS, in_pool};
use super::{CommandError, Outcome, interrupt, ledger_file, progress, select};
use crate::campaign::{self, canary};
use crate::case::files;
use crate::ledger::Ledger;
use crate::plan::{INDICES, Laws, Plan, Shard};
use crate::report::{scoreboard, table};

/// Cases of each family that two cores judge in about half a minute.
const CASES: u64 = 40_000;

/// The default if other subjects than gjk-core are judged: their errors take more exact arithmetic.
const CASES_WITH_OTHERS: u64 = 10_000;

/// A campaign with programs can be stopped and saved at the next opportunity after this time, which
/// takes no longer.
const PATIENCE: Duration = Duration::from_millis(500);

pub(super) const EXAMPLES: [&str; 4] = [
    "campaign --families near_contact,flat --cases 1e6 --seed 2 --strict",
    "campaign --cases 1e8 --resume night.json      # continues where it was stopped",
    "campaign --cases 1e8 --shard 3/16 --json      # a share, for `report merge`",
    "campaign --subjects all --report target/report   # all subjects, as pages with charts",
];

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Selects the cases: the same seed, the same cases, on every machine
    #[arg(long, default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// How many cases of each family, such as 40000 or 1e8 [default: 40000; with other subjects
    /// 10000]
    #[arg(long, value_parser = whole(1..=INDICES))]
    cases: Option<u64>,
    /// The index of the first case, such as 40000 or 1e8, to continue where another campaign ended
    #[arg(long, default_value_t = 0, value_parser = whole(0..=INDICES))]
    first: u64,
    /// Only these families, separated by commas
    #[arg(long, alias = "family", value_delimiter = ',', value_parser = Names(names::families), hide_possible_values = true)]
    families: Vec<String>,
    /// These subjects, separated by commas, or `all` [default: gjk-core]
    #[arg(long, alias = "subject", value_delimiter = ',', value_parser = Names(names::subjects_or_all), hide_possible_values = true)]
    subjects: Vec<String>,
    #[command(flatten)]
    programs: Programs,
    #[command(flatten)]
    give_up: GiveUp,
    /// How many threads [default: one for each core]
    #[arg(long, value_parser = whole(1..=JOBS))]
    jobs: Option<u64>,
    /// Only a share of the cases, such as 3/16 for the third of sixteen
    #[arg(long, default_value = "1/1")]
    shard: Shard,
    /// Save the progress to FILE, and continue from it if FILE exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// How often `--resume` writes FILE; 0: after every few thousand cases, or with programs about
    /// every second
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 10,
        value_parser = whole(0..=u64::MAX),
        requires = "resume"
    )]
    save_every: u64,
    /// Try all laws and settings on every case, instead of one of them in turn
    #[arg(long)]
    all_laws: bool,
    /// Print JSON, the input of `report merge`, also after Ctrl-C: {version, seed, first, cases, shard, laws, rows:
    /// [{subject, family, next, tally}], behaves_like: {subject: [{bug, about, happened,
    /// similarity}]}, given_up: {subject: cases that it did not get}}. A tally counts cases that
    /// are `broken`, and others that are a `new_worst`. A subject that resembles no bug, or was not
    /// given up, is left out
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    after: After,
}

pub(super) fn run(arguments: &Arguments) -> Result<Outcome, CommandError> {
    let asked = select::asked(&arguments.subjects, &arguments.programs)?;
    let subjects = asked.subjects.clone();
    let others = subjects.iter().any(|subject| !subject.is_bound());
    let default = if others { CASES_WITH_OTHERS } else { CASES };
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
    if plan.first + plan.cases > INDICES {
        return Err(CommandError::Usage(format!(
            "--first plus --cases is above {INDICES}"
        )));
    }
    arguments.after.check(&plan)?;
    canary::sings().map_err(CommandError::Blind)?;
    let file = arguments.resume.as_deref();
    interrupt::listen();
    asked.limit(arguments.give_up);
    let every = Duration::from_secs(arguments.save_every);
    let as_json = arguments.json;
    let work = || {
        in_pool(arguments.jobs, || {
            go_on(&plan, &asked, file, every, as_json, &arguments.after)
        })?
    };
    let ledger = match file {
        Some(file) => Lock::beside(file)?.during(work)?,
        None => work()?,
    };
    finished(&plan, &ledger, Some(&asked), as_json, &arguments.after)
}

/// Runs the plan to its end, starting from the file if there is one.
fn go_on(
    plan: &Plan,
    asked: &Asked,
    file: Option<&Path>,
    every: Duration,
    as_json: bool,
    after: &After,
) -> Result<Ledger, CommandError> {
    // The lock is held, so leftovers are of no running campaign.
    file.into_iter().for_each(files::remove_leftovers);
    let mut ledger = match file {
        Some(file) if file.exists() => ledger_file::read(file)?,
        _ => Ledger::new(plan),
    };
    if let Some(file) = file {
        let fits = ledger.check(plan);
        fits.map_err(|error| ledger_file::unfit(file, &error))?;
        // Fail now, not at the end, if the file cannot be written.
        ledger_file::write(file, &ledger)?;
    }
    let bar = progress::bar(plan.cases_of_shard(), "cases");
    bar.set_position(ledger.done());
    bar.reset_eta();
    let mut saved = Instant::now();
    let mut before = ledger.clone();
    loop {
        let start = Instant::now();
        let is_enough = || interrupt::is_asked() || start.elapsed() >= PATIENCE;
        if !campaign::advance(plan, &mut ledger, &|done| bar.inc(done), &is_enough) {
            break;
        }
        ledger.add_given_up(&asked.take_given_up());
        if interrupt::is_asked() {
            drop(bar);
            // Ctrl-C reaches programs too, so their missing answers mean nothing.
            let has_programs = plan.subjects.iter().any(|s| s.command().is_some());
            let counted = if has_programs { before } else { ledger };
            if let Some(file) = file {
                ledger_file::write(file, &counted)?;
            }
            return Err(CommandError::Stopped(match as_json {
                true => ledger_file::text(&counted),
                false => so_far(&counted, plan, file, after),
            }));
        }
        before.clone_from(&ledger);
        if let Some(file) = file
            && saved.elapsed() >= every
        {
            ledger_file::write(file, &ledger)?;
            saved = Instant::now();
        }
    }
    drop(bar);
    if let Some(file) = file {
        ledger_file::write(file, &ledger)?;
    }
    Ok(ledger)
}

/// The table of a stopped campaign, how to continue, and what is not written.
fn so_far(ledger: &Ledger, plan: &Plan, file: Option<&Path>, after: &After) -> String {
    let table = match plan.subjects.iter().all(|subject| subject.is_bound()) {
        true => table::text(&ledger.rows),
        false => scoreboard::text(&ledger.rows),
    };
    let how = match file {
        Some(file) => format!(
            "the same command continues, with --resume {}",
            file.display()
        ),
        None => "with --resume FILE it could continue".to_owned(),
    };
    let (done, all) = (ledger.done(), plan.cases_of_shard());
    let mut text = format!("{table}\n\nStopped after {done} of {all} cases: {how}\n");
    let unwritten = after.written_at_the_end();
    if !unwritten.is_empty() {
        let flags = unwritten.join(", ");
        text += &format!("Not written, as the campaign is not finished: {flags}\n");
    }
    text
}
