//! Each test is a claim about an answer, for any proposer.

use std::vec::Vec;

use glam::DVec3;

use super::{Solution, polytopes, solve};
use crate::Shape;
use crate::difference::{Difference, Pair};
use crate::direction::moderate;
use crate::propose::{Candidate, Ending, Search};
use crate::question::{Goal, Question, Start};
use crate::settings::Settings;
use crate::shape::Hull;
use crate::support::Feature;
use crate::tests::numbers;

/// The answer to a question, of a search that nobody sees.
pub(super) fn solved(
    difference: &mut Difference<'_>,
    question: Question,
    start: &Start,
) -> Solution {
    solve(difference, &question, start, None, &mut Candidate::empty())
}

/// A random vector.
fn vector(next: &mut impl FnMut() -> f64) -> DVec3 {
    DVec3::new(next(), next(), next())
}

/// A hull of random points around a centre. With `round` numbers many of them are coplanar.
fn hull(
    next: &mut impl FnMut() -> f64,
    count: usize,
    center: DVec3,
    round: bool,
) -> Hull<DVec3, Vec<DVec3>> {
    let points = (0..count).map(|_| {
        let point = vector(next);
        center + if round { (point * 2.0).round() } else { point }
    });
    Hull::new(points.collect::<Vec<_>>()).expect("a hull")
}

/// How a liar proposes: random vertices, or always the farthest.
#[derive(Clone, Copy, Debug)]
enum Liar {
    Random,
    Worst,
}

impl Liar {
    /// A candidate of so many vertices, with weights that sum up to one.
    fn propose(
        self,
        difference: &Difference<'_>,
        count: usize,
        next: &mut impl FnMut() -> f64,
    ) -> Candidate {
        let counts = difference.counts.expect("polytopes");
        let mut candidate = Candidate::empty();
        for _ in 0..count {
            let direction = vector(next);
            let mut pair = Pair::EMPTY;
            match self {
                Self::Random => {
                    let numbers =
                        counts.map(|count| (next().abs() * f64::from(count)) as u32 % count);
                    pair = difference.pair(numbers.map(Feature::Vertex));
                }
                // The mean is on the near side of those.
                Self::Worst => {
                    let away = direction * 0.25 - moderate(difference.scaling.middle);
                    difference.support(away, [0; 2], &mut pair);
                }
            }
            candidate.put(pair, difference.point(&pair), 1.0 / count as f64);
        }
        candidate
    }
}

// Claim: for any proposal, and any reported end of the search, the distance, its bounds and the
// verdict are those of an honest query.
#[test]
fn no_proposal_changes_an_answer() {
    let mut next = numbers();
    let mut apart = 0;
    for trial in 0..160 {
        let round = trial % 2 == 0;
        let gap = [0.0, 0.5, 1.0, 2.0, 4.0][trial % 5];
        let a = hull(&mut next, 4 + trial % 5, DVec3::ZERO, round);
        let b = hull(&mut next, 4 + trial % 3, DVec3::new(gap, 0.25, 0.0), round);
        let honest = Settings::default().closest_points(&a, &b);
        apart += u32::from(!honest.intersects());
        let bodies = (a.body(), b.body());
        let difference = Difference::new(&bodies.0, &bodies.1);
        for liar in [Liar::Random, Liar::Worst] {
            for ending in [
                Ending::Converged,
                Ending::Stalled,
                Ending::BelowNoise,
                Ending::Contact,
            ] {
                for goal in [Goal::Intersection, Goal::Distance] {
                    let question = Question::of(goal, 256);
                    let mut search = Search::new(&difference, &question, None);
                    let mut candidate = liar.propose(&difference, 1 + trial % 4, &mut next);
                    search.direction = candidate.points()[0];
                    search.reach_squared = difference.scaling.size * difference.scaling.size;
                    let solution = polytopes::answer(&mut search, ending, &mut candidate);
                    assert_eq!(
                        solution.meets(),
                        honest.intersects(),
                        "{trial} {liar:?} {ending:?}"
                    );
                    if goal == Goal::Distance {
                        let bounds = solution.bounds;
                        assert_eq!(
                            bounds.distance, honest.distance,
                            "{trial} {liar:?} {ending:?}"
                        );
                        assert!(bounds.lower <= honest.upper && honest.lower <= bounds.upper);
                    }
                }
            }
        }
    }
    assert!((40..120).contains(&apart), "{apart}");
}
