//! What happened in this workspace, newest first: messages, checkpoints, captures, and verdicts
//! that nothing was saved for. Each came from the one before it, or from where a restore went.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use anyhow::Result;
use checkpoint_store::{
    Checkpoint, CheckpointId, CheckpointKind, Filter, LogEntry, LogFilter, LogKind, Silent, Store,
    Workspace,
};
use timeline_wire::{Decision, Head, Interrupted, Kind, Moment, Session};

use super::decisions::{Decisions, Told};
use super::restoring::Restoring;
use crate::audit;
use crate::commands::captured::{Captures, same};
use crate::commands::graph::Turn;
use crate::commands::place::Place;
use crate::commands::restore::why_made;
use crate::guard::cut;

/// One state of the timeline.
#[derive(Debug, Default)]
pub(super) struct History {
    pub(super) revision: u64,
    pub(super) head: Head,
    pub(super) moments: Vec<Moment>,
    /// What is not sent with every moment, in the same order.
    pub(super) behind: Vec<Behind>,
    places: HashMap<String, usize>,
}

/// What stands behind a moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Behind {
    /// The checkpoint that going back to it restores.
    pub(super) checkpoint: Option<CheckpointId>,
    /// The checkpoint after that one, which shows what happened.
    pub(super) next: Option<CheckpointId>,
    /// The capture it is, or that was made beside it.
    pub(super) capture: Option<CheckpointId>,
    /// What was decided, with what came of it.
    pub(super) decisions: Vec<(Arc<Told>, Option<audit::Effect>)>,
}

/// Which restores brought everything back; asked once for each, since it takes a comparison.
#[derive(Default)]
pub(super) struct Turns(HashMap<(CheckpointId, CheckpointId), bool>);

impl Turns {
    fn of(&mut self, workspace: &Workspace) -> Result<Vec<Turn>> {
        let mut turns = Vec::new();
        for past in workspace.restores()? {
            let whole = self.0.entry((past.target, past.safety)).or_insert_with(|| {
                // A checkpoint that is gone by now has no place in the picture.
                workspace
                    .diff(past.safety, Some(past.target), &mut Silent)
                    .is_ok_and(|between| past.files >= between.len() as u64)
            });
            if *whole {
                turns.push(Turn::of(&past));
            }
        }
        turns.sort_by_key(|turn| turn.time);
        Ok(turns)
    }
}

impl History {
    pub(super) fn of(
        place: &Place,
        workspace: Option<&Workspace>,
        decisions: &Decisions,
        turns: &mut Turns,
        restoring: &Restoring,
    ) -> Result<Self> {
        let mut gathered = Gathered::default();
        let mut head = Head { workspace: place.root.display().to_string(), ..Head::default() };
        let mut went_back = Vec::new();
        if let Some(workspace) = workspace {
            gathered.store(workspace)?;
            went_back = turns.of(workspace)?;
            head.interrupted = workspace.interrupted()?.map(|note| Interrupted {
                files: note.paths().len(),
                target: note.target.to_string(),
                safety: note.safety.to_string(),
            });
        }
        gathered.decisions(place, decisions);
        gathered.rows.sort_by_key(|row| std::cmp::Reverse(row.order));
        let now = gathered.follow(&went_back);
        let newest = gathered.newest;
        head.undoable = restoring
            .undoable()
            .filter(|undoable| newest.is_none_or(|newest| newest.to_string() <= undoable.safety));
        head.sessions = gathered.sessions();
        head.now = now;
        let mut history = Self { head, ..Self::default() };
        for (at, row) in gathered.rows.into_iter().enumerate() {
            history.places.insert(row.moment.id.clone(), at);
            history.moments.push(row.moment);
            history.behind.push(row.behind);
        }
        Ok(history)
    }

    /// Whether a page would look the same.
    pub(super) fn same(&self, other: &Self) -> bool {
        self.head == other.head && self.moments == other.moments
    }

    /// Where a moment stands.
    pub(super) fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// A moment and what stands behind it.
    pub(super) fn moment(&self, id: &str) -> Option<(&Moment, &Behind)> {
        let place = self.place(id)?;
        Some((self.moments.get(place)?, self.behind.get(place)?))
    }
}

