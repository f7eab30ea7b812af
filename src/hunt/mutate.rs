//! Changes of a case: small ones that follow a slope, and those that make what is hard, as near
//! contact, near duplicates, flat shapes and ties.
//!
//! Edges of a mesh are those of its hull, which moved vertices would have others of: what changes
//! single vertices makes a mesh a hull first.

use glam::{DQuat, DVec3};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::Map;

use crate::case::numbers::{numbers, with_bits};
use crate::case::{Case, Dim, Kind, Pose, Rotation, Scalar, Shape};
use crate::subject::{GjkCore, Subject};

/// Where the changes of a climb come from.
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `end`, which is above zero.
    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn sign(&mut self) -> f64 {
        if self.one_in(2) { 1.0 } else { -1.0 }
    }

    /// A power of two from `2^low` to `2^high`.
    fn power(&mut self, low: i32, high: i32) -> f64 {
        let exponent = low + self.below((high - low + 1) as usize) as i32;
        f64::powi(2.0, exponent)
    }

    /// A number in [-1, 1) with all bits drawn.
    fn signed(&mut self) -> f64 {
        (self.0.next_u64() as i64 >> 10) as f64 / (1u64 << 53) as f64
    }

    fn vector(&mut self, dim: Dim) -> DVec3 {
        let (x, y, z) = (self.signed(), self.signed(), self.signed());
        DVec3::new(x, y, if dim == Dim::Two { 0.0 } else { z })
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn side<'c>(&mut self, case: &'c mut Case) -> &'c mut Shape {
        if self.one_in(2) {
            &mut case.a
        } else {
            &mut case.b
        }
    }
}

/// A neighbour of `case`: one change mostly, seldom more. It may be no case that a file can hold, as
/// with a quaternion of zeros; but its numbers are what its scalar holds.
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

/// After so many changes on average there is another one in the same step.
const MORE_ONE_IN: usize = 3;

type Change = fn(&mut Random, &mut Case);

/// All changes; what follows a slope stands more often.
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

/// A nudge is so many ulps at most.
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

/// Makes a number another one of the case, its negative, or zero.
fn copy_number(random: &mut Random, case: &mut Case) {
    let factor = random.pick(&[1.0, 1.0, -1.0, 0.0]);
    let from = any_number(random, case).map(|number| *number);
    if let (Some(from), Some(number)) = (from, any_number(random, case)) {
        *number = from * factor;
    }
}

/// Makes a vertex another one of its shape, but for a little.
fn copy_vertex(random: &mut Random, case: &mut Case) {
    let (bits, dim) = (mantissa_bits(case), case.dim);
    let away = random.vector(dim) * random.power(-bits, -2) * random.pick(&[0.0, 1.0]);
    change_vertices(random, case, |random, points| {
        let (from, to) = (random.pick(points), random.below(points.len()));
        points[to] = from + away * binade(from.abs().max_element());
    });
}

/// Brings a vertex onto the line through two others, as far as rounding lets it.
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

/// Hulls grow to so many vertices.
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

/// Scales a shape or both, in its frame and where it stands.
fn scale(random: &mut Random, case: &mut Case) {
    let factor = random.power(-6, 6);
    let both = random.one_in(2);
    let one = random.side(case);
    scale_shape(one, factor);
    if both {
        let other = random.side(case);
        scale_shape(other, factor);
    }
}

fn scale_shape(shape: &mut Shape, factor: f64) {
    let points = shape.kind.points_mut();
    points.into_iter().for_each(|p| *p *= factor);
    let lengths = shape.kind.lengths_mut();
    lengths.into_iter().for_each(|length| *length *= factor);
    if let Some(pose) = &mut shape.pose {
        pose.position *= factor;
    }
}

/// Presses a shape flat along an axis.
fn flatten(random: &mut Random, case: &mut Case) {
    let factor = random.pick(&[0.0, 1.0, 1.0]) * random.power(-12, -1);
    let axis = random.below(3);
    let shape = random.side(case);
    as_hull(shape);
    let points = shape.kind.points_mut();
    points.into_iter().for_each(|p| p[axis] *= factor);
    if let Kind::Box { half_extents: v } | Kind::Ellipsoid { radii: v } = shape.kind.innermost_mut()
    {
        v[axis] *= factor;
    }
}

/// Moves the second shape along the line to the first: into contact, nearer, a little beyond.
fn slide(random: &mut Random, case: &mut Case) {
    let Some(closest) = GjkCore.answer(case).and_then(|answer| answer.closest) else {
        return;
    };
    let size = binade(largest(case));
    let any_way = random.vector(case.dim);
    let bits = mantissa_bits(case);
    let way = closest.normal.unwrap_or(any_way);
    let across = DVec3::AXES[way.abs().max_position()] * way.dot(DVec3::ONE).signum();
    let way = random.pick(&[way, way, across]);
    let by = match random.below(4) {
        0 => -closest.distance,
        1 => -closest.distance + random.sign() * random.power(-bits - 2, -bits + 6) * size,
        2 => -closest.distance * random.power(-8, -1),
        _ => random.sign() * random.power(-bits, 0) * size,
    };
    stand_free(&mut case.b);
    case.b.translate(way * by);
}

/// Moves both shapes away from the origin, or back.
fn move_both(random: &mut Random, case: &mut Case) {
    let way = random.vector(case.dim) * binade(largest(case)) * random.power(-20, 6);
    for shape in [&mut case.a, &mut case.b] {
        stand_free(shape);
        shape.translate(way);
    }
}

