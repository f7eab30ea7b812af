//! Two hulls in exact contact, rounded or not, and then off it by ulps.
//!
//! A plane through the origin, whose normal `n` has small integers and an integer length, separates
//! two hulls of small integers that both contain the origin. A hull of radius `k |n|` touches one
//! that is moved by `k n`. All of it is exact, and stays so if it is moved by integers and scaled
//! by a power of two. Then some coordinates change by ulps, and the judge knows the exact answer.

use arbitrary::{Result, Unstructured};
use glam::DVec3;
use serde_json::Map;

use crate::case::{Case, Dim, Expect, Kind, Scalar, Shape};

/// Integer vectors and their lengths; the first are for 2D too.
const NORMALS: [[f64; 4]; 5] = [
    [0.0, 1.0, 0.0, 1.0],
    [3.0, -4.0, 0.0, 5.0],
    [5.0, 12.0, 0.0, 13.0],
    [1.0, -2.0, 2.0, 3.0],
    [2.0, 3.0, -6.0, 7.0],
];
const NORMALS_PLANE: usize = 3;

/// Corners of a hull besides those at the origin, and their size.
const POINTS_MAX: usize = 6;
const POINT_MAX: i8 = 4;

/// A radius is at most this many lengths of the normal.
const STEPS_MAX: u8 = 3;

/// The motion of both, and the power of two of the scale.
const MOVED_MAX: i16 = 1000;
const EXPONENT_MAX: i32 = 60;

/// The number of changed coordinates, and the most ulps.
const CHANGES_MAX: usize = 4;
const ULPS_MAX: i32 = 3;

/// Any bytes as two hulls near contact, judged by all properties. Returns whether there were enough
/// bytes.
pub fn exact_contact(data: &[u8]) -> bool {
    case(&mut Unstructured::new(data)).is_ok_and(|case| super::holds(&case))
}

fn case(bytes: &mut Unstructured) -> Result<Case> {
    let dim = *bytes.choose(&[Dim::Three, Dim::Two])?;
    let scalar = *bytes.choose(&[Scalar::F64, Scalar::F32])?;
    let normals = match dim {
        Dim::Two => &NORMALS[..NORMALS_PLANE],
        Dim::Three => &NORMALS,
    };
    let [x, y, z, length] = *bytes.choose(normals)?;
    let normal = DVec3::new(x, y, z);
    let mut hulls = [hull(bytes, dim, -normal)?, hull(bytes, dim, normal)?];
    let steps = f64::from(bytes.int_in_range(0..=STEPS_MAX)?);
    let moved = vector(bytes, dim, MOVED_MAX)?;
    let size = 2f64.powi(bytes.int_in_range(-EXPONENT_MAX..=EXPONENT_MAX)?);
    for (points, way) in hulls.iter_mut().zip([moved, moved + normal * steps]) {
        points.iter_mut().for_each(|p| *p = (*p + way) * size);
    }
    for _ in 0..bytes.int_in_range(0..=CHANGES_MAX)? {
        let points = &mut hulls[usize::from(bytes.arbitrary::<bool>()?)];
        let axes = if dim == Dim::Two { 2 } else { 3 };
        let (index, axis) = (bytes.choose_index(points.len())?, bytes.choose_index(axes)?);
        let ulps = bytes.int_in_range(-ULPS_MAX..=ULPS_MAX)?;
        let coordinate = &mut points[index][axis];
        *coordinate = stepped(*coordinate, ulps, scalar);
    }
    let radius = steps * length * size;
    let [a, b] = hulls.map(|points| Kind::Hull { points });
    let rounded = Kind::Rounded {
        shape: Box::new(a.clone()),
        radius,
        other: Map::new(),
    };
    let shape = |kind| Shape {
        kind,
        pose: None,
        other: Map::new(),
    };
    Ok(Case {
        id: super::CASE_ID.to_owned(),
        dim,
        scalar,
        a: shape(if radius > 0.0 { rounded } else { a }),
        b: shape(b),
        expect: Expect::default(),
        reference: None,
        exact: None,
        query: None,
        other: Map::new(),
    })
}

