//! Points of a shape whose hull is drawn: the vertices of a polytope, and enough points of a round
//! shape to look round.

use std::f64::consts::TAU;

use gjk_reference::curved::Solid as Curve;
use glam::DVec3;

use crate::case::{Case, Core, Dim, Solid, extremes};

/// The number of points for a circle, and for a sphere.
const CIRCLE: usize = 72;
const SPHERE: usize = 240;

/// A shape as it is drawn.
#[derive(Clone, Debug)]
pub(super) struct Body {
    /// Points of its core, relative to `origin`.
    pub(super) core: Vec<DVec3>,
    pub(super) origin: DVec3,
    /// The radius around its core.
    pub(super) radius: f64,
    /// Points all over the unit circle or sphere.
    pub(super) round: Vec<DVec3>,
}

/// Both shapes of a case.
pub(super) fn bodies(case: &Case) -> [Body; 2] {
    case.cores().map(|core| Body::new(&core, case.dim))
}

impl Body {
    fn new(core: &Core, dim: Dim) -> Self {
        let round = match dim {
            Dim::Two => circle(0, 1).collect(),
            Dim::Three => sphere(SPHERE),
        };
        Self {
            core: match &core.solid {
                Solid::Polytope(vertices) => {
                    vertices.iter().map(|v| DVec3::from_array(*v)).collect()
                }
                Solid::Curved(curve, matrix) => points(curve, &round)
                    .into_iter()
                    .map(|p| *matrix * p)
                    .collect(),
            },
            origin: DVec3::from_array(core.origin),
            radius: core.radius,
            round,
        }
    }

    /// The corners of the bounding box of its core, relative to `origin`.
    pub(super) fn extremes(&self) -> [DVec3; 2] {
        extremes(self.core.iter().copied())
    }

    /// The largest coordinate of a point of its core or of its origin.
    pub(super) fn largest_coordinate(&self) -> f64 {
        let [low, high] = self.extremes();
        let sizes = [low, high, self.origin].map(|p| p.abs().max_element());
        sizes.into_iter().fold(0.0, f64::max)
    }
}

fn points(curve: &Curve, round: &[DVec3]) -> Vec<DVec3> {
    match *curve {
        Curve::Points(points) => points.iter().copied().map(DVec3::from_array).collect(),
        Curve::Ellipsoid { radii } => {
            let radii = DVec3::from_array(radii);
            round.iter().map(|p| *p * radii).collect()
        }
        Curve::Cylinder {
            radius,
            half_height,
            axis,
        } => {
            let along = DVec3::AXES[axis] * half_height;
            let rim = |p: DVec3| [p * radius + along, p * radius - along];
            around(axis).flat_map(rim).collect()
        }
        Curve::Cone {
            radius,
            half_height,
            axis,
        } => {
            let along = DVec3::AXES[axis] * half_height;
            let rim = around(axis).map(|p| p * radius - along);
            rim.chain([along]).collect()
        }
    }
}

/// The unit circle around an axis.
fn around(axis: usize) -> impl Iterator<Item = DVec3> {
    circle((axis + 1) % 3, (axis + 2) % 3)
}

/// The unit circle in the plane of two axes.
fn circle(first: usize, second: usize) -> impl Iterator<Item = DVec3> {
    (0..CIRCLE).map(move |k| {
        let (sin, cos) = (TAU * k as f64 / CIRCLE as f64).sin_cos();
        DVec3::AXES[first] * cos + DVec3::AXES[second] * sin
    })
}

/// Points spread over the unit sphere along a spiral: equal steps of height, rotated by the golden
/// angle each (R. Swinbank, R. J. Purser, "Fibonacci grids", 2006).
pub(super) fn sphere(count: usize) -> Vec<DVec3> {
    let golden = TAU * (1.0 - 2.0 / (1.0 + 5f64.sqrt()));
    (0..count)
        .map(|k| {
            let z = 1.0 - (2 * k + 1) as f64 / count as f64;
            let (sin, cos) = (golden * k as f64).sin_cos();
            let across = (1.0 - z * z).sqrt();
            DVec3::new(across * cos, across * sin, z)
        })
        .collect()
}
