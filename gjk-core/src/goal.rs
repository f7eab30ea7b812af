//! What is asked of a search, where it starts, and how it ends.

use crate::closest::Simplex;

/// What the caller wants to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// Only whether the shapes intersect: the first proof of either ends the search.
    Verdict,
    /// Only whether the shapes are more than a margin apart or overlap, with nothing left to
    /// rounding.
    Proximity {
        /// The margin.
        margin: f64,
    },
    /// The distance.
    Distance,
    /// The distance and where the shapes are closest.
    ClosestPoints,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limits {
    pub(crate) goal: Goal,
    /// The relative duality gap to reach.
    pub(crate) tolerance: f64,
    pub(crate) max_iterations: u32,
    /// Shapes farther apart than this are of no interest, unless for a verdict.
    pub(crate) max_distance: f64,
}

impl Limits {
    /// Those of a search that goes on until its bounds have met, or for so many iterations.
    pub(crate) const fn of(goal: Goal, max_iterations: u32) -> Self {
        Self {
            goal,
            tolerance: 0.0,
            max_iterations,
            max_distance: f64::INFINITY,
        }
    }

    /// Whether the tolerance has room for both neighbours of a distance: then nobody asks on which side of it the exact one
    /// is.
    pub(crate) fn is_coarse(&self) -> bool {
        const COARSE: f64 = 4.0 * f64::EPSILON;
        self.tolerance >= COARSE
    }

    /// What proximity is asked for; otherwise zero.
    #[inline(always)]
    pub(crate) fn margin(&self) -> f64 {
        match self.goal {
            Goal::Proximity { margin } => margin,
            Goal::Verdict | Goal::Distance | Goal::ClosestPoints => 0.0,
        }
    }

    /// Whether the first proof that the shapes are apart or overlap ends the search.
    pub(crate) fn asks_verdict(&self) -> bool {
        matches!(self.goal, Goal::Verdict | Goal::Proximity { .. })
    }
}

/// Where a search starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Start<V> {
    /// Along the line between the centres.
    Centers,
    /// Along this direction.
    Direction(V),
    /// From this simplex of an earlier search.
    Simplex(Simplex<V>),
}

/// How a phase ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The bounds have met.
    Converged,
    /// A plane separates the shapes by more than the margin (asked for a verdict only).
    Separated,
    /// The shapes are apart, by no more than the margin (asked for proximity only).
    Near,
    /// A plane separates the shapes by more than the distance of interest.
    Beyond,
    /// The cores intersect, or (asked for a verdict only) the shapes do.
    Intersecting,
    /// The nearest point has lost its direction to rounding.
    Drowned,
    /// No step makes the nearest point nearer, but the bounds have not met.
    Stalled,
    /// The iteration limit is reached.
    IterationLimit,
    /// A support point is NaN or infinite.
    NotFinite,
    /// The scale was wrong and has been changed.
    Rescaled,
}
