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
//! Its nearest point is the *foot* of the direction; the plane sought is that whose foot lies along
//! its direction. In the plane of a chart, where a direction is a place, Newton's method finds it:
//! on a flat side the foot stays, and the step leads to it; on a curved one the foot moves the other
//! way, and the step is shorter. How it moves is a symmetric matrix, of rank one for a rim, which the
//! last two evaluations tell. Where they leave much of the step before unexplained, the surface bends
//! in both directions, and the step leads to the mean of the last three whose feet are there. Where
//! curved shapes nearly touch, that halves the mean number of evaluations (`docs/acceleration.md` in
//! the repository has the figures).
//!
//! It proposes, and no more: a slid simplex is taken if it is nearer than all before, and a step
//! that comes no nearer is followed by a plain one.
//!
//! Sources: A. R. Conn, N. I. M. Gould, Ph. L. Toint, "Convergence of quasi-Newton matrices generated
//! by the symmetric rank one update", Mathematical Programming 50 (1991), of two evaluations; P.
//! Wolfe, "The secant method for simultaneous nonlinear equations", Communications of the ACM 2
//! (1959), of three; for the gradient of the distance in the chart `d / (d·n)`.

use glam::DVec3;

use super::candidate::Candidate;
use super::search::Search;
use super::simplex::Nearest;
use crate::arithmetic::Space;
use crate::difference::Pair;

/// If the newest two evaluations leave more than this part of the step before unexplained, the
/// surface bends in both directions, and a third counts.
const UNEXPLAINED: f64 = 0.3;

/// A step that is worth its evaluation leaves this part of the gap, or less. With more, searches were
/// found that come nearer by a little in every step, up to the iteration limit.
const ENOUGH: f64 = 0.5;

/// How often a slid simplex is taken without comparing it to the plain one. Nine in ten searches end
/// before.
const PATIENCE: u32 = 16;

/// What a search has learnt from its evaluations.
pub(super) struct Secant<P: Space> {
    /// The simplex that was slid last.
    slid: Candidate<P>,
    /// The last directions, of any length, each with its foot; newest last.
    last: [Option<[DVec3; 2]>; 3],
    /// Whether the newest foot is on a face of the difference: then the plane sought is likely that
    /// of the face, to which the plain step leads.
    is_on_face: bool,
    /// The least gap between the bounds so far.
    gap: f64,
    /// How often a slid simplex was taken.
    taken: u32,
    /// How many plain steps come before the next secant step.
    rest: u32,
    /// How many plain steps follow a secant step that was not worth it: one more each time in a row.
    pause: u32,
}

impl<P: Space> Secant<P> {
    /// Nothing evaluated yet.
    pub(super) fn new() -> Self {
        Self {
            slid: Candidate::empty(),
            last: [None; 3],
            is_on_face: false,
            gap: f64::INFINITY,
            taken: 0,
            rest: 0,
            pause: 0,
        }
    }

    /// Slides the simplex to the last direction, in which its last vertex was found, and remembers its
    /// nearest point, the foot. If the slid simplex has two vertices or more and is nearer than all
    /// before, it takes the place of the candidate, and its nearest point is returned.
    ///
    /// A single vertex never does: it would lose the region that the chords bound. More of them may
    /// lose it too, on a surface with edges that says it is smooth. So after `PATIENCE` slid simplices
    /// the plain one stays where it is nearer, which is a step of plain GJK. Vertices of polytopes do
    /// not slide, nor does any before a plane separates the shapes.
    #[inline(never)]
    pub(super) fn slide(
        &mut self,
        search: &Search<'_>,
        least: P::Scalar,
        candidate: &mut Candidate<P>,
    ) -> Option<Nearest<P>> {
        self.is_on_face = false;
        let found = candidate.pairs().last()?;
        if found.vertices().is_some() {
            return None;
        }
        let is_apart = search.lower > 0.0;
        if !is_apart {
            let point = candidate.points()[candidate.count() - 1];
            self.note(search.direction, point.rounded());
            return None;
        }
        self.slide_all(candidate, found, search);
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
        let has_weight = |weight: &&P::Scalar| **weight > P::Scalar::from(0.0);
        let corners = nearest.weights.iter().filter(has_weight).count();
        self.is_on_face = search.difference.is_filled_by(corners + 1);
        Some(nearest)
    }

