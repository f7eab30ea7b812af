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
//! than all before it in its phase, but for three sorts of turns:
//!
//! - the first where no simplex is known yet, which only evaluates;
//! - the one after a secant step that led no nearer, which goes back to the simplex before that step
//!   and is a plain one, so that the next turn returns, makes `|v|²` less or is one of the following;
//! - in double-double, the one that looks aside where a step leads no nearer though the bounds have not
//!   met: the simplex may be so flat that the new point turns it without moving it by a last digit.
//!   The next turn returns or makes `|v|²` less.
//!
//! A first simplex whose `|v|²` is no finite number is left for one of its vertices in the same turn.
//!
//! A comparison with NaN counts as not less. `<` orders the numbers of an arithmetic (those of
//! double-double by their two parts, one after the other), and they are finitely many: so a phase
//! ends. The pairs of vertices of two polytopes have only so many subsets of at most four in so many
//! orders, each with one computed `|v|²`, so there it ends however small its steps are.
//!
//! Between polytopes the last turn may take a [look](crate::look) at all vertices instead of an evaluation. The first
//! simplex is given there: that of a [portal](crate::portal), after 16 evaluations at most, or the first vertex.
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

use crate::difference::is_usable;
use crate::float::{ROUNDOFF, larger};
use crate::goal::Ending;
use crate::nearest::Nearest;
use crate::observer::Observer;
use crate::search::Search;
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

/// In `f64` up to this many: a distance is promised within two ulps of the largest length, each at least a roundoff of
/// it, and where more is left another phase leaves less.
const DOUBLE_GAP: f64 = 2.0;

/// The vertices of a simplex are as high as its nearest point, but for the rounding of that. A support
/// point that is lower by more than this part of the largest length is none of them.
const NEW_GAP: f64 = 1.0 / (1u32 << 20) as f64;

/// Shapes that no plane was found to separate are called touching when the upper bound is within
/// this part of an ulp of the largest length: the verdict is allowed to be wrong by one.
pub(crate) const TOUCH_BAND: f64 = 0.75;

/// How far a phase has come, in its arithmetic.
struct Progress<P: Space> {
    /// The nearest point so far; before the first step, where to look for it.
    v: P,
    /// Its squared length; before the first step it is infinite.
    squared: P::Scalar,
    /// The direction to look in, as the search has it: what has just been stored in some parts is not read back
    /// in others, for which the processor waits.
    direction: P::Rounded,
    /// The lower bound of the last evaluation, as near as a guess needs it.
    floor: f64,
}

/// Which direction the next support points are asked for in.
enum Aim<P: Space> {
    /// That of the nearest point.
    Nearest,
    /// That of a secant step.
    Secant,
    /// That of a step which leads no nearer, as far as the last digits show. The simplex that spans the
    /// nearest point.
    Aside(Vertices<P>),
}

impl<P: Space> Aim<P> {
    /// The simplex that spans the nearest point, where that is another one than the search works on.
    fn aside(&self) -> Option<&Vertices<P>> {
        match self {
            Self::Aside(nearest) => Some(nearest),
            _ => None,
        }
    }
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// The loop of the algorithm, in the arithmetic of `P`, from a simplex or the first support points.
    pub(crate) fn descend<P: Space<Rounded = V>>(&mut self, simplex: &mut Vertices<P>) -> Ending {
        let mut progress = Progress {
            v: P::lifted(self.nearest),
            squared: P::Scalar::from(f64::INFINITY),
            direction: self.direction,
            floor: f64::NEG_INFINITY,
        };
        let mut aim = Aim::Nearest;
        loop {
            let w: P = if simplex.count() == 0 {
                self.difference.point(&self.support)
            } else if let Some(ending) = self.step(simplex, &mut progress, &mut aim) {
                return ending;
            } else {
                self.evaluate(progress.direction)
            };
            if !is_usable(w.rounded()) {
                return self.outgrown(simplex);
            }
            if let Some(ending) = self.bracket(simplex, &mut progress, &aim, w) {
                return ending;
            }
            if self.iterations >= self.limits.max_iterations {
                return self.give_up(simplex, aim.aside());
            }
        }
    }

    /// Steps to the nearest point of the simplex, if that is nearer than the last, and aims at the next support
    /// points. The ending, if there is no step left.
    #[inline(always)]
    fn step<P: Space<Rounded = V>>(
        &mut self,
        simplex: &mut Vertices<P>,
        progress: &mut Progress<P>,
        aim: &mut Aim<P>,
    ) -> Option<Ending> {
        let mut next = simplex.nearest(self.reach);
        if !next.squared.rounded().is_finite() && progress.squared.rounded().is_infinite() {
            // Its vertices differ so much in size that their weights underflow.
            next = simplex.nearest_of_first();
        }
        let is_inside = next.is_inside();
        let leads_on = next.squared < progress.squared || is_inside;
        if leads_on {
            simplex.keep(&next.weights);
            if is_inside {
                return Some(Ending::Intersecting);
            }
            (progress.v, progress.squared) = (next.v, next.squared);
            let nearest = next.v.rounded();
            (self.nearest, self.upper) = (nearest, nearest.length());
            if self.upper <= P::Scalar::DROWNED * self.reach {
                return Some(Ending::Drowned);
            }
            if self.limits.asks_verdict() && self.radii_certainly_overlap() {
                return Some(Ending::Intersecting);
            }
        } else if let Aim::Secant = aim {
            // It led nowhere: the plain step decides.
            simplex.shrink();
        } else {
            let ending = self.step_aside(simplex, &next, aim);
            if ending.is_none() {
                progress.direction = next.v.rounded();
                self.direction = progress.direction;
            }
            return ending;
        }
        let secant = leads_on.then(|| self.proposed_direction()).flatten();
        *aim = secant.map_or(Aim::Nearest, |_| Aim::Secant);
        progress.direction = secant.unwrap_or(progress.v.rounded());
        self.direction = progress.direction;
        self.ends_by_a_look(simplex, progress.squared, progress.floor)
            .then_some(Ending::Converged)
    }

