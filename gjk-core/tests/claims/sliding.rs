//! How points slide on smooth pieces of a surface, and what that saves.

use std::cell::{Cell, RefCell};
use std::f64::consts::FRAC_PI_2;

use crate::common::Numbers;
use crate::mappings::{in_place_of, own_core};
use gjk_core::{
    Axis, Body, ClosestPoints, Cone, Cuboid, Cylinder, Ellipsoid, Feature, Hull, Pose, Posed,
    Settings, Shape, Smooth, Status, SupportMapping, closest_points,
};
use glam::{DQuat, DVec3, Vec3Swizzles};

fn slid(shape: &dyn Shape<Vector = DVec3>, from: [f64; 3], to: [f64; 3]) -> DVec3 {
    let core = shape.body();
    let Feature::Piece(piece, _) = core.farthest(from.into(), 0).0 else {
        panic!("a vertex");
    };
    core.point(Feature::Piece(piece, to.into()))
}

// Claim: a point on a rim of a cylinder stays on that rim, wherever the direction points, and the
// middle of a line of its side in the middle.
#[test]
fn rims_of_a_cylinder_keep_to_themselves() {
    let cylinder = Cylinder::new(Axis::Z, 2.0, 1.0).unwrap();
    for z in [-1.0, -1e-300, 0.0, 1e-300, 1.0] {
        let above = slid(&cylinder, [1.0, 0.0, 1e-300], [0.0, 1.0, z]);
        assert_eq!(above, DVec3::new(0.0, 1.0, 2.0), "{z}");
        let below = slid(&cylinder, [1.0, 0.0, -3.0], [0.0, 1.0, z]);
        assert_eq!(below, DVec3::new(0.0, 1.0, -2.0), "{z}");
        let middle = slid(&cylinder, [1.0, 0.0, 0.0], [0.0, 1.0, z]);
        assert_eq!(middle, DVec3::new(0.0, 1.0, 0.0), "{z}");
    }
}

// Claim: the apex of a cone stays, and a point on the rim of its base stays on that.
#[test]
fn the_rim_of_a_cone_keeps_to_itself() {
    let cone = Cone::new(Axis::Z, 2.0, 1.0).unwrap();
    for z in [-1.0, 0.0, 0.2, 0.3, 5.0] {
        let rim = slid(&cone, [1.0, 0.0, 0.0], [0.0, 1.0, z]);
        assert_eq!(rim, DVec3::new(0.0, 1.0, -2.0), "{z}");
        let apex = slid(&cone, [0.0, 0.0, 1.0], [0.0, 1.0, z]);
        assert_eq!(apex, DVec3::new(0.0, 0.0, 2.0), "{z}");
    }
}

// Claim: on a surface of one smooth piece a point slides to the support point; behind a pointer too.
#[test]
fn one_piece_slides_everywhere() {
    let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    let any: &dyn Shape<Vector = DVec3> = &ellipsoid;
    let to = DVec3::new(1.0, -2.0, 0.5);
    assert_eq!(
        slid(&ellipsoid, [0.0, 0.0, 1.0], to.into()),
        ellipsoid.support(to)
    );
    assert_eq!(slid(any, [0.0, 0.0, 1.0], to.into()), ellipsoid.support(to));
}

/// A shape whose features have the points of others, as a function says.
struct Sliding<S, F>(S, F);

impl<S, F> SupportMapping for Sliding<S, F>
where
    S: Shape<Vector = DVec3>,
    F: Fn(Feature<DVec3>) -> Feature<DVec3>,
{
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.farthest(direction, 0).1
    }

    fn farthest(&self, direction: DVec3, near: u32) -> (Feature<DVec3>, DVec3) {
        self.0.body().farthest(direction, near)
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        self.0.body().point((self.1)(feature))
    }

    fn extent(&self) -> f64 {
        self.0.body().extent()
    }
}

impl<S, F> Shape for Sliding<S, F>
where
    S: Shape<Vector = DVec3>,
    F: Fn(Feature<DVec3>) -> Feature<DVec3>,
{
    type Vector = DVec3;

    fn body(&self) -> Body<'_, DVec3> {
        in_place_of(self, &self.0.body())
    }
}

/// A shape whose points stay where they were found.
struct Stuck<S>(S, RefCell<Vec<DVec3>>);

