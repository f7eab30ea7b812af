//! The simplex that a search works on: support pairs, and the points of the difference that they
//! make, in the arithmetic of the phase.

use core::hint::select_unpredictable;

use crate::closest::{SIMPLEX_MAX, Simplex, SupportPair};
use crate::difference::Difference;
use crate::float::{larger, power_of_two_up_to};
use crate::nearest::{Nearest, nearest, nearest_on_sides};
use crate::space::{Scalar, Space};
use crate::support::{Feature, Support};
use crate::vector::{Vector, either};

/// The simplex of a search: the vertices that span its nearest point and, once it has grown, one more.
///
/// Points and weights stand in the order of the vertices. The pairs, which are large and seldom looked
/// at, stay where they are; a slot each says where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertices<P: Space> {
    points: [P; SIMPLEX_MAX],
    weights: [P::Scalar; SIMPLEX_MAX],
    /// Taken modulo the number of pairs, which spares the check of an index.
    slots: [u8; SIMPLEX_MAX],
    pairs: [SupportPair<P::Rounded>; SIMPLEX_MAX],
    /// How many vertices span.
    count: usize,
    /// Whether another one follows them.
    grown: bool,
}

impl<V: Vector, P: Space<Rounded = V>> Vertices<P> {
    /// The same simplex in the arithmetic of `P`.
    pub(crate) fn of<A, B, Q>(simplex: &Vertices<Q>, difference: &Difference<'_, A, B, V>) -> Self
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
        Q: Space<Rounded = V>,
    {
        let zero = P::lifted(V::ZERO);
        let mut vertices = Self {
            points: [zero; SIMPLEX_MAX],
            weights: simplex
                .weights
                .map(|weight| P::Scalar::from(weight.rounded())),
            slots: simplex.slots,
            pairs: simplex.pairs,
            count: simplex.count,
            grown: simplex.grown,
        };
        vertices.replace(difference);
        vertices
    }

    /// Computes its points again.
    pub(crate) fn replace<A, B>(&mut self, difference: &Difference<'_, A, B, V>)
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        for i in 0..self.count() {
            self.points[i] = difference.point(self.pair(i));
        }
    }

    /// The pair of a vertex.
    #[inline]
    pub(crate) fn pair(&self, vertex: usize) -> &SupportPair<V> {
        &self.pairs[self.slot(vertex)]
    }

    /// Where the pair of a vertex stands.
    #[inline]
    fn slot(&self, vertex: usize) -> usize {
        usize::from(self.slots[vertex]) % SIMPLEX_MAX
    }

    /// Whether no vertex spans yet.
    #[inline]
    pub(crate) fn spans_nothing(&self) -> bool {
        self.count == 0
    }

    /// How many vertices it has, the newest included.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.count + usize::from(self.grown)
    }

    /// Whether it has as many vertices as a simplex of the space: four, in the plane three.
    #[inline]
    pub(crate) fn fills_space(&self) -> bool {
        self.count() == if P::PLANAR { 3 } else { SIMPLEX_MAX }
    }

    /// Whether it has grown by a vertex that does not span yet.
    #[inline]
    pub(crate) fn has_grown(&self) -> bool {
        self.grown
    }

