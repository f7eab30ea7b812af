//! Each test is a claim about a simplex that holds the origin.

use std::vec::Vec;

use glam::{DVec2, DVec3};

use super::super::tests::candidate_of;
use super::{OF_AREA, OF_VOLUME, Parts, TRUSTED, surely_overlaps, weigh_precisely, whole_of};
use crate::arithmetic::Precise;
use crate::arithmetic::float::ROUNDOFF;
use crate::decide::Decision;
use crate::decide::tests::{exact_sum, exact_sum_of_products};
use crate::difference::Difference;
use crate::difference::tests::between;
use crate::pose::Pose;
use crate::propose::Candidate;
use crate::random::numbers;
use crate::shape::Posed;
use crate::shape::{Hull, Point};
use crate::stored::Stored;
use crate::vector::Vector;

/// Calls `look` with the simplex of all vertices of a hull, and the origin beyond a place: both are
/// moved there.
fn holding<V: Vector + Stored<Wide = V>, T>(
    corners: &[V],
    place: V,
    look: impl FnOnce(&Difference<'_>, &mut Candidate<DVec3>) -> T,
) -> T {
    let pose = Pose::from_translation(place).unwrap();
    let hull = Posed::new(Hull::new(corners).unwrap(), pose);
    let origin = Point::new(place).unwrap();
    between(&hull, &origin, |difference| {
        let pairs: Vec<_> = (0..corners.len() as u32).map(|i| ([i, 0], 0.25)).collect();
        look(difference, &mut candidate_of(difference, &pairs))
    })
}

fn is_sure<V: Vector + Stored<Wide = V>>(corners: &[V]) -> bool {
    holding(corners, V::ZERO, |difference, candidate| {
        surely_overlaps(difference, candidate).is_some()
    })
}

/// Asserts that a simplex whose lowest side is that far below the origin holds it for certain from
/// some height on.
fn is_sure_from(least: f64, is_sure: impl Fn(f64) -> bool) {
    for (height, expected) in [
        (0.5, true),
        (least * 1.125, true),
        (least * 0.875, false),
        (0.0, false),
        (-least * 2.0, false),
        (-0.5, false),
        (-1.0, false),
    ] {
        assert_eq!(is_sure(height), expected, "{height}");
    }
}

// Claim: a simplex holds the origin for certain where all of its sides are farther from it than
// rounding may be wrong, whatever its size and the order of its vertices.
#[test]
fn the_origin_is_surely_inside() {
    for size in [2f64.powi(-20), 1.0, 2f64.powi(20)] {
        // The side and the origin make an area of twice the height.
        let least = OF_AREA * ROUNDOFF / 2.0;
        for (turn, mirrored) in [(0, false), (1, false), (2, false), (0, true), (1, true)] {
            is_sure_from(least, |height| {
                let mut triangle = [[-1.0, -height], [1.0, -height], [0.0, 1.0]];
                triangle.rotate_left(turn);
                if mirrored {
                    triangle.reverse();
                }
                is_sure(&triangle.map(|p| DVec2::from(p) * size))
            });
        }
        // A volume of twelve times the height, beside vertices as long as the root of five.
        let least = OF_VOLUME * ROUNDOFF * 5f64.powf(1.5) / 12.0;
        for (turn, mirrored) in [(0, false), (1, true), (2, false), (3, true), (3, false)] {
            is_sure_from(least, |height| {
                let mut corners = [
                    [2.0, 0.0, -height],
                    [-1.0, 2.0, -height],
                    [-1.0, -2.0, -height],
                    [0.0, 0.0, 1.0],
                ];
                corners.rotate_left(turn);
                if mirrored {
                    corners.swap(1, 2);
                }
                is_sure(&corners.map(|p| DVec3::from(p) * size))
            });
        }
    }
}

// Claim: what does not fill the space is not sure, nor are numbers that are none.
#[test]
fn what_has_no_inside_is_not_sure() {
    let triangle = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]];
    assert!(is_sure(&triangle.map(DVec2::from)));
    assert!(!is_sure(&triangle.map(|[x, y]| DVec3::new(x, y, 0.0))));
    assert!(!is_sure(
        &triangle[..2]
            .iter()
            .map(|p| DVec2::from(*p))
            .collect::<Vec<_>>()
    ));
    let flat = [[1.0, 0.0], [-1.0, 1.0], [-1.0, -1.0], [2.0, 2.0]];
    assert!(!is_sure(&flat.map(|[x, y]| DVec3::new(x, y, 0.0))));
}

