//! The algorithm of Gilbert, Johnson and Keerthi: the point of the Minkowski difference `A ⊖ B`
//! that is nearest to the origin, by a simplex of support points that steps towards it.
//!
//! **Why it is right.** With `v` the nearest point of the simplex, `|v|` bounds the distance from
//! above: it is a point of the difference. The support point `w` farthest against `v` bounds it
//! from below by `v·w / |v|`: the plane through `w` perpendicular to `v` has the whole difference
//! on its far side. Where the two meet, `v` is the answer; where they do not, the simplex with `w`
//! comes strictly nearer.
//!
//! **Why it ends.** A turn of the loop that does not return makes the computed `|v|²` strictly less
//! than all before it in its phase, but for four sorts of turns:
//!
//! - the first where no simplex is known yet, which only evaluates;
//! - the one after a secant step that led no nearer, which goes back to the simplex before that step
//!   and is a plain one, so that the next turn returns, makes `|v|²` less or is one of the following;
//! - in double-double, the one that looks aside where a step leads no nearer though the bounds have not
//!   met: the simplex may be so flat that the new point turns it without moving it by a last digit.
//!   The next turn returns or makes `|v|²` less;
//! - the one that goes back to a single vertex because no `|v|²` has been finite yet: the next turn
//!   returns or has one that is, so there is one such turn in a phase at most.
//!
//! A comparison with NaN counts as not less. `<` orders the numbers of an arithmetic (those of
//! double-double by their two parts, one after the other), and they are finitely many: so a phase
//! ends. The pairs of vertices of two polytopes have only so many subsets of at most four in so many
//! orders, each with one computed `|v|²`, so there it ends however small its steps are.
//!
//! Between polytopes the last turn may take a [look](crate::look) at all vertices instead of an evaluation.
//!
//! There are two phases, in `f64` and, where rounding keeps `f64` from closing the gap, in
//! double-double from the same simplex; polytopes go on in [exact](crate::exact) arithmetic instead, which
//! has a proof of its own. They start over only when a point has outgrown the scale,
//! which then shrinks by 2^100 or more and never grows again: about twenty times at most in the range
//! of `f64`. Every evaluation but those counts as an iteration, so the limit ends the search even for
//! mappings that are not support mappings and could come a little nearer for ever.
//!
//! Sources: E. G. Gilbert, D. W. Johnson, S. S. Keerthi, "A fast procedure for computing the
//! distance between complex objects in three-dimensional space", IEEE Journal of Robotics and
//! Automation 4 (1988); the stop by the duality gap is that of G. van den Bergen, "A fast and
//! robust GJK implementation for collision detection of convex objects", Journal of Graphics Tools
//! 4 (1999), section 4.

use crate::bounds::Closing;
use crate::closest::SupportPair;
use crate::difference::{Difference, SIZE, is_usable, normalized};
use crate::exact::Proved;
use crate::float::{ROUNDOFF, larger};
use crate::goal::{Ending, Goal, Limits, Start};
use crate::look::roundness;
use crate::observer::{Iteration, Observer};
use crate::secant::Secant;
use crate::space::{Arithmetic, Scalar, Space};
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// A gap of one roundoff of the largest length is closed: the bounds cannot say more.
const CLOSED_GAP: f64 = 1.0;

/// When no step is left the gap that remains is rounding error, up to this many roundoffs: one each
/// for the difference `w`, the nearest point, their dot product and its division by the length.
pub(crate) const ROUNDING_GAP: f64 = 4.0;

/// The vertices of a simplex are as high as its nearest point, but for the rounding of that. A support
/// point that is lower by more than this part of the largest length is none of them.
const NEW_GAP: f64 = 1.0 / (1u32 << 20) as f64;

/// Before so many iterations the search is plain: most searches that need no help are over by then.
const SECANT_FROM: u32 = 5;

/// Points that a change of scale has made smaller than this are too small to compute with among each
/// other: the solver takes fourth powers of lengths, which lose no digits from 2^-240 on.
const LEAST_FACTOR: f64 = 1.0 / ((1u128 << 120) as f64 * (1u128 << 120) as f64);

