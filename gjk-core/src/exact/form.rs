//! The products of vectors whose signs decide everything, and two ways to evaluate them.

use core::cmp::Ordering;

use super::big_float::BigFloat;
use super::int::{DIGIT_BITS, Int};
use super::sum::{Sum, unit_and_bits};
use crate::arithmetic::{Ring, cross, dot, odd_mantissa_and_exponent};

/// A homogeneous polynomial in the coordinates of vectors.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Form {
    /// `p · q`.
    Dot([Sum; 2]),
    /// `(p × q) · r`.
    Triple([Sum; 3]),
    /// `(p × q) · (r × s)`.
    CrossDot([Sum; 4]),
    /// By how much `|p|²` exceeds `|r|²`.
    PointBeyond([Sum; 2]),
    /// By how much the squared distance of the line through `p` along `e` exceeds `|r|²`, times
    /// `|e|²`: of `e`, `p` and `r`.
    LineBeyond([Sum; 3]),
    /// By how much the squared distance of the plane through `p` along `e` and `f` exceeds `|r|²`,
    /// times `|e × f|²`: of `e`, `f`, `p` and `r`.
    PlaneBeyond([Sum; 4]),
}

/// The sums of a form have at most so many bits more than its products: the largest has 72
/// products.
const CARRIES: u32 = 7;

/// A capacity for the forms of coordinates of like size: of degree 4 up to 160 bits. Those that fit
/// into the integers of the language, as most of coordinates in `f32`, are evaluated in these.
const NARROW: usize = 12;

/// A capacity for all: the sums of four `f64` have 2100 bits at most, and the highest degree is 6.
const WIDE: usize = 234;

impl Form {
    /// Its sign: by an estimate in `f64` if that tells it, or else by integers.
    pub(crate) fn sign(&self) -> Ordering {
        let estimate = self.value(|vector| vector.near);
        estimate.sign().unwrap_or_else(|| self.leading().sign())
    }

    /// Its leading digits, in integers of the least capacity that is enough.
    #[cold]
    pub(crate) fn leading(&self) -> BigFloat {
        let (vectors, degree) = self.vectors_and_degree();
        let (unit, bits) = unit_and_bits(vectors);
        let exponent = unit * degree as i32;
        let bits = bits * degree + CARRIES;
        if bits < i128::BITS {
            Int::<3>::at(0, self.in_few_bits(unit)).leading(exponent)
        } else if bits < NARROW as u32 * DIGIT_BITS {
            self.in_integers::<NARROW>(unit).leading(exponent)
        } else {
            self.in_integers::<WIDE>(unit).leading(exponent)
        }
    }

    /// Its value, in the numbers that its vectors are read in.
    fn value<R: Ring>(&self, read: impl Fn(&Sum) -> [R; 3]) -> R {
        let squared = |vector: &[R; 3]| dot(vector, vector);
        match self {
            Self::Dot([p, q]) => dot(&read(p), &read(q)),
            Self::Triple([p, q, r]) => dot(&cross(&read(p), &read(q)), &read(r)),
            Self::CrossDot([p, q, r, s]) => {
                dot(&cross(&read(p), &read(q)), &cross(&read(r), &read(s)))
            }
            Self::PointBeyond([p, r]) => squared(&read(p)) - squared(&read(r)),
            Self::LineBeyond([e, p, r]) => {
                let e = read(e);
                squared(&cross(&e, &read(p))) - squared(&e) * squared(&read(r))
            }
            Self::PlaneBeyond([e, f, p, r]) => {
                let normal = cross(&read(e), &read(f));
                let height = dot(&normal, &read(p));
                height * height - squared(&normal) * squared(&read(r))
            }
        }
    }

