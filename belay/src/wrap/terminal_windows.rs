//! The person's terminal on Windows.

use std::io::{self, Read as _};
use std::time::Duration;

use crossterm_winapi::{ConsoleMode, Handle};

use super::screen::Size;

/// Lines, echo and Ctrl-C as signals.
const COOKED: u32 = 0x0001 | 0x0002 | 0x0004;
/// Keys as sequences, as they are everywhere else.
const SEQUENCES: u32 = 0x0200;
/// Sequences mean something when they are written, and a full line does not wrap at once.
const DRAWING: u32 = 0x0004 | 0x0008;

/// The console, and how it was set up before.
#[derive(Clone)]
pub(super) struct Terminal {
    input: u32,
    output: u32,
}

impl Terminal {
    pub(super) fn open() -> io::Result<Self> {
        Ok(Self { input: input()?.mode()?, output: output()?.mode()? })
    }

    /// Every byte comes as it is typed, and means nothing here.
    pub(super) fn make_raw(&self) -> io::Result<()> {
        input()?.set_mode(self.input & !COOKED | SEQUENCES)?;
        output()?.set_mode(self.output | DRAWING)
    }

    /// As it was.
    pub(super) fn restore(&self) -> io::Result<()> {
        input()?.set_mode(self.input)?;
        output()?.set_mode(self.output)
    }

    pub(super) fn size() -> io::Result<Size> {
        let (columns, rows) = crossterm::terminal::size()?;
        Ok(Size { rows, columns, width: 0, height: 0 })
    }

    /// A console hands out sequences whole, so there is no rest to wait for.
    pub(super) fn wait_for_keys(limit: Option<Duration>) -> io::Result<bool> {
        Ok(limit.is_none())
    }

    /// What was typed; empty at the end.
    pub(super) fn read(buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().lock().read(buffer)
    }
}

fn input() -> io::Result<ConsoleMode> {
    Ok(ConsoleMode::from(Handle::current_in_handle()?))
}

fn output() -> io::Result<ConsoleMode> {
    Ok(ConsoleMode::from(Handle::current_out_handle()?))
}
