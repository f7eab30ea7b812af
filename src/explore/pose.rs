//! Moves and rotates a shape by its pose only, so that its own numbers stay unchanged.

use glam::{DQuat, DVec3};

use crate::case::{Dim, Pose, Rotation, Shape};

/// The mean of the outline of a shape, relative to its origin, which rotates with the shape.
pub(super) fn middle(shape: &Shape, dim: Dim) -> DVec3 {
    let core = shape.core(dim);
    let outline = core.outline();
    let share = outline.len() as f64;
    outline.iter().map(|p| DVec3::from_array(*p) / share).sum()
}

/// Rotates a shape about its centre: by radians, counterclockwise seen from the tip of the axis.
pub(super) fn turn(shape: &mut Shape, axis: DVec3, angle: f64, dim: Dim) {
    let before = middle(shape, dim);
    let old = shape.pose_mut();
    old.rotation = match dim {
        Dim::Two => {
            let angle = if axis.z < 0.0 { -angle } else { angle };
            Rotation::Angle(angle_of(&old.rotation) + angle)
        }
        Dim::Three => {
            let turn = DQuat::from_axis_angle(axis.normalize_or(DVec3::Z), angle);
            Rotation::Quaternion((turn * quaternion_of(old, dim)).normalize())
        }
    };
    let after = middle(shape, dim);
    shape.pose_mut().position += before - after;
}

/// The rotation in 2D; that of the x axis for one in 3D.
pub(super) fn angle_of(rotation: &Rotation) -> f64 {
    let x = match rotation {
        Rotation::Identity => return 0.0,
        Rotation::Angle(angle) => return *angle,
        Rotation::Quaternion(q) => q.normalize() * DVec3::X,
        Rotation::Matrix { matrix, .. } => matrix.x_axis,
    };
    x.y.atan2(x.x)
}

/// The rotation as a unit quaternion; the nearest for a matrix that is not quite a rotation.
pub(super) fn quaternion_of(pose: &Pose, dim: Dim) -> DQuat {
    DQuat::from_mat3(&pose.matrix(dim)).normalize()
}
