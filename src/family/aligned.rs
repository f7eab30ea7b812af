//! Pairs of shapes that touch exactly, with full mantissas.
//!
//! As in `contact`, a plane through a point p separates the shapes, and both contain p. Here the
//! plane is `x_k = c` and all other numbers have full mantissas. Rounding never moves a number
//! across c, which is a number of the format. An edge is parallel to an axis through p, and a face
//! has a corner in each quadrant around p, so no rounding moves p out of them. A ball, capsule or
//! box has its centre between c/2 and 2c, so that its radius or half extent, the difference to c,
//! is exact (Sterbenz, Floating-Point Computation, 1974).

use arbitrary::Result;
use glam::DVec3;

use super::body::{self, Sort};
use super::contact::Contact;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Dim, Kind, Shape};

/// Largest component of the contact point.
const POINT_MAX: f64 = 16.0;
/// Largest offset from the contact point to a corner off the plane, along each axis.
const INWARD_MAX: f64 = 2.0;
/// Most corners off the plane.
const INWARD_COUNT: u16 = 6;
/// Smallest and largest offset from the contact point to the corners of a face, along each axis.
const SURROUND: (f64, f64) = (0.25, 1.0);
/// The largest distance of a centre from the plane, in |c|; at one half, rounding might pass c/2.
const STERBENZ_PART: f64 = 0.25;
/// The kinds of shapes; a hull of few points may become a point, a segment or a triangle.
const SORTS: [(u16, Sort); 4] = [
    (6, Sort::Hull),
    (1, Sort::Box),
    (1, Sort::Sphere),
    (1, Sort::Capsule),
];

/// The feature of a polytope in the plane.
#[derive(Clone, Copy)]
enum Feature {
    Corner,
    Edge,
    Face,
}

/// The frequencies of features; in 2D a face is an edge.
const FEATURES: [(u16, Feature); 3] =
    [(2, Feature::Corner), (2, Feature::Edge), (3, Feature::Face)];

/// Shapes with full mantissas on both sides of a plane across an axis.
pub(super) fn draw(u: &mut Source<'_>, format: Format) -> Result<Contact> {
    let across = draw::axis(u, format.dim)?;
    let point = format.round_vector(draw::vector(u, format.dim)? * POINT_MAX);
    let mut side = |sign| match draw::weighted(u, &SORTS)? {
        Sort::Hull => {
            let points = one_sided(u, format, point, across, sign)?;
            Ok(body::bare(body::hull(u, points)?))
        }
        other => centred(u, format, other, point, across, sign),
    };
    Ok(Contact {
        a: side(-1.0)?,
        b: side(1.0)?,
        point,
        normal: DVec3::AXES[across],
    })
}

/// A box, ball or capsule around a centre from which `point` lies along `across`; for a box,
/// anywhere on the face perpendicular to it.
fn centred(
    u: &mut Source<'_>,
    format: Format,
    sort: Sort,
    point: DVec3,
    across: usize,
    side: f64,
) -> Result<Shape> {
    let mut centre = point;
    let reach = draw::signed(u)?.abs() * (point[across] * STERBENZ_PART).abs().min(1.0);
    centre[across] = format.round(point[across] + side * reach);
    let radius = (centre[across] - point[across]).abs();
    Ok(match sort {
        Sort::Sphere => body::posed(Kind::Sphere { radius }, centre),
        Sort::Capsule => {
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

/// Corners of a hull that contains `point` and lies on one `side` of it along `across`.
fn one_sided(
    u: &mut Source<'_>,
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
    match draw::weighted(u, &FEATURES)? {
        Feature::Corner => points.push(point),
        Feature::Face if !flat => {
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
        let mut corner = point + INWARD_MAX * draw::vector(u, format.dim)?;
        corner[across] = point[across] + side * draw::signed(u)?.abs();
        points.push(corner);
    }
    draw::shuffle(u, &mut points)?;
    Ok(points)
}
