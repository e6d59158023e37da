//! Any text in any shell: no panic, and every place inside the text.

#![no_main]

use std::sync::LazyLock;

use policy_core::Policy;

static POLICY: LazyLock<Policy> = LazyLock::new(Policy::defaults);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::judge_bytes(&POLICY, bytes));
