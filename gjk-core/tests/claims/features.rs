//! Feature ids: `point` returns the support point of an id, in any pose, and an id of another shape
//! returns some point of the shape.

use std::rc::Rc;
use std::sync::Arc;

use crate::common::Numbers;
use crate::mappings::own_core;
use gjk_core::{
    Aabb, Axis, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Feature, Hull, PackedHull, Point,
    Polytope, Pose, Posed, Rounded, Segment, Shape, SupportMapping, Triangle,
};
use glam::{DQuat, DVec2, DVec3};

const P: DVec3 = DVec3::new(1.0, 2.0, 3.0);
const Q: DVec3 = DVec3::new(-4.0, 0.5, 2.0);
const R: DVec3 = DVec3::new(0.0, -3.0, 1.0);
const S: DVec3 = DVec3::new(2.0, 2.0, -5.0);

type Any = Box<dyn Shape<Vector = DVec3>>;

/// Shapes whose ids are vertex indices.
fn shapes_with_vertices() -> Vec<Any> {
    vec![
        Box::new(Segment::new([P, Q]).unwrap()),
        Box::new(Triangle::new([P, Q, R]).unwrap()),
        Box::new(Capsule::new(P, Q, 0.5).unwrap()),
        Box::new(Hull::new([P, Q, R, S]).unwrap()),
        Box::new(PackedHull::new([P, Q, R, S]).unwrap()),
        Box::new(Polytope::from_points([P, Q, R, S]).unwrap()),
        Box::new(Rounded::new(Hull::new([P, Q, R, S]).unwrap(), 1.0).unwrap()),
    ]
}

/// Shapes whose ids are directions.
fn shapes_with_directions() -> Vec<Any> {
    vec![
        Box::new(Point::new(P).unwrap()),
        Box::new(Ball::new(P, 0.5).unwrap()),
        Box::new(Cuboid::new(P).unwrap()),
        Box::new(Aabb::new(-P, P).unwrap()),
        Box::new(Cylinder::new(Axis::Y, 1.0, 2.0).unwrap()),
        Box::new(Cone::new(Axis::X, 1.0, 2.0).unwrap()),
        Box::new(Ellipsoid::new(P).unwrap()),
    ]
}

fn all_shapes() -> Vec<Any> {
    let mut shapes = shapes_with_vertices();
    shapes.extend(shapes_with_directions());
    shapes
}

fn directions() -> Vec<DVec3> {
    let mut directions = Numbers::new(41).points(60, 9);
    directions.retain(|direction| *direction != DVec3::ZERO);
    directions
}

// The point of an id is the support point of its direction, bit for bit.
#[test]
fn features_name_support_points() {
    for (number, shape) in all_shapes().iter().enumerate() {
        for direction in directions() {
            let feature = shape.body().farthest(direction, 0).0;
            assert_eq!(
                shape.body().point(feature),
                shape.body().support(direction),
                "shape {number}"
            );
        }
    }
}

// `farthest` returns the same id and point as separate calls, in a pose too.
#[test]
fn names_come_with_their_points() {
    let pose = Pose::from_rotation(DQuat::from_rotation_x(0.4), P).unwrap();
    for (number, shape) in all_shapes().iter().enumerate() {
        let posed = Posed::new(shape, pose);
        for direction in directions() {
            for near in [0, 1, 99] {
                let feature = shape.body().farthest(direction, near).0;
                assert_eq!(
                    shape.body().farthest(direction, near),
                    (feature, shape.body().point(feature)),
                    "shape {number}"
                );
                let feature = posed.body().farthest(direction, near).0;
                assert_eq!(
                    posed.body().farthest(direction, near),
                    (feature, posed.body().point(feature)),
                    "shape {number} in a pose"
                );
            }
        }
    }
}

// The earlier id does not change the projection of the answer.
#[test]
fn the_name_before_does_not_matter() {
    let nears = [0, 1, 2, 7, 99, u32::MAX];
    for (number, shape) in all_shapes().iter().enumerate() {
        for direction in directions() {
            let expected = shape.body().support(direction).dot(direction);
            for near in nears {
                let found = shape.body().point(shape.body().farthest(direction, near).0);
                assert_eq!(found.dot(direction), expected, "shape {number} {near:?}");
            }
        }
    }
}

