//! collision 0.20.1: `GJK2` and `GJK3`, `intersect` and `distance`, in `f64`.
//!
//! Its distance query ends if a support point comes nearer by less than 1e-6, absolutely. Both
//! queries give up after 100 iterations: then `intersect` says no, and `distance` the same as for
//! intersecting shapes.
//! shapes that meet.

use cgmath::{Basis2, Decomposed, Point2, Point3, Quaternion, Rotation2, Vector2, Vector3};
use collision::algorithm::minkowski::{GJK2, GJK3};
use collision::primitive::{
    Circle, ConvexPolygon, ConvexPolyhedron, Cuboid, Primitive2, Primitive3, Rectangle, Sphere,
};
use glam::DVec3;

use super::{Found, angle, position, quaternion};
use crate::case::{Case, Dim, Kind, Shape};

pub(super) fn ask(case: &Case) -> Option<Found> {
    let (intersects, distance) = match case.dim {
        Dim::Two => {
            let (a, b) = (primitive2(&case.a.kind)?, primitive2(&case.b.kind)?);
            let (at_a, at_b) = (pose2(&case.a)?, pose2(&case.b)?);
            let gjk = GJK2::<f64>::new();
            (
                gjk.intersect(&a, &at_a, &b, &at_b).is_some(),
                gjk.distance(&a, &at_a, &b, &at_b),
            )
        }
        Dim::Three => {
            let (a, b) = (primitive3(&case.a.kind)?, primitive3(&case.b.kind)?);
            let (at_a, at_b) = (pose3(&case.a)?, pose3(&case.b)?);
            let gjk = GJK3::<f64>::new();
            (
                gjk.intersect(&a, &at_a, &b, &at_b).is_some(),
                gjk.distance(&a, &at_a, &b, &at_b),
            )
        }
    };
    Some(Found {
        intersects,
        distance: distance.unwrap_or(0.0),
        points: None,
    })
}

fn primitive2(kind: &Kind) -> Option<Primitive2<f64>> {
    /// Fewer vertices may be in any order.
    const SORTED_FROM: usize = 10;
    Some(match kind {
        Kind::Box { half_extents } => {
            Rectangle::new(half_extents.x * 2.0, half_extents.y * 2.0).into()
        }
        Kind::Sphere { radius } => Circle::new(*radius).into(),
        _ => {
            let points = vertices(kind).filter(|points| points.len() < SORTED_FROM)?;
            ConvexPolygon::new(points.iter().map(|p| Point2::new(p.x, p.y)).collect()).into()
        }
    })
}

fn primitive3(kind: &Kind) -> Option<Primitive3<f64>> {
    Some(match kind {
        Kind::Box { half_extents } => {
            let [x, y, z] = (*half_extents * 2.0).to_array();
            Cuboid::new(x, y, z).into()
        }
        Kind::Sphere { radius } => Sphere::new(*radius).into(),
        _ => {
            let points = vertices(kind)?;
            let points = points.iter().map(|p| Point3::new(p.x, p.y, p.z));
            ConvexPolyhedron::new(points.collect()).into()
        }
    })
}

/// The vertices of a kind that is a hull.
fn vertices(kind: &Kind) -> Option<Vec<DVec3>> {
    Some(match kind {
        Kind::Point { p } => vec![*p],
        Kind::Segment { p0, p1 } => vec![*p0, *p1],
        Kind::Triangle { points } => points.to_vec(),
        Kind::Hull { points } | Kind::Mesh { points, .. } => points.clone(),
        _ => return None,
    })
}

fn pose2(shape: &Shape) -> Option<Decomposed<Vector2<f64>, Basis2<f64>>> {
    let pose = shape.pose.as_ref();
    let at = position(pose);
    Some(Decomposed {
        scale: 1.0,
        rot: Basis2::from_angle(cgmath::Rad(angle(pose)?)),
        disp: Vector2::new(at.x, at.y),
    })
}

fn pose3(shape: &Shape) -> Option<Decomposed<Vector3<f64>, Quaternion<f64>>> {
    let pose = shape.pose.as_ref();
    let at = position(pose);
    let turn = quaternion(pose)?;
    Some(Decomposed {
        scale: 1.0,
        rot: Quaternion::new(turn.w, turn.x, turn.y, turn.z),
        disp: Vector3::new(at.x, at.y, at.z),
    })
}
