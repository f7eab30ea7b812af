//! A simplex of the exact search, and its face nearest to the origin.

use core::cmp::Ordering;

use super::face::{Face, Kind};
use crate::exact::form::{CrossDot, CrossSquared, Dot, Leading, Measure, Sign, Triple};
use crate::exact::scaled::Scaled;
use crate::exact::sum::Sum;
use crate::propose::SIMPLEX_MAX;

/// A point of the difference: a vertex of one shape minus a vertex of the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// The ids of the two vertices.
    pub(crate) vertices: [u32; 2],
    /// Their coordinates, relative to the origins of their shapes.
    pub(crate) ends: [[f64; 3]; 2],
    /// The point.
    pub(crate) point: Sum,
}

impl Corner {
    /// The difference to another corner, with estimates at that scale.
    pub(crate) fn way_to(&self, other: &Self, scale: f64) -> Sum {
        let ([a, b], [c, d]) = (self.ends, other.ends);
        let [minus_a, minus_d] = [a, d].map(|end| end.map(|x| -x));
        Sum::new([c, minus_a, minus_d, b], scale)
    }
}

/// A simplex of one to four corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corners {
    list: [Corner; SIMPLEX_MAX],
    count: usize,
    scale: f64,
}

impl Corners {
    /// The simplex of one corner, with estimates at this scale.
    pub(crate) fn new(corner: Corner, scale: f64) -> Self {
        Self {
            list: [corner; SIMPLEX_MAX],
            count: 1,
            scale,
        }
    }

    /// Its corners.
    pub(crate) fn list(&self) -> &[Corner] {
        self.list.get(..self.count).unwrap_or(&self.list)
    }

    /// Appends a corner. A full simplex is unchanged.
    pub(crate) fn push(&mut self, corner: Corner) {
        if let Some(place) = self.list.get_mut(self.count) {
            *place = corner;
            self.count += 1;
        }
    }

    /// The face with the nearest point; its corners are kept, the others are dropped. It exists:
    /// every point of a simplex, even a flat one, is in the interior of a face that is not flat
    /// (Carathéodory).
    ///
    /// All corners are tried first, then the faces of the newest corner: if it brought the search
    /// nearer, its nearest point is there.
    pub(crate) fn reduce(&mut self) -> Option<Face> {
        let all = (1 << self.count) - 1;
        let (members, face) = (1..=all)
            .rev()
            .find_map(|members: u32| Some((members, self.nearest_on(members)?)))?;
        let mut kept = 0;
        for corner in 0..self.count {
            if members >> corner & 1 != 0 {
                self.list[kept] = self.list[corner];
                kept += 1;
            }
        }
        self.count = kept;
        Some(face)
    }

    /// The face of these members, if the nearest point of the simplex is in its interior.
    fn nearest_on(&self, members: u32) -> Option<Face> {
        let mut corners = (0..self.count).filter(|corner| members >> corner & 1 != 0);
        let mut next = || corners.next();
        let face = match (next()?, next(), next(), next()) {
            (a, None, ..) => self.corner(a),
            (a, Some(b), None, _) => self.edge(a, b)?,
            (a, Some(b), Some(c), None) => self.triangle([a, b, c])?,
            (_, _, _, Some(_)) => self.tetrahedron()?,
        };
        let first = members.trailing_zeros() as usize;
        let is_beyond = |corner: usize| {
            members >> corner & 1 != 0 || face.along_normal(&self.way(first, corner)).is_ge()
        };
        (face.has_origin || (0..self.count).all(is_beyond)).then_some(face)
    }

    fn corner(&self, a: usize) -> Face {
        let at = self.list[a].point;
        Face {
            has_origin: Sign::of::<Dot, 2>([&at, &at]).is_eq(),
            kind: Kind::Corner { at },
        }
    }

    fn edge(&self, a: usize, b: usize) -> Option<Face> {
        let [at, end] = [a, b].map(|corner| &self.list[corner].point);
        let way = self.way(a, b);
        let inside =
            Sign::of::<Dot, 2>([at, &way]).is_lt() && Sign::of::<Dot, 2>([end, &way]).is_gt();
        inside.then(|| Face {
            has_origin: Sign::of::<CrossSquared, 2>([&way, at]).is_eq(),
            kind: Kind::Edge { at: *at, way },
        })
    }

    fn triangle(&self, corners: [usize; 3]) -> Option<Face> {
        let [a, b, _] = corners.map(|corner| &self.list[corner].point);
        let [ab, ac, bc] = self.ways(corners);
        let inside = areas([a, b], [&ab, &ac, &bc])
            .into_iter()
            .all(|of| Sign::of::<CrossDot, 4>(of).is_gt());
        inside.then(|| Face::triangle(*a, [ab, ac]))
    }

