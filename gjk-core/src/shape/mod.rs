//! The shapes. Each is generic over the vector it is stored in, so one definition serves `f32` and
//! `f64`, the plane and space.

mod aabb;
mod axis;
mod ball;
mod capsule;
mod cone;
mod cuboid;
mod cylinder;
mod ellipsoid;
mod hull;
#[cfg(feature = "std")]
mod packed_hull;
mod point;
mod polytope;
mod rounded;
mod segment;
mod triangle;

pub use aabb::Aabb;
pub use axis::Axis;
pub use ball::Ball;
pub use capsule::Capsule;
pub use cone::Cone;
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use ellipsoid::Ellipsoid;
pub use hull::Hull;
#[cfg(feature = "std")]
pub use packed_hull::PackedHull;
pub use point::Point;
pub use polytope::Polytope;
pub use rounded::Rounded;
pub use segment::Segment;
pub use triangle::Triangle;

use core::hint::select_unpredictable;

use glam::DVec2;

use crate::arithmetic::float::{larger, power_of_two_over};
use crate::error::ShapeError;
use crate::support::{Feature, clear_margin};
use crate::vector::normalized;
use crate::vector::{Coordinate, Stored, Vector, either};

/// The widened points, if all of them are finite.
fn finite<V: Stored, const N: usize>(points: [V; N]) -> Result<[V; N], ShapeError> {
    if points.iter().all(|p| p.wide().is_finite()) {
        Ok(points)
    } else {
        Err(ShapeError::NotFinite)
    }
}

/// The radius, if it is finite and not negative.
fn radius<T: Coordinate>(radius: T) -> Result<T, ShapeError> {
    size(radius, ShapeError::NegativeRadius)
}

/// The half extent, if it is finite and not negative.
fn extent_of<T: Coordinate>(extent: T) -> Result<T, ShapeError> {
    size(extent, ShapeError::NegativeExtent)
}

fn size<T: Coordinate>(size: T, negative: ShapeError) -> Result<T, ShapeError> {
    let wide: f64 = size.into();
    if !wide.is_finite() {
        Err(ShapeError::NotFinite)
    } else if wide < 0.0 {
        Err(negative)
    } else {
        Ok(size)
    }
}

/// The point of the circle of that radius around the origin that is farthest in `direction`; the
/// centre where that is zero, as for a disc seen from above.
fn rim(direction: DVec2, radius: f64) -> DVec2 {
    unit(direction) * radius
}

/// The unit vector in `direction`, of whatever length; zero for a vector that has none. One that is a unit
/// vector as far as `f64` can tell stays as it is.
pub(crate) fn unit<V: Vector>(direction: V) -> V {
    let length = direction.length();
    if is_handy(length) {
        return direction / length;
    }
    let direction = normalized(direction);
    let length = direction.length();
    if length > 0.0 && length.is_finite() {
        direction / length
    } else {
        V::ZERO
    }
}

/// The least factor of [`scaled_to`]: the products of a direction so scaled and of the largest
/// finite coordinates are finite, and its own coordinates are normal numbers.
const LEAST_FACTOR: f64 = 1.0 / ((1u128 << 127) as f64 * (1u128 << 127) as f64);

/// Whether numbers of that size are far from overflow when they are squared, and the products of their last
/// digits from underflow.
#[inline]
pub(crate) fn is_handy(size: f64) -> bool {
    const LEAST: f64 = 1.0 / (1u128 << 120) as f64;
    const MOST: f64 = (1u128 << 120) as f64;
    (LEAST..=MOST).contains(&size)
}

/// `direction` times a power of two that makes its dot products with points of coordinates up to
/// `extent` lose no digits to underflow, and its largest coordinate. It is one for sizes that need none.
#[inline]
pub(crate) fn scaled_to<V: Vector>(extent: f64, direction: V) -> (V, f64) {
    let along = direction.largest_coordinate();
    if is_handy(extent * along) {
        (direction, along)
    } else {
        let scaled = normalized(direction) * f64::max(power_of_two_over(extent), LEAST_FACTOR);
        (scaled, scaled.largest_coordinate())
    }
}

