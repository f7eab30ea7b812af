//! Changes of a case with a known effect on the answer, and that effect.

use glam::{DMat3, DQuat, DVec3};

use crate::case::{Case, Core, Kind, Pose, Rotation, Scalar, Shape};
use crate::subject::{Answer, Closest, Evidence};

/// The answer with lengths, directions, points and the order of the points mapped.
pub(super) fn map(
    answer: &Answer,
    length: impl Fn(f64) -> f64,
    direction: impl Fn(DVec3) -> DVec3,
    point: impl Fn(DVec3) -> DVec3,
    order: impl Fn([DVec3; 2]) -> [DVec3; 2],
) -> Answer {
    let closest = answer.closest.as_ref().map(|closest| Closest {
        distance: length(closest.distance),
        bounds: closest.bounds.map(|bounds| bounds.map(&length)),
        points: closest.points.map(|points| order(points.map(&point))),
        normal: closest.normal.map(&direction),
        ..closest.clone()
    });
    Answer {
        intersects: answer.intersects,
        end: answer.end,
        distance: answer.distance.map(&length),
        closest,
        steps: Vec::new(),
        evidence: Evidence::default(),
    }
}

/// The case with other shapes, without the known answers.
pub(super) fn with_shapes(case: &Case, a: Shape, b: Shape) -> Case {
    Case {
        id: String::new(),
        dim: case.dim,
        scalar: case.scalar,
        a,
        b,
        expect: Default::default(),
        reference: None,
        exact: None,
        query: None,
        other: Default::default(),
    }
}

/// The case in `f64` with all lengths times `factor`, and mirrored along the axes with a negative
/// sign. If `factor` is a power of two and nothing over- or underflows, no number is rounded.
pub(super) fn map_case(case: &Case, signs: DVec3, factor: f64) -> Case {
    let shape = |shape: &Shape| {
        let mut kind = shape.kind.clone();
        for point in kind.points_mut() {
            *point *= signs * factor;
        }
        for length in kind.lengths_mut() {
            *length *= factor;
        }
        if let Kind::Aabb { min, max } = kind.innermost_mut() {
            (*min, *max) = (min.min(*max), min.max(*max));
        }
        let mut pose = shape.pose.as_ref().map(|pose| Pose {
            position: pose.position * signs * factor,
            rotation: mirrored(&pose.rotation, signs),
            other: pose.other.clone(),
        });
        // A cone has its apex on the positive side: mirrored along its axis it is turned over. All
        // other kinds without points are their own mirror images.
        if let Kind::Cone { axis, .. } = kind.innermost()
            && signs[*axis] < 0.0
        {
            let pose = pose.get_or_insert_with(|| identity(DVec3::ZERO));
            pose.rotation = turned_around(pose.matrix(case.dim), (axis + 1) % 3);
        }
        Shape {
            kind,
            pose,
            other: Default::default(),
        }
    };
    Case {
        scalar: Scalar::F64,
        ..with_shapes(case, shape(&case.a), shape(&case.b))
    }
}

/// The rotation between two frames that are both mirrored: mirror, rotate, mirror back.
fn mirrored(rotation: &Rotation, signs: DVec3) -> Rotation {
    // The axis of a rotation is a pseudovector: mirrored like a point and negated.
    let sense = signs.element_product();
    let quaternion = |q: &DQuat| DQuat::from_vec4((q.xyz() * signs * sense).extend(q.w));
    match rotation {
        Rotation::Identity => Rotation::Identity,
        Rotation::Angle(angle) => Rotation::Angle(angle * sense),
        Rotation::Quaternion(q) => Rotation::Quaternion(quaternion(q)),
        Rotation::Matrix {
            matrix,
            quaternion: q,
        } => {
            let mirror = DMat3::from_diagonal(signs);
            Rotation::Matrix {
                matrix: mirror * *matrix * mirror,
                quaternion: q.as_ref().map(quaternion),
            }
        }
    }
}

/// The rotation after a half turn about an axis of the frame, as a matrix: a quaternion would round
/// again.
fn turned_around(matrix: DMat3, axis: usize) -> Rotation {
    let signs = DVec3::AXES[axis] * 2.0 - DVec3::ONE;
    Rotation::Matrix {
        matrix: matrix * DMat3::from_diagonal(signs),
        quaternion: None,
    }
}

/// A pose without a rotation.
fn identity(position: DVec3) -> Pose {
    Pose {
        position,
        ..Pose::default()
    }
}

/// The case with its vertex lists changed in place. Round shapes have none; a mesh becomes a hull,
/// since its edges are those of the former vertices.
pub(super) fn map_vertices(case: &Case, change: impl Fn(&mut Vec<DVec3>)) -> Case {
    let shape = |shape: &Shape| {
        let mut shape = shape.clone();
        let kind = shape.kind.innermost_mut();
        if let Kind::Hull { points } | Kind::Mesh { points, .. } = kind {
            let mut points = std::mem::take(points);
            change(&mut points);
            *kind = Kind::Hull { points };
        }
        shape
    };
    with_shapes(case, shape(&case.a), shape(&case.b))
}

