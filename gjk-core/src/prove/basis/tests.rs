//! Each test is a claim about points near a plane.

use super::{BESIDE, Basis, Point};
use crate::tests::numbers;
use glam::DVec3;

fn point(x: f64, y: f64, rise: f64) -> Point {
    Point {
        vertices: [0; 2],
        place: DVec3::new(x, y, 0.0),
        rise,
    }
}

fn basis(points: &[Point]) -> Basis {
    let mut basis = Basis::default();
    for point in points {
        basis.push(*point).unwrap();
    }
    basis
}

// Claim: the plane of a basis has its points: of three, of two, along their line, and of one; and
// there is none of three in a line or of two in one place. There is no room for a fourth.
#[test]
fn planes_have_their_points() {
    let (p, q, r) = (
        point(1.0, 0.0, 3.0),
        point(0.0, 2.0, 5.0),
        point(-1.0, 0.5, 2.0),
    );
    for points in [&[p][..], &[p, q], &[p, q, r]] {
        let basis = basis(points);
        let slope = basis.slope().unwrap();
        for point in points {
            let off = basis.rise(slope, point.place) - point.rise;
            assert!(off.abs() < 1e-14, "{off:e}");
        }
        // Across a line, or around a point, it is level.
        if let [p, q] = points {
            assert_eq!(slope.dot((q.place - p.place).cross(DVec3::Z)), 0.0);
        }
    }
    assert!(basis(&[p, q, p]).slope().is_none() && basis(&[p, p]).slope().is_none());
    assert!(basis(&[p, q, r]).push(p).is_none());
}

// Claim: a point that is taken in takes the place of one of three so that the foot stays inside;
// beside two, or one, it joins them; in line with two it takes the place of one.
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
            let sides = [p.cross(q).z, q.cross(r).z, r.cross(p).z];
            sides.iter().all(|side| *side > 0.0) || sides.iter().all(|side| *side < 0.0)
        };
        if !inside(&triangle) {
            continue;
        }
        tried += 1;
        triangle.admit(new).unwrap();
        assert!(inside(&triangle) && triangle.points().iter().any(|p| p.place == new.place));
    }
    assert!(tried > 50, "{tried}");
    let mut one = basis(&[point(0.0, 0.0, 1.0)]);
    for (count, new) in [
        (2, point(1.0, 0.0, 0.0)),
        (2, point(-0.5, BESIDE / 16.0, 0.0)),
        (3, point(0.0, 1.0, 0.0)),
    ] {
        one.admit(new).unwrap();
        assert_eq!(one.points().len(), count);
    }
}
