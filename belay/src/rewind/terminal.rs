//! The screen and the keyboard.

use std::io::{Stdout, stdout};
use std::time::Duration;

use anyhow::{Context as _, Result};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use crossterm::{cursor, execute};
use jiff::Timestamp;
use ratatui::Terminal;
use ratatui::backend::{Backend as _, CrosstermBackend};

use super::draw::{self, Palette};
use super::model::{Ask, Key, Model, View};
use super::past::Past;
use super::{Outcome, Screen};

/// Runs the menu until it is left.
pub(super) fn run(past: Past, screen: Screen) -> Result<Outcome> {
    let _given_back = match screen {
        Screen::Own => Some(Taken::over()?),
        Screen::Lent => None,
    };
    let mut terminal = Terminal::new(CrosstermBackend::new(stdout()))
        .context("the terminal cannot be drawn on")?;
    // The terminal's own way to clear asks where the cursor is, and waits for an answer that a
    // slow line or another program's terminal may never give.
    terminal.backend_mut().clear()?;
    Menu { terminal, palette: Palette::new(colours()), past }.run()
}

struct Menu {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    palette: Palette,
    past: Past,
}

impl Menu {
    fn run(mut self) -> Result<Outcome> {
        let past = &self.past;
        let mut model =
            Model::new(past.name(), past.sessions().to_vec(), past.session()).with(past.points());
        if let Some(note) = past.cut_short() {
            model.view = View::CutShort(note);
        }
        // From here on a change of the window's size is heard, also one during the first drawing.
        event::poll(Duration::ZERO)?;
        loop {
            self.draw(&mut model)?;
            // Keys that wait come first: who holds an arrow down sees the list move, and the files
            // of what was passed over are never looked at.
            let waiting = event::poll(Duration::ZERO)?;
            let ask = if waiting { self.key(&mut model)? } else { model.at_rest() };
            let ask = match ask {
                Some(ask) => Some(ask),
                None if waiting => None,
                None => self.key(&mut model)?,
            };
            let Some(ask) = ask else { continue };
            if ask == Ask::Close {
                break;
            }
            self.draw(&mut model)?;
            if let Some(reply) = self.past.answer(ask) {
                model.take(reply);
            }
        }
        Ok(self.past.outcome())
    }

    fn draw(&mut self, model: &mut Model) -> Result<()> {
        model.page = draw::page(self.terminal.size()?.height);
        let palette = self.palette;
        self.terminal.draw(|frame| draw::draw(frame, model, Timestamp::now(), &palette))?;
        Ok(())
    }

    /// Waits for something to happen, and presses it.
    fn key(&mut self, model: &mut Model) -> Result<Option<Ask>> {
        Ok(match event::read().context("the keyboard cannot be read")? {
            Event::Key(event) if event.kind != KeyEventKind::Release => {
                // Over a slow line Esc and the key after it arrive as one, like a key with Alt.
                if event.modifiers.contains(KeyModifiers::ALT)
                    && let Some(ask) = model.press(Key::Escape)
                {
                    return Ok(Some(ask));
                }
                key(event).and_then(|key| model.press(key))
            }
            _ => None,
        })
    }
}

fn key(event: KeyEvent) -> Option<Key> {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    Some(match event.code {
        KeyCode::Char('c' | 'd') if control => Key::Interrupt,
        KeyCode::Char('n') if control => Key::Down,
        KeyCode::Char('p') if control => Key::Up,
        KeyCode::Char('f') if control => Key::PageDown,
        KeyCode::Char('b') if control => Key::PageUp,
        KeyCode::Char(_) if control => return None,
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::Tab | KeyCode::BackTab => Key::Tab,
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Escape,
        KeyCode::Backspace => Key::Backspace,
        _ => return None,
    })
}

/// Whether colours are wanted.
fn colours() -> bool {
    match anstream::ColorChoice::global() {
        anstream::ColorChoice::Never => false,
        anstream::ColorChoice::Auto => {
            std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
        _ => true,
    }
}

/// A terminal that was taken over. It is given back however the menu ends.
struct Taken;

impl Taken {
    fn over() -> Result<Self> {
        enable_raw_mode().context("the terminal cannot be switched to single keys")?;
        let taken = Self;
        execute!(stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        // There is nobody left to tell.
        let _ = execute!(stdout(), cursor::Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}
