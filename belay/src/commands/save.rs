//! `belay save`: a checkpoint of this workspace, now.

use std::io::Write as _;

use anyhow::Result;
use checkpoint_store::{SaveRequest, Saved, Why};

use super::Exit;
use super::asking::Bar;
use super::place::Place;
use crate::output::{FAINT, GOOD, ID, WARNING, bytes, changes, count, styled};

/// What to save.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// A note to recognise it by.
    #[arg(short, long, value_name = "TEXT")]
    pub message: Option<String>,
    /// Write JSON.
    #[arg(long)]
    pub json: bool,
}

/// Saves the workspace of this folder.
///
/// # Errors
/// The folder cannot be a workspace, or the store cannot be written.
pub fn run(options: &Options) -> Result<Exit> {
    let place = Place::find()?;
    let workspace = place.workspace()?;
    let request = SaveRequest {
        reason: options.message.clone().unwrap_or_else(|| "saved by hand".to_owned()),
        // A note is worth a checkpoint of its own.
        allow_empty: options.message.is_some(),
        ..SaveRequest::default()
    };
    let saved = workspace.save(request, &mut Bar::new())?;
    let mut out = anstream::stdout().lock();
    if options.json {
        writeln!(out, "{}", serde_json::to_string(&saved)?)?;
    } else {
        write(&saved, &mut out)?;
    }
    Ok(Exit::Done)
}

fn write(saved: &Saved, out: &mut impl std::io::Write) -> Result<()> {
    match (saved.checkpoint, saved.same_as) {
        (Some(id), _) => {
            let (saved_as, files) = (styled(ID, id.short()), count_of(saved.files, "file"));
            let changed = match saved.changed.total() {
                0 => "nothing changed".to_owned(),
                total => format!("{total} changed ({})", changes(&saved.changed)),
            };
            let stored = bytes(saved.stored);
            writeln!(
                out,
                "{} {saved_as}: {files}, {changed}, {stored} stored",
                styled(GOOD, "Saved")
            )?;
        }
        (None, Some(id)) => {
            writeln!(out, "Nothing changed since {}.", styled(ID, id.short()))?;
        }
        (None, None) => writeln!(out, "There is nothing to save.")?,
    }
    let lost: Vec<_> = saved.left_out.iter().filter(|left| left.is_loss()).collect();
    for left in lost.iter().take(10) {
        let size = left.bytes.map(|size| format!(", {}", bytes(size))).unwrap_or_default();
        let line = format!("not saved: {}  ({}{size})", left.path, why(&left.why));
        writeln!(out, "{}", styled(WARNING, line))?;
    }
    if lost.len() > 10 {
        writeln!(out, "{}", styled(WARNING, format!("and {} more", lost.len() - 10)))?;
    }
    let outside: Vec<String> =
        [(saved.ignored, "ignored by git"), (saved.excluded, "excluded by the settings")]
            .into_iter()
            .filter(|(number, _)| *number > 0)
            .map(|(number, why)| format!("{number} {why}"))
            .collect();
    if !outside.is_empty() && saved.checkpoint.is_some() {
        let text = format!("Left out: {}.", outside.join(", "));
        writeln!(out, "{}", styled(FAINT, text))?;
    }
    Ok(())
}

fn count_of(number: u64, noun: &str) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), noun)
}

fn why(why: &Why) -> String {
    match why {
        Why::Special => "a pipe, socket or device".to_owned(),
        Why::TooLarge => "larger than the limit".to_owned(),
        Why::TooMany => "beyond the largest number of files".to_owned(),
        Why::TooMuch => "beyond the largest size".to_owned(),
        Why::TooLong => "it took too long".to_owned(),
        Why::Unreadable(error) => error.clone(),
        _ => "left out".to_owned(),
    }
}
