//! Bodies: a core, a radius and a pose.

use gjk_core::{
    Axis, Body, Capsule, Cuboid, Cylinder, Feature, Hull, Point, Pose, Posed, Proximity, Rounded,
    Scaled, Shape, Smooth, Status, Stretched, SupportMapping, Triangle, closest_points, distance,
    intersects, proximity,
};
use glam::{DMat2, DMat3, DQuat, DVec2, DVec3};

use crate::common::Numbers;
use crate::mappings::point;

fn turned() -> Pose<DVec3> {
    Pose::from_rotation(DQuat::from_rotation_z(0.7), DVec3::new(1.0, 2.0, 3.0)).unwrap()
}

// Claim: a body is made of a core step by step, and each step applies to all before it.
#[test]
fn bodies_are_made_step_by_step() {
    let hull = Hull::new([DVec3::X * 2.0, DVec3::Y, DVec3::Z]).unwrap();
    let plain = Body::new(&hull);
    assert_eq!((plain.radius(), plain.origin()), (0.0, DVec3::ZERO));
    assert_eq!(plain.center(), hull.center());
    // A radius below zero is zero, and is not remembered.
    assert_eq!(plain.rounded(-1.0).rounded(0.5).radius(), 0.5);
    let body = plain.rounded(0.5).posed(&turned()).rounded(0.25);
    assert_eq!(
        (body.radius(), body.origin()),
        (0.75, turned().translation())
    );
    assert_eq!(body.center(), turned().matrix() * hull.center());
    // Its vertices are rounded, far from the origin of their frame by more than their extent says.
    let rounding = (body.extent() - hull.extent()) / hull.center().abs().max_element();
    assert!(rounding > 0.9 * 2f64.powi(-48) && rounding < 1.1 * 2f64.powi(-48));
    assert_eq!(body.vertex_count(), Some(3));
    let direction = turned().matrix() * DVec3::X;
    let (name, found) = body.farthest(direction, 0);
    assert_eq!(
        (name, found),
        (Feature::Vertex(0), turned().matrix() * DVec3::X * 2.0)
    );
    assert_eq!((body.support(direction), body.point(name)), (found, found));
    assert!(body.others_are_lower(direction, &[0]));
    assert!(!body.others_are_lower(direction, &[1]));
    // A copy is the same body.
    let copy = body;
    assert_eq!(copy.origin(), body.clone().origin());
    assert_eq!(format!("{copy:?}"), "Body");
}

// Claim: a shape behind `dyn` has the same body, with core, radius and pose, and so does one in a
// further pose.
#[test]
fn shapes_behind_dyn_are_the_same() {
    let hull = Hull::new([DVec3::X * 2.0, DVec3::Y, DVec3::Z, DVec3::ZERO]).unwrap();
    let inner = Posed::new(Rounded::new(hull, 0.5).unwrap(), turned());
    let cylinder = Cylinder::new(Axis::X, 2.0, 1.0).unwrap();
    fn same<S: Shape<Vector = DVec3>>(shape: &S) {
        let any: &dyn Shape<Vector = DVec3> = shape;
        let (expected, found) = (shape.body(), any.body());
        assert_eq!(found.radius(), expected.radius());
        assert_eq!(found.origin(), expected.origin());
        assert_eq!(found.center(), expected.center());
        assert_eq!(found.extent(), expected.extent());
        assert_eq!(found.vertex_count(), expected.vertex_count());
        for direction in [DVec3::X, DVec3::ONE, DVec3::new(-0.3, 0.2, -0.9)] {
            let (name, point) = expected.farthest(direction, 0);
            assert_eq!(found.farthest(direction, 1), (name, point));
            assert_eq!(
                (found.support(direction), found.point(name)),
                (point, point)
            );
            if let Feature::Vertex(number) = name {
                let alone = expected.others_are_lower(direction, &[number]);
                assert_eq!(found.others_are_lower(direction, &[number]), alone);
            }
        }
        let far = point(9.0, 1.0, 0.0);
        assert_eq!(closest_points(any, &far), closest_points(shape, &far));
    }
    same(&inner);
    same(&cylinder);
    same(&Posed::new(cylinder, turned()));
    let any: &dyn Shape<Vector = DVec3> = &inner;
    let far = point(9.0, 1.0, 0.0);
    let around = closest_points(&Posed::new(any, turned()), &far);
    assert_eq!(around, closest_points(&Posed::new(inner, turned()), &far));
}

