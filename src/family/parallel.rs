//! Parallel faces and edges, slid along each other: the closest points are not unique.
//!
//! Two shapes are on the two sides of a plane perpendicular to an axis, each with a face, an edge
//! or the side of a capsule in it, with edges along the other axes. One is slid, so that the
//! projections overlap, share an edge or a corner, or are disjoint; and moved by a gap, by nothing
//! or into the other. Then many pairs of features are equally near, and a search that chooses among
//! them by rounding may cycle. Sizes are multiples of 1/8, so that nothing but a gap is rounded,
//! unless the pair is rotated: as a whole by poses, which keeps it parallel, or in its coordinates,
//! which keeps it almost parallel.

use arbitrary::Result;
use glam::DVec3;

use super::body::{self, Sort};
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Shape};

/// The shapes at the plane. A point has nothing to be parallel to, and makes the corner unique.
const SORTS: [(u16, Sort); 7] = [
    (4, Sort::Box),
    (4, Sort::Hull),
    (2, Sort::Triangle),
    (2, Sort::Segment),
    (2, Sort::Capsule),
    (1, Sort::Sphere),
    (1, Sort::Point),
];
/// Half sizes and slides are multiples of 1/8, up to 2.
const STEP: f64 = 0.125;
const SIZE_STEPS: (i32, i32) = (1, 16);
const SLIDE_STEPS_MAX: i32 = 16;
/// The share of slides by the sizes themselves, so that projections end in one line.
const FLUSH_PERCENT: u16 = 30;
/// The position of the second shape relative to the plane, and gaps as octaves of 1.
const LIFTS: [(u16, f64); 3] = [(4, 0.0), (3, 1.0), (3, -1.0)];
const GAP_EXPONENTS: (i32, i32) = (-40, 1);
/// The share of gaps that are not powers of two.
const FULL_PERCENT: u16 = 30;
/// The share of pairs that are rotated, and of those the share rotated by poses.
const TURNED_PERCENT: u16 = 45;
const POSES_PERCENT: u16 = 60;
/// Sizes from 2^-20 to 2^20.
const SIZE_EXPONENT_MAX: i32 = 20;

/// The axis normal to the plane, and two within it; in 2D the last is z, along which all is zero.
#[derive(Clone, Copy)]
struct Frame {
    dim: Dim,
    across: usize,
    within: [usize; 2],
}

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let across = draw::axis(u, format.dim)?;
    let within = match format.dim {
        Dim::Two => [1 - across, 2],
        Dim::Three => [(across + 1) % 3, (across + 2) % 3],
    };
    let frame = Frame {
        dim: format.dim,
        across,
        within,
    };
    let (sizes_a, sizes_b) = (sizes(u, frame)?, sizes(u, frame)?);
    let mut a = layer(u, frame, sizes_a, -1.0)?;
    let mut b = layer(u, frame, sizes_b, 1.0)?;
    let mut apart = slide(u, frame, sizes_a + sizes_b)?;
    apart[across] = draw::weighted(u, &LIFTS)? * gap(u)?;
    b.translate(apart);
    let size = draw::power_of_two(draw::between(u, -SIZE_EXPONENT_MAX, SIZE_EXPONENT_MAX)?);
    body::scale(&mut a, size);
    body::scale(&mut b, size);
    if draw::chance(u, TURNED_PERCENT)? {
        turn(u, format, [&mut a, &mut b])?;
    }
    if u.arbitrary()? {
        std::mem::swap(&mut a, &mut b);
    }
    Ok(format.case(a, b))
}

/// Half the sizes of a shape along the axes.
fn sizes(u: &mut Source<'_>, frame: Frame) -> Result<DVec3> {
    let mut size = || Ok(STEP * f64::from(draw::between(u, SIZE_STEPS.0, SIZE_STEPS.1)?));
    let sizes = DVec3::new(size()?, size()?, size()?);
    Ok(match frame.dim {
        Dim::Two => sizes.with_z(0.0),
        Dim::Three => sizes,
    })
}

/// An offset within the plane: any, or along each axis one that makes sides flush.
fn slide(u: &mut Source<'_>, frame: Frame, both_sizes: DVec3) -> Result<DVec3> {
    let mut way = draw::lattice(u, frame.dim, -SLIDE_STEPS_MAX, SLIDE_STEPS_MAX)? * STEP;
    for axis in frame.within {
        if draw::chance(u, FLUSH_PERCENT)? {
            way[axis] = both_sizes[axis].copysign(way[axis]);
        }
    }
    way[frame.across] = 0.0;
    Ok(way)
}

fn gap(u: &mut Source<'_>) -> Result<f64> {
    let gap = draw::magnitude(u, GAP_EXPONENTS.0, GAP_EXPONENTS.1)?;
    Ok(if draw::chance(u, FULL_PERCENT)? {
        gap
    } else {
        draw::binade(gap)
    })
}

/// A shape of these half sizes on one `side` of the plane, with a feature in it.
fn layer(u: &mut Source<'_>, frame: Frame, sizes: DVec3, side: f64) -> Result<Shape> {
    let Frame { across, within, .. } = frame;
    let [s, t] = within.map(|axis| DVec3::AXES[axis] * sizes[axis]);
    let up = DVec3::AXES[across] * sizes[across] * side;
    Ok(match draw::weighted(u, &SORTS)? {
        Sort::Point => body::bare(Kind::Point { p: DVec3::ZERO }),
        Sort::Segment => body::bare(Kind::Segment { p0: -s, p1: s }),
        Sort::Triangle => {
            let third = if frame.dim == Dim::Two { up } else { t };
            let points = [-s, s, third];
            body::bare(Kind::Triangle { points })
        }
        Sort::Box => body::posed(
            Kind::Box {
                half_extents: sizes,
            },
            up,
        ),
        Sort::Sphere => {
            let radius = sizes[across];
            body::posed(Kind::Sphere { radius }, up)
        }
        Sort::Capsule => {
            let (p0, p1, radius) = (up - s, up + s, sizes[across]);
            body::bare(Kind::Capsule { p0, p1, radius })
        }
        Sort::Hull => {
            // A face of three or four corners in the plane, and its copy or one corner above it.
            let mut points = vec![-s - t, s - t, s + t];
            if u.arbitrary()? {
                points.push(t - s);
            }
            if u.arbitrary()? {
                points.push(2.0 * up);
            } else {
                let above: Vec<DVec3> = points.iter().map(|p| *p + 2.0 * up).collect();
                points.extend(above);
            }
            draw::shuffle(u, &mut points)?;
            body::bare(Kind::Hull { points })
        }
    })
}

/// Rotates both shapes about the origin: by poses, or the points if there are any.
fn turn(u: &mut Source<'_>, format: Format, shapes: [&mut Shape; 2]) -> Result<()> {
    let rotation = draw::rotation(u, format.dim)?;
    let by_poses = draw::chance(u, POSES_PERCENT)?;
    for shape in shapes {
        if by_poses || shape.pose.is_some() {
            body::turn(shape, &rotation);
        } else {
            let matrix = body::matrix(&rotation);
            shape
                .kind
                .points_mut()
                .into_iter()
                .for_each(|p| *p = matrix * *p);
        }
    }
    Ok(())
}
