//! Each test is a claim about witness points and their weights.

use super::{TRUSTED, correct, means, points, weigh};
use crate::arithmetic::{Precise, ROUNDOFF, Scalar};
use crate::decide::tests::{exact_sum, exact_sum_of_products};
use crate::difference::tests::{between, pair_of};
use crate::difference::{Difference, Pair};
use crate::pose::Pose;
use crate::propose::Candidate;
use crate::prove::contact::tests::holding;
use crate::prove::contains_origin;
use crate::shape::{Ball, Capsule, Hull, Point, Posed};
use crate::tests::numbers;
use crate::vector::{Stored, Vector};
use glam::{DVec2, DVec3};
use std::vec::Vec;

fn candidate(vertices: &[([DVec3; 2], f64)]) -> Candidate {
    let mut candidate = Candidate::empty();
    for (points, weight) in vertices {
        let pair = Pair {
            points: *points,
            ..Pair::EMPTY
        };
        candidate.put(pair, points[0] - points[1], *weight);
    }
    candidate
}

// Claim: a far vertex of tiny weight does not cost digits, wherever it is in the simplex.
#[test]
fn far_vertices_of_tiny_weight_cost_no_digits() {
    let near = ([DVec3::new(1.25, 3.0, 0.1), DVec3::ZERO], 1.0);
    let far = ([DVec3::new(1e14, -1e12, 3.0), DVec3::ZERO], 1e-60);
    let none = ([DVec3::ONE, DVec3::ZERO], 0.0);
    for vertices in [[near, far, none], [far, near, none], [none, far, near]] {
        assert_eq!(means(&candidate(&vertices), 1.0), near.0);
    }
    assert_eq!(means(&candidate(&[]), 1.0), [DVec3::ZERO; 2]);
}

// Claim: a mean is exact even if the offset between two points overflows, in the first shape
// and in the second.
#[test]
fn offsets_may_be_longer_than_the_largest_number() {
    let end = DVec3::new(f64::MAX, 1.0, 0.0);
    for far in [[1.0, 0.0], [0.0, 1.0]] {
        let at = |point: DVec3| far.map(|part| point * part);
        let candidate = candidate(&[(at(-end), 0.75), (at(end), 0.25)]);
        let found = means(&candidate, 2f64.powi(-1000));
        assert_eq!(found, far.map(|part| -end * 0.5 * part));
    }
}

// Claim: radii move the witness points towards each other if the shapes are apart. If they overlap,
// both witness points are one common point, whether the cores are known to be apart or not. If it
// is not known what separates them, they are the means.
#[test]
fn radii_are_laid_off_from_the_means() {
    let pose = Pose::from_translation(DVec3::new(5.0, 0.0, 0.0)).unwrap();
    let capsule = Capsule::new(DVec3::NEG_Y, DVec3::Y, 1.0).unwrap();
    let ball = Posed::new(Ball::new(DVec3::ZERO, 0.5).unwrap(), pose);
    between(&capsule, &ball, |difference| {
        let ends = [DVec3::NEG_Y, DVec3::Y].map(|end| ([end, DVec3::ZERO], 0.5));
        let mut candidate = Candidate::empty();
        for (number, (_, weight)) in (0..).zip(ends) {
            let pair = pair_of(difference, [number, 0]);
            candidate.put(pair, difference.point(&pair), weight);
        }
        let found = points(difference, &candidate, true, true);
        assert_eq!(found, [DVec3::X, DVec3::X * 4.5]);
        // A third of the offset, from the nearer core.
        let [common, again] = points(difference, &candidate, true, false);
        assert_eq!(common, again);
        let off = common - DVec3::X * (5.0 - 5.0 / 3.0);
        assert!(off.length() <= 2.0 * f64::EPSILON * 5.0, "{common}");
        assert_eq!(points(difference, &candidate, false, false), [common; 2]);
        let found = points(difference, &candidate, false, true);
        assert_eq!(found, [DVec3::ZERO, DVec3::X * 5.0]);
    });
}

// Claim: weights in double-double whose mean misses the origin are corrected to 2^-90 of the
// miss, in 3D and in 2D. The weights of a flat simplex stay, and so do weights whose correction
// would make one negative.
#[test]
fn weights_around_the_origin_are_corrected() {
    let corrected = |corners: &[DVec3], planar: bool, off: f64| {
        let flat: Vec<DVec2> = corners.iter().map(|p| p.truncate()).collect();
        let corrected = |difference: &mut Difference<'_>| {
            let mut candidate = Candidate::<Precise>::empty();
            let share = 1.0 / corners.len() as f64;
            for number in 0..corners.len() as u32 {
                let pair = pair_of(difference, [number, 0]);
                let weight = share + off * f64::from(number);
                candidate.put(pair, difference.precise(&pair), weight.into());
            }
            correct(difference, &mut candidate, 0.0);
            let mean = candidate.mean_of_pairs(difference).hi.length();
            (candidate.weights()[1].rounded() == share + off, mean)
        };
        if planar {
            let origin = Point::new(DVec2::ZERO).unwrap();
            between(&Hull::new(&flat[..]).unwrap(), &origin, corrected)
        } else {
            let origin = Point::new(DVec3::ZERO).unwrap();
            between(&Hull::new(corners).unwrap(), &origin, corrected)
        }
    };
    let corners = [
        [1.0, 0.1, -0.3],
        [-0.7, 0.9, 0.2],
        [-0.2, -1.1, 0.3],
        [0.1, 0.2, 1.3],
    ];
    let corners = corners.map(DVec3::from_array);
    for off in [2f64.powi(-4), 2f64.powi(-40)] {
        let (stay, mean) = corrected(&corners[..3], true, off);
        assert!(!stay && mean <= 2f64.powi(-90), "{mean:e}");
    }
    let around = [
        corners[0],
        corners[1],
        corners[2],
        -(corners[0] + corners[1] + corners[2]),
    ];
    let (stay, mean) = corrected(&around, false, 2f64.powi(-30));
    assert!(!stay && mean <= 2f64.powi(-90), "{mean:e}");
    assert!(corrected(&corners.map(|p| p + DVec3::X * 2.0), false, 0.0).0);
}

