//! What the constructors refuse, and support mappings compared with all vertices.

use crate::common::Numbers;
use gjk_core::{
    Aabb, Axis, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Feature, Hull, Point, Pose,
    Pose2, Pose3, Posed, Rounded, Scaled, Segment, Shape, ShapeError, Smooth, Stored, Stretched,
    Triangle, Vector, distance,
};
use glam::{
    Affine2, Affine3, Affine3A, DAffine2, DAffine3, DMat2, DMat3, DQuat, DVec2, DVec3, EulerRot,
    Quat, Vec2, Vec3,
};

/// Every constructor for one storage, with one bad coordinate in each place.
fn refuses_bad_numbers<V: Stored>(zero: V, bad: &[V], one: V::Scalar, not_finite: &[V::Scalar]) {
    let refused = Err(ShapeError::NotFinite);
    for &p in bad {
        assert_eq!(Point::new(p).map(drop), refused);
        assert_eq!(Segment::new([p, zero]).map(drop), refused);
        assert_eq!(Segment::new([zero, p]).map(drop), refused);
        assert_eq!(Triangle::new([p, zero, zero]).map(drop), refused);
        assert_eq!(Triangle::new([zero, p, zero]).map(drop), refused);
        assert_eq!(Triangle::new([zero, zero, p]).map(drop), refused);
        assert_eq!(Ball::new(p, one).map(drop), refused);
        assert_eq!(Capsule::new(p, zero, one).map(drop), refused);
        assert_eq!(Capsule::new(zero, p, one).map(drop), refused);
        assert_eq!(Cuboid::new(p).map(drop), refused);
        assert_eq!(Aabb::new(p, zero).map(drop), refused);
        assert_eq!(Aabb::new(zero, p).map(drop), refused);
        assert_eq!(Ellipsoid::new(p).map(drop), refused);
        assert_eq!(Hull::new([zero, zero, p]).map(drop), refused);
    }
    for &radius in not_finite {
        assert_eq!(Ball::new(zero, radius).map(drop), refused);
        assert_eq!(Capsule::new(zero, zero, radius).map(drop), refused);
        for axis in [Axis::X, Axis::Y, Axis::Z] {
            assert_eq!(Cylinder::new(axis, radius, one).map(drop), refused);
            assert_eq!(Cylinder::new(axis, one, radius).map(drop), refused);
            assert_eq!(Cone::new(axis, radius, one).map(drop), refused);
            assert_eq!(Cone::new(axis, one, radius).map(drop), refused);
        }
        let core = Point::new(zero).unwrap();
        assert_eq!(Rounded::new(core, radius.into()).map(drop), refused);
    }
    assert_eq!(Hull::<V, _>::new([]).map(drop), Err(ShapeError::NoVertices));
    assert!(Point::new(zero).is_ok() && Cuboid::new(zero).is_ok());
    assert!(Ball::new(zero, one).is_ok() && Capsule::new(zero, zero, one).is_ok());
}

// NaN and infinities are refused in every coordinate of every shape, in all four storages.
#[test]
fn bad_numbers_are_refused() {
    const BAD: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    for x in BAD {
        let y = x as f32;
        let space = [
            DVec3::X * x,
            DVec3::Y * x,
            DVec3::Z * x,
            DVec3::ZERO.with_z(x),
        ];
        refuses_bad_numbers(DVec3::ZERO, &space, 1.0, &BAD);
        refuses_bad_numbers(
            DVec2::ZERO,
            &[DVec2::new(x, 0.0), DVec2::new(0.0, x)],
            1.0,
            &BAD,
        );
        let space = [
            Vec3::ZERO.with_x(y),
            Vec3::ZERO.with_y(y),
            Vec3::ZERO.with_z(y),
        ];
        refuses_bad_numbers(Vec3::ZERO, &space, 1.0, &BAD.map(|x| x as f32));
        let plane = [Vec2::new(y, 0.0), Vec2::new(0.0, y)];
        refuses_bad_numbers(Vec2::ZERO, &plane, 1.0, &BAD.map(|x| x as f32));
    }
}

