//! `belay rpc`: JSON-RPC 2.0 over standard input and output, for editors and agents.
//!
//! ```text
//! standard input ──> reader ──> queue ──> worker ──> writer ──> standard output
//!                      │ cancels            │ guard, store
//!                      └────────────────────┘
//! ```
//!
//! - `frame` cuts the stream into messages, `message` knows what JSON-RPC wants of them.
//! - `protocol` are the parameters and results; `methods` is the table of what can be asked.
//! - `worker` does it, one request after the other in the order they came, so that a save that
//!   was asked for before a write is made before it. Answers wait in a queue of their own: a
//!   client that reads slowly or is gone holds up no save.
//! - `settings_watch` notices when the settings in force change, so that the client is told.
//! - `typescript` writes all of it down for other languages, `page` for people.

mod files;
mod frame;
mod guarding;
mod message;
mod methods;
#[cfg(feature = "types")]
pub mod page;
pub mod protocol;
mod settings_watch;
#[cfg(feature = "types")]
pub mod typescript;
mod worker;
mod workspaces;

use std::collections::HashMap;
use std::io::{self, BufReader, Write as _};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::Result;
use checkpoint_store::Cancel;
use serde::Serialize;
use serde_json::{Value, json};

use crate::commands::Exit;
use crate::home::Home;

pub use message::{ERROR_CODES, ErrorCode};
pub use methods::{METHODS, Method};

use message::{Code, Failure, Incoming};
use protocol::Event;
use worker::Worker;

/// Serves one client until it closes the pipe or says `exit`.
///
/// # Errors
/// There is no home folder, or the system gives no thread.
pub fn run() -> Result<Exit> {
    let home = Home::find()?;
    let (outgoing, to_write) = mpsc::channel();
    let writer = thread::Builder::new().name("writer".into()).spawn(move || write(&to_write))?;
    let (queue, jobs) = mpsc::channel();
    let cancels = Cancels::default();
    let client = Client { outgoing: outgoing.clone() };
    let worker = {
        let (client, cancels) = (client.clone(), cancels.clone());
        thread::Builder::new()
            .name("worker".into())
            .spawn(move || Worker::new(home, client).work(&jobs, &cancels))?
    };
    read(&client, &queue, &cancels);
    // What was asked for is finished, and its answers are sent, before the process ends.
    drop(queue);
    let _ = worker.join();
    drop((client, outgoing));
    let _ = writer.join();
    Ok(Exit::Done)
}

/// What a pipe with these bytes is read as: each message's method, or the code of what is wrong
/// with it. For the fuzz target, which holds the reader to its promises.
#[doc(hidden)]
#[must_use]
pub fn decode(bytes: &[u8]) -> Vec<std::result::Result<String, i64>> {
    let mut input = bytes;
    let mut found = Vec::new();
    loop {
        match frame::read(&mut input) {
            Ok(None) => return found,
            Ok(Some(body)) => found.extend(Incoming::all(&body).into_iter().map(|message| {
                message.map(|one| one.method).map_err(|(_, failure)| failure.code())
            })),
            Err(_) => {
                found.push(Err(Code::Parse as i64));
                return found;
            }
        }
    }
}

/// One request that waits for its turn.
#[derive(Debug)]
struct Job {
    /// Absent for a notification, which is not answered.
    id: Option<Value>,
    method: String,
    params: Value,
}

/// The way to the client. Clones lead to the same.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    outgoing: Sender<Value>,
}

impl Client {
    fn answer(&self, id: &Value, outcome: Result<Value, Failure>) {
        let message = match outcome {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(failure) => json!({ "jsonrpc": "2.0", "id": id, "error": failure.to_json() }),
        };
        // A client that is gone needs no answer.
        let _ = self.outgoing.send(message);
    }

    fn event(&self, event: &Event) {
        self.notify("event", event);
    }

    /// Tells the client something it did not ask for.
    fn notify(&self, method: &str, params: &impl Serialize) {
        let _ = self.outgoing.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }
}

/// The switches of requests that wait or run, by their ids as JSON.
#[derive(Clone, Debug, Default)]
struct Cancels(Arc<Mutex<HashMap<String, Cancel>>>);

impl Cancels {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Cancel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, id: &Value) {
        self.all().insert(id.to_string(), Cancel::default());
    }

    fn of(&self, id: &Value) -> Cancel {
        self.all().get(&id.to_string()).cloned().unwrap_or_default()
    }

    fn end(&self, id: &Value) {
        self.all().remove(&id.to_string());
    }

    fn cancel(&self, id: &Value) {
        if let Some(cancel) = self.all().get(&id.to_string()) {
            cancel.now();
        }
    }
}

/// Reads until the pipe is closed. What cannot be read as a message is answered as such.
fn read(client: &Client, queue: &Sender<Job>, cancels: &Cancels) {
    let mut input = BufReader::new(io::stdin().lock());
    loop {
        let bytes = match frame::read(&mut input) {
            Ok(Some(bytes)) => bytes,
            Ok(None) => return,
            Err(error) => {
                client.answer(&Value::Null, Err(Failure::new(Code::Parse, error.to_string())));
                return;
            }
        };
        for message in Incoming::all(&bytes) {
            match message {
                Err((id, failure)) => client.answer(&id, Err(failure)),
                Ok(Incoming { method, .. }) if method == "exit" => return,
                Ok(Incoming { method, params, .. }) if method == "$/cancelRequest" => {
                    cancels.cancel(params.get("id").unwrap_or(&Value::Null));
                }
                Ok(Incoming { id, method, params }) => {
                    if let Some(id) = &id {
                        cancels.begin(id);
                    }
                    if queue.send(Job { id, method, params }).is_err() {
                        return;
                    }
                }
            }
        }
    }
}

fn write(messages: &Receiver<Value>) {
    let mut out = io::stdout().lock();
    for message in messages {
        if frame::write(&mut out, &message).and_then(|()| out.flush()).is_err() {
            // Nobody reads any more. The rest is taken and dropped, so that nothing waits.
            messages.iter().for_each(drop);
            return;
        }
    }
}
