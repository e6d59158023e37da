//! What each key does.

use super::{Ask, Focus, Model, View, What, Wish};
use crate::rewind::words::{NO_FORK, Said};

/// A key, whatever terminal it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Arrow.
    Up,
    /// Arrow.
    Down,
    /// Arrow.
    Left,
    /// Arrow.
    Right,
    /// A page.
    PageUp,
    /// A page.
    PageDown,
    /// The first.
    Home,
    /// The last.
    End,
    /// To the other part.
    Tab,
    /// Go on.
    Enter,
    /// Back, or out.
    Escape,
    /// Take a letter back.
    Backspace,
    /// Out, from anywhere.
    Interrupt,
    /// A letter.
    Char(char),
}

impl Model {
    /// Presses a key.
    pub fn press(&mut self, key: Key) -> Option<Ask> {
        self.note = None;
        if key == Key::Interrupt {
            return Some(Ask::Close);
        }
        match &mut self.view {
            View::List if self.searching => self.press_search(key),
            View::List => self.press_list(key),
            View::Diff { .. } => self.press_diff(key),
            View::Plan { .. } => self.press_plan(key),
            // What is under way cannot be interrupted half-way; keys wait.
            View::Working(_) => None,
            View::Done(done) => match key {
                Key::Char('u') if done.undoable => {
                    self.view = View::Working("Taking the rewind back…");
                    Some(Ask::Undo)
                }
                Key::Char('q' | '0') | Key::Enter | Key::Escape => Some(Ask::Close),
                Key::Char('l') | Key::Backspace | Key::Left => {
                    self.view = View::List;
                    self.points.go(0);
                    None
                }
                _ => None,
            },
            View::Sessions { .. } => self.press_sessions(key),
            View::CutShort(_) => match key {
                Key::Char('f') => {
                    self.view = View::Working("Finishing the restore…");
                    Some(Ask::Finish)
                }
                Key::Char('t') => {
                    self.view = View::Working("Taking the restore back…");
                    Some(Ask::TakeBack)
                }
                Key::Char('q' | '0') => Some(Ask::Close),
                Key::Escape | Key::Char('l') => {
                    self.view = View::List;
                    None
                }
                _ => None,
            },
            View::Help => {
                self.view = View::List;
                None
            }
        }
    }

    fn press_list(&mut self, key: Key) -> Option<Ask> {
        if !matches!(key, Key::Char('0'..='9')) && key != Key::Enter {
            self.points.end_number();
        }
        match key {
            Key::Char('q') => return Some(Ask::Close),
            Key::Escape if self.focus == Focus::Files => self.focus = Focus::Points,
            Key::Escape if !self.points.search().is_empty() => self.moved(|points| points.find("")),
            Key::Escape => return Some(Ask::Close),
            Key::Char('0') if self.points.typed().is_empty() => return Some(Ask::Close),
            Key::Char(digit @ '0'..='9') => {
                self.focus = Focus::Points;
                let mut missed = None;
                self.moved(|points| missed = points.digit(digit).err());
                if let Some(count) = missed {
                    let note = format!("There are {count} checkpoints: 1 to {count}, 0 cancels.");
                    self.note = Some(Said::warning(note));
                }
            }
            Key::Char('/') => {
                self.focus = Focus::Points;
                self.searching = true;
            }
            Key::Char('?' | 'h') => self.view = View::Help,
            Key::Char('c') => self.choose_what(),
            Key::Char('a') => {
                self.all = !self.all;
                let note = if self.all {
                    "Also what other sessions have changed since."
                } else {
                    "Only what this session has changed, where others worked too."
                };
                self.note = Some(Said::note(note));
                self.forget_files();
            }
            Key::Char('s') if self.sessions.len() > 1 => {
                self.view = View::Sessions { selected: self.session };
            }
            Key::Char('s') => {
                self.note = Some(Said::note("There is no other session in this workspace."));
            }
            Key::Tab => self.turn_focus(),
            Key::Right if self.focus == Focus::Points => self.turn_focus(),
            Key::Left if self.focus == Focus::Files => self.focus = Focus::Points,
            Key::Char('d') => return self.open_diff(),
            Key::Char(' ') => self.pick(),
            Key::Enter => return self.make_plan(),
            _ => self.move_by(key),
        }
        None
    }

