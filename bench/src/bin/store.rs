//! What saving and restoring cost, as multiples of what no program can avoid: a walk over
//! the same files with two threads that only looks at each.
//!
//! Everything is measured in one run on the same files, the least of several rounds.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a measurement that cannot go on should stop"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use checkpoint_store::{Bounds, CheckpointId, Filter, Options, SaveRequest, Scope, Silent, Store};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["save", folder] => save_cold(Path::new(folder)),
        ["restore", folder, id] => restore_cold(Path::new(folder), id),
        ["measure", count, folder] => measure(count.parse().unwrap(), Path::new(folder)),
        ["curve", saves, folder] => curve(saves.parse().unwrap(), Path::new(folder)),
        other => panic!("store measure FILES FOLDER | store curve SAVES FOLDER, not {other:?}"),
    }
}

fn options() -> Options {
    Options { global_excludes: Some(PathBuf::new()), ..Options::default() }
}

/// A save by a process that just started: tells its time and most memory.
fn save_cold(folder: &Path) {
    let begun = Instant::now();
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(folder.join("work")).unwrap();
    let saved = workspace.save(SaveRequest::default(), &mut Silent).unwrap();
    println!("{} {} {}", begun.elapsed().as_micros(), most_memory(), saved.read);
}

fn restore_cold(folder: &Path, id: &str) {
    let begun = Instant::now();
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(folder.join("work")).unwrap();
    let plan = workspace.plan_restore(id.parse().unwrap(), &Scope::All, &mut Silent).unwrap();
    let done = workspace.restore(plan, &mut Silent).unwrap();
    println!("{} {} {}", begun.elapsed().as_micros(), most_memory(), done.written.len());
}

fn measure(count: usize, folder: &Path) {
    let work = folder.join("work");
    let _ = fs::remove_dir_all(folder);
    generate(&work, count);
    let floor = least(7, || walk(&work));
    row("two-thread walk, lstat of every file", floor, floor);

    let shadow = Shadow::new(folder);
    row("shadow git: first add and commit", timed(|| shadow.save()), floor);
    let mut number = 0;
    let mut change = |files: usize| {
        number += 1;
        for file in 0..files {
            write(&work, file * 7 % count, count, &format!("change {number} {file}"));
        }
    };
    let (first, memory, read) = cold(&["save", &text(folder)]);
    assert_eq!(read, count as u64);
    row("first save", first, floor);
    println!("{:<46} {:>9.1} MB", "  most memory of it", memory as f64 / 1024.0);
    let (_, memory, _) = cold(&["save", &text(folder)]);
    println!("{:<46} {:>9.1} MB", "  most memory of the next", memory as f64 / 1024.0);
    println!("{:<46} {:>9.1} MB", "  disk: shadow git", size(&folder.join("shadow")) as f64 / 1e6);
    println!(
        "{:<46} {:>9.1} MB",
        "  disk: ours",
        size(&folder.join("store/objects.git")) as f64 / 1e6
    );

    for files in [0, 1, 100] {
        let git = rounds(5, || change(files), || timed(|| shadow.save()));
        row(&format!("shadow git: {files} changed"), git, floor);
        let ours = rounds(7, || change(files), || cold(&["save", &text(folder)]).0);
        row(&format!("new process: {files} changed"), ours, floor);
        let store = Store::open(folder.join("store"), options()).unwrap();
        let workspace = store.workspace(&work).unwrap();
        let save = || timed(|| workspace.save(SaveRequest::default(), &mut Silent).unwrap());
        save();
        let ours = rounds(7, || change(files), save);
        row(&format!("running host: {files} changed"), ours, floor);
    }

    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(&work).unwrap();
    let target = latest(&workspace);
    shadow.save();
    let git = rounds(5, || change(10), || timed(|| shadow.reset()));
    row("shadow git: reset of 10 files", git, floor);
    let ours =
        rounds(5, || change(10), || cold(&["restore", &text(folder), &target.to_string()]).0);
    row("new process: restore of 10 files, with safety", ours, floor);

    captures(&store, folder);
    let disk = |path: &Path| size(path);
    let before = (disk(&folder.join("shadow")), disk(&folder.join("store/objects.git")));
    for _ in 0..100 {
        change(3);
        shadow.save();
        workspace.save(SaveRequest::default(), &mut Silent).unwrap();
    }
    let after = (disk(&folder.join("shadow")), disk(&folder.join("store/objects.git")));
    println!(
        "{:<46} {:>9.2} MB",
        "100 saves of 3 files: shadow git grew",
        (after.0 - before.0) as f64 / 1e6
    );
    println!(
        "{:<46} {:>9.2} MB",
        "100 saves of 3 files: ours grew",
        after.1.saturating_sub(before.1) as f64 / 1e6
    );
    seeded(folder, floor);
}

