//! How anything wrong with settings is reported.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::named_enum::named_enum;

/// The most problems reported for one document. Nobody reads more, and a document made to be wrong
/// must not fill the memory.
pub(crate) const MAX_PROBLEMS: usize = 200;

/// The longest piece of the person's own text repeated in a message, in characters.
const MAX_QUOTE: usize = 60;

/// One thing that is wrong, where it is, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Problem {
    /// The JSON path, like `$.permissions.allowedCommands[2]`.
    pub path: String,
    /// The sort of problem, for programs.
    pub code: ProblemCode,
    /// What is wrong, in lower case, with the person's own words in backticks.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

named_enum! {
    /// The sorts of problems with settings.
    #[non_exhaustive]
    pub enum ProblemCode {
        /// The text is longer than any settings are.
        TextTooLong = "text_too_long",
        /// The text is not JSON.
        NotJson = "not_json",
        /// The document is JSON, but not an object.
        NotAnObject = "not_an_object",
        /// A key stands twice in one object.
        DuplicateKey = "duplicate_key",
        /// No setting has this name.
        UnknownKey = "unknown_key",
        /// The value has another type than the setting.
        WrongType = "wrong_type",
        /// The number is outside what makes sense.
        OutOfRange = "out_of_range",
        /// A list has more entries than are read.
        ListTooLong = "list_too_long",
        /// An entry is empty or blank.
        EmptyPattern = "empty_pattern",
        /// An entry written as an object has no pattern.
        MissingPattern = "missing_pattern",
        /// An entry is longer than any pattern is.
        EntryTooLong = "entry_too_long",
        /// A pattern cannot be read, or can never match.
        BadPattern = "bad_pattern",
        /// A folder is not written as a full path.
        NotAFullPath = "not_a_full_path",
        /// A workspace that is not trusted tried to save or ask less.
        WorkspaceMayOnlyTighten = "workspace_may_only_tighten",
        /// The machine's managed settings would loosen what people have set.
        ManagedMayOnlyTighten = "managed_may_only_tighten",
        /// A workspace set what only the user may set.
        UserOnly = "user_only",
        /// There are more problems than are reported.
        TooManyProblems = "too_many_problems",
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({})", self.path, self.message, self.help)
    }
}

impl std::error::Error for Problem {}

/// Collects problems up to [`MAX_PROBLEMS`] and counts the rest.
#[derive(Debug, Default)]
pub(super) struct Problems {
    reported: Vec<Problem>,
    count: usize,
}

impl Problems {
    /// Adds a problem. The closure gives path, message and help, and is only called when
    /// the problem will be reported.
    pub(super) fn add(&mut self, code: ProblemCode, parts: impl FnOnce() -> [String; 3]) {
        // Kept apart from what is the same for every closure, of which there are dozens.
        if self.has_room() {
            self.push(code, parts());
        }
    }

    fn has_room(&mut self) -> bool {
        self.count = self.count.saturating_add(1);
        self.reported.len() < MAX_PROBLEMS
    }

    fn push(&mut self, code: ProblemCode, [path, message, help]: [String; 3]) {
        self.reported.push(Problem { path, code, message, help });
    }

    /// How many problems there were so far, reported or not.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The problems, and at the end how many more were not reported.
    pub(super) fn into_vec(self) -> Vec<Problem> {
        let mut reported = self.reported;
        let unreported = self.count.saturating_sub(reported.len());
        if unreported > 0 {
            reported.push(Problem {
                path: "$".to_owned(),
                code: ProblemCode::TooManyProblems,
                message: format!("there are {unreported} more problems"),
                help: "fix these first, then read the settings again".to_owned(),
            });
        }
        reported
    }
}

/// The path of a key in the object at `path`.
pub(super) fn key_path(path: &str, key: &str) -> String {
    let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain && !key.is_empty() && key.len() <= MAX_QUOTE {
        format!("{path}.{key}")
    } else {
        format!("{path}[{:?}]", shortened(key))
    }
}

/// The path of an entry in the list at `path`.
pub(super) fn entry_path(path: &str, index: usize) -> String {
    format!("{path}[{index}]")
}

/// The person's own words in backticks, cut when they are long.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", shortened(text))
}

fn shortened(text: &str) -> String {
    // Control characters would break the line the message stands on, and those that turn the
    // direction of writing would make it read as something else.
    let turns = |c| matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let mut words = text.chars().map(|c| if c.is_control() || turns(c) { ' ' } else { c });
    let mut short: String = words.by_ref().take(MAX_QUOTE).collect();
    if words.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_beyond_the_bound_are_counted_in_one_last_problem() {
        let mut problems = Problems::default();
        for _ in 0..MAX_PROBLEMS + 3 {
            problems.add(ProblemCode::UnknownKey, || ["$".into(), "m".into(), "h".into()]);
        }
        assert_eq!(problems.count(), MAX_PROBLEMS + 3);
        let problems = problems.into_vec();
        assert_eq!(problems.len(), MAX_PROBLEMS + 1);
        let last = problems.last().map(|p| (p.code, p.message.as_str()));
        assert_eq!(last, Some((ProblemCode::TooManyProblems, "there are 3 more problems")));
    }

    #[test]
    fn words_in_a_message_stay_on_their_line() {
        assert_eq!(quoted("a\nb\u{1b}[2J\u{202e}c"), "`a b [2J c`");
    }

    #[test]
    fn a_key_that_is_no_word_is_quoted_in_the_path() {
        assert_eq!(key_path("$", "a"), "$.a");
        assert_eq!(key_path("$", "a b"), "$[\"a b\"]");
        assert_eq!(key_path("$", ""), "$[\"\"]");
        assert!(key_path("$", &"x".repeat(10_000)).chars().count() < 80);
    }
}
