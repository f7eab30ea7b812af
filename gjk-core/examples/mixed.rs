//! Bodies of mixed kinds in one list: a broad phase by their bounding boxes, then the closest pair.
//!
//! `cargo run -p gjk-core --example mixed`

use gjk_core::{
    Axis, Ball, Capsule, Cuboid, Cylinder, Hull, Pose, Pose3, Posed, Rounded, Settings, Shape,
    ShapeError,
};
use glam::{DVec3, Quat, Vec3};

/// A body of any kind.
type Body = Box<dyn Shape<Vector = DVec3>>;

fn main() -> Result<(), ShapeError> {
    // A pose in the types of engines, in f32.
    let at = |x: f32| Pose3::try_from((Quat::from_rotation_z(x), Vec3::new(3.0 * x, 0.0, 0.0)));
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    let bodies: Vec<(&str, Body)> = vec![
        ("ball", Box::new(Ball::new(Vec3::new(0.0, 4.0, 0.0), 1.0)?)),
        (
            "box",
            Box::new(Posed::new(Cuboid::new(Vec3::ONE)?, at(0.0)?)),
        ),
        (
            "capsule",
            Box::new(Posed::new(
                Capsule::new(Vec3::NEG_Y, Vec3::Y, 0.5)?,
                at(1.0)?,
            )),
        ),
        (
            "cylinder",
            Box::new(Posed::new(Cylinder::new(Axis::Y, 1.0f32, 0.5)?, at(2.0)?)),
        ),
        ("hull", Box::new(Rounded::new(Hull::new(corners)?, 0.1)?)),
        (
            "floor",
            Box::new(Posed::new(Cuboid::new(Vec3::new(9.0, 1.0, 9.0))?, floor()?)),
        ),
    ];

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

fn floor() -> Result<Pose3, ShapeError> {
    Pose::from_translation(DVec3::new(0.0, -3.0, 0.0))
}
