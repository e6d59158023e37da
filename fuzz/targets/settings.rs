//! Any settings document: read, resolved, compiled, used.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::settings_bytes(bytes));