// Negative sizes are refused, down to the smallest; zero of either sign is accepted.
#[test]
fn negative_sizes_are_refused() {
    let tiny = f64::from_bits(1);
    let radius = Err(ShapeError::NegativeRadius);
    for negative in [-1.0, -tiny] {
        assert_eq!(Ball::new(DVec3::ZERO, negative).map(drop), radius);
        assert_eq!(
            Capsule::new(DVec2::ZERO, DVec2::X, negative).map(drop),
            radius
        );
        for i in 0..3 {
            let mut half_extents = DVec3::ONE;
            half_extents[i] = negative;
            assert_eq!(
                Cuboid::new(half_extents).map(drop),
                Err(ShapeError::NegativeExtent)
            );
        }
        let flat = Cuboid::new(DVec2::new(1.0, negative));
        assert_eq!(flat.map(drop), Err(ShapeError::NegativeExtent));
        let ellipse = Ellipsoid::new(DVec2::new(negative, 1.0));
        assert_eq!(ellipse.map(drop), radius);
        let extent = Err(ShapeError::NegativeExtent);
        assert_eq!(Cylinder::new(Axis::X, negative, 1.0).map(drop), extent);
        assert_eq!(Cylinder::new(Axis::X, 1.0, negative).map(drop), radius);
        assert_eq!(Cone::new(Axis::Y, negative, 1.0).map(drop), extent);
        assert_eq!(Cone::new(Axis::Y, 1.0, negative).map(drop), radius);
        let core = Point::new(DVec2::ZERO).unwrap();
        assert_eq!(Rounded::new(core, negative).map(drop), radius);
    }
    assert_eq!(Ball::new(Vec2::ZERO, -f32::from_bits(1)).map(drop), radius);
    assert!(Ball::new(DVec3::ZERO, -0.0).is_ok() && Cuboid::new(-DVec3::ZERO).is_ok());
    assert!(Cylinder::new(Axis::Z, -0.0, 0.0).is_ok() && Cone::new(Axis::Z, 0.0, -0.0).is_ok());
    assert!(Ellipsoid::new(-DVec2::ZERO).is_ok());
}

// A box whose least corner exceeds the greatest in one coordinate is refused; equal ones are flat.
#[test]
fn reversed_corners_are_refused() {
    let reversed = Err(ShapeError::CornersReversed);
    for i in 0..3 {
        let mut least = DVec3::ZERO;
        least[i] = f64::from_bits(1);
        assert_eq!(Aabb::new(least, DVec3::ZERO).map(drop), reversed);
        assert!(Aabb::new(DVec3::ZERO, least).is_ok());
    }
    let reversed_in_y = Aabb::new(Vec2::ZERO, Vec2::new(1.0, -1.0));
    assert_eq!(reversed_in_y.map(drop), reversed);
    assert!(
        Aabb::new(DVec3::ONE, DVec3::ONE).is_ok() && Aabb::new(Vec2::ZERO, -Vec2::ZERO).is_ok()
    );
}

// Finite radii with an infinite sum are refused.
#[test]
fn radii_with_an_infinite_sum_are_refused() {
    let ball = Ball::new(DVec3::ZERO, 1e308).unwrap();
    let not_finite = Err(ShapeError::NotFinite);
    assert_eq!(Rounded::new(ball, 1e308).map(drop), not_finite);
    assert!(Rounded::new(ball, 1e307).is_ok());
}

// Poses refuse numbers that are not finite, and quaternions without a direction.
#[test]
fn bad_poses_are_refused() {
    let not_finite = Some(ShapeError::NotFinite);
    assert_eq!(Pose3::from_translation(DVec3::NAN).err(), not_finite);
    assert_eq!(
        Pose2::from_angle(f64::INFINITY, DVec2::ZERO).err(),
        not_finite
    );
    assert_eq!(Pose2::from_angle(0.0, DVec2::NAN).err(), not_finite);
    let nan = DQuat::from_xyzw(0.0, f64::NAN, 0.0, 1.0);
    assert_eq!(Pose::from_rotation(nan, DVec3::ZERO).err(), not_finite);
    let matrix = DMat3::from_diagonal(DVec3::new(1.0, f64::INFINITY, 1.0));
    assert_eq!(Pose::from_matrix(matrix, DVec3::ZERO).err(), not_finite);
    for length in [0.0, 1e-170, 1e200] {
        let quaternion = DQuat::from_xyzw(0.0, 0.0, length, 0.0);
        let refused = Pose::from_rotation(quaternion, DVec3::ZERO).err();
        assert_eq!(refused, Some(ShapeError::NotARotation), "{length:e}");
    }
    // Any other length is fine: a half turn about z.
    for length in [1e-100, 1.0, 3.0, 1e100] {
        let quaternion = DQuat::from_xyzw(0.0, 0.0, length, 0.0);
        let pose = Pose::from_rotation(quaternion, DVec3::ONE).unwrap();
        assert_eq!(
            pose.matrix() * DVec3::new(1.0, 2.0, 3.0),
            DVec3::new(-1.0, -2.0, 3.0)
        );
        assert_eq!(pose.translation(), DVec3::ONE);
    }
}

