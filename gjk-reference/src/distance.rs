//! An exact length, and its comparison with rounded ones.
//!
//! What: a length as the fraction `num / den * 4^exponent` of its square, in integers.
//! Why it is right: `d < c` is decided by `d^2 < c^2`, multiplied out; `c` is an exact sum of
//! floats. The root is approximated for reports only.
//! The error `c - d` of a claim `c` is computed as `(c^2 - d^2) / (c + d)` with an exact numerator:
//! the cancellation happens in integers, and the result keeps nearly all of its digits.
//! Cost: a few products of numbers of the size of `num`.

use crate::approx::Approx;
use crate::certificate::Proof;
use crate::float;
use crate::int::Int;
use crate::pair::{self, InputError, Side};
use crate::vector;
use std::cmp::Ordering;

/// An exact length, not negative: the root of `num / den * 4^exponent`.
#[derive(Clone, Debug)]
pub struct Distance {
    num: Int,
    den: Int,
    exponent: i64,
}

impl Distance {
    /// The distance of two points.
    ///
    /// ```
    /// use gjk_reference::Distance;
    ///
    /// let distance = Distance::between_points(&[1e300, 3.0, 0.0], &[1e300, 0.0, 4.0]).unwrap();
    /// assert_eq!(distance.approx(), 5.0);
    /// assert!(Distance::between_points(&[f64::NAN, 0.0, 0.0], &[0.0; 3]).is_err());
    /// ```
    pub fn between_points(x: &[f64; 3], y: &[f64; 3]) -> Result<Distance, InputError> {
        if !float::is_finite(x) {
            return Err(InputError::PointNotFinite {
                shape: Side::A,
                index: 0,
            });
        }
        if !float::is_finite(y) {
            return Err(InputError::PointNotFinite {
                shape: Side::B,
                index: 0,
            });
        }
        let exponent = float::lowest_exponent(x).min(float::lowest_exponent(y));
        let v = vector::sub(&pair::to_vector(x, exponent), &pair::to_vector(y, exponent));
        Ok(Distance::from_square(
            vector::dot(&v, &v),
            Int::ONE,
            exponent,
        ))
    }

    /// The distance that the certificate has proved, in units of 2^`exponent`.
    pub(crate) fn proved(proof: &Proof, exponent: i64) -> Distance {
        let square = proof.square.clone();
        Distance::from_square(square, proof.mean.denominator.clone(), exponent)
    }

    /// The length whose square is `num / den * 4^exponent`, with `num >= 0` and `den > 0`.
    pub(crate) fn from_square(num: Int, den: Int, exponent: i64) -> Distance {
        assert!(
            !num.is_negative() && den.is_positive(),
            "a square is never negative"
        );
        Distance { num, den, exponent }
    }

    /// The numerator of the square.
    ///
    /// ```
    /// use gjk_reference::{Distance, Int};
    ///
    /// let root_of_two = Distance::between_points(&[1.0, 1.0, 0.0], &[0.0; 3]).unwrap();
    /// assert_eq!(root_of_two.num(), &Int::from_i64(2));
    /// ```
    pub fn num(&self) -> &Int {
        &self.num
    }

    /// The denominator of the square, above zero. The fraction need not be in lowest terms.
    ///
    /// ```
    /// use gjk_reference::{Distance, Int};
    ///
    /// let root_of_two = Distance::between_points(&[1.0, 1.0, 0.0], &[0.0; 3]).unwrap();
    /// assert_eq!(root_of_two.den(), &Int::ONE);
    /// ```
    pub fn den(&self) -> &Int {
        &self.den
    }

    /// The exponent of the unit of length: the square is `num / den` times 4 to this power.
    ///
    /// ```
    /// use gjk_reference::Distance;
    ///
    /// let quarter = Distance::between_points(&[0.25, 0.0, 0.0], &[0.0; 3]).unwrap();
    /// assert_eq!(quarter.exponent(), -2);
    /// ```
    pub fn exponent(&self) -> i64 {
        self.exponent
    }

