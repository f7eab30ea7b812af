//! How shapes lie to each other that are built to touch, to overlap, or to be equal.

use crate::shapes::{self, KINDS, Random, Shape, cylinder, ellipsoid};
use gjk_reference::curved::support_gap;
use gjk_reference::{Contact, Curved, Enclosure, Solid};
use std::cmp::Ordering;

fn contact(a: &Curved, b: &Curved) -> Option<Contact> {
    let found = Enclosure::of(a, b, false).unwrap();
    let swapped = Enclosure::of(b, a, false).unwrap();
    assert_eq!(found.contact(), swapped.contact(), "{a:?} {b:?}");
    // What is known to touch has a known distance.
    for found in [&found, &swapped] {
        let touches = found.contact() == Some(Contact::Touching);
        assert!(!touches || found.lower == found.upper, "{a:?} {b:?}");
    }
    found.contact()
}

fn in_the_plane(a: &Curved, b: &Curved) -> Option<Contact> {
    Enclosure::of(a, b, true).unwrap().contact()
}

/// Asserts separated, touching and overlapping for `b` moved along an axis to `at`, and one float
/// farther and nearer.
fn touches_at(a: &Curved, b: &Curved, axis: usize, at: f64) {
    for (place, expected) in [
        (at.next_up(), Contact::Separated),
        (at, Contact::Touching),
        (at.next_down(), Contact::Overlapping),
    ] {
        let mut moved = *b;
        moved.origin[axis] = place;
        assert_eq!(contact(a, &moved), Some(expected), "{a:?} {moved:?}");
    }
}

/// Claim: upright solids that stand on the face of a box, over its middle or over its edge, and lie
/// against its side, touch it; one float up they are apart, one float down they overlap.
#[test]
fn standing_on_a_box() {
    let mut corners = Vec::new();
    for code in 0..8 {
        let sign = |bit: usize| if code & bit == 0 { -1.0 } else { 1.0 };
        corners.push([1.25 * sign(1), 0.1 * sign(2), 0.5 * sign(4)]);
    }
    let board = Curved::at(Solid::Points(&corners), [0.0; 3]);
    let mut random = Random::new(41);
    for _ in 0..40 {
        let (r, h) = (random.size(), 0.125 * (1.0 + random.below(9) as f64));
        for origin in [[0.0; 3], [1.3, 0.01, 0.0], [0.3 * random.unit(), 0.05, 0.0]] {
            touches_at(&board, &cylinder(r, h, origin), 2, 0.5 + h);
            let solid = Solid::Cone {
                radius: r,
                half_height: h,
                axis: 2,
            };
            touches_at(&board, &Curved::at(solid, origin), 2, 0.5 + h);
        }
        let place = [random.unit(), 0.05, 0.0];
        touches_at(&board, &ellipsoid([r, 0.7, h], place), 2, 0.5 + h);
        let r = 0.125 * (1.0 + random.below(9) as f64);
        let beside = cylinder(r, h, [0.0, 0.05, random.unit() * 0.1]);
        touches_at(&board, &beside, 0, 1.25 + r);
    }
}

/// Claim: coaxial cylinders touch disc to disc, parallel ones along a line, across the axes and in
/// the directions of whole triples; crossed ones at a point; needles and discs too.
#[test]
fn cylinders_by_construction() {
    for (r, s) in [(1.0, 1.0), (0.5, 3.0), (0.0, 0.25), (2.0, 0.0)] {
        for (h, k) in [(1.0, 0.25), (1.5, 0.0)] {
            let a = cylinder(r, h, [0.0; 3]);
            let b = cylinder(s, k, [0.0, 0.0, h + k]);
            if r > 0.0 && s > 0.0 && k > 0.0 {
                touches_at(&a, &b, 2, h + k);
                touches_at(&a, &cylinder(s, k, [0.0, 0.0, h / 2.0]), 0, r + s);
            } else {
                assert_eq!(contact(&a, &b), Some(Contact::Touching));
            }
            for (x, y) in [(0.75, 1.0), (1.0, -0.75), (-3.0, 4.0)] {
                // The radii along the same way: 5 / 4 of one number, or 5 of another.
                let share = f64::hypot(x, y);
                let (r, s) = (r * share, s * share);
                let sum = (r + s) / share;
                let a = cylinder(r, h, [0.0; 3]);
                let b = cylinder(s, k, [x * sum, y * sum, h / 4.0]);
                assert_eq!(contact(&a, &b), Some(Contact::Touching), "{a:?} {b:?}");
            }
            let mut crossed = cylinder(s, 9.0, [0.5, 0.0, 0.125]);
            crossed.columns = [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]];
            crossed.origin[1] = r + s;
            assert_eq!(contact(&a, &crossed), Some(Contact::Touching));
        }
    }
}

