//! What the agent writes: passed on as it comes, kept while the menu is open.
//!
//! While the menu is open, the agent's output waits in memory and the agent goes on. Afterwards the
//! terminal gets every byte of it, so nothing is missing from its history. A program that had the
//! whole screen finds it painted again from what [`vt100`] knows of it, in the size it has now.

use std::io::{self, Write};
use std::num::NonZeroU16;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::modes::Modes;

/// What is kept at most; then the agent waits, as it does where a terminal stands still.
const KEPT: usize = 16 << 20;
/// How long a sequence or a frame that has begun may take to end before the menu opens.
const CALM: Duration = Duration::from_millis(100);

/// The way from the agent to the terminal.
pub(super) struct Screen<W> {
    inner: Mutex<Inner<W>>,
    changed: Condvar,
}

struct Inner<W> {
    terminal: W,
    modes: Modes,
    picture: vt100::Parser,
    state: State,
    /// The agent has closed its side.
    ended: bool,
    /// How often something was written, so that silence can be told.
    writes: u64,
}

enum State {
    Passing,
    /// The menu waits for a place to open.
    Stopping,
    Keeping(Vec<u8>),
}

impl<W: Write> Screen<W> {
    pub(super) fn new(terminal: W, size: Size) -> Self {
        let (rows, columns) = size.counts();
        Self {
            inner: Mutex::new(Inner {
                terminal,
                modes: Modes::new(),
                picture: vt100::Parser::new(rows, columns, 0),
                state: State::Passing,
                ended: false,
                writes: 0,
            }),
            changed: Condvar::new(),
        }
    }

    /// Takes what the agent wrote.
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut inner = self.lock();
        inner.writes += 1;
        match &mut inner.state {
            State::Passing => inner.pass(bytes)?,
            State::Stopping => {
                let calm = inner.modes.written_until_calm(bytes);
                let (now, later) = bytes.split_at(calm.min(bytes.len()));
                inner.show(now)?;
                if inner.modes.is_calm() {
                    inner.state = State::Keeping(later.to_vec());
                }
            }
            State::Keeping(kept) => kept.extend_from_slice(bytes),
        }
        self.changed.notify_all();
        let mut inner = inner;
        while matches!(&inner.state, State::Keeping(kept) if kept.len() > KEPT) {
            inner = self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }

    /// The agent will write no more.
    pub(super) fn end(&self) {
        self.lock().ended = true;
        self.changed.notify_all();
    }

    /// Waits until all is written, or until nothing came for this long: what the agent has started
    /// in the background may keep its side open for ever.
    pub(super) fn wait_for_end(&self, quiet: Duration) {
        let mut inner = self.lock();
        while !inner.ended {
            let before = inner.writes;
            let waited = self.changed.wait_timeout(inner, quiet);
            let (now, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            inner = now;
            if timeout.timed_out() && inner.writes == before {
                break;
            }
        }
    }

    /// Stops the output at a good place and makes the terminal ready for the menu.
    pub(super) fn pause(&self) -> io::Result<()> {
        let mut inner = self.lock();
        if inner.modes.is_calm() {
            inner.state = State::Keeping(Vec::new());
        } else {
            inner.state = State::Stopping;
            let until = Instant::now() + CALM;
            while matches!(inner.state, State::Stopping) {
                let left = until.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    // It stands still half-way. The terminal forgets what has begun, and is told
                    // again afterwards.
                    let begun = inner.modes.unfinished().to_vec();
                    inner.state = State::Keeping(begun);
                    break;
                }
                let waited = self.changed.wait_timeout(inner, left);
                inner = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        let away = inner.modes.put_away();
        inner.tell(&away)
    }

    /// The screen as it was, and then all that the agent has written meanwhile.
    pub(super) fn resume(&self) -> io::Result<()> {
        let mut inner = self.lock();
        let State::Keeping(kept) = std::mem::replace(&mut inner.state, State::Passing) else {
            return Ok(());
        };
        let mut back = Vec::new();
        if inner.modes.is_on_other_screen() {
            back.extend(inner.modes.other_screen_again());
            back.extend(inner.picture.screen().contents_formatted().into_bytes());
        } else {
            back.extend(inner.picture.screen().attributes_formatted().into_bytes());
        }
        back.extend(inner.modes.bring_back());
        inner.tell(&back)?;
        inner.pass(&kept)?;
        self.changed.notify_all();
        Ok(())
    }

    /// The window has another size.
    pub(super) fn resize(&self, size: Size) {
        let (rows, columns) = size.counts();
        self.lock().picture.set_size(rows, columns);
    }

    /// Switches off what the agent has left on, if anything.
    pub(super) fn put_away(&self) -> io::Result<()> {
        let mut inner = self.lock();
        if inner.modes.is_untouched() {
            return Ok(());
        }
        let away = inner.modes.put_away();
        inner.tell(&away)
    }

    /// Switches on again what [`Self::put_away`] has switched off.
    #[cfg(unix)]
    pub(super) fn bring_back(&self) -> io::Result<()> {
        let mut inner = self.lock();
        let mut back = inner.modes.other_screen_again();
        back.extend(inner.modes.bring_back());
        inner.tell(&back)
    }

    fn lock(&self) -> MutexGuard<'_, Inner<W>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write> Inner<W> {
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        // The terminal first: nobody waits for the bookkeeping.
        self.show(bytes)?;
        self.modes.written(bytes);
        Ok(())
    }

    fn show(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.tell(bytes)?;
        self.picture.process(bytes);
        Ok(())
    }

    fn tell(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.terminal.write_all(bytes)?;
        self.terminal.flush()
    }
}

/// The size of a window, in characters and in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) rows: u16,
    pub(super) columns: u16,
    pub(super) width: u16,
    pub(super) height: u16,
}