    /// Its vectors, and its degree in all their coordinates together.
    fn vectors_and_degree(&self) -> (&[Sum], u32) {
        match self {
            Self::Dot(vectors) | Self::PointBeyond(vectors) => (vectors, 2),
            Self::Triple(vectors) => (vectors, 3),
            Self::LineBeyond(vectors) => (vectors, 4),
            Self::CrossDot(vectors) => (vectors, 4),
            Self::PlaneBeyond(vectors) => (vectors, 6),
        }
    }

    /// Its value, if that has less than 128 bits.
    fn in_few_bits(&self, unit: i32) -> i128 {
        let whole = |x: f64| {
            let (mantissa, exponent) = odd_mantissa_and_exponent(x);
            i128::from(mantissa) << (exponent - unit).max(0)
        };
        self.value(|vector| vector.read(whole))
    }

    #[inline(never)]
    fn in_integers<const DIGITS: usize>(&self, unit: i32) -> Int<DIGITS> {
        self.value(|vector| vector.read(|x| Int::of(x, unit)))
    }
}

#[cfg(test)]
mod tests {
    use super::Form::{self, CrossDot, Dot, LineBeyond, PlaneBeyond, PointBeyond, Triple};
    use super::{CARRIES, NARROW, WIDE};
    use crate::exact::int::{DIGIT_BITS, Int};
    use crate::exact::sum::{Sum, unit_and_bits};
    use core::cmp::Ordering;
    use glam::DVec3;

    fn sum(vector: [f64; 3]) -> Sum {
        Sum::new([vector.into()], 0.5)
    }

    // Claim: the forms are what their names say, of vectors for which that is known.
    #[test]
    fn forms_have_their_values() {
        let [x, y, p] = [[3.0, 0.0, 0.0], [0.0, 2.0, 0.0], [7.0, 5.0, 4.0]].map(sum);
        let r = sum([3.0, 0.0, 0.0]);
        let value = |form: Form| form.leading().rounded();
        assert_eq!(value(Dot([p, x])), 21.0);
        assert_eq!(value(Triple([x, y, p])), 24.0);
        assert_eq!(value(CrossDot([x, y, x, p])), 90.0);
        assert_eq!(value(PointBeyond([p, r])), 90.0 - 9.0);
        // The distance of p from the first axis is √41, that from the plane of both 4.
        assert_eq!(value(LineBeyond([x, p, r])), 9.0 * (41.0 - 9.0));
        assert_eq!(value(PlaneBeyond([x, y, p, r])), 36.0 * (16.0 - 9.0));
    }

    /// The sign by both means, which must not contradict each other.
    fn sign(form: Form) -> Ordering {
        let exact = form.leading().sign();
        let guess = form.value(|vector| vector.near).sign();
        assert!(guess.is_none_or(|guess| guess == exact));
        assert_eq!(form.sign(), exact);
        exact
    }

    // Claim: leading digits are right, however many of those before them cancel.
    #[test]
    fn leading_digits_are_right() {
        let zero = [0.0; 3];
        let q = sum([1.0, -1.0, 0.0]);
        for shift in 0..100 {
            let part = 2f64.powi(-shift);
            for divisor in [3.0, 7.0, 11.0, 13.0] {
                let (b, c) = (part / divisor, part / 17.0);
                let p = Sum::new(
                    [[0.1, 0.1, 0.0], [b, c, 0.0], zero, zero].map(DVec3::from),
                    0.5,
                );
                let found = Dot([p, q]);
                assert_eq!(found.leading().rounded(), b - c);
            }
        }
    }

    // Claim: signs are exact where estimates know nothing: a last digit beside the largest numbers.
    #[test]
    fn signs_are_exact() {
        let least = f64::from_bits(1);
        for (off, expected) in [
            (least, Ordering::Greater),
            (0.0, Ordering::Equal),
            (-least, Ordering::Less),
        ] {
            let zero = [0.0; 3];
            let p = [f64::MAX, f64::MAX, f64::MAX];
            let q = [1.0, -1.0, 0.0];
            let terms = [q, [0.0, 0.0, off], zero, zero].map(DVec3::from);
            let off = Sum::new(terms, f64::MIN_POSITIVE);
            let p = Sum::new([p.into()], f64::MIN_POSITIVE);
            assert_eq!(sign(Dot([p, off])), expected);
        }
    }

