//! The nearest face among vertices that are coplanar up to rounding, as for parallel faces or
//! edges.
//!
//! Their projections along the direction differ by so little that `f64` holds all digits of the
//! differences. Finding the nearest face is then a linear program: of all means of these vertices
//! that are below the origin, find the lowest. It is solved by the simplex method of G. B. Dantzig
//! (1947): a vertex below the plane of three others replaces one of them, so that the foot of the
//! origin stays in the triangle.

use glam::{DVec2, DVec3};

use super::OF_RISE;
use super::along::Along;
use super::basis::{Basis, Plane, Point};
use crate::arithmetic::float::power_of_two_over;
use crate::arithmetic::{Precise, Space, largest_coordinate};
use crate::difference::{Difference, Pair};
use crate::propose::Candidate;
use crate::support::Feature;

/// The most vertices of a shape near a plane.
pub(crate) const MOST: usize = 24;

/// Vertices are near a plane within this fraction of the width of their shape (lemma 4).
pub(crate) const NEAR: f64 = 1.0 / (1u64 << 44) as f64;

/// More exchanges than any shape needs.
const EXCHANGES: usize = 64;

/// A vertex is below a plane if it is lower by more than this fraction of the rises.
const BELOW: f64 = 1.0 / (1u64 << 46) as f64;

/// Two vectors perpendicular to a direction and to each other, up to rounding, of length 0.8 to 12.
pub(super) struct Axes(pub(super) [DVec3; 2]);

/// The vertices of both shapes that are near a plane.
pub(super) struct Table {
    axes: Axes,
    of: [Level; 2],
    /// The position of the vertex that rises are relative to.
    place: DVec2,
    /// The size of the rises.
    size: f64,
    /// By how much the first vertex of the candidate is higher now.
    first: f64,
}

/// The vertices of a shape near a plane: the translations of the difference from the first vertex
/// of a candidate to them.
struct Level {
    numbers: [u32; MOST],
    rises: [f64; MOST],
    places: [DVec2; MOST],
    count: usize,
}

impl Axes {
    /// The axes perpendicular to a direction. Mirrored directions have mirrored axes.
    pub(super) fn across(direction: DVec3) -> Self {
        // With its largest coordinate between 1 and 2.
        let handy = direction * power_of_two_over(largest_coordinate(direction));
        let sizes = handy.abs();
        let least = if sizes.x <= sizes.y && sizes.x <= sizes.z {
            DVec3::X
        } else if sizes.y <= sizes.z {
            DVec3::Y
        } else {
            DVec3::Z
        };
        let across = handy.cross(least);
        Self([across, handy.cross(across)])
    }

    /// The position of a vector perpendicular to the direction.
    fn place(&self, vector: DVec3) -> DVec2 {
        let [x, y] = self.0;
        DVec2::new(x.dot(vector), y.dot(vector))
    }

    /// The slope that gives positions the same values as that of a plane gives vectors.
    fn slope(&self, slope: DVec3) -> DVec2 {
        let [x, y] = self.0;
        DVec2::new(x.dot(slope) / x.dot(x), y.dot(slope) / y.dot(y))
    }
}

impl Table {
    /// The vertices near the plane perpendicular to a direction through a pair. None if there are
    /// too many, or one is not finite.
    #[inline(never)]
    pub(super) fn of(difference: &Difference<'_>, along: &Along, pair: &Pair) -> Option<Self> {
        let axes = Axes::across(along.vector);
        let of = [
            Level::of(difference, along, &axes, 0, pair.a)?,
            Level::of(difference, along, &axes, 1, pair.b)?,
        ];
        let rises = of.iter().flat_map(|level| &level.rises[..level.count]);
        let size = rises.fold(0.0, |size: f64, rise| size.max(rise.abs()));
        Some(Self {
            place: axes.place(difference.point(pair)),
            axes,
            of,
            size,
            first: 0.0,
        })
    }

    /// The most that a vertex is below a plane, which rises from the first vertex of the candidate.
    pub(super) fn below(&self, plane: &super::Plane) -> f64 {
        let slope = self.axes.slope(plane.slope);
        let rise = plane.rise + self.first;
        let (below, point) = self.lowest(&Plane { rise, slope });
        let size = self.place.abs() + point.place.abs();
        let steps = self.first.abs() + point.rise.abs() + slope.abs().dot(size);
        below + OF_RISE * steps
    }

