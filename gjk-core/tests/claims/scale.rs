//! No size and no position is special: if the first points of a search coincide, if shapes are far
//! from the world's origin, or if only a small part of a large shape is visited.

use std::cell::Cell;

use crate::common::LEAST_DIRECTION;
use crate::mappings::{ELLIPSOID, Hostile, Unnumbered, point};
use gjk_core::Proximity::{Near, Overlapping, Separated};
use gjk_core::{
    Axis, Body, Cone, Cylinder, Ellipsoid, Hull, Point, Pose, Posed, Rounded, Segment, Settings,
    Shape, Smooth, Status, SupportMapping, closest_points, distance, proximity,
};
use glam::{DVec2, DVec3};

/// The corners of a cube from -1 to 1.
fn corners() -> Vec<DVec3> {
    crate::solids::cube(DVec3::ONE)
}

fn hull(points: impl IntoIterator<Item = DVec3>) -> Hull<DVec3, Vec<DVec3>> {
    Hull::new(points.into_iter().collect::<Vec<_>>()).unwrap()
}

// Claim: shapes that are small compared with their distance from the origin of the world have the
// same distance as at the origin, to the last bit, though the squares of their sizes underflow.
#[test]
fn small_shapes_far_away_keep_their_distance() {
    let (size, far) = (2f64.powi(-400), DVec3::X * 2f64.powi(600));
    let a = hull(corners().into_iter().map(|p| p * size));
    let b = hull(
        corners()
            .into_iter()
            .map(|p| (p + DVec3::new(4.0, 5.0, 0.5)) * size),
    );
    let moved = |shape| Posed::new(shape, Pose::from_translation(far).unwrap());
    let expected = distance(&a, &b);
    assert_eq!(expected, 13f64.sqrt() * size);
    assert_eq!(distance(&moved(&a), &moved(&b)), expected);
}

// Claim: if a distance may overflow both queries report that it is unknown; up to there it is
// right. One beyond the range by less than half an ulp rounds to the largest number: its upper
// bound, infinity, was once returned as if the search had converged.
#[test]
fn distances_that_may_be_beyond_all_numbers_are_not_known() {
    let origin = Point::new(DVec2::ZERO).unwrap();
    let apart = |x: f64, y: f64| {
        let point = Point::new(DVec2::new(x, y)).unwrap();
        let answer = closest_points(&origin, &point);
        assert_eq!(answer.status == Status::NotFinite, answer.distance.is_nan());
        // It was searched for nevertheless.
        assert!(answer.iterations > 0);
        if !answer.distance.is_nan() {
            assert!(answer.upper.is_finite(), "{x:e} {y:e}: {answer:?}");
            assert_eq!(distance(&origin, &point), answer.distance);
        }
        answer.distance
    };
    let below = f64::MAX.next_down();
    assert_eq!(apart(below, 0.0), below);
    assert_eq!(apart(below, 1.0), below);
    assert!(apart(f64::MAX, 0.0).is_nan());
    assert!(apart(f64::MAX, 1.0).is_nan());
    assert!(apart(f64::MAX, f64::MAX).is_nan());
}

// Claim: nor is a distance whose upper bound overflows, if a tolerance ends the search there.
// Fuzzing found an infinite bound in an answer that had converged.
#[test]
fn upper_bounds_are_finite_or_nothing_is_known() {
    let ellipsoid = Ellipsoid::new(DVec3::new(1e307, 2.2e307, 1e307)).unwrap();
    let settings = Settings::default().absolute_tolerance(1e308);
    let apart = |x: f64| {
        let place = Pose::from_translation(DVec3::new(x, 7e307, 0.0)).unwrap();
        let point = Posed::new(Point::new(DVec3::ZERO).unwrap(), place);
        settings.closest_points(&ellipsoid, &point)
    };
    let known = apart(-1.784e308);
    assert_eq!(known.status, Status::Converged);
    assert!(known.upper.is_finite() && known.upper > known.distance);
    let unknown = apart(-1.7854e308);
    assert_eq!(unknown.status, Status::NotFinite);
    assert!(unknown.distance.is_nan() && unknown.upper.is_nan());
}

