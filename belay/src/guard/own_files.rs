//! Belay's own files: its settings, its data, its program, and the files by which agents call it.
//! An agent that changes one of them could loosen what holds it, so a person is asked, whatever
//! would bring the file back.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use policy_core::verdict::{Decision, Why};
use policy_core::wire::TargetKind;

use super::judging::Judged;
use super::subject::Call;
use super::targets::{Folders, located, named};
use crate::home::{Home, WORKSPACE_SETTINGS};
use crate::setup::{Agent, Machine};

/// Files in an agent's folder that name its hooks, or switch them off.
const OF_AGENTS: &[(Agent, &[&str])] = &[
    (Agent::Claude, &["settings.json", "settings.local.json", "plugins"]),
    (Agent::Codex, &["hooks.json", "config.toml"]),
    (Agent::Gemini, &["settings.json", "config/hooks.json"]),
    (Agent::Copilot, &["hooks", "config.json", "settings.json"]),
    (Agent::Cursor, &["hooks.json"]),
    (Agent::Opencode, &["plugin", "plugins", "opencode.json", "opencode.jsonc"]),
    (Agent::Cline, &["hooks"]),
    (Agent::Qwen, &["settings.json"]),
    (Agent::Goose, &["config.yaml"]),
];

/// The same below a project.
const OF_PROJECTS: &[&str] = &[
    ".belay",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".codex/hooks.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".github/hooks",
    ".cursor/hooks.json",
    ".opencode/plugin",
    ".opencode/plugins",
    "opencode.json",
    "opencode.jsonc",
    ".clinerules/hooks",
    ".cline/hooks",
    ".qwen/settings.json",
];

/// Turns what changes one of Belay's own files into a question, and names the file.
pub(super) fn protect(home: &Home, call: &Call, judged: &mut Judged) -> Option<PathBuf> {
    if judged.verdicts.iter().all(|verdict| verdict.targets.is_empty()) {
        return None;
    }
    let own = own_files(home, &call.workspace);
    let mut touched = None;
    for verdict in &mut judged.verdicts {
        let found = verdict
            .targets
            .iter()
            .flat_map(|target| named(target).into_iter().map(|path| (path, target.kind)))
            // All that git knows is too wide a net: no file of ours is meant by it.
            .filter(|(path, kind)| *kind != TargetKind::Tracked || !is_all_of(path, call))
            .find_map(|(path, kind)| own.iter().find(|own| meets(&path, kind, own)));
        let Some(found) = found else { continue };
        touched.get_or_insert_with(|| found.clone());
        if verdict.permission.decision == Decision::Allow {
            verdict.permission.decision = Decision::Ask;
            verdict.permission.why = Why::Unrecoverable;
        }
    }
    touched
}

fn is_all_of(path: &Path, call: &Call) -> bool {
    located(&call.workspace).starts_with(path) || call.workspace.starts_with(path)
}

/// Whether changing a path changes a file of ours: it is it, lies in it, or has it below. Of a
/// folder in which something changes, and nobody knows what, only the last is not enough.
fn meets(path: &Path, kind: TargetKind, own: &Path) -> bool {
    path.starts_with(own)
        || (kind != TargetKind::Below && own.starts_with(path) && own.symlink_metadata().is_ok())
}

fn own_files(home: &Home, workspace: &Path) -> Vec<PathBuf> {
    let mut own = vec![
        home.data.clone(),
        home.user_settings.clone(),
        home.managed_settings.clone(),
        workspace.join(WORKSPACE_SETTINGS),
    ];
    own.extend(env::current_exe());
    own.extend(OF_PROJECTS.iter().map(|name| workspace.join(name)));
    if let Some(user) = &home.user {
        let variables: BTreeMap<String, String> = env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let machine = Machine { home: user.clone(), project: None, variables };
        for (agent, names) in OF_AGENTS {
            let folder = machine.folder(*agent);
            own.extend(names.iter().map(|name| folder.join(name)));
        }
        own.push(user.join("Documents/Cline/Hooks"));
        own.push(user.join(".agents/plugins"));
    }
    // As they are written, and where they lie.
    let mut folders = Folders::default();
    let real: Vec<PathBuf> = own.iter().map(|path| folders.locate(path)).collect();
    own.extend(real);
    own.sort();
    own.dedup();
    own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_above_meets_what_is_below_it() -> anyhow::Result<()> {
        let place = tempfile::tempdir()?;
        let own = place.path().join(".claude/settings.json");
        let meets = |path: &str, kind| meets(&place.path().join(path), kind, &own);
        assert!(!meets(".claude", TargetKind::Path), "it is not there");
        assert!(meets(".claude/settings.json", TargetKind::Path), "it could be made");
        std::fs::create_dir(place.path().join(".claude"))?;
        std::fs::write(&own, "{}")?;
        for path in [".claude/settings.json", ".claude", ""] {
            assert!(meets(path, TargetKind::Path), "{path}");
        }
        for path in [".claude/notes.md", ".claude2", "src"] {
            assert!(!meets(path, TargetKind::Path), "{path}");
        }
        assert!(!meets("", TargetKind::Below) && meets(".claude/settings.json", TargetKind::Below));
        Ok(())
    }
}
