//! The steps of a search as they are shown to whoever watches.

use glam::DVec3;

use super::{Aim, Candidate, SIMPLEX_MAX, Search};
use crate::arithmetic::{Scalar, Space};
use crate::question::Step;

impl Search<'_, '_> {
    #[inline]
    pub(super) fn show<P: Space>(
        &mut self,
        candidate: &mut Candidate<P>,
        aim: Aim,
        nearest: DVec3,
        squared: impl Into<Shown>,
    ) {
        if self.watch.is_some() {
            self.show_to_watch(candidate, aim, nearest, squared.into());
        }
    }

    #[cold]
    fn show_to_watch<P: Space>(
        &mut self,
        candidate: &mut Candidate<P>,
        aim: Aim,
        nearest: DVec3,
        squared: Shown,
    ) {
        let support = *candidate.next();
        let mut weights = [0.0; SIMPLEX_MAX];
        for (shown, weight) in weights.iter_mut().zip(candidate.weights()) {
            *shown = weight.rounded();
        }
        if let Some(watch) = &mut self.watch {
            watch.see(&Step {
                number: self.iterations,
                arithmetic: P::ARITHMETIC,
                pairs: candidate.pairs(),
                weights,
                nearest,
                direction: self.direction,
                beside: aim != Aim::Nearest,
                length_squared: squared.0,
                support: &support,
                lower: self.lower,
                upper: self.upper,
                scale: self.difference.scale(),
            });
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
