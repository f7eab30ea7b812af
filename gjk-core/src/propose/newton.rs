//! Newton's step: the next direction on curved shapes.
//!
//! The plane that touches the difference nearest to the origin has a normal `n` that is the
//! direction of the nearest point of what the difference has in that plane. Plain GJK evaluates the
//! direction of the nearest point of its simplex, which leads to that plane linearly: its vertices
//! were found in other directions, and it cuts the curve between them.
//!
//! So after each evaluation the simplex *slides*: each vertex moves to the new direction on its own
//! piece of the surface, a vertex of a polytope stays, and so do points on a flat side, as of the
//! cap of a cylinder. The slid simplex has the edges and faces of the difference and no chords. Its
//! nearest point is the *foot* of the direction; the plane sought is that whose foot lies along its
//! direction. Where the surface is flat, the foot stays as the direction turns, and the next
//! direction is that of the foot. Where it is curved, the foot moves back, as the differences to
//! feet of directions nearby tell, and the step is shorter. The error of the direction is then
//! about squared in each step (`docs/acceleration.md` in the repository has the figures).
//!
//! It proposes, and no more: a slid simplex is taken if it is nearer than all before, and a step
//! that comes no nearer is followed by a plain one.
//!
//! Sources: Newton's method for the gradient of the distance, with the second derivative of the
//! support function (R. Schneider, "Convex Bodies: The Brunn-Minkowski Theory", 2014, section 2.5).

use glam::DVec3;

use super::candidate::Candidate;
use super::search::Search;
use super::simplex::Nearest;
use crate::arithmetic::{ROUNDOFF, Space};

/// A step that is worth its evaluation leaves this part of the gap, or less. With more, searches
/// were found that come nearer by a little in every step, up to the iteration limit.
const ENOUGH: f64 = 0.5;

/// How often a slid simplex is taken without comparing it to the plain one. Nine in ten searches
/// end before.
const PATIENCE: u32 = 16;

/// The least squared angle between Newton's direction and that of the foot. Less changes no gap by
/// an ulp, and a plain step may end the search. It is also about what the differences to points
/// nearby are off by: with a part of it, plain steps that would end the search were turned away.
const LEAST_TURN: f64 = ROUNDOFF;

/// The slid simplex of a search on curved shapes, and what its steps were worth.
pub(super) struct Newton<P: Space> {
    /// The simplex that was slid last: of its vertices those that its nearest point needs.
    slid: Candidate<P>,
    /// That point, the foot of the last direction, and which shapes were still.
    foot: Option<(DVec3, [bool; 2])>,
    /// The least gap between the bounds so far.
    gap: f64,
    /// How often a slid simplex was taken.
    taken: u32,
    /// How many plain steps come before the next step of Newton.
    rest: u32,
    /// How many plain steps follow one of Newton that was not worth it: one more each time in a
    /// row.
    pause: u32,
}

impl<P: Space> Newton<P> {
    /// Nothing evaluated yet.
    pub(super) fn new() -> Self {
        Self {
            slid: Candidate::empty(),
            foot: None,
            gap: f64::INFINITY,
            taken: 0,
            rest: 0,
            pause: 0,
        }
    }

    /// Slides the simplex to the last direction, in which its last vertex was found, and remembers
    /// its nearest point, the foot. If the slid simplex has two vertices or more and is nearer than
    /// all before, it takes the place of the candidate, and its nearest point is returned.
    ///
    /// A single vertex never does: it would lose the region that the chords bound. More of them may
    /// lose it too, on a surface with edges that says it is smooth. So after `PATIENCE` slid
    /// simplices the plain one stays where it is nearer, which is a step of plain GJK. Vertices of
    /// polytopes do not slide, nor does any before a plane separates the shapes.
    #[inline(never)]
    pub(super) fn slide(
        &mut self,
        search: &Search<'_>,
        least: P::Scalar,
        candidate: &mut Candidate<P>,
    ) -> Option<Nearest<P>> {
        self.foot = None;
        let found = candidate.pairs().last()?;
        let is_apart = search.lower > 0.0;
        if found.vertices().is_some() || !is_apart {
            return None;
        }
        let difference = search.difference;
        let still = difference.still(candidate.pairs(), found, search.direction, search.length);
        // The last vertex comes first. Points that slide alike become one.
        self.slid.clear();
        for pair in candidate.pairs().iter().rev() {
            let pair = difference.slid(pair, found, still);
            let mut known = self.slid.pairs().iter();
            if !known.any(|known| known.names == pair.names) {
                self.slid.add(&pair, difference.point_in(&pair));
            }
        }
        let nearest = self.slid.nearest();
        self.foot = Some((nearest.v.rounded(), still));
        let is_nearer = self.slid.count() > 1 && nearest.squared < least;
        self.taken += u32::from(is_nearer);
        let plain_is_nearer = || candidate.nearest().squared < nearest.squared;
        let is_taken = is_nearer && !(self.taken > PATIENCE && plain_is_nearer());
        if is_taken {
            *candidate = self.slid;
        }
        self.slid.keep(&nearest.weights);
        is_taken.then_some(nearest)
    }

