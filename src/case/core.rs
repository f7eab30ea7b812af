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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;

    /// The core of the first shape of a case.
    fn core(dim: u8, shape: &str) -> Option<Core> {
        let text = format!(
            r#"{{"id":"x","dim":{dim},"scalar":"f64","a":{shape},"b":{shape},"expect":{{}}}}"#
        );
        let case = json::read(&text).expect(shape);
        case.a.core(case.dim)
    }

    /// Claim: an aabb has the corners of its box, 8 in space and 4 in the plane, turned by its pose
    /// and not moved by it.
    #[test]
    fn corners_of_an_aabb_are_turned() {
        let quarter_turn = r#""pose":{"pos":[9,9,9],"mat":[[0,-1,0],[1,0,0],[0,0,1]]}"#;
        let text = format!(r#"{{"kind":"aabb","min":[1,2,3],"max":[4,5,6],{quarter_turn}}}"#);
        let Core {
            mut vertices,
            origin,
            radius,
        } = core(3, &text).expect("a core");
        vertices.sort_by(|p, q| p.partial_cmp(q).expect("numbers"));
        let mut expected = Vec::new();
        for x in [-5.0, -2.0] {
            for y in [1.0, 4.0] {
                expected.extend([[x, y, 3.0], [x, y, 6.0]]);
            }
        }
        assert_eq!(vertices, expected);
        assert_eq!((origin, radius), ([9.0; 3], 0.0));

        let flat = core(2, r#"{"kind":"aabb","min":[1,2],"max":[4,5]}"#).expect("a core");
        let corners = [[4.0, 5.0], [1.0, 5.0], [4.0, 2.0], [1.0, 2.0]];
        assert_eq!(flat.vertices, corners.map(|[x, y]| [x, y, 0.0]));
    }

    /// Claim: a rounded shape has the core of the shape in it and the sum of the radii, rounded at
    /// each addition from the inside out.
    #[test]
    fn radii_are_added_from_the_inside() {
        let text = r#"{"kind":"rounded","radius":1e-16,"shape":{"kind":"rounded","radius":1e-16,
            "shape":{"kind":"capsule","p0":[0,0,0],"p1":[1,2,3],"radius":1}}}"#;
        let rounded = core(3, text).expect("a core");
        assert_eq!(rounded.vertices, [[0.0; 3], [1.0, 2.0, 3.0]]);
        // The sum of the two small radii would not have been lost.
        assert_eq!(rounded.radius, 1.0);
        assert_ne!(rounded.radius, 1.0 + (1e-16 + 1e-16));
    }

    /// Claim: a mesh has its points as vertices; cylinder, cone and ellipsoid have no core, nor
    /// have they one when they are rounded.
    #[test]
    fn meshes_have_a_core_and_curved_shapes_have_none() {
        let mesh = r#"{"kind":"mesh","points":[[0,0,0],[1,0,0]],"neighbours":[[1],[0]]}"#;
        let core_of_mesh = core(3, mesh).expect("a core");
        assert_eq!(core_of_mesh.vertices, [[0.0; 3], [1.0, 0.0, 0.0]]);
        let curved = [
            r#"{"kind":"cylinder","radius":1,"half_height":1,"axis":"x"}"#,
            r#"{"kind":"cone","radius":1,"half_height":1,"axis":"x"}"#,
            r#"{"kind":"ellipsoid","radii":[1,1,1]}"#,
        ];
        for shape in curved {
            let rounded = format!(r#"{{"kind":"rounded","radius":1,"shape":{shape}}}"#);
            assert_eq!(core(3, shape), None);
            assert_eq!(core(3, &rounded), None);
        }
        assert_eq!(core(2, r#"{"kind":"ellipsoid","radii":[1,1]}"#), None);
    }
}
