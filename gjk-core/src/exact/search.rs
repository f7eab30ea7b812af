//! The same search as that of [`gjk`](crate::gjk), without rounding: from a simplex to the face of the
//! difference that has its point nearest to the origin.

use core::cmp::Ordering;

use super::corners::{Corner, Corners};
use super::estimate::Estimate;
use super::face::Face;
use super::ring::dot;
use super::sum::Sum;
use crate::difference::Difference;
use crate::double_double::DoubleDouble;
use crate::float::ROUNDOFF;
use crate::support::{Feature, Support, vertex_numbers};
use crate::vector::Vector;

/// The difference of two polytopes.
pub(crate) struct Exact<'q, 's, A: ?Sized, B: ?Sized, V> {
    difference: &'q Difference<'s, A, B, V>,
    /// How many vertices the shapes have.
    counts: [u32; 2],
}

/// A coordinate of a normal.
type Precise = Estimate<DoubleDouble<f64>>;

/// The lowest vertex of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lowest {
    number: u32,
    /// Whether the vertex that the look began at is as low.
    is_level: bool,
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

    /// A simplex to search from: the pairs of vertices that are named, or the first if there are none. None
    /// where a coordinate is not finite.
    pub(crate) fn start(&self, named: impl Iterator<Item = [Feature<V>; 2]>) -> Option<Corners> {
        let mut named = named.filter_map(|features| self.corner(self.numbers(features)?));
        let first = named.next().or_else(|| self.corner([0, 0]))?;
        let mut corners = Corners::new(first, self.difference.scale());
        named.for_each(|corner| corners.push(corner));
        Some(corners)
    }

    /// The face that has the nearest point in its inside, searched from these corners, which become its
    /// own. None where a coordinate that may count is not finite, or after so many steps.
    pub(crate) fn nearest(&self, corners: &mut Corners, steps: u32) -> Option<Face> {
        for _ in 0..steps {
            let face = corners.reduce()?;
            if face.has_origin {
                return Some(face);
            }
            let lowest = self.lowest_from(corners, &face)?;
            if lowest.iter().all(|vertex| vertex.is_level) {
                return Some(face);
            }
            corners.push(self.corner(lowest.map(|vertex| vertex.number))?);
        }
        None
    }

    /// The numbers of two vertices, if features name such that the shapes have.
    fn numbers(&self, features: [Feature<V>; 2]) -> Option<[u32; 2]> {
        let are_there = |[a, b]: &[u32; 2]| *a < self.counts[0] && *b < self.counts[1];
        vertex_numbers(features).filter(are_there)
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

    /// The vertices of both shapes that make the difference lowest along the normal of the face of these
    /// corners, beside those of the first. None where a coordinate that may count is not finite.
    fn lowest_from(&self, corners: &Corners, face: &Face) -> Option<[Lowest; 2]> {
        let joined = corners.joined();
        self.lowest(face, corners.list()[0].vertices, |shape, number| {
            let mut corners = corners.list().iter().zip(joined);
            corners.any(|(corner, is_joined)| is_joined && corner.vertices[shape] == number)
        })
    }

    /// The same, beside these; of the others of either shape some are known to be level with its own.
    fn lowest(
        &self,
        face: &Face,
        [a, b]: [u32; 2],
        is_level: impl Fn(usize, u32) -> bool,
    ) -> Option<[Lowest; 2]> {
        let normal = face.normal(Sum::precise)?;
        let lowest_a = self.lowest_of(face, &normal, 0, a, |number| is_level(0, number))?;
        let lowest_b = self.lowest_of(face, &normal, 1, b, |number| is_level(1, number))?;
        Some([lowest_a, lowest_b])
    }

    /// The vertex of a shape that makes the difference lowest along the normal of a face, of which this
    /// is an estimate: the first of several. Some are known to be level with the one that the look begins at.
    ///
    /// Heights in `f64` rule out most vertices; those that are left are compared exactly.
    fn lowest_of(
        &self,
        face: &Face,
        normal: &[Precise; 3],
        shape: usize,
        from: u32,
        is_level: impl Fn(u32) -> bool,
    ) -> Option<Lowest> {
        let scale = self.difference.scale();
        let point = |number: u32| self.difference.vertex(shape, number);
        let base = point(from);
        let (direction, error) = self.direction(normal, shape);
        let height = |number: u32| ((point(number) - base) * scale).dot(direction);
        let numbers = 0..self.counts[shape];
        let lowest = numbers.clone().map(height).fold(0.0, f64::min);
        let largest = self.difference.breadth(shape) * scale;
        let doubt = 2.0 * error * largest + f64::MIN_POSITIVE;
        let mut best = Lowest {
            number: from,
            is_level: true,
        };
        for number in numbers {
            // What is NaN is in doubt.
            if height(number) > lowest + doubt || number == best.number {
                continue;
            }
            let rise = if is_level(number) {
                // With the vertex that the look began at: if the best is below, it came before this one.
                Ordering::Equal
            } else {
                let way = self.way(shape, point(best.number), point(number))?;
                let rise = dot(normal, &way.precise()).sign();
                rise.unwrap_or_else(|| face.exactly_along_normal(&way))
            };
            if rise.is_lt() || (rise.is_eq() && number < best.number) {
                best = Lowest {
                    number,
                    is_level: best.is_level && rise.is_eq(),
                };
            }
        }
        Some(best)
    }

    /// The way of the difference as a vertex of one shape goes from one point to another; none where a
    /// coordinate is not finite.
    #[inline(always)]
    fn way(&self, shape: usize, from: V, to: V) -> Option<Sum> {
        let [begin, end] = if shape == 0 { [from, to] } else { [to, from] };
        let terms = [end.coordinates(), (-begin).coordinates()];
        let is_finite = begin.is_finite() && end.is_finite();
        is_finite.then(|| Sum::of_two(terms, self.difference.scale()))
    }

    /// A normal in `f64`, as the vertices of one shape see it, and the largest error of a height along it,
    /// relative to the largest coordinate of what is as high.
    fn direction(&self, normal: &[Precise; 3], shape: usize) -> (V, f64) {
        let sign = if shape == 0 { 1.0 } else { -1.0 };
        let mut error = 0.0;
        let direction = normal.map(|coordinate| {
            let near = coordinate.near();
            error += near.error + HEIGHT_ROUNDING * ROUNDOFF * near.value.abs();
            sign * near.value
        });
        (V::of_coordinates(direction), error)
    }
}

