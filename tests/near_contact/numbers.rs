//! Random numbers.

use glam::{DQuat, DVec3};

/// Random numbers that are the same in every run (xorshift, after G. Marsaglia, 2003).
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 20) % end as u64) as usize
    }

    /// An integer from `-size` to `size`.
    pub(crate) fn integer(&mut self, size: usize) -> f64 {
        self.below(2 * size + 1) as f64 - size as f64
    }

    /// A number between minus one and one, of many bits.
    pub(crate) fn part(&mut self) -> f64 {
        (self.integer(1 << 30) + self.integer(1 << 20) / (1u64 << 40) as f64) / (1u64 << 30) as f64
    }

    pub(crate) fn vector(&mut self) -> DVec3 {
        DVec3::new(self.part(), self.part(), self.part())
    }

    /// Two to a power between these.
    pub(crate) fn power(&mut self, least: i32, most: i32) -> f64 {
        2f64.powi(least + self.below((most - least + 1) as usize) as i32)
    }

    pub(crate) fn turn(&mut self) -> DQuat {
        DQuat::from_scaled_axis(self.vector() * 3.0)
    }
}