impl<S: Shape<Vector = DVec3>> SupportMapping for Stuck<S> {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.0.body().support(direction)
    }

    fn farthest(&self, direction: DVec3, _: u32) -> (Feature<DVec3>, DVec3) {
        let point = self.support(direction);
        let mut points = self.1.borrow_mut();
        points.push(point);
        (Feature::Piece(points.len() as u32 - 1, direction), point)
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        match feature {
            Feature::Piece(number, _) => self.1.borrow()[number as usize],
            _ => self.support(DVec3::X),
        }
    }

    fn extent(&self) -> f64 {
        self.0.body().extent()
    }
}

impl<S: Shape<Vector = DVec3>> Shape for Stuck<S> {
    type Vector = DVec3;

    fn body(&self) -> Body<'_, DVec3> {
        in_place_of(self, &self.0.body())
    }
}

/// The answers of a shape with boxes, rotated at random, some distance apart.
fn answers(shape: &impl Shape<Vector = DVec3>) -> Vec<ClosestPoints<DVec3>> {
    let mut numbers = Numbers::new(88);
    let cuboid = Cuboid::new(DVec3::new(1.0, 2.0, 1.5)).unwrap();
    let mut answer = || {
        let mut turn = || {
            let [p, q] = [numbers.point(9), numbers.point(9)];
            DQuat::from_xyzw(p.x, p.y, p.z, q.x + 0.5).normalize()
        };
        let turns = [turn(), turn()];
        let place = numbers.point(9).normalize_or(DVec3::X) * 6.0;
        let [a, b] = [(turns[0], DVec3::ZERO), (turns[1], place)]
            .map(|(turn, place)| Pose::from_rotation(turn, place).unwrap());
        Settings::default().closest_points(&Posed::new(shape, a), &Posed::new(cuboid, b))
    };
    (0..100).map(|_| answer()).collect()
}

/// A cylinder, a cone and an ellipsoid.
fn solids() -> (Cylinder<f64>, Cone<f64>, Ellipsoid<DVec3>) {
    (
        Cylinder::new(Axis::Y, 2.0, 1.0).unwrap(),
        Cone::new(Axis::Z, 2.0, 1.0).unwrap(),
        Ellipsoid::new(DVec3::new(2.0, 1.5, 1.0)).unwrap(),
    )
}

// Claim: with boxes, sliding saves three in five iterations of cylinders and ellipsoids, and half of
// those of cones, whose apex does not slide; no more than eight are left.
#[test]
fn sliding_saves_iterations() {
    fn stuck<S: Shape<Vector = DVec3>>(shape: S) -> impl Shape<Vector = DVec3> {
        Stuck(shape, RefCell::default())
    }
    fn iterations(shape: &impl Shape<Vector = DVec3>) -> u32 {
        let answers = answers(shape);
        assert!(answers.iter().all(|answer| answer.distance > 0.0));
        answers.iter().map(|answer| answer.iterations).sum()
    }
    let (cylinder, cone, ellipsoid) = solids();
    let counts = [
        [iterations(&cylinder), iterations(&stuck(cylinder))],
        [iterations(&cone), iterations(&stuck(cone))],
        [iterations(&ellipsoid), iterations(&stuck(ellipsoid))],
    ];
    let bounds = [(40, 730), (50, 660), (40, 780)];
    for ([sliding, stuck], (percent, most)) in counts.into_iter().zip(bounds) {
        assert!(100 * sliding < percent * stuck, "{counts:?}");
        assert!(sliding <= most, "{counts:?}");
    }
}

// Claim: the search between a flat side of one shape and a curved one of another needs two thirds of
// the steps that it would if the side slid too: its points would become one, and the side be lost.
#[test]
fn flat_sides_stay() {
    let mut numbers = Numbers::new(17);
    let mut between = |lying: bool| {
        let [size, other, place] = [0, 1, 2].map(|_| numbers.point(9) / 8.0);
        let [size, other] = [size, other].map(|size| size.abs() + DVec3::splat(0.25));
        let turn = DQuat::from_rotation_y(place.x) * DQuat::from_rotation_x(place.z);
        let angle = if lying {
            FRAC_PI_2
        } else {
            0.5 + 0.3 * place.y
        };
        let reach = size.x + other.y + if lying { 0.0 } else { other.x };
        let up = DVec3::new(0.2 * place.x, reach + 0.01 + place.y.abs(), 0.2 * place.z);
        let [below, above] = [size, other].map(|size| Cylinder::new(Axis::Y, size.x, size.y));
        let tilt = turn * DQuat::from_rotation_z(angle);
        let [at, over] = [(turn, DVec3::ZERO), (tilt, turn * up)]
            .map(|(turn, place)| Pose::from_rotation(turn, place).unwrap());
        let (below, above) = (
            Posed::new(below.unwrap(), at),
            Posed::new(above.unwrap(), over),
        );
        Settings::default().closest_points(&below, &above)
    };
    for (lying, most) in [(false, 10), (true, 9)] {
        let answers: Vec<_> = (0..100).map(|_| between(lying)).collect();
        assert!(answers.iter().all(|answer| answer.distance > 0.0));
        let iterations: u32 = answers.iter().map(|answer| answer.iterations).sum();
        assert!(iterations <= 100 * most, "{lying}: {iterations}");
    }
}