    /// Slides a simplex to the direction in which its last vertex was found, which comes first.
    /// Points that slide alike become one.
    fn slide_all(&mut self, candidate: &Candidate<P>, found: &Pair, search: &Search<'_>) {
        let (difference, slid) = (search.difference, &mut self.slid);
        let still = difference.still(candidate.pairs(), search.direction, search.length);
        slid.clear();
        for pair in candidate.pairs().iter().rev() {
            let mut known = slid.pairs().iter();
            if !known.any(|known| known.slides_like(pair, still)) {
                let pair = difference.slid(pair, found, still);
                slid.add(&pair, difference.point_in(&pair));
            }
        }
    }

    fn note(&mut self, direction: DVec3, foot: DVec3) {
        let [_, older, newest] = self.last;
        self.last = [older, newest, Some([direction, foot])];
    }

    /// Takes the gap between the bounds into account that a step has led to. A secant step that
    /// does not halve the least gap so far was not worth its evaluation; plain ones follow, after each
    /// such step in a row one more.
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

    /// The direction that follows from the last two evaluations or three, in the chart around that
    /// of the nearest point. None on a face, if one of the evaluations or of their feet is on the
    /// far side, or if the direction would be farther from that of the nearest point than they are.
    pub(super) fn direction(&self, nearest: DVec3) -> Option<DVec3> {
        let [oldest, older, newest] = self.last;
        // The plane of the chart, at the height of the newest foot.
        let (squared, height) = (nearest.dot(nearest), newest?[1].dot(nearest));
        if self.is_on_face || self.rest > 0 || !(height > 0.0) {
            return None;
        }
        let center = nearest * (height / squared);
        // The place of a direction, and the offset of its foot from there.
        let in_chart = |[direction, foot]: [DVec3; 2]| {
            let along = direction.dot(nearest);
            let place = direction * (height / along) - center;
            let offset = foot - nearest * (foot.dot(nearest) / squared) - place;
            (along > 0.0).then_some([place, offset])
        };
        let [older, newest] = [in_chart(older?)?, in_chart(newest?)?];
        // Newton's step, where the surface bends as much as the step between the last two says.
        let [step, change] = between(older, newest);
        let bend = change - step;
        let reach = bend.dot(change);
        let share = if reach > 0.0 { 1.0 / reach } else { 0.0 };
        let newton = |offset: DVec3| offset - bend * (bend.dot(offset) * share);
        let [[place, offset], [other, _]] = [newest, older];
        let mut found = place + newton(offset);
        let mut farthest = f64::max(place.dot(place), other.dot(other));
        if let Some(oldest) = oldest {
            let oldest = in_chart(oldest)?;
            let [step, change] = between(oldest, older);
            let off = newton(change) - step;
            if off.dot(off) > UNEXPLAINED * UNEXPLAINED * step.dot(step) {
                found = mean_without_offset(nearest, [oldest, older, newest]).unwrap_or(found);
                farthest = f64::max(farthest, oldest[0].dot(oldest[0]));
            }
        }
        (found.dot(found) <= farthest).then(|| center + found)
    }
}

/// The step between two places of a chart, and by how much the offset changes the other way.
fn between(p: [DVec3; 2], q: [DVec3; 2]) -> [DVec3; 2] {
    [q[0] - p[0], p[1] - q[1]]
}

