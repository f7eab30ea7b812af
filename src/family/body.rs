//! Shapes for the families: drawing one of unit size, moving it, its support point.

use arbitrary::Result;
use glam::{DMat3, DVec3};
use serde_json::Map;

use super::draw;
use super::source::Source;
use crate::case::{Dim, Kind, Pose, Rotation, Shape};

/// The kinds of shape that families make.
#[derive(Clone, Copy)]
pub(super) enum Sort {
    Point,
    Segment,
    Triangle,
    Box,
    Sphere,
    Capsule,
    Hull,
}

/// The frequencies of kinds, unless a family has its own.
pub(super) const SORTS: [(u16, Sort); 7] = [
    (8, Sort::Hull),
    (1, Sort::Point),
    (2, Sort::Segment),
    (2, Sort::Triangle),
    (3, Sort::Box),
    (2, Sort::Sphere),
    (2, Sort::Capsule),
];
/// Corners of a hull: few, medium, and seldom many.
const CORNERS: [(u16, (u16, u16)); 4] = [(5, (4, 8)), (2, (1, 4)), (4, (9, 12)), (1, (28, 32))];
/// The share of rotated boxes, and of other rotated shapes: the coordinates of a box cannot rotate
/// it.
const TURNED_PERCENTS: (u16, u16) = (60, 25);
/// The share of points, segments and triangles that are not hulls.
const NAMED_PERCENT: u16 = 60;

/// A shape of any kind within [-1/2, 1/2]^dim of its frame, usually rotated by its coordinates,
/// seldom by a pose.
pub(super) fn draw(u: &mut Source<'_>, dim: Dim) -> Result<Shape> {
    let point = |u: &mut Source<'_>| Ok(draw::vector(u, dim)? / 2.0);
    let kind = match draw::weighted(u, &SORTS)? {
        Sort::Point => Kind::Point { p: point(u)? },
        Sort::Segment => Kind::Segment {
            p0: point(u)?,
            p1: point(u)?,
        },
        Sort::Triangle => Kind::Triangle {
            points: [point(u)?, point(u)?, point(u)?],
        },
        Sort::Box => Kind::Box {
            half_extents: point(u)?.abs(),
        },
        Sort::Sphere => Kind::Sphere {
            radius: draw::range(u, 0.0, 0.5)?,
        },
        Sort::Capsule => {
            let (p0, p1) = (point(u)? / 2.0, point(u)? / 2.0);
            Kind::Capsule {
                p0,
                p1,
                radius: draw::range(u, 0.0, 0.25)?,
            }
        }
        Sort::Hull => {
            let (low, high) = draw::weighted(u, &CORNERS)?;
            let count = draw::count(u, low, high)?;
            Kind::Hull {
                points: (0..count).map(|_| point(u)).collect::<Result<_>>()?,
            }
        }
    };
    let is_box = matches!(kind, Kind::Box { .. });
    let turned_percent = if is_box {
        TURNED_PERCENTS.0
    } else {
        TURNED_PERCENTS.1
    };
    let mut shape = bare(kind);
    if draw::chance(u, turned_percent)? {
        shape.pose = Some(pose(DVec3::ZERO, draw::rotation(u, dim)?));
    }
    Ok(shape)
}

/// `kind` without a pose.
pub(super) fn bare(kind: Kind) -> Shape {
    Shape {
        kind,
        pose: None,
        other: Map::new(),
    }
}

/// `kind` moved by `position` through a pose.
pub(super) fn posed(kind: Kind, position: DVec3) -> Shape {
    Shape {
        pose: Some(pose(position, Rotation::Identity)),
        ..bare(kind)
    }
}

/// A pose of these two parts.
pub(super) fn pose(position: DVec3, rotation: Rotation) -> Pose {
    Pose {
        position,
        rotation,
        other: Map::new(),
    }
}

/// The hull of `points`, usually as a point, segment or triangle if it is one.
pub(super) fn hull(u: &mut Source<'_>, points: Vec<DVec3>) -> Result<Kind> {
    let named = draw::chance(u, NAMED_PERCENT)?;
    Ok(match *points.as_slice() {
        [p] if named => Kind::Point { p },
        [p0, p1] if named => Kind::Segment { p0, p1 },
        [p, q, r] if named => Kind::Triangle { points: [p, q, r] },
        _ => Kind::Hull { points },
    })
}

/// Rotates `shape` about the origin of the world by its pose, which must have no rotation yet.
pub(super) fn turn(shape: &mut Shape, rotation: &Rotation) {
    let position = shape
        .pose
        .as_ref()
        .map_or(DVec3::ZERO, |pose| pose.position);
    shape.pose = Some(pose(matrix(rotation) * position, rotation.clone()));
}

