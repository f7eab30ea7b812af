//! `gjk-core` on a scene: shapes behind `dyn Shape`, each in the pose of its frame.

use std::hint::black_box;
use std::rc::Rc;

use gjk_core::{
    Axis, Ball, Capsule, ClosestPoints, Cuboid, Cylinder, PackedHull, Pose, Posed, Settings, Shape,
    StepKind, distance,
};
use glam::{DVec3, Vec3};

use super::{Candidate, Scene};
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
    let bodies = Rc::new(bodies);
    let asked = || Rc::clone(&bodies);
    let candidates = &scene.candidates;
    let (distances, booleans, points, warm) = (asked(), asked(), asked(), asked());
    let mut passes = vec![
        Pass::new(Query::Distance, candidates, move |pair| {
            let bodies = &distances[pair.frame];
            settings.distance(&bodies[pair.a], &bodies[pair.b])
        }),
        Pass::new(Query::Boolean, candidates, move |pair| {
            let bodies = &booleans[pair.frame];
            settings.intersects(&bodies[pair.a], &bodies[pair.b])
        }),
        Pass::new(Query::ClosestPoints, candidates, move |pair| {
            let bodies = &points[pair.frame];
            settings.closest_points(&bodies[pair.a], &bodies[pair.b])
        }),
    ];
    if scene.frames.len() > 1 {
        let mut answers: Vec<Option<ClosestPoints<DVec3>>> = vec![None; scene.slots];
        passes.push(Pass::new(Query::Warm, candidates, move |pair| {
            let [a, b] = [pair.a, pair.b].map(|body| &warm[pair.frame][body]);
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

/// Each body in its pose, in each frame.
pub(super) fn bodies(scene: &Scene) -> Option<Vec<Vec<Posed<Solid>>>> {
    let shapes: Vec<Solid> = scene.shapes.iter().map(shape).collect::<Option<_>>()?;
    let frames = scene.frames.iter().map(|frame| {
        let bodies = shapes.iter().zip(frame);
        let bodies = bodies.map(|(shape, at)| Some(Posed::new(Rc::clone(shape), pose(at)?)));
        bodies.collect()
    });
    frames.collect()
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
        let bodies = bodies(scene).unwrap_or_default();
        let gaps = scene.candidates.iter().filter_map(|pair| {
            let bodies = bodies.get(pair.frame)?;
            Some(distance(&bodies[pair.a], &bodies[pair.b]))
        });
        let gaps: Vec<f64> = gaps.collect();
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
    let bodies = bodies(scene).unwrap_or_default();
    let is_decided = |pair: &&Candidate| {
        let bodies = &bodies[pair.frame];
        let mut is_decided = false;
        Settings::default().observed(&bodies[pair.a], &bodies[pair.b], |step| {
            is_decided |= step.kind == StepKind::Exact;
        });
        is_decided
    };
    let pairs = || scene.candidates.iter();
    pairs().filter(is_decided).count() as f64 / pairs().len() as f64
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
