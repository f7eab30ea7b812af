//! Points in `f64`, in blocks of four lanes, to scan several points at a time.
//!
//! The compiler vectorises this lane by lane code: two lanes at a time on every processor, and all
//! four with the feature `simd` on a processor that has AVX2. Both versions compute the same bits,
//! as the compiler does not fuse a product and a sum that are written separately. Selections use
//! bit masks, as a comparison would compile to a branch per lane.

use core::array::from_fn;
use std::vec::Vec;

use glam::DVec3;

use crate::arithmetic::larger;
use crate::vector::Vector;

/// The number of lanes.
const LANES: usize = 4;

/// One number per lane.
type Row = [f64; LANES];

/// From this number on, an ulp is 1: point indices are counted from here, so that the low bits of
/// the counter are the index.
const WHOLE: f64 = (1u64 << (f64::MANTISSA_DIGITS - 1)) as f64;

/// Points in blocks of four: a row each of x, y and z coordinates; z is zero in 2D. The last block
/// is filled up with NaN, which never compares as highest.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    blocks: Vec<[Row; 3]>,
}

impl Lanes {
    /// Packs these points.
    pub(crate) fn new<V: Vector>(mut points: impl ExactSizeIterator<Item = V>) -> Self {
        let blocks = 0..points.len().div_ceil(LANES);
        let block = |_| {
            let mut coordinates = || points.next().map_or(DVec3::NAN, V::in_space);
            let points: [_; LANES] = from_fn(|_| coordinates());
            from_fn(|axis| points.map(|point| point[axis]))
        };
        let blocks = blocks.map(block).collect();
        Self { blocks }
    }

    /// The index of the point that is highest in `direction`, the first of several; 0 if no
    /// projection is a number.
    #[inline(always)]
    pub(crate) fn highest<V: Vector>(&self, direction: V) -> u32 {
        fastest(
            #[inline(always)]
            || {
                // Per lane: the highest projection, its index, and the index of the next point.
                let mut highest = [f64::NEG_INFINITY; LANES];
                let mut next: Row = from_fn(|lane| WHOLE + lane as f64);
                let mut number = next;
                for heights in self.heights(direction) {
                    number = from_fn(|lane| {
                        chosen(heights[lane] > highest[lane], next[lane], number[lane])
                    });
                    highest = from_fn(|lane| larger(highest[lane], heights[lane]));
                    next = next.map(|number| number + LANES as f64);
                }
                let [p, q, r, s] = highest;
                let top = larger(larger(p, r), larger(q, s));
                let [p, q, r, s] =
                    from_fn(|lane| chosen(highest[lane] == top, number[lane], f64::INFINITY));
                smaller(smaller(p, r), smaller(q, s)).to_bits() as u32
            },
        )
    }

    /// The number of points whose projection onto `direction` is at least `least`.
    #[inline(always)]
    pub(crate) fn count_at_least<V: Vector>(&self, direction: V, least: f64) -> usize {
        fastest(
            #[inline(always)]
            || {
                // Counted in `f64`: with integers the compiler interleaves several blocks, which is
                // slower.
                let mut counts = [0.0; LANES];
                for heights in self.heights(direction) {
                    counts =
                        from_fn(|lane| counts[lane] + chosen(heights[lane] >= least, 1.0, 0.0));
                }
                let [p, q, r, s] = counts;
                (p + r + (q + s)) as usize
            },
        )
    }

    /// The projections onto `direction` of the points of each block, rounded like a dot product.
    #[inline(always)]
    fn heights<V: Vector>(&self, direction: V) -> impl Iterator<Item = Row> {
        let [to_x, to_y, to_z] = direction.in_space().to_array();
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

/// Computes it in code for AVX2, if this processor has that. All that it calls must be inlined:
/// other functions are compiled for the base processor only.
#[inline(always)]
fn fastest<R>(compute: impl FnOnce() -> R) -> R {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if let Some(processor) = pulp::x86::V3::try_new() {
        return pulp::Simd::vectorize(processor, compute);
    }
    compute()
}

/// `p` if `is_p`, otherwise `q`.
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
