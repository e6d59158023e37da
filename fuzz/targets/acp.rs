//! Any lines between an editor and an agent: no panic, nothing lost, changed or overtaken.

#![no_main]

mod acp_bytes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| acp_bytes::check(bytes));