/// Shapes that no plane was found to separate are called touching when the upper bound is within
/// this part of an ulp of the largest length: the verdict is allowed to be wrong by one.
pub(crate) const TOUCH_BAND: f64 = 0.75;

/// A search, and where it stands. Lengths are scaled.
pub(crate) struct Search<'q, A: ?Sized, B: ?Sized, V, O> {
    pub(crate) difference: &'q mut Difference<'q, A, B, V>,
    pub(crate) limits: Limits,
    observer: &'q mut O,
    /// The nearest point so far, at first the start direction if there is one.
    pub(crate) nearest: V,
    /// The point of the difference that the weights of the simplex make: the nearest point again,
    /// as exactly as it can be written. Set at the end.
    pub(crate) mean: V,
    /// The direction of the last support points: that of the nearest point, or a secant step.
    pub(crate) direction: V,
    /// The support points against it.
    pub(crate) support: SupportPair<V>,
    /// What those prove. On the way it is computed only if somebody reads it.
    pub(crate) lower: f64,
    /// The length of the nearest point.
    pub(crate) upper: f64,
    /// What is proved about the distance of the shapes, where rounding left a doubt.
    pub(crate) proved: Option<Proved>,
    /// How well the upper bound is known, if by heights.
    pub(crate) closing: Option<Closing>,
    /// By how much the vertices besides those of the simplex are known to be beyond its plane at the end: as
    /// a part of the extents.
    pub(crate) beyond: f64,
    /// The [span](Difference::span) of the difference.
    pub(crate) span: f64,
    /// Whether both shapes are polytopes, or round shapes over them.
    pub(crate) polytopes: bool,
    /// The [roundness] of the difference of polytopes.
    pub(crate) roundness: f64,
    /// The largest length of the difference seen so far.
    pub(crate) reach: f64,
    pub(crate) iterations: u32,
    /// Proposes directions, from so many iterations on.
    secant: Secant<V>,
    secant_from: u32,
}