// Shapes with vertices return their indices, and accept an index that no vertex has, or a
// direction.
#[test]
fn foreign_names_lead_to_a_vertex() {
    for (number, shape) in shapes_with_vertices().iter().enumerate() {
        for direction in directions() {
            let named = shape.body().farthest(direction, 0).0;
            assert!(
                matches!(named, Feature::Vertex(0..4)),
                "shape {number}: {named:?}"
            );
        }
        for foreign in [
            Feature::Vertex(4),
            Feature::Vertex(u32::MAX),
            Feature::Piece(0, DVec3::Z),
            Feature::Piece(0, DVec3::ZERO),
            Feature::Piece(0, DVec3::NAN),
        ] {
            let found = shape.body().point(foreign);
            assert!([P, Q, R, S].contains(&found), "shape {number} {foreign:?}");
        }
    }
}

// Shapes without vertices accept a vertex index, a piece that they have not, and invalid
// directions: the result is a point of the shape, within its extent.
#[test]
fn foreign_names_lead_to_a_point() {
    for (number, shape) in shapes_with_directions().iter().enumerate() {
        for foreign in [
            Feature::Vertex(0),
            Feature::Vertex(u32::MAX),
            Feature::Piece(0, DVec3::ZERO),
            Feature::Piece(0, DVec3::NAN),
            Feature::Piece(0, DVec3::INFINITY),
            Feature::Piece(0, DVec3::new(0.0, f64::NEG_INFINITY, 1.0)),
            Feature::Piece(0, DVec3::splat(f64::MAX)),
            Feature::Piece(0, DVec3::splat(f64::from_bits(1))),
            Feature::Piece(1, DVec3::NAN),
            Feature::Piece(2, DVec3::ONE),
            Feature::Piece(u32::MAX, DVec3::ONE),
        ] {
            let found = shape.body().point(foreign);
            let seen = (found - shape.body().center()).abs().max_element();
            assert!(
                seen <= shape.body().extent() + 1e-15,
                "shape {number} {foreign:?}: {found}"
            );
        }
    }
}

// A shape that is the hull of vertices returns their number, and the ids from zero are all of them,
// in any pose; other shapes return `None`.
#[test]
fn vertices_are_counted() {
    fn vertices(shape: &dyn Shape<Vector = DVec3>) -> Option<Vec<DVec3>> {
        let named = |vertex| shape.body().origin() + shape.body().point(Feature::Vertex(vertex));
        Some((0..shape.body().vertex_count()?).map(named).collect())
    }
    fn sorted(mut points: Vec<DVec3>) -> Vec<DVec3> {
        points.sort_by(|p, q| p.to_array().partial_cmp(&q.to_array()).unwrap());
        points
    }
    let corners: Vec<DVec3> = (0..8)
        .map(|bits: u32| {
            P * DVec3::from_array([0, 1, 2].map(|i| [-1.0, 1.0][bits as usize >> i & 1]))
        })
        .collect();
    let list = vec![P, Q, R, S];
    let by_hand: Vec<(Any, Vec<DVec3>)> = vec![
        (Box::new(Point::new(P).unwrap()), vec![P]),
        (Box::new(Ball::new(P, 0.5).unwrap()), vec![P]),
        (Box::new(Segment::new([P, Q]).unwrap()), vec![P, Q]),
        (Box::new(Capsule::new(P, Q, 0.5).unwrap()), vec![P, Q]),
        (Box::new(Triangle::new([P, Q, R]).unwrap()), vec![P, Q, R]),
        (Box::new(Cuboid::new(P).unwrap()), corners.clone()),
        (Box::new(Aabb::new(-P, P).unwrap()), corners),
        (Box::new(Hull::new([P, Q, R, S]).unwrap()), list.clone()),
        (
            Box::new(PackedHull::new([P, Q, R, S]).unwrap()),
            list.clone(),
        ),
        (
            Box::new(Polytope::from_points([P, Q, R, S]).unwrap()),
            list.clone(),
        ),
        (
            Box::new(Rounded::new(Hull::new([P, Q, R, S]).unwrap(), 1.0).unwrap()),
            list,
        ),
    ];
    let by = Pose::from_translation(R).unwrap();
    for (number, (shape, expected)) in by_hand.into_iter().enumerate() {
        let found = vertices(&shape).map(sorted);
        assert_eq!(found, Some(sorted(expected.clone())), "shape {number}");
        let moved = expected.iter().map(|point| *point + R).collect();
        let found = vertices(&Posed::new(&shape, by)).map(sorted);
        assert_eq!(found, Some(sorted(moved)), "shape {number}, moved");
    }
    let cylinder = Cylinder::new(Axis::Y, 1.0, 2.0).unwrap();
    assert_eq!(cylinder.vertex_count(), None);
    assert_eq!(
        Rounded::new(cylinder, 0.5).unwrap().body().vertex_count(),
        None
    );
    assert_eq!(Posed::new(cylinder, by).body().vertex_count(), None);
    assert_eq!(Cone::new(Axis::X, 1.0, 2.0).unwrap().vertex_count(), None);
    assert_eq!(Ellipsoid::new(P).unwrap().vertex_count(), None);
    assert_eq!(Diamond.vertex_count(), None);
    // In 2D a box has half as many corners.
    assert_eq!(Cuboid::new(DVec2::ONE).unwrap().vertex_count(), Some(4));
    assert_eq!(
        Aabb::new(DVec2::ZERO, DVec2::ONE).unwrap().vertex_count(),
        Some(4)
    );
}

