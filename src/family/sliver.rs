//! Needles and pancakes of aspect 1 : 10^2 to 1 : 10^6, triangles that are almost segments and
//! tetrahedra that are almost triangles: where a solver divides by almost nothing.
//!
//! A body of unit size is squeezed along one or two axes, or a corner is put at a tiny distance
//! from the plane of the others. The result is rotated by a rotation with a full mantissa, in its
//! coordinates or in its pose. The second shape is another sliver or a body of ordinary size. Its
//! position is random, or it is aimed at the first with a positive or negative gap relative to
//! sizes or thicknesses.

use arbitrary::Result;
use glam::{DQuat, DVec3};

use super::body;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Shape};

/// Thicknesses from 2^-20 to 2^-6: aspects of about 10^6 to 10^2.
const THICKNESS_EXPONENTS: (i32, i32) = (-20, -7);
/// The share of cases whose second shape is a sliver too.
const BOTH_PERCENT: u16 = 60;
/// The share of rotations in the pose.
const POSE_PERCENT: u16 = 30;
/// Largest distance of the centres for random positions, in sizes.
const APART_MAX: f64 = 0.7;
/// Largest gap of an aimed shape, in sizes or in thicknesses.
const GAP_MAX: f64 = 4.0;
/// Most corners of a squeezed hull.
const CORNERS_MAX: u16 = 12;

/// The second thickness of a needle in parts of the first.
const FLATTENED: [(u16, f64); 2] = [(2, 1.0), (1, 0.5)];

/// The position of the second shape.
#[derive(Clone, Copy)]
enum Placing {
    /// Its centre close to that of the first.
    Close,
    /// At a gap relative to the thickness of the first.
    Thickness,
    /// At a gap relative to the size of the first.
    Size,
}

/// The kinds of slivers.
#[derive(Clone, Copy)]
enum Thin {
    Hull,
    /// A triangle, almost a segment.
    Collinear,
    /// A tetrahedron, almost a triangle.
    Coplanar,
    Box,
    Capsule,
    Segment,
}

/// How often each is made.
const SHAPES: [(u16, Thin); 6] = [
    (5, Thin::Hull),
    (3, Thin::Collinear),
    (3, Thin::Coplanar),
    (3, Thin::Box),
    (2, Thin::Capsule),
    (1, Thin::Segment),
];

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let thickness = draw::magnitude(u, THICKNESS_EXPONENTS.0, THICKNESS_EXPONENTS.1)?;
    let a = sliver(u, format.dim, thickness)?;
    let mut b = if draw::chance(u, BOTH_PERCENT)? {
        let thickness = draw::magnitude(u, THICKNESS_EXPONENTS.0, THICKNESS_EXPONENTS.1)?;
        sliver(u, format.dim, thickness)?
    } else {
        body::draw(u, format.dim)?
    };
    let direction = draw::direction(u, format.dim)?;
    let apart = match draw::weighted(
        u,
        &[
            (5, Placing::Close),
            (3, Placing::Thickness),
            (2, Placing::Size),
        ],
    )? {
        Placing::Close => direction * draw::range(u, 0.0, APART_MAX)?,
        Placing::Thickness => body::aim(&a, &b, direction, thickness * GAP_MAX * draw::signed(u)?),
        Placing::Size => body::aim(&a, &b, direction, GAP_MAX * draw::signed(u)?),
    };
    b.translate(apart);
    Ok(format.case(a, b))
}

/// A body of unit size and this thickness, turned.
fn sliver(u: &mut Source<'_>, dim: Dim, thickness: f64) -> Result<Shape> {
    let needle = dim == Dim::Two || u.arbitrary()?;
    // In 2D a needle is thin along y, in 3D along y and z; a pancake along z only.
    let squeeze = if needle {
        let other = draw::weighted(u, &FLATTENED)?;
        DVec3::new(1.0, thickness, thickness * other)
    } else {
        DVec3::new(1.0, 1.0, thickness)
    };
    let corner = |u: &mut Source<'_>| Ok(draw::vector(u, dim)? / 2.0 * squeeze);
    let kind = match draw::weighted(u, &SHAPES)? {
        Thin::Hull => {
            let count = draw::count(u, 4, CORNERS_MAX)?;
            Kind::Hull {
                points: (0..count).map(|_| corner(u)).collect::<Result<_>>()?,
            }
        }
        Thin::Collinear => Kind::Triangle {
            points: collinear(u, dim, thickness)?,
        },
        Thin::Coplanar => Kind::Hull {
            points: coplanar(u, dim, thickness)?,
        },
        Thin::Box => Kind::Box {
            half_extents: squeeze / 2.0 * draw::range(u, 0.5, 1.0)?,
        },
        Thin::Capsule => Kind::Capsule {
            p0: corner(u)?,
            p1: corner(u)?,
            radius: thickness / 2.0,
        },
        Thin::Segment => Kind::Segment {
            p0: corner(u)?,
            p1: corner(u)?,
        },
    };
    let mut shape = body::bare(kind);
    let posed = matches!(shape.kind, Kind::Box { .. }) || draw::chance(u, POSE_PERCENT)?;
    if posed {
        shape.pose = Some(body::pose(DVec3::ZERO, draw::rotation(u, dim)?));
    } else {
        let turn: DQuat = draw::turn(u, dim)?;
        shape
            .kind
            .points_mut()
            .into_iter()
            .for_each(|p| *p = turn * *p);
    }
    Ok(shape)
}

/// A triangle with one corner at the distance `thickness` from the line through the others, between
/// or beyond them.
fn collinear(u: &mut Source<'_>, dim: Dim, thickness: f64) -> Result<[DVec3; 3]> {
    let (p, q) = (draw::vector(u, dim)? / 2.0, draw::vector(u, dim)? / 2.0);
    let along = draw::range(u, -0.5, 1.5)?;
    let off = thickness * draw::vector(u, dim)?;
    Ok([p, q, p + along * (q - p) + off])
}

/// Four corners, the last one at the distance `thickness` from the plane (2D: the line) of the
/// others.
fn coplanar(u: &mut Source<'_>, dim: Dim, thickness: f64) -> Result<Vec<DVec3>> {
    let [p, q, third] = collinear(u, dim, thickness)?;
    let r = if dim == Dim::Two {
        third
    } else {
        draw::vector(u, dim)? / 2.0
    };
    let (s, t) = (draw::range(u, -0.5, 1.5)?, draw::range(u, -0.5, 1.5)?);
    let off = thickness * draw::vector(u, dim)?;
    Ok(vec![p, q, r, p + s * (q - p) + t * (r - p) + off])
}
