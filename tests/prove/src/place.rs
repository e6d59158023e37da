//! The throw-away machine: which folders commands may write, and what lies in them.
//!
//! Every place is looked at before and after a run. Names follow those that the corpus uses, so
//! that its commands find something to change.

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

use anyhow::{Context as _, Result, ensure};

/// Whose machine it is.
pub(crate) const HOME: &str = "/home/user";
/// Where commands start.
pub(crate) const PROJECT: &str = "/home/user/project";
/// Everything that commands can write; each is a small file system of its own, in memory.
pub(crate) const WRITABLE: [&str; 6] = ["/home", "/tmp", "/srv", "/data", "/opt", "/var"];

/// Folders for temporary files: what lies there is meant to go.
pub(crate) fn is_temporary(path: &Path) -> bool {
    ["/tmp", "/var/tmp"].iter().any(|folder| path.starts_with(folder))
}

/// Where version control's own files are.
pub(crate) fn repository() -> &'static Path {
    Path::new("/home/user/project/.git")
}

/// Files of the project that its repository knows. Those with a first line for programs can run.
const TRACKED: &[(&str, &str)] = &[
    ("README.md", "# Project\n\nWords about it.\n"),
    (
        "package.json",
        "{\"name\":\"project\",\"version\":\"1.0.0\",\"scripts\":{\"test\":\"echo ok\",\"build\":\"echo built\"}}\n",
    ),
    ("Makefile", "all:\n\t@echo all\nclean:\n\t@echo clean\n"),
    ("Cargo.toml", "[package]\nname = \"project\"\nversion = \"0.1.0\"\n"),
    ("src/main.rs", "fn main() {\n    println!(\"foo\");\n}\n"),
    ("src/lib.rs", "pub fn foo() -> i32 {\n    1\n}\n"),
    ("src/app.js", "console.log('foo');\n"),
    ("src/app.py", "print('foo')\n"),
    ("src/sub/deep.txt", "deep\n"),
    ("docs/guide.md", "guide\n"),
    ("tests/test_a.py", "def test_a():\n    pass\n"),
    ("scripts/clean.sh", "#!/bin/sh\necho clean\n"),
    ("run.sh", "#!/bin/sh\necho run\n"),
    ("deploy.sh", "#!/bin/sh\necho deploy\n"),
    ("manage.py", "print('manage')\n"),
    ("main.py", "print('main')\n"),
    ("x.py", "print('x')\n"),
    ("x.c", "int main(void) { return 0; }\n"),
    ("x.awk", "{ print }\n"),
    ("x.sed", "s/one/two/\n"),
    ("config.yml", "key: value\n"),
    ("site.yml", "- hosts: all\n"),
    ("a.json", "{\"a\":1}\n"),
    ("data.json", "[{\"a\":1},{\"a\":2}]\n"),
    ("data.csv", "name,value\none,1\ntwo,2\n"),
    ("t.csv", "a,b\n1,2\n3,4\n"),
    ("a.txt", "one\ntwo\nthree\n"),
    ("b.txt", "one\nfour\n"),
    ("file.txt", "foo\nbar\n"),
    ("notes.txt", "notes\n"),
    ("keep.txt", "keep me\n"),
    ("list.txt", "a.txt\nb.txt\n"),
    ("names.txt", "ann\nbob\n"),
    ("in.txt", "in\n"),
    ("out.txt", "out\n"),
    ("a", "a\n"),
    ("b", "b\nc\n"),
    ("c", "c\n"),
    ("f", "f\n"),
    ("x", "x\n"),
    ("y", "y\n"),
    ("w", "w\n"),
    ("q", "q\n"),
    ("E", "E\n"),
    ("fix.patch", "--- a/notes.txt\n+++ b/notes.txt\n@@ -1 +1 @@\n-notes\n+patched\n"),
    (
        ".gitignore",
        "build/\ndist/\ntarget/\nnode_modules/\n__pycache__/\n*.log\n*.tmp\n.env\nsecrets.txt\n",
    ),
];

/// Files of the project that its repository does not know, or knows otherwise.
const LOOSE: &[(&str, &str)] = &[
    ("b.txt", "one\nfour\nnot committed\n"),
    ("draft.md", "draft\n"),
    ("with space.txt", "space\n"),
    ("tmp/scratch.txt", "scratch\n"),
    ("new/idea.txt", "idea\n"),
    // From here on ignored.
    (".env", "TOKEN=secret\n"),
    ("secrets.txt", "secret\n"),
    ("app.log", "line\n"),
    ("old.tmp", "old\n"),
    ("build/out.o", "object\n"),
    ("dist/bundle.js", "bundle\n"),
    ("target/debug/app", "app\n"),
    ("node_modules/left/index.js", "left\n"),
    ("__pycache__/x.pyc", "pyc\n"),
];

