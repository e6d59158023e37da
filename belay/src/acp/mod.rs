//! `belay acp -- agent…`: stands between an editor and an agent that speak the Agent Client
//! Protocol, and lets nothing be destroyed that was not saved.
//!
//! ```text
//! editor ──> of_client ──> outbox ────────────────────> agent
//! editor <── outbox <── decided <── guard <── of_agent <── agent
//! ```
//!
//! - `lines` cuts pipes into lines and keeps what waits to be written.
//! - `message` reads of a line who is asked what; the rest of it stays bytes, and what is not
//!   known passes byte for byte. Both versions of the protocol are read by the same few types.
//! - `calls` remembers what an agent has told of its tools.
//! - `proxy` says what becomes of a line, and takes the guard's answer; `words` has the messages
//!   that Belay itself sends.
//! - `leash` holds the agent and everything it starts, and ends them with this process.
//!
//! Each direction has a thread that reads and one that writes, so lines stay in order. The guard
//! works on the agent's side, before a line goes on: an editor that is slow or gone holds up no
//! save.

mod calls;
mod leash;
mod lines;
mod message;
mod proxy;
#[doc(hidden)]
pub mod replay;
#[cfg(test)]
mod tests;
mod words;

use std::ffi::OsString;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

use crate::commands::Exit;
use crate::guard::Guard;
use crate::home::Home;
use leash::Leash;
use lines::Outbox;
use proxy::{Proxy, Step};

/// Set in the agent's environment: whatever message its hooks tell of was told of here.
pub(crate) const VARIABLE: &str = "BELAY_ACP";

/// What the names begin with that messages get here; the protocol has none for them.
pub(crate) const MESSAGE: &str = "acp-";

/// The agent to stand in front of.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// Leave every question to the editor; Belay only saves and refuses.
    #[arg(long)]
    pub ask: bool,
    /// The agent's program and its words.
    #[arg(last = true, required = true, value_name = "AGENT")]
    pub agent: Vec<OsString>,
}

/// How much may wait for an editor that reads slowly.
const WAITING_FOR_CLIENT: usize = 64 << 20;
/// How long an agent may take to end by itself once its input is closed.
const TO_END: Duration = Duration::from_secs(5);
/// How long it may take once it was asked to.
const TO_END_AT_ONCE: Duration = Duration::from_secs(2);

/// Stands between standard input and output and an agent until one of them ends.
///
/// # Errors
/// There is no home folder, or the agent cannot be started.
pub fn run(options: &Options) -> Result<Exit> {
    let Some((program, words)) = options.agent.split_first() else {
        bail!("which agent? `belay acp -- claude-agent-acp`");
    };
    let home = Home::find()?;
    let here = std::env::current_dir().context("the current folder is not known")?;
    let name = Path::new(program).file_stem().unwrap_or(program).to_string_lossy().into_owned();
    let own = format!("belay-{:08x}", rand::random::<u32>());
    let proxy = Proxy::new(name, here, home.user.clone(), own, options.ask);
    let middle = Middle {
        proxy: Arc::new(Mutex::new(proxy)),
        guard: Arc::new(Guard::new(home)),
        to_client: Arc::new(Outbox::holding(WAITING_FOR_CLIENT)),
        // Whoever waits here would keep the agent from reading what it is answered.
        to_agent: Arc::new(Outbox::holding(usize::MAX)),
    };
    let mut command = Command::new(program);
    command.args(words).env(VARIABLE, "1").stdin(Stdio::piped()).stdout(Stdio::piped());
    let (mut child, leash) = leash::start(&mut command).with_context(|| {
        format!("`{}` cannot be started; is it in the PATH?", program.to_string_lossy())
    })?;
    let leash = Arc::new(leash);
    let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        leash.end();
        bail!("the agent has no standard input or output");
    };
    let (tell, events) = mpsc::channel();
    watch_signals(tell.clone());
    let writer = middle.start(input, output, &tell)?;
    let waiting = leash.clone();
    thread::Builder::new().name("agent".into()).spawn(move || {
        let status = waiting.wait(&mut child);
        let _ = tell.send(Event::AgentEnded(status));
    })?;
    let End { status, silent, served } = until_the_end(&events, &leash)?;
    // What the agent said last is still read and passed on, unless nobody takes it.
    if !silent {
        wait_for(&events, TO_END_AT_ONCE, |event| matches!(event, Event::AgentSilent));
    }
    middle.to_client.end();
    if !served {
        wait_for(&events, TO_END, |event| matches!(event, Event::ClientServed));
    }
    drop(writer);
    Ok(Exit::Passed(code(status)))
}

/// What happened to one of the sides.
#[derive(Debug)]
enum Event {
    /// The editor has closed its side.
    ClientSilent,
    /// Everything for the editor was written, or it reads no more.
    ClientServed,
    /// The agent has closed its side.
    AgentSilent,
    /// The agent is gone.
    AgentEnded(io::Result<ExitStatus>),
    /// Somebody wants this process to end.
    #[cfg_attr(windows, expect(dead_code, reason = "a job ends with its process"))]
    Signal,
}

