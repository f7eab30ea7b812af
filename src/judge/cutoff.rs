//! With a maximum distance, does the query stop early only if it may, and do its bounds hold?

use super::{Finding, Property, Trial, error, exact, fails};
use crate::subject::{End, Setting};

/// By how much the bounds of a query that stopped early are wrong.
pub(super) const PROPERTY: Property = Property {
    name: "cutoff",
    about: "with a maximum distance the bounds hold, in ulps of the largest length; only shapes \
            beyond it are reported beyond, of polytopes all of them, and others get the usual answer",
    asks_again: true,
    check,
};

/// The maximum distances to try, in units of the distance: one that must stop the query, one that
/// must not.
const PARTS: [f64; 2] = [0.5, 2.0];

fn check(trial: &Trial<'_>) -> Option<Finding> {
    let base = trial.answer.closest.as_ref()?;
    let is_exact = exact::applies(trial) && base.end == End::Converged;
    let distance = base.distance;
    let neighbours = is_exact.then(|| exact::lengths_around(&[], distance, trial.truth));
    let mut worst = 0.0;
    for max_distance in PARTS
        .map(|part| part * distance)
        .into_iter()
        .chain(neighbours.into_iter().flatten())
    {
        let setting = Setting::MaxDistance(max_distance);
        let closest = trial.subject.answer_with(trial.case, setting)?;
        let [lower, upper] = closest.bounds?;
        let is_beyond = closest.end == End::BeyondMaxDistance;
        if is_exact && is_beyond != trial.truth.may_exceed(max_distance) {
            let word = if is_beyond {
                "reported"
            } else {
                "not reported"
            };
            return fails(format!("{word} beyond {max_distance:e}, which is wrong"));
        }
        if !is_beyond {
            if lower > max_distance {
                return fails(format!("not reported beyond {max_distance:e}"));
            }
            if closest != *base {
                return fails(format!(
                    "the shapes are not beyond {max_distance:e}, but the distance becomes {:e} from {:e}",
                    closest.distance, base.distance
                ));
            }
            continue;
        }
        let in_order = lower <= closest.distance && closest.distance <= upper;
        let beyond = lower >= max_distance && in_order;
        if !(beyond && upper.is_finite()) {
            return fails(format!(
                "reported beyond {max_distance:e} with bounds {lower:e} and {upper:e}"
            ));
        }
        let off = trial.truth.bounds_error([lower, upper]);
        worst = f64::max(worst, off / trial.truth.unit);
    }
    error(worst, base.distance, None)
}
