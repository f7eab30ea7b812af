//! Are the witness points on their shapes, and is their distance the distance?
//!
//! Both errors are in ulps of the largest length in the Minkowski difference, or of the largest
//! coordinate, if that is larger: a point that far from the origin of the world cannot be more
//! precise.

use gjk_reference::{Distance, Polytope, curved, point_distance, point_excess};

use super::truth::shape;
use super::{Finding, Property, Trial, error, fails};
use crate::case::Core;
use crate::subject::Vertex;
use glam::DVec3;

/// The distance of a witness point outside its shape.
pub(super) const MEMBERSHIP: Property = Property {
    name: "witness",
    about: "each witness point is on its shape, in ulps of the largest length or coordinate",
    asks_again: false,
    check: check_membership,
};

/// The difference of the distance of the witness points from the distance.
pub(super) const APART: Property = Property {
    name: "apart",
    about: "the distance of the witness points is the distance, in ulps of the largest length or \
            coordinate",
    asks_again: false,
    check: check_apart,
};

fn check_membership(trial: &Trial<'_>) -> Option<Finding> {
    let closest = trial.answer.closest.as_ref()?;
    let points = closest.points?;
    if !points.iter().all(|p| p.is_finite()) {
        return fails("a witness point is not finite");
    }
    let [a, b] = &trial.truth.cores;
    let unit = trial.truth.world_unit;
    let outside_a = excess(a, points[0], &closest.simplex, |vertex| vertex.a, unit);
    let outside_b = excess(b, points[1], &closest.simplex, |vertex| vertex.b, unit);
    let outside = f64::max(outside_a, outside_b);
    error(
        f64::max(0.0, outside / trial.truth.world_unit),
        outside,
        [0.0, 0.0],
    )
}

/// The distance of `point` outside `core`. The mean of the simplex is a point of the core, whatever
/// the solver did; only if `point` is at least a `unit` from it, the exact distance to the whole
/// core is computed.
fn excess(
    core: &Core,
    point: DVec3,
    simplex: &[Vertex],
    side: impl Fn(&Vertex) -> DVec3,
    unit: f64,
) -> f64 {
    let weighted: Vec<([f64; 3], f64)> = simplex
        .iter()
        .map(|vertex| (side(vertex).to_array(), vertex.weight))
        .collect();
    let Some(vertices) = core.vertices() else {
        return match curved::excess(&shape(core), &point.to_array()) {
            Ok(distance) => -distance.error_of(&[core.radius]),
            Err(_) => f64::INFINITY,
        };
    };
    let members = simplex
        .iter()
        .all(|vertex| vertices.contains(&side(vertex).to_array()));
    if members && let Ok(from_mean) = point_excess(&point.to_array(), &core.origin, &weighted) {
        let outside = -from_mean.error_of(&[core.radius]);
        if outside <= unit {
            return outside;
        }
    }
    let polytope = Polytope {
        points: vertices,
        origin: core.origin,
    };
    match point_distance(&point.to_array(), &polytope) {
        Ok(distance) => -distance.error_of(&[core.radius]),
        Err(_) => f64::INFINITY,
    }
}

fn check_apart(trial: &Trial<'_>) -> Option<Finding> {
    let closest = trial.answer.closest.as_ref()?;
    let [a, b] = closest.points?;
    let apart = Distance::between_points(&a.to_array(), &b.to_array()).ok()?;
    let off = apart.error_of(&[closest.distance]).abs();
    error(
        off / trial.truth.world_unit,
        closest.distance,
        [apart.approx(); 2],
    )
}
