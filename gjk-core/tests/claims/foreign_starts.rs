//! Warm starts of curved shapes from simplices of other shapes: the names of their features mean
//! nothing here, or stand for points that are no good to start from.

use crate::common::Numbers;
use gjk_core::Proximity::{Overlapping, Separated};
use gjk_core::{
    Axis, Cone, Cuboid, Cylinder, Ellipsoid, Feature, Hull, Pose, Posed, Segment, Settings, Shape,
    Simplex, Smooth, closest_points, proximity,
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

// Claim: so it is where a start leads to points of which the squares underflow: thin shapes around
// one place overlap, whichever simplex they start from. (A search that has no nearest point to
// begin with once ended there, without a look at the shapes: `Stalled`, or even a distance of one.)
#[test]
fn thin_shapes_overlap_from_any_start() {
    let mut numbers = Numbers::new(2);
    let solid = Ellipsoid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap();
    let mut starts = Vec::new();
    for _ in 0..40 {
        let mut corner = || vector(&mut numbers) * 3.0;
        let hull = Hull::new([(); 8].map(|()| corner())).unwrap();
        starts.push(closest_points(&solid, &hull));
    }
    let thin = |t: f64| -> Vec<Box<dyn Shape<Vector = DVec3>>> {
        let corners = move |d: DVec3| d.signum() * DVec3::new(1.0, t, t);
        vec![
            Box::new(Smooth::new(corners)),
            Box::new(Cuboid::new(DVec3::new(1.0, t, t)).unwrap()),
            Box::new(Cylinder::new(Axis::X, 1.0, t).unwrap()),
            Box::new(Cone::new(Axis::X, 1.0, t).unwrap()),
            Box::new(Ellipsoid::new(DVec3::new(1.0, t, t)).unwrap()),
        ]
    };
    let others: [Box<dyn Shape<Vector = DVec3>>; 2] = [
        Box::new(Ellipsoid::new(DVec3::splat(0.1)).unwrap()),
        Box::new(Cylinder::new(Axis::Y, 1e-158, 0.1).unwrap()),
    ];
    for exponent in (140..180).step_by(4) {
        for shape in thin(10f64.powi(-exponent)) {
            for (other, start) in others
                .iter()
                .flat_map(|o| starts.iter().map(move |s| (o, s)))
            {
                let mut answer = *start;
                answer.update(&shape, other);
                assert!(answer.intersects(), "{exponent}: {answer:?}");
                answer = *start;
                answer.update(other, &shape);
                assert!(answer.intersects(), "{exponent}: {answer:?}");
            }
        }
    }
}
