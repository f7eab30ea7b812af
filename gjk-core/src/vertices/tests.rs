//! Each test is a claim about the simplex that a search works on.

use super::{Vertices, part_of};
use crate::closest::SupportPair;
use crate::difference::Difference;
use crate::pose::{Pose, Posed};
use crate::shape::{Hull, Point};
use crate::space::Space;
use crate::support::Feature;
use glam::{DVec2, DVec3};

/// A pair that makes this point, if the scale is one.
fn pair_of(point: DVec3, weight: f64) -> SupportPair<DVec3> {
    SupportPair {
        a: point,
        weight,
        ..SupportPair::EMPTY
    }
}

/// The simplex of these vertices, all of weight one.
fn spanned_by(points: &[DVec3]) -> Vertices<DVec3> {
    let mut simplex = Vertices::empty();
    for point in points {
        simplex.grow(&pair_of(*point, 1.0), *point);
        simplex.admit();
    }
    simplex
}

// Claim: a simplex grows by a vertex that does not span until it is admitted, and can be left; one that
// is full does not grow.
#[test]
fn growing_is_not_spanning() {
    let mut simplex = spanned_by(&[DVec3::X]);
    let newest = pair_of(DVec3::Y, 1.0);
    simplex.grow(&newest, DVec3::Y);
    assert!(simplex.has_grown() && !simplex.has(&newest));
    assert_eq!((simplex.count(), simplex.spanning().count()), (2, 1));
    simplex.shrink();
    assert!(!simplex.has_grown());
    assert_eq!(simplex.count(), 1);
    simplex.grow(&newest, DVec3::Y);
    simplex.admit();
    assert!(!simplex.has_grown() && simplex.has(&newest));
    let mut full = spanned_by(&[DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE]);
    full.grow(&newest, DVec3::Y);
    assert_eq!((full.has_grown(), full.count()), (false, 4));
}

// Claim: of all vertices the shortest can be kept, the first of several, with all the weight; the reach
// is the length of the longest.
#[test]
fn the_shortest_is_kept() {
    for (lengths, shortest) in [([2.0, 3.0, 1.0, 1.0], 2), ([1.0, 2.0, 4.0, 3.0], 0)] {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z, -DVec3::Z];
        let points: [DVec3; 4] = core::array::from_fn(|i| axes[i] * lengths[i]);
        let mut simplex = spanned_by(&points);
        assert_eq!(simplex.reach(), lengths.into_iter().fold(0.0, f64::max));
        simplex.keep_shortest();
        let shown = simplex.rounded();
        let [vertex] = shown.pairs() else {
            panic!("one vertex is kept");
        };
        assert_eq!((vertex.a, vertex.weight), (points[shortest], 1.0));
        assert_eq!(simplex.points()[0], points[shortest]);
    }
}

// Claim: a vertex that was dropped does not come back with the weight that it left behind. One of a simplex that
// spans goes if it has no weight.
#[test]
fn dropped_vertices_stay_dropped() {
    let mut simplex = spanned_by(&[DVec3::X, DVec3::Y, DVec3::Z]);
    simplex.keep(&[0.5, 0.25, 0.25, 0.0]);
    simplex.keep_first();
    simplex.drop_weightless();
    assert_eq!((simplex.count(), simplex.points()[0]), (1, DVec3::X));
    let mut simplex = spanned_by(&[DVec3::X, DVec3::Y, DVec3::Z]);
    simplex.weigh([0.5, 0.0, 0.5, 0.25]);
    simplex.drop_weightless();
    assert_eq!(simplex.points()[..2], [DVec3::X, DVec3::Z]);
    assert_eq!(simplex.count(), 2);
}

// Claim: the lowest corner of a face is the lowest vertex, or the corner that a triangle of a parallelogram lacks, whichever
// of the three is the one between the others. A triangle of one shape lacks none, nor does an edge.
#[test]
fn a_parallelogram_has_a_fourth_corner() {
    let named = |names: &[[u32; 2]]| {
        let mut simplex = Vertices::empty();
        for [a, b] in names {
            let pair = SupportPair {
                feature_a: Feature::Vertex(*a),
                feature_b: Feature::Vertex(*b),
                ..pair_of(DVec3::X, 1.0)
            };
            simplex.grow(&pair, DVec3::X);
            simplex.admit();
        }
        simplex
    };
    let heights = [0.0, -3.0, 1.0, -99.0];
    for (names, lowest) in [
        (&[[0, 0], [0, 1], [1, 0]][..], -3.0),
        (&[[0, 0], [1, 0], [1, 1]], -3.0),
        (&[[0, 1], [1, 0], [0, 0]], -4.0),
        (&[[0, 0], [1, 0], [2, 0]], -3.0),
        (&[[0, 0], [1, 0]], -3.0),
    ] {
        assert_eq!(named(names).lowest_corner(&heights), lowest, "{names:?}");
    }
    let [first, second, third] = [[0, 1], [0, 0], [1, 0]];
    let heights = [-1.0, 0.0, -2.0, 0.0];
    assert_eq!(named(&[first, second, third]).lowest_corner(&heights), -3.0);
}

// Claim: the caller sees the vertices that have a weight, with that weight and not the one that they
// came with.
#[test]
fn vertices_are_shown_with_their_weights() {
    let mut simplex = spanned_by(&[DVec3::X, DVec3::Y]);
    simplex.keep(&[0.25, 0.75, 0.0, 0.0]);
    let shown = simplex.rounded();
    let weights = shown.pairs().iter().map(|pair| pair.weight);
    assert!(weights.eq([0.25, 0.75]));
    let mut weightless = spanned_by(&[DVec3::X]);
    weightless.grow(&pair_of(DVec3::Y, 0.0), DVec3::Y);
    weightless.admit();
    assert_eq!(weightless.rounded().pairs().len(), 1);
}

