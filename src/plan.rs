//! The plan of a campaign: cases, families, subjects, and the shard.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::family::Family;
use crate::subject::Subject;

/// What a campaign runs.
pub struct Plan {
    /// Selects the cases; the same seed gives the same cases.
    pub seed: u64,
    /// The first index in each family. Continue another campaign by starting where it ended.
    pub first: u64,
    /// How many cases of each family.
    pub cases: u64,
    /// The families.
    pub families: Vec<&'static Family>,
    /// The subjects.
    pub subjects: Vec<&'static dyn Subject>,
    /// Which share of the indices to run.
    pub shard: Shard,
    /// How many properties with a second answer are judged.
    pub laws: Laws,
}

/// How many of the properties with a second answer are judged per case. These run the subject
/// again, with another setting or a changed case. They take most of the time of a campaign, and
/// test the algorithm more than the case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Laws {
    /// Each case is judged by one of them, selected by its index.
    InTurn,
    /// Each case is judged by all of them.
    All,
}

impl fmt::Display for Laws {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Laws::InTurn => "one in turn",
            Laws::All => "all",
        })
    }
}

/// One of several equal shares of a campaign. Its text is `3/16` for the third of sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// Which share, from 1.
    pub number: u64,
    /// How many there are.
    pub count: u64,
}

impl Shard {
    /// The whole.
    pub const WHOLE: Self = Self {
        number: 1,
        count: 1,
    };

    /// Whether an index of a family belongs to it.
    pub(crate) fn holds(self, index: u64) -> bool {
        index % self.count == self.number - 1
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.number, self.count)
    }
}

/// A text that is not a shard.
#[derive(Debug, thiserror::Error)]
#[error(
    "expected two numbers such as 3/16, the first from 1 to the second, which is at most {SHARDS}"
)]
pub struct NoShard;

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let (number, count) = text.split_once('/').ok_or(NoShard)?;
        let number = number.parse().map_err(|_| NoShard)?;
        let count = count.parse().map_err(|_| NoShard)?;
        if (1..=count).contains(&number) && count <= SHARDS {
            Ok(Self { number, count })
        } else {
            Err(NoShard)
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(text: String) -> Result<Self, NoShard> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

/// Indices end here, far beyond any campaign, so that sums of them cannot overflow.
pub const INDICES: u64 = 1 << 48;

/// The most shards.
const SHARDS: u64 = 1 << 20;