    fn press_search(&mut self, key: Key) -> Option<Ask> {
        let mut text = self.points.search().to_owned();
        match key {
            Key::Enter | Key::Down | Key::Up | Key::Tab => {
                self.searching = false;
                if key == Key::Down || key == Key::Up {
                    self.move_by(key);
                }
                return None;
            }
            Key::Escape => {
                self.searching = false;
                text.clear();
            }
            Key::Backspace if text.is_empty() => self.searching = false,
            Key::Backspace => drop(text.pop()),
            Key::Char(letter) => text.push(letter),
            _ => return None,
        }
        self.moved(|points| points.find(&text));
        None
    }

    fn press_diff(&mut self, key: Key) -> Option<Ask> {
        let page = self.page;
        let View::Diff { lines, top, shift, .. } = &mut self.view else { return None };
        let last = lines.as_ref().map_or(0, |lines| lines.len().saturating_sub(page));
        match key {
            Key::Up | Key::Char('k') => *top = top.saturating_sub(1),
            Key::Down | Key::Char('j') => *top = (*top + 1).min(last),
            Key::PageUp => *top = top.saturating_sub(page),
            Key::PageDown | Key::Char(' ') => *top = (*top + page).min(last),
            Key::Home => *top = 0,
            Key::End => *top = last,
            Key::Left => *shift = shift.saturating_sub(8),
            Key::Right => *shift += 8,
            Key::Char('n' | 'p') | Key::Tab => {
                let by = if key == Key::Char('p') { -1 } else { 1 };
                self.file_by(by);
                return self.open_diff();
            }
            Key::Char('d' | 'q' | '0') | Key::Escape | Key::Backspace => self.view = View::List,
            Key::Enter => {
                self.view = View::List;
                return self.make_plan();
            }
            _ => {}
        }
        None
    }

    fn press_plan(&mut self, key: Key) -> Option<Ask> {
        let (page, can_fork) = (self.page, self.can_fork());
        let View::Plan { wish, plan, top } = &mut self.view else { return None };
        let last = plan.files.len().saturating_sub(1);
        match key {
            Key::Char('y' | 'Y') => {
                self.view = View::Working("Going back…");
                return Some(Ask::CarryOut);
            }
            Key::Char('c') if can_fork => {
                let mut wish = wish.clone();
                wish.what = wish.what.next();
                self.what = wish.what;
                return Some(self.ask_plan(wish));
            }
            Key::Char('c') => self.note = Some(Said::warning(NO_FORK)),
            Key::Char('a') => {
                let mut wish = wish.clone();
                wish.all = !wish.all;
                return Some(self.ask_plan(wish));
            }
            Key::Up | Key::Char('k') => *top = top.saturating_sub(1),
            Key::Down | Key::Char('j') => *top = (*top + 1).min(last),
            Key::PageUp => *top = top.saturating_sub(page),
            Key::PageDown | Key::Char(' ') => *top = (*top + page).min(last),
            Key::Char('n' | 'N' | 'q' | '0') | Key::Escape | Key::Backspace => {
                self.view = View::List;
                self.note = Some(Said::note("Nothing was changed."));
            }
            // Enter is what opened the plan: pressed twice it must not agree to it.
            Key::Enter => self.note = Some(Said::note("Press y to go back, Esc to leave it.")),
            _ => {}
        }
        None
    }