/// Points on one side of the plane through the origin, which their hull contains.
fn hull(bytes: &mut Unstructured, dim: Dim, normal: DVec3) -> Result<Vec<DVec3>> {
    // The origin is a corner, or inside an edge.
    let mut along = normal.cross(vector(bytes, dim, POINT_MAX.into())?);
    if dim == Dim::Two {
        along = normal.cross(DVec3::Z);
    }
    let mut points = match bytes.arbitrary()? {
        true => vec![along, -along],
        false => vec![DVec3::ZERO],
    };
    for _ in 0..bytes.int_in_range(0..=POINTS_MAX)? {
        let point = vector(bytes, dim, POINT_MAX.into())?;
        let inward = point.dot(normal) >= 0.0;
        points.push(if inward { point } else { -point });
    }
    Ok(points)
}

/// A vector of integers.
fn vector(bytes: &mut Unstructured, dim: Dim, most: i16) -> Result<DVec3> {
    let mut part = || Ok(f64::from(bytes.int_in_range(-most..=most)?));
    let (x, y) = (part()?, part()?);
    let z = if dim == Dim::Two { 0.0 } else { part()? };
    Ok(DVec3::new(x, y, z))
}

/// The number this many ulps above, in its format.
fn stepped(mut x: f64, ulps: i32, scalar: Scalar) -> f64 {
    for _ in 0..ulps.abs() {
        x = match (scalar, ulps > 0) {
            (Scalar::F64, true) => x.next_up(),
            (Scalar::F64, false) => x.next_down(),
            (Scalar::F32, true) => f64::from((x as f32).next_up()),
            (Scalar::F32, false) => f64::from((x as f32).next_down()),
        };
    }
    x
}

#[cfg(test)]
mod tests {
    use gjk_reference::Contact;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;
    use crate::judge::Truth;

    /// The number of byte strings, and the least share of each class.
    const STRINGS: u64 = 1000;
    const SHARE_MIN: u64 = STRINGS / 10;

    /// The pairs touch, are a little apart or overlap a little; no class is rare.
    #[test]
    fn every_class_is_common() {
        let mut counts = [0; 3];
        for seed in 0..STRINGS {
            let mut bytes = [0; 256];
            Xoshiro256PlusPlus::seed_from_u64(seed).fill_bytes(&mut bytes);
            let case = case(&mut Unstructured::new(&bytes)).expect("enough bytes");
            let truth = Truth::of(&case).expect("a truth");
            counts[truth.contact.expect("polytopes") as usize] += 1;
        }
        assert_eq!(Contact::Overlapping as usize, 2);
        assert!(counts.iter().all(|c| *c >= SHARE_MIN), "{counts:?}");
    }

    /// Claim: each coordinate can be off by ulps, in either shape: of some it is the last digit.
    #[test]
    fn every_coordinate_is_nudged() {
        let mut counts = [[0; 3]; 2];
        for seed in 0..STRINGS {
            let mut bytes = [0; 256];
            Xoshiro256PlusPlus::seed_from_u64(seed).fill_bytes(&mut bytes);
            let case = case(&mut Unstructured::new(&bytes)).expect("enough bytes");
            for (shape, counts) in [case.a, case.b].iter_mut().zip(&mut counts) {
                for point in shape.kind.points_mut() {
                    for (axis, count) in counts.iter_mut().enumerate() {
                        // All digits of a double, or of a float, which ends in 29 zeros.
                        let zeros = point[axis].to_bits().trailing_zeros();
                        *count += u32::from(point[axis] != 0.0 && [0, 29].contains(&zeros));
                    }
                }
            }
        }
        assert!(counts.iter().flatten().all(|c| *c >= 20), "{counts:?}");
    }
}
