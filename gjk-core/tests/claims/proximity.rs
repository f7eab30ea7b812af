//! `proximity` is exact for polytopes and sphere-swept polytopes. For others certain answers are
//! reported, and `Near` if rounding hides the answer.

use crate::common::Numbers;
use crate::mappings::{Counted, Unnumbered, own_core};
use gjk_core::{
    Aabb, Axis, Ball, Body, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Feature, Hull, Point,
    Polytope, Pose, Posed, Proximity, Rounded, Scaled, Segment, Settings, Shape, Simplex, Smooth,
    SupportMapping, Triangle, closest_points, intersects, proximity,
};
use glam::{DMat3, DQuat, DVec2, DVec3};

use Proximity::{Near, Overlapping, Separated};

fn cube_at(place: DVec3) -> Posed<Cuboid<DVec3>> {
    let pose = Pose::from_translation(place).unwrap();
    Posed::new(Cuboid::new(DVec3::ONE).unwrap(), pose)
}

/// A position where a cube of side 2 overlaps another at the origin by about 1.
const DEEP: DVec3 = DVec3::new(1.0, 0.375, 0.1875);

fn cube() -> Cuboid<DVec3> {
    Cuboid::new(DVec3::ONE).unwrap()
}

/// The rounding that a certain answer must allow for: 16 ulps of a largest length of 16.
const ROUNDING: f64 = 16.0 * 16.0 * f64::EPSILON;

// Two cubes with a gap of 3, touching, and overlapping by 1.
#[test]
fn three_answers() {
    assert_eq!(proximity(&cube(), &cube_at(DVec3::X * 5.0), 0.0), Separated);
    let touching = cube_at(DVec3::X * 2.0);
    assert_eq!(proximity(&cube(), &touching, 0.0), Overlapping);
    assert_eq!(proximity(&Unnumbered(cube()), &touching, 0.0), Near);
    assert_eq!(proximity(&cube(), &cube_at(DEEP), 0.0), Overlapping);
}

// Aligned shapes overlap as certainly as others.
#[test]
fn aligned_shapes_overlap_for_certain() {
    let mut near = Vec::new();
    for x in [0.0, 0.5, 1.0] {
        for y in [0.0, 0.5, 1.0] {
            for z in [0.0, 0.5, 1.0] {
                let place = DVec3::new(x, y, z);
                if proximity(&cube(), &cube_at(place), 0.0) != Overlapping {
                    near.push(place);
                }
            }
        }
    }
    assert_eq!(near, []);
}

// Shapes nearer than the margin are near; overlapping ones overlap for any margin.
#[test]
fn the_margin_counts() {
    let apart = cube_at(DVec3::X * 5.0);
    for (margin, expected) in [
        (0.0, Separated),
        (2.9, Separated),
        (3.0, Near),
        (3.1, Near),
        (1e300, Near),
        (f64::INFINITY, Near),
    ] {
        assert_eq!(proximity(&cube(), &apart, margin), expected, "{margin}");
    }
    for margin in [0.0, 1.0, 1e300, f64::INFINITY] {
        assert_eq!(proximity(&cube(), &cube_at(DEEP), margin), Overlapping);
    }
}

// Claim: no distance exceeds an infinite margin, not even one that exceeds the largest number, of
// points, of a curved shape, or of a segment whose farther end is proposed: exact arithmetic, which
// compares numbers, decides that.
#[test]
fn nothing_is_beyond_an_infinite_margin() {
    let far = DVec3::splat(1.5e308);
    let [here, there] = [DVec3::ZERO, far].map(|place| Point::new(place).unwrap());
    let pose = Pose::from_translation(far).unwrap();
    let solid = Posed::new(Cylinder::new(Axis::X, 1.0, 1.0).unwrap(), pose);
    let segment = Segment::new([far, far * 0.9]).unwrap();
    let proposed = Settings::default().proposal(Simplex::of_vertices(&[[0, 0]]));
    for (margin, expected) in [(f64::INFINITY, Near), (f64::MAX, Separated)] {
        assert_eq!(proximity(&here, &there, margin), expected, "{margin}");
        assert_eq!(proximity(&here, &solid, margin), expected, "{margin}");
        let found = proposed.proximity(&segment, &here, margin);
        assert_eq!(found, expected, "{margin}");
    }
}

