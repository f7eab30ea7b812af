//! Vectors of the Minkowski difference, as sums of floats.

use core::array;

use glam::DVec3;

use crate::arithmetic::{
    DoubleDouble, Estimate, Ring, Scalar, exponent_above, odd_mantissa_and_exponent,
};

/// The most terms of a coordinate: a point of the difference has the coordinates of two points and
/// two origins, an edge those of four points.
const TERMS: usize = 4;

/// A vector, in 2D with zero as third coordinate: the exact sum of a few vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    terms: [DVec3; TERMS],
    /// Its coordinates times the scale, in `f64`. All else is without the scale.
    pub(crate) near: [Estimate<f64>; 3],
    scale: f64,
}

impl Sum {
    /// The sum of up to four vectors. Estimates of its coordinates are multiplied by `scale`, a
    /// power of two, to be near one.
    pub(crate) fn new<const N: usize>(vectors: [DVec3; N], scale: f64) -> Self {
        let mut terms = [DVec3::ZERO; TERMS];
        terms[..N].copy_from_slice(&vectors);
        let along = |axis: usize| summed(terms.map(|term| term[axis]), scale);
        let near = [along(0), along(1), along(2)];
        Self { terms, near, scale }
    }

    /// The difference to another point, if both are sums of two terms of their own and of two that
    /// they have in common.
    pub(crate) fn edge_to(&self, other: &Self) -> Self {
        let ([p, q, ..], [r, s, ..]) = (self.terms, other.terms);
        Self::new([r, -p, s, -q], self.scale)
    }

    /// The coordinates, each the sum of its terms in other numbers.
    pub(crate) fn read<R: Ring>(&self, number: impl Fn(f64) -> R) -> [R; 3] {
        array::from_fn(|axis| {
            let [p, q, r, s] = self.terms.map(|term| number(term[axis]));
            (p + q) + (r + s)
        })
    }
}

/// A sum of terms times a scale, rounded once. A zero has no error, unless a scaled term
/// underflows. Every other estimate has an error, which covers underflow too.
fn summed(terms: [f64; TERMS], scale: f64) -> Estimate<f64> {
    let [p, q, r, s] = terms.map(|term| term * scale);
    let mut sum = DoubleDouble::sum(p, q);
    // Most vectors have two terms.
    if r != 0.0 || s != 0.0 {
        sum = sum + DoubleDouble::sum(r, s);
    }
    let is_kept = |term: &f64| *term == 0.0 || (*term * scale).abs() >= f64::MIN_POSITIVE;
    let error = if sum.hi == 0.0 && terms.iter().all(is_kept) {
        0.0
    } else {
        // Adding the errors rounds; twice the error of the sum covers this.
        let error = DoubleDouble::UNIT_ROUNDOFF * sum.hi.abs() + f64::MIN_POSITIVE;
        sum.lo.abs() + 2.0 * error
    };
    let value = sum.hi;
    Estimate { value, error }
}

/// The exponent of two of the unit of all numbers of several vectors, and the bits of the largest
/// coordinate in this unit.
pub(crate) fn unit_and_bits(vectors: &[Sum]) -> (i32, u32) {
    let terms = vectors.iter().flat_map(|sum| sum.terms);
    let numbers = terms.flat_map(|term| term.to_array()).filter(|x| *x != 0.0);
    let ends = numbers.map(|x| [odd_mantissa_and_exponent(x).1, exponent_above(x)]);
    let both = |[p, q]: [i32; 2], [r, s]: [i32; 2]| [p.min(r), q.max(s)];
    let [unit, end] = ends.reduce(both).unwrap_or_default();
    // A sum of four terms has two bits more than the largest of them.
    (unit, (end - unit) as u32 + TERMS.ilog2())
}

#[cfg(test)]
mod tests {
    use super::{Sum, unit_and_bits};
    use crate::arithmetic::ROUNDOFF;
    use crate::exact::int::Int;
    use core::cmp::Ordering;
    use glam::DVec3;

    /// A vector that has these terms along the second axis.
    fn along(terms: [f64; 4]) -> Sum {
        Sum::new(terms.map(|term| DVec3::Y * term), 1.0)
    }

