//! Answers whose exact values are known, and answers that are proved here.

use crate::common::Numbers;
use crate::mappings::Unnumbered;
use gjk_core::{
    Arithmetic, Axis, Ball, Capsule, ClosestPoints, Cuboid, Cylinder, Ellipsoid, Hull, Point, Pose,
    Posed, Rounded, Segment, Settings, Shape, Simplex, Status, Stretched, SupportMapping, Triangle,
    closest_points, distance, intersects,
};
use glam::{DMat2, DQuat, DVec2, DVec3};

fn ball(x: f64, y: f64, z: f64, radius: f64) -> Ball<DVec3> {
    Ball::new(DVec3::new(x, y, z), radius).unwrap()
}

fn moved<S: Shape<Vector = DVec3>>(shape: S, by: DVec3) -> Posed<S> {
    Posed::new(shape, Pose::from_translation(by).unwrap())
}

fn dyn_support(shape: &dyn Shape<Vector = DVec3>) -> &dyn Shape<Vector = DVec3> {
    shape
}

// Every answer for hulls of integer points can be proved: single points, segments, flat and solid
// hulls, with duplicates, apart, touching and overlapping, in either order.
#[test]
fn integer_hulls_prove_themselves() {
    let mut numbers = Numbers::new(1);
    let (mut apart, mut together) = (0, 0);
    for round in 0..6000 {
        let size = 1 + round % 4;
        let (count_a, count_b) = (1 + round as usize % 7, 1 + round as usize / 7 % 5);
        let a = numbers.points(count_a, size);
        let mut b = numbers.points(count_b, size);
        let shift = DVec3::X * (round % 3 * size) as f64;
        b.iter_mut().for_each(|p| *p += shift);
        let (hull_a, hull_b) = (Hull::new(&a[..]).unwrap(), Hull::new(&b[..]).unwrap());

        let answer = closest_points(&hull_a, &hull_b);
        prove(&a, &b, &answer);
        let swapped = closest_points(&hull_b, &hull_a);
        prove(&b, &a, &swapped);
        assert_eq!(answer.intersects(), swapped.intersects(), "{a:?} {b:?}");
        assert_eq!(
            answer.intersects(),
            intersects(&hull_a, &hull_b),
            "{a:?} {b:?}"
        );
        assert_eq!(answer.distance, distance(&hull_a, &hull_b), "{a:?} {b:?}");
        apart += u32::from(!answer.intersects());
        together += u32::from(answer.intersects());
    }
    assert!(
        apart > 1400 && together > 1400,
        "{apart} apart, {together} together"
    );
}

// Pancakes too: five points within 2^-25 to 2^-50 of one plane, for which f64 sometimes finds no
// nearer point before the bounds meet, far from contact. Then double-double continues.
#[test]
fn pancakes_prove_themselves() {
    let mut numbers = Numbers::new(9);
    let mut gone_on = 0;
    for round in 0..9000 {
        let thickness = 2f64.powi([-25, -45, -50][round % 3]);
        let mut point = || numbers.point(1 << 40) / 2f64.powi(40);
        let (corner, edge, other) = (point(), point(), point());
        let a: [DVec3; 5] = std::array::from_fn(|_| {
            let at = point();
            corner + edge * at.x + other * at.y + point() * thickness
        });
        let b: [DVec3; 5] = std::array::from_fn(|_| point() + DVec3::X * 1.25);
        let mut precise = false;
        let answer = Settings::default().observed(
            &Unnumbered(Hull::new(a).unwrap()),
            &Hull::new(b).unwrap(),
            |step| precise |= step.arithmetic == Arithmetic::DoubleDouble,
        );
        prove(&a, &b, &answer);
        gone_on += u32::from(precise && answer.distance > 1e-6);
    }
    assert!(gone_on >= 3, "only {gone_on} needed double-double");
}

