//! The answer for polytopes and sphere-swept polytopes: the result of the search is proved or, if
//! that leaves the question open, searched again in double-double, and finally decided in exact
//! arithmetic.

use core::cmp::Ordering;

use glam::DVec3;

use super::solution::{Solution, Status};
use crate::arithmetic::{Arithmetic, DoubleDouble, Estimate, Precise, Scalar, Space, larger};
use crate::bounds::Bounds;
use crate::decide::Decision;
use crate::difference::{Name, Pair};
use crate::propose::{Candidate, Ending, Scan, Search};
use crate::prove;
use crate::question::{Goal, Question};
use crate::simplex::SupportPair;
use crate::step::StepKind;
use crate::witness;

/// What a proof settles.
enum Settled {
    /// Whether the shapes are beyond the horizon of the question, if the proof tells, and their
    /// bounds.
    Known(Option<bool>, Bounds),
    /// Within the error of the proof the shapes touch.
    Tie,
}

/// The answer for polytopes and sphere-swept polytopes: in `f64`, if that leaves no doubt.
pub(super) fn answer(
    search: &mut Search<'_>,
    mut ending: Ending,
    candidate: &mut Candidate,
) -> Solution {
    if ending == Ending::Likely {
        if let Some(solution) = proved(search, candidate, true) {
            return solution;
        }
        ending = search.descend(candidate, Scan::Never);
    }
    let solution = match ending {
        Ending::Contact | Ending::BelowNoise => contact(search, candidate),
        _ => concluded(search, ending, candidate),
    };
    solution.unwrap_or_else(|| match ending {
        // A volume of the simplex has no clear sign. It is often zero, which no more digits of a
        // float would tell, so integers decide. They decide what a proposal leaves open, too (lemma
        // 8).
        Ending::Contact | Ending::Proposed => decided(search, candidate),
        // Double-double may have the digits that `f64` lost.
        _ => answer_precisely(search, candidate),
    })
}

/// The answer in double-double, or in exact arithmetic if that leaves the question open.
#[cold]
fn answer_precisely(search: &mut Search<'_>, candidate: &mut Candidate) -> Solution {
    let mut precise = Candidate::<Precise>::like(candidate, search.difference);
    let ending = search.descend(&mut precise, Scan::Never);
    let solution = concluded(search, ending, &mut precise);
    *candidate = Candidate::like(&precise, search.difference);
    solution
        .or_else(|| contact(search, candidate))
        .unwrap_or_else(|| decided(search, candidate))
}

/// The answer that follows from the ending of a search, unless the cores may touch.
#[inline(always)]
fn concluded(
    search: &mut Search<'_>,
    ending: Ending,
    candidate: &mut Candidate<impl Space>,
) -> Option<Solution> {
    let found = match ending {
        Ending::NotFinite => (Status::NotFinite, Bounds::UNKNOWN),
        Ending::Limit => (Status::IterationLimit, search.bounds(candidate)),
        Ending::RadiiOverlap => return Some(radii_overlap(search, candidate)),
        Ending::Beyond => status_of(search, true, search.bounds(candidate)),
        // A proposal comes with no bounds.
        Ending::Converged | Ending::Stalled | Ending::Proposed => {
            match search.tolerable_bounds(candidate) {
                Some(bounds) => (Status::Converged, bounds),
                None => return proved(search, candidate, false),
            }
        }
        Ending::Likely | Ending::Contact | Ending::BelowNoise => return None,
    };
    Some(Solution::of(search, found))
}

/// The answer that the cores intersect, if that is certain.
#[inline(always)]
fn contact(search: &mut Search<'_>, candidate: &mut Candidate) -> Option<Solution> {
    let is_certain = prove::contains_origin(search.difference, candidate);
    let common = is_certain.then(|| common_point(search, candidate))?;
    Some(common.unwrap_or_else(|| decided(search, candidate)))
}

/// The answer that the cores intersect, as a candidate contains the origin. It gets the weights of
/// a common point if points are requested; none if it is too flat for `f64` to tell them.
#[inline(always)]
pub(super) fn common_point(search: &mut Search<'_>, candidate: &mut Candidate) -> Option<Solution> {
    let difference = search.difference;
    let weigh = |candidate: &mut Candidate| witness::weigh(difference, candidate);
    let is_weighed = search.question.goal != Goal::ClosestPoints
        || weigh(candidate)
        // The origin is beside it, in a simplex with support points around it.
        || prove::find_simplex_around_origin(difference, candidate) && weigh(candidate);
    if !is_weighed {
        return None;
    }
    let bounds = || [0.0; 2];
    search.show_claim(StepKind::ContainsOrigin, candidate, DVec3::ZERO, bounds);
    Some(Solution::met(search))
}

