//! The loop of the algorithm.
//!
//! **Why it ends.** Every turn of the loop that does not return decreases the computed `|v|²`
//! strictly, except the turn after a secant or off-axis step that failed, of which there are at
//! most two in a row: the step after a secant is plain, and an off-axis step that fails is the
//! last. And `<` orders the finitely many numbers of an arithmetic. A comparison with NaN counts as
//! not less. Every evaluation counts as an iteration, so the limit ends the search even for broken
//! support mappings.

use glam::DVec3;

use super::candidate::Candidate;
use super::search::{Ending, Search};
use super::secant::Secant;
use crate::arithmetic::{Arithmetic, Scalar, Space};
use crate::difference::LONGEST;
use crate::observer::StepKind;
use crate::simplex::SIMPLEX_MAX;

/// A gap of this many roundoffs of the longest point counts as closed: `f64` cannot resolve more.
const CLOSED: f64 = 1.0;

/// If no step is left, the gap is rounding error up to this many roundoffs: one each for the point
/// `w`, the nearest point, their dot product and its division by the length.
const STUCK: f64 = 4.0;

/// All vertices of a simplex project like its nearest point, up to rounding. A support point lower
/// by more than this part of the longest point is none of them.
const OPEN: f64 = 1.0 / (1u32 << 20) as f64;

/// When a vertex scan ends a search between polytopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scan {
    /// At once: the candidate is likely the nearest face.
    AtOnce,
    /// Once the bounds have likely met.
    Likely,
    Never,
}

impl Search<'_, '_> {
    /// Steps towards the origin from the simplex of a candidate.
    pub(crate) fn descend<P: Space>(&mut self, candidate: &mut Candidate<P>, scan: Scan) -> Ending {
        let scan = if self.may_scan() { scan } else { Scan::Never };
        let mut secant = (!self.difference.is_of_polytopes()).then(Secant::new);
        let mut least = P::Scalar::from(f64::INFINITY);
        let mut v = candidate.points()[0];
        // The direction of an evaluation in full precision, and its kind.
        let mut along = P::from(self.direction);
        let mut aim = StepKind::Nearest;
        // The nearest point of the slid simplex, and the last support point with its place there.
        let mut known = None;
        let mut newest = None;
        loop {
            let next = match known.take() {
                Some(nearest) => nearest,
                None => candidate.nearest(),
            };
            if next.squared < least {
                (least, v) = (next.squared, next.v);
                self.upper = least.root().rounded();
                // On curved shapes a point found in the right direction is itself the nearest one, so
                // another evaluation would find nothing new.
                let met = newest
                    .filter(|(w, _)| self.gap(along, v, *w) <= self.allowed_gap(CLOSED))
                    .map(|(_, place)| candidate.pairs()[place]);
                candidate.keep(&next.weights);
                if let Some(ending) = self.ends_at(candidate) {
                    return ending;
                }
                if let Some(pair) = met {
                    *candidate.next() = pair;
                    return Ending::Converged;
                }
                if self.is_likely_nearest(scan) {
                    self.direction = v.rounded();
                    return Ending::Likely;
                }
                let proposed = secant
                    .as_ref()
                    .and_then(|secant| secant.direction(v.rounded()));
                (aim, along) = match proposed {
                    Some(direction) => (StepKind::Secant, P::from(direction)),
                    None => (StepKind::Nearest, v),
                };
            } else if aim == StepKind::Secant {
                // It failed: the plain step decides.
                candidate.drop_new();
                if self.iterations >= self.question.max_iterations {
                    return Ending::Limit;
                }
                (aim, along) = (StepKind::Nearest, v);
            } else if aim == StepKind::Nearest
                && P::ARITHMETIC == Arithmetic::DoubleDouble
                && next.squared.rounded() > 0.0
                && self.iterations < self.question.max_iterations
            {
                // The simplex may be so flat that its last vertex turns it without moving it by an
                // ulp.
                candidate.drop_new();
                (aim, along) = (StepKind::OffAxis, next.v);
            } else {
                candidate.drop_new();
                return Ending::Stalled;
            }
            self.direction = along.rounded();
            let near = candidate.pairs()[0].numbers();
            self.difference.support_along(along, near, candidate.next());
            let w: P = self.difference.point_in(candidate.last_support());
            self.iterations += 1;
            let w_squared = w.rounded().dot(w.rounded());
            self.include(w_squared);
            let length = along.dot(along).root();
            self.length = length.rounded();
            let bound = along.dot(w) / length;
            self.lower = bound.rounded();
            if P::ARITHMETIC == Arithmetic::DoubleDouble {
                let clearance = self.beyond_radii::<P>(bound).rounded() - self.certain;
                if clearance > self.clearance {
                    (self.clearance, self.normal) = (clearance, self.direction);
                }
            }
            self.show(candidate, aim, v.rounded(), least);
            if !(w_squared <= LONGEST * LONGEST) {
                return Ending::NotFinite;
            }
            if self.is_certainly_beyond::<P>(bound) {
                return Ending::Beyond;
            }
            let gap = self.gap(along, v, w);
            if gap <= self.allowed_gap(CLOSED) {
                return Ending::Converged;
            }
            if let Some(secant) = &mut secant {
                secant.learn(aim == StepKind::Secant, gap);
            }
            if aim != StepKind::Secant && gap <= OPEN * self.reach() && candidate.repeats_a_vertex()
            {
                // The support point is a vertex already, so no step leads nearer: the gap is rounding
                // error, or the search stalls. (A plain step follows a secant step, and decides.)
                return match gap <= self.allowed_gap(STUCK) {
                    true => Ending::Converged,
                    false => Ending::Stalled,
                };
            }
            candidate.push(w);
            if let Some(secant) = &mut secant {
                known = secant.slide(self, least, candidate);
                let last = candidate.count() - 1;
                newest = Some((w, if known.is_some() { 0 } else { last }));
            }
        }
    }

