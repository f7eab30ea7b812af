//! Shapes at the edge of what is promised: far from the origin of their frame, mapped by tiny
//! factors, one ulp wide, or as large and as small as numbers are. Readers and auditors who were not
//! among the authors found each of these cases.

use gjk_core::Proximity::{Near, Overlapping, Separated};
use gjk_core::{
    Aabb, Axis, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, Pose, Posed,
    Rounded, Scaled, Segment, Settings, Shape, Simplex, Status, Stretched, SupportMapping,
    closest_points, distance, intersects, proximity,
};
use glam::{DMat2, DMat3, DQuat, DVec2, DVec3};

use crate::common::Numbers;
use crate::mappings::own_core;

// Claim: a tiny factor of a mapped shape does not take digits from the direction in which its core
// is asked: a segment times 2^-1000 crosses another as the one of that size does, and a box mapped
// by the least number contains the origin.
#[test]
fn tiny_factors_leave_directions() {
    let (large, e) = (2f64.powi(1000), 2f64.powi(-51));
    let ends = [DVec2::new(3.0, -2.0), DVec2::new(-3.0 + e, -2.0 - e)];
    let plain = Segment::new([ends[0], ends[1]]).unwrap();
    let long = Segment::new([ends[0] * large, ends[1] * large]).unwrap();
    let other = Segment::new([DVec2::splat(-3.0 + e), DVec2::new(3.0 - e, 3.0 + e)]).unwrap();
    let scaled = Scaled::new(long, 1.0 / large).unwrap();
    let stretch = DMat2::from_diagonal(DVec2::splat(1.0 / large));
    let stretched = Stretched::new(long, stretch).unwrap();
    assert!(intersects(&plain, &other));
    assert!(intersects(&scaled, &other) && intersects(&stretched, &other));
    assert_eq!(proximity(&scaled, &other, 0.0), Overlapping);
    assert_eq!(
        closest_points(&scaled, &other),
        closest_points(&plain, &other)
    );

    let cube = Scaled::new(Cuboid::new(DVec3::splat(large)).unwrap(), f64::from_bits(1)).unwrap();
    let origin = Point::new(DVec3::ZERO).unwrap();
    assert!(intersects(&cube, &origin));
    assert_eq!(proximity(&cube, &origin, 0.0), Overlapping);
}

// Claim: the body of a mapped shape may be asked in any direction that a support mapping is
// promised, from 2^-120 to 2^120, so it can be the core of a mapped shape again: a cube times 2^-200
// or 2^1000 has its corners there, and within a map that restores its size the answer is that of the
// cube.
#[test]
fn mapped_shapes_are_asked_in_long_directions() {
    /// A core in the place of another shape, without its pose.
    struct Core<S>(S);

    impl<S: Shape<Vector = DVec3>> SupportMapping for Core<S> {
        type Vector = DVec3;

        fn support(&self, direction: DVec3) -> DVec3 {
            self.0.body().support(direction)
        }
    }

    own_core!(<S: gjk_core::Shape<Vector = glam::DVec3>> Core<S>);

    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let point = Point::new(DVec3::new(0.5, -3.0, 0.25)).unwrap();
    for factor in [2f64.powi(-200), 2f64.powi(1000)] {
        let scaled = Scaled::new(cube, factor).unwrap();
        for exponent in [-120, -30, 0, 30, 120] {
            for corner in [DVec3::new(1.0, -1.0, 1.0), DVec3::new(-1.0, 1.0, -1.0)] {
                let direction = DVec3::new(0.5, 1.0, 0.25) * corner * 2f64.powi(exponent);
                assert_eq!(
                    scaled.body().support(direction),
                    corner * factor,
                    "{direction}"
                );
            }
        }
        let matrix = DMat3::from_diagonal(DVec3::ONE / factor);
        let restored = Stretched::new(Core(scaled), matrix).unwrap();
        assert_eq!(distance(&restored, &point), 2.0);
        let bounds = restored.body().bounds().unwrap();
        assert!(bounds.least().abs_diff_eq(-DVec3::ONE, 1e-12), "{bounds:?}");
    }
}

