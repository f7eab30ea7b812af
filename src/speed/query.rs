//! The timed queries.

use serde::Serialize;

/// A timed query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Query {
    /// The distance.
    Distance,
    /// The intersection test.
    Boolean,
    /// The distance and the closest points.
    ClosestPoints,
    /// The closest points in coherent motion: each query may use the answer of the last frame.
    Warm,
}

impl Query {
    /// All queries, in the order of the tables.
    pub const ALL: [Self; 4] = [
        Self::Distance,
        Self::Boolean,
        Self::ClosestPoints,
        Self::Warm,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Distance => "distance",
            Self::Boolean => "boolean",
            Self::ClosestPoints => "closest points",
            Self::Warm => "warm start",
        }
    }
}
