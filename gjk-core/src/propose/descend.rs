//! The loop of the algorithm.
//!
//! **Why it ends.** Every turn of the loop that does not return decreases the computed `|v|²`
//! strictly, except after a secant step that failed, which a plain one follows, and after a plain
//! step that failed in double-double, which one off-axis step follows. If that fails too, the search
//! ends. And `<` orders the finitely many numbers of an arithmetic. A comparison with NaN counts as
//! not less. Every evaluation counts as an iteration, so the limit ends the search even for broken
//! support mappings.

use glam::DVec3;

use super::candidate::Candidate;
use super::search::{Ending, Search};
use super::secant::Secant;
use super::simplex::Nearest;
use crate::arithmetic::{Arithmetic, Scalar, Space};
use crate::difference::is_usable;
use crate::observer::StepKind;
use crate::simplex::SIMPLEX_MAX;

/// A gap of this many roundoffs of the longest point counts as closed: `f64` cannot resolve more.
const CLOSED: f64 = 1.0;

/// If no step is left, the gap is rounding error up to this many roundoffs: one each for the point
/// `w`, the nearest point, their dot product and its division by the length.
const STUCK: f64 = 4.0;

/// The vertices of a simplex are equally high along its nearest point, up to rounding. A support
/// point lower by more than this part of the longest point is a new vertex.
const OPEN: f64 = 1.0 / (1u32 << 20) as f64;

/// When a vertex scan ends a search between polytopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scan {
    /// At once: the candidate is likely the nearest face.
    AtOnce,
    /// Once the bounds have likely met.
    Likely,
    Never,
}

/// Where a descent stands.
struct Course<P: Space> {
    /// The nearest point so far, and its squared length.
    v: P,
    least: P::Scalar,
    /// The direction of the next evaluation, in full precision, and its kind.
    along: P,
    aim: StepKind,
    /// The nearest point of the simplex, if it has slid.
    slid: Option<Nearest<P>>,
    /// The last support point of a curved shape, and its place in the simplex.
    newest: Option<(P, usize)>,
}

