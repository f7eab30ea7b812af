//! Where shapes that are no polytopes meet.

use gjk_core::{
    Arithmetic, Axis, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Point, Pose, Posed,
    Rounded, Settings, Shape, Smooth, Vector, closest_points, distance,
};
use glam::{DMat3, DQuat, DVec2, DVec3};

use crate::common::Numbers;

/// A number between minus one and one, of many bits.
fn part(numbers: &mut Numbers) -> f64 {
    (numbers.bits() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

fn vector(numbers: &mut Numbers) -> DVec3 {
    DVec3::new(part(numbers), part(numbers), part(numbers))
}

/// A solid up to about one in size, some sides of which are as thin as 2^-12.
fn solid(numbers: &mut Numbers) -> Box<dyn Shape<Vector = DVec3>> {
    let mut size = || {
        let thin = 2f64.powi(-((numbers.bits() >> 40) as i32 % 12));
        (0.1 + part(numbers).abs()) * [1.0, thin][(numbers.bits() >> 50) as usize % 2]
    };
    let sizes = DVec3::new(size(), size(), size());
    let axis = [Axis::X, Axis::Y, Axis::Z][(numbers.bits() >> 40) as usize % 3];
    match (numbers.bits() >> 40) % 4 {
        0 => Box::new(Cylinder::new(axis, sizes.x, sizes.y).unwrap()),
        1 => Box::new(Cone::new(axis, sizes.x, sizes.y).unwrap()),
        2 => Box::new(Ellipsoid::new(sizes).unwrap()),
        _ => Box::new(Cuboid::new(sizes).unwrap()),
    }
}

// Claim: where they just meet, the point of the one is that of the other but for some last digits, however
// thin they are.
#[test]
fn thin_shapes_meet_in_one_point() {
    let mut numbers = Numbers::new(12);
    let mut met = 0;
    for round in 0..1500 {
        let (a, b) = (solid(&mut numbers), solid(&mut numbers));
        let turn = DQuat::from_scaled_axis(vector(&mut numbers) * 3.0);
        let place = vector(&mut numbers) * 2.0;
        let at = |place: DVec3| Posed::new(&b, Pose::from_rotation(turn, place).unwrap());
        let apart = closest_points(&a, &at(place));
        let way = (apart.point_a - apart.point_b) * (1.0 - 2f64.powi(-40 - round % 16));
        let answer = closest_points(&a, &at(place + way));
        if apart.distance > 0.0 && answer.intersects() {
            let apart = answer.point_a.distance(answer.point_b);
            assert!(apart <= 32.0 * f64::EPSILON, "{round} {apart:e} {answer:?}");
            met += 1;
        }
    }
    assert!(met > 50, "{met}");
}

// Claim: upright cylinders that overlap have a common point without a search in double-double, all but a
// few. Their search often ends on a triangle that the origin is on, but for the rounding of its points,
// and once all digits of its weights were searched for: 36 of these, in ten times the time.
#[test]
fn upright_cylinders_meet_without_another_search() {
    let mut numbers = Numbers::new(21);
    let (mut met, mut searched) = (0, 0);
    for round in 0..400 {
        let mut size = || 0.25 + part(&mut numbers).abs();
        let [a, b] = [(); 2].map(|()| Cylinder::new(Axis::Y, size(), size()).unwrap());
        let way = match round % 2 {
            0 => DVec3::new(0.01, 1.0, 0.02),
            _ => DVec3::new(part(&mut numbers), 0.01, part(&mut numbers)),
        };
        let b = Posed::new(b, Pose::from_translation(way * 0.5).unwrap());
        let mut again = false;
        let answer = Settings::default().observed(&a, &b, |step| {
            again |= step.arithmetic != Arithmetic::Double;
        });
        if answer.intersects() {
            let apart = answer.point_a.distance(answer.point_b);
            assert!(apart <= 4.0 * f64::EPSILON, "{round} {apart:e} {answer:?}");
            (met, searched) = (met + 1, searched + u32::from(again));
        }
    }
    assert!(met > 200 && searched < met / 20, "{searched} of {met}");
}

/// How many of the pairs of a shape and its copy in some poses, which overlap, need another search in
/// double-double or integers for a common point.
fn searched_again<S: Shape>(shape: &S, poses: &[[Pose<S::Vector>; 2]]) -> usize {
    let needs_more = |poses: &&[Pose<S::Vector>; 2]| {
        let [a, b] = [0, 1].map(|i: usize| Posed::new(shape, poses[i]));
        let mut again = false;
        let answer = Settings::default().observed(&a, &b, |step| {
            again |= step.arithmetic != Arithmetic::Double;
        });
        let apart = (answer.point_a - answer.point_b).largest_coordinate();
        assert!(
            answer.intersects() && apart <= 2.0 * f64::EPSILON,
            "{answer:?}"
        );
        again
    };
    poses.iter().filter(needs_more).count()
}

// Claim: shapes that overlap along an axis through both centres have a common point without another
// search and without integers: ellipsoids turned alike, and octagons that are not turned. Their first
// search ends on an edge or a triangle beside the origin, which is in a simplex of that and the
// support points around it. These had been found, and were not weighed.
#[test]
fn centred_shapes_meet_without_another_search() {
    let mut numbers = Numbers::new(22);
    let half = DVec3::new(0.7, 0.5, 0.9);
    let poses = [(); 90].map(|()| {
        let turn = DQuat::from_scaled_axis(vector(&mut numbers) * 3.0);
        let axis = DVec3::AXES[(numbers.bits() >> 40) as usize % 3];
        let way = axis * (2.0 * half.dot(axis) - 0.02);
        [DVec3::ZERO, turn * way].map(|place| Pose::from_rotation(turn, place).unwrap())
    });
    assert_eq!(searched_again(&Ellipsoid::new(half).unwrap(), &poses), 0);

    let corner = |i: u32| DVec2::from_angle(f64::from(i) * std::f64::consts::FRAC_PI_4);
    let octagon = Hull::new([0, 1, 2, 3, 4, 5, 6, 7].map(corner)).unwrap();
    let poses = [0, 2, 4, 6].map(|i| {
        [DVec2::ZERO, corner(i) * 1.98].map(|place| Pose::from_translation(place).unwrap())
    });
    assert_eq!(searched_again(&octagon, &poses), 0);
}

// Claim: cylinders a millionth as thick as long have a common point where they touch. Their simplex
// is so flat that one step of Newton's method in double-double left the weights off by 2e-14, and
// the two points 2,300 ulps apart.
#[test]
fn hairs_meet_in_one_point() {
    let rows = [
        [
            [
                0x3feb_229f_cc9b_ec37,
                0xbfe0_baa5_57da_7a43,
                0x3fb6_5d90_cd4b_0616,
            ],
            [
                0x3fda_61c6_eec6_b451,
                0x3fe1_7fd4_c0d3_c4b8,
                0xbfe7_51a3_d532_1ef2,
            ],
            [
                0x3fd5_52e6_a21b_8c7c,
                0x3fe4_ed23_31ad_ce7a,
                0x3fe5_bc2c_c5f0_55ca,
            ],
        ],
        [
            [
                0x3fbc_dd55_1fc0_8f60,
                0xbfef_4fea_1b61_2b34,
                0xbfc6_1a03_3627_f222,
            ],
            [
                0xbfe7_1507_5803_eb92,
                0x3fa3_ebd6_5e71_c570,
                0xbfe6_20dc_633e_eda6,
            ],
            [
                0x3fe5_de21_d770_3254,
                0x3fc9_ec1f_c694_a20e,
                0xbfe6_7213_9a47_f378,
            ],
        ],
    ];
    let place = [
        0xbf94_64bb_1558_e120,
        0xbfa4_02fb_7c2a_5ca7,
        0xbfa4_c8db_537e_84c6,
    ];
    let vector = |bits: [u64; 3]| DVec3::from(bits.map(f64::from_bits));
    let [turn, other_turn] =
        rows.map(|[x, y, z]| DMat3::from_cols(vector(x), vector(y), vector(z)));
    let long = Cylinder::new(Axis::Z, 1.0, 1e-6).unwrap();
    let short = Cylinder::new(Axis::Z, 1e-6, 0.0).unwrap();
    let long = Posed::new(long, Pose::from_matrix(turn, DVec3::ZERO).unwrap());
    let short = Posed::new(short, Pose::from_matrix(other_turn, vector(place)).unwrap());
    let answer = closest_points(&long, &short);
    assert_eq!(answer.distance, 0.0);
    let apart = answer.point_a.distance(answer.point_b);
    assert!(apart <= 2.0 * f64::EPSILON, "{apart:e}");
}

// Claim: shapes of the same radius that overlap have the same common point in either order.
#[test]
fn equal_radii_have_one_common_point() {
    let mut numbers = Numbers::new(12);
    for _ in 0..2000 {
        let mut place = || {
            let mut coordinate = || (numbers.bits() % 9) as f64 * 0.1234567 - 0.4;
            DVec2::new(coordinate(), coordinate())
        };
        let ball = Ball::new(place(), 2.8).unwrap();
        let capsule = Capsule::new(place(), place(), 2.8).unwrap();
        let there = closest_points(&ball, &capsule);
        let back = closest_points(&capsule, &ball);
        assert!(there.intersects());
        assert_eq!((there.point_a, there.point_b), (back.point_b, back.point_a));
    }
}

// Claim: shapes of which the radii reach have no normal though they overlap by less than rounding;
// those that touch have one.
#[test]
fn shapes_that_overlap_have_no_normal() {
    let hull = Hull::new([DVec2::new(-0.002, -0.007), DVec2::new(0.0, -1000.0)]).unwrap();
    let ball = |radius| Ball::new(DVec2::new(-0.001, -500.0035), radius).unwrap();
    let answer = closest_points(&hull, &ball(1e-12));
    assert!(answer.intersects() && answer.normal.is_none(), "{answer:?}");
    let gap = closest_points(&hull, &ball(0.0));
    assert!(gap.distance > 0.0 && gap.distance < 1e-15);
    let touching = closest_points(
        &Ball::new(DVec2::ZERO, 2.0).unwrap(),
        &Ball::new(DVec2::X * 3.0, 1.0).unwrap(),
    );
    assert!(touching.intersects() && touching.normal == Some(DVec2::X));
}

// Claim: so have shapes of the plane that touch: a disc, given as an ellipse, of any radius, beside a
// hull that is flat but for rounding or is not. Three vertices are all that a simplex has there.
#[test]
fn discs_meet_hulls_of_the_plane_in_one_point() {
    let mut numbers = Numbers::new(41);
    let mut met = 0;
    for round in 0..1500 {
        let mut place = || DVec2::new(part(&mut numbers), part(&mut numbers));
        let [middle, long, noise, toward] = [(); 4].map(|()| place());
        let aside = noise * [f64::EPSILON, 1.0][round % 2];
        let points: Vec<_> = (0..3 + round % 4)
            .map(|_| place())
            .map(|shares| middle + long * shares.x + aside * shares.y)
            .collect();
        let beside = points[0].lerp(points[1], 0.1 + 0.8 * part(&mut numbers).abs());
        let out = [toward, long.perp()][round / 2 % 2].normalize();
        let center = beside + out * 2f64.powi(-(round as i32 % 50));
        let hull = Hull::new(points).unwrap();
        let least = distance(&hull, &Point::new(center).unwrap());
        let there = Pose::from_translation(center).unwrap();
        for radius in [
            least,
            least.next_up(),
            least + 2f64.powi(-55),
            least * (1.0 + 1e-12),
        ] {
            let disc = Posed::new(Ellipsoid::new(DVec2::splat(radius)).unwrap(), there);
            let answer = closest_points(&hull, &disc);
            if least > 0.0 && answer.intersects() {
                let apart = answer.point_a.distance(answer.point_b);
                assert!(apart <= 8.0 * f64::EPSILON, "{round} {apart:e} {answer:?}");
                met += 1;
            }
        }
    }
    assert!(met > 1000, "{met}");
}

// Claim: a mapping of one's own has no normal where it overlaps by three ulps, of which none is
// rounded: a ball around a point that knows no further digits. Where it touches it has one.
#[test]
fn three_ulps_of_overlap_have_no_normal() {
    let point = Smooth::new(|_: DVec3| DVec3::ZERO);
    let small = Rounded::new(point, 1.0).unwrap();
    for (ulps, has_normal) in [(0.0, true), (3.0, false), (4.0, false), (20.0, false)] {
        let place = DVec3::X * (3.0 - ulps * 2.0 * f64::EPSILON);
        let large = Ball::new(place, 2.0).unwrap();
        for answer in [
            closest_points(&small, &large),
            closest_points(&large, &small),
        ] {
            assert!(answer.intersects(), "{ulps}");
            assert_eq!(answer.normal.is_some(), has_normal, "{ulps}");
        }
    }
}
