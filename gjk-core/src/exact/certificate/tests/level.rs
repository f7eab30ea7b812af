//! Simplices across an axis, of which nothing is rounded.

use super::super::axis_of;
use super::{proved, standing};
use crate::double_double::DoubleDouble;
use crate::goal::Goal;
use crate::pose::{Pose, Posed};
use crate::shape::{Ball, Hull, Point};
use crate::space::Scalar;
use glam::{DVec2, DVec3};
use std::vec::Vec;

// Claim: across an axis other vertices may lie in the plane of the simplex, of either shape, but not
// below, by no digit; and what is left of the heights is a number, or between two.
#[test]
fn levels_are_proved() {
    let gap = 2f64.powi(-23);
    let found = |off: [f64; 2], goal, place: f64| {
        let [x, z] = [[-1.0, 1.0], [gap, gap + 1.0]];
        let above = [
            [x[0], z[0]],
            [x[1], z[0]],
            [0.5, z[0] + off[0]],
            [0.0, z[1]],
        ];
        let below = [[0.25, 0.0], [-0.75, off[1]], [0.0, -1.0]];
        let [above, below] = [&above[..], &below[..]].map(|points| {
            let points: Vec<DVec2> = points.iter().map(|point| DVec2::from(*point)).collect();
            Hull::new(points).unwrap()
        });
        let pose = Pose::from_translation(DVec2::Y * place).unwrap();
        let pairs = [([0, 0], 0.375), ([1, 0], 0.625)];
        let above = Posed::new(above, pose);
        proved((&above, &below), goal, &pairs, DVec2::Y, 9.0)
    };
    let least = f64::from_bits(1);
    for (off, known) in [
        ([0.0, 0.0], true),
        ([gap, -gap], true),
        ([-2f64.powi(-75), 0.0], false),
        ([0.0, least], false),
        ([-gap / 2.0, 0.0], false),
        ([0.0, gap / 2.0], false),
    ] {
        let distance = found(off, Goal::Distance, 0.0).map(|found| found.distance);
        assert_eq!(distance, known.then_some(gap), "{off:?}");
    }
    let bounds = |place: f64| {
        let found = found([0.0; 2], Goal::ClosestPoints, place).unwrap();
        [found.lower, found.distance, found.upper]
    };
    assert_eq!(bounds(0.0), [gap; 3]);
    assert_eq!(bounds(0.5), [0.5 + gap; 3]);
    // More digits than a number has.
    let tiny = 2f64.powi(-80);
    assert_eq!(bounds(tiny), [gap, gap, gap.next_up()]);
    assert_eq!(bounds(-tiny), [gap.next_down(), gap, gap]);
    // An edge that is not joined to others is in no plane.
    let corner = Hull::new([DVec2::ZERO, DVec2::new(1.0, 0.0)]).unwrap();
    let origin = Point::new(-DVec2::Y).unwrap();
    let pairs = [([0, 0], 1.0)];
    assert!(proved((&corner, &origin), Goal::Distance, &pairs, DVec2::Y, 0.0).is_none());
}

// Claim: the height of a level is that of both shapes and their places, along an axis and against it, and
// what four numbers leave of a float is on the right side of it.
#[test]
fn levels_are_sums_of_four() {
    let bounds = |sign: f64, [a, b, place_a, place_b]: [f64; 4]| {
        let hull = |y: f64, outwards: f64| {
            let points = [[-1.0, y], [2.0, y], [0.0, y + outwards]];
            Hull::new(points.map(|[x, y]| DVec2::new(x, sign * y))).unwrap()
        };
        let pose = |y: f64| Pose::from_translation(DVec2::Y * (sign * y)).unwrap();
        let above = Posed::new(hull(a, 1.0), pose(place_a));
        let below = Posed::new(hull(b, -1.0), pose(place_b));
        let pairs = [([0, 1], 0.5), ([1, 0], 0.5)];
        let up = DVec2::Y * sign;
        let found = proved((&above, &below), Goal::ClosestPoints, &pairs, up, 9.0).unwrap();
        [found.lower, found.distance, found.upper]
    };
    let two = 2f64;
    for sign in [1.0, -1.0] {
        assert_eq!(bounds(sign, [0.75, 0.25, 2.0, -1.0]), [3.5; 3]);
        assert_eq!(bounds(sign, [0.75, -0.25, -2.0, -4.0]), [3.0; 3]);
        let [half, tiny] = [f64::EPSILON, 2f64.powi(-60)];
        // 2 + 2^-52 is in the middle between two numbers.
        let less = bounds(sign, [1.0 + half, tiny * tiny, 1.0, tiny]);
        assert_eq!(less, [two, two, two.next_up()]);
        let more = bounds(sign, [1.0 + half, -tiny * tiny, 1.0, -tiny]);
        assert_eq!(more, [two, two.next_up(), two.next_up()]);
    }
}