    /// The direction of Newton's step. None on a face, to whose plane the plain step leads, and
    /// while plain steps come first.
    #[inline(never)]
    pub(super) fn direction(&self, search: &Search<'_>) -> Option<DVec3> {
        let (foot, still) = self.foot.filter(|_| self.rest == 0)?;
        let (corners, difference) = (self.slid.count(), search.difference);
        if difference.is_filled_by(corners + 1) {
            return None;
        }
        let direction = search.direction;
        let moved = |step| difference.moved(self.slid.weighted(), still, direction, step);
        let [p, q, ..] = self.slid.points().map(P::rounded);
        let edge = (corners == 2).then(|| q - p);
        next(direction, foot, edge, moved)
    }

    /// Takes the gap between the bounds into account that a step has led to. A step of Newton that
    /// does not halve the least gap so far was not worth its evaluation; plain ones follow, after
    /// each such step in a row one more.
    pub(super) fn learn(&mut self, newton: bool, gap: f64) {
        self.rest = self.rest.saturating_sub(1);
        if newton {
            let was_worth_it = gap <= self.gap * ENOUGH;
            self.pause = if was_worth_it { 0 } else { self.pause + 1 };
            self.rest = self.pause;
        }
        self.gap = f64::min(self.gap, gap);
    }
}

/// The next direction after one with this foot, which may lie on an edge. `moved` tells by how much
/// the foot moves back as the direction moves by a step. None if a plain step does, to the foot, or
/// if the direction would be far from there.
#[inline(always)]
fn next(
    direction: DVec3,
    foot: DVec3,
    edge: Option<DVec3>,
    moved: impl Fn(DVec3) -> DVec3,
) -> Option<DVec3> {
    // The direction of this length ends in the plane of the foot, which is `offset` from there. The
    // longer the direction is, the less the foot moves.
    let length = direction.dot(foot) / direction.dot(direction);
    let offset = foot - direction * length;
    // The step ends by `turn` before the foot, since that moves back as far: `turn * length =
    // moved(offset - turn)`. Solved along `across`, to the side that the mirror image has too, and
    // along `offset`.
    let turn = if let Some(edge) = edge {
        // Along an edge the foot does not move.
        let across = direction.cross(edge);
        let across = across * across.dot(offset);
        let moved_across = moved(across);
        across * (moved_across.dot(offset) / (across * length + moved_across).dot(across))
    } else {
        let (across, moved_offset) = (direction.cross(offset), moved(offset));
        let mixed = moved_offset.dot(across);
        let across = across * mixed.signum();
        let share = mixed.abs() / (across * length + moved(across)).dot(across);
        let squared = offset.dot(offset) * length;
        // By how much it moves along `offset`, less what turning across takes off.
        let left = moved_offset.dot(offset) - mixed.abs() * share;
        (offset * left + across * (share * squared)) / (squared + left)
    };
    let (turned, squared) = (turn.dot(turn), foot.dot(foot));
    let leads_on = length > 0.0 && turned > LEAST_TURN * squared && turned < squared;
    leads_on.then(|| foot - turn)
}

#[cfg(test)]
mod tests {
    use super::{Newton, next};
    use glam::DVec3;

    /// How the points of a ball of this radius move, in a direction.
    fn ball(radius: f64, direction: DVec3) -> impl Fn(DVec3) -> DVec3 {
        move |step| step.reject_from(direction) * (radius / direction.length())
    }

    // Claim: the step is Newton's: near a ball the error of the direction is squared, whatever the
    // lengths of the directions are. A large ball nearby, of which plain steps lead to the other
    // side and farther away.
    #[test]
    fn errors_are_squared() {
        let center = DVec3::new(0.03, 0.02, 4.0);
        for (radius, length) in [(1.0, 1.0), (3.0, 0.25), (3.5, 7.0)] {
            let error = |direction: DVec3| direction.normalize().distance(center.normalize());
            let mut direction = DVec3::new(0.05, -0.01, 1.0) * length;
            let mut last = error(direction);
            for _ in 0..3 {
                let foot = center - direction.normalize() * radius;
                let found = next(direction, foot, None, ball(radius, direction));
                direction = found.unwrap_or(foot);
                assert!(
                    error(direction) <= 8.0 * last * last + 1e-15,
                    "{radius}: {last:e}"
                );
                last = error(direction);
            }
            assert!(last < 1e-14, "{radius}: {last:e}");
        }
    }

