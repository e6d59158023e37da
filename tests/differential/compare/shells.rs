//! The shells themselves. Every command of a generated script is a link to a stub that notes its
//! arguments; the search path holds nothing else, the folder is a throw-away one, and only texts
//! made here are run, never a row of the corpus.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bumpalo::Bump;
use policy_core::Surroundings;
use policy_core::internals;
use policy_core::shell::Dialect;
use policy_core::wire::EffectKind;

use super::corpus::Tally;
use super::scripts;

/// What was run, by the number each command carries; `None` for words that are not known.
pub(crate) type Runs = BTreeMap<String, Vec<Option<Vec<String>>>>;

/// A throw-away folder with nothing but the stubs on its search path.
struct Stage {
    folder: PathBuf,
}

impl Stage {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("differential-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("bin")).unwrap();
        for number in 0..10 {
            symlink(env!("CARGO_BIN_EXE_stub"), folder.join(format!("bin/c{number}"))).unwrap();
        }
        Self { folder }
    }

    /// Runs a script in an empty folder; `None` where the shell refuses it or does not end.
    fn run(&self, shell: &Path, flags: &[&str], script: &str) -> Option<Runs> {
        let work = self.folder.join("work");
        let _ = fs::remove_dir_all(&work);
        fs::create_dir_all(&work).unwrap();
        let log = self.folder.join("log");
        fs::write(&log, "").unwrap();
        let file = self.folder.join("script");
        // The limits hold for whatever the script starts.
        fs::write(&file, format!("ulimit -t 5 -f 2048 -n 64\n{script}\nwait\n")).unwrap();
        let errors = self.folder.join("errors");
        let mut child = Command::new(shell)
            .args(flags)
            .arg(&file)
            .env_clear()
            .env("PATH", self.folder.join("bin"))
            .env("HOME", &work)
            .env("STUB_LOG", &log)
            .env("LC_ALL", "C.UTF-8")
            .current_dir(&work)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(fs::File::create(&errors).unwrap())
            .spawn()
            .unwrap();
        let start = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if start.elapsed() > Duration::from_secs(10) {
                end_group(child.id());
                child.wait().unwrap();
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        // Whatever it left in the background ends with it.
        end_group(child.id());
        let told = String::from_utf8_lossy(&fs::read(&errors).unwrap()).into_owned();
        if told.contains("syntax error") || told.contains("parse error") {
            return None;
        }
        Some(records(&fs::read(&log).unwrap()))
    }
}

/// Ends the processes of one script, by the group they were started in.
fn end_group(group: u32) {
    let _ = Command::new("/bin/kill")
        .args(["-KILL", "--", &format!("-{group}")])
        .stderr(Stdio::null())
        .status();
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Reads the log of the stubs.
pub(crate) fn records(log: &[u8]) -> Runs {
    let mut runs = Runs::new();
    let mut rest = log;
    let split = |bytes: &[u8], at: u8| -> Option<(Vec<u8>, usize)> {
        let end = bytes.iter().position(|byte| *byte == at)?;
        Some((bytes.get(..end)?.to_vec(), end + 1))
    };
    while let Some((count, used)) = split(rest, b'\n') {
        rest = rest.get(used..).unwrap();
        let mut args = Vec::new();
        for _ in 0..String::from_utf8(count).unwrap().parse::<usize>().unwrap() {
            let (length, used) = split(rest, b':').unwrap();
            let length: usize = String::from_utf8(length).unwrap().parse().unwrap();
            let text = rest.get(used..used + length).unwrap();
            args.push(String::from_utf8_lossy(text).into_owned());
            rest = rest.get(used + length + 1..).unwrap();
        }
        if let Some(name) = args.first_mut() {
            let file = name.rsplit(['/', '\\']).next().unwrap().to_ascii_lowercase();
            *name = file.strip_suffix(".exe").unwrap_or(&file).to_owned();
        }
        let serial = args.get(1).cloned().unwrap_or_default();
        runs.entry(serial).or_default().push(Some(args));
    }
    runs
}

/// What the facts say about a script.
pub(crate) enum Foreseen {
    /// It cannot be read.
    Unread,
    /// What would run, and whether that is all.
    Runs {
        /// The commands of the stage.
        runs: Runs,
        /// Whether nothing runs of which the facts cannot tell what it is.
        certain: bool,
    },
}

/// What the facts say would run.
pub(crate) fn foresee(script: &str, dialect: Dialect) -> Foreseen {
    let arena = Bump::new();
    let surroundings = Surroundings::default();
    let (tree, reading) = internals::read(&arena, script, dialect);
    let facts = internals::observe(&tree, reading, &surroundings);
    if !facts.reading.problems.is_empty() {
        return Foreseen::Unread;
    }
    let mut runs = Runs::new();
    for invocation in facts.invocations {
        if !invocation.name.starts_with('c') || invocation.name.len() != 2 {
            continue;
        }
        let Some(serial) = invocation.args.first().and_then(|arg| arg.literal()) else { continue };
        let args: Option<Vec<String>> = invocation
            .args
            .iter()
            .map(|arg| arg.literal().filter(|_| !arg.tilde).map(str::to_owned))
            .collect();
        let whole = args.map(|mut args| {
            args.insert(0, invocation.name.to_owned());
            args
        });
        runs.entry(serial.to_owned()).or_default().push(whole);
    }
    let certain = facts.effects.iter().all(|effect| effect.kind != EffectKind::RunsUnknown);
    Foreseen::Runs { runs, certain }
}

/// Everything that ran must have been foreseen, with the words it was given.
pub(crate) fn difference(foreseen: &Runs, ran: &Runs) -> Option<String> {
    for (serial, list) in ran {
        let known = foreseen.get(serial).map(Vec::as_slice).unwrap_or_default();
        for args in list {
            let found = known.iter().any(|known| known.is_none() || known == args);
            if !found {
                return Some(format!("it ran {args:?}, we foresaw {known:?}"));
            }
        }
    }
    None
}

fn compare(who: &'static str, shell: &str, flags: &[&str], dialect: Dialect, count: usize) {
    let Some(path) = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        .iter()
        .map(|folder| Path::new(folder).join(shell))
        .find(|path| path.exists())
    else {
        // Where tests must prove something, a missing shell is a failure and not a pass.
        assert!(std::env::var_os("CI").is_none(), "{who}: install {shell} to compare with it");
        println!("{who}: {shell} is not installed, so nothing was compared");
        return;
    };
    let stage = Stage::new(shell);
    let mut tally = Tally::new(who);
    let (mut whole, mut all) = (0, 0);
    for script in scripts::many(count, scripts::Kind::Run) {
        match (foresee(&script, dialect), stage.run(&path, flags, &script)) {
            (Foreseen::Runs { runs, .. }, Some(ran)) => {
                let args = runs.values().flatten();
                all += args.clone().count();
                whole += args.filter(|args| args.is_some()).count();
                tally.compare(&script, difference(&runs, &ran));
            }
            (Foreseen::Unread, Some(_)) => {
                tally.compare(&script, Some("it runs this, we cannot read it".to_owned()))
            }
            (_, None) => tally.refuse(),
        }
    }
    println!("{who}: of {all} commands foreseen, {whole} with every word");
    tally.settle();
}

#[test]
fn bash_runs_what_the_facts_foresee() {
    compare("bash itself", "bash", &["--norc", "--noprofile"], Dialect::Bash, 400);
}

#[test]
fn zsh_runs_what_the_facts_foresee() {
    compare("zsh itself", "zsh", &["-f"], Dialect::Zsh, 400);
}