    fn tetrahedron(&self) -> Option<Face> {
        // The whole volume is their sum: if they have one sign, it has the same.
        let inside = self.with_volumes(|volumes| {
            let mut signs = volumes.iter().map(|of| Sign::of::<Triple, 3>(*of));
            let first = signs.next();
            first != Some(Ordering::Equal) && signs.all(|sign| Some(sign) == first)
        });
        inside.then_some(Face {
            has_origin: true,
            kind: Kind::Tetrahedron,
        })
    }

    /// Passes the vectors of the triple products that are six times the volumes of the origin with
    /// the faces opposite to the corners.
    fn with_volumes<T>(&self, read: impl FnOnce([[&Sum; 3]; SIMPLEX_MAX]) -> T) -> T {
        let [a, b] = [0, 1].map(|corner: usize| &self.list[corner].point);
        let way = |from, to| self.way(from, to);
        let (ab, ac, ad, bc, bd) = (&way(0, 1), &way(0, 2), &way(0, 3), &way(1, 2), &way(1, 3));
        read([[bc, bd, b], [ad, ac, a], [ab, ad, a], [ac, ab, a]])
    }

    /// The difference of two corners.
    fn way(&self, from: usize, to: usize) -> Sum {
        self.list[from].way_to(&self.list[to], self.scale)
    }

    /// The differences from the first of three corners to the others, and from the second to the
    /// third.
    fn ways(&self, [a, b, c]: [usize; 3]) -> [Sum; 3] {
        [self.way(a, b), self.way(a, c), self.way(b, c)]
    }

    /// The weights of the corners for the nearest point, after [`reduce`](Self::reduce).
    pub(crate) fn weights(&self) -> [f64; SIMPLEX_MAX] {
        let [a, b] = [0, 1].map(|corner: usize| &self.list[corner].point);
        let mut parts = [Scaled::ZERO; SIMPLEX_MAX];
        match self.count {
            1 => parts[0] = Scaled::ONE,
            2 => {
                let along = |p: &Sum, way: &Sum| Leading::of::<Dot, 2>([p, way]);
                parts[0] = along(b, &self.way(0, 1));
                parts[1] = along(a, &self.way(1, 0));
            }
            3 => {
                let [ab, ac, bc] = self.ways([0, 1, 2]);
                let areas = areas([a, b], [&ab, &ac, &bc]);
                parts[..3].copy_from_slice(&areas.map(Leading::of::<CrossDot, 4>));
            }
            _ => parts = self.with_volumes(|volumes| volumes.map(Leading::of::<Triple, 3>)),
        }
        let [p, q, r, s] = parts;
        let whole = (p + q) + (r + s);
        parts.map(|part| (part / whole).rounded())
    }
}

