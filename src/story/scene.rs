//! The iterations of a query as they are drawn.

use glam::DVec3;
use serde::Serialize;

use super::Point;
use super::view::View;
use super::words;
use crate::case::Case;
use crate::subject::{Step, Vertex};

/// One iteration.
#[derive(Clone, Debug, Serialize)]
pub struct Scene {
    /// Its line in the table: see [`Story::columns`](super::Story::columns).
    pub cells: [String; words::COLUMNS],
    /// The simplex in the difference.
    pub simplex: Vec<Point>,
    /// Its vertices on both shapes in the world.
    pub vertices: [Vec<Point>; 2],
    /// The nearest point of the difference that is known.
    pub nearest: Option<Point>,
    /// The direction in which the difference was asked, of length one; zero if it had no length.
    pub direction: Point,
    /// The support point of the difference.
    pub support: Point,
    /// The support points of both shapes in the world.
    pub supports: [Point; 2],
    /// The bounds of the distance in the unit of the difference. JSON has no infinity; there it is
    /// null.
    pub bounds: Option<[f64; 2]>,
}

/// The steps of a query about a case, in both views.
pub(super) fn scenes(case: &Case, steps: &[Step], world: &View, difference: &View) -> Vec<Scene> {
    let scene = |(index, step): (usize, &Step)| {
        let origins = step.frame.origins(case);
        let [origin_a, origin_b] = origins;
        let point = |pair: [DVec3; 2]| difference.difference(pair, origins);
        let vertices = |on: fn(&Vertex) -> DVec3, origin| {
            let points = step.simplex.iter().map(on);
            points.map(|p| world.point(p, origin)).collect()
        };
        let [a, b] = step.support;
        Scene {
            cells: words::cells(case, index, step),
            simplex: step.simplex.iter().map(|v| point([v.a, v.b])).collect(),
            vertices: [vertices(|v| v.a, origin_a), vertices(|v| v.b, origin_b)],
            nearest: step
                .measured
                .filter(|_| !step.simplex.is_empty())
                .map(|known| difference.vector(known.nearest).to_array()),
            direction: difference
                .vector(step.direction)
                .normalize_or_zero()
                .to_array(),
            support: point(step.support),
            supports: [world.point(a, origin_a), world.point(b, origin_b)],
            bounds: step
                .measured
                .map(|known| known.bounds.map(|bound| difference.length(bound))),
        }
    };
    steps.iter().enumerate().map(scene).collect()
}
