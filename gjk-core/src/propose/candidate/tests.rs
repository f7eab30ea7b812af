//! Each test is a claim about the simplex that a search works on.

use super::Candidate;
use crate::arithmetic::{DoubleDouble, Precise, ROUNDOFF};
use crate::decide::tests::exact_sum_of_products;
use crate::difference::Pair;
use crate::difference::tests::{between, pair_of};
use crate::pose::Pose;
use crate::shape::{Hull, Point, Posed};
use crate::support::Feature;
use crate::tests::numbers;
use glam::DVec3;

/// The pair of this vertex, which is a point by itself.
fn pair(number: u32, point: DVec3) -> Pair {
    Pair {
        points: [point, DVec3::ZERO],
        names: [number, 0].map(Feature::Vertex),
    }
}

/// The simplex of these vertices.
fn spanned_by(points: &[DVec3]) -> Candidate {
    let mut candidate = Candidate::empty();
    for (number, point) in (0..).zip(points) {
        *candidate.next_pair() = pair(number, *point);
        candidate.push(*point);
    }
    candidate
}

impl<P: crate::arithmetic::Space> Candidate<P> {
    /// Appends a vertex with its weight.
    pub(crate) fn put(&mut self, pair: Pair, point: P, weight: P::Scalar) {
        *self.next_pair() = pair;
        self.push(point);
        self.weights[self.count() - 1] = weight;
    }
}

// Claim: a vertex that takes the place of a dropped one has no weight yet, so that it can be
// dropped too, and the mean stays that of the others.
#[test]
fn a_new_vertex_has_no_weight_of_another() {
    let mut candidate = spanned_by(&[DVec3::X, DVec3::Y, DVec3::Z]);
    candidate.weigh(&[0.25, 0.25, 0.5, 0.0]);
    candidate.keep(&[0.5, 0.5, 0.0, 0.0]);
    *candidate.next_pair() = pair(7, DVec3::ONE);
    candidate.push(DVec3::ONE);
    assert_eq!(candidate.weights(), [0.5, 0.5, 0.0]);
    assert_eq!(candidate.mean(), (DVec3::X + DVec3::Y) * 0.5);
    candidate.drop_new();
    assert_eq!(candidate.count(), 2);
}

// Claim: what stands in the next place is no vertex until it is pushed, and may be one already; a
// simplex that is full does not grow.
#[test]
fn the_next_place_is_no_vertex() {
    let mut candidate = spanned_by(&[DVec3::X]);
    *candidate.next_pair() = pair(7, DVec3::Y);
    assert_eq!(
        (candidate.count(), candidate.repeats_a_vertex()),
        (1, false)
    );
    assert_eq!(candidate.last_support().points[0], DVec3::Y);
    candidate.push(DVec3::Y);
    assert_eq!((candidate.count(), candidate.weights()), (2, &[0.0; 2][..]));
    *candidate.next_pair() = pair(7, DVec3::Y);
    assert!(candidate.repeats_a_vertex());
    candidate.drop_new();
    assert_eq!(candidate.count(), 1);
    // One that has a weight stays.
    candidate.keep(&[1.0, 0.0, 0.0, 0.0]);
    candidate.drop_new();
    assert_eq!(candidate.count(), 1);
    candidate.clear();
    candidate.drop_new();
    assert!(candidate.pairs().is_empty());
    let mut full = spanned_by(&[DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE]);
    full.push(DVec3::NEG_X);
    assert_eq!((full.count(), full.points()[3]), (4, DVec3::ONE));
}

// Claim: a new vertex takes the place of another one, or the next.
#[test]
fn vertices_take_places() {
    let mut candidate = spanned_by(&[DVec3::X, DVec3::Y]);
    *candidate.next_pair() = pair(5, DVec3::Z);
    candidate.put_at(0, DVec3::Z);
    assert_eq!(candidate.points()[..2], [DVec3::Z, DVec3::Y]);
    assert_eq!(candidate.pairs()[0].points[0], DVec3::Z);
    *candidate.next_pair() = pair(6, DVec3::ONE);
    candidate.put_at(2, DVec3::ONE);
    assert_eq!((candidate.count(), candidate.points()[2]), (3, DVec3::ONE));
    candidate.put(pair(8, DVec3::X), DVec3::X, 0.5);
    assert_eq!((candidate.count(), candidate.weights()[3]), (4, 0.5));
}

