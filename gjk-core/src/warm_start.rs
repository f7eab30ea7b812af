//! A search that goes on from the simplex of an earlier one: of the shapes as they were before they moved, or of
//! others; or of a portal.

use crate::closest::Simplex;
use crate::difference::{Difference, is_usable};
use crate::observer::Observer;
use crate::search::Search;
use crate::support::{Feature, Support};
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
            let features = pair.features();
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
pub(crate) fn are_vertices<V>(features: [Feature<V>; 2], counts: [u32; 2]) -> bool {
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
            return self.ends_at_a_vertex(simplex);
        }
        if self.closes_on_an_edge(simplex, None) {
            return true;
        }
        let next = simplex.nearest(self.reach);
        simplex.keep(&next.weights);
        if simplex.count() == 1 {
            return self.ends_at_a_vertex(simplex);
        }
        (self.nearest, self.direction) = (next.v, next.v);
        self.upper = next.v.length();
        self.closes_by_a_look(simplex, next.squared)
    }
}

#[cfg(test)]
mod tests;
