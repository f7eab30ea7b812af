//! One of the two shapes of a difference, as the solver sees it.

use glam::DVec3;

use crate::body::Body;
use crate::support::{Feature, SupportMapping};
use crate::vector::Vector;

/// Identifies a point of a core.
pub(crate) type Name = Feature<DVec3>;

/// A body in 3D, with z = 0 for a 2D shape. The solver is compiled once, for this trait, and each
/// kind of shape once, whatever it meets.
pub(crate) trait Operand {
    /// Finds the point farthest in a direction; `near` is the vertex of a similar direction. The
    /// coordinates are passed one by one, in registers: a step of the search would wait for a
    /// vector in memory.
    fn farthest(&self, x: f64, y: f64, z: f64, near: u32, name: &mut Name, point: &mut DVec3);

    /// The point that a name stands for.
    fn point(&self, name: Name) -> DVec3;

    /// Whether all vertices but these are clearly lower than the first of them in a direction.
    fn others_are_lower(&self, direction: DVec3, vertices: &[u32]) -> bool;
}

impl<C: SupportMapping + ?Sized> Operand for Body<'_, C> {
    fn farthest(&self, x: f64, y: f64, z: f64, near: u32, name: &mut Name, point: &mut DVec3) {
        let direction = C::Vector::of_space(DVec3::new(x, y, z));
        let (feature, found) = Body::farthest(self, direction, Some(Feature::Vertex(near)));
        (*name, *point) = (feature.map(C::Vector::in_space), found.in_space());
    }

    fn point(&self, name: Name) -> DVec3 {
        Body::point(self, name.map(C::Vector::of_space)).in_space()
    }

    fn others_are_lower(&self, direction: DVec3, vertices: &[u32]) -> bool {
        Body::others_are_lower(self, C::Vector::of_space(direction), vertices, 0.0)
    }
}
