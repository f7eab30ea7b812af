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

    /// Whether both points are the same vertices as those of another pair, or on the same pieces.
    #[inline(always)]
    pub(crate) fn has_pieces_of(&self, other: &Self) -> bool {
        let is_same = |shape: usize| match (self.names[shape], other.names[shape]) {
            (Name::Vertex(i), Name::Vertex(j)) | (Name::Piece(i, _), Name::Piece(j, _)) => i == j,
            _ => false,
        };
        is_same(0) && is_same(1)
    }
}
