//! Calls of the solver: one function for each question, compiled once for 2D and once for 3D.

use core::marker::PhantomData;

use glam::DVec3;

use super::From;
use crate::closest::{ClosestPoints, Simplex, SupportPair};
use crate::difference::{Difference, Name};
use crate::observer::{ExactStep, Iteration, Observer, Proof};
use crate::propose::{Candidate, SIMPLEX_MAX};
use crate::proximity::Proximity;
use crate::question::{self, ProofStep, Question, Start, Step, Watch};
use crate::solve::{Finding, Solution, solve};
use crate::support::Feature;
use crate::vector::Vector;

/// Runs the solver.
#[inline]
fn ask<V: Vector>(
    difference: &mut Difference<'_>,
    question: &Question,
    start: &From<V>,
    watch: Option<&mut dyn Watch>,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    match start {
        From::Centers => solve(difference, question, &Start::Centers, watch, candidate),
        From::Direction(direction) => {
            let direction = Start::Direction(direction.in_space());
            solve(difference, question, &direction, watch, candidate)
        }
        From::Simplex(simplex) => ask_from(simplex, difference, question, watch, candidate),
        From::Proposal(simplex) => {
            let (names, count) = names_of(simplex);
            let start = Start::Proposal(&names[..count]);
            solve(difference, question, &start, watch, candidate)
        }
    }
}

/// Runs the solver from an earlier simplex.
pub(super) fn ask_from<V: Vector>(
    simplex: &Simplex<V>,
    difference: &mut Difference<'_>,
    question: &Question,
    watch: Option<&mut dyn Watch>,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    let (names, count) = names_of(simplex);
    let start = Start::Simplex(&names[..count]);
    solve(difference, question, &start, watch, candidate)
}

/// The feature ids of a simplex in 3D, and their number.
fn names_of<V: Vector>(simplex: &Simplex<V>) -> ([[Name; 2]; SIMPLEX_MAX], usize) {
    let mut names = [[Feature::Vertex(0); 2]; SIMPLEX_MAX];
    let pairs = simplex.pairs();
    for (names, pair) in names.iter_mut().zip(pairs) {
        *names = [pair.feature_a, pair.feature_b].map(|name| name.map(V::in_space));
    }
    (names, pairs.len().min(SIMPLEX_MAX))
}

/// Stores the answer about the closest points.
pub(super) fn answer_to<V: Vector>(
    difference: &mut Difference<'_>,
    question: &Question,
    start: &From<V>,
    watch: Option<&mut dyn Watch>,
    answer: &mut ClosestPoints<V>,
) {
    let mut candidate = Candidate::empty();
    let solution = ask(difference, question, start, watch, &mut candidate);
    answer.take(&solution, &candidate, difference);
}

/// Whether the shapes intersect.
pub(super) fn is_met<V: Vector>(
    difference: &mut Difference<'_>,
    question: &Question,
    start: &From<V>,
) -> bool {
    ask(difference, question, start, None, &mut Candidate::empty()).meets()
}

/// The answer of `proximity`.
pub(super) fn proximity_of<V: Vector>(
    difference: &mut Difference<'_>,
    question: &Question,
    start: &From<V>,
) -> Proximity {
    match ask(difference, question, start, None, &mut Candidate::empty()).finding {
        Finding::Beyond(_) => Proximity::Separated,
        Finding::Contact => Proximity::Overlapping,
        _ => Proximity::Near,
    }
}

/// The distance of the shapes.
pub(super) fn distance_of<V: Vector>(
    difference: &mut Difference<'_>,
    question: &Question,
    start: &From<V>,
) -> f64 {
    let solution = ask(difference, question, start, None, &mut Candidate::empty());
    solution.bounds().distance
}

/// Converts the steps of the solver for an observer.
pub(super) struct Shown<'o, O>(pub(super) &'o mut O);

impl<V: Vector, O: Observer<V>> Watch for (Shown<'_, O>, PhantomData<V>) {
    fn see(&mut self, step: &Step<'_>) {
        let Step { scale, .. } = *step;
        self.0.0.observe(&Iteration {
            number: step.number,
            arithmetic: step.arithmetic,
            kind: step.kind,
            simplex: Simplex::of(step.pairs, &step.weights),
            nearest: V::of_space(step.nearest / scale),
            direction: V::of_space(step.direction),
            length_squared: step.length_squared,
            support_a: V::of_space(step.support.a),
            support_b: V::of_space(step.support.b),
            lower: step.lower / scale,
            upper: step.upper / scale,
        });
    }

    fn see_proof(&mut self, proof: &ProofStep<'_>) {
        self.0.0.observe_proof(&Proof {
            claim: proof.claim,
            arithmetic: proof.arithmetic,
            simplex: Simplex::of(proof.pairs, &proof.weights),
            normal: proof.normal.map(V::of_space),
            coplanar: proof.coplanar,
            lower: proof.lower,
            upper: proof.upper,
            settles: proof.settles,
        });
    }

    fn see_exact(&mut self, step: &question::ExactStep<'_>) {
        self.0.0.observe_exact(&ExactStep {
            number: step.number,
            simplex: Simplex::of(step.pairs, &step.weights),
            direction: V::of_space(step.direction),
            distance: step.distance,
            support: step.support.map(|pair| SupportPair::of(&pair, 0.0)),
        });
    }
}
