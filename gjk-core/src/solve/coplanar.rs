//! The vertices of a face, for whoever watches: no answer needs them.

use glam::DVec3;

use crate::difference::Difference;
use crate::prove::{MOST, NEAR};

/// The numbers of the vertices of a shape that lie in a plane but for rounding, no more than a
/// table holds: for whoever watches.
pub(crate) struct Coplanar {
    numbers: [u32; MOST],
    count: usize,
}

impl Coplanar {
    /// Those in the plane across a normal through a vertex.
    #[cold]
    pub(crate) fn of(
        difference: &Difference<'_>,
        normal: DVec3,
        shape: usize,
        vertex: DVec3,
    ) -> Self {
        let near = NEAR * difference.breadth(shape) * normal.length();
        let height = |number| (difference.vertex(shape, number) - vertex).dot(normal);
        let count = difference.vertex_counts().map_or(0, |counts| counts[shape]);
        let level = (0..count).filter(|number| height(*number).abs() <= near);
        let mut coplanar = Self {
            numbers: [0; MOST],
            count: 0,
        };
        for (place, number) in coplanar.numbers.iter_mut().zip(level) {
            *place = number;
            coplanar.count += 1;
        }
        coplanar
    }

    /// The numbers.
    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers[..self.count]
    }
}
