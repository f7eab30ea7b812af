//! Shapes whose kind is known only at run time: `dyn Shape` behind any pointer.

use gjk_core::{
    Aabb, Axis, Ball, Cone, Cylinder, Hull, PackedHull, Pose, Posed, Proximity, Rounded, Settings,
    Shape, closest_points, distance, intersects, proximity,
};
use glam::{DVec2, DVec3, Vec3};

type Any = Box<dyn Shape<Vector = DVec3>>;

/// Shapes of several kinds and storages, each of which ends at x = -1 and x = 1.
fn shapes() -> Vec<Any> {
    vec![
        Box::new(Ball::new(Vec3::ZERO, 1.0).unwrap()),
        Box::new(Aabb::new(-DVec3::ONE, DVec3::ONE).unwrap()),
        Box::new(Cylinder::new(Axis::X, 1.0f32, 0.5).unwrap()),
        Box::new(Cone::new(Axis::X, 1.0, 2.0).unwrap()),
        Box::new(Hull::new(vec![DVec3::NEG_X, DVec3::X]).unwrap()),
        Box::new(PackedHull::new(vec![Vec3::NEG_X, Vec3::ZERO, Vec3::X]).unwrap()),
        Box::new(Rounded::new(Hull::new([DVec3::ZERO]).unwrap(), 1.0).unwrap()),
    ]
}

// A list of boxed shapes is queried pair by pair, and a pose takes a boxed shape.
#[test]
fn lists_of_boxed_shapes() {
    let at = Pose::from_translation(DVec3::X * 5.0).unwrap();
    for a in shapes() {
        for b in shapes() {
            assert!(intersects(&a, &b));
            let b = Posed::new(b, at);
            assert!((distance(&a, &b) - 3.0).abs() <= 4.0 * f64::EPSILON);
            assert_eq!(proximity(&a, &b, 2.0), Proximity::Separated);
            assert_eq!(proximity(&a, &b, 4.0), Proximity::Near);
        }
    }
}

// A boxed shape gives the same answer as the shape, bit for bit.
#[test]
fn boxes_change_nothing() {
    let (a, b) = (
        Cylinder::new(Axis::Y, 1.0, 2.0).unwrap(),
        Posed::new(
            Cone::new(Axis::Z, 2.0, 1.0).unwrap(),
            Pose::from_translation(DVec3::new(4.0, 3.0, 1.0)).unwrap(),
        ),
    );
    let expected = closest_points(&a, &b);
    let (boxed_a, boxed_b): (Any, Any) = (Box::new(a), Box::new(b));
    assert_eq!(closest_points(&boxed_a, &boxed_b), expected);
    assert_eq!(closest_points(&*boxed_a, &*boxed_b), expected);
    let (dyn_a, dyn_b): (&dyn Shape<Vector = DVec3>, _) = (&a, &b);
    assert_eq!(closest_points(dyn_a, dyn_b), expected);
    assert_eq!(closest_points(&dyn_a, &dyn_b), expected);
    // Shapes and bodies may be handed over too.
    assert_eq!(closest_points(a, b.body()), expected);
    let warm = Settings::default().warm_start(expected.simplex);
    let expected = warm.closest_points(&a, &b);
    assert_eq!(warm.closest_points(dyn_a, dyn_b), expected);
}

// The same in 2D.
#[test]
fn boxes_in_the_plane() {
    let disc: Box<dyn Shape<Vector = DVec2>> = Box::new(Ball::new(DVec2::ZERO, 1.0).unwrap());
    let square = Aabb::new(DVec2::X * 3.0, DVec2::ONE * 5.0).unwrap();
    let square: &dyn Shape<Vector = DVec2> = &square;
    assert_eq!(distance(&*disc, square), 2.0);
}
