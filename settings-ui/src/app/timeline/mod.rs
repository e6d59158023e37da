//! The state of the timeline's page and everything that can happen to it.
//!
//! - `loading` fills the chronicle and keeps it up to date.
//! - `looking` is what a person looks at: a moment, a file, a search, the storage.
//! - `restoring` is the way back.

mod loading;
mod looking;
mod restoring;

use std::sync::Arc;

use leptos::prelude::*;
use timeline_wire::{Details, Problem, ProblemCode, Storage};

use super::look::Look;
use crate::host::timeline::{self as host, Server};
use crate::model::timeline::chronicle::Chronicle;

pub use looking::OpenFile;
pub use restoring::{Outcome, Restoring, Wanted};

/// The state of the page. Copies are the same state.
#[derive(Clone, Copy)]
pub struct TimelineApp {
    server: StoredValue<Server>,
    /// Whether something is being asked for, and whether it has to be asked for again.
    asking: StoredValue<(bool, bool)>,
    /// The number of the last search: an older one that answers later is not shown.
    searches: StoredValue<u32>,
    /// How the page looks and speaks.
    pub look: Look,
    /// What happened.
    pub chronicle: RwSignal<Chronicle>,
    /// Whether anything is known yet.
    pub is_there: RwSignal<bool>,
    /// The moment a person has chosen.
    pub selected: RwSignal<Option<String>>,
    /// The chosen moment in full, as soon as that is known.
    pub details: RwSignal<Option<Arc<Details>>>,
    /// What is searched for.
    pub search: RwSignal<String>,
    /// The file that is open.
    pub file: RwSignal<Option<Arc<OpenFile>>>,
    /// The way back that is being planned.
    pub restoring: RwSignal<Option<Restoring>>,
    /// What came of the last one.
    pub outcome: RwSignal<Option<Outcome>>,
    /// What went wrong.
    pub problem: RwSignal<Option<Problem>>,
    /// What uses space, while that is shown.
    pub storage: RwSignal<Option<Arc<Storage>>>,
    /// Whether the server is out of reach.
    pub offline: RwSignal<bool>,
    /// What a screen reader announces next.
    pub live: RwSignal<String>,
    /// Counts minutes: what is said to be a minute ago has to be said anew.
    pub minute: RwSignal<u32>,
    /// Whether there is no room for two columns.
    pub narrow: RwSignal<bool>,
    /// Whether there is no room for a third.
    pub compact: RwSignal<bool>,
}

impl TimelineApp {
    /// A page that nothing has happened to.
    pub fn new() -> Self {
        Self {
            server: StoredValue::new(Server::find()),
            asking: StoredValue::new((false, false)),
            searches: StoredValue::new(0),
            look: Look::new(&["settings", "timeline"]),
            chronicle: RwSignal::new(Chronicle::default()),
            is_there: RwSignal::new(false),
            selected: RwSignal::new(None),
            details: RwSignal::new(None),
            search: RwSignal::new(String::new()),
            file: RwSignal::new(None),
            restoring: RwSignal::new(None),
            outcome: RwSignal::new(None),
            problem: RwSignal::new(None),
            storage: RwSignal::new(None),
            offline: RwSignal::new(false),
            live: RwSignal::new(String::new()),
            minute: RwSignal::new(0),
            narrow: RwSignal::new(false),
            compact: RwSignal::new(false),
        }
    }

    /// The server.
    fn server(self) -> Server {
        self.server.get_value()
    }

    /// The address of the other page.
    pub fn settings_address(self) -> String {
        self.server().settings_address()
    }

    /// Tells a screen reader something.
    pub fn say(self, text: String) {
        self.live.set(text);
    }

    /// Tells of a problem until the person has read it. That the server is gone is shown by itself.
    fn fail(self, problem: Problem) {
        let lost = problem.code == ProblemCode::Other && self.offline.get_untracked();
        if !lost {
            self.problem.set(Some(problem));
        }
    }

    /// How long ago something was.
    pub fn ago(self, time: i64) -> String {
        self.minute.track();
        host::ago(&self.look.language.read(), time)
    }

    /// When something was.
    pub fn when(self, time: i64) -> String {
        host::when(&self.look.language.read(), time)
    }

    /// A day.
    pub fn day(self, time: i64) -> String {
        host::day(&self.look.language.read(), time)
    }

    /// How large something is.
    pub fn size(self, bytes: u64) -> String {
        host::size(&self.look.language.read(), bytes)
    }
}

impl Default for TimelineApp {
    fn default() -> Self {
        Self::new()
    }
}
