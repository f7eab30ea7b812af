//! Small integers: exact touching, ties and degenerate simplices are common.
//!
//! Corners are on the grid 0..1, 0..3 or 0..15. Radii and positions are integers, half extents and
//! centres of boxes are halves of integers, and poses rotate the grid to itself without rounding.
//! Sums and products of such numbers are exact in f32 and f64, so shapes that touch on paper touch
//! in the case.

use arbitrary::Result;
use glam::DVec3;

use super::body::{self, Sort};
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Rotation, Shape};

/// The grids: 0..1, 0..3 and 0..15.
const SIDES: [(u16, i32); 3] = [(4, 1), (4, 3), (2, 15)];
/// The steps between corners that are placed at each other; coincident ones touch.
const GAPS: [(u16, f64); 3] = [(3, 0.0), (1, 1.0), (2, -1.0)];
/// Corners of a hull: from 1 to 8, from 4 to 8, or many.
const CORNERS: [(u16, (u16, u16)); 3] = [(4, (1, 8)), (5, (4, 8)), (1, (8, 30))];
/// The share of shapes with an unnecessary pose.
const POSE_PERCENT: u16 = 40;
/// The share of poses with a rotation.
const TURN_PERCENT: u16 = 50;

/// The position of the second shape.
#[derive(Clone, Copy)]
enum Placing {
    /// In the same grid.
    Same,
    /// In one of the grids around it.
    Cell,
    /// Its first corner along an axis at the last one of the first shape, or a step before or
    /// behind it.
    Corner,
}

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let side = draw::weighted(u, &SIDES)?;
    let a = shape(u, format.dim, side)?;
    let mut b = shape(u, format.dim, side)?;
    match draw::weighted(
        u,
        &[(5, Placing::Same), (2, Placing::Cell), (3, Placing::Corner)],
    )? {
        Placing::Same => {}
        Placing::Cell => {
            let cell = draw::lattice(u, format.dim, -1, 1)?;
            b.translate(cell * f64::from(side));
        }
        Placing::Corner => {
            let direction = DVec3::AXES[draw::axis(u, format.dim)?];
            let gap = draw::weighted(u, &GAPS)?;
            let apart = body::aim(&a, &b, direction, gap);
            b.translate(apart);
        }
    }
    Ok(format.case(a, b))
}

/// A shape on the grid `0..=side`.
fn shape(u: &mut Source<'_>, dim: Dim, side: i32) -> Result<Shape> {
    let corner = |u: &mut Source<'_>| draw::lattice(u, dim, 0, side);
    let kind = match draw::weighted(u, &body::SORTS)? {
        Sort::Point => Kind::Point { p: corner(u)? },
        Sort::Segment => Kind::Segment {
            p0: corner(u)?,
            p1: corner(u)?,
        },
        Sort::Triangle => Kind::Triangle {
            points: [corner(u)?, corner(u)?, corner(u)?],
        },
        Sort::Box => Kind::Box {
            half_extents: corner(u)? / 2.0,
        },
        Sort::Sphere => Kind::Sphere {
            radius: radius(u, side)?,
        },
        Sort::Capsule => Kind::Capsule {
            p0: corner(u)?,
            p1: corner(u)?,
            radius: radius(u, side)?,
        },
        Sort::Hull => {
            let (low, high) = draw::weighted(u, &CORNERS)?;
            let count = draw::count(u, low, high)?;
            Kind::Hull {
                points: (0..count).map(|_| corner(u)).collect::<Result<_>>()?,
            }
        }
    };
    let centred = matches!(kind, Kind::Box { .. } | Kind::Sphere { .. });
    let mut shape = body::bare(kind);
    if centred || draw::chance(u, POSE_PERCENT)? {
        let position = if centred {
            centre(u, dim, side, &shape.kind)?
        } else {
            DVec3::ZERO
        };
        let turns = draw::chance(u, TURN_PERCENT)?;
        let rotation = if turns {
            draw::exact_rotation(u, dim)?
        } else {
            Rotation::Identity
        };
        shape.pose = Some(body::pose(position, rotation));
        if !centred {
            shape.translate(draw::lattice(u, dim, -1, side)?);
        }
    }
    Ok(shape)
}

/// A centre on the grid; that of a box lies between the grid points where its half extents do.
fn centre(u: &mut Source<'_>, dim: Dim, side: i32, kind: &Kind) -> Result<DVec3> {
    let corner = draw::lattice(u, dim, 0, side)?;
    Ok(match kind {
        Kind::Box { half_extents } => corner + half_extents.fract(),
        _ => corner,
    })
}

/// An integer radius of up to half the grid.
fn radius(u: &mut Source<'_>, side: i32) -> Result<f64> {
    Ok(f64::from(draw::between(u, 0, (side + 1) / 2)?))
}
