//! Projections along a direction, in double-double.

use glam::DVec3;

use crate::arithmetic::{DoubleDouble, Precise, Scalar};

/// The product of a point and a direction: any vector, without rounding (lemma 3).
#[inline(always)]
pub(crate) fn height(direction: DVec3, point: Precise) -> DoubleDouble<f64> {
    let products = Precise::product(point.hi, direction);
    let left = products.lo + point.lo * direction;
    let DVec3 { x, y, z } = products.hi;
    let xy = DoubleDouble::sum(x, y);
    let xyz = DoubleDouble::sum(xy.hi, z);
    DoubleDouble::sum(xyz.hi, ((left.x + left.y) + left.z) + (xy.lo + xyz.lo))
}

/// A length used as divisor, near a number in `f64`.
pub(crate) struct Length {
    near: f64,
    /// The rest beyond that number.
    rest: f64,
    /// Its reciprocal, in `f64`.
    pub(crate) inverse: f64,
}

impl Length {
    /// The length of a vector whose square is the sum of two numbers, the second of them small: one
    /// step of Newton's method from the root in `f64`.
    #[inline(always)]
    pub(crate) fn of(squared: DoubleDouble<f64>, more: f64) -> Self {
        let near = squared.hi.root();
        let inverse = 1.0 / near;
        let product = DoubleDouble::product(near, near);
        let rest = ((squared.hi - product.hi) - product.lo) + (squared.lo + more);
        Self {
            near,
            rest: 0.5 * rest * inverse,
            inverse,
        }
    }

    /// A sum of two numbers, the second of them small, divided by the length (lemma 3). Steps on
    /// the critical path round no more than necessary.
    #[inline(always)]
    pub(crate) fn divide(&self, number: DoubleDouble<f64>, more: f64) -> DoubleDouble<f64> {
        let first = number.hi * self.inverse;
        let product = DoubleDouble::product(first, self.near);
        let rest =
            ((number.hi - product.hi) - product.lo) + ((number.lo + more) - first * self.rest);
        DoubleDouble::sum_ordered(first, rest * self.inverse)
    }
}

#[cfg(test)]
mod tests {
    use super::Length;
    use crate::arithmetic::{DoubleDouble, Precise};
    use crate::decide::tests::{exact_sum, exact_sum_of_products};
    use crate::tests::numbers;
    use glam::DVec3;

    /// The square of the length of a vector.
    fn squared(vector: DVec3) -> DoubleDouble<f64> {
        super::height(vector, Precise::from(vector))
    }

    /// The error of a projection.
    fn off(direction: DVec3, point: Precise, height: DoubleDouble<f64>) -> f64 {
        let mut products = std::vec![[-height.hi, 1.0], [-height.lo, 1.0]];
        for axis in 0..3 {
            products.push([direction[axis], point.hi[axis]]);
            products.push([direction[axis], point.lo[axis]]);
        }
        exact_sum_of_products(&products).abs()
    }

    // Claim: a projection is right to 2^-100 of the two lengths, for any numbers, also for points
    // with twice the digits that are nearly perpendicular to the direction.
    #[test]
    fn heights_are_precise() {
        let mut number = numbers();
        let mut worst = 0.0;
        for round in 0..6000 {
            let mut vector = || DVec3::new(number(), number(), number());
            let (direction, point, rest) = (vector(), vector(), vector());
            let point = match round % 3 {
                0 => point,
                1 => direction.cross(point),
                _ => direction.cross(point) + point * 2f64.powi(-(round % 60)),
            };
            let point = Precise::sum(point, rest * point.length() * 2f64.powi(-54));
            let size = 2f64.powi(round % 100 - 50);
            let direction = direction * size;
            let height = super::height(direction, point);
            let part = off(direction, point, height) / (direction.length() * point.hi.length());
            worst = f64::max(worst, part);
        }
        assert!(
            worst > 2f64.powi(-110) && worst <= 2f64.powi(-100),
            "{worst:e}"
        );
    }

