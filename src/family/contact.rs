//! Pairs of shapes that touch exactly, with small integers.
//!
//! A plane through a point p separates the shapes, and both contain p: so they have a common point,
//! and no common interior point. The point, the normal n and all coordinates are small integers, so
//! `n . (x - p)` is exact in f32 and f64. The contact feature of each shape is a corner at p, or an
//! edge or a face of the plane around p, so every pair of corner, edge and face occurs. A ball
//! touches at p if its centre is p minus k n and |n| is an integer, since its radius is k |n|:
//! Pythagorean normals such as (2, 3, 6).
//!
//! With steps of more bits the same holds, and `n . (x - p)` is still exact: then coordinates have
//! full mantissas.

use arbitrary::Result;
use glam::DVec3;

use super::body::{self, Sort};
use super::draw;
use super::source::Source;
use crate::case::{Dim, Kind, Shape};

/// Two touching shapes, a common point, and the integer normal of the plane between them, from `a`
/// to `b`.
pub(super) struct Contact {
    pub(super) a: Shape,
    pub(super) b: Shape,
    pub(super) point: DVec3,
    pub(super) normal: DVec3,
}

/// Integer vectors of integer length; those with z = 0 are for 2D too.
const PYTHAGOREAN: [[f64; 4]; 8] = [
    [1.0, 0.0, 0.0, 1.0],
    [3.0, 4.0, 0.0, 5.0],
    [5.0, 12.0, 0.0, 13.0],
    [1.0, 2.0, 2.0, 3.0],
    [2.0, 3.0, 6.0, 7.0],
    [1.0, 4.0, 8.0, 9.0],
    [2.0, 6.0, 9.0, 11.0],
    [6.0, 6.0, 7.0, 11.0],
];
/// How many of them are for 2D.
const PYTHAGOREAN_PLANE: u16 = 3;
/// The kinds of shapes. A hull replaces a round shape if the normal allows none; few points may
/// become a point, a segment or a triangle.
pub(super) const SORTS: [(u16, Sort); 4] = [
    (5, Sort::Hull),
    (2, Sort::Box),
    (2, Sort::Sphere),
    (2, Sort::Capsule),
];
/// Largest component of any other normal.
const NORMAL_MAX: i32 = 3;
/// Largest component of the contact point.
const POINT_MAX: i32 = 16;
/// Largest component of the offset from the contact point to a corner off the plane.
const INWARD_MAX: i32 = 6;
/// Most corners off the plane.
const INWARD_COUNT: u16 = 6;
/// Largest number of steps along a tangent.
const STEPS_MAX: i32 = 3;
/// The share of normals of integer length: only they can touch a ball.
const PYTHAGOREAN_PERCENT: u16 = 50;
/// The share of polytopes whose coordinates are relative to a pose at p.
const POSE_PERCENT: u16 = 25;

/// The feature of a polytope in the plane.
#[derive(Clone, Copy)]
enum Feature {
    Corner,
    Edge,
    Triangle,
    Quadrilateral,
}

/// The frequencies of features; in 2D the last two are edges.
const FEATURES: [(u16, Feature); 4] = [
    (2, Feature::Corner),
    (3, Feature::Edge),
    (2, Feature::Triangle),
    (2, Feature::Quadrilateral),
];

/// The bits that small coordinates take: none exceeds 2^7 units, nor does `n . (x - p)`.
pub(super) const BITS_TAKEN: i32 = 7;

/// The plane of contact.
struct Plane {
    dim: Dim,
    /// The exponent of a step.
    bits: i32,
    point: DVec3,
    normal: DVec3,
    /// The length of the normal, if it is an integer.
    length: Option<f64>,
    /// Two directions in the plane, integer vectors; in 2D the second is zero.
    tangents: [DVec3; 2],
}

/// Shapes with few bits on both sides of any plane.
pub(super) fn lattice(u: &mut Source<'_>, dim: Dim) -> Result<Contact> {
    whole(u, dim, 0)
}

