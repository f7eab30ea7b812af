//! Does the verdict, separated or intersecting, equal the exact one?

use gjk_reference::Contact;

use super::{Finding, Property, Trial, error, fails};

/// The error is how far the shapes are from the class that was claimed: their distance or their
/// depth.
pub(super) const PROPERTY: Property = Property {
    name: "verdict",
    about: "intersecting or separated, as the exact numbers say; both queries agree",
    asks_again: false,
    check,
};

fn check(trial: &Trial<'_>) -> Option<Finding> {
    let claim = trial.answer.intersects;
    if let Some(distance) = trial.answer.distance
        && (distance == 0.0) != claim
    {
        return fails(format!(
            "intersects is {claim}, but the distance is {distance:e}"
        ));
    }
    let truth = trial.truth;
    match (truth.contact, claim) {
        (Some(Contact::Separated), true) => {
            let [lower, upper] = truth.distance();
            error(upper / truth.unit, 0.0, [lower, upper])
        }
        (Some(Contact::Overlapping), false) => {
            let normal = trial.answer.closest.as_ref().and_then(|c| c.normal);
            let depth = truth.depth(normal);
            error(
                depth / truth.unit,
                trial.answer.distance.unwrap_or(f64::NAN),
                [-depth, -depth],
            )
        }
        // Touching is intersecting, but within the band of an ulp; and so is what the exact numbers
        // do not decide.
        (Some(Contact::Touching), false) | (None, _) => Some(Finding::Error {
            ulps: 0.0,
            claimed: trial.answer.distance.unwrap_or(f64::NAN),
            proved: Some([0.0, 0.0]),
        }),
        _ => Some(Finding::Holds),
    }
}
