//! The steps of a search for an observer.

use glam::DVec3;

use super::candidate::Candidate;
use super::search::Search;
use crate::arithmetic::Space;
use crate::difference::Pair;
use crate::observer::{Iteration, StepKind};

impl Search<'_> {
    /// Counts the vertex scan that proved the nearest points as an iteration: both bounds are the
    /// length of the nearest point.
    pub(crate) fn count_scan<P: Space>(&mut self, candidate: &Candidate<P>) {
        self.iterations += 1;
        if self.watch.is_some() {
            let (v, bounds) = (self.direction, [self.upper; 2]);
            let (support, squared) = (candidate.pairs()[0], v.dot(v).into());
            self.show_to_watch(candidate, support, StepKind::VertexScan, v, squared, bounds);
        }
    }

    #[inline]
    pub(super) fn show<P: Space>(
        &mut self,
        candidate: &Candidate<P>,
        kind: StepKind,
        nearest: DVec3,
        squared: P::Scalar,
    ) {
        if self.watch.is_some() {
            let (support, bounds) = (*candidate.last_support(), [self.lower, self.upper]);
            self.show_to_watch(candidate, support, kind, nearest, squared, bounds);
        }
    }

    /// Shows a portal, with the weights of its nearest point, and the bound of the support points
    /// in the next entry. The search needs neither, and takes the same path without.
    #[cold]
    pub(super) fn show_portal(&mut self, candidate: &Candidate<DVec3>) {
        let near = candidate.nearest();
        let (v, squared) = (near.v, near.squared);
        let mut portal = *candidate;
        portal.weigh(&near.weights);
        let support = *candidate.last_support();
        let height = self.direction.dot(self.difference.point(&support));
        let bounds = [height / self.direction.length(), v.length()];
        self.show_to_watch(&portal, support, StepKind::Portal, v, squared, bounds);
    }

    #[cold]
    fn show_to_watch<P: Space>(
        &mut self,
        candidate: &Candidate<P>,
        support: Pair,
        kind: StepKind,
        nearest: DVec3,
        squared: P::Scalar,
        [lower, upper]: [f64; 2],
    ) {
        if let Some(watch) = &mut self.watch {
            let (scale, squared) = (self.difference.scaling.scale, squared.into());
            watch.observe(&Iteration {
                number: self.iterations,
                arithmetic: P::ARITHMETIC,
                kind,
                simplex: candidate.simplex(),
                nearest: nearest / scale,
                direction: self.direction,
                length_squared: [squared.hi, squared.lo],
                support_a: support.points[0],
                support_b: support.points[1],
                lower: lower / scale,
                upper: upper / scale,
            });
        }
    }
}
