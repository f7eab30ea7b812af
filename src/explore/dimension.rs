//! Converts a case from 3D to 2D, and back.

use glam::DVec3;

use super::pose::{angle_of, quaternion_of};
use crate::case::{Case, Dim, Kind, Rotation};

/// The 3D case seen from above. A 2D case is stored without z, so z may stay.
pub(super) fn to_plane(case: &mut Case) {
    if case.dim == Dim::Two {
        return;
    }
    case.dim = Dim::Two;
    for shape in [&mut case.a, &mut case.b] {
        if let Some(pose) = &mut shape.pose {
            pose.rotation = match angle_of(&pose.rotation) {
                0.0 => Rotation::Identity,
                angle => Rotation::Angle(angle),
            };
        }
        let kind = shape.kind.innermost_mut();
        if let Some(flat) = seen_from_above(kind) {
            *kind = flat;
        }
    }
}

/// The 2D form of a kind that exists in 3D only: a hull, or its section along the axis.
fn seen_from_above(kind: &Kind) -> Option<Kind> {
    match *kind {
        Kind::Mesh { ref points, .. } => Some(Kind::Hull {
            points: points.clone(),
        }),
        Kind::Cylinder {
            radius,
            half_height,
            axis,
        } => Some(Kind::Box {
            half_extents: along(axis, radius, half_height),
        }),
        Kind::Cone {
            radius,
            half_height,
            axis,
        } => {
            let corners = [
                [-radius, -half_height],
                [radius, -half_height],
                [0.0, half_height],
            ];
            Some(Kind::Triangle {
                points: corners.map(|[x, y]| along(axis, x, y)),
            })
        }
        _ => None,
    }
}

/// A point beside and along an axis; an axis out of the plane becomes y.
fn along(axis: usize, beside: f64, along: f64) -> DVec3 {
    match axis {
        0 => DVec3::new(along, beside, 0.0),
        _ => DVec3::new(beside, along, 0.0),
    }
}

/// The plane in 3D; boxes and ellipses become as thick as they are long.
pub(super) fn to_space(case: &mut Case) {
    if case.dim == Dim::Three {
        return;
    }
    case.dim = Dim::Three;
    for shape in [&mut case.a, &mut case.b] {
        if let Some(pose) = &mut shape.pose
            && let Rotation::Angle(_) = pose.rotation
        {
            pose.rotation = Rotation::Quaternion(quaternion_of(pose, Dim::Two));
        }
        match shape.kind.innermost_mut() {
            Kind::Box {
                half_extents: sizes,
            }
            | Kind::Ellipsoid { radii: sizes } => sizes.z = sizes.x,
            _ => {}
        }
    }
}
