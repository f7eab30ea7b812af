//! Two points in 2D: a GJK for the distance that keeps a segment and projects onto segments.
//!
//! Source: William Bittle, "GJK – Distance & Closest Points", dyn4j.org, 2010, in the forms that it
//! and its comments published.
//!
//! Weaknesses: an absolute tolerance, compared with lengths times the length of the direction; a
//! direction of length zero if the origin is on an edge. Without the containment test overlapping
//! shapes never end; without the clamp points beyond the ends of a segment are used; replacing the
//! farther point may drop the one that is needed.

use glam::DVec3;

use super::mappings::{Difference, Pair};
use super::steps::Steps;
use super::{Outcome, STEPS_MAX};
use crate::case::Case;
use crate::subject::{Closest, End};

/// The published form of the algorithm.
#[derive(Clone, Copy)]
pub(super) struct Form {
    /// Whether a projection beyond the end of a segment is clamped to the end.
    clamped: bool,
    /// Whether the nearer of the two segments to the new point is kept; otherwise the point of the
    /// old segment that is farther from the origin is replaced.
    nearer_segment: bool,
    /// Whether it ends when the last two points and the new one contain the origin.
    contains: bool,
}

/// The best form.
pub(super) const BEST: Form = Form {
    clamped: true,
    nearer_segment: true,
    contains: true,
};

/// Without the clamp to the segment.
pub(super) const UNCLAMPED: Form = Form {
    clamped: false,
    ..BEST
};

/// Replacing the point that is farther from the origin.
pub(super) const FARTHER: Form = Form {
    nearer_segment: false,
    ..BEST
};

/// Without the containment test.
pub(super) const ENDLESS: Form = Form {
    contains: false,
    ..BEST
};

/// The square root of the machine epsilon, as in the library of the article.
const TOLERANCE: f64 = 1.0 / (1u64 << (f64::MANTISSA_DIGITS / 2)) as f64;

pub(super) fn run(case: &Case, form: Form) -> Option<Outcome> {
    let difference = Difference::of(case)?;
    let mut steps = Steps::new("f64");
    let towards = difference.b.center() - difference.a.center();
    let mut a = difference.pair(towards);
    steps.note(&[], towards, a, a.point());
    let mut b = difference.pair(-towards);
    steps.note(&[a.point()], -towards, b, b.point());
    let mut nearest = form.closest(a, b);
    for _ in 0..STEPS_MAX {
        let direction = -nearest.point();
        if direction == DVec3::ZERO {
            return Some(meeting(nearest, steps));
        }
        let c = difference.pair(direction);
        steps.note_nearest(&[a, b], nearest.point(), c);
        if form.contains && contain_origin([a, b, c].map(Pair::point)) {
            return Some(meeting(nearest, steps));
        }
        if c.point().dot(direction) - a.point().dot(direction) < TOLERANCE {
            return Some(apart(nearest, steps));
        }
        let (with_a, with_b) = (form.closest(a, c), form.closest(c, b));
        let keeps_a = if form.nearer_segment {
            with_a.point().length() < with_b.point().length()
        } else {
            a.point().length() < b.point().length()
        };
        if keeps_a {
            (b, nearest) = (c, with_a);
        } else {
            (a, nearest) = (c, with_b);
        }
    }
    Some(Outcome::verdict(false, End::IterationLimit, steps))
}

impl Form {
    /// The points of both shapes for the point of the segment closest to the origin.
    fn closest(self, a: Pair, b: Pair) -> Pair {
        let line = b.point() - a.point();
        if line == DVec3::ZERO {
            return a;
        }
        let weight_b = -line.dot(a.point()) / line.dot(line);
        let weight_a = 1.0 - weight_b;
        if self.clamped && weight_a < 0.0 {
            return b;
        }
        if self.clamped && weight_b < 0.0 {
            return a;
        }
        Pair {
            a: a.a * weight_a + b.a * weight_b,
            b: a.b * weight_a + b.b * weight_b,
        }
    }
}

/// Whether the origin is strictly on the same side of all three edges.
fn contain_origin([a, b, c]: [DVec3; 3]) -> bool {
    let turn = |p: DVec3, q: DVec3| p.truncate().perp_dot(q.truncate());
    let [ab, bc, ca] = [turn(a, b), turn(b, c), turn(c, a)];
    ab * bc > 0.0 && ab * ca > 0.0
}

fn meeting(nearest: Pair, steps: Steps) -> Outcome {
    outcome(0.0, None, nearest, steps)
}

fn apart(nearest: Pair, steps: Steps) -> Outcome {
    let distance = nearest.point().length();
    outcome(distance, Some([nearest.a, nearest.b]), nearest, steps)
}

fn outcome(distance: f64, points: Option<[DVec3; 2]>, nearest: Pair, steps: Steps) -> Outcome {
    let end = if nearest.point().is_finite() {
        End::Converged
    } else {
        End::NotFinite
    };
    Outcome {
        closest: Some(Closest {
            end,
            distance,
            bounds: None,
            points,
            normal: None,
            simplex: Vec::new(),
            iterations: steps.count(),
        }),
        ..Outcome::verdict(distance == 0.0, end, steps)
    }
}
