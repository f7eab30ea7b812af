//! Which face is found among level vertices, and what it proves.

use std::vec::Vec;

use glam::{DVec2, DVec3};

use super::along::{Along, Precise};
use super::basis::{Basis, Plane, Point};
use super::table::{Shape, Table};
use super::{Found, find};
use crate::double_double::DoubleDouble;
use crate::random;

/// A number of all digits, from -1 to 1.
fn numbers() -> impl FnMut() -> f64 {
    let mut bits = random::bits();
    move || (bits() as i64) as f64 * 2f64.powi(-63)
}

fn whole(x: f64) -> i128 {
    let scaled = x * 2f64.powi(40);
    assert_eq!(scaled, scaled.trunc(), "no whole number");
    scaled as i128
}

/// A number of 40 binary digits behind the point.
fn short(x: f64) -> f64 {
    (x * 2f64.powi(40)).trunc() * 2f64.powi(-40)
}

// Claim: a height is right to far below the last digit of the lengths: of numbers whose products
// whole numbers hold, of points with a part below their last digit too.
#[test]
fn heights_are_precise() {
    let mut number = numbers();
    for _ in 0..2000 {
        let mut vector = || DVec3::new(short(number()), short(number()), short(number()));
        let (direction, point) = (vector(), vector());
        let low = vector() * 2f64.powi(-60);
        let height = Along::new(direction).height(Precise::sum(point, low));
        let exact = |p: DVec3| {
            let p = p.to_array().map(whole);
            let d = direction.to_array().map(whole);
            p[0] * d[0] + p[1] * d[1] + p[2] * d[2]
        };
        // In units of 2^-80; that of the low part is 2^60 times too large.
        let sum = exact(point) as f64 * 2f64.powi(-80);
        let rest = exact(low * 2f64.powi(60)) as f64 * 2f64.powi(-140);
        let leading = exact(point) - (height.hi * 2f64.powi(80)) as i128;
        let off = leading as f64 * 2f64.powi(-80) + (rest - height.lo);
        assert!(off.abs() <= 2f64.powi(-98), "{off:e} of {sum}");
    }
}

fn point(x: f64, y: f64, rise: f64) -> Point {
    Point {
        vertices: [0; 2],
        place: DVec2::new(x, y),
        rise,
        weight: 0.0,
    }
}

fn basis(points: &[Point]) -> Basis {
    let mut basis = Basis::EMPTY;
    for point in points {
        basis.push(*point).unwrap();
    }
    basis
}

// Claim: the plane of a basis has its points: of three, of two, along their line, and of one; and
// there is none of three in a line or of two in one place.
#[test]
fn planes_have_their_points() {
    let (p, q, r) = (
        point(1.0, 0.0, 3.0),
        point(0.0, 2.0, 5.0),
        point(-1.0, 0.5, 2.0),
    );
    for points in [&[p][..], &[p, q], &[p, q, r]] {
        let Plane { rise, slope } = basis(points).plane().unwrap();
        for point in points {
            let off = rise + slope.dot(point.place) - point.rise;
            assert!(off.abs() < 1e-14, "{off:e}");
        }
    }
    assert!(basis(&[p, q, p]).plane().is_none() && basis(&[p, p]).plane().is_none());
}

// Claim: a point that is taken in takes the place of one of three so that the foot stays inside;
// beside two, or one, it joins them.
#[test]
fn the_foot_stays_inside() {
    let mut number = numbers();
    let mut tried = 0;
    for _ in 0..500 {
        let mut any = || point(number(), number(), number());
        let mut triangle = basis(&[any(), any(), any()]);
        let new = any();
        let inside = |basis: &Basis| {
            let [p, q, r] = [0, 1, 2].map(|i: usize| basis.points()[i].place);
            let sides = [p.perp_dot(q), q.perp_dot(r), r.perp_dot(p)];
            sides.iter().all(|side| *side > 0.0) || sides.iter().all(|side| *side < 0.0)
        };
        if !inside(&triangle) {
            continue;
        }
        tried += 1;
        triangle.weigh().unwrap();
        triangle.admit(new).unwrap();
        assert!(inside(&triangle) && triangle.points().iter().any(|p| p.place == new.place));
        triangle.weigh().unwrap();
        let (place, _) = triangle.mean();
        assert!(place.length() < 1e-12, "{place}");
    }
    assert!(tried > 50, "{tried}");
    let mut one = basis(&[point(0.0, 0.0, 1.0)]);
    for (count, new) in [(2, point(1.0, 0.0, 0.0)), (3, point(0.0, 1.0, 0.0))] {
        one.weigh().unwrap();
        one.admit(new).unwrap();
        assert_eq!(one.points().len(), count);
    }
}

/// Corners that are level but for these rises, times a tiny number: of a shape whose difference
/// from the origin has its nearest face about there.
fn level_corners(rises: &[f64; 5]) -> Vec<DVec3> {
    let places = [
        [-1.0, -0.9],
        [1.1, -1.0],
        [0.9, 1.2],
        [-1.2, 0.8],
        [0.1, 0.2],
    ];
    let normal = DVec3::new(0.48, 0.6, 0.64);
    let across = [DVec3::new(0.8, 0.0, -0.6), DVec3::new(-0.36, 0.8, -0.48)];
    places
        .iter()
        .zip(rises)
        .map(|([x, y], rise)| {
            normal * (3.0 + rise * 2f64.powi(-50)) + across[0] * *x + across[1] * *y
        })
        .collect()
}

