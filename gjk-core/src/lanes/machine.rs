//! Arithmetic on eight lanes, and the choice of the fastest implementation for this processor.

use glam::{BVec4A, Vec4};

#[cfg(all(feature = "simd", target_arch = "x86_64"))]
use crate::processor;

/// The number of lanes.
pub(crate) const LANES: usize = 8;

/// One number per lane, as stored.
pub(crate) type Row = [f32; LANES];

/// An implementation of arithmetic on rows. Each operation is done lane by lane.
pub(super) trait Machine: Copy {
    /// A row in registers.
    type Numbers: Copy;
    /// A truth value per lane.
    type Mask: Copy;

    /// Loads a row.
    fn load(self, row: &Row) -> Self::Numbers;

    /// The same number in all lanes.
    fn splat(self, number: f32) -> Self::Numbers;

    /// `p + q`.
    fn sum(self, p: Self::Numbers, q: Self::Numbers) -> Self::Numbers;

    /// `p q`.
    fn product(self, p: Self::Numbers, q: Self::Numbers) -> Self::Numbers;

    /// `p q + r`, rounded once or twice.
    fn product_and(self, p: Self::Numbers, q: Self::Numbers, r: Self::Numbers) -> Self::Numbers;

    /// The larger of `p` and `q`, neither of which is NaN.
    fn larger(self, p: Self::Numbers, q: Self::Numbers) -> Self::Numbers;

    /// The smaller of `p` and `q`, neither of which is NaN.
    fn smaller(self, p: Self::Numbers, q: Self::Numbers) -> Self::Numbers;

    /// Whether `p > q`.
    fn is_larger(self, p: Self::Numbers, q: Self::Numbers) -> Self::Mask;

    /// Whether `p >= q`.
    fn is_at_least(self, p: Self::Numbers, q: Self::Numbers) -> Self::Mask;

    /// `p` where `mask` is true, and `q` elsewhere.
    fn select(self, mask: Self::Mask, p: Self::Numbers, q: Self::Numbers) -> Self::Numbers;

    /// The largest number of all lanes, none of which is NaN.
    fn largest(self, numbers: Self::Numbers) -> f32;

    /// One bit per lane, the first lane in the lowest bit.
    fn bits(self, mask: Self::Mask) -> u32;
}

/// Available on every processor: four lanes twice.
#[derive(Clone, Copy)]
pub(super) struct TwiceFour;

impl Machine for TwiceFour {
    type Numbers = [Vec4; 2];
    type Mask = [BVec4A; 2];

    #[inline(always)]
    fn load(self, [a, b, c, d, e, f, g, h]: &Row) -> [Vec4; 2] {
        [Vec4::new(*a, *b, *c, *d), Vec4::new(*e, *f, *g, *h)]
    }

    #[inline(always)]
    fn splat(self, number: f32) -> [Vec4; 2] {
        [Vec4::splat(number); 2]
    }

    #[inline(always)]
    fn sum(self, p: [Vec4; 2], q: [Vec4; 2]) -> [Vec4; 2] {
        [p[0] + q[0], p[1] + q[1]]
    }

    #[inline(always)]
    fn product(self, p: [Vec4; 2], q: [Vec4; 2]) -> [Vec4; 2] {
        [p[0] * q[0], p[1] * q[1]]
    }

    #[inline(always)]
    fn product_and(self, p: [Vec4; 2], q: [Vec4; 2], r: [Vec4; 2]) -> [Vec4; 2] {
        self.sum(self.product(p, q), r)
    }

    #[inline(always)]
    fn larger(self, p: [Vec4; 2], q: [Vec4; 2]) -> [Vec4; 2] {
        [p[0].max(q[0]), p[1].max(q[1])]
    }

    #[inline(always)]
    fn smaller(self, p: [Vec4; 2], q: [Vec4; 2]) -> [Vec4; 2] {
        [p[0].min(q[0]), p[1].min(q[1])]
    }

    #[inline(always)]
    fn is_larger(self, p: [Vec4; 2], q: [Vec4; 2]) -> [BVec4A; 2] {
        [p[0].cmpgt(q[0]), p[1].cmpgt(q[1])]
    }