/// Files outside the project.
const OUTSIDE: &[(&str, &str)] = &[
    ("/home/user/.bashrc", "alias ll='ls -l'\n"),
    ("/home/user/.profile", "umask 022\n"),
    ("/home/user/.bash_history", "ls\n"),
    ("/home/user/.gitconfig", "[user]\n\tname = User\n\temail = user@example.org\n"),
    ("/home/user/.ssh/id_rsa", "key\n"),
    ("/home/user/.ssh/authorized_keys", "key\n"),
    ("/home/user/.config/app/settings.json", "{}\n"),
    ("/home/user/.cache/thing", "cached\n"),
    ("/home/user/precious", "precious\n"),
    ("/home/user/notes.txt", "home notes\n"),
    ("/home/user/Documents/letter.txt", "letter\n"),
    ("/home/user/work/plan.txt", "plan\n"),
    ("/home/user/other/a.txt", "other a\n"),
    ("/home/user/other/o", "o\n"),
    ("/home/user/other/keep.txt", "other keep\n"),
    ("/home/user/other/src/lib.rs", "// other\n"),
    ("/srv/data/rows.csv", "1,2\n"),
    ("/srv/x/file", "x\n"),
    ("/srv/app/index.html", "<p>app</p>\n"),
    ("/data/a.txt", "data\n"),
    ("/opt/app/run", "run\n"),
    ("/var/www/index.html", "<p>www</p>\n"),
    ("/var/log/app.log", "log\n"),
    ("/var/lib/postgresql/data/base", "base\n"),
    ("/var/cache/thing", "thing\n"),
    ("/var/tmp/left", "left\n"),
    ("/tmp/a", "a\n"),
    ("/tmp/x", "x\n"),
    ("/tmp/build-123/file", "file\n"),
];

/// Fills the empty places.
pub(crate) fn build() -> Result<()> {
    let project = Path::new(PROJECT);
    for (name, text) in TRACKED {
        write(&project.join(name), text)?;
    }
    symlink("a.txt", project.join("link"))?;
    git(&["init", "--quiet", "--template=", "--initial-branch=main"])?;
    // A copy of a file is still the same file to this repository, so looking at it writes nothing.
    git(&["config", "core.checkStat", "minimal"])?;
    git(&["config", "core.trustctime", "false"])?;
    git(&["config", "gc.auto", "0"])?;
    git(&["config", "maintenance.auto", "false"])?;
    git(&["add", "--all"])?;
    git(&["commit", "--quiet", "--message", "one"])?;
    write(&project.join("notes.txt"), "notes\nmore\n")?;
    git(&["commit", "--quiet", "--all", "--message", "two"])?;
    git(&["tag", "v1.0"])?;
    git(&["branch", "feature"])?;
    git(&["branch", "old"])?;
    write(&project.join("keep.txt"), "stashed away\n")?;
    git(&["stash", "--quiet"])?;
    fs::create_dir_all("/srv/repo.git")?;
    git(&["clone", "--quiet", "--bare", "--template=", PROJECT, "/srv/repo.git"])?;
    git(&["remote", "add", "origin", "/srv/repo.git"])?;
    git(&["fetch", "--quiet", "origin"])?;
    for (name, text) in LOOSE {
        write(&project.join(name), text)?;
    }
    write(&project.join("c"), "c\nstaged\n")?;
    git(&["add", "c"])?;
    symlink("src", project.join("current"))?;
    symlink("../other", project.join("neighbour"))?;
    fs::create_dir_all(project.join("empty"))?;
    for (name, text) in OUTSIDE {
        write(Path::new(name), text)?;
    }
    fs::create_dir_all("/home/user/wt")?;
    database(&project.join("db"))?;
    database(&project.join("app.db"))?;
    fs::set_permissions("/home/user/.ssh/id_rsa", fs::Permissions::from_mode(0o600))?;
    fs::set_permissions("/tmp", fs::Permissions::from_mode(0o1777))?;
    Ok(())
}

/// The moment at which every file was last changed, long before any run.
pub(crate) fn long_ago() -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(1_600_000_000)
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text).with_context(|| path.display().to_string())?;
    let mode = if text.starts_with("#!") { 0o755 } else { 0o644 };
    fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    fs::File::options().append(true).open(path)?.set_modified(long_ago())?;
    Ok(())
}

/// A database with a table, where the machine can make one.
fn database(path: &Path) -> Result<()> {
    let Ok(mut made) = Command::new("sqlite3").arg(path).stdin(Stdio::piped()).spawn() else {
        return write(path, "no database\n");
    };
    if let Some(mut input) = made.stdin.take() {
        input.write_all(b"create table t(a); insert into t values (1), (2);")?;
    }
    ensure!(made.wait()?.success(), "sqlite3 made no database");
    Ok(())
}

fn git(words: &[&str]) -> Result<()> {
    let date = "2020-09-13T12:26:40Z";
    let done = Command::new("git")
        .args(words)
        .current_dir(PROJECT)
        .envs([("GIT_AUTHOR_DATE", date), ("GIT_COMMITTER_DATE", date)])
        .envs([("GIT_AUTHOR_NAME", "User"), ("GIT_COMMITTER_NAME", "User")])
        .envs([("GIT_AUTHOR_EMAIL", "u@example.org"), ("GIT_COMMITTER_EMAIL", "u@example.org")])
        .output()
        .context("git cannot be started")?;
    ensure!(
        done.status.success(),
        "git {}: {}",
        words.join(" "),
        String::from_utf8_lossy(&done.stderr)
    );
    Ok(())
}
