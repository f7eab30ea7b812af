//! Does a search that starts from the simplex of another one find the same answer?

use glam::{DQuat, DVec3};

use super::transform::with_shapes;
use super::{Finding, Property, Trial, error, fails};
use crate::case::{Case, Dim, Rotation};
use crate::subject::{End, Setting};

/// The error of a warm start, and of its bounds.
pub(super) const PROPERTY: Property = Property {
    name: "law: warm",
    about: "from the simplex of the same, of moved or of other shapes, distance and bounds are as \
            accurate as without, in ulps of the largest length; with a maximum distance the bounds",
    asks_again: true,
    check,
};

/// The maximum distance of a query that stops early, in units of the distance.
const WITHIN: f64 = 0.5;

/// The motion of the second shape since, relative to the largest length, and its rotation.
const MOVED: DVec3 = DVec3::new(0.006, -0.003, 0.002);
const TURNED: DQuat = DQuat::from_xyzw(0.004, -0.003, 0.005, 1.0);
const TURNED_ANGLE: f64 = 0.01;

fn check(trial: &Trial<'_>) -> Option<Finding> {
    let case = trial.case;
    let swapped = with_shapes(case, case.b.clone(), case.a.clone());
    let mut worst = 0.0;
    for before in [case.clone(), moved(trial), swapped] {
        let warm = trial
            .subject
            .answer_with(case, Setting::WarmStart(&before))?;
        if !matches!(warm.end, End::Converged | End::Stalled) {
            return fails(format!("ends with {:?}", warm.end));
        }
        let [lower, upper] = warm.bounds?;
        if !(lower <= warm.distance && warm.distance <= upper && upper.is_finite()) {
            return fails(format!(
                "the distance {:e} is not between its bounds {lower:e} and {upper:e}",
                warm.distance
            ));
        }
        let [low, high] = trial.truth.distance_error(warm.distance);
        let mut off = f64::max(low.abs(), high.abs());
        off = f64::max(off, trial.truth.bounds_error([lower, upper]));
        let within = Setting::WarmStartWithin(&before, WITHIN * warm.distance);
        let stopped = trial.subject.answer_with(case, within);
        if let Some(bounds) = stopped.and_then(|stopped| stopped.bounds) {
            off = f64::max(off, trial.truth.bounds_error(bounds));
        }
        worst = f64::max(worst, off / trial.truth.unit);
    }
    error(worst, trial.answer.distance?, None)
}

/// The case with the second shape moved and rotated a little, if it has a pose.
fn moved(trial: &Trial<'_>) -> Case {
    let case = trial.case;
    let mut b = case.b.clone();
    let largest_length = trial.truth.unit / f64::EPSILON;
    let by = match case.dim {
        Dim::Two => MOVED.with_z(0.0),
        Dim::Three => MOVED,
    };
    if let Some(pose) = &mut b.pose {
        pose.position += by * largest_length;
        match &mut pose.rotation {
            Rotation::Angle(angle) => *angle += TURNED_ANGLE,
            Rotation::Quaternion(q) => *q *= TURNED,
            Rotation::Identity | Rotation::Matrix { .. } => {}
        }
    } else {
        b.translate(by * largest_length);
    }
    with_shapes(case, case.a.clone(), b)
}