    fn press_sessions(&mut self, key: Key) -> Option<Ask> {
        let page = isize::try_from(self.page).unwrap_or(1);
        let last = self.sessions.len().saturating_sub(1);
        let View::Sessions { selected } = &mut self.view else { return None };
        let by = match key {
            Key::Up | Key::Char('k') => -1,
            Key::Down | Key::Char('j') => 1,
            Key::PageUp => -page,
            Key::PageDown => page,
            Key::Home => isize::MIN,
            Key::End => isize::MAX,
            Key::Enter => {
                let chosen = *selected;
                self.view = View::Working("Opening the session…");
                return Some(Ask::Session(chosen));
            }
            Key::Escape | Key::Char('q' | 's' | '0') => {
                self.view = View::List;
                return None;
            }
            _ => 0,
        };
        *selected = selected.saturating_add_signed(by).min(last);
        None
    }

    /// Moves within the part that has the keys.
    fn move_by(&mut self, key: Key) {
        let page = isize::try_from(self.page.max(2) - 1).unwrap_or(1);
        let by = match key {
            Key::Up | Key::Char('k') => -1,
            Key::Down | Key::Char('j') => 1,
            Key::PageUp => -page,
            Key::PageDown => page,
            Key::Home => isize::MIN,
            Key::End => isize::MAX,
            _ => return,
        };
        match self.focus {
            Focus::Files => self.file_by(by),
            Focus::Points => self.moved(|points| points.step(by)),
        }
    }

    fn file_by(&mut self, by: isize) {
        let last = self.plan().map_or(0, |plan| plan.files.len().saturating_sub(1));
        self.file = self.file.saturating_add_signed(by).min(last);
    }

    /// Moves in the list; what was known of another point's files is forgotten.
    fn moved(&mut self, go: impl FnOnce(&mut super::Points)) {
        let before = self.points.chosen();
        go(&mut self.points);
        if self.points.chosen() != before {
            let focus = self.focus;
            self.forget_files();
            self.focus = focus;
        }
    }

    fn turn_focus(&mut self) {
        let any = self.plan().is_some_and(|plan| !plan.files.is_empty());
        self.focus = match self.focus {
            Focus::Points if any => Focus::Files,
            _ => Focus::Points,
        };
    }

    fn choose_what(&mut self) {
        if !self.can_fork() {
            self.what = What::Code;
            self.note = Some(Said::warning(NO_FORK));
            return;
        }
        self.what = self.what.next();
        self.note = Some(Said::note(match self.what {
            What::Code => "The files go back, the conversation stays.",
            What::Conversation => "The conversation goes back, the files stay.",
            What::Both => "Files and conversation go back.",
        }));
    }

    fn pick(&mut self) {
        if self.focus == Focus::Points {
            self.turn_focus();
            return;
        }
        let file = self.file;
        let Some(line) = self.plan().and_then(|plan| plan.files.get(file)) else { return };
        if !line.inside || !line.changes() {
            let why = if line.inside { line.note.clone() } else { "saved beside it".to_owned() };
            self.note = Some(Said::note(format!("It cannot be picked by itself: {why}.")));
            return;
        }
        if !self.picked.remove(&file) {
            self.picked.insert(file);
        }
        self.file_by(1);
    }

    fn open_diff(&mut self) -> Option<Ask> {
        let point = self.points.chosen()?;
        let file = self.file;
        let line = self.plan()?.files.get(file)?;
        if !line.inside {
            self.note = Some(Said::note("It lies beside the workspace and is not compared here."));
            return None;
        }
        let path = line.path.clone();
        self.view = View::Diff { path, lines: None, top: 0, shift: 0 };
        Some(Ask::Diff { point, file })
    }

    fn make_plan(&mut self) -> Option<Ask> {
        self.points.end_number();
        let Some(point) = self.points.chosen() else {
            let note = "This is now: choose a message to go back to.";
            self.note = Some(Said::note(note));
            return None;
        };
        let picked = self.picked.iter().copied().collect();
        Some(self.ask_plan(Wish { point, what: self.what, all: self.all, picked }))
    }

    fn ask_plan(&mut self, wish: Wish) -> Ask {
        self.wish = Some(wish.clone());
        self.view = View::Working("Making the plan…");
        Ask::Plan(wish)
    }
}
