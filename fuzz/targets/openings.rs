#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    eyas_core::fuzzing::openings(bytes);
});
