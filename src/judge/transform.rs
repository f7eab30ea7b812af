//! Changes of a case whose effect on the answer is known, and that effect.

use glam::{DMat3, DQuat, DVec3};

use crate::case::{Case, Core, Kind, Pose, Rotation, Scalar, Shape};
use crate::subject::{Answer, Closest};

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
        distance: answer.distance.map(&length),
        closest,
        steps: Vec::new(),
    }
}

/// The case with other shapes, and nothing else that is known about it.
pub(super) fn with_shapes(case: &Case, a: Shape, b: Shape) -> Case {
    Case {
        id: String::new(),
        dim: case.dim,
        scalar: case.scalar,
        a,
        b,
        expect: Default::default(),
        reference: None,
        query: None,
        other: Default::default(),
    }
}

/// The case in `f64` with all lengths times `factor`, and mirrored along the axes whose sign is
/// negative. Where `factor` is a power of two and nothing over- or underflows, no number is rounded
/// anew.
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
        // A cone has its apex on the positive side: mirrored along its axis it is turned around.
        // All other kinds of sizes are their own mirror images.
        if let Kind::Cone { axis, .. } = kind.innermost()
            && signs[*axis] < 0.0
        {
            let pose = pose.get_or_insert_with(|| identity(DVec3::ZERO));
            pose.rotation = turned_around(&pose.rotation, (axis + 1) % 3);
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
    // An axis of rotation is mirrored like a point and reversed, for one mirror reverses the sense.
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

/// The rotation after a half turn about an axis of the frame. For solids: the plane has no cones.
fn turned_around(rotation: &Rotation, axis: usize) -> Rotation {
    let half_turn = DQuat::from_vec4(DVec3::AXES[axis].extend(0.0));
    match rotation {
        Rotation::Identity | Rotation::Angle(_) => Rotation::Quaternion(half_turn),
        Rotation::Quaternion(q) => Rotation::Quaternion(*q * half_turn),
        Rotation::Matrix { matrix, quaternion } => Rotation::Matrix {
            matrix: *matrix * DMat3::from_quat(half_turn),
            quaternion: quaternion.map(|q| q * half_turn),
        },
    }
}

/// A pose that only moves.
fn identity(position: DVec3) -> Pose {
    Pose {
        position,
        rotation: Rotation::Identity,
        other: Default::default(),
    }
}

/// The case with its vertex lists changed in place. Round shapes have none; a mesh becomes a hull,
/// since its edges lead between the vertices of before.
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

/// The case as the solver sees it: hulls, rounded or not, capsules and balls in `f64`, without
/// rotations.
pub(super) fn baked(case: &Case, [a, b]: &[Core; 2]) -> Case {
    let shape = |core: &Core| {
        let vertices: Vec<DVec3> = core
            .vertices
            .iter()
            .copied()
            .map(DVec3::from_array)
            .collect();
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
        ..with_shapes(case, shape(a), shape(b))
    }
}
