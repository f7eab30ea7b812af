//! Heights along a direction, in double-double.

use glam::DVec3;

use crate::arithmetic::double_double::split;
use crate::arithmetic::float::root;
use crate::arithmetic::{DoubleDouble, Precise};

/// A direction to measure heights along: any vector, exactly as it is.
pub(crate) struct Along {
    pub(crate) vector: DVec3,
    /// Its two halves, of which the products are exact.
    halves: [DVec3; 2],
}

impl Along {
    #[inline(always)]
    pub(crate) fn new(vector: DVec3) -> Self {
        Self {
            vector,
            halves: split(vector),
        }
    }

    /// The product of a point and the direction (lemma 3).
    #[inline(always)]
    pub(crate) fn height(&self, point: Precise) -> DoubleDouble<f64> {
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

    /// The square of its length.
    #[inline(always)]
    pub(crate) fn squared(&self) -> DoubleDouble<f64> {
        self.height(Precise::from_vector(self.vector))
    }
}

/// A length to divide by, near a number in `f64`.
pub(crate) struct Length {
    near: f64,
    /// What it is more than that.
    rest: f64,
    /// One over it, in `f64`.
    pub(crate) inverse: f64,
}

impl Length {
    /// That of a vector whose square is a sum of two numbers, of which the second is small: one step of Newton's method
    /// from the root in `f64`.
    #[inline(always)]
    pub(crate) fn of(squared: DoubleDouble<f64>, more: f64) -> Self {
        let near = root(squared.hi);
        let inverse = 1.0 / near;
        let product = DoubleDouble::product(near, near);
        let rest = ((squared.hi - product.hi) - product.lo) + (squared.lo + more);
        Self {
            near,
            rest: 0.5 * rest * inverse,
            inverse,
        }
    }

    /// A sum of two numbers, of which the second is small, over the length (lemma 3). No more is rounded in steps that the
    /// next one waits for than that takes.
    #[inline(always)]
    pub(crate) fn divide(&self, number: DoubleDouble<f64>, more: f64) -> DoubleDouble<f64> {
        let first = number.hi * self.inverse;
        let product = DoubleDouble::product(first, self.near);
        let rest =
            ((number.hi - product.hi) - product.lo) + ((number.lo + more) - first * self.rest);
        DoubleDouble::sum_ordered(first, rest * self.inverse)
    }
}
