//! The simplex that a search works on: support pairs, and the points of the difference that they
//! make, in the arithmetic of the phase.

use crate::closest::{SIMPLEX_MAX, Simplex, SupportPair};
use crate::difference::Difference;
use crate::nearest::{Nearest, nearest, nearest_on_sides};
use crate::space::{Scalar, Space};
use crate::support::Support;
use crate::vector::Vector;

/// The simplex of a search: up to four vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertices<P: Space> {
    pairs: [SupportPair<P::Rounded>; SIMPLEX_MAX],
    points: [P; SIMPLEX_MAX],
    weights: [P::Scalar; SIMPLEX_MAX],
    count: usize,
}

impl<V: Vector, P: Space<Rounded = V>> Vertices<P> {
    /// The same simplex in the arithmetic of `P`.
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
        };
        for pair in simplex.pairs() {
            vertices.push(*pair, difference.point(pair));
        }
        vertices
    }

    /// Whether it has no vertex yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many vertices it has.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Appends a vertex, unless it is one already or there is no place left.
    pub(crate) fn push(&mut self, pair: SupportPair<V>, point: P) {
        let known = self
            .pairs
            .iter()
            .take(self.count)
            .any(|p| p.a == pair.a && p.b == pair.b);
        if !known && self.count < SIMPLEX_MAX {
            self.pairs[self.count] = pair;
            self.points[self.count] = point;
            self.weights[self.count] = P::Scalar::from(pair.weight);
            self.count += 1;
        }
    }

    /// The simplex of its first vertex.
    pub(crate) fn first(mut self) -> Self {
        self.count = 1;
        self.weights[0] = P::Scalar::from(1.0);
        self
    }

    /// Its point nearest to the origin.
    pub(crate) fn nearest(&self) -> Nearest<P> {
        nearest(&self.points, self.count)
    }

    /// The point of its sides nearest to the origin; for a simplex that contains the origin.
    pub(crate) fn nearest_on_sides(&self) -> Nearest<P> {
        nearest_on_sides(&self.points)
    }

    /// Takes the weights over and drops the vertices that have none.
    pub(crate) fn keep(&mut self, weights: [P::Scalar; SIMPLEX_MAX]) {
        let mut kept = 0;
        for (i, weight) in weights.into_iter().enumerate().take(self.count) {
            if weight > P::Scalar::from(0.0) {
                self.pairs[kept] = self.pairs[i];
                self.points[kept] = self.points[i];
                self.weights[kept] = weight;
                kept += 1;
            }
        }
        if kept == 0 && self.count > 0 {
            // All weights underflowed, beside vertices very much larger.
            self.weights[0] = P::Scalar::from(1.0);
            kept = 1;
        }
        self.count = kept;
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
