//! Your own shape: a search needs only the farthest point in a direction.
//!
//! `cargo run -p gjk-core --example own_shape`

use gjk_core::{Ball, Pose, Posed, Rounded, ShapeError, Smooth, closest_points};
use glam::{DQuat, DVec2, DVec3};

/// A lens: the intersection of two balls of radius 5 with their centres 8 apart. Its rim is the
/// circle of radius 3 around the origin.
fn lens(direction: DVec3) -> DVec3 {
    let unit = direction.normalize();
    // The upper side belongs to the ball around (0, 0, -4), up to the rim.
    let on_ball = DVec3::new(0.0, 0.0, -4.0 * unit.z.signum()) + unit * 5.0;
    if on_ball.z * unit.z > 0.0 {
        on_ball
    } else {
        (DVec2::new(unit.x, unit.y).normalize() * 3.0).extend(0.0)
    }
}

fn main() -> Result<(), ShapeError> {
    let lens = Smooth::new(lens);
    let ball = Ball::new(DVec3::new(0.0, 0.0, 4.0), 1.0)?;
    let answer = closest_points(&lens, &ball);
    println!("above the lens:  {} at {}", answer.distance, answer.point_a);
    assert_eq!(answer.distance, 2.0);

    // It can be posed and rounded like any other shape.
    let standing = Pose::from_rotation(DQuat::from_rotation_x(1.0), DVec3::ZERO)?;
    let thick = Rounded::new(Posed::new(lens, standing), 0.25)?;
    let answer = closest_points(&thick, &ball);
    println!("tilted, thicker: {} at {}", answer.distance, answer.point_a);
    println!(
        "iterations:      {} ({:?})",
        answer.iterations, answer.status
    );
    Ok(())
}
