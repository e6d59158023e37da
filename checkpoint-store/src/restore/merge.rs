//! One file without one of its changes: the state before the change, after it, and now.

use diffy::MergeOptions;

use crate::compare::Item;
use crate::objects::Mode;

/// What becomes of a file when one change is taken out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Without {
    /// Nothing of the change is left.
    Nothing,
    /// Nobody touched it since: it goes back to what it was before the change.
    Back,
    /// It went later, and the change with it.
    Gone,
    /// Later changes stay, the change itself goes.
    Merged(Vec<u8>),
    /// Both changed the same lines; both sides and what they came from, as text.
    Overlap(String),
    /// Both changed it, and it cannot be compared line by line.
    Opaque,
    /// The change made it, and it was worked on since.
    MadeAndKept,
    /// The change deleted it, and something else is there now.
    DeletedAndNew,
}

/// Compares the three names alone. `None` where contents must be compared.
pub(super) fn by_name(
    before: Option<Item>,
    after: Option<Item>,
    now: Option<Item>,
) -> Option<Without> {
    Some(match (before, after, now) {
        (before, _, now) if before == now => Without::Nothing,
        (_, after, now) if after == now => Without::Back,
        (_, _, None) => Without::Gone,
        (None, _, Some(_)) => Without::MadeAndKept,
        (_, None, Some(_)) => Without::DeletedAndNew,
        (Some(before), Some(after), Some(now)) => {
            // Only its rights changed, there or here.
            if before.id == after.id || now.id == after.id || now.id == before.id {
                Without::Back
            } else if [before, after, now].iter().any(|item| item.mode == Mode::Link) {
                Without::Opaque
            } else {
                return None;
            }
        }
    })
}

/// Compares the three contents line by line.
pub(super) fn by_line(before: &[u8], after: &[u8], now: &[u8]) -> Without {
    if [before, after, now].iter().any(|bytes| bytes.contains(&0)) {
        return Without::Opaque;
    }
    match MergeOptions::new().merge_bytes(after, now, before) {
        Ok(merged) if merged == before => Without::Back,
        Ok(merged) if merged == now => Without::Nothing,
        Ok(merged) => Without::Merged(merged),
        Err(marked) => Without::Overlap(named(&String::from_utf8_lossy(&marked))),
    }
}

/// The marks of a conflict in words for this one, and of the rest only what stands near one.
fn named(marked: &str) -> String {
    const NEAR: usize = 3;
    let lines: Vec<&str> = marked.lines().collect();
    let mut inside = false;
    let mut wanted = vec![false; lines.len()];
    for (at, line) in lines.iter().enumerate() {
        inside |= line.starts_with("<<<<<<< ours");
        if inside {
            let near = at.saturating_sub(NEAR)..(at + NEAR + 1).min(lines.len());
            wanted.get_mut(near).unwrap_or_default().fill(true);
        }
        inside &= !line.starts_with(">>>>>>> theirs");
    }
    let mut text = String::new();
    let mut skipping = false;
    for (line, wanted) in lines.iter().zip(wanted) {
        if !wanted {
            if !skipping {
                text.push_str("…\n");
            }
            skipping = true;
            continue;
        }
        skipping = false;
        text.push_str(match *line {
            "<<<<<<< ours" => "<<<<<<< now",
            "||||||| original" => "||||||| right after the step",
            ">>>>>>> theirs" => ">>>>>>> before the step",
            other => other,
        });
        text.push('\n');
    }
    text
}