// Multiplying the shapes by a power of two, from 2^-900 to 2^900, multiplies the answer by it, bit
// for bit: there is no absolute epsilon.
#[test]
fn powers_of_two_scale_the_answer() {
    let mut numbers = Numbers::new(2);
    for round in 0..400 {
        let (mut a, mut b) = (numbers.points(5, 9), numbers.points(4, 9));
        let shift = DVec3::splat((round % 12) as f64);
        // Thirds give the coordinates full mantissas.
        a.iter_mut().for_each(|p| *p /= 3.0);
        b.iter_mut().for_each(|p| *p = *p / 3.0 + shift);
        let answer = closest_points(&Hull::new(&a[..]).unwrap(), &Hull::new(&b[..]).unwrap());
        for exponent in [-900, -500, -40, 40, 500, 900] {
            let scale = 2f64.powi(exponent);
            let scaled = |points: &[DVec3]| points.iter().map(|p| *p * scale).collect::<Vec<_>>();
            let (a, b) = (scaled(&a), scaled(&b));
            let large = closest_points(&Hull::new(&a[..]).unwrap(), &Hull::new(&b[..]).unwrap());
            assert_eq!(large.distance, answer.distance * scale, "{exponent}");
            assert_eq!(large.lower, answer.lower * scale, "{exponent}");
            assert_eq!(large.point_a, answer.point_a * scale, "{exponent}");
            assert_eq!(large.point_b, answer.point_b * scale, "{exponent}");
            assert_eq!(large.normal, answer.normal, "{exponent}");
            assert_eq!(large.iterations, answer.iterations, "{exponent}");
        }
    }
}

// The distance of two points is correctly rounded: integers of 41 bits, whose squared distance
// needs up to 84 bits, compared with the integer square root.
#[test]
fn lengths_are_correctly_rounded() {
    let mut numbers = Numbers::new(10);
    for _ in 0..2000 {
        let (p, q) = (numbers.point(1 << 40), numbers.point(1 << 40));
        let squared = |x: f64| (x as i128 * x as i128) as u128;
        let between = (p - q).to_array().map(squared);
        let squared: u128 = between.iter().sum();
        // The last bit represents the fraction that the integer root drops.
        let expected = ((squared << 44).isqrt() | 1) as f64 / 2f64.powi(22);
        let found = distance(&Point::new(p).unwrap(), &Point::new(q).unwrap());
        assert_eq!(found, expected, "{p} {q}");
    }
}

// Balls in a 3-4-5 position: apart, touching exactly, overlapping in their radii only, concentric.
#[test]
fn balls_know_their_radii() {
    let a = ball(0.0, 0.0, 0.0, 1.0);
    let apart = closest_points(&a, &ball(3.0, 4.0, 0.0, 2.0));
    assert_eq!(apart.distance, 2.0);
    // The bounds enclose it, and are the numbers next to it unless it is known to be one.
    assert!((2f64.next_down()..=2.0).contains(&apart.lower));
    assert!((2.0..=2f64.next_up()).contains(&apart.upper));
    assert_eq!(apart.point_a, DVec3::new(0.6, 0.8, 0.0));
    assert!((apart.point_b - DVec3::new(1.8, 2.4, 0.0)).length() <= 2.0 * f64::EPSILON);
    assert_eq!(apart.normal, Some(DVec3::new(0.6, 0.8, 0.0)));

    for (radius, meets) in [(4.0, true), (4.0 - 2f64.powi(-48), false), (4.5, true)] {
        let b = ball(3.0, 4.0, 0.0, radius);
        assert_eq!(intersects(&a, &b), meets, "radius {radius}");
        assert_eq!(distance(&a, &b) == 0.0, meets, "radius {radius}");
    }

    // They overlap by 1, so the common point is between 3 and 4 from the centre of b, and within 2
    // of a.
    let (a, b) = (ball(0.0, 0.0, 0.0, 2.0), ball(3.0, 4.0, 0.0, 4.0));
    let deep = closest_points(&a, &b);
    assert_eq!((deep.distance, deep.lower, deep.upper), (0.0, 0.0, 0.0));
    assert_eq!(deep.point_a, deep.point_b);
    assert!(deep.point_a.length() <= 2.0);
    assert!((deep.point_a - DVec3::new(3.0, 4.0, 0.0)).length() <= 4.0);
    assert_eq!(deep.normal, None);
    let touching = closest_points(&a, &ball(0.0, 6.0, 0.0, 4.0));
    assert_eq!((touching.distance, touching.normal), (0.0, Some(DVec3::Y)));

    // The sum of the radii overflows; the common point does not.
    let (a, b) = (
        ball(0.0, 0.0, 0.0, 1.2e308),
        ball(1.5e308, 0.0, 0.0, 0.9e308),
    );
    let huge = closest_points(&a, &b).point_a;
    assert!(huge.x <= 1.2e308 && huge.x >= 0.6e308, "{huge}");
    let (a, b) = (ball(0.0, 0.0, 0.0, 0.0), ball(1.0, 0.0, 0.0, 2.0));
    assert_eq!(closest_points(&a, &b).point_a, DVec3::ZERO);
    assert_eq!(closest_points(&b, &a).point_a, DVec3::ZERO);

    let concentric = closest_points(&ball(1.0, 2.0, 3.0, 1.0), &ball(1.0, 2.0, 3.0, 5.0));
    assert_eq!(concentric.distance, 0.0);
    assert_eq!(concentric.normal, None);
    assert_eq!(concentric.point_a, DVec3::new(1.0, 2.0, 3.0));
}

