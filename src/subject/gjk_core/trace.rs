//! Converts answers of `gjk-core`, and records what its observers see.

use std::convert::identity;

use gjk_core::{
    Arithmetic, ClosestPoints, Feature, Iteration, Observer, Shape, Simplex, Status, Vector,
};
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
    fn coplanar(&self, proof: &gjk_core::Proof) -> [Vec<DVec3>; 2] {
        let bodies = self.shapes.map(|shape| shape.body());
        let (Some(normal), [Some(of_a), Some(of_b)], [pair, ..]) = (
            proof.normal,
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

impl<S: Storage> Observer for Record<'_, S> {
    fn observe(&mut self, iteration: &Iteration) {
        self.steps.push(step(iteration));
    }

    fn observe_proof(&mut self, proof: &gjk_core::Proof) {
        self.evidence.proofs.push(Proof {
            after: self.steps.len(),
            claim: match proof.claim {
                gjk_core::Claim::ContainsOrigin => Claim::ContainsOrigin,
                gjk_core::Claim::RadiiOverlap => Claim::RadiiOverlap,
                _ => Claim::SupportingPlane,
            },
            arithmetic: name_of(proof.arithmetic),
            simplex: vertices_of(&proof.simplex, identity),
            normal: proof.normal,
            coplanar: self.coplanar(proof),
            bounds: [proof.lower, proof.upper],
            settles: proof.settles,
        });
    }

    fn observe_exact(&mut self, step: &gjk_core::ExactStep) {
        let support = step.support;
        self.evidence.exact.push(ExactStep {
            simplex: vertices_of(&step.simplex, identity),
            direction: -step.direction,
            distance: step.distance,
            support: support.map(|pair| [pair.a, pair.b]),
        });
    }
}

fn name_of(arithmetic: Arithmetic) -> &'static str {
    match arithmetic {
        Arithmetic::Double => "f64",
        _ => "double-double",
    }
}

fn step(iteration: &Iteration) -> Step {
    Step {
        phase: u32::from(iteration.arithmetic != Arithmetic::Double),
        kind: match iteration.kind {
            gjk_core::StepKind::Start => StepKind::Start,
            gjk_core::StepKind::Portal => StepKind::Portal,
            gjk_core::StepKind::Secant => StepKind::Secant,
            gjk_core::StepKind::OffAxis => StepKind::OffAxis,
            gjk_core::StepKind::VertexScan => StepKind::VertexScan,
            _ => StepKind::Nearest,
        },
        arithmetic: name_of(iteration.arithmetic),
        frame: Frame::Cores,
        simplex: vertices_of(&iteration.simplex, identity),
        direction: -iteration.direction,
        support: [iteration.support_a, iteration.support_b],
        measured: Some(Measured {
            nearest: iteration.nearest,
            length_squared: iteration.length_squared,
            bounds: [iteration.lower, iteration.upper],
        }),
    }
}

fn vertices_of<V: Copy>(simplex: &Simplex<V>, spatial: impl Fn(V) -> DVec3) -> Vec<Vertex> {
    let vertex = |pair: &gjk_core::SupportPair<V>| Vertex {
        a: spatial(pair.a),
        b: spatial(pair.b),
        weight: pair.weight,
    };
    simplex.pairs().iter().map(vertex).collect()
}
