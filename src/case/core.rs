//! A shape as the solver sees it: the exact set that every answer is judged against.

use std::borrow::Cow;

use gjk_reference::curved::Solid as Curve;
use glam::{DMat2, DMat3, DVec3};

use super::{Case, Dim, Kind, Pose, Rotation, Shape};

/// The set of all points within `radius` of the core, which is `origin` plus a solid: exact
/// numbers, added exactly.
///
/// A pose rotates vertices in `f64` with rounding, and moves them by `origin` without adding it, as
/// the documentation of `gjk_core::Pose` states. The judge holds the solver to it, bit for bit. A
/// curved solid is mapped by the matrix exactly; the solver rounds its points in `f64` only.
#[derive(Clone, Debug, PartialEq)]
pub struct Core {
    /// The solid, relative to `origin`.
    pub solid: Solid,
    /// The translation of its points.
    pub origin: [f64; 3],
    /// The radius around the core.
    pub radius: f64,
}

/// A core before translation.
#[derive(Clone, Debug, PartialEq)]
pub enum Solid {
    /// The convex hull of vertices. Never empty.
    Polytope(Vec<[f64; 3]>),
    /// A curved solid in its frame, and the matrix that maps it exactly.
    Curved(Curve<'static>, DMat3),
}

impl Case {
    /// The two shapes as the solver sees them.
    pub fn cores(&self) -> [Core; 2] {
        [self.a.core(self.dim), self.b.core(self.dim)]
    }

    /// The vertices of both shapes in their poses, if both are polytopes without a radius: points,
    /// segments, triangles, boxes, hulls and meshes. They are relative to the first vertex of the
    /// first shape, and rounded once: shapes far from the origin of the world, or from their own,
    /// lose no digits. In 2D every z is zero.
    pub fn polytopes(&self) -> Option<[Vec<DVec3>; 2]> {
        let [a, b] = self.cores();
        let first = *a.vertices()?.first()?;
        let placed = |core: &Core| {
            let vertices = core.vertices().filter(|_| core.radius == 0.0)?;
            let place = |v: &[f64; 3]| {
                let terms = |i: usize| [v[i], -first[i], core.origin[i], -a.origin[i]];
                DVec3::from_array([0, 1, 2].map(|i| sum(terms(i))))
            };
            Some(vertices.iter().map(place).collect())
        };
        Some([placed(&a)?, placed(&b)?])
    }

    /// The origins of the two cores.
    pub fn origins(&self) -> [DVec3; 2] {
        [&self.a, &self.b].map(|shape| match &shape.pose {
            Some(pose) => pose.position,
            None => DVec3::ZERO,
        })
    }
}

impl Shape {
    /// The shape as the solver sees it.
    pub fn core(&self, dim: Dim) -> Core {
        let (matrix, position) = match &self.pose {
            Some(pose) => (pose.matrix(dim), pose.position),
            None => (DMat3::IDENTITY, DVec3::ZERO),
        };
        let (solid, radius) = self.kind.core(dim);
        let solid = match solid {
            Solid::Polytope(vertices) => {
                let mapped = |v: &[f64; 3]| (matrix * DVec3::from_array(*v)).to_array();
                Solid::Polytope(vertices.iter().map(mapped).collect())
            }
            Solid::Curved(curve, _) => Solid::Curved(curve, matrix),
        };
        Core {
            solid,
            origin: position.to_array(),
            radius,
        }
    }
}

/// The corners of the bounding box of points: the least and the largest coordinates.
pub fn extremes(points: impl Iterator<Item = DVec3>) -> [DVec3; 2] {
    points.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], p| {
        [low.min(p), high.max(p)]
    })
}

impl Core {
    /// The vertices, relative to `origin`; `None` for a curved core.
    pub fn vertices(&self) -> Option<&[[f64; 3]]> {
        match &self.solid {
            Solid::Polytope(vertices) => Some(vertices),
            Solid::Curved(..) => None,
        }
    }

    /// The [`extremes`] of the outline.
    pub fn extremes(&self) -> [DVec3; 2] {
        let outline = self.outline();
        extremes(outline.iter().map(|p| DVec3::from_array(*p)))
    }

    /// Points of the core, up to rounding, that show its size, relative to `origin`: its vertices,
    /// or for a curved core a point at each end of each axis.
    pub fn outline(&self) -> Cow<'_, [[f64; 3]]> {
        let (curve, matrix) = match &self.solid {
            Solid::Polytope(vertices) => return Cow::Borrowed(vertices),
            Solid::Curved(curve, matrix) => (curve, matrix),
        };
        let points = match *curve {
            Curve::Points(points) => points.iter().copied().map(DVec3::from_array).collect(),
            Curve::Ellipsoid { radii } => ends(DVec3::from_array(radii)),
            Curve::Cylinder {
                radius,
                half_height,
                axis,
            } => [half_height, -half_height]
                .into_iter()
                .flat_map(|height| rim(radius, height, axis))
                .collect(),
            Curve::Cone {
                radius,
                half_height,
                axis,
            } => {
                let mut points = rim(radius, -half_height, axis);
                points.push(DVec3::AXES[axis] * half_height);
                points
            }
        };
        points
            .into_iter()
            .map(|p| (*matrix * p).to_array())
            .collect()
    }
}

