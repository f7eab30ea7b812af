//! The names of vertices: `a3` is the fourth point of the first shape, in the order of the case.

use glam::DVec3;

use crate::case::Case;
use crate::subject::Frame;

/// The points of both shapes, whose indices are the names.
pub(super) struct Names {
    points: [Vec<DVec3>; 2],
    pub(super) origins: [DVec3; 2],
    pub(super) frame: Frame,
}

impl Names {
    /// The names of a case, for points of a frame. Curved shapes have none.
    pub(super) fn of(case: &Case, frame: Frame) -> Self {
        let shift = match frame {
            Frame::Cores => [DVec3::ZERO; 2],
            Frame::Shapes => case.origins(),
        };
        let cores = case.cores();
        let points = |shape: usize| {
            let vertices = cores[shape].vertices().unwrap_or_default().iter();
            vertices
                .map(|p| DVec3::from_array(*p) + shift[shape])
                .collect()
        };
        Self {
            points: [points(0), points(1)],
            origins: frame.origins(case),
            frame,
        }
    }

    /// The name of a vertex of the first shape (0) or of the second (1).
    pub(super) fn name(&self, shape: usize, vertex: DVec3) -> String {
        let letter = ["a", "b"][shape];
        match self.points[shape].iter().position(|p| *p == vertex) {
            Some(number) => format!("{letter}{number}"),
            None => letter.to_owned(),
        }
    }

    /// The name of the point of the difference of a pair.
    pub(super) fn pair(&self, [a, b]: [DVec3; 2]) -> String {
        format!("{} − {}", self.name(0, a), self.name(1, b))
    }
}