/// A matrix of whole numbers that turns by the angle of (204, 253), and stretches by 325.
const TURNED: [[f64; 3]; 3] = [[204.0, 253.0, 0.0], [-253.0, 204.0, 0.0], [0.0, 0.0, 325.0]];

/// Claim: contacts along directions that are no floats when they have length one: balls, crossed
/// cylinders and balls on a tilted board along (204, 253), the apex of a cone on a slanted face,
/// discs of cylinders that lean, and points on ellipsoids.
#[test]
fn touching_askew() {
    let touching = Some(Contact::Touching);
    // Radii of 325 times 1 and 25, or 12 and 14; centres 325 times 26 apart.
    for (r, s) in [(1.0, 25.0), (12.0, 14.0)] {
        let a = ellipsoid([325.0 * r; 3], [204.0 * 26.0, 253.0 * 26.0, 0.0]);
        let b = ellipsoid([325.0 * s; 3], [0.0; 3]);
        assert_eq!(contact(&a, &b), touching);
    }
    // One 325 times 2 thick, the other 325 times 3; 325 times 5 across.
    let lying = Solid::Cylinder {
        radius: 2.0,
        half_height: 4.0,
        axis: 0,
    };
    let lying = Curved {
        columns: TURNED,
        ..Curved::at(lying, [253.0 * 5.0, -204.0 * 5.0, 0.0])
    };
    let standing = cylinder(325.0 * 3.0, 4.0, [0.0; 3]);
    assert_eq!(contact(&lying, &standing), touching);
    // A ball of radius 325 times 3 on the face of a board that is 325 thick on either side.
    let mut corners = Vec::new();
    for code in 0..8 {
        let sign = |bit: usize| if code & bit == 0 { -1.0 } else { 1.0 };
        corners.push([sign(1), 3.0 * sign(2), 3.0 * sign(4)]);
    }
    let board = Curved {
        columns: TURNED,
        ..Curved::at(Solid::Points(&corners), [0.0; 3])
    };
    let place = [204.0 * 4.0, 253.0 * 4.0, 0.0];
    let ball = ellipsoid([325.0 * 3.0; 3], place);
    assert_eq!(contact(&ball, &board), touching);
    let ball = Curved {
        columns: TURNED,
        ..ellipsoid([3.0; 3], place)
    };
    assert_eq!(contact(&ball, &board), touching);
    // The face of the first three corners has the normal (17, 19, 23), and the apex is on it.
    let corners = [
        [0.0, 0.0, 0.0],
        [19.0, -17.0, 0.0],
        [0.0, 23.0, -19.0],
        [-10.0, -10.0, -10.0],
    ];
    let slanted = Curved::at(Solid::Points(&corners), [0.0; 3]);
    let cone = Solid::Cone {
        radius: 0.3,
        half_height: 1.0,
        axis: 2,
    };
    let mut pointing_down = Curved::at(cone, [4.75, 1.5, 1.0 - 4.75]);
    pointing_down.columns[2] = [0.0, 0.0, -1.0];
    assert_eq!(contact(&pointing_down, &slanted), touching);
    // Discs at z = 22 around (10, 14) and around a point beside it.
    let below = Curved {
        columns: [[1.0, 2.0, 0.0], [3.0, -1.0, 0.0], [5.0, 7.0, 11.0]],
        ..cylinder(1.3, 2.0, [0.0; 3])
    };
    let above = Curved {
        columns: [[2.0, 1.0, 0.0], [1.0, -3.0, 0.0], [-4.0, 6.0, 13.0]],
        ..cylinder(0.7, 1.0, [10.5 - 4.0, 14.25 + 6.0, 22.0 + 13.0])
    };
    assert_eq!(contact(&below, &above), touching);
    // The gradient at (6, 4) is along (6 / 100, 4 / 25), which is (3, 8); at (25, 48) of another it
    // is along (25 / 65^2, 48 / 52^2), which is (1, 3).
    let egg = ellipsoid([10.0, 5.0, 1.0], [0.0; 3]);
    let point = Curved::at(Solid::Points(&[[6.0, 4.0, 0.0]]), [0.0; 3]);
    assert_eq!(contact(&egg, &point), touching);
    let egg = ellipsoid([65.0, 52.0, 1.0], [0.0; 3]);
    let point = Curved::at(Solid::Points(&[[25.0, 48.0, 0.0]]), [0.0; 3]);
    assert_eq!(contact(&egg, &point), touching);
}

