//! The same search as that of [`gjk`](crate::gjk), without rounding: from a simplex to the face of the
//! difference that has its point nearest to the origin.

use super::face::{Corner, Corners, Face};
use super::sum::Sum;
use crate::difference::Difference;
use crate::gjk::ROUNDOFF;
use crate::support::{Feature, Support};
use crate::vector::Vector;

/// The difference of two polytopes.
pub(crate) struct Exact<'q, 's, A: ?Sized, B: ?Sized, V> {
    difference: &'q Difference<'s, A, B, V>,
    /// How many vertices the shapes have.
    counts: [u32; 2],
}

/// Where the exact search ends.
pub(crate) struct Nearest {
    /// The face with the nearest point in its inside.
    pub(crate) face: Face,
    /// Its corners.
    pub(crate) corners: Corners,
}

impl<'q, 's, V, A, B> Exact<'q, 's, A, B, V>
where
    V: Vector,
    A: Support<Vector = V> + ?Sized,
    B: Support<Vector = V> + ?Sized,
{
    /// The difference, if both shapes are polytopes.
    pub(crate) fn of(difference: &'q Difference<'s, A, B, V>) -> Option<Self> {
        let counts = difference.vertex_counts()?;
        Some(Self { difference, counts })
    }

    /// The nearest point, searched from the pairs of vertices in `start`, if there are any. None where
    /// a coordinate is not finite, or after so many steps.
    pub(crate) fn nearest(
        &self,
        start: impl Iterator<Item = [Feature<V>; 2]>,
        steps: u32,
    ) -> Option<Nearest> {
        let mut start = start.filter_map(|features| self.corner(self.numbers(features)?));
        let first = start.next().or_else(|| self.corner([0, 0]))?;
        let mut corners = Corners::new(first, self.difference.scale());
        start.for_each(|corner| corners.push(corner));
        for _ in 0..steps {
            let face = corners.reduce()?;
            if face.has_origin {
                return Some(Nearest { face, corners });
            }
            let from = corners.list()[0];
            let lowest = self.lowest(&face, &from)?;
            if face
                .along_normal(&from.way_to(&lowest, self.difference.scale()))
                .is_ge()
            {
                return Some(Nearest { face, corners });
            }
            corners.push(lowest);
        }
        None
    }

    /// The numbers of two vertices, if features name such.
    fn numbers(&self, features: [Feature<V>; 2]) -> Option<[u32; 2]> {
        match features {
            [Feature::Vertex(a), Feature::Vertex(b)] => {
                (a < self.counts[0] && b < self.counts[1]).then_some([a, b])
            }
            _ => None,
        }
    }

    /// The point of the difference that two vertices make.
    fn corner(&self, vertices: [u32; 2]) -> Option<Corner> {
        let pair = self.difference.pair(vertices.map(Feature::Vertex));
        let ends = [pair.a, pair.b].map(V::coordinates);
        let [origin_a, origin_b] = self.difference.origins();
        let terms = [pair.a, -pair.b, origin_a, -origin_b];
        terms.iter().all(|term| term.is_finite()).then(|| Corner {
            vertices,
            ends,
            point: Sum::new(terms.map(V::coordinates), self.difference.scale()),
        })
    }

    /// The lowest point of the difference along the normal of a face.
    fn lowest(&self, face: &Face, from: &Corner) -> Option<Corner> {
        let [a, b] = from.vertices;
        let lowest_a = self.lowest_of(face, 0, a)?;
        let lowest_b = self.lowest_of(face, 1, b)?;
        self.corner([lowest_a, lowest_b])
    }

    /// The number of the vertex of a shape that makes the difference lowest along the normal of a face:
    /// the first of several. None where a coordinate is not finite.
    ///
    /// Heights in `f64` rule out most vertices; those that are left are compared exactly.
    fn lowest_of(&self, face: &Face, shape: usize, from: u32) -> Option<u32> {
        let scale = self.difference.scale();
        let numbers = 0..self.counts[shape];
        let point = |number: u32| self.difference.vertex(shape, number);
        let base = point(from);
        let (normal, error) = self.direction(face, shape)?;
        let (mut lowest, mut largest, mut finite) = (0.0, 0.0, true);
        let height = |number: u32| {
            let way = (point(number) - base) * scale;
            (way.dot(normal), way.largest_coordinate())
        };
        for number in numbers.clone() {
            let (height, size) = height(number);
            lowest = f64::min(lowest, height);
            largest = f64::max(largest, size);
            finite &= point(number).is_finite();
        }
        if !finite {
            return None;
        }
        let doubt = 2.0 * error * largest + f64::MIN_POSITIVE;
        let mut best = from;
        for number in numbers {
            // What is NaN is in doubt.
            if height(number).0 > lowest + doubt {
                continue;
            }
            let way = self.way(shape, point(best), point(number));
            let rise = face.along_normal(&way);
            if rise.is_lt() || (rise.is_eq() && number < best) {
                best = number;
            }
        }
        Some(best)
    }

    /// The way of the difference as a vertex of one shape goes from one point to another.
    fn way(&self, shape: usize, from: V, to: V) -> Sum {
        let signed = |v: V| if shape == 0 { v } else { -v };
        let zero = [0.0; 3];
        let terms = [
            signed(to).coordinates(),
            signed(-from).coordinates(),
            zero,
            zero,
        ];
        Sum::new(terms, self.difference.scale())
    }

    /// The normal of a face in `f64`, as the vertices of one shape see it, and the largest error of a
    /// height along it, relative to the largest coordinate of what is as high.
    fn direction(&self, face: &Face, shape: usize) -> Option<(V, f64)> {
        let sign = if shape == 0 { 1.0 } else { -1.0 };
        let mut error = 0.0;
        let normal = face.normal(Sum::near)?.map(|coordinate| {
            error += coordinate.error + HEIGHT_ROUNDING * ROUNDOFF * coordinate.value.abs();
            sign * coordinate.value
        });
        Some((V::of_coordinates(normal), error))
    }
}

