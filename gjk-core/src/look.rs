//! The end of a search between polytopes without an evaluation: by a look at their vertices, which shows
//! that none is below the simplex.
//!
//! An evaluation that finds no new support point only tells that the search is at its end, and the
//! certificate of the distance takes a look at all vertices after it. Where the end is likely the look
//! comes first, and is the last iteration: the support points are those of the simplex. If it fails the
//! search goes on with the evaluation.

use crate::bounds::Closing;
use crate::exact::{LOOK, OPEN_GAP};
use crate::goal::Goal;
use crate::observer::Observer;
use crate::search::Search;
use crate::space::{Arithmetic, Space};
use crate::support::Support;
use crate::vector::Vector;
use crate::vertices::Vertices;

/// Of its [roundness] in the plane: a regular polygon of `n` corners is `π²/2n²` of its radius higher at
/// the middle of a side. By measurement twice as far apart is near enough, as a look is cheap.
const IN_PLANE: f64 = 1.0 / 24.0;

/// How many times the difference of round polytopes of so many vertices is larger than what it bulges over
/// one of its faces, about: bounds that are no farther apart have likely met.
pub(crate) fn roundness<V: Vector>([a, b]: [u32; 2]) -> f64 {
    let vertices = (u64::from(a) + u64::from(b)) as f64;
    if V::PLANAR {
        vertices * vertices * IN_PLANE
    } else {
        vertices
    }
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Whether the simplex, with the direction of its nearest point, is seen to be the last one. That is
    /// tried where the bounds, the upper one and about `floor`, have likely met.
    #[inline(always)]
    pub(crate) fn ends_by_a_look<P: Space<Rounded = V>>(
        &mut self,
        simplex: &mut Vertices<P>,
        squared: P::Scalar,
        floor: f64,
    ) -> bool {
        self.may_look()
            && (self.upper - floor) * self.roundness <= self.reach
            && (self.closes_on_an_edge(simplex, Some(squared))
                || self.closes_by_a_look(simplex, squared))
    }

    /// Whether the simplex is an edge that is seen to have the nearest point. The square of the nearest point of the search
    /// is given, where there is one.
    #[inline(always)]
    pub(crate) fn closes_on_an_edge<P: Space<Rounded = V>>(
        &mut self,
        simplex: &mut Vertices<P>,
        squared: Option<P::Scalar>,
    ) -> bool {
        let may_be = P::ARITHMETIC == Arithmetic::Double && simplex.count() == 2;
        if !(may_be && self.ends_on_an_edge(simplex)) {
            return false;
        }
        let squared = squared.unwrap_or(P::Scalar::from(self.nearest.dot(self.nearest)));
        self.note_look(simplex, squared, [self.lower, self.upper]);
        true
    }

    /// Whether a look at the vertices may end the search.
    pub(crate) fn may_look(&self) -> bool {
        let asks_distance = matches!(self.limits.goal, Goal::Distance | Goal::ClosestPoints);
        asks_distance && self.polytopes
    }

    /// Whether all other vertices are seen to be beyond the plane of the simplex, and its bounds have met.
    #[inline(always)]
    pub(crate) fn closes_by_a_look<P: Space<Rounded = V>>(
        &mut self,
        simplex: &Vertices<P>,
        squared: P::Scalar,
    ) -> bool {
        if !self.others_are_beyond(simplex, LOOK) {
            return false;
        }
        let upper = self.upper;
        self.support = *simplex.pair(0);
        self.bound(simplex);
        // The lower one is the height of the first vertex; by the tilt another one may be lower.
        let wider = |closing: Closing| closing.gap + closing.tilt;
        let gap = self.closing.map_or(f64::INFINITY, wider);
        if gap > self.allowed_gap(OPEN_GAP) {
            self.upper = upper;
            return false;
        }
        self.note_look(simplex, squared, [self.lower, upper]);
        if let Some(closing) = &mut self.closing {
            self.lower -= closing.tilt;
            closing.gap = gap;
        }
        true
    }

    /// Counts a look that shows all other vertices to be beyond, and shows it to the observer.
    #[inline(always)]
    pub(crate) fn note_look<P: Space<Rounded = V>>(
        &mut self,
        simplex: &Vertices<P>,
        squared: P::Scalar,
        bounds: [f64; 2],
    ) {
        self.beyond = LOOK;
        self.iterations += 1;
        self.observe(simplex, squared, false, bounds);
    }
}

#[cfg(test)]
mod tests;