// Claim: shapes may be near although their places are farther apart than the largest number: what
// their coordinates and sizes bring back counts, of both. (Curved ones were never separated, as the
// difference of their places overflowed, and what is certain with it.)
#[test]
fn places_may_be_farther_apart_than_all_numbers() {
    let (place, half) = (2f64.powi(1023), 2f64.powi(1022));
    let at = |side: f64, y: f64| {
        Pose::from_translation(DVec3::new(place * side, y * half, 0.0)).unwrap()
    };
    fn check(a: &impl Shape<Vector = DVec3>, b: &impl Shape<Vector = DVec3>, gap: f64) {
        let answer = closest_points(a, b);
        assert_eq!(answer.distance, gap);
        assert!(answer.lower <= gap && gap <= answer.upper);
        assert_eq!(proximity(a, b, 0.0), Separated);
        assert_eq!(proximity(a, b, gap * 0.99), Separated);
        assert_eq!(proximity(a, b, gap * 1.01), Near);
    }
    let end = |side: f64| Point::new(DVec3::X * (-1.5 * half * side)).unwrap();
    let solid = Ellipsoid::new(DVec3::new(1.5, 1.0, 1.25) * half).unwrap();
    let [left, right] = [-1.0, 1.0].map(|side| Posed::new(end(side), at(side, 0.0)));
    check(&left, &right, half);
    let beside = Posed::new(end(1.0), at(1.0, 0.75));
    check(&left, &beside, half * 1.25);
    let [round, other] = [-1.0, 1.0].map(|side| Posed::new(solid, at(side, 0.0)));
    check(&round, &other, half);
    check(&left, &other, half);
    check(&round, &right, half);
}

// Claim: a warm start whose first two points coincide works at any scale: the same cube twice, its
// vertices in another order, certainly overlaps.
#[test]
fn a_start_at_the_origin_has_no_size() {
    for size in [2f64.powi(-700), 1.0, 2f64.powi(700)] {
        let cube = || corners().into_iter().map(|p| p * size);
        let beside = hull(cube().map(|p| p + DVec3::splat(4.0 * size)));
        let start = closest_points(&hull(cube()), &beside).simplex;
        let [pair] = start.pairs() else {
            panic!("one vertex is nearest: {start:?}");
        };
        assert_eq!(
            (pair.a, pair.b),
            (DVec3::ONE * size, DVec3::splat(3.0 * size))
        );
        let settings = Settings::default().warm_start(start);
        let turned = hull(cube().map(|p| -p));
        let found = settings.proximity(&hull(cube()), &turned, 0.0);
        assert_eq!(found, Overlapping, "{size:e}");
    }
}

// Claim: a gap is certain only beyond the rounding of the whole shapes, also of vertices that the
// search never visits: the tip of a wedge whose other end is 10^9 away.
#[test]
fn vertices_never_seen_count_as_rounding() {
    let wedge = |gap: f64| {
        hull([
            DVec3::new(0.0, gap, 0.0),
            DVec3::new(-1e9, 1e9, 1e9),
            DVec3::new(1e9, 1e9, -1e9),
            DVec3::new(0.0, 1e9, 0.0),
        ])
    };
    let origin = Point::new(DVec3::ZERO).unwrap();
    let settings = Settings::default().start(DVec3::Y);
    for (gap, expected) in [(1e-8, Near), (1e-4, Separated)] {
        assert_eq!(distance(&wedge(gap), &origin), gap);
        let found = settings.proximity(&Unnumbered(wedge(gap)), &origin, 0.0);
        assert_eq!(found, expected, "{gap:e}");
        let found = settings.proximity(&wedge(gap), &origin, 0.0);
        assert_eq!(found, Separated, "{gap:e}");
    }
}

