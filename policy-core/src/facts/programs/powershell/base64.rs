//! Base64, which hides many a command.

use bumpalo::Bump;

/// The script in `-EncodedCommand`: UTF-16LE in base64.
pub(in crate::facts::programs) fn decoded_script<'a>(
    arena: &'a Bump,
    text: &str,
) -> Option<&'a str> {
    wide(arena, &decode(text)?)
}

/// The text that some base64 most likely stands for: UTF-16LE where every other byte is zero,
/// UTF-8 otherwise.
pub(super) fn decoded_text<'a>(arena: &'a Bump, text: &str) -> Option<&'a str> {
    let bytes = decode(text)?;
    let is_wide = bytes.len() >= 2 && bytes.iter().skip(1).step_by(2).all(|byte| *byte == 0);
    if is_wide {
        return wide(arena, &bytes);
    }
    std::str::from_utf8(&bytes).ok().map(|text| &*arena.alloc_str(text))
}

fn wide<'a>(arena: &'a Bump, bytes: &[u8]) -> Option<&'a str> {
    if bytes.is_empty() || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let units = bytes.chunks_exact(2).map(|pair| match pair {
        [low, high] => u16::from_le_bytes([*low, *high]),
        _ => 0,
    });
    let text: String = char::decode_utf16(units).collect::<Result<_, _>>().ok()?;
    Some(arena.alloc_str(&text))
}

fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits = 0_u32;
    let mut held = 0_u32;
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' | b' ' | b'\t' | b'\r' | b'\n' => continue,
            _ => return None,
        };
        bits = (bits << 6) | u32::from(value);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from((bits >> held) & 0xff).unwrap_or_default());
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_wide_text() {
        let arena = Bump::new();
        assert_eq!(decoded_script(&arena, "RwBlAHQALQBEAGEAdABlAA=="), Some("Get-Date"));
        assert_eq!(decoded_script(&arena, "!!!"), None);
    }

    #[test]
    fn texts_are_guessed() {
        let arena = Bump::new();
        assert_eq!(decoded_text(&arena, "aGVsbG8="), Some("hello"));
        assert_eq!(decoded_text(&arena, "RwBlAHQALQBEAGEAdABlAA=="), Some("Get-Date"));
    }
}
