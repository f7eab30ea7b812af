//! The secant step: the next direction on curved shapes.
//!
//! The plane that touches the difference nearest to the origin has a normal `n` that is the
//! direction of the nearest point of what the difference has in that plane. Plain GJK evaluates the
//! direction of the nearest point of its simplex, which leads to that plane linearly: its vertices
//! were found in other directions, and it cuts the curve between them.
//!
//! So after each evaluation the simplex *slides*: each vertex moves to the new direction on its own
//! piece of the surface, a vertex of a polytope stays, and so do points on a flat side, as of the
//! cap of a cylinder. The slid simplex has the edges and faces of the difference and no chords.
//! The residual is the component of its nearest point perpendicular to the direction; it vanishes
//! at the plane sought. A secant step evaluates the weighted mean of the last three directions, with
//! the weights for which their residuals cancel. Where curved shapes nearly touch, that halves the
//! mean number of evaluations (`docs/acceleration.md` in the repository has the figures).
//!
//! It proposes, and no more: a slid simplex is taken if it is nearer than all before, and a step
//! that comes no nearer is followed by a plain one.
//!
//! Source: P. Wolfe, "The secant method for simultaneous nonlinear equations", Communications of
//! the ACM 2 (1959), for the gradient of the distance in the chart `d / (d·n)`.

use glam::DVec3;

use super::candidate::Candidate;
use super::search::Search;
use super::simplex::Nearest;
use crate::arithmetic::Space;

/// How many evaluations a step follows from: two residuals across a nearest point in space are
/// independent, three vanish in the mean.
const REMEMBERED: usize = 3;

/// Directions farther from the nearest point than this cosine say nothing about its surroundings.
const CHART_COSINE: f64 = 0.3;

/// A step that is worth its evaluation leaves this part of the gap, or less.
const ENOUGH: f64 = 0.5;

/// How often a slid simplex is taken without comparing it to the plain one. Nine in ten searches end
/// before.
const PATIENCE: u32 = 16;

/// What a search has learnt from its evaluations.
pub(super) struct Secant<P: Space> {
    /// The simplex that was slid last.
    slid: Candidate<P>,
    /// The last directions, of any length, each with the nearest point of the simplex that was slid
    /// to it; newest last.
    last: [Option<[DVec3; 2]>; REMEMBERED],
    /// The least gap between the bounds so far.
    gap: f64,
    /// How often a slid simplex was taken.
    taken: u32,
    /// How many plain steps come before the next secant step.
    rest: u32,
    /// How many plain steps follow a failure: one more after each failure in a row.
    pause: u32,
}

impl<P: Space> Secant<P> {
    /// Nothing evaluated yet.
    pub(super) fn new() -> Self {
        Self {
            slid: Candidate::empty(),
            last: [None, None, None],
            gap: f64::INFINITY,
            taken: 0,
            rest: 0,
            pause: 0,
        }
    }

    /// Remembers an evaluation, whose support points are the last vertex of the candidate, by the
    /// slid simplex. That takes the place of the candidate if it has an edge and is nearer than all
    /// before: its nearest point then. One vertex alone would lose what the chords bound, and so may
    /// more of them on a surface with edges that says it is smooth: after a while the plain simplex
    /// is kept where it is nearer, which is a step of plain GJK. The vertices of polytopes do not
    /// slide, nor any before a plane separates the shapes.
    #[inline(never)]
    pub(super) fn slide(
        &mut self,
        search: &Search<'_, '_>,
        least: P::Scalar,
        candidate: &mut Candidate<P>,
    ) -> Option<Nearest<P>> {
        let last = candidate.count().checked_sub(1)?;
        if candidate.pairs()[last].vertices().is_some() {
            return None;
        }
        let is_apart = search.lower > 0.0;
        if !is_apart {
            self.note(search.direction, candidate.points()[last].rounded());
            return None;
        }
        self.slide_all(candidate, search);
        let nearest = self.slid.nearest();
        self.note(search.direction, nearest.v.rounded());
        if !(self.slid.count() > 1 && nearest.squared < least) {
            return None;
        }
        self.taken += 1;
        if self.taken > PATIENCE && candidate.nearest().squared < nearest.squared {
            return None;
        }
        *candidate = self.slid;
        Some(nearest)
    }

