//! The placement of the shapes of a pair.

use serde::Serialize;

/// The placement of two shapes. A *size* is the diagonal of the bounding box of the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// A gap of two sizes.
    Far,
    /// A gap of 1e-3 sizes.
    Near,
    /// A gap of 1e-6 sizes.
    Touch,
    /// A hundredth of a size past contact.
    Shallow,
    /// Four fifths of the way from contact to the centre.
    Deep,
}

impl Placement {
    /// All placements, in the order of the tables.
    pub const ALL: [Self; 5] = [
        Self::Far,
        Self::Near,
        Self::Touch,
        Self::Shallow,
        Self::Deep,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Far => "far",
            Self::Near => "near",
            Self::Touch => "touch",
            Self::Shallow => "shallow",
            Self::Deep => "deep",
        }
    }

    /// The gap in sizes; `None` if the shapes overlap.
    pub fn gap(self) -> Option<f64> {
        match self {
            Self::Far => Some(2.0),
            Self::Near => Some(1e-3),
            Self::Touch => Some(1e-6),
            Self::Shallow | Self::Deep => None,
        }
    }
}
