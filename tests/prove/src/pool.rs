//! Workers side by side, each fed one command at a time.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Child;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context as _, Result};

use crate::outcome::Outcome;
use crate::sandbox;

/// A worker and its two ends.
struct Worker {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Worker {
    fn start() -> Result<Self> {
        let mut child = sandbox::start_worker()?;
        let answers = BufReader::new(child.stdout.take().context("a worker without an output")?);
        Ok(Self { child, answers })
    }

    fn run(&mut self, command: &str) -> Result<Outcome> {
        let input = self.child.stdin.as_mut().context("a worker without an input")?;
        let line = serde_json::to_string(command)?;
        writeln!(input, "{line}").context("the worker has died")?;
        input.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        serde_json::from_str(&answer).context("the worker has died")
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It ends when its input does; a hung one dies with this process.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// Runs every command, in as many workers, and answers in the order of the commands.
pub(crate) fn run_all(
    commands: &[String],
    workers: usize,
    progress: impl Fn(usize) + Sync,
) -> Result<Vec<Result<Outcome, String>>> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let outcomes: Mutex<Vec<Option<Result<Outcome, String>>>> =
        Mutex::new((0..commands.len()).map(|_| None).collect());
    let work = || -> Result<()> {
        let mut worker = Worker::start()?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(command) = commands.get(number) else { return Ok(()) };
            let mut outcome = worker.run(command);
            if outcome.is_err() {
                // Whatever it was that ended the worker, the next command gets a new one.
                worker = Worker::start()?;
                outcome = worker.run(command);
                if outcome.is_err() {
                    worker = Worker::start()?;
                }
            }
            let outcome = outcome.map_err(|error| format!("{error:#}"));
            if let Ok(mut outcomes) = outcomes.lock()
                && let Some(place) = outcomes.get_mut(number)
            {
                *place = Some(outcome);
            }
            progress(done.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> =
            (0..workers.clamp(1, commands.len().max(1))).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(result) => result,
            Err(_) => anyhow::bail!("a thread panicked"),
        })
    })?;
    let outcomes = outcomes.into_inner().unwrap_or_default();
    Ok(outcomes.into_iter().map(|o| o.unwrap_or_else(|| Err("not run".to_owned()))).collect())
}
