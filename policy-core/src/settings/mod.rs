//! The settings document: what a person may write, what it means, and who said so.
//!
//! Everything here works on text and values alone. There is no disk, no clock and no engine, so
//! the settings app uses this module by itself (`--no-default-features`).
//!
//! # A tour
//!
//! 1. [`field`] says what a setting is: its place, its kind with its default, its one sentence,
//!    and which way is the careful one.
//! 2. [`defaults`] holds the built-in lists.
//! 3. [`document`] is the one list of all settings. It gives the written form ([`Settings`], all
//!    optional), the form in force ([`Effective`], all filled in) and the table [`FIELDS`], which
//!    drives reading, spelling, layers, the schema and whatever shows settings to a person.
//! 4. [`problem`] is how anything wrong is reported; [`spelling`] finds the name that was meant.
//! 5. [`clean`] keeps of a JSON value what the table allows; [`read`](mod@read) starts from text,
//!    and serde makes types of what is left.
//! 6. [`source`] says where a value in force comes from; [`folder`] compares workspace paths;
//!    [`layers`] lays defaults, user and workspace over each other, where a workspace may only
//!    tighten until the user trusts it.
//! 7. [`update`] applies what a settings page sends.
//! 8. `schema` (with the feature of that name) writes the table as a JSON Schema.
//!
//! ```
//! use policy_core::settings::{Layer, read, resolve};
//!
//! let reading = read(r#"{ "checkpointOnError": true, "checkpointEnabld": false }"#);
//! assert_eq!(reading.problems[0].help, "did you mean `checkpointEnabled`?");
//!
//! let effective = resolve(reading.settings.as_ref(), None).effective;
//! assert!(effective.checkpoint_on_error.value);
//! assert_eq!(effective.checkpoint_on_error.layer, Layer::User);
//! assert_eq!(effective.checkpoint_enabled.layer, Layer::Default);
//! ```

mod clean;
mod defaults;
mod document;
mod field;
mod folder;
mod layers;
mod problem;
mod read;
mod source;
mod spelling;
mod update;

#[cfg(feature = "schema")]
pub mod schema;

pub use clean::MAX_ENTRY_BYTES;
pub use document::{
    CommandEntry, Effective, EffectivePermissions, EffectiveShell, EffectiveShells, FIELDS,
    Permissions, Settings, ShellSettings, ShellSpecificCheckpoints,
};
pub use field::{Field, Group, Kind, ShellSection, Tighter};
pub use folder::normalised as normalised_folder;
pub use layers::{Resolution, ShellLists, WorkspaceLayer, resolve, resolve_managed};
pub use problem::{Problem, ProblemCode};
pub use read::{MAX_TEXT_BYTES, Reading, json_value, read, read_value};
pub use source::{Entry, Layer, List, Place, Sourced};
pub use spelling::nearest;
pub use update::{Updated, apply_update};
