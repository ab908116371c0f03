//! The target `session`; what it does is in the crate `fuzzing`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzzing::session(data));
