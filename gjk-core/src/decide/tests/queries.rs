//! Exact answers, by the queries.

use glam::{DVec2, DVec3};

use crate::shape::{Ball, Capsule, Cuboid, Hull, Point, Rounded, Segment};
use crate::{
    Pose, Posed, Proximity, Settings, Shape, Status, closest_points, distance, intersects,
    proximity,
};

/// Both verdicts, which must be the same.
fn meet<A: Shape, B: Shape<Vector = A::Vector>>(a: &A, b: &B) -> bool {
    let meets = intersects(a, b);
    assert_eq!(distance(a, b) == 0.0, meets);
    assert_eq!(closest_points(a, b).distance == 0.0, meets);
    let expected = if meets {
        Proximity::Overlapping
    } else {
        Proximity::Separated
    };
    assert_eq!(proximity(a, b, 0.0), expected);
    meets
}

// Claim: a vertex on a slanting edge touches it, and a last digit beside it does not.
#[test]
fn a_last_digit_decides() {
    // The points (3k, k) are on the segment from (0, 0) to (3, 1).
    let segment = Segment::new([DVec2::ZERO, DVec2::new(3.0, 1.0)]).unwrap();
    for k in [0.5, 0.25, 0.3, 0.7, 1e-9] {
        let on = |y: f64| Point::new(DVec2::new(3.0 * y, y)).unwrap();
        let point = on(k);
        // 3k is rounded: whether the point is on the segment says the rest of that product.
        let is_exact = f64::mul_add(3.0, k, -(3.0 * k)) == 0.0;
        assert_eq!(meet(&segment, &point), is_exact, "{k}");
        let beside = Point::new(DVec2::new((3.0 * k).next_up(), k)).unwrap();
        assert!(!meet(&segment, &beside) || !is_exact, "{k}");
    }
}

// Claim: contact is seen whatever the sizes: a unit cube and a point on its face, beside it by the
// least number that there is, and inside by that.
#[test]
fn the_least_number_separates() {
    let cube = Hull::new(
        [0, 1, 2, 3, 4, 5, 6, 7]
            .map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2))),
    )
    .unwrap();
    let least = f64::from_bits(1);
    for (x, meets) in [(0.0, true), (least, true), (-least, false), (-0.0, true)] {
        let point = Point::new(DVec3::new(x, 0.3, 0.7)).unwrap();
        assert_eq!(meet(&cube, &point), meets, "{x:e}");
        let answer = closest_points(&cube, &point);
        let expected = if meets { 0.0 } else { least };
        assert_eq!([answer.lower, answer.distance, answer.upper], [expected; 3]);
    }
}

// Claim: round shapes touch where the distance of their cores is the sum of their radii, by no
// digit more or less.
#[test]
fn radii_touch_exactly() {
    let segment = Segment::new([DVec3::new(-1.0, 4.0, 0.0), DVec3::new(1.0, 4.0, 0.0)]).unwrap();
    for radius in [4.0, 4.0_f64.next_down(), 4.0_f64.next_up(), 3.5] {
        let ball = Ball::new(DVec3::ZERO, radius).unwrap();
        assert_eq!(meet(&segment, &ball), radius >= 4.0, "{radius}");
        let rest = 0.25;
        let capsule = Rounded::new(segment, rest).unwrap();
        let ball = Ball::new(DVec3::ZERO, radius - rest).unwrap();
        assert_eq!(meet(&capsule, &ball), (radius - rest) >= 3.75, "{radius}");
    }
    // Where the distance of the cores is no number: √2, between two radii that are neighbours.
    let root = 2f64.sqrt();
    let point = Point::new(DVec3::new(1.0, 1.0, 0.0)).unwrap();
    let meets = |radius| meet(&Ball::new(DVec3::ZERO, radius).unwrap(), &point);
    let squared_rest = f64::mul_add(root, root, -2.0);
    assert_eq!(meets(root), squared_rest > 0.0);
    assert!(meets(root.next_up()) && !meets(root.next_down()));
}