// The radii of the two shapes differ, so each must be used once and for its own shape.
#[test]
fn capsules_know_their_radii() {
    let capsule = |x: f64, radius| {
        let (start, end) = (DVec3::new(x, -1.0, 0.0), DVec3::new(x, 1.0, 0.0));
        Capsule::new(start, end, radius).unwrap()
    };
    let apart = closest_points(&capsule(0.0, 0.5), &capsule(8.0, 2.0));
    assert_eq!(apart.distance, 5.5);
    assert!((5.5f64.next_down()..=5.5).contains(&apart.lower));
    assert_eq!((apart.point_a.x, apart.point_b.x), (0.5, 6.0));
    assert_eq!(apart.point_a.y, apart.point_b.y);
    assert!(apart.point_a.y.abs() <= 1.0);

    for zero in [0.0, -0.0] {
        let segments = closest_points(&capsule(0.0, zero), &capsule(8.0, zero));
        assert_eq!((segments.point_a.x, segments.point_b.x), (0.0, 8.0));
        assert_eq!(segments.distance, 8.0);
    }

    assert!(intersects(&capsule(0.0, 6.0), &capsule(8.0, 2.0)));
    assert!(!intersects(&capsule(0.0, 5.5), &capsule(8.0, 2.0)));
    let deep = closest_points(&capsule(0.0, 7.0), &capsule(8.0, 3.0));
    assert_eq!(deep.point_a, deep.point_b);
    assert!(deep.point_a.x >= 5.0 && deep.point_a.x <= 7.0);

    // Crossed cores intersect for any radii, and then there is no normal.
    let across = Segment::new([DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 0.0, 0.0)]).unwrap();
    let crossed = closest_points(&capsule(0.0, 0.0), &across);
    assert_eq!((crossed.distance, crossed.normal), (0.0, None));
}

// Shapes in exact contact intersect: vertices, edges, faces, and single points.
#[test]
fn touching_is_intersecting() {
    let unit = Cuboid::new(DVec3::ONE).unwrap();
    for touch in [
        DVec3::new(2.0, 0.0, 0.0),
        DVec3::new(2.0, 2.0, 0.5),
        DVec3::new(-2.0, 2.0, -2.0),
        DVec3::new(0.0, 0.0, 2.0),
    ] {
        let b = moved(unit, touch);
        assert!(intersects(&unit, &b), "{touch}");
        let answer = closest_points(&unit, &b);
        assert_eq!(
            (answer.distance, answer.point_a),
            (0.0, answer.point_b),
            "{touch}"
        );
        let apart = moved(unit, touch * (1.0 + 4.0 * f64::EPSILON));
        assert!(!intersects(&unit, &apart), "{touch}");
    }
    let point = Point::new(DVec3::new(0.1, 0.2, 0.3)).unwrap();
    let answer = closest_points(&point, &point);
    assert_eq!((answer.distance, answer.normal), (0.0, None));
    assert_eq!(answer.status, Status::Converged);
    assert_eq!(
        (answer.point_a, answer.point_b),
        (point.position(), point.position())
    );
}

