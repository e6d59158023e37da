//! The one place where the menu is opened.

use std::io::{self, Write as _};

use anyhow::Result;
use rand::RngExt as _;

/// How the agent's hooks and the menu find one another.
#[derive(Clone, Debug)]
pub(super) struct Link {
    name: String,
}

impl Link {
    pub(super) fn new() -> Result<Self> {
        let number: u64 = rand::rng().random();
        Ok(Self { name: format!("{number:016x}") })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

/// Shows the menu until it is closed. Gives back what a person should still see at the end.
pub(super) fn open(_link: &Link) -> Vec<String> {
    let mut out = io::stdout().lock();
    let _ = out.write_all(b"\x1b[?1049h\x1b[2J\x1b[Hmenu").and_then(|()| out.flush());
    drop(out);
    let mut one = [0; 64];
    let _ = super::terminal::Terminal::read(&mut one);
    let mut out = io::stdout().lock();
    let _ = out.write_all(b"\x1b[?1049l").and_then(|()| out.flush());
    Vec::new()
}
