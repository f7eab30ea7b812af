//! A pair of points, one of each core: a vertex of a simplex.

use glam::DVec3;

use super::operand::Name;
use crate::support::Feature;

/// A point of each core, relative to the origins of their shapes, and their names. Their difference
/// is a point of the Minkowski difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) points: [DVec3; 2],
    pub(crate) names: [Name; 2],
}

impl Pair {
    /// The ids of its vertices; arbitrary for a point that is no vertex.
    #[inline(always)]
    pub(crate) fn numbers(&self) -> [u32; 2] {
        let number = |name: Name| match name {
            Feature::Vertex(number) => number,
            Feature::Piece(..) => 0,
        };
        [number(self.names[0]), number(self.names[1])]
    }

    /// An empty pair.
    pub(crate) const EMPTY: Self = Self {
        points: [DVec3::ZERO; 2],
        names: [Feature::Vertex(0), Feature::Vertex(0)],
    };

    /// The ids of its vertices, if both are vertices.
    #[inline]
    pub(crate) fn vertices(&self) -> Option<[u32; 2]> {
        match self.names {
            [Feature::Vertex(a), Feature::Vertex(b)] => Some([a, b]),
            _ => None,
        }
    }
}
