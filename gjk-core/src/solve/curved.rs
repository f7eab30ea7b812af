//! The answer for shapes that are not both polytopes. They round their points before the solver
//! sees them, so the bounds where the search ends are the answer, computed in double-double.

use glam::DVec3;

use super::polytopes::{contact, radii_overlap};
use super::solution::{Finding, Solution};
use crate::arithmetic::Precise;
use crate::bounds::Bounds;
use crate::propose::{Candidate, Ending, Scan, Search};
use crate::prove::{self, Along, Length};
use crate::question::{Goal, Question};
use crate::witness;

/// Shapes that are not polytopes touch if their cores are nearer than this part of an ulp of the
/// longest point and no plane separates them. The verdict may be wrong by one ulp, of which the
/// rounding of support points takes up to three quarters. The band is twice as wide where the last
/// plane is farther beyond the origin than the nearest point is before it: then the shapes overlap,
/// or nearly, although rounding put all vertices of the simplex on one side.
const TOUCH_BAND: f64 = 0.25;

/// A plane between the cores is a normal of shapes in contact if they overlap by no more than this
/// many ulps of the longest point.
const NORMAL_BAND: f64 = 2.0;

/// The gap in double-double that counts as closed where the search in `f64` ends, in roundoffs of
/// the longest point: a distance is promised within two ulps of that, each at least a roundoff of
/// it.
const CLOSED_PRECISELY: f64 = 2.0;

/// The answer for shapes that are not both polytopes.
pub(super) fn answer(
    search: &mut Search<'_, '_>,
    mut ending: Ending,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    let is_proximity = matches!(search.question.goal, Goal::Proximity { .. });
    let is_clear = match ending {
        Ending::Stalled | Ending::BelowNoise => false,
        Ending::Contact if is_proximity => true,
        Ending::Contact => match contact(search, candidate, with_common_point) {
            Some(solution) => return solution,
            None => false,
        },
        Ending::Converged => {
            search.bound_precisely(candidate);
            let is_closed = search.upper - search.lower <= search.allowed_gap(CLOSED_PRECISELY);
            if is_closed {
                search.show_bounds(candidate);
            }
            is_closed
        }
        _ => true,
    };
    if !is_clear {
        ending = descend_precisely(search, candidate);
    }
    if is_proximity {
        return proximity(search, ending, candidate);
    }
    let ulp = search.reach().next_up() - search.reach();
    match ending {
        Ending::Beyond if !search.question.asks_verdict() => search.bound_precisely(candidate),
        Ending::Limit => {
            // The simplex has moved on from the last support points, which are no longer stored.
            search.bound_precisely_from_above(candidate);
            search.lower -= search.certain();
        }
        Ending::RadiiOverlap => return radii_overlap(search, candidate),
        Ending::Contact | Ending::BelowNoise => return Solution::met(search),
        Ending::NotFinite => return Solution::of(search, Finding::NotFinite),
        _ => {}
    }
    let is_wide = search.lower < -search.upper;
    let touch_band = TOUCH_BAND * if is_wide { 2.0 } else { 1.0 };
    if search.lower <= 0.0 && search.upper <= touch_band * ulp && ending != Ending::Limit {
        return Solution::met(search);
    }
    let bounds = search.bounds_within(search.upper, 0.0);
    let finding = match ending {
        Ending::Beyond => Finding::Beyond(bounds),
        // The plane between the cores leaves the shapes overlapping by more than it may.
        _ if bounds.distance == 0.0 && search.lower + NORMAL_BAND * ulp < search.radius => {
            return Solution::met(search);
        }
        _ if bounds.distance == 0.0 => Finding::Contact,
        Ending::Limit => Finding::Limit(bounds),
        _ if bounds.lower > search.question.max_distance => Finding::Beyond(bounds),
        Ending::Stalled => Finding::Stalled(bounds),
        _ => Finding::Apart(bounds),
    };
    Solution::of(search, finding)
}

/// Continues in double-double. A candidate around the origin gets the weights of a common point if
/// points are requested.
fn descend_precisely(search: &mut Search<'_, '_>, candidate: &mut Candidate<DVec3>) -> Ending {
    let mut precise = Candidate::<Precise>::like(candidate, search.difference);
    let ending = search.descend(&mut precise, Scan::Never);
    if ending == Ending::Converged {
        search.show_bounds(&precise);
    }
    if ending == Ending::Contact && search.question.goal == Goal::ClosestPoints {
        witness::weigh_flat(search.difference, &mut precise);
    }
    *candidate = Candidate::like(&precise, search.difference);
    ending
}

/// The answer that the cores intersect, where the candidate that proves it is too flat for `f64`
/// to tell the weights of a common point.
#[cold]
fn with_common_point(search: &mut Search<'_, '_>, candidate: &mut Candidate<DVec3>) -> Solution {
    descend_precisely(search, candidate);
    Solution::met(search)
}

