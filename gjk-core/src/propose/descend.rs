//! The loop of the algorithm.
//!
//! **Why it ends.** Every turn of the loop that does not return makes the least computed `|v|²` less.
//! `STAYS` turns in a row may leave it as it is, and so may a step of Newton, which a plain one
//! follows. There are finitely many numbers, so it cannot decrease forever; a comparison with NaN
//! counts as not less. Every evaluation counts as an iteration, so the limit ends the search even
//! for broken support mappings.

use super::candidate::Candidate;
use super::newton::Newton;
use super::search::{Ending, Search};
use super::simplex::Nearest;
use crate::arithmetic::{Arithmetic, Scalar, Space, power_of_two};
use crate::difference::is_usable;
use crate::simplex::SIMPLEX_MAX;
use crate::step::StepKind;

/// A gap of this many roundoffs of `f64` of the longest point counts as closed, since `f64`
/// resolves no more. In double-double too: there polytopes need the weights of the last simplex
/// only, as the proof has the digits.
const CLOSED: f64 = 1.0;

/// If no step is left, the gap is rounding error up to this many roundoffs: one each for the point
/// `w`, the nearest point, their dot product and its division by the length.
const STUCK: f64 = 4.0;

/// The vertices of a simplex are equally high along its nearest point, up to rounding. A support
/// point lower by more than this part of the longest point is a new vertex, so it need not be
/// compared with them.
const OPEN: f64 = power_of_two(-20);

/// So many steps in a row may lead no nearer. With one, two of 200,000 pairs of caps that touch
/// within rounding stalled.
const STAYS: u32 = 4;

/// When a vertex scan ends a search between polytopes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scan {
    /// At once: the candidate is likely the nearest face.
    AtOnce,
    /// Once the bounds have likely met.
    Likely,
    Never,
}

/// A descent from the simplex of a candidate. A step that ends it returns the ending as its error.
struct Descent<'d, 'q, P: Space> {
    search: &'d mut Search<'q>,
    candidate: &'d mut Candidate<P>,
    scan: Scan,
    /// The state of Newton's steps, for curved shapes only.
    newton: Option<&'d mut Newton<P>>,
    /// The nearest point so far, and the least squared length.
    v: P,
    least: P::Scalar,
    /// How many steps in a row led no nearer.
    stays: u32,
    /// The direction of the next evaluation, in full precision, and its kind.
    along: P,
    aim: StepKind,
    /// The nearest point of the simplex, if it has slid.
    slid: Option<Nearest<P>>,
    /// The last support point of a curved shape, and its place in the simplex.
    newest: Option<(P, usize)>,
}

impl<P: Space> Descent<'_, '_, P> {
    /// Evaluates the direction of the nearest point of the simplex, or another if that is no nearer
    /// than before. What is found there joins the simplex.
    #[inline(always)]
    fn step(&mut self) -> Result<(), Ending> {
        let slid = self.slid.take();
        let nearest = slid.unwrap_or_else(|| self.candidate.nearest());
        let may_stay = self.may_stay(&nearest);
        if nearest.squared < self.least || (may_stay && !self.search.is_last()) {
            self.aim_at_nearest(&nearest)?;
        } else {
            self.aim_otherwise(may_stay)?;
        }
        let near = self.candidate.pairs()[0].numbers();
        let w = self.search.evaluate(self.along, near, self.candidate);
        self.bound(w)?;
        self.candidate.push(w);
        if let Some(newton) = &mut self.newton {
            self.slid = newton.slide(self.search, self.least, self.candidate);
            let last = self.candidate.count() - 1;
            self.newest = Some((w, if self.slid.is_some() { 0 } else { last }));
        }
        Ok(())
    }

