//! Failures that users of other libraries reported, and their neighbours.
//!
//! A stored case is drawn and perturbed in ways that keep it hard: moved, scaled by a power of two,
//! corners shuffled or duplicated, shapes swapped, rounded to f32. A few come back as they were.

use std::sync::LazyLock;

use arbitrary::Result;

use super::body;
use super::draw;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Expect, Kind, Scalar, files};

/// The cases that are perturbed.
static SEEDS: LazyLock<Vec<Case>> = LazyLock::new(|| embedded(&FILES));

/// Cases are scaled by at most 2 to the power of this, up or down.
const SCALE_EXPONENT_MAX: i32 = 12;
/// Cases are moved by up to 2 to the power of this, in units of their largest number.
const MOVE_EXPONENTS: (i32, i32) = (-12, 3);
/// Each perturbation is applied in this share of the cases.
const EACH_PERCENT: u16 = 35;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    let last = SEEDS.len() as u32 - 1;
    let seed = u.int_in_range(0..=last)? as usize;
    perturb(u, &SEEDS[seed])
}

/// A neighbour of `case`; or `case` without expectations, if the bytes have run out, no perturbation
/// is drawn, or the perturbed one is not sound.
///
/// The expectations of the source do not hold for the neighbour and are dropped, as are its other
/// fields.
pub(super) fn perturb(u: &mut Source<'_>, case: &Case) -> Result<Case> {
    let plain = Case {
        expect: Expect::default(),
        reference: None,
        exact: None,
        query: None,
        other: Default::default(),
        ..case.clone()
    };
    let mut case = plain.clone();
    if draw::chance(u, EACH_PERCENT)? {
        let largest = body::largest_number(&case.a).max(body::largest_number(&case.b));
        let way = draw::vector(u, case.dim)? * draw::binade(largest);
        let way = way * draw::power_of_two(draw::between(u, MOVE_EXPONENTS.0, MOVE_EXPONENTS.1)?);
        case.a.translate(way);
        case.b.translate(way);
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
    // If f32 or the scaling cannot represent a number, the case is returned unchanged.
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

/// The cases of embedded case files.
pub(super) fn embedded(texts: &[&str]) -> Vec<Case> {
    texts
        .iter()
        .flat_map(|text| files::from_bytes(text.as_bytes()).expect("kept cases are valid"))
        .collect()
}

/// All files of `tests/cases/field/`.
const FILES: [&str; 16] = [
    include_str!("../../tests/cases/field/cgal.jsonl"),
    include_str!("../../tests/cases/field/coal_libccd.jsonl"),
    include_str!("../../tests/cases/field/cute_box2d.jsonl"),
    include_str!("../../tests/cases/field/dolfinx.jsonl"),
    include_str!("../../tests/cases/field/fcl.jsonl"),
    include_str!("../../tests/cases/field/genesis_newton.jsonl"),
    include_str!("../../tests/cases/field/geo.jsonl"),
    include_str!("../../tests/cases/field/geos_jts.jsonl"),
    include_str!("../../tests/cases/field/jolt.jsonl"),
    include_str!("../../tests/cases/field/mathgeolib.jsonl"),
    include_str!("../../tests/cases/field/mujoco.jsonl"),
    include_str!("../../tests/cases/field/mujoco_warp.jsonl"),
    include_str!("../../tests/cases/field/opengjk.jsonl"),
    include_str!("../../tests/cases/field/others.jsonl"),
    include_str!("../../tests/cases/field/parry.jsonl"),
    include_str!("../../tests/cases/field/python_julia.jsonl"),
];