// Claim: only the exact difference of the places of two shapes counts. Wherever they are, the bits of
// the distance, its bounds and the normal are the same, and shapes of 10^-306 are told apart at
// 10^43: their size once was below what their places were scaled by.
#[test]
fn places_count_by_their_difference() {
    let mut numbers = Numbers::new(11);
    let mut apart = 0;
    for round in 0..300 {
        let size = if round % 3 == 0 { 1e-306 } else { 1.0 };
        let solid = Cylinder::new(Axis::Z, 0.7 * size, 0.5 * size).unwrap();
        let points = [0; 3].map(|_| numbers.point(99) / 99.0);
        let away = DVec3::new(1.5, 0.0, 1.0);
        let hull = Hull::new(points.map(|point| (away + point) * size)).unwrap();
        let turn = DQuat::from_vec4(numbers.point(9).extend(0.5)).normalize();
        // Steps whose sum with every place below is exact.
        let step = numbers.point(16) / 16.0;
        let step = if size < 1.0 { DVec3::ZERO } else { step };
        let answer = |place: DVec3| {
            let at = |step| Pose::from_rotation(turn, place + step).unwrap();
            let (a, b) = (
                Posed::new(solid, at(step)),
                Posed::new(&hull, at(DVec3::ZERO)),
            );
            let answer = closest_points(&a, &b);
            let numbers = [answer.lower, answer.distance, answer.upper];
            (
                numbers,
                answer.normal,
                answer.iterations,
                proximity(&a, &b, 0.0),
            )
        };
        let near = answer(DVec3::ZERO);
        for far in [8.0, -(2f64.powi(20)), 2f64.powi(46)] {
            assert_eq!(answer(DVec3::new(far, 3.0, -far)), near, "{round} {far}");
        }
        if size < 1.0 {
            assert_eq!(answer(DVec3::new(1e43, 5e44, -1e44)), near, "{round}");
            apart += u32::from(near.3 == Separated);
        }
    }
    assert!(apart > 20, "{apart}");
}

// Claim: a pair of solids of revolution that is 2^±600 times as large takes the same steps to the
// same answer, times that: which points stay on a flat side is told by lengths that are scaled.
#[test]
fn sizes_far_apart_take_the_same_steps() {
    let answer = |factor: f64, turn: DQuat, there: DVec3, sizes: [[f64; 2]; 2]| {
        let [[h, r], [k, s]] = sizes.map(|pair| pair.map(|length| length * factor));
        let a = Cylinder::new(Axis::Z, h, r).unwrap();
        let b = Cylinder::new(Axis::Z, k, s).unwrap();
        let pose = Pose::from_rotation(turn, there * factor).unwrap();
        let answer = closest_points(&a, &Posed::new(b, pose));
        (answer.distance / factor, answer.normal, answer.iterations)
    };
    let turn = DQuat::from_xyzw(
        0.5432370330016769,
        -0.9045961430350595,
        0.1662123205751871,
        0.7965269999476929,
    );
    let (plain, there) = (
        DQuat::from_xyzw(1.0, 2.0, 3.0, 4.0),
        DVec3::new(4.0, 3.0, 1.0),
    );
    for power in [-900, -600, 512, 600, 900] {
        let factor = 2f64.powi(power);
        let pair = |factor| {
            answer(
                factor,
                turn,
                DVec3::new(8.0, 9.0, 2.0),
                [[2.0, 6.0], [3.0, 5.0]],
            )
        };
        assert_eq!(pair(factor), pair(1.0), "{power}");
        let pair = |factor| answer(factor, plain, there, [[1.0, 1.0], [1.0, 1.0]]);
        assert_eq!(pair(factor), pair(1.0), "{power}");
    }
}

