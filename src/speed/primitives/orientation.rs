//! How two shapes are turned.

use serde::Serialize;

/// How two shapes are turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// Each at random.
    General,
    /// Not at all, so that axes and faces are parallel. Lengths and places have all their digits.
    Parallel,
    /// Not at all; lengths and places are tenths or quarters.
    Round,
    /// Both by the same rotation, drawn at random: parallel but for the rounding of the pose.
    Stacked,
}

impl Orientation {
    /// All orientations, in the order of the tables.
    pub const ALL: [Self; 4] = [Self::General, Self::Parallel, Self::Round, Self::Stacked];

    /// Those that users have every day.
    pub const ORDINARY: [Self; 3] = [Self::Parallel, Self::Round, Self::Stacked];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::General => "general",
            Self::Parallel => "parallel",
            Self::Round => "round",
            Self::Stacked => "stacked",
        }
    }
}
