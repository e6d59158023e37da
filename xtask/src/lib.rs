//! Every chore of this repository as a command; CI and the README call nothing else.
//!
//! # A tour
//!
//! 1. [`door`] turns a request into a verdict; [`judge`] is the door for terminals and pipes.
//!    [`serve`] serves the settings app.
//! 2. [`test`] goes through the steps every change must pass. [`step`] announces and times them,
//!    [`need`] brings in what a fresh machine lacks.
//! 3. [`accuracy`] measures the corpus that [`cases`] reads and holds it to its goals;
//!    [`verdicts`] writes out every case of `tests/cases/verdicts` for other surfaces.
//! 4. [`bench`] measures speed and holds it to its budgets; [`fuzz`] throws noise at the readers.
//! 5. [`wasm`] builds, weighs and tests the npm package of policy-wasm; [`app`] builds the
//!    settings app around it; [`extension`] packs both for VS Code and tests them there.
//! 6. [`catalogue`] prints rules, their pages and the schema of the settings; [`examples`] checks
//!    what the documents claim.

pub mod door;
pub mod judge;
pub mod serve;

pub mod need;
pub mod step;
pub mod test;

pub mod accuracy;
pub mod cases;
pub mod verdicts;

pub mod app;
pub mod bench;
pub mod extension;
pub mod fuzz;
pub mod wasm;

pub mod catalogue;
pub mod examples;
