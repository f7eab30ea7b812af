//! Each test is a claim about the search without rounding.

use crate::Shape;
use crate::decide::face::Span;
use crate::decide::{Corners, Face};
use crate::difference::Difference;
use crate::exact::Sum;
use crate::shape::{Hull, Point};
use crate::support::{Feature, SupportMapping};
use glam::DVec3;
use std::vec::Vec;

// Claim: of vertices that differ in height by less than `f64` can tell, the lowest is found, and of
// several the first; of the first shape and of the second, and whatever the size.
#[test]
fn the_lowest_of_level_vertices_is_found() {
    for size in [1e-3, 1.0, 1e200] {
        // Points of the plane 0.3 x + 0.7 y + z = 1, rounded.
        let points: Vec<DVec3> = (0..200)
            .map(|i| {
                let [x, y] = [f64::from(i % 14) * 0.1 - 0.7, f64::from(i / 14) * 0.1 - 0.7];
                DVec3::new(x, y, 1.0 - 0.3 * x - 0.7 * y) * size
            })
            .collect();
        let hull = Hull::new(&points[..]).unwrap();
        let origin = Point::new(DVec3::ZERO).unwrap();
        let mirrored: Vec<DVec3> = points.iter().map(|point| -*point).collect();
        let mirrored = Hull::new(&mirrored[..]).unwrap();
        for triangle in [[0, 13, 190], [5, 100, 199], [1, 77, 180], [13, 90, 195]] {
            let bodies = (hull.body(), origin.body());
            let exact = Difference::new(&bodies.0, &bodies.1);
            let mut corners = Corners::new(exact.corner([triangle[0], 0]).unwrap());
            corners.push(exact.corner([triangle[1], 0]).unwrap());
            corners.push(exact.corner([triangle[2], 0]).unwrap());
            let face = corners.reduce().unwrap();
            let lower = |a: u32, b: u32| {
                let edge = Sum::new(
                    [points[b as usize], -points[a as usize]],
                    exact.scaling.scale,
                );
                face.along_normal(edge).sign()
            };
            let expected =
                (1..200).fold(0, |best, n| if lower(best, n).is_lt() { n } else { best });
            for from in [0, 60, 199] {
                let [found, _] = exact.lowest(&face, [from, 0]).unwrap();
                assert_eq!(found, expected, "{triangle:?}");
            }
            let bodies = (origin.body(), mirrored.body());
            let exact = Difference::new(&bodies.0, &bodies.1);
            for from in [0, 60, 199] {
                let [_, found] = exact.lowest(&face, [0, from]).unwrap();
                assert_eq!(found, expected, "{triangle:?}");
            }
        }
    }
}

// Claim: the lowest is found where `f64` takes another one for it: of vertices that are level but
// for the rounding of their coordinates, far from each other, along a normal of all digits. Numbers
// are far from one, so that an error counts by the size of both, the normal and the vertices.
#[test]
fn rounded_heights_do_not_choose() {
    const SIZE: f64 = (1u32 << 20) as f64;
    let mut bits = crate::tests::bits();
    // Up to an eighth more or less than one.
    let mut number = || 1.0 + (bits() as i64) as f64 * 2f64.powi(-66);
    let mut misled = 0;
    for _ in 0..90 {
        let normal = DVec3::new(number(), number(), number()) * SIZE;
        let points: Vec<DVec3> = (0..8)
            .map(|i| {
                let side = if i % 2 == 0 { SIZE } else { -SIZE };
                let (x, y) = (number() * side, number() * side);
                DVec3::new(x, y, -(normal.x * x + normal.y * y) / normal.z)
            })
            .collect();
        let hull = Hull::new(&points[..]).unwrap();
        let opposite = Point::new(-normal).unwrap();
        let bodies = (hull.body(), opposite.body());
        let exact = Difference::new(&bodies.0, &bodies.1);
        // A face whose normal is that vector.
        let tip = Hull::new([DVec3::ZERO]).unwrap();
        let bodies = (tip.body(), opposite.body());
        let of_normal = Difference::new(&bodies.0, &bodies.1);
        let corner = of_normal.corner([0, 0]).unwrap();
        let face = Corners::new(corner).reduce().unwrap();
        let lower = |a: u32, b: u32| {
            let edge = Sum::new(
                [points[b as usize], -points[a as usize]],
                exact.scaling.scale,
            );
            face.along_normal(edge).sign()
        };
        let expected = (1..8).fold(0, |best, n| if lower(best, n).is_lt() { n } else { best });
        for from in 0..8 {
            let [found, _] = exact.lowest(&face, [from, 0]).unwrap();
            assert_eq!(found, expected);
            let height = |n: u32| (points[n as usize] - points[from as usize]).dot(normal);
            misled += u32::from((0..8).any(|n| height(n) < height(expected)));
        }
    }
    assert!(misled > 100, "{misled}");
}

// Claim: edges that are tiny beside the other shape are compared too, down to the least normal
// number.
#[test]
fn the_lowest_of_tiny_edges_is_found() {
    let tiny = 2f64.powi(-1000);
    let hull = Hull::new([DVec3::X * 2.0 * tiny, DVec3::X * tiny]).unwrap();
    let other = Point::new(DVec3::NEG_X).unwrap();
    let bodies = (hull.body(), other.body());
    let exact = Difference::new(&bodies.0, &bodies.1);
    let face = Corners::new(exact.corner([0, 0]).unwrap())
        .reduce()
        .unwrap();
    let [found, _] = exact.lowest(&face, [0, 0]).unwrap();
    assert_eq!(found, 1);
}