/// A core whose only vertex has the number that it is told.
struct Told;

impl SupportMapping for Told {
    type Vector = DVec3;

    fn support(&self, _direction: DVec3) -> DVec3 {
        DVec3::ZERO
    }

    fn farthest(&self, _direction: DVec3, near: u32) -> (Feature<DVec3>, DVec3) {
        (Feature::Vertex(near), DVec3::ZERO)
    }
}

// Claim: a core is told the vertex of a similar direction.
#[test]
fn cores_are_told_a_near_vertex() {
    let (told, _) = Body::new(&Told).farthest(DVec3::X, 3);
    assert_eq!(told, Feature::Vertex(3));
}

// Claim: no point of a stretched shape lies beyond its extent, and a corner of a box lies at it.
#[test]
fn stretched_extents_are_those_of_corners() {
    let matrix = DMat3::from_cols_array(&[1.0, -2.0, 3.0, 4.0, 5.0, -6.0, 7.0, 8.0, 10.0]);
    let corners = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]];
    let image = |[x, y]: [f64; 2]| (matrix * DVec3::new(x, y, 1.0)).abs().max_element();
    let cube = Cuboid::new(DVec3::ONE).unwrap();
    let extent = Stretched::new(cube, matrix).unwrap().body().extent();
    assert_eq!(extent, corners.map(image).into_iter().fold(0.0, f64::max));
    let square = Cuboid::new(DVec2::ONE).unwrap();
    for (matrix, extent) in [([1.0, 2.0, -3.0, 4.0], 6.0), ([0.1, 0.0, 0.0, 0.2], 0.2)] {
        let matrix = DMat2::from_cols_array(&matrix);
        assert_eq!(
            Stretched::new(square, matrix).unwrap().body().extent(),
            extent
        );
    }
}

// Claim: a shape that does not report its extent is measured, and searched alike when it is scaled by
// a power of two, or stretched by the identity.
#[test]
fn what_reports_no_extent_is_measured() {
    let radii = DVec3::new(3.0, 2.0, 1.0);
    let oval = Smooth::new(move |direction: DVec3| radii * (radii * direction).normalize());
    let far = DVec3::new(4.0, 5.0, 6.0);
    let plain = closest_points(&oval, &Point::new(far).unwrap());
    let same = Stretched::new(&oval, DMat3::IDENTITY).unwrap();
    assert_eq!(closest_points(&same, &Point::new(far).unwrap()), plain);
    let double = Scaled::new(&oval, 2.0).unwrap();
    let answer = closest_points(&double, &Point::new(far * 2.0).unwrap());
    let extents = [oval.body(), same.body(), double.body()].map(|body| body.extent());
    assert_eq!(extents, [3.0, 3.0, 6.0]);
    assert_eq!(
        (answer.distance, answer.iterations),
        (2.0 * plain.distance, plain.iterations)
    );
}

// Claim: no core is asked in a direction that is zero, or too short or long for its square, which a
// map leaves of some directions.
#[test]
fn directions_are_moderate() {
    let ball = Smooth::new(|direction: DVec3| direction.normalize());
    let large = Scaled::new(&ball, 1e250).unwrap();
    assert!((distance(&large, &point(0.0, 3e250, 4e250)) / 4e250 - 1.0).abs() < 1e-12);
    let small = Scaled::new(&ball, 1e-170).unwrap();
    assert_eq!(distance(&small, &point(0.0, 3.0, 4.0)), 5.0);
    let point = point(0.0, 3.0, 4.0);
    assert_eq!(distance(&Scaled::new(&ball, 0.0).unwrap(), &point), 5.0);
    let flat = Stretched::new(&ball, DMat3::from_diagonal(DVec3::new(1.0, 0.0, 0.0))).unwrap();
    assert_eq!(distance(&flat, &point), 5.0);
}

