//! Searches that start from the simplex of an earlier answer: the same distance, in at most two
//! iterations after small motions, from any simplex.

use crate::common::Numbers;
use crate::mappings::{Counted, own_core};
use crate::solids::{cube, prism, sphere};
use gjk_core::{
    Axis, Ball, ClosestPoints, Cone, Cuboid, Cylinder, Ellipsoid, Feature, Hull, Point, Polytope,
    Pose, Posed, Rounded, Settings, Shape, Simplex, Status, SupportMapping, closest_points,
};
use glam::{DQuat, DVec2, DVec3};

type Any = Box<dyn Shape<Vector = DVec3>>;

fn polytope(vertices: Vec<DVec3>) -> Any {
    Box::new(Polytope::from_points(vertices).unwrap())
}

fn polytopes() -> Vec<Any> {
    vec![
        polytope(cube(DVec3::new(1.0, 2.0, 3.0))),
        polytope(prism(64)),
        polytope(sphere(0)),
        polytope(sphere(3)),
    ]
}

fn curved() -> Vec<Any> {
    vec![
        Box::new(Cylinder::new(Axis::X, 2.0, 1.0).unwrap()),
        Box::new(Cone::new(Axis::Z, 1.5, 1.0).unwrap()),
        Box::new(Ellipsoid::new(DVec3::new(2.0, 1.0, 0.5)).unwrap()),
    ]
}

fn warm(
    simplex: Simplex<DVec3>,
    a: &impl Shape<Vector = DVec3>,
    b: &impl Shape<Vector = DVec3>,
) -> ClosestPoints<DVec3> {
    Settings::default().warm_start(simplex).closest_points(a, b)
}

/// The pose at a time of a flight around the origin, with a rotation.
fn pose_at(time: f64, height: f64) -> Pose<DVec3> {
    let turn = DQuat::from_rotation_y(time) * DQuat::from_rotation_x(0.3 * time + 0.1);
    let place = DVec3::new(2.0 * time.cos(), 2.0 * time.sin(), height);
    Pose::from_rotation(turn, place).unwrap()
}

/// A cube of side 2 at a position.
fn cube_at(place: DVec3) -> Posed<Cuboid<DVec3>> {
    let pose = Pose::from_translation(place).unwrap();
    Posed::new(Cuboid::new(DVec3::ONE).unwrap(), pose)
}

/// Rounding of a distance, in a world of lengths up to 16.
const ROUNDING: f64 = 4.0 * 16.0 * f64::EPSILON;

/// Asserts that two answers give the same distance, within the bounds of either, and the same
/// verdict; curved shapes that touch within rounding may have either.
fn assert_same(found: &ClosestPoints<DVec3>, expected: &ClosestPoints<DVec3>, context: &str) {
    let error = (found.distance - expected.distance).abs();
    assert!(error <= ROUNDING, "{context}: {error:e}");
    let is_same = found.intersects() == expected.intersects();
    assert!(is_same || error > 0.0 && !are_polytopes(found), "{context}");
    assert!(found.lower <= expected.upper + ROUNDING, "{context}");
    assert!(expected.lower <= found.upper + ROUNDING, "{context}");
}

/// Whether the simplex of an answer is made of vertices.
fn are_polytopes(answer: &ClosestPoints<DVec3>) -> bool {
    let mut pairs = answer.simplex.pairs().iter();
    pairs.all(|pair| {
        matches!(
            [pair.feature_a, pair.feature_b],
            [Feature::Vertex(_), Feature::Vertex(_)]
        )
    })
}

// Polytopes in coherent motion, a thousandth of a radian per frame: of separated frames four in
// five need no evaluation, 99 in 100 at most two iterations, none more than a cold start;
// overlapping frames need at most one.
#[test]
fn coherent_motion_takes_two_iterations_at_most() {
    const FRAMES: usize = 300;
    let (mut overlapping, mut settled, mut longer) = (0, 0, 0);
    for a in &polytopes() {
        for b in &polytopes() {
            let counted = Counted::new(a);
            for height in [8.0, 2.5, 0.5] {
                let at = |frame: usize| Posed::new(b, pose_at(frame as f64 * 1e-3, height));
                let mut simplex = closest_points(a, &at(0)).simplex;
                for frame in 1..=FRAMES {
                    counted.count.set(0);
                    let found = warm(simplex, &counted, &at(frame));
                    let evaluations = counted.count.get();
                    let expected = closest_points(a, &at(frame));
                    assert_same(&found, &expected, "coherent motion");
                    assert!(evaluations <= found.iterations);
                    assert!(found.iterations <= expected.iterations);
                    if found.intersects() {
                        overlapping += 1;
                        assert!(found.iterations <= 1, "{found:?}");
                    } else {
                        settled += usize::from(evaluations == 0);
                    }
                    longer += usize::from(found.iterations > 2);
                    simplex = found.simplex;
                }
            }
        }
    }
    let frames = 16 * 3 * FRAMES;
    assert!(overlapping > 100, "{overlapping} overlap");
    let apart = frames - overlapping;
    assert!(
        settled >= apart / 5 * 4,
        "{settled} of {apart} are settled at once"
    );
    assert!(longer <= frames / 100, "{longer} of {frames} are longer");
}

