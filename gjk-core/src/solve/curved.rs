//! The answer for shapes that are not both polytopes. The bounds where the search in `f64` ends are
//! the answer, computed in double-double, where they tell for certain that the shapes are apart.
//! Otherwise the search continues in double-double, with all digits of the points of curved shapes,
//! until the verdict is settled (lemma 9).

use glam::DVec3;

use super::solution::{Solution, Status};
use crate::arithmetic::{DoubleDouble, Precise, ROUNDOFF, Scalar, Space, larger, power_of_two};
use crate::bounds::Bounds;
use crate::propose::{Candidate, Ending, Scan, Search};
use crate::prove::{self, Length, height};
use crate::question::{Goal, Question};
use crate::step::StepKind;
use crate::witness;

/// Shapes that no plane separates for certain count as touching if the upper bound of their
/// distance is at most this many ulps of the longest point, or at most what is certain, if that is
/// more. So shapes that touch are never called apart, and a verdict that rounding leaves open is
/// wrong by this much at most.
const TOUCH_BAND: f64 = 1.0;

/// A plane between the cores is a normal of shapes in contact if they overlap by no more than this
/// many ulps of the longest point.
const NORMAL_BAND: f64 = 2.0;

/// The gap in double-double that counts as closed where the search in `f64` ends, in roundoffs of
/// the longest point. The distance is the middle of the bounds, so this takes one of the two ulps
/// that are promised, each at least a roundoff; the rounding of points takes the other.
const CLOSED_PRECISELY: f64 = 2.0;

/// The corners of a tetrahedron around the origin, at distances up to one. Without their heights
/// they surround it in the plane. Their numbers have full mantissas so that no side of a shape with
/// few digits is aligned with them.
const AROUND_ORIGIN: [DVec3; 4] = [
    DVec3::new(0.141_592_653_589, 0.057_721_566_490, 0.878_479_323_846),
    DVec3::new(0.718_281_828_459, 0.191_596_559_417, -0.443_147_180_559),
    DVec3::new(-0.504_523_536_028, 0.618_033_988_749, -0.391_596_559_417),
    DVec3::new(-0.355_350_946_020, -0.867_352_114_656, -0.043_735_583_870),
];