// Claim: a bounding box contains a ball that is much larger than the coordinates of its centre: what
// the sum of both rounds off is added.
#[test]
fn bounds_contain_balls_with_large_radii() {
    let mut numbers = Numbers::new(8);
    let mut rounded = 0;
    for _ in 0..200 {
        let (center, radius) = (numbers.point(999) / 9.0, 1e10 + numbers.integer(999) / 7.0);
        let ball = Ball::new(center, radius).unwrap();
        let bounds = ball.body().bounds().unwrap();
        for axis in 0..3 {
            let sum = center[axis] + radius;
            // Exactly what the sum has lost.
            let lost = center[axis] - (sum - radius);
            assert!(bounds.greatest()[axis] - sum >= lost, "{ball:?}");
            rounded += u32::from(lost > 0.0);
        }
    }
    assert!(rounded > 100, "{rounded}");
}

// Claim: a matrix is used as it is up to an error of 2^-44 of its columns, and made a rotation
// beyond that, up to a scale of a part in 2,048 or a shear of one in 1,024; more is refused.
#[test]
fn matrices_are_rotations_up_to_rounding() {
    let made = |off: f64, is_shear: bool| {
        let shear = DMat3::from_cols(DVec3::X, DVec3::new(off, 1.0, 0.0), DVec3::Z);
        let matrix = if is_shear {
            shear
        } else {
            DMat3::IDENTITY * (1.0 + off)
        };
        let pose = Pose::from_matrix(matrix, DVec3::ZERO);
        pose.map(|pose| pose.matrix() == matrix)
    };
    for (off, is_shear, expected) in [
        (2f64.powi(-44), true, Ok(true)),
        (2f64.powi(-44) * 1.01, true, Ok(false)),
        (2f64.powi(-45) * 0.99, false, Ok(true)),
        (2f64.powi(-45) * 1.01, false, Ok(false)),
        (1.0 / 1024.0, true, Ok(false)),
        (1.0 / 1023.0, true, Err(ShapeError::NotARotation)),
        (1.0 / 2050.0, false, Ok(false)),
        (1.0 / 2048.0, false, Err(ShapeError::NotARotation)),
    ] {
        assert_eq!(made(off, is_shear), expected, "{off:e} {is_shear}");
    }
    let turn = Pose::from_matrix(DMat3::IDENTITY * (1.0 + 1e-9), DVec3::ZERO).unwrap();
    assert_eq!(turn.matrix(), DMat3::IDENTITY);
}

// A quaternion of any length makes a rotation or is refused. Once one whose squared length was
// subnormal, from about 1e-154 on, was divided by a length of few digits: that scaled the shape, by
// 38 percent at worst.
#[test]
fn quaternions_of_any_length_make_rotations() {
    let mut refused = 0;
    for power in 480..560 {
        let quaternion = DQuat::from_xyzw(0.3, 0.7, -0.2, 0.6) * 2f64.powi(-power);
        let Ok(pose) = Pose::from_rotation(quaternion, DVec3::ZERO) else {
            refused += 1;
            continue;
        };
        let matrix = pose.matrix();
        for column in [matrix.x_axis, matrix.y_axis, matrix.z_axis] {
            assert!((column.length() - 1.0).abs() < 1e-15, "2^-{power}");
        }
    }
    assert_eq!(refused, 49);
}

// Every error states its cause, in one line of its own, as an error of the standard library.
#[test]
fn errors_speak() {
    let all = [
        ShapeError::NotFinite,
        ShapeError::NoVertices,
        ShapeError::NegativeRadius,
        ShapeError::NegativeExtent,
        ShapeError::CornersReversed,
        ShapeError::MalformedLists,
        ShapeError::NoSuchVertex,
        ShapeError::OneSidedEdge,
        ShapeError::EqualVertices,
        ShapeError::IsolatedVertex,
        ShapeError::NotARotation,
    ];
    let texts = all.map(|error| (&error as &dyn std::error::Error).to_string());
    for text in &texts {
        assert!(
            !text.is_empty() && text.len() < 70 && !text.contains('\n'),
            "{text}"
        );
        assert!(
            text.starts_with(char::is_lowercase) && !text.ends_with('.'),
            "{text}"
        );
        let same = texts.iter().filter(|other| *other == text).count();
        assert_eq!(same, 1, "{text}");
    }
}

/// Asserts that the shape's support point in many directions is one of `vertices`, and as high as
/// the highest.
fn same_as_vertices<S: Shape>(
    shape: &S,
    vertices: &[S::Vector],
    height: impl Fn(S::Vector, S::Vector) -> f64,
    directions: &[S::Vector],
) {
    for &direction in directions {
        let found = shape.body().support(direction) + shape.body().origin();
        assert!(vertices.contains(&found), "{found:?} of {vertices:?}");
        let highest = vertices
            .iter()
            .map(|v| height(*v, direction))
            .fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(
            height(found, direction),
            highest,
            "{direction:?} {vertices:?}"
        );
    }
}

