//! `belay diff`: what changed between two checkpoints, or between one and now.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use checkpoint_store::{CheckpointId, Content, Difference, Status, Workspace};
use similar::{ChangeTag, TextDiff};

use super::Exit;
use super::asking::Bar;
use super::place::Place;
use super::show::line;
use crate::guard::cut;
use crate::output::{BAD, FAINT, GOOD, ID, STRONG, bytes, count, styled};

/// What to compare.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The older side [default: the newest checkpoint].
    #[arg(value_name = "FROM")]
    pub from: Option<String>,
    /// The newer side [default: the files as they are now].
    #[arg(value_name = "TO")]
    pub to: Option<String>,
    /// Only these files and what is below these folders.
    #[arg(last = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Only name the files.
    #[arg(long)]
    pub stat: bool,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Larger files are named, not compared line by line.
const LARGEST: u64 = 1 << 20;

/// Prints the differences.
///
/// # Errors
/// There is no such checkpoint, or the store cannot be read.
pub fn run(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    let workspace = place.workspace()?;
    let from = place.checkpoint(&workspace, options.from.as_deref().unwrap_or("@"))?.id;
    let to = match &options.to {
        Some(typed) => Some(place.checkpoint(&workspace, typed)?.id),
        None => None,
    };
    let within = place.paths(&options.paths)?;
    let mut differences = workspace.diff(from, to, &mut Bar::new())?;
    differences.retain(|difference| {
        within.is_empty() || within.iter().any(|folder| difference.path.is_within(folder))
    });
    let mut out = anstream::stdout().lock();
    if options.json {
        for difference in &differences {
            writeln!(out, "{}", serde_json::to_string(difference)?)?;
        }
        return Ok(Exit::Done);
    }
    if differences.is_empty() {
        let other = to.map_or_else(|| "the files as they are".to_owned(), CheckpointId::short);
        writeln!(out, "No differences between {} and {other}.", styled(ID, from.short()))?;
    }
    for difference in &differences {
        if options.stat {
            writeln!(out, "{}", line(difference))?;
        } else {
            one(&workspace, from, to, difference, &mut out)?;
        }
    }
    if options.stat && !differences.is_empty() {
        writeln!(out, "{}", styled(FAINT, count(differences.len(), "file")))?;
    }
    Ok(Exit::Done)
}

fn one(
    workspace: &Workspace,
    from: CheckpointId,
    to: Option<CheckpointId>,
    difference: &Difference,
    out: &mut impl Write,
) -> Result<()> {
    writeln!(out, "{}", line(difference))?;
    if difference.status == Status::Mode {
        return Ok(());
    }
    let before = match difference.before {
        Some(_) => workspace.content(Some(from), &difference.path, LARGEST)?,
        None => Content::Absent,
    };
    let after = match difference.after {
        Some(_) => workspace.content(to, &difference.path, LARGEST)?,
        None => Content::Absent,
    };
    match (&before, &after) {
        (Content::Text(_) | Content::Absent, Content::Text(_) | Content::Absent) => {
            let text = |content: &Content| match content {
                Content::Text(text) => text.clone(),
                _ => String::new(),
            };
            let name = difference.path.to_string();
            unified(&name, &text(&before), &text(&after), out)
        }
        _ => {
            let note = format!("  {} → {}", named(&before), named(&after));
            Ok(writeln!(out, "{}", styled(FAINT, note))?)
        }
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

/// The lines that differ, with three around them, in the colours people know.
///
/// # Errors
/// The output is closed.
pub fn unified(name: &str, before: &str, after: &str, out: &mut impl Write) -> Result<()> {
    let diff = TextDiff::from_lines(before, after);
    let mut headed = false;
    for hunk in diff.unified_diff().context_radius(3).iter_hunks() {
        if !headed {
            let old = if before.is_empty() { "/dev/null".to_owned() } else { format!("a/{name}") };
            let new = if after.is_empty() { "/dev/null".to_owned() } else { format!("b/{name}") };
            writeln!(out, "{}", styled(STRONG, format!("--- {}", cut(&old))))?;
            writeln!(out, "{}", styled(STRONG, format!("+++ {}", cut(&new))))?;
            headed = true;
        }
        writeln!(out, "{}", styled(ID, hunk.header()))?;
        for change in hunk.iter_changes() {
            let (sign, style) = match change.tag() {
                ChangeTag::Delete => ('-', BAD.effects(anstyle::Effects::new())),
                ChangeTag::Insert => ('+', GOOD),
                ChangeTag::Equal => (' ', anstyle::Style::new()),
            };
            let text = change.value();
            let text = text.strip_suffix('\n').unwrap_or(text);
            writeln!(out, "{}", styled(style, format!("{sign}{}", harmless(text))))?;
            if change.missing_newline() {
                writeln!(out, "{}", styled(FAINT, "\\ no line break at the end"))?;
            }
        }
    }
    Ok(())
}

/// A line of a file with nothing in it that a terminal would act upon, tabs aside.
fn harmless(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '\t' => out.push(c),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}
