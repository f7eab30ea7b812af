//! Does the answer agree with what the source of the case demands, and with what others computed?

use super::{Finding, Property, Trial, error, fails};
use crate::case::{Case, Rotation, Scalar, Shape};

/// Compared with `expect`, within the tolerance that the source grants.
pub(super) const SOURCE: Property = Property {
    name: "expectation",
    about: "the verdict and the distance are what the source of the case demands, within its tolerance",
    asks_again: false,
    check: check_source,
};

/// Compared with `ref`.
pub(super) const REFERENCE: Property = Property {
    name: "independent",
    about: "the distance is what others computed, in ulps of the largest coordinate (with an angle and \
            f32: in ulps of f32)",
    asks_again: false,
    check: check_reference,
};

/// An ulp of `f32` in ulps of `f64`. Those who computed the references of the field rounded the
/// sine and the cosine of an angle to `f32` where the shapes are stored in it; we place shapes in
/// `f64`.
const F32_ULP: f64 = (1u64 << (f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS)) as f64;

/// The tolerance of a source that names none, as a part of the largest coordinate: sources that
/// compare for equality print at least six digits.
const DEFAULT_TOLERANCE: f64 = 1e-6;

/// Whether a property compares with what a file says of these very shapes: it means nothing for
/// others.
pub fn is_about_source(property: &str) -> bool {
    property == SOURCE.name || property == REFERENCE.name
}

/// Why the judge has nothing to say about a case, if so.
pub fn unjudged(case: &Case) -> Option<&'static str> {
    case.query.as_ref().map(|_| "shape cast")
}

fn check_source(trial: &Trial<'_>) -> Option<Finding> {
    let expect = &trial.case.expect;
    let found = trial.answer.distance?;
    let expected = expect
        .distance
        .or(expect.signed_distance.map(|d| f64::max(0.0, d)));
    if let Some(expected) = expected {
        let size = trial.truth.world_unit / f64::EPSILON;
        let granted = match (expect.tol, expect.rtol) {
            (None, None) => DEFAULT_TOLERANCE * size,
            (tol, rtol) => tol.unwrap_or(0.0).max(rtol.unwrap_or(0.0) * expected.abs()),
        };
        let within = (found - expected).abs() <= granted;
        if !within {
            return fails(format!(
                "{found:e}, expected {expected:e} within {granted:e}"
            ));
        }
    }
    // Where the source grants a tolerance, a verdict within it is its taste.
    let granted = expect.tol.unwrap_or(0.0);
    if let (Some(intersect), None) = (expect.intersect, expected)
        && intersect != trial.answer.intersects
        && !(trial.truth.distance()[0] <= granted && trial.truth.depth(None) <= granted)
    {
        return fails(format!(
            "intersects is {}, expected {intersect}",
            trial.answer.intersects
        ));
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
