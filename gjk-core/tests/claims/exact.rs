//! Exact answers at the boundary of each claim: a last digit decides, in every query.

use gjk_core::{
    Ball, Capsule, Cuboid, Hull, Point, Polytope, Pose, Posed, Proximity, Rounded, Segment,
    Settings, Shape, Status, Step, StepKind, closest_points, distance, intersects, proximity,
};
use glam::{DQuat, DVec2, DVec3};

use crate::common::Numbers;

/// The verdict, on which all queries must agree, also with a tolerance or a maximum distance.
pub(crate) fn meet<A: Shape, B: Shape<Vector = A::Vector>>(a: &A, b: &B) -> bool {
    let meets = intersects(a, b);
    let expected = if meets {
        Proximity::Overlapping
    } else {
        Proximity::Separated
    };
    assert_eq!(proximity(a, b, 0.0), expected);
    let default = Settings::default();
    for settings in [
        default,
        default.relative_tolerance(0.5),
        default.max_distance(0.0),
        default.max_distance(f64::MIN_POSITIVE),
    ] {
        assert_eq!(settings.distance(a, b) == 0.0, meets, "{settings:?}");
        let answer = settings.closest_points(a, b);
        assert_eq!(answer.intersects(), meets, "{settings:?}");
        // If only radii overlap the cores have a normal.
        if a.body().radius() + b.body().radius() == 0.0 {
            assert_eq!(answer.normal.is_none(), meets, "{settings:?}");
        }
    }
    meets
}

/// Claim: a point on a slanting edge touches it, and one off the edge by a last digit does not.
#[test]
fn a_last_digit_decides_in_the_plane() {
    let segment = Segment::new([DVec2::ZERO, DVec2::new(3.0, 1.0)]).unwrap();
    for y in [0.5, 0.25, 0.3, 0.7, 0.1, 1e-9] {
        let x = 3.0 * y;
        let is_on_it = f64::mul_add(3.0, y, -x) == 0.0;
        let at = |x: f64| Point::new(DVec2::new(x, y)).unwrap();
        assert_eq!(meet(&segment, &at(x)), is_on_it, "{y}");
        if is_on_it {
            assert!(!meet(&segment, &at(x.next_up())), "{y}");
            assert!(!meet(&segment, &at(x.next_down())), "{y}");
        }
    }
}

/// Claim: the same in 3D, on a slanting face of integers: the point (1, 1, 1) is in the plane of
/// the corners, its neighbours are above it or below.
#[test]
fn a_last_digit_decides_in_space() {
    let below = DVec3::new(-5.0, -5.0, -5.0);
    let corners = [[3.0, 0.0, 0.0], [0.0, 3.0, 0.0], [0.0, 0.0, 3.0]].map(DVec3::from);
    let [p, q, r] = corners;
    let solid = Hull::new([p, q, r, below]).unwrap();
    for axis in 0..3 {
        let mut point = DVec3::ONE;
        for (coordinate, meets) in [
            (1.0, true),
            (1f64.next_up(), false),
            (1f64.next_down(), true),
        ] {
            point[axis] = coordinate;
            let point = Point::new(point).unwrap();
            assert_eq!(meet(&solid, &point), meets, "{axis} {coordinate:e}");
            assert_eq!(meet(&point, &solid), meets, "{axis} {coordinate:e}");
        }
    }
}

/// Claim: a unit cube and a point in front of its face can be apart by the least number, which is
/// the distance.
#[test]
fn the_least_number_is_a_distance() {
    let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2));
    let cube = Hull::new([0, 1, 2, 3, 4, 5, 6, 7].map(corner)).unwrap();
    let least = f64::from_bits(1);
    for (x, meets) in [(0.0, true), (-0.0, true), (least, true), (-least, false)] {
        let point = Point::new(DVec3::new(x, 0.3, 0.7)).unwrap();
        assert_eq!(intersects(&cube, &point), meets, "{x:e}");
        let answer = closest_points(&cube, &point);
        let expected = if meets { 0.0 } else { least };
        assert_eq!([answer.lower, answer.distance, answer.upper], [expected; 3]);
    }
}

