//! Points in `f32`, in blocks of eight lanes: they usually identify the highest point, and always
//! narrow it down.

use core::marker::PhantomData;
use std::vec::Vec;

use super::machine::{Compute, LANES, Machine, Row, computed};

use crate::vector::Vector;

/// Points or directions rounded to `f32`; z is zero in 2D.
pub(crate) type Narrow = [f32; 3];

/// Points in blocks of eight: a row each of x, y and, in 3D, z coordinates. The last block is
/// filled up with copies of its last point. (The centre is no safe padding: if all points are close
/// to each other it is rounded, and may be higher than all of them.)
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NarrowLanes<V> {
    rows: Vec<Row>,
    vector: PhantomData<V>,
}

impl<V: Vector> NarrowLanes<V> {
    /// The largest number of points: block numbers must be exact in `f32`.
    pub(crate) const MOST: usize = LANES << f32::MANTISSA_DIGITS;

    /// Packs these points.
    pub(crate) fn new(mut points: impl ExactSizeIterator<Item = Narrow>) -> Self {
        let blocks = points.len().div_ceil(LANES);
        let mut rows = Vec::with_capacity(blocks * V::DIMENSION);
        for _ in 0..blocks {
            let mut last = [0.0; 3];
            let block: [Narrow; LANES] = core::array::from_fn(|_| {
                last = points.next().unwrap_or(last);
                last
            });
            rows.extend((0..V::DIMENSION).map(|axis| block.map(|point| point[axis])));
        }
        Self {
            rows,
            vector: PhantomData,
        }
    }

    /// The projection of the point with this index onto `direction`; NaN if there is no such block.
    pub(crate) fn height(&self, number: usize, direction: Narrow) -> f32 {
        let mut blocks = self.rows.chunks_exact(V::DIMENSION);
        blocks.nth(number / LANES).map_or(f32::NAN, |block| {
            let products = block.iter().zip(direction);
            products.map(|(row, to)| row[number % LANES] * to).sum()
        })
    }

    /// The index of the point that is highest in `direction`, if all others are lower by more than
    /// `slack`; otherwise the projection above which there are several. All projections are finite.
    pub(crate) fn highest(&self, direction: Narrow, slack: f32) -> Result<u32, f32> {
        computed(Highest {
            lanes: self,
            direction,
            slack,
        })
    }

    /// Calls `visit` for the points whose projection onto `direction` is at least `least`, in
    /// order: with the index of the first point of a block, and a bit mask for the points of the
    /// block, the first in the lowest bit.
    pub(crate) fn at_least(&self, direction: Narrow, least: f32, visit: impl FnMut(u32, u32)) {
        computed(AtLeast {
            lanes: self,
            direction,
            least,
            visit,
        });
    }

    /// The number of padding points in the last block of a list of `points` points.
    pub(crate) fn filling(&self, points: usize) -> usize {
        self.rows.len() / V::DIMENSION * LANES - points
    }

    /// The projections onto `direction` of the points of each block.
    #[inline(always)]
    fn heights<M: Machine>(
        &self,
        machine: M,
        direction: Narrow,
    ) -> impl Iterator<Item = M::Numbers> {
        let [x, y, z] = direction.map(|to| machine.splat(to));
        let blocks = self.rows.chunks_exact(V::DIMENSION);
        blocks.map(move |rows| {
            let heights = machine.product(machine.load(&rows[0]), x);
            let heights = machine.product_and(machine.load(&rows[1]), y, heights);
            if V::DIMENSION < 3 {
                heights
            } else {
                machine.product_and(machine.load(&rows[2]), z, heights)
            }
        })
    }
}

/// [`NarrowLanes::highest`].
struct Highest<'l, V> {
    lanes: &'l NarrowLanes<V>,
    direction: Narrow,
    slack: f32,
}

impl<V: Vector> Compute for Highest<'_, V> {
    type Output = Result<u32, f32>;

    #[inline(always)]
    fn on<M: Machine>(self, machine: M) -> Result<u32, f32> {
        let (zero, one) = (machine.splat(0.0), machine.splat(1.0));
        // Per lane: the highest and the second projection, and the block of the highest.
        let mut first = machine.splat(f32::NEG_INFINITY);
        let (mut second, mut block_of_first) = (first, zero);
        let mut block = zero;
        for heights in self.lanes.heights(machine, self.direction) {
            second = machine.larger(second, machine.smaller(first, heights));
            let is_higher = machine.is_larger(heights, first);
            block_of_first = machine.select(is_higher, block, block_of_first);
            first = machine.larger(first, heights);
            block = machine.sum(block, one);
        }
        let least = machine.largest(first) - self.slack;
        let may_be_highest = |heights| machine.is_at_least(heights, machine.splat(least));
        let candidates = may_be_highest(first);
        let bits = machine.bits(candidates);
        if !bits.is_power_of_two() || machine.bits(may_be_highest(second)) != 0 {
            return Err(least);
        }
        // The maximum extracts the only nonzero number: indexing by the lane is slower.
        let block = machine.largest(machine.select(candidates, block_of_first, zero));
        Ok(block as u32 * LANES as u32 + bits.trailing_zeros())
    }
}

/// [`NarrowLanes::at_least`].
struct AtLeast<'l, V, F> {
    lanes: &'l NarrowLanes<V>,
    direction: Narrow,
    least: f32,
    visit: F,
}

impl<V: Vector, F: FnMut(u32, u32)> Compute for AtLeast<'_, V, F> {
    type Output = ();

    #[inline(always)]
    fn on<M: Machine>(mut self, machine: M) {
        let least = machine.splat(self.least);
        let mut number = 0;
        for heights in self.lanes.heights(machine, self.direction) {
            (self.visit)(number, machine.bits(machine.is_at_least(heights, least)));
            number += LANES as u32;
        }
    }
}

#[cfg(test)]
mod tests;
