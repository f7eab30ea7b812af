//! Points of curved shapes in more digits than `f64` has.

use crate::common::Numbers;
use crate::mappings::own_core;
use gjk_core::Proximity::{self, Near, Overlapping, Separated};
use gjk_core::{
    Axis, Ball, Body, Cone, Cuboid, Cylinder, Ellipsoid, Feature, Hull, Point, Pose, Posed,
    Rounded, Shape, Smooth, SupportMapping, closest_points, distance, intersects, proximity,
};
use glam::{DMat3, DQuat, DVec3};

fn number(numbers: &mut Numbers) -> f64 {
    numbers.bits() as i64 as f64 * 2f64.powi(-63)
}

fn vector(numbers: &mut Numbers) -> DVec3 {
    DVec3::new(number(numbers), number(numbers), number(numbers))
}

/// The exact sum of two numbers, rounded, and what that leaves.
fn sum(a: f64, b: f64) -> [f64; 2] {
    let hi = a + b;
    let rounded = hi - a;
    [hi, (a - (hi - rounded)) + (b - rounded)]
}

/// The sum of products of two numbers each, to about 100 bits.
fn sum_of_products(products: &[[f64; 2]]) -> f64 {
    let (mut total, mut rest) = (0.0, 0.0);
    for [a, b] in products {
        let product = a * b;
        let [hi, lo] = sum(total, product);
        (total, rest) = (hi, rest + (lo + a.mul_add(*b, -product)));
    }
    total + rest
}

/// By how much the squared length of a point in two parts is off that of a radius, divided by the
/// square.
fn off_the_sphere([point, rest]: [DVec3; 2], radius: f64) -> f64 {
    let mut products = vec![[radius, -radius]];
    for axis in 0..3 {
        products.push([point[axis], point[axis]]);
        products.push([2.0 * point[axis], rest[axis]]);
    }
    sum_of_products(&products) / (radius * radius)
}

// Claim: precise points are on their rims and spheres to 98 bits, and next to the rounded ones.
#[test]
fn precise_points_are_on_the_surface() {
    let mut numbers = Numbers::new(33);
    for round in 0..10_000 {
        let radius = 1.5 + 0.5 * number(&mut numbers);
        let direction = vector(&mut numbers);
        let axis = [Axis::X, Axis::Y, Axis::Z][round % 3];
        let cylinder = Cylinder::new(axis, 0.0, radius).unwrap();
        let cone = Cone::new(axis, 0.0, radius).unwrap();
        let ball = Ellipsoid::new(DVec3::splat(radius)).unwrap();
        let points = [
            (
                cylinder.precise_point(1, direction),
                cylinder.body().support(direction),
            ),
            (
                cone.precise_point(1, direction),
                cone.body().support(direction),
            ),
            (
                ball.precise_point(0, direction),
                ball.body().support(direction),
            ),
        ];
        for (precise, rounded) in points {
            let precise = precise.unwrap();
            assert!((precise[0] - rounded).length() <= 8.0 * f64::EPSILON);
            assert!(precise[1].abs().max_element() <= f64::EPSILON);
            let off = off_the_sphere(precise, radius);
            assert!(off.abs() <= 2f64.powi(-98), "{off:e}");
        }
    }
}

// Claim: a rotated point is the matrix times the point in the frame of the core, to 98 bits; an
// ellipsoid is farthest there: its normal is the direction.
#[test]
fn precise_points_are_mapped() {
    let mut numbers = Numbers::new(34);
    for _ in 0..2000 {
        let radii = DVec3::splat(1.0) + vector(&mut numbers) * 0.5;
        let ellipsoid = Ellipsoid::new(radii).unwrap();
        let turn = DQuat::from_scaled_axis(vector(&mut numbers) * 3.0);
        let pose = Pose::from_rotation(turn, DVec3::ONE).unwrap();
        let direction = vector(&mut numbers);
        let [point, rest] = ellipsoid.precise_point(0, direction).unwrap();
        let body = Posed::new(ellipsoid, pose);
        let [mapped, left] = body.body().precise_point(0, direction).unwrap();
        let rows: DMat3 = pose.matrix().transpose();
        for axis in 0..3 {
            let row = rows.col(axis);
            let mut products = vec![[-1.0, mapped[axis]], [-1.0, left[axis]]];
            for i in 0..3 {
                products.push([row[i], point[i]]);
                products.push([row[i], rest[i]]);
            }
            let off = sum_of_products(&products);
            assert!(off.abs() <= 2f64.powi(-98), "{off:e}");
        }
        let normal = point / (radii * radii);
        let aside = normal.normalize().cross(direction.normalize());
        assert!(aside.length() <= 1e-15);
    }
}

