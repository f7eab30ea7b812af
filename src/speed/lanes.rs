//! Points packed for arithmetic on eight of them (or as many as the machine supports) at a time.

use std::ops::Range;

use glam::Vec3;
use pulp::Simd;

/// Points of a block.
const POINTS: usize = 8;

/// Points, each with an index below 2^24, which `f32` represents exactly. A block is two cache
/// lines.
#[repr(align(64))]
struct Block {
    x: [f32; POINTS],
    y: [f32; POINTS],
    z: [f32; POINTS],
    number: [f32; POINTS],
}

/// Points in blocks.
#[derive(Default)]
pub(super) struct Lanes {
    blocks: Vec<Block>,
}

impl Lanes {
    /// Appends the points, the last of each block repeated until it is full, and returns their
    /// range.
    pub(super) fn append(&mut self, points: &[(usize, Vec3)]) -> Range<usize> {
        let start = self.blocks.len();
        self.blocks.extend(points.chunks(POINTS).map(|chunk| {
            let at = |lane: usize| chunk[lane.min(chunk.len() - 1)];
            Block {
                x: std::array::from_fn(|lane| at(lane).1.x),
                y: std::array::from_fn(|lane| at(lane).1.y),
                z: std::array::from_fn(|lane| at(lane).1.z),
                number: std::array::from_fn(|lane| at(lane).0 as f32),
            }
        }));
        start..self.blocks.len()
    }

    /// The index of the point in `range` that is farthest in `direction`.
    #[inline(always)]
    pub(super) fn farthest<S: Simd>(&self, simd: S, range: Range<usize>, direction: Vec3) -> f32 {
        let [to_x, to_y, to_z] = direction.to_array().map(|to| simd.splat_f32s(to));
        let mut best = simd.splat_f32s(f32::NEG_INFINITY);
        let mut best_number = simd.splat_f32s(0.0);
        for block in &self.blocks[range] {
            let [x, y, z, number] = [&block.x, &block.y, &block.z, &block.number]
                .map(|lane| S::as_simd_f32s(lane).0.iter());
            for (((x, y), z), number) in x.zip(y).zip(z).zip(number) {
                let height = simd.mul_f32s(*x, to_x);
                let height = simd.mul_add_f32s(*y, to_y, height);
                let height = simd.mul_add_f32s(*z, to_z, height);
                let higher = simd.greater_than_f32s(height, best);
                best = simd.select_f32s(higher, height, best);
                best_number = simd.select_f32s(higher, *number, best_number);
            }
        }
        let top = simd.splat_f32s(simd.reduce_max_f32s(best));
        let at_top = simd.equal_f32s(best, top);
        let none = simd.splat_f32s(-1.0);
        simd.reduce_max_f32s(simd.select_f32s(at_top, best_number, none))
    }
}
