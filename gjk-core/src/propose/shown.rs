//! The steps of a search for an observer.

use glam::DVec3;

use super::candidate::Candidate;
use super::search::Search;
use crate::arithmetic::{Scalar, Space};
use crate::difference::Pair;
use crate::observer::{Iteration, Observer, StepKind};
use crate::simplex::Simplex;

impl Search<'_, '_> {
    /// Counts the vertex scan that proved the nearest points as an iteration.
    pub(crate) fn count_scan<P: Space>(&mut self, candidate: &Candidate<P>) {
        self.iterations += 1;
        if self.watch.is_some() {
            self.show_scan(candidate);
        }
    }

    #[inline]
    pub(super) fn show<P: Space>(
        &mut self,
        candidate: &Candidate<P>,
        kind: impl Into<StepKind>,
        nearest: DVec3,
        squared: impl Into<Shown>,
    ) {
        if self.watch.is_some() {
            let support = *candidate.last_support();
            self.show_to_watch(candidate, support, kind.into(), nearest, squared.into());
        }
    }

    /// Shows a portal, with the weights of its nearest point, and the bound of the support points
    /// in the next entry. The search needs neither, and takes the same path without.
    #[cold]
    pub(super) fn show_portal(&mut self, candidate: &Candidate<DVec3>) {
        let near = candidate.nearest();
        let mut portal = *candidate;
        portal.weigh(&near.weights);
        let w = self.difference.point(candidate.last_support());
        let bound = self.direction.dot(w) / self.direction.length();
        let known = (self.lower, self.upper);
        (self.lower, self.upper) = (bound, near.v.length());
        self.show(&portal, StepKind::Portal, near.v, near.squared);
        (self.lower, self.upper) = known;
    }

    /// Shows the vertex scan that ended a search: both bounds are the length of the nearest point.
    #[cold]
    pub(super) fn show_scan<P: Space>(&mut self, candidate: &Candidate<P>) {
        let (v, known) = (self.direction, self.lower);
        self.lower = self.upper;
        let (support, squared) = (candidate.pairs()[0], v.dot(v));
        self.show_to_watch(candidate, support, StepKind::VertexScan, v, squared.into());
        self.lower = known;
    }

    #[cold]
    fn show_to_watch<P: Space>(
        &mut self,
        candidate: &Candidate<P>,
        support: Pair,
        kind: StepKind,
        nearest: DVec3,
        squared: Shown,
    ) {
        let weights = candidate.rounded_weights();
        if let Some(watch) = &mut self.watch {
            let scale = self.difference.scale();
            watch.observe(&Iteration {
                number: self.iterations,
                arithmetic: P::ARITHMETIC,
                kind,
                simplex: Simplex::of(candidate.pairs(), &weights),
                nearest: nearest / scale,
                direction: self.direction,
                length_squared: squared.0,
                support_a: support.points[0],
                support_b: support.points[1],
                lower: self.lower / scale,
                upper: self.upper / scale,
            });
        }
    }

    /// Whoever watches.
    pub(crate) fn watch(&mut self) -> Option<&mut (dyn Observer + '_)> {
        match &mut self.watch {
            Some(watch) => Some(&mut **watch),
            None => None,
        }
    }
}

/// A squared length as it is shown: a number, and the rest that it rounds away.
pub(super) struct Shown([f64; 2]);

impl<S: Scalar> From<S> for Shown {
    fn from(squared: S) -> Self {
        let precise = squared.precise();
        Self([precise.hi, precise.lo])
    }
}
