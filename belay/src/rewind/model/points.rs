//! The list of messages: the chosen one, a search, numbers.

use super::Point;

/// Messages, newest first, below the present.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Points {
    all: Vec<Point>,
    /// Lower-case texts, so that each key of a search compares and nothing else.
    folded: Vec<String>,
    /// Those that fit the search, by their place.
    shown: Vec<usize>,
    /// 0 is the present.
    selected: usize,
    search: String,
    typed: String,
}

impl Points {
    /// The list, with the present chosen.
    #[must_use]
    pub fn new(all: Vec<Point>) -> Self {
        let folded = all
            .iter()
            .map(|point| {
                let label = point.label.as_deref().unwrap_or_default();
                format!("{} {label}", point.text).to_lowercase()
            })
            .collect();
        let shown = (0..all.len()).collect();
        Self { all, folded, shown, ..Self::default() }
    }

    /// All of them.
    #[must_use]
    pub fn all(&self) -> &[Point] {
        &self.all
    }

    /// How many rows there are: the present, and what fits the search.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.shown.len() + 1
    }

    /// The message of a row, with its place; the present has none.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<(usize, &Point)> {
        let place = *self.shown.get(row.checked_sub(1)?)?;
        self.all.get(place).map(|point| (place, point))
    }

    /// The chosen row.
    #[must_use]
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// The chosen message by its place; `None` is the present.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        self.row(self.selected).map(|(place, _)| place)
    }

    /// The chosen message.
    #[must_use]
    pub fn point(&self) -> Option<&Point> {
        self.row(self.selected).map(|(_, point)| point)
    }

    /// What is searched for.
    #[must_use]
    pub fn search(&self) -> &str {
        &self.search
    }

    /// The number that is being typed.
    #[must_use]
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// So many rows down, or up.
    pub fn step(&mut self, by: isize) {
        self.selected = self.selected.saturating_add_signed(by).min(self.shown.len());
    }

    /// To a row.
    pub fn go(&mut self, row: usize) {
        self.selected = row.min(self.shown.len());
    }

    /// Searches for a text. What was chosen stays chosen where it fits; else the first that does.
    pub fn find(&mut self, text: &str) {
        let chosen = self.chosen();
        text.clone_into(&mut self.search);
        let wanted = text.to_lowercase();
        let fits =
            |place: &usize| self.folded.get(*place).is_some_and(|folded| folded.contains(&wanted));
        self.shown = (0..self.all.len()).filter(fits).collect();
        let row = chosen.and_then(|place| self.shown.iter().position(|shown| *shown == place));
        let first = usize::from(!wanted.is_empty() && !self.shown.is_empty());
        self.selected =
            row.map_or(if chosen.is_some() || first == 1 { first } else { 0 }, |row| row + 1);
    }

    /// A digit of a number. Returns whether there is such a message; a number of several digits is
    /// typed one after the other.
    pub fn digit(&mut self, digit: char) -> Result<(), usize> {
        self.typed.push(digit);
        let number: usize = self.typed.parse().unwrap_or(usize::MAX);
        let row = self.shown.iter().position(|place| place + 1 == number);
        match row {
            Some(row) => {
                self.selected = row + 1;
                Ok(())
            }
            None if number <= self.all.len() && number > 0 => {
                // It is there, and the search hides it.
                self.find("");
                self.selected = number;
                Ok(())
            }
            None => {
                self.typed.clear();
                Err(self.all.len())
            }
        }
    }

    /// Another key ends a number.
    pub fn end_number(&mut self) {
        self.typed.clear();
    }
}