/// The same, multiplied by 2^`bits`, and with integers of that many more bits.
pub(super) fn whole(u: &mut Source<'_>, dim: Dim, bits: i32) -> Result<Contact> {
    let (normal, length) = normal(u, dim)?;
    let point = vector(u, dim, bits, POINT_MAX)?;
    let tangents = tangents(dim, normal);
    let plane = Plane {
        dim,
        bits,
        point,
        normal,
        length,
        tangents,
    };
    let a = below(u, &plane)?;
    let b = below(
        u,
        &Plane {
            normal: -normal,
            ..plane
        },
    )?;
    Ok(Contact {
        a,
        b,
        point,
        normal,
    })
}

/// A whole number from `low` to `high`, in units of 2^`bits`.
fn number(u: &mut Source<'_>, bits: i32, low: i32, high: i32) -> Result<f64> {
    Ok(u.int_in_range(i64::from(low) << bits..=i64::from(high) << bits)? as f64)
}

/// A vector of whole numbers up to `most`, in units of 2^`bits`.
fn vector(u: &mut Source<'_>, dim: Dim, bits: i32, most: i32) -> Result<DVec3> {
    let (x, y) = (number(u, bits, -most, most)?, number(u, bits, -most, most)?);
    let z = match dim {
        Dim::Two => 0.0,
        Dim::Three => number(u, bits, -most, most)?,
    };
    Ok(DVec3::new(x, y, z))
}

/// A normal of small integers and, half of the time, its integer length.
fn normal(u: &mut Source<'_>, dim: Dim) -> Result<(DVec3, Option<f64>)> {
    if draw::chance(u, PYTHAGOREAN_PERCENT)? {
        let any = draw::lattice(u, dim, -NORMAL_MAX, NORMAL_MAX)?;
        return Ok((if any == DVec3::ZERO { DVec3::Y } else { any }, None));
    }
    let row = match dim {
        Dim::Two => draw::count(u, 0, PYTHAGOREAN_PLANE - 1)?,
        Dim::Three => draw::count(u, 0, PYTHAGOREAN.len() as u16 - 1)?,
    };
    let [x, y, z, length] = PYTHAGOREAN[row];
    let mut components = [x, y, z];
    draw::shuffle(
        u,
        if dim == Dim::Two {
            &mut components[..2]
        } else {
            &mut components
        },
    )?;
    for component in &mut components {
        if u.arbitrary()? {
            *component = 0.0 - *component;
        }
    }
    Ok((DVec3::from_array(components), Some(length)))
}

/// Two integer vectors that span the plane of `normal`.
fn tangents(dim: Dim, normal: DVec3) -> [DVec3; 2] {
    if dim == Dim::Two {
        return [normal.cross(DVec3::Z), DVec3::ZERO];
    }
    // The cross products of the normal with its two shorter axes are independent.
    let longest = normal.abs().max_position();
    [1, 2].map(|next| normal.cross(DVec3::AXES[(longest + next) % 3]))
}

/// A shape below the plane, `n . (x - p) <= 0`, that contains p.
fn below(u: &mut Source<'_>, plane: &Plane) -> Result<Shape> {
    match (draw::weighted(u, &SORTS)?, plane.length) {
        (Sort::Box, _) => block(u, plane),
        (Sort::Sphere, Some(length)) => {
            let steps = number(u, plane.bits, 1, STEPS_MAX)?;
            let kind = Kind::Sphere {
                radius: steps * length,
            };
            Ok(body::posed(kind, plane.point - steps * plane.normal))
        }
        (Sort::Capsule, Some(length)) => {
            let steps = number(u, plane.bits, 0, STEPS_MAX)?;
            let nearest = plane.point - steps * plane.normal;
            // The core has its end at the nearest point, or contains it along the plane.
            let (p0, p1) = if u.arbitrary()? {
                (nearest, nearest + inward(u, plane)?)
            } else {
                let (before, after) = around(u, plane)?;
                (nearest + before, nearest + after)
            };
            Ok(body::bare(Kind::Capsule {
                p0,
                p1,
                radius: steps * length,
            }))
        }
        _ => polytope(u, plane),
    }
}

