//! Changes of a case: small ones that follow a slope, and those that create hard cases, such as
//! near contact, near duplicates, flat shapes and ties.
//!
//! The edges of a mesh are those of its hull, which moved vertices would change: changes of single
//! vertices turn a mesh into a hull first.

use glam::DVec3;

use super::random::Random;
use super::size::{binade, largest, mantissa_bits};
use super::whole::{
    as_hull, flatten, mirror_shape, move_both, rename, round_off, scale, slide, store_otherwise,
    turn,
};
use crate::case::numbers::{numbers, with_bits};
use crate::case::{Case, Kind, Scalar};

/// A neighbour of `case`: usually one change, seldom more. It may be no valid case, for instance
/// with a zero quaternion; but its numbers fit its scalar.
pub(super) fn neighbour(random: &mut Random, case: &Case) -> Case {
    let mut case = case.clone();
    loop {
        random.pick(&CHANGES)(random, &mut case);
        if !random.one_in(MORE_ONE_IN) {
            break;
        }
    }
    settle(&mut case);
    case
}

/// On average, one in this many changes is followed by another in the same step.
const MORE_ONE_IN: usize = 3;

type Change = fn(&mut Random, &mut Case);

/// All changes; those that follow a slope are listed several times.
const CHANGES: [Change; 24] = [
    nudge_by_ulps,
    nudge_by_ulps,
    nudge_by_ulps,
    nudge_by_fraction,
    nudge_by_fraction,
    nudge_by_fraction,
    nudge_by_fraction,
    cut_bits,
    copy_number,
    copy_vertex,
    line_up,
    add_vertex,
    drop_vertex,
    scale,
    flatten,
    slide,
    slide,
    slide,
    move_both,
    turn,
    rename,
    round_off,
    store_otherwise,
    mirror_shape,
];

/// A nudge is at most this many ulps.
const ULPS_MAX: usize = 4;

fn nudge_by_ulps(random: &mut Random, case: &mut Case) {
    let bits = mantissa_bits(case);
    let Some(number) = any_number(random, case) else {
        return;
    };
    let ulp = f64::powi(2.0, -bits) * binade(*number);
    *number += random.sign() * (1 + random.below(ULPS_MAX)) as f64 * ulp;
}

fn nudge_by_fraction(random: &mut Random, case: &mut Case) {
    let (bits, largest) = (mantissa_bits(case), largest(case));
    if let Some(number) = any_number(random, case) {
        let scale = random.pick(&[largest, binade(*number)]);
        *number += random.signed() * random.power(-bits, 1) * scale;
    }
}

fn cut_bits(random: &mut Random, case: &mut Case) {
    let bits = 1 + random.below(mantissa_bits(case) as usize) as u32;
    let all = random.one_in(4);
    let chosen = any_index(random, case);
    for (index, number) in numbers(case).into_iter().enumerate() {
        if all || Some(index) == chosen {
            *number = with_bits(*number, bits);
        }
    }
}

/// Replaces a number by another one of the case, its negative, or zero.
fn copy_number(random: &mut Random, case: &mut Case) {
    let factor = random.pick(&[1.0, 1.0, -1.0, 0.0]);
    let from = any_number(random, case).map(|number| *number);
    if let (Some(from), Some(number)) = (from, any_number(random, case)) {
        *number = from * factor;
    }
}

/// Replaces a vertex by another one of its shape, slightly moved.
fn copy_vertex(random: &mut Random, case: &mut Case) {
    let (bits, dim) = (mantissa_bits(case), case.dim);
    let away = random.vector(dim) * random.power(-bits, -2) * random.pick(&[0.0, 1.0]);
    change_vertices(random, case, |random, points| {
        let (from, to) = (random.pick(points), random.below(points.len()));
        points[to] = from + away * binade(from.abs().max_element());
    });
}

/// Moves a vertex onto the line through two others, up to rounding.
fn line_up(random: &mut Random, case: &mut Case) {
    change_vertices(random, case, |random, points| {
        let (p, q) = (random.pick(points), random.pick(points));
        let (along, to) = (
            random.sign() * random.power(-6, 1),
            random.below(points.len()),
        );
        points[to] = p + (q - p) * along;
    });
}

/// Hulls grow up to this many vertices.
const VERTICES_MAX: usize = 40;

fn add_vertex(random: &mut Random, case: &mut Case) {
    let size = binade(largest(case));
    let vertex = random.vector(case.dim) * size;
    change_vertices(random, case, |random, points| {
        if points.len() < VERTICES_MAX {
            let far = random.one_in(2);
            let near = random.pick(points) + vertex * random.power(-20, -2);
            points.push(if far { vertex } else { near });
        }
    });
}

fn drop_vertex(random: &mut Random, case: &mut Case) {
    change_vertices(random, case, |random, points| {
        if points.len() > 1 {
            points.remove(random.below(points.len()));
        }
    });
}

/// Applies a change to the vertices of a shape, as those of a hull where it may change their number.
fn change_vertices(
    random: &mut Random,
    case: &mut Case,
    change: impl FnOnce(&mut Random, &mut Vec<DVec3>),
) {
    let shape = random.side(case);
    as_hull(shape);
    if let Kind::Hull { points } = shape.kind.innermost_mut() {
        change(random, points);
    }
}

/// Larger numbers are cut off: lengths of the difference would overflow.
const LARGEST: f64 = 1e300;

/// Rounds the numbers to the scalar of the case, except for those of a mesh.
fn settle(case: &mut Case) {
    let scalar = case.scalar;
    for number in numbers(case) {
        *number = match scalar {
            Scalar::F32 => scalar.round(*number),
            Scalar::F64 => number.clamp(-LARGEST, LARGEST),
        };
    }
    for shape in [&mut case.a, &mut case.b] {
        let lengths = shape.kind.lengths_mut();
        lengths
            .into_iter()
            .for_each(|length| *length = length.abs());
        if let Kind::Aabb { min, max } = shape.kind.innermost_mut() {
            (*min, *max) = (min.min(*max), min.max(*max));
        }
    }
}

fn any_index(random: &mut Random, case: &mut Case) -> Option<usize> {
    let count = numbers(case).len();
    (count > 0).then(|| random.below(count))
}

fn any_number<'c>(random: &mut Random, case: &'c mut Case) -> Option<&'c mut f64> {
    let index = any_index(random, case)?;
    numbers(case).into_iter().nth(index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;
    use crate::family;

    /// Claim: each change does something, and its result is usually a valid case. 20 cases of each
    /// family; at least eight in ten after each change.
    #[test]
    fn changes_lead_to_cases() {
        const CASES: u64 = 20;
        let mut random = Random::new(1);
        for (place, change) in CHANGES.iter().enumerate() {
            let (mut tried, mut changed, mut valid) = (0, 0, 0);
            for family in family::all() {
                for index in 0..CASES {
                    let before = family::case_from_seed(family, 2, index);
                    let mut case = before.clone();
                    change(&mut random, &mut case);
                    settle(&mut case);
                    tried += 1;
                    changed += usize::from(case != before);
                    valid += usize::from(json::is_valid(&case));
                }
            }
            assert!(changed > tried / 10, "change {place}: {changed} of {tried}");
            assert!(
                valid * 10 >= tried * 8,
                "change {place}: {valid} of {tried}"
            );
        }
    }
}
