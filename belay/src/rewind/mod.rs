//! `belay rewind`: the messages of a session as points to go back to.
//!
//! ```text
//! keys ──> model ──> asks ──> past (the store) ──> replies ──> model
//!            │
//!            └─> draw (full screen)          plain (numbered lines)
//! ```
//!
//! The model knows neither terminal nor store: keys and replies go in, what is to be shown and what
//! is to be asked comes out. `past` does what is asked, `draw` shows the model, `terminal` is the
//! screen and the keyboard, and `plain` is the same walk in numbered lines for screen readers and
//! for terminals that can do no more.

mod compare;
pub mod draw;
pub mod model;
mod past;
mod plain;
mod present;
mod terminal;
pub mod words;

use std::io::IsTerminal as _;
use std::path::PathBuf;

use anyhow::Result;
use checkpoint_store::{MessageId, SessionId, Store};

use crate::commands::place::Place;
pub use crate::conversations::Forked;

use past::Past;
use words::{Said, Tone};

/// Which past, and where it is shown.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The folder whose workspace is meant [default: the current one].
    pub folder: Option<PathBuf>,
    /// A session's name or the beginning of it [default: the newest of the workspace].
    pub session: Option<String>,
    /// Numbered lines instead of the full screen.
    pub plain: bool,
    /// Who has prepared the terminal.
    pub screen: Screen,
    /// How a conversation is forked; without it only files go back.
    pub fork: Option<Fork>,
}

/// Who has prepared the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Screen {
    /// Nobody yet: the menu takes it over and gives it back.
    #[default]
    Own,
    /// The caller: raw mode is on and the screen is the menu's to draw on. The menu leaves both
    /// as they are, and the caller shows again what was there.
    Lent,
}

/// Forks the conversation of a session just before a message.
pub type Fork = fn(&Store, &SessionId, &MessageId) -> Result<Forked>;

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The message whose files are back, unless that was undone again.
    pub restored: Option<String>,
    /// The conversation that was forked.
    pub forked: Option<Forked>,
    /// What a person should still see once the menu is gone.
    pub said: Vec<Said>,
    /// Whether it was read out already, line by line.
    pub already_said: bool,
}

impl Outcome {
    fn of(said: Vec<Said>) -> Self {
        Self { said, ..Self::default() }
    }

    /// Whether nothing went wrong.
    #[must_use]
    pub fn is_good(&self) -> bool {
        !self.said.iter().any(|said| said.tone != Tone::Good && said.tone != Tone::Note)
    }
}

/// Shows the messages, and goes back to the one that is chosen and agreed to.
///
/// # Errors
/// The store or the terminal cannot be used, or there is no such session.
pub fn open(options: &Options) -> Result<Outcome> {
    let place = match &options.folder {
        Some(folder) => Place::at(folder)?,
        None => Place::quietly()?,
    };
    let past = match Past::find(place, options.session.as_deref(), options.fork)? {
        Ok(past) => past,
        Err(said) => return Ok(Outcome::of(said)),
    };
    if options.plain || !full_screen() {
        let (mut input, mut out) = (std::io::stdin().lock(), anstream::stdout().lock());
        plain::run(past, &mut input, &mut out)
    } else {
        terminal::run(past, options.screen)
    }
}

/// Whether somebody looks at a screen that can be drawn on.
pub(crate) fn full_screen() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let accessible = set("ACCESSIBLE") && std::env::var("ACCESSIBLE").as_deref() != Ok("0");
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    !accessible && !dumb && std::io::stdout().is_terminal() && std::io::stdin().is_terminal()
}
