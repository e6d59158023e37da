//! `belay log`: the checkpoints of this workspace, one line each.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use checkpoint_store::{
    Checkpoint, CheckpointId, CheckpointKind, Content, Filter, LogFilter, Silent, Store, TreePath,
    Workspace,
};
use jiff::{Span, Timestamp, Zoned};
use serde_json::json;

use super::Exit;
use super::captured::Captures;
use super::graph::{Graph, Row};
use super::place::{Agents, NOTHING_SAVED, Place};
use super::restore::{made_by, why_made};
use crate::guard::cut;
use crate::output::{
    FAINT, ID, STRONG, WARNING, WIDTH, ago, changes, columns, count, fitted, styled,
};

/// Which checkpoints.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// At most this many; 0 for all.
    #[arg(short = 'n', long, default_value_t = 25)]
    pub number: usize,
    /// Draw how they follow each other; what a restore has left behind is muted.
    #[arg(long, conflicts_with_all = ["session", "since", "text", "paths"])]
    pub graph: bool,
    /// Of this session (its name, or the beginning of it).
    #[arg(long)]
    pub session: Option<String>,
    /// Not older than this: `10m`, `2h`, `3d`, or a date.
    #[arg(long, value_name = "AGE")]
    pub since: Option<String>,
    /// With this text in the command, prompt or note.
    #[arg(long)]
    pub text: Option<String>,
    /// That changed these files or what is below these folders.
    #[arg(last = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Write JSON lines.
    #[arg(long)]
    pub json: bool,
}

/// Lists them.
///
/// # Errors
/// A filter is wrong, or the store cannot be read.
pub fn run(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    let mut out = anstream::stdout().lock();
    let Some(store) = place.existing_store()? else {
        if !options.json {
            writeln!(out, "{NOTHING_SAVED}")?;
        }
        return Ok(Exit::Done);
    };
    let workspace = store.workspace(&place.root)?;
    let agents = Agents::of(&store)?;
    let session = match &options.session {
        Some(typed) => Some(agents.session(&store, typed)?),
        None => None,
    };
    let filter = Filter {
        session,
        since: options.since.as_deref().map(moment).transpose()?,
        text: options.text.clone(),
        ..Filter::default()
    };
    let mut found = workspace.list(&filter)?;
    let paths = place.paths_inside(&options.paths)?;
    let all = workspace.list(&Filter::default())?;
    if !options.paths.is_empty() {
        let mut touching = Vec::new();
        for checkpoint in found {
            if touches(&workspace, &all, &checkpoint, &paths)? {
                touching.push(checkpoint);
            }
        }
        found = touching;
    }
    if !options.graph {
        found.extend(alone(&store, &workspace, &all, &filter, &place, options)?);
        found.sort_by_key(|one| std::cmp::Reverse(one.id));
    }
    let marks = Marks::of(&store)?;
    let total = found.len();
    let most = if options.number == 0 { usize::MAX } else { options.number };
    if options.json {
        for checkpoint in found.iter().take(most) {
            let mut line = serde_json::to_value(checkpoint)?;
            if let Some(object) = line.as_object_mut() {
                if let Some(session) = &checkpoint.session {
                    object.insert("agent".to_owned(), json!(agents.name(Some(session))));
                }
                let (label, pinned) = marks.0.get(&checkpoint.id).cloned().unwrap_or_default();
                object.insert("label".to_owned(), json!(label));
                object.insert("pinned".to_owned(), json!(pinned));
            }
            writeln!(out, "{line}")?;
        }
        return Ok(Exit::Done);
    }
    let now = Timestamp::now();
    let wide = found.iter().take(most).map(|one| columns(&who(one, &agents))).max().unwrap_or(0);
    let look = Look { agents: &agents, now, wide, marks };
    if options.graph {
        let graph = Graph::new(&found, &super::graph::whole_restores(&workspace)?);
        for Row { left, checkpoint, abandoned } in graph.rows().take(most) {
            match checkpoint {
                Some(checkpoint) => writeln!(out, "{}", look.line(checkpoint, &left, abandoned))?,
                None => writeln!(out, "{}", styled(FAINT, left))?,
            }
        }
    } else {
        for checkpoint in found.iter().take(most) {
            writeln!(out, "{}", look.line(checkpoint, "", false))?;
        }
    }
    if total == 0 {
        let filtered = options.session.is_some()
            || options.since.is_some()
            || options.text.is_some()
            || !options.paths.is_empty();
        writeln!(out, "{}", if filtered { "No checkpoint fits." } else { NOTHING_SAVED })?;
    } else if total > most {
        let more = format!("{} more; `-n 0` shows all", count(total - most, "checkpoint"));
        writeln!(out, "{}", styled(FAINT, more))?;
    }
    Ok(Exit::Done)
}

/// What was captured by itself, as far as it was asked for.
fn alone(
    store: &Store,
    workspace: &Workspace,
    all: &[Checkpoint],
    filter: &Filter,
    place: &Place,
    options: &Options,
) -> Result<Vec<Checkpoint>> {
    let text = filter.text.as_ref().map(|text| text.to_lowercase());
    let asked: Vec<PathBuf> = options.paths.iter().map(|path| place.whole(path)).collect();
    let mut found = Vec::new();
    for capture in Captures::of(store, workspace)?.alone(all) {
        let other = filter.session.is_some() && capture.session != filter.session;
        let early = filter.since.is_some_and(|since| capture.created < since);
        let without =
            text.as_ref().is_some_and(|text| !capture.reason.to_lowercase().contains(text));
        if other || early || without {
            continue;
        }
        let paths = if asked.is_empty() { Vec::new() } else { store.captured_paths(capture.id)? };
        if asked.is_empty()
            || paths.iter().any(|path| asked.iter().any(|asked| path.starts_with(asked)))
        {
            found.push(capture.clone());
        }
    }
    Ok(found)
}

