//! The normal: is it a unit vector, and do planes perpendicular to it separate the shapes by the
//! lower bound? A subject without bounds claims its distance.

use std::cmp::Ordering;

use gjk_reference::Distance;

use super::{Finding, Property, Trial, error, fails};

/// The difference of the length of the normal from one, in ulps of one.
pub(super) const UNIT: Property = Property {
    name: "normal length",
    about: "the length of the normal is one, in ulps of one",
    asks_again: false,
    check: check_unit,
};

/// By how much the lower bound exceeds the gap of the planes.
pub(super) const SEPARATES: Property = Property {
    name: "normal",
    about: "planes along the normal separate the shapes by the lower bound, or else the distance, in \
            ulps of the largest length",
    asks_again: false,
    check: check_separates,
};

fn check_unit(trial: &Trial<'_>) -> Option<Finding> {
    let normal = trial.answer.closest.as_ref()?.normal?;
    let length = Distance::between_points(&normal.to_array(), &[0.0; 3]).ok();
    let Some(length) = length else {
        return fails(format!("the normal is {normal}"));
    };
    let off = length.error_of(&[1.0]).abs();
    error(off / f64::EPSILON, length.approx(), [1.0, 1.0])
}

fn check_separates(trial: &Trial<'_>) -> Option<Finding> {
    let closest = trial.answer.closest.as_ref()?;
    let (lower, normal) = match (closest.bounds, closest.normal) {
        (Some([lower, _]), Some(normal)) => (lower, normal),
        (Some([lower, _]), None) if lower > 0.0 => {
            return fails("a positive lower bound, but no normal");
        }
        // Without bounds a normal is no claim about shapes that are said to overlap.
        (None, Some(normal)) if closest.distance > 0.0 && closest.distance.is_finite() => {
            (closest.distance, normal)
        }
        _ => return None,
    };
    // The exact gap is from the second shape to the first, the normal the other way.
    let gap = trial.truth.support_gap((-normal).to_array())?;
    let [a, b] = trial.truth.radii();
    if gap.sign() == Ordering::Less {
        let depth = gap.length().approx();
        return error(
            (depth + a + b + lower) / trial.truth.unit,
            lower,
            [-depth, -depth],
        );
    }
    let missing = gap.length().error_of(&[lower, a, b]);
    let proved = lower - missing;
    error(
        f64::max(0.0, missing / trial.truth.unit),
        lower,
        [proved, proved],
    )
}
