//! A vertex of the difference of two polytopes that is its nearest point, as mostly where shapes are far apart, proved by
//! its length.
//!
//! The vertex is itself the mean, the direction and the longest of its simplex: nothing is beside, and nothing leans. So
//! no more is to be known than that all other vertices are higher, and its length in twice the digits of `f64`.

use core::slice::from_ref;

use super::Proved;
use super::certificate::{LOOK, OF_LENGTHS};
use super::estimate::Estimate;
use crate::bounds::length_of;
use crate::closest::SupportPair;
use crate::difference::Difference;
use crate::double_double::DoubleDouble;
use crate::goal::Limits;
use crate::observer::Observer;
use crate::search::Search;
use crate::shape::is_handy;
use crate::support::{Support, vertex_numbers};
use crate::vector::Vector;
use crate::vertices::Vertices;

/// A vertex of the difference that is its nearest point. Lengths are scaled.
pub(crate) struct NearestVertex<V> {
    /// The vertex in two [parts](Difference::parts).
    pub(crate) parts: [V; 2],
    /// The square of its length.
    pub(crate) squared: f64,
    /// Its length.
    pub(crate) length: DoubleDouble<f64>,
    /// The unit vector from the first shape to the second.
    pub(crate) normal: V,
}

impl<V: Vector> NearestVertex<V> {
    /// The distance of shapes without a radius, if it is known well enough.
    #[inline(always)]
    pub(crate) fn proves(&self, scale: f64, limits: &Limits) -> Option<Proved> {
        let value = self.length;
        let error = 2.0 * OF_LENGTHS * value.hi;
        Proved::known(Estimate { value, error }, scale, limits)
    }
}

impl<V, A, B> Difference<'_, A, B, V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    /// The vertex that a pair of vertices makes, if a look at all others shows that it is the nearest point.
    #[inline(always)]
    pub(crate) fn nearest_vertex(&self, pair: &SupportPair<V>) -> Option<NearestVertex<V>> {
        let [a, b] = vertex_numbers(pair.features())?;
        let parts = self.parts(pair);
        let [vertex, low] = parts;
        let (squared, length) = (vertex.dot(vertex), vertex.length());
        // At the origin there is no direction, and next to it there are no digits for one.
        let is_nearest =
            is_handy(length) && self.others_are_higher(vertex, [from_ref(&a), from_ref(&b)], LOOK);
        // No closure, which would not be compiled in place.
        if !is_nearest {
            return None;
        }
        let length = length_of(parts);
        Some(NearestVertex {
            parts,
            squared,
            length,
            normal: -(vertex + low) / length.hi,
        })
    }
}

impl<V, A, B, O> Search<'_, A, B, V, O>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
    O: Observer<V>,
{
    /// Whether the only vertex of the simplex is seen to be the nearest point; its length is noted then. By itself, as the
    /// way of all simplices takes half as many instructions again.
    #[inline(never)]
    pub(crate) fn ends_at_a_vertex(&mut self, simplex: &mut Vertices<V>) -> bool {
        simplex.keep_first();
        let pair = *simplex.pair(0);
        let Some(nearest) = self.difference.nearest_vertex(&pair) else {
            return false;
        };
        let [vertex, low] = nearest.parts;
        (self.nearest, self.direction, self.support) = (vertex, vertex, pair);
        self.take_length(vertex, nearest.length, low.dot(low));
        self.note_look(simplex, nearest.squared, [self.lower, self.upper]);
        if self.difference.radius() == 0.0 {
            self.proved = nearest.proves(self.difference.scale(), &self.limits);
            self.normal = self.proved.map(|_| nearest.normal);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3};

    use crate::bounds::precise_length;
    use crate::difference::Difference;
    use crate::double_double::DoubleDouble;
    use crate::float::ROUNDOFF;
    use crate::goal::{Goal, Limits};
    use crate::pose::{Pose, Posed};
    use crate::random::numbers;
    use crate::shape::{Point, Segment};
    use crate::support::Feature;

    // Claim: the normal is known to its last digits, where terms a thousand times as large cancel in the vertex too.
    #[test]
    fn normals_have_all_digits_where_terms_cancel() {
        let mut number = numbers();
        let mut vector = || DVec3::new(number(), number(), number());
        let mut proved = 0;
        for round in 0..2000 {
            let (a, origin) = (vector(), vector());
            let left = vector() * 2f64.powi(-(round % 12));
            let shape_a = Point::new(a).unwrap();
            let pose = Pose::from_translation(origin).unwrap();
            let shape_b = Posed::new(Point::new((a - origin) - left).unwrap(), pose);
            let difference = Difference::new(&shape_a, &shape_b);
            let pair = difference.pair([Feature::Vertex(0); 2]);
            let Some(nearest) = difference.nearest_vertex(&pair) else {
                continue;
            };
            proved += 1;
            let exact: DoubleDouble<DVec3> = difference.point(&pair);
            let length = precise_length(exact);
            for axis in 0..3 {
                let [hi, lo] = [exact.hi[axis], exact.lo[axis]];
                let expected = DoubleDouble { hi: -hi, lo: -lo } / length;
                let off = (nearest.normal[axis] - expected.hi).abs();
                assert!(off <= 2.0 * ROUNDOFF, "{round}: {off:e}");
            }
        }
        assert!(proved > 1500, "{proved}");
    }

    // Claim: next to the origin, where squares lose their digits, neither a vertex nor an edge is told its normal; a little
    // farther away both are, of length one. Scales bring most shapes so near to one that it is never so.
    #[test]
    fn there_are_no_normals_without_digits() {
        let normals = |size: f64| {
            let point = Point::new(DVec2::ZERO).unwrap();
            let ends = [DVec2::new(1.0, 0.5), DVec2::new(-0.5, 1.0)].map(|end| end * size);
            let corner = Point::new(ends[0]).unwrap();
            let segment = Segment::new(ends[0], ends[1]).unwrap();
            let of_corner = Difference::new(&corner, &point);
            let vertex = of_corner.nearest_vertex(&of_corner.support(ends[0], None));
            let of_segment = Difference::new(&segment, &point);
            let pairs = ends.map(|end| of_segment.support(-end, None));
            let sizes = [2.0 * size, of_segment.span()];
            let limits = Limits::of(Goal::Distance, 9);
            let edge = of_segment.nearest_edge([&pairs[0], &pairs[1]], sizes, &limits);
            [
                vertex.map(|vertex| vertex.normal),
                edge.map(|edge| edge.normal),
            ]
        };
        for size in [1.0, 2f64.powi(-115)] {
            for normal in normals(size) {
                let off = normal.unwrap().length() - 1.0;
                assert!(off.abs() <= f64::EPSILON, "{off:e} at {size:e}");
            }
        }
        assert_eq!(normals(2f64.powi(-125)), [None, None]);
    }
}
