//! The search of [`propose`](crate::propose) without rounding: from a simplex to the face of the
//! difference nearest to the origin.

use super::corners::{Corner, Corners};
use super::face::Face;
use crate::arithmetic::float::ROUNDOFF;
use crate::arithmetic::ring::dot;
use crate::difference::{Difference, Pair};
use crate::exact::sum::Sum;
use crate::support::Feature;
use glam::DVec3;

/// The difference of two polytopes.
pub(crate) struct ExactSearch<'q>(pub(crate) &'q Difference<'q>);

impl ExactSearch<'_> {
    /// A simplex to start from: the given pairs of vertices, or the first pair if there are none.
    /// None if a coordinate is not finite.
    pub(crate) fn start(&self, pairs: &[Pair]) -> Option<Corners> {
        let mut named = pairs
            .iter()
            .filter(|pair| self.0.has(pair))
            .filter_map(|pair| self.corner(pair.numbers()));
        let first = named.next().or_else(|| self.corner([0, 0]))?;
        let mut corners = Corners::new(first);
        named.for_each(|corner| corners.push(corner));
        Some(corners)
    }

    /// The corner of the lowest vertices of both shapes along the normal of the face of these
    /// corners, if it is below the face: if not, that is the nearest one. None if a relevant
    /// coordinate is not finite, or a shape is no polytope.
    pub(crate) fn corner_below(&self, corners: &Corners, face: &Face) -> Option<Option<Corner>> {
        if face.has_origin {
            return Some(None);
        }
        let first = corners.list()[0];
        let vertices = self.lowest(face, first.vertices)?;
        // Its sign would say so too, but balls in contact took an eighth longer.
        if vertices == first.vertices {
            return Some(None);
        }
        let lowest = self.corner(vertices)?;
        let rise = face.along_normal(first.point.edge_to(&lowest.point)).sign();
        Some(rise.is_lt().then_some(lowest))
    }

    /// The point of the difference of two vertices.
    pub(crate) fn corner(&self, vertices: [u32; 2]) -> Option<Corner> {
        let pair = self.0.pair(vertices.map(Feature::Vertex));
        let [origin_a, origin_b] = self.0.origins;
        let terms = [pair.points[0], -pair.points[1], origin_a, -origin_b];
        terms.iter().all(|term| term.is_finite()).then(|| Corner {
            vertices,
            point: Sum::new(terms, self.0.scaling.scale),
        })
    }

    /// The vertices of both shapes that make the difference lowest along the normal of a face: the
    /// first of several, starting with these. None if a relevant coordinate is not finite.
    ///
    /// Projections in `f64` rule out most vertices; the others are compared exactly.
    fn lowest(&self, face: &Face, mut best: [u32; 2]) -> Option<[u32; 2]> {
        let (normal, scale) = (face.normal(), self.0.scaling.scale);
        let direction = DVec3::from_array(normal.map(|coordinate| coordinate.value));
        // The largest error of a height, of vertices that are equally high.
        let error = normal.iter().fold(0.0, |error, coordinate| {
            error + (coordinate.error + HEIGHT_ROUNDING * ROUNDOFF * coordinate.value.abs())
        });
        for (shape, best) in best.iter_mut().enumerate() {
            let point = |number: u32| self.0.vertex(shape, number);
            let base = point(*best);
            // As seen from the vertices of this shape.
            let direction = [direction, -direction][shape];
            let height = |number: u32| ((point(number) - base) * scale).dot(direction);
            let numbers = 0..self.0.counts?[shape];
            let lowest = numbers.clone().map(height).fold(0.0, f64::min);
            let largest = self.0.breadth(shape) * scale;
            let doubt = 2.0 * error * largest + f64::MIN_POSITIVE;
            for number in numbers {
                // NaN is undecided.
                if height(number) > lowest + doubt || number == *best {
                    continue;
                }
                let edge = self.edge(shape, point(*best), point(number))?;
                let rise = dot(&normal, &edge.near).sign();
                let rise = rise.unwrap_or_else(|| face.along_normal(edge).sign());
                if rise.is_lt() || (rise.is_eq() && number < *best) {
                    *best = number;
                }
            }
        }
        Some(best)
    }

    /// The translation of the difference if a vertex of one shape moves from one point to another;
    /// none if a coordinate is not finite.
    fn edge(&self, shape: usize, from: DVec3, to: DVec3) -> Option<Sum> {
        let [begin, end] = if shape == 0 { [from, to] } else { [to, from] };
        let is_finite = begin.is_finite() && end.is_finite();
        is_finite.then(|| Sum::new([end, -begin], self.0.scaling.scale))
    }
}

/// A projection is a sum of up to three products of a difference and a coordinate of the normal: at
/// most five roundings, and as many for the bound.
const HEIGHT_ROUNDING: f64 = 10.0;

#[cfg(test)]
mod tests;
