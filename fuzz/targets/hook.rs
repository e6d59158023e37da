//! Any payload of any host: no panic, and a refusal is one.

#![no_main]

mod hook_bytes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hook_bytes::check(bytes));