// Claim: no evaluation follows one whose bound the new simplex meets: it would find nothing new.
#[test]
fn a_search_ends_where_its_bounds_meet() {
    fn in_vain<S: Shape<Vector = DVec3>>(shape: &S) -> u32 {
        let cuboid = Cuboid::new(DVec3::new(1.0, 2.0, 1.5)).unwrap();
        let mut numbers = Numbers::new(88);
        let mut in_vain = 0;
        for _ in 0..200 {
            let [turn, place] = [numbers.point(9), numbers.point(9)];
            let turn = DQuat::from_xyzw(turn.x, turn.y, turn.z, 4.0);
            let there = Pose::from_rotation(turn, place.normalize_or(DVec3::X) * 6.0).unwrap();
            let mut lower = f64::NEG_INFINITY;
            let other = Posed::new(shape, there);
            Settings::default().observed(&other, &cuboid, |step| {
                in_vain += u32::from(step.kind.is_iteration() && step.upper <= lower);
                lower = step.lower;
            });
        }
        in_vain
    }
    let (cylinder, cone, ellipsoid) = solids();
    let counts = [in_vain(&cylinder), in_vain(&cone), in_vain(&ellipsoid)];
    assert!(counts.iter().all(|count| *count < 10), "{counts:?}");
}

// Claim: points of two pieces are not on one flat side, as the apex of a cone and its rim: without
// that, a cone and a cylinder took 2384 evaluations, for 2274.
#[test]
fn pieces_are_not_flat_together() {
    let mut numbers = Numbers::new(23);
    let cone = Cone::new(Axis::Y, 0.6, 0.5).unwrap();
    let cylinder = Cylinder::new(Axis::Y, 0.6, 0.5).unwrap();
    let mut iterations = 0;
    for _ in 0..300 {
        let [turn, place] = [numbers.point(9), numbers.point(9)];
        let turn = DQuat::from_xyzw(turn.x, turn.y, turn.z, 4.0);
        let there = Pose::from_rotation(turn, place.normalize_or(DVec3::X) * 1.4).unwrap();
        iterations += closest_points(&cone, &Posed::new(cylinder, there)).iterations;
    }
    assert!(iterations <= 2330, "{iterations}");
}

// Claim: curves of shapes that do not report their extent slide too.
#[test]
fn measured_curves_slide() {
    let axes = DVec3::new(2.0, 1.5, 1.0);
    let known = Ellipsoid::new(axes).unwrap();
    let unknown = Smooth::new(move |direction: DVec3| known.support(direction));
    let mut numbers = Numbers::new(5);
    let mut counts = [0; 2];
    for _ in 0..50 {
        let [turn, place] = [numbers.point(9), numbers.point(9)];
        let turn = DQuat::from_xyzw(turn.x, turn.y, turn.z, 4.0);
        let there = Pose::from_rotation(turn, place.normalize_or(DVec3::X) * 5.0).unwrap();
        counts[0] += closest_points(&known, &Posed::new(known, there)).iterations;
        counts[1] += closest_points(&unknown, &Posed::new(&unknown, there)).iterations;
    }
    assert!(10 * counts[1] < 11 * counts[0], "{counts:?}");
}

/// The feature of which another one has the point.
type Lie = fn(Feature<DVec3>) -> Feature<DVec3>;

/// Two distances are each within two ulps of the largest length, which is below 16.
const APART: f64 = 4.0 * 8.0 * f64::EPSILON;

/// Asserts that answers have the same status, and distances within the promised error.
fn assert_alike(truth: &[ClosestPoints<DVec3>], answers: &[ClosestPoints<DVec3>]) {
    assert_eq!(truth.len(), answers.len());
    for (truth, answer) in truth.iter().zip(answers) {
        assert_eq!(answer.status, truth.status);
        let off = (answer.distance - truth.distance).abs();
        assert!(off <= APART, "{off:e}: {answer:?}");
    }
}

