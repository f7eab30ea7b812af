//! `gjk-core` on a scene: shapes behind `dyn Shape`, each in the pose of its frame.

use std::hint::black_box;
use std::rc::Rc;

use gjk_core::{
    Axis, Ball, Capsule, ClosestPoints, Cuboid, Cylinder, PackedHull, Pose, Posed, Settings, Shape,
    StepKind, distance,
};
use glam::{DVec3, Vec3};

use super::{Bodies, Candidate, Scene};
use crate::speed::contender::{Contender, Pass, Role};
use crate::speed::motion::Frame;
use crate::speed::primitive::Primitive;
use crate::speed::query::Query;

/// With the default settings.
pub const OURS: &str = "gjk-core";

/// With an absolute tolerance of 1e-9.
pub const OURS_COARSE: &str = "gjk-core-1e-9";

/// Coarser than rounding, finer than any engine needs: bodies are about one long.
const COARSE: f64 = 1e-9;

/// Shapes are near each other up to this distance, in lengths of the scene, where bodies are about
/// one long.
const NEAR: f64 = 0.01;

/// A shape whose kind is known only at run time.
pub(in crate::speed) type Solid = Rc<dyn Shape<Vector = DVec3>>;

pub(super) fn contenders() -> [Contender<Scene>; 2] {
    [
        Contender::new(OURS, Role::Ours, exact),
        Contender::new(OURS_COARSE, Role::Ours, coarse),
    ]
}

/// With the default settings.
fn exact(scene: &Scene) -> Vec<Pass> {
    passes(scene, Settings::default())
}

/// With a tolerance, which a boolean query ignores.
fn coarse(scene: &Scene) -> Vec<Pass> {
    let mut passes = passes(scene, Settings::default().absolute_tolerance(COARSE));
    passes.retain(|pass| pass.query != Query::Boolean);
    passes
}

fn passes(scene: &Scene, settings: Settings<DVec3>) -> Vec<Pass> {
    let Some(bodies) = bodies(scene) else {
        return Vec::new();
    };
    let mut passes = vec![
        bodies.pass(Query::Distance, scene, move |[a, b], _| {
            settings.distance(a, b)
        }),
        bodies.pass(Query::Boolean, scene, move |[a, b], _| {
            settings.intersects(a, b)
        }),
        bodies.pass(Query::ClosestPoints, scene, move |[a, b], _| {
            settings.closest_points(a, b)
        }),
    ];
    if scene.frames.len() > 1 {
        let mut answers: Vec<Option<ClosestPoints<DVec3>>> = vec![None; scene.slots];
        passes.push(bodies.pass(Query::Warm, scene, move |[a, b], pair| {
            let last = &mut answers[pair.slot];
            match last {
                Some(last) => settings.update(last, a, b),
                None => *last = Some(settings.closest_points(a, b)),
            }
            black_box(last);
        }));
    }
    passes
}

/// The bodies of a scene; `None` if a number of a shape or pose is not finite.
fn bodies(scene: &Scene) -> Option<Bodies<Posed<Solid>, Pose<DVec3>>> {
    let poses = |frame: &Vec<Frame>| frame.iter().map(pose).collect();
    let frames: Vec<Vec<_>> = scene.frames.iter().map(poses).collect::<Option<_>>()?;
    let bodies = scene.shapes.iter().zip(frames.first()?);
    let bodies = bodies.map(|(primitive, pose)| Some(Posed::new(shape(primitive)?, *pose)));
    let list = bodies.collect::<Option<_>>()?;
    Some(Bodies::new(list, frames, |body, pose| body.pose = *pose))
}

/// The shape in that pose; `None` if a number of either is not finite.
pub(in crate::speed) fn posed(primitive: &Primitive, at: &Frame) -> Option<Posed<Solid>> {
    Some(Posed::new(shape(primitive)?, pose(at)?))
}

