//! Cylinders, cones, ellipsoids and rounded shapes, with each other and with polytopes.
//!
//! Rotated at random, apart by anything from their size to 2^-40 of it, one up to 10^6 times the
//! other. Or aligned with the axes, where sizes of few bits make exact contact: cap on face,
//! coaxial, along a line, at a point; and the same pairs nudged by ulps. Zero sizes give discs,
//! needles and points. In 2D there are ellipses and rounded shapes.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Shape};

/// The kinds; 2D has no cylinders or cones.
#[derive(Clone, Copy)]
enum Sort {
    Ellipsoid,
    Cylinder,
    Cone,
    RoundedBox,
}

/// The relative position of the shapes.
#[derive(Clone, Copy)]
enum Arrangement {
    /// Rotated at random, at a gap.
    Tilted,
    /// Along the axes, in contact.
    Aligned,
    /// One near the centre of the other.
    Inside,
}

const ARRANGEMENTS: [(u16, Arrangement); 3] = [
    (6, Arrangement::Tilted),
    (4, Arrangement::Aligned),
    (1, Arrangement::Inside),
];
/// The share of second shapes that are polytopes, balls or capsules.
const MIXED_PERCENT: u16 = 45;
/// The share of shapes that are rounded.
const ROUNDED_PERCENT: u16 = 20;
/// The share of sizes that are zero, and of those that are about a thousandth of the others.
const ZERO_PERCENT: u16 = 4;
const THIN_PERCENT: u16 = 6;
const THIN: f64 = 1.0 / 1024.0;
/// The share of pairs of unequal size, and by how many octaves.
const UNEQUAL_PERCENT: u16 = 30;
const RATIO_EXPONENTS: (i32, i32) = (-20, 19);
/// Gaps of tilted shapes, in octaves of the size of the second, and the share of negative ones.
const GAP_EXPONENTS: (i32, i32) = (-40, 0);
const OVERLAP_PERCENT: u16 = 40;
/// Sizes and offsets of aligned shapes are multiples of 1/8 up to 2.
const STEP: f64 = 0.125;
const STEPS_MAX: i32 = 16;
/// The share of aligned pairs that are moved sideways, and of those nudged out of contact.
const SIDEWAYS_PERCENT: u16 = 50;
const NUDGED_PERCENT: u16 = 60;
/// Nudges in ulps, and in octaves.
const ULPS_MAX: i32 = 4;
const NUDGE_EXPONENTS: (i32, i32) = (-50, -3);
/// Within this distance of the centre of a shape, in its size, the other is usually inside.
const INSIDE_MAX: f64 = 0.4;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let format = Format::draw(u)?;
    let (a, b) = match draw::weighted(u, &ARRANGEMENTS)? {
        Arrangement::Tilted => tilted(u, format)?,
        Arrangement::Aligned => aligned(u, format)?,
        Arrangement::Inside => inside(u, format)?,
    };
    Ok(format.case(a, b))
}

fn tilted(u: &mut Source<'_>, format: Format) -> Result<(Shape, Shape)> {
    let (mut a, mut b) = (turned(u, format.dim)?, other(u, format.dim)?);
    let mut size = 1.0;
    if draw::chance(u, UNEQUAL_PERCENT)? {
        size = draw::magnitude(u, RATIO_EXPONENTS.0, RATIO_EXPONENTS.1)?;
        body::scale(&mut b, size);
    }
    let direction = draw::direction(u, format.dim)?;
    let gap = draw::magnitude(u, GAP_EXPONENTS.0, GAP_EXPONENTS.1)? * size;
    let sign = if draw::chance(u, OVERLAP_PERCENT)? {
        -1.0
    } else {
        1.0
    };
    a.translate(draw::vector(u, format.dim)?);
    format.round_shape(&mut a);
    format.round_shape(&mut b);
    b.translate(body::aim(&a, &b, direction, sign * gap));
    Ok((a, b))
}