// Claim: a vertex that is not finite is met wherever it stands, and there is no lowest one.
#[test]
fn vertices_are_finite() {
    /// A shape of these vertices, whatever they are.
    struct Named([DVec3; 3]);

    impl SupportMapping for Named {
        type Vector = DVec3;
        fn support(&self, _: DVec3) -> DVec3 {
            self.0[0]
        }
        fn point(&self, feature: Feature<DVec3>) -> DVec3 {
            match feature {
                Feature::Vertex(number) => self.0[number as usize],
                Feature::Piece(..) => self.0[0],
            }
        }
        fn vertex_count(&self) -> Option<u32> {
            Some(3)
        }
    }

    crate::body::shapes! { [] Named: DVec3, |core| crate::Body::new(core); }

    let origin = Point::new(DVec3::ZERO).unwrap();
    for (off, expected) in [
        (5.0, Some(2)),
        (f64::INFINITY, None),
        (f64::NEG_INFINITY, None),
        (f64::NAN, None),
    ] {
        let shape = Named([DVec3::X * 4.0, DVec3::new(4.0, off, 0.0), DVec3::X]);
        let bodies = (shape.body(), origin.body());
        let exact = Difference::new(&bodies.0, &bodies.1);
        let face = Corners::new(exact.corner([0, 0]).unwrap())
            .reduce()
            .unwrap();
        let found = exact.lowest(&face, [0, 0]).map(|[found, _]| found);
        assert_eq!(found, expected, "{off}");
    }
}

// Claim: of vertices that are exactly as low the first is found, wherever the scan begins.
#[test]
fn the_first_of_the_lowest_is_found() {
    let points = [
        [0.0, 0.0, 5.0],
        [2.0, 0.0, 1.0],
        [0.0, 3.0, 1.0],
        [2.0, 3.0, 1.0],
    ];
    let hull = Hull::new(points.map(DVec3::from)).unwrap();
    let origin = Point::new(DVec3::ZERO).unwrap();
    let bodies = (hull.body(), origin.body());
    let exact = Difference::new(&bodies.0, &bodies.1);
    let mut corners = Corners::new(exact.corner([0, 0]).unwrap());
    let face = corners.reduce().unwrap();
    for from in 0..4 {
        let [found, _] = exact.lowest(&face, [from, 0]).unwrap();
        assert_eq!(found, 1, "{from}");
    }
}

// Claim: a search starts from the vertices that are named, where there are such; there it may be at
// its end at once.
#[test]
fn a_search_starts_where_it_is_told() {
    let points = [
        [9.0, 0.0, 0.0],
        [0.0, 8.0, 0.0],
        [0.0, 0.0, 7.0],
        [1.0, 1.0, 1.0],
    ];
    let hull = Hull::new(points.map(DVec3::from)).unwrap();
    let origin = Point::new(DVec3::ZERO).unwrap();
    let bodies = (hull.body(), origin.body());
    let exact = Difference::new(&bodies.0, &bodies.1);
    let pair = |vertices: [u32; 2]| exact.pair(vertices.map(Feature::Vertex));
    let ends = |start: [u32; 2]| {
        let mut corners = exact.first_corners(&[pair(start)]).unwrap();
        let face = corners.reduce().unwrap();
        let lower = exact.corner_below(&corners, &face).unwrap();
        lower.is_none().then(|| corners.list()[0].vertices)
    };
    assert_eq!(ends([3, 0]), Some([3, 0]));
    assert_eq!(ends([2, 0]), None);
    // Pairs that are not there count for nothing.
    for none in [[4, 0], [3, 1]] {
        let corners = exact.first_corners(&[pair(none), pair([3, 0])]).unwrap();
        assert_eq!(corners.list().len(), 1);
        assert_eq!(corners.list()[0].vertices, [3, 0]);
    }
}

// Claim: beside three corners of a side of a box the fourth is found if it is lower by a last
// digit, and not if it is level or higher; whichever of the corners it is.
#[test]
fn a_last_digit_is_lower() {
    let least = f64::EPSILON;
    for (off, is_lowest) in [(0.0, true), (least, true), (-least, false)] {
        let corner = |i: u32| {
            let bit = |k: u32| f64::from(i >> k & 1);
            DVec3::new(bit(0) - 0.25, bit(1) - 0.25, 1.0 + bit(2))
        };
        for moved in 0..4 {
            let points: Vec<DVec3> = (0..8)
                .map(|i| corner(i) + DVec3::Z * if i == moved { off } else { 0.0 })
                .collect();
            let hull = Hull::new(&points[..]).unwrap();
            let origin = Point::new(DVec3::ZERO).unwrap();
            let bodies = (hull.body(), origin.body());
            let exact = Difference::new(&bodies.0, &bodies.1);
            let mut others = (0..4).filter(|i| *i != moved);
            let [a, b, c] = [(); 3].map(|()| exact.corner([others.next().unwrap(), 0]).unwrap());
            let face = Face::new(
                a.point,
                Span::Triangle([b, c].map(|to| a.point.edge_to(&to.point))),
            );
            let lower = exact.corner_below(&Corners::new(a), &face).unwrap();
            assert_eq!(lower.is_none(), is_lowest);
            let found = exact.lowest(&face, a.vertices).unwrap();
            let is_found = off < 0.0 || (off == 0.0 && moved < a.vertices[0]);
            assert_eq!(found[0] == moved, is_found, "{off:e} {moved}");
        }
    }
}