// NaN and negative margins count as zero.
#[test]
fn a_margin_without_meaning_is_zero() {
    for margin in [f64::NAN, -1.0, f64::NEG_INFINITY, -0.0] {
        assert_eq!(
            proximity(&cube(), &cube_at(DVec3::X * 3.0), margin),
            Separated
        );
        let near = cube_at(DVec3::X * 2.0);
        assert_eq!(proximity(&Unnumbered(cube()), &near, margin), Near);
        assert_eq!(proximity(&cube(), &cube_at(DEEP), margin), Overlapping);
    }
}

// Polytopes that touch, in a vertex, an edge or a face, certainly have a common point; apart by a
// last digit they have none, and are not near by any smaller margin.
#[test]
fn touching_polytopes_overlap() {
    let vertices = crate::solids::cube(DVec3::ONE);
    let polytope = Polytope::from_points(&vertices).unwrap();
    let hull = Hull::new(&vertices[..]).unwrap();
    for touch in [
        DVec3::new(2.0, 0.0, 0.0),
        DVec3::new(2.0, 2.0, 0.5),
        DVec3::new(-2.0, 2.0, -2.0),
        DVec3::new(0.5, 0.25, 2.0),
    ] {
        let b = cube_at(touch);
        assert_eq!(proximity(&polytope, &b, 0.0), Overlapping, "{touch}");
        assert_eq!(proximity(&hull, &b, 0.0), Overlapping, "{touch}");
        assert_eq!(proximity(&b, &cube(), 0.0), Overlapping, "{touch}");
        assert_eq!(proximity(&Unnumbered(&hull), &b, 0.0), Near, "{touch}");
        let gap = 2.0 * f64::EPSILON;
        let b = cube_at(touch * (1.0 + f64::EPSILON));
        assert_eq!(proximity(&hull, &b, 0.0), Separated, "{touch}");
        assert_eq!(proximity(&hull, &b, gap * 0.99), Separated, "{touch}");
        assert_eq!(proximity(&hull, &b, gap * 2.0), Near, "{touch}");
    }
}

// Shapes that touch by their radii have a common point; balls need no search.
#[test]
fn touching_radii_overlap() {
    let ball = |x: f64, radius| Ball::new(DVec2::new(x, 0.0), radius).unwrap();
    let small = ball(0.0, 1.0);
    assert_eq!(proximity(&small, &ball(3.0, 2.0), 0.0), Overlapping);
    assert_eq!(
        proximity(&ball(0.0, 1.0), &ball(3.0, 2.1), 0.0),
        Overlapping
    );
    assert_eq!(proximity(&ball(0.0, 1.0), &ball(3.0, 1.9), 0.0), Separated);
    // A bit more or less than touching: for other shapes rounding could have caused that.
    let bit = 4.0 * f64::EPSILON;
    for (radius, expected) in [(2.0 + bit, Overlapping), (2.0 - bit, Separated)] {
        let large = ball(3.0, radius);
        assert_eq!(proximity(&small, &large, 0.0), expected);
        assert_eq!(proximity(&Unnumbered(small), &large, 0.0), Near);
    }
    let rounded = Rounded::new(cube(), 0.5).unwrap();
    let touching = cube_at(DVec3::X * 2.5);
    assert_eq!(proximity(&rounded, &touching, 0.0), Overlapping);
    assert_eq!(proximity(&Unnumbered(rounded), &touching, 0.0), Near);
    assert_eq!(
        proximity(&rounded, &cube_at(DVec3::X * 2.25), 0.0),
        Overlapping
    );
    assert_eq!(
        proximity(&rounded, &cube_at(DVec3::X * 2.75), 0.0),
        Separated
    );
}

