//! Every task of this repository as a command; CI and the README call nothing else.
//!
//! # A tour
//!
//! 1. [`program`] builds `belay` with the settings app inside, and serves or installs it.
//! 2. [`test`](mod@test) lists the steps every change must pass, [`step`] runs them. [`prerequisites`] brings
//!    in what a task needs and a fresh machine lacks. [`cross`] builds for Windows and macOS,
//!    [`wine`] runs what was built for Windows, [`lab`] runs real agents under Belay,
//!    [`protocols`] holds what Belay speaks to the protocols' own libraries,
//!    [`prove`] holds verdicts to what commands do to a disk.
//! 3. [`accuracy`] measures the [`corpus`] and holds it to its goals;
//!    [`verdicts`] writes out every case of `tests/cases/verdicts` for other surfaces.
//! 4. [`bench`](mod@bench) measures speed and holds it to its budgets; [`fuzz`] throws noise at the readers.
//! 5. [`wasm`] builds, weighs and tests the npm package of policy-wasm; [`app`] builds the
//!    settings app around it; [`client`] builds the package over `belay rpc`;
//!    [`extension`] packs for VS Code and tests there;
//!    [`scripts`] formats and lints their TypeScript.
//! 6. [`process`] runs other programs, [`repository`] knows where things are.
//! 7. [`catalogue`] writes the pages of the rules; [`examples`] checks what the documents claim.

pub mod program;

pub mod cross;
pub mod lab;
pub mod prerequisites;
pub mod protocols;
pub mod prove;
pub mod step;
pub mod test;
pub mod wine;

pub mod accuracy;
pub mod corpus;
pub mod verdicts;

pub mod app;
pub mod bench;
pub mod client;
pub mod extension;
pub mod fuzz;
pub mod scripts;
pub mod wasm;

pub mod catalogue;
pub mod examples;

pub mod process;
pub mod repository;
