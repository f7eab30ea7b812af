//! Every kind of shape along the axes of its frame, from its half sizes.

use arbitrary::Result;
use glam::DVec3;
use serde_json::Map;

use super::draw;
use super::mesh;
use super::source::Source;
use crate::case::{Dim, Kind};

/// All kinds.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Sort {
    Box,
    Sphere,
    Capsule,
    Hull,
    Rounded,
    Ellipsoid,
    Triangle,
    Segment,
    Point,
    Aabb,
    Cylinder,
    Cone,
    Mesh,
}

/// The frequencies of kinds: engines and games have more boxes, balls and capsules than anything
/// else.
const SPACE: [(u16, Sort); 13] = [
    (5, Sort::Box),
    (3, Sort::Sphere),
    (3, Sort::Capsule),
    (3, Sort::Hull),
    (2, Sort::Rounded),
    (1, Sort::Ellipsoid),
    (2, Sort::Triangle),
    (1, Sort::Segment),
    (1, Sort::Point),
    (1, Sort::Aabb),
    (2, Sort::Cylinder),
    (1, Sort::Cone),
    (2, Sort::Mesh),
];
/// The number of them that exist in 2D.
const PLANE: usize = 10;

/// A kind; 2D has fewer.
pub(super) fn sort(u: &mut Source<'_>, dim: Dim) -> Result<Sort> {
    match dim {
        Dim::Two => draw::weighted(u, &SPACE[..PLANE]),
        Dim::Three => draw::weighted(u, &SPACE),
    }
}

/// A shape of this kind centred at the origin, whose only numbers are the positive half sizes; a
/// long or thin one is so along any axis.
pub(super) fn kind(u: &mut Source<'_>, dim: Dim, sort: Sort, half: DVec3) -> Result<Kind> {
    let half = if dim == Dim::Two {
        half.with_z(0.0)
    } else {
        half
    };
    let axis = draw::axis(u, dim)?;
    let along = DVec3::AXES[axis] * half;
    // In 2D the only other axis; in 3D the next one.
    let radius = match (dim, axis) {
        (Dim::Two, 1) => half.x,
        _ => half[(axis + 1) % 3],
    };
    let half_height = half[axis];
    Ok(match sort {
        Sort::Point => Kind::Point { p: DVec3::ZERO },
        Sort::Segment => Kind::Segment {
            p0: -along,
            p1: along,
        },
        Sort::Triangle => Kind::Triangle {
            points: right_triangle(dim, axis, half),
        },
        Sort::Box => Kind::Box { half_extents: half },
        Sort::Aabb => Kind::Aabb {
            min: -half,
            max: half,
        },
        Sort::Sphere => Kind::Sphere { radius },
        Sort::Capsule => Kind::Capsule {
            p0: -along,
            p1: along,
            radius,
        },
        Sort::Ellipsoid => Kind::Ellipsoid { radii: half },
        Sort::Cylinder => Kind::Cylinder {
            radius,
            half_height,
            axis,
        },
        Sort::Cone => Kind::Cone {
            radius,
            half_height,
            axis,
        },
        Sort::Hull => Kind::Hull {
            points: points(u, dim, axis, half)?,
        },
        Sort::Mesh => mesh::hull_of(points(u, dim, axis, half)?),
        Sort::Rounded => Kind::Rounded {
            shape: Box::new(match draw::weighted(u, &[(2, 0), (1, 1), (1, 2)])? {
                0 => Kind::Box { half_extents: half },
                1 => Kind::Triangle {
                    points: right_triangle(dim, axis, half),
                },
                _ => Kind::Hull {
                    points: points(u, dim, axis, half)?,
                },
            }),
            radius,
            other: Map::new(),
        },
    })
}

/// The radius of a kind around its core.
pub(super) fn radius(kind: &Kind) -> f64 {
    match kind {
        Kind::Sphere { radius } | Kind::Capsule { radius, .. } | Kind::Rounded { radius, .. } => {
            *radius
        }
        _ => 0.0,
    }
}

/// A triangle with two sides along axes; in 3D perpendicular to `axis`.
fn right_triangle(dim: Dim, axis: usize, half: DVec3) -> [DVec3; 3] {
    let (first, second) = match dim {
        Dim::Two => (0, 1),
        Dim::Three => ((axis + 1) % 3, (axis + 2) % 3),
    };
    let (first, second) = (DVec3::AXES[first] * half, DVec3::AXES[second] * half);
    [-first - second, first - second, second - first]
}

/// The corners of a box, the ends of its axes, or those of a wedge.
fn points(u: &mut Source<'_>, dim: Dim, axis: usize, half: DVec3) -> Result<Vec<DVec3>> {
    let axes = match dim {
        Dim::Two => 2,
        Dim::Three => 3,
    };
    Ok(match draw::weighted(u, &[(3, 0), (1, 1), (1, 2)])? {
        0 => {
            let signs =
                |corner: usize| [1, 2, 4].map(|bit| if corner & bit == 0 { -1.0 } else { 1.0 });
            let corners = (0..1 << axes).map(|corner| DVec3::from_array(signs(corner)) * half);
            corners.collect()
        }
        1 => {
            let ends = DVec3::AXES.into_iter().take(axes).map(|way| way * half);
            ends.flat_map(|end| [end, -end]).collect()
        }
        _ => {
            let triangle = right_triangle(dim, axis, half).into_iter();
            match dim {
                Dim::Two => triangle.collect(),
                Dim::Three => {
                    let along = DVec3::AXES[axis] * half;
                    triangle.flat_map(|p| [p - along, p + along]).collect()
                }
            }
        }
    })
}
