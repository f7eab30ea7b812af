//! The command `gjk-harness`: thin.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use anstream::AutoStream;
use gjk_harness::command::{self, Cli, CommandError, INTERRUPTED, color};
use gjk_harness::report::style::{BROKEN as RED, painted};

/// A promise is broken or, with `--strict`, there is a new worst.
const FAILED: u8 = 1;

/// Bad usage or bad input.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    color::choice(&arguments).write_global();
    let cli = match Cli::read(&arguments) {
        Ok(cli) => cli,
        Err(error) if !error.use_stderr() => {
            return print(&error.render().ansi().to_string(), ExitCode::SUCCESS);
        }
        Err(error) => return unusable(&command::in_one_line(&error)),
    };
    match command::run(cli) {
        Ok(outcome) if outcome.failed => print(&outcome.text, ExitCode::from(FAILED)),
        Ok(outcome) => print(&outcome.text, ExitCode::SUCCESS),
        Err(CommandError::Stopped(text)) => print(&text, ExitCode::from(INTERRUPTED)),
        Err(CommandError::Incomplete { text, error }) => print(&text, unusable(&error)),
        Err(error) => unusable(&error.to_string()),
    }
}

/// Prints to standard output, in colour if wanted, and ends with `code`. A closed pipe is no error;
/// a full disk is.
fn print(text: &str, code: ExitCode) -> ExitCode {
    let mut output = AutoStream::auto(io::stdout());
    let written = output
        .write_all(text.as_bytes())
        .and_then(|()| output.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            unusable(&format!("standard output: {error}"))
        }
        _ => code,
    }
}

/// Prints an error in one line, whatever text of arguments and paths it quotes.
fn unusable(message: &str) -> ExitCode {
    let line = message.replace('\n', "\\n").replace('\r', "\\r");
    let mut output = AutoStream::auto(io::stderr());
    // If standard error is closed, the exit code remains.
    let _ = writeln!(output, "{} {line}", painted(RED, "error:"));
    ExitCode::from(UNUSABLE)
}
