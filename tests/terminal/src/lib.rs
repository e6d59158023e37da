//! A terminal that tests type into and look at: a real one for the program in it, a picture of
//! characters for the test.

pub mod recording;

use std::io::{Read as _, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long something may take before a test gives up on it: long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A program in a terminal.
pub struct Terminal {
    seen: Arc<Seen>,
    keyboard: Arc<Mutex<Box<dyn Write + Send>>>,
    window: Box<dyn MasterPty + Send>,
    program: Box<dyn Child + Send + Sync>,
}

struct Seen {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    picture: vt100::Parser,
    written: Vec<u8>,
    ended: bool,
}

impl Terminal {
    /// Starts a program in a window of this many rows and columns.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(
        (rows, columns): (u16, u16),
        words: &[&str],
        variables: &[(&str, &str)],
        folder: &Path,
    ) -> Result<Self> {
        let pair = native_pty_system().openpty(size(rows, columns))?;
        let (program, arguments) = words.split_first().context("no program")?;
        let mut command = CommandBuilder::new(program);
        command.args(arguments);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        for away in ["TMUX", "STY", "SSH_CONNECTION", "SSH_TTY", "NO_COLOR", "BELAY_WRAP"] {
            command.env_remove(away);
        }
        for (name, value) in variables {
            command.env(name, value);
        }
        let program = pair.slave.spawn_command(command)?;
        drop(pair.slave);
        let mut output = pair.master.try_clone_reader()?;
        let keyboard = Arc::new(Mutex::new(pair.master.take_writer()?));
        let (count, line) = cells(rows, columns);
        let seen = Arc::new(Seen {
            state: Mutex::new(State {
                picture: vt100::Parser::new(count, line, 0),
                written: Vec::new(),
                ended: false,
            }),
            changed: Condvar::new(),
        });
        let shown = Arc::clone(&seen);
        let answers = Arc::clone(&keyboard);
        std::thread::spawn(move || {
            let mut buffer = vec![0; 64 << 10];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                let bytes = buffer.get(..count).unwrap_or_default();
                let mut state = shown.lock();
                state.written.extend_from_slice(bytes);
                state.picture.process(bytes);
                let (row, column) = state.picture.screen().cursor_position();
                drop(state);
                shown.changed.notify_all();
                // Where is the cursor? Every terminal says so.
                if bytes.windows(4).any(|four| four == b"\x1b[6n") {
                    let mut keyboard = answers.lock().unwrap_or_else(PoisonError::into_inner);
                    let _ = write!(keyboard, "\x1b[{};{}R", row + 1, column + 1);
                    let _ = keyboard.flush();
                }
            }
            shown.lock().ended = true;
            shown.changed.notify_all();
        });
        Ok(Self { seen, keyboard, window: pair.master, program })
    }

    /// Types.
    ///
    /// # Errors
    /// The program is gone.
    pub fn send(&mut self, bytes: impl AsRef<[u8]>) -> Result<()> {
        let mut keyboard = self.keyboard.lock().unwrap_or_else(PoisonError::into_inner);
        keyboard.write_all(bytes.as_ref())?;
        Ok(keyboard.flush()?)
    }

    /// Waits until the screen is so.
    ///
    /// # Errors
    /// It never is; the screen is in the message.
    pub fn wait_until(&self, what: &str, is: impl Fn(&vt100::Screen) -> bool) -> Result<()> {
        self.wait(what, |state| is(state.picture.screen()))
    }

    /// Waits until this can be read on the screen.
    ///
    /// # Errors
    /// It never can.
    pub fn wait_for(&self, text: &str) -> Result<()> {
        self.wait_until(text, |screen| screen.contents().contains(text))
    }

    /// Waits until so many bytes were written.
    ///
    /// # Errors
    /// They never are.
    pub fn wait_for_bytes(&self, count: usize) -> Result<()> {
        self.wait(&format!("{count} bytes"), |state| state.written.len() >= count)
    }

    /// Waits until the program has closed the terminal.
    ///
    /// # Errors
    /// It never does.
    pub fn wait_for_end(&self) -> Result<()> {
        self.wait("the end", |state| state.ended)
    }

    fn wait(&self, what: &str, is: impl Fn(&State) -> bool) -> Result<()> {
        let until = Instant::now() + PATIENCE;
        let mut state = self.seen.lock();
        loop {
            if is(&state) {
                return Ok(());
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() || state.ended {
                let shown = state.picture.screen().contents();
                bail!("there was no `{what}` (ended: {}) on:\n{shown}", state.ended);
            }
            let waited = self.seen.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The screen as it is.
    #[must_use]
    pub fn screen(&self) -> vt100::Screen {
        self.seen.lock().picture.screen().clone()
    }

    /// Every byte that was written so far.
    #[must_use]
    pub fn written(&self) -> Vec<u8> {
        self.seen.lock().written.clone()
    }

    /// Gives the window another size.
    ///
    /// # Errors
    /// The system does not let it.
    pub fn resize(&self, rows: u16, columns: u16) -> Result<()> {
        let (count, line) = cells(rows, columns);
        self.seen.lock().picture.set_size(count, line);
        self.window.resize(size(rows, columns))
    }

    /// The number of the program's process.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.program.process_id()
    }

    /// Waits for the program's end: its exit code.
    ///
    /// # Errors
    /// The system does not tell.
    pub fn exit_code(&mut self) -> Result<u32> {
        Ok(self.program.wait()?.exit_code())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.program.kill();
    }
}

impl Seen {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}

fn cells(rows: u16, columns: u16) -> (NonZeroU16, NonZeroU16) {
    let count = |count| NonZeroU16::new(count).unwrap_or(NonZeroU16::MIN);
    (count(rows), count(columns))
}
