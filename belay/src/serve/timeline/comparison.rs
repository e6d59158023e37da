//! One file before and after: which lines are the same, and the two texts behind that.

use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use checkpoint_store::{CheckpointId, Content, TreePath, Workspace};
use similar::{DiffOp, TextDiff};
use timeline_wire::{DiffHead, Run, Side};

use super::{AskDiff, Timeline};

/// The longest text that is shown.
const MOST_TEXT: u64 = 4 << 20;

/// Texts with hardly a line in common are compared no longer than this; what is left is then shown
/// as replaced.
const PATIENCE: Duration = Duration::from_millis(120);

/// The head as a line of JSON, then both texts.
pub(super) struct Body(Vec<u8>);

impl IntoResponse for Body {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/octet-stream")], self.0).into_response()
    }
}

pub(super) fn of(timeline: &Timeline, asked: &AskDiff) -> Result<Body> {
    let workspace = timeline.existing_workspace()?;
    let path = TreePath::new(&asked.path)
        .with_context(|| format!("`{}` is not a path in the workspace", asked.path))?;
    let from = workspace.find(&asked.from)?.id;
    let to = asked.to.as_ref().map(|to| workspace.find(to)).transpose()?.map(|found| found.id);
    let (before, before_text) = side(&workspace, Some(from), &path)?;
    let (after, after_text) = side(&workspace, to, &path)?;
    let shown = |side| matches!(side, Side::Text { .. } | Side::Absent);
    let runs =
        if shown(before) && shown(after) { runs(&before_text, &after_text) } else { Vec::new() };
    let head = DiffHead { path: asked.path.clone(), before, after, runs };
    let mut body = serde_json::to_vec(&head)?;
    body.push(b'\n');
    for (side, text) in [(before, before_text), (after, after_text)] {
        if matches!(side, Side::Text { .. }) {
            body.extend_from_slice(text.as_bytes());
        }
    }
    Ok(Body(body))
}

fn side(
    workspace: &Workspace,
    at: Option<CheckpointId>,
    path: &TreePath,
) -> Result<(Side, String)> {
    Ok(match workspace.content(at, path, MOST_TEXT)? {
        Content::Text(text) => (Side::Text { bytes: text.len() }, text),
        Content::Binary(bytes) => (Side::Binary { bytes }, String::new()),
        Content::Absent => (Side::Absent, String::new()),
        Content::TooLarge => {
            let there = workspace.root().join(path.to_path());
            let bytes = match at {
                None => std::fs::symlink_metadata(there).ok().map(|data| data.len()),
                Some(_) => None,
            };
            (Side::TooLarge { bytes }, String::new())
        }
    })
}

/// Lines are cut as the page cuts them: behind each line feed.
fn runs(before: &str, after: &str) -> Vec<Run> {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let diff = TextDiff::configure().timeout(PATIENCE).diff_slices(&old, &new);
    let runs = diff.ops().iter().map(|op| match *op {
        DiffOp::Equal { len, .. } => Run { same: true, before: len, after: len },
        DiffOp::Delete { old_len, .. } => Run { same: false, before: old_len, after: 0 },
        DiffOp::Insert { new_len, .. } => Run { same: false, before: 0, after: new_len },
        DiffOp::Replace { old_len, new_len, .. } => {
            Run { same: false, before: old_len, after: new_len }
        }
    });
    let mut joined: Vec<Run> = Vec::new();
    for run in runs {
        match joined.last_mut() {
            Some(last) if last.same == run.same => {
                last.before += run.before;
                last.after += run.after;
            }
            _ => joined.push(run),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_cover_both_texts_line_by_line() {
        let (before, after) = ("a\nb\nc\nd", "a\nB\nc\nd\ne\n");
        let found = runs(before, after);
        let same = |before, after| Run { same: true, before, after };
        let other = |before, after| Run { same: false, before, after };
        assert_eq!(found, [same(1, 1), other(1, 1), same(1, 1), other(1, 2)]);
        assert_eq!(runs("", "x\n"), [other(0, 1)]);
        assert_eq!(runs("", ""), []);
    }
}
