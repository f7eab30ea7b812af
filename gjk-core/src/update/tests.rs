//! Each test is a claim about an answer that is brought up to date.

use super::stays;
use crate::closest::{ClosestPoints, Simplex, Status, SupportPair};
use crate::goal::Goal;
use crate::query::closest_points;
use crate::random::numbers;
use crate::settings::Settings;
use crate::shape::{Axis, Cone, Cuboid, Hull, Point, Rounded};
use crate::support::{Feature, Support};
use crate::vector::Vector;
use crate::{Pose, Posed};
use glam::{DQuat, DVec2, DVec3};
use std::format;
use std::vec::Vec;

/// Whether the answer stays where it is; it is what a warm start answers then, and it is brought up to date in any case.
fn comes_to_the_same<V: Vector>(
    settings: Settings<V>,
    answer: &mut ClosestPoints<V>,
    a: &impl Support<Vector = V>,
    b: &impl Support<Vector = V>,
) -> bool {
    let warm = settings.warm_start(answer.simplex).closest_points(a, b);
    let mut news = *answer;
    let stays = stays(&mut news, a, b, &settings.limits_of(Goal::ClosestPoints));
    // As text, where no number is equal to itself too.
    let text = |answer: &ClosestPoints<V>| format!("{answer:?}");
    assert!(!stays || news == warm, "{news:?}\n{warm:?}");
    settings.update(answer, a, b);
    assert_eq!(text(answer), text(&warm));
    stays
}

/// An answer whose simplex has these pairs of vertices.
fn named(pairs: &[[u32; 2]]) -> ClosestPoints<DVec2> {
    let point = Point::new(DVec2::ZERO).unwrap();
    let mut answer = closest_points(&point, &point);
    answer.simplex = Simplex::EMPTY;
    for [a, b] in pairs {
        answer.simplex.push(SupportPair {
            feature_a: Feature::Vertex(*a),
            feature_b: Feature::Vertex(*b),
            weight: 0.5,
            ..SupportPair::EMPTY
        });
    }
    answer
}

/// How often the closest points stay at a vertex and at an edge, and how often there is a search, while shapes drift past
/// each other. A pair of shapes is drawn a hundred times, and `at` tells where the second is after so many steps.
fn drifting<V: Vector, S: Support<Vector = V>>(
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
            counts[if stays { vertices - 1 } else { 2 }] += 1;
        }
    }
    counts
}

// Claim: an answer that is brought up to date is what a warm start from its simplex answers, whether the closest points
// stay at a vertex, at an edge or leave it, and where the shapes overlap; in the plane.
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
        at_vertex > 500 && at_edge > 200 && searched > 200,
        "{at_vertex} {at_edge} {searched}"
    );
}

// Claim: and in space.
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
        at_vertex > 500 && at_edge > 200 && searched > 200,
        "{at_vertex} {at_edge} {searched}"
    );
}

// Claim: where a shape stands far from the origin of its frame and its pose brings it back, the large terms cancel in an
// update as they do in a search.
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

// Claim: numbers from 2^-120 to 2^120 are brought up to date as they are, without a scale; what is smaller or larger is
// searched, and comes to the same.
#[test]
fn sizes_that_need_a_scale_are_searched() {
    for (exponent, stays) in [
        (0, true),
        (100, true),
        (-100, true),
        (150, false),
        (-150, false),
        (900, false),
    ] {
        let size = 2f64.powi(exponent);
        let cuboid = Cuboid::new(DVec3::ONE * size).unwrap();
        let point = |x: f64| Point::new(DVec3::new(x, 4.0, 3.0) * size).unwrap();
        let mut answer = closest_points(&cuboid, &point(3.0));
        let found = comes_to_the_same(Settings::default(), &mut answer, &cuboid, &point(3.5));
        assert_eq!(found, stays, "{exponent}");
    }
}

// Claim: what is farther apart than the distance of interest is left to a search, which says so; what may be no farther is of
// interest.
#[test]
fn what_is_beyond_interest_is_searched() {
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
        assert_eq!(
            comes_to_the_same(settings, &mut answer, &a, &b),
            is_near,
            "{most}"
        );
        assert_eq!(answer.status == Status::BeyondMaxDistance, !is_near);
        assert!(comes_to_the_same(Settings::default(), &mut answer, &a, &b));
        assert_eq!(answer.status, Status::Converged);
    }
}