// A certain answer is true, and agrees with the distance: hulls of integer points, apart, touching
// and overlapping, with and without a margin. Everything beyond rounding from both ends is certain.
#[test]
fn certain_answers_agree_with_the_distance() {
    let mut numbers = Numbers::new(71);
    let mut seen = [0; 3];
    for round in 0..3000 {
        let size = 1 + round % 4;
        let (a, mut b) = (numbers.points(5, size), numbers.points(4, size));
        let shift = DVec3::X * (round % 4 * size) as f64;
        b.iter_mut().for_each(|p| *p += shift);
        let (a, b) = (Hull::new(a).unwrap(), Hull::new(b).unwrap());
        let distance = closest_points(&a, &b).distance;
        for margin in [0.0, 0.7, 2.0] {
            let found = proximity(&a, &b, margin);
            seen[found as usize] += 1;
            match found {
                Separated => assert!(distance > margin, "{a:?} {b:?}"),
                Near => assert!(distance <= margin + ROUNDING, "{a:?} {b:?}"),
                Overlapping => assert_eq!(distance, 0.0, "{a:?} {b:?}"),
            }
            assert!(found != Separated || !intersects(&a, &b));
            assert!(found != Overlapping || intersects(&a, &b));
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

// The order of the shapes does not matter.
#[test]
fn the_order_does_not_matter() {
    let mut numbers = Numbers::new(72);
    for round in 0..500 {
        let (a, b) = (numbers.points(6, 5), numbers.points(6, 5));
        let (a, b) = (Hull::new(a).unwrap(), Hull::new(b).unwrap());
        let by = Pose::from_translation(DVec3::X * (round % 10) as f64).unwrap();
        let b = Posed::new(b, by);
        let (found, swapped) = (proximity(&a, &b, 1.5), proximity(&b, &a, 1.5));
        assert!(found == swapped || [found, swapped].contains(&Near));
    }
}

// Claim: a needle certainly overlaps a point in its middle although it is thinner than `f64` can
// tell, and its support points are in the plane of the direction; one without thickness does not.
#[test]
fn needles_overlap_from_a_certain_thickness() {
    let middle = Point::new(DVec3::ZERO).unwrap();
    for (thickness, expected) in [
        (0.0, Near),
        (2f64.powi(-62), Overlapping),
        (2f64.powi(-52), Overlapping),
        (2f64.powi(-40), Overlapping),
    ] {
        let needle = Cylinder::new(Axis::X, 1.0, thickness).unwrap();
        assert_eq!(proximity(&needle, &middle, 0.0), expected, "{thickness}");
    }
}

// Claim: a gap that rounding may hide is near, also if the search around the origin finds a vertex
// so far away that it changes the scale, and the earlier bounds with it; or if rounding is so large
// compared with the near vertices that the squares of their moved positions overflow. At all sizes.
#[test]
fn far_vertices_make_nothing_certain() {
    let origin = Point::new(DVec2::ZERO).unwrap();
    let gap = 2f64.powi(-50);
    for far in [200, 900] {
        let corners = [
            DVec2::new(-1.0, gap),
            DVec2::new(1.0, gap),
            DVec2::Y * 2f64.powi(far),
        ];
        for exponent in [-500, 0, 100] {
            let unit = 2f64.powi(exponent);
            let triangle = Hull::new(corners.map(|corner| corner * unit)).unwrap();
            let found = proximity(&triangle, &origin, 0.0);
            assert_eq!(found, Separated, "{far} {exponent}");
            let found = proximity(&Unnumbered(triangle), &origin, 0.0);
            assert_eq!(found, Near, "{far} {exponent}");
        }
    }
}

// Claim: for curved shapes a gap and an overlap of a ten-thousandth are certain, and so is the gap of
// 5e-15 that a step aside leaves; a touch is not.
#[test]
fn curved_shapes() {
    let cylinder = Cylinder::new(Axis::Z, 2.0, 1.0).unwrap();
    let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    for (x, y, expected) in [
        (4.0001, 1e-7, Separated),
        (4.0, 1e-7, Separated),
        (4.0, 0.0, Near),
        (3.9999, 1e-7, Overlapping),
    ] {
        let pose = Pose::from_translation(DVec3::new(x, y, 0.125)).unwrap();
        let found = proximity(&ellipsoid, &Posed::new(cylinder, pose), 0.0);
        assert_eq!(found, expected, "{x}");
    }
}

// Claim: a plane of an off-axis step proves no more than its distance: curved shapes, small
// compared with their position, at every margin a little larger than their gap.
#[test]
fn steps_beside_prove_no_more() {
    let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    let turn = DQuat::from_rotation_x(0.5);
    for i in 0..40 {
        let angle = f64::from(i) * 0.37;
        let place = DVec3::new(
            5.0 * angle.cos(),
            4.0 * angle.sin(),
            2.0 + 0.01 * f64::from(i),
        );
        let cylinder = Cylinder::new(Axis::Z, 1.0, 0.5).unwrap();
        let posed = Posed::new(cylinder, Pose::from_rotation(turn, place).unwrap());
        let gap = closest_points(&ellipsoid, &posed).distance;
        assert!(gap > 0.0);
        assert_eq!(proximity(&ellipsoid, &posed, gap * 1.01), Near, "{place}");
        let [a, b] = [0.505, 0.505].map(|part| part * gap);
        let (a, b) = (
            Rounded::new(ellipsoid, a).unwrap(),
            Rounded::new(posed, b).unwrap(),
        );
        assert!(intersects(&a, &b), "{place}");
    }
}

// Crossed segments touch in one point and have no interior: for any margin that point is common,
// and near if they are not known to be segments.
#[test]
fn flat_shapes_that_cross() {
    let across = Capsule::new(DVec3::NEG_X, DVec3::X, 0.0).unwrap();
    let along = Capsule::new(DVec3::NEG_Y, DVec3::Y, 0.0).unwrap();
    for margin in [0.0, 1.0] {
        assert_eq!(proximity(&across, &along, margin), Overlapping);
        assert_eq!(proximity(&Unnumbered(across), &along, margin), Near);
    }
}

// At all sizes: a gap and an overlap of a part in 2^40.
#[test]
fn no_size_is_special() {
    for exponent in [-900, -300, 0, 300, 900] {
        let unit = 2f64.powi(exponent);
        let small = 2f64.powi(-40);
        let cuboid = Cuboid::new(DVec3::ONE * unit).unwrap();
        for (x, expected) in [
            (2.0 + small, Separated),
            (2.0, Near),
            (2.0 - small, Overlapping),
        ] {
            let pose = Pose::from_translation(DVec3::new(x, 0.5, 0.25) * unit).unwrap();
            let posed = Posed::new(cuboid, pose);
            let found = proximity(&Unnumbered(cuboid), &posed, 0.0);
            assert_eq!(found, expected, "2^{exponent} {x}");
            let exact = if x > 2.0 { Separated } else { Overlapping };
            assert_eq!(proximity(&cuboid, &posed, 0.0), exact, "2^{exponent} {x}");
        }
    }
}

// A mapping that returns NaN is near: nothing is certain.
#[test]
fn not_a_number_is_near() {
    struct Nowhere(f64);
    impl SupportMapping for Nowhere {
        type Vector = DVec3;
        fn support(&self, _direction: DVec3) -> DVec3 {
            DVec3::new(9.0, self.0, 0.0)
        }
    }

    own_core!(<> Nowhere);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for margin in [0.0, 1.0, f64::INFINITY] {
            assert_eq!(proximity(&Nowhere(bad), &cube(), margin), Near);
            assert_eq!(proximity(&cube(), &Nowhere(bad), margin), Near);
        }
    }
}

// At the iteration limit nothing wrong is reported: certain answers only if they are proved by
// then.
#[test]
fn the_limit_leaves_only_what_is_proved() {
    let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 0.5)).unwrap();
    for x in [0.1, 2.0, 3.1, 3.9, 4.1, 9.0] {
        let b = cube_at(DVec3::new(x, 0.9, 0.3));
        let expected = proximity(&ellipsoid, &b, 0.0);
        for limit in 2..12 {
            let settings = Settings::default().max_iterations(limit);
            let found = settings.proximity(&ellipsoid, &b, 0.0);
            assert!(found == expected || found == Near, "{x} {limit}: {found:?}");
        }
    }
}

