//! The steps of a search for an observer.

use glam::DVec3;

use super::candidate::Candidate;
use super::search::Search;
use crate::arithmetic::Space;
use crate::simplex::{Simplex, SupportPair};
use crate::step::{Step, StepKind};

impl Search<'_> {
    /// Counts the vertex scan that proved the nearest points as an iteration: both bounds are the
    /// length of the nearest point.
    pub(crate) fn count_scan<P: Space>(&mut self, candidate: &Candidate<P>) {
        self.iterations += 1;
        if self.watch.is_some() {
            let nearest = P::from(self.direction);
            self.see(StepKind::VertexScan, candidate, nearest, |step| {
                step.support = Some(SupportPair::of(&candidate.pairs()[0], 0.0));
                step.lower = step.upper;
            });
        }
    }

    /// Shows an evaluation, whose support points are the next entry of the candidate.
    pub(super) fn show<P: Space>(&mut self, kind: StepKind, candidate: &Candidate<P>, nearest: P) {
        if self.watch.is_some() {
            self.see(kind, candidate, nearest, |_| {});
        }
    }

    /// Shows a portal, with the weights of its nearest point, and the bound of the support points
    /// at this height along the direction. The search needs neither, and takes the same path
    /// without.
    #[cold]
    pub(super) fn show_portal(&mut self, candidate: &Candidate, height: f64) {
        let near = candidate.nearest();
        let mut portal = *candidate;
        portal.weigh(&near.weights);
        let scale = self.difference.scaling.scale;
        self.see(StepKind::Portal, &portal, near.v, |step| {
            step.lower = height / step.direction.length() / scale;
            step.upper = near.v.length() / scale;
        });
    }

    /// Shows what is proved about a candidate, with scaled bounds.
    pub(crate) fn show_claim<P: Space>(
        &mut self,
        kind: StepKind,
        candidate: &Candidate<P>,
        direction: DVec3,
        bounds: impl FnOnce() -> [f64; 2],
    ) {
        if self.watch.is_some() {
            let scale = self.difference.scaling.scale;
            self.see(kind, candidate, candidate.mean(), |step| {
                step.direction = direction;
                [step.lower, step.upper] = bounds().map(|bound| bound / scale);
            });
        }
    }

    /// Shows a step along the last direction, with the bounds of the search, after a change.
    #[cold]
    #[inline(never)]
    pub(crate) fn see<P: Space>(
        &mut self,
        kind: StepKind,
        candidate: &Candidate<P>,
        nearest: P,
        change: impl FnOnce(&mut Step),
    ) {
        let scale = self.difference.scaling.scale;
        let squared = match candidate.count() {
            0 => f64::INFINITY.into(),
            _ => nearest.dot(nearest).into(),
        };
        let mut simplex = Simplex::EMPTY;
        simplex.take(candidate.weighted());
        let support = || SupportPair::of(candidate.last_support(), 0.0);
        let mut step = Step {
            kind,
            number: self.iterations,
            arithmetic: P::ARITHMETIC,
            simplex,
            nearest: nearest.rounded() / scale,
            direction: self.direction,
            support: kind.is_iteration().then(support),
            length_squared: [squared.hi, squared.lo],
            lower: self.lower / scale,
            upper: self.upper / scale,
        };
        change(&mut step);
        if let Some(watch) = &mut self.watch {
            watch(&step);
        }
    }
}