/// A box along the axes with p on its boundary.
///
/// Its last corner along n has the signs of n. If a component of n is zero, the whole edge or face
/// is last, and p may be anywhere on it.
fn block(u: &mut Source<'_>, plane: &Plane) -> Result<Shape> {
    let mut half_extents = DVec3::ZERO;
    let axes = if plane.dim == Dim::Two { 2 } else { 3 };
    for axis in 0..axes {
        half_extents[axis] = number(u, plane.bits, 0, INWARD_MAX)?;
    }
    let mut contact = half_extents;
    for (axis, extent) in half_extents.to_array().into_iter().enumerate() {
        contact[axis] = if plane.normal[axis] == 0.0 {
            u.int_in_range(-(extent as i64)..=extent as i64)? as f64
        } else {
            extent * plane.normal[axis].signum()
        };
    }
    Ok(body::posed(
        Kind::Box { half_extents },
        plane.point - contact,
    ))
}

/// A hull with a corner, an edge or a face in the plane, as coordinates or relative to a pose at p.
fn polytope(u: &mut Source<'_>, plane: &Plane) -> Result<Shape> {
    let [s, t] = plane.tangents;
    let mut steps = || number(u, plane.bits, 1, STEPS_MAX);
    let [i, j, k, l] = [steps()?, steps()?, steps()?, steps()?];
    let mut points = match draw::weighted(u, &FEATURES)? {
        Feature::Corner => vec![DVec3::ZERO],
        Feature::Edge => <[DVec3; 2]>::from(around(u, plane)?).to_vec(),
        Feature::Triangle => vec![i * s, j * t, -k * s - l * t],
        Feature::Quadrilateral => vec![i * s, -j * s, k * t, -l * t],
    };
    for _ in 0..draw::count(u, 0, INWARD_COUNT)? {
        points.push(inward(u, plane)?);
    }
    draw::shuffle(u, &mut points)?;
    let kind = body::hull(u, points)?;
    if draw::chance(u, POSE_PERCENT)? {
        return Ok(body::posed(kind, plane.point));
    }
    let mut shape = body::bare(kind);
    shape.translate(plane.point);
    Ok(shape)
}

/// The ends, relative to p, of an edge in the plane that contains p or ends there.
fn around(u: &mut Source<'_>, plane: &Plane) -> Result<(DVec3, DVec3)> {
    let [s, t] = plane.tangents;
    let along = f64::from(draw::between(u, -1, 1)?) * s + f64::from(draw::between(u, -1, 1)?) * t;
    let along = if along == DVec3::ZERO { s } else { along };
    let before = number(u, plane.bits, 1, STEPS_MAX)?;
    let after = number(u, plane.bits, 0, STEPS_MAX)?;
    Ok((-before * along, after * along))
}

/// The offset from p to a corner strictly below the plane.
fn inward(u: &mut Source<'_>, plane: &Plane) -> Result<DVec3> {
    let way = vector(u, plane.dim, plane.bits, INWARD_MAX)?;
    let height = way.dot(plane.normal);
    Ok(if height == 0.0 {
        way - plane.normal
    } else {
        -height.signum() * way
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tangents of a plane are independent and lie in it. Checked for all small normals.
    #[test]
    fn tangents_span_the_plane() {
        let range = || (-NORMAL_MAX..=NORMAL_MAX).map(f64::from);
        for x in range() {
            for (y, z) in range().flat_map(|y| range().map(move |z| (y, z))) {
                let normal = DVec3::new(x, y, z);
                if normal == DVec3::ZERO {
                    continue;
                }
                let [s, t] = tangents(Dim::Three, normal);
                assert_eq!((s.dot(normal), t.dot(normal)), (0.0, 0.0));
                assert_ne!(s.cross(t), DVec3::ZERO);
            }
        }
    }

    /// The lengths of the Pythagorean normals are right. Checked by squaring.
    #[test]
    fn pythagorean_normals_have_their_length() {
        for [x, y, z, length] in PYTHAGOREAN {
            assert_eq!(x * x + y * y + z * z, length * length);
        }
    }
}
