//! `gjk-core`: one contender for each shape that can be built from a vertex list.
//!
//! Boxes are hulls here too, as for all contenders, though `Cuboid` would be faster.

use std::rc::Rc;

use gjk_core::{
    ClosestPoints, Hull, PackedHull, Polytope, Pose, Posed, Shape, closest_points, distance,
    intersects,
};
use glam::{DVec2, DVec3, Vec2, Vec3};

use super::contender::{Contender, Pass, Role};
use super::corpus::Cell;
use super::motion::Frame;
use super::query::Query;
use crate::case::Dim;

pub(super) const CONTENDERS: [Contender; 3] = [
    Contender::new("gjk-core-hull", Role::Ours, hull),
    Contender::new("gjk-core-packed", Role::Ours, packed),
    Contender::new("gjk-core-polytope", Role::Ours, polytope),
];

/// [`Hull`], stored in `f32`.
fn hull(cell: &Cell) -> Vec<Pass> {
    match cell.dim() {
        Dim::Two => plane(cell, |points| Hull::new(points).ok()),
        Dim::Three => space(cell, |points| Hull::new(points).ok()),
    }
}

/// [`PackedHull`], stored in `f32`.
fn packed(cell: &Cell) -> Vec<Pass> {
    match cell.dim() {
        Dim::Two => plane(cell, |points| PackedHull::new(points).ok()),
        Dim::Three => space(cell, |points| PackedHull::new(points).ok()),
    }
}

/// [`Polytope`], stored in `f32`, with the neighbours that it computes.
fn polytope(cell: &Cell) -> Vec<Pass> {
    match cell.dim() {
        Dim::Two => plane(cell, |points| Polytope::from_points(&points).ok()),
        Dim::Three => space(cell, |points| Polytope::from_points(&points).ok()),
    }
}

/// The passes over 3D shapes; empty if one of the shapes cannot be built.
fn space<S>(cell: &Cell, build: impl Fn(Vec<Vec3>) -> Option<S>) -> Vec<Pass>
where
    S: Shape<Vector = DVec3> + 'static,
{
    passes(
        cell,
        |points| build(points.to_vec()),
        |frame| Pose::from_rotation(frame.turn, frame.shift).ok(),
    )
}

/// The passes over 2D shapes; empty if one of the shapes cannot be built.
fn plane<S>(cell: &Cell, build: impl Fn(Vec<Vec2>) -> Option<S>) -> Vec<Pass>
where
    S: Shape<Vector = DVec2> + 'static,
{
    passes(
        cell,
        |points| build(points.iter().map(|p| p.truncate()).collect()),
        |frame| {
            let angle = 2.0 * frame.turn.z.atan2(frame.turn.w);
            Pose::from_angle(angle, frame.shift.truncate()).ok()
        },
    )
}

/// Two shapes, and the poses of the second in the frames of its motion.
struct Built<S: Shape> {
    a: S,
    b: S,
    poses: Vec<Pose<S::Vector>>,
}

fn passes<S: Shape + 'static>(
    cell: &Cell,
    build: impl Fn(&[Vec3]) -> Option<S>,
    pose: impl Fn(&Frame) -> Option<Pose<S::Vector>>,
) -> Vec<Pass> {
    let pairs = cell.pairs.iter().map(|pair| {
        Some(Built {
            a: build(&pair.a)?,
            b: build(&pair.b)?,
            poses: pair.frames.iter().map(&pose).collect::<Option<_>>()?,
        })
    });
    let Some(pairs) = pairs.collect::<Option<Rc<[Built<S>]>>>() else {
        return Vec::new();
    };
    let frames = cell.pairs.first().map_or(0, |pair| pair.frames.len());
    vec![
        Pass::new(Query::Distance, &pairs, |pair| distance(&pair.a, &pair.b)),
        Pass::new(Query::Boolean, &pairs, |pair| intersects(&pair.a, &pair.b)),
        Pass::new(Query::ClosestPoints, &pairs, |pair| {
            closest_points(&pair.a, &pair.b)
        }),
        Pass::in_motion(
            &pairs,
            frames,
            |pair, frame, last: &mut Option<ClosestPoints<S::Vector>>| {
                let moved = Posed::new(&pair.b, pair.poses[frame]);
                match last {
                    Some(last) => last.update(&pair.a, &moved),
                    None => *last = Some(closest_points(&pair.a, &moved)),
                }
            },
        ),
    ]
}
