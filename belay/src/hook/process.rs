//! `belay hook`: reads what a host sends, asks the guard, answers in the host's words.
//!
//! A hook must never be the reason that an agent hangs or runs unguarded. So its arguments are
//! read by hand and none of them is an error, nothing is written to standard error, the exit code
//! is 0, a panic and a guard that takes too long become an answer, and that answer goes in the
//! careful direction.

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::names::{Place, gravest, moment_of};
use super::{DecodeError, Hint, MOST_BYTES, Output, decode, encode};
use crate::answer::{Answer, Decision};
use crate::event::{Event, Host, Moment};

/// What the hook asks.
pub trait Guard: Send + 'static {
    /// Judges what is about to happen, saves what may be lost, and records what has happened.
    /// What it answers counts before a tool is used and where the host is about to ask; at other
    /// events it is not read.
    fn answer(&mut self, event: &Event) -> Answer;

    /// What to do when a payload cannot be read, the guard panics or takes too long: ask, or
    /// allow where the person's settings say that Belay must never be in the way.
    fn when_it_fails(&self) -> Decision {
        Decision::Ask
    }
}

/// Runs `belay hook` with the arguments behind that word. Returns the exit code.
pub fn run(arguments: &[String], guard: impl Guard) -> u8 {
    let request = Request::read(arguments);
    match request.mode {
        Mode::Live => {
            let output = live(&request, guard);
            // A host that has gone away reads no answer; there is nobody to tell.
            let _ = io::stdout().lock().write_all(output.line().as_bytes());
            output.exit
        }
        Mode::Decode => {
            let printed = match stdin_bytes().and_then(|bytes| decode(request.hint(), &bytes)) {
                Ok(event) => json!(event),
                Err(error) => json!({ "error": error.kind.name(), "message": error.message }),
            };
            print(&printed)
        }
        Mode::Encode => match request.encoded() {
            Ok(output) => print(&json!({ "stdout": output.stdout, "exit": output.exit })),
            Err(error) => {
                print(&json!({ "error": error.kind.name(), "message": error.message }));
                1
            }
        },
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    #[default]
    Live,
    Decode,
    Encode,
}

/// The command line. What is not known is passed over: settings that a newer version wrote must
/// not lock anybody out of an older one.
#[derive(Debug, Default)]
struct Request {
    mode: Mode,
    host: Option<String>,
    event: Option<String>,
    decision: Option<String>,
    reason: Option<String>,
    instead: Option<String>,
    code: Option<String>,
}

impl Request {
    fn read(arguments: &[String]) -> Self {
        let mut request = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let (name, joined) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (argument.as_str(), None),
            };
            let slot = match name {
                "--decode" => {
                    request.mode = Mode::Decode;
                    continue;
                }
                "--encode" => {
                    request.mode = Mode::Encode;
                    continue;
                }
                "--host" => &mut request.host,
                "--event" => &mut request.event,
                "--decision" => &mut request.decision,
                "--reason" => &mut request.reason,
                "--instead" => &mut request.instead,
                "--code" => &mut request.code,
                _ => continue,
            };
            *slot = joined.or_else(|| rest.next().cloned());
        }
        request
    }

    fn hint(&self) -> Hint<'_> {
        Hint { host: self.known_host(), event: self.event.as_deref() }
    }

    fn known_host(&self) -> Option<Host> {
        self.host.as_deref().and_then(Host::named)
    }

    fn encoded(&self) -> Result<Output, DecodeError> {
        let host = self.known_host().ok_or_else(|| {
            let hosts: Vec<&str> = Host::ALL.iter().map(|host| host.name()).collect();
            DecodeError::bad_field(format!("--host is one of {}", hosts.join(", ")))
        })?;
        let decision = self.decision.as_deref().unwrap_or_default();
        let decision = Decision::ALL
            .into_iter()
            .find(|known| known.name() == decision)
            .ok_or_else(|| DecodeError::bad_field("--decision is allow, ask or deny"))?;
        let event = self.event.as_deref().unwrap_or(Moment::PreTool.name());
        let answer = Answer {
            decision,
            reason: self.reason.clone().unwrap_or_default(),
            instead: self.instead.clone(),
            code: self.code.clone(),
            notice: None,
        };
        Ok(encode(&Place::named(host, event), &answer))
    }
}

