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
pub(crate) mod tests;