/// Claim: round shapes touch if the distance of their cores equals the sum of the radii, to the
/// last digit, also if that distance is irrational, as √2.
#[test]
fn radii_touch_to_the_last_digit() {
    let segment = Segment::new([DVec3::new(-1.0, 4.0, 0.0), DVec3::new(1.0, 4.0, 0.0)]).unwrap();
    for radius in [4f64, 4f64.next_down(), 4f64.next_up()] {
        let ball = Ball::new(DVec3::ZERO, radius).unwrap();
        assert_eq!(meet(&segment, &ball), radius >= 4.0, "{radius}");
        let (share, rest) = (0.25, radius - 0.25);
        let capsule = Rounded::new(segment, share).unwrap();
        let ball = Ball::new(DVec3::ZERO, rest).unwrap();
        assert_eq!(meet(&capsule, &ball), rest >= 3.75, "{radius}");
    }
    let root = 2f64.sqrt();
    let point = Point::new(DVec3::new(1.0, 1.0, 0.0)).unwrap();
    let meets = |radius| meet(&Ball::new(DVec3::ZERO, radius).unwrap(), &point);
    let is_above = f64::mul_add(root, root, -2.0) > 0.0;
    assert_eq!(meets(root), is_above);
    assert!(meets(root.next_up()) && !meets(root.next_down()));
}

/// Claim: a distance that is tiny compared with the shapes is right to its own last digit.
#[test]
fn tiny_distances_have_all_their_digits() {
    let plate = Cuboid::new(DVec3::new(8.0, 8.0, 0.5)).unwrap();
    let plate = Posed::new(plate, Pose::from_translation(DVec3::Z * -0.5).unwrap());
    for gap in [0.1, 1e-10, 1e-17, 3e-200, 5e-324] {
        // The lowest corner is `gap` above the upper face of the plate.
        let corners = [[0.0, 0.0, 0.0], [1.0, 1.0, 3.0], [-1.0, 2.0, 2.0]];
        let tip = Hull::new(corners.map(|p| DVec3::from(p) + DVec3::Z * gap)).unwrap();
        let answer = closest_points(&plate, &tip);
        assert_eq!(answer.distance, gap);
        let lower = gap.next_down()..=gap;
        let upper = gap..=gap.next_up();
        assert!(
            lower.contains(&answer.lower) && upper.contains(&answer.upper),
            "{gap:e}"
        );
        assert_eq!(answer.normal, Some(DVec3::Z));
        assert_eq!(distance(&plate, &tip), gap);
        assert!(!meet(&plate, &tip), "{gap:e}");
    }
}

/// Claim: a margin or maximum distance equal to the distance is not exceeded, and the number below
/// is.
#[test]
fn thresholds_are_exact() {
    let origin = Point::new(DVec2::ZERO).unwrap();
    let point = Point::new(DVec2::new(3.0, 4.0)).unwrap();
    let below = 5f64.next_down();
    for (threshold, is_beyond) in [(5.0, false), (below, true), (5f64.next_up(), false)] {
        let expected = if is_beyond {
            Proximity::Separated
        } else {
            Proximity::Near
        };
        assert_eq!(
            proximity(&origin, &point, threshold),
            expected,
            "{threshold}"
        );
        let settings = Settings::default().max_distance(threshold);
        let status = settings.closest_points(&origin, &point).status;
        assert_eq!(
            status == Status::BeyondMaxDistance,
            is_beyond,
            "{threshold}"
        );
    }
}

/// Claim: capsules far from the origin of the world touch as exactly as near it, and the least
/// translation there separates them.
#[test]
fn places_far_away_change_no_verdict() {
    let capsule = Capsule::new(DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0), 0.5).unwrap();
    for far in [0.0, 1e9, 2f64.powi(52)] {
        let at = |y: f64| {
            let place = DVec3::new(far, far + y, -far);
            Posed::new(capsule, Pose::from_translation(place).unwrap())
        };
        assert!(meet(&at(0.0), &at(1.0)), "{far}");
        let next = (far + 1.0).next_up() - far;
        assert!(!meet(&at(0.0), &at(next)), "{far}");
    }
}