    /// Whether a vertex scan can answer the question.
    fn may_scan(&self) -> bool {
        !self.question.asks_verdict()
            && self.question.tolerance == 0.0
            && self.difference.is_of_polytopes()
    }

    /// Whether the gap is at most about the bulge of the difference over one of its faces.
    #[inline(always)]
    fn is_likely_nearest(&self, scan: Scan) -> bool {
        match scan {
            Scan::AtOnce => true,
            Scan::Likely => {
                let gap = (self.upper - self.lower) * self.difference.roundness();
                gap * gap <= self.reach_squared
            }
            Scan::Never => false,
        }
    }

    /// The ending at this candidate, if no further support point is needed.
    #[inline(always)]
    fn ends_at<P: Space>(&self, candidate: &Candidate<P>) -> Option<Ending> {
        if self.upper <= self.radius && self.radii_certainly_reach(candidate) {
            return Some(Ending::RadiiOverlap);
        }
        if self.upper == 0.0 || candidate.count() == SIMPLEX_MAX {
            return Some(Ending::Contact);
        }
        if !self.upper.is_finite() {
            return Some(Ending::NotFinite);
        }
        if self.upper * self.upper <= P::Scalar::NOISE * P::Scalar::NOISE * self.reach_squared {
            return Some(Ending::BelowNoise);
        }
        (self.iterations >= self.question.max_iterations).then_some(Ending::Limit)
    }

    /// The gap between the bounds of a nearest point and a support point, as a sum of two parts that
    /// are not negative, so that no digits cancel.
    #[inline(always)]
    fn gap<P: Space>(&self, along: P, v: P, w: P) -> f64 {
        along.dot(v - w).rounded() / self.length + self.slant(v.rounded())
    }

    /// How much longer the nearest point is than its projection onto the last direction.
    #[inline]
    pub(super) fn slant(&self, nearest: DVec3) -> f64 {
        if self.direction == nearest {
            return 0.0;
        }
        let aside = self.direction.cross(nearest);
        let along = self.direction.dot(nearest);
        aside.dot(aside) / (self.length * (self.length * self.upper + along))
    }
}
