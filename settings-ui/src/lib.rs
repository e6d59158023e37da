//! The settings app: edits Belay's settings and shows what they do, in a browser and in a webview.
//!
//! # A tour
//!
//! 1. [`model`] is everything the app knows, as plain types without a page.
//! 2. [`message`] is what it says to its host and what the host says to it; [`host`] are the hosts:
//!    a VS Code webview, `belay serve`, or a page that stores settings itself.
//! 3. [`i18n`] are its words; [`engine`] is policy-wasm, loaded after the first paint.
//! 4. [`app`] is the state of the page and everything that can happen to it.
//! 5. [`view`] shows that state.
//!
//! There are two pages, each a program of its own over this library: the settings (`main`) and the
//! timeline of `belay serve` (`bin/timeline`). Neither loads the other's code.

pub mod i18n;
pub mod message;
pub mod model;

pub mod app;
pub mod engine;
pub mod host;
pub mod view;

pub use view::{mount, start, start_timeline};