// Claim: who is sure is right: near the limit too, wherever the shapes stand, as no rounding
// decides. Against the decision without rounding.
#[test]
fn who_is_sure_is_right() {
    let mut number = numbers();
    let (mut sure, mut outside) = (0, 0);
    for round in 0..1500 {
        let mut vector = || DVec3::new(number(), number(), number());
        let [p, q, r, s] = [vector(), vector(), vector(), vector()];
        // A point of a side, moved out of it a little, becomes the origin.
        let [u, v] = [0.2, 0.3];
        let place = p * u + q * v + r * (1.0 - u - v);
        let height = 2f64.powi(-40 - round % 20);
        let aside = place + (p + q + r - s * 3.0) * (height * f64::from(1 - 2 * (round % 2)));
        let far = vector() * [0.0, 1.0, 1e4][round as usize % 3];
        let corners = [p, q, r, s].map(|corner| corner - aside);
        holding(&corners, far, |difference, candidate| {
            let meets = Decision::of(difference, candidate.pairs(), 99)
                .unwrap()
                .cores_meet();
            let is_sure = surely_overlaps(difference, candidate).is_some();
            assert!(meets || !is_sure, "{round}");
            (sure, outside) = (sure + u32::from(is_sure), outside + u32::from(!meets));
        });
        let corners = [p, q, s].map(DVec3::truncate);
        let side = (p * 0.4 + q * 0.6).truncate();
        let aside = side + (side - s.truncate()) * height;
        holding(
            &corners.map(|p| p - aside),
            far.truncate(),
            |difference, candidate| {
                let meets = Decision::of(difference, candidate.pairs(), 99)
                    .unwrap()
                    .cores_meet();
                assert!(
                    meets || surely_overlaps(difference, candidate).is_none(),
                    "{round}"
                );
            },
        );
    }
    assert!(sure > 100 && outside > 300, "{sure} {outside}");
}

/// How far from the origin the mean of a candidate by its weights is, which sum up to one, in
/// roundoffs of its longest vertex.
fn off_the_origin(difference: &Difference<'_>, candidate: &Candidate<DVec3>) -> f64 {
    let (mut off, mut longest) = (0.0, 0.0);
    for axis in 0..3 {
        let mut products = Vec::new();
        for (pair, weight) in candidate.pairs().iter().zip(candidate.weights()) {
            let point: Precise = difference.precise(pair);
            products.extend([[point.hi[axis], *weight], [point.lo[axis], *weight]]);
            longest = f64::max(longest, point.hi.length());
        }
        off = f64::max(off, exact_sum_of_products(&products).abs());
    }
    let sum = exact_sum(&[candidate.weights(), &[-1.0]].concat());
    assert!(sum.abs() <= 2.0 * ROUNDOFF, "{sum:e}");
    assert!(candidate.weights().iter().all(|weight| *weight > 0.0));
    off / (ROUNDOFF * longest)
}

// Claim: the weights of a simplex around the origin are right to the last digit: their mean is no
// farther from it than they are rounded, of simplices of all kinds.
#[test]
fn weights_are_right_to_the_last_digit() {
    let mut number = numbers();
    let (mut worst, mut weighed) = (0.0, 0);
    for round in 0..1500 {
        let mut vector = || DVec3::new(number(), number(), number());
        let thin = 2f64.powi(-(round % 20));
        let mut corners = [vector(), vector(), vector(), vector()];
        corners[round as usize % 4] *= thin;
        let mean = corners.iter().sum::<DVec3>() * 0.25;
        let aside = mean + vector() * 0.1 * thin;
        let far = vector() * [0.0, 1.0, 1e3][round as usize % 3];
        let mut weigh = |difference: &Difference<'_>, candidate: &mut Candidate<DVec3>| {
            if let Some(parts) = surely_overlaps(difference, candidate) {
                parts.weigh(difference, candidate);
                worst = f64::max(worst, off_the_origin(difference, candidate));
                weighed += 1;
            }
        };
        holding(&corners.map(|p| p - aside), far, &mut weigh);
        let flat = [corners[0], corners[1], corners[2]].map(DVec3::truncate);
        let mean = (flat[0] + flat[1] + flat[2]) / 3.0;
        holding(&flat.map(|p| p - mean), far.truncate(), &mut weigh);
    }
    assert!(weighed > 1500, "{weighed}");
    assert!(worst > 0.5 && worst <= 4.0, "{worst}");
}

/// The correction of these weights.
fn corrected<V: Vector + Stored<Wide = V>>(
    corners: &[V],
    weights: [f64; 4],
    off: V,
) -> Option<[f64; 4]> {
    holding(corners, V::ZERO, |difference, candidate| {
        let parts = Parts::of(difference, candidate)?;
        let off = off.in_space() * difference.scale();
        parts.corrected(difference, candidate.points(), &weights, off)
    })
}

/// The mean of points, by weights that may be off.
fn mean<V: Vector>(corners: &[V], weights: [f64; 4]) -> V {
    let parts = corners
        .iter()
        .zip(weights)
        .map(|(corner, weight)| *corner * weight);
    parts.reduce(|sum, part| sum + part).unwrap()
}

