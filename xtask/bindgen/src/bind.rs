//! wasm-bindgen as a library, so that its version is the one Cargo.lock names.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

/// Whether the module keeps the names of its functions, which only people read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    Kept,
    Removed,
}

/// Writes the module and its glue: wasm-bindgen's own target `web`, whose functions are told where
/// the module is.
pub(crate) fn run(input: &Path, folder: &Path, name: &str, names: Names) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(input).out_name(name).keep_debug(false).typescript(true);
    bindgen.remove_name_section(names == Names::Removed).remove_producers_section(true);
    bindgen.omit_default_module_path(true);
    bindgen.web(true).map_err(|error| error.to_string())?;
    bindgen.generate(folder).map_err(|error| format!("{}: {error:#}", input.display()))
}