/// Multiplies every length of `shape` and its position by `factor`, which must not be negative.
pub(super) fn scale(shape: &mut Shape, factor: f64) {
    shape
        .kind
        .points_mut()
        .iter_mut()
        .for_each(|p| **p *= factor);
    shape
        .kind
        .lengths_mut()
        .iter_mut()
        .for_each(|x| **x *= factor);
    if let Some(pose) = &mut shape.pose {
        pose.position *= factor;
    }
}

/// The largest absolute value among the coordinates, lengths and the position of `shape`.
pub(super) fn largest_number(shape: &Shape) -> f64 {
    let mut kind = shape.kind.clone();
    let position = shape
        .pose
        .as_ref()
        .map_or(0.0, |pose| pose.position.abs().max_element());
    let lengths = kind
        .lengths_mut()
        .iter()
        .fold(position, |largest, x| largest.max(**x));
    kind.points_mut()
        .iter()
        .fold(lengths, |largest, p| largest.max(p.abs().max_element()))
}

/// Whether every number of `shape` is finite and its quaternion, if any, not zero.
pub(super) fn is_sound(shape: &Shape) -> bool {
    let mut kind = shape.kind.clone();
    let rotation_is_sound = |rotation: &Rotation| match rotation {
        Rotation::Identity => true,
        Rotation::Angle(angle) => angle.is_finite(),
        Rotation::Quaternion(q) => q.is_finite() && q.to_array() != [0.0; 4],
        Rotation::Matrix { matrix, .. } => matrix.is_finite(),
    };
    let pose_is_sound =
        |pose: &Pose| pose.position.is_finite() && rotation_is_sound(&pose.rotation);
    kind.points_mut().iter().all(|p| p.is_finite())
        && kind.lengths_mut().iter().all(|x| x.is_finite())
        && shape.pose.as_ref().is_none_or(pose_is_sound)
}

/// The translation of `b` that moves its first point against the unit `direction` to the last point
/// of `a` along it, plus `gap` times `direction`. Up to rounding `gap` is the distance; if it is
/// negative the shapes usually overlap.
pub(super) fn aim(a: &Shape, b: &Shape, direction: DVec3, gap: f64) -> DVec3 {
    support(a, direction) - support(b, -direction) + direction * gap
}

/// The farthest point of `shape` in the world along the unit `direction`, up to rounding.
pub(super) fn support(shape: &Shape, direction: DVec3) -> DVec3 {
    let Some(pose) = &shape.pose else {
        return local_support(&shape.kind, direction);
    };
    let matrix = matrix(&pose.rotation);
    pose.position + matrix * local_support(&shape.kind, matrix.transpose() * direction)
}

/// The farthest point of `kind` in its frame along the unit `direction`, up to rounding.
fn local_support(kind: &Kind, direction: DVec3) -> DVec3 {
    let farthest = |points: &[DVec3]| {
        let along = |p: &&DVec3, q: &&DVec3| p.dot(direction).total_cmp(&q.dot(direction));
        points.iter().max_by(along).copied().unwrap_or(DVec3::ZERO)
    };
    // The rim of a disc perpendicular to an axis, and the axis from its midpoint to its end.
    let rim = |axis: usize, radius: f64| {
        let across = direction - DVec3::AXES[axis] * direction[axis];
        across.normalize_or_zero() * radius
    };
    let end = |axis: usize, half_height: f64| DVec3::AXES[axis] * half_height;
    match kind {
        Kind::Point { p } => *p,
        Kind::Segment { p0, p1 } => farthest(&[*p0, *p1]),
        Kind::Triangle { points } => farthest(points),
        Kind::Hull { points } | Kind::Mesh { points, .. } => farthest(points),
        Kind::Box { half_extents } => half_extents * direction.signum(),
        Kind::Aabb { min, max } => DVec3::select(direction.cmplt(DVec3::ZERO), *min, *max),
        Kind::Sphere { radius } => direction * *radius,
        Kind::Capsule { p0, p1, radius } => farthest(&[*p0, *p1]) + direction * *radius,
        Kind::Ellipsoid { radii } => *radii * (*radii * direction).normalize_or_zero(),
        Kind::Cylinder {
            radius,
            half_height,
            axis,
        } => rim(*axis, *radius) + end(*axis, half_height.copysign(direction[*axis])),
        Kind::Cone {
            radius,
            half_height,
            axis,
        } => {
            let apex = end(*axis, *half_height);
            farthest(&[apex, rim(*axis, *radius) - apex])
        }
        Kind::Rounded { shape, radius, .. } => {
            local_support(shape, direction) + direction * *radius
        }
    }
}

/// The matrix of `rotation`, up to rounding.
pub(super) fn matrix(rotation: &Rotation) -> DMat3 {
    match rotation {
        Rotation::Identity => DMat3::IDENTITY,
        Rotation::Quaternion(quaternion) => DMat3::from_quat(quaternion.normalize()),
        Rotation::Matrix { matrix, .. } => *matrix,
        Rotation::Angle(angle) => {
            let (sine, cosine) = sine_cosine(*angle);
            DMat3::from_cols(
                DVec3::new(cosine, sine, 0.0),
                DVec3::new(-sine, cosine, 0.0),
                DVec3::Z,
            )
        }
    }
}

