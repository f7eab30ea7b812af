//! Warm starts of curved shapes from simplices of other shapes, near contact: the names of their
//! features mean nothing here, or stand for points that have no more digits than `f64`.

use crate::common::Numbers;
use gjk_core::Proximity::{Overlapping, Separated};
use gjk_core::{
    Axis, Cone, Cylinder, Ellipsoid, Feature, Pose, Posed, Segment, Settings, Shape, Simplex,
    closest_points, proximity,
};
use glam::{DQuat, DVec3};

/// From -1 to 1.
fn number(numbers: &mut Numbers) -> f64 {
    numbers.bits() as i64 as f64 * 2f64.powi(-63)
}

fn vector(numbers: &mut Numbers) -> DVec3 {
    DVec3::new(number(numbers), number(numbers), number(numbers))
}

/// From 1 to 2.
fn size(numbers: &mut Numbers) -> f64 {
    1.0 + number(numbers).abs()
}

/// A curved shape: an ellipsoid as it is, and others rotated.
fn curved(kind: u32, numbers: &mut Numbers) -> Box<dyn Shape<Vector = DVec3>> {
    let (a, b, c) = (size(numbers), size(numbers), size(numbers));
    let mut coordinate = || number(numbers);
    let turn = DQuat::from_xyzw(coordinate(), coordinate(), coordinate(), coordinate());
    let pose = Pose::from_rotation(turn.normalize(), DVec3::ZERO).unwrap();
    let ellipsoid = Ellipsoid::new(DVec3::new(a, b, c)).unwrap();
    match kind {
        0 => Box::new(ellipsoid),
        1 => Box::new(Posed::new(ellipsoid, pose)),
        2 => Box::new(Posed::new(Cylinder::new(Axis::Z, a, b).unwrap(), pose)),
        _ => Box::new(Posed::new(Cone::new(Axis::Y, a, b).unwrap(), pose)),
    }
}

/// Both ends in one place. (Beside a `Point` a curved shape starts from the centres.)
fn segment(place: DVec3) -> Segment<DVec3> {
    Segment::new([place, place]).unwrap()
}

// Claim: a start costs time only, whatever it names: near contact a curved shape is never certainly
// apart by one start and certainly overlapping by another. The starts are the piece of a cylinder,
// which other shapes need not have, and vertices. (Their rounded points were once taken for exact
// ones: a twentieth of these queries was answered `Overlapping`, of shapes that are apart.)
#[test]
fn foreign_names_cost_time_only() {
    let mut numbers = Numbers::new(1);
    let cylinder = Cylinder::new(Axis::Z, 1.5, 1.7).unwrap();
    let mut certain = [0; 2];
    for round in 0..2400 {
        let shape = curved(round % 4, &mut numbers);
        let direction = vector(&mut numbers).normalize();
        let far = closest_points(&cylinder, &segment(direction * 5.0)).simplex;
        let simplex = [far, Simplex::of_vertices(&[[0, 0]])][round as usize / 4 % 2];
        let Feature::Piece(_, toward) = far.pairs()[0].feature_a else {
            panic!("a piece of a cylinder");
        };
        let toward = [toward, DVec3::X][round as usize / 4 % 2];
        let body = shape.body();
        let near = body.point(Feature::Piece(0, toward)) + vector(&mut numbers) * 2f64.powi(-52);
        let start = Settings::default().warm_start(simplex);
        let point = segment(near);
        let answers = [
            proximity(&shape, &point, 0.0),
            start.proximity(&shape, &point, 0.0),
        ];
        for contradiction in [[Separated, Overlapping], [Overlapping, Separated]] {
            assert_ne!(answers, contradiction, "{round}: {point:?}");
        }
        certain[0] += u32::from(answers[1] == Separated);
        certain[1] += u32::from(answers[1] == Overlapping);
    }
    assert!(certain[0] > 500 && certain[1] > 500, "{certain:?}");
}