/// A height is a sum of up to three products, each of a difference and a coordinate of the normal: five
/// roundings at most, and as much again for the bound itself.
const HEIGHT_ROUNDING: f64 = 10.0;

#[cfg(test)]
mod tests {
    use super::Exact;
    use crate::closest::SupportPair;
    use crate::difference::Difference;
    use crate::shape::{Hull, Point};
    use crate::support::{Feature, Support};
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
                    let way = exact.way(0, points[a as usize], points[b as usize]);
                    face.along_normal(&way.unwrap())
                };
                let expected =
                    (1..200).fold(0, |best, n| if lower(best, n).is_lt() { n } else { best });
                for from in [0, 60, 199] {
                    let [found, _] = exact.lowest(&face, [from, 0], |_, _| false).unwrap();
                    assert_eq!(found.number, expected, "{triangle:?}");
                    assert_eq!(found.is_level, lower(from, expected).is_eq());
                }
                let mut second = Difference::new(&origin, &mirrored);
                second.adapt_to(&second.pair([Feature::Vertex(0); 2]));
                let exact = Exact::of(&second).unwrap();
                for from in [0, 60, 199] {
                    let [_, found] = exact.lowest(&face, [0, from], |_, _| false).unwrap();
                    assert_eq!(found.number, expected, "{triangle:?}");
                    assert_eq!(found.is_level, lower(from, expected).is_eq());
                }
            }
        }
    }

    // Claim: the lowest is found where `f64` takes another one for it: of vertices that are level but for the
    // rounding of their coordinates, far from each other, along a normal of all digits. Numbers are far from
    // one, so that an error counts by the size of both, the normal and the vertices.
    #[test]
    fn rounded_heights_do_not_choose() {
        const SIZE: f64 = (1u32 << 20) as f64;
        let mut bits = crate::random::bits();
        // Up to an eighth more or less than one.
        let mut number = || 1.0 + (bits() as i64) as f64 * 2f64.powi(-66);
        let mut misled = 0;
        for round in 0..90 {
            let normal = DVec3::new(number(), number(), number()) * SIZE;
            let points: Vec<DVec3> = (0..8)
                .map(|i| {
                    let side = if i % 2 == 0 { SIZE } else { -SIZE };
                    let (x, y) = (number() * side, number() * side);
                    DVec3::new(x, y, -(normal.x * x + normal.y * y) / normal.z)
                })
                .collect();
            let hull = Hull::new(&points[..]).unwrap();
            let opposite = Point::new(-normal).unwrap();
            let mut difference = Difference::new(&hull, &opposite);
            // A search may have met a point first that is much smaller or larger.
            difference.adapt_to(&SupportPair {
                a: DVec3::X * [1.0 / SIZE, 1.0, SIZE][round % 3],
                ..SupportPair::EMPTY
            });
            let exact = Exact::of(&difference).unwrap();
            // A face whose normal is that vector.
            let tip = Hull::new([DVec3::ZERO]).unwrap();
            let of_normal = Difference::new(&tip, &opposite);
            let corner = Exact::of(&of_normal).unwrap().corner([0, 0]).unwrap();
            let face = super::Corners::new(corner, 1.0).reduce().unwrap();
            let lower = |a: u32, b: u32| {
                let way = exact.way(0, points[a as usize], points[b as usize]);
                face.along_normal(&way.unwrap())
            };
            let expected = (1..8).fold(0, |best, n| if lower(best, n).is_lt() { n } else { best });
            for from in 0..8 {
                let [found, _] = exact.lowest(&face, [from, 0], |_, _| false).unwrap();
                assert_eq!(found.number, expected);
                assert_eq!(found.is_level, lower(from, expected).is_eq());
                let height = |n: u32| (points[n as usize] - points[from as usize]).dot(normal);
                misled += u32::from((0..8).any(|n| height(n) < height(expected)));
            }
        }
        assert!(misled > 100, "{misled}");
    }

    // Claim: ways that are tiny beside the other shape are compared too, down to the least normal number.
    #[test]
    fn the_lowest_of_tiny_ways_is_found() {
        let tiny = 2f64.powi(-1000);
        let hull = Hull::new([DVec3::X * 2.0 * tiny, DVec3::X * tiny]).unwrap();
        let other = Point::new(DVec3::NEG_X).unwrap();
        let difference = Difference::new(&hull, &other);
        let exact = Exact::of(&difference).unwrap();
        let face = super::Corners::new(exact.corner([0, 0]).unwrap(), 1.0)
            .reduce()
            .unwrap();
        let [found, _] = exact.lowest(&face, [0, 0], |_, _| false).unwrap();
        assert_eq!((found.number, found.is_level), (1, false));
    }

    // Claim: a vertex that is not finite is met wherever it stands, and there is no lowest one.
    #[test]
    fn vertices_are_finite() {
        /// A shape of these vertices, whatever they are.
        struct Named([DVec3; 3]);

        impl Support for Named {
            type Vector = DVec3;
            fn support(&self, _: DVec3) -> DVec3 {
                self.0[0]
            }
            fn point(&self, feature: Feature<DVec3>) -> DVec3 {
                match feature {
                    Feature::Vertex(number) => self.0[number as usize],
                    Feature::Direction(_) => self.0[0],
                }
            }
            fn vertex_count(&self) -> Option<u32> {
                Some(3)
            }
        }

        let origin = Point::new(DVec3::ZERO).unwrap();
        for (off, expected) in [
            (5.0, Some(2)),
            (f64::INFINITY, None),
            (f64::NEG_INFINITY, None),
            (f64::NAN, None),
        ] {
            let shape = Named([DVec3::X * 4.0, DVec3::new(4.0, off, 0.0), DVec3::X]);
            let difference = Difference::new(&shape, &origin);
            let exact = Exact::of(&difference).unwrap();
            let face = super::Corners::new(exact.corner([0, 0]).unwrap(), 1.0)
                .reduce()
                .unwrap();
            let found = exact
                .lowest(&face, [0, 0], |_, _| false)
                .map(|[found, _]| found.number);
            assert_eq!(found, expected, "{off}");
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
            let [found, _] = exact.lowest(&face, [from, 0], |_, _| false).unwrap();
            assert_eq!((found.number, found.is_level), (1, from != 0), "{from}");
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
            let mut corners = exact
                .start([start.map(Feature::Vertex)].into_iter())
                .unwrap();
            let found = exact.nearest(&mut corners, 1);
            found.map(|_| corners.list()[0].vertices)
        };
        assert_eq!(ends([3, 0]), Some([3, 0]));
        assert_eq!(ends([2, 0]), None);
        assert_eq!(exact.numbers([3, 0].map(Feature::Vertex)), Some([3, 0]));
        assert_eq!(exact.numbers([4, 0].map(Feature::Vertex)), None);
        assert_eq!(exact.numbers([3, 1].map(Feature::Vertex)), None);
    }

    // Claim: what is known to be level changes nothing that is found: a look from the corners of a face of a
    // box finds what one from their first vertices does that knows of none; with the last corner of that face
    // level, above or below, and in any order.
    #[test]
    fn known_levels_change_nothing() {
        let least = f64::EPSILON;
        for (off, is_lowest) in [(0.0, true), (least, true), (-least, false)] {
            let corner = |i: u32| {
                let bit = |k: u32| f64::from(i >> k & 1);
                DVec3::new(bit(0) - 0.25, bit(1) - 0.25, 1.0 + bit(2))
            };
            for moved in 0..4 {
                let points: Vec<DVec3> = (0..8)
                    .map(|i| corner(i) + DVec3::Z * if i == moved { off } else { 0.0 })
                    .collect();
                let hull = Hull::new(&points[..]).unwrap();
                let origin = Point::new(DVec3::ZERO).unwrap();
                let difference = Difference::new(&hull, &origin);
                let exact = Exact::of(&difference).unwrap();
                let mut others: Vec<u32> = (0..4).filter(|i| *i != moved).collect();
                for _ in 0..3 {
                    others.rotate_left(1);
                    let mut corners =
                        super::Corners::new(exact.corner([others[0], 0]).unwrap(), 1.0);
                    for number in &others[1..] {
                        corners.push(exact.corner([*number, 0]).unwrap());
                    }
                    let [a, b, c] = corners.list() else {
                        panic!("three corners");
                    };
                    let face = super::Face::triangle(a.point, [b, c].map(|to| a.way_to(to, 1.0)));
                    let found = exact.lowest_from(&corners, &face).unwrap();
                    let blind = exact.lowest(&face, [others[0], 0], |_, _| false).unwrap();
                    assert_eq!(found, blind, "{off:e} {moved}");
                    assert_eq!(found.iter().all(|vertex| vertex.is_level), is_lowest);
                }
            }
        }
    }
}
