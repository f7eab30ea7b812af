//! A subject that is a program: the flags that name it, and the program while a command runs.

use std::time::Duration;

use clap::Args;

use super::CommandError;
use crate::subject::{self, Process, Subject};

/// The longest time limit: a day, beyond which nobody waits.
const SECONDS_MAX: f64 = 86_400.0;

#[derive(Debug, Args)]
pub(super) struct Program {
    /// Judge a program: start CMD, without a shell, and speak JSON lines with it as docs/protocol.md says;
    /// other subjects only where they are named too
    #[arg(long, value_name = "CMD")]
    subject_command: Option<String>,
    /// How long that program may take for an answer
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds, requires = "subject_command")]
    time_limit: Duration,
}

impl Program {
    /// Whether there is one.
    pub(super) fn is_given(&self) -> bool {
        self.subject_command.is_some()
    }

    /// Starts it, if there is one.
    pub(super) fn start(&self) -> Result<Option<&'static Process>, CommandError> {
        let Some(command) = &self.subject_command else {
            return Ok(None);
        };
        let unusable =
            |why: String| CommandError::Usage(format!("--subject-command {command:?}: {why}"));
        let process = Process::start(command, self.time_limit);
        let process = process.map_err(|error| unusable(error.to_string()))?;
        if subject::find(process.name()).is_some() {
            let name = process.name();
            process.close();
            return Err(unusable(format!(
                "it calls itself `{name}`, as another subject is called"
            )));
        }
        // A plan has its subjects for good, and a command starts one program.
        Ok(Some(Box::leak(Box::new(process))))
    }
}

/// Subjects, one of which may be a program: it is told when nobody asks any more.
pub(super) struct Asked {
    pub(super) subjects: Vec<&'static dyn Subject>,
    pub(super) program: Option<&'static Process>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        if let Some(program) = self.program {
            program.close();
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= SECONDS_MAX => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err(format!(
            "expected seconds such as 0.5, {SECONDS_MAX} at most"
        )),
    }
}