// Claim: below the normal numbers a gap is certain only beyond some units of the least number, to
// which such shapes round their points.
#[test]
fn subnormal_gaps_are_certain_beyond_some_units() {
    let point = |units: u64| Point::new(DVec2::X * f64::from_bits(units)).unwrap();
    for (units, expected) in [(60, Near), (160, Separated)] {
        let found = proximity(&Unnumbered(point(0)), &point(units), 0.0);
        assert_eq!(found, expected, "{units}");
        assert_eq!(proximity(&point(0), &point(units), 0.0), Separated);
    }
}

// Claim: shapes whose cores touch, and which have radii, certainly overlap.
#[test]
fn radii_around_touching_cores_overlap() {
    let segment = |x: f64| {
        let core = Segment::new([DVec2::new(x, -1.0), DVec2::new(x + 2.0, 1.0)]).unwrap();
        Rounded::new(core, 0.25).unwrap()
    };
    assert_eq!(proximity(&segment(0.0), &segment(0.0), 0.0), Overlapping);
    let corner = Segment::new([DVec2::new(2.0, 1.0), DVec2::new(3.0, 9.0)]).unwrap();
    assert_eq!(proximity(&segment(0.0), &corner, 0.0), Overlapping);
}

// Claim: if a radius covers a point the common point is that point, to the last bit, in either
// order.
#[test]
fn the_point_in_a_margin_is_the_common_point() {
    let place = DVec2::new(0.1, 0.0);
    let point = Point::new(place).unwrap();
    let core = Segment::new([DVec2::new(1.0, -1.0), DVec2::new(1.0, 2.0)]).unwrap();
    let rounded = Rounded::new(core, 2.0).unwrap();
    for answer in [
        closest_points(&point, &rounded),
        closest_points(&rounded, &point),
    ] {
        assert!(answer.intersects() && answer.normal.is_none());
        assert_eq!([answer.point_a, answer.point_b], [place; 2]);
    }
}

/// A point with any reported centre and radius.
struct Odd {
    center: DVec2,
    radius: f64,
}

impl SupportMapping for Odd {
    type Vector = DVec2;

    fn support(&self, direction: DVec2) -> DVec2 {
        let largest = direction.abs().max_element();
        assert!((LEAST_DIRECTION..=0.25).contains(&largest), "{direction}");
        DVec2::new(3.0, 4.0)
    }

    fn center(&self) -> DVec2 {
        self.center
    }
}

impl Shape for Odd {
    type Vector = DVec2;

    fn body(&self) -> Body<'_, DVec2> {
        Body::new(self).rounded(self.radius)
    }
}

// Claim: centres that coincide or are not finite give some direction, and a negative radius counts
// as zero.
#[test]
fn odd_centres_and_radii_do_no_harm() {
    let origin = Point::new(DVec2::ZERO).unwrap();
    let plain = Odd {
        center: DVec2::ZERO,
        radius: 0.0,
    };
    assert_eq!(plain.extent(), 0.0, "that of a shape that does not tell");
    for center in [DVec2::ZERO, DVec2::NAN, DVec2::X * f64::INFINITY, DVec2::Y] {
        for radius in [0.0, -1.0] {
            let odd = Odd { center, radius };
            assert_eq!(distance(&odd, &origin), 5.0, "{center} {radius}");
            assert_eq!(distance(&origin, &odd), 5.0, "{center} {radius}");
        }
    }
}

/// A ball around (3, 4, 0) whose mapping says how far it extends, but not from where: a coordinate
/// of its centre is no number.
struct Lost {
    center: DVec3,
}

impl SupportMapping for Lost {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        DVec3::new(3.0, 4.0, 0.0) + direction.normalize()
    }

    fn extent(&self) -> f64 {
        1.0
    }

    fn center(&self) -> DVec3 {
        self.center
    }
}

