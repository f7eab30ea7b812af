//! Changes of a case whose effect on the answer is known, and that effect.

use glam::DVec3;

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

/// The case in `f64` with its coordinates and its radii mapped; rotations stay.
pub(super) fn map_case(
    case: &Case,
    point: impl Fn(DVec3) -> DVec3 + Copy,
    radius: impl Fn(f64) -> f64 + Copy,
) -> Case {
    let shape = |shape: &Shape| {
        let kind = match shape.kind.clone() {
            Kind::Point { p } => Kind::Point { p: point(p) },
            Kind::Segment { p0, p1 } => Kind::Segment {
                p0: point(p0),
                p1: point(p1),
            },
            Kind::Triangle { points } => Kind::Triangle {
                points: points.map(point),
            },
            Kind::Box { half_extents } => Kind::Box {
                half_extents: point(half_extents),
            },
            Kind::Sphere { radius: r } => Kind::Sphere { radius: radius(r) },
            Kind::Capsule { p0, p1, radius: r } => Kind::Capsule {
                p0: point(p0),
                p1: point(p1),
                radius: radius(r),
            },
            Kind::Hull { points } => Kind::Hull {
                points: points.into_iter().map(point).collect(),
            },
            curved @ (Kind::Cylinder { .. } | Kind::Ellipsoid { .. }) => curved,
        };
        let pose = shape.pose.as_ref().map(|pose| Pose {
            position: point(pose.position),
            ..pose.clone()
        });
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

/// The case with its vertex lists changed in place. Round shapes have none.
pub(super) fn map_vertices(case: &Case, change: impl Fn(&mut Vec<DVec3>)) -> Case {
    let shape = |shape: &Shape| {
        let mut shape = shape.clone();
        if let Kind::Hull { points } = &mut shape.kind {
            change(points);
        }
        shape
    };
    with_shapes(case, shape(&case.a), shape(&case.b))
}

/// The case as the solver sees it: hulls, capsules and balls in `f64`, without rotations.
pub(super) fn baked(case: &Case, [a, b]: &[Core; 2]) -> Case {
    let shape = |core: &Core| {
        let vertices: Vec<DVec3> = core
            .vertices
            .iter()
            .copied()
            .map(DVec3::from_array)
            .collect();
        let kind = match vertices.as_slice() {
            [_] if core.radius > 0.0 => Kind::Sphere {
                radius: core.radius,
            },
            [p0, p1] if core.radius > 0.0 => Kind::Capsule {
                p0: *p0,
                p1: *p1,
                radius: core.radius,
            },
            _ => Kind::Hull { points: vertices },
        };
        let position = DVec3::from_array(core.origin);
        let pose = Pose {
            position,
            rotation: Rotation::Identity,
            other: Default::default(),
        };
        let pose = (position != DVec3::ZERO).then_some(pose);
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
