//! Vectors of three integers.
//!
//! What: sum, difference, scaling, dot and cross product, written out; extremes and rank of sets.
//! Why it is right: each is its definition.
//! Cost: with coordinates of k bits the products have 2k + 2.

use crate::int::Int;

/// Three integers: a point or a direction.
pub type Vector = [Int; 3];

/// The vector whose coordinates are all zero.
pub const ZERO: Vector = [Int::ZERO, Int::ZERO, Int::ZERO];

/// `x + y`.
///
/// ```
/// use gjk_reference::Int;
/// use gjk_reference::vector::add;
///
/// let (x, y) = ([1, 2, 3].map(Int::from_i64), [4, 5, 6].map(Int::from_i64));
/// assert_eq!(add(&x, &y), [5, 7, 9].map(Int::from_i64));
/// ```
pub fn add(x: &Vector, y: &Vector) -> Vector {
    [&x[0] + &y[0], &x[1] + &y[1], &x[2] + &y[2]]
}

/// `x - y`.
///
/// ```
/// use gjk_reference::Int;
/// use gjk_reference::vector::sub;
///
/// let (x, y) = ([1, 2, 3].map(Int::from_i64), [4, 5, 6].map(Int::from_i64));
/// assert_eq!(sub(&x, &y), [-3, -3, -3].map(Int::from_i64));
/// ```
pub fn sub(x: &Vector, y: &Vector) -> Vector {
    [&x[0] - &y[0], &x[1] - &y[1], &x[2] - &y[2]]
}

/// `x` times the number `factor`.
///
/// ```
/// use gjk_reference::Int;
/// use gjk_reference::vector::scale;
///
/// let x = [1, 2, 3].map(Int::from_i64);
/// assert_eq!(scale(&x, &Int::from_i64(-2)), [-2, -4, -6].map(Int::from_i64));
/// ```
pub fn scale(x: &Vector, factor: &Int) -> Vector {
    [&x[0] * factor, &x[1] * factor, &x[2] * factor]
}

/// `-x`.
///
/// ```
/// use gjk_reference::Int;
/// use gjk_reference::vector::negate;
///
/// let x = [1, -2, 3].map(Int::from_i64);
/// assert_eq!(negate(&x), [-1, 2, -3].map(Int::from_i64));
/// ```
pub fn negate(x: &Vector) -> Vector {
    [-x[0].clone(), -x[1].clone(), -x[2].clone()]
}

/// The dot product of `x` and `y`.
///
/// ```
/// use gjk_reference::Int;
/// use gjk_reference::vector::dot;
///
/// let (x, y) = ([1, 2, 3].map(Int::from_i64), [4, 5, 6].map(Int::from_i64));
/// assert_eq!(dot(&x, &y), Int::from_i64(32));
/// ```
pub fn dot(x: &Vector, y: &Vector) -> Int {
    &x[0] * &y[0] + &x[1] * &y[1] + &x[2] * &y[2]
}

/// The cross product of `x` and `y`: perpendicular to both, zero if they are parallel.
///
/// ```
/// use gjk_reference::Int;
/// use gjk_reference::vector::cross;
///
/// let (x, y) = ([1, 2, 3].map(Int::from_i64), [4, 5, 6].map(Int::from_i64));
/// assert_eq!(cross(&x, &y), [-3, 6, -3].map(Int::from_i64));
/// ```
pub fn cross(x: &Vector, y: &Vector) -> Vector {
    [
        &x[1] * &y[2] - &x[2] * &y[1],
        &x[2] * &y[0] - &x[0] * &y[2],
        &x[0] * &y[1] - &x[1] * &y[0],
    ]
}

/// The least dot product of the direction with one of the points, of which there must be one.
///
/// ```
/// use gjk_reference::Int;
/// use gjk_reference::vector::least_dot;
///
/// let direction = [1, 0, 0].map(Int::from_i64);
/// let points = [[3, 9, 9], [-5, 0, 0]].map(|point| point.map(Int::from_i64));
/// assert_eq!(least_dot(&direction, &points), Int::from_i64(-5));
/// ```
pub fn least_dot(direction: &Vector, points: &[Vector]) -> Int {
    let mut least = dot(direction, &points[0]);
    for point in &points[1..] {
        least = least.min(dot(direction, point));
    }
    least
}

/// The greatest dot product of the direction with one of the points, of which there must be one.
///
/// ```
/// use gjk_reference::Int;
/// use gjk_reference::vector::greatest_dot;
///
/// let direction = [1, 0, 0].map(Int::from_i64);
/// let points = [[3, 9, 9], [-5, 0, 0]].map(|point| point.map(Int::from_i64));
/// assert_eq!(greatest_dot(&direction, &points), Int::from_i64(3));
/// ```
pub fn greatest_dot(direction: &Vector, points: &[Vector]) -> Int {
    let mut greatest = dot(direction, &points[0]);
    for point in &points[1..] {
        greatest = greatest.max(dot(direction, point));
    }
    greatest
}

/// Whether every coordinate of `x` is zero.
///
/// ```
/// use gjk_reference::Int;
/// use gjk_reference::vector::{ZERO, is_zero};
///
/// assert!(is_zero(&ZERO));
/// assert!(!is_zero(&[Int::ZERO, Int::ZERO, Int::ONE]));
/// ```
pub fn is_zero(x: &Vector) -> bool {
    x[0].is_zero() && x[1].is_zero() && x[2].is_zero()
}

