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
    /// What the solver sees of the shape; `None` for a cylinder, a cone or an ellipsoid, rounded or
    /// not.
    pub fn core(&self, dim: Dim) -> Option<Core> {
        let (vertices, radius) = self.kind.core(dim)?;
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

impl Kind {
    /// The vertices of its core in its frame, and how far it reaches beyond them.
    ///
    /// Radii of kinds that are rounded one in another are added in `f64`, rounded, from the inside
    /// out.
    fn core(&self, dim: Dim) -> Option<(Vec<DVec3>, f64)> {
        Some(match self {
            Kind::Point { p } => (vec![*p], 0.0),
            Kind::Sphere { radius } => (vec![DVec3::ZERO], *radius),
            Kind::Segment { p0, p1 } => (vec![*p0, *p1], 0.0),
            Kind::Capsule { p0, p1, radius } => (vec![*p0, *p1], *radius),
            Kind::Triangle { points } => (points.to_vec(), 0.0),
            Kind::Hull { points } | Kind::Mesh { points, .. } => (points.clone(), 0.0),
            Kind::Box { half_extents } => (corners(-*half_extents, *half_extents, dim), 0.0),
            Kind::Aabb { min, max } => (corners(*min, *max, dim), 0.0),
            Kind::Rounded { shape, radius, .. } => {
                let (vertices, inner) = shape.core(dim)?;
                (vertices, inner + radius)
            }
            Kind::Cylinder { .. } | Kind::Ellipsoid { .. } | Kind::Cone { .. } => return None,
        })
    }
}

/// The corners of a box between two of them: eight, or four in 2D.
pub(super) fn corners(min: DVec3, max: DVec3, dim: Dim) -> Vec<DVec3> {
    let count = match dim {
        Dim::Two => 4,
        Dim::Three => 8,
    };
    let part = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { max } else { min }[axis];
    (0..count)
        .map(|corner| DVec3::new(part(corner, 0), part(corner, 1), part(corner, 2)))
        .collect()
}
