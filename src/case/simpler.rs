//! The cost of a case, and simpler forms of shapes and poses.
//!
//! These functions only propose. A proposal may round, cut or drop anything: the shrinker tests
//! whether it still fails, and the cost whether it is simpler.

use glam::DVec3;
use serde_json::{Map, Value};

use super::core::corners;
use super::numbers::{number_cost, numbers};
use super::{Case, Dim, Kind, Pose, Rotation, Scalar, Shape};

/// The distance of a case from the simplest one, most important part first: extra fields, poses,
/// kinds, vertices, numbers. All are natural numbers, so simplification must end.
pub(crate) type Cost = (usize, usize, usize, usize, u64);

/// The cost of a case.
pub(crate) fn cost(case: &Case) -> Cost {
    let shapes = [&case.a, &case.b];
    let extras = [
        usize::from(case.expect != Default::default()),
        usize::from(case.reference.is_some()),
        usize::from(case.exact.is_some()),
        usize::from(case.query.is_some()),
        case.other.keys().filter(|key| !is_kept(key)).count(),
        shapes
            .iter()
            .map(|shape| shape.other.len() + inner_extras(&shape.kind))
            .sum(),
        shapes
            .iter()
            .flat_map(|shape| &shape.pose)
            .map(|pose| pose.other.len())
            .sum(),
    ];
    let mut counted = case.clone();
    (
        extras.iter().sum(),
        shapes
            .iter()
            .flat_map(|shape| &shape.pose)
            .map(pose_rank)
            .sum(),
        shapes.iter().map(|shape| kind_rank(&shape.kind)).sum(),
        shapes.iter().map(|shape| vertex_count(&shape.kind)).sum(),
        numbers(&mut counted)
            .iter()
            .fold(0, |sum, number| sum + number_cost(**number)),
    )
}

/// Whether a field of the file stays true, and useful, for a simpler case.
pub(super) fn is_kept(field: &str) -> bool {
    ["note", "source"].contains(&field)
}

/// The unknown fields of nested rounded kinds.
fn inner_extras(kind: &Kind) -> usize {
    match kind {
        Kind::Rounded { shape, other, .. } => other.len() + inner_extras(shape),
        _ => 0,
    }
}

fn pose_rank(pose: &Pose) -> usize {
    match pose.rotation {
        Rotation::Identity => 1,
        Rotation::Angle(_) | Rotation::Quaternion(_) => 2,
        Rotation::Matrix {
            quaternion: None, ..
        } => 3,
        Rotation::Matrix {
            quaternion: Some(_),
            ..
        } => 4,
    }
}

fn kind_rank(kind: &Kind) -> usize {
    match kind {
        Kind::Point { .. } => 0,
        Kind::Segment { .. } => 1,
        Kind::Hull { .. } => 2,
        Kind::Triangle { .. } | Kind::Sphere { .. } | Kind::Mesh { .. } => 3,
        Kind::Box { .. } | Kind::Capsule { .. } => 4,
        Kind::Cylinder { .. } | Kind::Ellipsoid { .. } | Kind::Cone { .. } | Kind::Aabb { .. } => 5,
        Kind::Rounded { shape, .. } => 6 + kind_rank(shape),
    }
}

fn vertex_count(kind: &Kind) -> usize {
    match kind {
        Kind::Hull { points } | Kind::Mesh { points, .. } => points.len(),
        Kind::Rounded { shape, .. } => vertex_count(shape),
        Kind::Segment { p0, p1 } | Kind::Capsule { p0, p1, .. } => 1 + usize::from(p0 != p1),
        _ => 1,
    }
}

