//! Polytopes made of points.

use std::vec::Vec;

use super::super::hull::Hull;
use super::Polytope;
use crate::error::ShapeError;
use crate::vector::{Stored, Vector};

impl<V: Stored> Polytope<V, Vec<V>, Vec<u32>> {
    /// The convex hull of `points`: its corners are the vertices, in the order in which they are
    /// listed but with numbers of their own, and its edges join neighbours. Interior points,
    /// duplicates, and points that are all collinear or coplanar are fine.
    ///
    /// The corners and edges are exact, whatever the coordinates: on which side of a plane a point
    /// is is decided without rounding. The surface is found by Quickhull (C. B. Barber, D. P.
    /// Dobkin and H. Huhdanpaa, 1996), most often in `O(n log n)`.
    ///
    /// # Errors
    ///
    /// [`ShapeError::NoVertices`], [`ShapeError::NotFinite`].
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::Polytope;
    /// use glam::Vec3;
    ///
    /// let inside = Vec3::splat(0.25);
    /// let tetrahedron = [Vec3::ZERO, Vec3::X, inside, Vec3::Y, Vec3::Z];
    /// let polytope = Polytope::from_points(&tetrahedron).unwrap();
    /// assert_eq!(polytope.vertices(), [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]);
    /// assert_eq!(polytope.neighbours(0).len(), 3);
    /// ```
    pub fn from_points(points: impl AsRef<[V]>) -> Result<Self, ShapeError> {
        let points = points.as_ref();
        // Refuses what is no hull.
        Hull::new(points)?;
        let in_space = points.iter().map(|point| point.wide().in_space());
        let mut edges = crate::skeleton::edges(in_space.collect()).unwrap_or_default();
        edges.sort_unstable();
        let mut corners: Vec<u32> = edges.iter().map(|[from, _]| *from).collect();
        corners.dedup();
        // If all points are the same, the hull is the first.
        if corners.is_empty() {
            corners.push(0);
        }
        let vertices = corners.iter().map(|corner| points[*corner as usize]);
        let number = |corner| corners.partition_point(|other| *other < corner) as u32;
        let start = |corner: &u32| edges.partition_point(|[from, _]| from < corner) as u32;
        let starts = corners.iter().map(start).chain([edges.len() as u32]);
        let neighbours = edges.iter().map(|[_, to]| number(*to));
        Self::new(vertices.collect(), starts.collect(), neighbours.collect())
    }
}
