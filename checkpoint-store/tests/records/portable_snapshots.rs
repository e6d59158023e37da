//! Snapshots and captures of a session, carried to another store.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use checkpoint_store::{
    Bounds, Cancel, CheckpointId, Error, Filter, Imported, ObjectId, Progress, SaveRequest, Scope,
    Silent, Stage,
};
use serde_json::{Value, json};
use sha1::Digest;

use crate::bench::{Bench, bench, session};

/// Everything in a folder: path, and content or what it is.
fn seen(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(here) = folders.pop() {
        for entry in fs::read_dir(here).unwrap() {
            let path = entry.unwrap().path();
            let found = path.symlink_metadata().unwrap();
            let what = if found.is_dir() {
                folders.push(path.clone());
                "folder".to_owned()
            } else if found.is_symlink() {
                fs::read_link(&path).unwrap().display().to_string()
            } else {
                String::from_utf8_lossy(&fs::read(&path).unwrap()).into_owned()
            };
            all.push((path.strip_prefix(folder).unwrap().to_path_buf(), what));
        }
    }
    all.sort();
    all
}

fn save(bench: &Bench, reason: &str) -> CheckpointId {
    let workspace = bench.store.workspace(bench.path("")).unwrap();
    let request = SaveRequest {
        session: Some(session("s")),
        reason: reason.to_owned(),
        ..SaveRequest::default()
    };
    workspace.save(request, &mut Silent).unwrap().checkpoint.unwrap()
}

fn restore(bench: &Bench, id: CheckpointId) {
    let workspace = bench.store.workspace(bench.path("")).unwrap();
    let plan = workspace.plan_restore(id, &Scope::All, &mut Silent).unwrap();
    workspace.restore(plan, &mut Silent).unwrap();
}

fn capture(bench: &Bench, path: &Path) -> CheckpointId {
    let id = session("s");
    let paths = [path];
    let bounds = Bounds::default();
    bench.store.capture(&paths, "rm", &bounds, Some(&id), None, &mut Silent).unwrap().checkpoint
}

/// What a workspace was at two moments, and the file that carries both.
struct Exported {
    first: Vec<(PathBuf, String)>,
    second: Vec<(PathBuf, String)>,
    file: PathBuf,
    bench: Bench,
}