/// The answer that the shapes intersect, as their cores are nearer than the sum of the radii. The
/// last direction may be far from that of the least overlap, so it is no normal.
pub(super) fn radii_overlap(
    search: &mut Search<'_>,
    candidate: &Candidate<impl Space>,
) -> Solution {
    let (lower, certain) = (search.lower, search.certain);
    let bounds = || [lower - certain, candidate.mean_length().rounded() + certain];
    search.show_claim(StepKind::RadiiOverlap, candidate, DVec3::ZERO, bounds);
    Solution::met(search)
}

/// The answer that a candidate proves, if need be after an exchange of its vertices for others in
/// the same plane. In a vertex scan none is exchanged: no vertex is nearer than those of the
/// candidate. It stands for the last evaluation of the search, so it counts as an iteration if it
/// answers.
#[inline(always)]
fn proved(
    search: &mut Search<'_>,
    candidate: &mut Candidate<impl Space>,
    is_scan: bool,
) -> Option<Solution> {
    let proof = prove::core_distance(search.difference, search.direction, candidate, !is_scan)?;
    let settled = settle(search, proof.distance);
    if is_scan {
        settled.as_ref()?;
        search.count_scan(candidate);
    }
    let bounds = || interval(proof.distance);
    search.show_claim(StepKind::SupportingPlane, candidate, -proof.normal, bounds);
    let Settled::Known(is_beyond, bounds) = settled? else {
        // It is often exactly zero, which no more digits of a float would tell.
        return Some(decided(search, candidate));
    };
    let is_beyond = match is_beyond {
        Some(is_beyond) => is_beyond,
        // Integers compare the distance with the horizon.
        None => search
            .decide(candidate.pairs())?
            .compare(search.question.horizon)
            .is_gt(),
    };
    Some(Solution {
        normal: (bounds != Bounds::CONTACT).then_some(proof.normal),
        ..Solution::of(search, status_of(search, is_beyond, bounds))
    })
}

/// The status and the bounds of shapes of which it is known whether they are beyond the horizon of
/// the question. If they are, it is a lower bound, and a rounded distance is not below it.
#[inline(always)]
fn status_of(search: &Search<'_>, is_beyond: bool, bounds: Bounds) -> (Status, Bounds) {
    if !is_beyond {
        return (Status::Converged, bounds);
    }
    let at_least = |bound| larger(bound, search.question.horizon);
    let bounds = Bounds {
        lower: at_least(bounds.lower),
        distance: at_least(bounds.distance),
        ..bounds
    };
    (Status::BeyondMaxDistance, bounds)
}

/// What the distance of the cores settles; none if it is not known to an ulp.
#[inline(always)]
fn settle(search: &Search<'_>, cores: Estimate<DoubleDouble<f64>>) -> Option<Settled> {
    let (difference, question) = (search.difference, search.question);
    let scale = difference.scaling.scale;
    let [a, b] = difference.radii;
    let (mut left, mut error) = (cores.value, cores.error);
    if a > 0.0 || b > 0.0 {
        left = left - DoubleDouble::sum(a * scale, b * scale);
        error += DoubleDouble::UNIT_ROUNDOFF * left.hi.abs() + f64::MIN_POSITIVE;
    }
    if left.hi < -2.0 * error {
        return Some(Settled::Known(Some(false), Bounds::CONTACT));
    }
    if !(left.hi > 2.0 * error) {
        return Some(Settled::Tie);
    }
    if !question.asks_verdict() {
        let distance = Estimate { value: left, error };
        let bounds = Bounds::known(distance, scale).or_else(|| search.tolerated(distance))?;
        return Some(Settled::Known(bounds.exceed(question.horizon), bounds));
    }
    // Double-double has no infinity.
    let margin = f64::min(question.horizon * scale, f64::MAX);
    let rest = left - DoubleDouble::from(margin);
    let error = 2.0 * error + DoubleDouble::UNIT_ROUNDOFF * rest.hi.abs() + f64::MIN_POSITIVE;
    let is_beyond = (rest.hi.abs() > error).then_some(rest.hi > 0.0);
    Some(Settled::Known(is_beyond, Bounds::UNKNOWN))
}

