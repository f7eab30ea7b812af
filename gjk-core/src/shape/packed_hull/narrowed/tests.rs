//! Each test is a claim about the copy of large hulls, tested with few points.

use super::Narrowed;
use crate::Hull;
use crate::random::numbers;
use crate::support::{Feature, SupportMapping, others_are_lower};
use glam::DVec3;
use std::vec::Vec;

// Claim: the copy answers without the list, also if several points are equally high: with the
// first.
#[test]
fn the_copy_answers_by_itself() {
    let corner = |number: u32| {
        let sign = |bit: u32| f64::from(number >> bit & 1) * 2.0 - 1.0;
        DVec3::new(sign(0), sign(1), sign(2))
    };
    let narrowed = Narrowed::new((0..8).map(corner), 1.0);
    for number in 0..8 {
        let found = narrowed.highest(corner(number), |_| panic!("{number} stands alone"));
        assert_eq!(found, Some(number));
    }
    for (direction, first) in [
        (DVec3::X, 1),
        (DVec3::Y, 2),
        (DVec3::Z, 4),
        (-DVec3::X, 0),
        (DVec3::new(1.0, 1.0, 0.0), 3),
    ] {
        let found = narrowed.highest(direction, |number| corner(number).dot(direction));
        assert_eq!(found, Some(first), "{direction}");
    }
    assert_eq!(narrowed.highest(DVec3::NAN, |_| 0.0), None);
}

/// The copy of a hull.
fn narrowed(hull: &Hull<DVec3, &[DVec3]>) -> Narrowed<DVec3> {
    let seen = hull.points().iter().map(|point| point - hull.center());
    Narrowed::new(seen, hull.extent())
}

// Claim: the copy reports most of the points that are clearly highest, whatever their number, and
// no other: tested with points that are lower by less and less, or higher.
#[test]
fn the_copy_knows_what_is_lower() {
    let mut number = numbers();
    let (mut known, mut open) = (0, 0);
    for round in 0..4000 {
        let count = 2 + round % 9;
        let length = 1.0 + 0.5 * number();
        let direction = DVec3::new(number(), number(), number()).normalize() * length;
        let across = DVec3::new(direction.y, -direction.x, 0.0) * number();
        let mut points: Vec<DVec3> = (0..count)
            .map(|_| DVec3::new(number(), number(), number()) * 0.5 - direction * 2.0)
            .collect();
        let [top, rival] = [round % count, (round + 1) % count];
        points[top] = direction + across;
        // By how much the rival is lower.
        let less = number() * 2f64.powi(-(round as i32 % 40));
        points[rival] = direction * (1.0 - less) - across;
        let hull = Hull::new(&points[..]).unwrap();
        let narrowed = narrowed(&hull);
        for margin in [0.0, 2f64.powi(-24), 2f64.powi(-10)] {
            let vertices = [top as u32];
            let found = narrowed.others_are_lower(direction, &vertices, margin);
            if found {
                let point = |vertex| hull.point(Feature::Vertex(vertex));
                let (count, extent) = (hull.vertex_count(), hull.extent());
                let is_seen = others_are_lower(count, extent, point, direction, &vertices, margin);
                assert!(is_seen, "{less:e}");
            }
            let stands_out = less * direction.length_squared() > 1e-5 + 8.0 * margin;
            if stands_out {
                assert!(found, "{count} {top} {less:e}");
            }
            *(if found { &mut known } else { &mut open }) += 1;
        }
        // Both together are highest.
        let both = [top as u32, rival as u32];
        let together = less.abs() < 2f64.powi(-26);
        if together {
            assert!(
                narrowed.others_are_lower(direction, &both, 2f64.powi(-10)),
                "{less:e}"
            );
        }
    }
    assert!(known > 1000 && open > 1000, "{known} {open}");
    let narrowed = narrowed(&Hull::new(&[DVec3::X, DVec3::NEG_X][..]).unwrap());
    assert!(!narrowed.others_are_lower(DVec3::X, &[], 0.0));
    assert!(!narrowed.others_are_lower(DVec3::X, &[2], 0.0));
    assert!(!narrowed.others_are_lower(DVec3::X, &[9], 0.0));
    assert!(!narrowed.others_are_lower(DVec3::NAN, &[0], 0.0));
    assert!(!narrowed.others_are_lower(DVec3::X, &[1], 0.0));
    assert!(narrowed.others_are_lower(DVec3::X * 2f64.powi(-90), &[0], 0.0));
    // The padding of a block is not a vertex.
    let mut points = [DVec3::NEG_X; 7];
    points[6] = DVec3::X;
    let narrowed = self::narrowed(&Hull::new(&points[..]).unwrap());
    assert!(narrowed.others_are_lower(DVec3::X, &[6], 0.0));
    assert!(!narrowed.others_are_lower(DVec3::X, &[7, 0], 0.0));
}
