//! The person's terminal on Unix.

use std::io;
use std::os::fd::AsFd as _;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

use super::screen::Size;

/// The terminal, and how it was set up before.
#[derive(Clone)]
pub(super) struct Terminal {
    before: Termios,
}

impl Terminal {
    pub(super) fn open() -> io::Result<Self> {
        Ok(Self { before: tcgetattr(io::stdin())? })
    }

    /// How lines are edited and signals sent here; the agent's terminal starts the same.
    pub(super) fn before(&self) -> &Termios {
        &self.before
    }

    /// Every byte comes as it is typed, and means nothing here.
    pub(super) fn make_raw(&self) -> io::Result<()> {
        let mut raw = self.before.clone();
        raw.make_raw();
        Ok(tcsetattr(io::stdin(), OptionalActions::Drain, &raw)?)
    }

    /// As it was.
    pub(super) fn restore(&self) -> io::Result<()> {
        Ok(tcsetattr(io::stdin(), OptionalActions::Drain, &self.before)?)
    }

    pub(super) fn size() -> io::Result<Size> {
        let size = tcgetwinsize(io::stdout()).or_else(|_| tcgetwinsize(io::stdin()))?;
        Ok(Size {
            rows: size.ws_row,
            columns: size.ws_col,
            width: size.ws_xpixel,
            height: size.ws_ypixel,
        })
    }

    /// Waits for something to be typed; whether it was, before this time is over.
    pub(super) fn wait_for_keys(limit: Option<Duration>) -> io::Result<bool> {
        let limit = limit.map(|limit| Timespec {
            tv_sec: i64::try_from(limit.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: limit.subsec_nanos().into(),
        });
        let stdin = io::stdin();
        let mut watched = [PollFd::from_borrowed_fd(stdin.as_fd(), PollFlags::IN)];
        match poll(&mut watched, limit.as_ref()) {
            Ok(count) => Ok(count > 0),
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// What was typed; empty at the end.
    pub(super) fn read(buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match rustix::io::read(io::stdin(), &mut *buffer) {
                Err(rustix::io::Errno::INTR) => {}
                // The terminal is gone.
                Err(rustix::io::Errno::IO) => return Ok(0),
                read => return Ok(read?),
            }
        }
    }
}
