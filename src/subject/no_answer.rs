//! Why a subject gave no answer where one was due.

use std::fmt;

use serde::{Deserialize, Serialize};

/// No answer, and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoAnswer {
    /// What happened.
    pub why: Why,
    /// In words, on one line.
    pub reason: String,
    /// The last lines that a program wrote to its standard error; empty for what is no program.
    pub said: Vec<String>,
}

/// What can happen to a query, other than an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It panicked.
    Panic,
    /// Its time ran out.
    Hang,
    /// The program ended, or closed its output.
    Crash,
    /// What the program wrote is no answer to the case.
    Nonsense,
}

impl NoAnswer {
    /// A panic that was caught, with what it said.
    pub fn panic(message: String) -> Self {
        Self {
            why: Why::Panic,
            reason: message,
            said: Vec::new(),
        }
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.why, self.reason)
    }
}

impl fmt::Display for Why {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Why::Panic => "panic",
            Why::Hang => "hang",
            Why::Crash => "crash",
            Why::Nonsense => "nonsense",
        })
    }
}
