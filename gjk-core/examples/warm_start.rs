//! Coherent motion: an answer that is updated every frame takes one or two iterations, where a cold
//! search takes several.
//!
//! `cargo run -p gjk-core --example warm_start`

use gjk_core::{Axis, Cuboid, Cylinder, Pose, Posed, Settings, ShapeError, closest_points};
use glam::{DQuat, DVec3};

const FRAMES: u32 = 600;

fn main() -> Result<(), ShapeError> {
    let a = Cuboid::new(DVec3::new(1.0, 2.0, 3.0))?;
    for (name, step) in [("slow", 0.001), ("fast", 0.01), ("jumps", 0.5)] {
        let at = |frame: u32| -> Result<_, ShapeError> {
            let time = f64::from(frame) * step;
            let place = DVec3::new(4.0 + time.sin(), 3.0 * time.cos(), 2.0);
            let turn = DQuat::from_rotation_y(time) * DQuat::from_rotation_x(0.5);
            let pose = Pose::from_rotation(turn, place)?;
            Ok(Posed::new(Cuboid::new(DVec3::ONE)?, pose))
        };
        let mut answer = closest_points(&a, &at(0)?);
        let (mut cold, mut warm) = (0, 0);
        for frame in 1..=FRAMES {
            let b = at(frame)?;
            answer.update(&a, &b);
            let from_the_start = closest_points(&a, &b);
            assert!((answer.distance - from_the_start.distance).abs() < 1e-14);
            cold += from_the_start.iterations;
            warm += answer.iterations;
        }
        let share = |count: u32| f64::from(count) / f64::from(FRAMES);
        println!("{name:5}  cold {:.2}  warm {:.2}", share(cold), share(warm));
    }

    // Curved shapes have no vertices to reuse; a warm start still helps.
    let b = |x: f64| Pose::from_translation(DVec3::new(4.0, x, 1.0));
    let cylinder = Cylinder::new(Axis::Y, 2.0, 1.0)?;
    let first = closest_points(&a, &Posed::new(cylinder, b(3.0)?));
    let warm = Settings::default().warm_start(first.simplex);
    let next = warm.closest_points(&a, &Posed::new(cylinder, b(3.001)?));
    println!("a cylinder: {} then {}", first.iterations, next.iterations);
    Ok(())
}
