//! Whatever Belay lets run comes back: each way to destroy something is judged by the hook, really
//! carried out, and undone.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use super::stage::Stage;

/// A project with tracked, untracked and ignored files, and files elsewhere.
fn workshop() -> Stage {
    let stage = Stage::new();
    fs::remove_dir(stage.project.join(".git")).unwrap();
    for (name, text) in [
        (".gitignore", ".env\n*.local\nnode_modules/\ndata/\n"),
        ("README.md", "read me\n"),
        ("src/a.txt", "one\n"),
        ("src/deep/b.txt", "two\n"),
        ("src/.env", "KEY=inner\n"),
        (".env", "KEY=outer\n"),
        ("data/one.csv", "1,2\n"),
        ("data/more/two.csv", "3,4\n"),
        ("pkg/index.js", "code\n"),
        ("pkg/node_modules/x/index.js", "made again\n"),
    ] {
        stage.write(name, text);
    }
    git(&stage, &["init", "-q", "-b", "main", "."]);
    git(&stage, &["add", "-A"]);
    git(&stage, &["commit", "-qm", "start"]);
    stage.write("src/a.txt", "one, and work that is not committed\n");
    stage.write("untracked.txt", "new\n");
    fs::create_dir_all(stage.home.join("folder")).unwrap();
    fs::write(stage.home.join("notes.txt"), "only copy\n").unwrap();
    fs::write(stage.home.join("folder/x"), "x\n").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(stage.home.join("notes.txt"), stage.project.join("link")).unwrap();
    stage
}

