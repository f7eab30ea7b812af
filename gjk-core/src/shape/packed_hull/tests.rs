//! Each test is a claim about the vertices of packed hulls.

use super::PackedHull;
use crate::support::{Feature, SupportMapping};
use crate::tests::integers;
use crate::vector::Vector;

use glam::{DVec2, DVec3};
use std::vec::Vec;

/// Calls `claim` with the projections of lists of every length up to some blocks, the packed hulls
/// of these, and a direction. Points and directions are small integers and the centre is the
/// origin, so that projections are exact.
fn for_lists<V: Vector>(claim: impl Fn(&[f64], &PackedHull<V, Vec<V>>, V)) {
    let mut integer = integers();
    for count in 1..30 {
        for _ in 0..20 {
            let mut vector = || V::of_space([(); 3].map(|()| f64::from(integer())).into());
            // Each point is followed by the opposite one, and the last of an odd list is the centre.
            let pairs = (0..count / 2).map(|_| vector());
            let mut points: Vec<V> = pairs.flat_map(|point| [point, -point]).collect();
            points.resize(count, V::ZERO);
            let direction = vector();
            let heights: Vec<f64> = points.iter().map(|point| point.dot(direction)).collect();
            let packed = PackedHull::new(points).unwrap();
            assert_eq!(packed.center(), V::ZERO);
            claim(&heights, &packed, direction);
        }
    }
}

// Claim: the first of the highest points is found.
#[test]
fn the_first_of_the_highest_is_found() {
    fn claim<V: Vector>(heights: &[f64], packed: &PackedHull<V, Vec<V>>, direction: V) {
        let top = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let first = heights.iter().position(|height| *height == top).unwrap();
        let (found, _) = packed.farthest(direction, 0);
        assert_eq!(found, Feature::Vertex(first as u32), "{heights:?}");
    }
    for_lists::<DVec2>(claim);
    for_lists::<DVec3>(claim);
}

// Claim: if no projection is a number, the first point is the highest.
#[test]
fn without_a_height_the_first_is_the_highest() {
    for count in [1, 4, 7] {
        let points = (0..count).map(|x| DVec3::splat(f64::from(x)));
        let packed = PackedHull::new(points.collect::<Vec<_>>()).unwrap();
        let infinite = DVec3::splat(f64::NEG_INFINITY).with_x(f64::INFINITY);
        for direction in [DVec3::NAN, infinite] {
            assert_eq!(packed.farthest(direction, 0).0, Feature::Vertex(0));
        }
    }
}

// Claim: the points with at least a given projection are counted, without the padding: the others
// are lower than all of these, but not than all but one of these.
#[test]
fn what_is_high_is_counted() {
    fn claim<V: Vector>(heights: &[f64], packed: &PackedHull<V, Vec<V>>, direction: V) {
        for (lowest, least) in (0..).zip(heights) {
            let numbered = (0..).zip(heights);
            let others = numbered.filter(|(other, height)| *other != lowest && *height >= least);
            let mut high: Vec<u32> = others.map(|(other, _)| other).collect();
            high.insert(0, lowest);
            assert!(packed.others_are_lower(direction, &high), "{heights:?}");
            high.pop();
            assert!(!packed.others_are_lower(direction, &high), "{heights:?}");
        }
        assert!(!packed.others_are_lower(V::X * f64::NAN, &[0]));
    }
    for_lists::<DVec2>(claim);
    for_lists::<DVec3>(claim);
}

/// Points on a circle, of which the first is the highest along the first axis.
fn around(count: usize) -> Vec<DVec3> {
    let angle = |number: usize| number as f64 / count as f64 * core::f64::consts::TAU;
    (0..count)
        .map(|number| DVec3::new(angle(number).cos(), angle(number).sin(), 0.0))
        .collect()
}

// Claim: a vertex that does not exist is never above the others, and neither is an empty list.
#[test]
fn no_vertex_stands_out() {
    for count in [3, 60] {
        let packed = PackedHull::new(around(count)).unwrap();
        for (vertices, expected) in [
            (&[0][..], true),
            (&[], false),
            (&[1], false),
            (&[99], false),
        ] {
            assert_eq!(
                packed.others_are_lower(DVec3::X, vertices),
                expected,
                "{vertices:?} of {count}"
            );
        }
    }
}

// Claim: packed hulls are equal if their lists are.
#[test]
fn the_list_makes_the_hull() {
    for count in [3, 60] {
        let [packed, same] = [0, 0].map(|_| PackedHull::new(around(count)).unwrap());
        assert_eq!(packed, same);
        assert_ne!(packed, PackedHull::new(around(count + 1)).unwrap());
    }
}
