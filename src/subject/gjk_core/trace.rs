//! Converts answers of `gjk-core`, and records what its observers see.

use std::convert::identity;

use gjk_core::{Arithmetic, ClosestPoints, Feature, Shape, Simplex, Status, SupportPair, Vector};
use glam::DVec3;

use super::shapes::Storage;
use crate::subject::{
    Claim, Closest, End, Evidence, ExactStep, Frame, Measured, Proof, Step, StepKind, Vertex,
};

/// Vertices this near a plane are shown in it, in the size of their core: a hundred roundings of
/// `f64`.
const LEVEL: f64 = 1.0 / (1u64 << 42) as f64;

/// At most so many vertices in a plane are shown.
const SHOWN: usize = 24;

/// What a query returned.
pub(super) fn closest<S: Storage>(answer: &ClosestPoints<S::Wide>) -> Closest {
    Closest {
        end: match answer.status {
            Status::Converged => End::Converged,
            Status::Stalled => End::Stalled,
            Status::IterationLimit => End::IterationLimit,
            Status::BeyondMaxDistance => End::BeyondMaxDistance,
            _ => End::NotFinite,
        },
        distance: answer.distance,
        bounds: Some([answer.lower, answer.upper]),
        points: Some([S::spatial(answer.point_a), S::spatial(answer.point_b)]),
        normal: answer.normal.map(S::spatial),
        simplex: vertices_of(&answer.simplex, S::spatial),
        iterations: answer.iterations,
    }
}

/// Records all steps of a query.
pub(super) struct Record<'s, S: Storage>
where
    S::Wide: 'static,
{
    shapes: [&'s dyn Shape<Vector = S::Wide>; 2],
    pub(super) steps: Vec<Step>,
    pub(super) evidence: Evidence,
}

impl<'s, S: Storage> Record<'s, S> {
    /// An empty record of a query about two shapes.
    pub(super) fn of(shapes: [&'s dyn Shape<Vector = S::Wide>; 2]) -> Self {
        Self {
            shapes,
            steps: Vec::new(),
            evidence: Evidence::default(),
        }
    }

    /// The vertices of each core in the plane of a proof, up to rounding; none unless both are
    /// polytopes.
    fn coplanar(&self, proof: &gjk_core::Step) -> [Vec<DVec3>; 2] {
        let bodies = self.shapes.map(|shape| shape.body());
        let (Some(normal), [Some(of_a), Some(of_b)], [pair, ..]) = (
            normal_of(proof),
            bodies.map(|body| body.vertex_count()),
            proof.simplex.pairs(),
        ) else {
            return [Vec::new(), Vec::new()];
        };
        [(0, of_a, pair.a), (1, of_b, pair.b)].map(|(shape, count, on_plane): (usize, _, _)| {
            let body = &bodies[shape];
            let size = body.extent() + body.center().largest_coordinate();
            let vertices = (0..count).map(|number| S::spatial(body.point(Feature::Vertex(number))));
            let is_level = |vertex: &DVec3| {
                (*vertex - on_plane).dot(normal).abs() <= LEVEL * size * normal.length()
            };
            vertices.filter(is_level).take(SHOWN).collect()
        })
    }
}

impl<S: Storage> Record<'_, S> {
    /// Records a step. What comes after a proof shows that it did not answer the question.
    pub(super) fn see(&mut self, step: &gjk_core::Step) {
        if let Some(before) = self.evidence.proofs.last_mut() {
            before.settles = false;
        }
        match step.kind {
            gjk_core::StepKind::SupportingPlane => self.see_proof(step, Claim::SupportingPlane),
            gjk_core::StepKind::ContainsOrigin => self.see_proof(step, Claim::ContainsOrigin),
            gjk_core::StepKind::RadiiOverlap => self.see_proof(step, Claim::RadiiOverlap),
            gjk_core::StepKind::Exact => self.evidence.exact.push(ExactStep {
                simplex: vertices_of(&step.simplex, identity),
                direction: -step.direction,
                distance: step.upper,
                support: step.support.map(|pair| [pair.a, pair.b]),
            }),
            gjk_core::StepKind::Start => self.see_iteration(step, StepKind::Start),
            gjk_core::StepKind::Portal => self.see_iteration(step, StepKind::Portal),
            gjk_core::StepKind::Newton => self.see_iteration(step, StepKind::Newton),
            gjk_core::StepKind::OffAxis => self.see_iteration(step, StepKind::OffAxis),
            gjk_core::StepKind::VertexScan => self.see_iteration(step, StepKind::VertexScan),
            _ => self.see_iteration(step, StepKind::Nearest),
        }
    }

    fn see_proof(&mut self, proof: &gjk_core::Step, claim: Claim) {
        self.evidence.proofs.push(Proof {
            after: self.steps.len(),
            claim,
            arithmetic: name_of(proof.arithmetic),
            simplex: vertices_of(&proof.simplex, identity),
            normal: normal_of(proof),
            coplanar: self.coplanar(proof),
            bounds: [proof.lower, proof.upper],
            settles: true,
        });
    }

    fn see_iteration(&mut self, iteration: &gjk_core::Step, kind: StepKind) {
        let support = iteration.support.map(|pair| [pair.a, pair.b]);
        self.steps.push(Step {
            phase: u32::from(iteration.arithmetic != Arithmetic::Double),
            kind,
            arithmetic: name_of(iteration.arithmetic),
            frame: Frame::Cores,
            simplex: vertices_of(&iteration.simplex, identity),
            direction: -iteration.direction,
            support: support.unwrap_or_default(),
            measured: Some(Measured {
                nearest: iteration.nearest,
                length_squared: iteration.length_squared,
                bounds: [iteration.lower, iteration.upper],
            }),
        });
    }
}

/// The normal of the plane of a proof, from the first shape to the second.
fn normal_of(proof: &gjk_core::Step) -> Option<DVec3> {
    (proof.direction != DVec3::ZERO).then(|| -proof.direction)
}

fn name_of(arithmetic: Arithmetic) -> &'static str {
    match arithmetic {
        Arithmetic::Double => "f64",
        _ => "double-double",
    }
}

fn vertices_of<V: Copy>(simplex: &Simplex<V>, spatial: impl Fn(V) -> DVec3) -> Vec<Vertex> {
    let vertex = |pair: &SupportPair<V>| Vertex {
        a: spatial(pair.a),
        b: spatial(pair.b),
        weight: pair.weight,
    };
    simplex.pairs().iter().map(vertex).collect()
}
