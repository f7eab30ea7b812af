//! Sizes, places and shapes that are hard on arithmetic.

use crate::shapes::{self, KINDS, Random, Shape};
use gjk_reference::curved::{excess, separates_by, support_gap};
use gjk_reference::{Contact, Curved, Distance, Enclosure, InputError, Solid};
use std::cmp::Ordering;

/// Claim: far from the origin of the world nothing changes: moved by the same whole numbers both
/// bounds are the same, to the last bit. Shapes of all kinds at 1e6.
#[test]
fn far_away_is_the_same() {
    let mut random = Random::new(51);
    for code in 0..KINDS * KINDS * 5 {
        let kinds = [code % KINDS, code / KINDS % KINDS];
        let mut a = Shape::random(kinds[0], shapes::rotation(&mut random), &mut random);
        let mut b = Shape::random(kinds[1], shapes::rotation(&mut random), &mut random);
        a.origin = [1.5, -0.5, 1.25];
        let near = Enclosure::of(&a.curved(), &b.curved(), false).unwrap();
        for axis in 0..3 {
            a.origin[axis] += 1048576.0;
            b.origin[axis] += 1048576.0;
        }
        let far = Enclosure::of(&a.curved(), &b.curved(), false).unwrap();
        assert_eq!((far.lower, far.upper), (near.lower, near.upper));
    }
}

/// Claim: at sizes 1 to a million in one shape and between shapes, down to zero in any direction,
/// the enclosure is at most 2^-58 of the larger shape wide and is decided.
#[test]
fn lopsided_shapes() {
    let mut random = Random::new(52);
    for ratio in [1e-3, 1e-6, 0.0] {
        for code in 0..KINDS * KINDS * 5 {
            let kinds = [code % KINDS, code / KINDS % KINDS];
            let mut a = Shape::random(kinds[0], shapes::rotation(&mut random), &mut random);
            let b = Shape::random(kinds[1], shapes::rotation(&mut random), &mut random);
            let thin = random.below(3);
            a.columns[thin] = shapes::scaled(a.columns[thin], ratio);
            if code % 2 == 0 {
                a.columns = a.columns.map(|column| shapes::scaled(column, ratio));
            }
            a.origin = shapes::scaled(random.vector(), 2.0);
            let found = Enclosure::of(&a.curved(), &b.curved(), false).unwrap();
            assert!(found.contact().is_some(), "{a:?} {b:?}");
            let width = shapes::width(&found);
            assert!(width <= 8.0 * 2f64.powi(-58), "{width:e} {a:?} {b:?}");
        }
    }
}

/// Claim: all coordinates times 2^k multiply both bounds by 2^k, exactly from 1e-90 to 1e297, and
/// to the last digit for subnormals.
#[test]
fn scales_by_powers_of_two() {
    for power in [-1040, -300, 300, 990] {
        let factor =
            2f64.powi(power.clamp(-1000, 1000)) * 2f64.powi(power - power.clamp(-1000, 1000));
        let at = |scale: f64| {
            let a = Curved::at(
                Solid::Cone {
                    radius: 3.0 * scale,
                    half_height: 5.0 * scale,
                    axis: 1,
                },
                [scale, 17.0 * scale, 7.0 * scale],
            );
            let mut b = Curved::at(
                Solid::Ellipsoid {
                    radii: [scale, 2.0 * scale, 4.0 * scale],
                },
                [0.0; 3],
            );
            b.columns = [[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.1, 0.2, 1.0]];
            Enclosure::of(&a, &b, false).unwrap()
        };
        let (one, scaled) = (at(1.0), at(factor));
        assert_eq!(scaled.contact(), Some(Contact::Separated));
        // Among subnormals the floats that propose directions have fewer digits.
        let is_subnormal = power < -1000;
        assert!(is_subnormal || scaled.direction == one.direction);
        for (one, scaled) in [(one.lower, scaled.lower), (one.upper, scaled.upper)] {
            let (near, _) = one.bounds();
            let share = one.error_of(&[near]);
            if !is_subnormal {
                assert_eq!(scaled.error_of(&[near * factor]), share * factor);
            } else {
                assert!(scaled.error_of(&[near * factor]).abs() <= f64::from_bits(1));
            }
        }
    }
}

