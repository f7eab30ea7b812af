//! Distances that a formula gives.

use crate::shapes::{self, Random, cylinder, ellipsoid};
use gjk_reference::curved::{excess, support_gap};
use gjk_reference::{Contact, Curved, Enclosure, Solid};
use std::cmp::Ordering;

/// The bounds of an enclosure here are this close to the closed form: sizes are below 32.
const WIDTH: f64 = 32.0 / (1u64 << 58) as f64;

/// Asserts that the distance of the cores is the exact sum of `terms`.
fn is_apart(a: &Curved, b: &Curved, terms: &[f64]) {
    for [a, b] in [[a, b], [b, a]] {
        let found = Enclosure::of(a, b, false).expect("the shapes have a meaning");
        let below = found.lower.error_of(terms);
        let above = found.upper.error_of(terms);
        assert!((0.0..WIDTH).contains(&below), "{below:e} {a:?} {b:?}");
        assert!((-WIDTH..=0.0).contains(&above), "{above:e} {a:?} {b:?}");
    }
}

fn cone(radius: f64, half_height: f64, origin: [f64; 3]) -> Curved<'static> {
    let solid = Solid::Cone {
        radius,
        half_height,
        axis: 2,
    };
    Curved::at(solid, origin)
}

/// The corners of the box from -1 to 1.
const BOX: [[f64; 3]; 8] = [
    [-1.0, -1.0, -1.0],
    [1.0, -1.0, -1.0],
    [-1.0, 1.0, -1.0],
    [1.0, 1.0, -1.0],
    [-1.0, -1.0, 1.0],
    [1.0, -1.0, 1.0],
    [-1.0, 1.0, 1.0],
    [1.0, 1.0, 1.0],
];

/// Claim: balls and capsules are exact, as points and segments with radii; and so is their contact
/// at the sum of the radii and one float to either side.
#[test]
fn balls_and_capsules() {
    let zero = [[0.0; 3]];
    let segment = [[-2.0, 0.0, 0.0], [2.0, 0.0, 0.0]];
    let shape = |points, radius, origin| Curved {
        radius,
        ..Curved::at(Solid::Points(points), origin)
    };
    for (radius, expected) in [
        (2.5f64.next_down(), Contact::Separated),
        (2.5, Contact::Touching),
        (2.5f64.next_up(), Contact::Overlapping),
    ] {
        let ball = shape(&zero, radius, [3.0, 4.0, 0.0]);
        let other = shape(&zero, 2.5, [0.0; 3]);
        let found = Enclosure::of(&ball, &other, false).unwrap();
        assert_eq!(found.contact(), Some(expected));
        assert_eq!(found.lower, found.upper);
        assert_eq!(found.lower.cmp_sum(&[5.0]), Ordering::Equal);
        let capsule = shape(&segment, 2.5, [0.0; 3]);
        let ball = shape(&zero, radius, [5.0, 4.0, 0.0]);
        let found = Enclosure::of(&capsule, &ball, false).unwrap();
        assert_eq!(found.contact(), Some(expected));
        let mut standing = shape(&segment, radius, [1.0, 5.0, 0.0]);
        standing.columns = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let found = Enclosure::of(&capsule, &standing, false).unwrap();
        assert_eq!(found.contact(), Some(expected));
        assert_eq!(found.upper.cmp_sum(&[5.0]), Ordering::Equal);
    }
}

/// Claim: coaxial, parallel and crossed cylinders are as far apart as their discs, their axes less
/// their radii, and the same across.
#[test]
fn cylinders() {
    let a = cylinder(1.5, 0.75, [0.0; 3]);
    is_apart(
        &a,
        &cylinder(0.1, 2.0, [0.0, 0.0, 7.0]),
        &[7.0, -2.0, -0.75],
    );
    is_apart(
        &a,
        &cylinder(0.1, 2.0, [0.3, 0.2, 7.0]),
        &[7.0, -2.0, -0.75],
    );
    is_apart(&a, &cylinder(0.1, 2.0, [3.0, 4.0, 1.0]), &[5.0, -1.5, -0.1]);
    is_apart(&a, &cylinder(0.1, 2.0, [6.0, 0.0, 2.0]), &[6.0, -1.5, -0.1]);
    let solid = Solid::Cylinder {
        radius: 0.1,
        half_height: 9.0,
        axis: 0,
    };
    is_apart(&a, &Curved::at(solid, [1.0, 4.0, 0.5]), &[4.0, -1.5, -0.1]);
    // Edge to edge: 3 apart across, 4 apart along.
    is_apart(&a, &cylinder(0.5, 1.0, [0.0, 5.0, 5.75]), &[5.0]);
}