// Claim: a core has no piece beyond its last, polytopes have none, and neither has a mapping that
// does not state its points.
#[test]
fn pieces_end() {
    let cylinder = Cylinder::new(Axis::Z, 2.0, 1.0).unwrap();
    let cone = Cone::new(Axis::Z, 2.0, 1.0).unwrap();
    let ellipsoid = Ellipsoid::new(DVec3::ONE).unwrap();
    let pieces = |core: &dyn Fn(u32) -> bool| (0..9).take_while(|piece| core(*piece)).count();
    let has = |body: &Body<DVec3>, piece| body.precise_point(piece, DVec3::X).is_some();
    assert_eq!(pieces(&|piece| has(&cylinder.body(), piece)), 3);
    assert_eq!(pieces(&|piece| has(&cone.body(), piece)), 2);
    assert_eq!(pieces(&|piece| has(&ellipsoid.body(), piece)), 1);
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    assert_eq!(cuboid.precise_point(0, DVec3::X), None);
    assert_eq!(
        cone.precise_point(0, DVec3::X),
        Some([DVec3::Z * 2.0, DVec3::ZERO])
    );
    // Along the axis the rim is its centre.
    assert_eq!(
        cone.precise_point(1, DVec3::Z),
        Some([DVec3::Z * -2.0, DVec3::ZERO])
    );
}