    /// The vertices that span.
    #[inline]
    pub(crate) fn spanning(&self) -> impl Iterator<Item = Spanning<'_, P>> + Clone {
        (0..self.count).map(|i| Spanning {
            pair: self.pair(i),
            weight: self.weights[i],
        })
    }

    /// The pair of the vertex that spans, if it is one by itself.
    #[inline]
    pub(crate) fn only_pair(&self) -> Option<&SupportPair<V>> {
        (self.count == 1).then(|| self.pair(0))
    }

    /// The features of the vertices that span.
    pub(crate) fn features(&self) -> impl Iterator<Item = [Feature<V>; 2]> {
        self.spanning().map(|vertex| vertex.pair.features())
    }

    /// Its points; what stands behind the last vertex means nothing.
    pub(crate) fn points(&self) -> &[P; SIMPLEX_MAX] {
        &self.points
    }

    /// Their weights.
    pub(crate) fn weights(&self) -> &[P::Scalar; SIMPLEX_MAX] {
        &self.weights
    }

    /// Grows by a vertex, if there is a place left.
    #[inline(always)]
    pub(crate) fn grow(&mut self, pair: &SupportPair<V>, point: P) {
        self.grown = self.count < SIMPLEX_MAX;
        if self.grown {
            self.points[self.count] = point;
            self.weights[self.count] = P::Scalar::from(pair.weight);
            self.pairs[self.slot(self.count)] = *pair;
        }
    }

    /// Whether a spanning vertex is made of the same two points.
    #[inline]
    pub(crate) fn has(&self, pair: &SupportPair<V>) -> bool {
        self.spanning()
            .any(|known| known.pair.a == pair.a && known.pair.b == pair.b)
    }

    /// Counts the newest vertex among those that span.
    #[inline]
    pub(crate) fn admit(&mut self) {
        self.count = self.count();
        self.grown = false;
    }

    /// Leaves the newest vertex.
    #[inline]
    pub(crate) fn shrink(&mut self) {
        self.grown = false;
    }

    /// Leaves all vertices.
    pub(crate) fn clear(&mut self) {
        (self.count, self.grown) = (0, false);
    }

    /// Leaves all vertices but the first, which spans.
    pub(crate) fn keep_first(&mut self) {
        (self.count, self.grown) = (1, false);
        self.weights[0] = P::Scalar::from(1.0);
    }

    /// Leaves all vertices but the one nearest to the origin.
    pub(crate) fn keep_shortest(&mut self) {
        let length = |i: usize| Vector::length(self.points[i].rounded());
        let shorter = |i, j| if length(j) < length(i) { j } else { i };
        if let Some(shortest) = (0..self.count()).reduce(shorter) {
            self.points.swap(0, shortest);
            self.slots.swap(0, shortest);
            self.keep_first();
        }
    }

    /// Its point nearest to the origin. No vertex is longer than `reach`.
    #[inline(always)]
    pub(crate) fn nearest(&self, reach: f64) -> Nearest<P> {
        nearest(&self.points, self.count(), reach)
    }

    /// Leaves all vertices but the first, which is its nearest point then.
    #[cold]
    pub(crate) fn nearest_of_first(&mut self) -> Nearest<P> {
        self.keep_first();
        self.nearest(f64::INFINITY)
    }

    /// The point of its sides nearest to the origin; for a simplex that contains the origin.
    pub(crate) fn nearest_on_sides(&self) -> Nearest<P> {
        nearest_on_sides(&self.points)
    }

    /// Takes the weights over: the vertices that have one span, the others are dropped.
    #[inline(always)]
    pub(crate) fn keep(&mut self, weights: &[P::Scalar; SIMPLEX_MAX]) {
        let zero = P::Scalar::from(0.0);
        if !weights.iter().any(|weight| *weight > zero) {
            // All weights underflowed, beside vertices very much larger.
            return self.keep_first();
        }
        let mut kept = 0;
        let most = if P::PLANAR { 3 } else { SIMPLEX_MAX };
        for (i, weight) in weights.iter().enumerate().take(most) {
            // Without a branch, which nobody could predict: a vertex that is dropped changes places
            // with the next one that is kept.
            self.points[kept] = self.points[i];
            self.weights[kept] = *weight;
            self.slots.swap(kept, i);
            kept += usize::from(*weight > zero);
        }
        (self.count, self.grown) = (kept, false);
    }

    /// Drops the vertices that have no weight. What stands behind the last vertex is left over from an earlier simplex:
    /// its weights do not count, or vertices would come back with the points of others.
    pub(crate) fn drop_weightless(&mut self) {
        let mut weights = self.weights;
        weights[self.count()..].fill(P::Scalar::from(0.0));
        self.keep(&weights);
    }

    /// Takes weights over, of which every vertex has one: all of them span.
    #[inline(always)]
    pub(crate) fn weigh(&mut self, weights: [P::Scalar; SIMPLEX_MAX]) {
        self.weights = weights;
        self.admit();
    }

    /// Makes the first weight what the others leave of one, as which it counts in the [mean](Self::mean).
    pub(crate) fn balance(&mut self) {
        let others = self.weights.iter().take(self.count).skip(1);
        let zero = P::Scalar::from(0.0);
        self.weights[0] = P::Scalar::from(1.0) - others.fold(zero, |sum, weight| sum + *weight);
    }

    /// The lowest corner of the face that its vertices are of, by the heights of these. The difference of two edges is a
    /// parallelogram, of which a triangle has three corners: the fourth is as high as two of them less the third.
    pub(crate) fn lowest_corner(&self, heights: &[f64; SIMPLEX_MAX]) -> f64 {
        let lowest = heights[..self.count]
            .iter()
            .copied()
            .fold(f64::INFINITY, f64::min);
        if self.count != 3 {
            return lowest;
        }
        let joins = |middle: usize, first: usize, last: usize| {
            let [middle, first, last] = [middle, first, last].map(|i| self.pair(i));
            middle.feature_a == first.feature_a && middle.feature_b == last.feature_b
        };
        let corners = [[0, 1, 2], [1, 2, 0], [2, 0, 1]];
        let fourth = corners
            .into_iter()
            .filter(|[middle, first, last]| {
                joins(*middle, *first, *last) || joins(*middle, *last, *first)
            })
            .map(|[middle, first, last]| heights[first] + heights[last] - heights[middle]);
        fourth.fold(lowest, f64::min)
    }

    /// The weighted mean of its points in double-double, from the first on: a sum of differences
    /// keeps the digits that a sum of points loses.
    pub(crate) fn mean<A, B>(&self, difference: &Difference<'_, A, B, V>) -> V::Precise
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let base: V::Precise = difference.point(self.pair(0));
        let mut mean = base;
        for Spanning { pair, weight } in self.spanning().skip(1) {
            let edge = difference.point::<V::Precise>(pair) - base;
            mean = mean + edge.scaled(weight.precise());
        }
        mean
    }

    /// The [mean](Vertices::mean) in `f64`, with an error of 2^-70 of the largest length and that of one
    /// rounding; no vertex is longer than `reach`.
    ///
    /// What the origins of the shapes add to every point is added to the mean of the others instead, where it is not so
    /// large that digits are lost. The leading digits of weights and of points are multiples of 2^-26 and of 2^-24 of a
    /// power of two up to the size of the points. So their products and the sum of these are exact, as the weights sum up
    /// to one. What follows is up to 2^-25 of it for the points and one and a half times that for the weights, and
    /// rounding in all up to 15 roundoffs of 2^-25 in each coordinate.
    pub(crate) fn near_mean<A, B>(&self, difference: &Difference<'_, A, B, V>, reach: f64) -> V
    where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        // How many times longer the way between the origins may be than the longest vertex.
        const LONGEST_WAY: f64 = 7.0;
        // Added and subtracted again they leave the leading digits.
        const OF_WEIGHTS: f64 = 1.5 * (1u64 << 26) as f64;
        let way = difference.way_of_origins(LONGEST_WAY * reach);
        let size = way.map_or(reach, |[way, _]| reach + way.largest_coordinate());
        let of_points = V::ONE * (OF_WEIGHTS * 4.0 * power_of_two_up_to(size));
        let (mut leads, mut follows) = ([1.0, 0.0, 0.0, 0.0], [0.0; SIMPLEX_MAX]);
        for vertex in 1..self.count {
            let weight = self.weights[vertex].rounded();
            leads[vertex] = (weight + OF_WEIGHTS) - OF_WEIGHTS;
            follows[vertex] = weight - leads[vertex];
            // The first weight is what the others leave of one.
            leads[0] -= leads[vertex];
            follows[0] -= follows[vertex];
        }
        let (mut mean, mut rest) = (V::ZERO, V::ZERO);
        for vertex in 0..self.count {
            let pair = self.pair(vertex);
            let [point, low] = V::halves(match way {
                Some(_) => difference.point_beside_origins(pair),
                None => difference.point(pair),
            });
            let point_leads = (point + of_points) - of_points;
            let point_follows = (point - point_leads) + low;
            mean = mean + point_leads * leads[vertex];
            rest = rest + (point_follows * leads[vertex] + point * follows[vertex]);
        }
        let Some([way, way_low]) = way else {
            return mean + rest;
        };
        let [mean, low] = V::halves(Space::sum(mean, way));
        mean + (rest + (low + way_low))
    }

    /// The simplex for the caller, in `f64`: the vertices that have a weight.
    #[inline(always)]
    pub(crate) fn rounded(&self) -> Simplex<V> {
        let has_weight = |i: usize| i >= self.count || self.weights[i].rounded() > 0.0;
        // Chosen before and not after it is shown: what is made in one place is made where it will stand.
        let kept;
        let simplex = if has_weight(0) & has_weight(1) & has_weight(2) & has_weight(3) {
            self
        } else {
            kept = self.without_weightless();
            &kept
        };
        simplex.shown()
    }

    /// The vertices that span, for the caller.
    #[inline(always)]
    fn shown(&self) -> Simplex<V> {
        let pair = |i: usize| (self.pair(i), self.weights[i].rounded());
        Simplex::of([pair(0), pair(1), pair(2), pair(3)], self.count)
    }

    /// The same simplex without the vertices that have no weight.
    #[cold]
    fn without_weightless(&self) -> Self {
        let (mut kept, zero) = (*self, P::Scalar::from(0.0));
        kept.count = 0;
        for i in 0..self.count {
            kept.slots[kept.count] = self.slots[i];
            kept.weights[kept.count] = self.weights[i];
            kept.count += usize::from(self.weights[i] > zero);
        }
        kept
    }
}