/// Turns a shape in its pose, or takes the turn away.
fn turn(random: &mut Random, case: &mut Case) {
    let dim = case.dim;
    let vector = random.vector(Dim::Three);
    let rotation = match (random.one_in(3), dim) {
        (true, _) => Rotation::Identity,
        (false, Dim::Two) => Rotation::Angle(vector.x * std::f64::consts::PI),
        (false, Dim::Three) => {
            let last = random.signed();
            Rotation::Quaternion(DQuat::from_vec4(vector.extend(last)))
        }
    };
    let shape = random.side(case);
    let position = shape.pose.as_ref().map_or(DVec3::ZERO, |p| p.position);
    let other = Map::new();
    shape.pose = Some(Pose {
        position,
        rotation,
        other,
    });
}

/// The same points by another name.
fn rename(random: &mut Random, case: &mut Case) {
    let dim = case.dim;
    let shape = random.side(case);
    let core = shape.core(dim);
    shape.kind = match shape.kind.clone() {
        Kind::Box { half_extents } if random.one_in(2) => Kind::Aabb {
            min: -half_extents,
            max: half_extents,
        },
        Kind::Sphere { radius } => rounded(Kind::Point { p: DVec3::ZERO }, radius),
        Kind::Capsule { p0, p1, radius } => rounded(Kind::Segment { p0, p1 }, radius),
        Kind::Ellipsoid { radii } => Kind::Sphere { radius: radii.x },
        kind @ (Kind::Rounded { .. } | Kind::Cylinder { .. } | Kind::Cone { .. }) => kind,
        Kind::Hull { points } => match *points.as_slice() {
            [p] => Kind::Point { p },
            [p0, p1] => Kind::Segment { p0, p1 },
            [p, q, r] => Kind::Triangle { points: [p, q, r] },
            _ => Kind::Hull { points },
        },
        // Already turned by the pose, which only moves from now on.
        _ => {
            if let Some(pose) = &mut shape.pose {
                pose.rotation = Rotation::Identity;
            }
            let vertices = core.vertices().unwrap_or_default().iter();
            let points = vertices.copied().map(DVec3::from_array).collect();
            Kind::Hull { points }
        }
    };
}

/// Gives a shape a radius, another radius, or takes it away.
fn round_off(random: &mut Random, case: &mut Case) {
    let radius = binade(largest(case)) * random.power(-30, 0) * (1.0 + random.signed().abs());
    let shape = random.side(case);
    shape.kind = match shape.kind.clone() {
        Kind::Rounded { shape, .. } if random.one_in(2) => *shape,
        Kind::Rounded { shape, .. } => rounded(*shape, radius),
        kind => rounded(kind, radius),
    };
}

fn store_otherwise(_: &mut Random, case: &mut Case) {
    case.scalar = match case.scalar {
        Scalar::F32 => Scalar::F64,
        Scalar::F64 => Scalar::F32,
    };
}

/// Makes one shape the other one, its mirror image, or swaps the two.
fn mirror_shape(random: &mut Random, case: &mut Case) {
    if random.one_in(2) {
        std::mem::swap(&mut case.a, &mut case.b);
        return;
    }
    case.b = case.a.clone();
    if random.one_in(2) {
        as_hull(&mut case.b);
        let points = case.b.kind.points_mut();
        points.into_iter().for_each(|p| *p = -*p);
    }
}

fn rounded(kind: Kind, radius: f64) -> Kind {
    Kind::Rounded {
        shape: Box::new(kind),
        radius,
        other: Map::new(),
    }
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

/// Makes a kind that is nothing but vertices a hull of them, inside of a radius too.
fn as_hull(shape: &mut Shape) {
    let kind = shape.kind.innermost_mut();
    let points = match kind {
        Kind::Point { p } => vec![*p],
        Kind::Segment { p0, p1 } => vec![*p0, *p1],
        Kind::Triangle { points } => points.to_vec(),
        Kind::Mesh { points, .. } => std::mem::take(points),
        _ => return,
    };
    *kind = Kind::Hull { points };
}

/// Readies a shape for being moved: the vertices of a mesh stay where they are in its frame.
fn stand_free(shape: &mut Shape) {
    if shape.pose.is_none() && matches!(shape.kind.innermost(), Kind::Mesh { .. }) {
        as_hull(shape);
    }
}

/// Numbers above this are cut off: lengths of the difference would leave the range.
const LARGEST: f64 = 1e300;

/// Makes the numbers what the case can hold, but for those of a mesh.
fn settle(case: &mut Case) {
    let scalar = case.scalar;
    for number in numbers(case) {
        *number = match scalar {
            Scalar::F32 => f64::from(*number as f32),
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

/// Bits of a number of the case after the leading one.
fn mantissa_bits(case: &Case) -> i32 {
    match case.scalar {
        Scalar::F32 => f32::MANTISSA_DIGITS as i32 - 1,
        Scalar::F64 => f64::MANTISSA_DIGITS as i32 - 1,
    }
}

fn largest(case: &mut Case) -> f64 {
    let sizes = numbers(case).into_iter().map(|number| number.abs());
    sizes.fold(0.0, f64::max)
}

/// The largest power of two that is not above `|x|`; for zero the least normal number.
fn binade(x: f64) -> f64 {
    with_bits(x.abs(), 1).max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::json;
    use crate::family;

    /// Claim: each change does something, and what it leaves is mostly a case that a file can hold. 20
    /// cases of each family; at least eight in ten after each change.
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
