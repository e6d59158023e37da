//! `belay show`: one checkpoint and what had changed.

use std::io::Write as _;

use anyhow::Result;
use checkpoint_store::{Checkpoint, CheckpointKind, Difference, Filter, Status, Workspace};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::json;

use super::Exit;
use super::asking::Bar;
use super::captured::Captures;
use super::place::{Agents, Place};
use super::restore::why_made;
use crate::guard::cut;
use crate::output::{BAD, FAINT, GOOD, ID, STRONG, WARNING, ago, count, field, styled};

/// Which one.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// A checkpoint: its id, enough of either end, or `@` for the newest.
    #[arg(value_name = "ID")]
    pub checkpoint: String,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// The most files named.
const MOST: usize = 40;

/// Prints it.
///
/// # Errors
/// There is no such checkpoint, or the store cannot be read.
pub fn run(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    let workspace = place.workspace()?;
    let agents = Agents::of(workspace.store())?;
    let found = place.checkpoint(&workspace, &options.checkpoint);
    if found.is_err()
        && let Some(made) = Captures::of(workspace.store(), &workspace)?.named(&options.checkpoint)
    {
        return capture(options, &workspace, made, &agents);
    }
    let found = found?;
    let earlier = before(&workspace, &found)?;
    let changed = match &earlier {
        Some(earlier) => workspace.diff(earlier.id, Some(found.id), &mut Bar::new())?,
        None => Vec::new(),
    };
    let mut out = anstream::stdout().lock();
    if options.json {
        let agent = found.session.as_ref().map(|session| agents.name(Some(session)));
        let shown = json!({
            "checkpoint": found,
            "agent": agent,
            "since": earlier.map(|earlier| earlier.id),
            "changes": changed,
        });
        writeln!(out, "{shown}")?;
    } else {
        write!(out, "{}", shown(&found, &agents))?;
        if let Some(earlier) = earlier {
            writeln!(out)?;
            let short = styled(ID, earlier.id.short());
            if changed.is_empty() {
                writeln!(out, "Nothing had changed since {short}.")?;
            } else {
                writeln!(out, "Since {short}: {}", count(changed.len(), "file"))?;
            }
            for difference in changed.iter().take(MOST) {
                writeln!(out, "  {}", line(difference))?;
            }
            if changed.len() > MOST {
                writeln!(out, "  {}", styled(FAINT, format!("and {} more", changed.len() - MOST)))?;
            }
        }
        let hint = format!(
            "`belay diff {0}` compares it with now, `belay restore {0}` goes back to it.",
            found.id.short()
        );
        writeln!(out, "\n{}", styled(FAINT, hint))?;
    }
    Ok(Exit::Done)
}

/// What was captured by itself: the paths, wherever they lie.
fn capture(
    options: &Options,
    workspace: &Workspace,
    made: &Checkpoint,
    agents: &Agents,
) -> Result<Exit> {
    let paths = workspace.store().captured_paths(made.id)?;
    let mut out = anstream::stdout().lock();
    if options.json {
        let agent = made.session.as_ref().map(|session| agents.name(Some(session)));
        writeln!(out, "{}", json!({"checkpoint": made, "agent": agent, "paths": paths}))?;
        return Ok(Exit::Done);
    }
    write!(out, "{}", shown(made, agents))?;
    writeln!(out, "\nSaved by themselves (ignored, or elsewhere):")?;
    for path in paths.iter().take(MOST) {
        writeln!(out, "  {}", cut(&path.display().to_string()))?;
    }
    if paths.len() > MOST {
        writeln!(out, "  {}", styled(FAINT, format!("and {} more", paths.len() - MOST)))?;
    }
    let hint = format!("`belay restore {}` brings them back.", made.id.short());
    writeln!(out, "\n{}", styled(FAINT, hint))?;
    Ok(Exit::Done)
}

/// The checkpoint of this workspace made before another.
///
/// # Errors
/// The store cannot be read.
pub fn before(workspace: &Workspace, found: &Checkpoint) -> Result<Option<Checkpoint>> {
    Ok(workspace.list(&Filter::default())?.into_iter().find(|other| other.id < found.id))
}

fn shown(found: &Checkpoint, agents: &Agents) -> String {
    let local = found.created.to_zoned(TimeZone::system());
    let mut out = format!("{} {}\n", styled(STRONG, "checkpoint"), styled(ID, found.id),);
    let when = format!(
        "{} ({})",
        local.strftime("%Y-%m-%d %H:%M:%S"),
        ago(found.created, Timestamp::now())
    );
    field(&mut out, "made", &when);
    field(&mut out, "why", &why_made(found));
    let by = match &found.session {
        Some(session) => format!("{}, session {session}", agents.name(Some(session))),
        None if found.kind == CheckpointKind::Safety => "Belay, before a restore".to_owned(),
        None => "you".to_owned(),
    };
    field(&mut out, "by", &by);
    if let Some(message) = &found.message {
        field(&mut out, "message", &message.to_string());
    }
    let files = usize::try_from(found.files).unwrap_or(usize::MAX);
    field(&mut out, "files", &format!("{files}"));
    if !found.complete {
        crate::output::field_in(&mut out, "note", "Not everything could be saved then.", WARNING);
    }
    field(&mut out, "git tree", &found.tree.to_string());
    out
}

/// One file: how it differs and its name.
#[must_use]
pub fn line(difference: &Difference) -> String {
    let (sign, style) = match difference.status {
        Status::Added => ("added   ", GOOD),
        Status::Modified => ("modified", WARNING),
        Status::Deleted => ("deleted ", BAD),
        Status::Mode => ("rights  ", WARNING),
    };
    format!("{} {}", styled(style, sign), cut(&difference.path.to_string()))
}
