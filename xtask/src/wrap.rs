//! Lines of a width.

/// Cuts a text into lines of at most `width` characters at its blanks.
#[must_use]
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(last) = lines.last_mut() else { break };
        let taken = last.chars().count();
        if taken == 0 {
            last.push_str(word);
        } else if taken + 1 + word.chars().count() <= width {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
