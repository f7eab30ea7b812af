//! 2D: the same shapes and queries with two coordinates.
//!
//! `cargo run -p gjk-core --example plane`

use gjk_core::{Ball, Cuboid, Hull, Pose, Posed, Proximity, ShapeError, closest_points, proximity};
use glam::{DVec2, Vec2};

fn main() -> Result<(), ShapeError> {
    // A hull takes its points in any order; interior points do no harm.
    let corners = [(0.0, 0.0), (4.0, 1.0), (2.0, 1.5), (3.0, 3.0), (1.0, 3.0)];
    let polygon = Hull::new(corners.map(|(x, y)| Vec2::new(x, y)))?;
    let disc = Ball::new(DVec2::new(6.0, 2.0), 1.0)?;
    let answer = closest_points(&polygon, &disc);
    println!("polygon to disc: {}", answer.distance);
    println!("along the normal {:?}", answer.normal);

    // A rectangle rotates in steps of 15 degrees: when is it within 0.5 of the disc?
    for degrees in (0..=90).step_by(15) {
        let pose = Pose::from_angle(f64::from(degrees).to_radians(), DVec2::new(6.0, 5.0))?;
        let rectangle = Posed::new(Cuboid::new(Vec2::new(3.0, 1.0))?, pose);
        match proximity(&rectangle, &disc, 0.5) {
            Proximity::Separated => println!("{degrees:2} degrees: apart"),
            Proximity::Near => println!("{degrees:2} degrees: near"),
            Proximity::Overlapping => println!("{degrees:2} degrees: overlapping"),
        }
    }
    Ok(())
}
