//! Converts answers of `gjk-core`, and records what its observers see.

use std::convert::identity;

use gjk_core::{Arithmetic, ClosestPoints, Feature, Iteration, Observer, Shape, Simplex, Status};
use glam::DVec3;

use super::shapes::Storage;
use crate::subject::{
    Claim, Closest, End, Evidence, ExactStep, Frame, Measured, Proof, Step, StepKind, Vertex,
};

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
}

impl<S: Storage> Observer for Record<'_, S> {
    fn observe(&mut self, iteration: &Iteration) {
        self.steps.push(step(iteration));
    }

    fn observe_proof(&mut self, proof: &gjk_core::Proof<'_>) {
        let vertices = |shape: usize| {
            let point = |number: &u32| self.shapes[shape].body().point(Feature::Vertex(*number));
            let numbers = proof.coplanar[shape].iter();
            numbers.map(|number| S::spatial(point(number))).collect()
        };
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
            coplanar: [vertices(0), vertices(1)],
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
