//! The question to the solver, and the start of its search.

use glam::DVec3;

use crate::difference::{Difference, Name};
use crate::direction::handy;
use crate::simplex::{SIMPLEX_MAX, Simplex};
use crate::support::Feature;
use crate::vector::Vector;

/// The kind of a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Goal {
    /// Whether the shapes intersect.
    Verdict,
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
    /// The relative gap between the bounds that is small enough.
    pub(crate) tolerance: f64,
    pub(crate) max_iterations: u32,
    /// Shapes farther apart than this are of no interest. Not for an intersection test.
    pub(crate) max_distance: f64,
}

impl Question {
    /// The default iteration limit, and the least one of exact steps.
    pub(crate) const MAX_ITERATIONS: u32 = 256;

    /// A question with this iteration limit and default settings.
    pub(crate) const fn of(goal: Goal, max_iterations: u32) -> Self {
        Self {
            goal,
            tolerance: 0.0,
            max_iterations,
            max_distance: f64::INFINITY,
        }
    }

    /// Whether the first proof that the shapes are apart, or overlap, answers the question.
    pub(crate) fn asks_verdict(&self) -> bool {
        matches!(self.goal, Goal::Verdict | Goal::Proximity { .. })
    }

    /// Whether only what is certain in spite of all rounding answers the question.
    pub(crate) fn asks_certainty(&self) -> bool {
        matches!(self.goal, Goal::Proximity { .. })
    }

    /// The margin or the maximum distance: beyond it, the exact distance does not matter.
    pub(crate) fn horizon(&self) -> f64 {
        match self.goal {
            Goal::Verdict => 0.0,
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
    Simplex(Names),
    /// With these pairs as the proposal: polytopes are not searched.
    Proposal(Names),
}

/// The feature ids of a simplex, in 3D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Names {
    /// Entries after the last vertex are equal to each other.
    pairs: [[Name; 2]; SIMPLEX_MAX],
    count: usize,
}

impl Names {
    // Called, its copy of the names made an update a twentieth slower.
    #[inline(always)]
    pub(crate) fn of<V: Vector>(simplex: &Simplex<V>) -> Self {
        let mut pairs = [[Feature::Vertex(0); 2]; SIMPLEX_MAX];
        for (names, pair) in pairs.iter_mut().zip(simplex.pairs()) {
            // Whoever made the simplex: directions are handed to support mappings.
            let asked = |direction: V| handy(direction.in_space());
            *names = [pair.feature_a, pair.feature_b].map(|name| name.map(asked));
        }
        let count = simplex.pairs().len();
        Self { pairs, count }
    }

    pub(crate) fn list(&self) -> &[[Name; 2]] {
        self.pairs.get(..self.count).unwrap_or(&self.pairs)
    }
}

impl Start {
    /// The first direction, if there is no simplex.
    pub(crate) fn direction(&self, difference: &Difference<'_>) -> DVec3 {
        match self {
            Start::Direction(direction) => *direction,
            Start::Centers | Start::Simplex(_) | Start::Proposal(_) => difference.between_centers(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Goal, Names, Question, Start};
    use crate::difference::Name;
    use crate::difference::tests::between;
    use crate::shape::Point;
    use crate::simplex::Simplex;
    use glam::DVec3;

    impl Names {
        pub(crate) fn of_list(list: &[[Name; 2]]) -> Self {
            let mut names = Self::of(&Simplex::<DVec3>::EMPTY);
            names.count = list.len();
            names.pairs[..list.len()].copy_from_slice(list);
            names
        }
    }

    // Claim: the horizon is zero for an intersection test, the margin for proximity, and the
    // maximum distance for the other questions.
    #[test]
    fn questions_have_a_horizon() {
        let of = |goal| Question {
            max_distance: 7.0,
            ..Question::of(goal, 9)
        };
        for (goal, asks_verdict, horizon) in [
            (Goal::Verdict, true, 0.0),
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

    // Claim: a search starts along the given direction, or from centre to centre.
    #[test]
    fn starts_have_a_direction() {
        let (a, b) = (Point::new(DVec3::X * 3.0), Point::new(DVec3::X));
        between(&a.unwrap(), &b.unwrap(), |difference| {
            let offset = difference.between_centers();
            assert_eq!(Start::Centers.direction(difference), offset);
            let nothing = Start::Simplex(Names::of_list(&[]));
            assert_eq!(nothing.direction(difference), offset);
            assert_eq!(Start::Direction(DVec3::Y).direction(difference), DVec3::Y);
        });
    }
}
