//! Exactness for polytopes and sphere-swept polytopes: verdict, distance and bounds.
//!
//! Integers decide their distance, so there is no tolerance near contact or for small distances.
//! Errors are found by exact comparison; only the figure in the report is rounded.

use gjk_reference::Contact;

use super::unit::ulp;
use super::{Finding, Property, Trial, Truth, error};
use crate::subject::{Closest, End};

/// The distance of the shapes from the claimed class; positive for every wrong verdict.
pub(super) const VERDICT: Property = Property {
    name: "exact verdict",
    about: "for polytopes the verdict is exact in every query, touching included; in ulps of the \
            largest length",
    asks_again: false,
    check: check_verdict,
};

/// The error of the distance.
pub(super) const DISTANCE: Property = Property {
    name: "exact distance",
    about: "for polytopes the distance is exact, in ulps of that distance",
    asks_again: false,
    check: check_distance,
};

/// By how much a bound is wrong.
pub(super) const BOUNDS: Property = Property {
    name: "exact bounds",
    about: "for polytopes the bounds enclose the exact distance, in ulps of that distance",
    asks_again: false,
    check: check_bounds,
};

/// Whether there is an exact number, and the subject promises it.
pub(super) fn applies(trial: &Trial<'_>) -> bool {
    trial.subject.is_exact() && trial.truth.pair().is_some()
}

/// Some fractions of a distance, the floats next to the exact distance on both sides, and their
/// neighbours: the lengths at which exact answers are tested.
pub(super) fn lengths_around(
    parts: &[f64],
    distance: f64,
    truth: &Truth,
) -> impl Iterator<Item = f64> {
    let below = truth.distance_rounded_down();
    let above = below.next_up();
    let around = [below.next_down(), below, above, above.next_up()];
    let lengths = parts.iter().map(move |part| part * distance).chain(around);
    lengths.filter(|length| (0.0..=f64::MAX).contains(length))
}

fn check_verdict(trial: &Trial<'_>) -> Option<Finding> {
    // A stopped query made no claim; `termination` judges that.
    if !applies(trial) || trial.answer.end == End::IterationLimit {
        return None;
    }
    let (answer, truth) = (trial.answer, trial.truth);
    let meet = truth.contact? != Contact::Separated;
    let distances = [answer.distance, answer.closest.as_ref().map(|c| c.distance)];
    let mut verdicts = distances.iter().flatten().map(|distance| *distance == 0.0);
    if answer.intersects == meet && verdicts.all(|verdict| verdict == meet) {
        return Some(Finding::Holds);
    }
    let normal = answer.closest.as_ref().and_then(|c| c.normal);
    let gap = truth.verdict_error(!meet, normal)? / truth.unit;
    let claimed = answer.distance.unwrap_or(f64::NAN);
    // Touching shapes are at distance zero from the other class, but the verdict is wrong.
    error(gap.max(0f64.next_up()), claimed, None)
}

fn check_distance(trial: &Trial<'_>) -> Option<Finding> {
    let claimed = trial.answer.distance?;
    // `distance` judges numbers that are not finite.
    if !(applies(trial) && claimed.is_finite()) {
        return None;
    }
    error(own_ulps(trial.truth, claimed), claimed, None)
}

fn check_bounds(trial: &Trial<'_>) -> Option<Finding> {
    let bounds = |closest: &Closest| closest.bounds;
    let [lower, upper] = trial.answer.closest.as_ref().and_then(bounds)?;
    // `lower` and `upper` judge numbers that are not finite.
    if !(applies(trial) && lower.is_finite() && upper.is_finite()) {
        return None;
    }
    let truth = trial.truth;
    let too_high = truth.may_fall_below(lower).then_some(lower);
    let too_low = truth.may_exceed(upper).then_some(upper);
    match too_high.or(too_low) {
        Some(bound) => error(own_ulps(truth, bound), bound, None),
        None => Some(Finding::Holds),
    }
}

/// The error of a claim in ulps of the exact distance. The figure is rounded, but towards the
/// error: it is zero, or one, only if the error is.
fn own_ulps(truth: &Truth, claim: f64) -> f64 {
    let [least, greatest] = truth.distance_error(claim);
    let unit = ulp(truth.distance_rounded_down());
    let ulps = f64::max(least.abs(), greatest.abs()) / unit;
    let whole = ulps.round();
    let (low, high) = (claim - whole * unit, claim + whole * unit);
    if !(low.is_finite() && high.is_finite()) {
        return ulps;
    }
    if truth.may_fall_below(low) || truth.may_exceed(high) {
        ulps.max(whole.next_up())
    } else {
        ulps.min(whole)
    }
}
