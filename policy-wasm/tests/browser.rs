//! The border in a browser: `wasm-pack test --headless --chrome policy-wasm`.
#![cfg(target_arch = "wasm32")]

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod border;