    /// Whether the length is zero.
    ///
    /// ```
    /// use gjk_reference::Distance;
    ///
    /// assert!(Distance::between_points(&[1.0; 3], &[1.0; 3]).unwrap().is_zero());
    /// ```
    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }

    /// Compares the length with the exact sum of the finite `terms`. A negative sum is less than
    /// any length.
    ///
    /// # Panics
    /// If a term is not finite: no ordering would be true.
    ///
    /// ```
    /// use gjk_reference::Distance;
    /// use std::cmp::Ordering;
    ///
    /// let root_of_two = Distance::between_points(&[1.0, 1.0, 0.0], &[0.0; 3]).unwrap();
    /// assert_eq!(root_of_two.cmp_sum(&[1.0, 0.4142]), Ordering::Greater);
    /// assert_eq!(root_of_two.cmp_sum(&[2f64.sqrt()]), Ordering::Less);
    /// ```
    pub fn cmp_sum(&self, terms: &[f64]) -> Ordering {
        for term in terms {
            assert!(term.is_finite(), "{term} is not finite");
        }
        let (sum, exponent) = float::exact_sum(terms);
        if sum.is_negative() {
            return Ordering::Greater;
        }
        let square = &sum.squared() * &self.den;
        let (own, other) = at_one_unit(&self.num, self.exponent, &square, exponent);
        own.cmp(&other)
    }

    /// The sum of the `terms` minus the length, to report an error: relative error below 1e-14,
    /// infinite beyond the largest float. If a term is not finite, the plain sum of the terms.
    ///
    /// ```
    /// use gjk_reference::Distance;
    ///
    /// let five = Distance::between_points(&[3.0, 4.0, 0.0], &[0.0; 3]).unwrap();
    /// assert_eq!(five.error_of(&[5.0, 1e-30]), 1e-30);
    /// assert_eq!(five.error_of(&[4.0]), -1.0);
    /// ```
    pub fn error_of(&self, terms: &[f64]) -> f64 {
        for term in terms {
            if !term.is_finite() {
                return terms.iter().sum();
            }
        }
        let (sum, exponent) = float::exact_sum(terms);
        let claimed = Approx::of(&sum, exponent);
        if !sum.is_positive() {
            return claimed.plus(self.root().negate()).to_f64();
        }
        let square = &sum.squared() * &self.den;
        let (own, other) = at_one_unit(&self.num, self.exponent, &square, exponent);
        let unit = self.exponent.min(exponent);
        let numerator = Approx::of(&(other - own), 2 * unit);
        let denominator = Approx::of(&self.den, 0).times(claimed.plus(self.root()));
        numerator.over(denominator).to_f64()
    }

    /// A float within 2 ulps of the length; infinite beyond the largest float.
    ///
    /// ```
    /// use gjk_reference::Distance;
    ///
    /// let root_of_two = Distance::between_points(&[1.0, 1.0, 0.0], &[0.0; 3]).unwrap();
    /// assert!((root_of_two.approx() - 2f64.sqrt()).abs() <= 2.0 * f64::EPSILON);
    /// ```
    pub fn approx(&self) -> f64 {
        self.root().to_f64()
    }

    /// The greatest float at most the length, and the least float at least the length. They are
    /// equal if the length is a float. Beyond the largest float the second is infinite.
    ///
    /// ```
    /// use gjk_reference::Distance;
    ///
    /// let root_of_two = Distance::between_points(&[1.0, 1.0, 0.0], &[0.0; 3]).unwrap();
    /// let root = 2f64.sqrt();
    /// assert_eq!(root_of_two.bounds(), (root.next_down(), root));
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        let mut lower = self.approx().min(f64::MAX);
        while self.cmp_sum(&[lower]) == Ordering::Less {
            lower = lower.next_down();
        }
        while lower < f64::MAX && self.cmp_sum(&[lower.next_up()]) != Ordering::Less {
            lower = lower.next_up();
        }
        if self.cmp_sum(&[lower]) == Ordering::Equal {
            (lower, lower)
        } else {
            (lower, lower.next_up())
        }
    }

    /// The length as a wide float.
    fn root(&self) -> Approx {
        let square = Approx::of(&self.num, 2 * self.exponent).over(Approx::of(&self.den, 0));
        square.sqrt()
    }
}

impl Ord for Distance {
    fn cmp(&self, other: &Distance) -> Ordering {
        let own = &self.num * &other.den;
        let theirs = &other.num * &self.den;
        let (own, theirs) = at_one_unit(&own, self.exponent, &theirs, other.exponent);
        own.cmp(&theirs)
    }
}

