//! The answer for shapes that are not both polytopes. The bounds where the search in `f64` ends are
//! the answer, computed in double-double, where they tell for certain that the shapes are apart.
//! Otherwise the search continues in double-double, with all digits of the points of curved shapes,
//! until the verdict is settled (lemma 9).

use glam::DVec3;

use super::polytopes::{common_point, radii_overlap};
use super::solution::{Solution, Status};
use crate::arithmetic::{DoubleDouble, Precise, ROUNDOFF, Scalar, Space, larger, power_of_two};
use crate::bounds::Bounds;
use crate::direction::unit;
use crate::propose::{Candidate, Ending, Scan, Search};
use crate::prove::{self, Length, height};
use crate::question::{Goal, Question};
use crate::step::StepKind;
use crate::witness;

/// Shapes that no plane separates for certain count as touching if the upper bound of their
/// distance is at most this many ulps of the longest point; or at most what is certain, if that is
/// more and no plane was found at all. So shapes that touch are never called apart, and a verdict
/// that rounding leaves open is wrong by this much at most.
const TOUCH_BAND: f64 = 1.0;

/// A plane between the cores is a normal of shapes in contact if they overlap by no more than this
/// many ulps of the longest point.
const NORMAL_BAND: f64 = 2.0;

/// The gap in double-double that counts as closed where the search in `f64` ends, in roundoffs of
/// the longest point. The distance is the middle of the bounds, so it is off by half of this gap: a
/// roundoff, at most one of the two promised ulps. The rounding of points takes the other.
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

/// The answer for shapes that are not both polytopes.
pub(super) fn answer(
    search: &mut Search<'_>,
    ending: Ending,
    candidate: &mut Candidate,
) -> Solution {
    // What rounding in `f64` adds to the bounds counts too.
    if ending == Ending::Converged
        && let Some(bounds) = search.tolerable_bounds(candidate)
    {
        return Solution::of(search, (Status::Converged, bounds));
    }
    let ending = match ending {
        Ending::Contact | Ending::BelowNoise
            if prove::contains_origin(search.difference, candidate) =>
        {
            return common_point(search, candidate).unwrap_or_else(|| {
                // Only double-double finds the weights of that point. How it ends tells nothing
                // new.
                descend_precisely(search, candidate);
                Solution::met(search)
            });
        }
        // A search that stalls is often there: its points are rounded.
        Ending::Converged | Ending::Stalled => match confirm_apart(search, candidate) {
            true => Ending::Converged,
            false => descend_precisely(search, candidate),
        },
        Ending::Contact | Ending::BelowNoise => descend_precisely(search, candidate),
        Ending::Beyond if !search.question.asks_verdict() => {
            search.bound_precisely(candidate);
            ending
        }
        _ => ending,
    };
    if ending == Ending::Limit {
        // The simplex has moved on from the last support points, which are no longer stored. So the
        // lower bound is that of `f64`, less what rounding may have added.
        search.bound_precisely_from_above(candidate);
        search.lower -= search.certain;
    }
    concluded(search, ending, candidate)
}

/// Computes the bounds with which the search in `f64` converged again, in double-double, unless
/// only what is certain is asked for. Returns whether they answer the question.
fn confirm_apart(search: &mut Search<'_>, candidate: &Candidate) -> bool {
    if search.question.goal == Goal::Proximity {
        return search.is_clear(candidate);
    }
    search.bound_precisely(candidate);
    let is_closed = search.upper - search.lower <= search.allowed_gap(CLOSED_PRECISELY);
    let is_answer = is_closed && search.is_clear(candidate);
    if is_answer {
        // Less what rounding in `f64` may have added.
        search.clearance = search.lower - search.certain - search.radius;
        search.show_bounds(candidate);
    }
    is_answer
}

/// The answer that follows from the bounds where the last search ended.
fn concluded(search: &mut Search<'_>, ending: Ending, candidate: &Candidate) -> Solution {
    // The gap between the shapes, still scaled: no bound is below what a plane has proved.
    let gap = |cores: DoubleDouble<f64>| {
        let gap = search.beyond_radii::<Precise>(cores).rounded();
        larger(gap, search.clearance)
    };
    let [lower, upper] = [search.lower, search.upper].map(|cores| gap(cores.into()));
    // Where the bounds have met, their middle is off by half of the gap between them at most.
    let distance = match ending {
        Ending::Converged => gap(DoubleDouble::sum(search.lower, search.upper).times(0.5)),
        _ => upper,
    };
    let bounds = match search.question.asks_verdict() {
        true => Bounds::UNKNOWN,
        false => Bounds::unscaled([lower, distance, upper], search.difference.scaling.scale),
    };
    let ulp = search.reach().next_up() - search.reach();
    let touch_band = match ending {
        Ending::Limit => 0.0,
        _ if lower > 0.0 => TOUCH_BAND * ulp,
        // No plane separates them, and the bounds say no more than that.
        _ => larger(TOUCH_BAND * ulp, search.certain),
    };
    let touches = search.clearance <= 0.0 && upper <= touch_band;
    let is_shallow = lower >= -NORMAL_BAND * ulp;
    // First what ended the search, then what its bounds tell.
    let found = match ending {
        Ending::NotFinite => (Status::NotFinite, Bounds::UNKNOWN),
        Ending::RadiiOverlap => return radii_overlap(search, candidate),
        Ending::Contact => return Solution::met(search),
        Ending::Beyond => (Status::BeyondMaxDistance, bounds),
        _ if search.question.goal == Goal::Proximity => (Status::Converged, bounds),
        _ if touches && is_shallow => (Status::Converged, Bounds::CONTACT),
        _ if touches => return Solution::met(search),
        Ending::Limit => (Status::IterationLimit, bounds),
        _ if bounds.lower > search.question.horizon => (Status::BeyondMaxDistance, bounds),
        Ending::Stalled => (Status::Stalled, bounds),
        _ => (Status::Converged, bounds),
    };
    Solution::of(search, found)
}