    /// Slides a simplex to the direction of its last vertex, which comes first. Points that slide
    /// alike become one.
    fn slide_all(&mut self, candidate: &Candidate<P>, search: &Search<'_, '_>) {
        let (difference, slid) = (search.difference, &mut self.slid);
        slid.clear();
        let Some(found) = candidate.pairs().last() else {
            return;
        };
        let still = difference.still(candidate.pairs(), search.direction, search.length);
        for pair in candidate.pairs().iter().rev() {
            if !slid
                .pairs()
                .iter()
                .any(|known| known.slides_like(pair, still))
            {
                let pair = difference.slid(pair, found, still);
                slid.add(&pair, difference.point_in(&pair));
            }
        }
    }

    fn note(&mut self, direction: DVec3, nearest: DVec3) {
        let [_, older, old] = self.last;
        self.last = [older, old, Some([direction, nearest])];
    }

    /// Takes the gap between the bounds into account that a step has led to. A secant step that
    /// does not halve the least gap so far has failed; plain ones follow, after each failure in a
    /// row one more.
    pub(super) fn learn(&mut self, secant: bool, gap: f64) {
        self.rest = self.rest.saturating_sub(1);
        if secant && gap <= self.gap * ENOUGH {
            self.pause = 0;
        } else if secant {
            self.pause += 1;
            self.rest = self.pause;
        }
        self.gap = f64::min(self.gap, gap);
    }

    /// The direction that follows from the last evaluations, around that of the nearest point; none
    /// if they are too few or too far, or lead farther away than they are themselves.
    pub(super) fn direction(&self, nearest: DVec3) -> Option<DVec3> {
        if self.rest > 0 {
            return None;
        }
        // The chart times the length of the nearest point, so that none need be a unit vector.
        let squared = nearest.dot(nearest);
        let mut places = [DVec3::ZERO; REMEMBERED];
        let mut residuals = [DVec3::ZERO; REMEMBERED];
        let mut farthest = 0.0;
        for (i, evaluation) in self.last.iter().enumerate() {
            let [direction, slid] = (*evaluation)?;
            let along = direction.dot(nearest);
            let least = CHART_COSINE * CHART_COSINE * squared * direction.dot(direction);
            if !(along > 0.0 && along * along >= least) {
                return None;
            }
            let share = 1.0 / along;
            places[i] = direction * (squared * share) - nearest;
            residuals[i] = slid - direction * (slid.dot(nearest) * share);
            farthest = f64::max(farthest, places[i].dot(places[i]));
        }
        let weights = weights(nearest, residuals);
        let mut place = DVec3::ZERO;
        for (step, weight) in places.into_iter().zip(weights) {
            place += step * weight;
        }
        place *= 1.0 / weights.iter().sum::<f64>();
        (place.dot(place) <= farthest).then(|| nearest + place)
    }
}

/// The weights, of any sum, that make the mean of three residuals across a normal vanish. Where
/// they lie along one line, as in the plane, the last two suffice.
fn weights(normal: DVec3, [f, g, h]: [DVec3; REMEMBERED]) -> [f64; REMEMBERED] {
    let area = |p: DVec3, q: DVec3| normal.dot(p.cross(q));
    let areas = [area(g, h), area(h, f), area(f, g)];
    if areas != [0.0; REMEMBERED] {
        return areas;
    }
    let along = h - g;
    [0.0, h.dot(along), -g.dot(along)]
}

#[cfg(test)]
mod tests {
    use super::Secant;
    use glam::DVec3;

