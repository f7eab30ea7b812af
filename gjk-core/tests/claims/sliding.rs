//! How features slide on smooth pieces of a surface, and what that saves.

use crate::common::Numbers;
use gjk_core::{
    AnyShape, Axis, Body, Cone, Cuboid, Cylinder, Ellipsoid, Feature, Pose, Posed, Settings, Shape,
    SupportMapping,
};
use glam::{DQuat, DVec3};

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

/// A shape whose features stay where they are.
struct Stuck<S>(S);

impl<S: Shape> SupportMapping for Stuck<S> {
    type Vector = S::Vector;

    fn support(&self, direction: S::Vector) -> S::Vector {
        self.0.body().core().support(direction)
    }

    fn slide(&self, feature: Feature<S::Vector>, _: S::Vector) -> Feature<S::Vector> {
        feature
    }

    fn extent(&self) -> f64 {
        self.0.body().core().extent()
    }
}

impl<S: Shape> Shape for Stuck<S> {
    type Vector = S::Vector;
    type Core = Self;

    fn body(&self) -> Body<'_, Self> {
        self.0.body().with_core(self)
    }
}

/// The iterations of a shape over boxes, turned at random and at some distance.
fn iterations(shape: &impl Shape<Vector = DVec3>) -> u32 {
    let mut numbers = Numbers::new(88);
    let cuboid = Cuboid::new(DVec3::new(1.0, 2.0, 1.5)).unwrap();
    let mut all = 0;
    for _ in 0..100 {
        let mut turn = || {
            let [p, q] = [numbers.point(9), numbers.point(9)];
            DQuat::from_xyzw(p.x, p.y, p.z, q.x + 0.5).normalize()
        };
        let turns = [turn(), turn()];
        let place = numbers.point(9).normalize_or(DVec3::X) * 6.0;
        let [a, b] = [(turns[0], DVec3::ZERO), (turns[1], place)]
            .map(|(turn, place)| Pose::from_rotation(turn, place).unwrap());
        let answer =
            Settings::default().closest_points(&Posed::new(shape, a), &Posed::new(cuboid, b));
        assert!(answer.distance > 0.0);
        all += answer.iterations;
    }
    all
}

// Claim: sliding saves a third of the iterations of cylinders, cones and ellipsoids beside boxes.
#[test]
fn sliding_saves_iterations() {
    let cylinder = Cylinder::new(Axis::Y, 2.0, 1.0).unwrap();
    let cone = Cone::new(Axis::Z, 2.0, 1.0).unwrap();
    let ellipsoid = Ellipsoid::new(DVec3::new(2.0, 1.5, 1.0)).unwrap();
    let counts = [
        [iterations(&cylinder), iterations(&Stuck(cylinder))],
        [iterations(&cone), iterations(&Stuck(cone))],
        [iterations(&ellipsoid), iterations(&Stuck(ellipsoid))],
    ];
    for [sliding, stuck] in counts {
        assert!(3 * sliding < 2 * stuck, "{counts:?}");
    }
}
