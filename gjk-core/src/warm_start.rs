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
        let next = simplex.nearest(self.reach);
        simplex.keep(&next.weights);
        (self.nearest, self.direction) = (next.v, next.v);
        self.upper = next.v.length();
        self.closes_by_a_look(simplex, next.squared)
    }

    /// Whether the only vertex of the simplex is seen to be the nearest point. By itself, as many a search of shapes
    /// far apart ends here: the way of all simplices would take a fiftieth of it longer.
    #[inline(never)]
    fn starts_at_the_vertex(&mut self, simplex: &mut Vertices<V>) -> bool {
        simplex.keep_first();
        let vertex = simplex.points()[0];
        let squared = vertex.dot(vertex);
        (self.nearest, self.direction) = (vertex, vertex);
        self.upper = vertex.length();
        self.closes_by_a_look(simplex, squared)
    }
}

#[cfg(test)]
mod tests;
