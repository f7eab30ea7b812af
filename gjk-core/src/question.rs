//! What is asked of the solver, and where it starts.

use glam::DVec3;

use crate::difference::{Difference, Name, Pair};

/// What the caller wants to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// Only whether the shapes intersect.
    Verdict,
    /// Only whether the shapes are more than a margin apart or overlap, with nothing left to rounding.
    Proximity {
        /// The margin.
        margin: f64,
    },
    /// The distance.
    Distance,
    /// The distance and where the shapes are closest.
    ClosestPoints,
}

/// What is asked, and when to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Question {
    pub(crate) goal: Goal,
    /// The relative gap between the bounds that is small enough.
    pub(crate) tolerance: f64,
    pub(crate) max_iterations: u32,
    /// Shapes farther apart than this are of no interest, unless for a verdict.
    pub(crate) max_distance: f64,
}

impl Question {
    /// One without settings but for so many iterations.
    pub(crate) const fn of(goal: Goal, max_iterations: u32) -> Self {
        Self {
            goal,
            tolerance: 0.0,
            max_iterations,
            max_distance: f64::INFINITY,
        }
    }

    /// What proximity is asked for; otherwise zero.
    #[inline]
    pub(crate) fn margin(&self) -> f64 {
        match self.goal {
            Goal::Proximity { margin } => margin,
            Goal::Verdict | Goal::Distance | Goal::ClosestPoints => 0.0,
        }
    }

    /// Whether it is settled by the first proof that the shapes are apart or overlap.
    #[inline]
    pub(crate) fn asks_verdict(&self) -> bool {
        matches!(self.goal, Goal::Verdict | Goal::Proximity { .. })
    }

    /// Farther apart than this is all that anybody wants to know: the margin, or the maximum distance.
    #[inline]
    pub(crate) fn horizon(&self) -> f64 {
        if self.asks_verdict() {
            self.margin()
        } else {
            self.max_distance
        }
    }
}

/// Where a search starts.
#[derive(Clone, Copy)]
pub(crate) enum Start<'q> {
    /// Along the line between the centres.
    Centers,
    /// Along this direction.
    Direction(DVec3),
    /// From the pairs of an earlier search that have these names.
    Simplex(&'q [[Name; 2]]),
}

impl Start<'_> {
    /// Where to look first, if not from a simplex.
    #[inline(always)]
    pub(crate) fn direction(&self, difference: &Difference<'_>) -> DVec3 {
        match self {
            Start::Direction(direction) => *direction,
            Start::Centers | Start::Simplex(_) => difference.between_centers(),
        }
    }
}

/// Sees every iteration of a search.
pub(crate) trait Watch {
    /// Called for each iteration.
    fn see(&mut self, step: &Step<'_>);
}

/// An iteration: the simplex and the nearest point before the support point joins them. Lengths are scaled.
pub(crate) struct Step<'s> {
    pub(crate) number: u32,
    pub(crate) arithmetic: crate::Arithmetic,
    pub(crate) pairs: &'s [Pair],
    pub(crate) weights: [f64; 4],
    pub(crate) nearest: DVec3,
    pub(crate) direction: DVec3,
    pub(crate) beside: bool,
    pub(crate) length_squared: [f64; 2],
    pub(crate) support: &'s Pair,
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    pub(crate) scale: f64,
}