// Claim: a body is a shape, so bodies can be stored and asked about; and their bounding boxes are
// computed and asked about in a function that is generic over shapes.
#[test]
fn bodies_are_shapes() {
    fn gaps<S: Shape>(shapes: &[S]) -> Vec<f64> {
        let bodies: Vec<Body<'_, S::Vector>> = shapes.iter().map(S::body).collect();
        let boxes = bodies.iter().map(|body| body.bounds().unwrap());
        boxes.map(|bounds| distance(&bounds, &bodies[0])).collect()
    }
    let at = |x: f64| Pose::from_translation(DVec3::X * x).unwrap();
    let drum = Cylinder::new(Axis::X, 1.0, 1.0).unwrap();
    let bodies = [Posed::new(drum, at(0.0)), Posed::new(drum, at(5.0))];
    let found = gaps(&bodies);
    assert!(
        found[0] == 0.0 && (found[1] - 3.0).abs() < 1e-12,
        "{found:?}"
    );
}

// Claim: of a shape with a radius that is no finite number nothing is known: it does not intersect,
// and its distance is no number.
#[test]
fn a_radius_that_is_not_finite_leaves_nothing_known() {
    let (origin, far) = (point(0.0, 0.0, 0.0), point(3.0, 0.0, 0.0));
    for radius in [f64::INFINITY, f64::NAN] {
        let (wide, other) = (Body::new(&origin).rounded(radius), far.body());
        for [a, b] in [[wide, other], [other, wide]] {
            let answer = closest_points(&a, &b);
            assert_eq!(answer.status, Status::NotFinite, "{radius}");
            assert!(answer.distance.is_nan() && distance(&a, &b).is_nan());
            assert!(!intersects(&a, &b));
            assert_eq!(proximity(&a, &b, 1.0), Proximity::Near);
        }
    }
}

// Claim: a smooth shape is its function, and wrappers return the inner shape.
#[test]
fn wrappers_give_back_what_is_within() {
    let ball = Smooth::new(|direction: DVec3| direction.normalize());
    assert!((distance(&ball, &point(0.0, 3.0, 4.0)) - 4.0).abs() < 1e-15);
    assert_eq!(format!("{ball:?}"), "Smooth");
    let inner = Point::new(DVec3::X).unwrap();
    assert_eq!(Scaled::new(inner, 2.0).unwrap().shape(), &inner);
    let flat = DMat3::from_diagonal(DVec3::new(1.0, 0.0, 1.0));
    assert_eq!(Stretched::new(inner, flat).unwrap().shape(), &inner);
}

// The core of a body is the same in its pose, without the radii of all that it is made of. Where
// only radii overlap, their sum less the distance of the cores is the depth: shapes that move apart
// by it along the normal of the cores touch, up to rounding.
#[test]
fn cores_tell_the_depth_of_radii() {
    let mut numbers = Numbers::new(58);
    let mut overlaps = 0;
    for _ in 0..300 {
        let mut vector = || numbers.point(1000) / 1000.0;
        let pose = Pose::from_rotation(DQuat::from_scaled_axis(vector() * 3.0), vector() * 2.0);
        let capsule = Capsule::new(vector(), vector(), 0.75).unwrap();
        let rounded = Rounded::new(Scaled::new(capsule, 0.5).unwrap(), 0.25).unwrap();
        let a = Posed::new(rounded, pose.unwrap());
        let b = Rounded::new(Triangle::new([vector(), vector(), vector()]).unwrap(), 0.5).unwrap();
        let bodies = (a.body(), b.body());
        let cores = (bodies.0.core(), bodies.1.core());
        assert_eq!((cores.0.radius(), bodies.0.radius()), (0.0, 0.625));
        let direction = vector() / 8.0;
        assert_eq!(cores.0.support(direction), bodies.0.support(direction));
        let apart = closest_points(&cores.0, &cores.1);
        let depth = bodies.0.radius() + bodies.1.radius() - apart.distance;
        if apart.distance > 0.0 && depth > 0.0 {
            overlaps += 1;
            assert!(intersects(&a, &b));
            let away = Pose::from_translation(apart.normal.unwrap() * depth).unwrap();
            let gap = distance(&a, &Posed::new(&b, away));
            let less = Pose::from_translation(apart.normal.unwrap() * (depth - 1e-12)).unwrap();
            assert!(
                gap < 1e-14 && intersects(&a, &Posed::new(&b, less)),
                "{gap:e}"
            );
        }
    }
    assert!(overlaps > 90, "{overlaps}");
}
