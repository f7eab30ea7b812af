//! Numbers of any size in one shape: coordinates from 2^-k to 2^k, with k up to 400 (in f32 up to 40).
//!
//! `range` leaves out sizes between 2^-20 and 2^-150 of the largest coordinate, where double-double
//! runs out of digits. This family leaves out nothing, and any shape may be a needle. Half of the
//! pairs touch: contact of small integers at the origin stays contact if each corner is moved along
//! the line through it, or all are stretched along the axes, both by powers of two. Half of those
//! are moved apart or together by a power of two of any size, in a pose, where no rounding loses it
//! unless the shape is a box or a ball, whose position is there too. The other pairs are random
//! shapes, each coordinate times its own power.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::contact;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Kind, Rotation, Scalar, Shape};

/// Coordinates are of 2^-k to 2^k, with k up to these.
const RANGES_F64: [(u16, i32); 4] = [(3, 12), (3, 60), (3, 150), (1, 400)];
const RANGES_F32: [(u16, i32); 2] = [(1, 12), (1, 40)];
/// The share of pairs in contact before they are nudged, and of those that are.
const CONTACT_PERCENT: u16 = 50;
const NUDGED_PERCENT: u16 = 50;
/// The share of pairs in contact that are stretched along the axes, if they can be.
const STRETCHED_PERCENT: u16 = 50;
/// A nudge may be this many octaves below the least coordinate: more than the bits of a number.
const BELOW: i32 = 60;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let most = match format.scalar {
        Scalar::F64 => draw::weighted(u, &RANGES_F64)?,
        Scalar::F32 => draw::weighted(u, &RANGES_F32)?,
    };
    let (a, b) = if draw::chance(u, CONTACT_PERCENT)? {
        touching(u, format, most)?
    } else {
        wild(u, format, most)?
    };
    Ok(format.case(a, b))
}

/// A power of two from 2^-most to 2^most.
fn power(u: &mut Source<'_>, most: i32) -> Result<f64> {
    Ok(draw::power_of_two(draw::between(u, -most, most)?))
}

/// Shapes that touch at the origin, and are nudged or not.
fn touching(u: &mut Source<'_>, format: Format, most: i32) -> Result<(Shape, Shape)> {
    let contact = contact::lattice(u, format.dim)?;
    let (mut a, mut b, mut way) = (contact.a, contact.b, contact.normal);
    for shape in [&mut a, &mut b] {
        shape.translate(-contact.point);
    }
    // Both together are within the range.
    let half = most / 2;
    let axes = DVec3::new(power(u, half)?, power(u, half)?, power(u, half)?);
    if draw::chance(u, STRETCHED_PERCENT)? && stretches(&a) && stretches(&b) {
        stretch(&mut a, axes);
        stretch(&mut b, axes);
        way /= axes;
    }
    move_corners(u, &mut a, half)?;
    move_corners(u, &mut b, half)?;
    if draw::chance(u, NUDGED_PERCENT)? {
        let axis = way.abs().max_position();
        let nudge = draw::power_of_two(draw::between(u, -most - BELOW, most)?);
        let sign = if u.arbitrary()? { 1.0 } else { -1.0 };
        let unmoved = body::pose(DVec3::ZERO, Rotation::Identity);
        let pose = b.pose.get_or_insert(unmoved);
        pose.position[axis] += nudge.copysign(sign * way[axis]);
    }
    Ok((a, b))
}

/// Whether a shape of this kind keeps its kind if it is stretched along the axes.
fn stretches(shape: &Shape) -> bool {
    !matches!(shape.kind, Kind::Sphere { .. } | Kind::Capsule { .. })
}

/// Multiplies each coordinate by a factor.
fn stretch(shape: &mut Shape, axes: DVec3) {
    for point in shape.kind.points_mut() {
        *point *= axes;
    }
    if let Kind::Box { half_extents } = &mut shape.kind {
        *half_extents *= axes;
    }
    if let Some(pose) = &mut shape.pose {
        pose.position *= axes;
    }
}

/// Moves each corner along the line through it and the origin; a shape with a length, or in a pose,
/// as a whole.
fn move_corners(u: &mut Source<'_>, shape: &mut Shape, most: i32) -> Result<()> {
    let moved = shape
        .pose
        .as_ref()
        .is_some_and(|p| p.position != DVec3::ZERO);
    if moved || !shape.kind.lengths_mut().is_empty() {
        body::scale(shape, power(u, most)?);
        return Ok(());
    }
    for point in shape.kind.points_mut() {
        *point *= power(u, most)?;
    }
    Ok(())
}

/// Random shapes with a power of two for each number.
fn wild(u: &mut Source<'_>, format: Format, most: i32) -> Result<(Shape, Shape)> {
    let shape = |u: &mut Source<'_>| -> Result<Shape> {
        let mut shape = body::draw(u, format.dim)?;
        for point in shape.kind.points_mut() {
            *point *= DVec3::new(power(u, most)?, power(u, most)?, power(u, most)?);
        }
        for length in shape.kind.lengths_mut() {
            *length *= power(u, most)?;
        }
        Ok(shape)
    };
    let (a, mut b) = (shape(u)?, shape(u)?);
    let direction = draw::direction(u, format.dim)?;
    let gap = power(u, most)? * draw::signed(u)?;
    b.translate(body::aim(&a, &b, direction, gap));
    Ok((a, b))
}
