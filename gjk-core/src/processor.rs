//! Code that is compiled once more for processors with AVX2 and FMA. Which of both runs is decided when it runs. They
//! compute the same bits: what is not written as a product and a sum rounded at once is not compiled to one.

use pulp::NullaryFnOnce;
use pulp::x86::V3;

/// Something to do, on whatever processor.
pub(crate) trait Task {
    type Output;

    /// Does it. To be inlined always, as all that it calls is that is to be compiled twice: what is not inlined is
    /// compiled for every processor only.
    fn run(self) -> Self::Output;
}

/// Such a processor, if this is one.
#[inline(always)]
pub(crate) fn detected() -> Option<V3> {
    V3::try_new()
}

/// Does it there.
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
