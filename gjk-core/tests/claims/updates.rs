//! An updated answer is the one that a search would find, whether its closest points stay at their
//! vertex or edge, leave it, or cannot be reused.

use gjk_core::{
    Axis, Ball, Body, ClosestPoints, Cone, Cuboid, Cylinder, Feature, Hull, Point, Pose, Posed,
    Rounded, Settings, Shape, Status, SupportMapping, Vector, closest_points,
};
use glam::{DQuat, DVec2, DVec3};

use crate::common::Numbers;

/// Updates an answer; it must equal a warm start from its simplex, and be as accurate as a cold
/// search.
fn updated<V: Vector>(
    settings: Settings<V>,
    answer: &mut ClosestPoints<V>,
    a: &impl Shape<Vector = V>,
    b: &impl Shape<Vector = V>,
) {
    let warm = settings.warm_start(answer.simplex).closest_points(a, b);
    settings.update(answer, a, b);
    // As text, since NaN is not equal to itself.
    assert_eq!(format!("{answer:?}"), format!("{warm:?}"));
    let cold = settings.closest_points(a, b);
    let is_known = answer.status == Status::Converged && cold.status == answer.status;
    if is_known && answer.simplex.pairs().len() < 3 {
        assert_eq!(answer.distance, cold.distance, "{answer:?}\n{cold:?}");
    }
}

/// How many updated answers are at a vertex, at an edge, and elsewhere.
fn drifting<V: Vector, S: Shape<Vector = V>>(
    mut draw: impl FnMut() -> (S, S, [Pose<V>; 20]),
) -> [u32; 3] {
    let mut counts = [0; 3];
    for _ in 0..60 {
        let (a, b, poses) = draw();
        let mut answer = closest_points(&a, &Posed::new(&b, poses[0]));
        for pose in poses {
            updated(Settings::default(), &mut answer, &a, &Posed::new(&b, pose));
            counts[(answer.simplex.pairs().len() - 1).min(2)] += 1;
        }
    }
    counts
}

/// A number from -1 to 1.
fn number(numbers: &mut Numbers) -> f64 {
    numbers.integer(1 << 40) / (1u64 << 40) as f64
}

/// Claim: the same for polygons that drift past each other, also if one is far from the origin of
/// its frame and its pose brings it back.
#[test]
fn polygons_that_drift() {
    for far in [DVec2::ZERO, DVec2::new(1e3, -7e2)] {
        let mut numbers = Numbers::new(31);
        let [at_vertex, at_edge, _] = drifting(|| {
            let mut polygon = |from: DVec2| {
                let corner = |_| from + DVec2::new(number(&mut numbers), number(&mut numbers));
                Hull::new((0..5).map(corner).collect::<Vec<_>>()).unwrap()
            };
            let (a, b) = (polygon(DVec2::ZERO), polygon(far));
            let place = DVec2::new(number(&mut numbers), number(&mut numbers)) * 4.0;
            let poses = std::array::from_fn(|step| {
                let step = step as f64 * 0.02;
                let place = place + DVec2::new(step, -step);
                if far == DVec2::ZERO {
                    Pose::from_angle(step, place).unwrap()
                } else {
                    Pose::from_translation(place - far).unwrap()
                }
            });
            (a, b, poses)
        });
        assert!(at_vertex > 200 && at_edge > 100, "{at_vertex} {at_edge}");
    }
}

/// Claim: the same for 3D polytopes, which rotate.
#[test]
fn polytopes_that_drift() {
    let mut numbers = Numbers::new(32);
    let [at_vertex, at_edge, elsewhere] = drifting(|| {
        let mut vector = || {
            let [x, y, z] = [(); 3].map(|()| number(&mut numbers));
            DVec3::new(x, y, z)
        };
        let mut polytope = || Hull::new((0..6).map(|_| vector()).collect::<Vec<_>>()).unwrap();
        let (a, b) = (polytope(), polytope());
        let place = vector() * 4.0;
        let poses = std::array::from_fn(|step| {
            let step = step as f64 * 0.02;
            let turn = DQuat::from_rotation_y(step) * DQuat::from_rotation_x(0.3 * step);
            Pose::from_rotation(turn, place + DVec3::new(step, -step, step)).unwrap()
        });
        (a, b, poses)
    });
    let counts = [at_vertex, at_edge, elsewhere];
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

/// Claim: after an update exactly the shapes farther apart than the maximum distance are reported
/// beyond; the next update without a maximum clears that.
#[test]
fn a_maximum_counts() {
    let a = Point::new(DVec2::ZERO).unwrap();
    let b = Point::new(DVec2::new(1.0, 2.0)).unwrap();
    let known = closest_points(&a, &b);
    assert!(known.lower < known.upper);
    for (most, is_beyond) in [
        (f64::INFINITY, false),
        (known.upper, false),
        (known.lower, true),
    ] {
        let mut answer = known;
        updated(Settings::default().max_distance(most), &mut answer, &a, &b);
        assert_eq!(
            answer.status == Status::BeyondMaxDistance,
            is_beyond,
            "{most}"
        );
        updated(Settings::default(), &mut answer, &a, &b);
        assert_eq!(answer.status, Status::Converged);
    }
}

/// Claim: radii, curved shapes, faces, contact and numbers of any size are updated as well.
#[test]
fn shapes_of_all_kinds() {
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    let at = |x: f64, y: f64, z: f64| {
        Posed::new(cuboid, Pose::from_translation(DVec3::new(x, y, z)).unwrap())
    };
    let default = Settings::default();
    for b in [
        at(4.0, 4.0, 4.0),
        at(4.0, 4.0, 0.2),
        at(0.1, 0.2, 4.0),
        at(2.0, 0.5, 0.5),
        at(0.5, 0.5, 0.5),
    ] {
        updated(default, &mut closest_points(&cuboid, &b), &cuboid, &b);
        let round = Rounded::new(b, 0.5).unwrap();
        // From an answer without the radius.
        let mut answer = closest_points(&cuboid, &b);
        updated(default, &mut answer, &cuboid, &round);
        assert!(answer.distance <= f64::max(0.0, closest_points(&cuboid, &b).distance - 0.499));
        updated(default, &mut closest_points(&b, &cuboid), &round, &cuboid);
        let cone = Cone::new(Axis::Z, 1.0, 1.0).unwrap();
        updated(default, &mut closest_points(&cone, &b), &cone, &b);
    }
    for exponent in [-1000, -150, -100, 0, 100, 150, 900] {
        let size = 2f64.powi(exponent);
        let cuboid = Cuboid::new(DVec3::ONE * size).unwrap();
        let point = |x: f64| Point::new(DVec3::new(x, 4.0, 3.0) * size).unwrap();
        let mut answer = closest_points(&cuboid, &point(3.0));
        updated(default, &mut answer, &cuboid, &point(3.5));
        assert!(
            (answer.distance / size - 19.25f64.sqrt()).abs() < 1e-14,
            "{exponent}"
        );
    }
}

/// One or two points with any indices.
struct Named<'n>(&'n [(u32, DVec2)]);

