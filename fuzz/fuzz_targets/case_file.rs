//! Any bytes as a case file.
#![cfg_attr(not(test), no_main)]

libfuzzer_sys::fuzz_target!(init: drop(std::panic::take_hook()), |data: &[u8]| {
    gjk_harness::fuzzing::case_file(data);
});
