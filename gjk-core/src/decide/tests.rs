//! What is decided without rounding, and exact sums for other tests.

mod queries;
mod search;

use core::cmp::Ordering;

use glam::{DVec2, DVec3};

use super::Decision;
use super::corners::{Corner, Corners};
use crate::arithmetic::odd_mantissa_and_exponent;
use crate::difference::tests::{between, from_origin, pair_of};
use crate::difference::{Difference, Pair};
use crate::exact::{Int, Sum};
use crate::propose::Candidate;
use crate::shape::{Ball, Hull, Point, Rounded, Segment};

impl<'q> Decision<'q> {
    /// A decision that nobody sees.
    pub(crate) fn of(difference: &'q Difference<'q>, pairs: &[Pair], steps: u32) -> Option<Self> {
        Self::search(difference, pairs, steps, |_, _| {})
    }
}

/// The exact sum of numbers, rounded once.
pub(crate) fn exact_sum(terms: &[f64]) -> f64 {
    let products: std::vec::Vec<[f64; 2]> = terms.iter().map(|term| [*term, 1.0]).collect();
    exact_sum_of_products(&products)
}

/// The exact sum of products, rounded once.
pub(crate) fn exact_sum_of_products(products: &[[f64; 2]]) -> f64 {
    let unit = |factor: usize| {
        let factors = products.iter().map(|product| product[factor]);
        let exponents = factors
            .filter(|x| *x != 0.0)
            .map(|x| odd_mantissa_and_exponent(x).1);
        exponents.min().unwrap_or(0)
    };
    let units = [unit(0), unit(1)];
    let sum = products.iter().fold(Int::<66>::at(0, 0), |sum, [p, q]| {
        sum + Int::of(*p, units[0]) * Int::of(*q, units[1])
    });
    sum.leading(units[0] + units[1]).rounded()
}

/// By how much the distance of the cores exceeds a sum of two numbers, all scaled: right to many
/// digits, however little that is.
pub(crate) fn distance_beyond(decision: &Decision, [hi, lo]: [f64; 2]) -> f64 {
    if decision.cores_meet() {
        return -hi;
    }
    let scale = decision.difference.scaling.scale;
    let length = Sum::new([hi, lo].map(|length| DVec3::X * (length / scale)), scale);
    decision.face.distance_beyond(length).rounded() * scale
}

// Claim: cores that have a common point meet, and reach everything.
#[test]
fn cores_that_touch_meet() {
    let on_a_side = Hull::new([[-1.0, 0.0], [2.0, 0.0], [0.0, 1.0]].map(DVec2::from)).unwrap();
    from_origin(&on_a_side, |difference| {
        let decision = Decision::of(difference, &[], 9).unwrap();
        assert!(decision.cores_meet() && decision.compare(0.0).is_lt());
    });
}

// Claim: a decision is the same from any simplex, and none after too few steps; what it takes over
// are the corners of its face, whose weights make the nearest point.
#[test]
fn decisions_do_not_depend_on_the_start() {
    let corners = [
        [9.0, 0.0, 0.0],
        [0.0, 8.0, 0.0],
        [0.0, 0.0, 7.0],
        [8.0, 8.0, 9.0],
    ];
    let hull = Hull::new(corners.map(DVec3::from)).unwrap();
    from_origin(&hull, |difference| {
        let mut known = None;
        for start in [&[][..], &[3], &[0, 1, 2], &[2, 3], &[3, 3], &[9]] {
            let pairs: std::vec::Vec<_> = start
                .iter()
                .map(|number| pair_of(difference, [*number, 0]))
                .collect();
            let decision = Decision::of(difference, &pairs, 99).unwrap();
            let bounds = decision.bounds();
            assert_eq!(*known.get_or_insert(bounds), bounds, "{start:?}");
            let mut candidate = Candidate::<DVec3>::empty();
            decision.write_to(&mut candidate);
            assert_eq!(candidate.count(), 3);
            let mean = candidate.mean_of_pairs(difference).hi / difference.scaling.scale;
            let normal = DVec3::new(1.0 / 9.0, 1.0 / 8.0, 1.0 / 7.0);
            let expected = normal / normal.length_squared();
            assert!(
                (mean - expected).length() <= 8.0 * f64::EPSILON,
                "{mean} {expected}"
            );
            let (direction, length) = (decision.direction(), decision.distance());
            assert!((direction * length - mean).length() <= 8.0 * f64::EPSILON);
        }
        assert!(Decision::of(difference, &[pair_of(difference, [3, 0])], 1).is_none());
    });
}

