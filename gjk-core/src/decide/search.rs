//! The search of [`propose`](crate::propose) without rounding: from a simplex to the face of the
//! difference nearest to the origin.

use super::corners::{Corner, Corners};
use super::face::Face;
use crate::arithmetic::ROUNDOFF;
use crate::difference::{Difference, Pair};
use crate::exact::Sum;
use glam::DVec3;

impl Difference<'_> {
    /// A simplex to start from: the given pairs of vertices, or the first pair if there are none.
    /// None if a coordinate is not finite.
    pub(super) fn first_corners(&self, pairs: &[Pair]) -> Option<Corners> {
        let present = pairs.iter().filter(|pair| self.has(pair));
        let mut named = present.filter_map(|pair| self.corner(pair.numbers()));
        let first = named.next().or_else(|| self.corner([0, 0]))?;
        let mut corners = Corners::new(first);
        named.for_each(|corner| corners.push(corner));
        Some(corners)
    }

    /// The corner of the lowest vertices of both shapes along the normal of the face of these
    /// corners, if it is below the face: if not, that is the nearest one. None if a relevant
    /// coordinate is not finite, or a shape is no polytope.
    pub(super) fn corner_below(&self, corners: &Corners, face: &Face) -> Option<Option<Corner>> {
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
        let rise = face.along_normal(first.to(&lowest)).sign();
        Some(rise.is_lt().then_some(lowest))
    }

    /// The point of the difference of two vertices.
    pub(super) fn corner(&self, vertices: [u32; 2]) -> Option<Corner> {
        let ([a, b], [origin_a, origin_b]) = (vertices, self.origins);
        let terms = [self.vertex(0, a), -self.vertex(1, b), origin_a, -origin_b];
        terms.iter().all(|term| term.is_finite()).then(|| Corner {
            vertices,
            point: Sum::new(terms, self.scaling.scale),
        })
    }

    /// The vertices of both shapes that make the difference lowest along the normal of a face: the
    /// first of several, starting with these. None if a relevant coordinate is not finite.
    ///
    /// Projections in `f64` rule out most vertices; the others are compared exactly.
    fn lowest(&self, face: &Face, mut best: [u32; 2]) -> Option<[u32; 2]> {
        let (normal, scale) = (face.normal(), self.scaling.scale);
        let direction = DVec3::from_array(normal.map(|coordinate| coordinate.value));
        // The largest error of a height, of vertices that are equally high.
        let error = normal.iter().fold(0.0, |error, coordinate| {
            error + (coordinate.error + HEIGHT_ROUNDING * ROUNDOFF * coordinate.value.abs())
        });
        for (shape, best) in best.iter_mut().enumerate() {
            let point = |number: u32| self.vertex(shape, number);
            let base = point(*best);
            // The vertices of the second shape are subtracted.
            let side = [1.0, -1.0][shape];
            let height = |number: u32| ((point(number) - base) * scale).dot(direction * side);
            let numbers = 0..self.counts?[shape];
            let lowest = numbers.clone().map(height).fold(0.0, f64::min);
            let largest = self.breadth(shape) * scale;
            let doubt = 2.0 * error * largest + f64::MIN_POSITIVE;
            for number in numbers {
                // NaN is undecided.
                if height(number) > lowest + doubt || number == *best {
                    continue;
                }
                // The best one is finite, as the first corner is.
                if !point(number).is_finite() {
                    return None;
                }
                let edge = Sum::new([point(number) * side, point(*best) * -side], scale);
                let rise = face.along_normal(edge).sign();
                if rise.is_lt() || (rise.is_eq() && number < *best) {
                    *best = number;
                }
            }
        }
        Some(best)
    }
}

/// A projection is a sum of up to three products of a difference and a coordinate of the normal: at
/// most five roundings, and as many for the bound.
const HEIGHT_ROUNDING: f64 = 10.0;

#[cfg(test)]
mod tests;
