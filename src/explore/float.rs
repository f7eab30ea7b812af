//! The floats of a format in order, so that they can be counted and bisected.

use crate::case::Scalar;

/// The rank of a float among all of its format, zero at zero; both zeros have the same rank. A
/// number that the format does not represent is rounded first.
pub(super) fn rank(x: f64, scalar: Scalar) -> i64 {
    // For negative numbers the bits count away from zero.
    match scalar {
        Scalar::F64 => match x.to_bits() as i64 {
            bits if bits < 0 => i64::MIN - bits,
            bits => bits,
        },
        Scalar::F32 => match (x as f32).to_bits() as i32 {
            bits if bits < 0 => i64::from(i32::MIN - bits),
            bits => i64::from(bits),
        },
    }
}

/// The float with this rank.
pub(super) fn of_rank(rank: i64, scalar: Scalar) -> f64 {
    let size = rank.unsigned_abs();
    let size = match scalar {
        Scalar::F64 => f64::from_bits(size),
        Scalar::F32 => f64::from(f32::from_bits(size as u32)),
    };
    if rank < 0 { -size } else { size }
}

/// The distance from a number to the next larger one of its format.
pub(super) fn ulp(x: f64, scalar: Scalar) -> f64 {
    let size = x.abs();
    of_rank(rank(size, scalar) + 1, scalar) - size
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: ranks count the floats of both formats in order, without a gap at zero, and map back
    // to them.
    #[test]
    fn ranks_count_floats() {
        for scalar in [Scalar::F32, Scalar::F64] {
            for x in [0.0, 1.0, -1.0, 0.1, 2.5e-38, -1e30f32].map(f64::from) {
                let place = rank(x, scalar);
                assert_eq!(of_rank(place, scalar), x);
                assert!(of_rank(place + 1, scalar) > x && of_rank(place - 1, scalar) < x);
            }
            assert_eq!(rank(-0.0, scalar), 0);
            assert_eq!(rank(-of_rank(1, scalar), scalar), -1);
        }
        assert_eq!(
            of_rank(rank(1.0, Scalar::F64) + 1, Scalar::F64),
            1f64.next_up()
        );
        assert_eq!(ulp(-1.0, Scalar::F32), f64::from(f32::EPSILON));
    }
}
