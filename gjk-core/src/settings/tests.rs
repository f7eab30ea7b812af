//! Each test is a claim about settings, or about an updated answer.

use super::Settings;
use crate::Shape;
use crate::closest::ClosestPoints;
use crate::query::closest_points;
use crate::shape::{Axis, Cone, Cuboid, Hull, Point, Rounded};
use crate::simplex::Simplex;
use crate::solve::Status;
use crate::support::{Feature, SupportMapping};
use crate::tests::numbers;
use crate::vector::Vector;
use crate::{Pose, Posed};
use glam::{DQuat, DVec2, DVec3};
use std::format;
use std::vec::Vec;

/// Whether the answer takes one iteration, a vertex scan. In any case asserts that it equals the
/// answer of a warm start, and that the distance of a cold query is between its bounds.
fn comes_to_the_same<V: Vector>(
    settings: Settings<V>,
    answer: &mut ClosestPoints<V>,
    a: &impl Shape<Vector = V>,
    b: &impl Shape<Vector = V>,
) -> bool {
    let warm = settings.warm_start(answer.simplex).closest_points(a, b);
    let cold = settings.closest_points(a, b);
    settings.update(answer, a, b);
    // As text, since NaN is not equal to itself.
    let text = |answer: &ClosestPoints<V>| format!("{answer:?}");
    assert_eq!(text(answer), text(&warm));
    assert_eq!(warm.status, cold.status);
    if cold.status == Status::Converged {
        assert!(
            warm.lower <= cold.upper && cold.lower <= warm.upper,
            "{warm:?}\n{cold:?}"
        );
        assert_eq!(warm.intersects(), cold.intersects());
    }
    answer.iterations == 1
}

/// An answer whose simplex has these pairs of vertices.
fn named(pairs: &[[u32; 2]]) -> ClosestPoints<DVec2> {
    let point = Point::new(DVec2::ZERO).unwrap();
    let mut answer = closest_points(&point, &point);
    answer.simplex = Simplex::of_vertices(pairs);
    answer
}

/// Counts how often the closest points stay at a vertex, stay at an edge, and leave it, while
/// shapes drift past each other. A pair of shapes is drawn a hundred times, and `at` returns the
/// second shape after so many steps.
fn drifting<V: Vector, S: Shape<Vector = V>>(
    mut draw: impl FnMut() -> (S, S, [Pose<V>; 20]),
) -> [u32; 3] {
    let mut counts = [0; 3];
    for _ in 0..100 {
        let (a, b, poses) = draw();
        let mut answer = closest_points(&a, &Posed::new(&b, poses[0]));
        for pose in poses {
            let vertices = answer.simplex.pairs().len();
            let stays =
                comes_to_the_same(Settings::default(), &mut answer, &a, &Posed::new(&b, pose));
            counts[if stays { (vertices - 1).min(2) } else { 2 }] += 1;
        }
    }
    counts
}

// Claim: an updated answer equals a warm start from its simplex, whether the closest points stay at
// a vertex, at an edge or leave it, and if the shapes overlap; in 2D.
#[test]
fn updates_in_the_plane_are_warm_starts() {
    let mut number = numbers();
    let [at_vertex, at_edge, searched] = drifting(|| {
        let mut polygon = || {
            let corners: Vec<DVec2> = (0..5).map(|_| DVec2::new(number(), number())).collect();
            Hull::new(corners).unwrap()
        };
        let (a, b) = (polygon(), polygon());
        let place = DVec2::new(number(), number()) * 4.0;
        let poses = core::array::from_fn(|step| {
            let step = step as f64 * 0.02;
            Pose::from_angle(step, place + DVec2::new(step, -step)).unwrap()
        });
        (a, b, poses)
    });
    assert!(
        at_vertex > 500 && at_edge > 200 && searched > 100,
        "{at_vertex} {at_edge} {searched}"
    );
}

// Claim: the same in 3D.
#[test]
fn updates_in_space_are_warm_starts() {
    let mut number = numbers();
    let [at_vertex, at_edge, searched] = drifting(|| {
        let mut polytope = || {
            let corners = (0..6).map(|_| DVec3::new(number(), number(), number()));
            Hull::new(corners.collect::<Vec<_>>()).unwrap()
        };
        let (a, b) = (polytope(), polytope());
        let place = DVec3::new(number(), number(), number()) * 4.0;
        let poses = core::array::from_fn(|step| {
            let step = step as f64 * 0.02;
            let turn = DQuat::from_rotation_y(step) * DQuat::from_rotation_x(0.3 * step);
            Pose::from_rotation(turn, place + DVec3::new(step, -step, step)).unwrap()
        });
        (a, b, poses)
    });
    assert!(
        at_vertex > 500 && at_edge > 200 && searched > 100,
        "{at_vertex} {at_edge} {searched}"
    );
}