/// How the agent ended.
struct End {
    status: ExitStatus,
    /// Whether all it said was read by then.
    silent: bool,
    /// Whether the editor had stopped reading by then.
    served: bool,
}

/// Waits for the agent to end; helps it where the editor is gone.
fn until_the_end(events: &Receiver<Event>, leash: &Leash) -> Result<End> {
    let mut patience = None;
    let mut asked = false;
    let (mut silent, mut served) = (false, false);
    loop {
        let event = match patience {
            None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(patience) => events.recv_timeout(patience),
        };
        match event {
            Ok(Event::AgentEnded(status)) => {
                let status = status.context("the agent cannot be waited for")?;
                return Ok(End { status, silent, served });
            }
            // Its input is closed by now: most agents end of themselves.
            Ok(event @ (Event::ClientSilent | Event::ClientServed)) => {
                served |= matches!(event, Event::ClientServed);
                patience = patience.or(Some(TO_END));
            }
            Ok(Event::AgentSilent) => {
                silent = true;
                patience = Some(TO_END_AT_ONCE);
            }
            Ok(Event::Signal) | Err(RecvTimeoutError::Timeout) if !asked => {
                asked = true;
                patience = Some(TO_END_AT_ONCE);
                leash.ask();
            }
            Ok(Event::Signal) | Err(_) => leash.end(),
        }
    }
}

fn wait_for(events: &Receiver<Event>, patience: Duration, wanted: impl Fn(&Event) -> bool) {
    while let Ok(event) = events.recv_timeout(patience) {
        if wanted(&event) {
            return;
        }
    }
}

fn code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return u8::try_from(128 + signal).unwrap_or(u8::MAX);
    }
    status.code().map_or(1, |code| u8::try_from(code).unwrap_or(1))
}

#[cfg(unix)]
fn watch_signals(tell: Sender<Event>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    // Without it a signal ends this process at once, and the agent finds its input closed.
    if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
        thread::spawn(move || signals.forever().try_for_each(|_| tell.send(Event::Signal)));
    }
}

#[cfg(windows)]
fn watch_signals(_: Sender<Event>) {}

/// Both directions.
#[derive(Clone)]
struct Middle {
    proxy: Arc<Mutex<Proxy>>,
    guard: Arc<Guard>,
    to_client: Arc<Outbox>,
    to_agent: Arc<Outbox>,
}

impl Middle {
    fn proxy(&self) -> MutexGuard<'_, Proxy> {
        self.proxy.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(
        &self,
        input: ChildStdin,
        output: impl Read + Send + 'static,
        tell: &Sender<Event>,
    ) -> Result<JoinHandle<()>> {
        let spawn = |name: &str| thread::Builder::new().name(name.into());
        let (middle, telling) = (self.clone(), tell.clone());
        spawn("from-agent").spawn(move || {
            let mut input = BufReader::with_capacity(64 << 10, output);
            while let Ok(Some(line)) = lines::next(&mut input) {
                middle.of_agent(line);
            }
            let _ = telling.send(Event::AgentSilent);
        })?;
        let (middle, telling) = (self.clone(), tell.clone());
        spawn("from-client").spawn(move || {
            let mut input = BufReader::with_capacity(64 << 10, io::stdin().lock());
            while let Ok(Some(line)) = lines::next(&mut input) {
                middle.of_client(line);
            }
            middle.to_agent.end();
            let _ = telling.send(Event::ClientSilent);
        })?;
        let outbox = self.to_agent.clone();
        spawn("to-agent").spawn(move || outbox.write_to(input))?;
        let (outbox, telling) = (self.to_client.clone(), tell.clone());
        let writer = spawn("to-client").spawn(move || {
            outbox.write_to(io::stdout().lock());
            let _ = telling.send(Event::ClientServed);
        })?;
        Ok(writer)
    }

    fn of_agent(&self, line: Vec<u8>) {
        let mut step = self.proxy().of_agent(&line);
        if let Some(question) = step.question.take() {
            let answer = self.guard.before(&question.call).answer;
            step = self.proxy().decided(question, answer, &line);
        }
        self.carry_out(step, line, &self.to_client);
    }

    fn of_client(&self, line: Vec<u8>) {
        let step = self.proxy().of_client(&line);
        self.carry_out(step, line, &self.to_agent);
    }

    fn carry_out(&self, step: Step, line: Vec<u8>, onwards: &Outbox) {
        if let Some((call, text)) = &step.prompted {
            self.guard.prompt(call, text);
        }
        if let Some((call, outcome)) = &step.ended {
            self.guard.after(call, *outcome);
        }
        for line in step.to_agent {
            self.to_agent.put(line);
        }
        for line in step.to_client {
            self.to_client.put(line);
        }
        if step.passes {
            onwards.put(line);
        }
    }
}
