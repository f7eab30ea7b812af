//! Are the certain answers of `proximity` true, and are few left undecided?

use gjk_reference::Contact;

use super::{Finding, Property, Trial, Truth, error, exact, fails};
use crate::subject::{Proximity, Step};

/// The distance of shapes called near from the band in which that is allowed.
pub(super) const PROPERTY: Property = Property {
    name: "proximity",
    about: "for polytopes each answer is exact; otherwise certain answers are right, and shapes \
            called near are within the margin or in contact, in ulps of the largest length",
    asks_again: true,
    check,
};

/// The margins to try, in units of the distance.
const MARGINS: [f64; 3] = [0.0, 0.5, 2.0];

fn check(trial: &Trial<'_>) -> Option<Finding> {
    let distance = trial.answer.distance?;
    if exact::applies(trial) && distance.is_finite() {
        check_exactly(trial, distance)
    } else {
        check_in_ulps(trial, distance)
    }
}

/// Also queried around the exact distance, to its last digit.
fn check_exactly(trial: &Trial<'_>, distance: f64) -> Option<Finding> {
    for margin in exact::lengths_around(&MARGINS, distance, trial.truth) {
        let right = match trial.truth.contact? {
            Contact::Separated if trial.truth.may_exceed(margin) => Proximity::Separated,
            Contact::Separated => Proximity::Near,
            Contact::Touching | Contact::Overlapping => Proximity::Overlapping,
        };
        let found = trial.subject.proximity(trial.case, margin)?;
        if found != right {
            return fails(format!(
                "{found:?} with a margin of {margin:e}, not {right:?}"
            ));
        }
    }
    Some(Finding::Holds)
}

fn check_in_ulps(trial: &Trial<'_>, distance: f64) -> Option<Finding> {
    let truth = trial.truth;
    let mut worst = 0.0;
    for margin in MARGINS.map(|part| part * distance) {
        match trial.subject.proximity(trial.case, margin)? {
            Proximity::Separated => {
                if !truth.may_exceed(margin) {
                    return fails(format!(
                        "reported farther apart than {margin:e} for certain"
                    ));
                }
            }
            Proximity::Overlapping => {
                if truth.contact == Some(Contact::Separated) {
                    return fails("reported overlapping for certain");
                }
            }
            Proximity::Near => {
                let [_, exact] = truth.distance();
                let mut depth = shallow_depth(truth, &trial.answer.steps);
                if depth > ALLOWED * truth.unit {
                    depth = truth.depth(None);
                }
                worst = f64::max(worst, f64::max(exact - margin, depth) / truth.unit);
            }
        }
    }
    error(worst, distance, None)
}

/// In ulps, a depth that needs no better estimate.
const ALLOWED: f64 = 8.0;

/// An upper bound of the penetration depth, by the best plane of the query: a quick estimate,
/// usually good if the shapes nearly touch.
fn shallow_depth(truth: &Truth, steps: &[Step]) -> f64 {
    if truth.contact != Some(Contact::Overlapping) {
        return 0.0;
    }
    let best = steps
        .iter()
        .filter_map(|step| step.measured)
        .max_by(|s, t| s.bounds[0].total_cmp(&t.bounds[0]));
    let gap = best.and_then(|best| truth.support_gap(best.nearest.to_array()));
    let Some(gap) = gap else {
        return truth.depth(None);
    };
    let [a, b] = truth.radii();
    if gap.sign().is_lt() {
        gap.length().approx() + a + b
    } else {
        gap.length().error_of(&[a, b])
    }
}
