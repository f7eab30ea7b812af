//! One shape in the other: concentric, off centre, touching from inside, and just outside.
//!
//! Deep inside, the search has no nearest point and must surround the origin. If a ball touches the
//! wall from inside, the origin of the difference is deep although surfaces touch. The inner shape
//! is moved to the last point of the outer one along a direction and beyond: by nothing or by ulps
//! at the wall, by a part of its size before or behind it, up to leaving. Integers and powers of
//! two keep walls exact; flat outer shapes have no depth.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::contact;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Shape};

/// The position of the inner shape.
#[derive(Clone, Copy)]
enum Place {
    /// Both centres coincide.
    Concentric,
    /// Anywhere near the centre.
    Inside,
    /// Touching the wall from inside, or by some ulps through it.
    Wall,
    /// Across the wall: partly outside.
    Through,
    /// Touching the wall from outside, or by some ulps.
    Gone,
}

const PLACES: [(u16, Place); 5] = [
    (2, Place::Concentric),
    (2, Place::Inside),
    (3, Place::Wall),
    (1, Place::Through),
    (5, Place::Gone),
];
/// The share of pairs made of integers.
const INTEGER_PERCENT: u16 = 60;
/// Extents of integer shapes.
const OUTER_EXTENTS: (i32, i32) = (4, 16);
const INNER_EXTENTS: (i32, i32) = (0, 3);
/// The share of outer shapes of integers that are flat.
const FLAT_PERCENT: u16 = 15;
/// The ratio of the sizes in octaves, for shapes that are not integer.
const RATIO_EXPONENTS: (i32, i32) = (-20, -1);
/// Sizes from 2^-20 to 2^20.
const SIZE_EXPONENT_MAX: i32 = 20;
/// Largest distance of the centres, in the least extent of the outer shape.
const INSIDE_MAX: f64 = 0.5;
/// Most ulps through the wall.
const ULPS_MAX: i32 = 4;
/// The share of shapes at the wall that are moved by ulps.
const ULPS_PERCENT: u16 = 50;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let integers = draw::chance(u, INTEGER_PERCENT)?;
    let (mut a, mut b) = if integers {
        let flat = draw::chance(u, FLAT_PERCENT)?;
        let outer = integer_shape(u, format.dim, OUTER_EXTENTS, flat)?;
        (outer, integer_shape(u, format.dim, INNER_EXTENTS, false)?)
    } else {
        let (outer, mut inner) = (body::draw(u, format.dim)?, body::draw(u, format.dim)?);
        let ratio = draw::magnitude(u, RATIO_EXPONENTS.0, RATIO_EXPONENTS.1)?;
        body::scale(&mut inner, ratio);
        (outer, inner)
    };
    let way = if integers {
        DVec3::AXES[draw::axis(u, format.dim)?] * draw::signed(u)?.signum()
    } else {
        draw::direction(u, format.dim)?
    };
    place(u, format, &a, &mut b, way)?;
    let size = draw::between(u, -SIZE_EXPONENT_MAX, SIZE_EXPONENT_MAX)?;
    body::scale(&mut a, draw::power_of_two(size));
    body::scale(&mut b, draw::power_of_two(size));
    if u.arbitrary()? {
        std::mem::swap(&mut a, &mut b);
    }
    Ok(format.case(a, b))
}

/// Moves `b` to its position in or at `a`.
fn place(u: &mut Source<'_>, format: Format, a: &Shape, b: &mut Shape, way: DVec3) -> Result<()> {
    let wall = body::support(a, way);
    let beyond = match draw::weighted(u, &PLACES)? {
        Place::Concentric => return Ok(()),
        Place::Inside => {
            let off = draw::vector(u, format.dim)? * INSIDE_MAX;
            b.translate(off * wall.dot(way).abs());
            return Ok(());
        }
        Place::Wall => 0.0,
        Place::Through => draw::range(u, 0.0, 1.0)?,
        Place::Gone => 1.0,
    };
    let (first, last) = (body::support(b, -way), body::support(b, way));
    // At 0 the last point of b is at the wall, at 1 its first point is.
    let leading = last + (first - last) * beyond;
    let mut apart = wall - leading;
    if draw::chance(u, ULPS_PERCENT)? {
        let ulp =
            draw::binade(wall.abs().max_element()) * draw::power_of_two(-format.mantissa_bits());
        apart += way * ulp * f64::from(draw::between(u, -ULPS_MAX, ULPS_MAX)?);
    }
    b.translate(apart);
    Ok(())
}

/// A box, a ball, a capsule or a hull of integers around the origin, or a square without thickness.
fn integer_shape(u: &mut Source<'_>, dim: Dim, extents: (i32, i32), flat: bool) -> Result<Shape> {
    let mut extent = || Ok(f64::from(draw::between(u, extents.0, extents.1)?));
    let mut sizes = DVec3::new(extent()?, extent()?, extent()?);
    if flat {
        sizes[draw::axis(u, dim)?] = 0.0;
    }
    if dim == Dim::Two {
        sizes.z = 0.0;
    }
    let least = sizes.x.min(sizes.y);
    Ok(match draw::weighted(u, &contact::SORTS)? {
        body::Sort::Sphere if !flat => body::posed(Kind::Sphere { radius: least }, DVec3::ZERO),
        body::Sort::Capsule if !flat => {
            let p1 = DVec3::AXES[draw::axis(u, dim)?] * sizes;
            let (p0, radius) = (-p1, least);
            body::bare(Kind::Capsule { p0, p1, radius })
        }
        body::Sort::Hull => {
            // The two ends along each axis: an octahedron.
            let ends = DVec3::AXES.map(|axis| axis * sizes);
            let mut points: Vec<DVec3> = ends.into_iter().flat_map(|end| [end, -end]).collect();
            draw::shuffle(u, &mut points)?;
            body::bare(Kind::Hull { points })
        }
        _ => body::posed(
            Kind::Box {
                half_extents: sizes,
            },
            DVec3::ZERO,
        ),
    })
}
