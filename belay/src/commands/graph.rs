//! How checkpoints follow each other, once restores have gone back and work went on from there.

use std::collections::HashSet;

use anyhow::Result;
use checkpoint_store::{Checkpoint, CheckpointId, PastRestore, Silent, Workspace};
use jiff::Timestamp;

/// A restore of the whole workspace: from then on work goes on from its target.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Where it went.
    pub target: CheckpointId,
    /// What was saved right before it.
    pub safety: CheckpointId,
    /// When.
    pub time: Timestamp,
}

impl Turn {
    /// One that brought everything back.
    #[must_use]
    pub const fn of(past: &PastRestore) -> Self {
        Self { target: past.target, safety: past.safety, time: past.created }
    }

    /// Whether something was made after it: the checkpoint itself, or what happened so many steps
    /// behind it. What was saved right before a restore may bear the same millisecond, and is older
    /// all the same.
    #[must_use]
    pub fn is_before(&self, order: (CheckpointId, u64), millisecond: i64) -> bool {
        order > (self.safety, 0) && self.time.as_millisecond() <= millisecond
    }
}

/// The restores that brought everything back; those of single files leave nothing behind.
///
/// # Errors
/// The store cannot be read.
pub fn whole_restores(workspace: &Workspace) -> Result<Vec<Turn>> {
    let mut turns = Vec::new();
    for past in workspace.restores()? {
        // A checkpoint that is gone by now has no place in the picture.
        let Ok(between) = workspace.diff(past.safety, Some(past.target), &mut Silent) else {
            continue;
        };
        if past.files >= u64::try_from(between.len()).unwrap_or(u64::MAX) {
            turns.push(Turn::of(&past));
        }
    }
    Ok(turns)
}

/// Checkpoints, newest first, and what each came from.
#[derive(Debug)]
pub struct Graph<'t> {
    nodes: Vec<Node<'t>>,
    current: HashSet<CheckpointId>,
    head: Option<CheckpointId>,
}

#[derive(Debug)]
struct Node<'t> {
    checkpoint: &'t Checkpoint,
    parent: Option<CheckpointId>,
}

/// One line of the picture.
#[derive(Debug, PartialEq, Eq)]
pub struct Row<'t> {
    /// What is drawn at its left.
    pub left: String,
    /// The checkpoint; a line that only joins others has none.
    pub checkpoint: Option<&'t Checkpoint>,
    /// Whether a restore has left it behind.
    pub abandoned: bool,
}

impl<'t> Graph<'t> {
    /// Reads the history. `checkpoints` are newest first, `turns` in any order.
    #[must_use]
    pub fn new(checkpoints: &'t [Checkpoint], turns: &[Turn]) -> Self {
        let mut turns = turns.to_vec();
        turns.sort_by_key(|turn| turn.time);
        let mut turns = turns.into_iter().peekable();
        let mut head = None;
        let mut nodes = Vec::new();
        for checkpoint in checkpoints.iter().rev() {
            let made = checkpoint.created.as_millisecond();
            while let Some(turn) = turns.next_if(|turn| turn.is_before((checkpoint.id, 0), made)) {
                head = Some(turn.target);
            }
            nodes.push(Node { checkpoint, parent: head });
            head = Some(checkpoint.id);
        }
        head = turns.last().map(|turn| turn.target).or(head);
        nodes.reverse();
        let mut current = HashSet::new();
        let mut at = head;
        while let Some(id) = at {
            if !current.insert(id) {
                break;
            }
            at = nodes.iter().find(|node| node.checkpoint.id == id).and_then(|node| node.parent);
        }
        Self { nodes, current, head }
    }

    /// The picture, line by line. The line of history that leads to now is the first column.
    pub fn rows(&self) -> impl Iterator<Item = Row<'t>> {
        let mut lanes: Vec<Option<CheckpointId>> = vec![self.head];
        let mut rows = Vec::new();
        for Node { checkpoint, parent } in &self.nodes {
            let id = checkpoint.id;
            let lane = lanes.iter().position(|wanted| *wanted == Some(id)).unwrap_or_else(|| {
                let free = lanes.iter().skip(1).position(Option::is_none).map(|free| free + 1);
                free.unwrap_or_else(|| {
                    lanes.push(None);
                    lanes.len() - 1
                })
            });
            if let Some(join) = joined(&lanes, lane, id) {
                rows.push(Row { left: join, checkpoint: None, abandoned: false });
            }
            for (other, wanted) in lanes.iter_mut().enumerate() {
                if other != lane && *wanted == Some(id) {
                    *wanted = None;
                }
            }
            while lanes.len() > lane + 1 && lanes.last().is_some_and(Option::is_none) {
                lanes.pop();
            }
            let abandoned = !self.current.contains(&id);
            rows.push(Row {
                left: drawn(&lanes, lane, abandoned),
                checkpoint: Some(checkpoint),
                abandoned,
            });
            if let Some(slot) = lanes.get_mut(lane) {
                *slot = *parent;
            }
        }
        rows.into_iter()
    }
}

fn drawn(lanes: &[Option<CheckpointId>], lane: usize, abandoned: bool) -> String {
    let signs = lanes.iter().enumerate().map(|(at, wanted)| match wanted {
        _ if at == lane && abandoned => "○ ",
        _ if at == lane => "● ",
        Some(_) => "│ ",
        None => "  ",
    });
    signs.collect::<String>() + " "
}

/// The line above a checkpoint that several others came from.
fn joined(lanes: &[Option<CheckpointId>], lane: usize, id: CheckpointId) -> Option<String> {
    let last = lanes.iter().rposition(|wanted| *wanted == Some(id)).filter(|last| *last > lane)?;
    let signs = lanes.iter().enumerate().map(|(at, wanted)| match wanted {
        _ if at == lane => "├─",
        _ if at == last => "╯ ",
        Some(wanted) if *wanted == id => "┴─",
        Some(_) if at > lane && at < last => "┼─",
        Some(_) => "│ ",
        None if at > lane && at < last => "──",
        None => "  ",
    });
    Some(signs.collect::<String>().trim_end().to_owned())
}