    /// The ending where no step leads nearer; none where the bounds have not met and the last digits may hide
    /// such a step: then the search looks from there.
    fn step_aside<P: Space<Rounded = V>>(
        &mut self,
        simplex: &mut Vertices<P>,
        next: &Nearest<P>,
        aim: &mut Aim<P>,
    ) -> Option<Ending> {
        let ending = self.settle(simplex, aim.aside());
        let turned = next.v.rounded();
        let may_look = P::ARITHMETIC != Arithmetic::Double && is_direction(turned);
        if aim.aside().is_some() || ending == Ending::Converged || !may_look {
            return Some(ending);
        }
        *aim = Aim::Aside(*simplex);
        simplex.keep(&next.weights);
        None
    }

    /// Finds the support points against the direction, and the point that they make.
    #[inline(always)]
    fn evaluate<P: Space<Rounded = V>>(&mut self, direction: V) -> P {
        let support = self.difference.support(direction, Some(&self.support));
        self.support = support;
        // Not read back from where it has just been stored, as the direction is not.
        self.difference.point(&support)
    }

    /// Bounds the distance from below by the plane through the support point `w`, which joins the simplex. The
    /// ending, if the plane separates the shapes by enough or the bounds have met.
    #[inline(always)]
    fn bracket<P: Space<Rounded = V>>(
        &mut self,
        simplex: &mut Vertices<P>,
        progress: &mut Progress<P>,
        aim: &Aim<P>,
        w: P,
    ) -> Option<Ending> {
        let asks_verdict = self.limits.asks_verdict();
        let is_limited = self.limits.max_distance < f64::INFINITY;
        let has_nearest = !simplex.spans_nothing();
        let is_beside = !matches!(aim, Aim::Nearest);
        self.iterations += 1;
        self.reach = larger(self.reach, w.rounded().length());
        let direction = P::lifted(progress.direction);
        let length = if has_nearest && !is_beside {
            self.upper
        } else {
            progress.direction.length()
        };
        if asks_verdict || is_limited || self.observer.watches() {
            self.lower = direction.dot(w).rounded() / length;
        }
        if !self.polytopes {
            self.secant.get_or_insert_with(Secant::new).note(
                progress.direction,
                &self.support,
                w.rounded(),
            );
        }
        self.observe(
            simplex,
            progress.squared,
            is_beside,
            [self.lower, self.upper],
        );

        if asks_verdict {
            if self.certainly_beyond_margin() {
                return Some(Ending::Separated);
            }
        } else if is_limited && has_nearest && self.is_beyond_interest() {
            self.bound(aim.aside().unwrap_or(simplex));
            if self.is_beyond_interest() {
                return Some(Ending::Beyond);
            }
        }
        let slant = if is_beside { self.slant() } else { 0.0 };
        let gap = direction.dot(progress.v - w).rounded() / length + slant;
        progress.floor = length - gap;
        if has_nearest && gap <= self.allowed_gap(CLOSED_GAP) {
            return Some(self.settle(simplex, aim.aside()));
        }
        if has_nearest && !self.polytopes {
            self.secant
                .get_or_insert_with(Secant::new)
                .learn(matches!(aim, Aim::Secant), gap);
        }
        let is_surely_new = gap > NEW_GAP * self.reach && !is_beside;
        if is_surely_new || !simplex.has(&self.support) {
            simplex.grow(&self.support, w);
        }
        None
    }

    /// The end of a search that reaches its limit of iterations. The nearest point is spanned by `nearest` if that
    /// is some.
    #[cold]
    fn give_up<P: Space<Rounded = V>>(
        &mut self,
        simplex: &mut Vertices<P>,
        nearest: Option<&Vertices<P>>,
    ) -> Ending {
        if let Some(nearest) = nearest {
            *simplex = *nearest;
        }
        if simplex.spans_nothing() {
            simplex.keep_first();
        } else {
            simplex.shrink();
        }
        self.bound(simplex);
        Ending::IterationLimit
    }

    /// The end of a phase that has no step left: converged if the bounds meet within rounding. In
    /// `f64` they must have met entirely if the last support point is none of the simplex: it may
    /// lead on where `f64` sees no step. Otherwise the search keeps the grown simplex for the next
    /// phase. The nearest point is spanned by `nearest` if that is some.
    fn settle<P: Space<Rounded = V>>(
        &mut self,
        simplex: &mut Vertices<P>,
        nearest: Option<&Vertices<P>>,
    ) -> Ending {
        self.bound(nearest.unwrap_or(simplex));
        // Of the bounds as they are rounded: that is what other shapes than polytopes are told.
        let gap = f64::abs(self.upper - self.lower);
        let roundoffs = match P::ARITHMETIC {
            Arithmetic::Double if simplex.has_grown() => CLOSED_GAP,
            Arithmetic::Double => DOUBLE_GAP,
            Arithmetic::DoubleDouble => ROUNDING_GAP,
        };
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
        let secant = self.secant.as_ref()?;
        if !secant.is_ready() || self.iterations < self.secant_from {
            return None;
        }
        secant.direction(self.nearest)
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
}

/// Whether a vector has a length that bounds can be divided by.
fn is_direction<V: Vector>(vector: V) -> bool {
    let length = vector.length();
    length > 0.0 && length.is_finite()
}

#[cfg(test)]
mod tests;