// Claim: a curved shape is separated for certain from a point an ulp or a few from its flat face or
// its rim, and overlaps one that is as far inside: in any of the directions along the axes.
#[test]
fn an_ulp_is_certain_in_every_direction() {
    let solids: [(&dyn gjk_core::Shape<Vector = DVec3>, DVec3); 3] = [
        (
            &Cylinder::new(Axis::Z, 1.0, 2.0).unwrap(),
            DVec3::new(0.25, -0.5, 1.0),
        ),
        (
            &Ellipsoid::new(DVec3::new(2.0, 3.0, 1.0)).unwrap(),
            DVec3::Z,
        ),
        (
            &Cylinder::new(Axis::X, 2.0, 1.0).unwrap(),
            DVec3::new(0.5, 0.0, 1.0),
        ),
    ];
    for (solid, top) in solids {
        for axes in [
            [DVec3::X, DVec3::Y, DVec3::Z],
            [DVec3::Y, DVec3::Z, DVec3::X],
            [DVec3::Z, DVec3::X, DVec3::Y],
        ] {
            for sign in [1.0, -1.0] {
                let axes = [axes[0] * sign, axes[1], axes[2] * sign];
                let turn = DMat3::from_cols(axes[0], axes[1], axes[2]);
                let posed = Posed::new(solid, Pose::from_matrix(turn, DVec3::ZERO).unwrap());
                for ulps in [1.0, 2.0, 4.0, 8.0] {
                    for (way, expected) in [(1.0, Separated), (-1.0, Overlapping)] {
                        let place = top + DVec3::Z * way * ulps * f64::EPSILON;
                        let found = proximity(&posed, &Point::new(turn * place).unwrap(), 0.0);
                        assert_eq!(found, expected, "{top} {axes:?} {ulps} {way}");
                    }
                }
            }
        }
    }
}