// Large steps, of a tenth of a radian: the same distance, whatever has become closest.
#[test]
fn large_steps_lead_to_the_same_distance() {
    let mut shapes = polytopes();
    shapes.extend(curved());
    for a in &shapes {
        for b in &shapes {
            let mut simplex = None;
            for frame in 0..60 {
                let b = Posed::new(b, pose_at(f64::from(frame) * 0.1, 2.5));
                let expected = closest_points(a, &b);
                let found = warm(simplex.unwrap_or(expected.simplex), a, &b);
                assert_same(&found, &expected, "large steps");
                simplex = Some(found.simplex);
            }
        }
    }
}

// An answer updated frame by frame equals a warm start from the last one: for polytopes and curved
// shapes, with a radius too, near and far, in small steps and in large ones.
#[test]
fn answers_are_brought_up_to_date() {
    let mut shapes = polytopes();
    shapes.extend(curved());
    shapes.push(Box::new(Ball::new(DVec3::ZERO, 0.5).unwrap()));
    shapes.push(Box::new(
        Rounded::new(Cuboid::new(DVec3::new(0.5, 1.0, 1.5)).unwrap(), 0.25).unwrap(),
    ));
    for a in &shapes {
        for b in &shapes {
            for (step, height) in [(1e-3, 8.0), (1e-3, 2.5), (0.1, 2.5), (0.3, 0.5)] {
                let at = |frame: u32| Posed::new(b, pose_at(f64::from(frame) * step, height));
                let mut answer = closest_points(a, &at(0));
                for frame in 1..20 {
                    let expected = warm(answer.simplex, a, &at(frame));
                    answer.update(a, &at(frame));
                    assert_eq!(answer, expected);
                }
            }
        }
    }
}

// Polytopes that have not moved need no evaluation: a vertex scan shows that nothing is left to do.
// One is needed if another vertex is as near within rounding, and if a shape is curved.
#[test]
fn the_same_again_takes_one_iteration() {
    let a = Hull::new([DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]).unwrap();
    let ball = Ball::new(DVec3::new(4.0, 3.1, 2.0), 1.0).unwrap();
    let cone = Posed::new(
        Cone::new(Axis::Z, 1.5, 1.0).unwrap(),
        Pose::from_translation(DVec3::new(4.0, 3.1, 2.0)).unwrap(),
    );
    let boxes = [3.1, 3.0].map(|y| cube_at(DVec3::new(4.0, y, 2.0)));
    let apart: [(&dyn Shape<Vector = DVec3>, u32); 4] =
        [(&boxes[0], 0), (&boxes[1], 1), (&ball, 0), (&cone, 1)];
    for (b, evaluations) in apart {
        let first = closest_points(&a, b);
        let settings = Settings::default().warm_start(first.simplex);
        let counted = Counted::new(&a);
        let again = settings.closest_points(&counted, b);
        assert_eq!((again.iterations, counted.count.get()), (1, evaluations));
        let distance = settings.distance(&a, b);
        let mut same = again;
        same.iterations = first.iterations;
        assert_eq!(same, first);
        assert_eq!(distance, first.distance);
    }
    let deep = cube_at(DVec3::splat(0.25));
    let first = closest_points(&a, &deep);
    let again = warm(first.simplex, &a, &deep);
    assert_eq!((again.iterations, again.status), (0, Status::Converged));
    assert!(again.intersects());
}

// The points of the simplex are recomputed from the shapes: they are not those of the last pose.
#[test]
fn points_are_taken_anew() {
    let a = Cuboid::new(DVec3::ONE).unwrap();
    let first = closest_points(&a, &cube_at(DVec3::new(4.0, 0.5, 0.5)));
    let turn = DQuat::from_rotation_z(0.2);
    let turned = Pose::from_rotation(turn, DVec3::new(5.0, 0.5, 0.5)).unwrap();
    let b = Posed::new(a, turned);
    let found = warm(first.simplex, &a, &b);
    assert_same(&found, &closest_points(&a, &b), "turned");
    for pair in found.simplex.pairs() {
        assert_eq!(pair.a, a.point(pair.feature_a));
        assert_eq!(pair.b, b.body().point(pair.feature_b));
        let corner = turned.matrix().transpose() * pair.b;
        assert!((corner.abs() - DVec3::ONE).length() <= 1e-15, "{corner}");
    }
}

