//! The command `gjk-harness`: thin.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anstream::AutoStream;
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
            return print(&error.to_string(), ExitCode::SUCCESS);
        }
        Err(error) => {
            // The first paragraph says what is wrong; one line is enough.
            let text = error.to_string();
            let lines = text.lines().take_while(|line| !line.is_empty());
            return unusable(&lines.map(str::trim).collect::<Vec<_>>().join(" "));
        }
    };
    match command::run(cli) {
        Ok(outcome) if outcome.broken => print(&outcome.text, ExitCode::from(BROKEN)),
        Ok(outcome) => print(&outcome.text, ExitCode::SUCCESS),
        Err(error) => unusable(&format!("error: {error}")),
    }
}

/// Prints to standard output and ends with `code`. A reader that has gone away is no error; a full
/// disk is.
fn print(text: &str, code: ExitCode) -> ExitCode {
    let mut output = AutoStream::auto(io::stdout());
    let written = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            unusable(&format!("error: standard output: {error}"))
        }
        _ => code,
    }
}

/// Says in one line what is wrong, whatever stands in the arguments and paths that it quotes.
fn unusable(message: &str) -> ExitCode {
    let line = message.replace('\n', "\\n").replace('\r', "\\r");
    // Where nobody listens the exit code says it.
    let _ = writeln!(io::stderr(), "{line}");
    ExitCode::from(UNUSABLE)
}