/// The case as the solver sees it: hulls, rounded hulls, capsules and balls in `f64`, without
/// rotations. Curved shapes keep their poses.
pub(super) fn baked(case: &Case, [a, b]: &[Core; 2]) -> Case {
    let shape = |shape: &Shape, core: &Core| {
        let Some(vertices) = core.vertices() else {
            return shape.clone();
        };
        let vertices: Vec<DVec3> = vertices.iter().copied().map(DVec3::from_array).collect();
        let kind = match vertices.as_slice() {
            [p] if core.radius > 0.0 && *p == DVec3::ZERO => Kind::Sphere {
                radius: core.radius,
            },
            [p0, p1] if core.radius > 0.0 => Kind::Capsule {
                p0: *p0,
                p1: *p1,
                radius: core.radius,
            },
            _ if core.radius > 0.0 => Kind::Rounded {
                shape: Box::new(Kind::Hull { points: vertices }),
                radius: core.radius,
                other: Default::default(),
            },
            _ => Kind::Hull { points: vertices },
        };
        let position = DVec3::from_array(core.origin);
        let pose = (position != DVec3::ZERO).then(|| identity(position));
        Shape {
            kind,
            pose,
            other: Default::default(),
        }
    };
    Case {
        scalar: Scalar::F64,
        ..with_shapes(case, shape(&case.a, a), shape(&case.b, b))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{Dim, Solid, json};

    /// Each axis mirrored.
    const MIRRORS: [DVec3; 3] = [
        DVec3::new(-1.0, 1.0, 1.0),
        DVec3::new(1.0, -1.0, 1.0),
        DVec3::new(1.0, 1.0, -1.0),
    ];

    /// The poses of the tests in 3D, each after a comma.
    const POSES: [&str; 4] = [
        "",
        r#","pose":{"pos":[1,-2,3]}"#,
        r#","pose":{"pos":[1,-2,3],"rot":[0.5,-0.5,0.5,0.5]}"#,
        r#","pose":{"pos":[1,-2,3],"mat":[[0.6,-0.8,0],[0.8,0.6,0],[0,0,1]],"rot":[0.1,0.2,-0.3,0.9]}"#,
    ];

    fn case(dim: u8, shape: &str) -> Case {
        let text = format!(
            r#"{{"id":"x","dim":{dim},"scalar":"f64","a":{shape},"b":{shape},"expect":{{}}}}"#
        );
        json::read(&text).expect(shape)
    }

    /// Claim: the core of a mapped shape is the mapped core, to the bit, for each kind with
    /// vertices and each form of a pose; and the mapped case fits a file.
    #[test]
    fn cores_are_mapped() {
        let space = [
            r#""kind":"point","p":[1,2,3]"#,
            r#""kind":"segment","p0":[1,2,3],"p1":[0,-1,0.5]"#,
            r#""kind":"triangle","points":[[1,2,3],[0,1,0],[0,0,5]]"#,
            r#""kind":"box","half_extents":[1,2,3]"#,
            r#""kind":"sphere","radius":2"#,
            r#""kind":"capsule","p0":[1,2,3],"p1":[0,-1,0.5],"radius":2"#,
            r#""kind":"hull","points":[[1,2,3],[0,1,0],[0,0,5],[7,7,7]]"#,
            r#""kind":"aabb","min":[-1,2,3],"max":[5,6,7]"#,
            r#""kind":"mesh","points":[[1,2,3],[0,1,0]],"neighbours":[[1],[0]]"#,
            r#""kind":"rounded","radius":1,"shape":{"kind":"aabb","min":[0,2,3],"max":[5,6,7]}"#,
        ];
        for kind in space {
            for pose in POSES {
                assert_cores_mapped(&case(3, &format!("{{{kind}{pose}}}")));
            }
        }
        for kind in [
            r#""kind":"segment","p0":[1,2],"p1":[0,-1]"#,
            r#""kind":"box","half_extents":[1,2]"#,
            r#""kind":"aabb","min":[-1,2],"max":[5,6]"#,
        ] {
            for pose in ["", r#","pose":{"pos":[1,-2],"rot":0.7}"#] {
                assert_cores_mapped(&case(2, &format!("{{{kind}{pose}}}")));
            }
        }
    }

    fn assert_cores_mapped(case: &Case) {
        for signs in MIRRORS {
            let signs = if case.dim == Dim::Two {
                signs.with_z(1.0)
            } else {
                signs
            };
            for factor in [1.0, 0.25] {
                let mapped = map_case(case, signs, factor);
                let back = Case {
                    id: "x".to_string(),
                    ..map_case(&mapped, signs, 1.0 / factor)
                };
                assert!(json::is_valid(&back), "{back:?}");
                assert_eq!(&back, case);
                let expected = case.a.core(case.dim);
                let found = mapped.a.core(case.dim);
                let map = |p: &[f64; 3]| (DVec3::from_array(*p) * signs * factor).to_array();
                let vertices = expected.vertices().expect("vertices").iter().map(map);
                let expected = Core {
                    solid: Solid::Polytope(vertices.collect()),
                    origin: map(&expected.origin),
                    radius: expected.radius * factor,
                };
                assert_eq!(sorted(found), sorted(expected), "{:?} {signs}", case.a);
            }
        }
    }

    fn sorted(mut core: Core) -> Core {
        if let Solid::Polytope(vertices) = &mut core.solid {
            vertices.sort_by(|p, q| p.partial_cmp(q).expect("numbers"));
        }
        core
    }

    /// Claim: apex and disc of a mapped cone are mapped, for any axis and pose, rounded or not; its
    /// sizes, and those of cylinder and ellipsoid, are scaled.
    #[test]
    fn curved_shapes_are_mapped() {
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let cone = format!(r#""kind":"cone","radius":1,"half_height":3,"axis":"{name}""#);
            let rounded = format!(r#""kind":"rounded","radius":1,"shape":{{{cone}}}"#);
            for kind in [cone, rounded] {
                for pose in POSES {
                    let case = case(3, &format!("{{{kind}{pose}}}"));
                    for signs in MIRRORS {
                        let mapped = map_case(&case, signs, 0.25);
                        let apex = in_world(&mapped.a, DVec3::AXES[axis] * 0.75);
                        let disc = in_world(&mapped.a, DVec3::AXES[axis] * -0.75);
                        let map = |p| in_world(&case.a, p) * signs * 0.25;
                        let near = |p: DVec3, q: DVec3| p.distance(q) < 1e-14;
                        assert!(near(apex, map(DVec3::AXES[axis] * 3.0)), "{:?}", mapped.a);
                        assert!(near(disc, map(DVec3::AXES[axis] * -3.0)), "{:?}", mapped.a);
                    }
                }
            }
        }
        let sizes = [
            (
                r#"{"kind":"cylinder","radius":1,"half_height":2,"axis":"x"}"#,
                vec![0.25, 0.5],
            ),
            (
                r#"{"kind":"cone","radius":1,"half_height":2,"axis":"y"}"#,
                vec![0.25, 0.5],
            ),
            (
                r#"{"kind":"rounded","radius":4,"shape":{"kind":"ellipsoid","radii":[1,2,3]}}"#,
                vec![0.25, 0.5, 0.75, 1.0],
            ),
        ];
        for (shape, expected) in sizes {
            let mut mapped = map_case(&case(3, shape), MIRRORS[0], 0.25);
            let lengths: Vec<f64> = mapped.a.kind.lengths_mut().iter().map(|x| **x).collect();
            assert_eq!(lengths, expected);
            assert_eq!(mapped.a.pose, None);
        }
    }

    /// The world position of a point of the frame of the shape.
    fn in_world(shape: &Shape, p: DVec3) -> DVec3 {
        match &shape.pose {
            None => p,
            Some(pose) => pose.matrix(Dim::Three) * p + pose.position,
        }
    }

    /// Claim: a baked case has the same cores, radius included, for any number of vertices.
    #[test]
    fn baked_cases_have_the_same_cores() {
        let inner = [
            r#"{"kind":"point","p":[0,0,0]}"#,
            r#"{"kind":"point","p":[1,2,3]}"#,
            r#"{"kind":"segment","p0":[1,2,3],"p1":[0,1,0]}"#,
            r#"{"kind":"aabb","min":[1,2,3],"max":[4,5,6]}"#,
        ];
        for inner in inner {
            for radius in [0, 2] {
                for pose in POSES {
                    let rounded =
                        format!(r#"{{"kind":"rounded","radius":{radius},"shape":{inner}{pose}}}"#);
                    let case = case(3, &rounded);
                    let cores = case.cores();
                    assert_eq!(baked(&case, &cores).cores(), cores);
                }
            }
        }
    }

    /// Claim: with other vertices a mesh becomes a hull, inside a rounded shape too.
    #[test]
    fn meshes_with_other_vertices_are_hulls() {
        let mesh = r#"{"kind":"mesh","points":[[1,2,3],[0,1,0]],"neighbours":[[1],[0]]}"#;
        let rounded = format!(r#"{{"kind":"rounded","radius":1,"shape":{mesh}}}"#);
        for shape in [mesh, &rounded] {
            let mapped = map_vertices(&case(3, shape), |points| points.reverse());
            let points = vec![DVec3::Y, DVec3::new(1.0, 2.0, 3.0)];
            assert_eq!(mapped.a.kind.innermost(), &Kind::Hull { points });
        }
    }
}
