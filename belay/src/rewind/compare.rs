//! One file, now and as a message found it, line by line.

use std::time::Duration;

use anyhow::Result;
use checkpoint_store::{CheckpointId, Content, TreePath, Workspace};
use similar::{ChangeTag, TextDiff};

use super::model::{DiffKind, DiffLine};
use crate::output::bytes;

/// Larger files are named, not compared line by line.
const LARGEST: u64 = 1 << 20;

/// A person waits no longer; then larger blocks are shown as changed.
const PATIENCE: Duration = Duration::from_millis(500);

/// What going back would do to a file's lines.
pub(super) fn lines(
    workspace: &Workspace,
    target: CheckpointId,
    path: &TreePath,
) -> Result<Vec<DiffLine>> {
    let now = workspace.content(None, path, LARGEST)?;
    let then = workspace.content(Some(target), path, LARGEST)?;
    let (Some(now), Some(then)) = (text(&now), text(&then)) else {
        let text = format!("now {}, then {}", named(&now), named(&then));
        return Ok(vec![DiffLine::note(text)]);
    };
    if now == then {
        return Ok(vec![DiffLine::note("The content is the same.".to_owned())]);
    }
    let mut lines = Vec::new();
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(now, then);
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        let place = hunk.header().to_string();
        lines.push(DiffLine { kind: DiffKind::Place, text: place.trim_end().to_owned() });
        for change in hunk.iter_changes() {
            let kind = match change.tag() {
                ChangeTag::Delete => DiffKind::Gone,
                ChangeTag::Insert => DiffKind::New,
                ChangeTag::Equal => DiffKind::Same,
            };
            lines.push(DiffLine { kind, text: harmless(change.value()) });
            if change.missing_newline() {
                lines.push(DiffLine::note("no line break at the end".to_owned()));
            }
        }
    }
    Ok(lines)
}

fn text(content: &Content) -> Option<&str> {
    match content {
        Content::Text(text) => Some(text),
        Content::Absent => Some(""),
        Content::Binary(_) | Content::TooLarge => None,
    }
}

fn named(content: &Content) -> String {
    match content {
        Content::Text(text) => bytes(u64::try_from(text.len()).unwrap_or(u64::MAX)) + " of text",
        Content::Binary(size) => bytes(*size) + " that are no text",
        Content::TooLarge => format!("more than {}", bytes(LARGEST)),
        Content::Absent => "nothing".to_owned(),
    }
}

/// A line with nothing in it that a terminal would act upon; tabs are blanks, so that columns can
/// be counted.
fn harmless(line: &str) -> String {
    let line = line.strip_suffix('\n').unwrap_or(line);
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '\t' => out.push_str("    "),
            '\r' => out.push_str("\\r"),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.extend(c.escape_unicode()),
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}
