//! `checkpoint_diff`: what differs, as names and as lines.

use std::fmt::Write as _;

use anyhow::Result;
use checkpoint_store::{CheckpointId, Content, Difference, Silent, Status, Workspace};
use similar::TextDiff;

use super::desk::Work;
use super::shapes::{Compared, DiffAsked, Differing};

/// Larger files are named, not compared line by line.
const LARGEST: u64 = 1 << 20;
/// The longest diff: what agents take in one answer without complaint.
const LONGEST: usize = 64 << 10;

impl Work {
    pub(super) fn compare(&mut self, asked: &DiffAsked) -> Result<Compared> {
        let from = self.named(&asked.from)?;
        let to = asked.to.as_deref().map(|to| self.named(to)).transpose()?;
        let within = self.paths(&asked.paths)?;
        let workspace = self.workspace()?;
        let mut differences = workspace.diff(from, to, &mut Silent)?;
        differences.retain(|one| {
            within.is_empty() || within.iter().any(|folder| one.path.is_within(folder))
        });
        let mut compared = Compared {
            from: from.to_string(),
            to: to.map(|id| id.to_string()),
            files: differences.iter().map(Differing::of).collect(),
            diff: String::new(),
            truncated: false,
        };
        for difference in &differences {
            let lines = lines(&workspace, from, to, difference)?;
            if compared.diff.len() + lines.len() > LONGEST {
                compared.truncated = true;
                break;
            }
            compared.diff.push_str(&lines);
        }
        Ok(compared)
    }
}

impl Differing {
    fn of(difference: &Difference) -> Self {
        let status = match difference.status {
            Status::Added => "added",
            Status::Deleted => "deleted",
            Status::Mode => "mode",
            _ => "modified",
        };
        Self { path: difference.path.to_string(), status: status.to_owned() }
    }
}

/// The lines of one file that differ; a sentence where they cannot be shown.
fn lines(
    workspace: &Workspace,
    from: CheckpointId,
    to: Option<CheckpointId>,
    difference: &Difference,
) -> Result<String> {
    let path = &difference.path;
    if difference.status == Status::Mode {
        return Ok(format!("# {path}: only its rights differ\n"));
    }
    let read = |there: bool, at| match there {
        true => workspace.content(at, path, LARGEST),
        false => Ok(Content::Absent),
    };
    let before = read(difference.before.is_some(), Some(from))?;
    let after = read(difference.after.is_some(), to)?;
    let text = |content: &Content| match content {
        Content::Text(text) => Some(text.clone()),
        Content::Absent => Some(String::new()),
        _ => None,
    };
    let (Some(old), Some(new)) = (text(&before), text(&after)) else {
        return Ok(format!("# {path}: no text, or longer than a megabyte\n"));
    };
    let name = |side: &str, content: &Content| match content {
        Content::Absent => "/dev/null".to_owned(),
        _ => format!("{side}/{path}"),
    };
    let diff = TextDiff::from_lines(&old, &new);
    let mut unified = diff.unified_diff();
    let (left, right) = (name("a", &before), name("b", &after));
    let mut out = String::new();
    // Writing into a string has no way to fail.
    let _ = write!(out, "{}", unified.context_radius(3).header(&left, &right));
    Ok(out)
}