// A shape intersects itself, for every kind of shape.
#[test]
fn identical_shapes_intersect() {
    let (p, q, r) = (DVec3::new(0.1, 0.7, -2.3), DVec3::Y / 3.0, DVec3::Z / 7.0);
    let segment = Segment::new([p, q]).unwrap();
    let triangle = Triangle::new([p, q, r]).unwrap();
    let capsule = Capsule::new(p, q, 0.0).unwrap();
    let hull = Hull::new([p, q, r, DVec3::ONE]).unwrap();
    let cuboid = Cuboid::new(DVec3::new(0.1, 0.0, 3.0)).unwrap();
    let turned = Pose::from_rotation(DQuat::from_rotation_x(1.0), p * 1e6).unwrap();
    let posed = Posed::new(cuboid, turned);
    let shapes = [
        dyn_support(&segment),
        &triangle,
        &capsule,
        &hull,
        &cuboid,
        &posed,
    ];
    for (i, shape) in shapes.into_iter().enumerate() {
        let answer = closest_points(shape, shape);
        assert_eq!(answer.distance, 0.0, "shape {i}");
        assert!(intersects(shape, shape), "shape {i}");
        let ulps = (answer.point_a - answer.point_b).length() / f64::EPSILON;
        assert!(ulps <= 2.0 * answer.point_a.length(), "shape {i}");
    }
}

// Far from the origin of the world no digits are lost, in poses or in coordinates: shapes of 2^-23
// with full mantissas at 10^8, where coordinates are multiples of 2^-26.
#[test]
fn far_away_is_as_good_as_near() {
    let far = DVec3::new(1e8, -1e8, 1e8);
    let unit = 2f64.powi(-24);
    let mut numbers = Numbers::new(3);
    for round in 0..1000 {
        let shift = DVec3::X * (unit * (round % 24) as f64);
        let mut near = || numbers.points(6, 8).into_iter().map(|p| p * unit / 3.0);
        let a: Vec<DVec3> = near().collect();
        let b: Vec<DVec3> = near().map(|p| p + shift).collect();
        let moved_by = |points: &[DVec3], by: DVec3| points.iter().map(|p| *p + by).collect();
        let far_a: Vec<DVec3> = moved_by(&a, far);
        let far_b: Vec<DVec3> = moved_by(&b, far);
        // The part of the near coordinates that the far ones keep; these sums are exact.
        let kept_a: Vec<DVec3> = moved_by(&far_a, -far);
        let kept_b: Vec<DVec3> = moved_by(&far_b, -far);
        let hull = |points| Hull::<DVec3, _>::new(points).unwrap();
        let [a, b, far_a, far_b] = [&a[..], &b, &far_a, &far_b].map(hull);
        let [kept_a, kept_b] = [&kept_a[..], &kept_b].map(hull);

        // Far poses, far coordinates, one of each, and poses that bring far points back.
        let [posed_a, posed_b] = [moved(a, far), moved(b, far)];
        let [back_a, back_b] = [moved(far_a, -far), moved(far_b, -far)];
        for (found_a, found_b, near_a, near_b) in [
            (dyn_support(&posed_a), dyn_support(&posed_b), a, b),
            (&far_a, &far_b, kept_a, kept_b),
            (&posed_a, &far_b, a, kept_b),
            (&far_a, &posed_b, kept_a, b),
            (&back_a, &b, kept_a, b),
            (&a, &back_b, a, kept_b),
            (&back_a, &back_b, kept_a, kept_b),
        ] {
            let expected = distance(&near_a, &near_b);
            let error = (distance(found_a, found_b) - expected).abs() / (unit * f64::EPSILON);
            assert!(error <= 64.0, "{error} units: {a:?} {b:?}");
            let meets = intersects(found_a, found_b);
            assert_eq!(meets, expected == 0.0, "{expected:e}: {a:?} {b:?}");
        }
    }
}