// Claim: the mean in `f64` is that in double-double but for its own rounding and 2^-75 of the largest
// length, or of the way between the origins where it is longer, up to some times, also where it nearly vanishes, of points that have
// more digits than `f64`, and with a shift.
#[test]
fn the_near_mean_is_near() {
    for way in [2f64.powi(-20), 1.0, 6.0, 1000.0] {
        assert_near_means(way);
    }
}

/// Asserts it of shapes whose origins are about that far from each other.
fn assert_near_means(way: f64) {
    let mut bits = crate::random::bits();
    let mut number = || bits() as f64 / 2f64.powi(63) - 1.0;
    for turn in 0..50 {
        let mut weights: [f64; 4] = core::array::from_fn(|_| 2.0 + number());
        let total: f64 = weights.iter().sum();
        weights = weights.map(|weight| weight / total);
        let mut points: [DVec3; 4] =
            core::array::from_fn(|_| DVec3::from_array([number(), number(), number()]));
        let [p, q, r, _] = points;
        points[3] = -(p * weights[0] + q * weights[1] + r * weights[2]) / weights[3];
        let aside = DVec3::from_array([number(), number(), number()]) * way;
        let other = DVec3::new(0.25, -0.5, 0.125);
        let hull = Hull::new(points.map(|point| point + other - aside)).unwrap();
        let at = |place: DVec3| Pose::from_translation(place).unwrap();
        let a = Posed::new(hull, at(aside * 0.75));
        let b = Posed::new(Point::new(other).unwrap(), at(aside * -0.25));
        let mut difference = Difference::new(&a, &b);
        let pair = difference.pair([Feature::Vertex(0), Feature::Vertex(0)]);
        difference.adapt_to(&pair);
        assert!(difference.scale() < 1.0);
        let shift = DVec3::X * f64::from(turn % 2);
        difference.shift_by(shift);
        let mut simplex = Vertices::empty();
        for (corner, weight) in (0..).zip(weights) {
            let pair = difference.pair([Feature::Vertex(corner), Feature::Vertex(0)]);
            let point = difference.point::<DVec3>(&pair);
            simplex.grow(&SupportPair { weight, ..pair }, point);
            simplex.admit();
        }
        let (mean, near) = (
            simplex.mean(&difference),
            simplex.near_mean(&difference, simplex.reach()),
        );
        let off = (mean - Space::lifted(near)).rounded().length();
        let size = simplex.reach() + aside.length() * difference.scale();
        let lost = 2f64.powi(-75) * f64::min(size, 8.0 * simplex.reach());
        let allowed = f64::EPSILON * near.length() + lost;
        assert!(off <= allowed, "{off:e} of {near}");
        let vanishing = (near - shift).length();
        assert!(vanishing <= 2f64.powi(-50) * size, "{near}");
    }
}

// Claim: the mean is taken from the heaviest vertex on, wherever that stands in the simplex, so
// that a vertex far away of next to no weight does not drown it; or of three and more from the vertex that is given.
#[test]
fn means_start_at_the_heaviest_vertex() {
    let near = SupportPair {
        a: DVec2::new(1.25, 3.0),
        weight: 1.0,
        ..SupportPair::EMPTY
    };
    let far = SupportPair {
        a: DVec2::new(1e30, 0.0),
        weight: 1e-60,
        ..SupportPair::EMPTY
    };
    for (pairs, heaviest) in [([near, far], 0), ([far, near], 1)] {
        let mut simplex = Vertices::empty();
        for pair in pairs {
            simplex.grow(&pair, pair.a);
            simplex.admit();
        }
        for start in [None, Some(heaviest)] {
            assert_eq!(simplex.means(start), [near.a, DVec2::ZERO]);
        }
        let third = SupportPair {
            a: DVec2::ONE,
            ..SupportPair::EMPTY
        };
        simplex.grow(&third, third.a);
        simplex.admit();
        for start in [None, Some(heaviest)] {
            assert_eq!(simplex.means(start), [near.a, DVec2::ZERO]);
        }
        assert_eq!(
            simplex.means(Some(1 - heaviest)),
            [DVec2::new(0.0, 3.0), DVec2::ZERO]
        );
    }
}

// Claim: a part of a way that is longer than the largest number is exact all the same, and so is a mean on it.
#[test]
fn ways_may_be_longer_than_the_largest_number() {
    let end = DVec2::new(f64::MAX, 1.0);
    assert_eq!(part_of(-end, end, 0.25), end * 0.5);
    assert_eq!(part_of(DVec2::X, DVec2::Y, 0.25), DVec2::new(-0.25, 0.25));
    // Of the first shape, and of the second.
    for far in [[1.0, 0.0], [0.0, 1.0]] {
        let mut simplex = Vertices::empty();
        for (point, weight) in [(-end, 0.75), (end, 0.25)] {
            let [a, b] = far.map(|part| point * part);
            let pair = SupportPair {
                a,
                b,
                weight,
                ..SupportPair::EMPTY
            };
            simplex.grow(&pair, point);
            simplex.admit();
        }
        assert_eq!(simplex.means(None), far.map(|part| -end * 0.5 * part));
    }
}
