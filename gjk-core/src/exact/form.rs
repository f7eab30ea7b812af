//! The products of vectors whose signs decide everything, and two ways to evaluate them.

use core::cmp::Ordering;

use super::int::Int;
use super::ring::{Ring, cross, dot};
use super::scaled::Scaled;
use super::sum::{Sum, Unit};

/// A homogeneous polynomial in the coordinates of `K` vectors.
pub(crate) trait Form<const K: usize> {
    /// Its degree in all coordinates together.
    const DEGREE: u32;

    /// Its value.
    fn value<R: Ring>(vectors: &[[R; 3]; K]) -> R;
}

/// The sums of a form have at most so many bits more than its products: the largest has 72
/// products.
const CARRIES: u32 = 7;

/// A capacity for the forms of coordinates of like size: of degree 4 up to 158 bits. Those that fit
/// into the integers of the language, as most of coordinates in `f32`, are evaluated in these.
const NARROW: usize = 10;

/// A capacity for all: the sums of four `f64` have 2100 bits at most, and the highest degree is 6.
const WIDE: usize = 198;

/// `p · q`.
pub(crate) struct Dot;

impl Form<2> for Dot {
    const DEGREE: u32 = 2;

    fn value<R: Ring>([p, q]: &[[R; 3]; 2]) -> R {
        dot(p, q)
    }
}

/// `(p × q) · r`.
pub(crate) struct Triple;

impl Form<3> for Triple {
    const DEGREE: u32 = 3;

    fn value<R: Ring>([p, q, r]: &[[R; 3]; 3]) -> R {
        dot(&cross(p, q), r)
    }
}

/// `(p × q) · (r × s)`.
pub(crate) struct CrossDot;

impl Form<4> for CrossDot {
    const DEGREE: u32 = 4;

    fn value<R: Ring>([p, q, r, s]: &[[R; 3]; 4]) -> R {
        dot(&cross(p, q), &cross(r, s))
    }
}

/// `|p × q|²`.
pub(crate) struct CrossSquared;

impl Form<2> for CrossSquared {
    const DEGREE: u32 = 4;

    fn value<R: Ring>([p, q]: &[[R; 3]; 2]) -> R {
        let normal = cross(p, q);
        dot(&normal, &normal)
    }
}

/// By how much `|p|²` exceeds `|r|²`.
pub(crate) struct PointBeyond;

impl Form<2> for PointBeyond {
    const DEGREE: u32 = 2;

    fn value<R: Ring>([p, r]: &[[R; 3]; 2]) -> R {
        dot(p, p) - dot(r, r)
    }
}

/// By how much the squared distance of the line through `p` along `e` exceeds `|r|²`, times `|e|²`.
pub(crate) struct LineBeyond;

impl Form<3> for LineBeyond {
    const DEGREE: u32 = 4;

    fn value<R: Ring>([e, p, r]: &[[R; 3]; 3]) -> R {
        let across = cross(e, p);
        dot(&across, &across) - dot(e, e) * dot(r, r)
    }
}

/// By how much the squared distance of the plane through `p` along `e` and `f` exceeds `|r|²`,
/// times `|e × f|²`.
pub(crate) struct PlaneBeyond;

impl Form<4> for PlaneBeyond {
    const DEGREE: u32 = 6;

    fn value<R: Ring>([e, f, p, r]: &[[R; 3]; 4]) -> R {
        let normal = cross(e, f);
        let height = dot(&normal, p);
        height * height - dot(&normal, &normal) * dot(r, r)
    }
}

/// A way to evaluate a form.
pub(crate) trait Measure {
    /// What it gives.
    type Value;

    /// Evaluates the form.
    fn of<F: Form<K>, const K: usize>(vectors: [&Sum; K]) -> Self::Value;
}

/// The sign: by an estimate in `f64` if that tells it, or else by integers.
pub(crate) struct Sign;

impl Measure for Sign {
    type Value = Ordering;

