//! Proofs and exact steps for an observer. Work done here is for the observer only, and does not
//! change the query.

use glam::DVec3;

use super::coplanar::Coplanar;
use crate::arithmetic::{DoubleDouble, Space};
use crate::decide::Decision;
use crate::difference::Pair;
use crate::observer::{self, Claim};
use crate::propose::{Candidate, Search};
use crate::prove::Proof;
use crate::simplex::Simplex;

impl Search<'_, '_> {
    /// Shows the plane through a candidate, and whether its proof answers the question.
    #[inline]
    pub(super) fn show_proof<P: Space>(
        &mut self,
        candidate: &Candidate<P>,
        proof: &Proof,
        settles: bool,
    ) {
        if self.watch().is_some() {
            let [lower, upper] = interval(proof);
            let plane = (Some(proof.normal), settles);
            self.show_claim(candidate, Claim::SupportingPlane, plane, [lower, upper]);
        }
    }

    /// Shows that a candidate contains the origin.
    #[inline]
    pub(super) fn show_contact(&mut self, candidate: &Candidate<DVec3>) {
        if self.watch().is_some() {
            self.show_claim(candidate, Claim::ContainsOrigin, (None, true), [0.0; 2]);
        }
    }

    /// Shows that a candidate is nearer than the sum of the radii.
    #[cold]
    pub(super) fn show_radii<P: Space>(&mut self, candidate: &Candidate<P>) {
        let certain = self.certain();
        let bounds = [self.lower - certain, candidate.mean_length() + certain];
        self.show_claim(candidate, Claim::RadiiOverlap, (None, true), bounds);
    }

    #[cold]
    fn show_claim<P: Space>(
        &mut self,
        candidate: &Candidate<P>,
        claim: Claim,
        (normal, settles): (Option<DVec3>, bool),
        [lower, upper]: [f64; 2],
    ) {
        let scale = self.difference.scale();
        let coplanar = normal.map(|normal| {
            let first = &candidate.pairs()[0];
            [(0, first.a), (1, first.b)]
                .map(|(shape, from)| Coplanar::of(self.difference, normal, shape, from))
        });
        let Some(watch) = self.watch() else { return };
        watch.observe_proof(&observer::Proof {
            claim,
            arithmetic: P::ARITHMETIC,
            simplex: Simplex::of(candidate.pairs(), &candidate.rounded_weights()),
            normal,
            coplanar: match &coplanar {
                Some([a, b]) => [a.numbers(), b.numbers()],
                None => [&[]; 2],
            },
            lower: lower / scale,
            upper: upper / scale,
            settles,
        });
    }

    /// Shows the exact steps that lead from these pairs to a decision.
    #[inline]
    pub(super) fn show_decision(&mut self, pairs: &[Pair]) {
        let (difference, steps) = (self.difference, self.question.max_iterations);
        if let Some(watch) = self.watch() {
            Decision::show(difference, pairs, steps, watch);
        }
    }
}

/// The distance that a plane proves, minus and plus its error, rounded outwards.
fn interval(proof: &Proof) -> [f64; 2] {
    let (DoubleDouble { hi, lo }, error) = (proof.distance.value, proof.distance.error);
    let lower = DoubleDouble::sum(hi, lo - error);
    let upper = DoubleDouble::sum(hi, lo + error);
    [
        if lower.lo > 0.0 {
            lower.hi
        } else {
            lower.hi.next_down()
        },
        if upper.lo < 0.0 {
            upper.hi
        } else {
            upper.hi.next_up()
        },
    ]
}
