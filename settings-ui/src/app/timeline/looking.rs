//! What a person looks at: a moment, a file of it, what a search finds, what uses space.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use leptos::prelude::*;
use timeline_wire::{Details, Found};

use super::TimelineApp;
use crate::host::timeline::beside;
use crate::i18n::{Counted, Key, count, text};
use crate::model::timeline::comparison::Comparison;

/// Whoever walks through the list with the arrows wants to see where they stop.
const PAUSE: Duration = Duration::from_millis(90);

/// A file that is open.
#[derive(Clone, Debug)]
pub struct OpenFile {
    /// The moment in full, for the other files of it.
    pub details: Arc<Details>,
    /// Which of its files.
    pub index: usize,
    /// Before and after, as soon as that is known.
    pub comparison: Option<Comparison>,
}

impl OpenFile {
    /// The file.
    pub fn path(&self) -> &str {
        self.details.files.first.get(self.index).map_or("", |file| &file.path)
    }
}

impl TimelineApp {
    /// Looks at a moment.
    pub fn select(self, id: &str) {
        if self.selected.read_untracked().as_deref() == Some(id) {
            return;
        }
        self.selected.set(Some(id.to_owned()));
        self.details.set(None);
        let id = id.to_owned();
        set_timeout(move || self.fetch_details(id), PAUSE);
    }

    /// Looks at nothing.
    pub fn select_nothing(self) {
        self.selected.set(None);
        self.details.set(None);
    }

    fn fetch_details(self, id: String) {
        if self.selected.read_untracked().as_deref() != Some(&id) {
            return;
        }
        beside(async move {
            let answer: Result<Details, _> = self.server().ask("/moment", &[("id", &id)]).await;
            if self.selected.read_untracked().as_deref() != Some(&id) {
                return;
            }
            match answer {
                Ok(details) => {
                    if details.judgements.iter().any(|one| !one.rules.is_empty()) {
                        self.look.want_rules();
                    }
                    self.details.set(Some(Arc::new(details)));
                }
                Err(problem) => self.fail(problem),
            }
        });
    }

    /// What is looked at may have changed.
    pub(super) fn look_again(self) {
        if let Some(id) = self.selected.get_untracked() {
            if self.chronicle.read_untracked().moment(&id).is_none() {
                return self.select_nothing();
            }
            self.fetch_details(id);
        }
    }

    /// Opens a file of the chosen moment.
    pub fn open_file(self, details: Arc<Details>, index: usize) {
        let Some(path) = details.files.first.get(index).map(|file| file.path.clone()) else {
            return;
        };
        let Some(from) = details.checkpoint.clone() else { return };
        let to = details.next.clone();
        self.file.set(Some(Arc::new(OpenFile {
            details: Arc::clone(&details),
            index,
            comparison: None,
        })));
        beside(async move {
            let mut query = vec![("from", from.as_str()), ("path", path.as_str())];
            query.extend(to.as_deref().map(|to| ("to", to)));
            let body = self.server().ask_bytes("/diff", &query).await;
            let still =
                self.file.read_untracked().as_ref().is_some_and(|file| {
                    file.path() == path && Arc::ptr_eq(&file.details, &details)
                });
            if !still {
                return;
            }
            match body {
                Ok(body) => match Comparison::read(body) {
                    Ok(comparison) => {
                        let comparison = Some(comparison);
                        self.file.set(Some(Arc::new(OpenFile { details, index, comparison })));
                    }
                    Err(error) => {
                        let code = timeline_wire::ProblemCode::Other;
                        self.fail(timeline_wire::Problem { code, error });
                    }
                },
                Err(problem) => {
                    self.file.set(None);
                    self.fail(problem);
                }
            }
        });
    }

    /// Shows only the moments of one session, or all.
    pub fn show_session(self, session: Option<usize>) {
        self.chronicle.update(|chronicle| chronicle.filter(|filter| filter.session = session));
    }

    /// Searches prompts, commands and paths.
    pub fn find(self, typed: String) {
        self.search.set(typed.clone());
        self.searches.update_value(|number| *number = number.wrapping_add(1));
        let number = self.searches.get_value();
        if typed.trim().is_empty() {
            self.chronicle.update(|chronicle| chronicle.filter(|filter| filter.found = None));
            return;
        }
        let ask = move || {
            if self.searches.get_value() != number {
                return;
            }
            beside(async move {
                let answer: Result<Found, _> = self.server().ask("/search", &[("q", &typed)]).await;
                if self.searches.get_value() != number {
                    return;
                }
                match answer {
                    Ok(found) => {
                        let ids: HashSet<String> = found.ids.into_iter().collect();
                        self.chronicle.update(|chronicle| {
                            chronicle.filter(|filter| filter.found = Some(Arc::new(ids)));
                        });
                        let lines = self.chronicle.read_untracked().lines();
                        self.say(match lines {
                            0 => text(Key::TimelineSearchNone),
                            lines => count(Counted::TimelineSearchFound, lines, &[]),
                        });
                    }
                    Err(problem) => self.fail(problem),
                }
            });
        };
        set_timeout(ask, PAUSE);
    }

    /// Shows what uses space.
    pub fn open_storage(self) {
        beside(async move {
            match self.server().ask("/storage", &[]).await {
                Ok(storage) => self.storage.set(Some(Arc::new(storage))),
                Err(problem) => self.fail(problem),
            }
        });
    }
}
