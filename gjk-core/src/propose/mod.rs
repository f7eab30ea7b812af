//! Propose: the algorithm of Gilbert, Johnson and Keerthi, which moves a simplex of support points
//! towards the point of the Minkowski difference nearest to the origin. The result is a candidate;
//! no promise depends on it.
//!
//! With `v` the nearest point of the simplex, `|v|` is an upper bound of the distance. The support
//! point `w` farthest against `v` gives the lower bound `v·w / |v|`: the plane through `w`
//! perpendicular to `v` has the whole difference on its far side. If the two meet, `v` is the
//! answer; if not, the simplex with `w` is strictly nearer.
//!
//! **Why it ends.** Every turn of the loop that does not return decreases the computed `|v|²`
//! strictly, except the turn after a secant or off-axis step, of which there are never two in a
//! row; and `<` orders the finitely many numbers of an arithmetic. A comparison with NaN counts as
//! not less. Every evaluation counts as an iteration, so the limit ends the search even for broken
//! support mappings.
//!
//! Sources: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the
//! distance between complex objects in three-dimensional space", IEEE Journal of Robotics and
//! Automation 4 (1988); the stop by the duality gap is that of G. van den Bergen, "A fast and
//! robust GJK implementation for collision detection of convex objects", Journal of Graphics Tools
//! 4 (1999), section 4.

mod candidate;
mod portal;
mod secant;
mod shown;
mod simplex;
mod start;

use glam::DVec3;

use crate::arithmetic::float::{ROUNDOFF, larger};
use crate::arithmetic::{Arithmetic, Precise, Scalar, Space};
use crate::difference::{Difference, LONGEST};
use crate::observer::Observer;
use crate::question::{Goal, Question};
pub(crate) use candidate::Candidate;
use secant::Secant;
pub(crate) use simplex::SIMPLEX_MAX;
pub(crate) use start::First;

/// A gap of this many roundoffs of the longest point counts as closed: `f64` cannot resolve more.
const CLOSED: f64 = 1.0;

/// If no step is left, the gap is rounding error up to this many roundoffs: one each for the point
/// `w`, the nearest point, their dot product and its division by the length.
const STUCK: f64 = 4.0;

/// All vertices of a simplex project like its nearest point, up to rounding. A support point lower
/// by more than this part of the longest point is none of them.
const OPEN: f64 = 1.0 / (1u32 << 20) as f64;

/// A gap of shapes that are not polytopes is certain above this many roundoffs of the longest
/// point: this covers the rounding of the bound and the choice of the support points, three for
/// each shape, of a length that is at most √3 times its extent and so 2√3 times the longest known
/// point.
const CERTAIN_OF_CURVED: f64 = 24.0;

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

/// When a vertex scan ends a search between polytopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// At once: the candidate is likely the nearest face.
    AtOnce,
    /// Once the bounds have likely met.
    Likely,
    Never,
}

/// The direction of the next support points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Aim {
    /// That of the nearest point.
    Nearest,
    /// That of a secant step.
    Secant,
    /// That of an off-axis step: the last one led no nearer, up to rounding.
    Aside,
}

/// State of one search. Lengths are scaled.
pub(crate) struct Search<'q, 'd> {
    pub(crate) difference: &'q Difference<'d>,
    pub(crate) question: &'q Question,
    watch: Option<&'q mut dyn Observer<DVec3>>,
    /// The sum of the radii plus the horizon of the question.
    radius: f64,
    horizon: f64,
    /// The last direction, that of the bounds.
    pub(crate) direction: DVec3,
    /// A lower bound of the distance of the cores, up to rounding.
    pub(crate) lower: f64,
    /// The length of the nearest point.
    pub(crate) upper: f64,
    /// The squared length of the longest point so far.
    pub(crate) reach_squared: f64,
    pub(crate) iterations: u32,
}

