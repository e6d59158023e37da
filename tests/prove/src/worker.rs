//! Inside the machine: one command after the other, each on a disk that is as new.

use std::fs;
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use belay::guard::{Before, Call, Guard, Subject};
use belay::home::Home;
use checkpoint_store::{Scope, Silent};
use policy_core::shell::Dialect;
use policy_core::verdict::Recovery;

use crate::disk::Disk;
use crate::laws::Seen;
use crate::outcome::{Outcome, Word};
use crate::place::{self, HOME, PROJECT};
use crate::{laws, sandbox};

/// Builds the machine's files, then runs what it is told, a JSON string a line.
pub(crate) fn work() -> Result<()> {
    place::build()?;
    let mut disk = Disk::look()?;
    disk.hand_over()?;
    for line in stdin().lock().lines() {
        let command: String = serde_json::from_str(&line?)?;
        let outcome = prove(&command, &disk).with_context(|| format!("`{command}`"))?;
        disk.put_back()?;
        let mut told = stdout().lock();
        serde_json::to_writer(&mut told, &outcome)?;
        told.write_all(b"\n")?;
        told.flush()?;
    }
    Ok(())
}

/// Judges, saves, runs, looks; restores and looks again where that was promised.
fn prove(command: &str, before: &Disk) -> Result<Outcome> {
    let data = Path::new(sandbox::PRIVATE).join("data");
    if data.exists() {
        fs::remove_dir_all(&data)?;
    }
    let home = Home {
        user_settings: data.join("settings.json"),
        managed_settings: data.join("managed.json"),
        data,
        user: Some(PathBuf::from(HOME)),
    };
    let guard = Guard::new(home);
    let call = call(command);
    let said_before = guard.before(&call);
    let word = Word::of(&said_before.judged);
    let (ended, said) = sandbox::run(command)?;
    let now = Disk::look()?;
    let changes = before.changes(&now);
    let mut broken: Vec<_> =
        laws::after_run(&word, Seen { before, now: &now }).into_iter().collect();
    if word.recovery == Recovery::Full && !changes.is_empty() && broken.is_empty() {
        let trouble = restore(&guard, &call, &said_before).err();
        let now = Disk::look()?;
        let trouble = trouble.map(|error| format!("{error:#}"));
        broken.extend(laws::after_restore(Seen { before, now: &now }, trouble));
    }
    Ok(Outcome { word, ended, said, changes, broken })
}

fn call(command: &str) -> Call {
    Call {
        agent: "prove".to_owned(),
        session: "prove".to_owned(),
        id: None,
        message: None,
        cwd: PathBuf::from(PROJECT),
        workspace: PathBuf::from(PROJECT),
        subjects: vec![Subject::Run { command: command.to_owned(), shell: Dialect::Bash }],
        background: false,
        can_ask: true,
    }
}

/// Brings back what the guard saved before the call: the workspace, and whatever was captured
/// beside it. The store was new, so all captures in it are of this call.
fn restore(guard: &Guard, call: &Call, before: &Before) -> Result<()> {
    if !guard.saving().exists() {
        return Ok(());
    }
    let judging = guard.judging(&call.workspace);
    let store = guard.saving().store(&judging.policy)?;
    let captures = store.captures()?;
    if let Some(id) = &before.saved.checkpoint {
        fs::create_dir_all(&call.workspace)?;
        let workspace = store.workspace(&call.workspace)?;
        let checkpoint = workspace.find(id)?;
        let plan = workspace.plan_restore(checkpoint.id, &Scope::All, &mut Silent)?;
        workspace.restore(plan, &mut Silent)?;
    }
    for capture in captures {
        let plan = store.plan_restore_capture(capture.id, &[] as &[&Path], &mut Silent)?;
        store.restore_capture(plan, &mut Silent)?;
    }
    Ok(())
}