fn exported() -> Exported {
    let bench = bench();
    bench.store.start_session(&session("s"), Some(&bench.path("")), Some("claude")).unwrap();
    bench.file("src/main.rs", "fn main() {}");
    bench.file("notes", "one");
    fs::write(bench.path("large.bin"), "0123456789".repeat(250_000)).unwrap();
    fs::create_dir(bench.path("empty")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("src/main.rs", bench.path("link")).unwrap();
    save(&bench, "first");
    let first = seen(&bench.path(""));
    bench.file("src/new.rs", "new");
    bench.file("notes", "two");
    fs::remove_file(bench.path("src/main.rs")).unwrap();
    let second_id = save(&bench, "second");
    bench.store.label(second_id, Some("before the move")).unwrap();
    let second = seen(&bench.path(""));
    capture(&bench, &bench.path("notes"));
    capture(&bench, &bench.path("../beside"));
    let file = bench.path("../session.belay");
    let told = bench.store.export_session(&session("s"), None, &file, &mut Silent).unwrap();
    assert_eq!((told.snapshots, told.left_out.len()), (3, 1), "{told:?}");
    Exported { first, second, file, bench }
}

#[test]
fn snapshots_work_on_another_machine() {
    let exported = exported();
    let there = bench();
    let told = there.store.import_session(&exported.file, &there.path(""), &mut Silent).unwrap();
    let [first, second, captured] = told.snapshots[..] else { panic!("{told:?}") };

    let workspace = there.store.workspace(there.path("")).unwrap();
    let listed = workspace.list(&Filter::default()).unwrap();
    let reasons: Vec<_> = listed.iter().map(|one| one.reason.as_str()).collect();
    assert_eq!(reasons, ["second", "first"]);
    assert_eq!(listed[0].parent, Some(first));
    restore(&there, first);
    assert_eq!(seen(&there.path("")), exported.first);
    restore(&there, second);
    assert_eq!(seen(&there.path("")), exported.second);

    // The capture has its path in the new place.
    fs::write(there.path("notes"), "lost").unwrap();
    let none: [&Path; 0] = [];
    let plan = there.store.plan_restore_capture(captured, &none, &mut Silent).unwrap();
    let done = there.store.restore_capture(plan, &mut Silent).unwrap();
    let written: Vec<_> = done.written.iter().map(|path| path.canonicalize().unwrap()).collect();
    assert_eq!(written, [there.path("notes").canonicalize().unwrap()]);
    assert_eq!(fs::read(there.path("notes")).unwrap(), b"two");

    // Any git reads what came in, and a collection keeps it. Wine has none to ask.
    let git = |arguments: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.arg("--git-dir").arg(there.store_folder().join("objects.git")).args(arguments);
        let done = match git.output() {
            Err(error) if cfg!(windows) && error.kind() == std::io::ErrorKind::NotFound => {
                return None;
            }
            done => done.unwrap(),
        };
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        Some(String::from_utf8(done.stdout).unwrap())
    };
    git(&["fsck", "--full", "--strict"]);
    let log = git(&["log", "--format=%s", &format!("refs/checkpoints/{second}")]);
    assert!(log.is_none_or(|log| log == "second\nfirst\n"));
    there.store.collect_garbage(&mut Silent).unwrap();
    git(&["fsck", "--full", "--strict"]);
    restore(&there, first);
    assert_eq!(seen(&there.path("")), exported.first);
}

#[test]
fn a_session_can_come_back_into_its_own_store() {
    let exported = exported();
    let bench = &exported.bench;
    let told = bench.store.import_session(&exported.file, &bench.path(""), &mut Silent).unwrap();
    assert!(told.session.as_str().starts_with("s-imported-"));
    restore(bench, told.snapshots[0]);
    assert_eq!(seen(&bench.path("")), exported.first);
}

