//! Notices when the settings in force have changed: an editor, another window or an
//! administrator may write the files at any time.

use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use super::Client;
use super::protocol::{Event, HostEvent};
use crate::guard::Judging;
use crate::home::Home;
use crate::settings_files::{self, Layer};

/// How long a change made elsewhere may go unnoticed. Looking costs three questions to the disk.
const BETWEEN_LOOKS: Duration = Duration::from_millis(500);

/// Looks until it is dropped, and tells the client.
#[derive(Debug)]
pub(super) struct SettingsWatch {
    watched: Arc<Mutex<Watched>>,
    /// Closed by dropping it, which ends the thread.
    _end: Sender<()>,
}

impl SettingsWatch {
    /// Tells of every change from here on; nothing where the system gives no thread, because a
    /// client without this event still works.
    pub(super) fn start(home: Home, root: PathBuf, now: &Judging, client: Client) -> Option<Self> {
        let (end, ended) = mpsc::channel();
        let (digest, problems) = (now.digest.clone(), now.problems.clone());
        let mut watched = Watched { home, root, client, marks: [None; 3], digest, problems };
        watched.marks = watched.marks_now();
        let watched = Arc::new(Mutex::new(watched));
        let looking = Arc::clone(&watched);
        let look_now_and_then = move || {
            while ended.recv_timeout(BETWEEN_LOOKS) == Err(RecvTimeoutError::Timeout) {
                looking.lock().unwrap_or_else(PoisonError::into_inner).look();
            }
        };
        thread::Builder::new().name("settings".into()).spawn(look_now_and_then).ok()?;
        Some(Self { watched, _end: end })
    }

    /// Looks now: the client may just have changed something itself, and is told before it is
    /// answered.
    pub(super) fn look(&self) {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner).look();
    }
}

#[derive(Debug)]
struct Watched {
    home: Home,
    root: PathBuf,
    client: Client,
    marks: [Mark; 3],
    digest: String,
    problems: Vec<String>,
}

/// What the disk says of a file; nothing where it is not there.
type Mark = Option<(SystemTime, u64)>;

impl Watched {
    fn look(&mut self) {
        let marks = self.marks_now();
        if marks == self.marks {
            return;
        }
        self.marks = marks;
        let judging = Judging::read(&self.home, &self.root);
        if judging.digest != self.digest || judging.problems != self.problems {
            self.digest = judging.digest;
            self.problems = judging.problems;
            let problems = self.problems.clone();
            self.client.event(&Event::Host(HostEvent::SettingsChanged { problems }));
        }
    }

    fn marks_now(&self) -> [Mark; 3] {
        [Layer::User, Layer::Workspace, Layer::Managed].map(|layer| {
            let found = fs::metadata(settings_files::path(&self.home, &self.root, layer)).ok()?;
            Some((found.modified().ok()?, found.len()))
        })
    }
}