// A pose loses no digits of a shape with its own position, such as a ball or a point.
#[test]
fn poses_keep_the_digits_of_centres() {
    let far = DVec3::splat(1e8);
    let a = moved(ball(0.1, 0.0, 0.0, 0.0), far);
    let b = moved(Point::new(DVec3::new(0.4, 0.0, 0.0)).unwrap(), far);
    assert_eq!(distance(&a, &b), 0.4 - 0.1);
    assert_eq!(distance(&b, &a), 0.4 - 0.1);
}

// The search handles shapes whose first support points are 10^300 times smaller than the others.
#[test]
fn sizes_of_all_kinds_mix() {
    let origin = Point::new(DVec2::ZERO).unwrap();
    let triangle = |corners| Triangle::<DVec2>::new(corners).unwrap();
    for (tiny, large) in [
        (1e-300, 1e10),
        (1e-300, 1e300),
        (1e-20, 1e40),
        (1e-50, 1e100),
        (1.0, 1e200),
        (1e-100, 1e100),
    ] {
        let (p, q) = (DVec2::new(tiny, 0.0), DVec2::new(-1.0, large));
        let found = closest_points(&triangle([p, q, DVec2::new(large, large)]), &origin);
        assert_eq!(found.status, Status::Converged, "{tiny:e} {large:e}");
        assert!(
            found.distance <= tiny * 2.0,
            "{tiny:e} {large:e}: {}",
            found.distance
        );
        assert!(found.point_a.is_finite());

        let (q, r) = (DVec2::new(tiny, large), DVec2::new(tiny, -large));
        let found = closest_points(&triangle([p, q, r]), &origin);
        assert_eq!(found.distance, tiny, "{tiny:e} {large:e}");
        let found = closest_points(&Segment::new([q, r]).unwrap(), &origin);
        let error = (found.distance - tiny).abs();
        assert!(
            error <= 2.0 * f64::EPSILON * large,
            "{tiny:e} {large:e}: {error:e}"
        );
    }
}

// Hulls with details of 10^-50 next to a vertex at distance 1, whose vertices are chosen by
// rounding error: a search that stalls reports it, and none does whose bounds have met; either
// answers within an ulp of the largest length.
#[test]
fn stalled_searches_say_so() {
    let point = |[x, y, z]: [f64; 3]| DVec3::new(x, y, z);
    let first = [
        [
            [1e-50, 1e-300, -2e-160],
            [-1e-300, 1e-300, 1e-300],
            [1e-160, 1e-160, -2e-160],
            [1e-160, -1e-300, -1e-300],
        ],
        [
            [-1e-300, 2e-160, -1e-300],
            [-1e-160, 1.0, -1.0],
            [-1e-300, 1e-50, 1e-100],
            [-1e-50, 1e-160, 0.0],
        ],
    ];
    let second = [
        [
            [1.0, -1e-20, 1e-20],
            [2e-160, 1e-300, -1e-160],
            [-1e-50, -1e-100, 1e-100],
            [1e-100, 1e-160, 2e-160],
        ],
        [
            [0.0, -1e-300, -1e-160],
            [1e-160, 1e-160, 1e-300],
            [-1e-160, 1e-20, 0.0],
            [1e-300, 0.0, -1e-300],
        ],
    ];
    let third = [
        [
            [1e-160, -2e-160, 1e-300],
            [1.0, 1e-300, 1e-160],
            [0.0, -1.0, -1e-20],
            [0.0, -1e-300, 1e-100],
        ],
        [
            [0.0, 1e-160, -1e-300],
            [-1e-300, -1e-300, 1e-50],
            [-1e-300, -1e-160, 2e-160],
            [0.0, -1e-160, 2e-160],
        ],
    ];
    let mut stalled = 0;
    for pair in [first, second, third] {
        let [a, b] = pair.map(|points| Hull::new(points.map(point)).unwrap());
        let answer = closest_points(&a, &b);
        assert_eq!(answer.status, Status::Converged);
        let answer = closest_points(&Unnumbered(&a), &b);
        let has_met = answer.lower == answer.upper;
        let expected = if has_met {
            Status::Converged
        } else {
            Status::Stalled
        };
        assert_eq!(answer.status, expected);
        assert_eq!(answer.intersects(), answer.upper == 0.0);
        stalled += u32::from(!has_met);
        assert!(answer.lower <= answer.upper && answer.upper <= f64::EPSILON);
        assert!(answer.simplex.pairs().iter().all(|pair| pair.weight > 0.0));
    }
    assert!(stalled > 0);
}

