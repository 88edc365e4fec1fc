//! `tensors` on what the fuzzer makes up.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| azulejo_fuzz::tensors(data));
