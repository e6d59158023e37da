//! wasm-bindgen as a library, so that its version is the one Cargo.lock names.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

/// Writes the glue as one plain module that neither fetches nor asks where it is: the package's
/// own JavaScript does that, differently in a page and in Node.
pub(crate) fn run(input: &Path, folder: &Path, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(false).keep_debug(false);
    bindgen.bundler(true).map_err(|error| error.to_string())?;
    bindgen.generate(folder).map_err(|error| format!("{}: {error:#}", input.display()))
}

/// Writes the glue for a page: a module with a function that is told where the wasm module is.
pub(crate) fn web(input: &Path, folder: &Path, name: &str) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).typescript(false).keep_debug(false);
    bindgen.omit_default_module_path(true);
    bindgen.web(true).map_err(|error| error.to_string())?;
    bindgen.generate(folder).map_err(|error| format!("{}: {error:#}", input.display()))
}