/// Whether one of these files, or one below these folders, changed since the checkpoint before.
fn touches(
    workspace: &Workspace,
    all: &[Checkpoint],
    checkpoint: &Checkpoint,
    paths: &[TreePath],
) -> Result<bool> {
    let Some(before) = all.iter().find(|other| other.id < checkpoint.id) else {
        // The first one has everything for the first time.
        let has = |path| Ok(workspace.content(Some(checkpoint.id), path, 0)? != Content::Absent);
        return paths.iter().map(has).try_fold(false, |any, one: Result<bool>| Ok(any || one?));
    };
    let changed = workspace.diff(before.id, Some(checkpoint.id), &mut Silent)?;
    Ok(changed.iter().any(|one| paths.iter().any(|folder| one.path.is_within(folder))))
}

/// How lines are laid out.
struct Look<'t> {
    agents: &'t Agents,
    now: Timestamp,
    wide: usize,
    marks: Marks,
}

/// Labels and pins.
struct Marks(HashMap<CheckpointId, (Option<String>, bool)>);

impl Marks {
    fn of(store: &Store) -> Result<Self> {
        let entries = store.log(&LogFilter::default())?.into_iter();
        let marked = entries.filter(|entry| entry.pinned || entry.label.is_some());
        Ok(Self(marked.map(|entry| (entry.id, (entry.label, entry.pinned))).collect()))
    }

    /// What stands before the reason: `[before-migration]`, a star for a pin.
    fn text(&self, id: CheckpointId) -> String {
        let Some((label, pinned)) = self.0.get(&id) else { return String::new() };
        let star = if *pinned { "* " } else { "" };
        let label = label.as_ref().map(|label| format!("[{}] ", cut(label))).unwrap_or_default();
        format!("{star}{label}")
    }
}

impl Look<'_> {
    fn line(&self, checkpoint: &Checkpoint, left: &str, muted: bool) -> String {
        let when = ago(checkpoint.created, self.now);
        let by = who(checkpoint, self.agents);
        let alone = checkpoint.kind == CheckpointKind::Capture;
        let files = usize::try_from(checkpoint.files).unwrap_or(usize::MAX);
        let signs = match files {
            // Nothing was there, so that going back takes it away again.
            0 if alone => "new".to_owned(),
            _ if alone => count(files, "file"),
            _ => changes(&checkpoint.changed),
        };
        let mark = if checkpoint.complete { "" } else { " (not complete)" };
        let taken = columns(left) + 5 + 2 + 10 + 2 + self.wide + 2;
        let end = columns(&signs) + 2;
        let room = WIDTH.saturating_sub(taken + end + mark.len()).max(12);
        let label = self.marks.text(checkpoint.id);
        let reason = fitted(&format!("{label}{}", why_made(checkpoint)), room);
        let gap = room.saturating_sub(columns(&reason));
        if muted {
            let (id, wide) = (checkpoint.id.short(), self.wide);
            let text = format!("{id}  {when:<10}  {by:<wide$}  {reason}{mark}{:gap$}  {signs}", "");
            return format!("{left}{}", styled(FAINT, text.trim_end()));
        }
        let mut out = String::from(left);
        // Writing into a string has no way to fail.
        let _ = write!(
            out,
            "{}  {}  {}  {}{}{:gap$}  {}",
            styled(ID, checkpoint.id.short()),
            styled(FAINT, format!("{when:<10}")),
            styled(FAINT, format!("{by:<0$}", self.wide)),
            match reason.strip_prefix(&label) {
                Some(rest) => format!("{}{rest}", styled(STRONG, &label)),
                None => reason.clone(),
            },
            styled(WARNING, mark),
            "",
            if alone {
                styled(FAINT, &signs).to_string()
            } else {
                crate::output::coloured_changes(&checkpoint.changed)
            },
        );
        out.trim_end().to_owned()
    }
}

/// Whose checkpoint: the agent and the beginning of its session's name.
fn who(checkpoint: &Checkpoint, agents: &Agents) -> String {
    let by = fitted(made_by(checkpoint, agents), 11);
    match &checkpoint.session {
        Some(session) => {
            let name: String = session.to_string().chars().take(4).collect();
            format!("{by} {name}")
        }
        None => by,
    }
}

/// The moment a person means: an age, or a date with or without a time.
fn moment(typed: &str) -> Result<Timestamp> {
    let wrong =
        || format!("`{typed}` is not a time; write an age like `10m` or `3d`, or `2026-01-31`");
    if let Ok(span) = typed.parse::<Span>() {
        let now = Zoned::now();
        return Ok(now.checked_sub(span.abs()).with_context(wrong)?.timestamp());
    }
    if let Ok(time) = typed.parse::<Timestamp>() {
        return Ok(time);
    }
    let local = typed.parse::<jiff::civil::DateTime>().with_context(wrong)?;
    Ok(local.to_zoned(jiff::tz::TimeZone::system()).with_context(wrong)?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_and_dates_are_moments() -> Result<()> {
        let early = Timestamp::now();
        let ten = moment("10m")?;
        let late = Timestamp::now();
        let ago = |now: Timestamp| now.checked_sub(jiff::SignedDuration::from_mins(10));
        assert!(ago(early)? <= ten && ten <= ago(late)?, "{ten}");
        assert_eq!(moment("2026-01-31T10:00:00Z")?.to_string(), "2026-01-31T10:00:00Z");
        assert!(moment("2026-01-31").is_ok() && moment("3d").is_ok() && moment("2h 30m").is_ok());
        assert!(moment("soon").is_err());
        Ok(())
    }
}
