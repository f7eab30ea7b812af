//! The numbers of a case, the cost of each, and simpler numbers to replace it.

use glam::DVec3;

use super::{Case, Dim, Kind, Rotation};

/// Integers up to here are simple; every other number costs more than any of them.
const WHOLE_MAX: f64 = (1u64 << 20) as f64;

/// Zero costs nothing, a small integer its magnitude, any other number its significant bits.
pub(super) fn number_cost(number: f64) -> u64 {
    const SIGNIFICAND: u64 = (1 << 52) - 1;
    let size = number.abs();
    if number.to_bits() == 0 {
        0
    } else if size.fract() == 0.0 && size <= WHOLE_MAX {
        2 + 2 * size as u64 - u64::from(number > 0.0)
    } else {
        let bits = 53 - (number.to_bits() & SIGNIFICAND).trailing_zeros().min(52);
        4 * WHOLE_MAX as u64 + u64::from(bits)
    }
}

/// Simpler values for a number, the simplest first: zero, integers, fewer significant bits.
///
/// An `f32` value stays one: all of them keep or cut its bits.
pub(super) fn simpler_numbers(number: f64) -> Vec<f64> {
    let mut values = vec![0.0, number.trunc(), number.trunc() + number.signum()];
    if number.fract() == 0.0 && number.abs() <= WHOLE_MAX {
        let mut step = number.trunc();
        while step != 0.0 {
            step = (step / 2.0).trunc();
            values.push(number - step);
        }
        values.push(number - number.signum());
        values.push(number.abs());
    }
    values
        .extend([1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48].map(|bits| with_bits(number, bits)));
    values
}

/// The number cut to its first significant bits, towards zero.
pub(crate) fn with_bits(number: f64, bits: u32) -> f64 {
    f64::from_bits(number.to_bits() & (u64::MAX << (53 - bits)))
}

/// Every number of the two shapes that can be simplified independently, in a fixed order.
pub(crate) fn numbers(case: &mut Case) -> Vec<&mut f64> {
    let dim = case.dim;
    let mut found = Vec::new();
    for shape in [&mut case.a, &mut case.b] {
        found.extend(kind_numbers(&mut shape.kind, dim));
        if let Some(pose) = &mut shape.pose {
            found.extend(parts(&mut pose.position, dim));
            match &mut pose.rotation {
                Rotation::Identity => {}
                Rotation::Angle(angle) => found.push(angle),
                Rotation::Quaternion(q) => found.extend([&mut q.x, &mut q.y, &mut q.z, &mut q.w]),
                Rotation::Matrix { matrix, .. } => {
                    let columns = [&mut matrix.x_axis, &mut matrix.y_axis, &mut matrix.z_axis];
                    found.extend(columns.into_iter().flat_map(|column| parts(column, dim)));
                }
            }
        }
    }
    found
}

/// Every number of a kind, in a fixed order; in 2D no z.
///
/// The points of a mesh are left out: changed points would invalidate its edges. It is simplified
/// as a hull, or not at all.
fn kind_numbers(kind: &mut Kind, dim: Dim) -> Vec<&mut f64> {
    match kind {
        Kind::Point { p } => parts(p, dim).collect(),
        Kind::Segment { p0: p, p1: q } | Kind::Aabb { min: p, max: q } => {
            parts(p, dim).chain(parts(q, dim)).collect()
        }
        Kind::Triangle { points } => points.iter_mut().flat_map(|p| parts(p, dim)).collect(),
        Kind::Hull { points } => points.iter_mut().flat_map(|p| parts(p, dim)).collect(),
        Kind::Box {
            half_extents: sizes,
        }
        | Kind::Ellipsoid { radii: sizes } => parts(sizes, dim).collect(),
        Kind::Sphere { radius } => vec![radius],
        Kind::Capsule { p0, p1, radius } => parts(p0, dim)
            .chain(parts(p1, dim))
            .chain([radius])
            .collect(),
        Kind::Cylinder {
            radius,
            half_height,
            ..
        }
        | Kind::Cone {
            radius,
            half_height,
            ..
        } => vec![radius, half_height],
        Kind::Mesh { .. } => Vec::new(),
        Kind::Rounded { shape, radius, .. } => {
            let mut numbers = kind_numbers(shape, dim);
            numbers.push(radius);
            numbers
        }
    }
}

fn parts(v: &mut DVec3, dim: Dim) -> impl Iterator<Item = &mut f64> {
    let count = if dim == Dim::Two { 2 } else { 3 };
    [&mut v.x, &mut v.y, &mut v.z].into_iter().take(count)
}