// Claim: a distance is right to its own last digit where it is a tiny part of the shapes, and the
// bounds are its neighbours or itself.
#[test]
fn tiny_distances_have_all_digits() {
    let plate = Cuboid::new(DVec3::new(8.0, 8.0, 0.5)).unwrap();
    for gap in [0.1, 1e-10, 1e-17, 3e-200, 5e-324] {
        // The corner of the hull is at a height of `gap` over the plate, the origin of the pose
        // below.
        let tip = [
            DVec3::ZERO,
            DVec3::new(1.0, 1.0, 3.0),
            DVec3::new(-1.0, 2.0, 2.0),
        ];
        let hull = Hull::new(tip.map(|p| p + DVec3::Z * gap)).unwrap();
        let lifted = Posed::new(plate, Pose::from_translation(DVec3::Z * -0.5).unwrap());
        let answer = closest_points(&lifted, &hull);
        let is_known = answer.lower >= gap.next_down() && answer.upper <= gap.next_up();
        assert!(is_known, "{gap:e} {answer:?}");
        assert_eq!(
            (answer.distance, answer.lower <= gap, gap <= answer.upper),
            (gap, true, true),
            "{gap:e}"
        );
        assert_eq!(answer.normal, Some(DVec3::Z));
        assert_eq!(distance(&lifted, &hull), gap);
    }
}

// Claim: what a loose tolerance or a distance of interest cuts short has the exact verdict too.
#[test]
fn short_cuts_have_the_exact_verdict() {
    let least = f64::EPSILON / 4.0;
    let plate = Cuboid::new(DVec3::new(8.0, 8.0, 0.5)).unwrap();
    for (gap, meets) in [(least, false), (0.0, true)] {
        let lifted = Posed::new(plate, Pose::from_translation(DVec3::Z * -0.5).unwrap());
        let tip = [
            DVec3::ZERO,
            DVec3::new(1.0, 1.0, 3.0),
            DVec3::new(-1.0, 2.0, 2.0),
        ];
        let hull = Hull::new(tip.map(|p| p + DVec3::Z * gap)).unwrap();
        for settings in [
            Settings::default().relative_tolerance(0.5),
            Settings::default().max_distance(0.0),
            Settings::default().max_distance(least / 2.0),
        ] {
            assert_eq!(settings.distance(&lifted, &hull) == 0.0, meets, "{gap}");
            assert_eq!(
                settings.closest_points(&lifted, &hull).intersects(),
                meets,
                "{gap}"
            );
        }
    }
}

// Claim: near and separated are exact too: a margin that is the distance is not exceeded.
#[test]
fn margins_are_exact() {
    let point = |y: f64| Point::new(DVec2::new(3.0, y)).unwrap();
    let origin = Point::new(DVec2::ZERO).unwrap();
    let by = |margin| proximity(&origin, &point(4.0), margin);
    assert_eq!(by(5.0), Proximity::Near);
    assert_eq!(by(5.0_f64.next_down()), Proximity::Separated);
    assert_eq!(by(5.0_f64.next_up()), Proximity::Near);
    assert_eq!(proximity(&origin, &origin, 1.0), Proximity::Overlapping);
}

// Claim: capsules far from the origin of the world touch as exactly as near it.
#[test]
fn offsets_do_not_matter() {
    let capsule = Capsule::new(DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0), 0.5).unwrap();
    for far in [0.0, 1e9, 2f64.powi(52)] {
        let at = |y: f64| {
            let place = DVec3::new(far, far + y, -far);
            Posed::new(capsule, Pose::from_translation(place).unwrap())
        };
        assert!(meet(&at(0.0), &at(1.0)), "{far}");
        // The least step that a translation can make there.
        let next = (far + 1.0).next_up() - far;
        assert!(!meet(&at(0.0), &at(next)), "{far}");
    }
}