// Claim: points that slide anywhere, or to another piece, or to what is none, change the distance by
// no more than the promised error.
#[test]
fn no_answer_depends_on_sliding() {
    fn moved(feature: Feature<DVec3>, to: fn(DVec3) -> DVec3, pieces: u32) -> Feature<DVec3> {
        match feature {
            Feature::Piece(piece, direction) => Feature::Piece(piece ^ pieces, to(direction)),
            other => other,
        }
    }
    fn assert_same<S: Shape<Vector = DVec3> + Copy>(shape: S) {
        let lies: [Lie; 7] = [
            |feature| moved(feature, |direction| -direction, 0),
            // A point nearby is anywhere.
            |feature| moved(feature, |direction| (direction * 1e9).map(f64::sin), 0),
            |feature| moved(feature, |direction| direction.zxy(), 0),
            |feature| moved(feature, |_| DVec3::NAN, 0),
            |feature| moved(feature, |direction| direction, 3),
            |feature| moved(feature, |direction| direction, 64),
            |_| Feature::Vertex(7),
        ];
        let truth = answers(&shape);
        for lie in lies {
            assert_alike(&truth, &answers(&Sliding(shape, lie)));
        }
    }
    let (cylinder, cone, ellipsoid) = solids();
    assert_same(cylinder);
    assert_same(cone);
    assert_same(ellipsoid);
}

/// An ellipsoid that says of each point that it is on a piece of its own, and counts the points
/// asked for by their ids.
struct Patched {
    solid: Ellipsoid<DVec3>,
    pieces: Cell<u32>,
    points: Cell<u32>,
}

impl SupportMapping for Patched {
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.solid.support(direction)
    }

    fn farthest(&self, direction: DVec3, _near: u32) -> (Feature<DVec3>, DVec3) {
        self.pieces.set(self.pieces.get() + 1);
        let piece = Feature::Piece(self.pieces.get(), direction);
        (piece, self.support(direction))
    }

    fn point(&self, feature: Feature<DVec3>) -> DVec3 {
        self.points.set(self.points.get() + 1);
        self.solid.point(feature)
    }
}

own_core!(<> Patched);

// Claim: after each iteration at most three points are asked for by their ids, so many only of a surface
// of many pieces, and for a step of Newton two more nearby.
#[test]
fn five_points_are_asked_for_at_most() {
    let mut most = 0;
    for axes in [[3.0, 2.0, 0.5], [1.0, 1.0, 1.0], [5.0, 1.0, 0.1]] {
        let patched = Patched {
            solid: Ellipsoid::new(DVec3::from_array(axes)).unwrap(),
            pieces: Cell::new(0),
            points: Cell::new(0),
        };
        for place in [[4.0, 3.0, 2.0], [-2.0, 5.0, 1.0], [0.5, 0.7, 3.0]] {
            let place = Pose::from_translation(DVec3::from_array(place)).unwrap();
            let other = Posed::new(Cuboid::new(DVec3::new(0.3, 0.2, 0.4)).unwrap(), place);
            patched.points.set(0);
            let mut before = 0;
            Settings::default().observed(&patched, &other, |_| {
                most = most.max(patched.points.get() - before);
                before = patched.points.get();
            });
        }
    }
    assert_eq!(most, 3 + 2);
}

// Claim: a search ends where a slid simplex loses what the chords of the plain one bound: on a
// surface with edges that says it is smooth everywhere, from the answer about shapes elsewhere.
#[test]
fn surfaces_that_hide_their_edges_are_searched() {
    let cylinder = Cylinder::new(Axis::Z, 1.0, 1.0).unwrap();
    let smooth = Smooth::new(move |direction: DVec3| cylinder.support(direction));
    let mut numbers = Numbers::new(7);
    for round in 0..2000 {
        let corner = DVec3::new(2.0, 0.3 * numbers.point(9).x / 9.0, 0.0);
        let [above, below] = [1e-3, -1e-3].map(|z| corner + DVec3::new(2e-5, 0.0, z));
        let sliver = Hull::new([corner, above, below]).unwrap();
        let place = numbers.point(9) / 3.0;
        let elsewhere = Posed::new(&sliver, Pose::from_translation(place).unwrap());
        let mut answer = closest_points(&elsewhere, &smooth);
        answer.update(&sliver, &smooth);
        let exact = closest_points(&sliver, &cylinder).distance;
        assert_eq!(answer.status, Status::Converged, "{round} {place}");
        assert!(
            (answer.distance - exact).abs() <= APART,
            "{round} {answer:?}"
        );
    }
}
