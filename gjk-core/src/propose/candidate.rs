//! A candidate: at most four pairs of points whose simplex may span the closest points, or contain
//! the origin.

use glam::DVec3;

use super::simplex::Nearest;
use crate::arithmetic::{Precise, Scalar, Space};
use crate::difference::{Difference, Name, Pair};
use crate::simplex::SIMPLEX_MAX;

/// The simplex of a search, in its arithmetic, which is `f64` if none is named. The entry after the
/// last vertex is for the next support points: [`push`](Self::push) makes them a vertex, without a
/// copy, and where a search ends they are the last ones found.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<P: Space = DVec3> {
    pairs: [Pair; SIMPLEX_MAX],
    points: [P; SIMPLEX_MAX],
    weights: [P::Scalar; SIMPLEX_MAX],
    count: usize,
}

impl<P: Space> Candidate<P> {
    /// The simplex without vertices.
    pub(crate) fn empty() -> Self {
        Self {
            pairs: [Pair::EMPTY; SIMPLEX_MAX],
            points: [P::from(DVec3::ZERO); SIMPLEX_MAX],
            weights: [P::Scalar::from(0.0); SIMPLEX_MAX],
            count: 0,
        }
    }

    /// The number of its vertices.
    pub(crate) fn count(&self) -> usize {
        self.count.min(SIMPLEX_MAX)
    }

    /// Its vertices.
    pub(crate) fn pairs(&self) -> &[Pair] {
        &self.pairs[..self.count()]
    }

    /// The points of its vertices.
    pub(crate) fn points(&self) -> &[P; SIMPLEX_MAX] {
        &self.points
    }

    /// The weights of its vertices in its nearest point.
    pub(crate) fn weights(&self) -> &[P::Scalar] {
        &self.weights[..self.count()]
    }

    /// Its vertices with their weights.
    pub(crate) fn weighted(&self) -> impl Iterator<Item = (&Pair, f64)> {
        let weights = self.weights().iter().map(|weight| weight.rounded());
        self.pairs().iter().zip(weights)
    }

    /// The entry for the next vertex; the last vertex if all entries are used.
    pub(crate) fn next_pair(&mut self) -> &mut Pair {
        &mut self.pairs[self.count.min(SIMPLEX_MAX - 1)]
    }

    /// The last support points, which are no vertex yet where a search ends.
    #[inline(always)]
    pub(crate) fn last_support(&self) -> &Pair {
        &self.pairs[self.count.min(SIMPLEX_MAX - 1)]
    }

    /// Makes the [next](Self::next_pair) entry a vertex.
    #[inline(always)]
    pub(crate) fn push(&mut self, point: P) {
        if let Some(place) = self.points.get_mut(self.count) {
            *place = point;
            self.weights[self.count] = P::Scalar::from(0.0);
            self.count += 1;
        }
    }

    /// Appends a vertex.
    #[inline(always)]
    pub(crate) fn add(&mut self, pair: &Pair, point: P) {
        *self.next_pair() = *pair;
        self.push(point);
    }

    /// Makes the [next](Self::next_pair) entry the vertex at `place`, or an additional one.
    #[inline(always)]
    pub(crate) fn put_at(&mut self, place: usize, point: P) {
        if place < self.count() {
            self.pairs[place] = *self.last_support();
            self.points[place] = point;
        } else {
            self.push(point);
        }
    }

    /// Drops the last vertex if it has no weight yet; one with a weight is needed for the mean.
    pub(crate) fn drop_new(&mut self) {
        let is_new = self.weights().last() == Some(&P::Scalar::from(0.0));
        self.count -= usize::from(is_new);
    }

    /// The side of some of its vertices, one bit each.
    #[cold]
    pub(crate) fn side(&self, vertices: usize) -> Self {
        let mut side = Self::empty();
        for i in (0..self.count()).filter(|i| vertices >> i & 1 == 1) {
            side.add(&self.pairs[i], self.points[i]);
        }
        side
    }

    /// Drops all vertices.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Whether the [next](Self::next_pair) entry is a vertex already.
    #[inline(always)]
    pub(crate) fn repeats_a_vertex(&self) -> bool {
        let next = self.last_support();
        self.pairs().iter().any(|pair| pair.names == next.names)
    }

    /// Its point nearest to the origin.
    pub(crate) fn nearest(&self) -> Nearest<P> {
        super::simplex::nearest(&self.points, self.count)
    }

    /// Stores weights, and drops the vertices without one. If all weights underflowed, next to
    /// vertices very much larger, the first is kept.
    #[inline(always)]
    pub(crate) fn keep(&mut self, weights: &[P::Scalar; SIMPLEX_MAX]) {
        let zero = P::Scalar::from(0.0);
        let mut kept = 0;
        for (i, weight) in weights.iter().enumerate().take(self.count) {
            if *weight > zero {
                if kept != i {
                    self.points[kept] = self.points[i];
                    self.pairs[kept] = self.pairs[i];
                }
                self.weights[kept] = *weight;
                kept += 1;
            }
        }
        if kept == 0 {
            (kept, self.weights[0]) = (1, P::Scalar::from(1.0));
        }
        self.count = kept;
    }

    /// The same simplex as another, in this arithmetic and of this difference.
    pub(crate) fn like<Q: Space>(other: &Candidate<Q>, difference: &Difference<'_>) -> Self {
        let mut like = Self {
            pairs: other.pairs,
            count: other.count,
            ..Self::empty()
        };
        for i in 0..like.count() {
            like.points[i] = difference.point_in(&like.pairs[i]);
            like.weights[i] = P::Scalar::from(other.weights[i].rounded());
        }
        like
    }

    /// Becomes the simplex of these vertices, without weights.
    pub(crate) fn become_of(
        &mut self,
        difference: &Difference<'_>,
        vertices: impl Iterator<Item = [u32; 2]>,
    ) {
        self.clear();
        for numbers in vertices {
            let pair = difference.pair(numbers.map(Name::Vertex));
            self.add(&pair, difference.point_in(&pair));
        }
    }

    /// Stores weights; every vertex has one.
    pub(crate) fn weigh(&mut self, weights: &[P::Scalar; SIMPLEX_MAX]) {
        self.weights = *weights;
    }

    /// The weighted mean of its points, in its own arithmetic. It is a point of the difference, as
    /// no weight is negative; the nearest point of a sliver may be far off.
    pub(crate) fn mean(&self) -> P {
        let [first, others @ ..] = self.points;
        let mut mean = first;
        for (point, weight) in others.iter().zip(self.weights().iter().skip(1)) {
            mean = mean + (*point - first).scaled(*weight);
        }
        mean
    }

    /// The length of the weighted mean.
    pub(crate) fn mean_length(&self) -> P::Scalar {
        let mean = self.mean();
        mean.dot(mean).root()
    }

    /// The weighted mean of the points of its pairs as stored in `f64`, in double-double. It is
    /// summed as offsets from the first, which keeps digits that a sum of points loses.
    pub(crate) fn mean_of_pairs(&self, difference: &Difference<'_>) -> Precise {
        let [first, others @ ..] = &self.pairs;
        let mut mean = difference.precise(first);
        for (pair, weight) in others.iter().zip(self.weights().iter().skip(1)) {
            let offset = difference.offset_between(first, pair);
            mean = mean + offset.scaled((*weight).into());
        }
        mean
    }
}

#[cfg(test)]
mod tests;
