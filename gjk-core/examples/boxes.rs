//! Two boxes in any poses: how far apart are they, and which points are closest?
//!
//! `cargo run -p gjk-core --example boxes`

use gjk_core::{Cuboid, Pose, Posed, ShapeError, closest_points, intersects};
use glam::{DQuat, DVec3, Vec3};

fn main() -> Result<(), ShapeError> {
    // A box is given by its half extents; here in f32. It is centred at the origin of its own
    // frame.
    let crate_box = Cuboid::new(Vec3::new(1.0, 2.0, 3.0))?;
    let table = Cuboid::new(DVec3::new(4.0, 0.5, 4.0))?;

    // A pose rotates and moves it. Poses are in f64 whatever the shape is stored in.
    let turn = DQuat::from_rotation_z(0.5);
    let mut crate_box = Posed::new(crate_box, Pose::from_rotation(turn, DVec3::Y * 5.0)?);

    let answer = closest_points(&crate_box, &table);
    println!("distance         {}", answer.distance);
    println!("between          {} and {}", answer.lower, answer.upper);
    println!("on the crate     {}", answer.point_a);
    println!("on the table     {}", answer.point_b);
    println!(
        "iterations       {} ({:?})",
        answer.iterations, answer.status
    );

    // Lowered by that distance it touches the table, up to rounding; a little further, and it
    // certainly intersects it.
    let down = DVec3::Y * (5.0 - answer.distance - 1e-9);
    crate_box.pose = Pose::from_rotation(turn, down)?;
    println!(
        "lowered, it meets the table: {}",
        intersects(&crate_box, &table)
    );
    assert!(intersects(&crate_box, &table));
    Ok(())
}