/// The weighted mean of three places across a normal whose offsets have the mean zero. None if these
/// lie along one line, as in the plane.
fn mean_without_offset(normal: DVec3, known: [[DVec3; 2]; 3]) -> Option<DVec3> {
    let [[a, f], [b, g], [c, h]] = known;
    let area = |p: DVec3, q: DVec3| normal.dot(p.cross(q));
    let [p, q, r] = [area(g, h), area(h, f), area(f, g)];
    let whole = p + q + r;
    (whole != 0.0).then(|| (a * p + b * q + c * r) * (1.0 / whole))
}

#[cfg(test)]
mod tests {
    use super::Secant;
    use glam::DVec3;

    // Claim: where the foot is linear in the chart, as that of a ball seen from afar, the step is
    // exact: a ball of radius 1 around (0.3, 0.2, 4), of which the nearest direction is that of its
    // centre. Two evaluations suffice if they differ along that direction. No length matters.
    #[test]
    fn a_ball_is_found_almost_at_once() {
        let center = DVec3::new(0.3, 0.2, 4.0);
        let toward = center.with_z(0.0) / center.z;
        for length in [1.0, 0.25, 7.0] {
            let mut secant = Secant::<DVec3>::new();
            let nearest = DVec3::Z * length;
            for tilt in [toward * 2.0, toward * -1.0] {
                assert_eq!(secant.direction(nearest), None);
                let direction = DVec3::Z + tilt;
                secant.note(direction * length, center - direction.normalize());
            }
            let found = secant.direction(nearest).unwrap();
            let off = (found / found.z - center / center.z).length();
            assert!(off < 2e-3, "{length}: {off:e}");
        }
    }

    // Claim: near a surface that bends in both directions three evaluations tell how: a ball of radius
    // 3, one away.
    #[test]
    fn a_ball_nearby_is_found_by_three() {
        let center = DVec3::new(0.03, 0.02, 4.0);
        let mut secant = Secant::<DVec3>::new();
        for direction in [[0.02, 0.0], [0.0, 0.02], [-0.01, -0.01]] {
            let direction = DVec3::new(direction[0], direction[1], 1.0);
            secant.note(direction, center - direction.normalize() * 3.0);
        }
        let found = secant.direction(DVec3::Z).unwrap();
        let off = (found / found.z - center / center.z).length();
        assert!(off < 1e-4, "{off:e}");
    }

    // Claim: on a flat side the step leads to the foot, whatever was evaluated: to the direction of a
    // vertex, also where nothing is rounded.
    #[test]
    fn a_vertex_is_found_at_once() {
        let vertex = DVec3::new(0.25, -0.5, 4.0);
        let mut secant = Secant::<DVec3>::new();
        for direction in [[0.5, 0.0], [0.0, 0.5], [-0.25, -0.25]] {
            secant.note(DVec3::new(direction[0], direction[1], 1.0), vertex);
        }
        let found = secant.direction(DVec3::Z * 5.0).unwrap();
        assert!(found.normalize().distance(vertex.normalize()) < 1e-15);
    }

    // Claim: of a direction on the far side of the nearest point nothing follows, nor of a foot on the
    // far side.
    #[test]
    fn the_far_side_says_nothing() {
        let known = [DVec3::new(0.2, 0.0, 1.0), DVec3::new(-0.1, 0.1, 1.0)];
        let foot = DVec3::new(0.05, 0.0, 4.0);
        for (direction, foot, says_something) in [
            (known[1], foot, true),
            (-known[1], foot, false),
            (known[1], -foot, false),
        ] {
            let mut secant = Secant::<DVec3>::new();
            secant.note(known[0], DVec3::new(0.0, 0.1, 4.0));
            secant.note(direction, foot);
            let found = secant.direction(DVec3::Z);
            assert_eq!(found.is_some(), says_something, "{direction} {foot}");
        }
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
        let is_ready = |secant: &Secant<DVec3>| secant.direction(DVec3::Z).is_some();
        assert!(is_ready(&secant));
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
