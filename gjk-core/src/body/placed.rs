//! A body in 3D.

use glam::{DMat3, DVec3};

use crate::arithmetic::{
    DoubleDouble, Precise, Space, larger, largest_coordinate, power_of_two, power_of_two_over,
};
use crate::direction::moderate;
use crate::operand::{Map, Name, Operand, mapped};
use crate::support::{CLEAR, SupportMapping, others_are_lower};
use crate::vector::Vector;

/// A core, a radius and a pose in 3D, as the solver sees them, with z = 0 for a body of 2D.
#[derive(Clone, Copy)]
pub(crate) struct Placed<'s> {
    core: &'s dyn Operand,
    /// How far the shape extends beyond its core.
    pub(crate) radius: f64,
    /// The origin of the frame of the core, in world coordinates.
    pub(crate) origin: DVec3,
    /// The linear part of the pose, if it is not the identity.
    map: Option<Map>,
    /// What the core reports, in its frame.
    center: DVec3,
    extent: f64,
    pub(crate) vertex_count: Option<u32>,
}

/// For coordinates above this, subnormal rounding of a rotated vertex is below 2^-61 of the size,
/// far below any margin.
const UNROUNDED: f64 = f64::MIN_POSITIVE * power_of_two(10);

/// Up to this many extents from the origin of its frame a rotated core is asked in that frame: a
/// margin covers the rounding of its vertices (lemma 4).
const NEAR_ORIGIN: f64 = 16.0;

/// Rounding moves two rotated vertices apart by up to `6√3 u` of the centre: less than this part.
/// Farther away the extent counts as larger by that, so that its margin covers it too.
pub(crate) const ROUNDED: f64 = power_of_two(-48);

/// A vertex or piece replaces another one only if it is higher by more than this part of the
/// extent. Closer ones count as equal, so that a shape and its mirror image choose alike.
const TIE: f64 = power_of_two(-94);

/// So many vertices are found at once.
const BATCH: u32 = 8;

/// So many pieces of a surface compete where `f64` cannot tell which is farther.
const PIECES: u32 = 4;

/// The centre and the extent of a core that does not report them: of its bounding box.
#[cold]
fn measured<C: SupportMapping>(core: &C) -> (DVec3, f64) {
    let [least, greatest] = [-SHORT, SHORT].map(|side| {
        let axes = DVec3::AXES.iter().take(C::Vector::DIMENSION);
        axes.map(|axis| *axis * core.support(C::Vector::of_space(*axis * side)).in_space())
            .sum::<DVec3>()
    });
    let center = least * 0.5 + greatest * 0.5;
    // The rounded centre of a thin core may be one of its sides.
    let reach = (greatest - center).max(center - least);
    let extent = larger(reach.max_element(), f64::MIN_POSITIVE);
    let is_finite = least.is_finite() && greatest.is_finite();
    (center, if is_finite { extent } else { f64::INFINITY })
}

/// The length of a direction: its products with finite points are finite.
const SHORT: f64 = 0.125;

impl<'s> Placed<'s> {
    /// The core itself, with what it reports.
    #[inline(always)]
    pub(super) fn new<C: SupportMapping>(core: &'s C) -> Self {
        let (center, extent) = match (core.center().in_space(), core.extent()) {
            (center, extent) if extent > 0.0 && center.is_finite() => (center, extent),
            _ => measured(core),
        };
        Self {
            core,
            radius: 0.0,
            origin: DVec3::ZERO,
            map: None,
            center,
            extent,
            vertex_count: core.vertex_count(),
        }
    }

    /// Maps it, but not its radius.
    #[inline(always)]
    pub(crate) fn map(&mut self, mut matrix: DMat3, mut rigid: bool) {
        self.origin = matrix * self.origin;
        if let Some(inner) = &self.map {
            matrix *= inner.matrix;
            rigid &= inner.rigid;
        }
        self.map = Some(Map { matrix, rigid });
    }

    /// Finds the point of the posed core farthest in a direction, relative to the origin.
    pub(crate) fn farthest(&self, direction: DVec3, near: u32, name: &mut Name, point: &mut DVec3) {
        let DVec3 { x, y, z } = direction;
        self.core
            .farthest(self.map.as_ref(), x, y, z, near, name, point);
    }

    /// The same for a direction in double-double, of which `f64` may lose what decides between two
    /// vertices or pieces.
    #[cold]
    pub(crate) fn farthest_precisely(
        &self,
        direction: Precise,
        near: u32,
        name: &mut Name,
        point: &mut DVec3,
    ) {
        // The nearest direction in the frame of the core, where each coordinate keeps its digits.
        let asked = match &self.map {
            Some(map) => map.asked_precisely(direction),
            None => direction.hi,
        };
        let DVec3 { x, y, z } = asked;
        self.core.farthest(None, x, y, z, near, name, point);
        *point = mapped(*point, self.map.as_ref());
        if let Name::Vertex(found) = *name
            && self.others_are_lower(direction.hi, &[found])
        {
            return;
        }
        // Products with the largest numbers would overflow.
        let nearer = power_of_two_over(self.extent());
        let size = self.extent() * nearer * largest_coordinate(direction.hi);
        for number in 0..self.vertex_count.unwrap_or(PIECES) {
            let other = match *name {
                Name::Vertex(_) => Name::Vertex(number),
                Name::Piece(..) => Name::Piece(number, asked),
            };
            let there = self.point(other);
            let is_close = ((there - *point) * nearer).dot(direction.hi) > -CLEAR * size;
            if is_close
                && other != *name
                && let Some(rival) = self.precise_point(other)
                && let Some(precise) = self.precise_point(*name)
                && direction.dot((rival - precise).times(nearer)) > DoubleDouble::from(TIE * size)
            {
                (*name, *point) = (other, there);
            }
        }
    }

