//! The secant step: where to look next on curved shapes.
//!
//! The plane that touches the difference nearest to the origin has a normal `n` whose own support
//! point lies along `n`. Plain GJK asks in the direction of the nearest point of its simplex, which
//! leads to that plane linearly. The secant step takes the last three directions and what is left
//! of their support points across the nearest point, the residuals, and asks in that mean of the
//! directions that makes the mean of the residuals vanish. On smooth shapes it needs less than half
//! the evaluations (`docs/acceleration.md` in the repository has the figures).
//!
//! It proposes, and no more: a step that brings the simplex no nearer is followed by a plain one.
//!
//! Source: P. Wolfe, "The secant method for simultaneous nonlinear equations", Communications of
//! the ACM 2 (1959), for the gradient of the distance in the chart `d / (d·n)`.

use glam::DVec3;

use crate::difference::Pair;
use crate::support::Feature;

/// How many evaluations a step follows from: two residuals across a nearest point in space are
/// independent, three vanish in the mean.
const REMEMBERED: usize = 3;

/// Before so many iterations the search is plain: most searches that need no help are over by then.
const FROM: u32 = 5;

/// Directions farther from the nearest point than this cosine say nothing about its surroundings.
const CHART_COSINE: f64 = 0.3;

/// A step that is worth its evaluation leaves this part of the gap, or less.
const ENOUGH: f64 = 0.5;

/// A support point of the difference and the direction that it was asked in.
#[derive(Clone, Copy)]
struct Evaluation {
    direction: DVec3,
    point: DVec3,
}

/// The last evaluations of a search, newest last.
#[derive(Clone, Copy)]
pub(crate) struct Secant {
    last: [Option<Evaluation>; REMEMBERED],
    /// The least gap between the bounds so far.
    gap: f64,
    /// How many plain steps come before the next secant step.
    rest: u32,
    /// How many came after the last failure.
    pause: u32,
}

impl Secant {
    /// Nothing evaluated yet.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            last: [None, None, None],
            gap: f64::INFINITY,
            rest: 0,
            pause: 0,
        }
    }

    /// Remembers an evaluation. The vertices of polytopes have no directions in between.
    pub(crate) fn note(&mut self, direction: DVec3, pair: &Pair, point: DVec3) {
        let is_curved = |feature| matches!(feature, Feature::Direction(_));
        if pair.names.into_iter().any(is_curved) {
            self.last.rotate_left(1);
            self.last[REMEMBERED - 1] = Some(Evaluation { direction, point });
        }
    }

    /// Takes the gap between the bounds into account that a step has led to. A secant step that does
    /// not halve the least gap so far has failed; plain ones follow, after each failure in a row one
    /// more.
    pub(crate) fn learn(&mut self, secant: bool, gap: f64) {
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
    pub(crate) fn direction(&self, nearest: DVec3, iterations: u32) -> Option<DVec3> {
        if self.rest > 0 || iterations < FROM {
            return None;
        }
        let normal = nearest / nearest.length();
        let mut places = [DVec3::ZERO; REMEMBERED];
        let mut residuals = [DVec3::ZERO; REMEMBERED];
        let mut farthest = 0.0;
        for (i, evaluation) in self.last.iter().enumerate() {
            let Evaluation { direction, point } = (*evaluation)?;
            let cosine = direction.dot(normal) / direction.length();
            if cosine.is_nan() || cosine < CHART_COSINE {
                return None;
            }
            let direction = direction / direction.dot(normal);
            places[i] = direction - normal;
            residuals[i] = point - direction * point.dot(normal);
            farthest = f64::max(farthest, places[i].dot(places[i]));
        }
        let weights = weights(normal, residuals);
        let total: f64 = weights.iter().sum();
        let mut place = DVec3::ZERO;
        for (step, weight) in places.into_iter().zip(weights) {
            place += step * (weight / total);
        }
        (place.dot(place) <= farthest).then(|| normal + place)
    }
}