/// A height is a sum of up to three products, each of a difference and a coordinate of the normal: five
/// roundings at most, and as much again for the bound itself.
const HEIGHT_ROUNDING: f64 = 10.0;

#[cfg(test)]
mod tests {
    use super::{Exact, Nearest};
    use crate::difference::Difference;
    use crate::shape::{Hull, Point};
    use crate::support::Feature;
    use glam::DVec3;
    use std::vec::Vec;

    // Claim: of vertices that differ in height by less than `f64` can tell, the lowest is found, and of
    // several the first; of the first shape and of the second, and whatever the size.
    #[test]
    fn the_lowest_of_level_vertices_is_found() {
        for size in [1e-3, 1.0, 1e200] {
            // Points of the plane 0.3 x + 0.7 y + z = 1, rounded.
            let points: Vec<DVec3> = (0..200)
                .map(|i| {
                    let [x, y] = [f64::from(i % 14) * 0.1 - 0.7, f64::from(i / 14) * 0.1 - 0.7];
                    DVec3::new(x, y, 1.0 - 0.3 * x - 0.7 * y) * size
                })
                .collect();
            let hull = Hull::new(&points[..]).unwrap();
            let origin = Point::new(DVec3::ZERO).unwrap();
            let mirrored: Vec<DVec3> = points.iter().map(|point| -*point).collect();
            let mirrored = Hull::new(&mirrored[..]).unwrap();
            for triangle in [[0, 13, 190], [5, 100, 199], [1, 77, 180], [13, 90, 195]] {
                let mut first = Difference::new(&hull, &origin);
                first.adapt_to(&first.pair([Feature::Vertex(0); 2]));
                let exact = Exact::of(&first).unwrap();
                let mut corners =
                    super::Corners::new(exact.corner([triangle[0], 0]).unwrap(), first.scale());
                corners.push(exact.corner([triangle[1], 0]).unwrap());
                corners.push(exact.corner([triangle[2], 0]).unwrap());
                let face = corners.reduce().unwrap();
                let lower = |a: u32, b: u32| {
                    face.along_normal(&exact.way(0, points[a as usize], points[b as usize]))
                };
                let expected =
                    (1..200).fold(0, |best, n| if lower(best, n).is_lt() { n } else { best });
                for from in [0, 60, 199] {
                    assert_eq!(
                        exact.lowest_of(&face, 0, from),
                        Some(expected),
                        "{triangle:?}"
                    );
                }
                let mut second = Difference::new(&origin, &mirrored);
                second.adapt_to(&second.pair([Feature::Vertex(0); 2]));
                let exact = Exact::of(&second).unwrap();
                for from in [0, 60, 199] {
                    assert_eq!(
                        exact.lowest_of(&face, 1, from),
                        Some(expected),
                        "{triangle:?}"
                    );
                }
            }
        }
    }

    // Claim: of vertices that are exactly as low the first is found, wherever the look begins.
    #[test]
    fn the_first_of_the_lowest_is_found() {
        let points = [
            [0.0, 0.0, 5.0],
            [2.0, 0.0, 1.0],
            [0.0, 3.0, 1.0],
            [2.0, 3.0, 1.0],
        ];
        let hull = Hull::new(points.map(DVec3::from)).unwrap();
        let origin = Point::new(DVec3::ZERO).unwrap();
        let difference = Difference::new(&hull, &origin);
        let exact = Exact::of(&difference).unwrap();
        let mut corners = super::Corners::new(exact.corner([0, 0]).unwrap(), 1.0);
        let face = corners.reduce().unwrap();
        for from in 0..4 {
            assert_eq!(exact.lowest_of(&face, 0, from), Some(1), "{from}");
        }
    }

    // Claim: a search starts from the vertices that are named, where there are such; there it may be at
    // its end at once.
    #[test]
    fn a_search_starts_where_it_is_told() {
        let points = [
            [9.0, 0.0, 0.0],
            [0.0, 8.0, 0.0],
            [0.0, 0.0, 7.0],
            [1.0, 1.0, 1.0],
        ];
        let hull = Hull::new(points.map(DVec3::from)).unwrap();
        let origin = Point::new(DVec3::ZERO).unwrap();
        let difference = Difference::new(&hull, &origin);
        let exact = Exact::of(&difference).unwrap();
        let ends = |start: [u32; 2]| {
            let found = exact.nearest([start.map(Feature::Vertex)].into_iter(), 1);
            found.map(|Nearest { corners, .. }| corners.list()[0].vertices)
        };
        assert_eq!(ends([3, 0]), Some([3, 0]));
        assert_eq!(ends([2, 0]), None);
        assert_eq!(exact.numbers([3, 0].map(Feature::Vertex)), Some([3, 0]));
        assert_eq!(exact.numbers([4, 0].map(Feature::Vertex)), None);
        assert_eq!(exact.numbers([3, 1].map(Feature::Vertex)), None);
    }
}
