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
use super::basis::{Basis, Point, RISE_ERROR};
use crate::arithmetic::{Precise, Space, larger, power_of_two};
use crate::difference::{Difference, Pair};
use crate::propose::Candidate;

/// Vertices are near a plane within this fraction of the breadth of their shape (lemma 4).
pub(crate) const NEAR_PLANE: f64 = power_of_two(-44);

/// Exchanges may go round in a circle where rounding hides which vertex is lower.
const EXCHANGES: usize = 64;

/// The vertices of both shapes that are near a plane, at most `MOST` of each.
struct Table<const MOST: usize> {
    of: [[Vertex; MOST]; 2],
    counts: [usize; 2],
    /// The vertex of the difference that rises are relative to, seen from the foot of the origin.
    place: DVec3,
    /// No rise is larger.
    size: f64,
    /// No vertex is farther from that one, with the coordinates added up.
    reach: f64,
}

/// A vertex of a shape, as the translation of the difference from the first vertex of a candidate
/// to it.
#[derive(Clone, Copy, Default)]
struct Vertex {
    number: u32,
    rise: f64,
    place: DVec3,
}

/// Exchanges vertices of a candidate for others near the plane perpendicular to the direction
/// through it, until none is below its plane: most often few, as of boxes, and sometimes many, as
/// of a prism over a polygon. (A table for more takes longer to clear.) Returns the slope of that
/// plane, and the most that a vertex is below it. None if that fails, there are too many, or one is
/// not finite.
#[cold]
pub(super) fn find_face<P: Space>(
    difference: &Difference<'_>,
    direction: DVec3,
    candidate: &mut Candidate<P>,
) -> Option<(DVec3, f64)> {
    Table::<32>::find_face(difference, direction, candidate)
        .or_else(|| Table::<512>::find_face(difference, direction, candidate))
}

impl<const MOST: usize> Table<MOST> {
    /// The same among up to `MOST` vertices of each shape.
    #[inline(never)]
    fn find_face<P: Space>(
        difference: &Difference<'_>,
        direction: DVec3,
        candidate: &mut Candidate<P>,
    ) -> Option<(DVec3, f64)> {
        let mut table = Self {
            of: [[Vertex::default(); MOST]; 2],
            counts: [0; 2],
            place: DVec3::ZERO,
            size: 0.0,
            reach: 0.0,
        };
        table.fill(difference, direction, candidate.pairs().first()?)?;
        let mut basis = Basis::default();
        for pair in candidate.pairs() {
            let [a, b] = pair.vertices()?;
            let find = |shape: usize, number| {
                let mut near = table.near(shape).iter();
                near.find(|vertex| vertex.number == number).copied()
            };
            basis.push(table.point(find(0, a)?, find(1, b)?))?;
        }
        for exchanges in 0..EXCHANGES {
            let slope = basis.slope()?;
            let (lowest, point) = table.lowest(slope);
            let below = basis.rise(slope, table.place) - lowest;
            // What the two shapes add to the lowest point may cancel, and what they add to the
            // plane; the errors do not (lemma 4).
            let reach = slope.length() * table.reach;
            let rounding = RISE_ERROR * 4.0 * (table.size + reach);
            // The plane of a thin triangle misses its own points by more than they round.
            if below > rounding + 2.0 * basis.missed_by(slope) {
                basis.admit(point)?;
                continue;
            }
            if exchanges > 0 {
                let vertices = basis.points().iter().map(|point| point.vertices);
                candidate.become_of(difference, vertices);
                candidate.weigh(&candidate.nearest().weights);
            }
            return Some((slope, below + rounding));
        }
        None
    }

    /// Takes the vertices near the plane perpendicular to the direction through the pair, in place,
    /// as a table is large. None if there are too many, or one is not finite.
    fn fill(&mut self, difference: &Difference<'_>, direction: DVec3, pair: &Pair) -> Option<()> {
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
                let (of, count) = (&mut self.of[shape], &mut self.counts[shape]);
                *of.get_mut(*count).filter(|_| rough.is_finite())? = Vertex {
                    number,
                    rise,
                    place,
                };
                *count += 1;
                self.size = larger(self.size, rise.abs());
                self.reach = larger(self.reach, place.abs().element_sum());
                Some(())
            })?;
        }
        Some(())
    }

    /// The point of the difference of two vertices.
    fn point(&self, a: Vertex, b: Vertex) -> Point {
        Point {
            vertices: [a.number, b.number],
            place: self.place + (a.place + b.place),
            rise: a.rise + b.rise,
        }
    }

    /// The vertices of a shape.
    fn near(&self, shape: usize) -> &[Vertex] {
        &self.of[shape][..self.counts[shape]]
    }

    /// The lowest point over a slope, and its offset from that through `place`.
    fn lowest(&self, slope: DVec3) -> (f64, Point) {
        let [(low_a, a), (low_b, b)] = [0, 1].map(|shape: usize| {
            let mut lowest = (f64::INFINITY, self.of[shape][0]);
            for vertex in self.near(shape) {
                let height = vertex.rise - slope.dot(vertex.place);
                if height < lowest.0 {
                    lowest = (height, *vertex);
                }
            }
            lowest
        });
        (low_a + low_b, self.point(a, b))
    }
}

#[cfg(test)]
mod tests;
