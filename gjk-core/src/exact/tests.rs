//! Exact answers, by the queries.

use std::vec::Vec;

use glam::{DQuat, DVec2, DVec3};

use crate::shape::{Ball, Capsule, Cuboid, Hull, PackedHull, Point, Polytope, Rounded, Segment};
use crate::{
    Pose, Posed, Proximity, Settings, Support, closest_points, distance, intersects, proximity,
};

/// Both verdicts, which must be the same.
fn meet<A: Support, B: Support<Vector = A::Vector>>(a: &A, b: &B) -> bool {
    let meets = intersects(a, b);
    assert_eq!(distance(a, b) == 0.0, meets);
    assert_eq!(closest_points(a, b).distance == 0.0, meets);
    let expected = if meets {
        Proximity::Overlapping
    } else {
        Proximity::Separated
    };
    assert_eq!(proximity(a, b, 0.0), expected);
    meets
}

// Claim: a vertex on a slanting edge touches it, and a last digit beside it does not.
#[test]
fn a_last_digit_decides() {
    // The points (3k, k) are on the segment from (0, 0) to (3, 1).
    let segment = Segment::new(DVec2::ZERO, DVec2::new(3.0, 1.0)).unwrap();
    for k in [0.5, 0.25, 0.3, 0.7, 1e-9] {
        let on = |y: f64| Point::new(DVec2::new(3.0 * y, y)).unwrap();
        let point = on(k);
        // 3k is rounded: whether the point is on the segment says the rest of that product.
        let is_exact = f64::mul_add(3.0, k, -(3.0 * k)) == 0.0;
        assert_eq!(meet(&segment, &point), is_exact, "{k}");
        let beside = Point::new(DVec2::new((3.0 * k).next_up(), k)).unwrap();
        assert!(!meet(&segment, &beside) || !is_exact, "{k}");
    }
}

// Claim: contact is seen whatever the sizes: a unit cube and a point on its face, beside it by the least
// number that there is, and inside by that.
#[test]
fn the_least_number_separates() {
    let cube = Hull::new(
        [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2))),
    )
    .unwrap();
    let least = f64::from_bits(1);
    for (x, meets) in [(0.0, true), (least, true), (-least, false), (-0.0, true)] {
        let point = Point::new(DVec3::new(x, 0.3, 0.7)).unwrap();
        assert_eq!(meet(&cube, &point), meets, "{x:e}");
        let answer = closest_points(&cube, &point);
        let expected = if meets { 0.0 } else { least };
        assert_eq!([answer.lower, answer.distance, answer.upper], [expected; 3]);
    }
}

// Claim: round shapes touch where the distance of their cores is the sum of their radii, by no digit
// more or less.
#[test]
fn radii_touch_exactly() {
    let segment = Segment::new(DVec3::new(-1.0, 4.0, 0.0), DVec3::new(1.0, 4.0, 0.0)).unwrap();
    for radius in [4.0, 4.0_f64.next_down(), 4.0_f64.next_up(), 3.5] {
        let ball = Ball::new(DVec3::ZERO, radius).unwrap();
        assert_eq!(meet(&segment, &ball), radius >= 4.0, "{radius}");
        let rest = 0.25;
        let capsule = Rounded::new(segment, rest).unwrap();
        let ball = Ball::new(DVec3::ZERO, radius - rest).unwrap();
        assert_eq!(meet(&capsule, &ball), (radius - rest) >= 3.75, "{radius}");
    }
    // Where the distance of the cores is no number: √2, between two radii that are neighbours.
    let root = 2f64.sqrt();
    let point = Point::new(DVec3::new(1.0, 1.0, 0.0)).unwrap();
    let meets = |radius| meet(&Ball::new(DVec3::ZERO, radius).unwrap(), &point);
    let squared_rest = f64::mul_add(root, root, -2.0);
    assert_eq!(meets(root), squared_rest > 0.0);
    assert!(meets(root.next_up()) && !meets(root.next_down()));
}

// Claim: a distance is right to its own last digit where it is a tiny part of the shapes, and the
// bounds are its neighbours or itself.
#[test]
fn tiny_distances_have_all_digits() {
    let plate = Cuboid::new(DVec3::new(8.0, 8.0, 0.5)).unwrap();
    for gap in [0.1, 1e-10, 1e-17, 3e-200, 5e-324] {
        // The corner of the hull is at a height of `gap` over the plate, the origin of the pose below.
        let tip = [
            DVec3::ZERO,
            DVec3::new(1.0, 1.0, 3.0),
            DVec3::new(-1.0, 2.0, 2.0),
        ];
        let hull = Hull::new(tip.map(|p| p + DVec3::Z * gap)).unwrap();
        let lifted = Posed::new(plate, Pose::from_translation(DVec3::Z * -0.5).unwrap());
        let answer = closest_points(&lifted, &hull);
        assert_eq!(
            [answer.lower, answer.distance, answer.upper],
            [gap; 3],
            "{gap:e}"
        );
        assert_eq!(answer.normal, Some(DVec3::Z));
        assert_eq!(distance(&lifted, &hull), gap);
    }
}