/// The answer in exact arithmetic.
#[cold]
fn decided(search: &mut Search<'_>, candidate: &mut Candidate<impl Space>) -> Solution {
    let Some(decision) = search.decide(candidate.pairs()) else {
        return Solution::of(search, (Status::Stalled, search.bounds(candidate)));
    };
    let (question, horizon) = (search.question, search.question.horizon);
    let order = decision.compare(0.0);
    let bounds = match order {
        Ordering::Less | Ordering::Equal => Bounds::CONTACT,
        Ordering::Greater if question.asks_verdict() => Bounds::UNKNOWN,
        Ordering::Greater => decision.bounds(),
    };
    let is_beyond = horizon < f64::INFINITY && decision.compare(horizon).is_gt();
    let mut solution = Solution::of(search, status_of(search, is_beyond, bounds));
    if question.goal == Goal::ClosestPoints {
        decision.write_to(candidate);
        solution.normal = order.is_ge().then(|| -decision.direction());
    }
    solution
}

impl<'q> Search<'q> {
    /// Decides in exact arithmetic, from the simplex of these pairs, and shows the steps.
    fn decide(&mut self, pairs: &[Pair]) -> Option<Decision<'q>> {
        // Exact steps do not count, so a low limit does not end them.
        let steps = self.question.max_iterations.max(Question::MAX_ITERATIONS);
        let mut number = 0;
        Decision::search(self.difference, pairs, steps, |decision, joining| {
            number += 1;
            self.show_exact(number, decision, joining);
        })
    }

    /// Shows a step in exact arithmetic, and the vertices that join its simplex.
    fn show_exact(&mut self, number: u32, decision: &Decision, joining: Option<[u32; 2]>) {
        if self.watch.is_none() {
            return;
        }
        let mut nearest = Candidate::<DVec3>::empty();
        decision.write_to(&mut nearest);
        let (direction, distance) = match decision.cores_meet() {
            true => (DVec3::ZERO, 0.0),
            false => (decision.direction(), decision.distance()),
        };
        let difference = self.difference;
        let joining = joining.map(|vertices| difference.pair(vertices.map(Name::Vertex)));
        self.see(StepKind::Exact, &nearest, nearest.mean(), |step| {
            (step.number, step.arithmetic) = (number, Arithmetic::Exact);
            step.direction = direction;
            step.support = joining.map(|pair| SupportPair::of(&pair, 0.0));
            (step.lower, step.upper) = (distance, distance);
        });
    }

    /// Bounds of the distance that hold in spite of rounding. A verdict needs none.
    fn bounds(&self, candidate: &Candidate<impl Space>) -> Bounds {
        if self.question.asks_verdict() {
            return Bounds::UNKNOWN;
        }
        let (radius, certain) = (self.radius, self.certain);
        let upper = candidate.mean_length().rounded() + certain - radius;
        let lower = self.lower - certain - radius;
        Bounds::unscaled([lower, upper, upper], self.difference.scaling.scale)
    }

    /// Bounds that hold in spite of rounding, if they meet the caller's tolerance. The distance of
    /// polytopes is that of the mean; that of curved shapes is the middle, as without a tolerance.
    pub(super) fn tolerable_bounds(&self, candidate: &Candidate<impl Space>) -> Option<Bounds> {
        if !self.question.has_tolerance() {
            return None;
        }
        let bounds = self.bounds(candidate);
        let mean = candidate.mean_length().rounded();
        let distance = match self.difference.is_of_polytopes() {
            true => (mean - self.radius) / self.difference.scaling.scale,
            false => bounds.lower + 0.5 * (bounds.upper - bounds.lower),
        };
        let is_met = bounds.lower > 0.0
            && bounds.upper - bounds.lower <= self.question.tolerated_gap(distance, 1.0)
            && bounds.upper <= self.question.horizon;
        is_met.then_some(Bounds { distance, ..bounds })
    }

    /// Bounds of a positive scaled distance that is not known to an ulp, if they meet the caller's
    /// tolerance.
    #[cold]
    fn tolerated(&self, distance: Estimate<DoubleDouble<f64>>) -> Option<Bounds> {
        let ([lower, upper], scale) = (interval(distance), self.difference.scaling.scale);
        let is_met = self.question.has_tolerance()
            && upper - lower <= self.question.tolerated_gap(lower, scale)
            && lower / scale > f64::MIN_POSITIVE;
        is_met.then(|| Bounds::unscaled([lower, distance.value.hi, upper], scale))
    }
}

/// The distance that a plane proves, minus and plus its error, rounded outwards.
fn interval(distance: Estimate<DoubleDouble<f64>>) -> [f64; 2] {
    let below = |value: DoubleDouble<f64>| {
        let DoubleDouble { hi, lo } = DoubleDouble::sum(value.hi, value.lo - distance.error);
        if lo > 0.0 { hi } else { hi.next_down() }
    };
    [below(distance.value), -below(-distance.value)]
}

#[cfg(test)]
mod tests;
