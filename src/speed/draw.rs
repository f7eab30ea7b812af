//! Random numbers for the corpus: the same on every machine.
//!
//! Only `+ - * /` and the square root are used, because they have one correct result.

use glam::{DQuat, DVec3};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::case::Dim;

/// The longest vector in a cube that is normalised, and the shortest: others are redrawn, so that
/// all directions are equally likely.
const LENGTHS: [f64; 2] = [0.1, 1.0];

pub(super) struct Draw(Xoshiro256PlusPlus);

impl Draw {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// From `low` to `high`.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = f64::from(self.0.next_u32()) / f64::from(u32::MAX);
        low + unit * (high - low)
    }

    /// In a square or cube around the origin; `reach` is half of its edge.
    pub(super) fn vector(&mut self, dim: Dim, reach: f64) -> DVec3 {
        let mut coordinate = || self.between(-reach, reach);
        let (x, y) = (coordinate(), coordinate());
        DVec3::new(x, y, if dim == Dim::Two { 0.0 } else { coordinate() })
    }

    /// A unit vector; all directions are equally likely.
    pub(super) fn direction(&mut self, dim: Dim) -> DVec3 {
        loop {
            let vector = self.vector(dim, LENGTHS[1]);
            let length = vector.length();
            if (LENGTHS[0]..=LENGTHS[1]).contains(&length) {
                return vector / length;
            }
        }
    }

    /// A rotation; in 2D about z.
    pub(super) fn turn(&mut self, dim: Dim) -> DQuat {
        let (u, v) = (self.direction(Dim::Two), self.direction(Dim::Two));
        if dim == Dim::Two {
            return DQuat::from_xyzw(0.0, 0.0, u.x, u.y);
        }
        // Two points of the unit circle, and the share of each.
        let share = self.between(0.0, 1.0);
        let (s, c) = (share.sqrt(), (1.0 - share).sqrt());
        DQuat::from_xyzw(s * u.x, s * u.y, c * v.x, c * v.y)
    }
}
