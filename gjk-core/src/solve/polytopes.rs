//! The answer for polytopes and sphere-swept polytopes: the result of the search is proved or, if
//! that leaves the question open, searched again in double-double, and finally decided in exact
//! arithmetic.

use glam::DVec3;

use super::shown::show_exact;
use super::solution::{Finding, Solution};
use crate::arithmetic::float::larger;
use crate::arithmetic::{DoubleDouble, Estimate, Precise, Scalar, Space};
use crate::bounds::Bounds;
use crate::decide::Decision;
use crate::difference::Pair;
use crate::observer::Claim;
use crate::propose::{Candidate, Ending, Scan, Search};
use crate::prove;
use crate::question::{Goal, Question};
use crate::witness;

/// The answer for polytopes and sphere-swept polytopes.
pub(super) fn answer(
    search: &mut Search<'_>,
    mut ending: Ending,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    if ending == Ending::Likely {
        if let Some(solution) = proved(search, candidate, false) {
            return solution;
        }
        ending = search.descend(candidate, Scan::Never);
    }
    let solution = match ending {
        Ending::Contact | Ending::BelowNoise => contact(search, candidate, decided),
        _ => concluded(search, ending, candidate),
    };
    if let Some(solution) = solution {
        return solution;
    }
    if ending == Ending::Contact && search.radii_certainly_reach(candidate) {
        return radii_overlap(search, candidate);
    }
    if ending != Ending::Contact {
        let mut precise = Candidate::<Precise>::like(candidate, search.difference);
        let ending = search.descend(&mut precise, Scan::Never);
        let mut solution = concluded(search, ending, &mut precise);
        *candidate = Candidate::like(&precise, search.difference);
        if ending == Ending::Contact {
            solution = contact(search, candidate, decided);
        }
        if let Some(solution) = solution {
            return solution;
        }
    }
    decided(search, candidate)
}

/// The answer that follows from the ending of a search, unless the cores may touch.
#[inline(always)]
fn concluded<P: Space>(
    search: &mut Search<'_>,
    ending: Ending,
    candidate: &mut Candidate<P>,
) -> Option<Solution> {
    let finding = match ending {
        Ending::NotFinite => Finding::NotFinite,
        Ending::Limit => Finding::Limit(search.bounds(candidate)),
        Ending::RadiiOverlap => return Some(radii_overlap(search, candidate)),
        Ending::Beyond if search.question.asks_verdict() => Finding::Beyond(Bounds::UNKNOWN),
        Ending::Beyond => search.apart(search.bounds(candidate), true),
        Ending::Converged | Ending::Stalled => match search.meets_tolerance(candidate) {
            Some(finding) => finding,
            None => return proved(search, candidate, true),
        },
        Ending::Likely | Ending::Contact | Ending::BelowNoise => return None,
    };
    Some(Solution::of(search, finding))
}

/// The answer that a candidate proves, whoever proposed it; decided in exact arithmetic if it
/// proves none (lemma 8).
#[cold]
pub(super) fn answer_of_proposal(
    search: &mut Search<'_>,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    let proof = if search.difference.is_filled_by(candidate.count()) {
        contact(search, candidate, decided)
    } else {
        proved(search, candidate, true)
    };
    proof.unwrap_or_else(|| decided(search, candidate))
}

/// The answer that the cores intersect, if that is certain. The candidate gets the weights of a
/// common point if points are requested; where it has none to the last digit, `without_point` answers.
#[inline(always)]
pub(super) fn contact<'q>(
    search: &mut Search<'q>,
    candidate: &mut Candidate<DVec3>,
    without_point: fn(&mut Search<'q>, &mut Candidate<DVec3>) -> Solution,
) -> Option<Solution> {
    let difference = search.difference;
    if !prove::contains_origin(difference, candidate) {
        return None;
    }
    let has_point =
        search.question.goal != Goal::ClosestPoints || witness::weigh(difference, candidate);
    if !has_point {
        return Some(without_point(search, candidate));
    }
    if search.watch.is_some() {
        search.show_claim(candidate, Claim::ContainsOrigin, (None, true), [0.0; 2]);
    }
    Some(Solution::met(search))
}

/// The answer that the shapes intersect, as their cores are nearer than the sum of the radii. The
/// last direction may be far from that of the least overlap, so it is no normal.
pub(super) fn radii_overlap<P: Space>(
    search: &mut Search<'_>,
    candidate: &Candidate<P>,
) -> Solution {
    if search.watch.is_some() {
        let (mean, certain) = (candidate.mean_length().rounded(), search.certain);
        let bounds = [search.lower - certain, mean + certain];
        search.show_claim(candidate, Claim::RadiiOverlap, (None, true), bounds);
    }
    Solution::met(search)
}

/// The answer of a proof, if it settles the question, possibly except for whether the maximum
/// distance is exceeded by less than rounding. A thorough one looks at coplanar vertices too; one
/// that is not is a vertex scan, which counts as an iteration if it answers.
#[inline(always)]
fn proved<P: Space>(
    search: &mut Search<'_>,
    candidate: &mut Candidate<P>,
    is_thorough: bool,
) -> Option<Solution> {
    let proof = prove::core_distance(search.difference, search.direction, candidate, is_thorough)?;
    let settled = settle(search, proof.distance);
    if !is_thorough {
        if matches!(settled, Settled::Unknown) {
            return None;
        }
        search.count_scan(candidate);
    }
    search.show_proof(candidate, &proof, matches!(settled, Settled::Found(_)));
    let most = search.question.max_distance;
    let finding = match settled {
        Settled::Unknown => return None,
        // More precision in the proof would not help.
        Settled::Tie => return Some(decided(search, candidate)),
        Settled::Found(Finding::Apart(bounds)) if most < f64::INFINITY => {
            let exceeds = match bounds.exceed(most) {
                Some(exceeds) => exceeds,
                None => !search.decide(candidate.pairs())?.reaches(most),
            };
            search.apart(bounds, exceeds)
        }
        Settled::Found(finding) => finding,
    };
    let normal = (finding != Finding::Contact).then_some(proof.normal);
    Some(Solution::new(search, finding, normal))
}