impl Size {
    fn counts(self) -> (NonZeroU16, NonZeroU16) {
        // A window without a size is one that nobody has told.
        let or = |count: u16, usual| NonZeroU16::new(if count == 0 { usual } else { count });
        let rows = or(self.rows, 24).unwrap_or(NonZeroU16::MIN);
        let columns = or(self.columns, 80).unwrap_or(NonZeroU16::MIN);
        (rows, columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { rows: 5, columns: 20, width: 0, height: 0 };

    fn written(screen: &Screen<Vec<u8>>) -> Vec<u8> {
        screen.lock().terminal.clone()
    }

    /// What a terminal shows that got all of this.
    fn shown(bytes: &[u8]) -> vt100::Parser {
        let (rows, columns) = SIZE.counts();
        let mut terminal = vt100::Parser::new(rows, columns, 0);
        terminal.process(bytes);
        terminal
    }

    const MENU: &[u8] = b"\x1b[?1049h\x1b[2J\x1b[Hmenu\x1b[?25l\x1b[?25h\x1b[?1049l";

    fn through_a_menu(before: &[u8], meanwhile: &[u8]) -> io::Result<Vec<u8>> {
        let screen = Screen::new(Vec::new(), SIZE);
        screen.write(before)?;
        screen.pause()?;
        screen.lock().terminal.extend_from_slice(MENU);
        screen.write(meanwhile)?;
        screen.resume()?;
        Ok(written(&screen))
    }

    #[test]
    fn bytes_pass_as_they_are() -> io::Result<()> {
        let all: Vec<u8> = (0..=255).collect();
        let screen = Screen::new(Vec::new(), SIZE);
        screen.write(&all)?;
        screen.write(b"\x1b[?1049h\xff\xfe")?;
        assert_eq!(written(&screen), [all.as_slice(), b"\x1b[?1049h\xff\xfe"].concat());
        Ok(())
    }

    #[test]
    fn the_screen_is_as_it_would_be_without_the_menu() -> io::Result<()> {
        let cases: [(&[u8], &[u8]); 6] = [
            (b"one\r\ntwo \x1b[31mred", b" still red\x1b[m\r\nthree"),
            (b"\x1b[?1049h\x1b[2J\x1b[3;4Hfull\x1b[1m bold", b"\x1b[1;1Htop"),
            (b"\x1b[?1049h\x1b[?25l\x1b[?1002h\x1b[?1006h\x1b[?2004h\x1b[?1h\x1b=x", b""),
            (b"main\x1b[?1049hother\x1b[4;4H", b"\x1b[?1049lmain again"),
            (b"half \x1b[3", b"1mred"),
            (b"\x1b[?2026hframe", b" whole\x1b[?2026l rest"),
        ];
        for (before, meanwhile) in cases {
            let with = shown(&through_a_menu(before, meanwhile)?);
            let without = shown(&[before, meanwhile].concat());
            let (with, without) = (with.screen(), without.screen());
            assert_eq!(with.state_formatted(), without.state_formatted());
            assert_eq!(with.cursor_position(), without.cursor_position());
            assert_eq!(with.alternate_screen(), without.alternate_screen());
        }
        Ok(())
    }

    #[test]
    fn a_menu_waits_for_the_end_of_a_sequence() -> io::Result<()> {
        let screen = Screen::new(Vec::new(), SIZE);
        screen.write(b"a\x1b[3")?;
        std::thread::scope(|scope| -> io::Result<()> {
            let menu = scope.spawn(|| screen.pause());
            while !matches!(screen.lock().state, State::Stopping) {
                std::thread::yield_now();
            }
            screen.write(b"1mred")?;
            menu.join().unwrap_or(Ok(()))
        })?;
        assert!(written(&screen).starts_with(b"a\x1b[31m\x1b[m"));
        screen.resume()?;
        assert!(written(&screen).ends_with(b"red"));
        Ok(())
    }
}