// Claim: where double-double decides, curved shapes of up to 10^307 have the answers of small ones,
// as they are or scaled to their size from any other: their points have all digits. They once had
// none from 10^300 on, and a distance was off by 10^-10 of the shapes.
#[test]
fn the_largest_curved_shapes_have_all_digits() {
    fn check<C: Shape<Vector = DVec3> + SupportMapping<Vector = DVec3>>(
        numbers: &mut Numbers,
        solid: impl Fn(f64) -> C,
    ) {
        let turn = DQuat::from_vec4(numbers.point(9).extend(0.5)).normalize();
        let pose = Pose::from_rotation(turn, DVec3::ZERO).unwrap();
        let direction = numbers.point(99).with_z(0.25);
        let power = numbers.integer(25) as i32 - 25;
        let small = Posed::new(solid(1.0), pose);
        let place = small.body().support(direction) + direction.normalize() * 2f64.powi(power);
        let answer = |shape: &dyn Shape<Vector = DVec3>, factor: f64| {
            let point = Point::new(place * factor).unwrap();
            let answer = closest_points(shape, &point);
            let near = proximity(shape, &point, 0.0);
            (answer.distance / factor, answer.normal, answer.status, near)
        };
        let expected = answer(&small, 1.0);
        for power in [990, 1000, 1017] {
            let factor = 2f64.powi(power);
            for piece in 0..3 {
                let point = |factor| solid(factor).precise_point(piece, direction);
                let larger = point(1.0).map(|halves| halves.map(|half| half * factor));
                assert_eq!(point(factor), larger);
            }
            let large = Posed::new(solid(factor), pose);
            assert_eq!(answer(&large, factor), expected, "{power}");
            for other in [1.0, 2f64.powi(200), 2f64.powi(1000)] {
                let scaled = Scaled::new(solid(factor / other), other).unwrap();
                let found = answer(&Posed::new(scaled, pose), factor);
                assert_eq!((found.2, found.3), (expected.2, expected.3), "{power}");
                assert!(
                    (found.0 - expected.0).abs() <= 8.0 * f64::EPSILON,
                    "{power}"
                );
            }
            // And back.
            let scaled = Scaled::new(solid(factor), 1.0 / factor).unwrap();
            let found = answer(&Posed::new(scaled, pose), 1.0);
            assert_eq!((found.2, found.3), (expected.2, expected.3), "{power}");
            assert!(
                (found.0 - expected.0).abs() <= 8.0 * f64::EPSILON,
                "{power}"
            );
        }
    }
    let mut numbers = Numbers::new(31);
    for _ in 0..40 {
        let [h, r] = [0; 2].map(|_| 1.0 + numbers.integer(9).abs());
        check(&mut numbers, |by| {
            Cylinder::new(Axis::Z, h * by, r * by).unwrap()
        });
        check(&mut numbers, |by| {
            Cone::new(Axis::X, h * by, r * by).unwrap()
        });
        let radii = DVec3::new(h, r, 0.5);
        check(&mut numbers, |by| Ellipsoid::new(radii * by).unwrap());
    }
}

// Claim: a factor that is not a normal number takes no digits from the direction in which a curved
// core is asked in double-double: an ellipsoid times 2^-1055 has the answers of one of that size.
#[test]
fn subnormal_factors_leave_precise_directions() {
    let mut numbers = Numbers::new(32);
    let (factor, size) = (f64::from_bits(1 << 19), 2f64.powi(-45));
    for _ in 0..60 {
        let radii = DVec3::new(1.0, 2.0, 0.5) + numbers.point(9).abs() / 16.0;
        let plain = Ellipsoid::new(radii * size).unwrap();
        let core = Ellipsoid::new(radii * 2f64.powi(1010)).unwrap();
        let scaled = Scaled::new(core, factor).unwrap();
        let direction = numbers.point(99).with_z(0.25).normalize();
        let gap = size * 2f64.powi(numbers.integer(25) as i32 - 25);
        let point = Point::new(plain.support(direction) + direction * gap).unwrap();
        let answer = |shape: &dyn Shape<Vector = DVec3>| {
            let answer = closest_points(shape, &point);
            (
                answer.distance,
                answer.status,
                proximity(shape, &point, 0.0),
            )
        };
        let (expected, found) = (answer(&plain), answer(&scaled));
        assert_eq!((found.1, found.2), (expected.1, expected.2));
        assert!(
            (found.0 - expected.0).abs() <= 4.0 * f64::EPSILON * size,
            "{found:?} {expected:?}"
        );
    }
}