// Claim: what a loose tolerance or a distance of interest cuts short has the exact verdict too.
#[test]
fn short_cuts_have_the_exact_verdict() {
    let least = f64::EPSILON / 4.0;
    let plate = Cuboid::new(DVec3::new(8.0, 8.0, 0.5)).unwrap();
    for (gap, meets) in [(least, false), (0.0, true)] {
        let lifted = Posed::new(plate, Pose::from_translation(DVec3::Z * -0.5).unwrap());
        let tip = [
            DVec3::ZERO,
            DVec3::new(1.0, 1.0, 3.0),
            DVec3::new(-1.0, 2.0, 2.0),
        ];
        let hull = Hull::new(tip.map(|p| p + DVec3::Z * gap)).unwrap();
        for settings in [
            Settings::default().tolerance(0.5),
            Settings::default().max_distance(0.0),
            Settings::default().max_distance(least / 2.0),
        ] {
            assert_eq!(settings.distance(&lifted, &hull) == 0.0, meets, "{gap}");
            assert_eq!(
                settings.closest_points(&lifted, &hull).intersects(),
                meets,
                "{gap}"
            );
        }
    }
}

// Claim: near and separated are exact too: a margin that is the distance is not exceeded.
#[test]
fn margins_are_exact() {
    let point = |y: f64| Point::new(DVec2::new(3.0, y)).unwrap();
    let origin = Point::new(DVec2::ZERO).unwrap();
    let by = |margin| proximity(&origin, &point(4.0), margin);
    assert_eq!(by(5.0), Proximity::Near);
    assert_eq!(by(5.0_f64.next_down()), Proximity::Separated);
    assert_eq!(by(5.0_f64.next_up()), Proximity::Near);
    assert_eq!(proximity(&origin, &origin, 1.0), Proximity::Overlapping);
}

/// The margin of these tests.
const MARGIN: f64 = 1.0 / (1u32 << 24) as f64;

/// Whether a look at all vertices agrees that all others are lower than those.
fn agrees<S: Support>(shape: &S, direction: S::Vector, vertices: &[u32]) -> bool {
    let found = shape.others_are_lower(direction, vertices, MARGIN);
    let expected = crate::support::others_are_lower(shape, direction, vertices, MARGIN);
    assert_eq!(found, expected, "{direction:?} {vertices:?}");
    found
}

// Claim: every shape says of every direction and any of its vertices whether they are alone at the top as
// a look at all of them does; a rotated shape as it does itself.
#[test]
fn tops_are_the_same_for_all() {
    let corners: Vec<DVec3> = (0..8)
        .map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)))
        .collect();
    let hull = Hull::new(&corners[..]).unwrap();
    let packed = PackedHull::new(&corners[..]).unwrap();
    let faces = [
        [0, 1, 3, 2],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 3, 7, 6],
        [0, 2, 6, 4],
        [1, 3, 7, 5],
    ];
    let polytope = Polytope::from_faces(&corners[..], &faces).unwrap();
    let turn = DQuat::from_rotation_y(0.3);
    let pose = Pose::from_rotation(turn, DVec3::new(5.0, 0.0, 9.0)).unwrap();
    let tiny = 2f64.powi(-26);
    let mut alone = 0;
    for direction in [
        DVec3::X,
        DVec3::ONE,
        DVec3::new(1.0, tiny, 0.0),
        DVec3::new(-0.3, 0.7, 0.2),
    ] {
        for vertices in [&[7][..], &[6], &[1, 3, 5, 7], &[1, 3, 5]] {
            let found = agrees(&hull, direction, vertices);
            assert_eq!(agrees(&packed, direction, vertices), found);
            assert_eq!(agrees(&polytope, direction, vertices), found);
            let posed = Posed::new(&polytope, pose);
            assert_eq!(agrees(&posed, turn * direction, vertices), found);
            assert_eq!(
                agrees(&Rounded::new(&hull, 1.0).unwrap(), direction, vertices),
                found
            );
            alone += u32::from(found);
        }
        assert!(!hull.others_are_lower(direction, &[], MARGIN));
    }
    assert_eq!(alone, 4);
}

// Claim: the only point of a hull is alone at the top in every direction.
#[test]
fn a_single_point_is_alone() {
    let hull = Hull::new([DVec3::new(3.0, -2.0, 7.0)]).unwrap();
    for direction in [DVec3::X, DVec3::ONE, DVec3::new(-0.3, 0.7, 0.2)] {
        assert!(agrees(&hull, direction, &[0]));
    }
}

// Claim: what is far from the origin of its own frame and turned there is looked at as the solver sees it.
#[test]
fn rounding_of_turned_vertices_is_seen() {
    let far = DVec3::new(1e12, 0.0, 0.0);
    let tiny = 1e-6;
    let corners = [far, far + DVec3::X * tiny, far + DVec3::Y * tiny];
    let pose = Pose::from_rotation(DQuat::from_rotation_z(0.5), DVec3::ZERO).unwrap();
    let posed = Posed::new(Hull::new(corners).unwrap(), pose);
    for direction in [DVec3::X, DVec3::Y, -DVec3::ONE] {
        for vertex in 0..3 {
            agrees(&posed, direction, &[vertex]);
        }
    }
}

// Claim: capsules far from the origin of the world touch as exactly as near it.
#[test]
fn offsets_do_not_matter() {
    let capsule = Capsule::new(DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0), 0.5).unwrap();
    for far in [0.0, 1e9, 2f64.powi(52)] {
        let at = |y: f64| {
            let place = DVec3::new(far, far + y, -far);
            Posed::new(capsule, Pose::from_translation(place).unwrap())
        };
        assert!(meet(&at(0.0), &at(1.0)), "{far}");
        // The least step that a translation can make there.
        let next = (far + 1.0).next_up() - far;
        assert!(!meet(&at(0.0), &at(next)), "{far}");
    }
}
