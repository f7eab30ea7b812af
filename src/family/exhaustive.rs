//! The small scope, completely: every pair of vertex subsets of the unit cube at each of 27
//! offsets, and every pair of subsets of a 3 x 3 grid in 2D at nine, each in f32 and in f64.
//!
//! Most bugs show in small cases if all of them are tried (Jackson, Damon: Elements of style:
//! analyzing a software design feature with a counterexample detector, 1996, on small scopes). Here
//! corners, edges and faces of a cube meet, coincide and are coplanar in all possible ways, with
//! all ties. A case is a number below [`SCOPE`] in mixed radix: its digits are the format, the
//! offset and the two subsets. A campaign supplies the numbers themselves, so that it enumerates
//! the scope instead of sampling it; other bytes are reduced to a number.

use arbitrary::Result;
use glam::DVec3;

use super::body;
use super::format::Format;
use super::source::Source;
use crate::case::{Case, Dim, Kind, Scalar};

/// The number of nonempty subsets of this many points.
const fn subsets(points: u32) -> u64 {
    (1 << points) - 1
}

/// The points of a grid along one axis: of the cube, and in 2D.
const CUBE_SIDE: u64 = 2;
const GRID_SIDE: u64 = 3;
/// Offsets are -1, 0 or 1 along each axis.
const OFFSETS: u64 = 3;
const FORMATS: u64 = 2;

/// The number of cases in 3D and in 2D.
const SPACE: u64 = FORMATS * OFFSETS.pow(3) * subsets(CUBE_SIDE.pow(3) as u32).pow(2);
const PLANE: u64 = FORMATS * OFFSETS.pow(2) * subsets(GRID_SIDE.pow(2) as u32).pow(2);

/// The number of cases.
pub(super) const SCOPE: u64 = SPACE + PLANE;

/// See the head of this file.
pub(super) fn generate(u: &mut Source<'_>) -> Result<Case> {
    Ok(case(u.arbitrary::<u64>()? % SCOPE))
}

/// The case of this number, which must be below [`SCOPE`].
fn case(number: u64) -> Case {
    let (dim, side, mut digits) = if number < SPACE {
        (Dim::Three, CUBE_SIDE, number)
    } else {
        (Dim::Two, GRID_SIDE, number - SPACE)
    };
    let axes = if dim == Dim::Two { 2 } else { 3 };
    let mut digit = |radix: u64| {
        let digit = digits % radix;
        digits /= radix;
        digit
    };
    let scalar = [Scalar::F64, Scalar::F32][digit(FORMATS) as usize];
    let offset = grid_point(digit(OFFSETS.pow(axes)), OFFSETS, axes);
    let offset = offset - grid_point(OFFSETS.pow(axes) / 2, OFFSETS, axes);
    let subsets = subsets(side.pow(axes) as u32);
    let mut hull = || {
        let subset = digit(subsets) + 1;
        let members = (0..side.pow(axes)).filter(|index| subset >> index & 1 == 1);
        let points = members.map(|index| grid_point(index, side, axes)).collect();
        body::bare(Kind::Hull { points })
    };
    let (a, mut b) = (hull(), hull());
    b.translate(offset);
    Format { dim, scalar }.case(a, b)
}

/// The point number `index` of a grid of `side` points along each of `axes` axes.
fn grid_point(mut index: u64, side: u64, axes: u32) -> DVec3 {
    let mut point = DVec3::ZERO;
    for axis in 0..axes as usize {
        point[axis] = (index % side) as f64;
        index /= side;
    }
    point
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::family::{case_from_seed, find, number};

    /// A prime, so that its multiples reach all digits.
    const STRIDE: u64 = 8_209;

    /// A number that identifies a case: format, dimension, points.
    fn identity(case: &Case) -> (Scalar, Dim, Vec<[u64; 3]>, Vec<[u64; 3]>) {
        let points = |kind: &Kind| match kind {
            Kind::Hull { points } => points
                .iter()
                .map(|p| (*p + 0.0).to_array().map(f64::to_bits))
                .collect(),
            other => panic!("{other:?}"),
        };
        (
            case.scalar,
            case.dim,
            points(&case.a.kind),
            points(&case.b.kind),
        )
    }

    /// The scope is as large as stated: 255 x 255 x 27 and 511 x 511 x 9 cases in two formats.
    #[test]
    fn the_scope_is_as_large_as_stated() {
        assert_eq!(SPACE, 2 * 1_755_675);
        assert_eq!(PLANE, 2 * 2_350_089);
        assert_eq!(SCOPE, 8_211_528);
    }

    /// No two numbers give the same case. Checked on every 8,209th number, on the first ones of both
    /// parts and on the last.
    #[test]
    fn numbers_are_cases() {
        let mut numbers: HashSet<u64> = (0..SCOPE).step_by(STRIDE as usize).collect();
        numbers.extend(0..500);
        numbers.extend(SPACE - 500..SPACE + 500);
        numbers.extend(SCOPE - 500..SCOPE);
        let cases: HashSet<_> = numbers.iter().map(|n| identity(&case(*n))).collect();
        assert_eq!(cases.len(), numbers.len());
    }

    /// A campaign enumerates: the first SCOPE indices give each number once, and the case of an
    /// index is that of its number. The first by arithmetic, for two seeds: the step between the
    /// numbers of two indices has no common divisor with the scope. The second on 500 indices,
    /// including those where the numbers wrap around.
    #[test]
    fn indices_are_numbers() {
        let family = find("exhaustive").expect("a family");
        assert_eq!(family.scope, Some(SCOPE));
        for seed in [1, 7] {
            let number = |index| number(SCOPE, seed, index);
            let step = (number(1) + SCOPE - number(0)) % SCOPE;
            assert_eq!(greatest_common_divisor(step, SCOPE), 1);
            for index in (0..250).chain(SCOPE - 125..SCOPE + 125) {
                assert_eq!(number(index + 1), (number(index) + step) % SCOPE);
                let expected = case(number(index));
                let found = case_from_seed(family, seed, index);
                assert_eq!(identity(&found), identity(&expected));
            }
        }
    }

    fn greatest_common_divisor(a: u64, b: u64) -> u64 {
        if b == 0 {
            a
        } else {
            greatest_common_divisor(b, a % b)
        }
    }
}