// Claim: so it is for all pairs of kinds, in any pose, with every number of the answer.
#[test]
fn solids_of_any_size_have_the_same_answers() {
    let mut numbers = Numbers::new(7);
    for round in 0..300 {
        let mut length = || 1.0 + numbers.integer(4).abs();
        let sizes = [0; 2].map(|_| [length(), length(), length()]);
        let mut vector = || DVec3::new(numbers.integer(9), numbers.integer(9), numbers.integer(9));
        let turns = [0; 2].map(|_| DQuat::from_vec4(vector().extend(1.0)).normalize());
        let places = [vector(), vector()];
        let answer = |factor: f64| {
            let bodies = [0, 1].map(|i| {
                let [x, y, z] = sizes[i].map(|size| size * factor);
                let solid: Box<dyn Shape<Vector = DVec3>> = match (round + 3 * i) % 5 {
                    0 => Box::new(Cylinder::new(Axis::Y, x, y).unwrap()),
                    1 => Box::new(Cone::new(Axis::X, x, y).unwrap()),
                    2 => Box::new(Ellipsoid::new(DVec3::new(x, y, z)).unwrap()),
                    3 => Box::new(Cuboid::new(DVec3::new(x, y, z)).unwrap()),
                    _ => Box::new(Capsule::new(DVec3::X * x, DVec3::Y * y, z).unwrap()),
                };
                Posed::new(
                    solid,
                    Pose::from_rotation(turns[i], places[i] * factor).unwrap(),
                )
            });
            let found = closest_points(&bodies[0], &bodies[1]);
            let lengths = [found.lower, found.distance, found.upper].map(|length| length / factor);
            let points = [found.point_a, found.point_b].map(|point| point / factor);
            (
                lengths,
                points,
                found.normal,
                found.iterations,
                found.status,
            )
        };
        for power in [-900, -530, 515, 700, 960] {
            assert_eq!(answer(2f64.powi(power)), answer(1.0), "{round} {power}");
        }
    }
}

// Claim: certain answers about curved shapes count the rounding of vertices that are rotated about
// an origin far from them, 10^4 and 10^8 of their sizes; so do intersection tests.
#[test]
fn far_frames_are_counted() {
    let segment = Segment::new([DVec2::new(9998.0, 10004.0), DVec2::new(10003.0, 9999.0)]).unwrap();
    let there = Pose::from_angle(2.75, DVec2::new(13060.0, 5426.5)).unwrap();
    let segment = Posed::new(segment, there);
    let margin = 4.290795869242559e-2;
    let disc = Ellipsoid::new(DVec2::ONE).unwrap();
    let ball = Ball::new(DVec2::ZERO, 1.0).unwrap();
    assert_eq!(proximity(&segment, &ball, margin), Near);
    assert_eq!(proximity(&segment, &disc, margin), Near);

    let edge = [
        DVec2::new(76603480.11826286, -118003848.40181917),
        DVec2::new(76603480.4537524, -118003847.45977524),
    ];
    let turn = DMat2::from_cols(
        DVec2::new(0.9420439304045566, 0.33548954259102465),
        DVec2::new(-0.33548954259102465, 0.9420439304045566),
    );
    let hull = |x: f64| {
        let there = Pose::from_matrix(turn, DVec2::new(x, 85465142.14555654)).unwrap();
        Posed::new(Hull::new(edge).unwrap(), there)
    };
    let apart = hull(-111752898.61758259);
    assert!(distance(&apart, &disc) < 0.99999999);
    assert_eq!(proximity(&apart, &disc, 0.99999999), Near);
    let larger = Ellipsoid::new(DVec2::splat(1.000000005)).unwrap();
    let overlapping = hull(-111752899.61758257);
    assert!(intersects(&overlapping, &larger));
    assert_ne!(proximity(&overlapping, &larger, 0.0), Separated);
}

// Claim: at the iteration limit `proximity` takes the mean of a simplex for its upper bound. The
// nearest point of a sliver, as calculated, is nearer by 10^4 roundoffs.
#[test]
fn slivers_are_no_nearer_than_their_mean() {
    let sliver = Hull::new([
        DVec3::new(
            -0.32711849236874757,
            -0.41132456796061345,
            1.215985405980872,
        ),
        DVec3::new(
            0.9386399489043984,
            -1.0148503825926727,
            0.048774019800214674,
        ),
        DVec3::new(0.5110267002797018, -0.8109619199204268, 0.44309320644036626),
    ]);
    let speck = Ellipsoid::new(DVec3::splat(1e-30)).unwrap();
    let ball = Rounded::new(speck, 0.9999999999986482).unwrap();
    let found = Settings::default()
        .max_iterations(3)
        .proximity(&sliver.unwrap(), &ball, 0.0);
    assert_ne!(found, Overlapping);
}

