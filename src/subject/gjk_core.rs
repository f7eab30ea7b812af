//! `gjk-core` as a subject: case shapes become its shapes, its answers become ours.

use gjk_core::{
    Arithmetic, Ball, Capsule, ClosestPoints, Cuboid, Hull, Iteration, Point, Pose, Posed, Segment,
    Settings, ShapeError, Simplex, Status, Stored, Support, Triangle, distance, intersects,
};
use glam::{DMat2, DVec2, DVec3, Vec2, Vec3};

use super::{Answer, Closest, End, Step, Subject, Vertex};
use crate::case::{self, Case, Dim, Kind, Rotation, Scalar, Shape};

/// The crate under test, with its default settings.
pub struct GjkCore;

impl Subject for GjkCore {
    fn name(&self) -> &'static str {
        "gjk-core"
    }

    fn about(&self) -> &'static str {
        "the crate under test, with its default settings"
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        match (case.dim, case.scalar) {
            (Dim::Two, Scalar::F32) => answer::<Vec2>(case),
            (Dim::Two, Scalar::F64) => answer::<DVec2>(case),
            (Dim::Three, Scalar::F32) => answer::<Vec3>(case),
            (Dim::Three, Scalar::F64) => answer::<DVec3>(case),
        }
    }
}

/// A shape of `gjk-core` behind its trait.
type Dynamic<V> = Box<dyn Support<Vector = V>>;

fn answer<S: Storage>(case: &Case) -> Option<Answer> {
    let a = support::<S>(&case.a)?.ok()?;
    let b = support::<S>(&case.b)?.ok()?;
    let mut steps = Vec::new();
    let closest =
        Settings::default().observed(a.as_ref(), b.as_ref(), &mut |iteration: &Iteration<
            S::Wide,
        >| {
            steps.push(step::<S>(iteration))
        });
    Some(Answer {
        intersects: intersects(a.as_ref(), b.as_ref()),
        distance: Some(distance(a.as_ref(), b.as_ref())),
        closest: Some(convert::<S>(&closest)),
        steps,
    })
}

/// The shape of a case in the storage of the case; `None` for kinds that `gjk-core` does not have.
fn support<S: Storage>(shape: &Shape) -> Option<Result<Dynamic<S::Wide>, ShapeError>> {
    Some(match &shape.kind {
        Kind::Point { p } => placed::<S, _>(Point::new(S::narrowed(*p)), shape),
        Kind::Segment { p0, p1 } => {
            placed::<S, _>(Segment::new(S::narrowed(*p0), S::narrowed(*p1)), shape)
        }
        Kind::Triangle { points } => {
            let [p, q, r] = points.map(S::narrowed);
            placed::<S, _>(Triangle::new(p, q, r), shape)
        }
        Kind::Box { half_extents } => {
            placed::<S, _>(Cuboid::new(S::narrowed(*half_extents)), shape)
        }
        Kind::Sphere { radius } => {
            let radius = S::narrowed_scalar(*radius);
            placed::<S, _>(Ball::new(S::narrowed(DVec3::ZERO), radius), shape)
        }
        Kind::Capsule { p0, p1, radius } => {
            let radius = S::narrowed_scalar(*radius);
            placed::<S, _>(
                Capsule::new(S::narrowed(*p0), S::narrowed(*p1), radius),
                shape,
            )
        }
        Kind::Hull { points } => {
            let points: Vec<S> = points.iter().map(|p| S::narrowed(*p)).collect();
            placed::<S, _>(Hull::new(points), shape)
        }
        Kind::Cylinder { .. }
        | Kind::Ellipsoid { .. }
        | Kind::Cone { .. }
        | Kind::Aabb { .. }
        | Kind::Rounded { .. }
        | Kind::Mesh { .. } => return None,
    })
}

/// The shape in its pose.
fn placed<S: Storage, T: Support<Vector = S::Wide> + 'static>(
    made: Result<T, ShapeError>,
    shape: &Shape,
) -> Result<Dynamic<S::Wide>, ShapeError> {
    let made = made?;
    Ok(match &shape.pose {
        None => Box::new(made),
        Some(pose) => Box::new(Posed::new(made, S::pose(pose)?)),
    })
}

