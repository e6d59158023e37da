//! How Belay writes to a terminal: aligned, at most 80 columns where nothing asks for more, colour
//! only where somebody looks at it.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use checkpoint_store::Changes;
use jiff::Timestamp;
use policy_core::verdict::Risk;

/// The width texts are wrapped to.
pub const WIDTH: usize = 80;

/// Titles and ids.
pub const STRONG: Style = Style::new().bold();
/// What is said beside the point.
pub const FAINT: Style = Style::new().dimmed();
/// It worked.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// It did not.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Look at this.
pub const WARNING: Style = AnsiColor::Yellow.on_default();
/// Names of checkpoints and codes.
pub const ID: Style = AnsiColor::Cyan.on_default();

/// A text in a style. Where the output is not a terminal, `anstream` takes the style out again.
#[must_use]
pub fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The style of a risk.
#[must_use]
pub fn risk_style(risk: Risk) -> Style {
    match risk {
        Risk::Safe | Risk::Low => GOOD,
        Risk::Medium => WARNING,
        Risk::High | Risk::Critical => BAD,
    }
}

/// Cuts a text into lines of at most `width` columns at its blanks, and where it is written without
/// them (Chinese, Japanese) between its characters.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let pieces = pieces(word);
        let fits_a_line = columns(word) <= width || pieces.len() == 1;
        let pieces = if fits_a_line { vec![word] } else { pieces };
        for (index, piece) in pieces.into_iter().enumerate() {
            let Some(last) = lines.last_mut() else { break };
            let blank = usize::from(index == 0 && !last.is_empty());
            if !last.is_empty() && columns(last) + blank + columns(piece) > width {
                lines.push(piece.to_owned());
            } else {
                last.extend(std::iter::repeat_n(' ', blank));
                last.push_str(piece);
            }
        }
    }
    lines
}

/// A word cut behind each wide character. What closes a sentence or a bracket stays with what it
/// closes.
fn pieces(word: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (place, letter) in word.char_indices() {
        let closes = "、。，．：；！？）」』】》”’".contains(letter);
        let before = word.get(..place).and_then(|before| before.chars().next_back());
        let opened = before.is_some_and(|before| "（「『【《“‘".contains(before));
        let wide = |letter: char| unicode_width::UnicodeWidthChar::width(letter) == Some(2);
        if place > start && !closes && !opened && (wide(letter) || before.is_some_and(wide)) {
            pieces.extend(word.get(start..place));
            start = place;
        }
    }
    pieces.extend(word.get(start..));
    pieces
}

/// How many columns a text takes in a terminal.
#[must_use]
pub fn columns(text: &str) -> usize {
    unicode_width::UnicodeWidthStr::width(text)
}

/// The text, cut to a number of columns with a mark where something is missing.
#[must_use]
pub fn fitted(text: &str, width: usize) -> String {
    if columns(text) <= width {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut taken = 0;
    for c in text.chars() {
        let wide = unicode_width::UnicodeWidthChar::width(c).unwrap_or_default();
        if taken + wide + 1 > width {
            break;
        }
        taken += wide;
        out.push(c);
    }
    out.push('…');
    out
}

/// A name and its text, the text wrapped beside the name: `  risk      critical`.
pub fn field(out: &mut String, name: &str, text: &str) {
    field_in(out, name, text, Style::new());
}

/// As [`field`], the text in a style.
pub fn field_in(out: &mut String, name: &str, text: &str, style: Style) {
    field_beside(out, 10, name, text, style);
}

/// As [`field_in`], beside names that take so many columns.
pub fn field_beside(out: &mut String, width: usize, name: &str, text: &str, style: Style) {
    let mut name = name;
    for line in wrap(text, WIDTH - 2 - width) {
        let space = " ".repeat(width.saturating_sub(columns(name)));
        // Writing into a string has no way to fail.
        let _ = writeln!(out, "  {name}{space}{}", styled(style, line));
        name = "";
    }
}

/// How long ago, in words of one size: `just now`, `4m ago`, `3h ago`, `2d ago`, else the date.
#[must_use]
pub fn ago(time: Timestamp, now: Timestamp) -> String {
    let seconds = now.duration_since(time).as_secs();
    match seconds {
        ..0 => time.strftime("%Y-%m-%d").to_string(),
        0..10 => "just now".to_owned(),
        10..60 => format!("{seconds}s ago"),
        60..3_600 => format!("{}m ago", seconds / 60),
        3_600..86_400 => format!("{}h ago", seconds / 3_600),
        86_400..2_592_000 => format!("{}d ago", seconds / 86_400),
        _ => time.strftime("%Y-%m-%d").to_string(),
    }
}

/// A number of bytes as people say it: `812 B`, `4.2 kB`, `1.3 GB`.
#[must_use]
pub fn bytes(count: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if count < 1_000 {
        return format!("{count} B");
    }
    #[expect(clippy::cast_precision_loss, reason = "one digit behind the point is shown")]
    let mut amount = count as f64 / 1_000.0;
    let mut unit = "kB";
    for next in UNITS.into_iter().skip(1) {
        if amount < 999.95 {
            break;
        }
        amount /= 1_000.0;
        unit = next;
    }
    format!("{amount:.1} {unit}")
}

/// How many files changed: `+3 ~1 -2`; empty where none did.
#[must_use]
pub fn changes(changes: &Changes) -> String {
    signs(changes).map(|(_, text)| text).join(" ").trim().replace("  ", " ")
}

/// The same, in colours.
#[must_use]
pub fn coloured_changes(changes: &Changes) -> String {
    let parts = signs(changes).into_iter().filter(|(_, text)| !text.is_empty());
    parts.map(|(style, text)| styled(style, text)).collect::<Vec<_>>().join(" ")
}

fn signs(changes: &Changes) -> [(Style, String); 3] {
    let sign = |sign: char, number: u64| match number {
        0 => String::new(),
        number => format!("{sign}{number}"),
    };
    [
        (GOOD, sign('+', changes.added)),
        (WARNING, sign('~', changes.modified)),
        (AnsiColor::Red.on_default(), sign('-', changes.deleted)),
    ]
}

/// A number and its noun: `1 file`, `3 files`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_as_people_say_them() {
        let said = [0, 999, 1_000, 4_249, 999_949, 999_950, 1_300_000_000].map(bytes);
        assert_eq!(said, ["0 B", "999 B", "1.0 kB", "4.2 kB", "999.9 kB", "1.0 MB", "1.3 GB"]);
    }

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(fitted("检查点", 6), "检查点");
        assert_eq!(fitted("检查点了", 6), "检查…");
        assert_eq!(wrap("检查 检查 检查", 9), ["检查 检查", "检查"]);
        assert_eq!(wrap("用 `git` 删除检查点。", 10), ["用 `git`", "删除检查", "点。"]);
        assert_eq!(wrap("a/long/path/without/blanks", 9), ["a/long/path/without/blanks"]);
    }
}