/// Simpler forms of a shape, the boldest first: poses dropped, poses applied to the points, simpler
/// kinds.
pub(super) fn simpler_shapes(shape: &Shape, dim: Dim, scalar: Scalar) -> Vec<Shape> {
    let plain = |kind, pose| Shape {
        kind,
        pose,
        other: shape.other.clone(),
    };
    let mut forms = Vec::new();
    if let Some(pose) = &shape.pose {
        forms.push(plain(shape.kind.clone(), None));
        forms.extend(placed(&shape.kind, pose, dim, scalar).map(|kind| plain(kind, None)));
        let simpler = simpler_poses(pose);
        forms.extend(
            simpler
                .into_iter()
                .map(|pose| plain(shape.kind.clone(), Some(pose))),
        );
    }
    forms.extend(
        simpler_kinds(&shape.kind, dim)
            .into_iter()
            .map(|kind| plain(kind, shape.pose.clone())),
    );
    forms
}

fn simpler_poses(pose: &Pose) -> Vec<Pose> {
    let with = |rotation| Pose {
        rotation,
        ..pose.clone()
    };
    match &pose.rotation {
        Rotation::Identity => Vec::new(),
        Rotation::Angle(_) | Rotation::Quaternion(_) => vec![with(Rotation::Identity)],
        Rotation::Matrix { matrix, quaternion } => {
            let bare = with(Rotation::Matrix {
                matrix: *matrix,
                quaternion: None,
            });
            let turned = quaternion.map(|quaternion| with(Rotation::Quaternion(quaternion)));
            [with(Rotation::Identity)]
                .into_iter()
                .chain(turned)
                .chain([bare])
                .collect()
        }
    }
}

/// The kind in world coordinates, if it has points.
fn placed(kind: &Kind, pose: &Pose, dim: Dim, scalar: Scalar) -> Option<Kind> {
    let place = |p: &DVec3| rounded(rotated(&pose.rotation, *p) + pose.position, scalar);
    Some(match kind {
        Kind::Point { p } => Kind::Point { p: place(p) },
        Kind::Segment { p0, p1 } => Kind::Segment {
            p0: place(p0),
            p1: place(p1),
        },
        Kind::Capsule { p0, p1, radius } => Kind::Capsule {
            p0: place(p0),
            p1: place(p1),
            radius: *radius,
        },
        Kind::Rounded {
            shape,
            radius,
            other,
        } => Kind::Rounded {
            shape: Box::new(placed(shape, pose, dim, scalar)?),
            radius: *radius,
            other: other.clone(),
        },
        other => Kind::Hull {
            points: vertices(other, dim)?.iter().map(place).collect(),
        },
    })
}

fn rotated(rotation: &Rotation, p: DVec3) -> DVec3 {
    match rotation {
        Rotation::Identity => p,
        Rotation::Angle(angle) => {
            let (sin, cos) = libm::sincos(*angle);
            DVec3::new(cos * p.x - sin * p.y, sin * p.x + cos * p.y, 0.0)
        }
        Rotation::Quaternion(quaternion) => quaternion.normalize() * p,
        Rotation::Matrix { matrix, .. } => *matrix * p,
    }
}

fn rounded(p: DVec3, scalar: Scalar) -> DVec3 {
    match scalar {
        Scalar::F32 => p.as_vec3().as_dvec3(),
        Scalar::F64 => p,
    }
}