impl<'q, V, A, B, O> Search<'q, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// A search for the nearest point of `difference`, to be [started](Search::start).
    #[inline(always)]
    pub(crate) fn new(
        difference: &'q mut Difference<'q, A, B, V>,
        limits: Limits,
        observer: &'q mut O,
    ) -> Self {
        let counts = difference.vertex_counts();
        Self {
            polytopes: counts.is_some(),
            roundness: counts.map_or(0.0, roundness::<V>),
            span: 0.0,
            difference,
            limits,
            observer,
            nearest: V::ZERO,
            mean: V::ZERO,
            direction: V::ZERO,
            support: SupportPair::EMPTY,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            proved: None,
            closing: None,
            beyond: 0.0,
            reach: 0.0,
            iterations: 0,
            secant: Secant::new(),
            secant_from: SECANT_FROM,
        }
    }

    /// Fills in the `simplex` to search from, or evaluates the first support points.
    #[inline(always)]
    pub(crate) fn start(&mut self, start: &Start<V>, simplex: &mut Vertices<V>) {
        if let Start::Simplex(known) = start {
            simplex.place(known, self.difference);
        }
        if !simplex.spans_nothing() {
            self.reach = simplex.reach();
            self.secant_from = 0;
            return;
        }
        let direction = match start {
            Start::Direction(direction) => *direction,
            Start::Centers | Start::Simplex(_) => self.difference.between_centers(),
        };
        let direction = normalized(direction) * SIZE;
        (self.nearest, self.mean, self.direction) = (direction, direction, direction);
        self.support = self.difference.support(direction, None);
        self.difference.adapt_to(&self.support);
    }

    /// Searches to the end, from this simplex to the last.
    pub(crate) fn run(&mut self, simplex: &mut Vertices<V>) -> Ending {
        let radii = self.difference.radii();
        if !radii.iter().all(|radius| radius.is_finite()) {
            return Ending::NotFinite;
        }
        self.span = self.difference.span();
        let mut ending = if self.starts_at_the_end(simplex) {
            Ending::Converged
        } else {
            if !simplex.spans_nothing() {
                // A hint for the next ones.
                self.support = *simplex.pair(0);
            }
            self.phases(simplex)
        };
        // Each change of scale is by 2^100 or more, so there are few of them.
        while ending == Ending::Rescaled {
            ending = self.phases(simplex);
        }
        let asks_points = self.limits.goal == Goal::ClosestPoints;
        if ending == Ending::Intersecting && asks_points && self.proved.is_none() {
            self.refine_weights(simplex);
        }
        match ending {
            _ if matches!(self.limits.goal, Goal::Proximity { .. }) => {
                self.without_doubt(ending, simplex)
            }
            // The last bounds have more digits than those on the way.
            Ending::Converged | Ending::Stalled if self.ends_beyond_interest(simplex) => {
                Ending::Beyond
            }
            _ => ending,
        }
    }

    /// Searches on in `f64` and then, if that leaves a doubt, without rounding or, where that cannot
    /// be, in double-double.
    fn phases(&mut self, simplex: &mut Vertices<V>) -> Ending {
        let ending = self.phase(simplex);
        match ending {
            Ending::Drowned | Ending::Stalled if self.iterations >= self.limits.max_iterations => {
                self.bound(simplex);
                Ending::IterationLimit
            }
            _ if !self.leaves_doubt(ending, simplex) => match ending {
                // Without a step left, but with a proof.
                Ending::Stalled => Ending::Converged,
                _ => ending,
            },
            _ => match (self.decide(simplex), ending) {
                (Some(decided), _) => decided,
                (None, Ending::Drowned | Ending::Stalled) => self.precise_phase(simplex),
                (None, _) => ending,
            },
        }
    }

    /// The phase in double-double.
    #[cold]
    pub(crate) fn precise_phase(&mut self, simplex: &mut Vertices<V>) -> Ending {
        let mut precise = Vertices::<V::Precise>::of(simplex, self.difference);
        let ending = self.phase(&mut precise);
        *simplex = Vertices::of(&precise, self.difference);
        ending
    }

    /// One phase of the search, in the arithmetic of `P`.
    fn phase<P: Space<Rounded = V>>(&mut self, simplex: &mut Vertices<P>) -> Ending {
        let ending = self.descend(simplex);
        if ending == Ending::Stalled {
            // The next phase may find that the last vertex leads on.
            simplex.admit();
        }
        ending
    }

    /// The loop of the algorithm.
    fn descend<P: Space<Rounded = V>>(&mut self, simplex: &mut Vertices<P>) -> Ending {
        // Whether the first proof that the shapes are apart or overlap ends the search.
        let asks_verdict = matches!(self.limits.goal, Goal::Verdict | Goal::Proximity { .. });
        let limited = self.limits.max_distance < f64::INFINITY;
        let reads_lower = asks_verdict || limited || self.observer.watches();
        // The lower bound of the last evaluation, as near as a guess needs it.
        let mut floor = f64::NEG_INFINITY;
        // The simplex that spans the nearest point, while the search looks aside from another one.
        let mut nearest_simplex = None;
        let mut v = P::lifted(self.nearest);
        let mut length_squared = P::Scalar::from(f64::INFINITY);
        let mut secant = false;
        loop {
            // Step: to the nearest point of the simplex, if that is nearer than the last.
            let w = if simplex.count() == 0 {
                self.difference.point::<P>(&self.support)
            } else {
                let next = simplex.nearest(self.reach);
                let is_inside = next.is_inside();
                let leads_on = next.squared < length_squared || is_inside;
                if leads_on {
                    simplex.keep(&next.weights);
                    nearest_simplex = None;
                    if is_inside {
                        return Ending::Intersecting;
                    }
                    v = next.v;
                    length_squared = next.squared;
                    self.nearest = v.rounded();
                    self.upper = self.nearest.length();
                    if self.upper <= P::Scalar::DROWNED * self.reach {
                        return Ending::Drowned;
                    }
                    if asks_verdict && self.radii_certainly_overlap() {
                        return Ending::Intersecting;
                    }
                } else if secant {
                    // A secant step that led nowhere: the plain one decides.
                    simplex.shrink();
                } else if length_squared.rounded().is_infinite() && simplex.count() > 1 {
                    // Its vertices differ so much in size that their weights underflow.
                    simplex.keep_first();
                    continue;
                } else {
                    let ending = self.settle(simplex, &nearest_simplex);
                    let turned = next.v.rounded();
                    let may_look = P::ARITHMETIC != Arithmetic::Double && is_direction(turned);
                    let aside = nearest_simplex.is_some();
                    if aside || ending == Ending::Converged || !may_look {
                        return ending;
                    }
                    // The last digits do not show whether the step leads nearer: look from there.
                    nearest_simplex = Some(*simplex);
                    simplex.keep(&next.weights);
                    self.direction = turned;
                }
                if nearest_simplex.is_none() {
                    let proposed = leads_on.then(|| self.proposed_direction()).flatten();
                    secant = proposed.is_some();
                    self.direction = proposed.unwrap_or(self.nearest);
                    if self.ends_by_a_look(simplex, length_squared, floor) {
                        return Ending::Converged;
                    }
                }
                self.evaluate()
            };

            // Support: the plane that bounds the distance from below.
            if !is_usable(w.rounded()) {
                return self.outgrown(simplex);
            }
            self.iterations += 1;
            self.reach = larger(self.reach, w.rounded().length());
            let has_nearest = !simplex.spans_nothing();
            let beside = secant || nearest_simplex.is_some();
            let direction = P::lifted(self.direction);
            let length = if has_nearest && !beside {
                self.upper
            } else {
                self.direction.length()
            };
            if reads_lower {
                self.lower = direction.dot(w).rounded() / length;
            }
            if !self.polytopes {
                self.secant.note(self.direction, &self.support, w.rounded());
            }
            self.observe(simplex, length_squared, beside, [self.lower, self.upper]);

            // Stop: the plane separates the shapes by enough, or the bounds have met.
            if asks_verdict {
                if self.certainly_beyond_margin() {
                    return Ending::Separated;
                }
            } else if limited && has_nearest && self.is_beyond_interest() {
                self.bound(nearest_simplex.as_ref().unwrap_or(simplex));
                if self.is_beyond_interest() {
                    return Ending::Beyond;
                }
            }
            let slant = if beside { self.slant() } else { 0.0 };
            let gap = direction.dot(v - w).rounded() / length + slant;
            floor = length - gap;
            if has_nearest && gap <= self.allowed_gap(CLOSED_GAP) {
                return self.settle(simplex, &nearest_simplex);
            }
            if has_nearest && !self.polytopes {
                self.secant.learn(secant, gap);
            }
            let is_surely_new = gap > NEW_GAP * self.reach && !beside;
            if is_surely_new || !simplex.has(&self.support) {
                simplex.grow(&self.support, w);
            }
            if self.iterations >= self.limits.max_iterations {
                if let Some(nearest) = nearest_simplex {
                    *simplex = nearest;
                    simplex.shrink();
                } else if has_nearest {
                    simplex.shrink();
                } else {
                    simplex.keep_first();
                }
                self.bound(simplex);
                return Ending::IterationLimit;
            }
        }
    }

    /// Finds the support points against the direction, and the point that they make.
    #[inline(always)]
    fn evaluate<P: Space<Rounded = V>>(&mut self) -> P {
        let support = self.difference.support(self.direction, Some(&self.support));
        self.support = support;
        // Not from where it has just been stored: in other parts, which the processor waits for.
        self.difference.point(&support)
    }

    /// The end of a phase whose last support point is too large to compute with: a change of scale,
    /// if that helps.
    #[cold]
    fn outgrown<P: Space<Rounded = V>>(&mut self, simplex: &mut Vertices<P>) -> Ending {
        let Some(factor) = self.difference.rescale_for(&self.support) else {
            return Ending::NotFinite;
        };
        simplex.shrink();
        simplex.replace(self.difference);
        let w = self.difference.point::<V>(&self.support);
        self.span = self.difference.span();
        self.reach = f64::max(self.reach * factor, Vector::length(w));
        (self.lower, self.upper) = (self.lower * factor, self.upper * factor);
        if factor < LEAST_FACTOR {
            simplex.keep_shortest();
        }
        self.nearest = normalized(self.nearest) * SIZE;
        self.direction = self.nearest;
        self.secant = Secant::new();
        Ending::Rescaled
    }

    /// The end of a phase that has no step left: converged if the bounds meet within rounding. In
    /// `f64` they must have met entirely if the last support point is none of the simplex: it may
    /// lead on where `f64` sees no step. Otherwise the search keeps the grown simplex for the next
    /// phase. The nearest point is spanned by `nearest` if that is some.
    fn settle<P: Space<Rounded = V>>(
        &mut self,
        simplex: &mut Vertices<P>,
        nearest: &Option<Vertices<P>>,
    ) -> Ending {
        self.bound(nearest.as_ref().unwrap_or(simplex));
        // Of the bounds as they are rounded: that is what other shapes than polytopes are told.
        let gap = f64::abs(self.upper - self.lower);
        let leads_on = simplex.has_grown() && P::ARITHMETIC == Arithmetic::Double;
        let roundoffs = if leads_on { CLOSED_GAP } else { ROUNDING_GAP };
        if gap <= self.allowed_gap(roundoffs) {
            if let Some(nearest) = nearest {
                *simplex = *nearest;
            }
            simplex.shrink();
            return Ending::Converged;
        }
        Ending::Stalled
    }

    /// The direction of a secant step, if there is one to take.
    fn proposed_direction(&self) -> Option<V> {
        if !self.secant.is_ready() || self.iterations < self.secant_from {
            return None;
        }
        self.secant.direction(self.nearest)
    }

    /// How much longer the nearest point is than it looks along the direction of the last support
    /// points.
    fn slant(&self) -> f64 {
        if self.direction == self.nearest {
            return 0.0;
        }
        let apart = self.direction / self.direction.length() - self.nearest / self.upper;
        self.upper * 0.5 * apart.dot(apart)
    }

    /// The gap between the bounds that is small enough: `roundoffs` of the largest length, or what
    /// the caller's tolerance grants.
    pub(crate) fn allowed_gap(&self, roundoffs: f64) -> f64 {
        let rounding = roundoffs * ROUNDOFF * self.reach;
        if self.limits.tolerance > 0.0 {
            let distance = f64::max(0.0, self.upper - self.difference.radius());
            f64::max(rounding, self.limits.tolerance * distance)
        } else {
            rounding
        }
    }

    #[inline(always)]
    pub(crate) fn observe<P: Space<Rounded = V>>(
        &mut self,
        simplex: &Vertices<P>,
        length_squared: P::Scalar,
        beside: bool,
        [lower, upper]: [f64; 2],
    ) {
        if !self.observer.watches() {
            return;
        }
        let scale = self.difference.scale();
        let squared = length_squared.precise();
        self.observer.observe(&Iteration {
            number: self.iterations,
            arithmetic: P::ARITHMETIC,
            simplex: simplex.rounded(),
            nearest: self.nearest / scale,
            direction: self.direction,
            beside,
            length_squared: [squared.hi, squared.lo],
            support_a: self.support.a,
            support_b: self.support.b,
            lower: lower / scale,
            upper: upper / scale,
        });
    }
}

/// Whether a vector has a length that bounds can be divided by.
fn is_direction<V: Vector>(vector: V) -> bool {
    let length = vector.length();
    length > 0.0 && length.is_finite()
}

#[cfg(test)]
pub(crate) mod tests;
