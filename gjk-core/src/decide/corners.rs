//! A simplex of the exact search, and its face nearest to the origin.

use glam::DVec3;

use super::face::{Face, Span};
use crate::exact::{Form, Sum};
use crate::simplex::SIMPLEX_MAX;

/// A point of the difference: a vertex of one shape minus a vertex of the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    /// The ids of the two vertices.
    pub(crate) vertices: [u32; 2],
    /// The point.
    pub(crate) point: Sum,
}

/// A simplex of one to four corners.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corners {
    list: [Corner; SIMPLEX_MAX],
    count: usize,
}

impl Corner {
    /// The difference to another corner.
    pub(crate) fn to(&self, other: &Self) -> Sum {
        self.point.edge_to(&other.point)
    }
}

impl Corners {
    /// The simplex of one corner.
    pub(crate) fn new(corner: Corner) -> Self {
        Self {
            list: [corner; SIMPLEX_MAX],
            count: 1,
        }
    }

    /// Its corners.
    pub(crate) fn list(&self) -> &[Corner] {
        &self.list[..self.count]
    }

    /// Appends a corner, of up to four. (A search starts with no more, and goes on with those of a
    /// face: up to three.)
    pub(crate) fn push(&mut self, corner: Corner) {
        self.list[self.count] = corner;
        self.count += 1;
    }

    /// The face with the nearest point; its corners are kept, the others are dropped. It exists:
    /// every point of a simplex, even a flat one, is in the interior of a face that is not flat
    /// (Carathéodory).
    ///
    /// All corners are tried first, then the faces of the newest corner: if it brought the search
    /// nearer, its nearest point is there.
    pub(crate) fn reduce(&mut self) -> Option<Face> {
        let all = (1 << self.count) - 1;
        (1..=all).rev().find_map(|members: u32| {
            let is_member = |place: &usize| members >> place & 1 != 0;
            let mut part = Self { count: 0, ..*self };
            for place in (0..self.count).filter(is_member) {
                part.push(self.list[place]);
            }
            let face = part.face()?;
            let rise = |corner: &Corner| face.along_normal(part.list[0].to(corner)).sign();
            let is_beyond = |place| is_member(&place) || rise(&self.list[place]).is_ge();
            let is_nearest = face.has_origin || (0..self.count).all(is_beyond);
            is_nearest.then(|| {
                *self = part;
                face
            })
        })
    }

    /// The face of all corners, if the point of their line, plane or space that is nearest to the
    /// origin is in its interior.
    fn face(&self) -> Option<Face> {
        if let [a] = self.list() {
            return Some(Face::new(a.point, Span::Corner));
        }
        let parts = self.parts();
        let mut signs = parts.iter().take(self.count).map(Form::sign);
        // The whole is the sum of the parts: if they have one sign, it has the same.
        let first = signs.next().filter(|sign| sign.is_ne())?;
        signs.all(|sign| sign == first).then(|| match self.list() {
            [a, b] => Face::new(a.point, Span::Edge(a.to(b))),
            [a, b, c] => Face::new(a.point, Span::Triangle([a.to(b), a.to(c)])),
            _ => Face::new(Sum::new([DVec3::ZERO], 1.0), Span::Corner),
        })
    }

    /// The weights of the corners in the point of their line, plane or space that is nearest to the
    /// origin, times a common factor: the lengths, areas or volumes that it makes with the others,
    /// the areas times that of the triangle. Those after the last corner are zero.
    fn parts(&self) -> [Form; SIMPLEX_MAX] {
        let none = [Sum::new([DVec3::ZERO], 1.0); 2];
        match self.list() {
            [a, b] => [[b.point, a.to(b)], [a.point, b.to(a)], none, none].map(Form::Dot),
            [a, b, c] => {
                let (ab, ac) = (a.to(b), a.to(c));
                let parts = [[b.point, b.to(c)], [ac, a.point], [a.point, ab], none];
                parts.map(|[p, q]| Form::CrossDot([ab, ac, p, q]))
            }
            [a, b, c, d] => {
                let (p, q) = (a.point, b.point);
                let (ab, ac, ad, bc, bd) = (a.to(b), a.to(c), a.to(d), b.to(c), b.to(d));
                [[bc, bd, q], [ad, ac, p], [ab, ad, p], [ac, ab, p]].map(Form::Triple)
            }
            _ => [[Sum::new([DVec3::X], 1.0); 2], none, none, none].map(Form::Dot),
        }
    }

