//! The agent in a pseudo-console of its own, on Windows.
//!
//! Windows draws what the agent writes and hands on what it has drawn: the same picture, not the
//! same bytes.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::screen::Size;
use super::terminal::Terminal;

/// How often the size of the window is looked at; a console tells of it only among its keys.
const LOOK: Duration = Duration::from_millis(100);

/// The agent.
pub(super) struct Agent {
    terminal: Mutex<Box<dyn MasterPty + Send>>,
    process: Mutex<Option<Box<dyn Child + Send + Sync>>>,
}

/// What happens around the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    /// The window has another size.
    Resized,
    /// It has ended by itself.
    Ended(u8),
}

impl Agent {
    pub(super) fn start(
        words: &[OsString],
        variables: &[(&str, &str)],
        _terminal: &Terminal,
        size: Size,
    ) -> Result<Self> {
        let (program, arguments) = words.split_first().context("no program is named")?;
        let pair = native_pty_system()
            .openpty(points(size))
            .context("this Windows has no pseudo-consoles; it needs Windows 10, 1809 or newer")?;
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(std::env::current_dir()?);
        // This process' own variables, not the ones a new login would have.
        command.env_clear();
        for (name, value) in std::env::vars_os() {
            command.env(name, value);
        }
        for (name, value) in variables {
            command.env(name, value);
        }
        let process = pair
            .slave
            .spawn_command(command)
            .with_context(|| format!("`{}` cannot be started", program.to_string_lossy()))?;
        Ok(Self { terminal: Mutex::new(pair.master), process: Mutex::new(Some(process)) })
    }

    /// What it writes.
    pub(super) fn reader(&self) -> io::Result<Box<dyn Read + Send>> {
        self.lock().try_clone_reader().map_err(io::Error::other)
    }

    /// Where it is typed.
    pub(super) fn writer(&self) -> io::Result<Box<dyn Write + Send>> {
        self.lock().take_writer().map_err(io::Error::other)
    }

    pub(super) fn resize(&self, size: Size) -> io::Result<()> {
        self.lock().resize(points(size)).map_err(io::Error::other)
    }

    /// Waits for the agent to end, and tells what happens meanwhile.
    pub(super) fn watch(
        &self,
        tell: impl Fn(Happening) + Clone + Send + 'static,
    ) -> io::Result<()> {
        let told = tell.clone();
        std::thread::Builder::new().name("size".to_owned()).spawn(move || {
            let mut before = Terminal::size().ok();
            loop {
                std::thread::sleep(LOOK);
                let now = Terminal::size().ok();
                if now.is_some() && now != before {
                    told(Happening::Resized);
                }
                before = now;
            }
        })?;
        let process = self.process.lock().unwrap_or_else(PoisonError::into_inner).take();
        std::thread::Builder::new().name("agent".to_owned()).spawn(move || {
            let code = process.and_then(|mut process| process.wait().ok());
            let code = code.map_or(1, |status| u8::try_from(status.exit_code()).unwrap_or(1));
            tell(Happening::Ended(code));
        })?;
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Box<dyn MasterPty + Send>> {
        self.terminal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn points(size: Size) -> PtySize {
    PtySize {
        rows: size.rows,
        cols: size.columns,
        pixel_width: size.width,
        pixel_height: size.height,
    }
}