/// A first save in a clean checkout, where the index knows every name.
fn seeded(folder: &Path, floor: Duration) {
    let work = folder.join("work");
    git(&work, &["init", "-q"]);
    git(&work, &["add", "-A"]);
    git(&work, &["commit", "-q", "-m", "all"]);
    git(&work, &["gc", "-q"]);
    std::thread::sleep(Duration::from_millis(1100));
    git(&work, &["update-index", "--refresh"]);
    let _ = fs::remove_dir_all(folder.join("store"));
    let (first, _, _) = cold(&["save", &text(folder)]);
    row("first save in a clean git checkout", first, floor);
}

fn captures(store: &Store, folder: &Path) {
    let outside = folder.join("outside");
    fs::create_dir_all(&outside).unwrap();
    let mut number = 0;
    let mut paths = |count: usize, length: usize| -> Vec<PathBuf> {
        number += 1;
        (0..count)
            .map(|file| {
                let path = outside.join(format!("{number}-{file}"));
                fs::write(&path, noise(number * 1000 + file as u64, length)).unwrap();
                path
            })
            .collect()
    };
    for (what, count, length) in
        [("capture of one 10 kB file", 1, 10_000), ("capture of 100 targets, 1 MB", 100, 10_000)]
    {
        let best = (0..15)
            .map(|_| {
                let paths = paths(count, length);
                let bounds = Bounds::default();
                timed(|| store.capture(&paths, "rm", &bounds, None, None).unwrap())
            })
            .min();
        println!("{what:<46} {:>9.2} ms", best.unwrap_or_default().as_secs_f64() * 1e3);
    }
}

/// Time of a save against the number of checkpoints there are.
fn curve(saves: usize, folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    let work = folder.join("work");
    generate(&work, 10_000);
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(&work).unwrap();
    let mut times = Vec::new();
    for number in 0..saves {
        write(&work, number * 7 % 10_000, 10_000, &format!("change {number}"));
        times.push(timed(|| workspace.save(SaveRequest::default(), &mut Silent).unwrap()));
    }
    let step = (saves / 10).max(1);
    for (number, part) in times.chunks(step).enumerate() {
        let mut part = part.to_vec();
        part.sort_unstable();
        let middle = part.get(part.len() / 2).copied().unwrap_or_default();
        println!("saves {:>5} on: {:>8.2} ms", number * step, middle.as_secs_f64() * 1e3);
    }
    let cold = (0..3).map(|_| cold(&["save", &text(folder)]).0).min().unwrap_or_default();
    println!("new process after {saves}: {:.2} ms", cold.as_secs_f64() * 1e3);
}

fn latest(workspace: &checkpoint_store::Workspace) -> CheckpointId {
    let filter = Filter { limit: Some(1), ..Filter::default() };
    workspace.list(&filter).unwrap().first().unwrap().id
}

/// Source-like files, ten to a folder.
fn generate(work: &Path, count: usize) {
    for file in 0..count {
        write(work, file, count, "first");
    }
}