// Claim: a certain answer about a mapping that reports no extent is right, though its support points
// are far from the origin of its frame and the shapes near each other.
#[test]
fn measured_extents_leave_as_much_doubt() {
    let cone = Cone::new(Axis::X, 2.6, 0.958336880046476).unwrap();
    let unknown = Smooth::new(move |direction: DVec3| cone.support(direction));
    let place = [
        0xc014_cccc_cfc5_dcba,
        0x3fdf_24a3_13b3_870a,
        0xbfea_6b55_9810_70d0,
    ];
    let place = DVec3::from(place.map(f64::from_bits));
    let other = Posed::new(&unknown, Pose::from_translation(place).unwrap());
    // The distance is 5.200000046e-8 in exact arithmetic.
    let margin = 5.2000000465e-8;
    assert_eq!(proximity(&unknown, &other, margin), Near);
    let settings = Settings::default().max_distance(margin);
    assert!(settings.closest_points(&unknown, &other).lower <= margin);
}

// Claim: it is exact though the centre that a core reports is outside of it, and the one between the
// shapes is so short that the square of a direction made of it has few digits: 1e-80.
#[test]
fn short_ways_between_centres_keep_their_length() {
    /// A box from (-1, 1/2) to (1, 1), with the origin as its centre.
    struct Above;

    impl SupportMapping for Above {
        type Vector = DVec2;

        fn support(&self, direction: DVec2) -> DVec2 {
            self.farthest(direction, 0).1
        }

        fn farthest(&self, direction: DVec2, _near: u32) -> (Feature<DVec2>, DVec2) {
            let corner = u32::from(direction.x > 0.0) + 2 * u32::from(direction.y > 0.0);
            let corner = Feature::Vertex(corner);
            (corner, self.point(corner))
        }

        fn point(&self, feature: Feature<DVec2>) -> DVec2 {
            match feature {
                Feature::Vertex(0) => DVec2::new(-1.0, 0.5),
                Feature::Vertex(1) => DVec2::new(1.0, 0.5),
                Feature::Vertex(2) => DVec2::new(-1.0, 1.0),
                _ => DVec2::ONE,
            }
        }

        fn extent(&self) -> f64 {
            1.0
        }

        fn vertex_count(&self) -> Option<u32> {
            Some(4)
        }
    }

    impl Shape for Above {
        type Vector = DVec2;

        fn body(&self) -> Body<'_, DVec2> {
            Body::new(self)
        }
    }

    for step in 0..2000 {
        let way = DVec2::X * 10f64.powf(-70.0 - 0.01 * f64::from(step));
        let point = Point::new(way).unwrap();
        for (margin, expected) in [(0.49, Separated), (0.51, Near), (0.6, Near)] {
            assert_eq!(
                proximity(&Above, &point, margin),
                expected,
                "{way} {margin}"
            );
            assert_eq!(
                proximity(&point, &Above, margin),
                expected,
                "{way} {margin}"
            );
        }
    }
}

/// Claim: a hull, or a box, that is one point far from the origin of its frame leaves no more doubt
/// than a `Point` there. Once its extent was zero, which says that it is unknown: beside a disc
/// half the distance was no certain margin.
#[test]
fn hulls_of_one_point_leave_no_more_doubt() {
    let far = DVec3::new(0.913, -0.614, -0.084);
    let disc = Cylinder::new(Axis::Z, 0.0, 0.1).unwrap();
    let there = Pose::from_translation(far + DVec3::new(0.02, 0.03, 7e-15)).unwrap();
    let disc = Posed::new(disc, there);
    let [one, two] = [vec![far], vec![far; 2]].map(|points| Hull::new(points).unwrap());
    let (corner, point) = (Aabb::new(far, far).unwrap(), Point::new(far).unwrap());
    let gap = gjk_core::distance(&disc, &point);
    assert!(gap > 6e-15 && gap < 8e-15, "{gap:e}");
    let shapes: [&dyn Shape<Vector = DVec3>; 4] = [&point, &one, &two, &corner];
    for (i, shape) in shapes.into_iter().enumerate() {
        assert_eq!(proximity(&disc, shape, 0.5 * gap), Separated, "{i}");
        assert_eq!(proximity(&disc, shape, 2.0 * gap), Near, "{i}");
    }
}

