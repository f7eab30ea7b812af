//! Lists of vertices: which is farthest in a direction, and whether all but some are lower.

use core::hint::select_unpredictable;

use crate::arithmetic::float::{larger, power_of_two_over};
use crate::direction::{LEAST_FACTOR, scaled_to};
use crate::stored::Stored;
use crate::support::{Feature, clear_margin};
use crate::vector::{Vector, either};

/// The number of the point of a vertex list that is farthest in `direction`; the first of several.
/// The products are taken relative to `center`, from where the coordinates are up to `extent`, so
/// that the choice is as good far from the origin as near it.
#[inline(always)]
pub(super) fn farthest<V: Stored>(
    points: &[V],
    center: V::Wide,
    extent: f64,
    direction: V::Wide,
) -> Feature<V::Wide> {
    let (direction, _) = scaled_to(extent, direction);
    let height = |point: &V| (point.wide() - center).dot(direction);
    if let [p, q, r, rest @ ..] = points
        && rest.len() <= 1
    {
        // One after the other, written out: for so few a loop takes as long as what it does.
        let (p, q, r) = (height(p), height(q), height(r));
        let (top, number) = (larger(p, q), u32::from(q > p));
        let (top, number) = (larger(top, r), select_unpredictable(r > top, 2, number));
        let Some(s) = rest.first().map(height) else {
            return Feature::Vertex(number);
        };
        return Feature::Vertex(select_unpredictable(s > top, 3, number));
    }
    // The even and the odd points, each for themselves: the one need not wait for the other. No
    // branch decides, as nobody could predict it. The numbers are as wide as the heights, so that both are chosen alike.
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

/// The same, with the point. To name a point needs fewer instructions, to have it takes less time where the next step
/// waits for it.
#[inline(always)]
pub(super) fn farthest_with_point<V: Stored>(
    points: &[V],
    center: V::Wide,
    extent: f64,
    direction: V::Wide,
) -> (Feature<V::Wide>, V::Wide) {
    if let [p, q, r, rest @ ..] = points
        && rest.len() <= 1
    {
        let (direction, _) = scaled_to(extent, direction);
        let height = |point: &V| (point.wide() - center).dot(direction);
        let first = Farthest {
            height: height(p),
            number: 0.0,
            point: p.wide(),
        };
        let three = first.or(height(q), 1, q.wide()).or(height(r), 2, r.wide());
        return match rest.first() {
            Some(s) => three.or(height(s), 3, s.wide()),
            None => three,
        }
        .named();
    }
    let feature = farthest(points, center, extent, direction);
    (feature, vertex(points, feature))
}

/// The farthest so far of a few points. All of it is numbers of one kind, the number of the point too, in its bits: so
/// all is chosen at once, and nobody waits until it is known which point it is to look there where it lies.
#[derive(Clone, Copy)]
struct Farthest<V> {
    height: f64,
    /// The number of the point, as the bits of this one.
    number: f64,
    point: V,
}

impl<V: Vector> Farthest<V> {
    /// The farther of it and the next.
    #[inline(always)]
    fn or(self, height: f64, number: u64, point: V) -> Self {
        let is_farther = height > self.height;
        Self {
            height: larger(self.height, height),
            number: select_unpredictable(is_farther, f64::from_bits(number), self.number),
            point: either(is_farther, point, self.point),
        }
    }

    /// With its number for a name.
    #[inline(always)]
    fn named(self) -> (Feature<V>, V) {
        (Feature::Vertex(self.number.to_bits() as u32), self.point)
    }
}

/// The height from which on points of a vertex list are not clearly lower than the first of these in `direction`, as seen
/// from `center`: all others are lower if no more points than these have it. With the direction as it is multiplied; none
/// if there is no such point.
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

/// How many points of a vertex list have at least that height in `direction`, as seen from `center`.
#[inline(always)]
pub(super) fn count_at_least<V: Stored>(
    points: &[V],
    center: V::Wide,
    direction: V::Wide,
    least: f64,
) -> usize {
    // A loop and no iterator, which is not compiled in place where there is much else.
    let mut count = 0;
    for point in points {
        count += usize::from((point.wide() - center).dot(direction) >= least);
    }
    count
}

/// The point of a vertex list that a feature names; the first for one of another shape.
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

/// The methods of [`SupportMapping`](crate::SupportMapping) for a shape that is the hull of the list `$points` of its own, beside
/// `center`.
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
            super::list::farthest_with_point(
                self.$points.as_ref(),
                self.center(),
                self.extent(),
                direction,
            )
        }

        #[inline]
        fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
            super::list::vertex(self.$points.as_ref(), feature)
        }

        fn vertex_count(&self) -> Option<u32> {
            u32::try_from(self.$points.as_ref().len()).ok()
        }

        #[inline(always)]
        fn others_are_lower(&self, direction: V::Wide, vertices: &[u32], margin: f64) -> bool {
            let (points, center) = (self.$points.as_ref(), self.center());
            let extent = self.extent();
            let least = super::list::height_to_stay_below(
                points, center, extent, direction, vertices, margin,
            );
            let Some((direction, least)) = least else {
                return false;
            };
            super::list::count_at_least(points, center, direction, least) == vertices.len()
        }
    };
}
pub(super) use support_by_vertices;

/// The mean of a vertex list, brought near 1 meanwhile so that it rounds alike at every size; the
/// first vertex where rounding carries the mean beyond the largest finite number.
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
        points.first().map_or(V::Wide::ZERO, |point| point.wide())
    }
}

/// The largest coordinate of a vertex as seen from `center`.
pub(super) fn extent<V: Stored>(points: &[V], center: V::Wide) -> f64 {
    points.iter().fold(0.0, |extent, point| {
        f64::max(extent, (point.wide() - center).largest_coordinate())
    })
}