    fn of<F: Form<K>, const K: usize>(vectors: [&Sum; K]) -> Ordering {
        let estimate = F::value(&vectors.map(Sum::near));
        let sign = estimate.sign();
        sign.unwrap_or_else(|| exactly::<F, K>(vectors).sign())
    }
}

/// The leading digits, of the vectors times their scale.
pub(crate) struct Leading;

impl Measure for Leading {
    type Value = Scaled;

    fn of<F: Form<K>, const K: usize>(vectors: [&Sum; K]) -> Scaled {
        exactly::<F, K>(vectors)
    }
}

/// Evaluates a form in integers, of the least capacity that is enough: its sign and its leading
/// digits.
#[cold]
fn exactly<F: Form<K>, const K: usize>(vectors: [&Sum; K]) -> Scaled {
    let unit = Unit::of(&vectors);
    let scale = vectors.first().map_or(0, |vector| vector.scale_exponent());
    let exponent = (unit.exponent + scale) * F::DEGREE as i32;
    let bits = bits_of::<F, K>(unit);
    if bits < i128::BITS {
        let value = F::value(&vectors.map(|vector| vector.in_few_bits(unit)));
        Scaled::of_whole(value, exponent)
    } else if bits <= NARROW as u32 * u64::BITS {
        in_integers::<F, K, NARROW>(vectors, unit).scaled(exponent)
    } else {
        in_integers::<F, K, WIDE>(vectors, unit).scaled(exponent)
    }
}

/// How many bits a form of vectors in this unit has at most.
fn bits_of<F: Form<K>, const K: usize>(unit: Unit) -> u32 {
    unit.bits * F::DEGREE + CARRIES
}

#[inline(never)]
fn in_integers<F: Form<K>, const K: usize, const WORDS: usize>(
    vectors: [&Sum; K],
    unit: Unit,
) -> Int<WORDS> {
    F::value(&vectors.map(|vector| vector.in_units::<WORDS>(unit)))
}

#[cfg(test)]
mod tests {
    use super::{
        CrossDot, Dot, Form, Leading, LineBeyond, Measure, NARROW, PlaneBeyond, PointBeyond, Sign,
        Triple, WIDE, bits_of, in_integers,
    };
    use crate::exact::int::Int;
    use crate::exact::sum::{Sum, Unit};
    use core::cmp::Ordering;

    fn sum(vector: [f64; 3]) -> Sum {
        Sum::of(vector, 0.5)
    }

    // Claim: the forms are what their names say, of vectors for which that is known.
    #[test]
    fn forms_have_their_values() {
        let [x, y, p] = [[3.0, 0.0, 0.0], [0.0, 2.0, 0.0], [7.0, 5.0, 4.0]].map(sum);
        let r = sum([3.0, 0.0, 0.0]);
        // Each factor is scaled by a half.
        let value =
            |found: crate::exact::scaled::Scaled, degree: i32| found.times_two_to(degree).rounded();
        assert_eq!(value(Leading::of::<Dot, 2>([&p, &x]), 2), 21.0);
        assert_eq!(value(Leading::of::<Triple, 3>([&x, &y, &p]), 3), 24.0);
        assert_eq!(value(Leading::of::<CrossDot, 4>([&x, &y, &x, &p]), 4), 90.0);
        assert_eq!(
            value(Leading::of::<PointBeyond, 2>([&p, &r]), 2),
            90.0 - 9.0
        );
        // The distance of p from the first axis is √41, that from the plane of both 4.
        assert_eq!(
            value(Leading::of::<LineBeyond, 3>([&x, &p, &r]), 4),
            9.0 * (41.0 - 9.0)
        );
        assert_eq!(
            value(Leading::of::<PlaneBeyond, 4>([&x, &y, &p, &r]), 6),
            36.0 * (16.0 - 9.0)
        );
    }

