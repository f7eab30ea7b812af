//! Heights along a direction, in double-double.

use glam::DVec3;

use crate::arithmetic::double_double::split;
use crate::arithmetic::float::power_of_two_over;
use crate::arithmetic::{DoubleDouble, Precise};
use crate::difference::largest_coordinate;

/// A direction to measure heights along: any vector, exactly as it is.
pub(crate) struct Along {
    pub(crate) vector: DVec3,
    /// Its two halves, of which the products are exact.
    halves: [DVec3; 2],
    /// Two vectors across it and each other but for rounding, of a length from 0.8 to 12.
    pub(super) axes: [DVec3; 2],
}

impl Along {
    #[inline(always)]
    pub(crate) fn new(vector: DVec3) -> Self {
        // Of a largest coordinate from 1 to 2.
        let handy = vector * power_of_two_over(largest_coordinate(vector));
        // Made so that a mirrored direction has mirrored ones.
        let across = handy.cross(axis_across(handy));
        Self {
            vector,
            halves: split(vector),
            axes: [across, handy.cross(across)],
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

    /// The length of the direction with another one added, which is short.
    #[inline(always)]
    pub(crate) fn length_with(&self, tilt: DVec3) -> DoubleDouble<f64> {
        let squared = self.height(Precise::from_vector(self.vector));
        let more = 2.0 * tilt.dot(self.vector) + tilt.dot(tilt);
        (squared + DoubleDouble::from(more)).root()
    }
}

/// The axis that a vector is least along. Without a branch: nobody could predict which it is.
#[inline(always)]
fn axis_across(vector: DVec3) -> DVec3 {
    let sizes = vector.abs();
    let is_x = (sizes.x <= sizes.y) & (sizes.x <= sizes.z);
    let is_y = !is_x & (sizes.y <= sizes.z);
    let one = |is: bool| f64::from(u8::from(is));
    DVec3::new(one(is_x), one(is_y), one(!(is_x | is_y)))
}
