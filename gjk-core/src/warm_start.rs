//! A search that goes on from the simplex of an earlier one: of the shapes as they were before they moved, or of
//! others; or of a portal.

use core::slice::from_ref;

use crate::closest::Simplex;
use crate::difference::{Difference, is_usable};
use crate::exact::{LOOK, Proved};
use crate::observer::Observer;
use crate::search::Search;
use crate::support::{Feature, Support, vertex_numbers};
use crate::vector::Vector;
use crate::vertices::Vertices;

impl<V: Vector> Vertices<V> {
    /// Takes over a simplex of an earlier search, with its points as its features name them in the
    /// shapes as they are now, without those that polytopes have no vertices for, and without those
    /// that the scale does not fit, which is chosen by the first.
    #[inline(always)]
    pub(crate) fn place<A, B>(
        &mut self,
        simplex: &Simplex<V>,
        difference: &mut Difference<'_, A, B, V>,
    ) where
        A: Support<Vector = V> + ?Sized,
        B: Support<Vector = V> + ?Sized,
    {
        let counts = difference.vertex_counts();
        for pair in simplex.pairs() {
            let features = [pair.feature_a, pair.feature_b];
            if !counts.is_none_or(|counts| are_vertices(features, counts)) {
                continue;
            }
            let pair = difference.pair(features);
            if self.spans_nothing() {
                difference.adapt_to(&pair);
            }
            let point = difference.point(&pair);
            if is_usable(point) && !self.has(&pair) {
                self.grow(&pair, point);
                self.admit();
            }
        }
    }
}

/// Whether these name vertices of shapes that have so many.
fn are_vertices<V>(features: [Feature<V>; 2], counts: [u32; 2]) -> bool {
    let is_vertex = |(feature, count)| matches!(feature, Feature::Vertex(number) if number < count);
    features.into_iter().zip(counts).all(is_vertex)
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Whether the simplex of a warm start, or the last portal, is seen to span the nearest point.
    pub(crate) fn starts_at_the_end(&mut self, simplex: &mut Vertices<V>) -> bool {
        // One that fills the space is of shapes that overlapped.
        let may_span = (1..=V::DIMENSION).contains(&simplex.count());
        if !(may_span && self.may_look()) {
            return false;
        }
        if simplex.count() == 1 {
            return self.starts_at_the_vertex(simplex);
        }
        if self.closes_on_an_edge(simplex, None) {
            return true;
        }
        let next = simplex.nearest(self.reach);
        simplex.keep(&next.weights);
        if simplex.count() == 1 {
            return self.starts_at_the_vertex(simplex);
        }
        (self.nearest, self.direction) = (next.v, next.v);
        self.upper = next.v.length();
        self.closes_by_a_look(simplex, next.squared)
    }

    /// Whether the only vertex of the simplex is seen to be the nearest point, as mostly where shapes are far apart. Its
    /// length proves the distance then. By itself, as the way of all simplices takes half as many instructions again.
    #[inline(never)]
    fn starts_at_the_vertex(&mut self, simplex: &mut Vertices<V>) -> bool {
        simplex.keep_first();
        let pair = *simplex.pair(0);
        let Some([a, b]) = vertex_numbers([pair.feature_a, pair.feature_b]) else {
            return false;
        };
        let [vertex, low] = V::halves(self.difference.point(&pair));
        let squared = vertex.dot(vertex);
        let names = [from_ref(&a), from_ref(&b)];
        // There is no direction from the origin.
        if !(squared > 0.0 && self.difference.others_are_higher(vertex, names, LOOK)) {
            return false;
        }
        (self.nearest, self.direction, self.support) = (vertex, vertex, pair);
        let length = self.bound_by_vertex([vertex, low], low.dot(low));
        self.note_look(simplex, squared, [self.lower, self.upper]);
        if self.difference.radius() == 0.0 {
            self.proved = Proved::length(length, self.difference.scale(), self.limits.goal);
        }
        true
    }
}

#[cfg(test)]
mod tests;