    /// The weights of the corners for the nearest point, after [`reduce`](Self::reduce).
    pub(crate) fn weights(&self) -> [f64; SIMPLEX_MAX] {
        let parts = self.parts().map(|part| part.leading());
        let [p, q, r, s] = parts;
        let whole = (p + q) + (r + s);
        parts.map(|part| (part / whole).rounded())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Corner, Corners};
    use crate::decide::face::{Face, Span};
    use crate::exact::Sum;
    use glam::DVec3;
    use std::vec::Vec;

    /// A simplex of these corners, all vertices of the first shape.
    fn simplex(points: &[[i32; 3]]) -> Corners {
        let corner = |(number, point): (u32, &[i32; 3])| {
            let end = DVec3::from(point.map(f64::from));
            Corner {
                vertices: [number, 0],
                point: Sum::new([end], 0.25),
            }
        };
        let mut corners = (0..).zip(points).map(corner);
        let mut simplex = Corners::new(corners.next().unwrap());
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

    // Claim: the smallest face of a simplex that contains the nearest point is kept, and no other.
    #[test]
    fn faces_are_found() {
        let (face, kept) = reduced(&[[3, 0, 0], [4, 1, 0], [4, -1, 0], [4, 0, 1]]);
        assert!(matches!(face.span, Span::Corner) && !face.has_origin);
        assert_eq!(numbers(&kept), [0]);
        let (face, kept) = reduced(&[[9, 0, 0], [4, 1, 0], [4, -1, 0], [9, 0, 1]]);
        assert!(matches!(face.span, Span::Edge(_)) && !face.has_origin);
        assert_eq!(
            (numbers(&kept), kept.weights()),
            (std::vec![1, 2], [0.5, 0.5, 0.0, 0.0])
        );
        let (face, kept) = reduced(&[[4, 1, 0], [4, -1, 1], [9, 0, 0], [4, -1, -3]]);
        assert!(matches!(face.span, Span::Triangle(_)) && !face.has_origin);
        assert_eq!(
            (numbers(&kept), kept.weights()),
            (std::vec![0, 1, 3], [0.5, 0.375, 0.125, 0.0])
        );
        let (face, kept) = reduced(&[[3, 0, 0], [-1, 2, 0], [-1, -1, 2], [-1, -1, -2]]);
        assert!(face.has_origin);
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
            let mut mean = DVec3::ZERO;
            for (corner, weight) in kept.list().iter().zip(kept.weights()) {
                let numbers = points[corner.vertices[0] as usize];
                mean += DVec3::from(numbers.map(f64::from)) * weight;
                assert!(weight > 0.0, "{points:?}");
            }
            assert!(mean.abs().max_element() <= f64::EPSILON, "{points:?}");
        }
    }

    // Claim: for every simplex of small integers, flat ones included, the nearest point is in the
    // interior of the kept face and no corner is below it. The face does not depend on the order of
    // the corners, except for ties.
    #[test]
    fn no_corner_is_below_the_nearest_face() {
        let mut bits = crate::tests::bits();
        let mut number = || (bits() >> 61) as i32 - 3;
        let mut kinds = [0; 4];
        for _ in 0..4000 {
            let points: [[i32; 3]; 4] =
                core::array::from_fn(|_| [number() + 1, number(), number()]);
            let (face, kept) = reduced(&points);
            let first = kept.list()[0];
            for point in simplex(&points).list() {
                let edge = first.point.edge_to(&point.point);
                assert!(face.has_origin || face.along_normal(edge).sign().is_ge());
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
            let [x, y] = [face, turned].map(|face| face.distance().rounded());
            assert!((x - y).abs() <= f64::EPSILON * x, "{points:?}: {x} {y}");
            kinds[kept.list().len() - 1] += 1;
        }
        assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
    }
}