impl<'q, 'd> Search<'q, 'd> {
    #[inline(always)]
    pub(crate) fn new(
        difference: &'q Difference<'d>,
        question: &'q Question,
        watch: Option<&'q mut dyn Observer<DVec3>>,
    ) -> Self {
        let radius = difference.radius();
        Self {
            difference,
            question,
            watch,
            radius,
            horizon: question.horizon() * difference.scale() + radius,
            direction: DVec3::X,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            reach_squared: 0.0,
            iterations: 0,
        }
    }

    /// Counts the vertex scan that proved the nearest points as an iteration.
    pub(crate) fn count_scan<P: Space>(&mut self, candidate: &Candidate<P>) {
        self.iterations += 1;
        if self.watch.is_some() {
            self.show_scan(candidate);
        }
    }

    /// Steps towards the origin from the simplex of a candidate.
    pub(crate) fn descend<P: Space>(&mut self, candidate: &mut Candidate<P>, look: Look) -> Ending {
        let look = if self.may_look() { look } else { Look::Never };
        let mut secant = match self.difference.vertex_counts() {
            Some(_) => None,
            None => Some(Secant::new()),
        };
        let mut least = P::Scalar::from(f64::INFINITY);
        let mut v = candidate.points()[0];
        let mut aim = Aim::Nearest;
        let mut known = None;
        loop {
            let next = match known.take() {
                Some(nearest) => nearest,
                None => candidate.nearest(),
            };
            if next.squared < least {
                (least, v) = (next.squared, next.v);
                candidate.keep(&next.weights);
                self.upper = v.rounded().length();
                if let Some(ending) = self.ends_at(candidate) {
                    return ending;
                }
                if self.is_likely_nearest(look) {
                    self.direction = v.rounded();
                    return Ending::Likely;
                }
                let proposed = secant
                    .as_ref()
                    .and_then(|secant| secant.direction(v.rounded()));
                aim = proposed.map_or(Aim::Nearest, |_| Aim::Secant);
                self.direction = proposed.unwrap_or(v.rounded());
            } else if aim == Aim::Secant {
                // It failed: the plain step decides.
                candidate.drop_new();
                if self.iterations >= self.question.max_iterations {
                    return Ending::Limit;
                }
                (aim, self.direction) = (Aim::Nearest, v.rounded());
            } else if aim == Aim::Nearest
                && P::ARITHMETIC == Arithmetic::DoubleDouble
                && next.squared.rounded() > 0.0
                && self.iterations < self.question.max_iterations
            {
                // The simplex may be so flat that its last vertex turns it without moving it by an
                // ulp.
                candidate.keep(&next.weights);
                (aim, self.direction) = (Aim::Aside, next.v.rounded());
            } else {
                candidate.drop_new();
                return Ending::Stalled;
            }
            let near = candidate.pairs()[0].numbers();
            self.difference
                .support(self.direction, near, candidate.next());
            let w: P = self.difference.point_in(candidate.last_support());
            self.iterations += 1;
            let w_squared = w.rounded().dot(w.rounded());
            self.reach_squared = larger(self.reach_squared, w_squared);
            // Along the nearest point in full precision.
            let (along, length) = match aim {
                Aim::Nearest => (v, self.upper),
                _ => (
                    P::of(Precise::from_vector(self.direction)),
                    self.direction.length(),
                ),
            };
            self.lower = along.dot(w).rounded() / length;
            self.show(candidate, aim, v.rounded(), least);
            if !(w_squared <= LONGEST * LONGEST) {
                return Ending::NotFinite;
            }
            if self.is_certainly_beyond() {
                return Ending::Beyond;
            }
            let gap = along.dot(v - w).rounded() / length + self.slant(v.rounded());
            if gap <= self.allowed_gap(CLOSED) {
                return Ending::Converged;
            }
            if let Some(secant) = &mut secant {
                secant.learn(aim == Aim::Secant, gap);
            }
            if aim != Aim::Secant && gap <= OPEN * self.reach() && candidate.has_next() {
                // No point is farther than one of the simplex: is the rest rounding, or too much?
                // After a secant step the plain step decides.
                let is_closed = gap <= self.allowed_gap(STUCK);
                return if is_closed {
                    Ending::Converged
                } else {
                    Ending::Stalled
                };
            }
            candidate.push(w);
            if let Some(secant) = &mut secant {
                known = secant.slide(
                    self.difference,
                    self.direction,
                    self.lower,
                    least,
                    candidate,
                );
            }
        }
    }

