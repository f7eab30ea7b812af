//! Each test is a claim about the two numbers that enclose a distance.

use super::Bounds;
use crate::arithmetic::{DoubleDouble, Estimate, ROUNDOFF};
use crate::decide::tests::exact_sum;
use crate::tests::numbers;

fn known([hi, lo]: [f64; 2], error: f64, scale: f64) -> Option<[f64; 3]> {
    let value = DoubleDouble { hi, lo };
    let bounds = Bounds::known(Estimate { value, error }, scale)?;
    Some([bounds.lower, bounds.distance, bounds.upper])
}

// Claim: a distance is known that is off, with its error, by less than a roundoff of it, at any
// size; and one that is rounded by half of the way to the next number, with an error of less than
// half a roundoff. (Above a power of two half of the way is a roundoff. A point was exactly there,
// above the edge of a box in round numbers that is rotated by a quarter turn.)
#[test]
fn distances_are_known_to_a_roundoff() {
    for size in [1.0, 2f64.powi(300), 2f64.powi(-300)] {
        for (hi, lo, ulps) in [
            (1.0, 0.0, 0.5),
            (1.5, 0.0, 0.75),
            (1.5, 0.25, 0.5),
            (1.5, -0.25, 0.5),
            (1.0f64.next_down(), 0.0, 0.5),
            (1.0, 0.25, 0.25),
            (1.0, 0.5, 0.25),
            (1.25, 0.5, 0.3125),
            (1.0, -0.25, 0.25),
        ] {
            let is_known = [0.99, 1.0].map(|part| {
                let error = part * ulps * f64::EPSILON * size;
                known([hi * size, lo * f64::EPSILON * size], error, 1.0).is_some()
            });
            assert_eq!(is_known, [true, false], "{hi} {lo} {size:e}");
        }
    }
}

// Claim: the bounds are the neighbours on the side of the distance, on both sides if it may be
// representable, however small the error; without an error both are the distance.
#[test]
fn bounds_are_neighbours() {
    let ulp = f64::EPSILON;
    for (distance, scale) in [(1.5, 1.0), (1.5, 2f64.powi(70)), (1.0, 0.25), (7.0, 4.0)] {
        let [less, more] = [f64::next_down(distance), f64::next_up(distance)];
        let of = |lo: f64, error: f64| known([distance * scale, lo * scale], error * scale, scale);
        assert_eq!(of(0.0, 0.0), Some([distance; 3]));
        assert_eq!(of(0.0, 1e-300), Some([less, distance, more]));
        let (small, smaller) = (ulp / 16.0, ulp / 32.0);
        assert_eq!(of(small, smaller), Some([distance, distance, more]));
        assert_eq!(of(-small, smaller), Some([less, distance, distance]));
        assert_eq!(of(small, 0.0), Some([distance, distance, more]));
        assert_eq!(of(smaller, smaller), Some([less, distance, more]));
        assert_eq!(of(smaller, small), Some([less, distance, more]));
    }
}

// Claim: the bounds enclose every distance within the error and are at most two ulps apart.
#[test]
fn bounds_enclose_what_is_known() {
    let mut number = numbers();
    let mut found = 0;
    for round in 0..3000 {
        let hi = (1.5 + 0.6 * number()) * 2f64.powi(round % 9);
        let DoubleDouble { hi, lo } = DoubleDouble::sum(hi, number() * ROUNDOFF * hi);
        let error = (number() * 2f64.powi(-(round % 30))).abs() * ROUNDOFF * hi;
        let Some([lower, distance, upper]) = known([hi, lo], error, 1.0) else {
            continue;
        };
        found += 1;
        for part in [-1.0, 0.0, 1.0] {
            assert!(
                exact_sum(&[hi, lo, part * error, -lower]) >= 0.0,
                "{hi} {lo} {error}"
            );
            assert!(
                exact_sum(&[hi, lo, part * error, -upper]) <= 0.0,
                "{hi} {lo} {error}"
            );
        }
        assert!(lower <= distance && distance <= upper && upper <= lower.next_up().next_up());
    }
    assert!(found > 2000, "{found}");
}

// Claim: nothing is known of a distance that is not positive, is subnormal in the unit of the
// coordinates or rounded from there, or is NaN.
#[test]
fn what_is_no_normal_number_is_not_known() {
    for hi in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(known([hi, 0.0], 0.0, 1.0), None, "{hi}");
    }
    assert_eq!(known([1.0, f64::NAN], 0.0, 1.0), None);
    assert_eq!(known([1.0, 0.0], f64::NAN, 1.0), None);
    assert!(known([2f64.powi(-22) * 1.5, 0.0], 0.0, 2f64.powi(1000)).is_some());
    for subnormal in [2f64.powi(-23), 2f64.powi(-22), 2f64.powi(-22).next_down()] {
        assert_eq!(known([subnormal, 0.0], 0.0, 2f64.powi(1000)), None);
    }
    assert!(known([2f64.powi(23), 0.0], 0.0, 2f64.powi(-1000)).is_some());
    assert_eq!(known([2f64.powi(24), 0.0], 0.0, 2f64.powi(-1000)), None);
}

// Claim: a positive length stays positive below the least number; whatever the order of the
// numbers, the lower bound is at least zero and at most the distance, and that at most the upper
// bound.
#[test]
fn lengths_do_not_vanish() {
    let of = |numbers, scale| {
        let bounds = Bounds::unscaled(numbers, scale);
        [bounds.lower, bounds.distance, bounds.upper]
    };
    assert_eq!(of([2.0, 2.5, 3.0], 4.0), [0.5, 0.625, 0.75]);
    let (small, least) = (f64::MIN_POSITIVE, f64::from_bits(1));
    assert_eq!(
        of([0.0, small, small], 2f64.powi(1000)),
        [0.0, least, least]
    );
    assert_eq!(of([-1.0, -0.5, 0.0], 4.0), [0.0; 3]);
    assert_eq!(of([-3.0, -2.5, -2.0], 4.0), [0.0; 3]);
    assert_eq!(of([-1.0, -0.5, 4.0], 4.0), [0.0, 0.0, 1.0]);
    assert_eq!(of([5.0, 4.0, 3.0], 1.0), [3.0; 3]);
    assert_eq!(of([5.0, 2.0, 3.0], 1.0), [2.0, 2.0, 3.0]);
}

// Claim: bounds exceed another distance if the lower one does, or equals it and is not the
// distance; they do not if the upper one does not; nothing exceeds infinity; in between it is
// unknown.
#[test]
fn what_bounds_exceed() {
    let [less, more] = [2f64.next_down(), 2f64.next_up()];
    for (other, [lower, upper], expected) in [
        (2.0, [2.0, 2.0], Some(false)),
        (2.0, [2.0, more], Some(true)),
        (2.0, [less, 2.0], Some(false)),
        (2.0, [less, less], Some(false)),
        (2.0, [more, more], Some(true)),
        (2.0, [less, more], None),
        (less, [less.next_down(), 2.0], None),
        (more, [2.0, more.next_up()], None),
        (f64::INFINITY, [2.0, f64::INFINITY], Some(false)),
        (0.0, [0.0, 1.0], Some(true)),
        (0.0, [0.0, 0.0], Some(false)),
    ] {
        let bounds = Bounds {
            lower,
            distance: lower,
            upper,
        };
        assert_eq!(bounds.exceed(other), expected, "{other} {lower} {upper}");
    }
}