// The support point of every shape is the highest of all its vertices. Integer coordinates make the
// projections exact.
#[test]
fn support_is_the_highest_vertex() {
    let mut numbers = Numbers::new(7);
    let directions = numbers.points(60, 4);
    let dot3 = |p: DVec3, q: DVec3| p.dot(q);
    for _ in 0..60 {
        let p = numbers.points(7, 20);
        let list = &p[..];
        same_as_vertices(&Point::new(p[0]).unwrap(), &list[..1], dot3, &directions);
        same_as_vertices(
            &Segment::new([p[0], p[1]]).unwrap(),
            &list[..2],
            dot3,
            &directions,
        );
        let triangle = Triangle::new([p[0], p[1], p[2]]).unwrap();
        same_as_vertices(&triangle, &list[..3], dot3, &directions);
        let capsule = Capsule::new(p[0], p[1], 2.0).unwrap();
        same_as_vertices(&capsule, &list[..2], dot3, &directions);
        same_as_vertices(
            &Ball::new(p[0], 2.0).unwrap(),
            &list[..1],
            dot3,
            &directions,
        );
        same_as_vertices(&Hull::new(list).unwrap(), list, dot3, &directions);
        same_as_vertices(&Hull::new(p.clone()).unwrap(), list, dot3, &directions);
        same_as_vertices(
            &Hull::new([p[3], p[4]]).unwrap(),
            &list[3..5],
            dot3,
            &directions,
        );
        // The same in f32.
        let narrow: Vec<Vec3> = p.iter().map(|p| p.as_vec3()).collect();
        same_as_vertices(&Hull::new(&narrow[..]).unwrap(), list, dot3, &directions);
        let triangle = Triangle::new([narrow[0], narrow[1], narrow[2]]).unwrap();
        same_as_vertices(&triangle, &list[..3], dot3, &directions);

        let half = p[0].abs();
        let corners: Vec<DVec3> = (0..8)
            .map(|i| half * DVec3::new(sign(i), sign(i >> 1), sign(i >> 2)))
            .collect();
        same_as_vertices(&Cuboid::new(half).unwrap(), &corners, dot3, &directions);
        same_as_vertices(
            &Cuboid::new(half.as_vec3()).unwrap(),
            &corners,
            dot3,
            &directions,
        );

        let flat: Vec<DVec2> = p.iter().map(|p| p.truncate()).collect();
        let flat_directions: Vec<DVec2> = directions.iter().map(|d| d.truncate()).collect();
        let dot2 = |p: DVec2, q: DVec2| p.dot(q);
        same_as_vertices(
            &Hull::new(&flat[..]).unwrap(),
            &flat,
            dot2,
            &flat_directions,
        );
        let narrow: Vec<Vec2> = flat.iter().map(|p| p.as_vec2()).collect();
        same_as_vertices(&Hull::new(narrow).unwrap(), &flat, dot2, &flat_directions);
        let corners: Vec<DVec2> = corners.iter().map(|p| p.truncate()).collect();
        let rectangle = Cuboid::new(half.truncate()).unwrap();
        same_as_vertices(&rectangle, &corners, dot2, &flat_directions);

        // A map that permutes and shears the axes, twice: transformed vertices, exactly.
        let matrix = DMat3::from_cols(DVec3::Y, DVec3::new(0.0, 1.0, 2.0), -DVec3::X);
        let moved = |place| Pose::from_translation(place).unwrap();
        let once: Vec<DVec3> = p.iter().map(|v| matrix * *v + p[5]).collect();
        let mapped = Stretched::new(Hull::new(list).unwrap(), matrix).unwrap();
        let posed = Posed::new(mapped, moved(p[5]));
        same_as_vertices(&posed, &once, dot3, &directions);
        let twice: Vec<DVec3> = once
            .iter()
            .map(|v| matrix.transpose() * *v + p[6])
            .collect();
        let again = Stretched::new(&posed, matrix.transpose()).unwrap();
        same_as_vertices(&Posed::new(again, moved(p[6])), &twice, dot3, &directions);
    }
}

fn sign(i: u32) -> f64 {
    if i & 1 == 0 { 1.0 } else { -1.0 }
}

