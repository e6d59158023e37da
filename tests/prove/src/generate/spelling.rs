//! One word in many spellings, which the shell reads alike.

use rand::RngExt as _;
use rand::rngs::StdRng;

/// A word that the shell reads as this text.
pub(super) fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./,:+=@".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The word in another spelling. It holds nothing that the shell would replace.
pub(super) fn respelled(word: &str, lots: &mut StdRng) -> String {
    let characters: Vec<char> = word.chars().collect();
    let at = lots.random_range(0..characters.len().max(1));
    let (front, back): (String, String) =
        (characters.iter().take(at).collect(), characters.iter().skip(at).collect());
    match lots.random_range(0..12) {
        0 => format!("'{word}'"),
        1 => format!("\"{word}\""),
        2 => format!("$'{word}'"),
        3 => format!("{front}''{back}"),
        4 => format!("{front}\"\"{back}"),
        5 => format!("{front}\\{back}"),
        6 => format!("{front}'{back}'"),
        7 => format!("{front}\\\n{back}"),
        8 => {
            let coded: String =
                characters.iter().map(|c| format!("\\x{:02x}", *c as u32)).collect();
            format!("$'{coded}'")
        }
        9 => {
            let coded: String = characters.iter().map(|c| format!("\\{:03o}", *c as u32)).collect();
            format!("$'{coded}'")
        }
        10 => format!("{front}${{nothing}}{back}"),
        _ => format!("{front}$'{back}'"),
    }
}
