//! The numbers of a case: all of them in a row, what each one costs, and simpler ones for it.

use glam::DVec3;

use super::{Case, Dim, Kind, Rotation};

/// Whole numbers up to here are simple; every other number costs more than any of them.
const WHOLE_MAX: f64 = (1u64 << 20) as f64;

/// Zero costs nothing, a small whole number its size, any other number its significant bits.
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

/// Simpler values for a number, the simplest first: zero, whole numbers, fewer significant bits.
///
/// A value of `f32` stays one: all of them keep or cut its bits.
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
pub(super) fn with_bits(number: f64, bits: u32) -> f64 {
    f64::from_bits(number.to_bits() & (u64::MAX << (53 - bits)))
}

/// Every number of the two shapes, in a fixed order.
pub(super) fn numbers(case: &mut Case) -> Vec<&mut f64> {
    let dim = case.dim;
    let mut found = Vec::new();
    for shape in [&mut case.a, &mut case.b] {
        match &mut shape.kind {
            Kind::Point { p } => found.extend(parts(p, dim)),
            Kind::Segment { p0, p1 } => found.extend(parts(p0, dim).chain(parts(p1, dim))),
            Kind::Triangle { points } => {
                found.extend(points.iter_mut().flat_map(|p| parts(p, dim)))
            }
            Kind::Box {
                half_extents: sizes,
            }
            | Kind::Ellipsoid { radii: sizes } => {
                found.extend(parts(sizes, dim));
            }
            Kind::Sphere { radius } => found.push(radius),
            Kind::Capsule { p0, p1, radius } => {
                found.extend(parts(p0, dim).chain(parts(p1, dim)).chain([radius]));
            }
            Kind::Hull { points } => found.extend(points.iter_mut().flat_map(|p| parts(p, dim))),
            Kind::Cylinder {
                radius,
                half_height,
                ..
            } => found.extend([radius, half_height]),
        }
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

fn parts(v: &mut DVec3, dim: Dim) -> impl Iterator<Item = &mut f64> {
    let count = if dim == Dim::Two { 2 } else { 3 };
    [&mut v.x, &mut v.y, &mut v.z].into_iter().take(count)
}
