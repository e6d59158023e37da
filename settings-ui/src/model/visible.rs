//! Makes characters visible that would hide a part of a text or turn its direction.

/// The text as it is shown: every control character by its picture, every invisible or turning one
/// by its code in brackets.
pub fn visible(text: &str) -> String {
    if !text.chars().any(|c| shown(c).is_some()) {
        return text.to_owned();
    }
    text.chars().fold(String::with_capacity(text.len()), |mut all, c| {
        match shown(c) {
            Some(picture) => all.push_str(&picture),
            None => all.push(c),
        }
        all
    })
}

fn shown(c: char) -> Option<String> {
    let code = u32::from(c);
    match code {
        // Unicode has a picture for each of the first thirty-two, and one for the last of ASCII.
        0..=0x1f => char::from_u32(0x2400 + code).map(String::from),
        0x7f => Some("\u{2421}".to_owned()),
        0x80..=0x9f
        | 0xad
        | 0x61c
        | 0x200b..=0x200f
        | 0x2028..=0x202e
        | 0x2060..=0x2069
        | 0xfeff => Some(format!("[U+{code:04X}]")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_turns_is_shown_and_the_rest_is_left_alone() {
        assert_eq!(visible("rm -rf <b>é</b>"), "rm -rf <b>é</b>");
        assert_eq!(visible("a\u{0}b\tc\u{1b}"), "a␀b␉c␛");
        assert_eq!(visible("a\u{202e}b\u{200b}"), "a[U+202E]b[U+200B]");
    }
}