impl<V: Vector> Vertices<V> {
    /// Sets a vertex; those before it are set, and all of them span.
    #[inline(always)]
    pub(crate) fn put(&mut self, vertex: usize, pair: &SupportPair<V>, point: V) {
        self.put_pair(vertex, pair);
        self.put_point(vertex, point);
    }

    /// Sets the pair of a vertex, which does not span yet: from where it is made, as a copy of it is waited for.
    #[inline(always)]
    pub(crate) fn put_pair(&mut self, vertex: usize, pair: &SupportPair<V>) {
        self.pairs[self.slot(vertex)] = *pair;
    }

    /// Sets the point that the pair of a vertex makes, which spans then.
    #[inline(always)]
    pub(crate) fn put_point(&mut self, vertex: usize, point: V) {
        self.points[vertex] = point;
        self.count = self.count.max(vertex + 1);
    }

    /// The simplex of no vertices.
    #[inline(always)]
    pub(crate) fn empty() -> Self {
        // What is nothing but zeros is set and not copied; the slots come after.
        let mut nothing = const {
            Self {
                points: [V::ZERO; SIMPLEX_MAX],
                weights: [0.0; SIMPLEX_MAX],
                slots: [0; SIMPLEX_MAX],
                pairs: [SupportPair::EMPTY; SIMPLEX_MAX],
                count: 0,
                grown: false,
            }
        };
        nothing.slots = [0, 1, 2, 3];
        nothing
    }

