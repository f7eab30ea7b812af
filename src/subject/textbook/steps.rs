//! The steps of a textbook search.

use glam::DVec3;

use super::mappings::Pair;
use crate::subject::{Frame, Measured, Step, StepKind, Vertex};

/// The steps of a search so far.
pub(super) struct Steps {
    arithmetic: &'static str,
    /// Each support point of the difference, and its origin in the shapes.
    found: Vec<(DVec3, Pair)>,
    steps: Vec<Step>,
}

impl Steps {
    /// No steps yet, of a search in this format.
    pub(super) fn new(arithmetic: &'static str) -> Self {
        Self {
            arithmetic,
            found: Vec::new(),
            steps: Vec::new(),
        }
    }

    /// Notes a step: these points of the difference, all found before, the direction, and the new
    /// `pair`, which the search uses as the point `w`.
    pub(super) fn note(&mut self, simplex: &[DVec3], direction: DVec3, pair: Pair, w: DVec3) {
        self.found.push((w, pair));
        let vertices = simplex.iter().filter_map(|p| self.vertex(*p)).collect();
        self.steps.push(Step {
            phase: 0,
            kind: match simplex {
                [] => StepKind::Start,
                _ => StepKind::Nearest,
            },
            arithmetic: self.arithmetic,
            frame: Frame::Shapes,
            simplex: vertices,
            direction,
            support: [pair.a, pair.b],
            measured: None,
        });
    }

    /// The same of a search that knows the nearest point of its simplex.
    pub(super) fn note_nearest(&mut self, simplex: &[Pair], nearest: DVec3, pair: Pair) {
        let points: Vec<DVec3> = simplex.iter().map(|pair| pair.point()).collect();
        self.note(&points, -nearest, pair, pair.point());
        if let Some(step) = self.steps.last_mut() {
            step.measured = Some(Measured {
                nearest,
                length_squared: [nearest.length_squared(), 0.0],
                bounds: [f64::NEG_INFINITY, nearest.length()],
            });
        }
    }

    /// How many steps there are so far.
    pub(super) fn count(&self) -> u32 {
        self.steps.len() as u32
    }

    pub(super) fn finished(self) -> Vec<Step> {
        self.steps
    }

    /// The latest pair at this point: an endless search finds the same few points again and again.
    fn vertex(&self, point: DVec3) -> Option<Vertex> {
        let (_, pair) = self.found.iter().rev().find(|(w, _)| *w == point)?;
        Some(Vertex {
            a: pair.a,
            b: pair.b,
            weight: f64::NAN,
        })
    }
}