    /// The point of a name in double-double, relative to the origin, if the core knows it: of a
    /// polytope the rounded vertex, of others a piece that exists.
    pub(crate) fn precise_point(&self, name: Name) -> Option<Precise> {
        if self.vertex_count.is_some() {
            return Some(self.point(name).into());
        }
        let Name::Piece(piece, direction) = name else {
            return None;
        };
        let point = self.core.precise_point(piece, direction)?;
        let mapped = |map: &Map| point.mapped(&map.matrix);
        Some(self.map.as_ref().map_or(point, mapped))
    }

    /// The point that a name stands for, relative to the origin.
    #[inline(always)]
    pub(crate) fn point(&self, name: Name) -> DVec3 {
        mapped(self.core.point(name), self.map.as_ref())
    }

    /// Looks at each vertex, relative to the origin, until one is refused. Several are found at
    /// once: whoever asked for one would wait for it in memory (a store-forwarding stall).
    #[inline(always)]
    pub(crate) fn each_vertex(&self, mut look: impl FnMut(u32, DVec3) -> Option<()>) -> Option<()> {
        let (count, mut batch) = (self.vertex_count?, [DVec3::ZERO; BATCH as usize]);
        for first in (0..count).step_by(BATCH as usize) {
            let vertices = &mut batch[..BATCH.min(count - first) as usize];
            self.core.vertices(self.map.as_ref(), first, vertices);
            for (number, vertex) in (first..).zip(vertices) {
                look(number, *vertex)?;
            }
        }
        Some(())
    }

    /// The point of a piece in a direction, relative to the origin.
    pub(crate) fn point_of(&self, piece: u32, direction: DVec3) -> DVec3 {
        let direction = moderate(direction);
        let asked = |map: &Map| map.asked(direction);
        let asked = self.map.as_ref().map_or(direction, asked);
        self.point(Name::Piece(piece, asked))
    }

    /// The centre, relative to the origin.
    #[inline(always)]
    pub(crate) fn center(&self) -> DVec3 {
        mapped(self.center, self.map.as_ref())
    }

    /// The extent. A rotated core keeps that along its own axes.
    #[inline(always)]
    pub(crate) fn extent(&self) -> f64 {
        match &self.map {
            Some(map) if !map.rigid => {
                // A map may bring the centre near the origin, but the vertices are rounded as far
                // away as they were before; `UNROUNDED` counts for subnormal numbers.
                let size = self.extent + largest_coordinate(self.center) + UNROUNDED;
                let largest_row = (map.matrix.abs() * DVec3::ONE).max_element();
                largest_row * size
            }
            _ => self.extent,
        }
    }

    /// The extent of the vertices as they are rounded: far from the origin of the frame of the core
    /// that moves them farther apart.
    #[inline(always)]
    pub(crate) fn rounded_extent(&self) -> f64 {
        match self.map {
            Some(_) => self.extent() + ROUNDED * largest_coordinate(self.center),
            None => self.extent,
        }
    }

    /// Whether all other vertices are clearly lower in a direction.
    #[inline(always)]
    pub(crate) fn others_are_lower(&self, direction: DVec3, vertices: &[u32]) -> bool {
        if self.vertex_count == Some(vertices.len() as u32) {
            return true;
        }
        // Clearly lower in the frame of the core means lower in the world, unless the core is so
        // small, or so far from the origin of its frame, that the rounding of rotated vertices is
        // more than a margin.
        let (extent, offset) = (self.extent, largest_coordinate(self.center));
        match &self.map {
            Some(map) if map.rigid && offset <= NEAR_ORIGIN * extent && extent >= UNROUNDED => {
                let asked = map.matrix.transpose() * direction;
                self.core.others_are_lower(asked, vertices)
            }
            _ => self.rounded_are_lower(direction, vertices),
        }
    }

    /// The same, by the whole margin of [`SupportMapping::others_are_lower`]: of a mapped core all
    /// vertices are compared, as they are rounded.
    #[inline(always)]
    pub(crate) fn rounded_are_lower(&self, direction: DVec3, vertices: &[u32]) -> bool {
        if self.map.is_none() {
            return self.core.others_are_lower(direction, vertices);
        }
        let (extent, point) = (self.rounded_extent(), |v| self.point(Name::Vertex(v)));
        self.vertex_count
            .is_some_and(|count| others_are_lower(0..count, extent, point, direction, vertices))
    }
}