impl Shape for Lost {
    type Vector = DVec3;

    fn body(&self) -> Body<'_, DVec3> {
        Body::new(self)
    }
}

// Claim: a mapping that reports a centre which is not finite, in any coordinate, is measured, as
// one that reports none: it is never taken for one in contact.
#[test]
fn centres_that_are_not_finite_are_measured() {
    let origin = point(0.0, 0.0, 0.0);
    for axis in DVec3::AXES {
        for wrong in [f64::NAN, f64::INFINITY] {
            let center = DVec3::select(axis.cmpeq(DVec3::ONE), DVec3::splat(wrong), DVec3::ZERO);
            let lost = Lost { center };
            for found in [distance(&lost, &origin), distance(&origin, &lost)] {
                assert!((found - 4.0).abs() < 1e-14, "{center}: {found}");
            }
        }
    }
}

// Claim: shapes without any extent have the same answers at every scale, bit for bit, though the
// extent that is measured of them is the least normal number: a point beside a curved shape, as a
// mapping, an ellipsoid, a cylinder and a cone.
#[test]
fn shapes_without_extent_have_no_scale() {
    fn answers<S: Shape<Vector = DVec3>>(shape: S) {
        let at_scale = |power: i32| {
            let size = 2f64.powi(power);
            let ellipsoid = Ellipsoid::new(DVec3::new(4.0, 4.0, 3.0) * size).unwrap();
            let pose = Pose::from_translation(DVec3::new(3.0, 2.0, 2.0) * size).unwrap();
            let answer = closest_points(&shape, &Posed::new(ellipsoid, pose));
            let points = [answer.point_a, answer.point_b].map(|point| point / size);
            (answer.distance / size, points, answer.iterations)
        };
        let expected = at_scale(0);
        for power in [-100, -50, 50, 60, 100, 700] {
            assert_eq!(at_scale(power), expected, "2^{power}");
        }
    }
    answers(Smooth::new(|_: DVec3| DVec3::ZERO));
    answers(Ellipsoid::new(DVec3::ZERO).unwrap());
    answers(Cylinder::new(Axis::X, 0.0, 0.0).unwrap());
    answers(Cone::new(Axis::X, 0.0, 0.0).unwrap());
}

// The largest coordinate of directions passed to mappings is between 2^-100 and 1/4, for any size
// of the shapes and any start direction.
#[test]
fn directions_are_of_moderate_size() {
    for unit in [
        2f64.powi(-1000),
        2f64.powi(-40),
        1.0,
        2f64.powi(40),
        2f64.powi(1000),
    ] {
        let checked = Hostile {
            mapping: |_, direction: DVec3| {
                let largest = direction.abs().max_element();
                assert!(
                    (LEAST_DIRECTION..=0.25).contains(&largest),
                    "{unit:e}: {direction}"
                );
                ELLIPSOID.support(direction) * unit
            },
            count: Cell::new(0),
        };
        let b = point(4.0 * unit, 5.0 * unit, 6.0 * unit);
        let start = Settings::default().start(DVec3::new(unit, 0.0, 1e-9 * unit));
        assert!(start.distance(&checked, &b) > 5.0 * unit);
        assert!(start.distance(&b, &checked) > 5.0 * unit);
    }
}

/// Claim: a start direction of the user is passed to a mapping in the promised size, however short
/// or long it is.
#[test]
fn first_directions_have_a_handy_size() {
    let point = Point::new(DVec2::ZERO).unwrap();
    for exponent in [-1000, -119, -110, -101, -99, 0, 99, 119, 1000] {
        let odd = Odd {
            center: DVec2::ZERO,
            radius: 0.0,
        };
        let start = DVec2::new(3.0, 1.0) * 2f64.powi(exponent);
        // The mapping checks each direction.
        let answer = Settings::default()
            .start(start)
            .closest_points(&odd, &point);
        assert_eq!(answer.distance, 5.0, "{exponent}");
    }
}
