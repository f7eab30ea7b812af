//! The face of a simplex with the point nearest to the origin in its interior: its normal and its
//! distance.

use glam::DVec3;

use crate::arithmetic::{Estimate, cross};
use crate::exact::{BigFloat, Form, Sum};

/// A face of a simplex whose interior contains the point of the simplex nearest to the origin. Its
/// normal is that point times a positive number or, if that is the origin, any vector normal to the
/// face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    /// One of its corners.
    at: Sum,
    pub(crate) span: Span,
    /// Whether that point is the origin.
    pub(crate) has_origin: bool,
}

/// The differences from a corner of a face to the others.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Span {
    /// A single corner. A tetrahedron that contains the origin is stored as a corner at the origin.
    Corner,
    Edge(Sum),
    /// Of a triangle, ordered so that their cross product points away from the origin.
    Triangle([Sum; 2]),
}

impl Face {
    /// The face of a corner and the differences to the others, in any order.
    pub(crate) fn new(at: Sum, span: Span) -> Self {
        let mut face = Self {
            at,
            span,
            has_origin: false,
        };
        let up = face.along_normal(at).sign();
        face.has_origin = up.is_eq();
        if let (Span::Triangle([p, q]), true) = (span, up.is_lt()) {
            face.span = Span::Triangle([q, p]);
        }
        face
    }

    /// The product of a vector and the normal.
    pub(crate) fn along_normal(&self, vector: Sum) -> Form {
        match self.span {
            Span::Corner => Form::Dot([self.at, vector]),
            Span::Edge(edge) => Form::CrossDot([edge, self.at, edge, vector]),
            Span::Triangle([p, q]) => Form::Triple([p, q, vector]),
        }
    }

    /// An estimate of the normal.
    pub(crate) fn normal(&self) -> [Estimate<f64>; 3] {
        match &self.span {
            Span::Corner => self.at.near,
            Span::Edge(edge) => cross(&cross(&edge.near, &self.at.near), &edge.near),
            Span::Triangle([p, q]) => cross(&p.near, &q.near),
        }
    }

    /// By how much the squared distance of the nearest point exceeds that of a vector, times
    /// [`whole`](Self::whole).
    pub(crate) fn beyond(&self, length: Sum) -> Form {
        match self.span {
            Span::Corner => Form::PointBeyond([self.at, length]),
            Span::Edge(edge) => Form::LineBeyond([edge, self.at, length]),
            Span::Triangle([p, q]) => Form::PlaneBeyond([p, q, self.at, length]),
        }
    }

    /// The squared measure of the face: the length of an edge, or twice the area of a triangle.
    fn whole(&self) -> BigFloat {
        match self.span {
            Span::Corner => BigFloat::normal(1.0.into(), 0),
            Span::Edge(edge) => Form::Dot([edge, edge]).leading(),
            Span::Triangle([p, q]) => Form::CrossDot([p, q, p, q]).leading(),
        }
    }

    /// The distance of the nearest point.
    pub(crate) fn distance(&self) -> BigFloat {
        let nothing = Sum::new([DVec3::ZERO], 1.0);
        (self.beyond(nothing).leading() / self.whole()).root()
    }

    /// The distance of the nearest point minus a smaller length.
    pub(crate) fn distance_beyond(&self, length: Sum) -> BigFloat {
        let less = Form::Dot([length, length]).leading().root();
        // x - y is (x² - y²) / (x + y), without cancellation.
        self.beyond(length).leading() / self.whole() / (self.distance() + less)
    }
}

#[cfg(test)]
mod tests {
    use crate::decide::corners::tests::reduced;
    use crate::exact::Sum;
    use glam::DVec3;

    // Claim: a distance is compared with a length exactly, and its excess over a length keeps its
    // digits.
    #[test]
    fn lengths_are_compared() {
        let (face, _) = reduced(&[[3, 4, 0], [3, 5, 0]]);
        let length = |x: f64| Sum::new([DVec3::X * x], 0.25);
        assert!(face.beyond(length(5.0)).sign().is_eq());
        assert!(face.beyond(length(5.0_f64.next_up())).sign().is_lt());
        assert!(face.beyond(length(5.0_f64.next_down())).sign().is_gt());
        let tiny = 2f64.powi(-300);
        let almost = Sum::new([DVec3::X * 5.0, DVec3::X * -tiny], 0.25);
        let beyond = face.distance_beyond(almost).rounded();
        assert_eq!(beyond, tiny);
    }

    // Claim: the excess of a distance over a length does not depend on the size of the face.
    #[test]
    fn faces_of_any_size_are_as_far() {
        let length = Sum::new([DVec3::X * 2.0], 0.25);
        for size in [1, 3, 8] {
            for face in [
                &[[0, 0, 5]][..],
                &[[-size, 0, 5], [size, 0, 5]],
                &[[-size, -size, 5], [size, -size, 5], [0, size, 5]],
            ] {
                let (found, kept) = reduced(face);
                assert_eq!(kept.list().len(), face.len());
                let left = found.distance_beyond(length);
                assert_eq!(left.rounded(), 3.0, "{face:?}");
            }
        }
    }
}
