//! Are the points of the simplex vertices of the two cores, and do its weights sum to one?

use glam::DVec3;

use super::{Finding, Property, Trial, error, fails};
use crate::case::Core;

/// The difference of the sum of the weights from one, in ulps of one.
pub(super) const PROPERTY: Property = Property {
    name: "simplex",
    about: "its points are vertices bit for bit, its weights positive with sum one, in ulps of one",
    asks_again: false,
    check,
};

fn check(trial: &Trial<'_>) -> Option<Finding> {
    let simplex = &trial.answer.closest.as_ref()?.simplex;
    if simplex.is_empty() {
        return None;
    }
    let [a, b] = &trial.truth.cores;
    let mut sum = 0.0;
    for vertex in simplex {
        if is_no_vertex(a, vertex.a) {
            return fails(format!("{} is not a vertex of the first core", vertex.a));
        }
        if is_no_vertex(b, vertex.b) {
            return fails(format!("{} is not a vertex of the second core", vertex.b));
        }
        if vertex.weight.is_nan() || vertex.weight <= 0.0 {
            return fails(format!("a weight is {}", vertex.weight));
        }
        sum += vertex.weight;
    }
    error(f64::abs(sum - 1.0) / f64::EPSILON, sum, [1.0, 1.0])
}

/// Whether a point is no vertex of a core with vertices. The points of curved cores are rounded, so
/// any is accepted; errors show in the witness points.
fn is_no_vertex(core: &Core, point: DVec3) -> bool {
    match core.vertices() {
        Some(vertices) => !vertices.contains(&point.to_array()),
        None => !point.is_finite(),
    }
}
