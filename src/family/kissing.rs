//! A gap swept from -8 to 8 ulps, at sizes from 10^-6 to 10^6.
//!
//! The sweep that `fcl` runs over two boxes of equal orientation (its test of kissing boxes), here
//! also across edges and corners, and for balls, capsules and hulls. Half of the sizes have full
//! mantissas. Unlike in `near_contact` every gap is of few ulps, and the pair may be rotated as a
//! whole: both poses have the same rotation, so faces stay parallel to the last bit while positions
//! are rounded.

use arbitrary::Result;
use glam::DVec3;

use super::aligned;
use super::body;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Kind, Shape};

/// Most ulps of a gap, up and down.
const ULPS_MAX: i32 = 8;
/// Sizes from 2^-20 to 2^20.
const SIZE_EXPONENTS: (i32, i32) = (-20, 19);
/// The share of sizes that are powers of two: they keep exact contact exact.
const POWER_PERCENT: u16 = 50;
/// The share of pairs that are turned.
const TURNED_PERCENT: u16 = 40;
/// The share of boxes that are given by two corners.
const CORNERS_PERCENT: u16 = 30;
/// The least half extent of a box, in its size.
const EXTENT_MIN: f64 = 0.125;

/// The kind of contact.
#[derive(Clone, Copy)]
enum Pairing {
    Boxes,
    /// A corner, an edge or a face along an axis, or a round shape.
    Aligned,
    /// Round shapes along any direction.
    Round,
}

const PAIRINGS: [(u16, Pairing); 3] = [
    (5, Pairing::Boxes),
    (4, Pairing::Aligned),
    (2, Pairing::Round),
];

/// The number of axes along which one box ends where the other begins.
const AXES_ACROSS: [(u16, usize); 3] = [(4, 1), (2, 2), (1, 3)];

/// Two unrotated shapes that touch up to rounding, and the direction that separates them.
struct Kiss {
    a: Shape,
    b: Shape,
    way: DVec3,
}

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let mut size = draw::magnitude(u, SIZE_EXPONENTS.0, SIZE_EXPONENTS.1)?;
    if draw::chance(u, POWER_PERCENT)? {
        size = draw::binade(size);
    }
    let Kiss {
        mut a,
        mut b,
        mut way,
    } = match draw::weighted(u, &PAIRINGS)? {
        Pairing::Boxes => boxes(u, format, size)?,
        Pairing::Aligned => {
            let contact = aligned::draw(u, format)?;
            scaled(contact.a, contact.b, contact.normal, size)
        }
        Pairing::Round => round(u, format, size)?,
    };
    // Rounded before the sweep, which must start from contact.
    format.round_shape(&mut a);
    format.round_shape(&mut b);
    if draw::chance(u, TURNED_PERCENT)? {
        let rotation = draw::rotation(u, format.dim)?;
        body::turn(&mut a, &rotation);
        body::turn(&mut b, &rotation);
        way = body::matrix(&rotation) * way;
    }
    let ulp = draw::binade(body::largest_number(&b)) * draw::power_of_two(-format.mantissa_bits());
    b.translate(way * ulp * f64::from(draw::between(u, -ULPS_MAX, ULPS_MAX)?));
    Ok(format.case(a, b))
}

/// Two axis-aligned boxes with a common face, edge or corner.
fn boxes(u: &mut Source<'_>, format: Format, size: f64) -> Result<Kiss> {
    let half_extents = |u: &mut Source<'_>| -> Result<DVec3> {
        let extents = draw::vector(u, format.dim)?
            .abs()
            .max(DVec3::splat(EXTENT_MIN));
        Ok(format.round_vector(extents * size))
    };
    let (half_a, half_b) = (half_extents(u)?, half_extents(u)?);
    // Along the other axes they are moved by less than both sizes.
    let mut apart = draw::vector(u, format.dim)? * half_a.min(half_b);
    let mut way = DVec3::ZERO;
    let first = draw::axis(u, format.dim)?;
    let axes = if half_a.z == 0.0 { 2 } else { 3 };
    for axis in 0..draw::weighted(u, &AXES_ACROSS)?.min(axes) {
        let across = (first + axis) % axes;
        apart[across] = half_a[across] + half_b[across];
        way[across] = 1.0;
    }
    let a = block(u, half_a, DVec3::ZERO)?;
    let b = block(u, half_b, apart)?;
    Ok(Kiss { a, b, way })
}

/// A box, by its half extents or by two corners.
fn block(u: &mut Source<'_>, half_extents: DVec3, centre: DVec3) -> Result<Shape> {
    Ok(if draw::chance(u, CORNERS_PERCENT)? {
        let (min, max) = (centre - half_extents, centre + half_extents);
        body::bare(Kind::Aabb { min, max })
    } else {
        body::posed(Kind::Box { half_extents }, centre)
    })
}

/// A ball or a capsule next to another, along any direction.
fn round(u: &mut Source<'_>, format: Format, size: f64) -> Result<Kiss> {
    let shape = |u: &mut Source<'_>| -> Result<Shape> {
        let radius = draw::signed(u)?.abs();
        Ok(if u.arbitrary()? {
            body::posed(Kind::Sphere { radius }, DVec3::ZERO)
        } else {
            let (p0, p1) = (draw::vector(u, format.dim)?, draw::vector(u, format.dim)?);
            body::bare(Kind::Capsule { p0, p1, radius })
        })
    };
    let (a, mut b) = (shape(u)?, shape(u)?);
    let direction = draw::direction(u, format.dim)?;
    b.translate(body::aim(&a, &b, direction, 0.0));
    Ok(scaled(a, b, direction, size))
}

fn scaled(mut a: Shape, mut b: Shape, way: DVec3, size: f64) -> Kiss {
    body::scale(&mut a, size);
    body::scale(&mut b, size);
    Kiss { a, b, way }
}