/// Claim: a cylinder and a cone over the face of a box, upright and upside down, and beside it.
#[test]
fn over_a_box() {
    let cube = Curved::at(Solid::Points(&BOX), [0.0; 3]);
    is_apart(&cube, &cylinder(0.7, 0.3, [0.1, 0.2, 4.0]), &[3.0, -0.3]);
    is_apart(&cube, &cylinder(0.7, 0.3, [5.0, 0.2, 0.4]), &[4.0, -0.7]);
    // Base down, then apex down.
    is_apart(&cube, &cone(0.7, 0.3, [0.1, 0.2, 4.0]), &[3.0, -0.3]);
    let mut turned = cone(0.7, 0.3, [0.1, 0.2, 4.0]);
    turned.columns[2] = [0.0, 0.0, -1.0];
    is_apart(&cube, &turned, &[3.0, -0.3]);
    let mut point = cone(0.2, 0.25, [2.0, 3.0, 3.25]);
    point.columns[2] = [0.0, 0.0, -1.0];
    // The apex at (2, 3, 3) and the corner at (1, 1, 1).
    is_apart(&cube, &point, &[3.0]);
    is_apart(&cube, &cone(0.7, 0.3, [0.1, 0.2, -4.0]), &[3.0, -0.3]);
    // The slanted side is x / 4 + z / 3 = 1, its normal (3, 4) / 5; half of 5 of them lead from
    // (2, 1.5) on it to the point.
    let side = cone(4.0, 1.5, [0.0, 0.0, 1.5]);
    let above = Curved::at(Solid::Points(&[[0.0; 3]]), [3.5, 0.0, 3.5]);
    is_apart(&side, &above, &[2.5]);
}

/// Claim: ellipsoids along an axis, and a point of which the foot on an ellipsoid is known: the
/// foot plus any length of the gradient there.
#[test]
fn ellipsoids() {
    let a = ellipsoid([1.0, 2.0, 0.5], [0.0; 3]);
    is_apart(&a, &ellipsoid([2.0, 0.5, 0.1], [7.0, 0.0, 0.0]), &[4.0]);
    is_apart(&a, &ellipsoid([2.0, 0.5, 0.1], [0.0, -9.5, 0.0]), &[7.0]);
    is_apart(&a, &ellipsoid([0.0; 3], [0.0, 0.0, 8.5]), &[8.0]);
    // The unit sphere in the directions of whole triples, stretched by (5, 10, 20).
    let radii = [5.0, 10.0, 20.0];
    let stretched = ellipsoid(radii, [0.0; 3]);
    for direction in [[0.6, 0.8, 0.0], [0.0, 0.6, -0.8], [-0.8, 0.0, 0.6]] {
        let foot = [5.0 * direction[0], 10.0 * direction[1], 20.0 * direction[2]];
        let gradient = [direction[0] / 5.0, direction[1] / 10.0, direction[2] / 20.0];
        for factor in [0.25, 1.0, 7.5] {
            let way = shapes::scaled(gradient, factor);
            let outside = excess(&stretched, &shapes::add(foot, way)).unwrap();
            let off = outside.error_of(&[shapes::length(way)]);
            assert!(off.abs() < 2e-14, "{off:e}");
        }
    }
}

/// Claim: a point of the surface has no excess at all, also where no search meets it, and the next
/// float outside has. (408, 253) is on the ellipse, as the squares of 408 / 650 and 253 / 325 add
/// up to one; the normal there is (102, 253), and 253 is no product of small numbers.
#[test]
fn points_of_the_surface_have_no_excess() {
    let egg = ellipsoid([650.0, 325.0, 1.0], [0.0; 3]);
    assert!(excess(&egg, &[408.0, 253.0, 0.0]).unwrap().is_zero());
    let beyond = excess(&egg, &[408.0f64.next_up(), 253.0, 0.0]).unwrap();
    assert!(!beyond.is_zero());
}