    /// Whether a vertex scan can answer the question.
    fn may_look(&self) -> bool {
        !self.question.asks_verdict()
            && self.question.tolerance == 0.0
            && self.difference.vertex_counts().is_some()
    }

    /// Whether the gap is at most about the bulge of the difference over one of its faces.
    #[inline(always)]
    fn is_likely_nearest(&self, look: Look) -> bool {
        match look {
            Look::AtOnce => true,
            Look::Likely => {
                let gap = (self.upper - self.lower) * self.difference.roundness();
                gap * gap <= self.reach_squared
            }
            Look::Never => false,
        }
    }

    /// The ending at a simplex of this many vertices, if no support points are needed.
    #[inline(always)]
    fn ends_at<P: Space>(&self, candidate: &Candidate<P>) -> Option<Ending> {
        if self.upper < self.radius && self.radii_certainly_overlap(candidate) {
            return Some(Ending::RadiiOverlap);
        }
        if self.upper == 0.0 || candidate.count() == SIMPLEX_MAX {
            return Some(Ending::Contact);
        }
        if !self.upper.is_finite() {
            return Some(Ending::NotFinite);
        }
        if self.upper * self.upper <= P::Scalar::NOISE * P::Scalar::NOISE * self.reach_squared {
            return Some(Ending::BelowNoise);
        }
        (self.iterations >= self.question.max_iterations).then_some(Ending::Limit)
    }

    /// How much longer the nearest point is than its projection onto the last direction.
    #[inline]
    fn slant(&self, nearest: DVec3) -> f64 {
        if self.direction == nearest {
            return 0.0;
        }
        let apart = self.direction * (1.0 / self.direction.length()) - nearest * (1.0 / self.upper);
        self.upper * 0.5 * apart.dot(apart)
    }

    /// The length of the longest point so far.
    #[inline]
    pub(crate) fn reach(&self) -> f64 {
        crate::arithmetic::float::root(self.reach_squared)
    }

    /// A larger gap or overlap is certain: for polytopes in spite of all rounding (lemma 2), for
    /// other shapes in spite of rounding in the solver.
    #[inline]
    pub(crate) fn certain(&self) -> f64 {
        if self.difference.vertex_counts().is_some() {
            return self.difference.certain();
        }
        let length = larger(self.reach(), self.difference.half_extent());
        CERTAIN_OF_CURVED * larger(ROUNDOFF * length, self.difference.least_number())
    }

    /// Whether a plane separates the shapes by more than the question needs, beyond all rounding
    /// (lemma 2).
    #[inline]
    pub(crate) fn is_certainly_beyond(&self) -> bool {
        self.lower > self.horizon && self.lower - self.certain() > self.horizon
    }

    /// Whether the cores are nearer than the sum of the radii, beyond all rounding (lemma 2). For
    /// closest points the cores must be certainly apart: the normal is perpendicular to a plane
    /// between them.
    fn radii_certainly_overlap<P: Space>(&self, candidate: &Candidate<P>) -> bool {
        let has_normal = self.lower > self.certain();
        (has_normal || self.question.goal != Goal::ClosestPoints)
            && self.radii_certainly_reach(candidate)
    }

    /// Whether the sum of the radii exceeds the distance of a candidate, beyond all rounding.
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

#[cfg(test)]
mod tests;
