//! A pair of points, one of each core: a vertex of a simplex.

use glam::DVec3;

use crate::operand::Name;

/// A point of each core, relative to the origins of their shapes, and their names. Their difference
/// is a point of the Minkowski difference.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub(crate) points: [DVec3; 2],
    pub(crate) names: [Name; 2],
}

impl Pair {
    /// The ids of its vertices; zero for a point that is no vertex.
    pub(crate) fn numbers(&self) -> [u32; 2] {
        let [a, b] = &self.names;
        [a.number(), b.number()]
    }

    /// An empty pair.
    pub(crate) const EMPTY: Self = Self {
        points: [DVec3::ZERO; 2],
        names: [Name::Vertex(0), Name::Vertex(0)],
    };

    /// The ids of its vertices, if both are vertices.
    pub(crate) fn vertices(&self) -> Option<[u32; 2]> {
        match self.names {
            [Name::Vertex(a), Name::Vertex(b)] => Some([a, b]),
            _ => None,
        }
    }

    /// Whether another pair slides to the same points: both are the same vertices or on the same
    /// pieces. Points of a shape that is still must be the same.
    pub(crate) fn slides_like(&self, other: &Self, still: [bool; 2]) -> bool {
        let is_alike = |shape: usize| match (self.names[shape], other.names[shape]) {
            (Name::Piece(piece, _), Name::Piece(other, _)) if !still[shape] => piece == other,
            (name, other) => name == other,
        };
        is_alike(0) && is_alike(1)
    }
}