// Claim: bounds enclose the exact distance and are two ulps apart at most, mostly one where it is
// no number: of a plane whose products have more digits than a double-double. Among subnormal
// numbers, which are decided exactly, they are the number itself or the two next to the distance.
#[test]
fn bounds_of_a_distance_are_exact() {
    let origin = Point::new(DVec3::ZERO).unwrap();
    let (mut divisor, mut settled) = (3.0, 0);
    for _ in 0..40 {
        divisor += 2.0;
        let z = 5.0 / divisor;
        let corners = [[-0.7, -0.3], [0.9, -0.1], [0.1, 0.8]]
            .map(|[x, y]| DVec3::new(x / divisor, y / divisor, z));
        let plate = Hull::new(corners).unwrap();
        for radius in [0.0, z / 4.0, z * 0.3] {
            let answer = closest_points(&Rounded::new(&plate, radius).unwrap(), &origin);
            let distance = z - radius;
            // What the subtraction leaves of the exact difference.
            let rest = (z - distance) - radius;
            let [least, most] = [distance.next_down(), distance.next_up()];
            let [lower, upper] = [answer.lower, answer.upper];
            // The exact distance is the number plus the rest: a bound may be the number where that
            // is on the right side.
            assert!(
                lower == least || (lower == distance && rest >= 0.0),
                "{z} {radius}"
            );
            assert!(
                upper == most || (upper == distance && rest <= 0.0),
                "{z} {radius}"
            );
            settled += u32::from(rest != 0.0 && upper == lower.next_up());
        }
    }
    // Of 120; a third has a radius of zero, where the distance is a number.
    assert!(settled > 40, "{settled}");
    for x in 1..30u64 {
        for y in 1..x {
            let point = DVec3::new(f64::from_bits(x), f64::from_bits(y), 0.0);
            let answer = closest_points(&Point::new(point).unwrap(), &origin);
            let square = x * x + y * y;
            let [lower, upper] = [answer.lower, answer.upper].map(f64::to_bits);
            assert_eq!(lower, square.isqrt(), "{x} {y}");
            assert_eq!(upper, (square - 1).isqrt() + 1, "{x} {y}");
        }
    }
}

// Claim: a point of the difference is the exact sum of its terms, where every sum of two of them is
// rounded: a triangle touches a point with its side, overlaps it or leaves it by less than that. A
// normal is given where they are apart only.
#[test]
fn sums_of_terms_are_exact() {
    let mut bits = crate::tests::bits();
    // A whole number of these bits, the first of which is set.
    let mut whole = |count: u32| (bits() >> (64 - count) | 1 << (count - 1)) as f64;
    let fine = 2f64.powi(-54);
    for number in 0..200 {
        // Where the places are large what is rounded is a part of the triangle that `f64` takes for
        // certain.
        let far = 2f64.powi(number % 5 * 7 - 3);
        let coarse = far * 2f64.powi(-43);
        // Where the triangle is in the difference, of numbers with more digits than the places
        // have.
        let along = DVec2::new(whole(51), whole(51)) * fine;
        let shift = DVec2::new(whole(40), whole(40)) * 2f64.powi(-42);
        let shift = (shift / coarse).floor() * coarse;
        let vertex = DVec2::splat(600.0 * far) + DVec2::new(whole(30), whole(30)) * coarse;
        let place = DVec2::splat(400.0 * far) + DVec2::new(whole(30), whole(30)) * coarse;
        let point = Posed::new(
            Point::new(vertex).unwrap(),
            Pose::from_translation(place).unwrap(),
        );
        for off in [1.0, 0.0, -1.0] {
            let off = DVec2::Y * (off * fine);
            let corners = [-along + off, along * 2.0 + off, along.perp()];
            let triangle = Posed::new(
                Hull::new(corners.map(|corner| corner - shift)).unwrap(),
                Pose::from_translation(vertex + place + shift).unwrap(),
            );
            let meets = off.y <= 0.0;
            assert_eq!(meet(&triangle, &point), meets, "{along} {off}");
            for settings in [
                Settings::default().max_distance(0.0),
                Settings::default().relative_tolerance(0.5),
            ] {
                let found = settings.distance(&triangle, &point) == 0.0;
                assert_eq!(found, meets, "{along} {off}");
            }
            for most in [0.25, f64::INFINITY] {
                let settings = Settings::default().max_distance(most);
                let normal = settings.closest_points(&triangle, &point).normal;
                assert_eq!(normal.is_none(), meets, "{along} {off}");
            }
        }
    }
}

// Claim: the weights of a triangle are numbers where its area, squared and scaled, is next to the
// largest one. A fuzzer found this one, from whose estimate the digits were read as infinite, so
// that its weights and witnesses were NaN.
#[test]
fn areas_next_to_the_largest_number_have_weights() {
    let corners = [
        DVec3::new(1e-17, 2.0, -1.3679502455418022e306),
        DVec3::new(2.96975e-318, -4.0, 0.0),
        DVec3::new(1e150, 1e150, 1e-17),
    ];
    let triangle = Hull::new(corners).unwrap();
    let answer = closest_points(&Point::new(DVec3::ZERO).unwrap(), &triangle);
    assert_eq!(answer.status, Status::Converged);
    assert!(answer.point_b.is_finite(), "{answer:?}");
    let weights = answer.simplex.pairs().iter().map(|pair| pair.weight);
    assert_eq!(weights.sum::<f64>(), 1.0, "{answer:?}");
}
