//! A machine with nothing prepared: a copy of the repository and a search path with stubs.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The tools that a fresh machine has.
const TOOLS: [&str; 7] = ["apt-get", "cargo", "id", "node", "npm", "rustc", "rustup"];

/// What is made from sources, and other people's code.
const MADE: [&str; 5] = ["target", ".cache", "node_modules", "dist", ".git"];

/// The machine, in a folder of its own.
pub(crate) struct Machine {
    folder: PathBuf,
}

/// What became of a task.
pub(crate) struct Run {
    pub(crate) printed: String,
    calls: Vec<String>,
}

impl Machine {
    /// A machine for one test.
    pub(crate) fn fresh(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fresh-machine").join(name);
        let _ = fs::remove_dir_all(&folder);
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        done(copy(here.parent().unwrap_or(here), &folder.join("clone")));
        let machine = Self { folder };
        machine.reset();
        machine
    }

    /// Takes away everything that was brought in or built.
    pub(crate) fn reset(&self) {
        done(remove_made(&self.folder.join("clone")));
        let _ = fs::remove_dir_all(self.state());
        let bin = self.state().join("bin");
        done(fs::create_dir_all(&bin));
        let script = self.state().join("stubs.sh");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fresh_machine/stubs.sh");
        done(fs::copy(source, &script).map(drop));
        done(fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)));
        for tool in TOOLS {
            done(symlink(&script, bin.join(tool)));
        }
        // Documents are checked with a real shell, which every machine has.
        for shell in ["sh", "bash"] {
            done(symlink(Path::new("/bin").join(shell), bin.join(shell)));
        }
    }

    /// Takes one tool away.
    pub(crate) fn remove(&self, tool: &str) {
        done(fs::remove_file(self.state().join("bin").join(tool)));
    }

    /// Runs a task.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let calls = self.state().join("calls");
        let _ = fs::remove_file(&calls);
        let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(arguments)
            .env_clear()
            .env("PATH", self.state().join("bin"))
            .env("FRESH", self.state())
            .env("CARGO_MANIFEST_DIR", self.folder.join("clone/xtask"))
            .output();
        let output = match output {
            Ok(output) => output,
            Err(error) => unreachable!("xtask cannot be started: {error}"),
        };
        let printed = [output.stdout, output.stderr].concat();
        let calls = fs::read_to_string(calls).unwrap_or_default();
        Run {
            printed: String::from_utf8_lossy(&printed).into_owned(),
            calls: calls.lines().map(str::to_owned).collect(),
        }
    }

    fn state(&self) -> PathBuf {
        self.folder.join("state")
    }
}

impl Run {
    /// The line that says that something was missing.
    pub(crate) fn complaint(&self) -> Option<&str> {
        const MISSING: [&str; 6] = [
            "can't find crate",
            "cannot be started",
            "Cannot find package",
            "No such file",
            "not installed",
            "error: Unable to locate",
        ];
        self.printed.lines().find(|line| MISSING.iter().any(|words| line.contains(words)))
    }

    /// Whether it came to do its work.
    pub(crate) fn reached_work(&self) -> bool {
        self.printed.contains("stub: ") && self.printed.contains("reached its work")
    }

    /// What was brought in before that, shortened to what matters.
    pub(crate) fn brought(&self) -> Vec<String> {
        let mut brought = Vec::new();
        for call in &self.calls {
            let words: Vec<&str> = call.split(' ').collect();
            let short = match words.as_slice() {
                ["rustup", ..] => call.clone(),
                ["apt-get", "install", .., package] => format!("apt-get install {package}"),
                ["npm", "ci", ..] => call.clone(),
                _ => continue,
            };
            // The first attempt fails for lack of package lists, and is repeated.
            if brought.last() != Some(&short) {
                brought.push(short);
            }
        }
        brought
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let (source, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if MADE.iter().any(|made| name == *made)
            || source == from.join("corpus") && from.ends_with("fuzz")
        {
            continue;
        }
        if source.is_dir() {
            copy(&source, &to.join(&name))?;
        } else {
            fs::copy(&source, to.join(&name))?;
        }
    }
    Ok(())
}

fn remove_made(folder: &Path) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if MADE.iter().any(|made| name == *made) {
            fs::remove_dir_all(&path)?;
        } else if path.is_dir() && !path.is_symlink() {
            remove_made(&path)?;
        }
    }
    Ok(())
}

fn done(result: std::io::Result<()>) {
    assert!(result.is_ok(), "{result:?}");
}
