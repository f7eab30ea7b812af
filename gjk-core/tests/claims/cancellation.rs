//! Coordinates that cancel against the origins of their poses, down to the rounding error of their
//! sums.
//!
//! Lemma 1 once claimed that a point in `f64` has an error of two roundoffs of itself. That was
//! wrong: the two sums of which it is made round terms that cancel afterwards. The distance of two
//! points was wrong in its ninth digit, and one in two hundred tetrahedra intersected a point
//! outside.

use gjk_core::{Hull, Point, Pose, Posed, closest_points};
use glam::{DVec2, DVec3};

use crate::common::Numbers;
use crate::exact::meet;

/// Half an ulp of one.
const ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// The unit of all coordinates of a difference here: 2^-106.
const UNIT: f64 = ROUNDOFF * ROUNDOFF;

/// The origins of the shapes along each axis. The first shape is the point 1 of its frame.
const ORIGINS: [f64; 2] = [-1.0 - 2.0 * ROUNDOFF, UNIT - ROUNDOFF];

/// The coordinate of a vertex of the second shape, relative to its origin, that differs from the
/// first by this many units: any number below minus one, or a positive odd one. A positive
/// difference is exact in `f64`. A negative one is rounded to an even number of units, since the
/// rounding errors of both sums add up to almost 2^-52.
fn coordinate(units: i64) -> f64 {
    let coordinate = -(ROUNDOFF + (units + 1) as f64 * UNIT);
    assert_eq!((-coordinate - ROUNDOFF) / UNIT, (units + 1) as f64);
    coordinate
}

/// A number of units for [`coordinate`].
fn units(number: i64) -> i64 {
    if number < -1 {
        number
    } else {
        number.max(1) | 1
    }
}

/// The product of `p` and the cross product of `q` and `r`.
fn volume([p, q, r]: [[i64; 3]; 3]) -> i64 {
    let part = |i: usize, j: usize, k: usize| p[i] * (q[j] * r[k] - q[k] * r[j]);
    part(0, 1, 2) + part(1, 2, 0) + part(2, 0, 1)
}

/// Whether all numbers are of one sign, or zero.
fn are_of_one_sign(numbers: &[i64]) -> bool {
    numbers.iter().all(|x| *x >= 0) || numbers.iter().all(|x| *x <= 0)
}

/// Claim: the distance of two points is right to the last digit: 9009 units, though `f64` has the
/// first point off by a unit.
#[test]
fn points_keep_their_distance() {
    let at = |origin: f64| Pose::from_translation(DVec3::splat(origin)).unwrap();
    let a = Posed::new(Point::new(DVec3::ONE).unwrap(), at(ORIGINS[0]));
    for turn in 0..3 {
        let mut difference = [-3003, -6006, -6006];
        difference.rotate_right(turn);
        let b = Point::new(DVec3::from_array(difference.map(coordinate))).unwrap();
        let b = Posed::new(b, at(ORIGINS[1]));
        let distance = 9009.0 * UNIT;
        let answer = closest_points(&a, &b);
        assert_eq!(answer.distance, distance, "{turn}");
        assert!((distance.next_down()..=distance).contains(&answer.lower));
        assert!((distance..=distance.next_up()).contains(&answer.upper));
        assert!(!meet(&a, &b));
    }
}

/// Claim: the distance of two points is right to the last digit, whatever cancels: the mean of a
/// vertex is rounded by what its terms lose, and not by a part of itself.
#[test]
fn points_keep_their_distance_from_far_frames() {
    let unit = |exponent: i32| 2f64.powi(exponent);
    let at = |y: f64| Pose::from_translation(DVec3::Y * y).unwrap();
    // They are 2^-58 apart along y, so the distance is below the second number, but above the first.
    let one = 1f64;
    for (exponent, before, after) in [
        (-30, one, one.next_up()),
        (-36, (one + unit(-45)).next_down(), one + unit(-45)),
        (-40, (one + unit(-37)).next_down(), one + unit(-37)),
        (-44, (one + unit(-29)).next_down(), one + unit(-29)),
    ] {
        let height = unit(exponent);
        let a = Point::new(DVec3::new(height, unit(48), 0.0)).unwrap();
        let b = Point::new(DVec3::Y * -unit(-5)).unwrap();
        let a = Posed::new(a, at(-(unit(48) + unit(-4))));
        let b = Posed::new(b, at(-(unit(-5) - unit(-58))));
        let answer = closest_points(&a, &b);
        let encloses = answer.lower <= before * height && after * height <= answer.upper;
        assert!(
            encloses && answer.upper <= answer.lower.next_up().next_up(),
            "{answer:?}"
        );
    }
}

/// Claim: a tetrahedron intersects a point in it or on it, and no other.
#[test]
fn tetrahedra_meet_exactly() {
    let mut numbers = Numbers::new(1);
    let at = |origin: f64| Pose::from_translation(DVec3::splat(origin)).unwrap();
    let point = Posed::new(Point::new(DVec3::ONE).unwrap(), at(ORIGINS[0]));
    let mut counts = [0, 0];
    for round in 0..1000 {
        let size = [8, 20, 100][round % 3];
        let mut corner = || [0; 3].map(|_| units(numbers.integer(size) as i64));
        let [p, q, r, s] = [corner(), corner(), corner(), corner()];
        let sides = [
            volume([q, r, s]),
            -volume([p, r, s]),
            volume([p, q, s]),
            -volume([p, q, r]),
        ];
        if sides.iter().sum::<i64>() == 0 {
            continue;
        }
        let vertices = [p, q, r, s].map(|vertex| DVec3::from_array(vertex.map(coordinate)));
        let solid = Posed::new(Hull::new(vertices).unwrap(), at(ORIGINS[1]));
        let meets = are_of_one_sign(&sides);
        assert_eq!(meet(&point, &solid), meets, "{:?}", [p, q, r, s]);
        counts[usize::from(meets)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 60), "{counts:?}");
}

/// Claim: so does a triangle in 2D.
#[test]
fn triangles_meet_exactly() {
    let mut numbers = Numbers::new(2);
    let at = |origin: f64| Pose::from_translation(DVec2::splat(origin)).unwrap();
    let point = Posed::new(Point::new(DVec2::ONE).unwrap(), at(ORIGINS[0]));
    let mut counts = [0, 0];
    for round in 0..1000 {
        let size = [6, 20, 100][round % 3];
        let mut corner = || [0; 2].map(|_| units(numbers.integer(size) as i64));
        let [p, q, r] = [corner(), corner(), corner()];
        let area = |p: [i64; 2], q: [i64; 2]| p[0] * q[1] - p[1] * q[0];
        let sides = [area(q, r), area(r, p), area(p, q)];
        if sides.iter().sum::<i64>() == 0 {
            continue;
        }
        let vertices = [p, q, r].map(|vertex| DVec2::from_array(vertex.map(coordinate)));
        let polygon = Posed::new(Hull::new(vertices).unwrap(), at(ORIGINS[1]));
        let meets = are_of_one_sign(&sides);
        assert_eq!(meet(&point, &polygon), meets, "{:?}", [p, q, r]);
        counts[usize::from(meets)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 60), "{counts:?}");
}
