//! Other crates as subjects, behind the feature `peers`, in their ordinary public API.
//!
//! A crate gets only cases that it can represent exactly: a crate in `f32` gets no `f64` case, and
//! no crate gets shapes that it does not have or would change. What remains is the rounding of
//! rotations: peers take a rotation as a unit quaternion, or as cosine and sine, rounded to their
//! format, while the truth has the vertices of the pose of `gjk-core`. That is a difference of an
//! ulp of the format.

mod collision_rs;
mod parry;

use gjk_reference::{Polytope, point_distance};
use glam::{DMat3, DQuat, DVec2, DVec3};

use super::{Answer, Closest, End, Evidence, Subject};
use crate::case::{Case, Dim, Pose, Rotation, Scalar};

/// A GJK of another crate.
pub struct Peer {
    name: &'static str,
    about: &'static str,
    /// Its precision.
    scalar: Scalar,
    /// `None` for cases that the crate cannot represent exactly.
    ask: fn(&Case) -> Option<Found>,
}

/// The peers.
pub static PEERS: [Peer; 5] = [
    Peer {
        name: "parry2d",
        about: "peer: parry2d 0.31, f32",
        scalar: Scalar::F32,
        ask: parry::plane_f32,
    },
    Peer {
        name: "parry2d-f64",
        about: "peer: parry2d-f64 0.31",
        scalar: Scalar::F64,
        ask: parry::plane_f64,
    },
    Peer {
        name: "parry3d",
        about: "peer: parry3d 0.31, f32",
        scalar: Scalar::F32,
        ask: parry::space_f32,
    },
    Peer {
        name: "parry3d-f64",
        about: "peer: parry3d-f64 0.31",
        scalar: Scalar::F64,
        ask: parry::space_f64,
    },
    Peer {
        name: "collision-rs",
        about: "peer: GJK2 and GJK3 of collision 0.20, f64",
        scalar: Scalar::F64,
        ask: collision_rs::ask,
    },
];

impl Subject for Peer {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn scalar(&self) -> Scalar {
        self.scalar
    }

    fn answer(&self, case: &Case) -> Option<Answer> {
        let found = (self.ask)(case)?;
        let closest = found.points.map(|points| Closest {
            end: End::Converged,
            distance: found.distance,
            bounds: None,
            points: Some(points),
            normal: None,
            simplex: Vec::new(),
            iterations: 0,
        });
        Some(Answer {
            intersects: found.intersects,
            end: End::Converged,
            distance: Some(found.distance),
            closest,
            steps: Vec::new(),
            evidence: Evidence::default(),
        })
    }
}

/// The answers of a crate to each of its queries, if it has it.
struct Found {
    intersects: bool,
    distance: f64,
    points: Option<[DVec3; 2]>,
}

/// The 3D rotation as a unit quaternion; `None` for a matrix that is not exactly that of one.
fn quaternion(pose: Option<&Pose>) -> Option<DQuat> {
    match pose.map(|pose| &pose.rotation) {
        None | Some(Rotation::Identity) => Some(DQuat::IDENTITY),
        Some(Rotation::Quaternion(q)) => Some(q.normalize()),
        Some(Rotation::Matrix { matrix, .. }) => {
            let q = DQuat::from_mat3(matrix);
            (DMat3::from_quat(q) == *matrix).then_some(q)
        }
        Some(Rotation::Angle(_)) => None,
    }
}

/// The angle of a 2D rotation.
fn angle(pose: Option<&Pose>) -> Option<f64> {
    match pose.map(|pose| &pose.rotation) {
        None | Some(Rotation::Identity) => Some(0.0),
        Some(Rotation::Angle(angle)) => Some(*angle),
        Some(_) => None,
    }
}

/// The cosine and sine of the angle, as in the case.
fn cos_sin(pose: Option<&Pose>) -> Option<DVec2> {
    angle(pose)?;
    Some(pose.map_or(DVec2::X, |pose| pose.matrix(Dim::Two).x_axis.truncate()))
}

fn position(pose: Option<&Pose>) -> DVec3 {
    pose.map_or(DVec3::ZERO, |pose| pose.position)
}

/// Whether a hull built from points is exactly theirs: no vertex moved, none lost.
fn is_whole(built: impl Iterator<Item = DVec3>, points: &[DVec3]) -> bool {
    let built: Vec<[f64; 3]> = built.map(|p| p.to_array()).collect();
    let polytope = Polytope {
        points: &built,
        origin: [0.0; 3],
    };
    let holds = |p: &DVec3| {
        let distance = point_distance(&p.to_array(), &polytope);
        distance.is_ok_and(|distance| distance.is_zero())
    };
    built
        .iter()
        .all(|p| points.contains(&DVec3::from_array(*p)))
        && points
            .iter()
            .all(|p| built.contains(&p.to_array()) || holds(p))
}