/// Claim: rounded shapes whose cores are as far apart as the sum of the radii touch, and one float
/// to either side they do not.
#[test]
fn rounded_by_construction() {
    let rounded = |shape: Curved<'static>, radius| Curved { radius, ..shape };
    let a = rounded(cylinder(1.0, 2.0, [0.0; 3]), 0.25);
    let ball = rounded(Curved::at(Solid::Points(&[[0.0; 3]]), [0.3, 0.4, 0.0]), 0.5);
    touches_at(&a, &ball, 2, 2.75);
    let beside = rounded(ball, 1.0);
    touches_at(
        &a,
        &Curved {
            origin: [0.0, 0.0, 1.0],
            ..beside
        },
        0,
        2.25,
    );
    let egg = rounded(ellipsoid([1.0, 2.0, 3.0], [0.0; 3]), 0.0);
    touches_at(&a, &egg, 2, 5.25);
    // From the edge of the disc at (2.25, 3, 2) by (3, 4, 12) / 4, which is 13 / 4 long. The edge
    // is met aslant, so touching may be left open; nothing else may.
    let wide = rounded(cylinder(3.75, 2.0, [0.0; 3]), 2.0);
    let ball = Curved::at(Solid::Points(&[[0.0; 3]]), [3.0, 4.0, 5.0]);
    for (radius, expected) in [
        (1.25f64.next_down(), Some(Contact::Separated)),
        (1.25, Some(Contact::Touching)),
        (1.25f64.next_up(), Some(Contact::Overlapping)),
    ] {
        let found = contact(&wide, &rounded(ball, radius));
        assert!(found == expected || (found.is_none() && radius == 1.25));
    }
}

/// Claim: shapes in one place overlap, whatever kinds and poses, and so do equal ones; flat, thin
/// and single points only touch. No case is left open.
#[test]
fn concentric_and_identical() {
    let mut random = Random::new(42);
    for code in 0..KINDS * KINDS * 20 {
        let kinds = [code % KINDS, code / KINDS % KINDS];
        let mut matrices = [Curved::IDENTITY; 2];
        if code % 3 != 0 {
            matrices = [shapes::rotation(&mut random), shapes::skew(&mut random)];
        }
        let a = Shape::random(kinds[0], matrices[0], &mut random);
        let b = Shape::random(kinds[1], matrices[1], &mut random);
        if kinds[0] > 2 && kinds[1] > 2 {
            let found = contact(&a.curved(), &b.curved());
            assert_eq!(found, Some(Contact::Overlapping), "{a:?} {b:?}");
        }
        let expected = match kinds[0] {
            0 | 1 => Contact::Touching,
            _ => Contact::Overlapping,
        };
        assert_eq!(contact(&a.curved(), &a.curved()), Some(expected), "{a:?}");
    }
    for flat in [
        cylinder(1.0, 0.0, [5.0; 3]),
        cylinder(0.0, 1.0, [5.0; 3]),
        ellipsoid([1.0, 2.0, 0.0], [5.0; 3]),
        ellipsoid([0.0; 3], [5.0; 3]),
    ] {
        assert_eq!(contact(&flat, &flat), Some(Contact::Touching), "{flat:?}");
    }
}

