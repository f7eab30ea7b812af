//! Random numbers for the changes of a case, the same on every machine.

use glam::DVec3;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::case::{Case, Dim, Shape};

/// The source of the changes of a climb.
pub(super) struct Random(Xoshiro256PlusPlus);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `end`, which is positive.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    pub(super) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(super) fn sign(&mut self) -> f64 {
        if self.one_in(2) { 1.0 } else { -1.0 }
    }

    /// A power of two from `2^low` to `2^high`.
    pub(super) fn power(&mut self, low: i32, high: i32) -> f64 {
        let exponent = low + self.below((high - low + 1) as usize) as i32;
        f64::powi(2.0, exponent)
    }

    /// A number in [-1, 1) with all bits drawn.
    pub(super) fn signed(&mut self) -> f64 {
        (self.0.next_u64() as i64 >> 10) as f64 / (1u64 << 53) as f64
    }

    pub(super) fn vector(&mut self, dim: Dim) -> DVec3 {
        let (x, y, z) = (self.signed(), self.signed(), self.signed());
        DVec3::new(x, y, if dim == Dim::Two { 0.0 } else { z })
    }

    pub(super) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    pub(super) fn side<'c>(&mut self, case: &'c mut Case) -> &'c mut Shape {
        if self.one_in(2) {
            &mut case.a
        } else {
            &mut case.b
        }
    }
}