// At the ends of the range of f64: distances of subnormal numbers and of 10^308 are exact.
#[test]
fn extreme_sizes_are_exact() {
    let least = f64::from_bits(1);
    let largest = 2f64.powi(1020);
    for unit in [least, f64::MIN_POSITIVE, 2f64.powi(-1000), largest] {
        let a = Triangle::new([DVec3::X * unit, DVec3::Y * unit, DVec3::Z * unit]).unwrap();
        let b = Point::new(DVec3::new(4.0, 4.0, 0.0) * unit).unwrap();
        let cuboid = Cuboid::new(DVec3::ONE * unit).unwrap();
        assert_eq!(distance(&cuboid, &b), (18f64.sqrt() * unit), "{unit:e}");
        assert!(intersects(&cuboid, &a), "{unit:e}");
        assert_eq!(
            distance(&ball(0.0, 0.0, unit, unit), &b),
            33f64.sqrt() * unit - unit
        );
        assert!(!intersects(&a, &b));
        let far = ball(0.0, 8.0 * unit, 0.0, unit);
        assert_eq!(distance(&a, &far), 6.0 * unit, "{unit:e}");
    }
}

// The witness points of shapes that span the whole range are points of the shapes.
#[test]
fn witnesses_at_the_ends_of_the_range_are_finite() {
    let far = DVec3::Y * f64::MAX;
    let segment = Segment::new([DVec3::X + far, DVec3::X - far]).unwrap();
    let answer = closest_points(&segment, &Point::new(DVec3::ZERO).unwrap());
    assert!(answer.point_a.is_finite(), "{answer:?}");
}

// Hulls of subnormal coordinates: the distances are those of the same integers, rounded to the
// unit. The products of their projections underflow, which must not select the wrong vertex.
#[test]
fn subnormal_hulls_choose_the_right_vertices() {
    let least = f64::from_bits(1);
    let mut numbers = Numbers::new(4);
    for _ in 0..2000 {
        let (a, mut b) = (numbers.points(4, 8), numbers.points(4, 8));
        b.iter_mut().for_each(|p| p.x += 9.0);
        let expected = distance(&Hull::new(&a[..]).unwrap(), &Hull::new(&b[..]).unwrap());
        let tiny = |points: &[DVec3]| -> Vec<DVec3> { points.iter().map(|p| *p * least).collect() };
        let found = distance(&Hull::new(tiny(&a)).unwrap(), &Hull::new(tiny(&b)).unwrap()) / least;
        // A positive distance is at least one unit.
        let expected = if expected > 0.0 {
            f64::max(expected, 0.5)
        } else {
            0.0
        };
        assert!(
            (found - expected).abs() <= 0.5,
            "{found} for {expected}: {a:?} {b:?}"
        );
    }
}

// A large common offset in one shape's coordinates and the opposite in its pose cancel exactly.
#[test]
fn nested_poses_compose() {
    let quarter = Pose::from_rotation(
        DQuat::from_xyzw(0.0, 0.0, 0.5f64.sqrt(), 0.5f64.sqrt()),
        DVec3::ZERO,
    )
    .unwrap();
    let slab = Cuboid::new(DVec3::new(4.0, 1.0, 1.0)).unwrap();
    let b = Posed::new(moved(slab, DVec3::new(10.0, 0.0, 0.0)), quarter);
    // The slab is now upright around (0, 10, 0): from y = 6 to 14.
    let answer = closest_points(&Point::new(DVec3::ZERO).unwrap(), &b);
    assert!((answer.distance - 6.0).abs() <= 8.0 * f64::EPSILON);
    assert!((answer.point_b.y - 6.0).abs() <= 8.0 * f64::EPSILON);
    assert_eq!(b.shape.shape, slab);
}

