//! The one place where the menu is opened.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::{env, fs};

use anyhow::Result;
use checkpoint_store::SessionId;
use rand::RngExt as _;

use super::VARIABLE;
use super::terminal::Terminal;
use crate::conversations;
use crate::home::Home;
use crate::output::{BAD, FAINT, GOOD, WARNING, styled};
use crate::rewind::words::{Said, Tone};
use crate::rewind::{self, Outcome, Screen};

/// How the agent's hooks and the menu find one another: the hooks see its name in their
/// environment, and write down which session they are of.
#[derive(Clone, Debug)]
pub(super) struct Link {
    name: String,
    file: Option<PathBuf>,
}

impl Link {
    pub(super) fn new() -> Self {
        let number: u64 = rand::rng().random();
        let name = format!("{number:016x}");
        Self { file: Home::find().ok().map(|home| home.wraps().join(&name)), name }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    fn session(&self) -> Option<String> {
        fs::read_to_string(self.file.as_ref()?).ok()
    }

    pub(super) fn forget(&self) {
        if let Some(file) = &self.file {
            let _ = fs::remove_file(file);
        }
    }
}

/// Writes down which session this is, if it runs inside `belay wrap`.
///
/// # Errors
/// Belay's folder cannot be written.
pub fn note_session(home: &Home, session: &SessionId) -> Result<()> {
    let Ok(name) = env::var(VARIABLE) else { return Ok(()) };
    if name.len() != 16 || !name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(());
    }
    crate::private::write(&home.wraps().join(name), session.to_string().as_bytes())
}

/// Shows the menu until it is closed. Gives back what a person should still see at the end.
pub(super) fn open(link: &Link, terminal: &Terminal) -> Vec<String> {
    let full = rewind::full_screen();
    let begin: &[u8] = if full { b"\x1b[?1049h\x1b[2J\x1b[H\x1b[?25l" } else { b"\r\n" };
    write(begin);
    if !full {
        // Lines are typed, so they are edited and seen.
        let _ = terminal.restore();
    }
    let options = rewind::Options {
        session: link.session(),
        screen: if full { Screen::Lent } else { Screen::Own },
        fork: Some(conversations::fork),
        ..rewind::Options::default()
    };
    let outcome = rewind::open(&options).unwrap_or_else(|error| Outcome {
        said: vec![Said::bad(format!("The menu cannot be shown: {error:#}"))],
        ..Outcome::default()
    });
    let _ = terminal.make_raw();
    let seen = outcome.already_said || outcome.restored.is_some() || outcome.forked.is_some();
    if full && !seen && !outcome.said.is_empty() {
        show(&outcome.said);
    }
    if full {
        write(b"\x1b[m\x1b[?25h\x1b[?1049l");
    }
    let resume = outcome.forked.map(|forked| forked.resume);
    resume.into_iter().map(|resume| format!("The conversation goes on with: {resume}")).collect()
}

/// What there is to say where no menu was to be seen, until a key is pressed.
fn show(said: &[Said]) {
    let mut text = "\x1b[2J\x1b[H".to_owned();
    for said in said {
        let style = match said.tone {
            Tone::Good => GOOD,
            Tone::Bad => BAD,
            Tone::Warning => WARNING,
            Tone::Note => FAINT,
        };
        text.push_str(&format!("{}\r\n", styled(style, &said.text)));
    }
    text.push_str(&format!("\r\n{}", styled(FAINT, "Press any key to go back to the agent.")));
    let mut out = anstream::AutoStream::auto(io::stdout());
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    let _ = Terminal::read(&mut [0; 256]);
}

fn write(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}