fn lines(file: &Path) -> Vec<Value> {
    let mut text = String::new();
    zstd::Decoder::new(fs::File::open(file).unwrap()).unwrap().read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Writes lines as a file whose last line fits them again.
fn forged(file: &Path, mut lines: Vec<Value>) -> PathBuf {
    lines.pop();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let end = json!({"type": "end", "lines": lines.len(),
                     "hash": blake3::hash(text.as_bytes()).to_string()});
    let path = file.with_extension("forged");
    fs::write(&path, zstd::encode_all(format!("{text}{end}\n").as_bytes(), 3).unwrap()).unwrap();
    path
}

fn imported(file: &Path) -> (Bench, Result<Imported, Error>) {
    let there = bench();
    let answer = there.store.import_session(file, &there.path(""), &mut Silent);
    (there, answer)
}

fn refused(lines: Vec<Value>, file: &Path) -> String {
    let (there, answer) = imported(&forged(file, lines));
    let error = answer.unwrap_err();
    assert!(there.store.sessions().unwrap().is_empty(), "something was taken in: {error}");
    assert!(there.store.captures().unwrap().is_empty());
    error.to_string()
}

fn tree(entries: &[(&str, &str, ObjectId)]) -> (ObjectId, Value) {
    let mut bytes = Vec::new();
    for (mode, name, id) in entries {
        bytes.extend_from_slice(format!("{mode} {name}\0").as_bytes());
        bytes.extend_from_slice(id.as_bytes());
    }
    let whole = [format!("tree {}\0", bytes.len()).as_bytes(), &bytes].concat();
    let id = ObjectId::from_bytes(sha1::Sha1::digest(whole).into());
    (id, json!({"type": "object", "kind": "tree", "id": id, "base64": STANDARD.encode(bytes)}))
}

fn blob(content: &[u8]) -> (ObjectId, Value) {
    let id = ObjectId::of_blob(content);
    (id, json!({"type": "object", "kind": "blob", "id": id, "base64": STANDARD.encode(content)}))
}

/// The file with other parts in its first snapshot, and more objects before it.
fn with_parts(file: &Path, parts: &[(&str, ObjectId)], objects: Vec<Value>) -> Vec<Value> {
    let mut lines = lines(file);
    let at = lines.iter().position(|line| line["type"] == "snapshot").unwrap();
    for (name, id) in parts {
        lines[at]["parts"][name] = json!(id);
    }
    lines.splice(at..at, objects);
    lines
}

#[test]
fn the_forger_of_these_tests_makes_files_that_are_taken() {
    let exported = exported();
    let (content, object) = blob(b"good");
    let (files, tree) = tree(&[("100644", "good", content)]);
    let lines = with_parts(&exported.file, &[("files", files)], vec![object, tree]);
    let (there, answer) = imported(&forged(&exported.file, lines));
    restore(&there, answer.unwrap().snapshots[0]);
    assert_eq!(fs::read(there.path("good")).unwrap(), b"good");
}

#[test]
fn no_tree_leads_out_of_the_workspace() {
    let exported = exported();
    for name in ["..", ".", ".git", ".GIT", "a/b", ""] {
        let (content, object) = blob(b"evil");
        let (inner, inner_tree) = tree(&[("100644", "x", content)]);
        for entry in [("40000", name, inner), ("100644", name, content)] {
            let (files, outer) = tree(&[entry]);
            let objects = vec![object.clone(), inner_tree.clone(), outer];
            let told =
                refused(with_parts(&exported.file, &[("files", files)], objects), &exported.file);
            assert!(told.contains("leads out") || told.contains("no tree"), "{name:?}: {told}");
        }
    }
}

#[test]
fn no_noted_path_leads_out_of_the_workspace() {
    let exported = exported();
    for path in ["../x", "a/../../x", "/etc/x", "a//x", ""] {
        let (notes, object) = blob(format!("e 755 {path}\0").as_bytes());
        let lines = with_parts(&exported.file, &[("attributes", notes)], vec![object]);
        assert!(refused(lines, &exported.file).contains("leads out"), "{path}");
        let (left, object) = blob(
            json!([{"path": path, "why": {"reason": "tooLarge"}, "bytes": 1}])
                .to_string()
                .as_bytes(),
        );
        let lines = with_parts(&exported.file, &[("leftOut", left)], vec![object]);
        assert!(refused(lines, &exported.file).contains("leads out"), "{path}");
        let mut lines = lines_with_changed(&exported.file, path);
        lines[0]["version"] = json!(2);
        assert!(refused(lines, &exported.file).contains("leads out"), "{path}");
        // A capture says which files were not there: those would be deleted.
        let (absent, object) = blob(format!("a 0 0 0 {path}\0").as_bytes());
        let mut lines = with_parts(&exported.file, &[], vec![object]);
        let last = lines.iter().rposition(|line| line["type"] == "snapshot").unwrap();
        lines[last]["parts"]["metadata"] = json!(absent);
        assert!(refused(lines, &exported.file).contains("leads out"), "{path}");
    }
}

fn lines_with_changed(file: &Path, path: &str) -> Vec<Value> {
    let mut lines = lines(file);
    let at = lines.iter().position(|line| line["type"] == "snapshot").unwrap();
    lines[at]["changed"] = json!([STANDARD.encode(path)]);
    lines
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_is_left_out_and_the_snapshot_says_so() {
    let exported = exported();
    let (content, object) = blob(b"/etc/passwd");
    let (good, good_object) = blob(b"inside");
    let (inner, inner_tree) = tree(&[("120000", "evil", content), ("120000", "fine", good)]);
    let (files, outer) = tree(&[("40000", "folder", inner)]);
    let objects = vec![object, good_object, inner_tree, outer];
    let lines = with_parts(&exported.file, &[("files", files)], objects);
    let (there, answer) = imported(&forged(&exported.file, lines));
    let id = answer.unwrap().snapshots[0];
    let workspace = there.store.workspace(there.path("")).unwrap();
    let listed = workspace.find(&id.to_string()).unwrap();
    assert!(!listed.complete);
    restore(&there, id);
    assert!(there.path("folder/evil").symlink_metadata().is_err());
    assert_eq!(fs::read_link(there.path("folder/fine")).unwrap(), Path::new("inside"));
}

#[test]
fn a_snapshot_that_is_not_whole_is_refused() {
    let exported = exported();
    let whole = lines(&exported.file);
    for at in 0..whole.len() {
        if whole[at]["type"] != "object" {
            continue;
        }
        let mut lines = whole.clone();
        lines.remove(at);
        refused(lines, &exported.file);
        let mut lines = whole.clone();
        lines[at]["base64"] = json!("ZXZpbA==");
        assert!(refused(lines, &exported.file).contains("has another hash"));
    }
}

#[test]
fn a_small_file_that_names_very_many_files_is_refused() {
    let exported = exported();
    let (content, object) = blob(b"x");
    let mut objects = vec![object];
    let mut inner = content;
    let mut mode = "100644";
    // Nine names nine times nine times…: 9^12 files.
    for _ in 0..12 {
        let names: Vec<_> = (0..9).map(|n| n.to_string()).collect();
        let entries: Vec<_> = names.iter().map(|name| (mode, name.as_str(), inner)).collect();
        let (id, line) = tree(&entries);
        objects.push(line);
        (inner, mode) = (id, "40000");
    }
    let lines = with_parts(&exported.file, &[("files", inner)], objects);
    let told = refused(lines, &exported.file);
    assert!(told.contains("more files than the limit"), "{told}");
}

/// Stops at the first sign of work.
struct Stops(Cancel, u32, Stage);

impl Progress for Stops {
    fn at(&mut self, stage: Stage, _done: u64, _total: u64) {
        if stage == self.2 {
            self.1 += 1;
            self.0.now();
        }
    }

    fn cancel(&self) -> Option<&Cancel> {
        Some(&self.0)
    }
}

#[test]
fn leaving_and_arriving_can_be_cancelled_and_leave_nothing() {
    let exported = exported();
    let to = exported.bench.path("../other.belay");
    let mut stops = Stops(Cancel::default(), 0, Stage::Export);
    let answer = exported.bench.store.export_session(&session("s"), None, &to, &mut stops);
    assert!(matches!(answer, Err(Error::Cancelled)) && stops.1 > 0, "{answer:?}");
    assert!(!to.exists());

    let there = bench();
    let mut stops = Stops(Cancel::default(), 0, Stage::Import);
    let answer = there.store.import_session(&exported.file, &there.path(""), &mut stops);
    assert!(matches!(answer, Err(Error::Cancelled)) && stops.1 > 0, "{answer:?}");
    assert!(there.store.sessions().unwrap().is_empty());
    let temporary = there.store_folder().join("temporary");
    assert_eq!(fs::read_dir(temporary).unwrap().count(), 0);
    let packs = there.store_folder().join("objects.git/objects/pack");
    assert_eq!(fs::read_dir(packs).unwrap().count(), 0);
}

#[test]
fn a_session_is_not_taken_into_a_folder_that_cannot_be_a_workspace() {
    let exported = exported();
    let there = bench();
    let answer = there.store.import_session(&exported.file, &there.store_folder(), &mut Silent);
    assert!(matches!(answer, Err(Error::RefusedWorkspace { .. })), "{answer:?}");
}