impl SupportMapping for Named<'_> {
    type Vector = DVec2;

    fn support(&self, direction: DVec2) -> DVec2 {
        self.farthest(direction, 0).1
    }

    fn farthest(&self, direction: DVec2, _: u32) -> (Feature<DVec2>, DVec2) {
        let name = {
            let heights = self.0.iter().map(|(number, p)| (p.dot(direction), *number));
            let highest = heights.reduce(|p, q| if q.0 > p.0 { q } else { p });
            Feature::Vertex(highest.map_or(0, |(_, number)| number))
        };
        (name, self.point(name))
    }

    fn point(&self, feature: Feature<DVec2>) -> DVec2 {
        let named = |(number, _): &&(u32, DVec2)| feature == Feature::Vertex(*number);
        self.0.iter().find(named).unwrap_or(&self.0[0]).1
    }
}

impl Shape for Named<'_> {
    type Vector = DVec2;

    fn body(&self) -> Body<'_, DVec2> {
        Body::new(self)
    }
}

/// Claim: the id of a vertex that a polytope does not have, also the index after its last one, is
/// not reused: every vertex of the new answer is one of the shape, with its point.
#[test]
fn names_of_no_vertex_are_dropped() {
    let ends = [DVec2::new(-1.0, 2.0), DVec2::new(1.5, 2.5)];
    let origin = Point::new(DVec2::ZERO).unwrap();
    for shape in [&ends[..], &[ends[0], ends[1], DVec2::new(0.0, 9.0)]] {
        let count = shape.len() as u32;
        let hull = Hull::new(shape).unwrap();
        for strange in [count, count + 1, u32::MAX] {
            for names in [
                &[(strange, ends[0])][..],
                &[(0, ends[0]), (strange, ends[1])],
                &[(strange, ends[0]), (1, ends[1])],
            ] {
                let mut answer = closest_points(&Named(names), &origin);
                assert_eq!(answer.simplex.pairs().len(), names.len());
                updated(Settings::default(), &mut answer, &hull, &origin);
                assert_eq!(answer.distance, closest_points(&hull, &origin).distance);
                for pair in answer.simplex.pairs() {
                    let Feature::Vertex(number) = pair.feature_a else {
                        panic!("{pair:?}");
                    };
                    assert_eq!(Some(&pair.a), shape.get(number as usize), "{strange}");
                }
            }
        }
    }
}

// Claim: the bounds of an update that ends with its first evaluation hold: far beyond the maximum
// distance, within a tolerance, or where nothing has moved.
#[test]
fn bounds_of_the_first_evaluation_hold() {
    let cylinder = Cylinder::new(Axis::Z, 1.0, 1.0).unwrap();
    let ball = |x: f64, z: f64| Ball::new(DVec3::new(x, 0.0, z), 0.5).unwrap();
    let (above, aside) = (ball(0.0, 3.0), ball(6.0, 1.5));
    let exact = 25.25f64.sqrt() - 0.5;
    let mut numbers = Numbers::new(3);
    for settings in [
        Settings::default(),
        Settings::default().max_distance(0.1),
        Settings::default().relative_tolerance(1e-3),
    ] {
        let mut answer = settings.closest_points(&cylinder, &above);
        settings.update(&mut answer, &cylinder, &aside);
        assert!(answer.lower <= exact && exact <= answer.upper + 4.0 * f64::EPSILON);
        for round in 0..300 {
            let [turn, place] = [numbers.point(9), numbers.point(9)];
            let turn = DQuat::from_xyzw(turn.x, turn.y, turn.z, 4.0);
            let way = place.normalize_or(DVec3::X) * 2.5;
            let at =
                |step: f64| Posed::new(cylinder, Pose::from_rotation(turn, way * step).unwrap());
            let mut answer = settings.closest_points(&cylinder, &at(1.0));
            for step in [1.0, 1.001, 1.3, 3.0] {
                settings.update(&mut answer, &cylinder, &at(step));
                let exact = closest_points(&cylinder, &at(step)).distance;
                let bit = 16.0 * f64::EPSILON;
                let holds = answer.lower <= exact + bit && exact <= answer.upper + bit;
                assert!(holds, "{round} {step}: {answer:?}, {exact}");
            }
        }
    }
}
