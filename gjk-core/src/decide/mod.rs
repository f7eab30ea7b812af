//! Decide: what rounding leaves open about two polytopes or sphere-swept polytopes, in exact
//! arithmetic.
//!
//! It is the algorithm of [`propose`](crate::propose) without rounding: from the simplex of a
//! candidate to the nearest face of the difference. `corners` are its simplices, and `face` is the
//! face of a simplex with the nearest point. All signs and distances are those of
//! [`exact`](crate::exact) arithmetic.

mod corners;
mod face;

use core::cmp::Ordering;

use glam::DVec3;

use crate::arithmetic::{ROUNDOFF, Space};
use crate::bounds::Bounds;
use crate::difference::{Difference, Name, Pair};
use crate::exact::Sum;
use crate::propose::Candidate;
use corners::{Corner, Corners};
use face::Face;

/// A projection is a sum of up to three products of a difference and a coordinate of the normal: at
/// most five roundings, and as many for the bound.
const HEIGHT_ROUNDING: f64 = 10.0;

/// The face of the difference with the nearest point in its interior, without rounding.
pub(crate) struct Decision<'q> {
    pub(crate) difference: &'q Difference<'q>,
    face: Face,
    corners: Corners,
}

impl<'q> Decision<'q> {
    /// Searches from the simplex of these pairs, at most this many steps. None unless both shapes
    /// are polytopes or sphere-swept polytopes with finite coordinates. `watch` is called for
    /// each step, with its simplex and the vertices that join it, if any do.
    #[cold]
    pub(crate) fn search(
        difference: &'q Difference<'q>,
        pairs: &[Pair],
        steps: u32,
        mut watch: impl FnMut(&Self, Option<[u32; 2]>),
    ) -> Option<Self> {
        let mut corners = difference.first_corners(pairs)?;
        for _ in 0..steps {
            let decision = Self {
                difference,
                face: corners.reduce()?,
                corners,
            };
            let lower = difference.corner_below(&corners, &decision.face)?;
            watch(&decision, lower.map(|corner| corner.vertices));
            match lower {
                Some(corner) => corners.push(corner),
                None => return Some(decision),
            }
        }
        None
    }

    /// Whether the cores have a common point.
    pub(crate) fn cores_meet(&self) -> bool {
        self.face.has_origin
    }

    /// The sum of the radii plus a distance, as a vector of that length.
    fn length(&self, distance: f64) -> Sum {
        let [a, b] = self.difference.radii;
        let lengths = [a, b, distance].map(|length| DVec3::new(length, 0.0, 0.0));
        Sum::new(lengths, self.difference.scaling.scale)
    }

    /// How the distance of the shapes compares with this. Less if the cores have a common point, or
    /// the radii overlap.
    pub(crate) fn compare(&self, distance: f64) -> Ordering {
        match self.face.has_origin {
            true => Ordering::Less,
            false => self.face.beyond(self.length(distance)).sign(),
        }
    }

    /// The rounded distance of shapes that do not intersect, and the nearest numbers around it.
    pub(crate) fn bounds(&self) -> Bounds {
        let rounded = self.face.distance_beyond(self.length(0.0)).rounded();
        let distance = f64::max(rounded, f64::from_bits(1));
        Bounds::new(match self.compare(distance) {
            Ordering::Less => [distance.next_down(), distance, distance],
            Ordering::Equal => [distance; 3],
            Ordering::Greater => [distance, distance, distance.next_up()],
        })
    }

    /// Writes the nearest face to the candidate.
    pub(crate) fn write_to<P: Space>(&self, candidate: &mut Candidate<P>) {
        let vertices = self.corners.list().iter().map(|corner| corner.vertices);
        candidate.become_of(self.difference, vertices);
        candidate.weigh(&self.corners.weights().map(P::Scalar::from));
    }

    /// The unit vector from the origin to the nearest point of cores that do not intersect.
    pub(crate) fn direction(&self) -> DVec3 {
        let along = |axis: DVec3| self.face.along_normal(Sum::new([axis], 1.0));
        let coordinates = DVec3::AXES.map(|axis| along(axis).leading());
        let [x, y, z] = coordinates.map(|x| x * x);
        let length = (x + y + z).root();
        DVec3::from_array(coordinates.map(|x| (x / length).rounded()))
    }

    /// The distance of the cores.
    pub(crate) fn distance(&self) -> f64 {
        self.face.distance().rounded()
    }
}

impl Difference<'_> {
    /// A simplex to start from: the given pairs of vertices, or the first pair if there are none.
    /// None if a coordinate is not finite.
    fn first_corners(&self, pairs: &[Pair]) -> Option<Corners> {
        let present = pairs.iter().filter(|pair| self.has(pair));
        let mut named = present.filter_map(|pair| self.corner(pair.numbers()));
        let first = named.next().or_else(|| self.corner([0, 0]))?;
        let mut corners = Corners::new(first);
        named.for_each(|corner| corners.push(corner));
        Some(corners)
    }

    /// The corner of the lowest vertices of both shapes along the normal of the face of these
    /// corners. The inner option is none if it is not below the face, which is then the nearest
    /// one; the outer if a relevant coordinate is not finite, or a shape is no polytope.
    fn corner_below(&self, corners: &Corners, face: &Face) -> Option<Option<Corner>> {
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
    fn corner(&self, vertices: [u32; 2]) -> Option<Corner> {
        let [a, b] = self.pair(vertices.map(Name::Vertex)).points;
        let [origin_a, origin_b] = self.bodies.map(|body| body.origin);
        let terms = [a, -b, origin_a, -origin_b];
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
            let point = |number: u32| self.bodies[shape].point(Name::Vertex(number));
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

#[cfg(test)]
pub(crate) mod tests;
