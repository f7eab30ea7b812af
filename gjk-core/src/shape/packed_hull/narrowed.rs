//! The copy of many points, in `f32`, and how far it can be trusted.

use crate::arithmetic::float::power_of_two_over;
use crate::direction::normalized;
use crate::lanes::{Narrow, NarrowLanes};
use crate::vector::Vector;

/// How far below the highest the farthest point can be by the heights in `f32`, relative to the
/// largest coordinate of a point times the sum of those of the direction, all of them positive.
///
/// Let `h` be that product, which the magnitudes of the products in a height add up to at most, and
/// `u` half of `f32::EPSILON`. A product is rounded thrice, the point, the direction and itself,
/// and the sum twice, so a height errs by at most `5uh` and terms in `u²`. Underflow adds less than
/// `uh / 64`, as the largest coordinates are near 1, and rounding in `f64` less than that. So the
/// farthest point by the heights in `f64` is within `11uh` of the highest in `f32`. That bound is
/// itself rounded four times and its difference from the highest once, by `uh`: `16uh` exceeds it. (A
/// machine that rounds a product and a sum at once errs by less.)
const ROUNDING: f32 = 8.0 * f32::EPSILON;

/// Points as seen from their centre, brought near 1 and rounded to `f32`.
#[derive(Clone, Debug)]
pub(super) struct Narrowed<V> {
    lanes: NarrowLanes<V>,
    /// How many they are.
    count: usize,
    /// Their largest coordinate.
    extent: f64,
    /// [`ROUNDING`] times the largest coordinate in `lanes`; infinite where those are of no use.
    rounding: f32,
}

impl<V: Vector> Narrowed<V> {
    /// These points, whose largest coordinate is `extent`.
    pub(super) fn new(points: impl ExactSizeIterator<Item = V>, extent: f64) -> Self {
        let (factor, count) = (power_of_two_over(extent), points.len());
        let rounding = if count <= NarrowLanes::<V>::MOST {
            ROUNDING * (extent * factor) as f32
        } else {
            f32::INFINITY
        };
        Self {
            lanes: NarrowLanes::new(points.map(|point| narrow(point * factor))),
            count,
            extent,
            rounding,
        }
    }

    /// How much two heights in that direction may seem to differ where they do not.
    fn slack(&self, [x, y, z]: Narrow) -> f32 {
        self.rounding * (x.abs() + y.abs() + z.abs())
    }

    /// The number of the point that is highest in `direction`, the first of several, where heights that `f32`
    /// cannot tell from each other are told by `height` of a number; none where the copy is of no use: for a
    /// direction or an extent that is no number.
    #[inline(always)]
    pub(super) fn highest(&self, direction: V, height: impl Fn(u32) -> f64) -> Option<u32> {
        let narrow = narrow(normalized(direction));
        let slack = self.slack(narrow);
        if !slack.is_finite() {
            return None;
        }
        match self.lanes.highest(narrow, slack) {
            Ok(number) => Some(number),
            Err(least) => self.highest_of(least, narrow, height),
        }
    }

    /// The number of the point that is highest by `height`, the first of several, among those whose heights in
    /// the direction `narrow` are `least` or more.
    #[cold]
    fn highest_of(&self, least: f32, narrow: Narrow, height: impl Fn(u32) -> f64) -> Option<u32> {
        let (mut best, mut best_height) = (None, f64::NEG_INFINITY);
        self.lanes.at_least(narrow, least, |block, mut candidates| {
            while candidates != 0 {
                let number = block + candidates.trailing_zeros();
                candidates &= candidates - 1;
                let height = height(number);
                // What fills up the last block has the number of no point, and is no higher than the first.
                if height > best_height {
                    (best, best_height) = (Some(number), height);
                }
            }
        });
        best
    }

    /// Whether the copy shows that all points but these are lower in `direction` than the first of these,
    /// by that part of the extent, as [`clear_margin`](crate::support::clear_margin) has it.
    pub(super) fn others_are_lower(&self, direction: V, vertices: &[u32], margin: f64) -> bool {
        let top = vertices.first().map(|top| *top as usize);
        let Some(top) = top.filter(|top| *top < self.count) else {
            return false;
        };
        let direction = normalized(direction);
        let (along, narrow) = (direction.largest_coordinate(), narrow(direction));
        // What the error of a height is counted with is that of two of them and to spare: the margin may
        // be rounded.
        let slack = self.slack(narrow);
        let margin = 3.0 * margin * along * self.extent * power_of_two_over(self.extent);
        let least = self.lanes.height(top, narrow) - slack - margin as f32;
        let mut high = 0;
        self.lanes.at_least(narrow, least, |_, candidates| {
            high += candidates.count_ones() as usize;
        });
        // What fills up the last block counts as often as it is there.
        let counts_again = vertices.contains(&(self.count as u32 - 1));
        let filling = self.lanes.filling(self.count) * usize::from(counts_again);
        high == vertices.len() + filling
    }
}

/// The coordinates rounded to `f32`.
fn narrow<V: Vector>(vector: V) -> Narrow {
    vector.coordinates().map(|x| x as f32)
}

#[cfg(test)]
mod tests;