/// Claim: bounds enclose the exact distance and differ by at most two ulps, on the correct side,
/// with a radius and among subnormal numbers.
#[test]
fn bounds_are_on_the_side_of_the_distance() {
    let origin = Point::new(DVec3::ZERO).unwrap();
    let mut neighbours = 0;
    for divisor in (5..85).step_by(2).map(f64::from) {
        let z = 5.0 / divisor;
        let corners = [[-0.7, -0.3], [0.9, -0.1], [0.1, 0.8]]
            .map(|[x, y]| DVec3::new(x / divisor, y / divisor, z));
        let plate = Hull::new(corners).unwrap();
        for radius in [0.0, z / 4.0, z * 0.3] {
            let answer = closest_points(&Rounded::new(&plate, radius).unwrap(), &origin);
            let distance = z - radius;
            // Exact, as the difference is more than half of the first.
            let rest = (z - distance) - radius;
            let [lower, upper] = [answer.lower, answer.upper];
            let is_below = lower == distance.next_down() || (lower == distance && rest >= 0.0);
            let is_above = upper == distance.next_up() || (upper == distance && rest <= 0.0);
            assert!(is_below && is_above, "{z} {radius} {answer:?}");
            neighbours += u32::from(rest != 0.0 && upper == lower.next_up());
        }
    }
    assert!(neighbours > 40, "{neighbours}");
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

/// Claim: a point of the difference is the exact sum of four terms, also if each sum of two of them
/// is rounded: a triangle whose side touches a point overlaps it, and leaves it, by less than that
/// rounding.
#[test]
fn points_are_sums_of_four_terms() {
    let mut numbers = Numbers::new(54);
    // An integer of this many bits, the first of which is set.
    let mut whole = |count: u32| (numbers.bits() >> (64 - count) | 1 << (count - 1)) as f64;
    let fine = 2f64.powi(-54);
    for number in 0..200 {
        let far = 2f64.powi(number % 5 * 7 - 3);
        let coarse = far * 2f64.powi(-43);
        let along = DVec2::new(whole(51), whole(51)) * fine;
        let shift = DVec2::new(whole(40), whole(40)) * 2f64.powi(-42);
        let shift = (shift / coarse).floor() * coarse;
        let vertex = DVec2::splat(600.0 * far) + DVec2::new(whole(30), whole(30)) * coarse;
        let place = DVec2::splat(400.0 * far) + DVec2::new(whole(30), whole(30)) * coarse;
        let point = Posed::new(
            Point::new(vertex).unwrap(),
            Pose::from_translation(place).unwrap(),
        );
        for (off, meets) in [(fine, false), (0.0, true), (-fine, true)] {
            let off = DVec2::Y * off;
            let corners = [-along + off, along * 2.0 + off, along.perp()];
            let triangle = Posed::new(
                Hull::new(corners.map(|corner| corner - shift)).unwrap(),
                Pose::from_translation(vertex + place + shift).unwrap(),
            );
            assert_eq!(meet(&triangle, &point), meets, "{along} {off}");
        }
    }
}

/// Claim: the weights of a triangle are finite if its area, squared and scaled, is near the largest
/// number.
#[test]
fn large_areas_have_weights() {
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

/// Claim: a warm start whose two vertices are so close that the inverse of their squared distance
/// overflows finds the nearest point nevertheless.
#[test]
fn a_start_from_vertices_that_have_met_goes_on() {
    let origin = Point::new(DVec2::ZERO).unwrap();
    let edge = [[1.0, 1.0], [1.0, -1.0], [9.0, 1.0]].map(DVec2::from);
    let simplex = closest_points(&Hull::new(edge).unwrap(), &origin).simplex;
    assert_eq!(simplex.pairs().len(), 2);
    let tiny = 2f64.powi(-530);
    let met = [[1.0, tiny], [1.0, -tiny], [0.5, 1.0]].map(DVec2::from);
    let settings = Settings::default().warm_start(simplex);
    let answer = settings.closest_points(&Hull::new(met).unwrap(), &origin);
    assert_eq!(answer.status, Status::Converged);
    // The distance of the line from (1, 0) to (1/2, 1) is √(4/5), up to the square of 2^-530.
    let expected = 0.8f64.sqrt();
    assert!((answer.distance - expected).abs() <= f64::EPSILON);
    assert!(answer.lower <= expected.next_up() && answer.upper >= expected.next_down());
}

/// Claim: the projection of a coplanar face is a sum of four numbers. If double-double cannot hold
/// it, the bounds are on the correct side: here for 3/2 + 2^-52 - 2^-106, whose last digit is lost
/// in the sum.
#[test]
fn levels_that_no_two_numbers_hold_have_open_bounds() {
    let half_ulp = f64::EPSILON / 2.0;
    let (origin, below) = (0.5 + half_ulp, half_ulp * (1.0 - half_ulp));
    let distance = 1.5 + f64::EPSILON;
    let edge = Hull::new([[-1.0, 1.0], [1.0, 1.0], [0.0, 9.0]].map(DVec2::from)).unwrap();
    let edge = Posed::new(edge, Pose::from_translation(DVec2::Y * origin).unwrap());
    let under = Hull::new([[0.25, -below], [0.5, -7.0]].map(DVec2::from)).unwrap();
    let face = [[-1.0, -1.0], [2.0, -1.0], [0.0, 2.0]].map(|[x, z]| DVec3::new(x, 1.0, z));
    let face = Posed::new(
        Hull::new(face).unwrap(),
        Pose::from_translation(DVec3::Y * origin).unwrap(),
    );
    let spike = [[0.25, -below, 0.1], [0.5, -7.0, 0.3]].map(DVec3::from);
    let spike = Hull::new(spike).unwrap();
    let [least, most] = [distance.next_down(), distance.next_up()];
    let (in_plane, in_space) = (closest_points(&edge, &under), closest_points(&spike, &face));
    for [lower, found, upper] in [
        [in_plane.lower, in_plane.distance, in_plane.upper],
        [in_space.lower, in_space.distance, in_space.upper],
    ] {
        assert_eq!([lower, found], [least, distance]);
        assert!(upper == distance || upper == most, "{upper}");
    }
}

// Claim: overlap of round numbers needs no exact step if it is deeper than rounding, though the
// origin lies on sides and edges of simplices, or cores touch of which the radii reach farther.
#[test]
fn deep_overlap_needs_no_exact_step() {
    let cuboid = Cuboid::new(DVec3::new(1.0, 0.75, 0.5)).unwrap();
    let ball = Ball::new(DVec3::ZERO, 0.5).unwrap();
    let capsule = Capsule::new(DVec3::NEG_Y * 0.5, DVec3::Y * 0.5, 0.25).unwrap();
    let corners = [[1.0, 0.5], [0.5, 1.0], [-0.5, 1.0], [-1.0, 0.5]];
    let prism = corners
        .iter()
        .flat_map(|[x, z]| [-0.75, 0.75].map(|y| [DVec3::new(*x, y, *z), DVec3::new(-x, y, -z)]));
    let prism = Hull::new(prism.flatten().collect::<Vec<_>>()).unwrap();
    let shapes: [&dyn Shape<Vector = DVec3>; 4] = [&cuboid, &ball, &capsule, &prism];
    let mut numbers = Numbers::new(31);
    let (mut decided, mut deep) = (0, 0);
    for round in 0..4000 {
        let (a, b) = (shapes[round % 4], shapes[round / 4 % 4]);
        let place = numbers.point(5) / 4.0;
        let at = |place: DVec3| Posed::new(b, Pose::from_translation(place).unwrap());
        // A little farther they still overlap, so it is no touch.
        if intersects(a, &at(place * 1.01)) && intersects(a, &at(place + place.signum() * 0.01)) {
            deep += 1;
            Settings::default().observed(a, &at(place), |step| {
                decided += u32::from(step.kind == StepKind::Exact);
            });
        }
    }
    assert!(deep > 1500, "{deep}");
    assert_eq!(decided, 0, "of {deep}");
}

// Claim: shapes that touch by their radii have the normal of their cores, those that overlap have
// none; the cores have one even if they are nearer than `f64` can tell the direction of.
#[test]
fn only_touching_radii_have_a_normal() {
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    for gap in [1e-9, 1e-12] {
        for (radius, normal) in [(0.0, Some(DVec3::Z)), (0.5, None)] {
            let ball = Ball::new(DVec3::new(0.3, 0.2, 1.0 + gap), radius).unwrap();
            let answer = closest_points(&cuboid, &ball);
            assert_eq!((answer.intersects(), answer.normal), (radius > 0.0, normal));
        }
    }
    let touching = Ball::new(DVec3::new(0.3, 0.2, 1.5), 0.5).unwrap();
    let answer = closest_points(&cuboid, &touching);
    assert_eq!((answer.intersects(), answer.normal), (true, Some(DVec3::Z)));
}

// Claim: many vertices in one plane, as those of a prism over a polygon of up to 512 sides, need no
// integers: neither below a corner, nor below another such prism. Both are turned, so that rounding
// moves each vertex off the plane. A prism with more sides needs them, so this would be seen.
#[test]
fn coplanar_vertices_need_no_integers() {
    let turn = DQuat::from_xyzw(0.2, -0.4, 0.1, 0.9).normalize();
    let at = |place: DVec3| Pose::from_rotation(turn, turn * place).unwrap();
    for sides in [5, 8, 9, 24, 25, 32, 64, 65, 100, 512, 600] {
        let prism = Polytope::from_points(crate::solids::prism(sides)).unwrap();
        let corner = Hull::new([DVec3::ZERO, DVec3::ONE, DVec3::new(-1.0, 0.5, 2.0)]).unwrap();
        let others: [&dyn Shape<Vector = DVec3>; 2] = [&corner, &prism];
        for (above, other) in [1.001, 2.001].into_iter().zip(others) {
            let below = Posed::new(&prism, at(DVec3::ZERO));
            let other = Posed::new(other, at(DVec3::new(0.3, 0.2, above)));
            let mut decided = 0;
            let answer = Settings::default().observed(&below, &other, |step| {
                decided += u32::from(step.kind == StepKind::Exact);
            });
            assert!((answer.distance - 0.001).abs() < 1e-15);
            assert_eq!(
                decided > 0,
                sides > 512,
                "{sides} sides, {above}: {decided}"
            );
        }
    }
}

// Claim: gaps in round numbers need no integers, though quarter turns round the vertices. Many of
// these distances are half of the way from a power of two to the next number, or almost.
#[test]
fn gaps_in_round_numbers_need_no_integers() {
    let quarter = std::f64::consts::FRAC_PI_2;
    let turns = [
        DQuat::from_rotation_x(quarter),
        DQuat::from_rotation_z(quarter),
    ];
    let mut numbers = Numbers::new(35);
    let mut round = |size: u64| numbers.point(size).abs() / 2.0;
    let (mut decided, mut powers_of_two) = (0, 0);
    for turn in turns.into_iter().cycle().take(2000) {
        let [a, b] = [round(4), round(2)].map(|half| Cuboid::new(half).unwrap());
        let a = Posed::new(a, Pose::from_rotation(turn, DVec3::ZERO).unwrap());
        let b = Posed::new(b, Pose::from_translation(round(9)).unwrap());
        let answer = Settings::default().observed(&a, &b, |step| {
            decided += u32::from(step.kind == StepKind::Exact && step.lower > 0.25);
        });
        powers_of_two += u32::from([0.5, 1.0, 2.0].contains(&answer.distance));
    }
    assert!(powers_of_two > 150, "{powers_of_two}");
    assert_eq!(decided, 0);
}

/// The steps of queries about pairs of shapes that are of a kind, on a stack as large as the page of
/// the crate says. (A thread that needs more ends the tests.)
fn steps_in_little_stack<S: Shape + Send + 'static>(pairs: Vec<[S; 2]>, kind: StepKind) -> usize {
    const KILOBYTES: usize = if cfg!(debug_assertions) { 384 } else { 192 };
    let count = move || {
        let mut steps = 0;
        for [a, b] in &pairs {
            let watch = |step: &Step| steps += usize::from(step.kind == kind);
            Settings::default().observed(a, b, watch);
        }
        steps
    };
    let thread = std::thread::Builder::new().stack_size(KILOBYTES << 10);
    thread.spawn(count).unwrap().join().unwrap()
}

/// Claim: a proof among the most coplanar vertices needs no more stack than the page says.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn coplanar_vertices_need_little_stack() {
    let prism = Polytope::from_points(crate::solids::prism(512)).unwrap();
    let turn = DQuat::from_xyzw(0.2, -0.4, 0.1, 0.9).normalize();
    let at = |z: f64| Pose::from_rotation(turn, turn * DVec3::new(0.3, 0.2, z)).unwrap();
    let pair = [0.0, 2.001].map(|z| Posed::new(prism.clone(), at(z)));
    let kind = StepKind::SupportingPlane;
    assert_eq!(steps_in_little_stack(vec![pair], kind), 1);
}

/// Claim: exact steps with integers of the largest capacity need no more either.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn exact_steps_need_little_stack() {
    let mut numbers = Numbers::new(5);
    // Exponents between -950 and 949.
    let mut coordinate = || {
        let exponent = (numbers.bits() % 1900) as i32 - 950;
        numbers.integer(1 << 42) * 2f64.powi(exponent - 42)
    };
    let hulls: Vec<_> = (0..60)
        .map(|_| {
            let mut corner = || DVec3::new(coordinate(), coordinate(), coordinate());
            Hull::new([(); 6].map(|()| corner())).unwrap()
        })
        .collect();
    let pairs = hulls.windows(2).map(|pair| [pair[0], pair[1]]);
    assert!(steps_in_little_stack(pairs.collect(), StepKind::Exact) >= 10);
}