    // Claim: a coordinate in `f64` is off by one rounding at most, and says so.
    #[test]
    fn estimates_are_rounded_once() {
        let small = 2f64.powi(-60);
        for (terms, rounded, off) in [
            ([1.0, small, 0.0, 0.0], 1.0, small),
            ([3.0, -small, -2.0, 0.0], 1.0, small),
            ([0.1, 0.2, 0.0, 0.0], 0.1 + 0.2, 2f64.powi(-55)),
        ] {
            let [_, near, _] = along(terms).near;
            assert_eq!(near.value, rounded);
            assert!(near.error >= off, "{terms:?}");
            assert!(near.error <= ROUNDOFF * rounded, "{terms:?}");
        }
    }

    // Claim: zero is known to be zero, unless what makes it is too small for the scale; nothing
    // else is known to the last bit.
    #[test]
    fn zero_is_known() {
        let (tiny, small) = (2f64.powi(-200), 2f64.powi(-60));
        for (terms, scale, is_known) in [
            ([0.0; 4], 1.0, true),
            ([3.0, -1.0, -2.0, 0.0], 1.0, true),
            ([tiny, -tiny, 0.0, 0.0], 1.0, true),
            ([tiny, 0.0, 0.0, 0.0], 1.0, false),
            ([tiny, 0.0, 0.0, 0.0], 2f64.powi(-1000), false),
            ([0.0, 1.0, tiny, -1.0], 2f64.powi(-1000), false),
            // What is left is below the least number as soon as it is scaled.
            (
                [small, -small * (1.0 - 2f64.powi(-30)), 0.0, 0.0],
                2f64.powi(-1000),
                false,
            ),
        ] {
            let sum = Sum::new(terms.map(|term| DVec3::Y * term), scale);
            let [_, near, _] = sum.near;
            assert_eq!(near.error == 0.0, is_known, "{terms:?}");
        }
    }

    // Claim: the coordinates are exact sums, of as many bits as the unit says, positive and
    // negative.
    #[test]
    fn sums_are_exact() {
        let most = 2.0 - f64::EPSILON;
        for spread in 0..90 {
            let small = 2f64.powi(-spread);
            for signs in [[1.0; 4], [-1.0; 4], [1.0, -1.0, 1.0, 1.0]] {
                let sizes = [most, most, most * small, most];
                let terms = core::array::from_fn(|i| sizes[i] * signs[i]);
                let sum = along(terms);
                let (unit, bits) = unit_and_bits(&[sum]);
                assert_eq!(bits, 53 + spread as u32 + 2);
                let number = |x: f64| Int::<4>::of(x, unit);
                let [zero, found, _] = sum.read(number);
                let [p, q, r, s] = terms.map(number);
                let rest = found - (p + q + r + s);
                assert_eq!(rest.sign(), Ordering::Equal, "{spread} {signs:?}");
                // Each term is a whole number of units, and with all its digits one of the
                // language.
                if bits < i128::BITS {
                    let whole = |x: f64| (x * 2f64.powi(-unit)) as i128;
                    let rest = found - Int::at(0, terms.map(whole).iter().sum());
                    assert_eq!(rest.sign(), Ordering::Equal, "{spread} {signs:?}");
                }
                assert_eq!(found.sign(), signs[0].total_cmp(&0.0));
                assert_eq!(zero.sign(), Ordering::Equal);
            }
        }
    }

    // Claim: the difference of two points is that of their terms, whichever of these are the same.
    #[test]
    fn ways_are_differences_of_points() {
        let [a, b] = [[1.0, 0.1, -3.0], [0.7, 5.0, 0.25]].map(DVec3::from);
        let [c, d] = [[-2.0, 0.3, 7.0], [1.5, -0.9, 8.0]].map(DVec3::from);
        let origins = [DVec3::splat(1e30), DVec3::splat(-1e-30)];
        let point = |p: DVec3, q: DVec3| Sum::new([p, -q, origins[0], origins[1]], 0.25);
        for (r, s) in [(a, d), (c, b), (c, d), (a, b)] {
            let edge = point(a, b).edge_to(&point(r, s));
            let found = DVec3::from(edge.near.map(|x| x.value * 4.0));
            let less = (r - s) - (a - b);
            assert!((found - less).length() < 1e-14, "{found} {less}");
        }
    }

    // Claim: vectors of no length have a unit, of no bits but those of a sum.
    #[test]
    fn nothing_has_no_bits() {
        let nothing = along([0.0, -0.0, 0.0, 0.0]);
        let (unit, bits) = unit_and_bits(&[nothing, nothing]);
        assert_eq!(bits, 2);
        let integers = nothing.read(|x| Int::<4>::of(x, unit));
        assert!(integers.iter().all(|x| x.sign().is_eq()));
    }
}
