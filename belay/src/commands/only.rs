//! `belay restore --only`: one command or message is taken out of the middle, and later work stays.

use std::io::Write;

use anyhow::{Context as _, Result, bail};
use checkpoint_store::{
    Checkpoint, CheckpointId, CheckpointKind, Filter, OverlapWhy, PastStep, StepLeaveWhy, StepPlan,
    Store, TreePath, Workspace,
};

use super::Exit;
use super::asking::{Bar, confirmed};
use super::place::{Agents, Place};
use super::restore::{How, Lines, about, write_down};
use super::undoing::History;
use crate::guard::cut;
use crate::output::{BAD, FAINT, GOOD, ID, STRONG, WARNING, count, styled};
use crate::rewind::words::left;

/// Plans, asks, takes the step out.
///
/// # Errors
/// There is no such step, nobody can be asked, or it failed and was taken back.
pub fn run(place: &Place, typed: &str, within: &[TreePath], how: How) -> Result<Exit> {
    let workspace = place.workspace()?;
    let agents = Agents::of(workspace.store())?;
    let (shown, step) = find(place, &workspace, typed)?;
    let plan = workspace.plan_without(&step, within, &mut Bar::new())?;
    let mut out = anstream::stdout().lock();
    if how.json && (how.dry_run || !plan.overlaps.is_empty()) {
        writeln!(out, "{}", serde_json::to_string(&plan)?)?;
    } else if !how.json {
        let title = format!("Take out {}", about(&shown, &agents));
        writeln!(out, "{}", styled(STRONG, title))?;
        show(&plan, &mut out)?;
    }
    if !plan.overlaps.is_empty() {
        let hint = "later work changed the same; nothing was written. `-- PATH` takes out what \
                    does not overlap; the rest is yours to change by hand";
        anstream::eprintln!("{} {hint}", styled(BAD, "conflict:"));
        return Ok(Exit::Conflict);
    }
    if plan.is_empty() || how.dry_run {
        if how.json && !how.dry_run {
            writeln!(out, "{}", serde_json::json!({"written": [], "deleted": []}))?;
        }
        return Ok(Exit::Done);
    }
    if !confirmed("Go on?", how.yes)? {
        writeln!(out, "Nothing was changed.")?;
        return Ok(Exit::Done);
    }
    let done = workspace.restore_without(plan, &mut Bar::new())?;
    History::forget(&place.home, &place.root);
    if let Some(trouble) = write_down(place, done.target) {
        anstream::eprintln!("{} {trouble}", styled(WARNING, "warning:"));
    }
    if how.json {
        writeln!(out, "{}", serde_json::to_string(&done)?)?;
        return Ok(Exit::Done);
    }
    let files = count(done.written.len() + done.deleted.len(), "file");
    writeln!(out, "{} {files} without it.", styled(GOOD, "Done:"))?;
    let back =
        format!("What was there before is {}; `belay undo` brings it back.", done.safety.short());
    writeln!(out, "{}", styled(FAINT, back))?;
    Ok(Exit::Done)
}

