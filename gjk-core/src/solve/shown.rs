//! Proofs and exact steps for an observer. What is computed here for the observer does not change
//! the query.

use glam::DVec3;

use crate::arithmetic::{DoubleDouble, Estimate, Space};
use crate::decide::Decision;
use crate::observer::{self, Claim, ExactStep, Observer};
use crate::propose::{Candidate, Search};
use crate::prove::Proof;
use crate::simplex::SupportPair;
use crate::support::Feature;

impl Search<'_> {
    /// Shows the plane through a candidate, and whether its proof answers the question.
    pub(super) fn show_proof<P: Space>(
        &mut self,
        candidate: &Candidate<P>,
        proof: &Proof,
        settles: bool,
    ) {
        if self.watch.is_some() {
            let (plane, bounds) = ((Some(proof.normal), settles), interval(proof.distance));
            self.show_claim(candidate, Claim::SupportingPlane, plane, bounds);
        }
    }

    /// Shows the plane across the last direction, whose bounds are the answer for shapes that are
    /// not polytopes.
    pub(super) fn show_bounds<P: Space>(&mut self, candidate: &Candidate<P>) {
        if self.watch.is_some() && self.lower > 0.0 {
            let (plane, bounds) = ((Some(-self.direction), true), [self.lower, self.upper]);
            self.show_claim(candidate, Claim::SupportingPlane, plane, bounds);
        }
    }

    /// Shows what a candidate proves: a plane with this normal, if any, and the bounds.
    #[cold]
    pub(super) fn show_claim<P: Space>(
        &mut self,
        candidate: &Candidate<P>,
        claim: Claim,
        (normal, settles): (Option<DVec3>, bool),
        [lower, upper]: [f64; 2],
    ) {
        let scale = self.difference.scaling.scale;
        let Some(watch) = &mut self.watch else {
            return;
        };
        watch.observe_proof(&observer::Proof {
            claim,
            arithmetic: P::ARITHMETIC,
            simplex: candidate.simplex(),
            normal,
            lower: lower / scale,
            upper: upper / scale,
            settles,
        });
    }
}

/// Shows an exact step, and the vertices that join its simplex.
#[cold]
pub(super) fn show_exact(
    number: u32,
    decision: &Decision,
    joining: Option<[u32; 2]>,
    watch: &mut dyn Observer,
) {
    let difference = decision.difference;
    let mut nearest = Candidate::<DVec3>::empty();
    decision.take_over(&mut nearest);
    let (direction, distance) = match decision.cores_meet() {
        true => (DVec3::ZERO, 0.0),
        false => decision.direction(),
    };
    let pair_of = |vertices: [u32; 2]| difference.pair(vertices.map(Feature::Vertex));
    watch.observe_exact(&ExactStep {
        number,
        simplex: nearest.simplex(),
        direction,
        distance,
        support: joining.map(|vertices| SupportPair::of(&pair_of(vertices), 0.0)),
    });
}

/// The distance that a plane proves, minus and plus its error, rounded outwards.
fn interval(distance: Estimate<DoubleDouble<f64>>) -> [f64; 2] {
    let below = |value: DoubleDouble<f64>| {
        let bound = DoubleDouble::sum(value.hi, value.lo - distance.error);
        if bound.lo > 0.0 {
            bound.hi
        } else {
            bound.hi.next_down()
        }
    };
    [below(distance.value), -below(-distance.value)]
}
