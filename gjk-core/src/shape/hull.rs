use super::list::{List, search_of, vertices_of};
use crate::error::ShapeError;
use crate::support::{Feature, SupportMapping};
use crate::vector::Stored;

/// The convex hull of a list of points, in any order. Interior points, duplicates, and lists that
/// are collinear or coplanar are fine.
///
/// The list is borrowed (`&[V]`) or owned (`[V; N]`, `Vec<V>`): anything that is `AsRef<[V]>`.
///
/// A support evaluation scans all points one after the other. This is the fastest way for up to
/// about 8 points in 2D. `PackedHull` and [`Polytope`](crate::Polytope) are faster for more points
/// and in 3D: see [the comparison](crate#vertex-lists).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Hull<V: Stored, S> {
    pub(super) points: List<V, S>,
}

impl<V: Stored, S: AsRef<[V]>> Hull<V, S> {
    /// The hull of `points`, in the frame of the shape.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NoVertices`], [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Hull, intersects};
    /// use glam::DVec2;
    ///
    /// let vertices = vec![DVec2::ZERO, DVec2::new(4.0, 0.0), DVec2::new(0.0, 4.0)];
    /// let borrowed = Hull::new(&vertices[..]).unwrap();
    /// let owned = Hull::new([DVec2::ONE, DVec2::new(9.0, 9.0)]).unwrap();
    /// assert!(intersects(&borrowed, &owned));
    /// ```
    pub fn new(points: S) -> Result<Self, ShapeError> {
        Ok(Self {
            points: List::new(points)?,
        })
    }

    /// The points, as given.
    ///
    /// ```
    /// use gjk_core::Hull;
    /// use glam::Vec2;
    ///
    /// let hull = Hull::new([Vec2::ZERO, Vec2::ZERO, Vec2::X]).unwrap();
    /// assert_eq!(hull.points(), [Vec2::ZERO, Vec2::ZERO, Vec2::X]);
    /// ```
    pub fn points(&self) -> &[V] {
        self.points.points()
    }
}

impl<V: Stored, S: AsRef<[V]>> SupportMapping for Hull<V, S> {
    type Vector = V::Wide;

    vertices_of!(points);
    search_of!(points);
}
