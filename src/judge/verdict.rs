//! Does the verdict equal the exact one?

use super::{Finding, Property, Trial, error, fails};
use crate::subject::End;

/// The error is the distance of the shapes from the claimed class: their distance or their depth.
pub(super) const PROPERTY: Property = Property {
    name: "verdict",
    about: "the verdict, intersecting or separated, is exact; both queries agree",
    asks_again: false,
    check,
};

fn check(trial: &Trial<'_>) -> Option<Finding> {
    // A stopped query made no claim; `termination` judges that.
    if trial.answer.end == End::IterationLimit {
        return None;
    }
    let claim = trial.answer.intersects;
    if let Some(distance) = trial.answer.distance
        && (distance == 0.0) != claim
    {
        return fails(format!(
            "intersects is {claim}, but the distance is {distance:e}"
        ));
    }
    let truth = trial.truth;
    let normal = trial.answer.closest.as_ref().and_then(|c| c.normal);
    let claimed = trial.answer.distance.unwrap_or(f64::NAN);
    match truth.verdict_error(claim, normal) {
        Some(gap) if claim => error(gap / truth.unit, 0.0, None),
        Some(depth) if depth > 0.0 => error(depth / truth.unit, claimed, [-depth, -depth]),
        // Touching is intersecting, but within the band of an ulp; and so are shapes that the exact
        // numbers do not decide.
        Some(_) => within_band(claimed),
        None if truth.contact.is_none() => within_band(claimed),
        None => Some(Finding::Holds),
    }
}

fn within_band(claimed: f64) -> Option<Finding> {
    Some(Finding::Error {
        ulps: 0.0,
        claimed,
        proved: Some([0.0, 0.0]),
    })
}