/// Proves an answer for two hulls of points without a second algorithm: the witness points are
/// means of vertices and bound the distance from above, the plane of the normal bounds it from
/// below.
fn prove(a: &[DVec3], b: &[DVec3], answer: &ClosestPoints<DVec3>) {
    let pairs = || a.iter().flat_map(|p| b.iter().map(move |q| *p - *q));
    let reach = pairs().map(DVec3::length).fold(0.0, f64::max);
    let ulp = reach * f64::EPSILON;
    let largest = a
        .iter()
        .chain(b)
        .map(|p| p.abs().max_element())
        .fold(0.0, f64::max);
    let point_error = f64::max(largest, reach) * 4.0 * f64::EPSILON;
    let context = || format!("{a:?}\n{b:?}\n{answer:?}");

    assert_eq!(answer.status, Status::Converged, "{}", context());
    assert!(answer.lower <= answer.distance && answer.distance <= answer.upper);
    assert!(answer.upper - answer.lower <= 4.0 * ulp, "{}", context());

    let (mut mean_a, mut mean_b, mut sum) = (DVec3::ZERO, DVec3::ZERO, 0.0);
    assert!((1..=4).contains(&answer.simplex.pairs().len()));
    for pair in answer.simplex.pairs() {
        assert!(pair.weight > 0.0, "{}", context());
        assert!(a.contains(&pair.a) && b.contains(&pair.b), "{}", context());
        mean_a += pair.a * pair.weight;
        mean_b += pair.b * pair.weight;
        sum += pair.weight;
    }
    assert!((sum - 1.0).abs() <= 8.0 * f64::EPSILON, "{}", context());
    assert!(
        (mean_a - answer.point_a).length() <= point_error,
        "{}",
        context()
    );
    assert!(
        (mean_b - answer.point_b).length() <= point_error,
        "{}",
        context()
    );

    let between = answer.point_b - answer.point_a;
    assert!(
        (between.length() - answer.distance).abs() <= 2.0 * point_error,
        "{}",
        context()
    );
    assert_eq!(answer.intersects(), answer.distance == 0.0);
    match answer.normal {
        None => assert_eq!(answer.distance, 0.0),
        Some(normal) => {
            assert!((normal.length() - 1.0).abs() <= 4.0 * f64::EPSILON);
            let gap = pairs()
                .map(|difference| -difference.dot(normal))
                .fold(f64::INFINITY, f64::min);
            assert!(gap >= answer.lower - 4.0 * ulp, "{gap:e}: {}", context());
            assert!(gap <= answer.upper + 4.0 * ulp, "{gap:e}: {}", context());
        }
    }
}

// Curved shapes whose cores are apart, and which overlap only by their radii, have distance zero,
// bounds of zero, and a common point.
#[test]
fn radii_of_curved_shapes_overlap() {
    let rounded = |core| Rounded::new(core, 0.5).unwrap();
    let cylinder = rounded(Cylinder::new(Axis::Z, 1.0, 1.0).unwrap());
    for (x, expected) in [(2.25, 0.0), (2.75, 0.0), (3.25, 0.25)] {
        let other = moved(cylinder, DVec3::new(x, 0.0, 0.25));
        let answer = closest_points(&cylinder, &other);
        let found = [answer.lower, answer.distance, answer.upper];
        for length in [found, [distance(&cylinder, &other); 3]].as_flattened() {
            assert!(
                (length - expected).abs() <= 4.0 * f64::EPSILON,
                "{x}: {found:?}"
            );
        }
        assert_eq!(answer.intersects(), expected == 0.0);
        assert_eq!(answer.point_a == answer.point_b, expected == 0.0);
        assert_eq!(intersects(&cylinder, &other), expected == 0.0);
    }
}

