//! Points side by side, for arithmetic on eight of them (or as many as the machine has) at a time.

use std::ops::Range;

use glam::Vec3;
use pulp::Simd;

/// Points are filled up to a multiple of this, so that no machine has a rest of them to look at.
pub(super) const BLOCK: usize = 8;

/// Points, each with a number below 2^24, which `f32` holds exactly.
#[derive(Default)]
pub(super) struct Lanes {
    x: Vec<f32>,
    y: Vec<f32>,
    z: Vec<f32>,
    number: Vec<f32>,
}

impl Lanes {
    /// Appends the points, the last of them repeated until the block is full, and says where they are.
    pub(super) fn append(&mut self, points: &[(usize, Vec3)]) -> Range<usize> {
        let start = self.x.len();
        let last = points.last().map(|last| std::iter::repeat(last));
        let filled = points.iter().chain(last.into_iter().flatten());
        for (number, p) in filled.take(points.len().next_multiple_of(BLOCK)) {
            self.x.push(p.x);
            self.y.push(p.y);
            self.z.push(p.z);
            self.number.push(*number as f32);
        }
        start..self.x.len()
    }

    /// The number of the point that is farthest in `direction`, of those in `range`; of several the
    /// largest number.
    #[inline(always)]
    pub(super) fn farthest<S: Simd>(&self, simd: S, range: Range<usize>, direction: Vec3) -> f32 {
        let [x, y, z, number] = [&self.x, &self.y, &self.z, &self.number]
            .map(|lane| S::as_simd_f32s(&lane[range.clone()]).0);
        let [to_x, to_y, to_z] = direction.to_array().map(|to| simd.splat_f32s(to));
        let mut best = simd.splat_f32s(f32::NEG_INFINITY);
        let mut best_number = simd.splat_f32s(0.0);
        for (((x, y), z), number) in x.iter().zip(y).zip(z).zip(number) {
            let height = simd.mul_f32s(*x, to_x);
            let height = simd.mul_add_f32s(*y, to_y, height);
            let height = simd.mul_add_f32s(*z, to_z, height);
            let higher = simd.greater_than_f32s(height, best);
            best = simd.select_f32s(higher, height, best);
            best_number = simd.select_f32s(higher, *number, best_number);
        }
        let top = simd.splat_f32s(simd.reduce_max_f32s(best));
        let at_top = simd.equal_f32s(best, top);
        let none = simd.splat_f32s(-1.0);
        simd.reduce_max_f32s(simd.select_f32s(at_top, best_number, none))
    }
}
