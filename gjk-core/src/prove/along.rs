//! Heights along a direction, in double-double.

use glam::DVec3;

use crate::arithmetic::double_double::split;
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

    /// Its length.
    #[inline(always)]
    pub(crate) fn length(&self) -> DoubleDouble<f64> {
        self.height(Precise::from_vector(self.vector)).root()
    }
}
