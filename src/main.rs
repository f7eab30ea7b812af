//! The command `gjk-harness`: thin.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use gjk_harness::command::{self, Cli};

/// A promise is broken.
const BROKEN: u8 = 1;

/// Bad usage or bad input.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            print(&error.to_string());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            // The first paragraph says what is wrong; one line is enough.
            let text = error.to_string();
            let lines = text.lines().take_while(|line| !line.is_empty());
            eprintln!("{}", lines.map(str::trim).collect::<Vec<_>>().join(" "));
            return ExitCode::from(UNUSABLE);
        }
    };
    match command::run(cli) {
        Ok(outcome) => {
            print(&outcome.text);
            if outcome.broken {
                ExitCode::from(BROKEN)
            } else {
                ExitCode::SUCCESS
            }
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(UNUSABLE)
        }
    }
}

/// Prints to standard output. A reader that has gone away is no error.
fn print(text: &str) {
    let _ = io::stdout().write_all(text.as_bytes());
}
