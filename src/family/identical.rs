//! One shape twice: the same numbers, posed copies, shuffled or duplicated corners, the mirror
//! image, the same set as another kind.
//!
//! Coinciding shapes have no normal, all their features tie, and their centres coincide, so that a
//! search has no start direction. A shape with an interior overlaps its copy by its width; a flat
//! one only touches it. The mirror image in a plane through the origin of the world coincides with
//! a shape centred at the origin; others are apart, touch or overlap.

use arbitrary::Result;
use glam::{DMat3, DQuat, DVec3};

use super::body;
use super::draw;
use super::flat;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Kind, Rotation, Shape};

/// The source of the shape: any body, or a flat set of integers.
#[derive(Clone, Copy)]
enum Origin {
    Body,
    Flat,
}

const ORIGINS: [(u16, Origin); 2] = [(3, Origin::Body), (2, Origin::Flat)];

/// The relation of the second shape to the first.
#[derive(Clone, Copy)]
enum Copied {
    /// The same numbers.
    Same,
    /// The same set, moved by a pose instead of coordinates.
    Posed,
    /// The same corners in another order, some of them twice.
    Shuffled,
    /// The mirror image across an axis, or through the origin.
    Mirrored,
    /// The same set as another kind.
    Renamed,
}

const COPIES: [(u16, Copied); 5] = [
    (3, Copied::Same),
    (2, Copied::Posed),
    (3, Copied::Shuffled),
    (5, Copied::Mirrored),
    (5, Copied::Renamed),
];
/// Sizes from 2^-20 to 2^20.
const SIZE_EXPONENTS: (i32, i32) = (-20, 19);
/// The share of shapes that are moved away from the origin, by up to this many sizes.
const MOVED_PERCENT: u16 = 70;
const MOVED_MAX: f64 = 2.0;
/// The share of duplicated corners in a shuffled copy.
const TWICE_PERCENT: u16 = 20;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let mut a = match draw::weighted(u, &ORIGINS)? {
        Origin::Body => body::draw(u, format.dim)?,
        Origin::Flat => {
            let points = flat::points(u, format.dim)?;
            body::bare(body::hull(u, points)?)
        }
    };
    if draw::chance(u, MOVED_PERCENT)? {
        a.translate(draw::vector(u, format.dim)? * MOVED_MAX);
    }
    let size = draw::magnitude(u, SIZE_EXPONENTS.0, SIZE_EXPONENTS.1)?;
    body::scale(&mut a, size);
    // Round first: a copy of a rounded shape is the same, a rounded copy may not be.
    format.round_shape(&mut a);
    let b = match draw::weighted(u, &COPIES)? {
        Copied::Same => a.clone(),
        Copied::Posed => posed(u, format, &mut a)?,
        Copied::Shuffled => shuffled(u, &a)?,
        Copied::Mirrored => mirrored(u, format, &a)?,
        Copied::Renamed => renamed(&a),
    };
    Ok(format.case(a, b))
}

/// The same set, moved by a pose that its coordinates undo. `a` gets new coordinates, so that both
/// are sums and differences of the same numbers.
fn posed(u: &mut Source<'_>, format: Format, a: &mut Shape) -> Result<Shape> {
    let by = format.round_vector(draw::vector(u, format.dim)? * body::largest_number(a));
    let mut b = a.clone();
    if a.pose.is_none() {
        b.pose = Some(body::pose(by, Rotation::Identity));
        a.translate(by);
    }
    Ok(b)
}

/// The same corners in another order, some of them twice.
fn shuffled(u: &mut Source<'_>, a: &Shape) -> Result<Shape> {
    let mut b = a.clone();
    let mut points: Vec<DVec3> = match &b.kind {
        Kind::Capsule { .. } | Kind::Box { .. } | Kind::Sphere { .. } => return Ok(b),
        _ => b.kind.points_mut().into_iter().map(|p| *p).collect(),
    };
    for index in 0..points.len() {
        if draw::chance(u, TWICE_PERCENT)? {
            points.push(points[index]);
        }
    }
    draw::shuffle(u, &mut points)?;
    b.kind = body::hull(u, points)?;
    Ok(b)
}

/// The mirror image of `a` along one axis or through the origin of the world; no number is rounded.
fn mirrored(u: &mut Source<'_>, format: Format, a: &Shape) -> Result<Shape> {
    let mut signs = DVec3::ONE;
    if u.arbitrary()? {
        signs[draw::axis(u, format.dim)?] = -1.0;
    } else {
        signs = -signs;
    }
    let mut b = a.clone();
    b.kind.points_mut().into_iter().for_each(|p| *p *= signs);
    if let Some(pose) = &mut b.pose {
        pose.position *= signs;
        pose.rotation = mirrored_rotation(&pose.rotation, signs);
    }
    Ok(b)
}

/// The rotation of the mirrored points: S R S.
fn mirrored_rotation(rotation: &Rotation, signs: DVec3) -> Rotation {
    let across_one_axis = signs.element_sum() > 0.0;
    match rotation {
        Rotation::Identity => Rotation::Identity,
        Rotation::Angle(angle) if across_one_axis => Rotation::Angle(-angle),
        Rotation::Angle(angle) => Rotation::Angle(*angle),
        // The axis of a rotation is a pseudovector: it keeps its component across the mirror.
        Rotation::Quaternion(q) => {
            let axis = DVec3::new(q.x, q.y, q.z) * signs * signs.element_product();
            Rotation::Quaternion(DQuat::from_vec4(axis.extend(q.w)))
        }
        Rotation::Matrix { matrix, .. } => {
            let mirror = DMat3::from_diagonal(signs);
            let matrix = mirror * *matrix * mirror;
            Rotation::Matrix {
                matrix,
                quaternion: None,
            }
        }
    }
}

/// The same set as another kind, if there is one that needs no rounding.
fn renamed(a: &Shape) -> Shape {
    let kind = match &a.kind {
        Kind::Point { p } => Kind::Capsule {
            p0: *p,
            p1: *p,
            radius: 0.0,
        },
        Kind::Segment { p0, p1 } => Kind::Capsule {
            p0: *p0,
            p1: *p1,
            radius: 0.0,
        },
        Kind::Capsule { p0, p1, radius } => Kind::Rounded {
            shape: Box::new(Kind::Segment { p0: *p0, p1: *p1 }),
            radius: *radius,
            other: Default::default(),
        },
        Kind::Box { half_extents } => Kind::Aabb {
            min: -*half_extents,
            max: *half_extents,
        },
        Kind::Triangle { points } => Kind::Hull {
            points: points.to_vec(),
        },
        other => other.clone(),
    };
    Shape { kind, ..a.clone() }
}