    /// The lowest point below a plane, and by how much.
    fn lowest(&self, plane: &Plane) -> (f64, Point) {
        let [a, b] = &self.of;
        let (i, low_a) = a.lowest(plane.slope);
        let (j, low_b) = b.lowest(plane.slope);
        let point = Point {
            vertices: [a.numbers[i], b.numbers[j]],
            place: self.place + (a.places[i] + b.places[j]),
            rise: a.rises[i] + b.rises[j],
            weight: 0.0,
        };
        let below = (plane.rise + plane.slope.dot(self.place)) - (low_a + low_b);
        (below, point)
    }

    /// Exchanges vertices of a candidate until none is below its plane.
    pub(super) fn level<P: Space>(
        &mut self,
        difference: &Difference<'_>,
        along: &Along,
        candidate: &mut Candidate<P>,
    ) -> Option<()> {
        let mut basis = self.basis(difference, along, candidate)?;
        self.exchange(&mut basis)?;
        candidate.clear();
        self.first = basis.points().first()?.rise;
        for point in basis.points() {
            let pair = difference.pair(point.vertices.map(Feature::Vertex));
            candidate.put(pair, difference.point_in(&pair), point.weight.into());
        }
        Some(())
    }

    /// The vertices of a candidate, projected along the direction.
    fn basis<P: Space>(
        &self,
        difference: &Difference<'_>,
        along: &Along,
        candidate: &Candidate<P>,
    ) -> Option<Basis> {
        let mut basis = Basis::EMPTY;
        let first = along.height(difference.precise(candidate.pairs().first()?));
        for (pair, point) in candidate.pairs().iter().zip(candidate.points()) {
            let height = along.height(difference.precise(pair));
            basis.push(Point {
                vertices: pair.vertices()?,
                place: self.axes.place(point.rounded()),
                rise: (height.hi - first.hi) + (height.lo - first.lo),
                weight: 0.0,
            })?;
        }
        Some(basis)
    }

    /// Exchanges points of a basis until none is below its plane.
    #[inline(never)]
    fn exchange(&self, basis: &mut Basis) -> Option<()> {
        basis.weigh()?;
        for _ in 0..EXCHANGES {
            let plane = basis.plane()?;
            let (below, point) = self.lowest(&plane);
            if !(below > BELOW * self.size) {
                return basis.weigh();
            }
            basis.admit(point)?;
        }
        None
    }
}

impl Level {
    fn of(
        difference: &Difference<'_>,
        along: &Along,
        axes: &Axes,
        shape: usize,
        from: DVec3,
    ) -> Option<Self> {
        let count = difference.vertex_counts()?[shape];
        let scale = if shape == 0 {
            difference.scale()
        } else {
            -difference.scale()
        };
        let near = NEAR * difference.breadth(shape) * difference.scale() * along.vector.length();
        let mut level = Self {
            numbers: [0; MOST],
            rises: [0.0; MOST],
            places: [DVec2::ZERO; MOST],
            count: 0,
        };
        for number in 0..count {
            let vertex = difference.vertex(shape, number);
            let height = ((vertex - from) * scale).dot(along.vector);
            if height > near {
                continue;
            }
            if level.count == MOST || !height.is_finite() {
                return None;
            }
            let way = Precise::of_sum(vertex * scale, -from * scale);
            level.numbers[level.count] = number;
            level.rises[level.count] = along.height(way).hi;
            level.places[level.count] = axes.place(way.hi);
            level.count += 1;
        }
        Some(level)
    }

    /// The lowest vertex over a slope, and its offset.
    fn lowest(&self, slope: DVec2) -> (usize, f64) {
        let mut lowest = (0, f64::INFINITY);
        for i in 0..self.count {
            let height = self.rises[i] - slope.dot(self.places[i]);
            if height < lowest.1 {
                lowest = (i, height);
            }
        }
        lowest
    }
}

#[cfg(test)]
mod tests;