// The centre of a shape is between its vertices, and moves with its pose.
#[test]
fn centres_follow_the_shape() {
    let (p, q, r) = (
        DVec3::new(3.0, 0.0, 0.0),
        DVec3::new(0.0, 6.0, 0.0),
        DVec3::Z * 9.0,
    );
    let near = |found: DVec3, expected: DVec3| (found - expected).length() <= 1e-14;
    assert!(near(
        Triangle::new([p, q, r]).unwrap().body().center(),
        DVec3::new(1.0, 2.0, 3.0)
    ));
    assert!(near(
        Hull::new([p, q, r]).unwrap().body().center(),
        DVec3::new(1.0, 2.0, 3.0)
    ));
    assert!(near(
        Segment::new([p, q]).unwrap().body().center(),
        DVec3::new(1.5, 3.0, 0.0)
    ));
    assert!(near(
        Capsule::new(p, q, 1.0).unwrap().body().center(),
        DVec3::new(1.5, 3.0, 0.0)
    ));
    let quarter = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
    let posed = Posed::new(
        Segment::new([p, q]).unwrap(),
        Pose::from_matrix(quarter, r).unwrap(),
    );
    assert!(near(
        posed.body().center() + posed.body().origin(),
        DVec3::new(-3.0, 1.5, 9.0)
    ));
    let corners = [DVec3::new(-1.0, 2.0, 3.0), DVec3::new(3.0, 4.0, 9.0)];
    let aabb = Aabb::new(corners[0], corners[1]).unwrap();
    assert_eq!(aabb.body().center(), DVec3::new(1.0, 3.0, 6.0));
    let borrowed = (&&posed).body().center();
    assert!(near(borrowed, DVec3::new(-3.0, 1.5, 0.0)));
}

// A posed shape has its shape and its pose, and moves when that is set.
#[test]
fn posed_shapes_move() {
    let shape = Segment::new([DVec3::X, DVec3::Y]).unwrap();
    let pose = Pose::from_rotation(DQuat::from_rotation_z(0.5), DVec3::Z).unwrap();
    let mut posed = Posed::new(shape, Pose::default());
    assert_eq!((posed.shape, posed.pose), (shape, Pose3::IDENTITY));
    assert_eq!(posed.body().center(), shape.body().center());
    posed.pose = pose;
    let there = Posed::new(shape, pose).body().center();
    assert_eq!(posed.body().center(), there);
    assert!(there.distance(shape.body().center()) > 0.1);
}

// A map that stretches a shape stretches its extent, by at least the motion of any of its points; a
// rotation and a translation do not change it.
#[test]
fn maps_stretch_the_extent() {
    let cuboid = Cuboid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap();
    let turn = Pose::from_rotation(DQuat::from_rotation_z(0.5), DVec3::Z).unwrap();
    assert_eq!(Posed::new(cuboid, turn).body().extent(), 3.0);
    let doubled = Scaled::new(cuboid, 2.0).unwrap();
    assert_eq!(doubled.body().extent(), 6.0);
    let sheared = DMat3::from_cols(DVec3::X, DVec3::ONE, DVec3::new(-1.0, 2.0, 0.5));
    let sheared = Stretched::new(cuboid, sheared).unwrap();
    for direction in [DVec3::X, DVec3::NEG_Y, DVec3::Z, DVec3::ONE] {
        assert!(sheared.body().support(direction).largest_coordinate() <= sheared.body().extent());
    }
}

// Only balls and capsules have a radius, and neither a pose nor a reference loses it.
#[test]
fn radii_are_kept() {
    let ball = Ball::new(Vec3::ZERO, 0.1).unwrap();
    assert_eq!(ball.body().radius(), f64::from(0.1f32));
    assert_eq!((&&ball).body().radius(), ball.body().radius());
    assert_eq!(
        Posed::new(ball, Pose::IDENTITY).body().radius(),
        ball.body().radius()
    );
    assert_eq!(
        Capsule::new(Vec2::ZERO, Vec2::X, 0.5)
            .unwrap()
            .body()
            .radius(),
        0.5
    );
    assert_eq!(Cuboid::new(DVec2::ONE).unwrap().body().radius(), 0.0);
}

// Shapes of several storages and kinds meet in one query, behind a `dyn Shape` too.
#[test]
fn shapes_mix() {
    let ball = Ball::new(Vec3::new(0.0, 5.0, 0.0), 1.0).unwrap();
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    assert_eq!(distance(&ball, &cuboid), 3.0);
    let shapes: [&dyn Shape<Vector = DVec3>; 2] = [&ball, &cuboid];
    assert_eq!(distance(shapes[0], shapes[1]), 3.0);
    assert_eq!(distance(&shapes[1], &shapes[0]), 3.0);
    let shapes: [Box<dyn Shape<Vector = DVec3>>; 2] = [Box::new(ball), Box::new(cuboid)];
    assert_eq!(distance(&*shapes[0], &*shapes[1]), 3.0);

    let disc = Ball::new(Vec2::new(3.0, 4.0), 1.0).unwrap();
    let square = Cuboid::new(DVec2::new(0.0, 0.0)).unwrap();
    assert_eq!(distance(&disc, &square), 4.0);
    let turned = Posed::new(
        Cuboid::new(Vec2::new(1.0, 2.0)).unwrap(),
        Pose::from_angle(core::f64::consts::FRAC_PI_2, DVec2::new(8.0, 0.0)).unwrap(),
    );
    assert!((distance(&turned, &square) - 6.0).abs() <= 4.0 * f64::EPSILON);
    assert_eq!(DVec2::X.largest_coordinate(), 1.0);
}

