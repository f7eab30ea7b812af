//! The state of one search, and what is certain of it.

use glam::DVec3;

use crate::arithmetic::{ROUNDOFF, Scalar, Space, larger};
use crate::difference::Difference;
use crate::question::{Goal, Question};
use crate::step::Step;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The simplex was proposed to be proved without a search.
    Proposed,
    /// The bounds have met.
    Converged,
    /// No step leads nearer, but the bounds have not met.
    Stalled,
    /// The nearest point has lost its direction to rounding.
    BelowNoise,
    /// The simplex contains the origin.
    Contact,
    /// A plane separates the shapes by more than the question needs.
    Beyond,
    /// The shapes are nearer than the sum of their radii.
    RadiiOverlap,
    /// This is likely the nearest face of polytopes: a vertex scan costs less than another
    /// evaluation.
    Likely,
    /// The iteration limit is reached.
    Limit,
    /// A support point is NaN or infinite, or too large for the scale.
    NotFinite,
}

/// State of one search. Lengths are scaled.
pub(crate) struct Search<'q> {
    pub(crate) difference: &'q Difference<'q>,
    pub(crate) question: &'q Question,
    /// The observer, if any.
    pub(crate) watch: Option<&'q mut dyn FnMut(&Step)>,
    /// The sum of the radii.
    pub(crate) radius: f64,
    /// The horizon of the question.
    pub(crate) horizon: f64,
    /// The direction of the last evaluation, and of the lower bound; once a search has ended, of
    /// the plane to prove.
    pub(crate) direction: DVec3,
    /// The length of that direction, while the loop runs.
    pub(super) length: f64,
    /// A lower bound of the distance of the cores, up to rounding.
    pub(crate) lower: f64,
    /// The largest gap between the shapes that a plane has proved for certain in double-double. Not
    /// positive if none did.
    pub(crate) clearance: f64,
    /// The normal of that plane, away from the origin.
    pub(crate) normal: DVec3,
    /// The length of the nearest point.
    pub(crate) upper: f64,
    /// The squared length of the longest point so far.
    pub(crate) reach_squared: f64,
    /// A larger gap or overlap is certain in spite of all rounding: in `f64` by lemma 2, for curved
    /// shapes in double-double by lemma 9.
    pub(crate) certain: f64,
    pub(crate) iterations: u32,
}

impl<'q> Search<'q> {
    #[inline(always)]
    pub(crate) fn new(
        difference: &'q Difference<'q>,
        question: &'q Question,
        watch: Option<&'q mut dyn FnMut(&Step)>,
    ) -> Self {
        Self {
            difference,
            question,
            watch,
            radius: difference.radius(),
            horizon: question.horizon * difference.scaling.scale,
            direction: DVec3::X,
            length: 1.0,
            lower: f64::NEG_INFINITY,
            clearance: f64::NEG_INFINITY,
            normal: DVec3::X,
            upper: f64::INFINITY,
            reach_squared: 0.0,
            certain: difference.scaling.certain,
            iterations: 0,
        }
    }

    /// Takes the length of a point into account.
    pub(super) fn include(&mut self, point: DVec3) {
        self.reach_squared = larger(self.reach_squared, point.dot(point));
    }

    /// Whether there is no time for another evaluation.
    pub(crate) fn is_last(&self) -> bool {
        self.iterations >= self.question.max_iterations
    }

    /// The length of the longest point so far.
    pub(crate) fn reach(&self) -> f64 {
        self.reach_squared.root()
    }

    /// Whether a plane at this distance separates the shapes by more than the question needs,
    /// beyond all rounding.
    pub(crate) fn is_certainly_beyond<P: Space>(&self, bound: P::Scalar) -> bool {
        // Cheaper, and implied by the second comparison: radii are not negative.
        self.lower >= self.horizon
            && (self.beyond_radii::<P>(bound) - self.horizon.into()).rounded() > self.certain
    }

    /// A distance of the cores less the sum of the radii.
    #[inline(always)]
    pub(crate) fn beyond_radii<P: Space>(&self, distance: P::Scalar) -> P::Scalar {
        let scale = self.difference.scaling.scale;
        let [a, b] = self.difference.radii;
        distance - (P::Scalar::from(a * scale) + P::Scalar::from(b * scale))
    }

    /// The gap that counts as closed: this many roundoffs of the longest point, or the caller's
    /// tolerance, if that is more. Curved shapes in double-double: no more than `certain` until a
    /// plane separates them (lemma 9). In `f64` this changes nothing, as `certain` is more than a
    /// few roundoffs there.
    pub(crate) fn allowed_gap(&self, roundoffs: f64) -> f64 {
        let mut rounding = roundoffs * ROUNDOFF * self.reach();
        if self.clearance <= 0.0 || self.question.goal == Goal::Proximity {
            rounding = f64::min(rounding, self.certain);
        }
        let least = self.lower - self.radius;
        if !(self.question.has_tolerance() && least > self.certain) {
            return rounding;
        }
        let scale = self.difference.scaling.scale;
        let tolerated = self.question.tolerated_gap(least, scale);
        f64::max(rounding, tolerated - 2.0 * self.certain)
    }
}