    /// The sign by both means, which must not contradict each other.
    fn sign<F: Form<K>, const K: usize>(vectors: [&Sum; K]) -> Ordering {
        let exact = super::exactly::<F, K>(vectors).sign();
        let guess = F::value(&vectors.map(Sum::near)).sign();
        assert!(guess.is_none_or(|guess| guess == exact));
        assert_eq!(Sign::of::<F, K>(vectors), exact);
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
                let p = Sum::new([[0.1, 0.1, 0.0], [b, c, 0.0], zero, zero], 0.5);
                let found = Leading::of::<Dot, 2>([&p, &q]);
                assert_eq!(found.times_two_to(2).rounded(), b - c);
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
            let off = Sum::new([q, [0.0, 0.0, off], zero, zero], f64::MIN_POSITIVE);
            let p = Sum::of(p, f64::MIN_POSITIVE);
            assert_eq!(sign::<Dot, 2>([&p, &off]), expected);
        }
    }

    // Claim: every form of any finite numbers has a sign: the capacity is enough for the longest.
    #[test]
    fn the_longest_numbers_fit() {
        let (most, least) = (f64::MAX, f64::from_bits(1));
        let full = |a: f64, b: f64| {
            let [p, q] = [[a, -a, a], [b, b, -b]];
            Sum::new([p, p, q, q], 1.0)
        };
        let vectors = [
            full(most, least),
            full(-most, least),
            full(most, -least),
            full(least, most),
        ];
        for p in &vectors {
            for q in &vectors {
                for r in &vectors {
                    sign::<PlaneBeyond, 4>([p, q, r, p]);
                    sign::<LineBeyond, 3>([p, q, r]);
                    assert!(sign::<CrossDot, 4>([p, q, p, q]).is_ge());
                    assert_eq!(sign::<Triple, 3>([p, q, p]), Ordering::Equal);
                    sign::<Triple, 3>([p, q, r]);
                }
                sign::<PointBeyond, 2>([p, q]);
                assert_eq!(sign::<PointBeyond, 2>([p, p]), Ordering::Equal);
            }
        }
    }

    /// Whether a form fits into the integers of the language, and into the narrow capacity; its
    /// value there must be that in the wide one.
    fn fits<F: Form<K>, const K: usize>(vectors: [&Sum; K]) -> [bool; 2] {
        let unit = Unit::of(&vectors);
        let bits = bits_of::<F, K>(unit);
        let fits = [bits < i128::BITS, bits <= NARROW as u32 * u64::BITS];
        let wide = || in_integers::<F, K, WIDE>(vectors, unit).scaled(0);
        if fits[0] {
            let few = F::value(&vectors.map(|vector| vector.in_few_bits(unit)));
            let few = Int::<NARROW>::of_whole(few).scaled(0);
            assert_eq!(few.halves(), wide().halves(), "{unit:?}");
        }
        if fits[1] {
            let narrow = in_integers::<F, K, NARROW>(vectors, unit).scaled(0);
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
                    let [p, q] = [most, most * least].map(|x| signs.map(|sign| sign * x));
                    Sum::new([p, p, q, q], 1.0)
                };
                let p = full([1.0, -1.0, 1.0]);
                let q = full([1.0, 1.0, -1.0]);
                let r = full([-1.0, 1.0, 1.0]);
                let found = [
                    fits::<PlaneBeyond, 4>([&p, &q, &r, &p]),
                    fits::<CrossDot, 4>([&p, &q, &p, &r]),
                    fits::<Dot, 2>([&p, &q]),
                ];
                for (form, [fits_few, fits_narrow]) in found.into_iter().enumerate() {
                    few[form] += u32::from(fits_few);
                    narrow[form] += u32::from(fits_narrow);
                }
                fits::<LineBeyond, 3>([&p, &q, &r]);
                fits::<Triple, 3>([&p, &q, &r]);
                fits::<PointBeyond, 2>([&p, &q]);
            }
        }
        // (640 - 7) bits by the degree, less those of a number and two for its sums; and (127 - 7)
        // bits.
        assert_eq!(narrow, [51 + 80, 104 + 133, 220 + 220]);
        assert_eq!(few, [0, 5, 6 + 35]);
    }
}
