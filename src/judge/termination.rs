//! Did the queries end by themselves, each step strictly nearer than the last?
//!
//! A subject that is not bound promises nothing about its steps. But a search that returns to an
//! earlier simplex cycles, and only its iteration limit ended it; so its trace is searched for
//! repetitions. Without a trace there is nothing to judge.

use std::collections::BTreeMap;

use super::{Finding, Property, Trial, fails};
use crate::subject::{End, Step, StepKind};

/// Holds or fails; there is no error to measure.
pub(super) const PROPERTY: Property = Property {
    name: "termination",
    about: "the queries end before their limit, and |v| strictly decreases in each phase after the \
            portals, except in steps of Newton and off-axis ones; for subjects that promise nothing: no \
            iteration repeats another",
    asks_again: false,
    check,
};

/// How many steps in a row may not shorten |v|: four off-axis ones, each with a step of Newton and
/// the plain one that it falls back to.
const STAYS: u32 = 12;

/// Such a step leads less than twice as far as the nearest so far: |v|² is below this times the
/// least.
const FARTHER: f64 = 4.0;

/// How many portal steps a search may start with.
const PORTALS: usize = 15;

fn check(trial: &Trial<'_>) -> Option<Finding> {
    let closest = trial.answer.closest.as_ref();
    for end in [Some(trial.answer.end), closest.map(|closest| closest.end)] {
        match end {
            Some(End::IterationLimit) => return fails("the iteration limit is reached"),
            Some(End::NotFinite) => return fails("a number that is not finite"),
            Some(End::BeyondMaxDistance) => {
                return fails("stopped beyond a maximum distance that was not set");
            }
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
            "{iterations} iterations, of which {shown} are observed"
        ));
    }
    decrease(&trial.answer.steps)
}

/// Whether a search makes progress: it never returns to a simplex that it left, and never searches
/// twice from one simplex in one direction. `None` if the steps have no simplices.
fn progress(steps: &[Step]) -> Option<Finding> {
    if let Some([first, again]) = repeated(steps) {
        return fails(format!("step {} repeats step {}", again + 1, first + 1));
    }
    let is_told = steps.len() == 1 || steps.iter().any(has_simplex);
    is_told.then_some(Finding::Holds)
}

/// Whether a step has a simplex of the descent: the first step has none, and portals are not part
/// of it.
fn has_simplex(step: &Step) -> bool {
    !step.simplex.is_empty() && step.kind != StepKind::Portal
}

/// The first step that repeats an earlier one, and that one, both counted from zero: it returns to
/// a simplex, or searches again from the same one in the same direction.
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

/// The points of a simplex to the bit, in a canonical order: the order in a trace may change in a
/// cycle.
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

/// Whether each step shortens the least |v| so far. A few steps of Newton and off-axis ones need not,
/// nor must a plain one that falls back to the point before Newton's.
fn decrease(steps: &[Step]) -> Option<Finding> {
    let is_portal = |step: &Step| step.kind == StepKind::Portal;
    let portals = steps.iter().skip(1).take_while(|step| is_portal(step));
    let portals = portals.count();
    if portals > PORTALS || steps.iter().skip(1 + portals).any(is_portal) {
        return fails("a portal step after the first steps");
    }
    let (mut least, mut stayed) = ([f64::INFINITY; 2], 0);
    for pair in steps.windows(2) {
        let [last, next] = pair else { continue };
        let (Some(before), Some(now)) = (last.measured, next.measured) else {
            return fails("a step without a nearest point");
        };
        let (before, now) = (before.length_squared, now.length_squared);
        if next.kind == StepKind::Start && next.phase > last.phase {
            // The simplex of other shapes was no good to go on from.
            (least, stayed) = ([f64::INFINITY; 2], 0);
            continue;
        }
        if !now[0].is_finite() {
            return fails(format!("|v|² is {}", now[0]));
        }
        if next.phase < last.phase {
            return fails(format!("phase {} after phase {}", next.phase, last.phase));
        }
        let begins = next.phase > last.phase;
        if is_portal(next) || begins || less(now, least) {
            least = if is_portal(next) { least } else { now };
            stayed = 0;
            continue;
        }
        stayed += 1;
        let falls_back = last.kind.is_off_axis() && now == before;
        let is_farther = now[0] >= FARTHER * least[0];
        if stayed > STAYS || is_farther || !(next.kind.is_off_axis() || falls_back) {
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

    /// A step with these points of the first shape and this direction along x.
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

    /// Claim: a bound search may start with portals, and every length is a number. Portals may
    /// return to a simplex, and their lengths may grow.
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
        // An off-axis step may be no nearer, but not time and again.
        let aside = |kind| with(kind, 4.5, &[1.0]);
        let stays = |count: u32| {
            let stays = (1..=count).map(|_| aside(StepKind::OffAxis));
            let steps = [start.clone(), nearest(4.0)];
            steps.into_iter().chain(stays).collect::<Vec<_>>()
        };
        assert!(holds(&stays(STAYS)) && !holds(&stays(STAYS + 1)));
        let farther = |squared| [stays(0), vec![with(StepKind::OffAxis, squared, &[1.0])]].concat();
        assert!(holds(&farther(15.9)) && !holds(&farther(16.0)));
        let falls_back = |last| [stays(0), vec![aside(last), nearest(4.5)]].concat();
        assert!(holds(&falls_back(StepKind::Newton)) && !holds(&falls_back(StepKind::Nearest)));
        let many = vec![portal(1.0); PORTALS + 1];
        assert!(!holds(&[&[start], &many[..]].concat()));
        assert_eq!(repeated(&[portal(1.0), portal(1.0), nearest(1.0)]), None);
    }

    /// Claim: a trace that cycles is reported with the two equal steps, in any order of their
    /// points; one that makes progress holds; and one without simplices is not judged.
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
        // Another direction from the same simplex is no repetition.
        assert_eq!(repeats(step(&[2.0, 1.0], 3.0)), Some(Finding::Holds));
        assert_eq!(repeats(step(&[2.0, 3.0], 2.0)), Some(Finding::Holds));
        assert_eq!(progress(&[]), None);
        assert_eq!(progress(&[step(&[], 1.0), step(&[], 1.0)]), None);
    }
}
