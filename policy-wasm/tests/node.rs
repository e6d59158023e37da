//! The border in Node: `wasm-pack test --node policy-wasm`.
#![cfg(target_arch = "wasm32")]

mod border;
