//! Colours: the sixteen of the terminal, so that they follow its theme; none where nobody wants any.

use ratatui::style::{Color, Modifier, Style};

use crate::rewind::words::Tone;

/// How each thing is shown.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    pub(super) title: Style,
    pub(super) strong: Style,
    pub(super) faint: Style,
    pub(super) rule: Style,
    pub(super) key: Style,
    pub(super) chosen: Style,
    pub(super) chosen_away: Style,
    pub(super) accent: Style,
    pub(super) good: Style,
    pub(super) bad: Style,
    pub(super) warning: Style,
}

impl Palette {
    /// With colours, or with bold and faint letters alone.
    #[must_use]
    pub fn new(colours: bool) -> Self {
        let colour = |colour: Color| if colours { Style::new().fg(colour) } else { Style::new() };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        Self {
            title: colour(Color::Cyan).add_modifier(Modifier::BOLD | Modifier::REVERSED),
            strong: bold,
            faint: Style::new().add_modifier(Modifier::DIM),
            rule: colour(Color::DarkGray),
            key: colour(Color::Cyan).add_modifier(Modifier::BOLD),
            chosen: colour(Color::Cyan).add_modifier(Modifier::BOLD | Modifier::REVERSED),
            chosen_away: bold,
            accent: colour(Color::Cyan),
            good: colour(Color::Green),
            bad: colour(Color::Red),
            warning: colour(Color::Yellow),
        }
    }

    /// A sentence's colour.
    pub(super) fn tone(&self, tone: Tone) -> Style {
        match tone {
            Tone::Good => self.good.add_modifier(Modifier::BOLD),
            Tone::Bad => self.bad.add_modifier(Modifier::BOLD),
            Tone::Warning => self.warning,
            Tone::Note => self.faint,
        }
    }
}
