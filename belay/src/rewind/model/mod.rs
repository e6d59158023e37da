//! The state of the menu: keys and replies in, what is shown and what is asked out.

mod data;
mod points;
mod press;
#[cfg(test)]
#[expect(clippy::panic, reason = "a test that cannot go on should stop")]
mod tests;

use std::collections::BTreeSet;

pub use data::{
    CutShort, DiffKind, DiffLine, Done, Fate, FileLine, Plan, Point, SessionLine, What,
};
pub use points::Points;
pub use press::Key;

use super::words::Said;

/// What the menu wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// What going back would change.
    Look {
        /// The point.
        point: usize,
        /// Also what others have changed.
        all: bool,
    },
    /// The lines of a file that would change.
    Diff {
        /// The point.
        point: usize,
        /// The file, by its place in the plan.
        file: usize,
    },
    /// The plan, before it is agreed to.
    Plan(Wish),
    /// The plan that was shown is agreed to.
    CarryOut,
    /// The rewind is taken back.
    Undo,
    /// Another session.
    Session(usize),
    /// The restore that was cut short is brought to its end.
    Finish,
    /// It is taken back.
    TakeBack,
    /// The menu is left.
    Close,
}

/// What should go back, and to where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// The point.
    pub point: usize,
    /// Files, conversation or both.
    pub what: What,
    /// Also what others have changed.
    pub all: bool,
    /// Only these files of the point's plan; all of them where it is empty.
    pub picked: Vec<usize>,
}

/// What was done about an ask.
#[derive(Clone, Debug)]
pub enum Reply {
    /// What going back would change, or why that is not known.
    Looked(usize, Result<Plan, String>),
    /// The lines of a file.
    Diff(Vec<DiffLine>),
    /// The plan to agree to, or why there is none.
    Planned(Result<Plan, String>),
    /// It was carried out, or was not.
    Done(Done),
    /// Another session's points.
    Session(usize, Vec<Point>),
}

/// Which part of the first view the keys go to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The messages.
    #[default]
    Points,
    /// The files.
    Files,
}

/// What is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Messages and files.
    #[default]
    List,
    /// One file's lines.
    Diff {
        /// Its path.
        path: String,
        /// Its lines, once they are known.
        lines: Option<Vec<DiffLine>>,
        /// The first line shown.
        top: usize,
        /// How many columns are passed over.
        shift: usize,
    },
    /// The plan, waiting for a yes.
    Plan {
        /// What was asked for.
        wish: Wish,
        /// What would be done.
        plan: Plan,
        /// The first line shown.
        top: usize,
    },
    /// Something is being done.
    Working(&'static str),
    /// What came of it.
    Done(Done),
    /// The sessions of this workspace.
    Sessions {
        /// The chosen one.
        selected: usize,
    },
    /// An earlier restore was cut short.
    CutShort(CutShort),
    /// The keys.
    Help,
}

/// What is known of the files at the chosen point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Files {
    /// Nothing yet.
    #[default]
    Unknown,
    /// What going back would change.
    Known(Plan),
    /// Why that is not known.
    Trouble(String),
}

/// The menu.
#[derive(Clone, Debug)]
pub struct Model {
    /// The folder's name, for people.
    pub place: String,
    /// The sessions of the workspace, newest first.
    pub sessions: Vec<SessionLine>,
    /// The one that is shown.
    pub session: usize,
    /// Its messages.
    pub points: Points,
    /// Who has the keys.
    pub focus: Focus,
    /// What going back to the chosen point would change.
    pub files: Files,
    /// The chosen file.
    pub file: usize,
    /// The files that are picked; none means all.
    pub picked: BTreeSet<usize>,
    /// What goes back.
    pub what: What,
    /// What is shown.
    pub view: View,
    /// A sentence at the foot, until the next key.
    pub note: Option<Said>,
    /// How many lines a list has room for: how far a page goes.
    pub page: usize,
    /// Whether letters go into the search.
    pub searching: bool,
    /// Also what others have changed.
    pub all: bool,
    /// What the plan that is being made is for.
    wish: Option<Wish>,
    asked: Option<usize>,
}

impl Model {
    /// Opens on what is there now.
    #[must_use]
    pub fn new(place: String, sessions: Vec<SessionLine>, session: usize) -> Self {
        Self {
            place,
            sessions,
            session,
            points: Points::default(),
            focus: Focus::Points,
            files: Files::Unknown,
            file: 0,
            picked: BTreeSet::new(),
            what: What::Code,
            view: View::List,
            note: None,
            page: 10,
            searching: false,
            all: false,
            wish: None,
            asked: None,
        }
    }

    /// The menu over these messages, newest first.
    #[must_use]
    pub fn with(mut self, points: Vec<Point>) -> Self {
        self.points = Points::new(points);
        self
    }

    /// What should be asked while nobody presses a key: the files of the chosen point.
    pub fn at_rest(&mut self) -> Option<Ask> {
        let point = self.points.chosen()?;
        if self.files != Files::Unknown || self.asked == Some(point) || self.view != View::List {
            return None;
        }
        self.asked = Some(point);
        Some(Ask::Look { point, all: self.all })
    }

    /// Takes in what was done.
    pub fn take(&mut self, reply: Reply) {
        match reply {
            // Somebody went on meanwhile: it is about another point.
            Reply::Looked(point, _) if self.points.chosen() != Some(point) => {}
            Reply::Looked(_, Ok(plan)) => self.files = Files::Known(plan),
            Reply::Looked(_, Err(why)) => self.files = Files::Trouble(why),
            Reply::Diff(found) => {
                if let View::Diff { lines, .. } = &mut self.view {
                    *lines = Some(found);
                }
            }
            Reply::Planned(planned) => self.planned(planned),
            Reply::Done(mut done) => {
                // What is there now has changed, so every plan has.
                self.forget_files();
                if let Some(points) = done.points.take() {
                    self.points = Points::new(points);
                }
                self.view = View::Done(done);
            }
            Reply::Session(session, points) => {
                self.session = session;
                self.what = What::Code;
                self.points = Points::new(points);
                self.forget_files();
                self.view = View::List;
            }
        }
    }

    /// Whether the conversation of the session can go back.
    #[must_use]
    pub fn can_fork(&self) -> bool {
        self.sessions.get(self.session).is_some_and(|session| session.can_fork)
    }

    /// The plan of the chosen point, once it is known.
    #[must_use]
    pub fn plan(&self) -> Option<&Plan> {
        match &self.files {
            Files::Known(plan) => Some(plan),
            _ => None,
        }
    }

    fn planned(&mut self, planned: Result<Plan, String>) {
        match (planned, self.wish.take()) {
            (Ok(plan), Some(wish)) if !plan.is_empty() => {
                self.view = View::Plan { wish, plan, top: 0 };
            }
            (Ok(plan), _) => {
                self.view = View::List;
                let left = plan.count(Fate::Leave);
                self.note = Some(Said::note(if left == 0 {
                    "The files are as they were then; there is nothing to do.".to_owned()
                } else {
                    format!("Nothing of this session to take back; {left} left alone (a: all).")
                }));
            }
            (Err(why), _) => {
                self.view = View::List;
                self.note = Some(Said::bad(why));
            }
        }
    }

    fn forget_files(&mut self) {
        self.files = Files::Unknown;
        self.asked = None;
        self.file = 0;
        self.picked.clear();
        self.focus = Focus::Points;
    }
}
