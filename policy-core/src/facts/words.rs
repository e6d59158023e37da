//! Lists of words, written as one text with blanks between them.
//!
//! Tables and conditions name many words, and `"force f prune"` reads better there than a slice of
//! quoted strings. In a `match`, ordinary patterns (`"a" | "b"`) are used instead.

/// A list of words that was checked while compiling; [`words()`] says for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Words(&'static str);

/// A list of words inside a function: `call.has_any(words!("force f"))`.
macro_rules! word_list {
    ($list:expr) => {
        const { $crate::facts::words::words($list) }
    };
}
pub(super) use word_list as words;

/// A list of words in a table. Two blanks in a row, a comma after a word or a word written twice
/// stop the build: unnoticed, they would become part of the list.
///
/// # Panics
/// When the text is no such list.
#[must_use]
#[expect(
    clippy::panic,
    clippy::indexing_slicing,
    reason = "runs while compiling, where a panic is an error of the build"
)]
pub(super) const fn words(list: &'static str) -> Words {
    let mut rest = list.as_bytes();
    loop {
        let (word, behind) = first_word(rest);
        if word.is_empty() {
            panic!("words are separated by one blank, and there is none at either end");
        }
        if word[word.len() - 1] == b',' {
            panic!("words are separated by a blank alone, without a comma");
        }
        let Some(behind) = behind else { return Words(list) };
        if contains(behind, word) {
            panic!("a word is in the list twice");
        }
        rest = behind;
    }
}

impl Words {
    /// No words.
    pub(crate) const NONE: Self = Self("");

    /// Whether there are none.
    #[must_use]
    pub(crate) const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The words in their order.
    pub(crate) fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.split(' ').filter(|word| !word.is_empty())
    }

    /// Whether a word is one of them.
    #[must_use]
    pub(crate) fn has(self, word: &str) -> bool {
        let (word, mut rest) = (word.as_bytes(), self.0.as_bytes());
        if word.is_empty() {
            return false;
        }
        while let Some(end) = rest.iter().position(|byte| *byte == b' ') {
            let (known, behind) = rest.split_at(end);
            if known == word {
                return true;
            }
            rest = behind.get(1..).unwrap_or_default();
        }
        rest == word
    }

    /// Whether a text starts with one of them.
    #[must_use]
    pub(crate) fn any_starts(self, text: &str) -> bool {
        self.iter().any(|word| text.starts_with(word))
    }

    /// Whether a text ends with one of them.
    #[must_use]
    pub(crate) fn any_ends(self, text: &str) -> bool {
        self.iter().any(|word| text.ends_with(word))
    }

    /// Whether a text contains one of them.
    #[must_use]
    pub(crate) fn any_within(self, text: &str) -> bool {
        self.iter().any(|word| text.contains(word))
    }
}

const fn contains(list: &[u8], word: &[u8]) -> bool {
    let mut rest = list;
    loop {
        let (known, behind) = first_word(rest);
        if same(known, word) {
            return true;
        }
        let Some(behind) = behind else { return false };
        rest = behind;
    }
}

/// What is before the first blank, and what is behind it.
const fn first_word(list: &[u8]) -> (&[u8], Option<&[u8]>) {
    let mut end = 0;
    while let Some((_, rest)) = list.split_at_checked(end) {
        match rest {
            [b' ', behind @ ..] => return (list.split_at(end).0, Some(behind)),
            [] => break,
            _ => end += 1,
        }
    }
    (list, None)
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let (mut one, mut other) = (one, other);
    while let ([first, rest @ ..], [second, others @ ..]) = (one, other) {
        if *first != *second {
            return false;
        }
        (one, other) = (rest, others);
    }
    one.is_empty() && other.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_compared_as_a_whole() {
        assert!(words("a b c").has("b"));
        assert!(!words("ab bc").has("b"));
        assert!(!words("a b").has("") && !words("a b").has("a b"));
        assert!(!Words::NONE.has(""));
    }

    #[test]
    fn a_text_is_compared_with_its_start_end_or_any_part() {
        assert!(words("remove delete").any_starts("deleteSite"));
        assert!(!words("remove delete").any_starts("undelete"));
        assert!(words("able less").any_ends("stateless") && !words("able less").any_ends("lesson"));
        assert!(words("drop( .delete(").any_within("x.delete()"));
        assert!(!words("drop( .delete(").any_within("x.list()"));
    }

    #[test]
    fn slips_of_the_pen_are_refused() {
        for slip in ["", " a", "a ", "a  b", "a, b", "a b a"] {
            assert!(std::panic::catch_unwind(|| words(slip)).is_err(), "{slip:?} was accepted");
        }
    }
}