// A scale applies to everything: the core, the radius, and the translation. Maps that a radius
// cannot follow are refused.
#[test]
fn scales_scale_the_radius_too() {
    let far = Point::new(DVec3::X * 20.0).unwrap();
    let ball = Ball::new(DVec3::X, 3.0).unwrap();
    assert_eq!(distance(&Scaled::new(ball, 2.0).unwrap(), &far), 12.0);
    let there = Pose::from_translation(DVec3::X).unwrap();
    let posed = Posed::new(
        Rounded::new(Cuboid::new(DVec3::ONE).unwrap(), 0.5).unwrap(),
        there,
    );
    assert_eq!(distance(&Scaled::new(posed, 4.0).unwrap(), &far), 10.0);
    assert_eq!(distance(&Scaled::new(posed, 0.0).unwrap(), &far), 20.0);
    for factor in [f64::NAN, f64::INFINITY] {
        let refused = Scaled::new(ball, factor).err();
        assert_eq!(refused, Some(ShapeError::NotFinite), "{factor}");
    }
    assert_eq!(Scaled::new(ball, 1e308).err(), Some(ShapeError::NotFinite));
    assert_eq!(
        Scaled::new(ball, -1.0).err(),
        Some(ShapeError::NegativeScale)
    );
    let swept = Stretched::new(posed, DMat3::IDENTITY).err();
    assert_eq!(swept, Some(ShapeError::SweptShape));
    let infinite = Stretched::new(
        Point::new(DVec3::X).unwrap(),
        DMat3::IDENTITY * f64::INFINITY,
    );
    assert_eq!(infinite.err(), Some(ShapeError::NotFinite));
    let flat = Stretched::new(
        Cuboid::new(DVec3::ONE).unwrap(),
        DMat3::from_diagonal(DVec3::Y),
    );
    let rounded = Rounded::new(flat.unwrap(), 0.5).unwrap();
    assert_eq!(distance(&rounded, &far), 19.5);
}

// A pose is rigid, and made of the types of engines: a quaternion of any length, a matrix unchanged
// or, if it is off by the rounding of `f32`, orthonormalised. A matrix that scales, shears or
// mirrors is refused.
#[test]
fn poses_are_rigid() {
    let (turn, place) = (
        Quat::from_euler(EulerRot::XYZ, 0.3, -1.1, 2.0),
        Vec3::new(1.0, 2.0, 3.0),
    );
    let exact = Pose::from_rotation(turn.as_dquat(), place.as_dvec3()).unwrap();
    assert_eq!(
        Pose3::try_from((turn * 2.0, place)),
        Pose3::try_from((turn, place))
    );
    assert_eq!(
        Pose3::try_from((turn.as_dquat(), place.as_dvec3())),
        Ok(exact)
    );
    let kept = Pose::from_matrix(exact.matrix(), place.as_dvec3()).unwrap();
    assert_eq!(kept, exact);
    let off = |matrix: DMat3| {
        (matrix.transpose() * matrix).abs_diff_eq(DMat3::IDENTITY, 8.0 * f64::EPSILON)
    };
    for affine in [
        Affine3A::from_rotation_translation(turn, place),
        Affine3A::from_scale_rotation_translation(Vec3::splat(1.0004), turn, place),
    ] {
        let pose = Pose3::try_from(affine).unwrap();
        assert!(off(pose.matrix()), "{pose:?}");
        assert!(pose.matrix().abs_diff_eq(exact.matrix(), 1e-6), "{affine}");
        assert_eq!(Pose3::try_from(Affine3::from(affine)), Ok(pose));
    }
    let flat = Affine2::from_angle_translation(0.7, Vec2::X);
    let pose = Pose2::try_from(flat).unwrap();
    let angle = Pose2::from_angle(0.7, DVec2::X).unwrap();
    assert!(pose.matrix().abs_diff_eq(angle.matrix(), 1e-7));
    let half = Pose2::from_angle(0.5, DVec2::X);
    assert_eq!(Pose2::try_from((0.5, DVec2::X)), half);
    assert_eq!(Pose2::try_from((0.5f32, Vec2::X)), half);
    let wide = DAffine2::from_mat2_translation(angle.matrix(), DVec2::X);
    assert_eq!(Pose2::try_from(wide), Ok(angle));
    let wide = DAffine3::from_mat3_translation(exact.matrix(), place.as_dvec3());
    assert_eq!(Pose3::try_from(wide), Ok(exact));
    for matrix in [
        DMat3::from_diagonal(DVec3::splat(1.01)),
        DMat3::from_diagonal(DVec3::new(1.0, 1.0, -1.0)),
        DMat3::from_cols(DVec3::X, DVec3::new(0.01, 1.0, 0.0), DVec3::Z),
        DMat3::ZERO,
    ] {
        let refused = Pose::from_matrix(matrix, DVec3::ZERO).err();
        assert_eq!(refused, Some(ShapeError::NotARotation), "{matrix}");
    }
}