/// The number of the point of a vertex list that is farthest in `direction`; the first of several.
/// The products are taken relative to `center`, from where the coordinates are up to `extent`, so
/// that the choice is as good far from the origin as near it.
#[inline(always)]
fn farthest<V: Stored>(
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
fn farthest_with_point<V: Stored>(
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
fn height_to_stay_below<V: Stored>(
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
fn count_at_least<V: Stored>(
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
fn vertex<V: Stored>(points: &[V], feature: Feature<V::Wide>) -> V::Wide {
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

/// The methods of [`Support`] for a shape that is the hull of the list `$points` of its own, beside
/// `center`.
macro_rules! support_by_vertices {
    ($points:ident) => {
        #[inline]
        fn support(&self, direction: V::Wide) -> V::Wide {
            self.point(self.feature(direction, None))
        }

        #[inline(always)]
        fn feature(&self, direction: V::Wide, _near: Option<Feature<V::Wide>>) -> Feature<V::Wide> {
            super::farthest(
                self.$points.as_ref(),
                self.center(),
                self.extent(),
                direction,
            )
        }

        #[inline(always)]
        fn feature_with_point(
            &self,
            direction: V::Wide,
            _near: Option<Feature<V::Wide>>,
        ) -> (Feature<V::Wide>, V::Wide) {
            super::farthest_with_point(
                self.$points.as_ref(),
                self.center(),
                self.extent(),
                direction,
            )
        }

        #[inline]
        fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
            super::vertex(self.$points.as_ref(), feature)
        }

        fn vertex_count(&self) -> Option<u32> {
            u32::try_from(self.$points.as_ref().len()).ok()
        }

        #[inline(always)]
        fn others_are_lower(&self, direction: V::Wide, vertices: &[u32], margin: f64) -> bool {
            let (points, center) = (self.$points.as_ref(), self.center());
            let extent = self.extent();
            let least =
                super::height_to_stay_below(points, center, extent, direction, vertices, margin);
            let Some((direction, least)) = least else {
                return false;
            };
            super::count_at_least(points, center, direction, least) == vertices.len()
        }
    };
}
use support_by_vertices;

/// The names of the points of a core that is a single point.
macro_rules! support_by_one_point {
    () => {
        fn feature(
            &self,
            _direction: V::Wide,
            _near: Option<Feature<V::Wide>>,
        ) -> Feature<V::Wide> {
            Feature::Vertex(0)
        }

        fn vertex_count(&self) -> Option<u32> {
            Some(1)
        }
    };
}
use support_by_one_point;

/// The names of the points of a box from `$least` to `$greatest`, functions of it: a bit for each
/// coordinate, set for the least.
macro_rules! support_by_corners {
    ($least:expr, $greatest:expr) => {
        fn support(&self, direction: V::Wide) -> V::Wide {
            self.point(self.feature(direction, None))
        }

        fn feature(&self, direction: V::Wide, _near: Option<Feature<V::Wide>>) -> Feature<V::Wide> {
            Feature::Vertex(direction.negative_bits())
        }

        fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
            let bits = match feature {
                Feature::Vertex(bits) => bits,
                Feature::Direction(direction) => direction.negative_bits(),
            };
            V::Wide::corner(bits, $least(self), $greatest(self))
        }

        fn vertex_count(&self) -> Option<u32> {
            Some(1 << V::Wide::DIMENSION)
        }
    };
}
use support_by_corners;

/// The methods of [`Support`](crate::Support) that a shape leaves to its `$core`, in vectors of
/// `$vector`.
macro_rules! support_by_core {
    ($core:ident, $vector:ty) => {
        fn support(&self, direction: $vector) -> $vector {
            self.$core.support(direction)
        }

        fn feature(&self, direction: $vector, near: Option<Feature<$vector>>) -> Feature<$vector> {
            self.$core.feature(direction, near)
        }

        fn point(&self, feature: Feature<$vector>) -> $vector {
            self.$core.point(feature)
        }

        fn feature_with_point(
            &self,
            direction: $vector,
            near: Option<Feature<$vector>>,
        ) -> (Feature<$vector>, $vector) {
            self.$core.feature_with_point(direction, near)
        }

        fn center(&self) -> $vector {
            self.$core.center()
        }

        fn extent(&self) -> f64 {
            self.$core.extent()
        }

        fn vertex_count(&self) -> Option<u32> {
            self.$core.vertex_count()
        }

        fn others_are_lower(&self, direction: $vector, vertices: &[u32], margin: f64) -> bool {
            self.$core.others_are_lower(direction, vertices, margin)
        }
    };
}
use support_by_core;

/// The mean of a vertex list, brought near 1 meanwhile so that it rounds alike at every size; the
/// first vertex where rounding carries the mean beyond the largest finite number.
fn mean<V: Stored>(points: &[V]) -> V::Wide {
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
fn extent<V: Stored>(points: &[V], center: V::Wide) -> f64 {
    points.iter().fold(0.0, |extent, point| {
        f64::max(extent, (point.wide() - center).largest_coordinate())
    })
}

#[cfg(test)]
mod tests {
    use super::{scaled_to, unit};
    use crate::vector::Vector;
    use glam::{DVec2, DVec3};

    // Claim: products of a direction with the largest coordinates are finite, and its own are normal
    // numbers.
    #[test]
    fn directions_fit_every_extent() {
        for extent in [f64::from_bits(1), 1e-200, 1.0, 1e200, f64::MAX] {
            for size in [1e-300, 1e-100, 1.0, 1e300] {
                let (direction, along) = scaled_to(extent, DVec3::splat(1.75) * size);
                assert_eq!(along, direction.largest_coordinate());
                assert!(direction.x.is_normal(), "{extent:e} {size:e}");
                assert!(
                    direction.dot(DVec3::splat(extent)).is_finite(),
                    "{extent:e} {size:e}"
                );
            }
        }
    }

    // Claim: a unit vector has all its digits however long the direction is.
    #[test]
    fn unit_vectors_have_all_digits() {
        let expected = DVec2::new(3.0, 4.0) / 5.0;
        for exponent in [-1070, -600, -120, 0, 120, 600, 1020] {
            let half = exponent / 2;
            let long = DVec2::new(3.0, 4.0) * 2f64.powi(half) * 2f64.powi(exponent - half);
            assert_eq!(unit(long), expected, "{exponent}");
        }
        assert_eq!(unit(DVec2::X), DVec2::X);
        for nothing in [DVec2::ZERO, DVec2::NAN, DVec2::INFINITY] {
            assert_eq!(unit(nothing), DVec2::ZERO);
        }
    }
}
