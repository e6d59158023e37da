//! Characters a person does not see: they make a command look like another one.
//!
//! Every reader asks once for each text, so plain ASCII has to cost next to nothing.

use crate::source::Span;

/// The first character of `text` that hides something, if there is one.
///
/// Tabs and line ends are ordinary. Joiners (U+200C, U+200D) are ordinary between two characters
/// beyond ASCII, where emoji and several scripts need them.
pub(super) fn find(text: &str) -> Option<Span> {
    let mut offset = 0;
    let (blocks, rest) = text.as_bytes().as_chunks::<8>();
    for block in blocks {
        if is_suspect(u64::from_ne_bytes(*block))
            && let Some(found) = find_in_block(text, offset, offset + block.len())
        {
            return Some(found);
        }
        offset += block.len();
    }
    let last = rest.iter().fold(EACH * 0x20, |block, &byte| block << 8 | u64::from(byte));
    if is_suspect(last) { find_in_block(text, offset, text.len()) } else { None }
}

/// A one in each of eight bytes.
const EACH: u64 = 0x0101_0101_0101_0101;

/// Whether one of eight bytes is a control or beyond ASCII, found out for all of them at once.
fn is_suspect(block: u64) -> bool {
    let below_space = block.wrapping_sub(EACH * 0x20) & !block;
    let delete = block.wrapping_add(EACH);
    (below_space | delete | block) & (EACH * 0x80) != 0
}

fn find_in_block(text: &str, from: usize, to: usize) -> Option<Span> {
    let bytes = text.as_bytes();
    for (index, &byte) in bytes.iter().enumerate().take(to).skip(from) {
        let hidden = match byte {
            b'\t' | b'\n' | b'\r' => false,
            0x00..0x20 | 0x7F => true,
            0xE2 | 0xEF => {
                let second = bytes.get(index + 1).copied().unwrap_or(0);
                let third = bytes.get(index + 2).copied().unwrap_or(0);
                match (byte, second, third) {
                    // U+200C and U+200D.
                    (0xE2, 0x80, 0x8C | 0x8D) => !joins(bytes, index),
                    // U+200B–U+200F and U+202A–U+202E.
                    (0xE2, 0x80, 0x8B..=0x8F | 0xAA..=0xAE) => true,
                    // U+2060–U+2064 and U+2066–U+2069.
                    (0xE2, 0x81, 0xA0..=0xA4 | 0xA6..=0xA9) => true,
                    // U+FEFF and U+FFFD.
                    (0xEF, 0xBB, 0xBF) | (0xEF, 0xBF, 0xBD) => true,
                    _ => false,
                }
            }
            _ => false,
        };
        if hidden {
            let length = if byte < 0x80 { 1 } else { 3 };
            return Some(Span::new(index, index + length));
        }
    }
    None
}

/// Whether the joiner at `index` stands between two characters beyond ASCII.
fn joins(bytes: &[u8], index: usize) -> bool {
    let before = index.checked_sub(1).and_then(|before| bytes.get(before));
    let after = bytes.get(index + 3);
    before.is_some_and(|byte| *byte >= 0x80) && after.is_some_and(|byte| *byte >= 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Option<(u32, u32)>) {
        let found = find(text).map(|span| (span.start, span.end));
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn what_is_seen_is_fine() {
        check("", None);
        check("git status\n\tls\r\n", None);
        check("echo “curly” — dash … ⚠️ 日本語 é", None);
        check("echo 👩\u{200D}💻 می\u{200C}خواهم", None);
        check(&"a".repeat(1000), None);
    }

    #[test]
    fn what_is_not_seen_is_found() {
        check("a\0b", Some((1, 2)));
        check("ls\u{1b}[2K", Some((2, 3)));
        check("r\u{7f}m", Some((1, 2)));
        check("r\u{200B}m", Some((1, 4)));
        check("r\u{200D}m", Some((1, 4)));
        check("é\u{200D}m", Some((2, 5)));
        check("\u{FEFF}ls", Some((0, 3)));
        check("echo \u{202E}x", Some((5, 8)));
        check("echo \u{2066}x", Some((5, 8)));
        check("a\u{2060}", Some((1, 4)));
        check("a\u{FFFD}", Some((1, 4)));
        check(&format!("{}\u{200F}", "a".repeat(31)), Some((31, 34)));
    }
}
