//! `belay demo`: a pretend agent destroys a throw-away project, and Belay brings it back.
//!
//! Everything is real but the agent: the same program answers the hook, keeps the checkpoints and
//! restores them, in a folder and with a store of their own that are gone afterwards.

use std::collections::BTreeMap;
use std::fs;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::{Value, json};

use super::Exit;
use crate::home::HOME_VARIABLE;
use crate::output::{BAD, FAINT, GOOD, ID, STRONG, WIDTH, styled, wrap};

/// The project.
const FILES: [(&str, &str); 4] = [
    ("README.md", "# Lighthouse\n\nTurns the lamp on at dusk.\n"),
    ("src/lamp.py", "def on():\n    return 'light'\n"),
    ("src/dusk.py", "def is_dusk(hour):\n    return hour > 18\n"),
    ("notes/ideas.md", "- a second lamp\n- a fog horn\n"),
];

/// Shows it.
///
/// # Errors
/// No temporary folder can be made, or Belay does not do what it should.
pub fn run() -> Result<Exit> {
    let folder = tempfile::Builder::new()
        .prefix("belay-demo-")
        .tempdir()
        .context("a temporary folder cannot be made")?;
    let root = dunce::canonicalize(folder.path())?;
    let tour = Tour {
        project: root.join("lighthouse"),
        data: root.join("belay"),
        program: std::env::current_exe().context("this program's own path is not known")?,
        slow: std::io::stdout().is_terminal(),
    };
    tour.walk()?;
    folder.close().context("the throw-away folder cannot be removed")?;
    say(&styled(
        FAINT,
        "The folder and its checkpoints are gone again. `belay init` sets Belay up.",
    ));
    Ok(Exit::Done)
}

struct Tour {
    project: PathBuf,
    data: PathBuf,
    program: PathBuf,
    slow: bool,
}

impl Tour {
    fn walk(&self) -> Result<()> {
        fs::create_dir_all(self.project.join(".git"))?;
        for (name, text) in FILES {
            let path = self.project.join(name);
            fs::create_dir_all(path.parent().context("a file needs a folder")?)?;
            fs::write(path, text)?;
        }
        let before = files(&self.project)?;
        self.title("A small project, and an agent at work in it.");
        self.list()?;

        self.title("The agent tidies up.");
        self.agent("rm -rf src notes", &|| {
            fs::remove_dir_all(self.project.join("src"))?;
            Ok(fs::remove_dir_all(self.project.join("notes"))?)
        })?;
        self.agent("echo 'TODO' > README.md", &|| {
            Ok(fs::write(self.project.join("README.md"), "TODO\n")?)
        })?;
        self.list()?;

        self.title("Then it wants something that no checkpoint could bring back.");
        let answer = self.asked("git push --force origin main")?;
        if answer.is_null() {
            bail!("Belay did not stop `git push --force`");
        }
        self.pause();

        self.title("What happened here? `belay log`");
        self.belay(&["log"])?;

        self.title("Back to where the agent began: `belay undo`, as often as you like.");
        while files(&self.project)? != before {
            self.belay(&["undo", "--yes"])?;
            self.pause();
        }
        self.list()?;
        say(&styled(GOOD, "Every byte is back."));
        Ok(())
    }

    /// The agent runs a command: Belay is asked first, as by a real one.
    fn agent(&self, command: &str, act: &dyn Fn() -> Result<()>) -> Result<()> {
        let answer = self.asked(command)?;
        if !answer.is_null() {
            bail!("Belay stopped `{command}` in the demo: {answer}");
        }
        say(&format!("  belay  {}", styled(GOOD, "saved first; it may run")));
        act()?;
        self.pause();
        Ok(())
    }

    fn asked(&self, command: &str) -> Result<Value> {
        say(&format!("  agent  {}", styled(STRONG, format!("$ {command}"))));
        self.pause();
        let payload = json!({
            "session_id": "demo", "hook_event_name": "PreToolUse", "cwd": self.project,
            "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": command,
        });
        let mut child = self
            .command(&["hook", "--host", "claude", "--event", "PreToolUse"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("Belay cannot start itself")?;
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(payload.to_string().as_bytes())?;
        }
        let output = child.wait_with_output()?;
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let text = |path: &str| answer.pointer(path).and_then(Value::as_str);
        if let Some(decision) = text("/hookSpecificOutput/permissionDecision") {
            say(&format!("  belay  {}", styled(BAD, format!("{decision}s you"))));
            let reason = text("/hookSpecificOutput/permissionDecisionReason").unwrap_or_default();
            for line in wrap(reason, WIDTH - 9) {
                say(&format!("         {}", styled(FAINT, line)));
            }
        }
        Ok(answer)
    }

    fn belay(&self, words: &[&str]) -> Result<()> {
        // What the tour has printed comes before what the program prints.
        anstream::stdout().flush()?;
        let status = self.command(words).stdin(Stdio::null()).status()?;
        if !status.success() {
            bail!("`belay {}` ended with {status}", words.join(" "));
        }
        self.pause();
        Ok(())
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(words).current_dir(&self.project).env(HOME_VARIABLE, &self.data);
        command
    }

    fn title(&self, text: &str) {
        say(&format!("\n{}", styled(STRONG, text)));
        self.pause();
    }

    fn list(&self) -> Result<()> {
        for (name, text) in files(&self.project)? {
            let lines = String::from_utf8_lossy(&text).lines().count();
            let size = format!("{lines} line{}", if lines == 1 { "" } else { "s" });
            say(&format!(
                "  {:<18}{}",
                styled(ID, format!("{:<18}", name.display())),
                styled(FAINT, size)
            ));
        }
        self.pause();
        Ok(())
    }

    fn pause(&self) {
        if self.slow {
            sleep(Duration::from_millis(900));
        }
    }
}

fn say(text: &str) {
    anstream::println!("{text}");
}

/// Every file of the project and its bytes.
fn files(root: &Path) -> Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root)?.to_path_buf();
                found.insert(name, fs::read(&path)?);
            }
        }
    }
    Ok(found)
}
