//! The orientation of two shapes.

use serde::Serialize;

/// The orientation of two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Orientation {
    /// Random rotations.
    General,
    /// No rotations, so that axes and faces are parallel. Lengths and positions have full
    /// mantissas.
    Parallel,
    /// No rotations; lengths and positions are tenths or quarters.
    Round,
    /// The same random rotation: parallel up to the rounding of the pose.
    Stacked,
}

impl Orientation {
    /// All orientations, in the order of the tables.
    pub const ALL: [Self; 4] = [Self::General, Self::Parallel, Self::Round, Self::Stacked];

    /// The everyday orientations.
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
