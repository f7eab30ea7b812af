//! Random numbers that are the same in every run.

use glam::DVec3;

/// A small generator (xorshift, after G. Marsaglia, 2003) of the same numbers in every run.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// An integer from `-size` to `size`.
    pub(crate) fn integer(&mut self, size: u64) -> f64 {
        let number = (self.bits() >> 20) % (2 * size + 1);
        number as f64 - size as f64
    }

    /// A point with integer coordinates.
    pub(crate) fn point(&mut self, size: u64) -> DVec3 {
        let (x, y, z) = (self.integer(size), self.integer(size), self.integer(size));
        DVec3::new(x, y, z)
    }

    pub(crate) fn points(&mut self, count: usize, size: u64) -> Vec<DVec3> {
        (0..count).map(|_| self.point(size)).collect()
    }
}

/// The least largest coordinate of the solver's directions: 2^-100.
pub(crate) const LEAST_DIRECTION: f64 = 1.0 / (1u128 << 100) as f64;
