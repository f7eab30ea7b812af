//! The gap of two shapes.

use serde::Serialize;

/// The gap of two shapes. A *size* is twice the distance of the farthest point of the larger shape
/// from its centre; in round numbers it is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// A size apart.
    Apart,
    /// 1e-3 sizes apart.
    Near,
    /// 1e-6 sizes apart.
    VeryNear,
    /// In contact, up to the rounding of poses to `f32`.
    Touching,
    /// A hundredth of a size past contact.
    Shallow,
    /// Four fifths of the distance from contact to coinciding centres.
    Deep,
}

impl Gap {
    /// All gaps, in the order of the tables.
    pub const ALL: [Self; 6] = [
        Self::Apart,
        Self::Near,
        Self::VeryNear,
        Self::Touching,
        Self::Shallow,
        Self::Deep,
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Near => "near 1e-3",
            Self::VeryNear => "near 1e-6",
            Self::Touching => "touching",
            Self::Shallow => "shallow",
            Self::Deep => "deep",
        }
    }

    /// The gap in sizes, negative past contact; `None` if it is not measured from contact.
    pub fn sizes(self) -> Option<f64> {
        match self {
            Self::Apart => Some(1.0),
            Self::Near => Some(1e-3),
            Self::VeryNear => Some(1e-6),
            Self::Touching => Some(0.0),
            Self::Shallow => Some(-0.01),
            Self::Deep => None,
        }
    }
}