/// Everything that is to be a line.
#[derive(Default)]
struct Gathered {
    rows: Vec<Row>,
    /// The sessions of this workspace and their places in the list.
    known: HashMap<String, usize>,
    sessions: Vec<Session>,
    /// Which line a checkpoint or capture is on.
    lines: HashMap<String, usize>,
    newest: Option<CheckpointId>,
}

struct Row {
    /// Checkpoints and messages have one order; a verdict stands behind what was there by then.
    order: (CheckpointId, u64),
    moment: Moment,
    behind: Behind,
}

impl Gathered {
    fn store(&mut self, workspace: &Workspace) -> Result<()> {
        let store = workspace.store();
        for session in store.sessions()? {
            if session.workspace.as_deref().is_some_and(|root| same(root, workspace.root())) {
                self.session(session.id.to_string(), session.agent);
            }
        }
        let checkpoints = workspace.list(&Filter::default())?;
        self.newest = checkpoints.first().map(|newest| newest.id);
        let log = store.log(&LogFilter::default())?;
        let marks: HashMap<CheckpointId, &LogEntry> =
            log.iter().map(|entry| (entry.id, entry)).collect();
        let mut prompts = HashSet::new();
        for (at, checkpoint) in checkpoints.iter().enumerate() {
            let next = at.checked_sub(1).and_then(|newer| checkpoints.get(newer));
            let mark = marks.get(&checkpoint.id).copied();
            let prompted = prompt_of(checkpoint, &log, &marks);
            let mut row = self.row(checkpoint, next, mark);
            if let Some(prompt) = prompted {
                // The message and what was saved for it are one line.
                prompts.insert(prompt);
                row.moment.kind = Kind::Message;
            }
            self.push(row);
        }
        self.captures(store, workspace, &checkpoints, &marks)?;
        self.messages(&log, &checkpoints, &prompts);
        Ok(())
    }

    fn session(&mut self, id: String, agent: Option<String>) -> usize {
        if let Some(place) = self.known.get(&id) {
            return *place;
        }
        let place = self.sessions.len();
        self.known.insert(id.clone(), place);
        let agent = agent.unwrap_or_else(|| "agent".to_owned());
        self.sessions.push(Session { id, agent, title: String::new(), moments: 0, latest: 0 });
        place
    }

    fn push(&mut self, row: Row) {
        self.lines.insert(row.moment.id.clone(), self.rows.len());
        self.rows.push(row);
    }

    fn row(
        &mut self,
        checkpoint: &Checkpoint,
        next: Option<&Checkpoint>,
        mark: Option<&LogEntry>,
    ) -> Row {
        let session = checkpoint.session.as_ref().map(|id| self.session(id.to_string(), None));
        let did = next.map(|next| {
            let changed = next.changed;
            [changed.added, changed.modified, changed.deleted]
        });
        let is_capture = checkpoint.kind == CheckpointKind::Capture;
        Row {
            order: (checkpoint.id, 0),
            moment: Moment {
                id: checkpoint.id.to_string(),
                kind: match checkpoint.kind {
                    CheckpointKind::Safety => Kind::Safety,
                    CheckpointKind::Capture => Kind::Capture,
                    _ => Kind::Save,
                },
                session,
                time: checkpoint.created.as_millisecond(),
                text: why_made(checkpoint),
                label: mark.and_then(|mark| mark.label.clone()),
                pinned: mark.is_some_and(|mark| mark.pinned),
                incomplete: !checkpoint.complete,
                abandoned: mark.is_some_and(|mark| mark.abandoned),
                from: None,
                restorable: true,
                did,
                risk: None,
                answer: None,
            },
            behind: Behind {
                checkpoint: (!is_capture).then_some(checkpoint.id),
                next: next.map(|next| next.id),
                capture: is_capture.then_some(checkpoint.id),
                decisions: Vec::new(),
            },
        }
    }