/// How far from the origin the mean of a candidate by its weights is, which sum up to one, in
/// roundoffs of its longest vertex.
fn off_the_origin(difference: &Difference<'_>, candidate: &Candidate) -> f64 {
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
        let mut weigh = |difference: &Difference<'_>, candidate: &mut Candidate| {
            if contains_origin(difference, candidate) {
                let nearest = candidate.nearest();
                candidate.keep(&nearest.weights);
                if correct(difference, candidate, TRUSTED) {
                    // Whatever the others are, the first is off by half a unit of its last place.
                    let sum = exact_sum(&[candidate.weights(), &[-1.0]].concat());
                    assert!(sum.abs() <= 0.5 * ROUNDOFF, "{sum:e}");
                }
                assert!(weigh(difference, candidate));
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
fn corrected<V: Vector + Stored<Wide = V>>(corners: &[V], weights: [f64; 4]) -> Option<[f64; 4]> {
    holding(corners, V::ZERO, |difference, candidate| {
        candidate.weigh(&weights);
        let is_corrected = correct(difference, candidate, TRUSTED);
        let mut weights = [0.0; 4];
        weights[..candidate.count()].copy_from_slice(candidate.weights());
        is_corrected.then_some(weights)
    })
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
    let found = corrected(&corners, weights).unwrap();
    for (weight, share) in found.into_iter().zip(shares) {
        assert!((weight - share).abs() <= f64::EPSILON, "{weight}");
    }
    let corners = [[3.0, 0.0], [-1.0, 2.0], [-1.0, -2.0]].map(DVec2::from);
    let weights = [0.25 + off, 0.375 + off, 0.375 - 2.0 * off, 0.0];
    let [a, b, c, _] = corrected(&corners, weights).unwrap();
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
        // The size of the difference is known to it.
        let of_triangle = holding(&triangle, DVec2::ZERO, |difference, _| {
            difference.scaling.size / difference.scaling.scale
        });
        let of_tetrahedron = holding(&tetrahedron, DVec3::ZERO, |difference, _| {
            difference.scaling.size / difference.scaling.scale
        });
        // The parallelogram has the area four. A share of the last corner moves the mean by the
        // edge to it, whose coordinates add up to three.
        let most = 4.0 * size / (TRUSTED * of_triangle * 3.0);
        let flat = |off: f64| {
            let weights = [0.25 - off, 0.25, 0.5 + off, 0.0];
            corrected(&triangle, weights).is_some()
        };
        assert!(flat(most * 0.99) && !flat(most * 1.01), "{size}");
        // The parallelepiped has the volume sixteen. The coordinates of an edge add up to four.
        let most = 16.0 * size / (TRUSTED * of_tetrahedron * 16.0);
        let flat = |off: f64| {
            let weights = [0.25 - off, 0.25, 0.25, 0.25 + off];
            corrected(&tetrahedron, weights).is_some()
        };
        assert!(flat(most * 0.99) && !flat(most * 1.01), "{size}");
    }
    // A triangle of which the origin is a little outside: its true weight there is negative.
    let least = 2f64.powi(-15);
    for light in 0..3 {
        let place = |weight: f64| {
            let mut shares = [(1.0 - weight) / 2.0; 3];
            shares[light] = weight;
            let triangle = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]].map(DVec2::from);
            let mean = triangle[0] * shares[0] + triangle[1] * shares[1] + triangle[2] * shares[2];
            triangle.map(|corner| corner - mean)
        };
        let mut weights = [(1.0 - least) / 2.0; 4];
        (weights[light], weights[3]) = (least, 0.0);
        let is_corrected = |weight: f64| corrected(&place(weight), weights).is_some();
        assert!(
            is_corrected(least / 2.0) && !is_corrected(-least),
            "{light}"
        );
    }
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
        assert!(!correct(difference, candidate, TRUSTED) && weigh(difference, candidate));
        assert_eq!(
            candidate.weights(),
            [3.0, 2.0, 18.0].map(|share| share / 23.0)
        );
        assert!(off_the_origin(difference, candidate) <= 1.0);
    });
}

// Claim: a point on a side of a simplex, within rounding, has the weights of that side; beside it a
// candidate keeps those that it has.
#[test]
fn a_side_is_weighed() {
    let corners = [[3.0, 0.0, 0.1], [-1.0, 2.0, 0.1], [-1.0, -2.0, 0.1]].map(DVec3::from);
    for (height, is_on_it) in [(0.1, true), (0.1f64.next_up(), false)] {
        let moved = corners.map(|corner| corner - DVec3::Z * height);
        holding(&moved, DVec3::ZERO, |difference, candidate| {
            let before = [
                candidate.weights()[0],
                candidate.weights()[1],
                candidate.weights()[2],
            ];
            let expected = if is_on_it {
                [0.25, 0.375, 0.375]
            } else {
                before
            };
            assert_eq!(weigh(difference, candidate), is_on_it);
            assert_eq!(candidate.weights(), expected);
        });
    }
}