impl PartialOrd for Distance {
    fn partial_cmp(&self, other: &Distance) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Distance {
    fn eq(&self, other: &Distance) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Distance {}

/// `x * 4^exponent_x` and `y * 4^exponent_y` in units of the smaller power of four.
fn at_one_unit(x: &Int, exponent_x: i64, y: &Int, exponent_y: i64) -> (Int, Int) {
    let unit = exponent_x.min(exponent_y);
    let shift_x = 2 * (exponent_x - unit) as usize;
    let shift_y = 2 * (exponent_y - unit) as usize;
    (x.shl(shift_x), y.shl(shift_y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(num: i64, den: i64, exponent: i64) -> Distance {
        Distance::from_square(Int::from_i64(num), Int::from_i64(den), exponent)
    }

    /// Claim: lengths compare as equal exactly if they are, whatever their fractions.
    #[test]
    fn tells_lengths_apart() {
        assert!(distance(9, 4, 0) == distance(36, 1, -2));
        assert!(distance(9, 4, 0) != distance(9, 5, 0));
    }

    /// Claim: the bounds are the two floats around the length, or twice the length if it is a
    /// float, from any initial approximation.
    #[test]
    fn bounds_are_tight() {
        for number in 1..500 {
            let (float, den) = (
                (1 << 53) - number,
                Int::from_i64(number * 0x5_e377_9b97_f4a7),
            );
            let num = &Int::from_i64(float).squared() * &den;
            let length = Distance::from_square(num, den, 0);
            assert_eq!(length.bounds(), (float as f64, float as f64), "{number}");
        }
        for number in 1..500 {
            let (num, den) = (number * 0x9_e377_9b97_f4a7 % 1_000_003, number * number + 7);
            let length = distance(num, den, 0);
            let (lower, upper) = length.bounds();
            assert_ne!(length.cmp_sum(&[lower]), Ordering::Less, "{num}/{den}");
            assert_ne!(length.cmp_sum(&[upper]), Ordering::Greater, "{num}/{den}");
            assert!(upper == lower || upper == lower.next_up(), "{num}/{den}");
        }
    }

    /// Claim: a comparison is exact to the last bit of each term.
    #[test]
    fn compares_with_sums() {
        let three = distance(9, 1, 0);
        assert_eq!(three.cmp_sum(&[3.0]), Ordering::Equal);
        assert_eq!(three.cmp_sum(&[1.0, 2.0, -0.0]), Ordering::Equal);
        assert_eq!(three.cmp_sum(&[3.0, f64::from_bits(1)]), Ordering::Less);
        assert_eq!(three.cmp_sum(&[3.0, -f64::from_bits(1)]), Ordering::Greater);
        assert_eq!(three.cmp_sum(&[1e300, 3.0, -1e300]), Ordering::Equal);
        assert_eq!(three.cmp_sum(&[-4.0]), Ordering::Greater);
        assert_eq!(three.cmp_sum(&[]), Ordering::Greater);
        assert_eq!(distance(0, 7, 5).cmp_sum(&[]), Ordering::Equal);
        assert_eq!(
            distance(0, 7, 5).cmp_sum(&[-f64::from_bits(1)]),
            Ordering::Greater
        );
        assert_eq!(distance(2, 1, 0).cmp_sum(&[2f64.sqrt()]), Ordering::Less);
    }

    /// Claim: lengths are ordered for any denominators and units.
    #[test]
    fn orders_lengths() {
        assert_eq!(distance(9, 1, 0), distance(36, 16, 1));
        assert_eq!(distance(9, 1, 1000), distance(18, 2, 1000));
        assert!(distance(9, 1, -1000) < distance(1, 9, 0));
        assert!(distance(121, 41, 0) < distance(3, 1, 0));
        assert!(distance(0, 1, 900) < distance(1, 1, -900));
    }

    /// Claim: the approximation and its bounds hold from the least float to beyond the largest.
    #[test]
    fn approximates_at_any_size() {
        assert_eq!(distance(9, 4, 0).approx(), 1.5);
        assert_eq!(distance(9, 4, 0).bounds(), (1.5, 1.5));
        assert_eq!(distance(9, 1, 1000).approx(), 3.0 * 2f64.powi(1000));
        assert_eq!(distance(9, 1, -1070).approx(), 48.0 * f64::from_bits(1));
        assert_eq!(distance(9, 1, 1023).approx(), f64::INFINITY);
        assert_eq!(distance(9, 1, 1023).bounds(), (f64::MAX, f64::INFINITY));
        assert_eq!(distance(0, 1, 0).bounds(), (0.0, 0.0));
        assert_eq!(distance(1, 9, -1074).bounds(), (0.0, f64::from_bits(1)));
        let (lower, upper) = distance(2, 1, 0).bounds();
        assert_eq!((lower, upper), (2f64.sqrt().next_down(), 2f64.sqrt()));
    }

    /// Claim: the error of a claim keeps its digits if `c - d` in floats has none, from 1 part in
    /// 10^13 down to no error. The series of sqrt(9 + h) around 3 gives the expected values.
    #[test]
    fn measures_errors_closely() {
        let nine = Int::from_i64(9).shl(120);
        for bits in [30, 60, 90, 119] {
            let near = Distance::from_square(&nine + &Int::ONE.shl(bits), Int::ONE, -60);
            let h = 2f64.powi(bits as i32 - 120);
            let expected = -h / 6.0 + h * h / 216.0;
            let relative = near.error_of(&[3.0]) / expected - 1.0;
            let tolerance = if bits == 119 { 0.01 } else { 1e-14 };
            assert!(relative.abs() < tolerance, "{bits}: {relative}");
        }
        assert_eq!(distance(9, 1, 0).error_of(&[1.0, 2.0]), 0.0);
        assert_eq!(
            distance(9, 1, 0).error_of(&[3.0f64.next_up()]),
            2f64.powi(-51)
        );
        assert_eq!(distance(9, 1, 0).error_of(&[3.0, 1e-300]), 1e-300);
        assert_eq!(distance(63, 7, 0).error_of(&[3.0, 1e-300]), 1e-300);
        assert_eq!(distance(9, 16, 2).error_of(&[4.0]), 1.0);
        assert_eq!(distance(9, 1, 0).error_of(&[-1.0]), -4.0);
        assert_eq!(distance(9, 1, 0).error_of(&[]), -3.0);
        assert_eq!(distance(0, 1, 0).error_of(&[1e-300]), 1e-300);
        assert_eq!(distance(9, 1, 900).error_of(&[3.0 * 2f64.powi(900)]), 0.0);
        assert_eq!(distance(9, 1, 0).error_of(&[f64::INFINITY]), f64::INFINITY);
        assert!(distance(9, 1, 0).error_of(&[f64::NAN]).is_nan());
    }

    /// Claim: the square is the fraction of the parts, never negative, in the unit of the
    /// coordinates: 1.25 apart in x is 5 quarters, so the square is 25 / 1 * 4^-2.
    #[test]
    fn tells_its_square() {
        let length = Distance::between_points(&[2.0, 0.5, 0.0], &[0.75, 0.5, 0.0]).unwrap();
        assert_eq!(length.num(), &Int::from_i64(25));
        assert_eq!(length.den(), &Int::ONE);
        assert_eq!(length.exponent(), -2);
        assert!(length.num().is_positive() && length.den().is_positive());
        let zero = Distance::between_points(&[2.0; 3], &[2.0; 3]).unwrap();
        assert!(!zero.num().is_positive() && !zero.num().is_negative());
        assert!((zero.num() - zero.den()).is_negative());
    }

    /// Claim: point distances are exact, and refuse what is not finite.
    #[test]
    fn measures_points() {
        let far = Distance::between_points(&[1e300, 0.0, 0.0], &[-1e300, 0.0, 0.0]).unwrap();
        assert_eq!(far.cmp_sum(&[1e300, 1e300]), Ordering::Equal);
        let near = Distance::between_points(&[3.0, 0.1, 5.0], &[0.0, 0.1, 1.0]).unwrap();
        assert_eq!(near.cmp_sum(&[5.0]), Ordering::Equal);
        assert!(Distance::between_points(&[0.0; 3], &[f64::NAN; 3]).is_err());
    }
}