// Claim: between the apex and the rim of a cone the choice has all digits: points some ulps from a
// line on its surface are inside exactly if they are, from 2^-60 on; and so for a cone 2^1000 times as
// large.
#[test]
fn pieces_are_chosen_with_all_digits() {
    let mut numbers = Numbers::new(35);
    let mut counts = [0; 2];
    for _ in 0..1000 {
        let height = 1.5 + 0.5 * number(&mut numbers);
        let radius = 1.5 + 0.5 * number(&mut numbers);
        let cone = Cone::new(Axis::Z, height, radius).unwrap();
        let by = 2f64.powi(1000);
        let large = Cone::new(Axis::Z, height * by, radius * by).unwrap();
        let share = 0.5 + 0.25 * number(&mut numbers);
        let z = height - 2.0 * height * share;
        for ulps in [-2.0, -1.0, 0.0, 1.0, 2.0] {
            let x = radius * share + ulps * f64::EPSILON;
            let beyond = sum_of_products(&[[x, 2.0 * height], [z, radius], [-height, radius]]);
            let point = |by: f64| Point::new(DVec3::new(x, 0.0, z) * by).unwrap();
            if beyond.abs() > 8.0 * 2f64.powi(-60) {
                let is_inside = beyond < 0.0;
                assert_eq!(intersects(&cone, &point(1.0)), is_inside, "{beyond:e}");
                assert_eq!(intersects(&large, &point(by)), is_inside, "{beyond:e}");
                counts[usize::from(is_inside)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
}

/// An ellipsoid at a place, and a point at another one.
fn pair(radii: [f64; 3], at: [f64; 3], point: [f64; 3], place: [f64; 3]) -> [Proximity; 2] {
    let there = |place: [f64; 3]| Pose::from_translation(DVec3::from(place)).unwrap();
    let ellipsoid = Posed::new(Ellipsoid::new(DVec3::from(radii)).unwrap(), there(at));
    let point = Posed::new(Point::new(DVec3::from(point)).unwrap(), there(place));
    [
        proximity(&ellipsoid, &point, 0.0),
        proximity(&point, &ellipsoid, 0.0),
    ]
}

// Claim: a vertex that cancels against the origin of its shape loses no digits: an ellipsoid of
// 10^-15, 1.2e-32 deep in, and one of 10^-9, 4.9e-33 from a point of coordinates about 3. (An
// auditor's pairs, separated and overlapping for certain: the vertex was rounded before it was
// moved.)
#[test]
fn vertices_that_cancel_keep_their_digits() {
    let inside = pair(
        [
            1.13944803895726e-15,
            1.7006120289047793e-15,
            1.5364294776682286e-15,
        ],
        [
            4.3193663755234954e-17,
            1.8344254571764731e-16,
            -1.9389784858570256e-16,
        ],
        [1.6163246793559063, 2.8145908345004385, 2.3413600836079347],
        [-1.6163246793559063, -2.81459083450044, -2.3413600836079356],
    );
    assert!(!inside.contains(&Separated), "{inside:?}");
    let beside = pair(
        [
            1.880690699175679e-9,
            1.3966831558832989e-9,
            1.7626398214306234e-9,
        ],
        [
            1.462886332093739e-16,
            8.341086184740291e-17,
            1.4342336669923396e-16,
        ],
        [-3.1177784426749353, 1.663193347427515, 3.4990500706797363],
        [3.1177784433551334, -1.6631933486385382, -3.4990500712836288],
    );
    assert!(!beside.contains(&Overlapping), "{beside:?}");
}

// Claim: where further digits are below the least number nothing is certain by them: a ball of some
// 10^9 least numbers, and a point a quarter of one outside. (An auditor's: overlapping for certain.)
#[test]
fn digits_below_the_least_number_are_in_doubt() {
    let least = f64::from_bits(1);
    let ball = Ellipsoid::new(DVec3::splat(1_519_984_634.0 * least)).unwrap();
    let place = DVec3::new(867_284_664.0, 836_381_601.0, 926_626_364.0) * least;
    assert_eq!(proximity(&ball, &Point::new(place).unwrap(), 0.0), Near);
}

// Claim: a margin is compared with all digits: one 163 ulps smaller than the distance. (An
// auditor's: near, as the first search could not tell, and the second did not run.)
#[test]
fn margins_are_compared_with_all_digits() {
    let ellipsoid = Ellipsoid::new(DVec3::new(
        1.000620214286406,
        1.16460828987827,
        1.329092073047259,
    ));
    let ellipsoid = ellipsoid.unwrap();
    let place = DVec3::new(2.1664964766415356, -3.2951638876520257, 3.07379048899137);
    let point = Point::new(place).unwrap();
    let distance = distance(&ellipsoid, &point);
    assert!(distance > 3.8036513861408716);
    assert_eq!(proximity(&ellipsoid, &point, 3.8036513861408716), Separated);
    for ulps in [2.0, 8.0, 50.0, 300.0] {
        let off = ulps * f64::EPSILON * 2.0;
        assert_eq!(proximity(&ellipsoid, &point, distance - off), Separated);
        assert_eq!(proximity(&ellipsoid, &point, distance + off), Near);
    }
}

// Claim: a margin next to the distance is not taken for larger by the nearest point of a sliver, which
// is nearer than any point of the shapes. (An auditor's: near, 196 ulps beyond the margin; with the
// shapes swapped it was separated.)
#[test]
fn slivers_make_no_distance_shorter() {
    let at = |x, y, z| Pose::from_translation(DVec3::new(x, y, z)).unwrap();
    let cone = Cone::new(Axis::Y, 0.24386271831558162, 2.2353457294263337).unwrap();
    let cone = Posed::new(
        cone,
        at(
            -5.026684351265282e-17,
            -1.0734939581255711e-16,
            -3.468512454409218e-17,
        ),
    );
    let turn = DMat3::from_cols(
        DVec3::new(
            0.9999999963850255,
            1.803006336759445e-5,
            -8.309552285862581e-5,
        ),
        DVec3::new(
            -1.8034436765755138e-5,
            0.9999999984523935,
            -5.263052351855947e-5,
        ),
        DVec3::new(
            8.309457379835254e-5,
            5.263202190925398e-5,
            0.999999995162581,
        ),
    );
    let needle = Cylinder::new(Axis::X, 1.1102230246251565e-16, 1.3763260023224122).unwrap();
    let place = DVec3::new(-1.2731543872591258, 1.1108528289015192, 2.0802918965852513);
    let needle = Posed::new(needle, Pose::from_matrix(turn, place).unwrap());
    let margin = 4.1765527075485135e-7;
    assert_eq!(proximity(&cone, &needle, margin), Separated);
    assert_eq!(proximity(&needle, &cone, margin), Separated);
}

// Claim: points on the axis of a needle certainly overlap it from an ulp below its cap on, if it is
// a thousand ulps thick. (An auditor's: near up to 8,000 ulps deep, as support points around the
// middle of the needle were too far away.) So they do of tiny needles with the same origin as the
// points, as far away as numbers go: brought near one, as the needles are, it would overflow.
#[test]
fn the_ends_of_needles_overlap() {
    for [size, place] in [[1.0, 0.0], [2f64.powi(-40), 2f64.powi(1000)]] {
        let pose = Pose::from_translation(DVec3::splat(place)).unwrap();
        for digits in 6..13 {
            let radius = 10f64.powi(-digits);
            let needle = Cylinder::new(Axis::Y, size, radius * size).unwrap();
            let needle = Posed::new(needle, pose);
            for ulps in [1.0, 3.0, 50.0, 1000.0, 8000.0] {
                let height = 1.0 - ulps * f64::EPSILON;
                let point = Point::new(DVec3::Y * (height * size)).unwrap();
                assert_eq!(
                    proximity(&needle, &Posed::new(point, pose), 0.0),
                    Overlapping,
                    "{size:e} {radius:e} {ulps}"
                );
            }
        }
    }
}

/// Four corners that count as pieces of a curved surface.
struct Corners([DVec3; 4]);

impl SupportMapping for Corners {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.farthest(direction, 0).1
    }

    fn farthest(&self, direction: DVec3, _near: u32) -> (Feature<DVec3>, DVec3) {
        let center = self.center();
        let height = |piece: &u32| (self.0[*piece as usize] - center).dot(direction);
        let highest = (0..4).max_by(|p, q| height(p).total_cmp(&height(q)));
        let feature = Feature::Piece(highest.unwrap(), direction);
        (feature, self.point(feature))
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        match feature {
            Feature::Piece(piece, _) => self.0[piece as usize % 4],
            _ => self.0[0],
        }
    }

    fn precise_point(&self, piece: u32, _direction: DVec3) -> Option<[DVec3; 2]> {
        Some([*self.0.get(piece as usize)?, DVec3::ZERO])
    }

    fn center(&self) -> DVec3 {
        self.0.iter().sum::<DVec3>() / 4.0
    }

    fn extent(&self) -> f64 {
        let center = self.center();
        self.0.iter().fold(0.0, |size, corner| {
            f64::max(size, (corner - center).abs().max_element())
        })
    }
}

own_core!(<> Corners);

/// Points of a random plane, off it by some ulps, and that plane: a point and two directions in it.
fn level(numbers: &mut Numbers, count: usize) -> (Vec<DVec3>, [DVec3; 3]) {
    let [place, x, y, noise] = [(); 4].map(|()| vector(numbers));
    let mut point = || {
        let aside = noise * number(numbers) * f64::EPSILON;
        place + x * number(numbers) + y * number(numbers) + aside
    };
    ((0..count).map(|_| point()).collect(), [place, x, y])
}

// Claim: the first four pieces of a core compete with all digits, whichever they are: where they are
// as level as rounding makes them, what is certain of a point next to them is what is exact of the
// hull of the same corners; and so if all is 2^1000 times as large.
#[test]
fn four_pieces_are_chosen_with_all_digits() {
    let mut numbers = Numbers::new(36);
    let mut counts = [0; 2];
    for round in 0..3000 {
        let (points, [place, x, y]) = level(&mut numbers, 4);
        let aside = vector(&mut numbers) * f64::EPSILON;
        let beside = place + (x * number(&mut numbers) + y * number(&mut numbers)) * 0.25 + aside;
        let point = Point::new(beside).unwrap();
        let corners = Corners([points[0], points[1], points[2], points[3]]);
        let by = 2f64.powi(1000);
        let large = Corners(corners.0.map(|corner| corner * by));
        let hull = Hull::new(points).unwrap();
        let expected = proximity(&hull, &point, 0.0);
        let found = proximity(&corners, &point, 0.0);
        let far = Point::new(beside * by).unwrap();
        assert_eq!(proximity(&large, &far, 0.0), found, "{round}");
        if expected == Overlapping || distance(&hull, &point) < 2f64.powi(-58) {
            assert!(found == Near || found == expected, "{round}: {found:?}");
        } else {
            assert_eq!(found, Separated, "{round}");
        }
        counts[usize::from(expected == Overlapping)] += 1;
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

// Claim: pieces compete in the frame of their core: a cone that a pose lays along another axis is
// the cone of that axis to the last bit, next to points of its side, where apex and rim are as far.
#[test]
fn pieces_of_turned_cores_are_chosen_with_all_digits() {
    let mut numbers = Numbers::new(41);
    let turn = DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X);
    let pose = Pose::from_matrix(turn, DVec3::ZERO).unwrap();
    for round in 0..1000 {
        let [height, radius] = [(); 2].map(|()| 1.5 + number(&mut numbers));
        let lying = Cone::new(Axis::X, height, radius).unwrap();
        let laid = Posed::new(Cone::new(Axis::Z, height, radius).unwrap(), pose);
        let (outwards, share) = (
            vector(&mut numbers).with_x(0.0).normalize(),
            number(&mut numbers),
        );
        let (apex, rim) = (DVec3::X * height, outwards * radius - DVec3::X * height);
        let aside = vector(&mut numbers) * f64::EPSILON;
        let beside = Point::new(apex + (rim - apex) * share.abs() + aside).unwrap();
        let both = |margin| {
            let near = [
                proximity(&lying, &beside, margin),
                proximity(&laid, &beside, margin),
            ];
            assert_eq!(near[0], near[1], "{round}");
        };
        both(0.0);
        both(f64::EPSILON);
        assert_eq!(
            distance(&lying, &beside),
            distance(&laid, &beside),
            "{round}"
        );
    }
}

// Claim: the precise point of a rim is there for a direction however near to the axis, and that of
// an ellipsoid for one of any length.
#[test]
fn precise_points_need_no_long_directions() {
    let cylinder = Cylinder::new(Axis::Z, 3.0, 5.0).unwrap();
    let cone = Cone::new(Axis::Z, 3.0, 5.0).unwrap();
    let ball = Ellipsoid::new(DVec3::splat(5.0)).unwrap();
    let rim = DVec3::new(3.0, -4.0, -3.0);
    for power in [0, 100, 300, 600, 1000] {
        let aside = rim.with_z(0.0) * 2f64.powi(-power);
        let down = aside - DVec3::Z / 8.0;
        for (found, expected) in [
            (cylinder.precise_point(2, down), rim),
            (cone.precise_point(1, down), rim),
            (ball.precise_point(0, aside), rim.with_z(0.0)),
        ] {
            let [point, rest] = found.unwrap();
            assert_eq!(point, expected, "2^-{power}");
            assert!(rest.length() <= 5.0 * 2f64.powi(-100), "2^-{power}");
        }
        // Of numbers that fill every digit, products have twice as many.
        let egg = Ellipsoid::new(DVec3::new(0.1, 0.3, 0.7)).unwrap();
        let (long, short) = (rim / 7.0, rim / 7.0 * 2f64.powi(-power));
        assert_eq!(egg.precise_point(0, short), egg.precise_point(0, long));
    }
}

// Claim: the normal of curved shapes that nearly touch is across the planes of the lower bound,
// whichever of the planes in double-double proved it; so it is of rounded ones.
#[test]
fn normals_separate_where_shapes_nearly_touch() {
    let mut numbers = Numbers::new(42);
    let mut apart = 0;
    for round in 0..2000 {
        let turn = || DQuat::from_scaled_axis(vector(&mut numbers) * 3.0);
        let turns: Vec<_> = std::iter::repeat_with(turn).take(2).collect();
        let [p, q, r, s] = [(); 4].map(|()| 1.5 + number(&mut numbers));
        let oval = Ellipsoid::new(DVec3::new(p, q, r)).unwrap();
        let a = Posed::new(oval, Pose::from_rotation(turns[0], DVec3::ZERO).unwrap());
        let [drum, cone] = [Cylinder::new(Axis::Y, s, p), Cylinder::new(Axis::X, q, s)];
        let radius = [0.0, 0.25][round / 2 % 2];
        let solid = Rounded::new([drum.unwrap(), cone.unwrap()][round % 2], radius).unwrap();
        let outwards = vector(&mut numbers).normalize();
        let at = |place| Posed::new(solid, Pose::from_rotation(turns[1], place).unwrap());
        let [from, to] = [
            a.body().support(outwards),
            at(DVec3::ZERO).body().support(-outwards),
        ];
        let gap = 2f64.powi(-(round as i32 % 30) - 25);
        let b = at(from - to + outwards * (radius + gap));
        let answer = closest_points(&a, &b);
        let Some(normal) = answer.normal.filter(|_| answer.distance > 0.0) else {
            continue;
        };
        let [from, to] = [a.body().support(normal), b.body().support(-normal)];
        let left = ((to - from) + b.body().origin()).dot(normal) - radius;
        assert!(left >= answer.lower - 1e-14, "{round}: {left:e} {answer:?}");
        apart += 1;
    }
    assert!(apart > 1000, "{apart}");
}

// Claim: so do the vertices of a polytope beside a curved shape: what is certain of an ellipsoid that
// is a ball is what is exact of that ball, and so is the distance; next to a side that is level but
// for rounding, in a turned pose, at any height. An overlap of 2^-56 is certain, or of a digit of the
// radius if that is more, and so is such a gap, unless the ball is as small as rounding.
#[test]
fn vertices_are_chosen_with_all_digits() {
    let mut numbers = Numbers::new(37);
    let mut certain = [0; 2];
    for round in 0..400 {
        let (points, [place, x, y]) = level(&mut numbers, 4 + round % 6);
        let turn = DQuat::from_scaled_axis(vector(&mut numbers) * 3.0);
        let pose = Pose::from_rotation(turn, DVec3::ZERO).unwrap();
        let hull = Posed::new(Hull::new(points).unwrap(), pose);
        let height = 2f64.powi(-(round as i32 % 50)) * (1.5 + 0.5 * number(&mut numbers));
        let above = x.cross(y).normalize() * height;
        let aside = x * number(&mut numbers) + y * number(&mut numbers);
        let center = turn * (place + aside * 0.25 + above);
        let least = distance(&hull, &Point::new(center).unwrap());
        let clear = 2f64.powi(-55);
        for radius in [
            least.next_down(),
            least,
            least.next_up(),
            least - clear,
            least + clear,
        ] {
            if radius <= 0.0 {
                continue;
            }
            let ball = |radius: f64| Ball::new(center, radius).unwrap();
            let there = Pose::from_translation(center).unwrap();
            let round_one = Posed::new(Ellipsoid::new(DVec3::splat(radius)).unwrap(), there);
            let expected = proximity(&hull, &ball(radius), 0.0);
            // Less by that much, however it is rounded.
            let less = ball(f64::max(0.0, (radius - 0.5 * clear).next_down()));
            let is_clear = distance(&hull, &ball(radius)) > 0.5 * clear
                || (least > 2f64.powi(-40) && proximity(&hull, &less, 0.0) == Overlapping);
            let found = [
                proximity(&hull, &round_one, 0.0),
                proximity(&round_one, &hull, 0.0),
            ];
            for found in found {
                let may_be_near = found == Near && !is_clear;
                assert!(may_be_near || found == expected, "{round}: {found:?}");
                certain[usize::from(expected == Overlapping)] += usize::from(found != Near);
            }
            let off = distance(&hull, &round_one) - distance(&hull, &ball(radius));
            assert!(off.abs() <= 8.0 * f64::EPSILON, "{round}: {off:e}");
        }
    }
    assert!(certain.iter().all(|count| *count > 500), "{certain:?}");
}

// Claim: nothing is certain by digits that double-double does not have: balls of 2^-42 to 2^-47 of
// the size on a triangle, which they reach by 2^-95 to 2^-100, or do not.
#[test]
fn digits_beyond_double_double_are_in_doubt() {
    let mut numbers = Numbers::new(38);
    for round in 0..500 {
        let corners = [(); 3].map(|()| vector(&mut numbers));
        let [a, b, c] = corners;
        let share = 0.45 + 0.4 * number(&mut numbers);
        let beside = a * share + b * (0.9 - share) + c * 0.1;
        let center = beside + vector(&mut numbers) * 2f64.powi(-42 - round % 6);
        let triangle = Hull::new(corners).unwrap();
        let least = distance(&triangle, &Point::new(center).unwrap());
        let there = Pose::from_translation(center).unwrap();
        for radius in [least.next_down(), least, least.next_up()] {
            if radius <= 0.0 {
                continue;
            }
            let ball = Ball::new(center, radius).unwrap();
            let round_one = Posed::new(Ellipsoid::new(DVec3::splat(radius)).unwrap(), there);
            let expected = proximity(&triangle, &ball, 0.0);
            let found = proximity(&triangle, &round_one, 0.0);
            assert!(found == Near || found == expected, "{round}: {found:?}");
        }
    }
}

// Claim: a core far from the origin of its frame, from where a rotation brings it back, overlaps for
// certain no point that is outside of it: its points are rounded by as much as they are far.
#[test]
fn turned_cores_overlap_no_point_outside() {
    let mut numbers = Numbers::new(39);
    let mut counts = [0; 2];
    for round in 0..8000 {
        let far = vector(&mut numbers) * 2f64.powi(round % 36);
        let [x, y, z] = [(); 3].map(|()| vector(&mut numbers));
        let corners = [x, y, -x - y * 0.3, z].map(|offset| far + offset);
        let turn = DMat3::from_quat(DQuat::from_scaled_axis(vector(&mut numbers) * 3.0));
        let place = -(turn * far);
        let shares = [(); 3].map(|()| number(&mut numbers).abs());
        let [a, b, c] = shares.map(|share| share / shares.iter().sum::<f64>());
        let on_side = turn * (corners[0] - far) * a
            + turn * (corners[1] - far) * b
            + turn * (corners[2] - far) * c;
        let off = number(&mut numbers) * 4.0 * f64::EPSILON * (1.0 + far.length());
        let beside = on_side + turn * (y - x).cross(corners[2] - corners[0]).normalize() * off;
        // The offsets from the point to the corners, exactly but for their last digits.
        let [p, q, r, s] = corners.map(|corner| {
            let rows = turn.transpose();
            let offset = |axis: usize| {
                let row = rows.col(axis);
                let turned = [0, 1, 2].map(|i| [row[i], corner[i]]);
                let rest = [[1.0, place[axis]], [-1.0, beside[axis]]];
                sum_of_products(&[&turned[..], &rest].concat())
            };
            DVec3::new(offset(0), offset(1), offset(2))
        });
        let normal = (q - p).cross(r - p).normalize();
        let outwards = normal * -(s - p).dot(normal).signum();
        let is_outside = p.dot(outwards) < -8.0 * f64::EPSILON;
        let posed = Posed::new(Corners(corners), Pose::from_matrix(turn, place).unwrap());
        // Each shape rounds its own points, whichever comes first.
        let point = Point::new(beside).unwrap();
        let found = match round % 2 {
            0 => proximity(&posed, &point, 0.0),
            _ => proximity(&point, &posed, 0.0),
        };
        assert!(!(is_outside && found == Overlapping), "{round}");
        counts[usize::from(is_outside)] += usize::from(is_outside || found == Overlapping);
    }
    assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
}

// Claim: radii and a margin add up with all digits: an ellipsoid that is a ball, rounded, beside a
// ball. What is certain is right: an overlap from 2^-58 of the length on, a gap from as much on, and
// one beyond a margin too.
#[test]
fn radii_add_up_with_all_digits() {
    let mut numbers = Numbers::new(40);
    let mut counts = [0; 3];
    for round in 0..8000 {
        let core = 1.5 + 0.5 * number(&mut numbers);
        let radius = 0.5 + 0.25 * number(&mut numbers);
        let other = 0.75 + 0.25 * number(&mut numbers);
        let margin = [0.0, 1.0 + 0.25 * number(&mut numbers)][round % 2];
        let lengths = [core, radius, other, margin];
        let total: f64 = lengths.iter().sum();
        let off = 1.0 + f64::EPSILON * number(&mut numbers);
        let place = vector(&mut numbers).normalize() * total * off;
        // The squared distance of the centres, less the square of the sum.
        let mut products: Vec<_> = place.to_array().map(|part| [part, part]).into();
        for length in lengths {
            products.extend(lengths.map(|by| [-length, by]));
        }
        let beyond = sum_of_products(&products) / (2.0 * total * total);
        let ellipsoid = Ellipsoid::new(DVec3::splat(core)).unwrap();
        let round_one = Rounded::new(ellipsoid, radius).unwrap();
        let ball = Ball::new(place, other).unwrap();
        let found = proximity(&round_one, &ball, margin);
        match found {
            Separated => assert!(beyond > 0.0, "{round}: {beyond:e}"),
            Overlapping => assert!(margin == 0.0 && beyond <= 0.0, "{round}: {beyond:e}"),
            Near if margin > 0.0 => assert!(beyond < 2f64.powi(-58), "{round}: {beyond:e}"),
            Near => assert!(beyond.abs() < 2f64.powi(-58), "{round}: {beyond:e}"),
        }
        counts[found as usize] += 1;
    }
    assert!(counts.iter().all(|count| *count > 1000), "{counts:?}");
}

// Claim: a margin next to the distance is told apart from it with as many digits as a radius is: a
// gap beyond a margin is certain where a gap between shapes rounded by that margin is. An ellipsoid
// and a cylinder, turned, at margins of the distance but for some of its last digits.
#[test]
fn margins_have_the_digits_of_radii() {
    let mut numbers = Numbers::new(83);
    let mut beyond = [0, 0];
    for round in 0..100 {
        let sizes = (vector(&mut numbers).abs() + 0.25) * 2.0;
        let ellipsoid = Ellipsoid::new(sizes).unwrap();
        let cylinder = Cylinder::new(Axis::X, sizes.y, sizes.x).unwrap();
        let [axis, place] = [0, 1].map(|_| vector(&mut numbers).normalize());
        let turn = DQuat::from_axis_angle(axis, 3.0 * number(&mut numbers));
        let pose = Pose::from_rotation(turn, place * 6.0).unwrap();
        let other = Posed::new(cylinder, pose);
        let gap = distance(&ellipsoid, &other);
        for digits in -2..=2 {
            let margin = gap * (1.0 + f64::from(digits) * f64::EPSILON);
            let rounded = Rounded::new(ellipsoid, margin).unwrap();
            let is_apart = proximity(&rounded, &other, 0.0) == Separated;
            let is_beyond = proximity(&ellipsoid, &other, margin) == Separated;
            assert_eq!(is_beyond, is_apart, "{round} {digits}");
            beyond[usize::from(is_beyond)] += 1;
        }
    }
    assert!(beyond.iter().all(|count| *count > 200), "{beyond:?}");
}

// Claim: where it is certain whether curved shapes intersect, the intersection test says so too,
// also within an ulp of contact (lemma 9): round shapes moved to contact, and from there by digits.
#[test]
fn what_is_certain_is_the_verdict() {
    let mut numbers = Numbers::new(61);
    let mut certain = [0, 0];
    for round in 0..300 {
        let sizes = (vector(&mut numbers).abs() + 0.25) * 2.0;
        let cylinder = Cylinder::new(Axis::X, sizes.x, sizes.y).unwrap();
        let ellipsoid = Ellipsoid::new(sizes).unwrap();
        let turn = [0, 1].map(|_| {
            let [axis, angle] = [vector(&mut numbers), vector(&mut numbers) * 3.0];
            DQuat::from_axis_angle(axis.normalize(), angle.x)
        });
        let at = |turn: DQuat, place: DVec3| Pose::from_rotation(turn, place).unwrap();
        let a: Box<dyn Shape<Vector = DVec3>> = match round % 3 {
            0 => Box::new(cylinder),
            _ => Box::new(ellipsoid),
        };
        let a = Posed::new(a, at(turn[0], DVec3::ZERO));
        let b = |place: DVec3| Posed::new(ellipsoid, at(turn[1], place));
        let mut place = vector(&mut numbers).normalize() * 8.0;
        for _ in 0..3 {
            let answer = closest_points(&a, &b(place));
            place -= answer.normal.unwrap_or(DVec3::ZERO) * answer.distance;
        }
        for digits in -3..=3 {
            let b = b(place.with_x(place.x + f64::from(digits) * 2f64.powi(-53)));
            match proximity(&a, &b, 0.0) {
                Near => continue,
                Overlapping => assert!(intersects(&a, &b), "{round} {digits}"),
                Separated => assert!(!intersects(&a, &b), "{round} {digits}"),
            }
            certain[usize::from(intersects(&a, &b))] += 1;
        }
    }
    assert!(certain.iter().all(|count| *count > 300), "{certain:?}");
}

// Claim: shapes that nearly touch intersect exactly if their distance is zero, also where it is
// less than an ulp: an ellipsoid and a ball beside a point of it.
#[test]
fn a_distance_below_an_ulp_is_that_of_the_verdict() {
    let mut numbers = Numbers::new(79);
    let mut verdicts = [0, 0];
    for round in 0..200 {
        let sizes = (vector(&mut numbers).abs() + 0.25) * 2.0;
        let ellipsoid = Ellipsoid::new(sizes).unwrap();
        let out = vector(&mut numbers).normalize();
        let gap = 2.0 * number(&mut numbers) * f64::EPSILON;
        let place = ellipsoid.support(out) + out * (1.0 + gap);
        let ball = Ellipsoid::new(DVec3::ONE).unwrap();
        let ball = Posed::new(ball, Pose::from_translation(place).unwrap());
        let meet = intersects(&ellipsoid, &ball);
        assert_eq!(distance(&ellipsoid, &ball) == 0.0, meet, "{round}");
        assert_eq!(
            closest_points(&ellipsoid, &ball).intersects(),
            meet,
            "{round}"
        );
        verdicts[usize::from(meet)] += 1;
    }
    assert!(verdicts.iter().all(|count| *count > 50), "{verdicts:?}");
}

// Claim: what rounding of either shape may hide is not certain: a ball that knows its points in
// `f64` only, first or second, beside one that knows all digits of them.
#[test]
fn either_shape_may_have_no_more_digits() {
    let precise = Ellipsoid::new(DVec3::ONE).unwrap();
    let rounded = Smooth::new(|direction: DVec3| direction.normalize());
    let mut numbers = Numbers::new(77);
    for round in 0..1000 {
        let length = 2.0 + 4.0 * number(&mut numbers) * f64::EPSILON;
        let place = vector(&mut numbers).normalize() * length;
        // The distance of the centres is 2 but for some ulps: whether it is more, in exact
        // arithmetic.
        let squares = place.to_array().map(|x| [x, x]);
        let apart = sum_of_products(&[&squares[..], &[[2.0, -2.0]]].concat()) > 0.0;
        let wrong = if apart { Overlapping } else { Separated };
        let pose = Pose::from_translation(place).unwrap();
        let first = proximity(&rounded, &Posed::new(&precise, pose), 0.0);
        let second = proximity(&precise, &Posed::new(&rounded, pose), 0.0);
        assert!(first != wrong && second != wrong, "{round}");
    }
}
