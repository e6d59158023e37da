//! A workspace and a store in a folder of their own, and words to tell stories with.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use checkpoint_store::{
    CheckpointId, Options, Plan, Restored, SaveRequest, Saved, Scope, SessionId, Silent, Store,
    Workspace,
};
use tempfile::TempDir;

/// A workspace and its store.
pub(crate) struct Place {
    pub(crate) folder: TempDir,
    pub(crate) store: Store,
    pub(crate) workspace: Workspace,
}

/// Everything in a folder: path, and kind, rights and content in one string.
pub(crate) type Picture = BTreeMap<PathBuf, String>;

impl Place {
    pub(crate) fn new() -> Self {
        Self::with(options())
    }

    pub(crate) fn with(options: Options) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("work")).unwrap();
        let store = Store::open(folder.path().join("store"), options).unwrap();
        let workspace = store.workspace(folder.path().join("work")).unwrap();
        Self { folder, store, workspace }
    }

    /// The same folders, seen by a process that just started.
    pub(crate) fn reopened(self) -> Self {
        self.reopened_after(|| {})
    }

    /// The same, after something has happened while nobody had them open.
    pub(crate) fn reopened_after(self, meanwhile: impl FnOnce()) -> Self {
        drop((self.workspace, self.store));
        meanwhile();
        let store = Store::open(self.folder.path().join("store"), options()).unwrap();
        let workspace = store.workspace(self.folder.path().join("work")).unwrap();
        Self { folder: self.folder, store, workspace }
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.workspace.root().join(path)
    }

    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| format!("<{:?}>", error.kind()))
    }

    pub(crate) fn has(&self, path: &str) -> bool {
        self.path(path).symlink_metadata().is_ok()
    }

    pub(crate) fn remove(&self, path: &str) -> &Self {
        let path = self.path(path);
        if path.symlink_metadata().unwrap().is_dir() {
            fs::remove_dir_all(path).unwrap();
        } else {
            fs::remove_file(path).unwrap();
        }
        self
    }

    /// Saves, and says everything about it.
    pub(crate) fn saved(&self) -> Saved {
        self.workspace.save(SaveRequest::default(), &mut Silent).unwrap()
    }

    /// Saves; the checkpoint.
    pub(crate) fn save(&self) -> CheckpointId {
        let saved = self.saved();
        saved.covers().unwrap()
    }

    pub(crate) fn save_as(&self, session: &str) -> CheckpointId {
        let request = SaveRequest {
            session: Some(SessionId::new(session).unwrap()),
            reason: format!("work of {session}"),
            ..SaveRequest::default()
        };
        self.workspace.save(request, &mut Silent).unwrap().covers().unwrap()
    }

    pub(crate) fn plan(&self, target: CheckpointId, scope: &Scope) -> Plan {
        self.workspace.plan_restore(target, scope, &mut Silent).unwrap()
    }

    /// Goes back to a checkpoint, all of it.
    pub(crate) fn restore(&self, target: CheckpointId) -> Restored {
        let plan = self.plan(target, &Scope::All);
        self.workspace.restore(plan, &mut Silent).unwrap()
    }

    pub(crate) fn picture(&self) -> Picture {
        picture(self.workspace.root())
    }

    /// Any git finds the store sound, where there is one.
    pub(crate) fn check_by_git(&self) {
        if has_git() {
            self.store_git(&["fsck", "--full", "--strict"]);
        }
    }

    /// Runs git on the store itself.
    pub(crate) fn store_git(&self, arguments: &[&str]) -> String {
        let folder = self.store.folder().join("objects.git");
        let mut all = vec!["--git-dir", folder.to_str().unwrap()];
        all.extend(arguments);
        git(self.folder.path(), &all)
    }

    /// Runs git in the workspace.
    #[cfg(unix)]
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        git(self.workspace.root(), arguments)
    }
}

/// No ignore rules of the person who runs the tests.
pub(crate) fn options() -> Options {
    Options { global_excludes: Some(PathBuf::new()), ..Options::default() }
}

/// Everything in a folder but `.git`.
pub(crate) fn picture(folder: &Path) -> Picture {
    let mut all = Picture::new();
    look(folder, Path::new(""), &mut all);
    all
}

fn look(folder: &Path, path: &Path, all: &mut Picture) {
    for entry in fs::read_dir(folder.join(path)).unwrap() {
        let entry = entry.unwrap();
        let path = path.join(entry.file_name());
        if entry.file_name() == ".git" {
            continue;
        }
        let found = entry.metadata().unwrap();
        let rights = rights(&found);
        let text = if found.is_dir() {
            look(folder, &path, all);
            format!("folder {rights}")
        } else if found.is_symlink() {
            format!("link to {}", fs::read_link(folder.join(&path)).unwrap().display())
        } else if found.is_file() {
            let content = fs::read(folder.join(&path)).unwrap();
            format!("file {rights} {} {:?}", content.len(), String::from_utf8_lossy(&content))
        } else {
            "special".to_owned()
        };
        all.insert(path, text);
    }
}

#[cfg(unix)]
fn rights(found: &fs::Metadata) -> String {
    format!("{:o}", std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o7777)
}

#[cfg(not(unix))]
fn rights(_found: &fs::Metadata) -> String {
    String::new()
}

/// Whether git can be asked. There is none under Wine, so what needs it is told elsewhere.
pub(crate) fn has_git() -> bool {
    static FOUND: std::sync::OnceLock<bool> = std::sync::OnceLock::new();
    *FOUND.get_or_init(|| {
        let found = Command::new("git").arg("--version").output().is_ok();
        assert!(found || cfg!(windows), "git is not installed");
        found
    })
}

/// Runs git; its output. No settings of the person who runs the tests.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_SYSTEM", "/dev/null")
        .args(["-c", "user.name=A", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"])
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(
        output.status.success(),
        "git {arguments:?}: {}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    text(&output.stdout).trim().to_owned()
}
