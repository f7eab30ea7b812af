//! Pairs of shapes that touch exactly, by construction.
//!
//! A plane through a point p separates the shapes, and both contain p: so they have a common point, and
//! no common interior point. Both facts hold exactly in f32 and f64, in one of two ways:
//!
//! - [`lattice`]: p, the normal n and all coordinates are small integers, hence `n . (x - p)` is exact.
//!   Each shape's contact feature is a corner at p, an edge or a face of the plane that surrounds p, so
//!   every pairing of corner, edge and face occurs. A ball touches at p when its centre is p minus k n
//!   and |n| is an integer, for its radius is then k |n|: Pythagorean normals such as (2, 3, 6).
//! - [`aligned`]: full mantissas, but the plane is `x_k = c`. Rounding never moves a number across c,
//!   which is itself a number of the format; an edge is parallel to an axis through p, and a face has a
//!   corner in each quadrant around p, so no rounding takes p out of them. A ball, capsule or box has its
//!   centre between c/2 and 2c, where the difference to c, its radius or half extent, is exact (Sterbenz,
//!   Floating-Point Computation, 1974).

use arbitrary::{Result, Unstructured};
use glam::DVec3;

use super::body::{self, Format};
use super::draw;
use crate::case::{Dim, Kind, Shape};

/// Two shapes that touch, and the integer normal of the plane between them, from `a` towards `b`.
pub(super) struct Contact {
    pub(super) a: Shape,
    pub(super) b: Shape,
    pub(super) normal: DVec3,
}

/// Vectors of integers whose length is an integer; those with z = 0 serve the plane too.
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
/// How many of them serve the plane.
const PYTHAGOREAN_PLANE: u16 = 3;
/// Largest component of any other normal.
const NORMAL_MAX: i32 = 3;
/// Largest component of the contact point.
const POINT_MAX: i32 = 16;
/// Largest component of the way from the contact point to a corner off the plane.
const INWARD_MAX: i32 = 6;
/// Most corners off the plane.
const INWARD_COUNT: u16 = 6;
/// Largest number of steps along a tangent.
const STEPS_MAX: i32 = 3;
/// Smallest and largest way from the contact point to the corners of a feature with full mantissas.
const SURROUND: (f64, f64) = (0.25, 1.0);

/// Where the shapes touch.
struct Plane {
    dim: Dim,
    point: DVec3,
    normal: DVec3,
    /// The length of the normal, where it is an integer.
    length: Option<f64>,
    /// Two directions in the plane, integer vectors; in 2D the second is zero.
    tangents: [DVec3; 2],
}

