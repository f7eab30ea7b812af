//! The plan of a campaign: cases, families, subjects, and the shard.

use std::fmt;
use std::ops::Range;
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

impl Plan {
    /// How many cases of all families belong to the shard.
    #[cfg(feature = "cli")]
    pub(crate) fn cases_of_shard(&self) -> u64 {
        let of_family = self.shard.cases(self.first..self.first + self.cases);
        of_family * self.families.len() as u64
    }
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

    /// How many of these indices of a family belong to it.
    pub(crate) fn cases(self, indices: Range<u64>) -> u64 {
        let below = |index: u64| (index + self.count - self.number) / self.count;
        below(indices.end) - below(indices.start)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Claim: the number of cases of a shard is that of the indices that it holds.
    #[test]
    fn the_cases_of_a_shard_are_counted() {
        for count in 1..7 {
            for number in 1..=count {
                let shard = Shard { number, count };
                for (first, end) in [(0, 0), (0, 1), (0, 20), (3, 3), (5, 17), (6, 7), (11, 12)] {
                    let held = (first..end).filter(|index| shard.holds(*index)).count();
                    assert_eq!(
                        shard.cases(first..end),
                        held as u64,
                        "{shard}, {first}..{end}"
                    );
                }
            }
        }
    }
}