// Claim: what shapes reach is compared with a distance exactly, radii included; bounds are next to
// the distance.
#[test]
fn reaching_is_exact() {
    let far = Rounded::new(Point::new(DVec3::new(3.0, 4.0, 0.0)).unwrap(), 0.5).unwrap();
    let ball = Ball::new(DVec3::ZERO, 0.25).unwrap();
    between(&far, &ball, |difference| {
        let decision = Decision::of(difference, &[], 9).unwrap();
        assert!(!decision.cores_meet() && decision.compare(0.0).is_gt());
        let orders = [4.25f64.next_down(), 4.25, 4.25f64.next_up()].map(|x| decision.compare(x));
        assert_eq!(orders, [Ordering::Greater, Ordering::Equal, Ordering::Less]);
        let bounds = decision.bounds();
        assert_eq!([bounds.lower, bounds.distance, bounds.upper], [4.25; 3]);
        assert_eq!(decision.direction(), DVec3::new(0.6, 0.8, 0.0));
        assert_eq!(decision.distance(), 5.0);
    });
}

// Claim: a distance that is less than the least positive number is not zero: it is rounded up to
// that, and zero bounds it from below.
#[test]
fn the_least_distance_is_not_zero() {
    let least = f64::from_bits(1);
    let slanting = Segment::new([DVec2::ZERO, DVec2::new(3.0, 1.0) * least]).unwrap();
    let beside = Point::new(DVec2::X * least).unwrap();
    between(&slanting, &beside, |difference| {
        let decision = Decision::of(difference, &[], 9).unwrap();
        let bounds = decision.bounds();
        assert_eq!(
            [bounds.lower, bounds.distance, bounds.upper],
            [0.0, least, least]
        );
        assert!(decision.compare(0.0).is_gt() && decision.compare(least).is_lt());
    });
}

// Claim: exact sums are exact: also of products whose digits are far apart, and of what cancels.
#[test]
fn sums_are_exact() {
    let [tiny, huge] = [2f64.powi(-300), 2f64.powi(300)];
    assert_eq!(exact_sum(&[1.0, tiny, -1.0, huge, -huge]), tiny);
    assert_eq!(exact_sum(&[]), 0.0);
    let e = f64::EPSILON;
    assert_eq!(
        exact_sum_of_products(&[[1.0 + e, 1.0 - e], [-1.0, 1.0]]),
        -e * e
    );
    assert_eq!(
        exact_sum_of_products(&[[huge, tiny], [tiny, -huge], [3.0, tiny]]),
        3.0 * tiny
    );
}

// Claim: a normal has the length one, of a corner, an edge and a triangle that slant along all
// axes.
#[test]
fn normals_have_the_length_one() {
    let origin = Point::new(DVec3::ZERO).unwrap();
    let corner = |end: DVec3| Corner {
        vertices: [0; 2],
        point: Sum::new([end], 0.125),
    };
    let ends = [[9.0, 1.0, 0.5], [0.5, 6.0, 1.0], [1.0, 0.25, 5.0]];
    let [p, q, r] = ends.map(DVec3::from);
    let [a, b, c] = [p, q, r].map(corner);
    for (corners, expected) in [
        (&[a][..], p),
        (&[a, b], (q - p).cross(p).cross(q - p)),
        (&[a, b, c], (q - p).cross(r - p)),
    ] {
        let mut simplex = Corners::new(corners[0]);
        corners[1..].iter().for_each(|corner| simplex.push(*corner));
        let normal = between(&origin, &origin, |difference| {
            difference.scaling.scale = 0.125;
            let decision = Decision {
                difference,
                face: simplex.reduce().unwrap(),
                corners: simplex,
            };
            decision.direction()
        });
        assert!((normal.length() - 1.0).abs() <= f64::EPSILON, "{normal}");
        let off = (normal - expected.normalize()).length();
        assert!(off <= 4.0 * f64::EPSILON, "{normal} {expected}");
    }
}