fn simpler_kinds(kind: &Kind, dim: Dim) -> Vec<Kind> {
    let hull = |points: Vec<DVec3>| Kind::Hull { points };
    match kind {
        Kind::Point { .. } => Vec::new(),
        Kind::Segment { p0, p1 } => vec![Kind::Point { p: *p0 }, Kind::Point { p: *p1 }],
        Kind::Capsule { p0, p1, radius } => vec![
            Kind::Segment { p0: *p0, p1: *p1 },
            Kind::Sphere { radius: *radius },
            Kind::Capsule {
                p0: *p0,
                p1: *p0,
                radius: *radius,
            },
            Kind::Capsule {
                p0: *p1,
                p1: *p1,
                radius: *radius,
            },
        ],
        Kind::Sphere { .. } => vec![Kind::Point { p: DVec3::ZERO }],
        Kind::Triangle { .. } | Kind::Box { .. } | Kind::Mesh { .. } => {
            vertices(kind, dim).map(hull).into_iter().collect()
        }
        Kind::Aabb { min, max } => vec![
            hull(corners(*min, *max, dim)),
            Kind::Box {
                half_extents: (*max - *min) / 2.0,
            },
        ],
        Kind::Hull { points } => match points.as_slice() {
            [p] => vec![Kind::Point { p: *p }],
            [p0, p1] => vec![Kind::Segment { p0: *p0, p1: *p1 }],
            _ => Vec::new(),
        },
        Kind::Cylinder {
            half_height, axis, ..
        }
        | Kind::Cone {
            half_height, axis, ..
        } => {
            let end = DVec3::from_array(std::array::from_fn(|part| {
                if part == *axis { *half_height } else { 0.0 }
            }));
            vec![Kind::Segment { p0: -end, p1: end }]
        }
        Kind::Ellipsoid { radii } => [Kind::Sphere { radius: radii.x }].into(),
        Kind::Rounded {
            shape,
            radius,
            other,
        } => simpler_rounded(shape, *radius, other, dim),
    }
}

/// Simpler forms of a rounded shape: without its radius, as the ball or capsule around a point or
/// segment, and with a simpler inner shape, which loses its own radius if it has one.
fn simpler_rounded(shape: &Kind, radius: f64, other: &Map<String, Value>, dim: Dim) -> Vec<Kind> {
    let around = |shape: Kind| Kind::Rounded {
        shape: Box::new(shape),
        radius,
        other: other.clone(),
    };
    let mut forms = vec![shape.clone()];
    match shape {
        Kind::Point { .. } => forms.push(Kind::Sphere { radius }),
        Kind::Segment { p0, p1 } => forms.push(Kind::Capsule {
            p0: *p0,
            p1: *p1,
            radius,
        }),
        _ => {}
    }
    forms.extend(simpler_kinds(shape, dim).into_iter().map(around));
    forms
}

/// The vertices of a polytope in its own frame; `None` for a curved shape, or one that has a kind
/// of its own for so few.
fn vertices(kind: &Kind, dim: Dim) -> Option<Vec<DVec3>> {
    match kind {
        Kind::Triangle { points } => Some(points.to_vec()),
        Kind::Hull { points } | Kind::Mesh { points, .. } => Some(points.clone()),
        Kind::Box { half_extents } => Some(corners(-*half_extents, *half_extents, dim)),
        Kind::Aabb { min, max } => Some(corners(*min, *max, dim)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    /// Claim: applying a pose to points rotates them by the quaternion, of any length, then moves
    /// them, and rounds to `f32` in an `f32` case.
    #[test]
    fn poses_are_worked_into_points() {
        let quarter_turn = Rotation::Quaternion(DQuat::from_xyzw(0.0, 0.0, 3.0, 3.0));
        let pose = Pose {
            position: DVec3::new(10.0, 0.1, 0.0),
            rotation: quarter_turn,
            other: Default::default(),
        };
        let point = Kind::Point { p: DVec3::X };
        let Some(Kind::Point { p }) = placed(&point, &pose, Dim::Three, Scalar::F32) else {
            panic!("a point stays a point");
        };
        assert_eq!(p.y, f64::from(1.1f32));
        assert!((p - DVec3::new(10.0, 1.1, 0.0)).length() < 1e-6, "{p}");
    }

    /// Claim: a box has 8 corners in 3D and 4 in 2D, all different, none off the plane in 2D.
    #[test]
    fn boxes_have_their_corners() {
        for (dim, count) in [(Dim::Two, 4), (Dim::Three, 8)] {
            let half_extents = DVec3::new(1.0, 2.0, if dim == Dim::Two { 0.0 } else { 3.0 });
            let corners = vertices(&Kind::Box { half_extents }, dim).expect("a polytope");
            assert_eq!(corners.len(), count);
            for (index, corner) in corners.iter().enumerate() {
                assert_eq!(corner.abs(), half_extents);
                assert!(!corners[..index].contains(corner));
            }
        }
    }
}