/// The vectors of the products that are the areas of the projected origin with the sides opposite
/// to the corners of a triangle, times its own area.
fn areas<'s>([a, b]: [&'s Sum; 2], [ab, ac, bc]: [&'s Sum; 3]) -> [[&'s Sum; 4]; 3] {
    [[ab, ac, b, bc], [ab, ac, ac, a], [ab, ac, a, ab]]
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Corner, Corners};
    use crate::decide::face::{Face, Kind};
    use crate::exact::sum::Sum;
    use std::vec::Vec;

    /// A simplex of these corners, all vertices of the first shape.
    fn simplex(points: &[[i32; 3]]) -> Corners {
        let corner = |(number, point): (u32, &[i32; 3])| {
            let end = point.map(f64::from);
            Corner {
                vertices: [number, 0],
                ends: [end, [0.0; 3]],
                point: Sum::of(end, 0.25),
            }
        };
        let mut corners = (0..).zip(points).map(corner);
        let mut simplex = Corners::new(corners.next().unwrap(), 0.25);
        corners.for_each(|corner| simplex.push(corner));
        simplex
    }

    pub(crate) fn reduced(points: &[[i32; 3]]) -> (Face, Corners) {
        let mut simplex = simplex(points);
        let face = simplex.reduce().unwrap();
        (face, simplex)
    }

    fn numbers(corners: &Corners) -> Vec<u32> {
        corners
            .list()
            .iter()
            .map(|corner| corner.vertices[0])
            .collect()
    }

    // Claim: the difference of two corners is that of their points, whether they share a vertex of
    // the first shape, of the second, or none.
    #[test]
    fn ways_are_differences_of_points() {
        let [a, b] = [[1.0, 0.1, -3.0], [0.7, 5.0, 0.25]];
        let [c, d] = [[-2.0, 0.3, 7.0], [1.5, -0.9, 8.0]];
        let corner = |vertices, [p, q]: [[f64; 3]; 2]| Corner {
            vertices,
            ends: [p, q],
            point: Sum::of_two([p, q.map(|x| -x)], 0.25),
        };
        let from = corner([0, 0], [a, b]);
        for to in [
            corner([0, 1], [a, d]),
            corner([1, 0], [c, b]),
            corner([1, 1], [c, d]),
        ] {
            let way = from.way_to(&to, 0.25);
            let less = [0, 1, 2].map(|axis| {
                let [p, q] = [&to.ends, &from.ends];
                (p[0][axis] - p[1][axis]) - (q[0][axis] - q[1][axis])
            });
            let found = way.near().map(|x| x.value * 4.0);
            for (found, less) in found.into_iter().zip(less) {
                assert!((found - less).abs() < 1e-14, "{found} {less}");
            }
        }
    }

    // Claim: the smallest face of a simplex that contains the nearest point is kept, and no other.
    #[test]
    fn faces_are_found() {
        let (face, kept) = reduced(&[[3, 0, 0], [4, 1, 0], [4, -1, 0], [4, 0, 1]]);
        assert!(matches!(face.kind, Kind::Corner { .. }) && !face.has_origin);
        assert_eq!(numbers(&kept), [0]);
        let (face, kept) = reduced(&[[9, 0, 0], [4, 1, 0], [4, -1, 0], [9, 0, 1]]);
        assert!(matches!(face.kind, Kind::Edge { .. }) && !face.has_origin);
        assert_eq!(
            (numbers(&kept), kept.weights()),
            (std::vec![1, 2], [0.5, 0.5, 0.0, 0.0])
        );
        let (face, kept) = reduced(&[[4, 1, 0], [4, -1, 1], [9, 0, 0], [4, -1, -3]]);
        assert!(matches!(face.kind, Kind::Triangle { .. }) && !face.has_origin);
        assert_eq!(
            (numbers(&kept), kept.weights()),
            (std::vec![0, 1, 3], [0.5, 0.375, 0.125, 0.0])
        );
        let (face, kept) = reduced(&[[3, 0, 0], [-1, 2, 0], [-1, -1, 2], [-1, -1, -2]]);
        assert!(matches!(face.kind, Kind::Tetrahedron) && face.has_origin);
        assert_eq!(numbers(&kept), [0, 1, 2, 3]);
        let mean = kept.weights().into_iter().sum::<f64>();
        assert!((mean - 1.0).abs() <= f64::EPSILON);
    }

    // Claim: the origin may be on any face, and on flat simplices.
    #[test]
    fn faces_may_have_the_origin() {
        for points in [
            &[[0, 0, 0]][..],
            &[[0, 0, 0], [1, 0, 0]],
            &[[-1, -2, -3], [2, 4, 6]],
            &[[-1, 0, 0], [1, 1, 0], [1, -1, 0]],
            &[[-1, 0, 0], [1, 1, 0], [1, -1, 0], [5, 0, 0]],
            &[[-1, 0, 0], [1, 0, 0], [2, 0, 0], [-3, 0, 0]],
            &[[1, 1, 1], [1, 1, 1], [-1, -1, -1], [1, 1, 1]],
        ] {
            let (face, kept) = reduced(points);
            assert!(face.has_origin, "{points:?}");
            let mut mean = [0.0; 3];
            for (corner, weight) in kept.list().iter().zip(kept.weights()) {
                for (mean, x) in mean.iter_mut().zip(corner.ends[0]) {
                    *mean += x * weight;
                }
                assert!(weight > 0.0, "{points:?}");
            }
            assert!(mean.iter().all(|x| x.abs() <= f64::EPSILON), "{points:?}");
        }
    }

    // Claim: for every simplex of small integers, flat ones included, the nearest point is in the
    // interior of the kept face and no corner is below it. The face does not depend on the order of
    // the corners, except for ties.
    #[test]
    fn no_corner_is_below_the_nearest_face() {
        let mut bits = 1_u32;
        let mut number = || {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (bits >> 29) as i32 - 3
        };
        let mut kinds = [0; 4];
        for _ in 0..4000 {
            let points: [[i32; 3]; 4] =
                core::array::from_fn(|_| [number() + 1, number(), number()]);
            let (face, kept) = reduced(&points);
            let first = kept.list()[0];
            for point in simplex(&points).list() {
                assert!(face.has_origin || face.along_normal(&first.way_to(point, 0.25)).is_ge());
            }
            let weights = kept.weights();
            assert!(
                weights
                    .iter()
                    .take(kept.list().len())
                    .all(|weight| *weight > 0.0)
            );
            let [a, b, c, d] = points;
            let (turned, _) = reduced(&[c, a, d, b]);
            let length = Sum::of([0.0; 3], 0.25);
            let [x, y] = [face, turned].map(|face| face.distance_beyond(&length).rounded());
            assert!((x - y).abs() <= f64::EPSILON * x, "{points:?}: {x} {y}");
            kinds[kept.list().len() - 1] += 1;
        }
        assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
    }
}
