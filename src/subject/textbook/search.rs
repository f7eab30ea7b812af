//! The search that the boolean 3D articles share: from support point to support point, until one
//! does not pass the origin or the simplex contains it.

use glam::DVec3;

use super::mappings::Difference;
use super::steps::Steps;
use super::{Outcome, STEPS_MAX};
use crate::subject::End;

/// The result for a simplex.
pub(super) enum Reduced {
    /// Its nearest feature and the direction to search in.
    GoOn(Vec<DVec3>, DVec3),
    /// It is believed to contain the origin.
    Contains,
}

impl Reduced {
    pub(super) fn go_on(simplex: &[DVec3], direction: DVec3) -> Self {
        Self::GoOn(simplex.to_vec(), direction)
    }
}

/// Starts along x. `prepare` is applied to each direction before the support evaluation; the
/// simplex passed to `reduce` has its newest point first.
pub(super) fn run(
    difference: &Difference,
    prepare: impl Fn(DVec3) -> DVec3,
    reduce: impl Fn(&[DVec3]) -> Reduced,
) -> Outcome {
    let mut steps = Steps::new("f64");
    let mut support = |simplex: &[DVec3], direction| {
        let pair = difference.pair(direction);
        steps.note(simplex, direction, pair, pair.point());
        pair.point()
    };
    let first = support(&[], DVec3::X);
    let mut simplex = vec![first];
    let mut direction = -first;
    let mut end = End::Converged;
    for _ in 0..STEPS_MAX {
        direction = prepare(direction);
        if !direction.is_finite() {
            end = End::NotFinite;
        }
        let newest = support(&simplex, direction);
        if newest.dot(direction) <= 0.0 {
            return Outcome::verdict(false, end, steps);
        }
        simplex.insert(0, newest);
        match reduce(&simplex) {
            Reduced::GoOn(feature, towards) => (simplex, direction) = (feature, towards),
            Reduced::Contains => return Outcome::verdict(true, end, steps),
        }
    }
    Outcome::verdict(false, End::IterationLimit, steps)
}