    /// Takes the nearest point of the simplex as the nearest so far, and aims at it, unless no
    /// evaluation is needed.
    #[inline(always)]
    fn aim_at_nearest(&mut self, nearest: &Nearest<P>) -> Result<(), Ending> {
        let search = &mut *self.search;
        let stayed = !(nearest.squared < self.least);
        self.stays = if stayed { self.stays + 1 } else { 0 };
        if stayed {
            // What rounding hides a scan would not find either.
            self.scan = Scan::Never;
        } else {
            self.least = nearest.squared;
        }
        self.v = nearest.v;
        search.upper = nearest.squared.root().rounded();
        // On curved shapes a point found in the right direction is itself the nearest one, so
        // another evaluation would find nothing new.
        let is_met = |w| search.gap(self.along, self.v, w) <= search.allowed_gap(CLOSED);
        let met = self.newest.filter(|(w, _)| is_met(*w));
        let met = met.map(|(_, place)| self.candidate.pairs()[place]);
        self.candidate.keep(&nearest.weights);
        search.check_simplex(self.candidate)?;
        if let Some(pair) = met {
            *self.candidate.next_pair() = pair;
            return Err(Ending::Converged);
        }
        if search.is_likely_nearest(self.scan) {
            search.direction = nearest.v.rounded();
            return Err(Ending::Likely);
        }
        let newton = self.newton.as_ref();
        (self.aim, self.along) = match newton.and_then(|newton| newton.direction(search)) {
            Some(direction) => (StepKind::Newton, P::from(direction)),
            None if stayed => (StepKind::OffAxis, self.v),
            None => (StepKind::Nearest, self.v),
        };
        Ok(())
    }

    /// Whether a simplex counts although its nearest point is no nearer: up to twice as far. A gap of
    /// a part of the size shortens `|v|` by the square of that part only, which rounding hides, while
    /// the direction turns by as much as the gap. So some such steps are taken.
    #[inline(always)]
    fn may_stay(&self, nearest: &Nearest<P>) -> bool {
        let [now, least] = [nearest.squared, self.least].map(Scalar::rounded);
        let is_as_near = now > 0.0 && now < 4.0 * least;
        let is_plain = self.aim != StepKind::Newton;
        is_plain && is_as_near && self.stays < STAYS
    }

    /// Aims at the nearest point so far after a step of Newton that led no nearer. A plain step
    /// that led no nearer ends the search: there is no other, or, if it may stay, no time for one.
    #[inline(always)]
    fn aim_otherwise(&mut self, may_stay: bool) -> Result<(), Ending> {
        self.candidate.drop_new();
        let is_newton = self.aim == StepKind::Newton;
        if is_newton && !self.search.is_last() {
            (self.aim, self.along) = (StepKind::Nearest, self.v);
            return Ok(());
        }
        match is_newton || may_stay {
            true => Err(Ending::Limit),
            false => Err(Ending::Stalled),
        }
    }

    /// Computes the bounds along the aim, which may answer the question, or show that no step leads
    /// nearer.
    #[inline(always)]
    fn bound(&mut self, w: P) -> Result<(), Ending> {
        let search = &mut *self.search;
        let length = self.along.dot(self.along).root();
        search.length = length.rounded();
        let bound = self.along.dot(w) / length;
        search.lower = bound.rounded();
        if P::ARITHMETIC == Arithmetic::DoubleDouble {
            let clearance = search.beyond_radii::<P>(bound).rounded() - search.certain;
            if clearance > search.clearance {
                (search.clearance, search.normal) = (clearance, search.direction);
            }
        }
        search.show(self.aim, self.candidate, self.v);
        if !is_usable(w.rounded()) {
            return Err(Ending::NotFinite);
        }
        if search.is_certainly_beyond::<P>(bound) {
            return Err(Ending::Beyond);
        }
        let gap = search.gap(self.along, self.v, w);
        if gap <= search.allowed_gap(CLOSED) {
            return Err(Ending::Converged);
        }
        let is_newton = self.aim == StepKind::Newton;
        if let Some(newton) = &mut self.newton {
            newton.learn(is_newton, gap);
        }
        if is_newton || gap > OPEN * search.reach() || !self.candidate.repeats_a_vertex() {
            return Ok(());
        }
        // The support point is a vertex already, so no step leads nearer: the gap is rounding
        // error, or the search stalls. (A plain step follows a step of Newton, and decides.)
        match gap <= search.allowed_gap(STUCK) {
            true => Err(Ending::Converged),
            false => Err(Ending::Stalled),
        }
    }
}