/// The step a person means, by a checkpoint or by an agent's own name of a message.
fn find(place: &Place, workspace: &Workspace, typed: &str) -> Result<(Checkpoint, PastStep)> {
    let store = workspace.store();
    let found = match place.checkpoint(workspace, typed) {
        Ok(found) => found,
        Err(error) => by_message(store, workspace, typed)?.ok_or(error)?,
    };
    if found.kind == CheckpointKind::Safety {
        bail!("{} was made before a restore; `belay undo` takes a restore back", found.id.short());
    }
    let ends = Filter { session: found.session.clone(), ..Filter::default() };
    // Somebody without a session shares the list with everybody.
    let mine: Vec<Checkpoint> = workspace.list(&ends)?.into_iter().rev().collect();
    let at = mine.iter().position(|one| one.id == found.id).unwrap_or_default();
    let next = |wanted: &dyn Fn(&Checkpoint) -> bool| -> Option<CheckpointId> {
        mine.iter().skip(at + 1).find(|one| wanted(one)).map(|one| one.id)
    };
    let of_message = match (&found.session, &found.message) {
        (Some(session), Some(message)) => store
            .checkpoint_at(workspace, session, message)
            .ok()
            .flatten()
            .is_some_and(|own| own.id == found.id),
        _ => false,
    };
    let ended = ["after: ", "failed: "].iter().any(|end| found.reason.starts_with(end));
    let (before, after) = if of_message {
        // All that was done for it: until the session got its next message.
        (found.id, next(&|one| one.message != found.message))
    } else if ended {
        let before = mine.get(at.wrapping_sub(1)).context("what was before it is not saved")?;
        (before.id, Some(found.id))
    } else {
        (found.id, next(&|_| true))
    };
    let reason = format!("without {}: {}", found.id.short(), cut(&found.reason));
    let step = PastStep { before, after, session: found.session.clone(), reason };
    Ok((found, step))
}

fn by_message(store: &Store, workspace: &Workspace, typed: &str) -> Result<Option<Checkpoint>> {
    for session in store.sessions()? {
        for message in store.list_checkpoints(&session.id)? {
            if message.metadata.id.as_str() == typed {
                return Ok(store.checkpoint_at(workspace, &session.id, &message.metadata.id)?);
            }
        }
    }
    Ok(None)
}

/// The plan in words, and where work overlaps the three sides of it.
fn show(plan: &StepPlan, out: &mut impl Write) -> Result<()> {
    let mut lines = Lines::default();
    let back = plan.back.iter();
    lines.add("write", GOOD, back.map(|path| (path.to_string(), "as it was before".to_owned())));
    let merged = plan.merged.iter();
    lines.add(
        "merge",
        GOOD,
        merged.map(|path| (path.to_string(), "later changes stay".to_owned())),
    );
    let deletes = plan.deletes.iter();
    lines.add("delete", BAD, deletes.map(|path| (path.to_string(), "was not there".to_owned())));
    let leaves = plan.leaves.iter();
    lines.add("leave", FAINT, leaves.map(|one| (one.path.to_string(), why(one.why).to_owned())));
    let overlaps = plan.overlaps.iter();
    lines.add(
        "conflict",
        WARNING,
        overlaps.map(|one| (one.path.to_string(), overlap(one.why).to_owned())),
    );
    lines.write(out)?;
    for one in &plan.overlaps {
        let Some(text) = &one.lines else { continue };
        writeln!(out, "{}", styled(STRONG, cut(&one.path.to_string())))?;
        for line in text.lines() {
            let mark = ["<<<<<<< ", "||||||| ", "=======", ">>>>>>> "];
            let style = if mark.iter().any(|mark| line.starts_with(mark)) {
                ID
            } else {
                anstyle::Style::new()
            };
            writeln!(out, "{}", styled(style, harmless(line)))?;
        }
    }
    if plan.is_empty() && plan.overlaps.is_empty() {
        writeln!(out, "Nothing of it is left; there is nothing to do.")?;
    }
    Ok(())
}

fn harmless(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        if c.is_control() && c != '\t' { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

fn why(why: StepLeaveWhy) -> &'static str {
    match why {
        StepLeaveWhy::TakenBack => "nothing of it is left",
        StepLeaveWhy::GoneSince => "deleted since",
        StepLeaveWhy::NotThisSession => "another session worked on it meanwhile",
        StepLeaveWhy::Restore(why) => left(why),
        _ => "stays",
    }
}

fn overlap(why: OverlapWhy) -> &'static str {
    match why {
        OverlapWhy::SameLines => "the same lines were changed again",
        OverlapWhy::NotText => "changed again, and no text to be merged",
        OverlapWhy::WorkedOn => "made by it, and worked on since",
        OverlapWhy::Replaced => "deleted by it, and another one is there",
        _ => "changed again",
    }
}