// Claim: if a shape is far from the origin of its frame and its pose brings it back, the large
// terms cancel in an update as they do in a search.
#[test]
fn far_frames_come_to_the_same() {
    let mut number = numbers();
    let far = DVec2::new(1e3, -7e2);
    let [at_vertex, at_edge, _] = drifting(|| {
        let mut polygon = |from: DVec2| {
            let corners = (0..5).map(|_| DVec2::new(number(), number()) + from);
            Hull::new(corners.collect::<Vec<DVec2>>()).unwrap()
        };
        let (a, b) = (polygon(DVec2::ZERO), polygon(far));
        let place = DVec2::new(number(), number()) * 4.0 - far;
        let poses = core::array::from_fn(|step| {
            let step = step as f64 * 0.02;
            Pose::from_translation(place + DVec2::new(step, -step)).unwrap()
        });
        (a, b, poses)
    });
    assert!(at_vertex > 500 && at_edge > 200, "{at_vertex} {at_edge}");
}

// Claim: an update needs one vertex scan for numbers of any size.
#[test]
fn sizes_do_not_matter() {
    for exponent in [0, 100, -100, 150, -150, 900, -900] {
        let size = 2f64.powi(exponent);
        let cuboid = Cuboid::new(DVec3::ONE * size).unwrap();
        let point = |x: f64| Point::new(DVec3::new(x, 4.0, 3.0) * size).unwrap();
        let mut answer = closest_points(&cuboid, &point(3.0));
        let default = Settings::default();
        assert!(
            comes_to_the_same(default, &mut answer, &cuboid, &point(3.5)),
            "{exponent}"
        );
    }
}

// Claim: shapes are reported beyond the maximum distance exactly if they are farther apart.
#[test]
fn what_is_beyond_interest_is_said() {
    let (a, b) = (
        Point::new(DVec2::ZERO).unwrap(),
        Point::new(DVec2::new(1.0, 2.0)).unwrap(),
    );
    let known = closest_points(&a, &b);
    assert!(known.lower < known.upper);
    for (most, is_near) in [
        (f64::INFINITY, true),
        (known.upper, true),
        (known.lower, false),
    ] {
        let mut answer = known;
        let settings = Settings::default().max_distance(most);
        comes_to_the_same(settings, &mut answer, &a, &b);
        assert_eq!(
            answer.status == Status::BeyondMaxDistance,
            !is_near,
            "{most}"
        );
        assert!(comes_to_the_same(Settings::default(), &mut answer, &a, &b));
        assert_eq!(answer.status, Status::Converged);
    }
}

// Claim: an update equals a warm start for radii, curved shapes, faces, missing vertices, and
// lengths that overflow.
#[test]
fn what_is_not_so_simple_comes_to_the_same() {
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    let at = |x: f64, y: f64, z: f64| Pose::from_translation(DVec3::new(x, y, z)).unwrap();
    let corner = Posed::new(cuboid, at(4.0, 4.0, 4.0));
    let default = Settings::default();

    let mut answer = closest_points(&cuboid, &corner);
    assert!(comes_to_the_same(default, &mut answer, &cuboid, &corner));
    let round = Rounded::new(corner, 0.5).unwrap();
    assert!(comes_to_the_same(default, &mut answer, &cuboid, &round));
    comes_to_the_same(default, &mut answer, &round, &cuboid);
    let cone = Cone::new(Axis::Z, 1.0, 1.0).unwrap();
    comes_to_the_same(default, &mut answer, &cone, &corner);
    let face = Posed::new(cuboid, at(0.1, 0.2, 4.0));
    let mut answer = closest_points(&cuboid, &face);
    assert!(answer.simplex.pairs().len() > 2);
    assert!(comes_to_the_same(default, &mut answer, &cuboid, &face));

    // A triangle has no vertices with the ids of a box.
    let triangle = Hull::new([DVec3::ZERO, DVec3::X, DVec3::Y]).unwrap();
    for other in [corner, Posed::new(cuboid, at(4.0, 4.3, 0.2))] {
        let mut answer = closest_points(&cuboid, &other);
        let known = answer.simplex.pairs().iter();
        let named: Vec<_> = known.map(|pair| [pair.feature_a.number(), 7]).collect();
        answer.simplex = Simplex::of_vertices(&named);
        comes_to_the_same(default, &mut answer, &other, &triangle);
    }

    let origin = Point::new(DVec3::ZERO).unwrap();
    for coordinates in [[f64::MAX; 3], [f64::MAX, 2f64.powi(994), 0.0]] {
        let far = Point::new(DVec3::from_array(coordinates)).unwrap();
        let mut answer = closest_points(&origin, &far);
        comes_to_the_same(default, &mut answer, &origin, &far);
    }
}

/// Two points, each reported lower than any other, even one that does not exist.
struct Sure;

impl SupportMapping for Sure {
    type Vector = DVec2;

    fn support(&self, direction: DVec2) -> DVec2 {
        self.farthest(direction, 0).1
    }

    fn farthest(&self, direction: DVec2, _: u32) -> (Feature<DVec2>, DVec2) {
        let name = Feature::Vertex(u32::from(direction.x > 0.0));
        (name, self.point(name))
    }

