//! The program in a real terminal: keys in, a screen out.

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::stage::Stage;

/// Nothing takes this long; a test that waits for what never comes should end.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) const DOWN: &str = "\x1b[B";
pub(crate) const UP: &str = "\x1b[A";
pub(crate) const RIGHT: &str = "\x1b[C";
pub(crate) const END: &str = "\x1b[F";
pub(crate) const ESCAPE: &str = "\x1b";
pub(crate) const ENTER: &str = "\r";

/// What the terminal has been told so far.
struct Seen {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    ended: bool,
}

/// A terminal with the program in it.
pub(crate) struct Screen {
    child: Box<dyn Child + Send + Sync>,
    keys: Box<dyn Write + Send>,
    seen: Arc<(Mutex<Seen>, Condvar)>,
    master: Option<Box<dyn MasterPty + Send>>,
    reader: Option<JoinHandle<()>>,
}

impl Screen {
    /// Starts the program in a terminal of this size (columns, rows).
    pub(crate) fn open(stage: &Stage, size: (u16, u16), words: &[&str]) -> Self {
        Self::open_with(stage, size, Path::new(env!("CARGO_BIN_EXE_belay")), words, &[])
    }

    pub(crate) fn open_with(
        stage: &Stage,
        (cols, rows): (u16, u16),
        program: &Path,
        words: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(words);
        command.cwd(&stage.project);
        command.env_clear();
        command.env("HOME", &stage.home);
        command.env("BELAY_HOME", stage.data());
        command.env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        for (name, value) in variables {
            command.env(name, value);
        }
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut output = pair.master.try_clone_reader().unwrap();
        let keys = pair.master.take_writer().unwrap();
        let parser = vt100::Parser::new(side(rows), side(cols), 0);
        let seen = Arc::new((
            Mutex::new(Seen { parser, bytes: Vec::new(), ended: false }),
            Condvar::new(),
        ));
        let told = Arc::clone(&seen);
        let reader = thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                // The other end is closed once the program is gone.
                let count = output.read(&mut buffer).unwrap_or(0);
                let (seen, news) = &*told;
                let mut seen = seen.lock().unwrap();
                seen.parser.process(&buffer[..count]);
                seen.bytes.extend_from_slice(&buffer[..count]);
                seen.ended = count == 0;
                news.notify_all();
                if count == 0 {
                    return;
                }
            }
        });
        Self { child, keys, seen, master: Some(pair.master), reader: Some(reader) }
    }

    /// Presses keys.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
        self
    }

    /// Waits until the screen says this, and returns all of it.
    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) -> String {
        self.until(text, |screen, folded| screen.contains(text) || folded.contains(text))
    }

    /// Waits until it no longer does.
    #[track_caller]
    pub(crate) fn misses(&mut self, text: &str) -> String {
        self.until(text, |screen, folded| !screen.contains(text) && !folded.contains(text))
    }

    #[track_caller]
    fn until(&mut self, what: &str, holds: impl Fn(&str, &str) -> bool) -> String {
        let (seen, news) = &*self.seen;
        let end = Instant::now() + PATIENCE;
        let mut seen = seen.lock().unwrap();
        loop {
            let screen = seen.parser.screen().contents();
            // A sentence may go on in the next line.
            let folded = screen.split_whitespace().collect::<Vec<_>>().join(" ");
            if holds(&screen, &folded) {
                return screen;
            }
            let left = end.saturating_duration_since(Instant::now());
            assert!(!seen.ended && !left.is_zero(), "waited for {what:?} in:\n{screen}");
            seen = news.wait_timeout(seen, left).unwrap().0;
        }
    }

    /// The colour of the first letter of a text on the screen.
    #[track_caller]
    pub(crate) fn colour_of(&self, text: &str) -> vt100::Color {
        let seen = self.seen.0.lock().unwrap();
        let screen = seen.parser.screen();
        let (rows, cols) = screen.size();
        let (rows, cols) = (rows.get(), cols.get());
        for row in 0..rows {
            for col in 0..cols {
                let rest = screen.contents_between(row, col, row, cols);
                if rest.starts_with(text) {
                    return screen.cell(row, col).unwrap().fgcolor();
                }
            }
        }
        panic!("{text:?} is not on the screen:\n{}", screen.contents());
    }

    /// In which columns a letter stands, row by row.
    pub(crate) fn columns_of(&self, letter: &str) -> Vec<u16> {
        let seen = self.seen.0.lock().unwrap();
        let screen = seen.parser.screen();
        let (rows, cols) = screen.size();
        let cells = (0..rows.get()).flat_map(|row| (0..cols.get()).map(move |col| (row, col)));
        let is_it = |(row, col): &(u16, u16)| {
            screen.cell(*row, *col).is_some_and(|cell| cell.contents() == letter)
        };
        cells.filter(is_it).map(|(_, col)| col).collect()
    }

    /// Gives the terminal another size.
    pub(crate) fn resize(&mut self, (cols, rows): (u16, u16)) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        self.seen.0.lock().unwrap().parser.screen_mut().set_size(side(rows), side(cols));
        self.master.as_ref().unwrap().resize(size).unwrap();
    }

    /// Whether the other screen is shown, that programs draw on.
    pub(crate) fn is_drawn_over(&self) -> bool {
        self.seen.0.lock().unwrap().parser.screen().alternate_screen()
    }

    /// Waits for the end; its code, and what is on the screen.
    #[track_caller]
    pub(crate) fn ends(mut self) -> (u32, String) {
        self.until_ended();
        let code = self.child.wait().unwrap().exit_code();
        self.reader.take().unwrap().join().unwrap();
        let seen = self.seen.0.lock().unwrap();
        (code, seen.parser.screen().contents())
    }

    fn until_ended(&mut self) {
        let (seen, news) = &*self.seen;
        let end = Instant::now() + PATIENCE;
        let mut seen = seen.lock().unwrap();
        while !seen.ended {
            let left = end.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "it does not end:\n{}", seen.parser.screen().contents());
            seen = news.wait_timeout(seen, left).unwrap().0;
        }
    }
}

fn side(length: u16) -> NonZero<u16> {
    NonZero::new(length).unwrap()
}

impl Drop for Screen {
    fn drop(&mut self) {
        // A test that failed leaves no program behind.
        let _ = self.child.kill();
        drop(self.master.take());
    }
}