/// The answer to a proximity question.
fn proximity(
    search: &mut Search<'_, '_>,
    ending: Ending,
    candidate: &mut Candidate<DVec3>,
) -> Solution {
    if ending == Ending::Limit {
        // The nearest point of a sliver is not a mean of its vertices.
        search.bound_precisely_from_above(candidate);
    }
    let certain = search.certain();
    let may_overlap = match ending {
        Ending::BelowNoise | Ending::Contact => true,
        Ending::Converged | Ending::Stalled => search.upper <= certain,
        _ => false,
    };
    let finding = match ending {
        Ending::Beyond => Finding::Beyond(Bounds::UNKNOWN),
        Ending::NotFinite => Finding::NotFinite,
        Ending::RadiiOverlap => Finding::Contact,
        _ if may_overlap && surrounds_origin(search, candidate) => Finding::Contact,
        _ if search.is_certainly_beyond() => Finding::Beyond(Bounds::UNKNOWN),
        _ if search.upper + certain < search.radius => Finding::Contact,
        _ => Finding::Apart(Bounds::UNKNOWN),
    };
    Solution::of(search, finding)
}

/// The offset of the next attempt from a corner of the simplex around the origin, in the size of
/// the simplex: so small that the corners still surround a ball of a fifth of that (lemma 9).
const OFF_CORNER: f64 = 0.0625;

/// Whether the difference certainly contains the origin: whether the corners of a small simplex
/// around the origin are in it (lemma 9). If it misses one of them, it extends at most that far
/// beyond the origin.
fn surrounds_origin(search: &Search<'_, '_>, candidate: &Candidate<DVec3>) -> bool {
    let size = search.certain();
    let corners = if search.difference.frame.planar {
        &AROUND_ORIGIN_OF_PLANE[..]
    } else {
        &AROUND_ORIGIN[..]
    };
    // Each attempt starts from the simplex of the last, which fills the space sooner.
    let mut near = *candidate;
    corners.iter().all(|corner| {
        // A corner may also be on a side of its simplex, as for a solid of revolution, whose
        // support points lie in the plane of the direction; or in a simplex so flat that its sides
        // are lost to rounding. The next attempt is slightly off it.
        let mut attempts = core::iter::once(&DVec3::ZERO).chain(corners);
        let place = |aside: &DVec3| (*corner + *aside * OFF_CORNER) * size;
        attempts.find_map(|aside| contains(search, place(aside), &mut near)) == Some(true)
    })
}

/// Whether the difference contains a point; none if the point is on a side of the simplex found, or
/// too near to one. The search starts from the simplex `near`, and stores its last one there.
fn contains(search: &Search<'_, '_>, point: DVec3, near: &mut Candidate<DVec3>) -> Option<bool> {
    let moved = search.difference.moved_by(-point);
    if moved.is_filled_by(near.count())
        && prove::contains_origin(&moved, &Candidate::like(near, &moved))
    {
        return Some(true);
    }
    let mut precise = Candidate::<Precise>::like(near, &moved);
    let question = Question::of(Goal::ClosestPoints, search.question.max_iterations);
    let mut around_point = Search::new(&moved, &question, None);
    around_point.reach_squared = moved.scaling.size * moved.scaling.size;
    let ending = around_point.descend(&mut precise, Scan::Never);
    *near = Candidate::like(&precise, &moved);
    match ending {
        Ending::Contact => moved.is_filled_by(precise.count()).then_some(true),
        Ending::BelowNoise | Ending::Stalled => None,
        _ => Some(false),
    }
}

/// The corners of a 2D triangle around the origin, at distances up to one, and those of a
/// tetrahedron. Their numbers have full mantissas so that no side of a shape with few digits is
/// aligned with them.
const AROUND_ORIGIN_OF_PLANE: [DVec3; 3] = [
    DVec3::new(0.141_592_653_589, 0.878_479_323_846, 0.0),
    DVec3::new(0.718_281_828_459, -0.504_523_536_028, 0.0),
    DVec3::new(-0.861_803_398_874, -0.389_484_820_458, 0.0),
];
const AROUND_ORIGIN: [DVec3; 4] = [
    DVec3::new(0.141_592_653_589, 0.057_721_566_490, 0.878_479_323_846),
    DVec3::new(0.718_281_828_459, 0.191_596_559_417, -0.443_147_180_559),
    DVec3::new(-0.504_523_536_028, 0.618_033_988_749, -0.391_596_559_417),
    DVec3::new(-0.355_350_946_020, -0.867_352_114_656, -0.043_735_583_870),
];

impl Search<'_, '_> {
    /// Computes the bounds again, in double-double.
    fn bound_precisely(&mut self, candidate: &Candidate<DVec3>) {
        self.bound_precisely_from_above(candidate);
        let along = Along::new(self.direction);
        let height = along.height(self.difference.precise(candidate.last_support()));
        self.lower = Length::of(along.squared(), 0.0).divide(height, 0.0).hi;
    }

    /// Computes the upper bound again, in double-double.
    fn bound_precisely_from_above(&mut self, candidate: &Candidate<DVec3>) {
        let mean = candidate.mean(self.difference);
        // The product of the low parts is negligible.
        let squared = Along::new(mean.hi).height(mean) + mean.hi.dot(mean.lo).into();
        self.upper = squared.root().hi;
    }
}

#[cfg(test)]
mod tests;