/// Claim: two balls that are matrices times the unit ball are as far apart as their centres less
/// both radii, along any direction: 200 random pairs at the accuracy of floats.
#[test]
fn spheres_by_matrix() {
    let mut random = Random::new(31);
    for _ in 0..200 {
        let (r, s) = (random.size(), random.size());
        let way = shapes::scaled(random.vector(), 20.0);
        let a = ellipsoid([r; 3], way);
        let mut b = ellipsoid([1.0; 3], [0.0; 3]);
        b.columns = shapes::rotation(&mut random).map(|column| shapes::scaled(column, s));
        let distance = shapes::length(way) - r - s;
        if distance > 0.0 {
            let found = Enclosure::of(&a, &b, false).unwrap();
            let (below, above) = (
                found.lower.error_of(&[distance]),
                found.upper.error_of(&[distance]),
            );
            assert!(below.abs() < 2e-14 && above.abs() < 2e-14);
        }
    }
}

/// Claim: the bounds are on their sides of the distance where neither can be exact: balls apart
/// along directions of whole length whose unit vectors are no floats. So is the excess of a point.
#[test]
fn bounds_are_on_their_sides() {
    let ball = ellipsoid([1.0; 3], [0.0; 3]);
    for (way, whole) in [
        ([1.0, 2.0, 2.0], 3.0),
        ([2.0, 3.0, 6.0], 7.0),
        ([-4.0, 4.0, 7.0], 9.0),
    ] {
        let other = ellipsoid([0.3; 3], way);
        is_apart(&ball, &other, &[whole, -1.0, -0.3]);
        let outside = excess(&ball, &way).unwrap();
        assert_eq!(outside.cmp_sum(&[whole, -1.0]), Ordering::Greater);
        assert_eq!(outside.cmp_sum(&[whole, -1.0, WIDTH]), Ordering::Less);
    }
}

/// Claim: where the roots are whole numbers a lower bound is the gap itself, and where not it is
/// below it by next to nothing.
#[test]
fn gaps_are_exact_at_perfect_squares() {
    let a = cylinder(1.5, 0.75, [30.0, 43.125, 12.0]);
    let origin = Curved::at(Solid::Points(&[[0.0; 3]]), [0.0; 3]);
    // Along (3, 4, 12) / 13: (90 + 172.5 + 144) less 5 * 1.5 less 12 * 0.75, over 13.
    let gap = support_gap(&a, &origin, [3.0, 4.0, 12.0]).unwrap();
    assert_eq!(gap.cmp_sum(&[30.0]), Ordering::Equal);
    let gap = support_gap(&a, &origin, [3.0, 4.0, 0.0]).unwrap();
    assert_eq!(gap.cmp_sum(&[52.5, -1.5]), Ordering::Equal);
    let gap = support_gap(&a, &origin, [1.0, 1.0, 0.0]).unwrap();
    let expected = 36.5625 * 2f64.sqrt() - 1.5;
    assert!(gap.length().error_of(&[expected]).abs() < 1e-13);
    // Beside a disc of radius 1 along (1, 1): the root of 2, rounded up, over itself.
    let gap = support_gap(&origin, &cylinder(1.0, 0.0, [0.0; 3]), [1.0, 1.0, 0.0]).unwrap();
    let above = -gap.length().error_of(&[1.0]);
    assert!(above > 0.0 && above < 2f64.powi(-64));
    let apex = cone(3.0, 2.0, [0.0; 3]);
    for (u, depth) in [
        ([0.0, 0.0, 1.0], 2.0),
        ([0.0, 0.0, -1.0], 2.0),
        ([1.0, 0.0, 0.0], 3.0),
    ] {
        let gap = support_gap(&origin, &apex, u).unwrap();
        assert_eq!(
            (gap.sign(), gap.cmp_sum(&[-depth])),
            (Ordering::Less, Ordering::Equal)
        );
    }
    // Along (4, 0, 3) / 5 the disc reaches 3 * 4 / 5 - 2 * 3 / 5, along (4, 0, -3) a sum of both.
    let gap = support_gap(&origin, &apex, [4.0, 0.0, 3.0]).unwrap();
    assert!(gap.length().error_of(&[1.2]).abs() < 1e-15);
    let gap = support_gap(&origin, &apex, [4.0, 0.0, -3.0]).unwrap();
    assert!(gap.length().error_of(&[3.6]).abs() < 1e-15);
}
