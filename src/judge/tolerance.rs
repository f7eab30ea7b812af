//! With a tolerance, is the verdict right, do the bounds hold, and are they as near as asked?

use super::{Finding, Property, Trial, budget, error, exact, fails};
use crate::subject::{Closest, End, Setting};

/// By how much the bounds of a query with a tolerance are wrong.
pub(super) const PROPERTY: Property = Property {
    name: "tolerance",
    about: "with a tolerance the verdict is right, and the bounds hold and are no farther apart, \
            in ulps of the largest length",
    asks_again: true,
    check,
};

/// The relative tolerance to try.
const RELATIVE: f64 = 1.0 / 1024.0;

fn check(trial: &Trial<'_>) -> Option<Finding> {
    let base = trial.answer.closest.as_ref()?;
    if base.end != End::Converged {
        return None;
    }
    // As long as the shapes: it would hide every gap, if a tolerance decided the verdict.
    let largest = trial.truth.unit / f64::EPSILON;
    let (part, length) = (RELATIVE / 2.0, RELATIVE * base.distance);
    let mut worst = 0.0;
    // The larger one counts, and not their sum.
    for [relative, absolute] in [[RELATIVE, length / 2.0], [part, length], [0.0, largest]] {
        let setting = Setting::Tolerance { relative, absolute };
        let closest = trial.subject.answer_with(trial.case, setting)?;
        let tolerance = f64::max(relative * closest.distance, absolute);
        match off(trial, &closest, tolerance) {
            Ok(ulps) => worst = f64::max(worst, ulps),
            Err(reason) => {
                return fails(format!(
                    "{reason}, with a tolerance of {relative:e} of the distance or {absolute:e}"
                ));
            }
        }
    }
    error(worst, base.distance, None)
}

/// By how many ulps of the largest length an answer with a tolerance is wrong, or why it is beyond
/// any budget.
fn off(trial: &Trial<'_>, closest: &Closest, tolerance: f64) -> Result<f64, String> {
    let (truth, is_exact) = (trial.truth, exact::applies(trial));
    let distance = closest.distance;
    let [lower, upper] = closest.bounds.unwrap_or([distance; 2]);
    if !(lower <= distance && distance <= upper && upper.is_finite()) {
        return Err(format!(
            "the distance {distance:e} is not between its bounds {lower:e} and {upper:e}"
        ));
    }
    let wrong_by = truth.verdict_error(distance == 0.0, closest.normal);
    if let (true, Some(gap)) = (is_exact, wrong_by) {
        return Err(format!("the verdict is wrong by {gap:e}"));
    }
    // What rounding alone leaves open.
    let rounding = match is_exact {
        true => distance.next_up() - distance.next_down(),
        false => budget::promise("gap").ulps * truth.unit,
    };
    let may_be_wider = closest.end != End::Converged && !is_exact;
    if !(upper - lower <= f64::max(tolerance, rounding) || may_be_wider) {
        return Err(format!(
            "the bounds {lower:e} and {upper:e} are too far apart"
        ));
    }
    let is_enclosed = !(truth.may_fall_below(lower) || truth.may_exceed(upper));
    if is_exact {
        return match is_enclosed {
            true => Ok(0.0),
            false => Err(format!(
                "the exact distance is not between the bounds {lower:e} and {upper:e}"
            )),
        };
    }
    let off = f64::max(truth.bounds_error([lower, upper]), wrong_by.unwrap_or(0.0));
    Ok(off / truth.unit)
}
