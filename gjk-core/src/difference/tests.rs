//! Each test is a claim about the difference of two shapes.

use super::{Difference, LONGEST, Pairing, is_usable, scale_for};
use crate::double_double::DoubleDouble;
use crate::pose::{Pose, Posed};
use crate::random::numbers;
use crate::shape::{Cuboid, Point, Segment};
use crate::support::{Feature, Support};
use crate::vector::Vector;
use glam::DVec3;

// Claim: a scale brings a largest coordinate between a sixteenth and an eighth, or as near as a normal power of two
// can.
#[test]
fn scales_bring_numbers_near_a_sixteenth() {
    for x in [1.0, 1.5, 0.75, 3e200, 7e-200, f64::MIN_POSITIVE] {
        let scaled = x * scale_for(x);
        assert!((0.0625..0.125).contains(&scaled), "{x:e} became {scaled}");
    }
    assert_eq!(scale_for(2f64.powi(1018)), f64::MIN_POSITIVE);
    assert_eq!(scale_for(f64::MAX), f64::MIN_POSITIVE);
    assert_eq!(scale_for(f64::from_bits(1)), 2f64.powi(1019));
}

// Claim: the first pairing is taken of which no more than two binary digits cancel; if there is none, that of the
// smallest sums. One of infinite sums is none.
#[test]
fn large_terms_cancel_first() {
    let pairing = |[a, b, origin_a, origin_b]: [f64; 4]| {
        let at = |point: f64, origin: f64| {
            let point = Point::new(DVec3::X * point).unwrap();
            Posed::new(point, Pose::from_translation(DVec3::X * origin).unwrap())
        };
        let (a, b) = (at(a, origin_a), at(b, origin_b));
        let mut difference = Difference::new(&a, &b);
        difference.adapt_to(&difference.support(DVec3::X, None));
        difference.pairing
    };
    use Pairing::{Crossed, Points, Shapes};
    // 3 + 1, where 2 + 2 would be smaller.
    assert_eq!(pairing([3.0, 0.0, 0.0, -1.0]), Points);
    assert_eq!(pairing([2.0, -2.0, 0.0, 3.0]), Points);
    assert_eq!(pairing([2.0, -2.0, 0.0, 3.01]), Crossed);
    assert_eq!(pairing([100.0, 1.0, 0.0, 99.0]), Crossed);
    assert_eq!(pairing([100.0, -7.0, -99.0, 6.0]), Shapes);
    let most = f64::MAX;
    assert_eq!(pairing([most, -most, -most, most]), Crossed);
}

// Claim: the two parts of a point are right to 2^-92 of its largest coordinate, whatever cancels; the first is the
// point in `f64` where little does, and the second is up to 2^-40 of it. Halves are as right, and as far apart as a
// number and what it leaves.
#[test]
fn parts_are_right_whatever_cancels() {
    let mut number = numbers();
    let mut vector = || DVec3::new(number(), number(), number());
    let (mut worst, mut largest_low, mut rounded) = (0.0, 0.0, 0);
    for round in 0..4000 {
        let a = vector();
        // So small that what follows it is rounded.
        let (b, origin_a) = (vector(), vector() * 2f64.powi(-40 - round % 31));
        // What is left of terms near one: from all to none of their digits.
        let left = vector() * 2f64.powi(-(round % 60));
        let origin_b = (a - b) + origin_a + left;
        let at = |point: DVec3, origin: DVec3| {
            let point = Point::new(point).unwrap();
            Posed::new(point, Pose::from_translation(origin).unwrap())
        };
        let (shape_a, shape_b) = (at(a, origin_a), at(b, origin_b));
        let mut difference = Difference::new(&shape_a, &shape_b);
        let pair = difference.pair([Feature::Vertex(0); 2]);
        difference.pairing = Pairing::ALL[round as usize % 3];
        let exact: DoubleDouble<DVec3> = difference.point(&pair);
        let size = exact.hi.largest_coordinate();
        let parts = difference.parts(&pair);
        let halves = difference.halves(&pair);
        for [high, low] in [parts, halves] {
            let off = (high - exact.hi) + (low - exact.lo);
            worst = f64::max(worst, off.largest_coordinate() / size);
        }
        largest_low = f64::max(largest_low, parts[1].largest_coordinate() / size);
        rounded += u32::from(parts[0] == difference.point::<DVec3>(&pair));
        assert_eq!(halves[0] + halves[1], halves[0]);
    }
    assert!(worst > 0.0 && worst <= 2f64.powi(-92), "{worst:e}");
    assert!(largest_low > 2f64.powi(-44), "{largest_low:e}");
    assert!(largest_low <= 2f64.powi(-40), "{largest_low:e}");
    assert!(rounded > 500, "{rounded}");
}

