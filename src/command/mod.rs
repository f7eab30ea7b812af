//! The command line: one file per subcommand. Each returns what to print and how to exit.

mod campaign;
mod check;
mod cli;
pub mod color;
mod completions;
mod examples;
mod explain;
mod explore;
mod export;
mod finished;
mod hunt;
mod interrupt;
mod keep;
mod known;
mod ledger_file;
mod list;
mod lock;
mod names;
mod program;
mod progress;
mod report;
mod scoreboard;
mod select;
mod shrink;
mod speed;
mod threads;
mod touch_band;

use clap::Args;
use serde::Serialize;

use crate::case::CaseError;
use cli::Command;
pub use cli::{Cli, in_one_line};
pub use interrupt::EXIT_CODE as INTERRUPTED;

/// How a command ends when nothing stopped it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What to print.
    pub text: String,
    /// Whether a promise was found broken or, where `--strict` is given, a new worst.
    pub failed: bool,
}

impl Outcome {
    fn fine(text: String) -> Self {
        Self {
            text,
            failed: false,
        }
    }

    /// Both, one below the other.
    fn and(self, next: Self) -> Self {
        Self {
            text: self.text + &next.text,
            failed: self.failed || next.failed,
        }
    }

    /// For programs. A number that JSON does not have is null.
    fn json(value: &impl Serialize) -> Self {
        // The keys of all our values are text, so it cannot fail.
        let text = serde_json::to_string_pretty(value).unwrap_or_default();
        Self::fine(format!("{text}\n"))
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
    /// Ctrl-C ended a campaign: what to print of it.
    #[error("stopped")]
    Stopped(String),
    /// A campaign ended, and what was to be saved of it could not be.
    #[error("{error}")]
    Unsaved {
        /// What to print of it.
        text: String,
        /// Why.
        error: String,
    },
    /// What is broken on purpose was not reported, so nothing that is reported counts.
    #[error("the harness is blind: {0}")]
    Blind(String),
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
        Some(Command::Explore(arguments)) => explore::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Shrink(arguments)) => shrink::run(&arguments),
        Some(Command::Keep(arguments)) => keep::run(&arguments),
        Some(Command::TouchBand(arguments)) => touch_band::run(&arguments),
        Some(Command::Speed(arguments)) => speed::run(&arguments),
        Some(Command::Families(arguments)) => Ok(list::families(&arguments)),
        Some(Command::Subjects(arguments)) => Ok(list::subjects(&arguments)),
        Some(Command::Completions(arguments)) => Ok(completions::run(&arguments)),
    }
}