    // Claim: where the residuals are linear in the chart, as for a ball seen from afar, the step is
    // exact: a ball of radius 1 around (0.3, 0.2, 4), of which the nearest direction is that of its
    // centre. No length of a direction matters.
    #[test]
    fn a_ball_is_found_almost_at_once() {
        let center = DVec3::new(0.3, 0.2, 4.0);
        for length in [1.0, 0.25, 7.0] {
            let mut secant = Secant::<DVec3>::new();
            let nearest = DVec3::Z * length;
            for direction in [
                DVec3::new(0.2, 0.0, 1.0),
                DVec3::new(0.0, 2.0, 10.0),
                DVec3::new(-0.01, -0.01, 0.1),
            ] {
                assert_eq!(secant.direction(nearest), None);
                secant.note(direction * length, center - direction.normalize());
            }
            let found = secant.direction(nearest).unwrap();
            let off = found.normalize().distance(center.normalize());
            assert!(off < 2e-3, "{length}: {off}");
        }
    }

    // Claim: of a direction that is farther from the nearest point than the cosine says, and of one
    // away from it, nothing follows, however long they are.
    #[test]
    fn what_is_too_far_says_nothing() {
        for (cosine, says_something) in [(0.31f64, true), (0.29, false), (-0.9, false)] {
            for length in [1.0, 0.25, 7.0] {
                let mut secant = Secant::<DVec3>::new();
                let side = f64::sqrt(1.0 - cosine * cosine);
                secant.note(
                    DVec3::new(side, 0.0, cosine) * length,
                    DVec3::new(0.1, 0.0, 4.0),
                );
                secant.note(DVec3::new(0.0, 0.2, 1.0), DVec3::new(0.0, 0.1, 4.0));
                secant.note(DVec3::new(0.0, -0.1, 1.0), DVec3::new(0.1, -0.1, 4.0));
                let found = secant.direction(DVec3::Z * 3.0);
                assert_eq!(found.is_some(), says_something, "{cosine} {length}");
            }
        }
    }

    // Claim: so it is in the plane, with the last two.
    #[test]
    fn a_disc_is_found_almost_at_once() {
        let center = DVec3::new(0.3, 4.0, 0.0);
        let mut secant = Secant::<DVec3>::new();
        for direction in [
            DVec3::new(9.0, 1.0, 0.0),
            DVec3::new(0.2, 1.0, 0.0),
            DVec3::new(0.0, 1.0, 0.0),
        ] {
            secant.note(direction, center - direction.normalize());
        }
        // The first is too far from the nearest point.
        assert_eq!(secant.direction(DVec3::Y), None);
        let direction = DVec3::new(0.1, 1.0, 0.0);
        secant.note(direction, center - direction.normalize());
        let found = secant.direction(DVec3::Y).unwrap();
        let off = found.normalize().distance(center.normalize());
        assert!(off < 2e-3, "{off}");
    }

    // Claim: what is not a number leads nowhere.
    #[test]
    fn what_leads_nowhere_is_none() {
        let mut secant = Secant::<DVec3>::new();
        for _ in 0..3 {
            secant.note(DVec3::Z, DVec3::NAN);
        }
        assert_eq!(secant.direction(DVec3::Z), None);
    }

    // Claim: one that does not halve the least gap is followed by a plain one, and after each
    // failure in a row by one more; one that does clears that.
    #[test]
    fn failures_are_followed_by_plain_steps() {
        let center = DVec3::new(0.3, 0.2, 4.0);
        let mut secant = Secant::<DVec3>::new();
        for direction in [[0.2, 0.0], [0.0, 0.2], [-0.1, -0.1]] {
            let direction = DVec3::new(direction[0], direction[1], 1.0);
            secant.note(direction, center - direction.normalize());
        }
        assert!(secant.direction(DVec3::Z).is_some());
        let is_ready = |secant: &Secant<DVec3>| secant.direction(DVec3::Z).is_some();
        secant.learn(false, 1.0);
        assert!(is_ready(&secant));
        for failures in 1..4 {
            secant.learn(true, 0.9);
            for _ in 0..failures {
                assert!(!is_ready(&secant));
                secant.learn(false, 0.9);
            }
            assert!(is_ready(&secant));
        }
        secant.learn(true, 0.25);
        assert!(is_ready(&secant));
        secant.learn(true, 0.2);
        assert!(!is_ready(&secant));
        secant.learn(false, 0.2);
        assert!(is_ready(&secant));
    }
}
