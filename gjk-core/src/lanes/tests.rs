//! Each test is a claim about lanes. Points and directions are small integers, so that projections
//! are exact.

use super::Lanes;
use crate::tests::integers;
use crate::vector::Vector;
use glam::{DVec2, DVec3};
use std::vec::Vec;

/// Calls `claim` with lists of every length up to some blocks, plain and packed, and with a
/// direction.
fn for_lists<V: Vector>(claim: impl Fn(&[f64], &Lanes, V)) {
    let mut integer = integers();
    for count in 1..30 {
        for _ in 0..20 {
            let mut vector = || V::of_space([(); 3].map(|()| f64::from(integer())).into());
            let points: Vec<V> = (0..count).map(|_| vector()).collect();
            let direction = vector();
            let heights: Vec<f64> = points.iter().map(|point| point.dot(direction)).collect();
            claim(&heights, &Lanes::new(points.into_iter()), direction);
        }
    }
}

// Claim: the first of the highest points is found.
#[test]
fn the_first_of_the_highest_is_found() {
    fn claim<V: Vector>(heights: &[f64], lanes: &Lanes, direction: V) {
        let top = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let first = heights.iter().position(|height| *height == top).unwrap();
        assert_eq!(lanes.highest(direction), first as u32, "{heights:?}");
    }
    for_lists::<DVec2>(claim);
    for_lists::<DVec3>(claim);
}

// Claim: if no projection is a number, the first point is the highest.
#[test]
fn without_a_height_the_first_is_the_highest() {
    for count in [1, 4, 7] {
        let lanes = Lanes::new((0..count).map(|x| DVec3::splat(f64::from(x))));
        assert_eq!(lanes.highest(DVec3::NAN), 0);
        assert_eq!(
            lanes.highest(DVec3::splat(f64::NEG_INFINITY).with_x(f64::INFINITY)),
            0
        );
    }
}

// Claim: the points with at least a given projection are counted, without the padding.
#[test]
fn what_is_high_is_counted() {
    fn claim<V: Vector>(heights: &[f64], lanes: &Lanes, direction: V) {
        for least in [f64::NEG_INFINITY, -20.0, 0.0, 30.0, heights[0]] {
            let expected = heights.iter().filter(|height| **height >= least).count();
            assert_eq!(
                lanes.count_at_least(direction, least),
                expected,
                "{heights:?}"
            );
        }
        assert_eq!(lanes.count_at_least(direction, f64::NAN), 0);
    }
    for_lists::<DVec2>(claim);
    for_lists::<DVec3>(claim);
}