/// Sine and cosine of an angle in [-pi, pi], by their series: the same on every machine, unlike
/// those of the system's library.
fn sine_cosine(angle: f64) -> (f64, f64) {
    /// pi^32 / 32! is less than 2^-64.
    const TERMS: i32 = 32;
    let (mut sine, mut cosine, mut term) = (0.0, 0.0, 1.0);
    for power in 0..TERMS {
        match power % 4 {
            0 => cosine += term,
            1 => sine += term,
            2 => cosine -= term,
            _ => sine -= term,
        }
        term *= angle / f64::from(power + 1);
    }
    (sine, cosine)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::PI;

    use super::*;

    /// The series agree with the library. Checked to eight ulps of 1 on 1,001 angles.
    #[test]
    fn sine_and_cosine_agree_with_the_library() {
        for step in -500..=500 {
            let angle = PI * f64::from(step) / 500.0;
            let (sine, cosine) = sine_cosine(angle);
            assert!((sine - angle.sin()).abs() <= 8.0 * f64::EPSILON, "{angle}");
            assert!(
                (cosine - angle.cos()).abs() <= 8.0 * f64::EPSILON,
                "{angle}"
            );
        }
    }

    /// `aim` leaves the gap asked for. Checked on a box and a ball along x.
    #[test]
    fn aim_leaves_the_gap() {
        let a = bare(Kind::Box {
            half_extents: DVec3::new(2.0, 1.0, 1.0),
        });
        let b = bare(Kind::Sphere { radius: 3.0 });
        assert_eq!(aim(&a, &b, DVec3::X, 0.5).x, 5.5);
    }

    /// The support point of each kind belongs to the shape, and no other of its points is farther.
    /// Checked against points all over the surface, along directions all over the sphere, including
    /// the axes.
    #[test]
    fn support_points_are_the_farthest() {
        let radii = DVec3::new(1.0, 2.0, 0.5);
        let (radius, half_height, axis) = (0.7, 1.5_f64, 1);
        let (min, max) = (DVec3::new(-1.0, 0.0, 0.5), DVec3::new(2.0, 0.0, 3.0));
        // Points of the surface, as functions of a unit vector.
        let ellipsoid = |u: DVec3| radii * u;
        let rim = |u: DVec3, y: f64| {
            let across = u.with_y(0.0).normalize_or_zero() * radius;
            across.with_y(y)
        };
        let cylinder = |u: DVec3| rim(u, half_height.copysign(u.y));
        let cone = |u: DVec3| {
            if u.y > 0.9 {
                DVec3::Y * half_height
            } else {
                rim(u, -half_height)
            }
        };
        let aabb = |u: DVec3| (u * 10.0).clamp(min, max);
        let bowl = |u: DVec3| ellipsoid(u) + (u / radii).normalize() / 4.0;
        let rounded = Kind::Rounded {
            shape: Box::new(Kind::Ellipsoid { radii }),
            radius: 0.25,
            other: Map::new(),
        };
        let kinds: [(Kind, &dyn Fn(DVec3) -> DVec3); 5] = [
            (Kind::Ellipsoid { radii }, &ellipsoid),
            (
                Kind::Cylinder {
                    radius,
                    half_height,
                    axis,
                },
                &cylinder,
            ),
            (
                Kind::Cone {
                    radius,
                    half_height,
                    axis,
                },
                &cone,
            ),
            (Kind::Aabb { min, max }, &aabb),
            (rounded, &bowl),
        ];
        let units = units();
        for (kind, surface) in kinds {
            for &direction in &units {
                let reach = local_support(&kind, direction).dot(direction);
                let points = units.iter().map(|u| surface(*u).dot(direction));
                let farthest = points.fold(f64::NEG_INFINITY, f64::max);
                assert!(farthest <= reach + 1e-12, "{kind:?} {direction}");
                // The grid has a point within a few degrees of each support point.
                assert!(reach <= farthest + 0.02, "{kind:?} {direction}");
            }
        }
    }

    /// Unit vectors through the points of a grid on the surface of a cube.
    fn units() -> Vec<DVec3> {
        const STEPS: i32 = 10;
        let mut units = Vec::new();
        for x in -STEPS..=STEPS {
            for y in -STEPS..=STEPS {
                for z in -STEPS..=STEPS {
                    let corner = [x, y, z].map(f64::from);
                    if [x, y, z].iter().any(|part| part.abs() == STEPS) {
                        units.push(DVec3::from_array(corner).normalize());
                    }
                }
            }
        }
        units
    }
}
