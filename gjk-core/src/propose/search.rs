//! The state of one search, and what is certain of it.

use glam::DVec3;

use super::candidate::Candidate;
use crate::arithmetic::float::{ROUNDOFF, larger, root};
use crate::arithmetic::{Space, largest_coordinate};
use crate::difference::{Difference, Pair};
use crate::observer::Observer;
use crate::question::Question;

/// A gap or an overlap of shapes that are not polytopes is certain if it is larger than this many
/// roundoffs of the longest point (lemma 9),
const CERTAIN_OF_POINTS: f64 = 24.0;

/// and this many of the sizes that rotations round.
const CERTAIN_OF_ROTATED: f64 = 64.0;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
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
pub(crate) struct Search<'q, 'd> {
    pub(crate) difference: &'q Difference<'d>,
    pub(crate) question: &'q Question,
    /// The observer, if any.
    pub(crate) watch: Option<&'q mut dyn Observer>,
    /// The sum of the radii.
    pub(crate) radius: f64,
    /// The horizon of the question, plus that sum.
    horizon: f64,
    /// The last direction, that of the bounds.
    pub(crate) direction: DVec3,
    /// Its length.
    pub(super) length: f64,
    /// A lower bound of the distance of the cores, up to rounding.
    pub(crate) lower: f64,
    /// The length of the nearest point.
    pub(crate) upper: f64,
    /// The squared length of the longest point so far.
    pub(crate) reach_squared: f64,
    /// The largest coordinate of the points found so far of shapes that do not report their extent.
    coordinate: f64,
    pub(crate) iterations: u32,
}

impl<'q, 'd> Search<'q, 'd> {
    #[inline(always)]
    pub(crate) fn new(
        difference: &'q Difference<'d>,
        question: &'q Question,
        watch: Option<&'q mut dyn Observer>,
    ) -> Self {
        let radius = difference.radius();
        Self {
            difference,
            question,
            watch,
            radius,
            horizon: question.horizon() * difference.scaling.scale + radius,
            direction: DVec3::X,
            length: 1.0,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            reach_squared: 0.0,
            coordinate: 0.0,
            iterations: 0,
        }
    }

    /// Takes the length of a point into account.
    #[inline(always)]
    pub(super) fn include_point(&mut self, pair: &Pair, squared: f64) {
        self.reach_squared = larger(self.reach_squared, squared);
        if !self.difference.knows_size() {
            let scale = self.difference.scaling.scale;
            for (point, extent) in pair.points.into_iter().zip(self.difference.frame.extents) {
                if extent == 0.0 {
                    let coordinate = largest_coordinate(point) * scale;
                    self.coordinate = larger(self.coordinate, coordinate);
                }
            }
        }
    }

    /// The length of the longest point so far.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        root(self.reach_squared)
    }

    /// A larger gap or overlap is certain in spite of all rounding: of polytopes by lemma 2, of other
    /// shapes by lemma 9.
    #[inline]
    pub(crate) fn certain(&self) -> f64 {
        if self.difference.is_of_polytopes() {
            return self.difference.scaling.certain;
        }
        let rotated = self.difference.rotated_size() + 2.0 * self.coordinate;
        let points = self.reach() + self.difference.scaling.lost;
        let length = CERTAIN_OF_POINTS * points + CERTAIN_OF_ROTATED * rotated;
        ROUNDOFF * length + CERTAIN_OF_ROTATED * self.difference.least_number()
    }

    /// Whether a plane separates the shapes by more than the question needs, beyond all rounding
    /// (lemma 2).
    #[inline]
    pub(crate) fn is_certainly_beyond(&self) -> bool {
        self.lower > self.horizon && self.lower - self.certain() > self.horizon
    }

    /// Whether the sum of the radii exceeds the distance of a candidate, beyond all rounding (lemma
    /// 2).
    pub(crate) fn radii_certainly_reach<P: Space>(&self, candidate: &Candidate<P>) -> bool {
        candidate.mean_length() + self.certain() < self.radius
    }

    /// The gap that is small enough: this many roundoffs of the longest point, or the caller's
    /// tolerance.
    #[inline]
    pub(crate) fn allowed_gap(&self, roundoffs: f64) -> f64 {
        let rounding = roundoffs * ROUNDOFF * self.reach();
        if self.question.tolerance > 0.0 {
            let distance = f64::max(0.0, self.upper - self.radius);
            let doubt = 2.0 * self.certain();
            f64::max(rounding, self.question.tolerance * distance - doubt)
        } else {
            rounding
        }
    }
}