// A simplex of four vertices, from two deeply overlapping shapes, works once they are apart.
#[test]
fn a_deep_simplex_serves_when_apart() {
    let a = Hull::new(cube(DVec3::ONE)).unwrap();
    let deep = closest_points(&a, &cube_at(DVec3::new(0.3, 0.2, 0.1)));
    assert_eq!(deep.simplex.pairs().len(), 4);
    for place in [
        DVec3::new(5.0, 0.3, 0.2),
        DVec3::new(-3.0, 4.0, 0.1),
        DVec3::new(2.0, 0.0, 0.0),
        DVec3::new(7.0, 7.0, -7.0),
    ] {
        let b = cube_at(place);
        assert_same(
            &warm(deep.simplex, &a, &b),
            &closest_points(&a, &b),
            "apart",
        );
    }
}

// Claim: a ball beside a curved shape starts from the centres, in either order, as if there were no
// last answer: beside a cylinder or a cone that takes half the steps. A ball beside a polytope and
// two curved shapes start from their last simplex, in fewer steps than from the centres.
#[test]
fn a_ball_beside_a_curved_shape_starts_from_the_centres() {
    let mut steps = [[0; 2]; 2];
    for curve in curved() {
        let ball: Any = Box::new(Ball::new(DVec3::ZERO, 0.5).unwrap());
        let cube: Any = Box::new(Cuboid::new(DVec3::ONE).unwrap());
        let cylinder: Any = Box::new(Cylinder::new(Axis::Y, 1.0, 0.5).unwrap());
        let pairs = [
            (&curve, &ball),
            (&ball, &curve),
            (&cube, &ball),
            (&curve, &cylinder),
        ];
        for (number, (a, b)) in pairs.into_iter().enumerate() {
            for time in (0..40).map(|time| f64::from(time) * 0.15) {
                let at = |time: f64| Posed::new(b, pose_at(time, 3.5));
                let mut answer = closest_points(a, &at(time));
                answer.update(a, &at(time + 0.01));
                let anew = closest_points(a, &at(time + 0.01));
                if number < 2 {
                    assert_eq!(answer, anew);
                    let proposed = Settings::default().proposal(answer.simplex);
                    assert_eq!(proposed.closest_points(a, &at(time + 0.01)), anew);
                } else {
                    steps[number - 2][0] += answer.iterations;
                    steps[number - 2][1] += anew.iterations;
                }
            }
        }
    }
    for [updated, anew] in steps {
        assert!(updated * 5 < anew * 4, "{steps:?}");
    }
}

// A simplex of separated shapes works once they overlap.
#[test]
fn a_simplex_of_shapes_apart_serves_when_deep() {
    let a = Hull::new(cube(DVec3::ONE)).unwrap();
    let apart = closest_points(&a, &cube_at(DVec3::new(5.0, 4.0, 3.0)));
    let b = cube_at(DVec3::new(0.3, 0.2, 0.1));
    let found = warm(apart.simplex, &a, &b);
    assert_eq!((found.status, found.distance), (Status::Converged, 0.0));
}

// The simplex of any two shapes works for any others: ids that mean nothing there give some point,
// and the distance is the same.
#[test]
fn a_simplex_of_other_shapes_does_no_harm() {
    let mut shapes = polytopes();
    shapes.extend(curved());
    shapes.push(Box::new(Ball::new(DVec3::ZERO, 0.5).unwrap()));
    shapes.push(Box::new(Point::new(DVec3::ONE).unwrap()));
    let near = pose_at(0.7, 1.0);
    let far = pose_at(1.9, 6.0);
    let mut simplices = Vec::new();
    for a in &shapes {
        for b in &shapes {
            simplices.extend([near, far].map(|p| closest_points(a, &Posed::new(b, p)).simplex));
        }
    }
    for a in &shapes {
        for b in &shapes {
            let b = Posed::new(b, far);
            let expected = closest_points(a, &b);
            for simplex in &simplices {
                assert_same(&warm(*simplex, a, &b), &expected, "other shapes");
            }
        }
    }
}

