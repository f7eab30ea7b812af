//! Each test is a claim about simplices of the exact search.

use super::{Corner, Corners};
use crate::decide::face::{Face, Span};
use crate::exact::Sum;
use glam::DVec3;
use std::vec::Vec;

/// A simplex of these corners, all vertices of the first shape.
fn simplex(points: &[[i32; 3]]) -> Corners {
    let corner = |(number, point): (u32, &[i32; 3])| {
        let end = DVec3::from(point.map(f64::from));
        Corner {
            vertices: [number, 0],
            point: Sum::new([end], 0.25),
        }
    };
    let mut corners = (0..).zip(points).map(corner);
    let mut simplex = Corners::new(corners.next().unwrap());
    corners.for_each(|corner| simplex.push(corner));
    simplex
}

pub(crate) fn reduced(points: &[[i32; 3]]) -> (Face, Corners) {
    let mut simplex = simplex(points);
    let face = simplex.reduce().unwrap();
    (face, simplex)
}

fn numbers(corners: &Corners) -> Vec<u32> {
    corners
        .list()
        .iter()
        .map(|corner| corner.vertices[0])
        .collect()
}

// Claim: the smallest face of a simplex that contains the nearest point is kept, and no other.
#[test]
fn faces_are_found() {
    let (face, kept) = reduced(&[[3, 0, 0], [4, 1, 0], [4, -1, 0], [4, 0, 1]]);
    assert!(matches!(face.span, Span::Corner) && !face.has_origin);
    assert_eq!(numbers(&kept), [0]);
    let (face, kept) = reduced(&[[9, 0, 0], [4, 1, 0], [4, -1, 0], [9, 0, 1]]);
    assert!(matches!(face.span, Span::Edge(_)) && !face.has_origin);
    assert_eq!(
        (numbers(&kept), kept.weights()),
        (std::vec![1, 2], [0.5, 0.5, 0.0, 0.0])
    );
    let (face, kept) = reduced(&[[4, 1, 0], [4, -1, 1], [9, 0, 0], [4, -1, -3]]);
    assert!(matches!(face.span, Span::Triangle(_)) && !face.has_origin);
    assert_eq!(
        (numbers(&kept), kept.weights()),
        (std::vec![0, 1, 3], [0.5, 0.375, 0.125, 0.0])
    );
    let (face, kept) = reduced(&[[3, 0, 0], [-1, 2, 0], [-1, -1, 2], [-1, -1, -2]]);
    assert!(face.has_origin);
    assert_eq!(numbers(&kept), [0, 1, 2, 3]);
    let mean = kept.weights().into_iter().sum::<f64>();
    assert!((mean - 1.0).abs() <= f64::EPSILON);
}

// Claim: the origin may be on any face, and on flat simplices.
#[test]
fn faces_may_have_the_origin() {
    for points in [
        &[[0, 0, 0]][..],
        &[[0, 0, 0], [1, 0, 0]],
        &[[-1, -2, -3], [2, 4, 6]],
        &[[-1, 0, 0], [1, 1, 0], [1, -1, 0]],
        &[[-1, 0, 0], [1, 1, 0], [1, -1, 0], [5, 0, 0]],
        &[[-1, 0, 0], [1, 0, 0], [2, 0, 0], [-3, 0, 0]],
        &[[1, 1, 1], [1, 1, 1], [-1, -1, -1], [1, 1, 1]],
    ] {
        let (face, kept) = reduced(points);
        assert!(face.has_origin, "{points:?}");
        let mut mean = DVec3::ZERO;
        for (corner, weight) in kept.list().iter().zip(kept.weights()) {
            let numbers = points[corner.vertices[0] as usize];
            mean += DVec3::from(numbers.map(f64::from)) * weight;
            assert!(weight > 0.0, "{points:?}");
        }
        assert!(mean.abs().max_element() <= f64::EPSILON, "{points:?}");
    }
}

// Claim: for every simplex of small integers, flat ones included, the nearest point is in the
// interior of the kept face and no corner is below it. The face does not depend on the order of
// the corners, except for ties.
#[test]
fn no_corner_is_below_the_nearest_face() {
    let mut bits = crate::tests::bits();
    let mut number = || (bits() >> 61) as i32 - 3;
    let mut kinds = [0; 4];
    for _ in 0..4000 {
        let points: [[i32; 3]; 4] = core::array::from_fn(|_| [number() + 1, number(), number()]);
        let (face, kept) = reduced(&points);
        let first = kept.list()[0];
        for point in simplex(&points).list() {
            let edge = first.point.edge_to(&point.point);
            assert!(face.has_origin || face.along_normal(edge).sign().is_ge());
        }
        let weights = kept.weights();
        assert!(
            weights
                .iter()
                .take(kept.list().len())
                .all(|weight| *weight > 0.0)
        );
        let [a, b, c, d] = points;
        let (turned, _) = reduced(&[c, a, d, b]);
        let [x, y] = [face, turned].map(|face| face.distance().rounded());
        assert!((x - y).abs() <= f64::EPSILON * x, "{points:?}: {x} {y}");
        kinds[kept.list().len() - 1] += 1;
    }
    assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
}
