//! What takes the whole screen: a file's lines, the plan, what came of it, sessions, keys.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::list::{end_of_path, filled, put, verb};
use super::{Screen, age, top};
use crate::output::{columns, count, fitted, wrap};
use crate::rewind::model::{DiffKind, DiffLine, Done, FileLine, Plan, View, Wish};

impl Screen<'_> {
    /// Draws one; it has one part only.
    pub(super) fn page(&self, frame: &mut Frame<'_>, area: Rect) -> Option<u16> {
        let room = usize::from(area.width).saturating_sub(2);
        let height = usize::from(area.height);
        let lines = match &self.model.view {
            View::Diff { path, lines, top, shift } => {
                self.diff(path, lines.as_deref(), (*top, *shift), (room, height))
            }
            View::Plan { wish, plan, top } => self.plan(wish, plan, *top, (room, height)),
            View::Done(done) => self.done(done, room),
            View::Sessions { selected } => self.sessions(*selected, area.width, height),
            View::CutShort(note) => {
                let mut lines = self.wrapped(&note.text, room, self.palette.warning);
                lines.push(Line::default());
                lines.extend(self.wrapped(
                    "f brings it to its end, t takes it back. Esc leaves it for later: `belay \
                     rewind` asks again.",
                    room,
                    Style::new(),
                ));
                lines
            }
            View::Help => self.help(room),
            View::List | View::Working(_) => Vec::new(),
        };
        put(frame, area, lines);
        None
    }

    fn wrapped(&self, text: &str, room: usize, style: Style) -> Vec<Line<'static>> {
        let lines = wrap(text, room).into_iter();
        lines.map(|line| Line::styled(format!(" {}", fitted(&line, room)), style)).collect()
    }

    fn diff(
        &self,
        path: &str,
        known: Option<&[DiffLine]>,
        (top, shift): (usize, usize),
        (room, height): (usize, usize),
    ) -> Vec<Line<'static>> {
        let all = known.map_or(0, <[DiffLine]>::len);
        let place = match known {
            Some(_) if all + 1 > height => format!(" {}/{all}", (top + 1).min(all)),
            _ => String::new(),
        };
        let title = end_of_path(path, room.saturating_sub(columns(&place) + 22));
        let mut lines = vec![Line::from(vec![
            Span::styled(format!(" {title}"), self.palette.strong),
            Span::styled("  now", self.palette.bad),
            Span::styled(" → ", self.palette.faint),
            Span::styled("then", self.palette.good),
            Span::styled(place, self.palette.faint),
        ])];
        let Some(known) = known else {
            lines.push(Line::styled(" Comparing…", self.palette.faint));
            return lines;
        };
        for line in known.iter().skip(top).take(height.saturating_sub(1)) {
            let (sign, style) = match line.kind {
                DiffKind::Place => ("", self.palette.accent),
                DiffKind::Same => (" ", Style::new()),
                DiffKind::Gone => ("-", self.palette.bad),
                DiffKind::New => ("+", self.palette.good),
                DiffKind::Note => ("", self.palette.faint),
            };
            let text: String = line.text.chars().skip(shift).take(room * 2).collect();
            lines.push(Line::styled(format!(" {sign}{}", fitted(&text, room)), style));
        }
        lines
    }

    fn plan(
        &self,
        wish: &Wish,
        plan: &Plan,
        top: usize,
        (room, height): (usize, usize),
    ) -> Vec<Line<'static>> {
        let point = self.model.points.all().get(wish.point);
        let text = point.map_or_else(String::new, |point| point.text.clone());
        let when = point.map_or_else(String::new, |point| crate::output::ago(point.when, self.now));
        let mut lines = vec![Line::from(vec![
            Span::styled(" Go back to: ", self.palette.accent),
            Span::styled(fitted(&text, room.saturating_sub(12)), self.palette.strong),
        ])];
        let sums = format!("{when} · {} · {}", wish.what.name(), plan.sums());
        lines.push(Line::styled(format!(" {}", fitted(&sums, room)), self.palette.faint));
        let mut end = Vec::new();
        for warning in &plan.warnings {
            end.extend(self.wrapped(warning, room, self.palette.warning));
        }
        if plan.conflicts() > 0 {
            let text = format!(
                "{} changed by others since would lose that.",
                count(plan.conflicts(), "file")
            );
            end.extend(self.wrapped(&text, room, self.palette.warning));
        }
        if let Some(conversation) = &plan.conversation {
            end.extend(self.wrapped(conversation, room, Style::new()));
        }
        if wish.what.files() && plan.files.iter().any(FileLine::changes) {
            let safe = "What is there now is saved first; u takes the rewind back.";
            end.extend(self.wrapped(safe, room, self.palette.faint));
        }
        end.push(Line::from(vec![
            Span::styled(" Press y to go back", self.palette.strong),
            Span::styled(", Esc to leave everything as it is.", self.palette.faint),
        ]));
        let space = height.saturating_sub(lines.len() + end.len() + 1);
        lines.push(Line::default());
        let more = plan.files.len().saturating_sub(top + space);
        let shown = if more > 0 { space.saturating_sub(1) } else { space };
        let wide = plan.files.iter().skip(top).take(shown).map(|file| columns(&file.path));
        let wide = wide.max().unwrap_or(0).min(room / 2);
        for file in plan.files.iter().skip(top).take(shown) {
            lines.push(self.planned(file, wide, room));
        }
        if more > 0 {
            let hidden = plan.files.len().saturating_sub(top + shown);
            lines.push(Line::styled(format!("  and {hidden} more"), self.palette.faint));
        }
        // The question stays at the bottom.
        while lines.len() + end.len() < height {
            lines.push(Line::default());
        }
        lines.extend(end);
        lines
    }

    fn planned(&self, file: &FileLine, wide: usize, room: usize) -> Line<'static> {
        let path = end_of_path(&file.path, wide);
        let gap = " ".repeat(wide.saturating_sub(columns(&path)));
        let (word, style, note) = match &file.conflict {
            Some(conflict) => {
                ("conflict", self.palette.warning, format!("{}, {conflict}", file.note))
            }
            None => (verb(file.fate), self.fate(file.fate), file.note.clone()),
        };
        let note = fitted(&note, room.saturating_sub(wide + 13));
        Line::from(vec![
            Span::styled(format!("  {word:<8} "), style),
            Span::raw(format!("{path}{gap}  ")),
            Span::styled(note, self.palette.faint),
        ])
    }

    fn done(&self, done: &Done, room: usize) -> Vec<Line<'static>> {
        let mut lines = Vec::new();
        for said in &done.said {
            lines.extend(self.wrapped(&said.text, room, self.palette.tone(said.tone)));
            lines.push(Line::default());
        }
        if done.undoable {
            lines.push(Line::from(vec![
                Span::styled(" u", self.palette.key),
                Span::raw(" takes it back at once; later "),
                Span::styled("belay undo", self.palette.strong),
                Span::raw(" does."),
            ]));
        }
        lines
    }

    fn sessions(&self, selected: usize, width: u16, height: usize) -> Vec<Line<'static>> {
        let all = &self.model.sessions;
        let first = top(selected, all.len(), height);
        let rows = all.iter().enumerate().skip(first).take(height);
        rows.map(|(index, session)| {
            let mark = if index == selected { "▸" } else { " " };
            let here = if index == self.model.session { "•" } else { " " };
            let head = format!(
                "{mark}{here} {:<4} {:<8} {:<8} {:>4}  ",
                age(session.when, self.now),
                fitted(&session.agent, 8),
                fitted(&session.id, 8),
                session.points
            );
            let room = usize::from(width).saturating_sub(columns(&head) + 1);
            let text = filled(&format!("{head}{}", fitted(&session.text, room)), width);
            let style = if index == selected { self.palette.chosen } else { Style::new() };
            Line::styled(text, style)
        })
        .collect()
    }

    fn help(&self, room: usize) -> Vec<Line<'static>> {
        const KEYS: [(&str, &str); 11] = [
            ("↑ ↓ PgUp PgDn", "choose a message; 1-9… goes to a number, 0 cancels"),
            ("→ Tab", "to the files, ← back"),
            ("Space", "pick a file; without picks all of them go back"),
            ("d", "what going back would do to the file's lines"),
            ("Enter", "the plan; nothing happens before y"),
            ("c", "code, conversation or both"),
            ("a", "also what other sessions have changed"),
            ("/", "search the messages"),
            ("s", "another session"),
            ("u", "after a rewind: take it back"),
            ("q Esc", "close"),
        ];
        KEYS.iter()
            .map(|(key, what)| {
                Line::from(vec![
                    Span::styled(format!(" {key:<14}"), self.palette.key),
                    Span::raw(fitted(what, room.saturating_sub(14))),
                ])
            })
            .collect()
    }
}
