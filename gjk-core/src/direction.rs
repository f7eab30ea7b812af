//! Directions of any length, scaled so that nothing overflows or underflows.

use glam::DVec3;

use crate::arithmetic::{
    DoubleDouble, Precise, Scalar, Space, largest_coordinate, power_of_two, power_of_two_over,
    squares_safely,
};
use crate::vector::Vector;

/// `vector` times the power of two that brings its largest coordinate between 1/16 and 1/8.
pub(crate) fn near_one<V: Vector>(vector: V) -> V {
    vector * power_of_two_over(vector.largest_coordinate())
}

/// Directions passed to bodies have a largest coordinate up to 1/4, so that the dot product with
/// any finite point is finite. The map of a body may make it longer for its core.
const LARGEST_DIRECTION: f64 = 0.25;

/// It is at least this, so that bodies lose no digits to underflow.
const LEAST_DIRECTION: f64 = power_of_two(-100);

/// A direction in the size that shapes are promised: the same, or times a power of two; the first
/// axis if it is zero or not finite.
#[inline(always)]
pub(crate) fn moderate(direction: DVec3) -> DVec3 {
    let size = largest_coordinate(direction);
    // Scaled only where it must be: every evaluation would wait for that, a twentieth of its time.
    if (LEAST_DIRECTION..=LARGEST_DIRECTION).contains(&size) {
        direction
    } else if size > 0.0 && direction.is_finite() {
        near_one(direction)
    } else {
        DVec3::X
    }
}

/// The unit vector in `direction`, of any length; zero for the zero vector. A vector that is a unit
/// vector up to rounding is returned unchanged.
pub(crate) fn unit<V: Vector>(direction: V) -> V {
    let over_length = |direction: V| {
        let length = direction.length();
        squares_safely(length).then(|| direction / length)
    };
    over_length(direction)
        .or_else(|| over_length(near_one(direction)))
        .unwrap_or(V::ZERO)
}

/// The unit vector in a direction in double-double, to about 100 bits; zero for the zero vector.
pub(crate) fn precise_unit(direction: Precise) -> Precise {
    let direction = direction.times(power_of_two_over(largest_coordinate(direction.hi)));
    let length = direction.dot(direction).root();
    if length.hi > 0.0 {
        direction.scaled(DoubleDouble::from(1.0) / length)
    } else {
        Precise::from(DVec3::ZERO)
    }
}

/// The least factor of [`scaled_to`]: with it the products of a direction and the largest finite
/// coordinates are finite, and the coordinates of the direction are normal numbers.
const LEAST_FACTOR: f64 = power_of_two(-254);

/// `direction` times a power of two, so that its dot products with points of coordinates up to
/// `extent` do not underflow, and its largest coordinate. The power is one if none is needed.
#[inline]
pub(crate) fn scaled_to<V: Vector>(extent: f64, direction: V) -> (V, f64) {
    let along = direction.largest_coordinate();
    if squares_safely(extent * along) {
        (direction, along)
    } else {
        let scaled = near_one(direction) * f64::max(power_of_two_over(extent), LEAST_FACTOR);
        (scaled, scaled.largest_coordinate())
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGEST_DIRECTION, LEAST_DIRECTION, moderate, scaled_to, unit};
    use crate::arithmetic::largest_coordinate;
    use crate::vector::Vector;
    use glam::{DVec2, DVec3};

    // Claim: products of a scaled direction with the largest coordinates are finite, and its
    // coordinates are normal numbers.
    #[test]
    fn directions_fit_every_extent() {
        for extent in [f64::from_bits(1), 1e-200, 1.0, 1e200, f64::MAX] {
            for size in [1e-300, 1e-100, 1.0, 1e300] {
                let (direction, along) = scaled_to(extent, DVec3::splat(1.75) * size);
                assert_eq!(along, direction.largest_coordinate());
                assert!(direction.x.is_normal(), "{extent:e} {size:e}");
                assert!(
                    direction.dot(DVec3::splat(extent)).is_finite(),
                    "{extent:e} {size:e}"
                );
            }
        }
    }

    // Claim: a unit vector has full precision for a direction of any length.
    #[test]
    fn unit_vectors_have_all_digits() {
        let expected = DVec2::new(3.0, 4.0) / 5.0;
        for exponent in [-1070, -600, -120, 0, 120, 600, 1020] {
            let half = exponent / 2;
            let long = DVec2::new(3.0, 4.0) * 2f64.powi(half) * 2f64.powi(exponent - half);
            assert_eq!(unit(long), expected, "{exponent}");
        }
        assert_eq!(unit(DVec2::X), DVec2::X);
        for nothing in [DVec2::ZERO, DVec2::NAN, DVec2::INFINITY] {
            assert_eq!(unit(nothing), DVec2::ZERO);
        }
    }

    // Claim: directions of moderate length are passed unchanged, others are scaled by a power of
    // two, up to the largest number.
    #[test]
    fn directions_are_moderate() {
        for exponent in [-1074, -1022, -300, -101, -100, -3, -2, -1, 0, 40, 1018] {
            let direction = DVec3::new(0.5, 0.25, -1.0) * 2f64.powi(exponent);
            let direction = match exponent {
                -1074 => DVec3::new(0.0, 0.0, f64::from_bits(1)),
                _ => direction,
            };
            let handed = moderate(direction);
            let size = largest_coordinate(handed);
            let is_moderate = (LEAST_DIRECTION..=LARGEST_DIRECTION).contains(&size);
            assert!(is_moderate || exponent == -1074, "{exponent}: {size:e}");
            assert!(handed.is_finite() && size > 0.0);
            if exponent > -1022 {
                assert_eq!(handed / size, direction / largest_coordinate(direction));
            }
            if (-100..=-2).contains(&exponent) {
                assert_eq!(handed, direction);
            }
        }
        for nothing in [
            DVec3::ZERO,
            DVec3::NAN,
            DVec3::INFINITY,
            DVec3::new(1.0, f64::NAN, 0.0),
        ] {
            assert_eq!(moderate(nothing), DVec3::X);
        }
    }
}
