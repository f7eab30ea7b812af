//! Heights along a direction, in double-double, and places across it.

use glam::{DVec2, DVec3};

use crate::difference::normalized;
use crate::double_double::{DoubleDouble, split};
use crate::float::root;

/// A point of the difference in double-double.
pub(super) type Precise = DoubleDouble<DVec3>;

/// A direction to measure heights along: any vector, exactly as it is.
pub(super) struct Along {
    pub(super) vector: DVec3,
    /// Its two halves, of which the products are exact.
    halves: [DVec3; 2],
    /// Two vectors across it and each other but for rounding, of a length from 0.8 to 12.
    axes: [DVec3; 2],
}

impl Along {
    pub(super) fn new(vector: DVec3) -> Self {
        // Of a largest coordinate from 1 to 2.
        let handy = normalized(vector);
        // Made so that a mirrored direction has mirrored ones.
        let across = handy.cross(axis_across(handy));
        Self {
            vector,
            halves: split(vector),
            axes: [across, handy.cross(across)],
        }
    }

    /// The product of a point and the direction. Products of halves are exact; what is left of them
    /// and of the sums is up to 2^-52 of the two lengths, and is added with six roundings: the
    /// error is below 2^-100 of the two lengths.
    #[inline]
    pub(super) fn height(&self, point: Precise) -> DoubleDouble<f64> {
        let [lead, rest] = self.halves;
        let [point_lead, point_rest] = split(point.hi);
        let products = point.hi * self.vector;
        let left = point_rest * rest
            - (((products - point_lead * lead) - point_rest * lead) - point_lead * rest);
        let left = left + point.lo * self.vector;
        let xy = DoubleDouble::sum(products.x, products.y);
        let xyz = DoubleDouble::sum(xy.hi, products.z);
        DoubleDouble::sum(xyz.hi, ((left.x + left.y) + left.z) + (xy.lo + xyz.lo))
    }

    /// The squared length of the direction.
    pub(super) fn squared(&self) -> DoubleDouble<f64> {
        self.height(Precise {
            hi: self.vector,
            lo: DVec3::ZERO,
        })
    }

    /// Where a vector is across the direction.
    #[inline]
    pub(super) fn across(&self, vector: DVec3) -> DVec2 {
        DVec2::new(self.axes[0].dot(vector), self.axes[1].dot(vector))
    }

    /// What must be added to the direction for it to be across a plane of this slope.
    pub(super) fn tilt(&self, slope: DVec2) -> DVec3 {
        self.axes[0] * -slope.x + self.axes[1] * -slope.y
    }

    /// The length of the direction with another one added, which is short.
    pub(super) fn length_with(&self, tilt: DVec3) -> DoubleDouble<f64> {
        let more = 2.0 * tilt.dot(self.vector) + tilt.dot(tilt);
        let squared = self.squared() + DoubleDouble::from(more);
        // One step of Newton's method from the square root in `f64`.
        let near = root(squared.hi);
        let rest = (squared - DoubleDouble::product(near, near)).hi / (2.0 * near);
        DoubleDouble::sum(near, rest)
    }
}

/// The axis that a vector is least along.
fn axis_across(vector: DVec3) -> DVec3 {
    let sizes = vector.abs();
    if sizes.x <= sizes.y && sizes.x <= sizes.z {
        DVec3::X
    } else if sizes.y <= sizes.z {
        DVec3::Y
    } else {
        DVec3::Z
    }
}
