//! A core as the solver sees it.

use glam::{DMat3, DVec3};

use crate::arithmetic::{
    Precise, largest_coordinate, power_of_two, power_of_two_over, squares_safely,
};
use crate::direction::moderate;
use crate::support::{Feature, SupportMapping};
use crate::vector::Vector;

/// Identifies a point of a core.
pub(crate) type Name = Feature<DVec3>;

/// 2^1000: a direction of up to a quarter times this is finite.
const LONGER: f64 = power_of_two(1000);

/// A linear map of a core.
#[derive(Clone, Copy)]
pub(crate) struct Map {
    pub(crate) matrix: DMat3,
    /// Whether it is known to preserve lengths.
    pub(crate) rigid: bool,
}

impl Map {
    /// The direction in which the core is asked. For every matrix M: the support point of M K in
    /// direction d is M times the support point of K in the direction of M transposed times d.
    #[inline(always)]
    pub(crate) fn asked(&self, direction: DVec3) -> DVec3 {
        let asked = self.matrix.transpose() * direction;
        let size = largest_coordinate(asked);
        if self.rigid || squares_safely(size) {
            return asked;
        }
        // Products that underflow lose digits, those of a longer direction do not. Zero if the core
        // is mapped across the direction: then any of its points is farthest.
        let longer = if size < 1.0 { self.longer() } else { 1.0 };
        // A direction that another map hands over may be long; products of a moderate one do not
        // overflow.
        moderate(self.matrix.transpose() * (moderate(direction) * longer))
    }

    /// The same in double-double: the nearest direction in the frame of the core, where each
    /// coordinate keeps its digits.
    pub(crate) fn asked_precisely(&self, direction: Precise) -> DVec3 {
        let mapped = |longer: f64| direction.times(longer).mapped(&self.matrix.transpose()).hi;
        let asked = mapped(1.0);
        let size = largest_coordinate(asked);
        // Digits may have underflowed.
        let short = size < 1.0 && !squares_safely(size);
        moderate(if short { mapped(self.longer()) } else { asked })
    }

    /// How much longer a direction may be, so that its products with the matrix stay finite.
    #[cold]
    fn longer(&self) -> f64 {
        let largest_row = (self.matrix.abs() * DVec3::ONE).max_element();
        LONGER * f64::min(1.0, power_of_two_over(largest_row))
    }
}

/// A core in 3D, with z = 0 for one of 2D, under a linear map. The solver is compiled once, for
/// this trait, and each kind of core once, whatever it meets.
pub(crate) trait Operand {
    /// Finds the point farthest in a direction; `near` is the vertex of a similar direction. The
    /// coordinates are passed one by one, in registers, because a step would wait for a vector in
    /// memory. The core maps its point itself for the same reason.
    #[expect(clippy::too_many_arguments, reason = "in registers, as said")]
    fn farthest(
        &self,
        map: Option<&Map>,
        x: f64,
        y: f64,
        z: f64,
        near: u32,
        name: &mut Name,
        point: &mut DVec3,
    );

    /// The point that a name stands for, in the frame of the core.
    fn point(&self, name: Name) -> DVec3;

    /// Finds several vertices, from a number on.
    fn vertices(&self, map: Option<&Map>, first: u32, vertices: &mut [DVec3]);

    /// [`SupportMapping::precise_point`], in the frame of the core.
    fn precise_point(&self, piece: u32, direction: DVec3) -> Option<Precise>;

    /// [`SupportMapping::others_are_lower`], in the frame of the core.
    fn others_are_lower(&self, direction: DVec3, vertices: &[u32]) -> bool;
}

impl<C: SupportMapping> Operand for C {
    fn farthest(
        &self,
        map: Option<&Map>,
        x: f64,
        y: f64,
        z: f64,
        near: u32,
        name: &mut Name,
        point: &mut DVec3,
    ) {
        let direction = DVec3::new(x, y, z);
        let direction = C::Vector::of_space(map.map_or(direction, |map| map.asked(direction)));
        let (feature, found) = SupportMapping::farthest(self, direction, near);
        *name = feature.map(C::Vector::in_space);
        *point = mapped(found.in_space(), map);
    }

    fn point(&self, name: Name) -> DVec3 {
        SupportMapping::point(self, name.map(C::Vector::of_space)).in_space()
    }

    fn vertices(&self, map: Option<&Map>, first: u32, vertices: &mut [DVec3]) {
        for (number, vertex) in (first..).zip(vertices) {
            let point = SupportMapping::point(self, Feature::Vertex(number));
            *vertex = mapped(point.in_space(), map);
        }
    }

    fn precise_point(&self, piece: u32, direction: DVec3) -> Option<Precise> {
        let direction = C::Vector::of_space(direction);
        let [point, rest] = SupportMapping::precise_point(self, piece, direction)?;
        Some(Precise::sum(point.in_space(), rest.in_space()))
    }

    fn others_are_lower(&self, direction: DVec3, vertices: &[u32]) -> bool {
        SupportMapping::others_are_lower(self, C::Vector::of_space(direction), vertices)
    }
}

/// A point under a map, if there is one.
#[inline(always)]
pub(crate) fn mapped(point: DVec3, map: Option<&Map>) -> DVec3 {
    map.map_or(point, |map| map.matrix * point)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Claim: a direction that is made longer, so that a tiny column takes no digits from it, stays
    // finite beside a large one; in double-double too. An examiner found NaN in a simplex.
    #[test]
    fn longer_directions_are_finite() {
        let columns = [[1e9, 1e9, 0.0], [0.0, 1e-314, 0.0], [0.0; 3]];
        let matrix = DMat3::from_cols_array_2d(&columns);
        let map = Map {
            matrix,
            rigid: false,
        };
        let across = DVec3::new(0.125, -0.125, 0.0);
        let [asked, precisely] = [map.asked(across), map.asked_precisely(across.into())];
        assert!(asked.x == 0.0 && asked.y < 0.0, "{asked}");
        assert!(precisely.x == 0.0 && precisely.y < 0.0, "{precisely}");
    }
}
