//! The verdicts of `gjk-core` on shapes that touch or nearly do.
#![cfg_attr(not(test), no_main)]

libfuzzer_sys::fuzz_target!(init: drop(std::panic::take_hook()), |data: &[u8]| {
    gjk_harness::fuzzing::intersects(data);
});
