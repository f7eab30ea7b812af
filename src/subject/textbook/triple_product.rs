//! The triple product in 2D: a boolean GJK whose simplex has at most three points.
//!
//! Source: Glusoft's tutorial on collision detection with SDL3, whose vertices are `f32`: so this
//! subject supports `f32` cases only, and rounds poses to it.
//!
//! Weaknesses: two points never become one again, an origin on the segment gives a direction of
//! length zero, and products of four lengths overflow and underflow early in `f32`.

use glam::{DVec3, Vec2};

use super::mappings::{Pair, Placed};
use super::steps::Steps;
use super::{Outcome, STEPS_MAX};
use crate::case::{Case, Scalar};
use crate::subject::End;

pub(super) fn run(case: &Case) -> Option<Outcome> {
    if case.scalar != Scalar::F32 {
        return None;
    }
    let a = Polygon::new(&Placed::new(&case.a, case.dim)?)?;
    let b = Polygon::new(&Placed::new(&case.b, case.dim)?)?;
    let mut steps = Steps::new("f32");
    let mut support = |simplex: &[Vec2], direction: Vec2| {
        let (on_a, on_b) = (a.farthest(direction), b.farthest(-direction));
        let newest = on_a - on_b;
        let simplex: Vec<DVec3> = simplex.iter().copied().map(spatial).collect();
        let pair = Pair {
            a: spatial(on_a),
            b: spatial(on_b),
        };
        steps.note(&simplex, spatial(direction), pair, spatial(newest));
        newest
    };

    let first = support(&[], Vec2::X);
    let mut simplex = vec![first];
    let mut direction = -first;
    let mut end = End::Converged;
    for _ in 0..STEPS_MAX {
        if !direction.is_finite() {
            end = End::NotFinite;
        }
        let newest = support(&simplex, direction);
        if newest.dot(direction) <= 0.0 {
            return Some(Outcome::verdict(false, end, steps));
        }
        simplex.push(newest);
        match next_direction(&mut simplex) {
            Some(next) => direction = next,
            None => return Some(Outcome::verdict(true, end, steps)),
        }
    }
    Some(Outcome::verdict(false, End::IterationLimit, steps))
}

/// Drops a point of a triangle that does not contain the origin; `None` if it does. The newest
/// point is the last.
fn next_direction(simplex: &mut Vec<Vec2>) -> Option<Vec2> {
    match *simplex.as_slice() {
        [b, a] => {
            let (ab, ao) = (b - a, -a);
            Some(triple(ab, ao, ab))
        }
        [c, b, a] => {
            let (ab, ac, ao) = (b - a, c - a, -a);
            let beyond_ab = triple(ac, ab, ab);
            let beyond_ac = triple(ab, ac, ac);
            if beyond_ab.dot(ao) > 0.0 {
                simplex.remove(0);
                Some(beyond_ab)
            } else if beyond_ac.dot(ao) > 0.0 {
                simplex.remove(1);
                Some(beyond_ac)
            } else {
                None
            }
        }
        _ => None,
    }
}

fn spatial(point: Vec2) -> DVec3 {
    point.as_dvec2().extend(0.0)
}

/// `(u × v) × w` without a third coordinate.
fn triple(u: Vec2, v: Vec2, w: Vec2) -> Vec2 {
    v * u.dot(w) - u * v.dot(w)
}

/// A shape as the tutorial stores it.
struct Polygon {
    vertices: Vec<Vec2>,
    radius: f32,
}

impl Polygon {
    fn new(shape: &Placed) -> Option<Self> {
        let (vertices, radius) = shape.vertices()?;
        let rounded = |p: &DVec3| p.truncate().as_vec2();
        Some(Self {
            vertices: vertices.iter().map(rounded).collect(),
            radius: radius as f32,
        })
    }

    fn farthest(&self, direction: Vec2) -> Vec2 {
        let mut farthest = self.vertices[0];
        for vertex in &self.vertices[1..] {
            if vertex.dot(direction) > farthest.dot(direction) {
                farthest = *vertex;
            }
        }
        if self.radius > 0.0 {
            farthest += direction * (self.radius / direction.length());
        }
        farthest
    }
}