fn write(work: &Path, file: usize, count: usize, note: &str) {
    let folder =
        work.join(format!("part-{}/module-{}", file % (count / 100).max(1), file / 10 % 10));
    if file < count && !folder.exists() {
        fs::create_dir_all(&folder).unwrap();
    }
    let lines = 8 + file * 31 % 120;
    let mut content = format!("// {note}\n");
    for line in 0..lines {
        content.push_str(&format!(
            "let value_{} = compute({}, {});\n",
            line * file % 97,
            file,
            line * 13
        ));
    }
    fs::write(folder.join(format!("file-{file}.rs")), content).unwrap();
}

fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut number = seed.wrapping_add(88_172_645_463_325_252);
    let next = || {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        (number >> 32) as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

/// Two threads look at everything once.
fn walk(root: &Path) -> u64 {
    let queue = Mutex::new((vec![root.to_path_buf()], 0_usize));
    let work = || {
        let mut seen = 0;
        loop {
            let next = {
                let mut queue = queue.lock().unwrap();
                match queue.0.pop() {
                    Some(path) => {
                        queue.1 += 1;
                        Some(path)
                    }
                    None if queue.1 == 0 => return seen,
                    None => None,
                }
            };
            let Some(folder) = next else {
                std::thread::yield_now();
                continue;
            };
            let mut folders = Vec::new();
            for entry in fs::read_dir(&folder).unwrap() {
                let entry = entry.unwrap();
                if entry.metadata().unwrap().is_dir() {
                    folders.push(entry.path());
                }
                seen += 1;
            }
            let mut queue = queue.lock().unwrap();
            queue.0.append(&mut folders);
            queue.1 -= 1;
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work() + other.join().unwrap()
    })
}

/// The usual way: a repository beside the workspace.
struct Shadow {
    folder: PathBuf,
    work: PathBuf,
}

impl Shadow {
    fn new(folder: &Path) -> Self {
        let shadow = Self { folder: folder.join("shadow"), work: folder.join("work") };
        git(folder, &["init", "-q", "--bare", &text(&shadow.folder)]);
        shadow.run(&["config", "core.bare", "false"]);
        shadow
    }

    fn save(&self) {
        self.run(&["add", "."]);
        self.run(&["commit", "-q", "--allow-empty", "--no-verify", "-m", "checkpoint"]);
    }

    fn reset(&self) {
        self.run(&["clean", "-qfd"]);
        self.run(&["reset", "-q", "--hard"]);
    }

    fn run(&self, arguments: &[&str]) {
        let mut all = vec![
            "--git-dir".to_owned(),
            text(&self.folder),
            "--work-tree".to_owned(),
            text(&self.work),
        ];
        all.extend(arguments.iter().map(|word| (*word).to_owned()));
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        git(&self.work, &all);
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let status = Command::new("git")
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .args(["-c", "user.name=A", "-c", "user.email=a@b", "-c", "gc.auto=0"])
        .args(arguments)
        .status()
        .unwrap();
    assert!(status.success(), "git {arguments:?}");
}

/// Runs this program again; its own time, most memory in kB, and what it did.
fn cold(arguments: &[&str]) -> (Duration, u64, u64) {
    let output = Command::new(std::env::current_exe().unwrap()).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    let mut words = said.split_whitespace().map(|word| word.parse::<u64>().unwrap());
    let mut next = || words.next().unwrap();
    (Duration::from_micros(next()), next(), next())
}

fn most_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let begun = Instant::now();
    let done = work();
    let time = begun.elapsed();
    drop(done);
    time
}

fn least<T>(times: usize, mut work: impl FnMut() -> T) -> Duration {
    (0..times).map(|_| timed(&mut work)).min().unwrap_or_default()
}

fn rounds(times: usize, mut before: impl FnMut(), mut work: impl FnMut() -> Duration) -> Duration {
    let each = (0..times).map(|_| {
        before();
        work()
    });
    each.min().unwrap_or_default()
}

fn row(what: &str, time: Duration, floor: Duration) {
    let ratio = time.as_secs_f64() / floor.as_secs_f64();
    println!("{what:<46} {:>9.2} ms {ratio:>7.2} ×", time.as_secs_f64() * 1e3);
}

fn size(folder: &Path) -> u64 {
    let output = Command::new("du").args(["-sk", &text(folder)]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    said.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
}

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}