/// The ends of the three axes of a box.
fn ends(half_extents: DVec3) -> Vec<DVec3> {
    DVec3::AXES
        .into_iter()
        .flat_map(|axis| [axis * half_extents, -axis * half_extents])
        .collect()
}

/// Four points of a circle around an axis.
fn rim(radius: f64, height: f64, axis: usize) -> Vec<DVec3> {
    let across = (DVec3::ONE - DVec3::AXES[axis]) * radius;
    let mut points = ends(across);
    points.retain(|p| *p != DVec3::ZERO || radius == 0.0);
    for point in &mut points {
        *point += DVec3::AXES[axis] * height;
    }
    points
}

impl Pose {
    /// The rotation as a matrix; in 2D the third axis is fixed.
    pub fn matrix(&self, dim: Dim) -> DMat3 {
        match (&self.rotation, dim) {
            (Rotation::Identity, _) => DMat3::IDENTITY,
            (Rotation::Quaternion(q), _) => DMat3::from_quat(*q / q.length()),
            (Rotation::Matrix { matrix, .. }, _) => *matrix,
            // The sine of the standard library differs between systems in the last bit.
            (Rotation::Angle(angle), _) => {
                let (sin, cos) = libm::sincos(*angle);
                DMat3::from_mat2(DMat2::from_cols_array(&[cos, sin, -sin, cos]))
            }
        }
    }
}