// An id is the same in every pose: its point moves along with the shape.
#[test]
fn poses_pass_names_through() {
    let turn = DQuat::from_rotation_z(1.0) * DQuat::from_rotation_x(2.0);
    let pose = Pose::from_rotation(turn, P).unwrap();
    for (number, shape) in all_shapes().iter().enumerate() {
        let posed = Posed::new(shape, pose);
        let twice = Posed::new(posed, pose);
        for direction in directions() {
            let own = pose.matrix().transpose() * direction;
            let feature = posed.body().farthest(direction, 0).0;
            let moved = pose.matrix() * shape.body().point(feature);
            assert_eq!(posed.body().point(feature), moved, "shape {number}");
            let expected = shape.body().support(own).dot(own);
            let found = posed.body().point(feature).dot(direction);
            assert!((found - expected).abs() <= 1e-13, "shape {number}");
            assert_eq!(posed.body().point(feature), posed.body().support(direction));
            let named_twice = twice.body().farthest(direction, 0).0;
            assert_eq!(
                twice.body().point(named_twice),
                twice.body().support(direction)
            );
        }
    }
}

// References and smart pointers forward every method.
#[test]
fn pointers_pass_everything_on() {
    let by = Pose::from_translation(R).unwrap();
    let polytope = Polytope::from_points([P, Q, R, S]).unwrap();
    let shape = Posed::new(Rounded::new(polytope, 0.5).unwrap(), by);
    let by_reference = &&shape;
    let dynamic: &dyn Shape<Vector = DVec3> = &shape;
    let boxed: Any = Box::new(shape.clone());
    let shared: Rc<dyn Shape<Vector = DVec3>> = Rc::new(shape.clone());
    let counted = Arc::new(shape.clone());
    fn assert_same(pointer: impl Shape<Vector = DVec3>, shape: &impl Shape<Vector = DVec3>) {
        let (direction, near) = (DVec3::new(1.0, 2.0, -1.0), 2);
        let feature = shape.body().farthest(direction, near).0;
        assert_eq!(pointer.body().farthest(direction, near).0, feature);
        assert_eq!(
            pointer.body().support(direction),
            shape.body().support(direction)
        );
        assert_eq!(pointer.body().point(feature), shape.body().point(feature));
        assert_eq!(pointer.body().origin(), shape.body().origin());
        assert_eq!(pointer.body().center(), shape.body().center());
        assert_eq!(pointer.body().extent(), shape.body().extent());
        assert_eq!(pointer.body().vertex_count(), shape.body().vertex_count());
        assert_eq!(shape.body().vertex_count(), Some(4));
        let Feature::Vertex(top) = feature else {
            panic!("a vertex")
        };
        assert!(pointer.body().others_are_lower(direction, &[top]));
        assert!(!pointer.body().others_are_lower(-direction, &[top]));
        assert_eq!(pointer.body().radius(), shape.body().radius());
        assert!(shape.body().origin() != DVec3::ZERO && shape.body().center() != DVec3::ZERO);
        assert!(shape.body().extent() > 0.0 && shape.body().radius() > 0.0);
    }
    assert_same(by_reference, &shape);
    assert_same(dynamic, &shape);
    assert_same(boxed, &shape);
    assert_same(shared, &shape);
    assert_same(counted, &shape);
}

/// A user's shape with a support mapping only.
struct Diamond;

impl SupportMapping for Diamond {
    type Vector = DVec2;

    fn support(&self, direction: DVec2) -> DVec2 {
        if direction.x.abs() > direction.y.abs() {
            DVec2::X * direction.x.signum()
        } else {
            DVec2::Y * direction.y.signum()
        }
    }
}

own_core!(<> Diamond);

// A user's shape is one piece, without any code.
#[test]
fn own_shapes_name_directions() {
    let direction = DVec2::new(1.0, -3.0);
    let feature = Diamond.body().farthest(direction, 0).0;
    assert_eq!(feature, Feature::Piece(0, direction));
    assert_eq!(Diamond.point(feature), DVec2::NEG_Y);
    assert_eq!(Diamond.point(Feature::Vertex(7)), DVec2::X);
}