// The points of a simplex may have very different sizes in these shapes, in either order: those
// that do not fit together are left out.
#[test]
fn a_simplex_of_other_sizes_does_no_harm() {
    let mut numbers = Numbers::new(52);
    let mut simplex = None;
    for round in 0..2000 {
        let mut hull = |count| {
            let points = (0..count).map(|_| {
                let size = [1e-300, 1e-60, 1.0, 1e60, 1e300][(numbers.bits() >> 30) as usize % 5];
                numbers.point(5) * size
            });
            Hull::new(points.collect::<Vec<_>>()).unwrap()
        };
        let (a, b) = (hull(5), hull(1 + round % 5));
        let expected = closest_points(&a, &b);
        let found = warm(simplex.unwrap_or(expected.simplex), &a, &b);
        let reach = f64::max(a.extent(), b.extent()) + expected.distance;
        let error = (found.distance - expected.distance).abs();
        let context = || format!("{a:?}\n{b:?}\n{found:?}\n{expected:?}");
        assert!(
            error <= 8.0 * f64::EPSILON * reach,
            "{error:e} {}",
            context()
        );
        assert!(found.status != Status::NotFinite, "{}", context());
        simplex = Some(found.simplex);
    }
}

// The simplex of an answer that is NaN works as well.
#[test]
fn a_simplex_of_no_answer_does_no_harm() {
    struct Nowhere;
    impl SupportMapping for Nowhere {
        type Vector = DVec3;
        fn support(&self, _direction: DVec3) -> DVec3 {
            DVec3::NAN
        }
    }

    own_core!(<> Nowhere);
    let (a, b) = (Cuboid::new(DVec3::ONE).unwrap(), cube_at(DVec3::X * 5.0));
    let nothing = closest_points(&a, &Nowhere);
    assert_eq!(nothing.status, Status::NotFinite);
    assert_eq!(warm(nothing.simplex, &a, &b).distance, 3.0);
}

// Claim: a simplex of which no vertex exists is no start: the search is that from the centres.
#[test]
fn a_simplex_of_nothing_is_no_start() {
    let nothing = Simplex::of_vertices(&[[9999, 9999], [9999, 0]]);
    for (a, b) in [(0, 1), (1, 2), (2, 3), (3, 3)] {
        let shapes = polytopes();
        let b = Posed::new(&shapes[b], pose_at(0.3, 5.5));
        assert_eq!(
            warm(nothing, &shapes[a], &b),
            closest_points(&shapes[a], &b)
        );
    }
}

/// A square that looks its vertex up in a direction before.
struct Indexed([DVec2; 4]);

impl SupportMapping for Indexed {
    type Vector = DVec2;

    fn support(&self, direction: DVec2) -> DVec2 {
        self.farthest(direction, 0).1
    }

    fn farthest(&self, direction: DVec2, near: u32) -> (Feature<DVec2>, DVec2) {
        let mut top = near;
        for other in 0..4 {
            if self.0[other as usize].dot(direction) > self.0[top as usize].dot(direction) {
                top = other;
            }
        }
        (Feature::Vertex(top), self.0[top as usize])
    }

    fn point(&self, feature: Feature<DVec2>) -> DVec2 {
        match feature {
            Feature::Vertex(vertex) if vertex < 4 => self.0[vertex as usize],
            _ => self.0[0],
        }
    }

    fn vertex_count(&self) -> Option<u32> {
        Some(4)
    }
}

own_core!(<> Indexed);

// Claim: a core with vertices is only told of a vertex that it has, whatever simplex a search starts
// from: beside a curved shape too.
#[test]
fn the_vertex_before_is_one_of_the_core() {
    let [x, y] = [DVec2::X, DVec2::Y];
    let square = Indexed([x + y, y - x, -x - y, x - y]);
    let place = Pose::from_translation(DVec2::new(4.0, 0.0)).unwrap();
    let ellipse = Posed::new(Ellipsoid::new(DVec2::new(2.0, 1.0)).unwrap(), place);
    let foreign = Simplex::of_vertices(&[[999, 0], [0, 999], [999, 999]]);
    for settings in [
        Settings::default().warm_start(foreign),
        Settings::default().proposal(foreign),
    ] {
        assert_eq!(settings.closest_points(&square, &ellipse).distance, 1.0);
        assert_eq!(settings.closest_points(&ellipse, &square).distance, 1.0);
        assert_eq!(settings.closest_points(&square, &square).distance, 0.0);
    }
}

