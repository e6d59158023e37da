//! The table of what can be asked: names, parameters, results and what they are for.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use checkpoint_store::{
    ApiCallContextSnapshot, Checkpoint, ContextRestore, FileCheckpoint, LogEntry, LogFilter,
    MessageCheckpoint, RewindResult, SavedContext, Session,
};
use policy_core::wire::{ToApp, ToHost};

use super::message::{Code, Failure};
use super::protocol::{
    After, Before, CaptureMessage, CreateCheckpoint, DiffWorkspace, Ended, FileDiff, Guarded,
    Initialize, Initialized, LabelCheckpoint, ListWorkspace, Nothing, OfContext, OfMessage,
    OfSession, PinCheckpoint, ReadFile, RestoreContext, RestoreOutcome, RestoreWorkspace,
    RewindMessage, SaveContext, SaveWorkspace, UndoWorkspace,
};
use super::worker::{Turn, Worker};

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// The type of its parameters.
    pub params: &'static str,
    /// The type of its result.
    pub result: &'static str,
}

macro_rules! methods {
    ($($name:literal, $about:literal, $params:ty => $result:ty, $handler:path;)+) => {
        /// Every method, in the order of the protocol's page.
        pub const METHODS: &[Method] = &[$(Method {
            name: $name,
            about: $about,
            params: stringify!($params),
            result: stringify!($result),
        }),+];

        /// Every type of the table, and for each method the names of its own.
        #[cfg(feature = "types")]
        pub(super) fn typed(
            out: &mut policy_core::wire::typescript::Declarations,
        ) -> Vec<(&'static Method, String, String)> {
            use policy_core::wire::typescript::name_of;
            $(out.add::<$params>(); out.add::<$result>();)+
            let names = [$((name_of::<$params>(), name_of::<$result>())),+];
            METHODS.iter().zip(names).map(|(method, (params, result))| (method, params, result)).collect()
        }

        /// Finds the method and does it.
        pub(super) fn dispatch(
            worker: &mut Worker,
            turn: &mut Turn,
            method: &str,
            params: Value,
        ) -> Result<Value, Failure> {
            match method {
                $($name => {
                    let params: $params = read(params)?;
                    let result: $result = $handler(worker, turn, params)?;
                    written(&result)
                })+
                _ => Err(Failure::new(
                    Code::MethodNotFound,
                    format!("there is no method `{method}`"),
                )),
            }
        }
    };
}

methods! {
    "initialize", "Opens the conversation; nothing else is answered before it.",
        Initialize => Initialized, Worker::initialize;
    "shutdown", "Everything asked for before it is done; `exit` then ends the process.",
        Nothing => (), Worker::shutdown;

    "guard:before", "Judges a call, saves what it puts at risk, and says whether it may go on.",
        Before => Guarded, Worker::before;
    "guard:after", "Takes note of a call's end, and saves where the settings ask for it.",
        After => Ended, Worker::after;

    "checkpoint:create", "Saves a file before it is written; null where it was not saved.",
        CreateCheckpoint => Option<String>, Worker::create_checkpoint;
    "checkpoint:list", "The files a session has saved, oldest first.",
        OfSession => Vec<FileCheckpoint>, Worker::list_checkpoints;
    "checkpoint:rewind", "Brings back the files of a message and of everything after it.",
        OfMessage => RewindResult, Worker::rewind_files;
    "checkpoint:undoRewind", "Takes back the last rewind of a session.",
        OfSession => RewindResult, Worker::undo_rewind;
    "checkpoint:cleanup", "Removes what is older than the settings keep; says how many.",
        Nothing => u64, Worker::cleanup;
    "checkpoint:label", "Gives a checkpoint a name, or takes it away.",
        LabelCheckpoint => (), Worker::label;
    "checkpoint:pin", "Keeps a checkpoint whatever the limits say, or lets it go.",
        PinCheckpoint => (), Worker::pin;

    "session:list", "Every session the store knows.",
        Nothing => Vec<Session>, Worker::sessions;
    "session:archive", "Archives a session; what it saved is deleted after the days that the settings say.",
        OfSession => (), Worker::archive;
    "message:capture", "A person has sent a message: a point to go back to.",
        CaptureMessage => MessageCheckpoint, Worker::capture_message;
    "message:list", "The messages of a session that can be gone back to, newest first.",
        OfSession => Vec<MessageCheckpoint>, Worker::list_messages;
    "message:rewind", "Brings the workspace back to where a message found it.",
        RewindMessage => RestoreOutcome, Worker::rewind_message;

    "workspace:save", "Saves the whole workspace.",
        SaveWorkspace => checkpoint_store::Saved, Worker::save;
    "workspace:list", "The checkpoints of the workspace, newest first.",
        ListWorkspace => Vec<Checkpoint>, Worker::list;
    "workspace:diff", "What changed between two checkpoints, or since one.",
        DiffWorkspace => Vec<FileDiff>, Worker::diff;
    "workspace:read", "A file of a checkpoint as text; null where it is not text.",
        ReadFile => Option<String>, Worker::read_file;
    "workspace:restore", "Goes back to a checkpoint, or shows what that would do.",
        RestoreWorkspace => RestoreOutcome, Worker::restore;
    "workspace:undo", "Takes back the last restore.",
        UndoWorkspace => RestoreOutcome, Worker::undo;
    "workspace:redo", "Does again what was taken back last.",
        UndoWorkspace => RestoreOutcome, Worker::redo;
    "timeline:list", "Everything that happened, newest first.",
        LogFilter => Vec<LogEntry>, Worker::timeline;

    "context:save", "Saves what is about to be sent to a model, without its secrets.",
        SaveContext => SavedContext, Worker::save_context;
    "context:list", "The contexts of a session, oldest first.",
        OfSession => Vec<SavedContext>, Worker::contexts;
    "context:get", "One of them.",
        OfContext => ApiCallContextSnapshot, Worker::context;
    "context:restore", "What a conversation is after going back, and what that takes away.",
        RestoreContext => ContextRestore, Worker::restore_context;

    "settings:message", "A message of the settings app; answers with those for it.",
        ToHost => Vec<ToApp>, Worker::settings;
}

/// Parameters by name, in order, or none.
fn read<T: DeserializeOwned>(params: Value) -> Result<T, Failure> {
    let params = if params.is_null() { Value::Object(serde_json::Map::new()) } else { params };
    serde_json::from_value(params).map_err(|error| {
        Failure::new(Code::InvalidParams, format!("the parameters are wrong: {error}"))
    })
}

fn written(result: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(result).map_err(|error| {
        Failure::new(Code::Internal, format!("the answer cannot be written: {error}"))
    })
}
