//! Five GJKs as the best-known tutorials teach them, weaknesses included: those who learnt from one
//! see here what becomes of it.
//!
//! Each stands in a file of its own whose head names the source and what to watch for. All run
//! under a step limit that their authors did not set, so an endless loop is counted, not suffered;
//! and where the source does not ask for `f32` they compute in `f64`, so what is seen is the
//! algorithm and not the format.

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
    /// What it computes in.
    scalar: Scalar,
    /// The dimensions that the tutorial covers.
    dims: &'static [Dim],
    /// `None` for shapes that it has no mapping for.
    run: fn(&Case) -> Option<Outcome>,
}

/// Steps after which a loop counts as endless: several times as many as any query that ends was
/// seen to take.
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
        about: "textbook: newest-first with each direction normalised; space, boolean",
        scalar: Scalar::F64,
        dims: &[Dim::Three],
        run: unit_directions::run,
    },
    Textbook {
        name: "voronoi-regions",
        about: "textbook: all Voronoi regions of the simplex; space, boolean",
        scalar: Scalar::F64,
        dims: &[Dim::Three],
        run: voronoi_regions::run,
    },
    Textbook {
        name: "triple-product",
        about: "textbook: triple products and a triangle, in f32; plane, boolean",
        scalar: Scalar::F32,
        dims: &[Dim::Two],
        run: triple_product::run,
    },
    Textbook {
        name: "two-points",
        about: "textbook: distance by projection on segments, in its best form; plane",
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

/// What an algorithm found.
struct Outcome {
    intersects: bool,
    end: End,
    /// For those that measure.
    closest: Option<Closest>,
    steps: Vec<Step>,
}

impl Outcome {
    /// Yes or no, and how it came about.
    fn verdict(intersects: bool, end: End, steps: Steps) -> Self {
        Self {
            intersects,
            end,
            closest: None,
            steps: steps.finished(),
        }
    }
}