// Claim: a least number is scaled as it is, and never becomes one that is not normal.
#[test]
fn least_numbers_are_normal() {
    let point = Point::new(DVec3::ZERO).unwrap();
    let mut difference = Difference::new(&point, &point);
    for (exponent, least) in [
        (1000, -74),
        (53, -1021),
        (52, -1022),
        (51, -1022),
        (-1022, -1022),
    ] {
        difference.scale = 2f64.powi(exponent);
        assert_eq!(difference.least_number(), 2f64.powi(least), "{exponent}");
    }
}

// Claim: a search starts from centre to centre, wherever the shapes are.
#[test]
fn the_way_between_centres() {
    let at = |place: DVec3| {
        let point = Point::new(DVec3::new(1.0, 2.0, 3.0)).unwrap();
        Posed::new(point, Pose::from_translation(place).unwrap())
    };
    let (a, b) = (at(DVec3::new(5.0, 0.0, 1.0)), at(DVec3::new(2.0, 1.0, 4.0)));
    let between = Difference::new(&a, &b).between_centers();
    assert_eq!(between, DVec3::new(3.0, -1.0, -3.0));
}

// Claim: a shift moves every point of the difference, and the zero shift brings it back.
#[test]
fn points_are_shifted() {
    let (a, b) = (DVec3::new(3.0, 4.0, 5.0), DVec3::new(1.0, 1.0, 7.0));
    let (shape_a, shape_b) = (Point::new(a).unwrap(), Point::new(b).unwrap());
    let mut difference = Difference::new(&shape_a, &shape_b);
    let pair = difference.support(DVec3::X, None);
    for shift in [DVec3::new(0.5, 0.25, -2.0), DVec3::ZERO] {
        difference.shift_by(shift);
        assert_eq!(difference.point::<DVec3>(&pair), a - b + shift);
    }
}

// Claim: half the extent of the larger shape has the scale of the points.
#[test]
fn half_an_extent_is_scaled() {
    let cuboid = |size| Cuboid::new(DVec3::splat(size)).unwrap();
    let (a, b) = (cuboid(40.0), cuboid(7.0));
    let mut difference = Difference::new(&a, &b);
    difference.adapt_to(&difference.support(DVec3::ONE, None));
    assert!(difference.scale() != 1.0);
    let expected = a.extent() / 2.0 * difference.scale();
    assert_eq!(difference.half_extent(), expected);
}

// Claim: the breadth is four extents, and of the centre what a rotation may have rounded there; of either
// shape its own.
#[test]
fn breadths_are_of_extents_and_centres() {
    let far = 2f64.powi(50);
    let segment = Segment::new(DVec3::X * (far - 3.0), DVec3::X * (far + 3.0)).unwrap();
    let cuboid = Cuboid::new(DVec3::splat(5.0)).unwrap();
    let difference = Difference::new(&segment, &cuboid);
    assert_eq!([0, 1].map(|shape| difference.breadth(shape)), [16.0, 20.0]);
    let difference = Difference::new(&cuboid, &segment);
    assert_eq!([0, 1].map(|shape| difference.breadth(shape)), [20.0, 16.0]);
}

// Claim: the solver computes with points up to the longest, and with numbers only.
#[test]
fn usable_points() {
    let most = DVec3::new(1.0, -LONGEST, 0.0);
    assert!(is_usable(DVec3::ZERO) && is_usable(most));
    for coordinate in [LONGEST.next_up(), f64::INFINITY, f64::NAN] {
        assert!(!is_usable(DVec3::Y * coordinate), "{coordinate}");
    }
}