    fn point(&self, feature: Feature<DVec2>) -> DVec2 {
        let Feature::Vertex(number) = feature else {
            return DVec2::ZERO;
        };
        DVec2::new(f64::from(number), 1.1)
    }

    fn extent(&self) -> f64 {
        1.0
    }

    fn vertex_count(&self) -> Option<u32> {
        Some(2)
    }

    fn others_are_lower(&self, _: DVec2, _: &[u32]) -> bool {
        true
    }
}

crate::body::shapes! { [] Sure: DVec2, |core| crate::Body::new(core); }

// Claim: a vertex that does not exist does not count, whatever the shape reports of it.
#[test]
fn vertices_that_are_not_there_do_not_count() {
    let beside = Point::new(DVec2::new(-1.3, 0.0)).unwrap();
    for pairs in [
        &[[0, 0]][..],
        &[[2, 0]],
        &[[0, 0], [2, 0]],
        &[[2, 0], [0, 0]],
    ] {
        let mut answer = named(pairs);
        comes_to_the_same(Settings::default(), &mut answer, &Sure, &beside);
        let [nearest] = answer.simplex.pairs() else {
            panic!("a vertex is the nearest");
        };
        assert_eq!(nearest.feature_a, Feature::Vertex(0));
    }
}

// Claim: an edge gives the same answer from either end, for any length, far from the origin, and if
// the mean of its ends overflows.
#[test]
fn edges_come_to_the_same() {
    let on = |ends: [DVec2; 2], point: DVec2, [first, second]: [u32; 2]| {
        let (hull, point) = (Hull::new(ends).unwrap(), Point::new(point).unwrap());
        let mut answer = named(&[[first, 0], [second, 0]]);
        comes_to_the_same(Settings::default(), &mut answer, &hull, &point)
    };
    let ends = |length: f64| {
        let (along, across) = (DVec2::new(4.0, 3.0), DVec2::new(-3.3, 4.4));
        [across - along, across + along * length]
    };
    for length in [0.3, 1.0, 2.5, 1001.7, 7003.3] {
        for names in [[0, 1], [1, 0]] {
            assert!(on(ends(length), DVec2::ZERO, names), "{length} {names:?}");
        }
    }
    for power in [28, 200, 600] {
        on(ends(2f64.powi(power)), DVec2::ZERO, [0, 1]);
        on(ends(2f64.powi(power)), DVec2::ZERO, [1, 1]);
    }
    for power in [20, 36, 50] {
        let place = DVec2::splat(2f64.powi(power));
        on(ends(1.0).map(|end| place + end), place, [0, 1]);
    }
    let huge = ends(1.0).map(|end| end * (f64::MAX / 16.0));
    on(huge, DVec2::ZERO, [0, 1]);
}

// Claim: a NaN or negative tolerance or maximum distance is ignored; fewer than two iterations
// count as two; a direction that is zero or not finite is no guess, and replaces an earlier start
// all the same.
#[test]
fn settings_take_what_makes_sense() {
    let default = Settings::<DVec2>::default();
    assert_eq!(default.relative_tolerance(f64::NAN), default);
    assert_eq!(default.relative_tolerance(-1.0), default);
    assert_eq!(default.absolute_tolerance(f64::NAN), default);
    assert_eq!(default.absolute_tolerance(-1.0), default);
    assert_eq!(default.max_distance(f64::NAN), default);
    assert_eq!(default.max_distance(-1.0), default.max_distance(0.0));
    assert_eq!(default.max_iterations(0), default.max_iterations(2));
    for none in [DVec2::ZERO, DVec2::NAN, DVec2::new(f64::INFINITY, 0.0)] {
        assert_eq!(default.start(none), default, "{none}");
        assert_eq!(default.start(DVec2::X).start(none), default);
        let warm = default.warm_start(Simplex::of_vertices(&[[0, 0]]));
        assert_eq!(warm.start(none), default);
    }
    assert_ne!(default.start(DVec2::X), default);
}

// Claim: the length of the start direction does not matter.
#[test]
fn starts_of_any_length_are_the_same() {
    let a = Point::new(DVec2::new(3.0, 4.0)).unwrap();
    let b = Point::new(DVec2::ZERO).unwrap();
    for exponent in [0, -300, -536, -600, -1000, 300, 512, 1000] {
        let direction = DVec2::new(0.6, 0.75) * 2f64.powi(exponent);
        let settings = Settings::default().start(direction);
        let near = settings.max_distance(5.1).closest_points(&a, &b);
        let answer = (near.status, near.distance);
        assert_eq!(answer, (Status::Converged, 5.0), "{exponent}");
        let far = settings.max_distance(4.0).closest_points(&a, &b);
        assert!(far.lower <= 5.0, "{exponent}");
        let proximity = settings.proximity(&a, &b, 5.1);
        assert_eq!(proximity, crate::Proximity::Near, "{exponent}");
    }
}
