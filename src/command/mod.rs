//! The command line: one file per subcommand. Each returns what to print and how to exit.

mod campaign;
mod check;
mod explain;
mod hunt;
mod keep;
mod ledger_file;
mod list;
mod report;
mod scoreboard;
mod select;
mod shrink;
mod speed;
mod touch_band;

use clap::{Args, Parser, Subcommand};

use crate::case::CaseError;

/// How a command ends when nothing stopped it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What to print.
    pub text: String,
    /// Whether a promise was found broken.
    pub broken: bool,
}

impl Outcome {
    fn fine(text: String) -> Self {
        Self {
            text,
            broken: false,
        }
    }
}

/// Why a command could not run: bad usage or bad input, in one line.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    /// A case file.
    #[error(transparent)]
    Case(#[from] CaseError),
    /// An argument.
    #[error("{0}")]
    Usage(String),
    /// What is broken on purpose was not reported, so nothing that is reported counts.
    #[error("the harness is blind: {0}")]
    Blind(String),
}

/// Cross-checks gjk-core against the exact reference.
///
/// Without a subcommand it runs a campaign. Exit code: 0 all promises hold, 1 a promise is broken,
/// 2 bad usage or input.
#[derive(Debug, Parser)]
#[command(name = "gjk-harness", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    campaign: campaign::Arguments,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge many generated cases of every family, on all cores (the default)
    Campaign(campaign::Arguments),
    /// Put the results of campaigns together
    Report(report::Arguments),
    /// Judge the cases of files and folders
    Check(check::Arguments),
    /// Change cases step by step towards the largest error or the most iterations
    Hunt(hunt::Arguments),
    /// Show the iterations of a query on a case, as text or as a page to step through
    Explain(explain::Arguments),
    /// Make a broken case smaller, as long as it stays broken
    Shrink(shrink::Arguments),
    /// Store a case in tests/cases/kept, where `cargo test` replays it
    Keep(keep::Arguments),
    /// Show how false verdicts grow as the gap between shapes goes to zero
    TouchBand(touch_band::Arguments),
    /// Measure how long queries take, beside other crates and the limit of the hardware
    Speed(speed::Arguments),
    /// List the families
    Families,
    /// List the subjects
    Subjects,
}

/// One case: a file, or the id of a campaign case.
#[derive(Debug, Args)]
struct CaseArgument {
    /// A case file, or the id of a campaign case such as near_contact-1-4711
    case: String,
    /// Which case, where the file holds several
    #[arg(long)]
    id: Option<String>,
}

/// Runs the command that the arguments name.
pub fn run(cli: Cli) -> Result<Outcome, CommandError> {
    match cli.command {
        None => campaign::run(&cli.campaign),
        Some(Command::Campaign(arguments)) => campaign::run(&arguments),
        Some(Command::Report(arguments)) => report::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Hunt(arguments)) => hunt::run(&arguments),
        Some(Command::Explain(arguments)) => explain::run(&arguments),
        Some(Command::Shrink(arguments)) => shrink::run(&arguments),
        Some(Command::Keep(arguments)) => keep::run(&arguments),
        Some(Command::TouchBand(arguments)) => touch_band::run(&arguments),
        Some(Command::Speed(arguments)) => speed::run(&arguments),
        Some(Command::Families) => Ok(Outcome::fine(list::families())),
        Some(Command::Subjects) => Ok(Outcome::fine(list::subjects())),
    }
}