/// The face among these corners, from a simplex of those with these numbers.
fn found(corners: &[DVec3], from: &[u32]) -> Option<Found> {
    found_along(corners, from, DVec3::new(0.48, 0.6, 0.64))
}

/// The same, where the search ended in that direction.
fn found_along(corners: &[DVec3], from: &[u32], direction: DVec3) -> Option<Found> {
    let precise = |number: u32| Precise::sum(corners[number as usize], DVec3::ZERO);
    let points: Vec<_> = from.iter().map(|i| (precise(*i), [*i, 0])).collect();
    let vertex = |number: u32| corners[number as usize];
    let origin = |_| DVec3::ZERO;
    let shapes = [
        Shape {
            vertex: &vertex,
            count: corners.len() as u32,
            breadth: 8.0,
        },
        Shape {
            vertex: &origin,
            count: 1,
            breadth: 0.0,
        },
    ];
    let point = |[a, _]: [u32; 2]| precise(a);
    find(&points, &shapes, &point, direction, 10.0)
}

// Claim: of corners that are level but for a last digit, the face is found that none of them is
// below, whatever simplex over the foot of the origin it is searched from, and the heights that it
// proves agree.
#[test]
fn the_lowest_face_is_found_from_any_simplex() {
    let mut number = numbers();
    for _ in 0..200 {
        let rises = [number(), number(), number(), number(), number()];
        let corners = level_corners(&rises);
        let starts = [
            &[0][..],
            &[0, 1],
            &[0, 1, 2],
            &[3, 2, 1],
            &[4, 0, 1],
            &[2, 3],
        ];
        let mut heights = Vec::new();
        for start in starts {
            let Some(found) = found(&corners, start) else {
                continue;
            };
            let Found {
                basis,
                height,
                normal,
            } = found;
            let bound = height.value.hi * normal.length();
            for corner in &corners {
                // As far as `f64` tells.
                assert!(corner.dot(normal) >= bound - 4.0 * f64::EPSILON * bound);
            }
            // A simplex that is beside the foot leads nowhere, and says so.
            if height.error > 2f64.powi(-60) {
                continue;
            }
            assert!(basis.points().iter().all(|point| point.weight >= 0.0));
            heights.push(height);
        }
        assert!(heights.len() >= 3, "{}", heights.len());
        let [first, ..] = heights[..] else {
            panic!("a height");
        };
        for other in heights {
            let off = other.value + -first.value;
            assert!(off.hi.abs() <= first.error + other.error, "{:e}", off.hi);
        }
    }
}

// Claim: where the direction leans, so that corners which are near the plane do not look so along
// it, no corner is below the plane that is found all the same; and one is found.
#[test]
fn directions_that_lean_are_corrected() {
    let mut number = numbers();
    let mut tried = 0;
    for round in 0..300 {
        let much = 2f64.powi(round % 14);
        let rises = core::array::from_fn(|_| number() * much);
        let corners = level_corners(&rises);
        let lean = DVec3::new(number(), number(), number()) * 2f64.powi(-20 - round % 20);
        let direction = DVec3::new(0.48, 0.6, 0.64) + lean;
        for start in [&[0, 1, 2][..], &[3, 2, 1], &[0, 2], &[4]] {
            let Some(found) = found_along(&corners, start, direction) else {
                continue;
            };
            if found.height.error > 2f64.powi(-60) {
                continue;
            }
            let bound = found.height.value.hi * found.normal.length();
            for corner in &corners {
                let height = corner.dot(found.normal);
                assert!(height >= bound - 4.0 * f64::EPSILON * bound, "{round}");
            }
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried}");
}

// Claim: a vertex that is not finite, and more near vertices than there is room for, are left to
// other means.
#[test]
fn what_does_not_fit_is_left() {
    let along = Along::new(DVec3::Z);
    let table = |count: u32, last: f64| {
        let vertex = move |number: u32| {
            let x = f64::from(number);
            DVec3::new(x, if number + 1 == count { last } else { x * x }, 1.0)
        };
        let origin = |_| DVec3::ZERO;
        let shapes = [
            Shape {
                vertex: &vertex,
                count,
                breadth: 100.0,
            },
            Shape {
                vertex: &origin,
                count: 1,
                breadth: 0.0,
            },
        ];
        Table::of(&shapes, &along, [0; 2], DVec2::ZERO).is_some()
    };
    assert!(table(5, 0.0) && table(24, 0.0));
    assert!(!table(25, 0.0) && !table(5, f64::NAN) && !table(5, f64::NEG_INFINITY));
}

// Claim: a quotient of double-doubles is right to a few of its last digits.
#[test]
fn quotients_are_precise() {
    let mut number = numbers();
    for _ in 0..1000 {
        let [x, y] = [number(), number()].map(|x| DoubleDouble::sum(x + 2.0, x * 2f64.powi(-55)));
        let back = x.over(y) * y - x;
        assert!(back.hi.abs() <= 2f64.powi(-100), "{:e}", back.hi);
    }
}