/// Continues in double-double, with all digits of the points of curved shapes. A candidate around
/// the origin gets the weights of a common point if points are requested.
fn descend_precisely(search: &mut Search<'_>, candidate: &mut Candidate) -> Ending {
    let knows_digits = search.difference.knows_digits_of(candidate.pairs());
    if !knows_digits && search.is_last() {
        return Ending::Limit;
    }
    search.certain = search.difference.certain_precisely();
    let mut precise = Candidate::<Precise>::like(candidate, search.difference);
    if !knows_digits {
        search.start_again(&mut precise);
    }
    let is_proximity = search.question.goal == Goal::Proximity;
    let ending = search.descend(&mut precise, Scan::Never);
    // The best plane of the search gives the lower bound, not the last one.
    if search.clearance > f64::max(0.0, search.lower - search.radius) {
        (search.direction, search.lower) = (search.normal, search.clearance + search.radius);
    }
    if ending == Ending::Converged {
        search.show_bounds(&precise);
    }
    // Along every plane of the search they overlap by more than is certain. (The clearance has one
    // `certain` taken off.)
    let may_overlap = search.clearance < -2.0 * search.certain;
    let ending = match ending {
        Ending::Contact | Ending::Stalled | Ending::BelowNoise if is_proximity => {
            let overlaps = may_overlap
                && (prove::find_simplex_around_origin(search.difference, &mut precise)
                    || corners_are_inside(search));
            match overlaps {
                true => Ending::Contact,
                false => Ending::Stalled,
            }
        }
        // Nearer than an ulp they touch, without a proof.
        Ending::Stalled
            if search.upper > search.radius + search.reach() * f64::EPSILON
                && search.difference.is_precise()
                && may_overlap
                && prove::find_simplex_around_origin(search.difference, &mut precise) =>
        {
            Ending::Contact
        }
        _ => ending,
    };
    // At the limit the bounds are those of the candidate, whatever is asked for.
    if search.question.goal == Goal::ClosestPoints && ending != Ending::Limit {
        witness::weigh_flat(search.difference, &mut precise);
    }
    *candidate = Candidate::like(&precise, search.difference);
    ending
}

/// Whether the difference certainly contains the origin, because it contains the corners of a
/// simplex around it, of any size: the origin may be on a side of every simplex that is found,
/// where its corners are on none.
#[cold]
fn corners_are_inside(search: &Search<'_>) -> bool {
    let difference = search.difference;
    let height = if difference.planar { 0.0 } else { 1.0 };
    let mut corners = AROUND_ORIGIN.map(|corner| corner.with_z(corner.z * height));
    // First the one most opposite to the centre: likely outside if any is.
    let along = |corner: &DVec3| difference.scaling.middle.dot(*corner);
    corners.sort_unstable_by(|p, q| along(p).total_cmp(&along(q)));
    // Not so small that the rounding of the corners counts (lemma 9).
    let least = 4.0 * ROUNDOFF * difference.scaling.lost;
    // The least overlap along a plane so far. If the shapes touch, the plane nearest to a corner
    // that is outside shows about the square of its size, so no smaller ones are tried.
    let mut overlap = -search.clearance;
    // Sizes down to about an ulp of that of the difference.
    (40..=56).step_by(4).any(|power| {
        let size = difference.scaling.size * power_of_two(-power);
        let may_be_inside = size > least && size < overlap;
        let is_inside = |corner: &DVec3| {
            let inside = is_inside(search, *corner * size);
            overlap = f64::min(overlap, inside.err().unwrap_or(f64::INFINITY));
            inside.is_ok()
        };
        may_be_inside && corners.iter().all(is_inside)
    })
}

/// Whether the difference certainly contains a point. The error is the least overlap of the shapes
/// along the planes of this search.
fn is_inside(search: &Search<'_>, point: DVec3) -> Result<(), f64> {
    let moved = search.difference.moved_by(-point);
    let question = Question::of(Goal::Distance, search.question.max_iterations);
    let mut around_point = Search::new(&moved, &question, None);
    around_point.certain = search.certain;
    around_point.reach_squared = moved.scaling.size * moved.scaling.size;
    let mut candidate = Candidate::<Precise>::empty();
    around_point.start_again(&mut candidate);
    around_point.descend(&mut candidate, Scan::Never);
    let may_be_inside = around_point.clearance <= 0.0;
    match may_be_inside && prove::find_simplex_around_origin(&moved, &mut candidate) {
        true => Ok(()),
        false => Err(-(around_point.clearance + unit(around_point.normal).dot(point))),
    }
}

impl Search<'_> {
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