// Claim: the height of a level is known exactly if the sum of two points is a number and so is that of their
// places, or if that of the places is zero; else its error is a part of it, at any size.
#[test]
fn levels_know_their_error() {
    let error = |size: f64, [a, b, place_a, place_b]: [f64; 4]| {
        let hull = |y: f64| Hull::new([-1.0, 2.0].map(|x| DVec2::new(x, y) * size)).unwrap();
        let pose = |y: f64| Pose::from_translation(DVec2::Y * (y * size)).unwrap();
        let above = Posed::new(hull(a), pose(place_a));
        let below = Posed::new(hull(b), pose(place_b));
        let pairs = [([0, 1], 0.5), ([1, 0], 0.5)];
        let goal = Goal::Distance;
        let found = standing(
            (&above, &below),
            goal,
            &pairs,
            DVec2::Y,
            9.0,
            |search, simplex| search.height_of_level(simplex).unwrap(),
        );
        found.error / size
    };
    let tiny = 2f64.powi(-60);
    let part = DoubleDouble::<f64>::UNIT_ROUNDOFF;
    for size in [1.0, 2f64.powi(20), 2f64.powi(-20)] {
        assert_eq!(error(size, [2.0, 1.0, 3.0, 1.0]), 0.0);
        assert_eq!(error(size, [2.0, tiny, 0.0, 0.0]), 0.0);
        for inexact in [
            [2.0, tiny, 3.0, 1.0],
            [2.0, -2.0, 1.0, tiny],
            [2.0, tiny, 4.0, 2.0 * tiny],
        ] {
            let height = inexact[0] - inexact[1] + inexact[2] - inexact[3];
            assert_eq!(error(size, inexact), part * height, "{inexact:?}");
        }
    }
}

// Claim: radii that reach beyond a level leave no distance, whatever the size. Among the least numbers
// the part of it that an error may be underflows: what was left, less than nothing, was once called
// the distance.
#[test]
fn radii_beyond_a_level_leave_nothing() {
    for size in [1.0, f64::MIN_POSITIVE] {
        let edge = Hull::new([[-1.0, 1.0], [1.0, 1.0]].map(|p| DVec2::from(p) * size)).unwrap();
        let found = |radius: f64| {
            let ball = Ball::new(DVec2::ZERO, radius * size).unwrap();
            let pairs = [([0, 0], 0.5), ([1, 0], 0.5)];
            let up = DVec2::Y * size;
            let found = proved((&edge, &ball), Goal::Distance, &pairs, up, 0.0);
            found.map(|found| found.distance / size)
        };
        assert_eq!(found(0.0), Some(1.0));
        assert_eq!(found(1.0), None);
        assert_eq!(found(2.0), None);
    }
}

// Claim: an axis has one coordinate.
#[test]
fn axes_have_one_coordinate() {
    let tiny = f64::from_bits(1);
    assert_eq!(axis_of(DVec3::Y * -3.0), Some((1, -1.0)));
    assert_eq!(axis_of(DVec2::X * tiny), Some((0, 1.0)));
    assert_eq!(axis_of(DVec3::new(0.0, tiny, 1.0)), None);
    assert_eq!(axis_of(DVec3::ZERO), None);
}
