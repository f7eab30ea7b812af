//! Did the queries end by themselves, each step strictly nearer than the last?
//!
//! A guest promises nothing about its steps. But a search that comes back to where it was goes
//! round in a circle, and only a count of its own ended it; so its trace is searched for that.
//! Without a trace there is nothing to judge.

use std::collections::BTreeMap;

use super::{Finding, Property, Trial, fails};
use crate::subject::{End, Step, StepKind};

/// Holds or fails; there is no error to measure.
pub(super) const PROPERTY: Property = Property {
    name: "termination",
    about: "the queries end before their limit, and the nearest point comes strictly nearer in each iteration of \
            each phase after the portals, but for secant and off-axis steps; of a guest: no iteration repeats another",
    asks_again: false,
    check,
};

/// How often |v| may stay in a row: a secant step that led no nearer is followed by a plain one, and
/// that, where it led no nearer either, by one off-axis step.
const STAYS: u32 = 2;

/// How many portal steps a search may start with.
const PORTALS: usize = 15;

fn check(trial: &Trial<'_>) -> Option<Finding> {
    let closest = trial.answer.closest.as_ref();
    for end in [Some(trial.answer.end), closest.map(|closest| closest.end)] {
        match end {
            Some(End::IterationLimit) => return fails("the limit of iterations is reached"),
            Some(End::NotFinite) => return fails("a number that is not finite"),
            Some(End::BeyondMaxDistance) => return fails("no distance was set to stop beyond"),
            Some(End::Converged | End::Stalled) | None => {}
        }
    }
    if !trial.subject.is_bound() {
        return progress(&trial.answer.steps);
    }
    let shown = trial.answer.steps.len();
    let iterations = closest.map_or(shown, |closest| closest.iterations as usize);
    if shown > 0 && shown != iterations {
        return fails(format!(
            "{iterations} iterations, {shown} of which are shown"
        ));
    }
    decrease(&trial.answer.steps)
}

/// Whether a search goes on: it never comes back to a simplex that it left, and never asks twice of
/// one simplex in one direction. `None` where the steps do not tell their simplices.
fn progress(steps: &[Step]) -> Option<Finding> {
    if let Some([first, again]) = repeated(steps) {
        return fails(format!("step {} repeats step {}", again + 1, first + 1));
    }
    let is_told = steps.len() == 1 || steps.iter().any(has_simplex);
    is_told.then_some(Finding::Holds)
}

/// Whether a step has a simplex that counts. A search begins without one, and portals are not the simplices of a descent.
fn has_simplex(step: &Step) -> bool {
    !step.simplex.is_empty() && step.kind != StepKind::Portal
}

/// The first step that repeats another, and that before it, both counted from zero: one that comes back to a simplex, or asks
/// again of the same in the same direction.
pub fn repeated(steps: &[Step]) -> Option<[usize; 2]> {
    let mut seen = BTreeMap::new();
    for (index, step) in steps.iter().enumerate() {
        if !has_simplex(step) {
            continue;
        }
        let Some(last) = seen.insert(simplex(step), index) else {
            continue;
        };
        let stays = last + 1 == index;
        if !stays || steps[last].direction == step.direction {
            return Some([last, index]);
        }
    }
    None
}

/// The points of a simplex to the bit, in an order of their own: that of a trace may change as it
/// goes round.
fn simplex(step: &Step) -> (u32, Vec<[u64; 6]>) {
    // Both zeros are the same point.
    let bits = |x: f64| (x + 0.0).to_bits();
    let vertices = step.simplex.iter();
    let mut points: Vec<_> = vertices
        .map(|v| [v.a.x, v.a.y, v.a.z, v.b.x, v.b.y, v.b.z].map(bits))
        .collect();
    points.sort_unstable();
    (step.phase, points)
}

