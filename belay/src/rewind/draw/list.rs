//! The first view: messages at the left, what going back would change at the right.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Screen, age, top};
use crate::output::{columns, count, fitted, wrap};
use crate::rewind::model::{Fate, FileLine, Files, Focus, Plan, Point, View};

impl Screen<'_> {
    /// Draws it and returns where the two parts meet.
    pub(super) fn list(&self, frame: &mut Frame<'_>, area: Rect) -> Option<u16> {
        let left = (area.width / 2).clamp(area.width.min(26), 46.max(area.width * 2 / 5));
        let messages = Rect { width: left, ..area };
        let right = Rect { x: left + 1, width: area.width - left - 1, ..area };
        self.messages(frame, messages);
        for y in area.y..area.bottom() {
            let between = Rect { x: left, y, width: 1, height: 1 };
            frame.render_widget(Line::styled("│", self.palette.rule), between);
        }
        self.beside(frame, right);
        Some(left)
    }

    fn messages(&self, frame: &mut Frame<'_>, area: Rect) {
        let points = &self.model.points;
        let height = usize::from(area.height);
        let digits = points.all().len().to_string().len().max(1);
        let first = top(points.selected(), points.rows(), height);
        for (y, row) in (area.y..area.bottom()).zip(first..points.rows()) {
            let place = Rect { y, height: 1, ..area };
            let chosen = row == points.selected();
            let line = match points.row(row) {
                None => self.present(chosen, digits, area.width),
                Some((number, point)) => {
                    self.message(number + 1, point, chosen, digits, area.width)
                }
            };
            frame.render_widget(line, place);
        }
        if points.rows() == 1 && !points.search().is_empty() && area.height > 2 {
            let text = fitted("  No message fits the search.", usize::from(area.width));
            let place = Rect { y: area.y + 1, height: 1, ..area };
            frame.render_widget(Line::styled(text, self.palette.faint), place);
        }
    }

    fn chosen_style(&self, chosen: bool, focus: Focus) -> Option<Style> {
        let style =
            if self.model.focus == focus { self.palette.chosen } else { self.palette.chosen_away };
        chosen.then_some(style)
    }

    fn present(&self, chosen: bool, digits: usize, width: u16) -> Line<'static> {
        let mark = if chosen { "▸" } else { " " };
        let text = format!("{mark}{:>digits$}  (current)", 0);
        let style = self.chosen_style(chosen, Focus::Points).unwrap_or_default();
        Line::styled(filled(&text, width), style)
    }

    fn message(
        &self,
        number: usize,
        point: &Point,
        chosen: bool,
        digits: usize,
        width: u16,
    ) -> Line<'static> {
        let mark = if chosen { "▸" } else { " " };
        let pin = if point.pinned { "*" } else { " " };
        let head = format!("{mark}{number:>digits$} {pin}");
        let when = format!("{:<4} ", age(point.when, self.now));
        let label = point.label.as_ref().map_or_else(String::new, |label| format!("[{label}] "));
        let room = usize::from(width).saturating_sub(columns(&head) + columns(&when) + 1);
        if let Some(style) = self.chosen_style(chosen, Focus::Points) {
            let text = fitted(&format!("{label}{}", point.text), room);
            return Line::styled(filled(&format!("{head}{when}{text}"), width), style);
        }
        let text = fitted(&point.text, room.saturating_sub(columns(&label)));
        let style = if point.abandoned { self.palette.faint } else { Style::new() };
        Line::from(vec![
            Span::styled(head, self.palette.faint),
            Span::styled(when, self.palette.faint),
            Span::styled(fitted(&label, room), self.palette.accent),
            Span::styled(text, style),
        ])
    }

    /// What the chosen message is, and what going back to it would change.
    fn beside(&self, frame: &mut Frame<'_>, area: Rect) {
        let room = usize::from(area.width).saturating_sub(2);
        let mut lines: Vec<Line<'static>> = Vec::new();
        let Some(point) = self.model.points.point() else {
            lines.push(Line::styled(" You are here.", self.palette.strong));
            lines.push(Line::default());
            let text = "Choose a message: the files go back to what they were when it was sent. \
                        Nothing changes before you have seen the plan and pressed y.";
            lines.extend(wrap(text, room).into_iter().map(|line| Line::from(format!(" {line}"))));
            put(frame, area, lines);
            return;
        };
        // A message that is longer than two lines says that it is.
        let mut told = wrap(&point.text, room);
        if told.len() > 2 {
            told.truncate(2);
            told.iter_mut().skip(1).for_each(|last| last.push_str(" …"));
        }
        for text in told {
            lines.push(Line::styled(format!(" {}", fitted(&text, room)), self.palette.strong));
        }
        let when = point.when.to_zoned(jiff::tz::TimeZone::system()).strftime("%b %-d, %H:%M:%S");
        let left_behind = if point.abandoned { " · left behind by a rewind" } else { "" };
        let when = fitted(&format!("{when}{left_behind}"), room);
        lines.push(Line::styled(format!(" {when}"), self.palette.faint));
        lines.push(Line::default());
        match (&self.model.view, &self.model.files) {
            (View::Working(what), _) => {
                lines.push(Line::styled(format!(" {what}"), self.palette.accent));
            }
            (_, Files::Unknown) => {
                lines.push(Line::styled(" Looking at the files…", self.palette.faint));
            }
            (_, Files::Trouble(why)) => {
                let wrapped = wrap(why, room).into_iter();
                lines.extend(
                    wrapped.map(|line| Line::styled(format!(" {line}"), self.palette.warning)),
                );
            }
            (_, Files::Known(plan)) => {
                self.files(&mut lines, plan, room, usize::from(area.height));
            }
        }
        put(frame, area, lines);
    }

    fn files(&self, lines: &mut Vec<Line<'static>>, plan: &Plan, room: usize, height: usize) {
        if plan.files.is_empty() {
            lines.push(Line::styled(" The files are as they were then.", self.palette.good));
            return;
        }
        let picked = self.model.picked.len();
        let sums = if picked > 0 {
            format!("{} picked of {}", picked, count(plan.files.len(), "file"))
        } else {
            plan.sums()
        };
        lines.push(Line::from(format!(" {}", fitted(&sums, room))));
        for warning in &plan.warnings {
            let text = format!(" {}", fitted(warning, room));
            lines.push(Line::styled(text, self.palette.warning));
        }
        let focused = self.model.focus == Focus::Files;
        let detail = usize::from(focused);
        let space = height.saturating_sub(lines.len() + detail);
        let first = if focused { top(self.model.file, plan.files.len(), space) } else { 0 };
        let more = plan.files.len().saturating_sub(first + space);
        let shown = if more > 0 { space.saturating_sub(1) } else { space };
        for (index, file) in plan.files.iter().enumerate().skip(first).take(shown) {
            lines.push(self.file(index, file, room));
        }
        if more > 0 {
            let hidden = plan.files.len().saturating_sub(first + shown);
            lines.push(Line::styled(format!("   and {hidden} more"), self.palette.faint));
        }
        if focused && let Some(file) = plan.files.get(self.model.file) {
            let text = match &file.conflict {
                Some(conflict) => format!(" {}, {conflict}", file.note),
                None => format!(" {}", file.note),
            };
            lines.push(Line::styled(fitted(&text, room + 1), self.palette.faint));
        }
    }

    fn file(&self, index: usize, file: &FileLine, room: usize) -> Line<'static> {
        let model = self.model;
        let chosen = model.focus == Focus::Files && index == model.file;
        let picks = model.focus == Focus::Files || !model.picked.is_empty();
        let pick = match (picks, model.picked.contains(&index)) {
            (false, _) => "",
            (true, _) if !file.inside || !file.changes() => "    ",
            (true, true) => "[x] ",
            (true, false) => "[ ] ",
        };
        let verb = format!("{:<7}", verb(file.fate));
        let path_room = room.saturating_sub(columns(pick) + columns(&verb));
        let path = end_of_path(&file.path, path_room);
        if chosen {
            let width = u16::try_from(room + 1).unwrap_or(u16::MAX);
            let text = filled(&format!(" {pick}{verb}{path}"), width);
            return Line::styled(text, self.palette.chosen);
        }
        let style =
            if file.conflict.is_some() { self.palette.warning } else { self.fate(file.fate) };
        let plain = if file.changes() { Style::new() } else { self.palette.faint };
        let note_room = path_room.saturating_sub(columns(&path) + 2);
        let note = if note_room >= 8 {
            format!("  {}", fitted(file.conflict.as_ref().unwrap_or(&file.note), note_room))
        } else {
            String::new()
        };
        Line::from(vec![
            Span::raw(format!(" {pick}")),
            Span::styled(verb, style),
            Span::styled(path, plain),
            Span::styled(note, self.palette.faint),
        ])
    }

    pub(super) fn fate(&self, fate: Fate) -> Style {
        match fate {
            Fate::Write => self.palette.good,
            Fate::Delete => self.palette.bad,
            Fate::Leave => self.palette.faint,
        }
    }
}

/// What becomes of a file, in a word.
pub(super) fn verb(fate: Fate) -> &'static str {
    match fate {
        Fate::Write => "write",
        Fate::Delete => "delete",
        Fate::Leave => "leave",
    }
}

/// A path cut at its front, where it matters least.
pub(super) fn end_of_path(path: &str, width: usize) -> String {
    if columns(path) <= width {
        return path.to_owned();
    }
    format!("…{}", super::tail(path, width.saturating_sub(1)))
}

/// A text with blanks behind it, so that a chosen line is a bar.
pub(super) fn filled(text: &str, width: u16) -> String {
    let gap = usize::from(width).saturating_sub(columns(text));
    format!("{text}{}", " ".repeat(gap))
}

/// Lines from the top, as many as fit.
pub(super) fn put(frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'static>>) {
    for (y, line) in (area.y..area.bottom()).zip(lines) {
        frame.render_widget(line, Rect { y, height: 1, ..area });
    }
}
