//! Failures that users of other libraries met, and their neighbours.
//!
//! A stored case is drawn and perturbed in ways that keep what is hard about it: moved, scaled by a
//! power of two, its corners in another order, a corner twice, the shapes swapped, rounded to f32.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use glam::{DQuat, DVec3};

use super::body;
use super::draw;
use super::format::Format;
use crate::case::{Case, Dim, Expect, Kind, Rotation, Scalar};

/// The cases that are perturbed.
static SEEDS: LazyLock<Vec<Case>> = LazyLock::new(seeds);

/// Cases are scaled by 2 to the power of this at most, up or down.
const SCALE_EXPONENT_MAX: i32 = 12;
/// Cases are moved by up to 2 to the power of this, in units of their largest number.
const MOVE_EXPONENTS: (i32, i32) = (-12, 3);
/// Each perturbation is applied in this share of the cases.
const EACH_PERCENT: u16 = 35;

/// See the head of this file.
pub(super) fn generate(u: &mut Unstructured<'_>) -> Result<Case> {
    let last = SEEDS.len() as u32 - 1;
    let seed = u.int_in_range(0..=last)? as usize;
    perturb(u, &SEEDS[seed])
}

/// A neighbour of `case`, or, when the bytes have run out, `case` with nothing demanded of an
/// answer.
///
/// What the source of the case demands does not hold for its neighbour and is dropped, as are its
/// other fields.
pub(super) fn perturb(u: &mut Unstructured<'_>, case: &Case) -> Result<Case> {
    let plain = Case {
        expect: Expect::default(),
        reference: None,
        query: None,
        other: Default::default(),
        ..case.clone()
    };
    let mut case = plain.clone();
    if draw::chance(u, EACH_PERCENT)? {
        let largest = body::largest_number(&case.a).max(body::largest_number(&case.b));
        let way = draw::vector(u, case.dim)? * draw::binade(largest);
        let way = way * draw::power_of_two(draw::between(u, MOVE_EXPONENTS.0, MOVE_EXPONENTS.1)?);
        body::translate(&mut case.a, way);
        body::translate(&mut case.b, way);
    }
    if draw::chance(u, EACH_PERCENT)? {
        let exponent = draw::between(u, -SCALE_EXPONENT_MAX, SCALE_EXPONENT_MAX)?;
        body::scale(&mut case.a, draw::power_of_two(exponent));
        body::scale(&mut case.b, draw::power_of_two(exponent));
    }
    for shape in [&mut case.a, &mut case.b] {
        if let Kind::Hull { points } = &mut shape.kind {
            if draw::chance(u, EACH_PERCENT)? {
                draw::shuffle(u, points)?;
            }
            if draw::chance(u, EACH_PERCENT)? {
                let last = points.len() as u32 - 1;
                let twice = points[u.int_in_range(0..=last)? as usize];
                points.push(twice);
            }
        }
    }
    if draw::chance(u, EACH_PERCENT)? {
        std::mem::swap(&mut case.a, &mut case.b);
    }
    if case.scalar == Scalar::F64 && draw::chance(u, EACH_PERCENT)? {
        case.scalar = Scalar::F32;
    }
    let format = Format {
        dim: case.dim,
        scalar: case.scalar,
    };
    let moved = format.case(case.a, case.b);
    // Where f32 or the scaling cannot hold a number, the case stays as it was.
    let sound = body::is_sound(&moved.a) && body::is_sound(&moved.b);
    Ok(if sound {
        Case {
            id: plain.id,
            ..moved
        }
    } else {
        plain
    })
}

/// Where the cases come from: the only place that knows.
fn seeds() -> Vec<Case> {
    let double = |dim| Format {
        dim,
        scalar: Scalar::F64,
    };
    let flat_box = |x, y, z| {
        body::bare(Kind::Box {
            half_extents: DVec3::new(x, y, z),
        })
    };
    // A thin plate that stands edge on to a tilted block.
    let mut block = flat_box(0.0247605, 0.073, 0.03625);
    let tilt = DQuat::from_xyzw(0.660165, -0.164984, -0.647294, -0.343472);
    let place = DVec3::new(0.2942285734467, 0.0060314872633, -0.0025327194890);
    block.pose = Some(body::pose(place, Rotation::Quaternion(tilt)));
    let plate = double(Dim::Three).case(flat_box(0.23, 0.24, 0.005), block);
    // Two equal boxes on top of each other, their faces in one plane.
    let cube = || flat_box(0.5, 0.5, 0.5);
    let mut upper = cube();
    body::translate(&mut upper, DVec3::Y);
    let stacked = double(Dim::Three).case(cube(), upper);
    // A long triangle of a terrain, and a small ball just above its middle.
    let corners = [
        (-1000.0, 0.0, -1000.0),
        (1000.0, 0.0, -1000.0),
        (0.0, 0.1, 1000.0),
    ];
    let terrain = body::bare(Kind::Triangle {
        points: corners.map(DVec3::from),
    });
    let ball = body::posed(Kind::Sphere { radius: 0.25 }, DVec3::new(0.0, 0.3001, 0.0));
    let ground = Format {
        dim: Dim::Three,
        scalar: Scalar::F32,
    }
    .case(terrain, ball);
    // A triangle and a quadrilateral whose corners overlap a little.
    let polygon = |corners: &[(f64, f64)]| {
        body::bare(Kind::Hull {
            points: corners
                .iter()
                .map(|&(x, y)| DVec3::new(x, y, 0.0))
                .collect(),
        })
    };
    let left = polygon(&[(4.0, 11.0), (4.0, 5.0), (9.0, 9.0)]);
    let right = polygon(&[(5.0, 7.0), (7.0, 3.0), (10.0, 2.0), (12.0, 7.0)]);
    let polygons = double(Dim::Two).case(left, right);
    vec![plate, stacked, ground, polygons]
}