/// Claim: 1e300 and subnormals in one pair are a matter of time only.
#[test]
fn mixes_extreme_sizes() {
    let tiny = f64::from_bits(3);
    let large = Curved::at(
        Solid::Cylinder {
            radius: 1e300,
            half_height: 1e300,
            axis: 0,
        },
        [-1e300, 0.0, 0.0],
    );
    let small = |x| {
        let radii = [tiny, 2.0 * tiny, tiny];
        Curved::at(Solid::Ellipsoid { radii }, [x, 0.0, 0.0])
    };
    for (x, expected) in [
        (tiny.next_up(), Contact::Separated),
        (tiny, Contact::Touching),
        (tiny.next_down(), Contact::Overlapping),
    ] {
        let found = Enclosure::of(&large, &small(x), false).unwrap();
        assert_eq!(found.contact(), Some(expected), "{x:e}");
    }
    let far = Enclosure::of(&large, &small(1.0), false).unwrap();
    assert_eq!(far.lower.cmp_sum(&[1.0, -tiny]), Ordering::Equal);
    assert_eq!(far.upper, far.lower);
}

/// Claim: errors name the shape, and what is no direction or no number proves nothing.
#[test]
fn refuses_what_has_no_meaning() {
    let good = Curved::at(Solid::Ellipsoid { radii: [1.0; 3] }, [0.0; 3]);
    let bad = Curved {
        radius: f64::NAN,
        ..good
    };
    let radius = |shape| InputError::RadiusNotUsable { shape };
    use gjk_reference::pair::Side;
    let error = Enclosure::of(&bad, &good, false).unwrap_err();
    assert_eq!(error, radius(Side::A));
    let error = Enclosure::of(&good, &bad, true).unwrap_err();
    assert_eq!(error, radius(Side::B));
    // Also where the plane does not see it.
    let mut high = good;
    high.origin[2] = f64::NAN;
    let error = Enclosure::of(&good, &high, true).unwrap_err();
    let shape = Side::B;
    assert_eq!(error, InputError::OriginNotFinite { shape });
    let mut steep = good;
    steep.columns[0][2] = f64::INFINITY;
    let error = Enclosure::of(&steep, &good, true).unwrap_err();
    let shape = Side::A;
    assert_eq!(error, InputError::MatrixNotFinite { shape });
    assert_eq!(excess(&bad, &[0.0; 3]).unwrap_err(), radius(Side::A));
    let error = excess(&good, &[f64::INFINITY, 0.0, 0.0]).unwrap_err();
    assert_eq!(error.to_string(), "the point is not finite");
    assert!(support_gap(&good, &bad, [1.0, 0.0, 0.0]).is_none());
    assert!(support_gap(&good, &good, [0.0, -0.0, 0.0]).is_none());
    assert!(support_gap(&good, &good, [f64::NAN, 0.0, 1.0]).is_none());
    assert!(!separates_by(&bad, &good, [1.0, 0.0, 0.0], &[-9.0]));
    assert!(!separates_by(&good, &bad, [1.0, 0.0, 0.0], &[-9.0]));
    assert!(!separates_by(
        &good,
        &good,
        [1.0, 0.0, 0.0],
        &[f64::NEG_INFINITY]
    ));
    assert!(separates_by(&good, &good, [1.0, 0.0, 0.0], &[-2.0]));
    assert!(!separates_by(
        &good,
        &good,
        [1.0, 0.0, 0.0],
        &[-2.0, 1e-300]
    ));
}

/// Claim: a matrix that flattens the solid is taken as it is: a point beside the flat image has
/// its exact excess, and one of the image has next to none.
#[test]
fn flattened_by_the_matrix() {
    let mut shadow = Curved::at(
        Solid::Cone {
            radius: 2.0,
            half_height: 1.0,
            axis: 2,
        },
        [0.0, 0.0, 5.0],
    );
    shadow.columns[2] = [0.0; 3];
    let outside = excess(&shadow, &[0.5, 0.25, 8.0]).unwrap();
    assert!(outside.error_of(&[3.0]).abs() < 1e-17);
    let outside = excess(&shadow, &[3.0, 4.0, 5.0]).unwrap();
    assert!(outside.error_of(&[3.0]).abs() < 1e-17);
    let inside = excess(&shadow, &[0.5, 0.25, 5.0]).unwrap();
    assert!(inside < Distance::between_points(&[0.0; 3], &[1e-17, 0.0, 0.0]).unwrap());
}