    // Claim: every form of any finite numbers has a sign: the capacity is enough for the longest.
    #[test]
    fn the_longest_numbers_fit() {
        let (most, least) = (f64::MAX, f64::from_bits(1));
        let full = |a: f64, b: f64| {
            let [p, q] = [[a, -a, a], [b, b, -b]].map(DVec3::from);
            Sum::new([p, p, q, q], 1.0)
        };
        let vectors = [
            full(most, least),
            full(-most, least),
            full(most, -least),
            full(least, most),
        ];
        for p in vectors {
            for q in vectors {
                for r in vectors {
                    sign(PlaneBeyond([p, q, r, p]));
                    sign(LineBeyond([p, q, r]));
                    assert!(sign(CrossDot([p, q, p, q])).is_ge());
                    assert_eq!(sign(Triple([p, q, p])), Ordering::Equal);
                    sign(Triple([p, q, r]));
                }
                sign(PointBeyond([p, q]));
                assert_eq!(sign(PointBeyond([p, p])), Ordering::Equal);
            }
        }
    }

    /// Whether a form fits into the integers of the language, and into the narrow capacity; its
    /// value there must be that in the wide one.
    fn fits(form: Form) -> [bool; 2] {
        let (vectors, degree) = form.vectors_and_degree();
        let (unit, bits) = unit_and_bits(vectors);
        let bits = bits * degree + CARRIES;
        let fits = [bits < i128::BITS, bits < NARROW as u32 * DIGIT_BITS];
        let wide = || form.in_integers::<WIDE>(unit).leading(0);
        if fits[0] {
            let few = Int::<NARROW>::at(0, form.in_few_bits(unit)).leading(0);
            assert_eq!(few.halves(), wide().halves(), "{unit:?}");
        }
        if fits[1] {
            let narrow = form.in_integers::<NARROW>(unit).leading(0);
            assert_eq!(narrow.halves(), wide().halves(), "{unit:?}");
            assert_eq!(narrow.times_two_to(-9000).rounded(), 0.0);
        }
        fits
    }

    // Claim: what is counted to fit into a capacity fits: up to the last bit that it has, numbers
    // of all digits of `f64` or of `f32`, with as many carries as can be, come out as in the wide
    // one.
    #[test]
    fn capacities_are_enough() {
        let mut narrow = [0; 3];
        let mut few = [0; 3];
        for digits in [f64::EPSILON, f32::EPSILON.into()] {
            for spread in 0..220 {
                let least = 2f64.powi(-spread);
                // The largest sums of four terms: all bits set at both ends.
                let most = 2.0 - digits;
                let full = |signs: [f64; 3]| {
                    let [p, q] = [most, most * least].map(|x| DVec3::from(signs) * x);
                    Sum::new([p, p, q, q], 1.0)
                };
                let p = full([1.0, -1.0, 1.0]);
                let q = full([1.0, 1.0, -1.0]);
                let r = full([-1.0, 1.0, 1.0]);
                let found = [
                    fits(PlaneBeyond([p, q, r, p])),
                    fits(CrossDot([p, q, p, r])),
                    fits(Dot([p, q])),
                ];
                for (form, [fits_few, fits_narrow]) in found.into_iter().enumerate() {
                    few[form] += u32::from(fits_few);
                    narrow[form] += u32::from(fits_narrow);
                }
                fits(LineBeyond([p, q, r]));
                fits(Triple([p, q, r]));
                fits(PointBeyond([p, q]));
            }
        }
        // (648 - 8) bits by the degree, less those of a number and two for its sums; and (127 - 7)
        // bits.
        assert_eq!(narrow, [52 + 81, 106 + 135, 220 + 220]);
        assert_eq!(few, [0, 5, 6 + 35]);
    }
}
