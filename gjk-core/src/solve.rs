//! One query: propose a candidate, prove its bounds, and decide what is left open.
//!
//! The search in `f64` proposes. Its result for polytopes is proved in double-double. Exact
//! arithmetic decides what the proof finds to be within its error; where the search lost its way to
//! rounding, it continues in double-double first, and is proved again. Other shapes have no
//! vertices to prove it by: the bounds of the search are the answer, in double-double with all
//! digits of their points where `f64` leaves it open.
//!
//! Four enums describe results: `Ending` is why a search stopped, `Outcome` in `prove` what a face
//! proves, `Settled` how that answers the question, and `Status` why the query ended.

mod curved;
mod polytopes;
mod solution;

use crate::difference::Difference;
use crate::propose::{Candidate, Search};
use crate::question::{Question, Start};
use crate::step::Step;
pub(crate) use solution::Solution;
pub use solution::Status;

/// Answers a question about two shapes. The candidate becomes the simplex of the answer.
pub(crate) fn solve(
    difference: &Difference<'_>,
    question: &Question,
    start: &Start,
    watch: Option<&mut dyn FnMut(&Step)>,
    candidate: &mut Candidate,
) -> Solution {
    if !difference.scaling.is_finite {
        return Solution::UNKNOWN;
    }
    // The observer may live longer than this search, which borrows it.
    let watch = watch.map(|watch| watch as &mut dyn FnMut(&Step));
    let mut search = Search::new(difference, question, watch);
    let ending = search.propose(start, candidate);
    match difference.is_of_polytopes() {
        true => polytopes::answer(&mut search, ending, candidate),
        false => curved::answer(&mut search, ending, candidate),
    }
}

#[cfg(test)]
mod tests;
