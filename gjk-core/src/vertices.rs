//! The simplex that a search works on: support pairs, and the points of the difference that they
//! make, in the arithmetic of the phase.

use crate::closest::{SIMPLEX_MAX, Simplex, SupportPair};
use crate::difference::Difference;
use crate::nearest::{Nearest, nearest, nearest_on_sides};
use crate::space::{Scalar, Space};
use crate::support::Support;
use crate::vector::Vector;

/// The simplex of a search: the vertices that span its nearest point and, once it has grown, one more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertices<P: Space> {
    pairs: [SupportPair<P::Rounded>; SIMPLEX_MAX],
    points: [P; SIMPLEX_MAX],
    weights: [P::Scalar; SIMPLEX_MAX],
    /// How many vertices span.
    count: usize,
    /// Whether another one follows them.
    grown: bool,
}

impl<V: Vector, P: Space<Rounded = V>> Vertices<P> {
    /// The same simplex in the arithmetic of `P`.
    #[inline]
    pub(crate) fn of<A, B>(simplex: &Simplex<V>, difference: &Difference<'_, A, B, V>) -> Self
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let mut vertices = Self {
            pairs: [SupportPair::EMPTY; SIMPLEX_MAX],
            points: [P::lifted(V::ZERO); SIMPLEX_MAX],
            weights: [P::Scalar::from(0.0); SIMPLEX_MAX],
            count: 0,
            grown: false,
        };
        for pair in simplex.pairs() {
            vertices.grow(*pair, difference.point(pair));
            vertices.admit();
        }
        vertices
    }

    /// Whether no vertex spans yet.
    pub(crate) fn spans_nothing(&self) -> bool {
        self.count == 0
    }

    /// How many vertices it has, the newest included.
    pub(crate) fn count(&self) -> usize {
        self.count + usize::from(self.grown)
    }

    /// Whether it has grown by a vertex that does not span yet.
    pub(crate) fn has_grown(&self) -> bool {
        self.grown
    }

    /// Grows by a vertex, unless it has that already or there is no place left.
    #[inline]
    pub(crate) fn grow(&mut self, pair: SupportPair<V>, point: P) {
        self.grown = self.count < SIMPLEX_MAX && !self.has(&pair);
        if self.grown {
            self.pairs[self.count] = pair;
            self.points[self.count] = point;
            self.weights[self.count] = P::Scalar::from(pair.weight);
        }
    }

    /// Whether a spanning vertex is made of the same two points.
    #[inline]
    fn has(&self, pair: &SupportPair<V>) -> bool {
        let mut spanning = self.pairs.iter().take(self.count);
        spanning.any(|p| p.a == pair.a && p.b == pair.b)
    }

    /// Counts the newest vertex among those that span.
    pub(crate) fn admit(&mut self) {
        self.count = self.count();
        self.grown = false;
    }

    /// Leaves the newest vertex.
    pub(crate) fn shrink(&mut self) {
        self.grown = false;
    }

    /// Leaves all vertices but the first, which spans.
    pub(crate) fn keep_first(&mut self) {
        (self.count, self.grown) = (1, false);
        self.weights[0] = P::Scalar::from(1.0);
    }

    /// Its point nearest to the origin.
    #[inline]
    pub(crate) fn nearest(&self) -> Nearest<P> {
        nearest(&self.points, self.count())
    }

    /// The point of its sides nearest to the origin; for a simplex that contains the origin.
    pub(crate) fn nearest_on_sides(&self) -> Nearest<P> {
        nearest_on_sides(&self.points)
    }

    /// Takes the weights over: the vertices that have one span, the others are dropped.
    #[inline]
    pub(crate) fn keep(&mut self, weights: &[P::Scalar; SIMPLEX_MAX]) {
        let mut kept = 0;
        for (i, weight) in weights.iter().enumerate().take(self.count()) {
            if *weight > P::Scalar::from(0.0) {
                if kept < i {
                    self.pairs[kept] = self.pairs[i];
                    self.points[kept] = self.points[i];
                }
                self.weights[kept] = *weight;
                kept += 1;
            }
        }
        if kept == 0 && self.count() > 0 {
            // All weights underflowed, beside vertices very much larger.
            self.weights[0] = P::Scalar::from(1.0);
            kept = 1;
        }
        (self.count, self.grown) = (kept, false);
    }

    /// The weighted mean of its points in double-double, from the first on: a sum of differences
    /// keeps the digits that a sum of points loses.
    pub(crate) fn mean<A, B>(&self, difference: &Difference<'_, A, B, V>) -> V::Precise
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let base: V::Precise = difference.point(&self.pairs[0]);
        let mut mean = base;
        for (pair, weight) in self.pairs.iter().zip(self.weights).take(self.count).skip(1) {
            let edge = difference.point::<V::Precise>(pair) - base;
            mean = mean + edge.scaled(weight.precise());
        }
        mean
    }

    /// The simplex for the caller, in `f64`.
    pub(crate) fn rounded(&self) -> Simplex<V> {
        let mut simplex = Simplex::EMPTY;
        for i in 0..self.count {
            simplex.push(SupportPair {
                weight: self.weights[i].rounded(),
                ..self.pairs[i]
            });
        }
        simplex
    }
}
