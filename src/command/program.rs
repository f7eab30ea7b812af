//! Subjects that are programs: their flags, and their processes while a command runs.

use std::collections::BTreeMap;
use std::time::Duration;

use clap::Args;

use super::CommandError;
use super::number::whole;
use crate::report::failure::DEFAULT_TIME_LIMIT;
use crate::subject::{self, Process, Subject};
use crate::tally::Name;

/// This many hangs take two minutes at the default time limit, and more show nothing new.
const GIVE_UP_AFTER: u64 = 20;

/// The longest time limit: a day.
const SECONDS_MAX: f64 = 86_400.0;

#[derive(Debug, Args)]
pub(super) struct Programs {
    /// Judge a program: start CMD, without a shell, and exchange JSON lines with it
    /// (docs/protocol.md). Other subjects are judged only if they are named too. NAME replaces the
    /// program's own name in tables. Commands that take several subjects take several programs
    #[arg(long, value_name = "[NAME=]CMD")]
    subject_command: Vec<String>,
    /// The time limit of a program for one answer
    #[arg(long, value_name = "SECONDS", default_value = DEFAULT_TIME_LIMIT, value_parser = seconds, requires = "subject_command")]
    time_limit: Duration,
}

/// The flag of commands that ask a program many cases.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct GiveUp {
    /// Give up on a program after it had to be started again this many times
    #[arg(long, value_name = "N", default_value_t = GIVE_UP_AFTER, value_parser = whole(0..=u64::MAX), requires = "subject_command")]
    give_up_after: u64,
}

impl Default for GiveUp {
    fn default() -> Self {
        Self {
            give_up_after: GIVE_UP_AFTER,
        }
    }
}

impl Programs {
    /// The number of programs.
    pub(super) fn count(&self) -> usize {
        self.subject_command.len()
    }

    /// Starts the programs.
    pub(super) fn start(&self) -> Result<Started, CommandError> {
        let mut started = Started(Vec::new());
        for command in &self.subject_command {
            let unusable =
                |why: String| CommandError::Usage(format!("--subject-command {command:?}: {why}"));
            let process = Process::start(command, self.time_limit);
            let process = process.map_err(|error| unusable(error.to_string()))?;
            // A plan needs subjects that live to the end, and a command starts few programs.
            let process: &Process = Box::leak(Box::new(process));
            let name = process.name();
            let is_taken = subject::find(name).is_some() || started.has(name);
            started.0.push(process);
            if is_taken {
                return Err(unusable(format!(
                    "another subject has the name `{name}`; choose one: NAME={}",
                    process.line()
                )));
            }
        }
        Ok(started)
    }
}

/// Running programs, which are ended on drop.
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

/// Subjects, with the programs among them, which end on drop.
pub(super) struct Asked {
    pub(super) subjects: Vec<&'static dyn Subject>,
    programs: Started,
}

impl Asked {
    pub(super) fn new(mut subjects: Vec<&'static dyn Subject>, programs: Started) -> Self {
        subjects.extend(programs.subjects());
        Self { subjects, programs }
    }

    /// From here on, programs are given up as the flag says.
    pub(super) fn limit(&self, GiveUp { give_up_after }: GiveUp) {
        for process in &self.programs.0 {
            process.give_up_after(give_up_after);
        }
    }

    /// From here on, programs that were given up answer again, to show and shrink their failures.
    pub(super) fn forgive(&self) {
        for process in &self.programs.0 {
            process.give_up_after(u64::MAX);
        }
    }

    /// Whether a program was given up: it did not get a case.
    pub(super) fn has_given_up(&self) -> bool {
        self.programs
            .0
            .iter()
            .any(|process| process.not_asked() > 0)
    }

    /// Ends all processes that wait for a case: the next case starts new ones.
    pub(super) fn restart(&self) {
        self.programs.0.iter().for_each(|process| process.restart());
    }

    /// How many cases each program that was given up did not get since the last call.
    pub(super) fn take_given_up(&self) -> BTreeMap<Name, u64> {
        let programs = self.programs.0.iter();
        programs
            .map(|process| (Name::from(process.name()), process.take_not_asked()))
            .filter(|(_, not_asked)| *not_asked > 0)
            .collect()
    }
}

/// A line that a program was given up, and how many cases or pairs it did not get.
pub(super) fn given_up(name: &str, not_asked: &str) -> String {
    format!("{name}: given up after too many new starts (--give-up-after): {not_asked} not judged")
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= SECONDS_MAX => {
            Ok(Duration::from_secs_f64(seconds))
        }
        _ => Err(format!(
            "expected seconds such as 0.5, at most {SECONDS_MAX}"
        )),
    }
}
