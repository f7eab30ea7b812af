//! Do the bounds enclose the exact distance, and do they meet?

use super::{Finding, Property, Trial, error, fails};
use crate::subject::End;

/// By how much the lower bound exceeds the exact distance.
pub(super) const LOWER: Property = Property {
    name: "lower",
    about: "the lower bound is at most the exact distance, in ulps of the largest length",
    asks_again: false,
    check: check_lower,
};

/// By how much the exact distance exceeds the upper bound.
pub(super) const UPPER: Property = Property {
    name: "upper",
    about: "the upper bound is at least the exact distance, in ulps of the largest length",
    asks_again: false,
    check: check_upper,
};

/// The width of the bounds of a converged answer.
pub(super) const GAP: Property = Property {
    name: "gap",
    about: "the bounds of a converged answer meet, in ulps of the largest length",
    asks_again: false,
    check: check_gap,
};

fn bounds(trial: &Trial<'_>) -> Option<[f64; 2]> {
    trial.answer.closest.as_ref()?.bounds
}

fn check_lower(trial: &Trial<'_>) -> Option<Finding> {
    let [lower, _] = bounds(trial)?;
    if !(lower >= 0.0 && lower.is_finite()) {
        return fails(format!("the lower bound is {lower}"));
    }
    let [_, excess] = trial.truth.distance_error(lower);
    error(f64::max(0.0, excess / trial.truth.unit), lower, None)
}

fn check_upper(trial: &Trial<'_>) -> Option<Finding> {
    let [_, upper] = bounds(trial)?;
    if !(upper >= 0.0 && upper.is_finite()) {
        return fails(format!("the upper bound is {upper}"));
    }
    let [error_least, _] = trial.truth.distance_error(upper);
    error(f64::max(0.0, -error_least / trial.truth.unit), upper, None)
}

fn check_gap(trial: &Trial<'_>) -> Option<Finding> {
    let closest = trial.answer.closest.as_ref()?;
    let [lower, upper] = closest.bounds?;
    if !(lower <= closest.distance && closest.distance <= upper) {
        return fails(format!(
            "the distance {:e} is not between its bounds {lower:e} and {upper:e}",
            closest.distance
        ));
    }
    if closest.end != End::Converged {
        return None;
    }
    error((upper - lower) / trial.truth.unit, upper, [lower, lower])
}
