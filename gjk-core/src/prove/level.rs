//! Levelling: the right face among vertices that are level but for rounding, as where faces or edges lie parallel.
//!
//! Along a direction their heights differ by so little that `f64` has all digits of that. Which face is the nearest is a
//! linear program then: of all means of them that lie below the origin, the lowest. It is solved by the simplex method of
//! G. B. Dantzig (1947): a vertex that is below the plane of three others takes the place of one of them, so that the
//! foot of the origin stays in the triangle.

use glam::{DVec2, DVec3};

use super::along::Along;
use super::basis::{Basis, Plane, Point};
use crate::arithmetic::Precise;
use crate::difference::{Difference, Pair};

/// How many vertices of a shape may be near a plane.
const MOST: usize = 24;

/// Vertices are near a plane within this part of the breadth of their shape (lemma 4).
const NEAR: f64 = 1.0 / (1u64 << 44) as f64;

/// So many exchanges are more than any shape needs.
const EXCHANGES: usize = 64;

/// A vertex is below a plane if it is by more than this part of the rises.
const BELOW: f64 = 1.0 / (1u64 << 46) as f64;

/// The vertices of both shapes that are near a plane.
pub(super) struct Table {
    of: [Level; 2],
    /// Where the first vertex of the candidate is.
    place: DVec2,
    /// How large the rises are.
    size: f64,
}

/// The vertices of a shape that are near a plane: how the difference moves from the first vertex of a candidate to them.
struct Level {
    numbers: [u32; MOST],
    rises: [f64; MOST],
    places: [DVec2; MOST],
    count: usize,
}

impl Table {
    /// The vertices that are near the plane across a direction through a pair. None where there are too many, or one is not
    /// finite.
    #[inline(never)]
    pub(super) fn of(difference: &Difference<'_>, along: &Along, pair: &Pair) -> Option<Self> {
        let of = [
            Level::of(difference, along, 0, pair.a)?,
            Level::of(difference, along, 1, pair.b)?,
        ];
        let rises = of.iter().flat_map(|level| &level.rises[..level.count]);
        let size = rises.fold(0.0, |size: f64, rise| size.max(rise.abs()));
        Some(Self {
            of,
            place: along.across(difference.point(pair)),
            size,
        })
    }

    /// How far the lowest point is below a plane, and which it is.
    pub(super) fn lowest(&self, plane: &Plane) -> (f64, Point) {
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

    /// Exchanges points of a basis until none is below its plane, which is returned.
    #[inline(never)]
    pub(super) fn level(&self, basis: &mut Basis) -> Option<Plane> {
        basis.weigh()?;
        for _ in 0..EXCHANGES {
            let plane = basis.plane()?;
            let (below, point) = self.lowest(&plane);
            if !(below > BELOW * self.size) {
                basis.weigh()?;
                return Some(plane);
            }
            basis.admit(point)?;
        }
        None
    }
}

impl Level {
    fn of(difference: &Difference<'_>, along: &Along, shape: usize, from: DVec3) -> Option<Self> {
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
            level.places[level.count] = along.across(way.hi);
            level.count += 1;
        }
        Some(level)
    }

    /// The vertex that is lowest over a slope, and how high it is over that.
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
