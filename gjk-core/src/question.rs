//! The question to the solver, and the start of its search.

use glam::DVec3;

use crate::simplex::{Names, SIMPLEX_MAX};

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// Whether the shapes intersect.
    Intersection,
    /// Whether the shapes are more than a margin apart, or overlap, in spite of rounding.
    Proximity {
        /// The margin.
        margin: f64,
    },
    /// The distance.
    Distance,
    /// The distance and the closest points.
    ClosestPoints,
}

/// A question with its stopping criteria.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Question {
    pub(crate) goal: Goal,
    /// The gap between the bounds that is small enough, in parts of the distance.
    pub(crate) relative_tolerance: f64,
    /// The same in the unit of the coordinates.
    pub(crate) absolute_tolerance: f64,
    pub(crate) max_iterations: u32,
    /// Shapes farther apart than this are of no interest. An intersection test ignores it.
    pub(crate) max_distance: f64,
}

impl Question {
    /// The default iteration limit, and the least one of exact steps.
    pub(crate) const MAX_ITERATIONS: u32 = 256;

    /// A question with this iteration limit and default settings.
    pub(crate) const fn of(goal: Goal, max_iterations: u32) -> Self {
        Self {
            goal,
            relative_tolerance: 0.0,
            absolute_tolerance: 0.0,
            max_iterations,
            max_distance: f64::INFINITY,
        }
    }

    /// Whether wider bounds than those that rounding allows answer the question.
    pub(crate) fn has_tolerance(&self) -> bool {
        self.relative_tolerance > 0.0 || self.absolute_tolerance > 0.0
    }

    /// The gap between the bounds of a distance that is small enough for the caller; lengths are
    /// multiplied by `scale`.
    pub(crate) fn tolerated_gap(&self, distance: f64, scale: f64) -> f64 {
        let relative = self.relative_tolerance * distance;
        f64::max(relative, self.absolute_tolerance * scale)
    }

    /// Whether the first proof that the shapes are apart, or overlap, answers the question.
    pub(crate) fn asks_verdict(&self) -> bool {
        matches!(self.goal, Goal::Intersection | Goal::Proximity { .. })
    }

    /// Whether the question is that of `proximity`: only what is certain answers it.
    pub(crate) fn is_proximity(&self) -> bool {
        matches!(self.goal, Goal::Proximity { .. })
    }

    /// The margin or the maximum distance: beyond it, the exact distance does not matter.
    pub(crate) fn horizon(&self) -> f64 {
        match self.goal {
            Goal::Intersection => 0.0,
            Goal::Proximity { margin } => margin,
            Goal::Distance | Goal::ClosestPoints => self.max_distance,
        }
    }
}

/// The start of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Start {
    /// Along the line between the centres.
    Centers,
    /// Along this direction, of moderate length.
    Direction(DVec3),
    /// From the pairs of an earlier search with these feature ids.
    Simplex([Names; SIMPLEX_MAX]),
    /// With these pairs as the proposal: polytopes are not searched.
    Proposal([Names; SIMPLEX_MAX]),
}

#[cfg(test)]
mod tests {
    use super::{Goal, Question};

    // Claim: the horizon is zero for an intersection test, the margin for proximity, and the
    // maximum distance for the other questions.
    #[test]
    fn questions_have_a_horizon() {
        let of = |goal| Question {
            max_distance: 7.0,
            ..Question::of(goal, 9)
        };
        for (goal, asks_verdict, horizon) in [
            (Goal::Intersection, true, 0.0),
            (Goal::Proximity { margin: 3.0 }, true, 3.0),
            (Goal::Distance, false, 7.0),
            (Goal::ClosestPoints, false, 7.0),
        ] {
            let question = of(goal);
            assert_eq!(question.asks_verdict(), asks_verdict, "{goal:?}");
            assert_eq!(question.horizon(), horizon, "{goal:?}");
        }
        assert_eq!(Question::of(Goal::Distance, 9).horizon(), f64::INFINITY);
    }
}
