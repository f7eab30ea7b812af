//! The question to the solver, and the start of its search.

use glam::DVec3;

use crate::simplex::{Names, SIMPLEX_MAX};

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// Whether the shapes intersect.
    Intersection,
    /// Whether the shapes are more than a margin apart, or overlap: only what is certain in spite
    /// of rounding answers it.
    Proximity,
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
    /// Beyond this the exact distance does not matter: the margin or the maximum distance; zero for
    /// an intersection test.
    pub(crate) horizon: f64,
}

impl Question {
    /// The default iteration limit, and the least one of exact steps.
    pub(crate) const MAX_ITERATIONS: u32 = 256;

    /// A question with this iteration limit and default settings. The margin is zero.
    pub(crate) const fn of(goal: Goal, max_iterations: u32) -> Self {
        let is_of_contact = matches!(goal, Goal::Intersection | Goal::Proximity);
        Self {
            goal,
            relative_tolerance: 0.0,
            absolute_tolerance: 0.0,
            max_iterations,
            horizon: if is_of_contact { 0.0 } else { f64::INFINITY },
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
        matches!(self.goal, Goal::Intersection | Goal::Proximity)
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

    // Claim: the horizon of a verdict is zero at first, and there is none for the other questions.
    #[test]
    fn questions_have_a_horizon() {
        for (goal, asks_verdict, horizon) in [
            (Goal::Intersection, true, 0.0),
            (Goal::Proximity, true, 0.0),
            (Goal::Distance, false, f64::INFINITY),
            (Goal::ClosestPoints, false, f64::INFINITY),
        ] {
            let question = Question::of(goal, 9);
            assert_eq!(question.asks_verdict(), asks_verdict, "{goal:?}");
            assert_eq!(question.horizon, horizon, "{goal:?}");
        }
    }
}
