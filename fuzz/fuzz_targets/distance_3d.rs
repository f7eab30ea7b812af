//! Every property of `gjk-core` on cases in space.
#![cfg_attr(not(test), no_main)]

libfuzzer_sys::fuzz_target!(init: drop(std::panic::take_hook()), |data: &[u8]| {
    gjk_harness::fuzzing::distance_3d(data);
});
