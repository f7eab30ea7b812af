//! One query: propose a candidate, prove its bounds, and decide what is left open.
//!
//! The search in `f64` proposes. Its result for polytopes is proved in double-double. If the
//! question is still open, the search continues in double-double, is proved again, and finally runs
//! in exact arithmetic. Other shapes have no vertices to prove it by: the bounds of the search are the
//! answer, in double-double with all digits of their points where `f64` leaves it open.
//!
//! Five enums describe results: `Ending` is why a search stopped, `Outcome` in `prove` what a face
//! proves, `Settled` whether a proof answers the question, `Finding` the answer, and `Status` what
//! the caller sees.

mod curved;
mod polytopes;
mod shown;
mod solution;

use glam::DVec3;

use crate::difference::Difference;
use crate::observer::Observer;
use crate::propose::{Candidate, Search};
use crate::question::{Question, Start};
pub(crate) use solution::{Finding, Solution};

/// Answers a question about two shapes. The candidate becomes the simplex of the answer.
pub(crate) fn solve(
    difference: &mut Difference<'_>,
    question: &Question,
    start: &Start,
    mut watch: Option<&mut dyn Observer>,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    let start = match start {
        Start::Simplex(_) if difference.is_of_point_and_curve() => &Start::Centers,
        // Avoids a store-forwarding stall on the settings: a tenth of the time of a clear
        // intersection test.
        Start::Centers => &Start::Centers,
        start => start,
    };
    let mut solution = Solution::UNKNOWN;
    let mut has_first = false;
    let mut is_adapted = if difference.knows_size() {
        difference.is_adapted()
    } else {
        adapt_to_points(difference, start, candidate, &mut has_first)
    };
    while is_adapted {
        let scale = difference.scaling.scale;
        let watch = watch
            .as_mut()
            .map(|watch| &mut **watch as &mut dyn Observer);
        let mut search = Search::new(difference, question, watch);
        search.iterations = solution.iterations;
        if let Start::Proposal(names) = start
            && search.difference.is_of_polytopes()
            && search.take_proposal(names.list(), candidate)
        {
            return polytopes::answer_of_proposal(&mut search, candidate);
        }
        let ending = search.propose(start, has_first, candidate);
        solution = if search.difference.is_of_polytopes() {
            polytopes::answer(&mut search, ending, candidate)
        } else {
            curved::answer(&mut search, ending, candidate)
        };
        if solution.finding != Finding::NotFinite {
            return solution;
        }
        // A shape that does not report its extent may have outgrown the scale: then the search begins
        // again, from a vertex that it has.
        is_adapted = difference.adapt_to(candidate.last_support())
            && difference.scaling.scale < scale * OUTGROWN;
        candidate.keep_shortest();
    }
    solution.normal = None;
    solution
}

/// A point is too large for a scale if the scale must decrease by this factor or more.
const OUTGROWN: f64 = 1.0 / (1u64 << 60) as f64;

/// Chooses the scale of shapes without known extent by a pair of points: that of an earlier search,
/// or the first support points, which are the next entry of the candidate then. Returns whether that
/// is possible.
#[cold]
fn adapt_to_points(
    difference: &mut Difference<'_>,
    start: &Start,
    candidate: &mut Candidate<DVec3>,
    has_first: &mut bool,
) -> bool {
    if let Start::Simplex(names) | Start::Proposal(names) = start
        && let [names, ..] = names.list()
    {
        let pair = difference.pair(*names);
        if difference.adapt_to(&pair) {
            return true;
        }
    }
    *has_first = true;
    difference.support(start.direction(difference), [0; 2], candidate.next());
    difference.adapt_to(candidate.last_support())
}

#[cfg(test)]
mod tests;