    /// Captures that belong to no checkpoint are lines; the others belong to one.
    fn captures(
        &mut self,
        store: &Store,
        workspace: &Workspace,
        checkpoints: &[Checkpoint],
        marks: &HashMap<CheckpointId, &LogEntry>,
    ) -> Result<()> {
        let captures = Captures::of(store, workspace)?;
        let alone: HashSet<CheckpointId> =
            captures.alone(checkpoints).into_iter().map(|capture| capture.id).collect();
        for capture in captures.all() {
            if alone.contains(&capture.id) {
                let mut row = self.row(capture, None, marks.get(&capture.id).copied());
                row.moment.did = None;
                self.push(row);
            } else if let Some(parent) = capture.parent
                && let Some(line) = self.lines.get(&parent.to_string())
                && let Some(row) = self.rows.get_mut(*line)
            {
                row.behind.capture = Some(capture.id);
                self.lines.insert(capture.id.to_string(), *line);
            }
        }
        Ok(())
    }

    /// Messages that nothing was saved for, since nothing had changed: the checkpoint before them
    /// is what they go back to.
    fn messages(
        &mut self,
        log: &[LogEntry],
        checkpoints: &[Checkpoint],
        prompts: &HashSet<CheckpointId>,
    ) {
        for entry in log {
            let kind = match entry.kind {
                LogKind::Message => Kind::Message,
                LogKind::Rewind => Kind::Rewind,
                _ => continue,
            };
            let session =
                entry.session.as_ref().and_then(|id| self.known.get(id.as_str()).copied());
            if session.is_none() || prompts.contains(&entry.id) {
                continue;
            }
            let earlier = checkpoints.partition_point(|checkpoint| checkpoint.id > entry.id);
            let checkpoint = checkpoints.get(earlier).map(|checkpoint| checkpoint.id);
            let next = earlier.checked_sub(1).and_then(|newer| checkpoints.get(newer));
            let restorable = checkpoint.is_some() && kind == Kind::Message;
            self.push(Row {
                order: (entry.id, 0),
                moment: Moment {
                    id: entry.id.to_string(),
                    kind,
                    session,
                    time: entry.created.as_millisecond(),
                    text: cut(&entry.text),
                    label: entry.label.clone(),
                    pinned: entry.pinned,
                    incomplete: !entry.complete,
                    abandoned: entry.abandoned,
                    from: None,
                    restorable,
                    did: None,
                    risk: None,
                    answer: None,
                },
                behind: Behind {
                    checkpoint: checkpoint.filter(|_| restorable),
                    next: next.map(|next| next.id),
                    ..Behind::default()
                },
            });
        }
    }

    /// What was decided goes with the checkpoint that was made for it; what was refused or asked
    /// about without one has a line of its own.
    fn decisions(&mut self, place: &Place, decisions: &Decisions) {
        // Verdicts are put behind what was there when they were given.
        let mut times: Vec<(i64, CheckpointId)> =
            self.rows.iter().map(|row| (row.moment.time, row.order.0)).collect();
        times.sort_unstable();
        for told in decisions.all() {
            let decision = &told.decision;
            let effect = decisions.effect(told).cloned();
            if let Some(line) = decision.checkpoint.as_ref().and_then(|id| self.lines.get(id)) {
                if let Some(row) = self.rows.get_mut(*line) {
                    row.moment.risk = row.moment.risk.max(told.risk());
                    row.moment.answer = row.moment.answer.max(told.answer());
                    row.behind.decisions.push((Arc::clone(told), effect));
                }
                continue;
            }
            let session = decision.session.as_ref().and_then(|id| self.known.get(id).copied());
            let here = session.is_some()
                || decision.cwd.as_ref().is_some_and(|cwd| place_holds(place, cwd));
            let refused = told.answer().is_none_or(|answer| answer != Decision::Allow);
            if !here || !refused {
                continue;
            }
            let session = match (&decision.session, session) {
                (Some(id), None) => Some(self.session(id.clone(), Some(decision.agent.clone()))),
                (_, session) => session,
            };
            let before = times.partition_point(|(time, _)| *time <= told.time);
            let order = before.checked_sub(1).and_then(|at| times.get(at)).map(|(_, id)| *id);
            let order = order.unwrap_or_else(|| CheckpointId::after(None, i64::MIN));
            self.rows.push(Row {
                order: (order, told.number),
                moment: Moment {
                    id: format!("v{}", told.number),
                    kind: Kind::Verdict,
                    session,
                    time: told.time,
                    text: cut(&decision.subject),
                    label: None,
                    pinned: false,
                    incomplete: false,
                    abandoned: false,
                    from: None,
                    restorable: false,
                    did: None,
                    risk: told.risk(),
                    answer: told.answer(),
                },
                behind: Behind { decisions: vec![(Arc::clone(told), effect)], ..Behind::default() },
            });
        }
    }