/// Whether |v| decreases from step to step.
fn decrease(steps: &[Step]) -> Option<Finding> {
    let mut stayed = 0;
    let is_portal = |step: &Step| step.kind == StepKind::Portal;
    let portals = steps.iter().skip(1).take_while(|step| is_portal(step));
    let portals = portals.count();
    if portals > PORTALS || steps.iter().skip(1 + portals).any(is_portal) {
        return fails("a portal step after the first steps");
    }
    for pair in steps.windows(2) {
        let [last, next] = pair else { continue };
        if next.phase != last.phase {
            stayed = 0;
            if next.phase < last.phase {
                return fails(format!("phase {} after phase {}", next.phase, last.phase));
            }
            continue;
        }
        let (Some(before), Some(now)) = (last.measured, next.measured) else {
            return fails("a step without a nearest point");
        };
        let (before, now) = (before.length_squared, now.length_squared);
        if !now[0].is_finite() {
            return fails(format!("|v|² is {}", now[0]));
        }
        if is_portal(last) || is_portal(next) {
            continue;
        }
        let stays = last.kind.is_off_axis() != next.kind.is_off_axis() && now == before;
        stayed = if stays { stayed + 1 } else { 0 };
        if !less(now, before) && !(1..=STAYS).contains(&stayed) {
            return fails(format!(
                "|v|² does not decrease: {:e} after {:e}",
                now[0], before[0]
            ));
        }
    }
    Some(Finding::Holds)
}

/// Compares two unevaluated sums whose first term is the sum rounded.
fn less(x: [f64; 2], y: [f64; 2]) -> bool {
    x[0] < y[0] || (x[0] == y[0] && x[1] < y[1])
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::subject::{Frame, Measured, StepKind, Vertex};

    /// A step with these points of the first shape, which asks along x so far.
    fn step(points: &[f64], x: f64) -> Step {
        let vertex = |p: &f64| Vertex {
            a: DVec3::X * *p,
            b: DVec3::ZERO,
            weight: f64::NAN,
        };
        Step {
            phase: 0,
            kind: StepKind::Nearest,
            arithmetic: "f64",
            frame: Frame::Shapes,
            simplex: points.iter().map(vertex).collect(),
            direction: DVec3::X * x,
            support: [DVec3::ZERO; 2],
            measured: None,
        }
    }

    /// Claim: a search that is bound starts with portals or has none, and every length is a number; portals may come back to a
    /// simplex, and their lengths may grow.
    #[test]
    fn portals_come_first() {
        let with = |kind, length: f64, points: &[f64]| Step {
            kind,
            measured: Some(Measured {
                nearest: DVec3::ZERO,
                length_squared: [length, 0.0],
                bounds: [0.0; 2],
            }),
            ..step(points, 1.0)
        };
        let start = with(StepKind::Start, f64::INFINITY, &[]);
        let portal = |length| with(StepKind::Portal, length, &[1.0]);
        let nearest = |length| with(StepKind::Nearest, length, &[1.0]);
        let holds = |steps: &[Step]| decrease(steps) == Some(Finding::Holds);
        assert!(holds(&[
            start.clone(),
            portal(2.0),
            portal(3.0),
            nearest(4.0),
            nearest(3.0)
        ]));
        assert!(!holds(&[start.clone(), nearest(4.0), portal(3.0)]));
        assert!(!holds(&[start.clone(), nearest(4.0), nearest(4.0)]));
        assert!(!holds(&[start.clone(), portal(f64::NAN)]));
        let many = vec![portal(1.0); PORTALS + 1];
        assert!(!holds(&[&[start], &many[..]].concat()));
        assert_eq!(repeated(&[portal(1.0), portal(1.0), nearest(1.0)]), None);
    }

    /// Claim: a trace that comes back is named with the steps that are the same, in whatever order
    /// their points stand; one that goes on holds; and one without simplices is not judged.
    #[test]
    fn a_circle_is_found_in_a_trace() {
        let fresh = [step(&[], 1.0), step(&[1.0], -1.0), step(&[1.0, 2.0], 2.0)];
        assert_eq!(progress(&fresh), Some(Finding::Holds));
        assert_eq!(progress(&fresh[..1]), Some(Finding::Holds));
        let repeats = |next: Step| progress(&[&fresh[..], &[next]].concat());
        assert_eq!(repeats(step(&[1.0], 5.0)), fails("step 4 repeats step 2"));
        assert_eq!(
            repeats(step(&[2.0, 1.0], 2.0)),
            fails("step 4 repeats step 3")
        );
        // Another look beside the same simplex is none.
        assert_eq!(repeats(step(&[2.0, 1.0], 3.0)), Some(Finding::Holds));
        assert_eq!(repeats(step(&[2.0, 3.0], 2.0)), Some(Finding::Holds));
        assert_eq!(progress(&[]), None);
        assert_eq!(progress(&[step(&[], 1.0), step(&[], 1.0)]), None);
    }
}