    #[inline(always)]
    fn is_at_least(self, p: [Vec4; 2], q: [Vec4; 2]) -> [BVec4A; 2] {
        [p[0].cmpge(q[0]), p[1].cmpge(q[1])]
    }

    #[inline(always)]
    fn select(self, mask: [BVec4A; 2], p: [Vec4; 2], q: [Vec4; 2]) -> [Vec4; 2] {
        let select = |half: usize| Vec4::select(mask[half], p[half], q[half]);
        [select(0), select(1)]
    }

    #[inline(always)]
    fn largest(self, [first, second]: [Vec4; 2]) -> f32 {
        first.max(second).max_element()
    }

    #[inline(always)]
    fn bits(self, [first, second]: [BVec4A; 2]) -> u32 {
        first.bitmask() | second.bitmask() << (LANES / 2)
    }
}

/// A computation with the same result on every machine.
pub(super) trait Compute {
    type Output;

    /// Computes it. This and everything it calls must be inlined.
    fn on<M: Machine>(self, machine: M) -> Self::Output;
}

/// Computes it on the fastest machine available.
#[inline(always)]
pub(super) fn computed<C: Compute>(compute: C) -> C::Output {
    #[cfg(all(feature = "simd", target_arch = "x86_64"))]
    if let Some(machine) = processor::detected() {
        return processor::run(machine, eight::Computation { machine, compute });
    }
    compute.on(TwiceFour)
}

/// Processors with AVX2 and FMA: eight lanes.
#[cfg(all(feature = "simd", target_arch = "x86_64"))]
pub(super) mod eight {
    use super::{Compute, Machine, Row};
    use crate::processor::Task;
    use pulp::x86::V3;
    use pulp::{Simd, cast, f32x8, m32x8};

    /// A computation on such a processor.
    pub(in crate::lanes) struct Computation<C> {
        pub(in crate::lanes) machine: V3,
        pub(in crate::lanes) compute: C,
    }

    impl<C: Compute> Task for Computation<C> {
        type Output = C::Output;

        #[inline(always)]
        fn run(self) -> C::Output {
            self.compute.on(self.machine)
        }
    }

    impl Machine for V3 {
        type Numbers = f32x8;
        type Mask = m32x8;

        #[inline(always)]
        fn load(self, row: &Row) -> f32x8 {
            cast(*row)
        }

        #[inline(always)]
        fn splat(self, number: f32) -> f32x8 {
            self.splat_f32x8(number)
        }

        #[inline(always)]
        fn sum(self, p: f32x8, q: f32x8) -> f32x8 {
            self.add_f32x8(p, q)
        }

        #[inline(always)]
        fn product(self, p: f32x8, q: f32x8) -> f32x8 {
            self.mul_f32x8(p, q)
        }

        #[inline(always)]
        fn product_and(self, p: f32x8, q: f32x8, r: f32x8) -> f32x8 {
            self.mul_add_f32x8(p, q, r)
        }

        #[inline(always)]
        fn larger(self, p: f32x8, q: f32x8) -> f32x8 {
            self.max_f32x8(p, q)
        }

        #[inline(always)]
        fn smaller(self, p: f32x8, q: f32x8) -> f32x8 {
            self.min_f32x8(p, q)
        }

        #[inline(always)]
        fn is_larger(self, p: f32x8, q: f32x8) -> m32x8 {
            self.cmp_gt_f32x8(p, q)
        }

        #[inline(always)]
        fn is_at_least(self, p: f32x8, q: f32x8) -> m32x8 {
            self.cmp_ge_f32x8(p, q)
        }

        #[inline(always)]
        fn select(self, mask: m32x8, p: f32x8, q: f32x8) -> f32x8 {
            self.select_f32x8(mask, p, q)
        }

        #[inline(always)]
        fn largest(self, numbers: f32x8) -> f32 {
            self.reduce_max_f32s(numbers)
        }

        #[inline(always)]
        fn bits(self, mask: m32x8) -> u32 {
            self.avx._mm256_movemask_ps(cast(mask)).cast_unsigned()
        }
    }
}
