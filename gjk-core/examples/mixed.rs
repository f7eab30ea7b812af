//! Bodies of mixed kinds in one list: a broad phase by their bounding boxes, then the distances of
//! near pairs.
//!
//! `cargo run -p gjk-core --example mixed`

use gjk_core::{
    Axis, Ball, Body, Capsule, Cuboid, Cylinder, Hull, Pose3, Posed, Rounded, Settings, Shape,
    ShapeError,
};
use glam::{DVec3, Quat, Vec3};

/// A shape of any of these kinds, without a pointer. Where the kinds are not known in advance,
/// `Box<dyn Shape<Vector = DVec3>>` holds any.
enum Solid {
    Ball(Ball<Vec3>),
    Cuboid(Cuboid<Vec3>),
    Capsule(Capsule<Vec3>),
    Cylinder(Cylinder<f32>),
    Gem(Rounded<Hull<Vec3, [Vec3; 4]>>),
}

impl Shape for Solid {
    type Vector = DVec3;

    fn body(&self) -> Body<'_, DVec3> {
        match self {
            Self::Ball(ball) => ball.body(),
            Self::Cuboid(cuboid) => cuboid.body(),
            Self::Capsule(capsule) => capsule.body(),
            Self::Cylinder(cylinder) => cylinder.body(),
            Self::Gem(gem) => gem.body(),
        }
    }
}

fn main() -> Result<(), ShapeError> {
    let ball = Ball::new(Vec3::ZERO, 1.0)?;
    let cube = Cuboid::new(Vec3::ONE)?;
    let floor = Cuboid::new(Vec3::new(9.0, 1.0, 9.0))?;
    let capsule = Capsule::new(Vec3::NEG_Y, Vec3::Y, 0.5)?;
    let cylinder = Cylinder::new(Axis::Y, 1.0, 0.5)?;
    let gem = Rounded::new(Hull::new([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z])?, 0.1)?;

    // A pose in the types of engines, in f32.
    let pose = |x, y, angle| Pose3::try_from((Quat::from_rotation_z(angle), Vec3::new(x, y, 0.0)));
    let bodies = [
        ("ball", Solid::Ball(ball), pose(0.0, 4.0, 0.0)?),
        ("box", Solid::Cuboid(cube), pose(0.0, 0.0, 0.0)?),
        ("capsule", Solid::Capsule(capsule), pose(3.0, 0.0, 1.0)?),
        ("cylinder", Solid::Cylinder(cylinder), pose(6.0, 0.0, 2.0)?),
        ("gem", Solid::Gem(gem), pose(0.0, 0.0, 0.0)?),
        ("floor", Solid::Cuboid(floor), pose(0.0, -3.0, 0.0)?),
    ];
    let bodies = bodies.map(|(name, solid, pose)| (name, Posed::new(solid, pose)));

    // The maximum distance of interest.
    let near = 1.0;
    let boxes = bodies.iter().map(|(_, body)| body.body().bounds());
    let boxes = boxes.collect::<Result<Vec<_>, _>>()?;
    let settings = Settings::default().max_distance(near);
    for (i, (first, a)) in bodies.iter().enumerate() {
        for (j, (second, b)) in bodies.iter().enumerate().skip(i + 1) {
            let reaches = (boxes[i].least() - near).cmple(boxes[j].greatest()).all()
                && (boxes[j].least() - near).cmple(boxes[i].greatest()).all();
            if reaches {
                let distance = settings.distance(a, b);
                println!("{first:>8} and {second:<8} {distance:.3}");
            }
        }
    }
    Ok(())
}
