//! A search for the nearest point of a difference, from its start to its last phase: what it knows, and which
//! arithmetic it goes on in. What each phase does is the [loop](crate::gjk) of the algorithm.

use crate::bounds::Closing;
use crate::closest::{Simplex, SupportPair};
use crate::difference::{Difference, SIZE, normalized};
use crate::exact::Proved;
use crate::goal::{Ending, Goal, Limits, Start};
use crate::look::roundness;
use crate::observer::{Iteration, Observer};
use crate::portal::View;
use crate::secant::Secant;
use crate::space::{Scalar, Space};
use crate::start::First;
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// Before so many iterations the search is plain: most searches that need no help are over by then.
const SECANT_FROM: u32 = 5;

/// Points that a change of scale has made smaller than this are too small to compute with among each
/// other: the solver takes fourth powers of lengths, which lose no digits from 2^-240 on.
const LEAST_FACTOR: f64 = 1.0 / ((1u128 << 120) as f64 * (1u128 << 120) as f64);

/// A search, and where it stands. Lengths are scaled.
pub(crate) struct Search<'q, A: ?Sized, B: ?Sized, V, O> {
    pub(crate) difference: &'q mut Difference<'q, A, B, V>,
    pub(crate) limits: Limits,
    pub(crate) observer: &'q mut O,
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
    /// The unit vector from the first shape to the second, where it was known with that.
    pub(crate) normal: Option<V>,
    /// How well the upper bound is known, if by heights.
    pub(crate) closing: Option<Closing>,
    /// By how much the vertices besides those of the simplex are known to be beyond its plane at the end: as
    /// a part of the extents.
    pub(crate) beyond: f64,
    /// Which vertex of a simplex that surrounds the origin weighs most, if that is known before its weights are to the
    /// last digit: what is computed from there need not wait for those.
    pub(crate) heaviest: Option<usize>,
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
    pub(crate) secant: Option<Secant<V>>,
    pub(crate) secant_from: u32,
}

impl<'q, V, A, B, O> Search<'q, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// A search for the nearest point of `difference`: fills in the `simplex` to search from, or evaluates the first
    /// support points. Nothing is written that is written again at once: what is stored keeps others waiting.
    #[inline(always)]
    pub(crate) fn start(
        difference: &'q mut Difference<'q, A, B, V>,
        limits: Limits,
        observer: &'q mut O,
        start: &Start<V>,
        simplex: &mut Vertices<V>,
    ) -> Self {
        if let Start::Simplex(known) = start {
            return Self::from_known(difference, limits, observer, known, simplex);
        }
        let first = difference.first(start);
        Self::from_first(difference, limits, observer, first, simplex)
    }

    /// The same from a simplex of an earlier search.
    #[inline(always)]
    pub(crate) fn from_known(
        difference: &'q mut Difference<'q, A, B, V>,
        limits: Limits,
        observer: &'q mut O,
        known: &Simplex<V>,
        simplex: &mut Vertices<V>,
    ) -> Self {
        simplex.place(known, difference);
        if simplex.spans_nothing() {
            let first = difference.first(&Start::Centers);
            return Self::from_first(difference, limits, observer, first, simplex);
        }
        Self {
            reach: simplex.reach(),
            secant_from: 0,
            ..Self::new(difference, limits, observer, V::ZERO, SupportPair::EMPTY)
        }
    }

    /// The same from the first support points.
    #[inline(always)]
    pub(crate) fn from_first(
        difference: &'q mut Difference<'q, A, B, V>,
        limits: Limits,
        observer: &'q mut O,
        First { direction, pair }: First<V>,
        simplex: &mut Vertices<V>,
    ) -> Self {
        simplex.put_pair(0, &pair);
        Self::new(difference, limits, observer, direction, pair)
    }

    /// The search that looks in that direction first, where it has found these support points.
    #[inline(always)]
    pub(crate) fn new(
        difference: &'q mut Difference<'q, A, B, V>,
        limits: Limits,
        observer: &'q mut O,
        direction: V,
        support: SupportPair<V>,
    ) -> Self {
        let counts = difference.vertex_counts();
        Self {
            polytopes: counts.is_some(),
            roundness: counts.map_or(0.0, roundness::<V>),
            span: 0.0,
            difference,
            limits,
            observer,
            nearest: direction,
            mean: direction,
            direction,
            support,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            proved: None,
            normal: None,
            closing: None,
            beyond: 0.0,
            heaviest: None,
            reach: 0.0,
            iterations: 0,
            secant: None,
            secant_from: SECANT_FROM,
        }
    }

    /// Searches to the end, from this simplex to the last. Inlined, as what reads the answer is: what is handed
    /// over in memory, in other parts than it is read in, is waited for.
    #[inline(always)]
    pub(crate) fn run(&mut self, simplex: &mut Vertices<V>) -> Ending {
        let radii = self.difference.radii();
        if !radii.iter().all(|radius| radius.is_finite()) {
            return Ending::NotFinite;
        }
        self.span = self.difference.span();
        let view = if simplex.spans_nothing() {
            self.look_through_portals(simplex)
        } else {
            // The simplex of an earlier search likely has the nearest point.
            View::Nearest
        };
        let mut ending = match view {
            View::Separated => Ending::Separated,
            View::Nearest if self.starts_at_the_end(simplex) => match self.proved {
                Some(_) => Ending::Converged,
                None => self.settled(Ending::Converged, simplex),
            },
            _ if self.starts_inside(simplex) => Ending::Intersecting,
            _ => {
                if !simplex.spans_nothing() {
                    // A hint for the next ones.
                    self.support = *simplex.pair(0);
                }
                self.phases(simplex)
            }
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
        self.settled(ending, simplex)
    }

    /// The ending of a search in `f64`, without the doubt that it leaves.
    #[inline(always)]
    fn settled(&mut self, ending: Ending, simplex: &mut Vertices<V>) -> Ending {
        match ending {
            Ending::Drowned | Ending::Stalled if self.iterations >= self.limits.max_iterations => {
                self.bound(simplex);
                Ending::IterationLimit
            }
            _ if self.proved.is_some() || !self.leaves_doubt(ending, simplex) => match ending {
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

    /// The end of a phase whose last support point is too large to compute with: a change of scale,
    /// if that helps.
    #[cold]
    pub(crate) fn outgrown<P: Space<Rounded = V>>(&mut self, simplex: &mut Vertices<P>) -> Ending {
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
        self.secant = None;
        Ending::Rescaled
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

#[cfg(test)]
pub(crate) mod tests;
