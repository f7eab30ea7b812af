//! Did the queries end by themselves, each step strictly nearer than the last?

use super::{Finding, Property, Trial, fails};
use crate::subject::{End, Step};

/// Holds or fails; there is no error to measure.
pub(super) const PROPERTY: Property = Property {
    name: "termination",
    about: "the queries end before their limit, and the nearest point comes strictly nearer in each iteration of \
            each phase, but beside a search beside the nearest point",
    asks_again: false,
    check,
};

/// How often |v| may stay in a row: a secant step that led no nearer is followed by a plain one, and
/// that, where it led no nearer either, by one last look beside the nearest point.
const STAYS: u32 = 2;

/// How many steps a search may make before it has a nearest point: the first, and those that make portals smaller.
const PORTALS: u32 = 16;

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
    // A guest promises nothing about its steps.
    if !trial.subject.is_bound() {
        return Some(Finding::Holds);
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

/// Whether |v| decreases from step to step.
fn decrease(steps: &[Step]) -> Option<Finding> {
    let mut stayed = 0;
    let mut without = 1;
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
        let has_none = now[0] == f64::INFINITY && before[0] == f64::INFINITY;
        without += u32::from(has_none);
        if has_none && without <= PORTALS {
            continue;
        }
        let stays = last.beside != next.beside && now == before;
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