// Claim: the extent of a box one ulp wide covers both corners, though its rounded centre is one of
// them: no proof overlooks a corner. The exact distance is 2.75e-16 below the bound that would be
// proved.
#[test]
fn boxes_of_an_ulp_have_two_corners() {
    let unit = 2f64.powi(-52);
    let least = (2f64.powi(52) + 2f64.powi(30) + 1.0) * unit;
    let cube = Aabb::new(DVec3::splat(least), DVec3::splat(least + unit)).unwrap();
    let corner = cube.least() + DVec3::new(0.0, unit, 0.0);
    let ways = [
        DVec3::ZERO,
        DVec3::new(-101210235.0, 113538743.0, 129467086.0),
        DVec3::new(105151574.0, -125515796.0, -143124399.0),
    ];
    let first = DVec3::new(-6312434.0, 9710590.0, 11078142.0);
    let triangle = Hull::new(ways.map(|way| corner - (first + way) * unit)).unwrap();
    let shift = DVec3::new(
        -0.1830000826488889,
        -0.48633281000877804,
        0.014535118664903424,
    );
    let triangle = Posed::new(triangle, Pose::from_translation(-shift * unit).unwrap());
    let proposed = Simplex::of_vertices(&[[5, 0], [5, 1], [5, 2]]);
    let answer = Settings::default()
        .proposal(proposed)
        .closest_points(&cube, &triangle);
    let searched = closest_points(&cube, &triangle);
    assert!(answer.lower <= searched.upper && searched.lower <= answer.upper);
    assert_eq!(answer.lower, searched.lower, "{answer:?}");
}

// Claim: a common point in a tetrahedron of sevenths is within one and a half ulps of the point that
// it is: the sums of its mean are not rounded one by one.
#[test]
fn common_points_are_rounded_once() {
    let mut numbers = Numbers::new(17);
    let (mut worst, mut found) = (0.0, 0);
    for _ in 0..20_000 {
        let hull = Hull::new(
            numbers
                .points(7, 99)
                .into_iter()
                .map(|p| p / 7.0)
                .collect::<Vec<_>>(),
        );
        let hull = hull.unwrap();
        let place = numbers.point(9) / 7.0;
        let answer = closest_points(&hull, &Point::new(place).unwrap());
        if answer.simplex.pairs().len() == 4 {
            let coordinates = hull.points().iter().map(|point| point.abs().max_element());
            let largest = coordinates.fold(0.0, f64::max);
            let ulp = largest.next_up() - largest;
            worst = f64::max(worst, answer.point_a.distance(place) / ulp);
            found += 1;
        }
    }
    assert!(found > 3000, "{found}");
    assert!(worst > 0.75 && worst <= 1.5, "{worst}");
}

// Claim: so it is where coordinates are subnormal: within one least number.
#[test]
fn subnormal_common_points_are_rounded_once() {
    let mut numbers = Numbers::new(18);
    let (mut worst, mut found) = (0.0, 0);
    let least = f64::from_bits(1);
    for _ in 0..5000 {
        let points = numbers.points(7, 1 << 40).into_iter();
        let hull = Hull::new(points.map(|point| point * least).collect::<Vec<_>>()).unwrap();
        let place = numbers.point(1 << 36) * least;
        let answer = closest_points(&hull, &Point::new(place).unwrap());
        if answer.simplex.pairs().len() == 4 {
            let off = (answer.point_a - place).abs().max_element() / least;
            worst = f64::max(worst, off);
            found += 1;
        }
    }
    assert!(found > 500, "{found}");
    assert!(worst <= 1.0, "{worst}");
}

// Claim: a distance that is a quarter of the least number below the least normal one has bounds that
// enclose it, though it is rounded to that.
#[test]
fn the_least_normal_distance_is_enclosed() {
    let (least, unit) = (f64::MIN_POSITIVE, f64::from_bits(1));
    let level = Aabb::new(
        DVec2::new(-2.0 * least, least),
        DVec2::new(-least - unit, least),
    );
    let below = Hull::new([
        DVec2::new(-2.0 * least, 0.0),
        DVec2::new(2.0 * least, unit),
        DVec2::new(0.0, -least),
    ]);
    let answer = closest_points(&level.unwrap(), &below.unwrap());
    assert_eq!((answer.lower, answer.upper), (least - unit, least));
}

