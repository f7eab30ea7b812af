//! The families of shapes that are timed.

use std::fmt;

use glam::{DVec2, DVec3};

use super::draw::Draw;
use crate::case::Dim;

/// The least and the largest half extent of a shape along an axis of its own.
const HALF_EXTENTS: [f64; 2] = [0.25, 0.5];

/// The families of the tables, in their order.
pub const FAMILIES: [Family; 15] = [
    Family::new(Solid::Sphere, 8),
    Family::new(Solid::Sphere, 20),
    Family::new(Solid::Sphere, 64),
    Family::new(Solid::Sphere, 256),
    Family::new(Solid::Sphere, 1024),
    Family::new(Solid::Box, 8),
    Family::new(Solid::Tetra, 4),
    Family::new(Solid::Prism, 64),
    Family::new(Solid::Cone, 33),
    Family::new(Solid::Polygon, 3),
    Family::new(Solid::Polygon, 4),
    Family::new(Solid::Polygon, 8),
    Family::new(Solid::Polygon, 16),
    Family::new(Solid::Polygon, 32),
    Family::new(Solid::Polygon, 64),
];

/// The kind of polytope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solid {
    /// Random points on a sphere: each is a vertex.
    Sphere,
    /// A box of random extents.
    Box,
    /// Four corners of a box of random extents, no two of them on an edge.
    Tetra,
    /// A prism over a polygon.
    Prism,
    /// A cone over a polygon: its apex is the last vertex.
    Cone,
    /// In 2D: a regular polygon, randomly stretched along an axis.
    Polygon,
}

/// Shapes of one kind and one number of vertices, with random rotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Family {
    /// The kind.
    pub solid: Solid,
    /// The number of vertices of each shape.
    pub vertices: usize,
}

impl Family {
    /// The family. Boxes have 8 vertices and tetrahedra 4; a prism over an n-gon has 2 n, a cone n
    /// + 1. Those n-gons, and polygons, have three corners or a power of two.
    pub const fn new(solid: Solid, vertices: usize) -> Self {
        Self { solid, vertices }
    }

    /// The family of that name.
    pub fn find(name: &str) -> Option<Self> {
        FAMILIES
            .into_iter()
            .find(|family| family.to_string() == name)
    }

    /// 2D or 3D.
    pub fn dim(self) -> Dim {
        if self.solid == Solid::Polygon {
            Dim::Two
        } else {
            Dim::Three
        }
    }

    /// One of its shapes, around the origin.
    pub(super) fn shape(self, draw: &mut Draw) -> Vec<DVec3> {
        let turn = draw.turn(self.dim());
        let [low, high] = HALF_EXTENTS;
        let stretch = DVec3::new(
            draw.between(low, high),
            draw.between(low, high),
            draw.between(low, high),
        );
        let points = match self.solid {
            Solid::Sphere => {
                let points = (0..self.vertices).map(|_| draw.direction(Dim::Three) * high);
                return points.collect();
            }
            Solid::Box => corners(|_| true),
            Solid::Tetra => corners(|number| number.count_ones() % 2 == 0),
            Solid::Prism => {
                let ring = regular(self.vertices / 2);
                let sides = [-1.0, 1.0].map(|z| ring.iter().map(move |p| p.extend(z)));
                sides.into_iter().flatten().collect()
            }
            Solid::Cone => {
                let ring = regular(self.vertices - 1);
                let base = ring.iter().map(|p| p.extend(-1.0));
                base.chain([DVec3::Z]).collect()
            }
            Solid::Polygon => {
                let ring = regular(self.vertices);
                ring.iter().map(|p| p.extend(0.0)).collect::<Vec<_>>()
            }
        };
        points.into_iter().map(|p| turn * (p * stretch)).collect()
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.solid {
            Solid::Sphere => write!(f, "sphere{}", self.vertices),
            Solid::Box => write!(f, "box"),
            Solid::Tetra => write!(f, "tetra"),
            Solid::Prism => write!(f, "prism{}", self.vertices / 2),
            Solid::Cone => write!(f, "cone{}", self.vertices - 1),
            Solid::Polygon => write!(f, "poly{}", self.vertices),
        }
    }
}

/// The corners of the cube from -1 to 1 with these numbers.
fn corners(wanted: impl Fn(u32) -> bool) -> Vec<DVec3> {
    let sign = |number: u32, bit: u32| f64::from(number >> bit & 1) * 2.0 - 1.0;
    (0..8)
        .filter(|number| wanted(*number))
        .map(|number| DVec3::new(sign(number, 0), sign(number, 1), sign(number, 2)))
        .collect()
}

/// A regular polygon on the unit circle. It has three corners, or a power of two of them.
fn regular(corners: usize) -> Vec<DVec2> {
    let step = if corners == 3 {
        DVec2::new(-0.5, 0.75f64.sqrt())
    } else {
        assert!(corners.is_power_of_two());
        // Half a turn, halved again and again.
        (1..corners.trailing_zeros()).fold(DVec2::NEG_X, |step, _| {
            let half = (step + DVec2::X) / 2.0;
            if half == DVec2::ZERO {
                DVec2::Y
            } else {
                half / half.length()
            }
        })
    };
    let ring = std::iter::successors(Some(DVec2::X), |p| Some(p.rotate(step)));
    ring.take(corners).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: a polygon is regular: its corners are on the unit circle and equally far apart.
    #[test]
    fn polygons_are_regular() {
        for corners in [3, 4, 8, 64] {
            let ring = regular(corners);
            assert_eq!(ring.len(), corners);
            let edge = ring[0].distance(ring[1]);
            for (p, q) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                assert!((p.length() - 1.0).abs() < 1e-12);
                assert!((p.distance(*q) - edge).abs() < 1e-12);
            }
        }
    }

    // Claim: each family is found by the name it prints, and no other is.
    #[test]
    fn families_have_names() {
        for family in FAMILIES {
            assert_eq!(Family::find(&family.to_string()), Some(family));
        }
        assert_eq!(Family::find("sphere9"), None);
    }
}
