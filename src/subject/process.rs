//! A subject that is a program: it reads cases on its standard input and writes answers to its
//! standard output, one line of JSON each. `docs/protocol.md` describes the conversation.
//!
//! Cases are sent in batches, so that neither side waits for the other after each. If something
//! fails in a batch, a program that buffers its answers may have failed at a later case than the
//! first without an answer. So the rest of the batch is sent again, one case at a time, each to a
//! program in good state: a case that fails alone is the one that failed.

mod conversation;
mod line;
mod words;

use std::io;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::json;

use self::conversation::{Conversation, Failure};
use self::line::{Format, Hello};
use super::{Answer, NoAnswer, Subject, Why};
use crate::case::{Case, Scalar, json as case_json};

/// The version of the protocol.
const VERSION: u64 = 1;

/// How long a program may take to say hello, if its answers have less: it may have to be loaded, on
/// a busy machine.
const TO_START: Duration = Duration::from_secs(5);

/// The most cases that are sent before the first of them is answered.
const BATCH: usize = 64;

/// A program that answers cases.
pub struct Process {
    command: String,
    words: Vec<String>,
    limit: Duration,
    name: &'static str,
    about: &'static str,
    scalar: Scalar,
    patience: Patience,
    /// Idle processes: one for each thread so far.
    idle: Mutex<Vec<Conversation>>,
}

/// How many failures that end a program it may have, and how many it had: each costs a new start.
struct Patience {
    failures_max: AtomicU64,
    failures: AtomicU64,
    not_asked: AtomicU64,
}

impl Patience {
    fn is_over(&self) -> bool {
        self.failures.load(Relaxed) >= self.failures_max.load(Relaxed)
    }

    fn count(&self) {
        self.failures.fetch_add(1, Relaxed);
    }
}

/// Why a program cannot answer at all.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The command is not a command line.
    #[error("the command is empty, or has an unclosed quote")]
    Command,
    /// The system could not start it.
    #[error("it cannot be started: {0}")]
    Start(#[from] io::Error),
    /// It did not send a hello.
    #[error("no hello: {0}{1}")]
    Hello(NoAnswer, String),
}

impl Process {
    /// Starts a program and reads its hello. A `NAME=` before the command replaces the name in the
    /// hello. `limit` is the time limit for each answer.
    pub fn start(command: &str, limit: Duration) -> Result<Self, StartError> {
        let (name, line) = words::named(command);
        let words = words::words(line).filter(|words| !words.is_empty());
        let words = words.ok_or(StartError::Command)?;
        let (conversation, hello) = greeted(&words, limit)?;
        let scalar = match hello.scalar {
            Some(Format::F32) => Scalar::F32,
            Some(Format::F64) | None => Scalar::F64,
        };
        // A subject keeps its name for ever, and a command starts few programs.
        let about = format!("program: {line}, {}", scalar.name()).leak();
        Ok(Self {
            command: command.to_owned(),
            words,
            limit,
            name: name.map_or(hello.name, str::to_owned).leak(),
            about,
            scalar,
            patience: Patience {
                failures_max: AtomicU64::new(u64::MAX),
                failures: AtomicU64::new(0),
                not_asked: AtomicU64::new(0),
            },
            idle: Mutex::new(vec![conversation]),
        })
    }

    /// The command, without a name before it.
    pub fn line(&self) -> &str {
        words::named(&self.command).1
    }

    /// Closes the input of all processes, and waits until they have ended.
    pub fn close(&self) {
        let idle = std::mem::take(&mut *self.idle.lock().unwrap_or_else(PoisonError::into_inner));
        idle.into_iter().for_each(Conversation::close);
    }

    /// Sets after how many failures that end the program it is given up. Each thread may cause one
    /// failure more.
    pub fn give_up_after(&self, failures: u64) {
        self.patience.failures_max.store(failures, Relaxed);
    }

    /// How many cases it did not get for that reason since the last [`Self::take_not_asked`].
    pub fn not_asked(&self) -> u64 {
        self.patience.not_asked.load(Relaxed)
    }

    /// The same, and counts from zero again.
    pub fn take_not_asked(&self) -> u64 {
        self.patience.not_asked.swap(0, Relaxed)
    }

    /// Whether it can represent a case: a program in `f32` would round other numbers, and answer
    /// another case.
    fn can_hold(&self, case: &Case) -> bool {
        self.scalar == Scalar::F64 || case_json::is_in_f32(case)
    }

