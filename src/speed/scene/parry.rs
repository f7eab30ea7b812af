//! `parry3d` and `parry3d-f64` on a scene: shapes behind `dyn Shape`, by the ordinary public API,
//! which has special algorithms for balls and for two boxes.
//!
//! From frame to frame it can keep a start direction, for shapes with a support mapping: see
//! `src/speed/parry.rs`. A ball needs no start, so a pair with one is a cold query.

use std::hint::black_box;

use glam::Vec3;

use super::{Bodies, Candidate, Scene};
use crate::speed::contender::{Contender, Pass, Role};
use crate::speed::motion::Frame;
use crate::speed::primitive::Primitive;
use crate::speed::query::Query;

pub(super) fn contenders() -> [Contender<Scene>; 2] {
    [
        Contender::new("parry3d", Role::Peer, single::passes),
        Contender::new("parry3d-f64", Role::Peer, double::passes),
    ]
}

/// The passes, which have the same names in both crates.
macro_rules! passes {
    ($module:ident, $parry:ident) => {
        mod $module {
            use $parry::math::{Pose, Real, Rotation, Vector};
            use $parry::query::closest_points::closest_points_support_map_support_map_with_params;
            use $parry::query::gjk::{GJKResult, VoronoiSimplex};
            use $parry::query::{closest_points, distance, intersection_test};
            use $parry::shape::{Ball, Capsule, ConvexPolyhedron, Cuboid, Cylinder, SharedShape};

            use super::*;

            type Body = (Pose, SharedShape);

            fn bodies(scene: &Scene) -> Option<Bodies<Body, Pose>> {
                let poses = |frame: &Vec<Frame>| frame.iter().map(pose).collect();
                let frames: Vec<Vec<Pose>> = scene.frames.iter().map(poses).collect();
                let bodies = scene.shapes.iter().zip(frames.first()?);
                let bodies = bodies.map(|(primitive, pose)| Some((*pose, shape(primitive)?)));
                let list = bodies.collect::<Option<_>>()?;
                Some(Bodies::new(list, frames, |body, pose| body.0 = *pose))
            }

            pub(super) fn passes(scene: &Scene) -> Vec<Pass> {
                let Some(bodies) = bodies(scene) else {
                    return Vec::new();
                };
                let mut passes = vec![
                    bodies.pass(Query::Distance, scene, |[(at_a, a), (at_b, b)], _| {
                        distance(at_a, &**a, at_b, &**b)
                    }),
                    bodies.pass(Query::Boolean, scene, |[(at_a, a), (at_b, b)], _| {
                        intersection_test(at_a, &**a, at_b, &**b)
                    }),
                    bodies.pass(Query::ClosestPoints, scene, |[(at_a, a), (at_b, b)], _| {
                        closest_points(at_a, &**a, at_b, &**b, Real::MAX)
                    }),
                ];
                if scene.frames.len() > 1 {
                    let mut last: Vec<Option<Vector>> = vec![None; scene.slots];
                    let warm = move |[(at_a, a), (at_b, b)]: [&Body; 2], pair: &Candidate| {
                        let last = &mut last[pair.slot];
                        let is_ball = a.as_ball().is_some() || b.as_ball().is_some();
                        let mappings = a.as_support_map().zip(b.as_support_map());
                        let Some((a, b)) = mappings.filter(|_| !is_ball) else {
                            black_box(&closest_points(at_a, &**a, at_b, &**b, Real::MAX));
                            return;
                        };
                        let answer = closest_points_support_map_support_map_with_params(
                            &at_a.inv_mul(at_b),
                            a,
                            b,
                            Real::MAX,
                            &mut VoronoiSimplex::new(),
                            *last,
                        );
                        if let GJKResult::ClosestPoints(_, _, direction) = answer {
                            *last = Some(direction);
                        }
                        black_box(&answer);
                    };
                    passes.push(bodies.pass(Query::Warm, scene, warm));
                }
                passes
            }

            fn vector(p: Vec3) -> Vector {
                Vector::new(p.x.into(), p.y.into(), p.z.into())
            }

            fn pose(at: &Frame) -> Pose {
                let [x, y, z, w] = at.turn.to_array().map(|number| number as Real);
                let [right, up, ahead] = at.shift.to_array().map(|number| number as Real);
                // In `f64` the rotation rounded to `f32` would not be a rotation.
                let rotation = Rotation::from_xyzw(x, y, z, w).normalize();
                Pose::from_parts(Vector::new(right, up, ahead), rotation)
            }

            fn shape(primitive: &Primitive) -> Option<SharedShape> {
                Some(match primitive {
                    Primitive::Ball { radius } => SharedShape::new(Ball::new((*radius).into())),
                    Primitive::Capsule {
                        half_height,
                        radius,
                    } => {
                        let end = vector(Vec3::Y * *half_height);
                        SharedShape::new(Capsule::new(-end, end, (*radius).into()))
                    }
                    Primitive::Cuboid { half_extents } => {
                        SharedShape::new(Cuboid::new(vector(*half_extents)))
                    }
                    Primitive::Cylinder {
                        half_height,
                        radius,
                    } => SharedShape::new(Cylinder::new((*half_height).into(), (*radius).into())),
                    Primitive::Hull { points } => {
                        let points: Vec<_> = points.iter().copied().map(vector).collect();
                        SharedShape::new(ConvexPolyhedron::from_convex_hull(&points)?)
                    }
                })
            }
        }
    };
}

passes!(single, parry3d);
passes!(double, parry3d_f64);
