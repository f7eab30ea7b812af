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

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::case::json;

    /// Claim: each perturbation is drawn often: a case comes back in f32, with its shapes swapped,
    /// with a corner twice, moved or scaled, and as it was. Two hulls in f64 that fit into f32.
    #[test]
    fn every_perturbation_is_drawn() {
        let text = r#"{"id":"x","dim":3,"scalar":"f64","expect":{},
            "a":{"kind":"hull","points":[[1,0,0],[0,1,0],[0,0,1]]},
            "b":{"kind":"hull","points":[[3,0,0],[0,3,0],[0,0,3],[3,3,3],[1,1,1],[2,2,2]]}}"#;
        let case = json::read(text).expect("a case");
        let largest =
            |case: &Case| body::largest_number(&case.a).max(body::largest_number(&case.b));
        let mut counts = [0; 5];
        for seed in 0..400 {
            let mut bytes = [0; 256];
            Xoshiro256PlusPlus::seed_from_u64(seed).fill_bytes(&mut bytes);
            let drawn = perturb(&mut Source::new(&bytes), &case).expect("enough bytes");
            let [a, b] = [&drawn.a, &drawn.b].map(|shape| shape.clone().kind.points_mut().len());
            let is_so = [
                drawn == case,
                drawn.scalar == Scalar::F32,
                a > b,
                a + b > 9,
                largest(&drawn) != largest(&case),
            ];
            for (count, is_so) in counts.iter_mut().zip(is_so) {
                *count += u32::from(is_so);
            }
        }
        assert!(counts.iter().all(|count| *count > 10), "{counts:?}");
    }
}