    /// Whether it has a plane of its own: in the plane a line.
    pub(crate) fn spans_a_plane(&self) -> bool {
        self.count == V::DIMENSION
    }

    /// The least weight of a vertex that spans.
    pub(crate) fn least_weight(&self) -> f64 {
        self.weights
            .iter()
            .take(self.count)
            .fold(
                1.0,
                |least, weight| if *weight < least { *weight } else { least },
            )
    }

    /// The square of the greatest slope of a weight over the simplex, or of a larger number; none for
    /// one that fills the space. No height that differs from that of the first vertex by one at most at
    /// the others has a steeper slope: over a triangle `abc` it has that of the edge `bc` or of twice the
    /// median of `a` at most, over twice the area, and both squares are below twice those of `ab` and `ac`.
    pub(crate) fn slope_squared(&self) -> Option<f64> {
        let [a, b, c, _] = self.points;
        let (ab, ac) = (b - a, c - a);
        match self.count {
            1 => Some(0.0),
            2 => Some(1.0 / ab.dot(ab)),
            3 if !V::PLANAR => {
                let normal = ab.cross(ac);
                let edges = ab.dot(ab) + ac.dot(ac);
                Some(2.0 * edges / V::cross_dot(normal, normal))
            }
            _ => None,
        }
    }

