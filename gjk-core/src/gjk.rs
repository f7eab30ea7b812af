//! The algorithm of Gilbert, Johnson and Keerthi: the point of the Minkowski difference `A ⊖ B` that is
//! nearest to the origin, by a simplex of support points that steps towards it.
//!
//! **Why it is right.** With `v` the nearest point of the simplex, `|v|` bounds the distance from above: it is
//! a point of the difference. The support point `w` farthest against `v` bounds it from below by `v·w / |v|`:
//! the plane through `w` perpendicular to `v` has the whole difference on its far side. Where the two meet,
//! `v` is the answer; where they do not, the simplex with `w` comes strictly nearer.
//!
//! **Why it ends.** Every iteration either returns or makes the computed `|v|²` strictly less, and the numbers
//! of an arithmetic are finitely many. A search has two phases: in `f64`, and where rounding keeps `f64` from
//! closing the gap, in double-double from the same simplex. For mappings that are not support mappings
//! the iteration limit ends it.
//!
//! Sources: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the distance between
//! complex objects in three-dimensional space", IEEE Journal of Robotics and Automation 4 (1988); the stop by
//! the duality gap is that of G. van den Bergen, "A fast and robust GJK implementation for collision detection
//! of convex objects", Journal of Graphics Tools 4 (1999), section 4.

use crate::closest::{Simplex, SupportPair};
use crate::difference::{Difference, normalized};
use crate::observer::{Arithmetic, Iteration, Observer};
use crate::space::{Scalar, Space};
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// Half an ulp of 1: lengths of the difference are known to this part of the largest of them.
const ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// A gap of one roundoff of the largest length is closed: the bounds cannot say more.
const CLOSED_GAP: f64 = 1.0;

/// When no step is left the gap that remains is rounding error, up to this many roundoffs: one each for the
/// difference `w`, the nearest point, their dot product and its division by the length.
const ROUNDING_GAP: f64 = 4.0;

/// A separating plane is certain when its distance exceeds this many roundoffs of the largest length.
const CERTAIN_GAP: f64 = 2.0 * ROUNDING_GAP;

/// Shapes whose bounds rounding keeps apart are called touching when the upper bound is within this many
/// roundoffs of the largest length: less than the ulp that the verdict is allowed to be wrong by.
pub(crate) const TOUCH_BAND: f64 = 1.0 * ROUNDOFF;

/// Below this many roundoffs (of the arithmetic at hand) of the largest length a nearest point has lost its
/// direction: `f64` leaves it to double-double, double-double calls it zero.
const DROWNED: f64 = 64.0;

/// What the caller wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Only whether the shapes intersect: the first proof of either ends the search.
    Verdict,
    /// The distance.
    Distance,
}

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) goal: Goal,
    /// The relative duality gap to reach.
    pub(crate) tolerance: f64,
    pub(crate) max_iterations: u32,
}

/// How a phase ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The bounds have met.
    Converged,
    /// A plane separates the shapes (asked for a verdict only).
    Separated,
    /// The cores intersect, or (asked for a verdict only) the shapes do.
    Intersecting,
    /// The nearest point has lost its direction to rounding.
    Drowned,
    /// No step makes the nearest point nearer, but the bounds have not met.
    Stalled,
    /// The iteration limit is reached.
    IterationLimit,
    /// A support point is NaN or infinite.
    NotFinite,
    /// The scale was wrong and has been changed.
    Rescaled,
}

/// Where a search stands. Lengths are scaled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search<V> {
    /// The support points along the start direction.
    first: SupportPair<V>,
    pub(crate) simplex: Simplex<V>,
    /// The nearest point so far, at first the start direction.
    pub(crate) nearest: V,
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    /// The largest length of the difference seen so far.
    pub(crate) reach: f64,
    pub(crate) iterations: u32,
}

/// Searches for the nearest point of `difference`, first along `start`.
pub(crate) fn search<V, A, B>(
    difference: &mut Difference<'_, A, B, V>,
    start: V,
    limits: &Limits,
    observer: &mut impl Observer<V>,
) -> (Search<V>, Ending)
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    let start = normalized(start);
    let first = difference.support(start);
    difference.scale_to(&first);
    loop {
        let mut search = Search {
            first,
            simplex: Simplex::EMPTY,
            nearest: start,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            reach: 0.0,
            iterations: 0,
        };
        let mut ending = search.phase::<V, _, _>(difference, limits, observer);
        if matches!(ending, Ending::Drowned | Ending::Stalled) {
            ending = search.phase::<V::Precise, _, _>(difference, limits, observer);
        }
        // Each change of scale is by a power of two of over a hundred, so there are few of them.
        if ending != Ending::Rescaled {
            return (search, ending);
        }
    }
}