/// Shapes with few bits on both sides of any plane.
pub(super) fn lattice(u: &mut Unstructured<'_>, dim: Dim) -> Result<Contact> {
    let (normal, length) = normal(u, dim)?;
    let point = draw::lattice(u, dim, -POINT_MAX, POINT_MAX)?;
    let tangents = tangents(dim, normal);
    let plane = Plane {
        dim,
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
    Ok(Contact { a, b, normal })
}

/// A normal of small integers and, half of the time, its integer length.
fn normal(u: &mut Unstructured<'_>, dim: Dim) -> Result<(DVec3, Option<f64>)> {
    if draw::chance(u, 50)? {
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
    // Crossed with the two axes that are not its longest one, the normal gives independent vectors.
    let longest = normal.abs().max_position();
    [1, 2].map(|next| normal.cross(DVec3::AXES[(longest + next) % 3]))
}

/// A shape below the plane, `n . (x - p) <= 0`, that contains p.
fn below(u: &mut Unstructured<'_>, plane: &Plane) -> Result<Shape> {
    let kind = draw::weighted(u, &[(5, 'h'), (2, 'b'), (2, 's'), (2, 'c')])?;
    match (kind, plane.length) {
        ('b', _) => block(u, plane),
        ('s', Some(length)) => {
            let steps = f64::from(draw::between(u, 1, STEPS_MAX)?);
            let kind = Kind::Sphere {
                radius: steps * length,
            };
            Ok(body::posed(kind, plane.point - steps * plane.normal))
        }
        ('c', Some(length)) => {
            let steps = f64::from(draw::between(u, 0, STEPS_MAX)?);
            let nearest = plane.point - steps * plane.normal;
            // The core has its end at the nearest point, or runs through it along the plane.
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
/// Its last corner along n has the signs of n; where a component of n is zero the whole edge or face is
/// last, and p may lie anywhere on it.
fn block(u: &mut Unstructured<'_>, plane: &Plane) -> Result<Shape> {
    let half_extents = draw::lattice(u, plane.dim, 0, INWARD_MAX)?;
    let mut contact = half_extents;
    for (axis, extent) in half_extents.to_array().into_iter().enumerate() {
        contact[axis] = if plane.normal[axis] == 0.0 {
            f64::from(draw::between(u, -(extent as i32), extent as i32)?)
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
fn polytope(u: &mut Unstructured<'_>, plane: &Plane) -> Result<Shape> {
    let [s, t] = plane.tangents;
    let mut steps = || Ok(f64::from(draw::between(u, 1, STEPS_MAX)?));
    let [i, j, k, l] = [steps()?, steps()?, steps()?, steps()?];
    let mut points = match draw::weighted(u, &[(2, 0), (3, 1), (2, 2), (2, 3)])? {
        0 => vec![DVec3::ZERO],
        1 => <[DVec3; 2]>::from(around(u, plane)?).to_vec(),
        2 => vec![i * s, j * t, -k * s - l * t],
        _ => vec![i * s, -j * s, k * t, -l * t],
    };
    for _ in 0..draw::count(u, 0, INWARD_COUNT)? {
        points.push(inward(u, plane)?);
    }
    draw::shuffle(u, &mut points)?;
    let named = draw::chance(u, 60)?;
    let kind = body::hull(points, named);
    if draw::chance(u, 25)? {
        return Ok(body::posed(kind, plane.point));
    }
    let mut shape = body::bare(kind);
    body::translate(&mut shape, plane.point);
    Ok(shape)
}

/// The ends of an edge of the plane through p, or ending there; relative to p.
fn around(u: &mut Unstructured<'_>, plane: &Plane) -> Result<(DVec3, DVec3)> {
    let [s, t] = plane.tangents;
    let along = f64::from(draw::between(u, -1, 1)?) * s + f64::from(draw::between(u, -1, 1)?) * t;
    let along = if along == DVec3::ZERO { s } else { along };
    let before = f64::from(draw::between(u, 1, STEPS_MAX)?);
    let after = f64::from(draw::between(u, 0, STEPS_MAX)?);
    Ok((-before * along, after * along))
}

/// The way from p to a corner strictly below the plane.
fn inward(u: &mut Unstructured<'_>, plane: &Plane) -> Result<DVec3> {
    let way = draw::lattice(u, plane.dim, -INWARD_MAX, INWARD_MAX)?;
    let height = way.dot(plane.normal);
    Ok(if height == 0.0 {
        way - plane.normal
    } else {
        -height.signum() * way
    })
}

/// Shapes with full mantissas on both sides of a plane across an axis.
pub(super) fn aligned(u: &mut Unstructured<'_>, format: Format) -> Result<Contact> {
    let across = draw::axis(u, format.dim)?;
    let point = format.round_vector(draw::vector(u, format.dim)? * f64::from(POINT_MAX));
    let mut side = |sign| match draw::weighted(u, &[(6, 'h'), (1, 'b'), (1, 's'), (1, 'c')])? {
        'h' => {
            let points = one_sided(u, format, point, across, sign)?;
            Ok(body::bare(body::hull(points, draw::chance(u, 60)?)))
        }
        other => centred(u, format, other, point, across, sign),
    };
    Ok(Contact {
        a: side(-1.0)?,
        b: side(1.0)?,
        normal: DVec3::AXES[across],
    })
}

/// A box, ball or capsule around a centre from which `point` lies along the axis `across`; for a box,
/// anywhere on the face across it.
fn centred(
    u: &mut Unstructured<'_>,
    format: Format,
    kind: char,
    point: DVec3,
    across: usize,
    side: f64,
) -> Result<Shape> {
    let mut centre = point;
    // No farther than half of |c|, and a little less, as rounding may not pass it.
    let reach = draw::range(u, 0.0, 0.5)? * (point[across] / 2.0).abs().min(1.0);
    centre[across] = format.round(point[across] + side * reach);
    let radius = (centre[across] - point[across]).abs();
    Ok(match kind {
        's' => body::posed(Kind::Sphere { radius }, centre),
        'c' => {
            let mut other = centre + draw::vector(u, format.dim)?;
            other[across] = centre[across] + side * draw::signed(u)?.abs();
            body::bare(Kind::Capsule {
                p0: centre,
                p1: other,
                radius,
            })
        }
        _ => {
            let mut half_extents = draw::vector(u, format.dim)?.abs();
            centre += half_extents * draw::vector(u, format.dim)? / 2.0;
            centre[across] = point[across] + side * radius;
            half_extents[across] = radius;
            body::posed(Kind::Box { half_extents }, centre)
        }
    })
}

/// Corners of a hull that contains `point` and lies, along the axis `across`, on one `side` of it.
fn one_sided(
    u: &mut Unstructured<'_>,
    format: Format,
    point: DVec3,
    across: usize,
    side: f64,
) -> Result<Vec<DVec3>> {
    let flat = format.dim == Dim::Two;
    let (s, t) = if flat {
        (1 - across, 2)
    } else {
        ((across + 1) % 3, (across + 2) % 3)
    };
    let mut points = vec![];
    match draw::weighted(u, &[(2, 0), (2, 1), (3, 2)])? {
        0 => points.push(point),
        2 if !flat => {
            for [toward_s, toward_t] in [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]] {
                let mut corner = point;
                corner[s] += toward_s * draw::range(u, SURROUND.0, SURROUND.1)?;
                corner[t] += toward_t * draw::range(u, SURROUND.0, SURROUND.1)?;
                points.push(corner);
            }
        }
        _ => {
            let along = if flat || u.arbitrary()? { s } else { t };
            for toward in [-1.0, 1.0] {
                let mut end = point;
                end[along] += toward * draw::range(u, SURROUND.0, SURROUND.1)?;
                points.push(end);
            }
        }
    }
    for _ in 0..draw::count(u, 0, INWARD_COUNT)? {
        let mut corner = point + 2.0 * draw::vector(u, format.dim)?;
        corner[across] = point[across] + side * draw::signed(u)?.abs();
        points.push(corner);
    }
    draw::shuffle(u, &mut points)?;
    Ok(points)
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