impl Search<'_> {
    /// Steps towards the origin from the simplex of a candidate. An earlier simplex may be so small
    /// here that squares underflow, and it has no nearest point: then from the centres.
    pub(crate) fn descend<P: Space>(&mut self, candidate: &mut Candidate<P>, scan: Scan) -> Ending {
        let before = self.iterations;
        let ending = self.descend_from(candidate, scan);
        if ending != Ending::Stalled || self.iterations > before || self.is_last() {
            return ending;
        }
        self.start_again(candidate);
        self.descend_from(candidate, scan)
    }

    fn descend_from<P: Space>(&mut self, candidate: &mut Candidate<P>, scan: Scan) -> Ending {
        let mut newton = (!self.difference.is_of_polytopes()).then(Newton::new);
        // Whether a vertex scan can answer the question.
        let may_scan = !self.question.asks_verdict()
            && !self.question.has_tolerance()
            && self.difference.is_of_polytopes();
        let mut descent = Descent {
            scan: if may_scan { scan } else { Scan::Never },
            newton: newton.as_mut(),
            v: candidate.points()[0],
            least: P::Scalar::from(f64::INFINITY),
            stays: 0,
            along: candidate.points()[0],
            aim: StepKind::Nearest,
            slid: None,
            newest: None,
            search: self,
            candidate,
        };
        loop {
            if let Err(ending) = descent.step() {
                return ending;
            }
        }
    }

    /// Finds the support points along a direction, near vertices: the next entry of the candidate.
    #[inline(always)]
    pub(super) fn evaluate<P: Space>(
        &mut self,
        along: P,
        near: [u32; 2],
        candidate: &mut Candidate<P>,
    ) -> P {
        // The last bound is of another direction.
        (self.direction, self.lower) = (along.rounded(), f64::NEG_INFINITY);
        self.difference.support(along, near, candidate.next_pair());
        self.iterations += 1;
        let w: P = self.difference.point_in(candidate.last_support());
        self.include(w.rounded());
        w
    }

    /// Whether the gap is at most about the height of the surface of the difference above a face of
    /// the simplex. Then that face is likely one of the difference.
    #[inline(always)]
    fn is_likely_nearest(&self, scan: Scan) -> bool {
        let gap = (self.upper - self.lower) * self.difference.roundness();
        scan == Scan::AtOnce || (scan == Scan::Likely && gap * gap <= self.reach_squared)
    }

    /// Whether a further support point is needed after this candidate; if not, the ending. The
    /// upper bound is finite: it is less than before, or at most twice as long.
    #[inline(always)]
    fn check_simplex<P: Space>(&self, candidate: &Candidate<P>) -> Result<(), Ending> {
        let beyond_radii = || self.beyond_radii::<P>(candidate.mean_length()).rounded();
        if self.upper <= self.radius && beyond_radii() < -self.certain {
            return Err(Ending::RadiiOverlap);
        }
        if self.upper == 0.0 || candidate.count() == SIMPLEX_MAX {
            return Err(Ending::Contact);
        }
        if self.upper * self.upper <= P::Scalar::NOISE * P::Scalar::NOISE * self.reach_squared {
            return Err(Ending::BelowNoise);
        }
        match self.is_last() {
            true => Err(Ending::Limit),
            false => Ok(()),
        }
    }

    /// The gap between the bounds of a nearest point and a support point, as a sum of two parts
    /// that are not negative, so that no digits cancel: from the support point up to the projection
    /// of the nearest point onto the last direction, and by how much that point is longer.
    pub(super) fn gap<P: Space>(&self, along: P, v: P, w: P) -> f64 {
        let (direction, nearest, length) = (self.direction, v.rounded(), self.length);
        let aside = direction.cross(nearest);
        let longer = aside.dot(aside) / (length * (length * self.upper + direction.dot(nearest)));
        along.dot(v - w).rounded() / length + longer
    }
}