impl Kind {
    /// Its core in its frame, and the radius around it.
    ///
    /// Radii of nested rounded kinds are added in `f64`, from the inside out.
    fn core(&self, dim: Dim) -> (Solid, f64) {
        let hull =
            |vertices: &[DVec3]| Solid::Polytope(vertices.iter().map(|v| v.to_array()).collect());
        let curved = |curve| Solid::Curved(curve, DMat3::IDENTITY);
        match self {
            Kind::Point { p } => (hull(&[*p]), 0.0),
            Kind::Sphere { radius } => (hull(&[DVec3::ZERO]), *radius),
            Kind::Segment { p0, p1 } => (hull(&[*p0, *p1]), 0.0),
            Kind::Capsule { p0, p1, radius } => (hull(&[*p0, *p1]), *radius),
            Kind::Triangle { points } => (hull(points), 0.0),
            Kind::Hull { points } | Kind::Mesh { points, .. } => (hull(points), 0.0),
            Kind::Box { half_extents } => (hull(&corners(-*half_extents, *half_extents, dim)), 0.0),
            Kind::Aabb { min, max } => (hull(&corners(*min, *max, dim)), 0.0),
            Kind::Rounded { shape, radius, .. } => {
                let (solid, inner) = shape.core(dim);
                (solid, inner + radius)
            }
            Kind::Ellipsoid { radii } => {
                let radii = radii.to_array();
                (curved(Curve::Ellipsoid { radii }), 0.0)
            }
            &Kind::Cylinder {
                radius,
                half_height,
                axis,
            } => {
                let curve = Curve::Cylinder {
                    radius,
                    half_height,
                    axis,
                };
                (curved(curve), 0.0)
            }
            &Kind::Cone {
                radius,
                half_height,
                axis,
            } => {
                let curve = Curve::Cone {
                    radius,
                    half_height,
                    axis,
                };
                (curved(curve), 0.0)
            }
        }
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

/// The sum of numbers with one rounding, if nothing overflows: all that sums lose is carried along
/// (J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997, theorem 10).
fn sum(terms: [f64; 4]) -> f64 {
    let mut parts = [0.0; 4];
    for (count, term) in terms.into_iter().enumerate() {
        let mut carried = term;
        for part in &mut parts[..count] {
            let sum = carried + *part;
            let share = sum - carried;
            *part = (carried - (sum - share)) + (*part - share);
            carried = sum;
        }
        parts[count] = carried;
    }
    // From the smallest to the largest, without overlap.
    parts.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;

    /// The core of the first shape of a case.
    fn core(dim: u8, shape: &str) -> Core {
        let text = format!(
            r#"{{"id":"x","dim":{dim},"scalar":"f64","a":{shape},"b":{shape},"expect":{{}}}}"#
        );
        let case = json::read(&text).expect(shape);
        case.a.core(case.dim)
    }

    /// Claim: an angle in 2D gives the same matrix on every system, to the bit.
    #[test]
    fn an_angle_is_the_same_on_every_system() {
        let matrix = |angle| {
            let pose = Pose {
                position: DVec3::ZERO,
                rotation: Rotation::Angle(angle),
                other: serde_json::Map::new(),
            };
            let [cos, sin, _] = pose.matrix(Dim::Two).x_axis.to_array();
            (cos.to_bits(), sin.to_bits())
        };
        // Here glibc rounds the sine, and the cosine, to the other neighbour.
        assert_eq!(matrix(0.176), (0x3fef81731119140b, 0x3fc66970ab4e70e9));
        assert_eq!(matrix(0.24), (0x3fef1533606b4659, 0x3fce6d0a2756c3bc));
    }

    /// Claim: an aabb has the corners of its box, 8 in 3D and 4 in 2D, rotated but not moved by its
    /// pose.
    #[test]
    fn corners_of_an_aabb_are_turned() {
        let quarter_turn = r#""pose":{"pos":[9,9,9],"mat":[[0,-1,0],[1,0,0],[0,0,1]]}"#;
        let text = format!(r#"{{"kind":"aabb","min":[1,2,3],"max":[4,5,6],{quarter_turn}}}"#);
        let core_in_space = core(3, &text);
        let (origin, radius) = (core_in_space.origin, core_in_space.radius);
        let mut vertices = core_in_space.vertices().expect("vertices").to_vec();
        vertices.sort_by(|p, q| p.partial_cmp(q).expect("numbers"));
        let mut expected = Vec::new();
        for x in [-5.0, -2.0] {
            for y in [1.0, 4.0] {
                expected.extend([[x, y, 3.0], [x, y, 6.0]]);
            }
        }
        assert_eq!(vertices, expected);
        assert_eq!((origin, radius), ([9.0; 3], 0.0));

        let flat = core(2, r#"{"kind":"aabb","min":[1,2],"max":[4,5]}"#);
        let corners = [[4.0, 5.0], [1.0, 5.0], [4.0, 2.0], [1.0, 2.0]];
        let corners = corners.map(|[x, y]| [x, y, 0.0]);
        assert_eq!(flat.vertices(), Some(&corners[..]));
    }

    /// Claim: a rounded shape has the core of its inner shape and the sum of the radii, rounded at
    /// each addition from the inside out.
    #[test]
    fn radii_are_added_from_the_inside() {
        let text = r#"{"kind":"rounded","radius":1e-16,"shape":{"kind":"rounded","radius":1e-16,
            "shape":{"kind":"capsule","p0":[0,0,0],"p1":[1,2,3],"radius":1}}}"#;
        let rounded = core(3, text);
        let ends = [[0.0; 3], [1.0, 2.0, 3.0]];
        assert_eq!(rounded.vertices(), Some(&ends[..]));
        // Added first, the two small radii would not have been lost.
        assert_eq!(rounded.radius, 1.0);
        assert_ne!(rounded.radius, 1.0 + (1e-16 + 1e-16));
    }

    /// Claim: a mesh has its points as vertices. Cylinder, cone and ellipsoid have no vertices;
    /// they keep the matrix of their pose, their radius, and an outline as large as they are.
    #[test]
    fn meshes_have_vertices_and_curved_shapes_have_an_outline() {
        let mesh = r#"{"kind":"mesh","points":[[0,0,0],[1,0,0]],"neighbours":[[1],[0]]}"#;
        let ends = [[0.0; 3], [1.0, 0.0, 0.0]];
        assert_eq!(core(3, mesh).vertices(), Some(&ends[..]));
        let curved = [
            (
                r#""kind":"cylinder","radius":2,"half_height":3,"axis":"x""#,
                8,
                3.0,
            ),
            (
                r#""kind":"cone","radius":2,"half_height":3,"axis":"x""#,
                5,
                3.0,
            ),
            (r#""kind":"ellipsoid","radii":[3,2,1]"#, 6, 3.0),
        ];
        for (kind, count, farthest) in curved {
            let pose = r#""pose":{"pos":[9,9,9],"mat":[[0,-1,0],[1,0,0],[0,0,1]]}"#;
            let text = format!(r#"{{"kind":"rounded","radius":1,"shape":{{{kind}}},{pose}}}"#);
            let core = core(3, &text);
            assert_eq!((core.vertices(), core.radius), (None, 1.0));
            let outline = core.outline();
            assert_eq!(outline.len(), count, "{kind}");
            // The pose maps the first axis to the second.
            let reach = outline.iter().map(|p| p[1].abs()).fold(0.0, f64::max);
            assert_eq!(reach, farthest, "{kind}");
        }
        let flat = core(2, r#"{"kind":"ellipsoid","radii":[1,1]}"#);
        assert!(flat.outline().iter().all(|p| p[2] == 0.0));
    }
}