// Claim: vertices that have no weight are dropped, the others keep their order; where none has any
// the first is kept.
#[test]
fn weightless_vertices_are_dropped() {
    let mut candidate = spanned_by(&[DVec3::X, DVec3::Y, DVec3::Z]);
    candidate.keep(&[0.5, 0.0, 0.5, 0.25]);
    assert_eq!(candidate.points()[..2], [DVec3::X, DVec3::Z]);
    assert_eq!(candidate.weights(), [0.5, 0.5]);
    assert_eq!(candidate.pairs()[1].points[0], DVec3::Z);
    for nothing in [0.0, f64::NAN, -1.0] {
        let mut candidate = spanned_by(&[DVec3::X, DVec3::Y]);
        candidate.keep(&[nothing; 4]);
        assert_eq!((candidate.count(), candidate.weights()), (1, &[1.0][..]));
        assert_eq!(candidate.points()[0], DVec3::X);
    }
}

// Claim: a simplex is the same in another arithmetic: its vertices with all their digits, its
// weights.
#[test]
fn simplices_change_their_arithmetic() {
    let hull = Hull::new([DVec3::splat(0.1), DVec3::new(0.7, -0.3, 0.2)]).unwrap();
    let place = Pose::from_translation(DVec3::splat(0.3)).unwrap();
    let origin = Point::new(DVec3::splat(1e-20)).unwrap();
    between(&Posed::new(hull, place), &origin, |difference| {
        let mut candidate = Candidate::<DVec3>::empty();
        for (number, weight) in [(1, 0.25), (0, 0.75)] {
            let pair = pair_of(difference, [number, 0]);
            candidate.put(pair, difference.point(&pair), weight);
        }
        let precise = Candidate::<Precise>::like(&candidate, difference);
        assert_eq!(precise.weights(), [0.25, 0.75].map(DoubleDouble::from));
        for (pair, point) in precise.pairs().iter().zip(precise.points()) {
            assert_eq!(*point, difference.precise(pair));
        }
        let back = Candidate::<DVec3>::like(&precise, difference);
        assert_eq!(
            (back.points(), back.weights()),
            (candidate.points(), candidate.weights())
        );
    });
}

// Claim: the mean of a simplex is right to 2^-100 of its longest vertex in double-double, whatever
// nearly vanishes, and its length in `f64` to four roundoffs of that: of points that have more
// digits than `f64`, of shapes near each other and far away.
#[test]
fn means_are_right() {
    let mut number = numbers();
    let (mut worst, mut worst_length) = (0.0, 0.0);
    for round in 0..400 {
        let offset = [2f64.powi(-20), 1.0, 6.0, 1000.0][round % 4];
        let count = 1 + round / 4 % 4;
        let mut weights: std::vec::Vec<f64> = (0..count).map(|_| 2.0 + number()).collect();
        let total: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= total);
        let mut vector = || DVec3::new(number(), number(), number());
        let mut points: std::vec::Vec<DVec3> = (0..count).map(|_| vector()).collect();
        let others = points.iter().zip(&weights).skip(1);
        points[0] = -others
            .map(|(point, weight)| *point * *weight)
            .sum::<DVec3>()
            / weights[0];
        if round % 3 == 0 {
            points[0] += vector();
        }
        let (aside, other) = (vector() * offset, DVec3::new(0.25, -0.5, 0.125));
        let points: std::vec::Vec<DVec3> = points.iter().map(|p| *p + other - aside).collect();
        let at = |place: DVec3| Pose::from_translation(place).unwrap();
        let a = Posed::new(Hull::new(&points[..]).unwrap(), at(aside * 0.75));
        let b = Posed::new(Point::new(other).unwrap(), at(aside * -0.25));
        between(&a, &b, |difference| {
            let mut candidate = Candidate::<DVec3>::empty();
            let mut longest = 0.0;
            for (number, weight) in (0..).zip(&weights) {
                let pair = pair_of(difference, [number, 0]);
                candidate.put(pair, difference.point(&pair), *weight);
                longest = f64::max(longest, difference.point(&pair).length());
            }
            let mean = candidate.mean_of_pairs(difference);
            let base = difference.precise(&candidate.pairs()[0]);
            for axis in 0..3 {
                let mut products = std::vec![
                    [base.hi[axis], 1.0],
                    [base.lo[axis], 1.0],
                    [-mean.hi[axis], 1.0],
                    [-mean.lo[axis], 1.0],
                ];
                for (pair, weight) in candidate.pairs().iter().zip(&weights).skip(1) {
                    let point = difference.precise(pair);
                    for (to, from) in [(point.hi, base.hi), (point.lo, base.lo)] {
                        products.extend([[to[axis], *weight], [-from[axis], *weight]]);
                    }
                }
                worst = f64::max(worst, exact_sum_of_products(&products).abs() / longest);
            }
            let off = (candidate.mean_length() - mean.hi.length()).abs();
            worst_length = f64::max(worst_length, off / (ROUNDOFF * longest));
        });
    }
    assert!(worst <= 2f64.powi(-100), "{worst:e}");
    assert!(worst_length <= 4.0 && worst_length > 0.25, "{worst_length}");
}