/// Answers one payload. Whatever is wrong with it becomes an answer too.
pub fn answer(hint: Hint<'_>, bytes: &[u8], guard: &mut impl Guard) -> Output {
    let direction = guard.when_it_fails();
    let met = Mutex::new(Met::default());
    match answered(hint, bytes, guard, &met) {
        Ok(output) => output,
        Err(error) => {
            failed(hint, &met.into_inner().unwrap_or_default(), direction, &error.message)
        }
    }
}

/// Who sent the payload, as far as that is known when something goes wrong.
#[derive(Clone, Debug, Default)]
struct Met {
    host: Option<Host>,
    event: Option<String>,
}

fn answered(
    hint: Hint<'_>,
    bytes: &[u8],
    guard: &mut impl Guard,
    seen: &Mutex<Met>,
) -> Result<Output, DecodeError> {
    let note = |host: Option<Host>, event: Option<String>| {
        if let Ok(mut met) = seen.lock() {
            *met = Met { host, event };
        }
    };
    let decoded = decode(hint, bytes);
    let mut event = decoded.inspect_err(|error| note(error.host, error.event.clone()))?;
    // Hosts start a hook where the agent works, so this is as good as being told.
    event.cwd = event.cwd.or_else(|| Some(std::env::current_dir().ok()?.to_str()?.to_owned()));
    note(Some(event.host), Some(event.native.clone()));
    let answer = guard.answer(&event);
    Ok(encode(&Place::from(&event), &answer))
}

/// The answer when there is none: for the event that the payload or the command line names, else
/// for the one at which it matters.
fn failed(hint: Hint<'_>, met: &Met, decision: Decision, why: &str) -> Output {
    let host = met.host.or(hint.host).unwrap_or(Host::Claude);
    let names = [met.event.as_deref(), hint.event];
    let event = gravest(names.into_iter().flatten());
    let reason = format!("Belay could not look at this: {why}. [belay/failed]");
    let answer = Answer { decision, ..Answer::deny(reason) }
        .instead("Tell the person to run `belay doctor`.");
    encode(&Place::named(host, event.unwrap_or(Moment::PreTool.name())), &answer)
}

/// How long an answer may take. It must come before the host's own patience ends, because most
/// hosts then let the tool run.
fn patience(host: Option<Host>, event: Option<&str>) -> Duration {
    match (host, event.map(moment_of)) {
        // Claude Code gives all hooks together a second and a half here, Codex three.
        (_, Some(Moment::SessionEnd)) => Duration::from_millis(1_200),
        // These have a fixed limit of half a minute.
        (Some(Host::Cline | Host::VsCode), _) => Duration::from_secs(25),
        _ => Duration::from_secs(50),
    }
}

fn live(request: &Request, mut guard: impl Guard) -> Output {
    // The default hook writes to standard error, which Gemini CLI reads as an answer.
    std::panic::set_hook(Box::new(|_| {}));
    let direction = guard.when_it_fails();
    let met = Arc::new(Mutex::new(Met::default()));
    let (sender, receiver) = mpsc::channel();
    let (host, event) = (request.known_host(), request.event.clone());
    let seen = Arc::clone(&met);
    let worker = thread::Builder::new().spawn(move || {
        let hint = Hint { host, event: event.as_deref() };
        let worked =
            catch_unwind(AssertUnwindSafe(|| answered(hint, &stdin_bytes()?, &mut guard, &seen)));
        // Nobody listens any more when the time is over.
        let _ = sender.send(worked);
    });
    let why = match worker {
        Err(error) => format!("no thread could be started ({error})"),
        Ok(_) => match receiver.recv_timeout(patience(host, request.event.as_deref())) {
            Ok(Ok(Ok(output))) => return output,
            Ok(Ok(Err(error))) => error.message,
            Ok(Err(_)) => "it failed with an internal error".to_owned(),
            Err(_) => "it took too long".to_owned(),
        },
    };
    let met = met.lock().map(|met| met.clone()).unwrap_or_default();
    failed(request.hint(), &met, direction, &why)
}

fn stdin_bytes() -> Result<Vec<u8>, DecodeError> {
    let mut bytes = Vec::new();
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    io::stdin()
        .lock()
        .take(most)
        .read_to_end(&mut bytes)
        .map_err(|error| DecodeError::malformed(format!("the payload cannot be read: {error}")))?;
    Ok(bytes)
}

fn print(value: &Value) -> u8 {
    let written = io::stdout().lock().write_all(format!("{value}\n").as_bytes());
    u8::from(written.is_err())
}
