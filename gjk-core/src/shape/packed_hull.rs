use super::hull::{Hull, vertices_of};
use crate::direction::scaled_to;
use crate::error::ShapeError;
use crate::lanes::Lanes;
use crate::support::{Feature, SupportMapping};
use crate::vector::Stored;

/// The convex hull of a list of points, in any order, with a copy of their coordinates that is
/// scanned several points at a time.
///
/// Its answers equal those of the [`Hull`] of the same list, bit for bit, and it accepts the same
/// lists. The copy takes 24 bytes a point.
///
/// A support evaluation scans all points: two at a time, or four with the feature `simd` on a
/// processor that has AVX2. It is faster than a [`Hull`] in 3D, and in 2D from about 8 points. From
/// about 100 points, or about 200 with `simd`, a [`Polytope`](crate::Polytope) is faster still, but
/// needs a hull to be built first. See [the comparison](crate#vertex-lists).
#[derive(Clone, Debug)]
pub struct PackedHull<V: Stored, S> {
    pub(crate) hull: Hull<V, S>,
    /// A copy of the points, relative to the centre.
    copy: Lanes,
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
    /// assert_eq!(packed.farthest(direction, 0), hull.farthest(direction, 0));
    /// ```
    pub fn new(points: S) -> Result<Self, ShapeError> {
        let hull = Hull::new(points)?;
        let center = hull.center();
        let copy = Lanes::new(hull.points().iter().map(|point| point.wide() - center));
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
}

impl<V: Stored + PartialEq, S: PartialEq> PartialEq for PackedHull<V, S> {
    fn eq(&self, other: &Self) -> bool {
        // The copy is computed from the hull.
        self.hull == other.hull
    }
}

impl<V: Stored, S: AsRef<[V]>> SupportMapping for PackedHull<V, S> {
    type Vector = V::Wide;

    vertices_of!(hull);

    #[inline(always)]
    fn farthest(&self, direction: V::Wide, _near: u32) -> (Feature<V::Wide>, V::Wide) {
        let (scaled, _) = scaled_to(self.extent(), direction);
        let vertex = Feature::Vertex(self.copy.highest(scaled));
        (vertex, self.point(vertex))
    }

    fn others_are_lower(&self, direction: V::Wide, vertices: &[u32]) -> bool {
        let least = self.hull.height_to_stay_below(direction, vertices);
        least.is_some_and(|(direction, least)| {
            self.copy.count_at_least(direction, least) == vertices.len()
        })
    }
}

#[cfg(test)]
mod tests;
