//! Each test is a claim about the vertices of packed hulls.

use super::PackedHull;
use crate::support::SupportMapping;

use glam::DVec3;
use std::vec::Vec;

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
