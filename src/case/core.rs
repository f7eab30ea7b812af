//! A shape as the solver sees it: the exact polytope that every answer is judged against.

use glam::{DMat2, DMat3, DVec3};

use super::{Case, Dim, Kind, Pose, Rotation, Shape};

/// The set of all points within `radius` of the convex hull of `origin + vertices`: exact numbers,
/// to be added exactly.
///
/// A pose rotates the vertices in `f64`, rounded, and moves them by `origin`, which is not added to
/// them: so it says the documentation of `gjk_core::Pose`. The judge holds the solver to it, bit
/// for bit.
#[derive(Clone, Debug, PartialEq)]
pub struct Core {
    /// The vertices, relative to `origin`. Never empty.
    pub vertices: Vec<[f64; 3]>,
    /// What is added to each of them.
    pub origin: [f64; 3],
    /// How far the shape reaches beyond them.
    pub radius: f64,
}

impl Case {
    /// What the solver sees of the two shapes; `None` where one is curved beyond a core and a
    /// radius.
    pub fn cores(&self) -> Option<[Core; 2]> {
        Some([self.a.core(self.dim)?, self.b.core(self.dim)?])
    }
}

impl Shape {
    /// What the solver sees of the shape; `None` for a cylinder or an ellipsoid.
    pub fn core(&self, dim: Dim) -> Option<Core> {
        let (vertices, radius) = match &self.kind {
            Kind::Point { p } => (vec![*p], 0.0),
            Kind::Sphere { radius } => (vec![DVec3::ZERO], *radius),
            Kind::Segment { p0, p1 } => (vec![*p0, *p1], 0.0),
            Kind::Capsule { p0, p1, radius } => (vec![*p0, *p1], *radius),
            Kind::Triangle { points } => (points.to_vec(), 0.0),
            Kind::Hull { points } => (points.clone(), 0.0),
            Kind::Box { half_extents } => (corners(*half_extents, dim), 0.0),
            Kind::Cylinder { .. } | Kind::Ellipsoid { .. } => return None,
        };
        let (matrix, position) = match &self.pose {
            Some(pose) => (pose.matrix(dim), pose.position),
            None => (DMat3::IDENTITY, DVec3::ZERO),
        };
        Some(Core {
            vertices: vertices.iter().map(|v| (matrix * *v).to_array()).collect(),
            origin: position.to_array(),
            radius,
        })
    }
}

impl Pose {
    /// The rotation as a matrix; in 2D the third axis stays where it is.
    pub fn matrix(&self, dim: Dim) -> DMat3 {
        match (&self.rotation, dim) {
            (Rotation::Identity, _) => DMat3::IDENTITY,
            (Rotation::Quaternion(q), _) => DMat3::from_quat(*q / q.length()),
            (Rotation::Matrix { matrix, .. }, _) => *matrix,
            (Rotation::Angle(angle), _) => DMat3::from_mat2(DMat2::from_angle(*angle)),
        }
    }
}

/// The corners of a box around the origin: eight, or four in 2D.
fn corners(half_extents: DVec3, dim: Dim) -> Vec<DVec3> {
    let count = match dim {
        Dim::Two => 4,
        Dim::Three => 8,
    };
    let sign = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { 1.0 } else { -1.0 };
    (0..count)
        .map(|corner| half_extents * DVec3::new(sign(corner, 0), sign(corner, 1), sign(corner, 2)))
        .collect()
}
