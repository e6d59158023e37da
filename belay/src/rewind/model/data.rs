//! What the menu is told: sessions, points to go back to, plans and differences, as plain data.

use jiff::Timestamp;

use super::super::words::Said;

/// A session that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionLine {
    /// Its name.
    pub id: String,
    /// The agent's.
    pub agent: String,
    /// When its newest message came.
    pub when: Timestamp,
    /// Its messages that are offered.
    pub points: usize,
    /// Its newest message.
    pub text: String,
    /// Whether its conversation can go back too.
    pub can_fork: bool,
}

/// A message to go back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// The message's name.
    pub id: String,
    /// When it came.
    pub when: Timestamp,
    /// One line of it.
    pub text: String,
    /// A person's name for it.
    pub label: Option<String>,
    /// Whether it stays whatever the limits say.
    pub pinned: bool,
    /// Whether a rewind has left it behind.
    pub abandoned: bool,
}

/// What goes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum What {
    /// The files.
    #[default]
    Code,
    /// The conversation.
    Conversation,
    /// Both.
    Both,
}

impl What {
    /// The next one in turn.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Code => Self::Conversation,
            Self::Conversation => Self::Both,
            Self::Both => Self::Code,
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Conversation => "conversation",
            Self::Both => "both",
        }
    }

    /// Whether files go back.
    #[must_use]
    pub fn files(self) -> bool {
        self != Self::Conversation
    }

    /// Whether the conversation does.
    #[must_use]
    pub fn conversation(self) -> bool {
        self != Self::Code
    }
}

/// What would become of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is written.
    Write,
    /// It is deleted.
    Delete,
    /// It stays.
    Leave,
}

/// A file in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLine {
    /// Its path, for people.
    pub path: String,
    /// What would become of it.
    pub fate: Fate,
    /// In words.
    pub note: String,
    /// Who else has changed it since.
    pub conflict: Option<String>,
    /// Whether it can be chosen by itself and shown line by line: what was captured beside the
    /// workspace cannot.
    pub inside: bool,
}

impl FileLine {
    /// Whether something would happen to it.
    #[must_use]
    pub fn changes(&self) -> bool {
        self.fate != Fate::Leave
    }
}

/// What going back to a point would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The files: written, deleted, left alone.
    pub files: Vec<FileLine>,
    /// What a person should know first.
    pub warnings: Vec<String>,
    /// What becomes of the conversation.
    pub conversation: Option<String>,
    /// Whether files of others are part of it.
    pub all: bool,
}

impl Plan {
    /// How many files of one kind.
    #[must_use]
    pub fn count(&self, fate: Fate) -> usize {
        self.files.iter().filter(|file| file.fate == fate).count()
    }

    /// How many files somebody else has changed.
    #[must_use]
    pub fn conflicts(&self) -> usize {
        self.files.iter().filter(|file| file.conflict.is_some()).count()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.conversation.is_none() && !self.files.iter().any(FileLine::changes)
    }

    /// All of it in one sentence.
    #[must_use]
    pub fn sums(&self) -> String {
        let (write, delete) = (self.count(Fate::Write), self.count(Fate::Delete));
        let files = |number: usize| crate::output::count(number, "file");
        let mut sums = Vec::new();
        if write > 0 {
            sums.push(format!("{} written", files(write)));
        }
        if delete > 0 && write > 0 {
            sums.push(format!("{delete} deleted"));
        } else if delete > 0 {
            sums.push(format!("{} deleted", files(delete)));
        }
        if self.count(Fate::Leave) > 0 {
            sums.push(format!("{} left alone", self.count(Fate::Leave)));
        }
        if self.conflicts() > 0 {
            sums.push(crate::output::count(self.conflicts(), "conflict"));
        }
        if sums.is_empty() { "no file changes".to_owned() } else { sums.join(", ") }
    }
}

/// A line of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// What it is.
    pub kind: DiffKind,
    /// Its text, harmless to a terminal.
    pub text: String,
}

impl DiffLine {
    /// A remark.
    #[must_use]
    pub fn note(text: String) -> Self {
        Self { kind: DiffKind::Note, text }
    }
}

/// What a line of a difference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiffKind {
    /// Where the next lines are.
    Place,
    /// On both sides.
    Same,
    /// Goes.
    Gone,
    /// Comes back.
    New,
    /// A remark.
    Note,
}

/// A rewind that was done, or was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    /// What is said of it, the most important first.
    pub said: Vec<Said>,
    /// Whether it can be taken back.
    pub undoable: bool,
    /// The messages anew: some may be left behind now.
    pub points: Option<Vec<Point>>,
}

/// A restore that was cut short, and where it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CutShort {
    /// The sentence.
    pub text: String,
}
