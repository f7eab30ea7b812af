//! Why a subject gave no answer.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A missing answer, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoAnswer {
    /// What happened.
    pub why: Why,
    /// The reason, in one line.
    pub reason: String,
    /// The last lines of a program on standard error; empty for other subjects.
    pub said: Vec<String>,
}

/// What can happen to a query instead of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// It panicked.
    Panic,
    /// Its time ran out.
    Hang,
    /// The program ended, or closed its output.
    Crash,
    /// The program says that it failed at the case.
    Error,
    /// The output of the program is no answer to the case.
    Nonsense,
}

impl NoAnswer {
    /// Fewer answers than cases.
    pub fn missing() -> Self {
        Self {
            why: Why::Nonsense,
            reason: "`attempts` returned fewer answers than cases".to_owned(),
            said: Vec::new(),
        }
    }

    /// A caught panic with its message.
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
        write!(out, "{}: {}", self.why.name(), self.reason)
    }
}

impl Why {
    /// Its word in reports.
    pub fn name(self) -> &'static str {
        match self {
            Why::Panic => "panic",
            Why::Hang => "hang",
            Why::Crash => "crash",
            Why::Error => "failed",
            Why::Nonsense => "nonsense",
        }
    }
}