    /// Finds what each line came from, and what restores have left behind. Gives the line that the
    /// files as they are now came from.
    fn follow(&mut self, turns: &[Turn]) -> Option<String> {
        let places: HashMap<String, usize> =
            self.rows.iter().enumerate().map(|(at, row)| (row.moment.id.clone(), at)).collect();
        let mut turns = turns.iter().peekable();
        let mut head: Option<usize> = None;
        let mut came_from: Vec<Option<usize>> = vec![None; self.rows.len()];
        for at in (0..self.rows.len()).rev() {
            let Some(row) = self.rows.get(at) else { continue };
            let (order, time) = (row.order, row.moment.time);
            while let Some(turn) = turns.next_if(|turn| turn.is_before(order, time)) {
                head = places.get(&turn.target.to_string()).copied().or(head);
            }
            if let Some(slot) = came_from.get_mut(at) {
                *slot = head;
            }
            head = Some(at);
        }
        for turn in turns {
            head = places.get(&turn.target.to_string()).copied().or(head);
        }
        let now = head.and_then(|at| self.rows.get(at)).map(|row| row.moment.id.clone());
        let mut current = vec![false; self.rows.len()];
        while let Some(at) = head {
            match current.get_mut(at) {
                Some(seen) if !*seen => *seen = true,
                _ => break,
            }
            head = came_from.get(at).copied().flatten();
        }
        self.forget_what_a_restore_did(&came_from);
        let ids: Vec<String> = self.rows.iter().map(|row| row.moment.id.clone()).collect();
        for (at, row) in self.rows.iter_mut().enumerate() {
            row.moment.abandoned |= !current.get(at).copied().unwrap_or_default();
            row.moment.from = came_from
                .get(at)
                .copied()
                .flatten()
                .filter(|from| *from != at + 1)
                .and_then(|from| ids.get(from).cloned());
        }
        now
    }

    /// Where a line did not come from the one below it, a restore lies between the two: what
    /// differs between them is not what the lower one did.
    fn forget_what_a_restore_did(&mut self, came_from: &[Option<usize>]) {
        for (at, from) in came_from.iter().enumerate() {
            if from.is_none_or(|from| from == at + 1) {
                continue;
            }
            let below = self.rows.iter_mut().skip(at + 1);
            if let Some(row) = below.into_iter().find(|row| row.behind.checkpoint.is_some()) {
                row.moment.did = None;
                row.behind.next = None;
            }
        }
    }

    fn sessions(&mut self) -> Vec<Session> {
        // The newest comes first in the rows, so the last title that is set is the oldest.
        for row in &self.rows {
            let Some(session) = row.moment.session.and_then(|at| self.sessions.get_mut(at)) else {
                continue;
            };
            session.moments += 1;
            session.latest = session.latest.max(row.moment.time);
            if row.moment.kind == Kind::Message || session.title.is_empty() {
                session.title.clone_from(&row.moment.text);
            }
        }
        std::mem::take(&mut self.sessions)
    }
}

/// The message that a checkpoint was saved for.
fn prompt_of(
    checkpoint: &Checkpoint,
    log: &[LogEntry],
    marks: &HashMap<CheckpointId, &LogEntry>,
) -> Option<CheckpointId> {
    let message = checkpoint.message.as_ref()?;
    if !marks.contains_key(&checkpoint.id) {
        return None;
    }
    // The log is newest first; the message came right before its checkpoint.
    let at = log.partition_point(|entry| entry.id >= checkpoint.id);
    log.iter().skip(at).take(4).find_map(|entry| {
        (entry.kind == LogKind::Message
            && entry.message.as_ref() == Some(message)
            && entry.session == checkpoint.session
            && entry.text == checkpoint.reason)
            .then_some(entry.id)
    })
}

fn place_holds(place: &Place, cwd: &str) -> bool {
    std::path::Path::new(cwd).starts_with(&place.root)
}
