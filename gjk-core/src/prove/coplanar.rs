//! The nearest face among vertices that are coplanar up to rounding, as for parallel faces or
//! edges.
//!
//! Their projections along the direction differ by so little that `f64` holds all digits of the
//! differences. Finding the nearest face is then a linear program: of all means of these vertices
//! that are below the origin, find the lowest. It is solved by the simplex method of G. B. Dantzig
//! (1947): a vertex below the plane of three others replaces one of them, so that the foot of the
//! origin stays in the triangle.

use glam::DVec3;

use super::along::height;
use super::basis::{Basis, Plane, Point, RISE_ERROR};
use crate::arithmetic::{Precise, Space, larger, power_of_two};
use crate::difference::{Difference, Pair};
use crate::propose::Candidate;

/// Vertices are near a plane within this fraction of the breadth of their shape (lemma 4).
pub(crate) const NEAR_PLANE: f64 = power_of_two(-44);

/// Exchanges may go round in a circle where rounding hides which vertex is lower.
const EXCHANGES: usize = 64;

/// The vertices of both shapes that are near a plane, at most `MOST` of each.
pub(super) struct Table<const MOST: usize> {
    of: [Near<MOST>; 2],
    /// The vertex of the difference that rises are relative to, seen from the foot of the origin.
    place: DVec3,
    /// No rise is larger.
    size: f64,
    /// No vertex is farther from that one, with the coordinates added up.
    reach: f64,
}

/// The vertices of a shape near a plane.
#[derive(Clone, Copy)]
struct Near<const MOST: usize> {
    list: [Vertex; MOST],
    count: usize,
}

/// A vertex of a shape, as the translation of the difference from the first vertex of a candidate
/// to it.
#[derive(Clone, Copy)]
struct Vertex {
    number: u32,
    rise: f64,
    place: DVec3,
}

impl<const MOST: usize> Table<MOST> {
    /// An empty table.
    pub(super) fn empty() -> Self {
        Self {
            of: [Near::EMPTY; 2],
            place: DVec3::ZERO,
            size: 0.0,
            reach: 0.0,
        }
    }

    /// Takes the vertices near the plane perpendicular to the direction through the pair, in place,
    /// as a table is large. None if there are too many, or one is not finite.
    pub(super) fn fill(
        &mut self,
        difference: &Difference<'_>,
        direction: DVec3,
        pair: &Pair,
    ) -> Option<()> {
        let point = difference.point(pair);
        self.place = point - direction * (point.dot(direction) / direction.dot(direction));
        for (shape, from) in pair.points.into_iter().enumerate() {
            let scale = [1.0, -1.0][shape] * difference.scaling.scale;
            let breadth = difference.breadth(shape) * difference.scaling.scale;
            let near = NEAR_PLANE * breadth * direction.length();
            difference.bodies[shape].each_vertex(|number, vertex| {
                let rough = ((vertex - from) * scale).dot(direction);
                if rough > near {
                    return Some(());
                }
                let offset = Precise::sum(vertex * scale, -from * scale);
                let (rise, place) = (height(direction, offset).hi, offset.hi);
                let (of, is_finite) = (&mut self.of[shape], rough.is_finite());
                *of.list.get_mut(of.count).filter(|_| is_finite)? = Vertex {
                    number,
                    rise,
                    place,
                };
                of.count += 1;
                self.size = larger(self.size, rise.abs());
                self.reach = larger(self.reach, place.abs().element_sum());
                Some(())
            })?;
        }
        Some(())
    }

    /// The most that a vertex is below a plane through the first point of a face. What the two
    /// shapes add to the lowest point may cancel, and what they add to the first; the errors do
    /// not (lemma 4).
    pub(super) fn below(&self, plane: &Plane, first: &Point) -> f64 {
        let slope = plane.slope;
        let rise = first.rise - slope.dot(first.place);
        let (below, _) = self.lowest(&Plane { rise, slope });
        below + self.rounding(slope)
    }

    /// The error of how much a vertex is below a plane of a slope.
    fn rounding(&self, slope: DVec3) -> f64 {
        RISE_ERROR * 4.0 * (self.size + slope.length() * self.reach)
    }

    /// The point of the difference of two vertices.
    fn point(&self, a: Vertex, b: Vertex) -> Point {
        Point {
            vertices: [a.number, b.number],
            place: self.place + (a.place + b.place),
            rise: a.rise + b.rise,
        }
    }

    /// The lowest point below a plane, and by how much.
    fn lowest(&self, plane: &Plane) -> (f64, Point) {
        let [(low_a, a), (low_b, b)] =
            [0, 1].map(|shape: usize| self.of[shape].lowest(plane.slope));
        let below = (plane.rise + plane.slope.dot(self.place)) - (low_a + low_b);
        (below, self.point(a, b))
    }

    /// Exchanges vertices of a candidate until none is below its plane. Returns the first point of
    /// that face; none if that fails, or a vertex of the candidate is not near the plane.
    pub(super) fn find_face<P: Space>(
        &self,
        difference: &Difference<'_>,
        candidate: &mut Candidate<P>,
    ) -> Option<Point> {
        let mut basis = Basis::default();
        for pair in candidate.pairs() {
            let [a, b] = pair.vertices()?;
            basis.push(self.point(self.of[0].find(a)?, self.of[1].find(b)?))?;
        }
        if self.exchange(&mut basis)? {
            let points = basis.points().iter();
            let vertices = points.map(|point| (point.vertices, 0.0));
            candidate.become_of(difference, vertices);
            candidate.weigh(&candidate.nearest().weights);
        }
        basis.points().first().copied()
    }

    /// Exchanges points of a basis until none is below its plane. Returns whether there were any.
    fn exchange(&self, basis: &mut Basis) -> Option<bool> {
        for exchanges in 0..EXCHANGES {
            let plane = basis.plane()?;
            let (below, point) = self.lowest(&plane);
            // The plane of a thin triangle misses its own points by more than they round.
            if !(below > self.rounding(plane.slope) + 2.0 * basis.missed_by(&plane)) {
                return Some(exchanges > 0);
            }
            basis.admit(point)?;
        }
        None
    }
}

impl<const MOST: usize> Near<MOST> {
    /// None. A constant, and no value that is copied, as it is large.
    const EMPTY: Self = Self {
        list: [Vertex {
            number: 0,
            rise: 0.0,
            place: DVec3::ZERO,
        }; MOST],
        count: 0,
    };

    /// The vertex of this number.
    fn find(&self, number: u32) -> Option<Vertex> {
        let mut vertices = self.list[..self.count].iter();
        vertices.find(|vertex| vertex.number == number).copied()
    }

    /// The lowest vertex over a slope, and its offset.
    fn lowest(&self, slope: DVec3) -> (f64, Vertex) {
        let mut lowest = (f64::INFINITY, self.list[0]);
        for vertex in &self.list[..self.count] {
            let height = vertex.rise - slope.dot(vertex.place);
            if height < lowest.0 {
                lowest = (height, *vertex);
            }
        }
        lowest
    }
}

#[cfg(test)]
mod tests;
