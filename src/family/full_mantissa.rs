//! Coordinates with all bits drawn: 53 in f64, 24 in f32.
//!
//! Contact of few bits hardly rounds a product of differences. Here a third of the pairs touch
//! along planes of small integers, at steps of a full mantissa (`contact`). A third have a common
//! corner, edge or triangle, bit for bit, with all else well on either side of a plane through it.
//! A third are random shapes, brought together along any direction up to 2^-60 of their size. Half
//! of the pairs in contact are then perturbed: some numbers, each by some of its own ulps.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::contact;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Shape};

/// How the shapes touch.
#[derive(Clone, Copy)]
enum Pairing {
    Plane,
    Shared,
    Aimed,
}

const PAIRINGS: [(u16, Pairing); 3] = [
    (1, Pairing::Plane),
    (1, Pairing::Shared),
    (1, Pairing::Aimed),
];
/// The share of pairs in contact that are perturbed.
const PERTURBED_PERCENT: u16 = 50;
/// The share of numbers that a perturbation changes, and the most ulps.
const CHANGED_PERCENT: u16 = 40;
const ULPS_MAX: i32 = 3;
/// Most corners of a shape besides the common ones.
const OWN_MAX: u16 = 6;
/// Their least distance from the plane between the shapes: far above any rounding.
const MARGIN: f64 = 0.125;
/// The exponents of a gap, in sizes.
const GAP_EXPONENTS: (i32, i32) = (-60, -2);
/// The share of gaps that are negative.
const OVERLAP_PERCENT: u16 = 40;
/// Sizes from 2^-20 to 2^20.
const SIZE_EXPONENT_MAX: i32 = 20;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let pairing = draw::weighted(u, &PAIRINGS)?;
    let (mut a, mut b) = match pairing {
        Pairing::Plane => plane(u, format)?,
        Pairing::Shared => shared(u, format)?,
        Pairing::Aimed => aimed(u, format.dim)?,
    };
    // Before the perturbation, which must start from contact.
    format.round_shape(&mut a);
    format.round_shape(&mut b);
    if !matches!(pairing, Pairing::Aimed) && draw::chance(u, PERTURBED_PERCENT)? {
        perturb(u, format, &mut a)?;
        perturb(u, format, &mut b)?;
    }
    let size = draw::power_of_two(draw::between(u, -SIZE_EXPONENT_MAX, SIZE_EXPONENT_MAX)?);
    body::scale(&mut a, size);
    body::scale(&mut b, size);
    Ok(format.case(a, b))
}

/// Shapes on both sides of a plane of small integers.
fn plane(u: &mut Source<'_>, format: Format) -> Result<(Shape, Shape)> {
    // A number has one more bit than its stored mantissa.
    let bits = format.mantissa_bits() + 1 - contact::BITS_TAKEN;
    let contact = contact::whole(u, format.dim, bits)?;
    let (mut a, mut b) = (contact.a, contact.b);
    for shape in [&mut a, &mut b] {
        body::scale(shape, draw::power_of_two(-bits));
    }
    Ok((a, b))
}

/// Hulls with common corners, at most as many as a face has.
fn shared(u: &mut Source<'_>, format: Format) -> Result<(Shape, Shape)> {
    let dim = format.dim;
    let most = if dim == Dim::Two { 2 } else { 3 };
    let mut common = Vec::new();
    for _ in 0..draw::count(u, 1, most)? {
        common.push(format.round_vector(draw::vector(u, dim)?));
    }
    let edge = |corner: usize| Some(common.get(corner)? - common[0]);
    let any = draw::direction(u, dim)?;
    let normal = match (dim, edge(1), edge(2)) {
        (_, None, _) => any,
        (Dim::Two, Some(edge), _) => edge.cross(DVec3::Z),
        (Dim::Three, Some(edge), other) => edge.cross(other.unwrap_or(any)),
    };
    let normal = normal.try_normalize().unwrap_or(DVec3::X);
    let mut side = |normal: DVec3| -> Result<Shape> {
        let mut points = common.clone();
        for _ in 0..draw::count(u, 0, OWN_MAX)? {
            let way = draw::vector(u, dim)?;
            let way = way * way.dot(normal).signum() + normal * MARGIN;
            points.push(common[0] + way);
        }
        draw::shuffle(u, &mut points)?;
        Ok(body::bare(body::hull(u, points)?))
    };
    Ok((side(-normal)?, side(normal)?))
}

/// Random shapes, apart or overlapping by little.
fn aimed(u: &mut Source<'_>, dim: Dim) -> Result<(Shape, Shape)> {
    let mut a = body::draw(u, dim)?;
    let mut b = body::draw(u, dim)?;
    a.translate(draw::vector(u, dim)?);
    let direction = draw::direction(u, dim)?;
    let gap = draw::magnitude(u, GAP_EXPONENTS.0, GAP_EXPONENTS.1)?;
    let sign = if draw::chance(u, OVERLAP_PERCENT)? {
        -1.0
    } else {
        1.0
    };
    b.translate(body::aim(&a, &b, direction, sign * gap));
    Ok((a, b))
}

/// Changes some of the numbers of a shape, each by some of its own ulps.
fn perturb(u: &mut Source<'_>, format: Format, shape: &mut Shape) -> Result<()> {
    let mut change = |x: &mut f64| -> Result<()> {
        if *x != 0.0 && draw::chance(u, CHANGED_PERCENT)? {
            let ulp = draw::binade(*x) * draw::power_of_two(-format.mantissa_bits());
            *x += ulp * f64::from(draw::between(u, -ULPS_MAX, ULPS_MAX)?);
        }
        Ok(())
    };
    let position = shape.pose.as_mut().map(|pose| &mut pose.position);
    for DVec3 { x, y, z } in shape.kind.points_mut().into_iter().chain(position) {
        change(x)?;
        change(y)?;
        change(z)?;
    }
    for length in shape.kind.lengths_mut() {
        change(length)?;
    }
    Ok(())
}
