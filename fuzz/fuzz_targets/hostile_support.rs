//! Broken support mappings.
#![cfg_attr(not(test), no_main)]

// Without libFuzzer's own hook a panic unwinds, so that its case can be shown before the process aborts.
libfuzzer_sys::fuzz_target!(init: drop(std::panic::take_hook()), |data: &[u8]| {
    gjk_harness::fuzzing::hostile_support(data);
});
