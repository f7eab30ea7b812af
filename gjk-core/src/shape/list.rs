//! Vertex lists: the farthest vertex in a direction, and whether all others are clearly lower.

use core::hint::select_unpredictable;

use crate::arithmetic::float::power_of_two_over;
use crate::direction::{LEAST_FACTOR, scaled_to};
use crate::stored::Stored;
use crate::support::{Feature, clear_margin};
use crate::vector::Vector;

/// The index of the point farthest in `direction`; the first of several. Projections are relative
/// to `center`, with coordinates up to `extent`, so that the choice is as accurate far from the
/// origin as near it.
#[inline(always)]
pub(super) fn farthest<V: Stored>(
    points: &[V],
    center: V::Wide,
    extent: f64,
    direction: V::Wide,
) -> Feature<V::Wide> {
    let (direction, _) = scaled_to(extent, direction);
    let height = |point: &V| (point.wide() - center).dot(direction);
    // Even and odd points in two independent chains, without branches, which would be
    // unpredictable. The indices are as wide as the projections, so that both are selected by the
    // same instruction.
    let (mut even, mut odd) = ((f64::NEG_INFINITY, 0u64), (f64::NEG_INFINITY, 0u64));
    let (pairs, last) = points.as_chunks::<2>();
    for (number, [p, q]) in (0..).zip(pairs) {
        let (p, q) = (height(p), height(q));
        even = if p > even.0 { (p, number) } else { even };
        odd = if q > odd.0 { (q, number) } else { odd };
    }
    if let [p] = last {
        let p = height(p);
        even = select_unpredictable(p > even.0, (p, pairs.len() as u64), even);
    }
    let (even, odd) = ((even.0, 2 * even.1), (odd.0, 2 * odd.1 + 1));
    let odd_is_farther = (odd.0 > even.0) | ((odd.0 == even.0) & (odd.1 < even.1));
    Feature::Vertex(if odd_is_farther { odd.1 } else { even.1 } as u32)
}

/// The projection, relative to `center`, above which a point of the list is not clearly lower than
/// the first of `vertices`. If no more points than `vertices` reach it, all others are clearly
/// lower. Returned with the scaled direction; `None` if there is no such vertex.
#[inline(always)]
pub(super) fn height_to_stay_below<V: Stored>(
    points: &[V],
    center: V::Wide,
    extent: f64,
    direction: V::Wide,
    vertices: &[u32],
    margin: f64,
) -> Option<(V::Wide, f64)> {
    let (direction, along) = scaled_to(extent, direction);
    let top = points.get(*vertices.first()? as usize)?;
    let height = (top.wide() - center).dot(direction);
    Some((direction, height - clear_margin(extent, along, margin)))
}

/// The number of points whose projection onto `direction`, relative to `center`, is at least
/// `height`.
#[inline(always)]
pub(super) fn count_at_least<V: Stored>(
    points: &[V],
    center: V::Wide,
    direction: V::Wide,
    least: f64,
) -> usize {
    // A loop: the iterator version is not inlined in large callers.
    let mut count = 0;
    for point in points {
        count += usize::from((point.wide() - center).dot(direction) >= least);
    }
    count
}

/// The point with this feature id; the first point for an id of another shape.
#[inline(always)]
pub(super) fn vertex<V: Stored>(points: &[V], feature: Feature<V::Wide>) -> V::Wide {
    if let Feature::Vertex(number) = feature
        && let Some(point) = points.get(number as usize)
    {
        return point.wide();
    }
    first(points)
}

/// The first point of a vertex list.
#[cold]
fn first<V: Stored>(points: &[V]) -> V::Wide {
    points.first().map_or(V::Wide::ZERO, |point| point.wide())
}

/// The methods of [`SupportMapping`](crate::SupportMapping) for a shape that is the hull of its own
/// list `$points`, with its `center` and `extent`.
macro_rules! support_by_vertices {
    ($points:ident) => {
        #[inline]
        fn support(&self, direction: V::Wide) -> V::Wide {
            self.farthest(direction, None).1
        }

        #[inline(always)]
        fn farthest(
            &self,
            direction: V::Wide,
            _near: Option<Feature<V::Wide>>,
        ) -> (Feature<V::Wide>, V::Wide) {
            let points = self.$points.as_ref();
            let feature = super::list::farthest(points, self.center(), self.extent(), direction);
            (feature, super::list::vertex(points, feature))
        }

        #[inline]
        fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
            super::list::vertex(self.$points.as_ref(), feature)
        }

        fn center(&self) -> V::Wide {
            self.center
        }

        fn extent(&self) -> f64 {
            self.extent
        }

        fn vertex_count(&self) -> Option<u32> {
            u32::try_from(self.$points.as_ref().len()).ok()
        }

        #[inline(always)]
        fn others_are_lower(&self, direction: V::Wide, vertices: &[u32], margin: f64) -> bool {
            let (points, center, extent) = (self.$points.as_ref(), self.center, self.extent);
            let least = super::list::height_to_stay_below(
                points, center, extent, direction, vertices, margin,
            );
            least.is_some_and(|(direction, least)| {
                super::list::count_at_least(points, center, direction, least) == vertices.len()
            })
        }
    };
}
pub(super) use support_by_vertices;

/// The mean of a vertex list. It is computed near 1, so that it rounds alike at every size. If
/// rounding makes it overflow, it is the first vertex.
pub(super) fn mean<V: Stored>(points: &[V]) -> V::Wide {
    let factor = f64::max(
        power_of_two_over(extent(points, V::Wide::ZERO)),
        LEAST_FACTOR,
    );
    let share = 1.0 / points.len() as f64;
    let sum = points.iter().fold(V::Wide::ZERO, |sum, point| {
        sum + point.wide() * factor * share
    });
    let mean = sum / factor;
    if mean.is_finite() {
        mean
    } else {
        first(points)
    }
}

/// The largest coordinate of a vertex relative to `center`.
pub(super) fn extent<V: Stored>(points: &[V], center: V::Wide) -> f64 {
    points.iter().fold(0.0, |extent, point| {
        f64::max(extent, (point.wide() - center).largest_coordinate())
    })
}
