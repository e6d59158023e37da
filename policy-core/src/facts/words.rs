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
}