impl Search<'_> {
    /// The answer for shapes that are not both polytopes.
    pub(super) fn solve_curved(&mut self, ending: Ending, candidate: &mut Candidate) -> Solution {
        // What rounding in `f64` adds to the bounds counts too.
        if ending == Ending::Converged
            && let Some(bounds) = self.tolerable_bounds(candidate)
        {
            return Solution::of(self, (Status::Converged, bounds));
        }
        let ending = match ending {
            Ending::Contact | Ending::BelowNoise
                if prove::contains_origin(self.difference, candidate) =>
            {
                return self.common_point(candidate).unwrap_or_else(|| {
                    // Only double-double finds the weights of that point. How it ends tells nothing
                    // new.
                    self.descend_precisely(candidate);
                    Solution::met(self)
                });
            }
            // A search that stalls is often there: its points are rounded.
            Ending::Converged | Ending::Stalled => match self.confirm_apart(candidate) {
                true => Ending::Converged,
                false => self.descend_precisely(candidate),
            },
            Ending::Contact | Ending::BelowNoise => self.descend_precisely(candidate),
            Ending::Beyond if !self.question.asks_verdict() => {
                self.bound_precisely(candidate);
                ending
            }
            _ => ending,
        };
        if ending == Ending::Limit {
            // The simplex has moved on from the last support points, which are no longer stored. So
            // the lower bound is that of `f64`, less what rounding may have added.
            self.bound_precisely_from_above(candidate);
            self.lower -= self.certain;
        }
        self.conclude_curved(ending, candidate)
    }

    /// Computes the bounds with which the search in `f64` converged again, in double-double, unless
    /// only what is certain is asked for. Returns whether they answer the question.
    fn confirm_apart(&mut self, candidate: &Candidate) -> bool {
        if self.question.goal == Goal::Proximity {
            return self.is_clear(candidate);
        }
        self.bound_precisely(candidate);
        let is_closed = self.upper - self.lower <= self.allowed_gap(CLOSED_PRECISELY);
        let is_answer = is_closed && self.is_clear(candidate);
        if is_answer {
            // Less what rounding in `f64` may have added.
            self.clearance = self.lower - self.certain - self.radius;
            self.show_bounds(candidate);
        }
        is_answer
    }

    /// The answer that follows from the bounds where the last search ended.
    fn conclude_curved(&mut self, ending: Ending, candidate: &Candidate) -> Solution {
        // The gap between the shapes, still scaled: no bound is below what a plane has proved.
        let gap = |cores: DoubleDouble<f64>| {
            let gap = self.beyond_radii::<Precise>(cores).rounded();
            larger(gap, self.clearance)
        };
        let [lower, upper] = [self.lower, self.upper].map(|cores| gap(cores.into()));
        // Where the bounds have met, their middle is off by half of the gap between them at most.
        let distance = match ending {
            Ending::Converged => gap(DoubleDouble::sum(self.lower, self.upper).times(0.5)),
            _ => upper,
        };
        let bounds = match self.question.asks_verdict() {
            true => Bounds::UNKNOWN,
            false => Bounds::unscaled([lower, distance, upper], self.difference.scaling.scale),
        };
        let ulp = self.reach().next_up() - self.reach();
        let touch_band = match ending {
            Ending::Limit => 0.0,
            _ if lower > 0.0 => TOUCH_BAND * ulp,
            // No plane separates them, and the bounds say no more than that.
            _ => larger(TOUCH_BAND * ulp, self.certain),
        };
        let touches = self.clearance <= 0.0 && upper <= touch_band;
        let is_shallow = lower >= -NORMAL_BAND * ulp;
        let found = match ending {
            Ending::NotFinite => (Status::NotFinite, Bounds::UNKNOWN),
            Ending::RadiiOverlap => return self.radii_overlap(candidate),
            Ending::Contact => return Solution::met(self),
            Ending::Beyond => (Status::BeyondMaxDistance, bounds),
            _ if self.question.goal == Goal::Proximity => (Status::Converged, bounds),
            _ if touches && is_shallow => (Status::Converged, Bounds::CONTACT),
            _ if touches => return Solution::met(self),
            Ending::Limit => (Status::IterationLimit, bounds),
            _ if bounds.lower > self.question.horizon => (Status::BeyondMaxDistance, bounds),
            Ending::Stalled => (Status::Stalled, bounds),
            _ => (Status::Converged, bounds),
        };
        Solution::of(self, found)
    }

    /// Continues in double-double, with all digits of the points of curved shapes. A candidate
    /// around the origin gets the weights of a common point if points are requested.
    fn descend_precisely(&mut self, candidate: &mut Candidate) -> Ending {
        self.certain = self.difference.certain_precisely();
        let mut precise = Candidate::<Precise>::like(candidate, self.difference);
        let is_proximity = self.question.goal == Goal::Proximity;
        let ending = self.descend(&mut precise, Scan::Never);
        // The best plane of the search gives the lower bound, not the last one.
        if self.clearance > f64::max(0.0, self.lower - self.radius) {
            (self.direction, self.lower) = (self.normal, self.clearance + self.radius);
        }
        if ending == Ending::Converged {
            self.show_bounds(&precise);
        }
        // Along every plane of the search they overlap by more than is certain. (The clearance has
        // one `certain` taken off.)
        let may_overlap = self.clearance < -2.0 * self.certain;
        let ending = match ending {
            Ending::Contact | Ending::Stalled | Ending::BelowNoise if is_proximity => {
                let overlaps = may_overlap
                    && (prove::find_simplex_around_origin(self.difference, &mut precise)
                        || self.corners_are_inside(&precise));
                match overlaps {
                    true => Ending::Contact,
                    false => Ending::Stalled,
                }
            }
            // Nearer than an ulp they touch, without a proof.
            Ending::Stalled
                if self.upper > self.radius + self.reach() * f64::EPSILON
                    && self.difference.is_precise()
                    && may_overlap
                    && prove::find_simplex_around_origin(self.difference, &mut precise) =>
            {
                Ending::Contact
            }
            _ => ending,
        };
        // At the limit the bounds are those of the candidate, whatever is asked for.
        if self.question.goal == Goal::ClosestPoints && ending != Ending::Limit {
            witness::weigh_flat(self.difference, &mut precise);
        }
        *candidate = Candidate::like(&precise, self.difference);
        ending
    }

    /// Whether the difference certainly contains the origin, because it contains the corners of a
    /// simplex around it, of any size: the origin may be on a side of every simplex that is found,
    /// where its corners are on none.
    #[cold]
    fn corners_are_inside(&self, candidate: &Candidate<Precise>) -> bool {
        let difference = self.difference;
        let height = if difference.planar { 0.0 } else { 1.0 };
        let corners = AROUND_ORIGIN.map(|corner| corner.with_z(corner.z * height));
        // Not so small that the rounding of the corners counts (lemma 9).
        let least = 4.0 * ROUNDOFF * difference.scaling.lost;
        // Each corner is searched for from the simplex of the last.
        let mut near = *candidate;
        // Sizes down to about an ulp of that of the difference.
        (8..=56).step_by(4).any(|power| {
            let size = difference.scaling.size * power_of_two(-power);
            let mut is_inside = |corner: &DVec3| self.is_inside(*corner * size, &mut near);
            size < -self.clearance && size > least && corners.iter().all(&mut is_inside)
        })
    }

    /// Whether the difference certainly contains a point. The search starts from the simplex
    /// `near`, and stores its last one there.
    fn is_inside(&self, point: DVec3, near: &mut Candidate<Precise>) -> bool {
        let moved = self.difference.moved_by(-point);
        let question = Question::of(Goal::Intersection, self.question.max_iterations);
        let mut around_point = Search::new(&moved, &question, None);
        around_point.certain = self.certain;
        around_point.reach_squared = moved.scaling.size * moved.scaling.size;
        let mut candidate = Candidate::like(near, &moved);
        let ending = around_point.descend(&mut candidate, Scan::Never);
        *near = candidate;
        let is_apart = matches!(ending, Ending::Beyond | Ending::NotFinite);
        !is_apart && prove::find_simplex_around_origin(&moved, &mut candidate)
    }

    /// Shows the bounds of curved shapes, if the search found a plane between them; in order, as
    /// the answer has them, where rounding made them cross.
    fn show_bounds<P: Space>(&mut self, candidate: &Candidate<P>) {
        let (kind, upper) = (StepKind::SupportingPlane, self.upper);
        let bounds = [f64::min(self.lower, upper), upper];
        if self.lower > 0.0 {
            self.show_claim(kind, candidate, self.direction, || bounds);
        }
    }

    /// Whether it is certain that the shapes are apart, and within the margin. (The nearest point
    /// of a sliver may be nearer than its mean.)
    fn is_clear(&self, candidate: &Candidate) -> bool {
        let is_apart = self.lower - self.certain > self.radius;
        let upper = || self.beyond_radii::<DVec3>(candidate.mean_length()) + self.certain;
        is_apart && (self.question.goal != Goal::Proximity || upper() < self.horizon)
    }

    /// Computes the bounds again, in double-double.
    fn bound_precisely(&mut self, candidate: &Candidate) {
        self.bound_precisely_from_above(candidate);
        let last = self.difference.precise(candidate.last_support());
        let squared = height(self.direction, Precise::from(self.direction));
        let height = height(self.direction, last);
        self.lower = Length::of(squared, 0.0).divide(height, 0.0).hi;
    }

    /// Computes the upper bound again, in double-double.
    fn bound_precisely_from_above(&mut self, candidate: &Candidate) {
        let mean = candidate.mean_of_pairs(self.difference);
        // The product of the low parts is negligible.
        let squared = height(mean.hi, mean) + mean.hi.dot(mean.lo).into();
        self.upper = squared.root().hi;
    }
}

#[cfg(test)]
mod tests;
