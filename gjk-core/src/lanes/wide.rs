//! Points in `f64`, four of them side by side.
//!
//! What is written here lane by lane the compiler does for two lanes at a time, on every processor that can. A
//! choice is therefore made of bits, as it would else make a branch for each lane of it.

use core::array::from_fn;
use core::marker::PhantomData;
use std::vec::Vec;

use crate::arithmetic::float::larger;
use crate::vector::Vector;

/// How many numbers are side by side.
const LANES: usize = 4;

/// Numbers side by side.
type Row = [f64; LANES];

/// From here on the last digit of a number is worth one: the numbers of points are counted from here, so that the
/// last bits of what counts them are what is counted.
const WHOLE: f64 = (1u64 << (f64::MANTISSA_DIGITS - 1)) as f64;

/// Points in blocks of four: a row of first coordinates, one of second ones and one of third ones, which are zero
/// in the plane. The last block is filled up with NaN, which is not as high as anything.
#[derive(Clone, Debug)]
pub(crate) struct WideLanes<V> {
    blocks: Vec<[Row; 3]>,
    vector: PhantomData<V>,
}

impl<V: Vector> WideLanes<V> {
    /// These points.
    pub(crate) fn new(mut points: impl ExactSizeIterator<Item = V>) -> Self {
        let blocks = 0..points.len().div_ceil(LANES);
        let block = |_| {
            let mut coordinates = || points.next().map_or([f64::NAN; 3], V::coordinates);
            let points: [_; LANES] = from_fn(|_| coordinates());
            from_fn(|axis| points.map(|point| point[axis]))
        };
        Self {
            blocks: blocks.map(block).collect(),
            vector: PhantomData,
        }
    }

    /// The number of the point that is highest in `direction`, the first of several: the first of all where
    /// no height is a number.
    #[inline(always)]
    pub(crate) fn highest(&self, direction: V) -> u32 {
        // In each lane: how high the first of the highest is, its number, and that of the next point.
        let mut highest = [f64::NEG_INFINITY; LANES];
        let mut next: Row = from_fn(|lane| WHOLE + lane as f64);
        let mut number = next;
        for heights in self.heights(direction) {
            number =
                from_fn(|lane| chosen(heights[lane] > highest[lane], next[lane], number[lane]));
            highest = from_fn(|lane| larger(highest[lane], heights[lane]));
            next = next.map(|number| number + LANES as f64);
        }
        let [p, q, r, s] = highest;
        let top = larger(larger(p, r), larger(q, s));
        let [p, q, r, s] =
            from_fn(|lane| chosen(highest[lane] == top, number[lane], f64::INFINITY));
        smaller(smaller(p, r), smaller(q, s)).to_bits() as u32
    }

    /// How many points have at least that height in `direction`.
    #[inline(always)]
    pub(crate) fn count_at_least(&self, direction: V, least: f64) -> usize {
        // Counted in `f64`, as whole numbers would be taken for a reason to look at a lane of several blocks.
        let mut counts = [0.0; LANES];
        for heights in self.heights(direction) {
            counts = from_fn(|lane| counts[lane] + chosen(heights[lane] >= least, 1.0, 0.0));
        }
        let [p, q, r, s] = counts;
        (p + r + (q + s)) as usize
    }

    /// The heights in `direction` of the points of each block, as a dot product is rounded.
    #[inline(always)]
    fn heights(&self, direction: V) -> impl Iterator<Item = Row> {
        let [to_x, to_y, to_z] = direction.coordinates();
        self.blocks.iter().map(move |[x, y, z]| {
            from_fn(|lane| {
                let height = x[lane] * to_x + y[lane] * to_y;
                if V::DIMENSION < 3 {
                    height
                } else {
                    height + z[lane] * to_z
                }
            })
        })
    }
}

/// `p` if so, otherwise `q`.
#[inline(always)]
fn chosen(is_p: bool, p: f64, q: f64) -> f64 {
    let mask = u64::from(is_p).wrapping_neg();
    f64::from_bits(p.to_bits() & mask | q.to_bits() & !mask)
}

/// The smaller of two numbers.
#[inline(always)]
fn smaller(p: f64, q: f64) -> f64 {
    if p < q { p } else { q }
}

#[cfg(test)]
mod tests;
