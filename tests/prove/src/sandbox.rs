//! The walls. A worker has a machine of its own: the system's programs read-only, small file
//! systems in memory where commands may write, no network. Each command is shut in once more, as
//! a user without any rights, with processes of its own and limits on what it uses up; when its
//! time is over, all of it is killed at once.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};

use crate::place::{HOME, PROJECT, WRITABLE};

/// The number of the user that commands run as. Nobody else has it, so that the limit on
/// processes counts these alone.
pub(crate) const USER: u32 = 64_111;
/// What only the worker sees: the store, and what commands complain about.
pub(crate) const PRIVATE: &str = "/belay";
/// Where this program is found inside.
const MYSELF: &str = "/prove";
/// How long a command may take.
const TIME: Duration = Duration::from_secs(3);
/// How long what it left running in the background may go on.
const LINGER: Duration = Duration::from_millis(700);
/// How much each of the writable places may hold.
const PLACE_BYTES: &str = "67108864";

const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Ended {
    /// By itself, with this code.
    Code(i32),
    /// A program that it needs is not installed.
    Missing,
    /// It took too long.
    Stopped,
}

/// Starts a worker in a machine of its own.
pub(crate) fn start_worker() -> Result<Child> {
    let myself = std::env::current_exe().context("the path of this program is unknown")?;
    let mut bwrap = Command::new("bwrap");
    bwrap.args(["--die-with-parent", "--unshare-net", "--unshare-pid", "--unshare-ipc"]);
    bwrap.args(["--unshare-uts", "--unshare-cgroup-try"]);
    bwrap.args(["--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc"]);
    for folder in ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"] {
        if let Ok(target) = fs::read_link(folder) {
            bwrap.arg("--symlink").arg(target).arg(folder);
        } else if Path::new(folder).is_dir() {
            bwrap.args(["--ro-bind", folder, folder]);
        }
    }
    for place in WRITABLE.into_iter().chain([PRIVATE]) {
        bwrap.args(["--size", PLACE_BYTES, "--tmpfs", place]);
    }
    bwrap.arg("--ro-bind").arg(myself).arg(MYSELF);
    bwrap.args(["--proc", "/proc", "--dev", "/dev", "--chdir", "/", "--clearenv"]);
    // The repository belongs to the user, and the worker is root.
    for (name, value) in [
        ("PATH", PATH),
        ("HOME", HOME),
        ("GIT_CONFIG_COUNT", "1"),
        ("GIT_CONFIG_KEY_0", "safe.directory"),
        ("GIT_CONFIG_VALUE_0", "*"),
    ] {
        bwrap.args(["--setenv", name, value]);
    }
    bwrap.args(["--", MYSELF, "worker"]);
    bwrap
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("bwrap cannot be started; it is Debian's package bubblewrap")
}

/// Runs a command as the user would, and says how it ended and the last it complained about.
pub(crate) fn run(command: &str) -> Result<(Ended, String)> {
    let complaints = Path::new(PRIVATE).join("stderr");
    let mut child = shut_in(command)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(&complaints)?)
        .spawn()
        .context("bwrap cannot be started")?;
    let end = Instant::now() + TIME;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            // The rest dies with it, a moment later.
            sleep(Duration::from_millis(50));
            break None;
        }
        sleep(Duration::from_millis(3));
    };
    let said = fs::read(&complaints)?;
    let said = String::from_utf8_lossy(said.get(..said.len().min(2000)).unwrap_or_default());
    let ended = match status {
        None => Ended::Stopped,
        Some(status) => match status.code().unwrap_or(-1) {
            127 if said.contains("not found") => Ended::Missing,
            code => Ended::Code(code),
        },
    };
    Ok((ended, said.into_owned()))
}

fn shut_in(command: &str) -> Command {
    let mut line = Command::new("bwrap");
    // Without a network it is already, and a namespace less is a faster start.
    line.args(["--die-with-parent", "--new-session", "--unshare-pid", "--cap-drop", "ALL"]);
    for capability in ["CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"] {
        line.args(["--cap-add", capability]);
    }
    line.args(["--ro-bind", "/", "/"]);
    for place in WRITABLE {
        line.args(["--bind", place, place]);
    }
    line.args(["--tmpfs", PRIVATE, "--proc", "/proc", "--dev", "/dev", "--chdir", PROJECT]);
    line.arg("--clearenv");
    for (name, value) in [
        ("PATH", PATH),
        ("HOME", HOME),
        ("USER", "user"),
        ("LOGNAME", "user"),
        ("SHELL", "/bin/bash"),
        ("LANG", "C.UTF-8"),
        ("TERM", "dumb"),
    ] {
        line.args(["--setenv", name, value]);
    }
    let user = USER.to_string();
    line.args(["--", "setpriv", "--reuid", &user, "--regid", &user, "--clear-groups"]);
    line.args(["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]);
    line.args(["prlimit", "--nproc=200", "--as=8589934592", "--cpu=3", "--fsize=4194304"]);
    line.args(["--core=0", "--nofile=256", "--", MYSELF, "inside", "--", command]);
    line
}

/// What runs inside: the shell as agents start it. Waits a moment for what it leaves behind.
pub(crate) fn inside(command: &str) -> Result<i32> {
    let status = Command::new("/bin/bash").args(["-c", command]).status();
    let code = status.context("bash cannot be started")?.code().unwrap_or(-1);
    let end = Instant::now() + LINGER;
    while others_run() && Instant::now() < end {
        sleep(Duration::from_millis(5));
    }
    Ok(code)
}

/// Whether there are processes besides the first one and this.
fn others_run() -> bool {
    let myself = std::process::id();
    let Ok(entries) = fs::read_dir("/proc") else { return false };
    let numbers = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut others = numbers.filter(|number: &u32| *number != 1 && *number != myself);
    others.any(|number| !is_dead(number))
}

/// Dead and not yet taken note of.
fn is_dead(number: u32) -> bool {
    let Ok(text) = fs::read_to_string(format!("/proc/{number}/stat")) else { return true };
    text.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
}