fn pose(at: &Frame) -> Option<Pose<DVec3>> {
    Pose::from_rotation(at.turn, at.shift).ok()
}

fn shape(primitive: &Primitive) -> Option<Solid> {
    Some(match primitive {
        Primitive::Ball { radius } => Rc::new(Ball::new(Vec3::ZERO, *radius).ok()?),
        Primitive::Capsule {
            half_height,
            radius,
        } => {
            let end = Vec3::Y * *half_height;
            Rc::new(Capsule::new(-end, end, *radius).ok()?)
        }
        Primitive::Cuboid { half_extents } => Rc::new(Cuboid::new(*half_extents).ok()?),
        Primitive::Cylinder {
            half_height,
            radius,
        } => Rc::new(Cylinder::new(Axis::Y, *half_height, *radius).ok()?),
        Primitive::Hull { points } => Rc::new(PackedHull::new(points.clone()).ok()?),
    })
}

/// The shares of the candidate pairs of a scene, in percent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares {
    /// Farther apart than a hundredth of a length.
    pub apart: f64,
    /// Apart, but no farther.
    pub near: f64,
    /// In contact, touching included.
    pub overlapping: f64,
    /// Decided by exact arithmetic.
    pub decided: f64,
}

impl Shares {
    /// The shares of a scene.
    pub fn of(scene: &Scene) -> Self {
        let mut gaps = Vec::new();
        visit(scene, |a, b, _| gaps.push(distance(a, b)));
        let share = |is: &dyn Fn(f64) -> bool| {
            let count = gaps.iter().filter(|gap| is(**gap)).count();
            100.0 * count as f64 / gaps.len() as f64
        };
        Self {
            apart: share(&|gap| gap > NEAR),
            near: share(&|gap| gap > 0.0 && gap <= NEAR),
            overlapping: share(&|gap| gap == 0.0),
            decided: 100.0 * decided(scene),
        }
    }
}

/// The share of the pairs of a scene whose closest points exact arithmetic decides.
pub fn decided(scene: &Scene) -> f64 {
    let mut decided = 0;
    visit(scene, |a, b, _| {
        let mut is_decided = false;
        Settings::default().observed(a, b, |step| {
            is_decided |= step.kind == StepKind::Exact;
        });
        decided += usize::from(is_decided);
    });
    decided as f64 / scene.candidates.len() as f64
}

/// Visits the candidates of a scene.
pub(super) fn visit(scene: &Scene, mut ask: impl FnMut(&Posed<Solid>, &Posed<Solid>, &Candidate)) {
    if let Some(mut bodies) = bodies(scene) {
        for pair in scene.candidates.iter() {
            bodies.move_to(pair);
            let [a, b] = bodies.of(pair);
            ask(a, b, pair);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speed::scene::scene_contenders;

    // Claim: every pair is apart, near or overlapping, and a crowd has some of each.
    #[test]
    fn shares_are_of_the_whole() {
        let shares = Shares::of(&Scene::crowd(1000));
        let all = [shares.apart, shares.near, shares.overlapping];
        assert!((all.iter().sum::<f64>() - 100.0).abs() < 1e-9, "{all:?}");
        assert!(all.iter().all(|share| *share > 0.0), "{all:?}");
    }

    // Claim: a contender for scenes answers all of their queries, including a warm start if there
    // are frames; a tolerance does not apply to a boolean query.
    #[test]
    fn contenders_know_the_queries() {
        let mut scene = Scene::crowd(20);
        for moving in [true, false] {
            if !moving {
                scene.frames.truncate(1);
            }
            for contender in scene_contenders() {
                let passes = contender.passes(&scene);
                let knows = |query| passes.iter().any(|pass| pass.query == query);
                assert!(knows(Query::Distance) && knows(Query::ClosestPoints));
                assert_eq!(knows(Query::Boolean), contender.name != OURS_COARSE);
                assert_eq!(knows(Query::Warm), moving, "{}", contender.name);
            }
        }
    }
}
