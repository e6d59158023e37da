//! `belay rewind`: the menu of messages, and what is said once it is closed.

use anyhow::Result;

use super::Exit;
use crate::conversations;
use crate::output::{BAD, FAINT, GOOD, WARNING, styled};
use crate::rewind::{self, words::Tone};

/// Which past.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// A session: its name or the beginning of it [default: the newest here].
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,
    /// Numbered lines instead of the full screen, as with `ACCESSIBLE=1`.
    #[arg(long)]
    pub plain: bool,
}

/// Opens the menu.
///
/// # Errors
/// The store or the terminal cannot be used, or there is no such session.
pub fn run(options: &Options) -> Result<Exit> {
    let asked = rewind::Options {
        session: options.session.clone(),
        plain: options.plain,
        fork: Some(conversations::fork),
        ..rewind::Options::default()
    };
    let outcome = rewind::open(&asked)?;
    if !outcome.already_said {
        for said in &outcome.said {
            let style = match said.tone {
                Tone::Good => GOOD,
                Tone::Bad => BAD,
                Tone::Warning => WARNING,
                Tone::Note => FAINT,
            };
            anstream::println!("{}", styled(style, &said.text));
        }
    }
    Ok(if outcome.is_good() { Exit::Done } else { Exit::Failed })
}
