//! The command line: one file per subcommand. Each returns what to print and the exit code.

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
mod number;
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

/// The outcome of a command that ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What to print.
    pub text: String,
    /// Whether a promise was broken or, with `--strict`, a record exceeded.
    pub failed: bool,
}

impl Outcome {
    fn fine(text: String) -> Self {
        Self {
            text,
            failed: false,
        }
    }

    /// Both, one after the other.
    fn and(self, next: Self) -> Self {
        Self {
            text: self.text + &next.text,
            failed: self.failed || next.failed,
        }
    }

    /// For programs. A number that JSON cannot represent is null.
    fn json(value: &impl Serialize) -> Self {
        // The keys of all our values are text, so this cannot fail.
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
    /// Ctrl-C ended a campaign, a hunt or an export: the text to print.
    #[error("stopped")]
    Stopped(String),
    /// A command ended, but its results could not be saved, or say nothing.
    #[error("{error}")]
    Incomplete {
        /// The text to print.
        text: String,
        /// Why.
        error: String,
    },
    /// The canary was not reported, so no result counts.
    #[error("the harness missed its canary: {0}")]
    Blind(String),
}

/// The argument for one case: a file, or the id of a campaign case.
#[derive(Debug, Args)]
struct CaseArgument {
    /// A case file, or the id of a campaign case such as near_contact-1-4711
    case: String,
    /// Which case, if the file holds several
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
