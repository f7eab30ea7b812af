//! Calls of the solver, compiled once: for every pair of shapes, and most of them for 2D and 3D.

use glam::DVec3;

use crate::closest::ClosestPoints;
use crate::difference::{Difference, Name};
use crate::observer::Observer;
use crate::propose::Candidate;
use crate::question::{Question, Start};
use crate::simplex::{SIMPLEX_MAX, Simplex};
use crate::solve::{Solution, solve};
use crate::support::Feature;
use crate::vector::Vector;

/// The start of a search, in 3D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum From {
    /// Along the line between the centres.
    Centers,
    /// Along this direction.
    Direction(DVec3),
    /// From the pairs of an earlier answer.
    Simplex(Names),
    /// With these pairs as the proposal.
    Proposal(Names),
}

/// The feature ids of a simplex, in 3D.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Names {
    /// Entries after the last vertex are equal to each other.
    pairs: [[Name; 2]; SIMPLEX_MAX],
    count: usize,
}

impl Names {
    #[inline(always)]
    pub(super) fn of<V: Vector>(simplex: &Simplex<V>) -> Self {
        let mut pairs = [[Feature::Vertex(0); 2]; SIMPLEX_MAX];
        for (names, pair) in pairs.iter_mut().zip(simplex.pairs()) {
            *names = [pair.feature_a, pair.feature_b].map(|name| name.map(V::in_space));
        }
        let count = simplex.pairs().len();
        Self { pairs, count }
    }

    fn list(&self) -> &[[Name; 2]] {
        self.pairs.get(..self.count).unwrap_or(&self.pairs)
    }
}

/// Asks the solver. The most frequent start is a constant: to build it would take a fifth of the
/// time of a clear intersection test.
#[inline]
fn ask(
    difference: &mut Difference<'_>,
    question: &Question,
    from: &From,
    watch: Option<&mut dyn Observer>,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    let start = match from {
        From::Centers => return solve(difference, question, &Start::Centers, watch, candidate),
        From::Direction(direction) => Start::Direction(*direction),
        From::Simplex(names) => Start::Simplex(names.list()),
        From::Proposal(names) => Start::Proposal(names.list()),
    };
    solve(difference, question, &start, watch, candidate)
}

/// Stores the answer about the closest points.
pub(super) fn answer_to<V: Vector>(
    difference: &mut Difference<'_>,
    question: &Question,
    from: &From,
    watch: Option<&mut dyn Observer>,
    answer: &mut ClosestPoints<V>,
) {
    let mut candidate = Candidate::empty();
    let solution = ask(difference, question, from, watch, &mut candidate);
    answer.take(&solution, &candidate, difference);
}

/// The solution of the solver, if no point is asked for.
pub(super) fn solution_of(
    difference: &mut Difference<'_>,
    question: &Question,
    from: &From,
) -> Solution {
    ask(difference, question, from, None, &mut Candidate::empty())
}