fn convert<S: Storage>(answer: &ClosestPoints<S::Wide>) -> Closest {
    Closest {
        end: match answer.status {
            Status::Converged => End::Converged,
            Status::Stalled => End::Stalled,
            Status::IterationLimit => End::IterationLimit,
            _ => End::NotFinite,
        },
        distance: answer.distance,
        bounds: Some([answer.lower, answer.upper]),
        points: Some([S::spatial(answer.point_a), S::spatial(answer.point_b)]),
        normal: answer.normal.map(S::spatial),
        simplex: vertices::<S>(&answer.simplex),
        iterations: answer.iterations,
    }
}

fn step<S: Storage>(iteration: &Iteration<S::Wide>) -> Step {
    let (phase, arithmetic) = match iteration.arithmetic {
        Arithmetic::Double => (0, "f64"),
        _ => (1, "double-double"),
    };
    Step {
        phase,
        arithmetic,
        simplex: vertices::<S>(&iteration.simplex),
        nearest: S::spatial(iteration.nearest),
        length_squared: iteration.length_squared,
        support: [
            S::spatial(iteration.support_a),
            S::spatial(iteration.support_b),
        ],
        bounds: [iteration.lower, iteration.upper],
    }
}

fn vertices<S: Storage>(simplex: &Simplex<S::Wide>) -> Vec<Vertex> {
    let vertex = |pair: &gjk_core::SupportPair<S::Wide>| Vertex {
        a: S::spatial(pair.a),
        b: S::spatial(pair.b),
        weight: pair.weight,
    };
    simplex.pairs().iter().map(vertex).collect()
}

/// The four vectors that a case may be stored in.
trait Storage: Stored + 'static
where
    Self::Wide: 'static,
{
    /// The point in this storage; exact, since a case holds only numbers that its storage holds.
    fn narrowed(point: DVec3) -> Self;

    /// The number in this storage.
    fn narrowed_scalar(number: f64) -> Self::Scalar;

    /// The pose for shapes of this storage.
    fn pose(pose: &case::Pose) -> Result<Pose<Self::Wide>, ShapeError>;

    /// The point in space.
    fn spatial(point: Self::Wide) -> DVec3;
}

impl Storage for Vec2 {
    fn narrowed(point: DVec3) -> Self {
        point.truncate().as_vec2()
    }

    fn narrowed_scalar(number: f64) -> f32 {
        number as f32
    }

    fn pose(pose: &case::Pose) -> Result<Pose<DVec2>, ShapeError> {
        planar_pose(pose)
    }

    fn spatial(point: DVec2) -> DVec3 {
        point.extend(0.0)
    }
}

impl Storage for DVec2 {
    fn narrowed(point: DVec3) -> Self {
        point.truncate()
    }

    fn narrowed_scalar(number: f64) -> f64 {
        number
    }

    fn pose(pose: &case::Pose) -> Result<Pose<DVec2>, ShapeError> {
        planar_pose(pose)
    }

    fn spatial(point: DVec2) -> DVec3 {
        point.extend(0.0)
    }
}

impl Storage for Vec3 {
    fn narrowed(point: DVec3) -> Self {
        point.as_vec3()
    }

    fn narrowed_scalar(number: f64) -> f32 {
        number as f32
    }

    fn pose(pose: &case::Pose) -> Result<Pose<DVec3>, ShapeError> {
        spatial_pose(pose)
    }

    fn spatial(point: DVec3) -> DVec3 {
        point
    }
}

impl Storage for DVec3 {
    fn narrowed(point: DVec3) -> Self {
        point
    }

    fn narrowed_scalar(number: f64) -> f64 {
        number
    }

    fn pose(pose: &case::Pose) -> Result<Pose<DVec3>, ShapeError> {
        spatial_pose(pose)
    }

    fn spatial(point: DVec3) -> DVec3 {
        point
    }
}

fn planar_pose(pose: &case::Pose) -> Result<Pose<DVec2>, ShapeError> {
    let translation = pose.position.truncate();
    match &pose.rotation {
        Rotation::Angle(angle) => Pose::from_angle(*angle, translation),
        Rotation::Matrix { matrix, .. } => {
            Pose::from_matrix(DMat2::from_mat3(*matrix), translation)
        }
        Rotation::Identity | Rotation::Quaternion(_) => Pose::from_translation(translation),
    }
}

fn spatial_pose(pose: &case::Pose) -> Result<Pose<DVec3>, ShapeError> {
    match &pose.rotation {
        Rotation::Quaternion(rotation) => Pose::from_rotation(*rotation, pose.position),
        Rotation::Matrix { matrix, .. } => Pose::from_matrix(*matrix, pose.position),
        Rotation::Identity | Rotation::Angle(_) => Pose::from_translation(pose.position),
    }
}