    /// The weighted means of the points of either shape, relative to their origins: from the heaviest vertex on, as a
    /// sum of differences keeps the digits that a sum of points loses. That is found if it is not given, and of two anyway.
    #[inline(always)]
    pub(crate) fn means(&self, heaviest: Option<usize>) -> [V; 2] {
        if let Some(pair) = self.only_pair() {
            return [pair.a, pair.b];
        }
        let means = if self.count == 2 {
            self.means_of_two()
        } else {
            let heaviest = heaviest.unwrap_or_else(|| self.heaviest());
            self.means_from(heaviest, |from, to, part| (to - from) * part)
        };
        let [a, b] = means;
        if a.dot(a) + b.dot(b) < f64::INFINITY {
            means
        } else {
            self.means_from(self.heaviest(), part_of)
        }
    }

    /// The means from either vertex on, of which that from the heavier one is chosen: nobody waits until it is known
    /// which that is, to look there where it lies.
    #[inline(always)]
    fn means_of_two(&self) -> [V; 2] {
        let [p, q] = [self.pair(0), self.pair(1)];
        let [to_p, to_q, ..] = self.weights;
        let from_q = to_q > to_p;
        [
            either(from_q, q.a + (p.a - q.a) * to_p, p.a + (q.a - p.a) * to_q),
            either(from_q, q.b + (p.b - q.b) * to_p, p.b + (q.b - p.b) * to_q),
        ]
    }

    /// The vertex that has the greatest weight.
    #[inline(always)]
    pub(crate) fn heaviest(&self) -> usize {
        let mut heaviest = (self.weights[0], 0);
        for vertex in 1..self.count {
            let next = (self.weights[vertex], vertex);
            heaviest = select_unpredictable(next.0 > heaviest.0, next, heaviest);
        }
        heaviest.1
    }

    /// The means as sums of parts of the ways from those of a vertex to the others.
    #[inline(always)]
    fn means_from(&self, start: usize, part_of: impl Fn(V, V, f64) -> V) -> [V; 2] {
        let base = self.pair(start);
        let mut steps = [V::ZERO; 2];
        for i in 1..self.count {
            // The vertices but that one. Chosen as values: of two loads side by side one is waited for.
            let is_before = i <= start;
            let weight = select_unpredictable(is_before, self.weights[i - 1], self.weights[i]);
            let slot = select_unpredictable(is_before, self.slots[i - 1], self.slots[i]);
            let pair = &self.pairs[usize::from(slot) % SIMPLEX_MAX];
            steps[0] = steps[0] + part_of(base.a, pair.a, weight);
            steps[1] = steps[1] + part_of(base.b, pair.b, weight);
        }
        [base.a + steps[0], base.b + steps[1]]
    }

    /// The length of its longest vertex.
    pub(crate) fn reach(&self) -> f64 {
        let points = self.points.iter().take(self.count());
        points.map(|point| Vector::length(*point)).fold(0.0, larger)
    }
}

/// A part of the way between two points, which may be farther apart than the largest number.
#[cold]
fn part_of<V: Vector>(from: V, to: V, part: f64) -> V {
    let step = (to - from) * part;
    if step.is_finite() {
        step
    } else {
        to * part - from * part
    }
}

/// A vertex that spans.
pub(crate) struct Spanning<'v, P: Space> {
    pub(crate) pair: &'v SupportPair<P::Rounded>,
    pub(crate) weight: P::Scalar,
}

#[cfg(test)]
mod tests;
