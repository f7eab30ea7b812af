//! The whole range of numbers: from subnormal to 10^300 in f64, from subnormal to the largest in
//! f32.
//!
//! Squares of lengths leave the range long before lengths do, and below the least normal number a
//! coordinate has few bits. The pairs are those of other families, scaled by a power of two; in
//! some each coordinate has its own size, down to 2^-1000 of the largest. None is between 2^-20 and
//! 2^-150 of it: needles of exactly that thinness are where double-double runs out of digits, which
//! is the subject of another family.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::contact;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Scalar, Shape};

/// The exponents of the largest number of a case: the least subnormal to 10^300 for f64, to the
/// last but one octave for f32.
const EXPONENTS_F64: (i32, i32) = (-1074, 995);
const EXPONENTS_F32: (i32, i32) = (-149, 126);
/// How near to the ends of the range a case is that is drawn near them.
const END: i32 = 60;
/// The share of pairs that touch, before their numbers are rounded.
const LATTICE_PERCENT: u16 = 30;
/// The share of pairs with a size for each coordinate.
const WILD_PERCENT: u16 = 25;
/// The octaves of their coordinates below the largest: few, or up to these. The latter take a
/// thousand times as long.
const NEAR: (i32, i32) = (0, 20);
const FAR: [(u16, (i32, i32)); 2] = [(19, (150, 300)), (1, (300, 1000))];
/// The share of coordinates far below.
const FAR_PERCENT: u16 = 30;
/// The gap of the other pairs, in their size.
const GAP_MAX: f64 = 1.0;

/// The position of a case in the range.
#[derive(Clone, Copy)]
enum Place {
    Low,
    High,
    Anywhere,
}

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let (mut a, mut b) = if draw::chance(u, LATTICE_PERCENT)? {
        let contact = contact::lattice(u, format.dim)?;
        (contact.a, contact.b)
    } else {
        pair(u, format)?
    };
    if draw::chance(u, WILD_PERCENT)? {
        let far = draw::weighted(u, &FAR)?;
        for shape in [&mut a, &mut b] {
            shrink_coordinates(u, shape, far)?;
        }
    }
    let largest = body::largest_number(&a).max(body::largest_number(&b));
    let exponent = target(u, format.scalar)? - draw::exponent(largest);
    for shape in [&mut a, &mut b] {
        scale(shape, exponent);
    }
    Ok(format.case(a, b))
}

/// Two shapes of unit size, apart or overlapping.
fn pair(u: &mut Source<'_>, format: Format) -> Result<(Shape, Shape)> {
    let a = body::draw(u, format.dim)?;
    let mut b = body::draw(u, format.dim)?;
    let direction = draw::direction(u, format.dim)?;
    let apart = body::aim(&a, &b, direction, draw::signed(u)? * GAP_MAX);
    b.translate(apart);
    Ok((a, b))
}

/// The exponent of the largest number of the case.
fn target(u: &mut Source<'_>, scalar: Scalar) -> Result<i32> {
    let (low, high) = match scalar {
        Scalar::F64 => EXPONENTS_F64,
        Scalar::F32 => EXPONENTS_F32,
    };
    let places = [(2, Place::Anywhere), (1, Place::Low), (1, Place::High)];
    match draw::weighted(u, &places)? {
        Place::Low => draw::between(u, low, low + END),
        Place::High => draw::between(u, high - END, high),
        Place::Anywhere => draw::between(u, low, high),
    }
}

/// Multiplies each coordinate and length by its own power of two.
fn shrink_coordinates(u: &mut Source<'_>, shape: &mut Shape, far: (i32, i32)) -> Result<()> {
    let mut power = || {
        let (low, high) = if draw::chance(u, FAR_PERCENT)? {
            far
        } else {
            NEAR
        };
        Ok(draw::power_of_two(-draw::between(u, low, high)?))
    };
    for point in shape.kind.points_mut() {
        *point *= DVec3::new(power()?, power()?, power()?);
    }
    for length in shape.kind.lengths_mut() {
        *length *= power()?;
    }
    Ok(())
}

/// Multiplies every length by `2^exponent`, which need not be representable.
fn scale(shape: &mut Shape, exponent: i32) {
    let half = exponent / 2;
    body::scale(shape, draw::power_of_two(half));
    body::scale(shape, draw::power_of_two(exponent - half));
}