impl Search<'_> {
    /// Steps towards the origin from the simplex of a candidate.
    pub(crate) fn descend<P: Space>(&mut self, candidate: &mut Candidate<P>, scan: Scan) -> Ending {
        let scan = if self.may_scan() { scan } else { Scan::Never };
        let mut secant = (!self.difference.is_of_polytopes()).then(Secant::new);
        let mut course = Course {
            v: candidate.points()[0],
            least: P::Scalar::from(f64::INFINITY),
            along: candidate.points()[0],
            aim: StepKind::Nearest,
            slid: None,
            newest: None,
        };
        loop {
            let nearest = course.slid.take().unwrap_or_else(|| candidate.nearest());
            let ending = if nearest.squared < course.least {
                self.aim_at_nearest(&mut course, &nearest, candidate, secant.as_ref(), scan)
            } else {
                self.aim_otherwise(&mut course, &nearest, candidate)
            };
            if let Some(ending) = ending {
                return ending;
            }
            let near = candidate.pairs()[0].numbers();
            let w = self.evaluate(course.along, near, candidate);
            if let Some(ending) = self.ends_at_support(&course, w, candidate, secant.as_mut()) {
                return ending;
            }
            candidate.push(w);
            if let Some(secant) = &mut secant {
                course.slid = secant.slide(self, course.least, candidate);
                let last = candidate.count() - 1;
                course.newest = Some((w, if course.slid.is_some() { 0 } else { last }));
            }
        }
    }

    /// Takes a point that is nearer than all before as the nearest so far, and aims at it. Returns
    /// the ending, if no evaluation is needed.
    #[inline(always)]
    fn aim_at_nearest<P: Space>(
        &mut self,
        course: &mut Course<P>,
        nearest: &Nearest<P>,
        candidate: &mut Candidate<P>,
        secant: Option<&Secant<P>>,
        scan: Scan,
    ) -> Option<Ending> {
        (course.least, course.v) = (nearest.squared, nearest.v);
        let v = nearest.v.rounded();
        self.upper = nearest.squared.root().rounded();
        // On curved shapes a point found in the right direction is itself the nearest one, so another
        // evaluation would find nothing new.
        let is_met = |w| self.gap(course.along, course.v, w) <= self.allowed_gap(CLOSED);
        let met = course.newest.filter(|(w, _)| is_met(*w));
        let met = met.map(|(_, place)| candidate.pairs()[place]);
        candidate.keep(&nearest.weights);
        if let Some(ending) = self.ends_at_simplex(candidate) {
            return Some(ending);
        }
        if let Some(pair) = met {
            *candidate.next() = pair;
            return Some(Ending::Converged);
        }
        if self.is_likely_nearest(scan) {
            self.direction = v;
            return Some(Ending::Likely);
        }
        (course.aim, course.along) = match secant.and_then(|secant| secant.direction(v)) {
            Some(direction) => (StepKind::Secant, P::from(direction)),
            None => (StepKind::Nearest, course.v),
        };
        None
    }

    /// Aims otherwise after an evaluation that led no nearer. Returns the ending, if nothing is left
    /// to try.
    #[inline(always)]
    fn aim_otherwise<P: Space>(
        &self,
        course: &mut Course<P>,
        nearest: &Nearest<P>,
        candidate: &mut Candidate<P>,
    ) -> Option<Ending> {
        candidate.drop_new();
        let is_last = self.iterations >= self.question.max_iterations;
        let may_lean = P::ARITHMETIC == Arithmetic::DoubleDouble && nearest.squared.rounded() > 0.0;
        match course.aim {
            StepKind::Secant if is_last => return Some(Ending::Limit),
            // The plain step decides.
            StepKind::Secant => (course.aim, course.along) = (StepKind::Nearest, course.v),
            // The simplex may be so flat that its last vertex turns it without moving it by an ulp.
            StepKind::Nearest if may_lean && !is_last => {
                (course.aim, course.along) = (StepKind::OffAxis, nearest.v);
            }
            _ => return Some(Ending::Stalled),
        }
        None
    }

    /// Finds the support points along a direction, near vertices: the next entry of the candidate.
    #[inline(always)]
    pub(super) fn evaluate<P: Space>(
        &mut self,
        along: P,
        near: [u32; 2],
        candidate: &mut Candidate<P>,
    ) -> P {
        self.direction = along.rounded();
        self.difference.support_along(along, near, candidate.next());
        self.iterations += 1;
        let w: P = self.difference.point_in(candidate.last_support());
        self.include(w.rounded().dot(w.rounded()));
        w
    }

    /// Computes the bounds along the aim. Returns the ending, if they answer the question or no step
    /// leads nearer.
    #[inline(always)]
    fn ends_at_support<P: Space>(
        &mut self,
        course: &Course<P>,
        w: P,
        candidate: &Candidate<P>,
        secant: Option<&mut Secant<P>>,
    ) -> Option<Ending> {
        let length = course.along.dot(course.along).root();
        self.length = length.rounded();
        let bound = course.along.dot(w) / length;
        self.lower = bound.rounded();
        if P::ARITHMETIC == Arithmetic::DoubleDouble {
            let clearance = self.beyond_radii::<P>(bound).rounded() - self.certain;
            if clearance > self.clearance {
                (self.clearance, self.normal) = (clearance, self.direction);
            }
        }
        self.show(candidate, course.aim, course.v.rounded(), course.least);
        if !is_usable(w.rounded()) {
            return Some(Ending::NotFinite);
        }
        if self.is_certainly_beyond::<P>(bound) {
            return Some(Ending::Beyond);
        }
        let gap = self.gap(course.along, course.v, w);
        if gap <= self.allowed_gap(CLOSED) {
            return Some(Ending::Converged);
        }
        let is_secant = course.aim == StepKind::Secant;
        if let Some(secant) = secant {
            secant.learn(is_secant, gap);
        }
        if is_secant || gap > OPEN * self.reach() || !candidate.repeats_a_vertex() {
            return None;
        }
        // The support point is a vertex already, so no step leads nearer: the gap is rounding error,
        // or the search stalls. (A plain step follows a secant step, and decides.)
        match gap <= self.allowed_gap(STUCK) {
            true => Some(Ending::Converged),
            false => Some(Ending::Stalled),
        }
    }

    /// Whether a vertex scan can answer the question.
    fn may_scan(&self) -> bool {
        !self.question.asks_verdict()
            && self.question.tolerance == 0.0
            && self.difference.is_of_polytopes()
    }

    /// Whether the gap is at most about the bulge of the difference over one of its faces.
    #[inline(always)]
    fn is_likely_nearest(&self, scan: Scan) -> bool {
        match scan {
            Scan::AtOnce => true,
            Scan::Likely => {
                let gap = (self.upper - self.lower) * self.difference.roundness();
                gap * gap <= self.reach_squared
            }
            Scan::Never => false,
        }
    }

    /// The ending at this candidate, if no further support point is needed.
    #[inline(always)]
    fn ends_at_simplex<P: Space>(&self, candidate: &Candidate<P>) -> Option<Ending> {
        if self.upper <= self.radius && self.radii_certainly_reach(candidate) {
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

    /// The gap between the bounds of a nearest point and a support point, as a sum of two parts that
    /// are not negative, so that no digits cancel.
    #[inline(always)]
    fn gap<P: Space>(&self, along: P, v: P, w: P) -> f64 {
        along.dot(v - w).rounded() / self.length + self.slant(v.rounded())
    }

    /// How much longer the nearest point is than its projection onto the last direction.
    #[inline]
    pub(super) fn slant(&self, nearest: DVec3) -> f64 {
        if self.direction == nearest {
            return 0.0;
        }
        let aside = self.direction.cross(nearest);
        let along = self.direction.dot(nearest);
        aside.dot(aside) / (self.length * (self.length * self.upper + along))
    }
}
