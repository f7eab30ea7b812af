mod narrowed;

use narrowed::Narrowed;

use crate::direction::scaled_to;
use crate::error::ShapeError;
use crate::lanes::WideLanes;
use crate::shape::Hull;
use crate::shape::list::height_to_stay_below;
use crate::stored::Stored;
use crate::support::{Feature, SupportMapping};
use crate::vector::Vector;

/// Up to this many points, in 2D and 3D, `f64` lanes are used. Above it, eight `f32` lanes are
/// faster with AVX2.
const FEW: [usize; 2] = [24, 48];

/// The convex hull of a list of points, in any order, with a copy of their coordinates that is
/// scanned several points at a time.
///
/// Its answers equal those of the [`Hull`] of the same list, bit for bit, and it accepts the same
/// lists. The copy takes 24 bytes a point for up to 48 points (24 points in 2D), and 12 bytes a
/// point (8 in 2D) for more.
///
/// A support evaluation scans all points: two at a time up to that number; four at a time beyond
/// it, or eight with the feature `simd` on a processor that has AVX2. It is faster than a [`Hull`]
/// in 3D, and in 2D from about 8 points. From about 100 points, or about 600 with `simd`, a
/// [`Polytope`](crate::Polytope) is faster still, but needs a hull to be built first. See [the
/// comparison](crate#vertex-lists).
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PackedHull<V: Stored, S> {
    hull: Hull<V, S>,
    #[cfg_attr(feature = "serde", serde(skip))]
    copy: Packed<V::Wide>,
}

/// A copy of the points, relative to the centre.
#[derive(Clone, Debug)]
enum Packed<V> {
    /// Few points; the projections are computed as in the hull.
    Few(WideLanes<V>),
    /// Many points in `f32`, which decide projections that differ by enough.
    Many(Narrowed<V>),
}

impl<V: Stored, S: AsRef<[V]>> PackedHull<V, S> {
    /// The hull of `points`, borrowed or owned, in the frame of the shape.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NoVertices`], [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Hull, PackedHull, SupportMapping};
    /// use glam::{DVec3, Vec3};
    ///
    /// let points: Vec<Vec3> = (0..99).map(|i| Vec3::new((i as f32).sin(), i as f32, 1.0)).collect();
    /// let packed = PackedHull::new(&points[..]).unwrap();
    /// let hull = Hull::new(&points[..]).unwrap();
    /// let direction = DVec3::new(0.2, 0.01, 0.1);
    /// assert_eq!(packed.farthest(direction, None), hull.farthest(direction, None));
    /// ```
    pub fn new(points: S) -> Result<Self, ShapeError> {
        let hull = Hull::new(points)?;
        let center = hull.center();
        let seen = hull.points().iter().map(|point| point.wide() - center);
        let [few_in_plane, few_in_space] = FEW;
        let few = if V::Wide::DIMENSION < 3 {
            few_in_plane
        } else {
            few_in_space
        };
        let copy = if seen.len() <= few {
            Packed::Few(WideLanes::new(seen))
        } else {
            Packed::Many(Narrowed::new(seen, hull.extent()))
        };
        Ok(Self { hull, copy })
    }

    /// The points, as given.
    ///
    /// ```
    /// use gjk_core::PackedHull;
    /// use glam::Vec2;
    ///
    /// let hull = PackedHull::new([Vec2::ZERO, Vec2::ZERO, Vec2::X]).unwrap();
    /// assert_eq!(hull.points(), [Vec2::ZERO, Vec2::ZERO, Vec2::X]);
    /// ```
    pub fn points(&self) -> &[V] {
        self.hull.points()
    }

    /// The projection of a point, relative to the centre, onto `direction`.
    #[inline(always)]
    fn height(&self, number: u32, direction: V::Wide) -> f64 {
        (self.point(Feature::Vertex(number)) - self.center()).dot(direction)
    }
}

impl<V: Stored + PartialEq, S: PartialEq> PartialEq for PackedHull<V, S> {
    fn eq(&self, other: &Self) -> bool {
        // The copy is computed from the hull.
        self.hull == other.hull
    }
}

impl<V: Stored, S: AsRef<[V]>> SupportMapping for PackedHull<V, S> {
    type Vector = V::Wide;

    fn support(&self, direction: V::Wide) -> V::Wide {
        self.farthest(direction, None).1
    }

    #[inline(always)]
    fn farthest(
        &self,
        direction: V::Wide,
        near: Option<Feature<V::Wide>>,
    ) -> (Feature<V::Wide>, V::Wide) {
        let (scaled, _) = scaled_to(self.extent(), direction);
        let farthest = match &self.copy {
            Packed::Few(points) => Some(points.highest(scaled)),
            Packed::Many(points) => points.highest(direction, |number| self.height(number, scaled)),
        };
        match farthest {
            Some(number) => {
                let vertex = Feature::Vertex(number);
                (vertex, self.point(vertex))
            }
            None => self.hull.farthest(direction, near),
        }
    }

    #[inline(always)]
    fn point(&self, feature: Feature<V::Wide>) -> V::Wide {
        self.hull.point(feature)
    }

    fn center(&self) -> V::Wide {
        self.hull.center()
    }

    fn extent(&self) -> f64 {
        self.hull.extent()
    }

    fn vertex_count(&self) -> Option<u32> {
        self.hull.vertex_count()
    }

    #[inline(always)]
    fn others_are_lower(&self, direction: V::Wide, vertices: &[u32], margin: f64) -> bool {
        match &self.copy {
            Packed::Few(packed) => {
                let (points, center, extent) = (self.points(), self.center(), self.extent());
                let least =
                    height_to_stay_below(points, center, extent, direction, vertices, margin);
                let Some((direction, least)) = least else {
                    return false;
                };
                packed.count_at_least(direction, least) == vertices.len()
            }
            Packed::Many(points) => {
                points.others_are_lower(direction, vertices, margin)
                    || self.hull.others_are_lower(direction, vertices, margin)
            }
        }
    }
}

#[cfg(test)]
mod tests;
