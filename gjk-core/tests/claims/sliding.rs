//! How features slide on smooth pieces of a surface, and what that saves.

use crate::common::Numbers;
use gjk_core::{
    AnyShape, Axis, Body, ClosestPoints, Cone, Cuboid, Cylinder, Ellipsoid, Feature, Pose, Posed,
    Settings, Shape, SupportMapping,
};
use glam::{DQuat, DVec3, Vec3Swizzles};

fn slid(
    core: &(impl SupportMapping<Vector = DVec3> + ?Sized),
    from: [f64; 3],
    to: [f64; 3],
) -> DVec3 {
    let feature = core.slide(Feature::Direction(from.into()), to.into());
    core.point(feature)
}

// Claim: a point on a rim of a cylinder stays on that rim, wherever the direction points; the middle
// of a line of its side does not count as on a rim.
#[test]
fn rims_of_a_cylinder_keep_to_themselves() {
    let cylinder = Cylinder::new(Axis::Z, 2.0, 1.0).unwrap();
    for z in [-1.0, -1e-300, 0.0, 1e-300, 1.0] {
        let above = slid(&cylinder, [1.0, 0.0, 1e-300], [0.0, 1.0, z]);
        assert_eq!(above, DVec3::new(0.0, 1.0, 2.0), "{z}");
        let below = slid(&cylinder, [1.0, 0.0, -3.0], [0.0, 1.0, z]);
        assert_eq!(below, DVec3::new(0.0, 1.0, -2.0), "{z}");
        let middle = slid(&cylinder, [1.0, 0.0, 0.0], [0.0, 1.0, z]);
        assert_eq!(middle, cylinder.support(DVec3::new(0.0, 1.0, z)), "{z}");
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

// Claim: a surface of one smooth piece slides to its support point, and a vertex does not slide;
// behind a pointer too.
#[test]
fn one_piece_slides_everywhere() {
    let ellipsoid = Ellipsoid::new(DVec3::new(3.0, 2.0, 1.0)).unwrap();
    let any: &dyn AnyShape<Vector = DVec3> = &ellipsoid;
    let to = DVec3::new(1.0, -2.0, 0.5);
    assert_eq!(
        slid(&ellipsoid, [0.0, 0.0, 1.0], to.into()),
        ellipsoid.support(to)
    );
    assert_eq!(
        slid(any.body().core(), [0.0, 0.0, 1.0], to.into()),
        ellipsoid.support(to)
    );
    let cuboid = Cuboid::new(DVec3::ONE).unwrap();
    assert_eq!(cuboid.slide(Feature::Vertex(5), to), Feature::Vertex(5));
}

/// A shape whose features slide as a function says.
struct Sliding<S, F>(S, F);

impl<S, F> SupportMapping for Sliding<S, F>
where
    S: Shape<Vector = DVec3>,
    F: Fn(Feature<DVec3>, DVec3) -> Feature<DVec3>,
{
    type Vector = DVec3;

    fn support(&self, direction: DVec3) -> DVec3 {
        self.0.body().core().support(direction)
    }

    fn slide(&self, feature: Feature<DVec3>, direction: DVec3) -> Feature<DVec3> {
        (self.1)(feature, direction)
    }

    fn extent(&self) -> f64 {
        self.0.body().core().extent()
    }
}

impl<S, F> Shape for Sliding<S, F>
where
    S: Shape<Vector = DVec3>,
    F: Fn(Feature<DVec3>, DVec3) -> Feature<DVec3>,
{
    type Vector = DVec3;
    type Core = Self;

    fn body(&self) -> Body<'_, Self> {
        self.0.body().with_core(self)
    }
}

/// The features stay where they are.
fn stuck<S: Shape<Vector = DVec3>>(shape: S) -> impl Shape<Vector = DVec3> {
    Sliding(shape, |feature, _| feature)
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

// Claim: with boxes, sliding saves three in five iterations of cylinders and ellipsoids, and nearly
// half of those of cones, whose apex does not slide.
#[test]
fn sliding_saves_iterations() {
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
    for ([sliding, stuck], percent) in counts.into_iter().zip([40, 52, 40]) {
        assert!(100 * sliding < percent * stuck, "{counts:?}");
    }
}

/// What a feature slides to in a direction.
type Lie = fn(Feature<DVec3>, DVec3) -> Feature<DVec3>;

/// Two distances are each within two ulps of the largest length, which is below 16.
const APART: f64 = 4.0 * 8.0 * f64::EPSILON;

// Claim: features that slide anywhere, or to what is none, change the distance by no more than the promised
// error.
#[test]
fn no_answer_depends_on_sliding() {
    fn assert_same<S: Shape<Vector = DVec3> + Copy>(shape: S) {
        let lies: [Lie; 5] = [
            |feature, _| feature,
            |_, direction| Feature::Direction(-direction),
            |_, direction| Feature::Direction(direction.zxy()),
            |_, _| Feature::Direction(DVec3::NAN),
            |_, _| Feature::Vertex(7),
        ];
        let truth = answers(&shape);
        for lie in lies {
            let answers = answers(&Sliding(shape, lie));
            for (truth, answer) in truth.iter().zip(answers) {
                assert_eq!(answer.status, truth.status);
                let off = (answer.distance - truth.distance).abs();
                assert!(off <= APART, "{off:e}: {answer:?}");
            }
        }
    }
    let (cylinder, cone, ellipsoid) = solids();
    assert_same(cylinder);
    assert_same(cone);
    assert_same(ellipsoid);
}
