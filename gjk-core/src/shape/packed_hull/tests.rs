//! Each test is a claim about which copy a packed hull keeps, and about the vertices of small
//! hulls.

use super::{Packed, PackedHull};
use crate::support::SupportMapping;

use glam::{DVec2, DVec3};
use std::vec::Vec;

/// Points on a circle, of which the first is the highest along the first axis.
fn around(count: usize) -> Vec<DVec3> {
    let angle = |number: usize| number as f64 / count as f64 * core::f64::consts::TAU;
    (0..count)
        .map(|number| DVec3::new(angle(number).cos(), angle(number).sin(), 0.0))
        .collect()
}

// Claim: hulls of up to 48 points are small, in 2D of up to 24.
#[test]
fn few_points_are_copied_as_they_are() {
    for (count, few_in_plane, few_in_space) in [
        (1, true, true),
        (24, true, true),
        (25, false, true),
        (48, false, true),
        (49, false, false),
    ] {
        let space = PackedHull::new(around(count)).unwrap();
        let points: Vec<DVec2> = around(count).iter().map(|point| point.truncate()).collect();
        let plane = PackedHull::new(points).unwrap();
        let are_few = [
            matches!(plane.copy, Packed::Few(_)),
            matches!(space.copy, Packed::Few(_)),
        ];
        assert_eq!(are_few, [few_in_plane, few_in_space], "{count}");
    }
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
                packed.others_are_lower(DVec3::X, vertices, 0.0),
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
