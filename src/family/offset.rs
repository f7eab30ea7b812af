//! Both shapes far from the origin: 10^2 to 10^8 of their sizes.
//!
//! Large coordinates leave few bits for the shape, and differences of support points lose them. Far
//! away, by raw coordinates or by poses, are pairs with a gap relative to their size, and integer
//! pairs that touch exactly: those are moved by integers, so that nothing is rounded. In f32 the
//! far ends of the range collapse a shape with raw coordinates into a few points or one; that is
//! intended.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::contact;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Rotation, Scalar, Shape};

/// Offsets from 2^7 to 2^27: about 10^2 to 10^8 sizes.
const OFFSET_EXPONENTS: (i32, i32) = (7, 26);
/// Integer pairs move by up to 2^22: with their own numbers, below 2^7, an f32 still holds them.
const INTEGER_EXPONENT_MAX: i32 = 22;
/// The share of integer pairs.
const INTEGER_PERCENT: u16 = 25;
/// The share of other pairs whose gap is negative.
const OVERLAP_PERCENT: u16 = 45;
/// The share of shapes that are positioned by a pose.
const POSE_PERCENT: u16 = 50;
/// Gaps from 2^-10 to 2^2 sizes.
const GAP_EXPONENTS: (i32, i32) = (-10, 1);
/// Overlapping pairs have their centres within this, in sizes.
const CLOSE_MAX: f64 = 0.5;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let integer = draw::chance(u, INTEGER_PERCENT)?;
    let (mut a, mut b) = if integer {
        let contact = contact::lattice(u, format.dim)?;
        (contact.a, contact.b)
    } else {
        pair(u, format.dim)?
    };
    let offset = if integer {
        integer_offset(u, format.dim)?
    } else {
        offset(u, format.dim)?
    };
    for shape in [&mut a, &mut b] {
        if shape.pose.is_none() && draw::chance(u, POSE_PERCENT)? {
            shape.pose = Some(body::pose(DVec3::ZERO, Rotation::Identity));
        }
        shape.translate(offset);
    }
    // An f64 case may hold the shapes that an f32 application would have: rounded far away.
    if format.scalar == Scalar::F64 && draw::chance(u, INTEGER_PERCENT)? {
        let case = Format {
            scalar: Scalar::F32,
            ..format
        }
        .case(a, b);
        return Ok(Case {
            scalar: Scalar::F64,
            ..case
        });
    }
    Ok(format.case(a, b))
}

/// Two shapes of unit size around the origin.
fn pair(u: &mut Source<'_>, dim: Dim) -> Result<(Shape, Shape)> {
    let a = body::draw(u, dim)?;
    let mut b = body::draw(u, dim)?;
    let direction = draw::direction(u, dim)?;
    let apart = if draw::chance(u, OVERLAP_PERCENT)? {
        direction * draw::range(u, 0.0, CLOSE_MAX)?
    } else {
        let gap = draw::magnitude(u, GAP_EXPONENTS.0, GAP_EXPONENTS.1)?;
        body::aim(&a, &b, direction, gap)
    };
    b.translate(apart);
    Ok((a, b))
}

/// An offset with full mantissas.
fn offset(u: &mut Source<'_>, dim: Dim) -> Result<DVec3> {
    let far = draw::magnitude(u, OFFSET_EXPONENTS.0, OFFSET_EXPONENTS.1)?;
    Ok(draw::direction(u, dim)? * far)
}

/// An integer offset.
fn integer_offset(u: &mut Source<'_>, dim: Dim) -> Result<DVec3> {
    let far = draw::power_of_two(draw::between(u, OFFSET_EXPONENTS.0, INTEGER_EXPONENT_MAX)?);
    Ok((draw::vector(u, dim)? * far).round())
}