// Nested poses are composed: depth costs no digits but those of the product.
#[test]
fn poses_compose() {
    let cuboid = Cuboid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap();
    let pose = Pose::from_rotation(DQuat::from_rotation_z(0.1), DVec3::Y).unwrap();
    let twice = Posed::new(Posed::new(cuboid, pose), pose);
    let matrix = pose.matrix() * pose.matrix();
    let corner = matrix * DVec3::new(1.0, 2.0, 3.0);
    assert_eq!(twice.body().point(Feature::Vertex(0)), corner);
    assert_eq!(twice.body().origin(), pose.matrix() * DVec3::Y + DVec3::Y);
    assert_eq!(twice.body().extent(), 3.0);
    let all = Scaled::new(twice, 2.0).unwrap();
    assert_eq!(
        all.body().point(Feature::Vertex(0)),
        matrix * 2.0 * DVec3::new(1.0, 2.0, 3.0)
    );
}

// The bounds of a `Body` contain the shape, in any rotation, and are as tight as promised: support
// points along and near the axes are inside, and a box smaller by a millionth does not contain
// them.
#[test]
fn bounds_hold_the_shape_and_little_more() {
    let mut numbers = Numbers::new(7);
    let mut number = move || numbers.bits() as f64 / 2f64.powi(63) - 1.0;
    for round in 0..300 {
        let size = 2f64.powi(round % 40 - 20);
        let mut vector = || DVec3::new(number(), number(), number());
        let corners: Vec<DVec3> = (0..6).map(|_| vector() * size).collect();
        let turn = DQuat::from_scaled_axis(vector() * 3.0);
        let pose = Pose::from_rotation(turn, vector() * 5.0).unwrap();
        let radius = size * 0.25;
        let shapes: [Box<dyn Shape<Vector = DVec3>>; 4] = [
            Box::new(Posed::new(Hull::new(corners).unwrap(), pose)),
            Box::new(Posed::new(Ball::new(vector(), radius).unwrap(), pose)),
            Box::new(Posed::new(
                Cylinder::new(Axis::X, size, radius).unwrap(),
                pose,
            )),
            Box::new(Scaled::new(Cone::new(Axis::Z, size, radius).unwrap(), 3.0).unwrap()),
        ];
        for shape in shapes {
            let body = shape.body();
            let bounds = body.bounds().unwrap();
            let (least, greatest) = (bounds.least(), bounds.greatest());
            let slack = 2f64.powi(-46) * (greatest.abs() + least.abs() + 5.0).max_element();
            for direction in [DVec3::X, DVec3::Y, DVec3::Z, vector()] {
                for direction in [direction, -direction] {
                    let beyond = direction.normalize() * body.radius();
                    let point = body.support(direction) + body.origin() + beyond;
                    assert!(
                        point.cmpge(least).all() && point.cmple(greatest).all(),
                        "{point}"
                    );
                }
            }
            for axis in 0..3 {
                let mut direction = DVec3::ZERO;
                direction[axis] = 1.0;
                let reach = |direction: DVec3| (body.support(direction) + body.origin())[axis];
                assert!(greatest[axis] - (reach(direction) + body.radius()) <= slack);
                assert!(reach(-direction) - body.radius() - least[axis] <= slack);
            }
        }
    }
    let far = Pose::from_translation(DVec3::X * f64::MAX).unwrap();
    let wide = Posed::new(Ball::new(DVec3::ZERO, f64::MAX).unwrap(), far);
    assert_eq!(wide.body().bounds(), Err(ShapeError::NotFinite));
}

// Claim: the bounds contain every vertex though the coordinates are a few least numbers, to which
// each is rounded.
#[test]
fn bounds_contain_turned_least_numbers() {
    let mut numbers = Numbers::new(8);
    for round in 0..2000 {
        let mut units = |most: u64| (numbers.bits() % (2 * most + 1)) as f64 - most as f64;
        let angle = units(1000) * 0.003;
        let mut vertex = || DVec3::new(units(6), units(6), units(6)) * f64::from_bits(1);
        let hull = Hull::new([vertex(), vertex(), vertex()]).unwrap();
        let turn = DQuat::from_euler(EulerRot::XYZ, angle, 2.0 * angle, 1.0);
        let posed = Posed::new(hull, Pose::from_rotation(turn, vertex()).unwrap());
        let (body, bounds) = (posed.body(), posed.body().bounds().unwrap());
        for vertex in 0..3 {
            let point = body.point(Feature::Vertex(vertex)) + body.origin();
            let is_inside =
                point.cmpge(bounds.least()).all() && point.cmple(bounds.greatest()).all();
            assert!(is_inside, "{round}: {point:?} {bounds:?}");
        }
    }
}

