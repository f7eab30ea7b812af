//! Drawing numbers, vectors and rotations from a [`Source`].
//!
//! Only `+ - * /` and the square root are used for the numbers of a case, because IEEE 754 rounds
//! them in one way only. Powers, sines and logarithms differ between machines in the last bit; so a
//! power of two is composed from its bits.
//!
//! If the bytes run out, every draw returns its first or simplest value, and none fails.

use std::f64::consts::PI;

use arbitrary::Result;
use glam::{DMat3, DQuat, DVec3};

use super::source::Source;
use crate::case::{Dim, Rotation};

/// Bits of an `f64` after the leading one.
const MANTISSA_BITS: u32 = 52;
/// The exponent field of an `f64` holds the exponent plus this.
const EXPONENT_BIAS: i32 = 1023;
/// Smallest exponent of a normal `f64`.
const EXPONENT_MIN: i32 = -1022;

/// `2^exponent`, exactly. Panics unless that is a normal `f64`.
pub(super) fn power_of_two(exponent: i32) -> f64 {
    assert!((EXPONENT_MIN..=EXPONENT_BIAS).contains(&exponent));
    f64::from_bits(((exponent + EXPONENT_BIAS) as u64) << MANTISSA_BITS)
}

/// The largest power of two that is not greater than `|x|`; 1 for zero and for subnormal numbers.
pub(super) fn binade(x: f64) -> f64 {
    let exponent = (x.abs().to_bits() >> MANTISSA_BITS) << MANTISSA_BITS;
    if exponent == 0 {
        1.0
    } else {
        f64::from_bits(exponent)
    }
}

/// The exponent of [`binade`].
pub(super) fn exponent(x: f64) -> i32 {
    (binade(x).to_bits() >> MANTISSA_BITS) as i32 - EXPONENT_BIAS
}

/// An integer from `low` to `high`, both included.
pub(super) fn between(u: &mut Source<'_>, low: i32, high: i32) -> Result<i32> {
    u.int_in_range(low..=high)
}

/// An integer from `low` to `high`, both included, for counting points.
pub(super) fn count(u: &mut Source<'_>, low: u16, high: u16) -> Result<usize> {
    Ok(usize::from(u.int_in_range(low..=high)?))
}

/// True in about `percent` of 100 draws, up to four fewer; false if the bytes have run out. Two
/// bytes have 65,536 values, which 10,000 does not divide, and the largest remainders are rarer: 25
/// is 23, and 50 is 47.
pub(super) fn chance(u: &mut Source<'_>, percent: u16) -> Result<bool> {
    Ok(u.int_in_range(0..=9999u16)? >= 10_000 - percent * 100)
}

/// One of `choices` by weight; the first if the bytes have run out. In a swarm some are off.
pub(super) fn weighted<T: Copy>(u: &mut Source<'_>, choices: &[(u16, T)]) -> Result<T> {
    u.one_of(choices)
}

/// A number in [-1, 1) with all bits drawn; zero if the bytes have run out.
pub(super) fn signed(u: &mut Source<'_>) -> Result<f64> {
    Ok(signed_of(u.arbitrary()?))
}

/// The number in [-1, 1) of the first bits of a word.
pub(super) fn signed_of(word: u64) -> f64 {
    // A sign and 53 further bits: the integer is exact in an f64, and so is the product.
    let integer = word as i64 >> (i64::BITS - MANTISSA_BITS - 2);
    integer as f64 * power_of_two(-(MANTISSA_BITS as i32) - 1)
}

/// A number in [low, high] with all bits drawn; `low` if the bytes have run out.
pub(super) fn range(u: &mut Source<'_>, low: f64, high: f64) -> Result<f64> {
    Ok(low + signed(u)?.abs() * (high - low))
}

/// A positive number in the octaves from `2^low` to `2^(high + 1)`, with all bits drawn.
pub(super) fn magnitude(u: &mut Source<'_>, low: i32, high: i32) -> Result<f64> {
    let octave = power_of_two(between(u, low, high)?);
    Ok(octave * (1.0 + signed(u)?.abs()))
}

/// A vector in [-1, 1)^dim with all bits drawn.
pub(super) fn vector(u: &mut Source<'_>, dim: Dim) -> Result<DVec3> {
    let (x, y) = (signed(u)?, signed(u)?);
    let z = if dim == Dim::Two { 0.0 } else { signed(u)? };
    Ok(DVec3::new(x, y, z))
}

/// A vector of integers from `low` to `high`.
pub(super) fn lattice(u: &mut Source<'_>, dim: Dim, low: i32, high: i32) -> Result<DVec3> {
    let (x, y) = (between(u, low, high)?, between(u, low, high)?);
    let z = if dim == Dim::Two {
        0
    } else {
        between(u, low, high)?
    };
    Ok(DVec3::new(f64::from(x), f64::from(y), f64::from(z)))
}

/// A unit vector, up to rounding; x if the bytes have run out.
pub(super) fn direction(u: &mut Source<'_>, dim: Dim) -> Result<DVec3> {
    Ok(vector(u, dim)?.try_normalize().unwrap_or(DVec3::X))
}