/// The weights, of any sum, that make the mean of three residuals across a normal vanish. In the
/// plane, where the residuals lie along one line, two of them suffice.
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
    use super::{FROM, Secant};
    use crate::difference::Pair;
    use crate::support::Feature;
    use glam::DVec3;

    /// An evaluation in that direction of a shape with a support mapping of its own.
    fn note(secant: &mut Secant, direction: DVec3, point: DVec3) {
        let pair = Pair {
            names: [Feature::Direction(direction), Feature::Vertex(0)],
            ..Pair::EMPTY
        };
        secant.note(direction, &pair, point);
    }

    // Claim: where the residuals are linear in the chart, as for a ball seen from afar, the step is
    // exact: a ball of radius 1 around (0.3, 0.2, 4), of which the nearest direction is that of its
    // centre.
    #[test]
    fn a_ball_is_found_almost_at_once() {
        let center = DVec3::new(0.3, 0.2, 4.0);
        let mut secant = Secant::new();
        for direction in [
            DVec3::new(0.2, 0.0, 1.0),
            DVec3::new(0.0, 0.2, 1.0),
            DVec3::new(-0.1, -0.1, 1.0),
        ] {
            assert_eq!(secant.direction(DVec3::Z, FROM), None);
            note(&mut secant, direction, center - direction.normalize());
        }
        let found = secant.direction(DVec3::Z, FROM).unwrap();
        let off = found.normalize().distance(center.normalize());
        assert!(off < 2e-3, "{off}");
    }

    // Claim: so it is in the plane, with the last two.
    #[test]
    fn a_disc_is_found_almost_at_once() {
        let center = DVec3::new(0.3, 4.0, 0.0);
        let mut secant = Secant::new();
        for direction in [
            DVec3::new(9.0, 1.0, 0.0),
            DVec3::new(0.2, 1.0, 0.0),
            DVec3::new(0.0, 1.0, 0.0),
        ] {
            note(&mut secant, direction, center - direction.normalize());
        }
        // The first is too far from the nearest point.
        assert_eq!(secant.direction(DVec3::Y, FROM), None);
        let direction = DVec3::new(0.1, 1.0, 0.0);
        note(&mut secant, direction, center - direction.normalize());
        let found = secant.direction(DVec3::Y, FROM).unwrap();
        let off = found.normalize().distance(center.normalize());
        assert!(off < 2e-3, "{off}");
    }

    // Claim: vertices are not remembered, and what is not a number leads nowhere.
    #[test]
    fn what_leads_nowhere_is_none() {
        let mut secant = Secant::new();
        for _ in 0..3 {
            secant.note(DVec3::Z, &Pair::EMPTY, DVec3::Z);
        }
        assert_eq!(secant.direction(DVec3::Z, FROM), None);
        for point in [DVec3::Z, DVec3::NAN] {
            for _ in 0..3 {
                note(&mut secant, DVec3::Z, point);
            }
            assert_eq!(secant.direction(DVec3::Z, FROM), None);
        }
    }

    // Claim: there is no step before so many iterations; one that does not halve the least gap is
    // followed by a plain one, and after each failure in a row by one more; one that does clears
    // that.
    #[test]
    fn failures_are_followed_by_plain_steps() {
        let center = DVec3::new(0.3, 0.2, 4.0);
        let mut secant = Secant::new();
        for direction in [[0.2, 0.0], [0.0, 0.2], [-0.1, -0.1]] {
            let direction = DVec3::new(direction[0], direction[1], 1.0);
            note(&mut secant, direction, center - direction.normalize());
        }
        assert!(secant.direction(DVec3::Z, FROM - 1).is_none());
        assert!(secant.direction(DVec3::Z, FROM).is_some());
        let is_ready = |secant: &Secant| secant.direction(DVec3::Z, FROM).is_some();
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
