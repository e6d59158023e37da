//! Lists of words in one text.

/// Whether a word is one of several, which are separated by blanks.
///
/// A pattern of many words (`"a" | "b" | "c"`) would read as well, but costs twenty bytes of code
/// for each of them.
#[must_use]
pub(super) fn one_of(word: &str, words: &str) -> bool {
    place_in(word, words).is_some()
}

/// Which of several words, separated by blanks, a word is.
#[must_use]
pub(super) fn place_in(word: &str, words: &str) -> Option<usize> {
    let (word, mut rest) = (word.as_bytes(), words.as_bytes());
    let mut place = 0;
    loop {
        let end = rest.iter().position(|byte| *byte == b' ');
        let Some(end) = end else { return (rest == word).then_some(place) };
        let (known, behind) = rest.split_at(end);
        if known == word {
            return Some(place);
        }
        place += 1;
        rest = behind.get(1..).unwrap_or_default();
    }
}

/// Whether a text begins with one of several words, which are separated by blanks.
#[must_use]
pub(super) fn begins_with_one_of(text: &str, words: &str) -> bool {
    words.split(' ').any(|word| text.starts_with(word))
}

/// Whether a text holds one of several words, which are separated by blanks.
#[must_use]
pub(super) fn holds_one_of(text: &str, words: &str) -> bool {
    words.split(' ').any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_one_of_a_list_as_a_whole() {
        assert!(one_of("b", "a b c"));
        assert!(!one_of("b", "ab bc"));
        assert!(!one_of("", "a b"));
        assert!(!one_of("a b", "a b"));
    }

    #[test]
    fn a_word_has_a_place_in_a_list() {
        assert_eq!(place_in("a", "a b c"), Some(0));
        assert_eq!(place_in("c", "a b c"), Some(2));
        assert_eq!(place_in("d", "a b c"), None);
    }

    #[test]
    fn a_text_begins_with_one_of_a_list() {
        assert!(begins_with_one_of("deleteSite", "remove delete"));
        assert!(!begins_with_one_of("undelete", "remove delete"));
    }

    #[test]
    fn a_text_holds_one_of_a_list() {
        assert!(holds_one_of("x.delete()", "drop( .delete("));
        assert!(!holds_one_of("x.list()", "drop( .delete("));
    }
}