// Claim: an answer has a normal only if planes across it separate the shapes, or they touch: not
// shapes that overlap by some roundoffs of their radii, whoever proposed the simplex, and not those
// of which the iteration limit leaves only the cores apart.
#[test]
fn normals_separate_shapes_that_do_not_overlap() {
    let balls = |gap: f64| [ball(0.0, 0.0, 0.0, 1.0), ball(2.0 + gap, 0.0, 0.0, 1.0)];
    for (gap, normal) in [
        (-1.5, None),
        (-(2f64.powi(-45)), None),
        (0.0, Some(DVec3::X)),
        (2f64.powi(-45), Some(DVec3::X)),
    ] {
        let [a, b] = balls(gap);
        assert_eq!(closest_points(&a, &b).normal, normal, "{gap:e}");
        let proposal = Settings::default().proposal(Simplex::of_vertices(&[[0, 0]]));
        assert_eq!(proposal.closest_points(&a, &b).normal, normal, "{gap:e}");
    }
    let hull = Hull::new(
        [
            [1.5, -3.0, -3.5],
            [0.5, 3.0, 4.0],
            [-3.0, 2.5, 2.0],
            [0.0, 3.0, 3.0],
        ]
        .map(DVec3::from),
    );
    let (hull, center) = (hull.unwrap(), DVec3::new(-1.0, 6.0, -2.0));
    let ball = Ball::new(center, 5.0).unwrap();
    for limit in 0..9 {
        let answer = Settings::default()
            .max_iterations(limit)
            .closest_points(&hull, &ball);
        let is_apart = answer.lower > 0.0;
        assert_eq!(answer.normal.is_some(), is_apart, "{answer:?}");
        if let Some(normal) = answer.normal {
            let [a, b] = [hull.support(normal), center - normal * 5.0];
            assert!((b - a).dot(normal) >= answer.lower - 1e-14, "{answer:?}");
        }
    }
}

// Claim: nor has one whose search ends at a portal, as double-double cannot tell the direction of the
// nearest point: the lower bound of the first direction is not that of the last. A flat ellipse on
// an axis, and a segment across it that ends 2^-110 below.
#[test]
fn normals_are_of_the_plane_of_the_bound() {
    let disc = Ellipsoid::new(DVec2::ONE).unwrap();
    let ellipse = Stretched::new(disc, DMat2::from_diagonal(DVec2::X)).unwrap();
    for gap in [2f64.powi(-110), 2f64.powi(-130)] {
        for center in [0.0, 2f64.powi(-60)] {
            let low = DVec2::new(center, -(2f64.powi(-50)));
            let segment = Segment::new([low, DVec2::new(center, -gap)]).unwrap();
            let answer = closest_points(&segment, &ellipse);
            if let Some(normal) = answer.normal {
                let across = segment.body().support(normal) - ellipse.body().support(-normal);
                let overlap = across.dot(normal);
                assert!(overlap < 4.0 * f64::EPSILON, "{overlap:e} {answer:?}");
            }
        }
    }
}

// The points and the normal of a curved shape are beside the nearest ones by the root of an ulp,
// as the distance hardly changes there: by no more than a hundred millionth of the size, or a few.
#[test]
fn curved_points_are_beside_the_nearest() {
    let mut numbers = Numbers::new(57);
    let mut worst = 0.0;
    for _ in 0..3000 {
        let mut vector = || numbers.point(1000) / 1000.0;
        let radii = DVec3::splat(1.5) + vector();
        let (ellipsoid, outside) = (Ellipsoid::new(radii).unwrap(), vector().normalize() * 6.0);
        let answer = closest_points(&ellipsoid, &Point::new(outside).unwrap());
        // The normal of the ellipsoid at its point is exact, up to rounding.
        let there = (answer.point_a / (radii * radii)).normalize();
        worst = f64::max(worst, there.distance(answer.normal.unwrap()));
    }
    assert!(worst > 1e-9 && worst < 5e-8, "{worst:e}");
}
