//! Five GJKs as the best-known tutorials teach them, with their weaknesses: readers of these
//! tutorials can see their effects here.
//!
//! Each is in its own file, whose head names the source and its weaknesses. All have a step limit
//! that their authors did not set, so that an endless loop is counted. They compute in `f64` unless
//! the source asks for `f32`, so that the results show the algorithm and not the format.

mod mappings;
mod newest_first;
mod search;
mod steps;
mod triple_product;
mod two_points;
mod unit_directions;
mod voronoi_regions;

use super::{Answer, Closest, End, Evidence, Step, Subject};
use crate::case::{Case, Dim, Scalar};
use steps::Steps;

/// A GJK as a tutorial teaches it.
pub struct Textbook {
    name: &'static str,
    about: &'static str,
    /// Its precision.
    scalar: Scalar,
    /// The dimensions that the tutorial covers.
    dims: &'static [Dim],
    /// `None` for shapes that it has no mapping for.
    run: fn(&Case) -> Option<Outcome>,
}

/// The number of steps after which a loop counts as endless: several times the most that any query
/// took that ended.
const STEPS_MAX: u32 = 1000;

/// The textbook subjects.
pub static TEXTBOOK: [Textbook; 8] = [
    Textbook {
        name: "newest-first",
        about: "textbook: line, triangle and tetrahedron cases with the newest point first; boolean",
        scalar: Scalar::F64,
        dims: &[Dim::Two, Dim::Three],
        run: newest_first::run,
    },
    Textbook {
        name: "unit-directions",
        about: "textbook: newest-first with each direction normalised; 3D, boolean",
        scalar: Scalar::F64,
        dims: &[Dim::Three],
        run: unit_directions::run,
    },
    Textbook {
        name: "voronoi-regions",
        about: "textbook: all Voronoi regions of the simplex; 3D, boolean",
        scalar: Scalar::F64,
        dims: &[Dim::Three],
        run: voronoi_regions::run,
    },
    Textbook {
        name: "triple-product",
        about: "textbook: triple products and a triangle, in f32; 2D, boolean",
        scalar: Scalar::F32,
        dims: &[Dim::Two],
        run: triple_product::run,
    },
    Textbook {
        name: "two-points",
        about: "textbook: distance by projection onto segments, in its best form; 2D",
        scalar: Scalar::F64,
        dims: &[Dim::Two],
        run: |case| two_points::run(case, two_points::BEST),
    },
    Textbook {
        name: "two-points-unclamped",
        about: "textbook: two-points without the clamp to the segment",
        scalar: Scalar::F64,
        dims: &[Dim::Two],
        run: |case| two_points::run(case, two_points::UNCLAMPED),
    },
    Textbook {
        name: "two-points-farther",
        about: "textbook: two-points that replaces the point farther from the origin",
        scalar: Scalar::F64,
        dims: &[Dim::Two],
        run: |case| two_points::run(case, two_points::FARTHER),
    },
    Textbook {
        name: "two-points-endless",
        about: "textbook: two-points without the test for containment",
        scalar: Scalar::F64,
        dims: &[Dim::Two],
        run: |case| two_points::run(case, two_points::ENDLESS),
    },
];

impl Subject for Textbook {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn scalar(&self) -> Scalar {
        self.scalar
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        if !self.dims.contains(&case.dim) {
            return None;
        }
        let outcome = (self.run)(case)?;
        Some(Answer {
            intersects: outcome.intersects,
            end: outcome.end,
            distance: outcome.closest.as_ref().map(|closest| closest.distance),
            closest: outcome.closest,
            steps: outcome.steps,
            evidence: Evidence::default(),
        })
    }
}

/// The result of an algorithm.
struct Outcome {
    intersects: bool,
    end: End,
    /// `None` for a boolean one.
    closest: Option<Closest>,
    steps: Vec<Step>,
}

impl Outcome {
    /// A verdict, with its steps.
    fn verdict(intersects: bool, end: End, steps: Steps) -> Self {
        Self {
            intersects,
            end,
            closest: None,
            steps: steps.finished(),
        }
    }
}
