//! Code that is compiled a second time for processors with AVX2 and FMA, and chosen at run time.
//! Both versions compute the same bits, as the compiler does not fuse a product and a sum that are
//! written separately.

use pulp::NullaryFnOnce;
use pulp::x86::V3;

/// A computation for any processor.
pub(crate) trait Task {
    type Output;

    /// Computes it. This and everything it calls must be inlined: other functions are compiled for
    /// the base processor only.
    fn run(self) -> Self::Output;
}

/// The processor features, if this processor has them.
#[inline(always)]
pub(crate) fn detected() -> Option<V3> {
    V3::try_new()
}

/// Runs the task with them.
#[inline(always)]
pub(crate) fn run<T: Task>(processor: V3, task: T) -> T::Output {
    processor.vectorize(Vectorized(task))
}

struct Vectorized<T>(T);

impl<T: Task> NullaryFnOnce for Vectorized<T> {
    type Output = T::Output;

    #[inline(always)]
    fn call(self) -> T::Output {
        self.0.run()
    }
}