// Claim: a shape scaled down from afar leaves no more doubt beside a curved one than its extent says,
// which counts the way from the origin of its frame: a gap of 10^-14 is certain. (The centre before
// scaling, 10^6 away, had left it open up to 3e-9.)
#[test]
fn scaled_shapes_leave_the_doubt_of_their_extent() {
    let ball = Ellipsoid::new(DVec3::ONE).unwrap();
    let far = 2f64.powi(20);
    let triangle = Triangle::new([
        DVec3::new(far, 0.0, 0.0),
        DVec3::new(far, 1.0, 0.0),
        DVec3::new(far, 0.0, 1.0),
    ]);
    let scaled = Scaled::new(triangle.unwrap(), 1.0 / far).unwrap();
    for (gap, expected) in [(1e-14, Separated), (-1e-14, Overlapping)] {
        let there = Pose::from_translation(DVec3::X * gap).unwrap();
        let found = proximity(&ball, &Posed::new(&scaled, there), 0.0);
        assert_eq!(found, expected, "{gap}");
    }
}

// Claim: curved shapes far from the origin of the world leave no more doubt: a cone of 10^-10 and a
// point, 8 * 10^11 away, 2e-19 apart. (An auditor's pair: `f64` loses more of it.)
#[test]
fn far_origins_leave_no_more_doubt() {
    let far = 807_924_110_127.799_6;
    let (side, height) = (-0.013_788_955_566_301_65, 1.419_598_591_009_624_4e-5);
    let point = Point::new(DVec3::new(far, side, height)).unwrap();
    let cone = Cone::new(
        Axis::Z,
        1.014_678_080_930_393_8e-10,
        7.437_805_642_323_771e-12,
    );
    let cone = cone.unwrap();
    for (gap, expected) in [(0.0, Separated), (-4e-19, Overlapping)] {
        let base = 1.419_608_737_790_456_5e-5 + gap;
        let there = Pose::from_translation(DVec3::new(far, side, base)).unwrap();
        let found = proximity(&point, &Posed::new(cone, there), 0.0);
        assert_eq!(found, expected, "{gap:e}");
    }
}

// Claim: where shapes touch, rounding hides the answer, and that is found soon: cylinders on a
// floor, on each other, and side by side. (It took 44 to 295 of them.)
#[test]
fn a_touch_of_cylinders_is_near_after_few_evaluations() {
    let cylinder = Cylinder::new(Axis::Y, 0.5, 1.0).unwrap();
    let floor = Cuboid::new(DVec3::new(2.0, 0.5, 2.0)).unwrap();
    let others: [(&dyn Shape<Vector = DVec3>, DVec3); 4] = [
        (&floor, DVec3::new(0.25, 1.0, 0.125)),
        (&cylinder, DVec3::new(0.25, 1.0, 0.125)),
        (&cylinder, DVec3::Y),
        (&cylinder, DVec3::new(2.0, 0.25, 0.0)),
    ];
    for (other, place) in others {
        let counted = Counted::new(cylinder);
        let pose = Pose::from_translation(-place).unwrap();
        assert_eq!(
            proximity(&counted, &Posed::new(other, pose), 0.0),
            Near,
            "{place}"
        );
        let evaluations = counted.count.get();
        assert!(evaluations <= 32, "{place}: {evaluations}");
    }
}

// Claim: so it is where the centre is far to the side of the contact: points on the cap of a disc.
// All four corners around the origin count: the one towards the centre may be the only one outside.
#[test]
fn a_touch_beside_the_centre_is_near() {
    let height = 2f64.powi(-12);
    for (axis, along) in [(Axis::X, 0), (Axis::Y, 1), (Axis::Z, 2)] {
        let disc = Cylinder::new(axis, height, 1.0).unwrap();
        for step in 0..512 {
            let [x, y] = [step % 16, step / 16 % 16].map(|at| f64::from(at) / 12.0 - 0.625);
            let side = if step < 256 { height } else { -height };
            let mut place = [x, y, side];
            place.rotate_left(2 - along);
            let point = Point::new(DVec3::from(place)).unwrap();
            assert_eq!(proximity(&disc, &point, 0.0), Near, "{axis:?} {place:?}");
        }
    }
}