/// The answer of a proof to the question.
enum Settled {
    Found(Finding),
    /// Within the error of the proof the shapes touch, or their distance is the margin.
    Tie,
    Unknown,
}

/// The answer of the distance of the cores to the question.
#[inline(always)]
fn settle(search: &Search<'_>, cores: Estimate<DoubleDouble<f64>>) -> Settled {
    let (difference, question) = (search.difference, search.question);
    let scale = difference.scaling.scale;
    let [a, b] = difference.radii;
    let (mut left, mut error) = (cores.value, cores.error);
    if a > 0.0 || b > 0.0 {
        left = left - DoubleDouble::sum(a * scale, b * scale);
        error += DoubleDouble::UNIT_ROUNDOFF * left.hi.abs() + f64::MIN_POSITIVE;
    }
    if left.hi < -2.0 * error {
        return Settled::Found(Finding::Contact);
    }
    if !(left.hi > 2.0 * error) {
        return Settled::Tie;
    }
    match question.goal {
        Goal::Verdict => Settled::Found(Finding::Beyond(Bounds::UNKNOWN)),
        Goal::Proximity { margin } => {
            // Double-double has no infinity.
            let margin = f64::min(margin * scale, f64::MAX);
            let rest = left - DoubleDouble::from(margin);
            let error =
                2.0 * error + DoubleDouble::UNIT_ROUNDOFF * rest.hi.abs() + f64::MIN_POSITIVE;
            if rest.hi > error {
                Settled::Found(Finding::Beyond(Bounds::UNKNOWN))
            } else if rest.hi < -error {
                Settled::Found(Finding::Apart(Bounds::UNKNOWN))
            } else {
                Settled::Tie
            }
        }
        Goal::Distance | Goal::ClosestPoints => {
            match Bounds::known(Estimate { value: left, error }, scale) {
                Some(bounds) => Settled::Found(Finding::Apart(bounds)),
                None => Settled::Unknown,
            }
        }
    }
}

/// The answer in exact arithmetic.
#[cold]
fn decided<P: Space>(search: &mut Search<'_>, candidate: &mut Candidate<P>) -> Solution {
    let Some(decision) = search.decide(candidate.pairs()) else {
        return Solution::of(search, Finding::Stalled(search.bounds(candidate)));
    };
    let question = search.question;
    let meets = decision.reaches(0.0);
    let finding = match question.goal {
        _ if meets => Finding::Contact,
        Goal::Proximity { margin } if decision.reaches(margin) => Finding::Apart(Bounds::UNKNOWN),
        Goal::Verdict | Goal::Proximity { .. } => Finding::Beyond(Bounds::UNKNOWN),
        Goal::Distance | Goal::ClosestPoints => {
            let most = question.max_distance;
            let exceeds = most < f64::INFINITY && !decision.reaches(most);
            search.apart(decision.bounds(), exceeds)
        }
    };
    let mut solution = Solution::new(search, finding, None);
    if question.goal == Goal::ClosestPoints {
        decision.take_over(candidate);
        if !decision.cores_meet() && !decision.radii_overlap() {
            solution.normal = Some(-decision.direction().0);
        }
    }
    solution
}

impl<'q> Search<'q> {
    /// Decides in exact arithmetic, from the simplex of these pairs, and shows the steps.
    fn decide(&mut self, pairs: &[Pair]) -> Option<Decision<'q>> {
        // Exact steps do not count, so a low limit does not end them.
        let steps = self.question.max_iterations.max(Question::MAX_ITERATIONS);
        let (mut watch, mut number) = (self.watch.as_deref_mut(), 0);
        Decision::search(self.difference, pairs, steps, |decision, joining| {
            number += 1;
            if let Some(watch) = &mut watch {
                show_exact(number, decision, joining, &mut **watch);
            }
        })
    }

    /// Bounds of the distance that hold in spite of rounding.
    fn bounds(&self, candidate: &Candidate<impl Space>) -> Bounds {
        let (radius, certain) = (self.radius, self.certain);
        let upper = candidate.mean_length().rounded() + certain - radius;
        let lower = self.lower - certain - radius;
        Bounds::unscaled([lower, upper, upper], self.difference.scaling.scale)
    }

    /// The finding of shapes that are apart, by more than the maximum distance or not.
    fn apart(&self, bounds: Bounds, exceeds: bool) -> Finding {
        if !exceeds {
            return Finding::Apart(bounds);
        }
        Finding::Beyond(Bounds {
            lower: larger(bounds.lower, self.question.max_distance),
            ..bounds
        })
    }

    /// The finding, if bounds that hold in spite of rounding meet the caller's tolerance. The
    /// distance is that of the mean.
    fn meets_tolerance(&self, candidate: &Candidate<impl Space>) -> Option<Finding> {
        let tolerance = self.question.tolerance;
        if !(tolerance > 0.0) || self.question.asks_verdict() {
            return None;
        }
        let bounds = self.bounds(candidate);
        let mean = candidate.mean_length().rounded();
        let distance = (mean - self.radius) / self.difference.scaling.scale;
        let is_met = bounds.lower > 0.0
            && bounds.upper - bounds.lower <= tolerance * distance
            && bounds.upper <= self.question.max_distance;
        is_met.then_some(Finding::Apart(Bounds { distance, ..bounds }))
    }
}

#[cfg(test)]
mod tests;