// Claim: curved shapes whose radii overlap by more than rounding have no normal: the plane between
// their cores leaves them overlapping.
#[test]
fn radii_that_overlap_leave_no_normal() {
    let disc = Ellipsoid::new(DVec2::ONE).unwrap();
    for (ulps, has_normal) in [(0.0, true), (18.0, false), (1e3, false)] {
        let center = DVec2::new(3.0 - ulps * 2f64.powi(-51), 0.0);
        let ball = Ball::new(center, 2.0).unwrap();
        let answer = closest_points(&disc, &ball);
        assert_eq!(answer.distance, 0.0);
        assert_eq!(answer.normal.is_some(), has_normal, "{ulps}");
    }
}

// Claim: a hull is right although the mean of its vertices, as rounded, is beyond the largest
// number: that of eleven vertices on a side as far away as numbers go.
#[test]
fn means_beyond_the_largest_number_leave_a_hull() {
    let (most, part) = (f64::MAX, f64::MAX / 4.0);
    let corners = [[0.0, 0.0], [part, 0.0], [0.0, part]];
    let vertices = corners.iter().cycle().take(11);
    let vertices = vertices.map(|[y, z]| DVec3::new(most, *y, *z));
    let hull = Hull::new(vertices.collect::<Vec<_>>()).unwrap();
    let before = |x: f64| Point::new(DVec3::new(x, part / 4.0, part / 4.0)).unwrap();
    assert!(intersects(&hull, &before(most)));
    assert!(!intersects(&hull, &before(most.next_down())));
    assert_eq!(distance(&hull, &before(most / 2.0)), most / 2.0);
}

// Claim: where a translation takes back the coordinates of a shape, curved shapes keep their ulps
// down to 2^-90 of these coordinates.
#[test]
fn translations_that_take_back_leave_digits() {
    let there = Point::new(DVec3::new(1.0, -1.0, 1.0)).unwrap();
    let back = Pose::from_translation(DVec3::new(-1.0, 1.0, -1.0)).unwrap();
    let back = Posed::new(there, back);
    let origin = Point::new(DVec3::ZERO).unwrap();
    for exponent in (10..=90).step_by(5) {
        let size = 2f64.powi(-exponent);
        let ellipsoid = Ellipsoid::new(DVec3::new(size, size / 2.0, size / 4.0)).unwrap();
        let place = DVec3::new(0.0, 10.0, 5.0) * size;
        let ellipsoid = Posed::new(ellipsoid, Pose::from_translation(place).unwrap());
        let [plain, taken_back] = [distance(&ellipsoid, &origin), distance(&ellipsoid, &back)];
        let ulps = 16.0 * size * f64::EPSILON;
        assert!(
            (plain - taken_back).abs() <= ulps,
            "{exponent}: {plain:e} {taken_back:e}"
        );
        assert_eq!(proximity(&ellipsoid, &back, 0.0), Separated, "{exponent}");
    }
}

// Claim: if the centres of two shapes overflow one way, and their places the other way, nothing is
// known of them, as the pages say: the coordinate in which that happens is not a number, and no
// length that is made of the others counts. (The answer was once a distance, with bounds.)
#[test]
fn differences_that_overflow_both_ways_are_not_finite() {
    let large = 1.5e308;
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    let body = |min: DVec3, max: DVec3, place: f64| {
        let pose = Pose::from_translation(DVec3::X * place).unwrap();
        Posed::new(Aabb::new(min, max).unwrap(), pose)
    };
    let a = body(at(large, 0.0, 0.0), at(large, 1.0, 1.0), -large);
    let b = body(at(-large, 0.0, 0.0), at(-large, 0.0, 1.0), large - 1e308);
    let answer = closest_points(&a, &b);
    assert_eq!(answer.status, Status::NotFinite, "{answer:?}");
    assert_eq!(closest_points(&b, &a).status, Status::NotFinite);
}
