//! Polytopes made of faces, and of points.

use std::vec::Vec;

use super::super::hull::Hull;
use super::Polytope;
use crate::error::ShapeError;
use crate::vector::{Stored, Vector};

impl<V: Stored, S: AsRef<[V]>> Polytope<V, S, Vec<u32>> {
    /// The hull of `vertices` with the given faces: for each the numbers of its vertices, in the
    /// order of its outline. In the plane the outline of the polygon is the one face.
    ///
    /// # Errors
    ///
    /// As for [`new`](Polytope::new); [`ShapeError::NoSuchVertex`] before any other.
    ///
    /// # Examples
    ///
    /// ```
    /// use gjk_core::{Polytope, ShapeError};
    /// use glam::DVec2;
    ///
    /// let corners = [DVec2::ZERO, DVec2::X, DVec2::Y];
    /// let triangle = Polytope::from_faces(corners, &[[0, 1, 2]]).unwrap();
    /// assert_eq!(triangle.neighbours(0), [1, 2]);
    /// let unknown = Polytope::from_faces(corners, &[[0, 1, 3]]);
    /// assert_eq!(unknown, Err(ShapeError::NoSuchVertex));
    /// ```
    pub fn from_faces<F: AsRef<[u32]>>(vertices: S, faces: &[F]) -> Result<Self, ShapeError> {
        let mut edges = Vec::new();
        for face in faces.iter().map(AsRef::as_ref) {
            for (&from, &to) in face.iter().zip(face.iter().cycle().skip(1)) {
                edges.extend([[from, to], [to, from]]);
            }
        }
        let count = vertices.as_ref().len();
        if edges.iter().flatten().any(|end| *end as usize >= count) {
            return Err(ShapeError::NoSuchVertex);
        }
        // The outline of a face may be a point.
        edges.retain(|[from, to]| from != to);
        Self::from_edges(vertices, edges)
    }

    /// The hull of `vertices` with these edges, each in both orders. Neighbours are sorted.
    fn from_edges(vertices: S, mut edges: Vec<[u32; 2]>) -> Result<Self, ShapeError> {
        edges.sort_unstable();
        edges.dedup();
        let start = |vertex| edges.partition_point(|[from, _]| *from < vertex) as u32;
        let starts = (0..=vertices.as_ref().len() as u32).map(start).collect();
        let neighbours = edges.iter().map(|[_, to]| *to).collect();
        Self::new(vertices, starts, neighbours)
    }
}

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
        let edges = crate::skeleton::edges(in_space.collect()).unwrap_or_default();
        let mut corners: Vec<u32> = edges.iter().map(|[from, _]| *from).collect();
        corners.dedup();
        // If all points are the same, the hull is the first.
        if corners.is_empty() {
            corners.push(0);
        }
        let vertices = corners.iter().map(|corner| points[*corner as usize]);
        let number = |corner| corners.partition_point(|other| *other < corner) as u32;
        let edges = edges.iter().map(|edge| edge.map(number));
        Self::from_edges(vertices.collect(), edges.collect())
    }
}