// Claim: radii, curved shapes, faces, vertices that are not there, and lengths beyond the largest number are left to a
// search.
#[test]
fn what_is_not_so_simple_is_searched() {
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    let at = |x: f64, y: f64, z: f64| Pose::from_translation(DVec3::new(x, y, z)).unwrap();
    let corner = Posed::new(cuboid, at(4.0, 4.0, 4.0));
    let default = Settings::default();

    let mut answer = closest_points(&cuboid, &corner);
    assert!(comes_to_the_same(default, &mut answer, &cuboid, &corner));
    let round = Rounded::new(corner, 0.5).unwrap();
    assert!(!comes_to_the_same(default, &mut answer, &cuboid, &round));
    let mut answer = closest_points(&cuboid, &corner);
    assert!(!comes_to_the_same(default, &mut answer, &round, &cuboid));

    let cone = Cone::new(Axis::Z, 1.0, 1.0).unwrap();
    let mut answer = closest_points(&cone, &corner);
    assert!(!comes_to_the_same(default, &mut answer, &cone, &corner));

    let face = Posed::new(cuboid, at(0.1, 0.2, 4.0));
    let mut answer = closest_points(&cuboid, &face);
    assert!(answer.simplex.pairs().len() > 2);
    assert!(!comes_to_the_same(default, &mut answer, &cuboid, &face));

    // Of the names of a box a triangle has none.
    let triangle = Hull::new([DVec3::ZERO, DVec3::X, DVec3::Y]).unwrap();
    for other in [corner, Posed::new(cuboid, at(4.0, 4.3, 0.2))] {
        let mut answer = closest_points(&other, &other);
        answer.simplex = closest_points(&cuboid, &other).simplex;
        for pair in answer.simplex.pairs_mut() {
            pair.feature_b = Feature::Vertex(7);
        }
        assert!(!comes_to_the_same(default, &mut answer, &other, &triangle));
    }

    let origin = Point::new(DVec3::ZERO).unwrap();
    for coordinates in [[f64::MAX; 3], [f64::MAX, 2f64.powi(994), 0.0]] {
        let far = Point::new(DVec3::from_array(coordinates)).unwrap();
        let mut answer = closest_points(&origin, &far);
        assert!(!comes_to_the_same(default, &mut answer, &origin, &far));
    }
}

/// Two points of which each is said to be lower than any other, even one that is not there.
struct Sure;

impl Support for Sure {
    type Vector = DVec2;

    fn support(&self, direction: DVec2) -> DVec2 {
        self.point(self.feature(direction, None))
    }

    fn feature(&self, direction: DVec2, _: Option<Feature<DVec2>>) -> Feature<DVec2> {
        Feature::Vertex(u32::from(direction.x > 0.0))
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

    fn others_are_lower(&self, _: DVec2, _: &[u32], _: f64) -> bool {
        true
    }
}

// Claim: a vertex that is not there does not count, whatever the shape says of it.
#[test]
fn vertices_that_are_not_there_do_not_count() {
    let beside = Point::new(DVec2::new(-1.3, 0.0)).unwrap();
    let default = Settings::default();
    assert!(comes_to_the_same(
        default,
        &mut named(&[[0, 0]]),
        &Sure,
        &beside
    ));
    assert!(!comes_to_the_same(
        default,
        &mut named(&[[2, 0]]),
        &Sure,
        &beside
    ));
    let turn = Pose::from_angle(0.3, DVec2::ZERO).unwrap();
    let (turned, below) = (
        Posed::new(Sure, turn),
        Point::new(DVec2::new(0.2, 0.0)).unwrap(),
    );
    let stays =
        |pairs: [[u32; 2]; 2]| comes_to_the_same(default, &mut named(&pairs), &turned, &below);
    assert!(stays([[0, 0], [1, 0]]));
    assert!(!stays([[0, 0], [2, 0]]) && !stays([[2, 0], [0, 0]]));
}

// Claim: an edge is left to a search where its ends are the same, where one of them is so far away that rounding could tell,
// where the shapes are so far from their origins, and where the mean of the ends is no number. Otherwise it stays, from
// either end.
#[test]
fn edges_that_are_not_so_simple_are_searched() {
    let stays_on = |ends: [DVec2; 2], point: DVec2, [first, second]: [u32; 2]| {
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
            assert!(
                stays_on(ends(length), DVec2::ZERO, names),
                "{length} {names:?}"
            );
        }
    }
    assert!(!stays_on(ends(1.0), DVec2::ZERO, [1, 1]));
    for names in [[0, 1], [1, 0]] {
        for power in [28, 200, 600] {
            assert!(
                !stays_on(ends(2f64.powi(power)), DVec2::ZERO, names),
                "{power}"
            );
        }
    }
    for (power, is_near) in [(20, true), (36, false)] {
        let place = DVec2::splat(2f64.powi(power));
        let there = ends(1.0).map(|end| place + end);
        assert_eq!(stays_on(there, place, [0, 1]), is_near, "{power}");
    }
    let huge = ends(1.0).map(|end| end * (f64::MAX / 16.0));
    assert!(!stays_on(huge, DVec2::ZERO, [0, 1]));
}