    /// The answers to the cases of a batch.
    fn batch(&self, cases: &[&Case]) -> Vec<Result<Option<Answer>, NoAnswer>> {
        let mut answers = Vec::with_capacity(cases.len());
        let Err(failed) = self.exchange(cases, &mut answers) else {
            return answers;
        };
        let answered = answers.len();
        let rest = &cases[answered..];
        if let [_] = rest {
            self.patience.count();
            answers.push(Err(failed));
            return answers;
        }
        for case in rest {
            if self.patience.is_over() {
                self.patience.not_asked.fetch_add(1, Relaxed);
                answers.push(Ok(None));
                continue;
            }
            let mut alone = Vec::with_capacity(1);
            let answer = match self.exchange(std::slice::from_ref(case), &mut alone) {
                Ok(()) => alone.pop().unwrap_or(Ok(None)),
                Err(failed) => {
                    self.patience.count();
                    Err(failed)
                }
            };
            answers.push(answer);
        }
        // If some cases were not tried alone, the culprit is unknown.
        if answers[answered..].iter().all(Result::is_ok) && !self.patience.is_over() {
            self.patience.count();
            let reason = format!(
                "{}; in a batch of {}, none of which fails alone",
                failed.reason,
                cases.len()
            );
            answers[answered] = Err(NoAnswer { reason, ..failed });
        }
        answers
    }

    /// Sends the cases to a program, and reads answers up to the first failure.
    fn exchange(
        &self,
        cases: &[&Case],
        answers: &mut Vec<Result<Option<Answer>, NoAnswer>>,
    ) -> Result<(), NoAnswer> {
        let conversation = self.conversation()?;
        let mut text = String::new();
        for case in cases {
            text += &case_json::question(case);
            text.push('\n');
        }
        conversation.write(text);
        for case in cases {
            let answer = conversation.line(self.limit).and_then(|line| {
                match line::answer(case, &line) {
                    Ok(answer) => Ok(Ok(answer)),
                    // The program is still in step: it need not be started again.
                    Err(none) if line::is_about(case, &line) => Ok(Err(none)),
                    Err(none) => Err(Failure::Nonsense(none.reason)),
                }
            });
            match answer {
                Ok(answer) => answers.push(answer),
                Err(failure) => return Err(conversation.failed(failure, self.limit)),
            }
        }
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(conversation);
        Ok(())
    }

    /// An idle process, or a new one.
    fn conversation(&self) -> Result<Conversation, NoAnswer> {
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        if let Some(conversation) = idle {
            return Ok(conversation);
        }
        let (conversation, _) = greeted(&self.words, self.limit).map_err(|error| NoAnswer {
            why: Why::Crash,
            reason: format!("restart: {error}"),
            said: Vec::new(),
        })?;
        Ok(conversation)
    }
}

/// Starts a program and exchanges hellos.
fn greeted(words: &[String], limit: Duration) -> Result<(Conversation, Hello), StartError> {
    let conversation = Conversation::start(words)?;
    let hello = json!({
        "protocol": "gjk-harness",
        "version": VERSION,
        "time_limit_seconds": limit.as_secs_f64(),
        "batch": BATCH,
    });
    conversation.write(format!("{hello}\n"));
    let to_start = limit.max(TO_START);
    let heard = conversation.line(to_start);
    match heard.and_then(|line| line::hello(&line).map_err(Failure::Nonsense)) {
        Ok(hello) => Ok((conversation, hello)),
        Err(failure) => {
            let failed = conversation.failed(failure, to_start);
            let said = failed.said.last().map(|last| format!("; it said {last:?}"));
            Err(StartError::Hello(failed, said.unwrap_or_default()))
        }
    }
}

impl Subject for Process {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    /// [`Subject::attempt`] reports a missing answer.
    fn answer(&self, case: &Case) -> Option<Answer> {
        self.attempt(case).ok().flatten()
    }

    fn attempts(&self, cases: &[Case]) -> Vec<Result<Option<Answer>, NoAnswer>> {
        let mut answers: Vec<_> = cases.iter().map(|_| Ok(None)).collect();
        let can_hold = |index: &usize| self.can_hold(&cases[*index]);
        let indices: Vec<usize> = (0..cases.len()).filter(can_hold).collect();
        for batch in indices.chunks(BATCH) {
            if self.patience.is_over() {
                let not_asked = batch.len() as u64;
                self.patience.not_asked.fetch_add(not_asked, Relaxed);
                continue;
            }
            let asked: Vec<&Case> = batch.iter().map(|index| &cases[*index]).collect();
            for (index, answer) in batch.iter().zip(self.batch(&asked)) {
                answers[*index] = answer;
            }
        }
        answers
    }

    /// The next case starts new processes.
    fn restart(&self) {
        self.close();
    }

    fn command(&self) -> Option<&str> {
        Some(&self.command)
    }

    fn time_limit(&self) -> Option<Duration> {
        Some(self.limit)
    }

    fn scalar(&self) -> Scalar {
        self.scalar
    }
}