    // Claim: a projection keeps digits under cancellation, including those of a point below its
    // last digit.
    #[test]
    fn heights_keep_what_cancels() {
        let tiny = 2f64.powi(-70);
        let direction = DVec3::new(1.0, 1.0 + f64::EPSILON, tiny);
        let point = DVec3::new(1.0 + f64::EPSILON, -1.0, 1.0);
        let height = super::height(direction, Precise::from(point));
        assert_eq!(height.hi + height.lo, tiny);
        let rest = DVec3::new(3.0, -7.0, 0.0) * 2f64.powi(-60);
        let point = Precise {
            hi: DVec3::new(3.0, -2.0, 0.0),
            lo: rest,
        };
        let height = super::height(DVec3::new(2.0, 3.0, 0.0), point);
        assert_eq!(height.hi + height.lo, -15.0 * 2f64.powi(-60));
    }

    // Claim: projections divided by a length are right to 2^-98 of the dividend: checked by the
    // square of the quotient, times that of the length, at any scale.
    #[test]
    fn quotients_by_a_length_are_precise() {
        let mut number = numbers();
        let mut worst = 0.0;
        for round in 0..4000 {
            let mut vector = || DVec3::new(number(), number(), number());
            let direction = vector() * 2f64.powi(round % 60 - 30);
            let length = Length::of(squared(direction), 0.0);
            let height = DoubleDouble::sum(2.0 + number(), number() * 2f64.powi(-53));
            let more = number() * 2f64.powi(-48);
            let found = length.divide(height, more);
            // The square of the projection minus that of the quotient times the length, divided by
            // twice the square of the projection.
            let squared = direction.to_array().map(|x| [x, x]);
            let whole = exact_sum_of_products(&squared);
            let rest = exact_sum_of_products(&[&squared[..], &[[-whole, 1.0]]].concat());
            let square = |x: f64, y: f64| {
                [
                    DoubleDouble::product(x, y).hi,
                    DoubleDouble::product(x, y).lo,
                ]
            };
            let mut products = std::vec::Vec::new();
            let parts = [height.hi, height.lo, more];
            for p in parts {
                products.extend(parts.iter().flat_map(|q| square(p, *q)).map(|x| [x, 1.0]));
            }
            for p in [found.hi, found.lo] {
                for q in [found.hi, found.lo] {
                    for x in square(p, q) {
                        products.extend([[-x, whole], [-x, rest]]);
                    }
                }
            }
            let off = exact_sum_of_products(&products) / (2.0 * height.hi * height.hi);
            worst = f64::max(worst, off.abs());
        }
        assert!(
            worst > 2f64.powi(-108) && worst <= 2f64.powi(-98),
            "{worst:e}"
        );
    }

    // Claim: an integer length is exact, also if the root of the rounded squares is wrong, as for
    // the diagonals of some large boxes; and its inverse is its reciprocal.
    #[test]
    fn diagonals_are_integers() {
        let mut off = 0;
        for i in (0..100).map(f64::from) {
            let (k, m, n) = (
                54_000_001.0 + i,
                53_000_000.0 + 7.0 * i,
                55_000_000.0 + 3.0 * i,
            );
            let of_box = DVec3::new(2.0 * k * n, 2.0 * m * n, k * k + m * m - n * n);
            let diagonal = k * k + m * m + n * n;
            off += u32::from(of_box.length() != diagonal);
            let length = Length::of(squared(of_box), 0.0);
            assert_eq!(length.near + length.rest, diagonal, "{of_box}");
            let itself = length.divide(squared(of_box), 0.0);
            assert!(
                exact_sum(&[itself.hi, itself.lo, -diagonal]).abs() <= 2f64.powi(-98) * diagonal
            );
            assert!((length.inverse * diagonal - 1.0).abs() <= 2.0 * f64::EPSILON);
        }
        assert!(off > 5, "{off}");
    }

    // Claim: a slightly larger square makes the length larger by half of the difference, divided by
    // the length.
    #[test]
    fn lengths_have_more() {
        let squared = DoubleDouble::from(16.0);
        let more = 2f64.powi(-60);
        let length = Length::of(squared, more);
        assert_eq!((length.near, length.rest), (4.0, more / 8.0));
    }
}
