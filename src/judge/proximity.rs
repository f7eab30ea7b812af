//! Is what is called certain true, and is little left uncertain?

use gjk_reference::Contact;

use super::{Finding, Property, Trial, Truth, error, exact, fails};
use crate::subject::{Proximity, Step};

/// How far shapes that are called near each other are from the band in which that is all that can
/// be said.
pub(super) const PROPERTY: Property = Property {
    name: "proximity",
    about: "of polytopes each answer is the exact one; else what is called certain is true (in ulps of the \
            largest length), what is called near is within the margin or in contact, in those ulps",
    asks_again: true,
    check,
};

/// The margins that are tried, in units of the distance.
const MARGINS: [f64; 3] = [0.0, 0.5, 2.0];

fn check(trial: &Trial<'_>) -> Option<Finding> {
    let distance = trial.answer.distance?;
    if exact::applies(trial) && distance.is_finite() {
        check_exactly(trial, distance)
    } else {
        check_in_ulps(trial, distance)
    }
}

/// The exact answer is asked for around the distance as well, to its last digit.
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
                "{found:?} with a margin of {margin:e}, and not {right:?}"
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
                    return fails(format!("called farther apart than {margin:e} for certain"));
                }
            }
            Proximity::Overlapping => {
                let [exact, _] = truth.distance();
                // The points of curved shapes are rounded before the solver sees them.
                if truth.pair().is_some() && truth.contact == Some(Contact::Separated) {
                    return fails("called overlapping for certain");
                }
                worst = f64::max(worst, exact / truth.unit);
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

/// A length that the penetration depth does not exceed, by the best plane that the query tried: a
/// quick estimate, mostly good where the shapes nearly touch.
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