// Claim: the bounds of a shape far away contain it, though its place rounds its points.
#[test]
fn bounds_contain_shapes_far_away() {
    let far = 2f64.powi(53);
    for inside in [0.4, -0.4] {
        let point = Point::new(DVec2::splat(inside)).unwrap();
        let there = Pose::from_translation(DVec2::splat(far)).unwrap();
        let bounds = Posed::new(point, there).body().bounds().unwrap();
        let [least, greatest] = [bounds.least(), bounds.greatest()].map(|corner| corner.x - far);
        assert!(least <= inside && inside <= greatest, "{bounds:?}");
    }
}

// Claim: the measured extent of a core reaches both sides of its box, whichever of them the rounded
// centre is: of segments of an ulp.
#[test]
fn measured_extents_reach_both_sides() {
    let one = 1f64.next_up();
    for [low, high] in [[1.0, one], [one, one.next_up()]] {
        let segment = Smooth::new(|d: DVec2| DVec2::X * if d.x > 0.0 { high } else { low });
        assert_eq!(segment.body().extent(), f64::EPSILON);
    }
}

// Claim: the bounds of a stretched curved shape contain it, though its map makes next to nothing of
// large terms, and it does not report its extent: a disc flattened to a line, one end of which is
// near the origin, in units of 2^-53.
#[test]
fn bounds_count_terms_that_cancel() {
    let mut numbers = Numbers::new(9);
    let unit = f64::EPSILON / 2.0;
    for round in 0..2000 {
        let mut units = || (numbers.bits() >> 11) as i64 / 2;
        let (y, radius) = (units(), units());
        // The end is at 3x + 4y - 5r, within two units of zero.
        let x = (5 * radius - 4 * y) / 3;
        let end = (3 * x + 4 * y - 5 * radius) as f64 * unit;
        let [x, y, radius] = [x, y, radius].map(|length| length as f64 * unit);
        let disc = Smooth::new(|d: DVec2| DVec2::new(x, y) + d.normalize() * radius);
        let map = DMat2::from_cols(DVec2::new(0.0, 3.0), DVec2::new(0.0, 4.0));
        let bounds = Stretched::new(disc, map).unwrap().body().bounds().unwrap();
        assert!(bounds.least().y <= end, "{round}: {bounds:?} {end:e}");
        assert!(bounds.least().y > end - 1e-13);
    }
}

/// Claim: shapes give back the numbers that they were made of, as they were given.
#[test]
fn shapes_give_back_their_numbers() {
    let [p, q, r] = [Vec3::X, Vec3::Y * 0.1, Vec3::new(0.3, -0.2, 7.0)];
    assert_eq!(Segment::new([p, q]).unwrap().points(), [p, q]);
    assert_eq!(Triangle::new([p, q, r]).unwrap().points(), [p, q, r]);
    let ball = Ball::new(r, 0.1).unwrap();
    assert_eq!((ball.center(), ball.radius()), (r, 0.1));
    let capsule = Capsule::new(p, r, 0.1).unwrap();
    assert_eq!(
        (capsule.segment().points(), capsule.radius()),
        (&[p, r][..], 0.1)
    );
    let sizes = r.abs();
    assert_eq!(Cuboid::new(sizes).unwrap().half_extents(), sizes);
    assert_eq!(Ellipsoid::new(sizes).unwrap().radii(), sizes);
    for axis in [Axis::X, Axis::Y, Axis::Z] {
        let cylinder = Cylinder::new(axis, 0.3f32, 0.1).unwrap();
        assert_eq!(
            (cylinder.axis(), cylinder.half_height(), cylinder.radius()),
            (axis, 0.3, 0.1)
        );
        let cone = Cone::new(axis, 0.3f32, 0.1).unwrap();
        assert_eq!(
            (cone.axis(), cone.half_height(), cone.radius()),
            (axis, 0.3, 0.1)
        );
    }
    assert_eq!(Rounded::new(ball, 0.7).unwrap().radius(), 0.7);
    assert_eq!(Scaled::new(ball, 0.7).unwrap().factor(), 0.7);
    let shear = DMat3::from_cols(DVec3::X, DVec3::ONE, DVec3::Z);
    let cuboid = Cuboid::new(sizes).unwrap();
    assert_eq!(Stretched::new(cuboid, shear).unwrap().matrix(), shear);
}