// Claim: weights that are off are corrected, so that the mean of a tetrahedron around the origin,
// and of a triangle in the plane, becomes the origin.
#[test]
fn weights_are_corrected() {
    let off = 2f64.powi(-40);
    let corners = [
        DVec3::new(1.0, 0.0, 0.0),
        DVec3::new(0.0, 1.0, 0.0),
        DVec3::new(0.0, 0.0, 2.0),
        DVec3::new(-2.0, -1.0, -1.0),
    ];
    let shares = [4.0, 2.0, 1.0, 2.0].map(|share| share / 9.0);
    let mut weights = shares;
    (weights[1], weights[2], weights[3]) =
        (weights[1] + off, weights[2] - 3.0 * off, weights[3] - off);
    weights[0] += 3.0 * off;
    let found = corrected(&corners, weights, mean(&corners, weights)).unwrap();
    for (weight, share) in found.into_iter().zip(shares) {
        assert!((weight - share).abs() <= f64::EPSILON, "{weight}");
    }
    let corners = [[3.0, 0.0], [-1.0, 2.0], [-1.0, -2.0]].map(DVec2::from);
    let weights = [0.25 + off, 0.375 + off, 0.375 - 2.0 * off, 0.0];
    let [a, b, c, _] = corrected(&corners, weights, mean(&corners, weights)).unwrap();
    for (weight, share) in [(a, 0.25), (b, 0.375), (c, 0.375)] {
        assert!((weight - share).abs() <= f64::EPSILON, "{weight}");
    }
}

// Claim: there is no correction of a simplex that is too flat for what is to be corrected, whatever
// its size, nor one that takes more weight from a vertex than it has.
#[test]
fn corrections_that_are_not_to_be_trusted_are_none() {
    for size in [1.0 / 16.0, 1.0, 16.0] {
        let triangle = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]].map(|p| DVec2::from(p) * size);
        let tetrahedron = [
            [1.0, 1.0, 1.0],
            [1.0, -1.0, -1.0],
            [-1.0, 1.0, -1.0],
            [-1.0, -1.0, 1.0],
        ]
        .map(|p| DVec3::from(p) * size);
        // The area is four; the volume, six times that, is sixteen. The size of the difference is
        // known to it.
        let of_triangle = holding(&triangle, DVec2::ZERO, |difference, _| {
            difference.size() / difference.scale()
        });
        let of_tetrahedron = holding(&tetrahedron, DVec3::ZERO, |difference, _| {
            difference.size() / difference.scale()
        });
        let most = 4.0 * size * size / (TRUSTED * of_triangle);
        let [part, half] = [[1.0, 0.25, 0.25, 0.5], [0.25; 4]];
        let weights = [0.25, 0.25, 0.5, part[3] - 0.5];
        let flat = |off: f64| corrected(&triangle, weights, DVec2::Y * off).is_some();
        assert!(flat(most * 0.99) && !flat(most * 1.01), "{size}");
        let most = 16.0 * size.powi(3) / (TRUSTED * of_tetrahedron * of_tetrahedron);
        let flat = |off: f64| corrected(&tetrahedron, half, DVec3::Y * off).is_some();
        assert!(flat(most * 0.99) && !flat(most * 1.01), "{size}");
    }
    let triangle = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]].map(DVec2::from);
    let least = 2f64.powi(-15);
    for light in 0..3 {
        let mut weights = [(1.0 - least) / 2.0; 4];
        (weights[light], weights[3]) = (least, 0.0);
        let next = triangle[(light + 1) % 3];
        let is_corrected =
            |part: f64| corrected(&triangle, weights, (triangle[light] - next) * part).is_some();
        assert!(
            is_corrected(least / 2.0) && !is_corrected(least * 2.0),
            "{light}"
        );
    }
}

// Claim: the first weight is what the others leave of one, rounded once: here both sums lose half a
// unit, which together make a whole one.
#[test]
fn the_first_weight_is_rounded_once() {
    let half_unit = 2f64.powi(-54);
    let [first, ..] = whole_of([0.25 + half_unit, 0.25, 0.125 + half_unit]);
    assert_eq!(first, 0.375 - 2.0 * half_unit);
}

/// Sums of multiples of two vectors of consecutive Fibonacci numbers, the `n`th and the one before:
/// they are nearly in a line, and the area between them is one.
fn nearly_in_line(n: u32, multiples: [[i64; 2]; 3]) -> [DVec2; 3] {
    let (x, y) = (0..n).fold((1, 0), |(x, y), _| (x + y, x));
    let rounded = |number: i64| number as f64;
    multiples.map(|[s, t]| DVec2::new(rounded(s * x + t * y), rounded(s * y + t * (x - y))))
}

// Claim: where `f64` cannot tell the weights double-double does, to the last digit.
#[test]
fn weights_of_flat_simplices_are_precise() {
    // Areas of 6, 4 and 36 between vectors as long as 2^45.
    let corners = nearly_in_line(60, [[10, -8], [12, -6], [-3, 2]]);
    holding(&corners, DVec2::ZERO, |difference, candidate| {
        weigh_precisely(difference, candidate);
        assert_eq!(
            candidate.weights(),
            [3.0, 2.0, 18.0].map(|share| share / 23.0)
        );
        assert!(off_the_origin(difference, candidate) <= 1.0);
    });
}
