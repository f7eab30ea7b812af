//! Subjects that are programs: the flags that name them, and the programs while a command runs.

use std::fmt::Write;
use std::time::Duration;

use clap::Args;

use super::CommandError;
use crate::subject::{self, Process, Subject};

/// The longest time limit: a day, beyond which nobody waits.
const SECONDS_MAX: f64 = 86_400.0;

#[derive(Debug, Args)]
pub(super) struct Programs {
    /// Judge a program: start CMD, without a shell, and speak JSON lines with it as docs/protocol.md says;
    /// other subjects only where they are named too. NAME is what tables call it, in place of its own
    /// name. Where several subjects can be asked, so can several programs
    #[arg(long, value_name = "[NAME=]CMD")]
    subject_command: Vec<String>,
    /// How long a program may take for an answer
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds, requires = "subject_command")]
    time_limit: Duration,
}

impl Programs {
    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.subject_command.len()
    }

    /// Starts them.
    pub(super) fn start(&self) -> Result<Started, CommandError> {
        let mut started = Started(Vec::new());
        for command in &self.subject_command {
            let unusable =
                |why: String| CommandError::Usage(format!("--subject-command {command:?}: {why}"));
            let process = Process::start(command, self.time_limit);
            let process = process.map_err(|error| unusable(error.to_string()))?;
            let name = process.name();
            let is_taken = subject::find(name).is_some() || started.has(name);
            // A plan has its subjects for good, and a command starts few programs.
            started.0.push(Box::leak(Box::new(process)));
            if is_taken {
                return Err(unusable(format!(
                    "it is called `{name}`, as another subject is called; NAME={command} gives it another name"
                )));
            }
        }
        Ok(started)
    }
}

/// Programs that run: they are told when nobody asks any more.
pub(super) struct Started(Vec<&'static Process>);

impl Started {
    fn has(&self, name: &str) -> bool {
        self.0.iter().any(|process| process.name() == name)
    }

    /// The programs as subjects.
    pub(super) fn subjects(&self) -> impl Iterator<Item = &'static dyn Subject> {
        self.0.iter().map(|&process| process as &dyn Subject)
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        for process in &self.0 {
            process.close();
        }
    }
}

/// Subjects, and the programs among them, which end with this.
pub(super) struct Asked {
    pub(super) subjects: Vec<&'static dyn Subject>,
    programs: Started,
}

impl Asked {
    pub(super) fn new(mut subjects: Vec<&'static dyn Subject>, programs: Started) -> Self {
        subjects.extend(programs.subjects());
        Self { subjects, programs }
    }

    /// From now on no program is asked that hung or crashed so often.
    pub(super) fn give_up_after(&self, failures: u64) {
        for process in &self.programs.0 {
            process.give_up_after(failures);
        }
    }

    /// Which programs were given up, a line for each. They are asked again from now on: to shrink
    /// what they failed.
    pub(super) fn given_up(&self) -> String {
        let mut text = String::new();
        for process in &self.programs.0 {
            let not_asked = process.not_asked();
            process.give_up_after(u64::MAX);
            if not_asked > 0 {
                let _ = writeln!(
                    text,
                    "\n{}: given up after too many hangs and crashes (--give-up-after): {not_asked} cases not asked, \
                     counted as unsupported",
                    process.name()
                );
            }
        }
        text
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