/// Claim: flat discs and ellipses in one tilted plane touch, as do a needle in that plane and two
/// needles that cross; the planes are spanned by floats that are not at right angles to each other.
#[test]
fn flat_and_thin_in_tilted_planes() {
    let touching = Some(Contact::Touching);
    let mut random = Random::new(44);
    for code in 0..40 {
        let mut columns = shapes::rotation(&mut random);
        if code % 2 == 0 {
            columns = shapes::skew(&mut random);
        }
        let tilted = |shape: Curved<'static>| Curved { columns, ..shape };
        let disc = tilted(cylinder(1.0, 0.0, [0.5; 3]));
        let ellipse = tilted(ellipsoid([0.3, 1.2, 0.0], [0.5; 3]));
        let needle = tilted(ellipsoid([0.0, 1.2, 0.0], [0.5; 3]));
        for other in [disc, ellipse, needle] {
            assert_eq!(contact(&disc, &other), touching, "{disc:?} {other:?}");
            assert_eq!(contact(&ellipse, &other), touching, "{other:?}");
        }
        let needle = tilted(cylinder(0.0, 1.0, [0.5; 3]));
        let mut crossing = cylinder(0.0, 0.75, [0.5; 3]);
        crossing.columns = shapes::rotation(&mut random);
        assert_eq!(contact(&needle, &crossing), touching, "{crossing:?}");
    }
}

/// Claim: ellipses and polygons in the plane overlap there and only touch in space; along the axes
/// they touch where their half-lengths add up.
#[test]
fn in_the_plane_and_in_space() {
    let square = [
        [-1.0, -1.0, 0.0],
        [1.0, -1.0, 0.0],
        [1.0, 1.0, 0.0],
        [-1.0, 1.0, 0.0],
    ];
    let square = Curved::at(Solid::Points(&square), [0.0; 3]);
    let ellipse = ellipsoid([2.0, 0.5, 0.0], [0.0; 3]);
    for other in [square, ellipse, ellipsoid([0.25, 3.0, 0.0], [0.0; 3])] {
        for origin in [[0.0; 3], [0.5, 0.25, 0.0], [0.0, 0.25, 0.0]] {
            let moved = Curved { origin, ..ellipse };
            assert_eq!(in_the_plane(&moved, &other), Some(Contact::Overlapping));
            assert_eq!(contact(&moved, &other), Some(Contact::Touching));
        }
    }
    for (place, expected) in [
        (3.0f64.next_up(), Contact::Separated),
        (3.0, Contact::Touching),
        (3.0f64.next_down(), Contact::Overlapping),
    ] {
        let moved = Curved {
            origin: [place, 0.0, 0.0],
            ..ellipse
        };
        assert_eq!(in_the_plane(&square, &moved), Some(expected), "{place}");
        // What z says is not seen in the plane.
        let lifted = Curved {
            origin: [place, 0.0, 9.0],
            ..ellipse
        };
        assert_eq!(in_the_plane(&lifted, &square), Some(expected), "{place}");
    }
}

/// Claim: deep overlap and containment are found at once, and the direction given bounds the depth
/// from above: the shapes less the gap along it are clear of each other.
#[test]
fn deep_overlap() {
    let mut random = Random::new(43);
    for code in 0..KINDS * KINDS * 20 {
        let kinds = [code % KINDS, code / KINDS % KINDS];
        let a = Shape::random(kinds[0], shapes::rotation(&mut random), &mut random);
        let mut b = Shape::random(kinds[1], shapes::rotation(&mut random), &mut random);
        b.origin = shapes::scaled(random.vector(), 0.05);
        if kinds[0] < 3 || kinds[1] < 3 {
            continue;
        }
        let (a, b) = (a.curved(), b.curved());
        let found = Enclosure::of(&a, &b, false).unwrap();
        assert_eq!(found.contact(), Some(Contact::Overlapping), "{a:?} {b:?}");
        assert!(found.lower.is_zero() && found.upper.is_zero());
        assert!(shapes::length(found.direction) > 0.4);
        assert!(found.steps <= 20, "{} steps", found.steps);
    }
}

