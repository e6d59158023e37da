//! What an agent waits for: from starting the hook's process to its answer, and from a request to
//! its answer in an open conversation with `belay rpc`.
//!
//! Beside it, in the same run and in turns: a process that does nothing, a process that only saves
//! the same change, and other guards' hooks for the same payload where they are installed.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a measurement that cannot go on should stop"
)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use bench::workplace::Workplace;
use checkpoint_store::{Options, SaveRequest, Silent, Store};

/// How many times each is started.
const ROUNDS: usize = 41;
/// Files in the workspace.
const FILES: usize = 500;
/// What a hook may take beyond what cannot be avoided.
const ALLOWED: Duration = Duration::from_millis(5);
/// How many requests `belay rpc` is asked.
const REQUESTS: usize = 501;
/// What an answer of it to a harmless command may take.
const ALLOWED_RPC: Duration = Duration::from_millis(1);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["save", folder] => save(Path::new(folder)),
        ["measure", belay, folder, rest @ ..] => {
            let run = Run::new(belay, folder);
            let gate = rest.first() == Some(&"--gate");
            let rivals = if gate { &[] } else { rest };
            measure(&run, rivals, gate);
        }
        other => panic!("host measure BELAY FOLDER [--gate | NAME=COMMAND…], not {other:?}"),
    }
}

/// A process that opens a store and saves, as the hook has to.
fn save(folder: &Path) {
    let options = Options { global_excludes: Some(PathBuf::new()), ..Options::default() };
    let store = Store::open(folder.join("alone"), options).unwrap();
    let workspace = store.workspace(folder.join("work")).unwrap();
    workspace.save(SaveRequest::default(), &mut Silent).unwrap();
}

struct Run {
    place: Workplace,
}

impl Run {
    fn new(belay: &str, folder: &str) -> Self {
        let place = Workplace::new(belay, folder);
        for number in 0..FILES {
            let file = place.work.join(format!("src/part{}/file{number}.txt", number % 20));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, format!("text {number}\n").repeat(40)).unwrap();
        }
        place.commit();
        Self { place }
    }

    /// Time from starting a process to its end, with a payload on its standard input.
    fn time(&self, program: &Path, words: &[&str], payload: &str) -> Duration {
        let mut command = self.place.command(program, words);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let begun = Instant::now();
        let mut child = command.spawn().unwrap();
        // A process that reads nothing may be gone by now.
        let _ = child.stdin.take().unwrap().write_all(payload.as_bytes());
        child.wait_with_output().unwrap();
        begun.elapsed()
    }

    fn payload(&self, command: &str, call: usize) -> String {
        let cwd = self.place.work.display();
        format!(
            r#"{{"session_id":"bench","transcript_path":"/nowhere.jsonl","cwd":"{cwd}","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{{"command":"{command}"}},"tool_use_id":"call{call}"}}"#
        )
    }

    fn change(&self, number: usize) {
        let file = self.place.work.join("src/part0/file0.txt");
        fs::write(file, format!("change {number}\n")).unwrap();
    }
}

/// From writing a request of the guard to having read its answer, in a conversation that is open.
fn ask_rpc(run: &Run) -> Duration {
    let mut rpc = run.place.command(&run.place.belay, &["rpc"]);
    let mut child = rpc.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut ask = |method: &str, params: &str| {
        let body = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#);
        let begun = Instant::now();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut header = String::new();
        output.read_line(&mut header).unwrap();
        output.read_line(&mut String::new()).unwrap();
        let length = header.trim().strip_prefix("Content-Length: ").unwrap().parse().unwrap();
        let mut answer = vec![0; length];
        output.read_exact(&mut answer).unwrap();
        let taken = begun.elapsed();
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.contains("\"result\""), "{answer}");
        taken
    };
    ask("initialize", "{}");
    let harmless = r#"{"sessionId":"bench","action":{"command":"ls -la src"}}"#;
    let times = (0..REQUESTS).map(|_| ask("guard:before", harmless)).collect();
    drop(input);
    child.wait().unwrap();
    median(times)
}

fn measure(run: &Run, rivals: &[&str], gate: bool) {
    let me = std::env::current_exe().unwrap();
    let nothing = me.with_file_name(format!("nothing{}", std::env::consts::EXE_SUFFIX));
    let hook = ["hook", "--host", "claude"];
    let rivals: Vec<(&str, Vec<&str>)> = rivals
        .iter()
        .filter_map(|rival| {
            let (name, command) = rival.split_once('=')?;
            Some((name, command.split(' ').collect()))
        })
        .collect();
    let mut empty = Vec::new();
    let mut harmless = Vec::new();
    let mut alone = Vec::new();
    let mut saving = Vec::new();
    let mut theirs = vec![(Vec::new(), Vec::new()); rivals.len()];
    // The first save takes everything in; only those after it are an agent's every day.
    run.time(&run.place.belay, &hook, &run.payload("rm -rf src/part1", 0));
    save(&run.place.folder);
    for round in 1..=ROUNDS {
        empty.push(run.time(&nothing, &[], ""));
        harmless.push(run.time(&run.place.belay, &hook, &run.payload("ls -la src", round)));
        run.change(round * 2);
        alone.push(run.time(&me, &["save", run.place.folder.to_str().unwrap()], ""));
        run.change(round * 2 + 1);
        saving.push(run.time(&run.place.belay, &hook, &run.payload("rm -rf src/part1", round)));
        for ((_, words), (looks, saves)) in rivals.iter().zip(&mut theirs) {
            let (program, rest) = words.split_first().unwrap();
            let program = Path::new(program);
            looks.push(run.time(program, rest, &run.payload("ls -la src", round)));
            run.change(round * 3);
            saves.push(run.time(program, rest, &run.payload("rm -rf src/part1", round)));
        }
    }
    let [empty, harmless, alone, saving] = [empty, harmless, alone, saving].map(median);
    row("a process that does nothing", empty, None);
    row("belay's hook, a harmless command", harmless, Some(harmless.saturating_sub(empty)));
    row("a process that saves one change", alone, None);
    row("belay's hook, saving the same first", saving, Some(saving.saturating_sub(alone)));
    let asked = ask_rpc(run);
    row("belay rpc, a harmless command", asked, None);
    for ((name, _), (looks, saves)) in rivals.iter().zip(theirs) {
        row(&format!("{name}, a harmless command"), median(looks), None);
        row(&format!("{name}, rm -rf of a folder"), median(saves), None);
    }
    if !gate {
        return;
    }
    let late = [("harmless", harmless, empty), ("saving", saving, alone)]
        .into_iter()
        .find(|(_, taken, floor)| *taken > *floor + ALLOWED);
    if let Some((what, taken, floor)) = late {
        panic!("the {what} hook takes {taken:?}, beside {floor:?} and {ALLOWED:?} allowed");
    }
    assert!(asked <= ALLOWED_RPC, "belay rpc takes {asked:?}, {ALLOWED_RPC:?} are allowed");
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn row(name: &str, time: Duration, beyond: Option<Duration>) {
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    let beyond = beyond.map(|time| format!("  (+{:.2} ms)", millis(time))).unwrap_or_default();
    println!("{name:<44} {:>8.2} ms{beyond}", millis(time));
}
