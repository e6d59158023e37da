//! The model on a screen. Only what is visible is looked at, so that a thousand messages cost no
//! more than ten.

mod list;
mod pages;
mod palette;

use jiff::Timestamp;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::model::{Focus, Model, View};
use crate::output::{columns, count, fitted};

pub use palette::Palette;

/// Less room than this is not drawn in.
const SMALLEST: (u16, u16) = (30, 8);

/// How many lines of a list fit on a screen of this height: without title, rules and keys.
#[must_use]
pub fn page(height: u16) -> usize {
    usize::from(height.saturating_sub(4)).max(1)
}

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, model: &Model, now: Timestamp, palette: &Palette) {
    let area = frame.area();
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        let text = fitted("Make the window larger; q closes.", usize::from(area.width));
        frame.render_widget(Line::from(text), area);
        return;
    }
    let screen = Screen { model, now, palette };
    let row = |y: u16| Rect { y, height: 1, ..area };
    frame.render_widget(screen.title(area.width), row(0));
    let body = Rect { y: 2, height: area.height - 4, ..area };
    let rules = match &model.view {
        View::List | View::Working(_) => screen.list(frame, body),
        _ => screen.page(frame, body),
    };
    frame.render_widget(screen.rule(area.width, rules, '┬'), row(1));
    frame.render_widget(screen.rule(area.width, rules, '┴'), row(area.height - 2));
    frame.render_widget(screen.foot(area.width), row(area.height - 1));
}

/// One drawing.
struct Screen<'t> {
    model: &'t Model,
    now: Timestamp,
    palette: &'t Palette,
}

impl Screen<'_> {
    /// Which folder, whose session.
    fn title(&self, width: u16) -> Line<'static> {
        let model = self.model;
        let width = usize::from(width);
        let right = model.sessions.get(model.session).map_or_else(String::new, |session| {
            let name = fitted(&session.id, 8);
            let messages = count(model.points.all().len(), "message");
            format!("{} {name} · {messages} ", session.agent)
        });
        let right = fitted(&right, width / 2);
        let room = width.saturating_sub(columns(&right) + 11);
        let place = fitted(&model.place, room);
        let gap = room.saturating_sub(columns(&place));
        Line::from(vec![
            Span::styled(" Rewind ", self.palette.title),
            Span::styled(format!(" {place}"), self.palette.strong),
            Span::raw(" ".repeat(gap + 1)),
            Span::styled(right, self.palette.faint),
        ])
    }

    /// A line across, with a mark where the two parts meet.
    fn rule(&self, width: u16, meeting: Option<u16>, mark: char) -> Line<'static> {
        let text: String =
            (0..width).map(|x| if Some(x) == meeting { mark } else { '─' }).collect();
        Line::styled(text, self.palette.rule)
    }

    /// What is being typed, a sentence, or the keys.
    fn foot(&self, width: u16) -> Line<'static> {
        let model = self.model;
        let width = usize::from(width);
        if model.searching {
            let found = model.points.rows() - 1;
            let note = format!("  {found} found, Enter keeps, Esc clears");
            let room = width.saturating_sub(columns(&note) + 4);
            let text: String = model.points.search().to_owned();
            return Line::from(vec![
                Span::styled(" /", self.palette.key),
                Span::raw(tail(&text, room)),
                Span::styled("▏", self.palette.key),
                Span::styled(note, self.palette.faint),
            ]);
        }
        if let Some(said) = &model.note {
            let text = fitted(&said.text, width.saturating_sub(2));
            return Line::styled(format!(" {text}"), self.palette.tone(said.tone));
        }
        self.keys(&self.hints(), width)
    }

    /// The keys of what is shown, the most important first.
    fn hints(&self) -> Vec<(&'static str, String)> {
        let key = |key, what: &str| (key, what.to_owned());
        let model = self.model;
        match &model.view {
            View::List if model.focus == Focus::Files => vec![
                key("Space", "pick"),
                key("d", "diff"),
                key("Enter", "plan"),
                key("←", "messages"),
                key("c", model.what.name()),
                key("?", "keys"),
            ],
            View::List => vec![
                key("↑↓", "choose"),
                key("Enter", "plan"),
                key("→", "files"),
                key("d", "diff"),
                key("/", "search"),
                key("c", model.what.name()),
                key("s", "sessions"),
                key("?", "keys"),
                key("q", "close"),
            ],
            View::Diff { .. } => vec![
                key("↑↓", "scroll"),
                key("n p", "other file"),
                key("←→", "sideways"),
                key("Esc", "back"),
            ],
            View::Plan { wish, .. } => {
                let all = if wish.all { "only this session" } else { "all" };
                vec![
                    key("y", "go back"),
                    key("Esc", "leave it"),
                    key("c", wish.what.name()),
                    key("a", all),
                    key("↑↓", "scroll"),
                ]
            }
            View::Working(_) => Vec::new(),
            View::Done(done) => {
                let undo = done.undoable.then(|| key("u", "undo this rewind"));
                undo.into_iter().chain([key("Enter", "close"), key("l", "list")]).collect()
            }
            View::Sessions { .. } => {
                vec![key("↑↓", "choose"), key("Enter", "open"), key("Esc", "back")]
            }
            View::CutShort(_) => vec![
                key("f", "finish it"),
                key("t", "take it back"),
                key("Esc", "later"),
                key("q", "close"),
            ],
            View::Help => vec![key("any key", "back")],
        }
    }

    fn keys(&self, hints: &[(&'static str, String)], width: usize) -> Line<'static> {
        let mut spans = Vec::new();
        let mut used = 0;
        for (key, what) in hints {
            let wide = columns(key) + columns(what) + 3;
            if used + wide > width {
                break;
            }
            used += wide;
            spans.push(Span::styled(format!(" {key}"), self.palette.key));
            spans.push(Span::styled(format!(" {what} "), self.palette.faint));
        }
        Line::from(spans)
    }
}

/// The end of a text, as far as it fits.
fn tail(text: &str, width: usize) -> String {
    let mut out: Vec<char> = Vec::new();
    let mut taken = 0;
    for c in text.chars().rev() {
        let wide = unicode_width::UnicodeWidthChar::width(c).unwrap_or_default();
        if taken + wide > width {
            break;
        }
        taken += wide;
        out.push(c);
    }
    out.into_iter().rev().collect()
}

/// The first row shown, so that the chosen one is in sight.
fn top(selected: usize, rows: usize, height: usize) -> usize {
    selected.saturating_sub(height / 2).min(rows.saturating_sub(height))
}

/// How long ago, in as few letters as can be.
fn age(time: Timestamp, now: Timestamp) -> String {
    let text = crate::output::ago(time, now);
    if text == "just now" { "now".to_owned() } else { text.trim_end_matches(" ago").to_owned() }
}