/// Claim: a point and the apex of a cone touch the edge of a wedge in its middle, where all that the
/// search finds is a segment through zero: across it, and in no other direction that is tried, the
/// shapes are apart.
#[test]
fn on_the_edge_of_a_wedge() {
    let wedge = [
        [1.0, 2.0, 0.0],
        [-1.0, -2.0, 0.0],
        [2.0, -1.0, 1.0],
        [2.0, -1.0, -1.0],
    ];
    let wedge = Curved::at(Solid::Points(&wedge), [0.0; 3]);
    let pointing = Solid::Cone {
        radius: 0.25,
        half_height: 1.0,
        axis: 0,
    };
    for other in [
        ellipsoid([0.0; 3], [0.0; 3]),
        Curved::at(pointing, [-1.0, 0.0, 0.0]),
    ] {
        assert_eq!(
            contact(&wedge, &other),
            Some(Contact::Touching),
            "{other:?}"
        );
    }
}

/// Claim: a point inside a hull is not said to touch it, though the search ends with a segment through
/// the point, and no direction that is tried meets all of the corners that surround it.
#[test]
fn inside_unproved_is_not_touching() {
    let hull = [
        [-1.0, 0.0, -3.0],
        [1.0, 0.0, 3.0],
        [-9.0, 5.0, 0.0],
        [3.0, -8.0, -1.0],
        [-1.0, 2.0, -1.0],
    ];
    let hull = Curved::at(Solid::Points(&hull), [0.0; 3]);
    let corner = Curved::at(Solid::Points(&[[0.0; 3]]), [0.0; 3]);
    assert_eq!(contact(&hull, &corner), Some(Contact::Overlapping));
    let point = ellipsoid([0.0; 3], [0.0; 3]);
    assert_ne!(contact(&hull, &point), Some(Contact::Touching));
}

/// Claim: shapes whose radii leave a gap that the search is too coarse for are separated all the same,
/// where the way between them is along an axis: an ellipsoid beside a wall, down to `2^-102`.
#[test]
fn slightly_apart() {
    let wall = [
        [2.0, 1.25, 1.0],
        [2.0, -0.75, 1.0],
        [2.0, 1.25, -1.0],
        [2.0, -0.75, -1.0],
    ];
    let mut wall = Curved::at(Solid::Points(&wall), [0.0; 3]);
    let mut egg = ellipsoid([1.0, 2.0, 3.0], [0.0; 3]);
    // The sum of the radii is less by the gap than the way between the cores.
    let thin = 2f64.powi(-50);
    wall.origin[0] = thin;
    egg.radius = 1.0;
    for power in 51..103 {
        wall.radius = thin - 2f64.powi(-power);
        assert_eq!(contact(&egg, &wall), Some(Contact::Separated), "{power}");
    }
}

/// Claim: the direction that is returned has the lower bound as its gap, also if that is not the
/// direction of the search: an egg `2^-64` above a slanted face with the normal (-2, 2, 1).
#[test]
fn the_direction_is_that_of_the_bound() {
    let egg = Curved {
        columns: [[-4.0, -3.0, -2.0], [-3.0, -5.0, 4.0], [0.0, 5.0, 2.0]],
        ..ellipsoid([1.3, 0.7, 1.0], [0.0, 5.0, 2.0])
    };
    let face = [
        [-6.0, -10.0, 8.0],
        [-4.0, -14.0, 20.0],
        [3.0, 5.0, -4.0],
        [5.0, 7.0, -16.0],
    ];
    let below = [0.0, -5.0 * 2f64.powi(-66), -2.0 * 2f64.powi(-66)];
    let face = Curved::at(Solid::Points(&face), below);
    let found = Enclosure::of(&egg, &face, false).unwrap();
    assert_eq!(found.contact(), Some(Contact::Separated));
    let gap = support_gap(&egg, &face, found.direction).unwrap();
    assert_eq!(
        (gap.sign(), gap.length()),
        (Ordering::Greater, &found.lower)
    );
}