/// The index of an axis: 0 to 1 in 2D, 0 to 2 in 3D.
pub(super) fn axis(u: &mut Source<'_>, dim: Dim) -> Result<usize> {
    let last = if dim == Dim::Two { 1 } else { 2 };
    count(u, 0, last)
}

/// A rotation for coordinates, with all bits drawn; in 2D about z.
pub(super) fn turn(u: &mut Source<'_>, dim: Dim) -> Result<DQuat> {
    let (z, w) = (signed(u)?, signed(u)?);
    let (x, y) = if dim == Dim::Two {
        (0.0, 0.0)
    } else {
        (signed(u)?, signed(u)?)
    };
    let quaternion = DQuat::from_xyzw(x, y, z, w);
    let length_squared = quaternion.length_squared();
    Ok(if length_squared > 0.0 {
        quaternion * (1.0 / length_squared.sqrt())
    } else {
        DQuat::IDENTITY
    })
}

/// A rotation for a pose, with all bits drawn: a quaternion in 3D, an angle in 2D.
pub(super) fn rotation(u: &mut Source<'_>, dim: Dim) -> Result<Rotation> {
    Ok(match dim {
        Dim::Two => Rotation::Angle(signed(u)? * PI),
        Dim::Three => Rotation::Quaternion(turn(u, dim)?),
    })
}

/// A rotation for a pose that maps every integer vector to an integer vector without rounding.
///
/// In 3D these are all 24 rotations of the cube as matrices, or the 11 among them with quaternions
/// of 0, 1 and 1/2, without the identity. The angle of a quarter turn is no float, so in 2D it is the angle 0.
pub(super) fn exact_rotation(u: &mut Source<'_>, dim: Dim) -> Result<Rotation> {
    if dim == Dim::Two {
        return Ok(Rotation::Angle(0.0));
    }
    let mut sign = || Ok(if u.arbitrary::<bool>()? { -1.0 } else { 1.0 });
    let signs = [sign()?, sign()?, sign()?];
    let turn = weighted(u, &[(1, 0), (1, 1), (1, 2)])?;
    match weighted(u, &[(2, 0), (2, 1), (1, 2)])? {
        0 => {
            let mut axes = [DVec3::X, DVec3::Y, DVec3::Z];
            axes.rotate_left(turn);
            let (x, y) = (axes[0] * signs[0], axes[1] * signs[1]);
            // Swapping the first two columns gives the odd permutations.
            let (x, y) = if signs[2] < 0.0 { (y, x) } else { (x, y) };
            let matrix = DMat3::from_cols(x, y, x.cross(y));
            Ok(Rotation::Matrix {
                matrix,
                quaternion: None,
            })
        }
        1 => {
            let [x, y, z] = signs.map(|sign| sign / 2.0);
            Ok(Rotation::Quaternion(DQuat::from_xyzw(x, y, z, 0.5)))
        }
        _ => {
            let half_turn = [DVec3::X, DVec3::Y, DVec3::Z][turn];
            Ok(Rotation::Quaternion(DQuat::from_vec4(
                half_turn.extend(0.0),
            )))
        }
    }
}

/// Shuffles `items`.
pub(super) fn shuffle<T>(u: &mut Source<'_>, items: &mut [T]) -> Result<()> {
    for last in (1..items.len()).rev() {
        let other = u.int_in_range(0..=last as u32)?;
        items.swap(last, other as usize);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Powers of two and binades are exact. Checked against literals.
    #[test]
    fn powers_are_exact() {
        assert_eq!(power_of_two(-3), 0.125);
        assert_eq!(power_of_two(20), 1_048_576.0);
        assert_eq!(binade(-13.7), 8.0);
        assert_eq!(binade(0.0), 1.0);
        assert_eq!(exponent(0.1), -4);
    }

    /// Without bytes every draw is simple and none fails. Checked on the empty string.
    #[test]
    fn no_bytes_give_simple_values() {
        let u = &mut Source::new(&[]);
        assert_eq!(signed(u), Ok(0.0));
        assert_eq!(direction(u, Dim::Three), Ok(DVec3::X));
        assert_eq!(turn(u, Dim::Three), Ok(DQuat::IDENTITY));
        assert_eq!(chance(u, 99), Ok(false));
        assert_eq!(weighted(u, &[(1, 'a'), (9, 'b')]), Ok('a'));
    }

    /// Exact rotations keep the lattice and the orientation. Checked on 500 drawn ones.
    #[test]
    fn exact_rotations_keep_the_lattice() {
        let bytes: Vec<u8> = (0..5000u32)
            .map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8)
            .collect();
        let u = &mut Source::new(&bytes);
        for _ in 0..500 {
            let matrix = match exact_rotation(u, Dim::Three).unwrap() {
                Rotation::Matrix { matrix, .. } => matrix,
                Rotation::Quaternion(quaternion) => DMat3::from_quat(quaternion),
                other => panic!("{other:?}"),
            };
            assert_eq!(matrix.determinant(), 1.0);
            assert!(
                matrix
                    .to_cols_array()
                    .iter()
                    .all(|x| [-1.0, 0.0, 1.0].contains(x))
            );
        }
    }
}