    // Claim: the foot on an edge moves across it only. Two balls of radius 1, at both ends of an
    // edge along x: only the direction across is wrong after a step, by the square of its error.
    #[test]
    fn an_edge_bends_across() {
        let ends = [-1.0, 1.0].map(|x| DVec3::new(x, 0.3, 4.0));
        let (direction, edge) = (DVec3::new(0.2, 0.0, 1.0), DVec3::X);
        let ends = ends.map(|end| end - direction.normalize());
        let foot = (ends[0] - ends[0].project_onto(edge)).with_x(0.0);
        let found = next(
            direction,
            foot,
            Some(ends[1] - ends[0]),
            ball(1.0, direction),
        )
        .unwrap();
        let found = found / found.z;
        assert_eq!(found.x, 0.0);
        let off = (found.y - 0.3 / 4.0).abs();
        assert!(off < 0.01, "{off:e}");
        // What the foot alone would say.
        assert!((foot.y / foot.z - 0.3 / 4.0).abs() > 0.02);
    }

    // Claim: a mirror image takes the mirrored step, bit for bit, and so do swapped shapes, which
    // are one mirrored along all axes; a difference to a point nearby is not that to the other
    // side. The order of the ends of an edge does not matter.
    #[test]
    fn mirror_images_take_mirrored_steps() {
        let (direction, foot) = (DVec3::new(0.3, -0.1, 1.0), DVec3::new(0.2, 0.7, 4.0));
        let moved = |step: DVec3| step * DVec3::new(1.0, 0.7, 1.3) + step * step * 0.3;
        for edge in [None, Some(DVec3::new(1.0, 2.0, -0.4))] {
            let expected = next(direction, foot, edge, moved).unwrap();
            for signs in 0..8 {
                let sign = |axis| if signs & axis == 0 { 1.0 } else { -1.0 };
                let signs = DVec3::from_array([1, 2, 4].map(sign));
                let mirrored = |step: DVec3| moved(step * signs) * signs;
                for order in [1.0, -1.0] {
                    let edge = edge.map(|edge| edge * signs * order);
                    let found = next(direction * signs, foot * signs, edge, mirrored);
                    assert_eq!(found, Some(expected * signs), "{signs} {edge:?}");
                }
            }
        }
    }

    // Claim: where nothing bends the plain step does, which leads to the foot.
    #[test]
    fn a_vertex_needs_no_step() {
        let flat = |_: DVec3| DVec3::ZERO;
        let vertex = DVec3::new(0.25, -0.5, 4.0);
        assert_eq!(next(DVec3::Z, vertex, None, flat), None);
        assert_eq!(next(DVec3::Z, vertex, Some(DVec3::X), flat), None);
    }

    // Claim: of a foot on the far side nothing follows, nor of what is not a number, nor a
    // direction that is farther from the foot than that is long.
    #[test]
    fn what_leads_nowhere_is_none() {
        let foot = DVec3::new(0.05, 0.1, 4.0);
        for (foot, leads_on) in [(foot, true), (-foot, false), (DVec3::NAN, false)] {
            let found = next(DVec3::Z, foot, None, ball(1.0, DVec3::Z));
            assert_eq!(found.is_some(), leads_on, "{foot}");
        }
        // The longer direction would move as far as this foot, but for a thousandth.
        let unstable = |step: DVec3| step * -3.999;
        assert_eq!(next(DVec3::Z, foot, None, unstable), None);
        for number in [f64::NAN, f64::INFINITY] {
            let broken = |_: DVec3| DVec3::splat(number);
            for edge in [None, Some(DVec3::X)] {
                assert_eq!(
                    next(DVec3::Z, foot, edge, broken),
                    None,
                    "{number} {edge:?}"
                );
            }
        }
    }

    // Claim: one that does not halve the least gap is followed by a plain one, and after each
    // failure in a row by one more; one that does clears that.
    #[test]
    fn failures_are_followed_by_plain_steps() {
        let mut newton = Newton::<DVec3>::new();
        newton.learn(false, 1.0);
        assert_eq!(newton.rest, 0);
        for failures in 1..4 {
            newton.learn(true, 0.9);
            for left in (1..=failures).rev() {
                assert_eq!(newton.rest, left);
                newton.learn(false, 0.9);
            }
            assert_eq!(newton.rest, 0);
        }
        newton.learn(true, 0.25);
        assert_eq!(newton.rest, 0);
        newton.learn(true, 0.2);
        assert_eq!(newton.rest, 1);
        newton.learn(false, 0.2);
        assert_eq!(newton.rest, 0);
    }
}
