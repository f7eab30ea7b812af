//! The face of a simplex with the point nearest to the origin in its interior: its normal and its
//! distance.

use core::cmp::Ordering;

use crate::arithmetic::Estimate;
use crate::exact::form::{
    CrossDot, CrossSquared, Dot, Leading, LineBeyond, Measure, PlaneBeyond, PointBeyond, Sign,
    Triple,
};
use crate::exact::ring::cross;
use crate::exact::scaled::Scaled;
use crate::exact::sum::Sum;

/// A face of a simplex whose interior contains the point of the simplex nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub(crate) kind: Kind,
    /// Whether that point is the origin.
    pub(crate) has_origin: bool,
}

/// The faces by dimension. The normal is the nearest point times a positive number or, if that is
/// the origin, any vector normal to the face.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// A corner.
    Corner { at: Sum },
    /// An edge: its start, and the difference to its end.
    Edge { at: Sum, way: Sum },
    /// A triangle: one of its corners, and the differences to the others, ordered so that their
    /// cross product points away from the origin.
    Triangle { at: Sum, ways: [Sum; 2] },
    /// A tetrahedron has no normal.
    Tetrahedron,
}

impl Face {
    /// The triangle of a corner and the differences to the others.
    pub(crate) fn triangle(at: Sum, [p, q]: [Sum; 2]) -> Self {
        let up = Sign::of::<Triple, 3>([&p, &q, &at]);
        let ways = if up.is_lt() { [q, p] } else { [p, q] };
        Self {
            has_origin: up.is_eq(),
            kind: Kind::Triangle { at, ways },
        }
    }

    /// The sign of the product of a vector and the normal.
    pub(crate) fn along_normal(&self, vector: &Sum) -> Ordering {
        self.measured::<Sign>(vector).unwrap_or(Ordering::Equal)
    }

    /// The product of a vector and the normal, if there is one.
    pub(crate) fn measured<M: Measure>(&self, vector: &Sum) -> Option<M::Value> {
        match &self.kind {
            Kind::Corner { at } => Some(M::of::<Dot, 2>([at, vector])),
            Kind::Edge { at, way } => Some(M::of::<CrossDot, 4>([way, at, way, vector])),
            Kind::Triangle { ways: [p, q], .. } => Some(M::of::<Triple, 3>([p, q, vector])),
            Kind::Tetrahedron => None,
        }
    }

    /// An estimate of the normal; none for a tetrahedron.
    pub(crate) fn normal(&self) -> Option<[Estimate<f64>; 3]> {
        match &self.kind {
            Kind::Corner { at } => Some(at.near()),
            Kind::Edge { at, way } => {
                let way = way.near();
                Some(cross(&cross(&way, &at.near()), &way))
            }
            Kind::Triangle { ways: [p, q], .. } => Some(cross(&p.near(), &q.near())),
            Kind::Tetrahedron => None,
        }
    }

    /// Compares the distance of the nearest point with the length of a vector.
    pub(crate) fn compared_with(&self, length: &Sum) -> Ordering {
        self.beyond::<Sign>(length).unwrap_or(Ordering::Less)
    }

    /// By how much the squared distance exceeds that of a vector, times [`whole`](Self::whole).
    pub(crate) fn beyond<M: Measure>(&self, length: &Sum) -> Option<M::Value> {
        match &self.kind {
            Kind::Corner { at } => Some(M::of::<PointBeyond, 2>([at, length])),
            Kind::Edge { at, way } => Some(M::of::<LineBeyond, 3>([way, at, length])),
            Kind::Triangle { at, ways: [p, q] } => {
                Some(M::of::<PlaneBeyond, 4>([p, q, at, length]))
            }
            Kind::Tetrahedron => None,
        }
    }

    /// The squared measure of the face: the length of an edge, or twice the area of a triangle.
    fn whole(&self) -> Scaled {
        match &self.kind {
            Kind::Edge { way, .. } => Leading::of::<Dot, 2>([way, way]),
            Kind::Triangle { ways: [p, q], .. } => Leading::of::<CrossSquared, 2>([p, q]),
            Kind::Corner { .. } | Kind::Tetrahedron => Scaled::ONE,
        }
    }

    /// The distance of the nearest point, times the scale.
    pub(crate) fn distance(&self) -> Scaled {
        match &self.kind {
            Kind::Corner { at } => Leading::of::<Dot, 2>([at, at]).root(),
            Kind::Edge { at, way } => {
                (Leading::of::<CrossSquared, 2>([way, at]) / self.whole()).root()
            }
            Kind::Triangle { at, ways: [p, q] } => {
                Leading::of::<Triple, 3>([p, q, at]) / self.whole().root()
            }
            Kind::Tetrahedron => Scaled::ZERO,
        }
    }

    /// The distance of the nearest point minus a smaller length, times the scale.
    pub(crate) fn distance_beyond(&self, length: &Sum) -> Scaled {
        let distance = self.distance();
        if length.is_zero() {
            return distance;
        }
        let less = Leading::of::<Dot, 2>([length, length]).root();
        match self.beyond::<Leading>(length) {
            // x - y is (x² - y²) / (x + y), without cancellation.
            Some(beyond) => beyond / self.whole() / (distance + less),
            None => distance,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::decide::corners::tests::reduced;
    use crate::exact::sum::Sum;

    // Claim: a distance is compared with a length exactly, and its excess over a length keeps its
    // digits.
    #[test]
    fn lengths_are_compared() {
        let (face, _) = reduced(&[[3, 4, 0], [3, 5, 0]]);
        let length = |x: f64| Sum::of([x, 0.0, 0.0], 0.25);
        assert!(face.compared_with(&length(5.0)).is_eq());
        assert!(face.compared_with(&length(5.0_f64.next_up())).is_lt());
        assert!(face.compared_with(&length(5.0_f64.next_down())).is_gt());
        let zero = [0.0; 3];
        let tiny = 2f64.powi(-300);
        let almost = Sum::new([[5.0, 0.0, 0.0], [-tiny, 0.0, 0.0], zero, zero], 0.25);
        let beyond = face.distance_beyond(&almost).times_two_to(2).rounded();
        assert_eq!(beyond, tiny);
    }

    // Claim: the excess of a distance over a length does not depend on the size of the face.
    #[test]
    fn faces_of_any_size_are_as_far() {
        let length = Sum::of([2.0, 0.0, 0.0], 0.25);
        for size in [1, 3, 8] {
            for face in [
                &[[0, 0, 5]][..],
                &[[-size, 0, 5], [size, 0, 5]],
                &[[-size, -size, 5], [size, -size, 5], [0, size, 5]],
            ] {
                let (found, kept) = reduced(face);
                assert_eq!(kept.list().len(), face.len());
                let left = found.distance_beyond(&length).times_two_to(2);
                assert_eq!(left.rounded(), 3.0, "{face:?}");
            }
        }
    }
}