// In 2D: a disc that rolls along a polygon.
#[test]
fn warm_starts_in_the_plane() {
    let polygon = Polytope::from_points(crate::solids::polygon(40)).unwrap();
    let mut simplex = None;
    for frame in 0..500 {
        let center = DVec2::from_angle(f64::from(frame) * 0.002) * 2.0;
        let disc = Ball::new(center, 0.25).unwrap();
        let expected = closest_points(&polygon, &disc);
        let settings = Settings::default().warm_start(simplex.unwrap_or(expected.simplex));
        let found = settings.closest_points(&polygon, &disc);
        assert!((found.distance - expected.distance).abs() <= ROUNDING);
        assert!(found.iterations <= 2, "frame {frame}: {found:?}");
        assert_eq!(settings.distance(&polygon, &disc), found.distance);
        simplex = Some(found.simplex);
    }
}

// A verdict starts from a simplex as well, and is the same.
#[test]
fn verdicts_go_on_from_a_simplex() {
    let a = Hull::new(cube(DVec3::ONE)).unwrap();
    let simplex = closest_points(&a, &cube_at(DVec3::new(3.0, 1.0, 0.5))).simplex;
    for x in [0.0, 1.0, 1.999, 2.0, 2.001, 3.0, 9.0] {
        let b = cube_at(DVec3::new(x, 0.5, 0.5));
        let settings = Settings::default().warm_start(simplex);
        assert_eq!(settings.intersects(&a, &b), x <= 2.0, "{x}");
    }
}

// A start direction and a simplex are two ways to start; the last one set counts.
#[test]
fn the_last_start_counts() {
    let (a, b) = (Cuboid::new(DVec3::ONE).unwrap(), cube_at(DVec3::X * 5.0));
    let simplex = closest_points(&a, &b).simplex;
    let settings = Settings::default();
    let both = settings.warm_start(simplex).start(DVec3::Y);
    assert_eq!(both, settings.start(DVec3::Y));
    let both = settings.start(DVec3::Y).warm_start(simplex);
    assert_eq!(both, settings.warm_start(simplex));
}

// From simplices of random hulls at random times the distance is always that of a cold start.
#[test]
fn random_hulls_lead_to_the_same_distance() {
    let mut numbers = Numbers::new(51);
    let mut simplex = None;
    for round in 0..2000 {
        let (a, b) = (numbers.points(5, 5), numbers.points(1 + round % 6, 5));
        let (a, b) = (Hull::new(a).unwrap(), Hull::new(b).unwrap());
        let by = Pose::from_translation(DVec3::X * (round % 9) as f64).unwrap();
        let b = Posed::new(b, by);
        let expected = closest_points(&a, &b);
        let found = warm(simplex.unwrap_or(expected.simplex), &a, &b);
        assert_same(&found, &expected, &format!("{a:?} {b:?}"));
        assert_eq!(found.status, Status::Converged);
        simplex = Some(found.simplex);
    }
}

// Claim: a simplex from anywhere hands directions of moderate length to a support mapping, whatever
// it says.
#[cfg(feature = "serde")]
#[test]
fn directions_of_any_simplex_are_handy() {
    struct Asked(std::cell::Cell<bool>);

    impl SupportMapping for Asked {
        type Vector = DVec2;

        fn support(&self, direction: DVec2) -> DVec2 {
            let size = direction.abs().max_element();
            let is_moderate = size >= 2f64.powi(-120) && size <= 2f64.powi(120);
            self.0.set(self.0.get() && is_moderate);
            direction.normalize()
        }
    }

    impl Shape for Asked {
        type Vector = DVec2;

        fn body(&self) -> gjk_core::Body<'_, DVec2> {
            gjk_core::Body::new(self)
        }
    }

    let asked = Asked(std::cell::Cell::new(true));
    // Beside a point no simplex is a start.
    let far = gjk_core::Segment::new([DVec2::new(3.0, 4.0), DVec2::new(6.0, 8.0)]).unwrap();
    for direction in ["0.0,0.0", "1e300,1e300", "1e-300,0.0", "-1e-320,1.0"] {
        let simplex = format!(
            r#"[{{"a":[0.0,0.0],"b":[0.0,0.0],"weight":1.0,"feature_a":{{"Piece":[0,[{direction}]]}},"feature_b":{{"Vertex":0}}}}]"#
        );
        let simplex: Simplex<DVec2> = serde_json::from_str(&simplex).unwrap();
        for settings in [
            Settings::default().warm_start(simplex),
            Settings::default().proposal(simplex),
        ] {
            assert_eq!(settings.closest_points(&asked, &far).distance, 4.0);
        }
    }
    assert!(asked.0.get());
}
