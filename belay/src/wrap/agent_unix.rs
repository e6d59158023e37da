//! The agent in a pseudo-terminal of its own, on Unix.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::process::Child;

use anyhow::{Context as _, Result};
use pty_process::blocking::{Command, Pts, Pty};
use rustix::process::{
    Pid, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group, waitpid,
};
use rustix::termios::{OptionalActions, Winsize, tcsetattr, tcsetwinsize};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGWINCH};
use signal_hook::iterator::Signals;

use super::screen::Size;
use super::terminal::Terminal;

/// The agent.
pub(super) struct Agent {
    /// Its terminal, from the other side.
    terminal: File,
    id: Pid,
    /// Kept, so that the number stands for this process until it was waited for.
    _process: Child,
}

/// What happens around the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Happening {
    /// The window has another size.
    Resized,
    /// It has stopped, to be taken up again later.
    Stopped,
    /// This program goes on after having been stopped.
    Continued,
    /// Somebody wants this program to end, or tells it something.
    Told(i32),
    /// It has ended by itself.
    Ended(u8),
    /// It was ended by a signal.
    Killed(u8),
}

impl Agent {
    pub(super) fn start(
        words: &[OsString],
        variables: &[(&str, &str)],
        terminal: &Terminal,
        size: Size,
    ) -> Result<Self> {
        let (program, arguments) = words.split_first().context("no program is named")?;
        let (pty, pts): (Pty, Pts) =
            pty_process::blocking::open().context("the system has no pseudo-terminal left")?;
        // Before the agent looks: it finds the size, and the keys for editing and for signals,
        // that it would find without this.
        tcsetattr(&pts, OptionalActions::Now, terminal.before())?;
        tcsetwinsize(&pty, winsize(size))?;
        let command = Command::new(program).args(arguments).envs(variables.iter().copied());
        let process = command
            .spawn(pts)
            .with_context(|| format!("`{}` cannot be started", program.to_string_lossy()))?;
        let id = i32::try_from(process.id())
            .ok()
            .and_then(Pid::from_raw)
            .context("the agent has no process id")?;
        Ok(Self { terminal: File::from(OwnedFd::from(pty)), id, _process: process })
    }

    /// Its terminal: reading gives what it writes, writing is typing.
    pub(super) fn terminal(&self) -> io::Result<File> {
        self.terminal.try_clone()
    }

    pub(super) fn resize(&self, size: Size) -> io::Result<()> {
        Ok(tcsetwinsize(&self.terminal, winsize(size))?)
    }

    /// Waits for the agent to end, and tells what happens meanwhile.
    pub(super) fn watch(
        &self,
        tell: impl Fn(Happening) + Clone + Send + 'static,
    ) -> io::Result<()> {
        let told = tell.clone();
        let mut signals =
            Signals::new([SIGWINCH, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2])?;
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                told(match signal {
                    SIGWINCH => Happening::Resized,
                    SIGCONT => Happening::Continued,
                    other => Happening::Told(other),
                });
            }
        })?;
        let id = self.id;
        std::thread::Builder::new().name("agent".to_owned()).spawn(move || {
            loop {
                let happening = match waitpid(Some(id), WaitOptions::UNTRACED) {
                    Ok(Some((_, status))) => happening(status),
                    Ok(None) | Err(rustix::io::Errno::INTR) => None,
                    // Somebody else has waited for it: it is gone.
                    Err(_) => Some(Happening::Ended(1)),
                };
                let Some(happening) = happening else { continue };
                tell(happening);
                if happening != Happening::Stopped {
                    return;
                }
            }
        })?;
        Ok(())
    }

    /// Passes a signal on to the agent and what it runs.
    pub(super) fn signal(&self, number: i32) {
        let Some(signal) = Signal::from_named_raw(number) else { return };
        // What has ended meanwhile needs no signal.
        let _ = kill_process_group(self.id, signal);
    }

    /// Goes on after a stop.
    pub(super) fn go_on(&self) {
        let _ = kill_process_group(self.id, Signal::CONT);
    }

    /// Stops this program as the agent has stopped, so that the shell takes over.
    pub(super) fn stop_here() {
        let _ = kill_process(getpid(), Signal::STOP);
    }
}

fn happening(status: WaitStatus) -> Option<Happening> {
    if status.stopped() {
        return Some(Happening::Stopped);
    }
    if let Some(signal) = status.terminating_signal() {
        return Some(Happening::Killed(u8::try_from(signal).unwrap_or(0)));
    }
    let code = status.exit_status()?;
    Some(Happening::Ended(u8::try_from(code & 0xff).unwrap_or(1)))
}

fn winsize(size: Size) -> Winsize {
    Winsize {
        ws_row: size.rows,
        ws_col: size.columns,
        ws_xpixel: size.width,
        ws_ypixel: size.height,
    }
}
