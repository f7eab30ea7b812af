//! The certificate refuses claims that are nearly right.

use crate::cases::{self, Random};
use gjk_reference::{Distance, Int, Nearest, certify, separates_by, upper_bound};
use std::cmp::Ordering;

/// Claim: an answer with one weight off by one unit, either way, is refused, though its error is
/// about one part in 2^200. Checked on every weight of 300 random pairs that are apart; the nearest
/// point is the only one, so the claim is also strictly longer than the distance.
#[test]
fn refuses_weights_off_by_one_unit() {
    let mut random = Random::new(7);
    let mut tampered = 0;
    for _ in 0..300 {
        let pair = cases::random_pair(&mut random);
        let nearest = Nearest::of(&pair);
        if nearest.distance.is_zero() || nearest.corners.len() == 1 {
            continue;
        }
        for index in 0..nearest.corners.len() {
            for unit in [1, -1] {
                let mut corners = nearest.corners.clone();
                corners[index].weight = &corners[index].weight + &Int::from_i64(unit);
                assert_eq!(certify(&pair, &corners), None);
                let longer = upper_bound(&pair, &corners).expect("the weights are a mean");
                assert!(longer > nearest.distance);
                tampered += 1;
            }
        }
    }
    assert!(tampered > 500, "only {tampered}");
}

/// Claim: no direction proves more than the distance. For pairs that are apart along an axis the
/// axis proves the distance itself and not one float more; 20 random directions prove no more.
#[test]
fn proves_no_more_than_the_distance() {
    let mut random = Random::new(8);
    let mut along_the_axis = 0;
    for _ in 0..200 {
        let origin = [1.0 + random.below(1000) as f64 / 8.0, 0.0, 0.0];
        let subset = 1 + random.below(255) as usize;
        let cube = cases::cube_subset(subset);
        let pair = cases::pair_of(&cube, origin, &cube);
        let distance = Nearest::of(&pair).distance;
        let (lower, upper) = distance.bounds();
        for _ in 0..20 {
            let direction = [random.unit(), random.unit(), random.unit()];
            assert!(!separates_by(&pair, direction, &[upper.next_up()]));
        }
        if distance.cmp_sum(&[lower]) == Ordering::Equal && lower > 0.0 {
            let width = Distance::between_points(&origin, &[0.0; 3]).unwrap();
            if width.cmp_sum(&[lower, 1.0]) == Ordering::Equal {
                assert!(separates_by(&pair, [3.0, 0.0, 0.0], &[lower]));
                assert!(!separates_by(&pair, [3.0, 0.0, 0.0], &[lower.next_up()]));
                along_the_axis += 1;
            }
        }
    }
    assert!(along_the_axis > 50, "only {along_the_axis}");
}
