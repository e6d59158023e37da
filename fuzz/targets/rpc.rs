//! Any bytes on the pipe of `belay rpc`: no panic, no half message, no message twice.

#![no_main]

mod rpc_bytes;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| rpc_bytes::check(bytes));