fn git(stage: &Stage, words: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=t", "-c", "user.email=t@example.invalid"])
        .args(words)
        .current_dir(&stage.project)
        .env("HOME", &stage.home)
        .output()
        .unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn shell(stage: &Stage, text: &str) {
    let status = Command::new("bash")
        .args(["-c", text])
        .current_dir(&stage.project)
        .env("HOME", &stage.home)
        .envs(["GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"].map(|name| (name, "t")))
        .envs(["GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"].map(|name| (name, "t@example.invalid")))
        .stderr(std::process::Stdio::null())
        .status()
        .unwrap();
    // Some of them complain about a part (`rm -rf .` about the folder itself) and do the rest.
    let _ = status;
}

/// Every file and link, except for what Belay keeps, what is made again, and a repository's parts.
fn everything(stage: &Stage) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![stage.project.clone(), stage.home.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let is = |name: &str| path.file_name().is_some_and(|found| found == name);
            let kind = fs::symlink_metadata(&path).unwrap();
            if path == stage.data() || is("node_modules") || is(".git") {
                continue;
            }
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                let led_to = fs::read_link(&path).unwrap();
                found.insert(path, led_to.to_string_lossy().into_owned().into_bytes());
            } else {
                found.insert(path.clone(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Where the repository stands.
fn standing(stage: &Stage) -> [String; 4] {
    [
        git(stage, &["rev-parse", "HEAD"]),
        git(stage, &["for-each-ref"]),
        git(stage, &["stash", "list"]),
        git(stage, &["status", "--porcelain"]),
    ]
}

/// What destroys something, and is allowed or asked about.
const DESTROY: &[&str] = &[
    // Deletes, tracked and ignored together.
    "rm -rf src",
    "rm -r src",
    "rm -rf src data",
    "rm src/.env",
    "rm .env untracked.txt",
    "rm -rf data/more",
    "rm -rf ./*",
    "find . -mindepth 1 -delete",
    "rm -rf .git",
    "rm -rf sr*",
    "rm -f src/*.txt .env",
    "find . -name '*.txt' -delete",
    "find . -delete",
    "find src -type f -exec rm {} +",
    "unlink .env",
    "shred -u .env",
    // Overwrites.
    "echo gone > .env",
    "echo gone > src/.env",
    "echo gone > src/a.txt",
    "echo gone > data/one.csv",
    "echo new > other.local",
    "cp README.md .env",
    "cp README.md data/",
    "truncate -s 0 src/.env",
    "sed -i s/KEY/NO/ .env src/.env",
    "dd if=/dev/null of=.env",
    "tee .env data/one.csv < README.md",
    // Moves.
    "mv untracked.txt .env",
    "mv src elsewhere",
    "mv data ../home/moved",
    "mv .env .env.old",
    "mv ~/notes.txt .env",
    // Elsewhere.
    "rm ~/notes.txt",
    "rm -rf ~/folder",
    "echo gone > ~/notes.txt",
    "cp README.md ~/folder/x",
    // Links.
    "echo through > link",
    "rm link",
    "ln -sfn /etc src/a.txt",
    "rm -rf src && ln -s ~/folder src",
    "mv link .env",
    // Version control.
    "git reset --hard",
    "git checkout -- .",
    "git checkout -f HEAD",
    "git restore .",
    "git clean -fd",
    "git clean -fdx",
    "git clean -fdX",
    "git rm -rf src",
    "git commit -q --amend -m other",
];

#[cfg(unix)]
#[test]
fn what_is_destroyed_comes_back() {
    let mut wrong = Vec::new();
    for command in DESTROY {
        let stage = workshop();
        let (files, stands) = (everything(&stage), standing(&stage));
        let answer = stage.hook("s", "PreToolUse", command);
        // What reaches the whole workspace is asked about; a person says yes here.
        if decision(&answer) == "deny" {
            wrong.push(format!("`{command}` is refused: {answer}"));
            continue;
        }
        shell(&stage, command);
        // What is left of a folder that deleted itself can be gone back to all the same.
        fs::create_dir_all(&stage.project).unwrap();
        let changed = everything(&stage) != files
            || !stage.project.join(".git").is_dir()
            || standing(&stage) != stands;
        if !changed {
            wrong.push(format!("`{command}` destroys nothing"));
        }
        let undo = stage.belay(&["undo", "--all", "--yes"]);
        let after = everything(&stage);
        // What a command has made elsewhere may stay; what it took must be back.
        let mut missing = differences(&files, &after);
        missing.retain(|path| files.contains_key(path));
        if undo.code != 0 || !missing.is_empty() {
            wrong.push(format!("`{command}` leaves {missing:?}: {}{}", undo.out, undo.err));
            continue;
        }
        if standing(&stage) != stands {
            wrong.push(format!("`{command}`: {:?} and not {stands:?}", standing(&stage)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn differences(
    before: &BTreeMap<PathBuf, Vec<u8>>,
    after: &BTreeMap<PathBuf, Vec<u8>>,
) -> Vec<PathBuf> {
    let names = before.keys().chain(after.keys());
    let mut different: Vec<PathBuf> =
        names.filter(|name| before.get(*name) != after.get(*name)).cloned().collect();
    different.sort();
    different.dedup();
    different
}

fn large(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    // It has no content on the disk, and is beyond what a capture takes.
    fs::File::create(path).unwrap().set_len(600 << 20).unwrap();
}

fn decision(answer: &serde_json::Value) -> &str {
    answer
        .pointer("/hookSpecificOutput/permissionDecision")
        .map_or("allow", |word| word.as_str().unwrap())
}

#[cfg(unix)]
#[test]
fn what_does_not_fit_is_asked_about() {
    let stage = workshop();
    large(&stage.project.join("data/big.bin"));
    large(&stage.home.join("big.bin"));
    for command in [
        "rm -rf data",
        "rm data/big.bin",
        "echo x > data/big.bin",
        "rm ~/big.bin",
        "git clean -fdx",
    ] {
        let answer = stage.hook("s", "PreToolUse", command);
        assert_eq!(decision(&answer), "ask", "{command}: {answer}");
        let reason = answer["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap();
        assert!(reason.contains("too large"), "{command}: {reason}");
        assert!(!reason.contains("would bring everything back"), "{command}: {reason}");
    }
    for command in ["rm -rf src", "rm data/one.csv", "rm -rf data/more", "git reset --hard"] {
        let answer = stage.hook("s", "PreToolUse", command);
        assert_eq!(decision(&answer), "allow", "{command} does not reach it: {answer}");
    }
}

#[cfg(unix)]
#[test]
fn a_large_ignored_file_that_git_would_replace_is_asked_about() {
    let stage = workshop();
    large(&stage.project.join("data/big.bin"));
    for command in ["git checkout -f main", "git reset --hard HEAD"] {
        let answer = stage.hook("s", "PreToolUse", command);
        assert_eq!(decision(&answer), "allow", "no commit has it: {answer}");
    }
    // Another branch has a file of that name, so git replaces this one without a word.
    git(&stage, &["checkout", "-q", "-b", "other"]);
    fs::rename(stage.project.join("data/big.bin"), stage.home.join("aside")).unwrap();
    stage.write("data/big.bin", "small\n");
    git(&stage, &["add", "-f", "data/big.bin"]);
    git(&stage, &["commit", "-qm", "a file where others have data"]);
    git(&stage, &["checkout", "-q", "-f", "main"]);
    fs::create_dir_all(stage.project.join("data")).unwrap();
    fs::rename(stage.home.join("aside"), stage.project.join("data/big.bin")).unwrap();
    let answer = stage.hook("s", "PreToolUse", "git checkout -f other");
    assert_eq!(decision(&answer), "ask", "{answer}");
    let reason = answer["hookSpecificOutput"]["permissionDecisionReason"].as_str().unwrap();
    assert!(reason.contains("too large"), "{reason}");
}

#[cfg(unix)]
#[test]
fn what_a_program_deletes_without_naming_it_comes_back_where_it_is_small() {
    for (script, command) in
        [("import tidy, os\ntidy.all()\n", "python3 tidy-up.py"), ("", "cat list | xargs rm")]
    {
        let stage = workshop();
        stage.write("tidy-up.py", script);
        stage.write("list", ".env\nsrc/.env\n");
        let before = everything(&stage);
        let answer = stage.hook("s", "PreToolUse", command);
        assert_eq!(decision(&answer), "allow", "{command}: {answer}");
        shell(&stage, "rm .env src/.env src/a.txt");
        stage.belay(&["undo", "--yes"]).ends(0);
        assert_eq!(differences(&before, &everything(&stage)), [] as [PathBuf; 0], "{command}");
    }
}

#[cfg(unix)]
#[test]
fn what_was_saved_by_itself_has_a_line_in_the_log() {
    let stage = workshop();
    let (notes, env) = (stage.home.join("notes.txt"), stage.project.join(".env"));
    for path in [&notes, &env] {
        stage.tool("s", "Write", &json!({"file_path": path, "content": "gone"}));
        fs::write(path, "gone").unwrap();
    }
    let log = stage.belay(&["log"]).ends(0);
    super::stage::fits(&log.out);
    assert_eq!(log.out.lines().count(), 2, "{}", log.out);
    let lines = stage.belay(&["log", "--json"]).ends(0).json();
    assert!(lines.iter().all(|line| line["kind"] == "capture"), "{lines:?}");
    let id = lines[1]["id"].as_str().unwrap();
    let shown = stage.belay(&["show", id]).ends(0).out;
    assert!(shown.contains(notes.to_str().unwrap()), "{shown}");
    let about_env = stage.belay(&["log", "--", ".env"]).ends(0).out;
    assert_eq!(about_env.lines().count(), 1, "{about_env}");
    let newest = lines[0]["id"].as_str().unwrap();
    stage.belay(&["restore", newest, "--yes"]).ends(0);
    assert_eq!(stage.read(".env").as_deref(), Some("KEY=outer\n"));
    assert_eq!(fs::read_to_string(&notes).unwrap(), "gone", "the line before it");
    stage.belay(&["redo", "--yes"]).ends(0);
    assert_eq!(stage.read(".env").as_deref(), Some("gone"));
    stage.belay(&["restore", id, "--yes"]).ends(0);
    assert_eq!(stage.read(".env").as_deref(), Some("KEY=outer\n"));
    assert_eq!(fs::read_to_string(&notes).unwrap(), "only copy\n");
}

#[cfg(unix)]
#[test]
fn the_same_command_again_is_a_moment_of_its_own_where_it_takes_something_else() {
    let stage = workshop();
    for text in ["KEY=1\n", "KEY=2\n"] {
        stage.write(".env", text);
        assert!(stage.hook("s", "PreToolUse", "rm .env").is_null());
        fs::remove_file(stage.project.join(".env")).unwrap();
    }
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(stage.read(".env").as_deref(), Some("KEY=2\n"));
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(stage.read(".env").as_deref(), Some("KEY=1\n"));
}

#[cfg(unix)]
#[test]
fn a_command_that_may_destroy_something_has_a_line_though_nothing_had_changed() {
    let stage = workshop();
    for command in ["cargo build", "rm -rf src", "rm -rf src", "cargo test"] {
        stage.hook("s", "PreToolUse", command);
    }
    let lines = stage.belay(&["log", "--json"]).ends(0).json();
    let reasons: Vec<&str> = lines.iter().map(|line| line["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["rm -rf src", "cargo build"], "and a repeated one is told once");
}

#[cfg(unix)]
#[test]
fn what_is_made_again_needs_no_room() {
    let stage = workshop();
    large(&stage.project.join("pkg/node_modules/big.bin"));
    for command in ["rm -rf pkg", "rm -rf pkg/node_modules"] {
        let answer = stage.hook("s", "PreToolUse", command);
        assert_eq!(decision(&answer), "allow", "{command}: {answer}");
    }
}

#[cfg(unix)]
#[test]
fn a_tools_writes_come_back() {
    for (name, ignored) in [("src/a.txt", false), (".env", true), ("data/one.csv", true)] {
        let stage = workshop();
        let before = everything(&stage);
        let path = stage.project.join(name);
        let answer = stage.tool("s", "Write", &json!({"file_path": path, "content": "gone"}));
        assert!(answer.is_null(), "{answer}");
        fs::write(&path, "gone").unwrap();
        let run = stage.belay(&["undo", "--yes"]).ends(0);
        assert_eq!(differences(&before, &everything(&stage)), [] as [PathBuf; 0], "{}", run.out);
        stage.belay(&["redo", "--yes"]).ends(0);
        assert_eq!(fs::read_to_string(&path).unwrap(), "gone", "{name}, ignored: {ignored}");
    }
    let stage = workshop();
    let before = everything(&stage);
    for (name, text) in [("notes.txt", "gone"), ("folder/new", "made")] {
        let path = stage.home.join(name);
        let answer = stage.tool("s", "Write", &json!({"file_path": path, "content": text}));
        assert!(answer.is_null(), "{answer}");
        fs::write(&path, text).unwrap();
    }
    stage.belay(&["undo", "--yes"]).ends(0);
    assert!(!stage.home.join("folder/new").exists(), "one step back");
    assert_eq!(fs::read_to_string(stage.home.join("notes.txt")).unwrap(), "gone");
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(differences(&before, &everything(&stage)), [] as [PathBuf; 0]);
    stage.belay(&["undo", "--yes"]).ends(1);
    for _ in 0..2 {
        stage.belay(&["redo", "--yes"]).ends(0);
    }
    assert!(stage.home.join("folder/new").exists());
}

#[cfg(unix)]
#[test]
fn several_steps_are_taken_back_one_by_one_and_all_at_once() {
    let stage = workshop();
    let before = everything(&stage);
    let steps = ["echo 1 > .env", "echo 2 > .env", "rm -rf src .env", "rm ~/notes.txt"];
    for command in steps {
        assert!(stage.hook("s", "PreToolUse", command).is_null(), "{command}");
        shell(&stage, command);
    }
    stage.belay(&["undo", "--yes"]).ends(0);
    assert!(stage.home.join("notes.txt").exists() && stage.read(".env").is_none());
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(stage.read(".env").as_deref(), Some("2\n"));
    assert_eq!(stage.read("src/.env").as_deref(), Some("KEY=inner\n"));
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(stage.read(".env").as_deref(), Some("1\n"));
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(differences(&before, &everything(&stage)), [] as [PathBuf; 0]);
    for _ in steps {
        stage.belay(&["redo", "--yes"]).ends(0);
    }
    assert!(stage.read("src/a.txt").is_none() && !stage.home.join("notes.txt").exists());
    // And in one go.
    let oldest = stage.belay(&["log", "--json"]).ends(0).json().pop().unwrap();
    let id = oldest["id"].as_str().unwrap().to_owned();
    stage.belay(&["restore", &id, "--all", "--yes"]).ends(0);
    assert_eq!(differences(&before, &everything(&stage)), [] as [PathBuf; 0]);
}

#[cfg(unix)]
#[test]
fn single_files_come_back_from_beside_a_checkpoint() {
    let stage = workshop();
    stage.hook("s", "PreToolUse", "rm -rf .env src ~/notes.txt");
    shell(&stage, "rm -rf .env src ~/notes.txt");
    let notes = stage.home.join("notes.txt");
    stage.belay(&["restore", "@", "--yes", "--", ".env"]).ends(0);
    assert_eq!(stage.read(".env").as_deref(), Some("KEY=outer\n"));
    assert!(stage.read("src/a.txt").is_none() && !notes.exists());
    stage.belay(&["restore", "@", "--yes", "--", notes.to_str().unwrap()]).ends(0);
    assert!(notes.exists() && stage.read("src/a.txt").is_none());
}

#[test]
fn two_hosts_for_one_call_judge_twice_and_save_once() {
    let stage = workshop();
    for _ in 0..2 {
        assert!(stage.hook("s", "PreToolUse", "rm -rf src").is_null());
    }
    assert_eq!(stage.belay(&["log", "--json"]).ends(0).json().len(), 1);
    let audit = stage.belay(&["audit", "list", "--json"]).ends(0).json();
    let decisions = audit.iter().filter(|line| line["kind"] == "decision");
    assert_eq!(decisions.count(), 2, "{audit:?}");
    fs::remove_dir_all(stage.project.join("src")).unwrap();
    stage.belay(&["undo", "--yes"]).ends(0);
    assert_eq!(stage.read("src/.env").as_deref(), Some("KEY=inner\n"));
    stage.belay(&["undo", "--yes"]).ends(1);
}
