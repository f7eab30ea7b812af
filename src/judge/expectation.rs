//! Agreement with the demands of the source of a case, and with answers computed elsewhere.

use super::{Finding, Property, Trial, error, fails};
use crate::case::{Case, Rotation, Scalar, Shape};

/// Compared with `expect`, within the tolerance of the source.
pub(super) const SOURCE: Property = Property {
    name: "expectation",
    about: "the verdict and the distance meet the demands of the source of the case, within its \
            tolerance",
    asks_again: false,
    check: check_source,
};

/// Compared with `ref`.
pub(super) const REFERENCE: Property = Property {
    name: "independent",
    about: "the distance equals that computed by others, in ulps of the largest coordinate (with an \
            angle and f32: in ulps of f32)",
    asks_again: false,
    check: check_reference,
};

/// An ulp of `f32` in ulps of `f64`. The references of `field` round the sine and the cosine of an
/// angle to `f32` if the shapes are stored in it; we use `f64`.
const F32_ULP: f64 = (1u64 << (f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS)) as f64;

/// The tolerance of a source that states none, relative to the largest coordinate: sources that
/// compare for equality print at least six digits.
const DEFAULT_TOLERANCE: f64 = 1e-6;

/// Whether a property compares with a file's claims about exactly these shapes.
pub fn is_about_source(property: &str) -> bool {
    property == SOURCE.name || property == REFERENCE.name
}

/// Why a case cannot be judged, if so.
pub fn unjudged(case: &Case) -> Option<&'static str> {
    case.query.as_ref().map(|_| "asking for a shape cast")
}

fn check_source(trial: &Trial<'_>) -> Option<Finding> {
    let expect = &trial.case.expect;
    let found = trial.answer.distance;
    let expected = expect
        .distance
        .or(expect.signed_distance.map(|d| f64::max(0.0, d)));
    let intersect = expect.intersect.or(expected.map(|length| length == 0.0))?;
    let granted = match (expected, expect.tol, expect.rtol) {
        (Some(_), None, None) => DEFAULT_TOLERANCE * (trial.truth.world_unit / f64::EPSILON),
        (expected, tol, rtol) => {
            let relative = rtol.unwrap_or(0.0) * expected.unwrap_or(0.0).abs();
            tol.unwrap_or(0.0).max(relative)
        }
    };
    if let (Some(expected), Some(found)) = (expected, found) {
        return match (found - expected).abs() <= granted {
            true => Some(Finding::Holds),
            false => fails(format!(
                "{found:e}, expected {expected:e} within {granted:e}"
            )),
        };
    }
    // A verdict alone is compared. A stopped query claims none.
    let claim = trial.answer.verdict()?;
    // A verdict within the tolerance of the source is not judged.
    let is_near = || trial.truth.distance()[0] <= granted && trial.truth.depth(None) <= granted;
    if intersect != claim && !is_near() {
        return fails(format!("intersects is {claim}, expected {intersect}"));
    }
    Some(Finding::Holds)
}

fn check_reference(trial: &Trial<'_>) -> Option<Finding> {
    let reference = trial.case.reference.as_ref()?;
    let found = trial.answer.distance?;
    let expected = f64::max(0.0, reference.signed_distance);
    let angle = |shape: &Shape| {
        let rotation = shape.pose.as_ref().map(|pose| &pose.rotation);
        matches!(rotation, Some(Rotation::Angle(_)))
    };
    let angles = angle(&trial.case.a) || angle(&trial.case.b);
    let coarse = if angles && trial.case.scalar == Scalar::F32 {
        F32_ULP
    } else {
        1.0
    };
    let ulps = (found - expected).abs() / (coarse * trial.truth.world_unit);
    error(ulps, found, [expected, expected])
}