fn aligned(u: &mut Source<'_>, format: Format) -> Result<(Shape, Shape)> {
    let mut steps = |least: i32| Ok(STEP * f64::from(draw::between(u, least, STEPS_MAX)?));
    let sizes_a = DVec3::new(steps(0)?, steps(1)?, steps(1)?);
    let sizes_b = DVec3::new(steps(0)?, steps(1)?, steps(1)?);
    let mut a = body::bare(of_sizes(u, format.dim, sizes_a)?);
    let mut b = body::bare(if draw::chance(u, MIXED_PERCENT)? {
        Kind::Box {
            half_extents: sizes_b,
        }
    } else {
        of_sizes(u, format.dim, sizes_b)?
    });
    for shape in [&mut a, &mut b] {
        if draw::chance(u, MIXED_PERCENT)? {
            let rotation = draw::exact_rotation(u, format.dim)?;
            shape.pose = Some(body::pose(DVec3::ZERO, rotation));
        }
        format.round_shape(shape);
    }
    let across = DVec3::AXES[draw::axis(u, format.dim)?];
    let mut apart = body::aim(&a, &b, across, 0.0);
    if draw::chance(u, SIDEWAYS_PERCENT)? {
        let sideways = draw::lattice(u, format.dim, -STEPS_MAX, STEPS_MAX)? * STEP;
        apart += sideways - across * sideways.dot(across);
    }
    if draw::chance(u, NUDGED_PERCENT)? {
        let nudge = if draw::chance(u, MIXED_PERCENT)? {
            let ulp = draw::power_of_two(-format.mantissa_bits());
            f64::from(draw::between(u, -ULPS_MAX, ULPS_MAX)?) * ulp * draw::binade(apart.length())
        } else {
            let exponents = NUDGE_EXPONENTS;
            draw::signed(u)?.signum() * draw::magnitude(u, exponents.0, exponents.1)?
        };
        apart += across * nudge;
    }
    b.translate(apart);
    Ok((a, b))
}

fn inside(u: &mut Source<'_>, format: Format) -> Result<(Shape, Shape)> {
    let (a, mut b) = (turned(u, format.dim)?, other(u, format.dim)?);
    let size = draw::magnitude(u, RATIO_EXPONENTS.0, 0)?;
    body::scale(&mut b, size);
    b.translate(draw::vector(u, format.dim)? * draw::range(u, 0.0, INSIDE_MAX)?);
    Ok((a, b))
}

/// A second shape: a curved one, or one of the other families.
fn other(u: &mut Source<'_>, dim: Dim) -> Result<Shape> {
    if draw::chance(u, MIXED_PERCENT)? {
        body::draw(u, dim)
    } else {
        turned(u, dim)
    }
}

/// A shape of unit size in a random rotation.
fn turned(u: &mut Source<'_>, dim: Dim) -> Result<Shape> {
    let mut size = || -> Result<f64> {
        Ok(if draw::chance(u, ZERO_PERCENT)? {
            0.0
        } else if draw::chance(u, THIN_PERCENT)? {
            draw::signed(u)?.abs() * THIN
        } else {
            draw::signed(u)?.abs()
        })
    };
    let sizes = DVec3::new(size()?, size()?, size()?) / 2.0;
    let kind = of_sizes(u, dim, sizes)?;
    let pose = body::pose(DVec3::ZERO, draw::rotation(u, dim)?);
    Ok(Shape {
        pose: Some(pose),
        ..body::bare(kind)
    })
}

/// A curved kind of these sizes, sometimes rounded; also rounded boxes.
fn of_sizes(u: &mut Source<'_>, dim: Dim, sizes: DVec3) -> Result<Kind> {
    let axis = draw::axis(u, dim)?;
    let (radius, half_height) = (sizes.x, sizes.y);
    let flat = if dim == Dim::Two {
        sizes.with_z(0.0)
    } else {
        sizes
    };
    let rounded = |shape| Kind::Rounded {
        shape: Box::new(shape),
        radius: sizes.z,
        other: Default::default(),
    };
    let solid = match dim {
        Dim::Two => 0,
        Dim::Three => 4,
    };
    let sorts = [
        (3, Sort::Ellipsoid),
        (solid, Sort::Cylinder),
        (solid, Sort::Cone),
        (1, Sort::RoundedBox),
    ];
    let kind = match draw::weighted(u, &sorts)? {
        Sort::Cylinder => Kind::Cylinder {
            radius,
            half_height,
            axis,
        },
        Sort::Cone => Kind::Cone {
            radius,
            half_height,
            axis,
        },
        Sort::RoundedBox => rounded(Kind::Box { half_extents: flat }),
        Sort::Ellipsoid => Kind::Ellipsoid { radii: flat },
    };
    Ok(if draw::chance(u, ROUNDED_PERCENT)? {
        rounded(kind)
    } else {
        kind
    })
}