/// The number of binary digits of the longest coordinate.
#[inline]
pub fn bit_length(x: &Vector) -> usize {
    x[0].bit_length()
        .max(x[1].bit_length())
        .max(x[2].bit_length())
}

/// A vector in nearly the same direction: `x` itself if no coordinate has more than `bits` binary
/// digits; otherwise `x` divided by the power of two that leaves the longest coordinate so many,
/// each rounded to the nearest integer. Rounding up may add a digit.
pub fn shortened(x: &Vector, bits: usize) -> Vector {
    let length = bit_length(x);
    if length <= bits {
        return x.clone();
    }
    let half = Int::ONE.shl(length - bits - 1);
    let divisor = half.shl(1);
    [
        (&x[0] + &half).div_floor(&divisor),
        (&x[1] + &half).div_floor(&divisor),
        (&x[2] + &half).div_floor(&divisor),
    ]
}

/// The number of dimensions that the vectors span together: 0 to 3.
///
/// ```
/// use gjk_reference::Int;
/// use gjk_reference::vector::{ZERO, rank};
///
/// let parallel = [[1, 2, 3], [-2, -4, -6]].map(|vector| vector.map(Int::from_i64));
/// assert_eq!(rank(&parallel), 1);
/// assert_eq!(rank(&[ZERO]), 0);
/// ```
pub fn rank(vectors: &[Vector]) -> usize {
    let mut first: Option<&Vector> = None;
    let mut normal: Option<Vector> = None;
    for vector in vectors {
        if let Some(normal) = &normal {
            if !dot(normal, vector).is_zero() {
                return 3;
            }
        } else if let Some(first) = first {
            let product = cross(first, vector);
            if !is_zero(&product) {
                normal = Some(product);
            }
        } else if !is_zero(vector) {
            first = Some(vector);
        }
    }
    if normal.is_some() {
        2
    } else if first.is_some() {
        1
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vector(x: i64, y: i64, z: i64) -> Vector {
        [Int::from_i64(x), Int::from_i64(y), Int::from_i64(z)]
    }

    /// Claim: the cross product is right-handed and the products are the textbook ones.
    #[test]
    fn multiplies_by_the_book() {
        assert_eq!(cross(&vector(1, 0, 0), &vector(0, 1, 0)), vector(0, 0, 1));
        assert_eq!(cross(&vector(2, 3, 4), &vector(5, 6, 7)), vector(-3, 6, -3));
        assert_eq!(dot(&vector(2, 3, 4), &vector(5, 6, 7)), Int::from_i64(56));
        assert_eq!(add(&vector(1, 2, 3), &vector(1, 1, 1)), vector(2, 3, 4));
        assert_eq!(sub(&vector(1, 2, 3), &vector(1, 1, 1)), vector(0, 1, 2));
        assert_eq!(
            scale(&vector(1, -2, 3), &Int::from_i64(-2)),
            vector(-2, 4, -6)
        );
        assert_eq!(negate(&vector(1, -2, 3)), vector(-1, 2, -3));
    }

    /// Claim: shortening keeps short vectors and rounds others to the nearest, of either sign.
    #[test]
    fn shortens_to_leading_digits() {
        let short = vector(-7, 0, 5);
        assert_eq!(bit_length(&short), 3);
        assert_eq!(shortened(&short, 3), short);
        assert_eq!(shortened(&short, 2), vector(-3, 0, 3));
        assert_eq!(shortened(&vector(-9, 11, 6), 2), vector(-2, 3, 2));
        assert_eq!(shortened(&vector(-7, 4, 0), 1), vector(-2, 1, 0));
        assert_eq!(shortened(&scale(&short, &Int::ONE.shl(99)), 3), short);
        assert_eq!(bit_length(&ZERO), 0);
        assert_eq!(shortened(&ZERO, 1), ZERO);
    }

    /// Claim: the extremes of the dot products are found at any position, also of one point.
    #[test]
    fn finds_extremes() {
        let points = [vector(1, 0, 0), vector(-5, 2, 0), vector(3, 0, 9)];
        for first in 0..3 {
            let mut points = points.clone();
            points.rotate_left(first);
            assert_eq!(least_dot(&vector(1, 0, 0), &points), Int::from_i64(-5));
            assert_eq!(greatest_dot(&vector(1, 0, 0), &points), Int::from_i64(3));
        }
        assert_eq!(least_dot(&vector(0, 2, 0), &points[1..2]), Int::from_i64(4));
        assert_eq!(greatest_dot(&vector(0, 0, 0), &points), Int::ZERO);
    }

    /// Claim: the rank counts independent directions, among any zero or parallel vectors.
    #[test]
    fn counts_independent_directions() {
        assert_eq!(rank(&[]), 0);
        assert_eq!(rank(&[ZERO, ZERO]), 0);
        assert_eq!(rank(&[ZERO, vector(1, 2, 3), vector(-2, -4, -6)]), 1);
        assert_eq!(
            rank(&[vector(1, 2, 3), ZERO, vector(1, 2, 4), vector(2, 4, 7)]),
            2
        );
        assert_eq!(
            rank(&[
                vector(1, 0, 0),
                vector(1, 1, 0),
                vector(2, 1, 0),
                vector(5, 5, 1)
            ]),
            3
        );
    }
}