impl<V: Vector> Search<V> {
    /// One phase of the search: the loop of the algorithm, in the arithmetic of `P`.
    fn phase<P, A, B>(
        &mut self,
        difference: &mut Difference<'_, A, B, V>,
        limits: &Limits,
        observer: &mut impl Observer<V>,
    ) -> Ending
    where
        P: Space<Rounded = V>,
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let mut simplex = Vertices::<P>::of(&self.simplex, difference);
        let mut nearest_simplex = simplex;
        let mut v = P::lifted(self.nearest);
        let mut length_squared = P::Scalar::from(f64::INFINITY);
        loop {
            // Step: to the nearest point of the simplex, if that is nearer than the last.
            if !simplex.is_empty() {
                let next = simplex.nearest();
                let next_squared = next.v.dot(next.v);
                let nearer = next_squared < length_squared;
                if !nearer && !next.contains_origin {
                    return self.settle(&nearest_simplex, &simplex, difference, limits);
                }
                simplex.keep(next.weights);
                nearest_simplex = simplex;
                self.simplex = simplex.rounded();
                if next.contains_origin {
                    return Ending::Intersecting;
                }
                v = next.v;
                length_squared = next_squared;
                self.nearest = v.rounded();
                self.upper = self.nearest.length();
                if self.upper <= DROWNED * P::Scalar::UNIT_ROUNDOFF * self.reach {
                    return Ending::Drowned;
                }
                let certain = CERTAIN_GAP * ROUNDOFF * self.reach;
                if limits.goal == Goal::Verdict && self.upper + certain < difference.radius() {
                    return Ending::Intersecting;
                }
            }
            if self.iterations >= limits.max_iterations {
                return Ending::IterationLimit;
            }

            // Support: the plane that bounds the distance from below.
            let pair = if simplex.is_empty() {
                self.first
            } else {
                difference.support(self.nearest)
            };
            let w = difference.point::<P>(&pair);
            self.iterations += 1;
            if difference.rescale_for(w.rounded()) {
                return Ending::Rescaled;
            }
            if !w.rounded().is_finite() {
                return Ending::NotFinite;
            }
            self.reach = f64::max(self.reach, w.rounded().length());
            let direction = P::lifted(self.nearest);
            let length = self.nearest.length();
            self.lower = direction.dot(w).rounded() / length;
            let scale = difference.scale();
            observer.observe(&self.iteration(&pair, length_squared.parts(), P::ARITHMETIC, scale));

            // Stop: the bounds have met, or the plane separates the shapes.
            let certain = CERTAIN_GAP * ROUNDOFF * self.reach;
            if limits.goal == Goal::Verdict && self.lower > difference.radius() + certain {
                return Ending::Separated;
            }
            let gap = direction.dot(v - w).rounded() / length;
            if !simplex.is_empty() && gap <= self.allowed_gap(CLOSED_GAP, difference, limits) {
                return self.settle(&nearest_simplex, &simplex, difference, limits);
            }
            simplex.push(pair, w);
        }
    }

    /// The end of a phase that has no step left: converged if the bounds meet within rounding. Otherwise the
    /// search keeps the `grown` simplex for the next phase.
    fn settle<P, A, B>(
        &mut self,
        simplex: &Vertices<P>,
        grown: &Vertices<P>,
        difference: &Difference<'_, A, B, V>,
        limits: &Limits,
    ) -> Ending
    where
        P: Space<Rounded = V>,
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        self.upper = simplex.mean().rounded().length();
        let gap = f64::abs(self.upper - self.lower);
        if gap <= self.allowed_gap(ROUNDING_GAP, difference, limits) {
            Ending::Converged
        } else {
            self.simplex = grown.rounded();
            Ending::Stalled
        }
    }

    /// The gap between the bounds that is small enough: `roundoffs` of the largest length, or what the
    /// caller's tolerance grants.
    fn allowed_gap<A, B>(
        &self,
        roundoffs: f64,
        difference: &Difference<'_, A, B, V>,
        limits: &Limits,
    ) -> f64
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let distance = f64::max(0.0, self.upper - difference.radius());
        f64::max(
            roundoffs * ROUNDOFF * self.reach,
            limits.tolerance * distance,
        )
    }

    fn iteration(
        &self,
        pair: &SupportPair<V>,
        length_squared: [f64; 2],
        arithmetic: Arithmetic,
        scale: f64,
    ) -> Iteration<V> {
        Iteration {
            number: self.iterations,
            arithmetic,
            simplex: self.simplex,
            nearest: self.nearest / scale,
            length_squared,
            support_a: pair.a,
            support_b: pair.b,
            lower: self.lower / scale,
            upper: self.upper / scale,
        }
    }
}
