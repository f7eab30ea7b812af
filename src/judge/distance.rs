//! The error of the distance.

use super::{Finding, Property, Trial, error, fails};
use crate::case::Scalar;

/// The error in ulps of the largest length.
pub(super) const PROPERTY: Property = Property {
    name: "distance",
    about: "the distance is exact, in ulps of the largest length",
    asks_again: false,
    check,
};

/// For shapes stored in `f32`: the distance rounded to `f32`.
pub(super) const ROUNDED: Property = Property {
    name: "rounded",
    about: "for shapes in f32: the distance rounds to the correct f32 or its neighbour",
    asks_again: false,
    check: check_rounded,
};

fn check(trial: &Trial<'_>) -> Option<Finding> {
    let claimed = trial.answer.claimed_distance()?;
    if !(claimed >= 0.0 && claimed.is_finite()) {
        return fails(format!("the distance is {claimed}"));
    }
    if let Some(closest) = &trial.answer.closest
        && closest.distance.to_bits() != claimed.to_bits()
    {
        return fails(format!(
            "the distance is {claimed:e} alone, {:e} with closest points",
            closest.distance
        ));
    }
    let ulps = largest_error(trial, claimed) / trial.truth.unit;
    error(ulps, claimed, None)
}

/// The largest possible error of `claimed`.
fn largest_error(trial: &Trial<'_>, claimed: f64) -> f64 {
    let [least, greatest] = trial.truth.distance_error(claimed);
    f64::max(least.abs(), greatest.abs())
}

/// The midpoint of a float and its second neighbour is exact in `f64`, so the comparison is exact.
fn check_rounded(trial: &Trial<'_>) -> Option<Finding> {
    if trial.case.scalar != Scalar::F32 {
        return None;
    }
    let claimed = trial.answer.claimed_distance()? as f32;
    if !claimed.is_finite() {
        return None;
    }
    let below = claimed.next_down().next_down();
    let lower = (f64::from(below) + f64::from(claimed.next_down())) / 2.0;
    let above = claimed.next_up().next_up();
    let upper = (f64::from(above) + f64::from(claimed.next_up())) / 2.0;
    // Next to the largest f32 there is no second neighbour above: no claim is too low.
    let too_low = upper.is_finite() && trial.truth.may_exceed(upper);
    let too_high = lower > 0.0 && trial.truth.may_fall_below(lower);
    if too_low || too_high {
        let [exact, _] = trial.truth.distance();
        // Below an ulp of the largest length, in f64, the distance itself is within its error.
        let ulps = largest_error(trial, f64::from(claimed)) / trial.truth.unit;
        return error(ulps, f64::from(claimed), [exact, exact]);
    }
    Some(Finding::Holds)
}
