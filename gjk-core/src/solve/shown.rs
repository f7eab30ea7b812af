//! Proofs and exact steps for an observer. What is computed here for the observer does not change
//! the query.

use glam::DVec3;

use crate::arithmetic::{Arithmetic, DoubleDouble, Estimate, Space};
use crate::decide::Decision;
use crate::difference::Name;
use crate::propose::{Candidate, Search};
use crate::simplex::SupportPair;
use crate::step::StepKind;

impl Search<'_> {
    /// Shows the bounds of curved shapes, if the search found a plane between them; in order, as
    /// the answer has them, where rounding made them cross.
    pub(super) fn show_bounds<P: Space>(&mut self, candidate: &Candidate<P>) {
        let (kind, upper) = (StepKind::SupportingPlane, self.upper);
        let bounds = [f64::min(self.lower, upper), upper];
        if self.lower > 0.0 {
            self.show_claim(kind, candidate, self.direction, || bounds);
        }
    }

    /// Shows what is proved about a candidate, with scaled bounds.
    pub(super) fn show_claim<P: Space>(
        &mut self,
        kind: StepKind,
        candidate: &Candidate<P>,
        direction: DVec3,
        bounds: impl FnOnce() -> [f64; 2],
    ) {
        if self.watch.is_some() {
            let scale = self.difference.scaling.scale;
            self.see(kind, candidate, candidate.mean(), |step| {
                step.direction = direction;
                [step.lower, step.upper] = bounds().map(|bound| bound / scale);
            });
        }
    }

    /// Shows a step in exact arithmetic, and the vertices that join its simplex.
    pub(super) fn show_exact(
        &mut self,
        number: u32,
        decision: &Decision,
        joining: Option<[u32; 2]>,
    ) {
        if self.watch.is_none() {
            return;
        }
        let mut nearest = Candidate::<DVec3>::empty();
        decision.write_to(&mut nearest);
        let (direction, distance) = match decision.cores_meet() {
            true => (DVec3::ZERO, 0.0),
            false => decision.direction(),
        };
        let difference = self.difference;
        let joining = joining.map(|vertices| difference.pair(vertices.map(Name::Vertex)));
        self.see(StepKind::Exact, &nearest, nearest.mean(), |step| {
            (step.number, step.arithmetic) = (number, Arithmetic::Exact);
            step.direction = direction;
            step.support = joining.map(|pair| SupportPair::of(&pair, 0.0));
            (step.lower, step.upper) = (distance, distance);
        });
    }
}

/// The distance that a plane proves, minus and plus its error, rounded outwards.
pub(super) fn interval(distance: Estimate<DoubleDouble<f64>>) -> [f64; 2] {
    let below = |value: DoubleDouble<f64>| {
        let bound = DoubleDouble::sum(value.hi, value.lo - distance.error);
        if bound.lo > 0.0 {
            bound.hi
        } else {
            bound.hi.next_down()
        }
    };
    [below(distance.value), -below(-distance.value)]
}

#[cfg(test)]
mod tests {
    use super::interval;
    use crate::arithmetic::{DoubleDouble, Estimate};

    // Claim: the interval of a distance encloses all numbers within its error.
    #[test]
    fn intervals_enclose_the_error() {
        let [low, high] = [-1, 1].map(|side| 2f64.powi(-70) * f64::from(side));
        let (before, after) = (1f64.next_down(), 1f64.next_up());
        for (lo, error, expected) in [
            (high, 0.0, [1.0, after]),
            (low, 0.0, [before, 1.0]),
            (0.0, 0.0, [before, after]),
            (high, 2.0 * high, [before, after]),
            (low, 2.0 * high, [before, after]),
            (high, 0.5 * high, [1.0, after]),
        ] {
            let value = DoubleDouble { hi: 1.0, lo };
            assert_eq!(
                interval(Estimate { value, error }),
                expected,
                "{lo:e} {error:e}"
            );
        }
    }
}
