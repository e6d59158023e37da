//! A new checkpoint of a workspace.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::compare::{Changed, Side, compare};
use crate::contents::Contents;
use crate::database::carried;
use crate::database::snapshots::{self, Kind, Snapshot};
use crate::error::{Error, Result};
use crate::events::Event;
use crate::files::{self, Folder, Stat};
use crate::ids::{CheckpointId, MessageId, ObjectId, SessionId};
use crate::ignore::{RulePlace, RuleText, Rules, first_texts};
use crate::left_out::LeftOut;
use crate::objects::{self, CarriedPack, Commit, Finished, Objects, PackWriter, commit_tree};
use crate::paths::TreePath;
use crate::progress::{self, Progress, Stage};
use crate::repository::{Index, Repository};
use crate::step;
use crate::walk::{FolderNode, Found, Sink, State, Stored, Tracked, Walk, store_file};
use crate::workspace::Workspace;

/// What to save, for whom and why.
#[derive(Clone, Debug, Default)]
pub struct SaveRequest {
    /// Whose checkpoint it is.
    pub session: Option<SessionId>,
    /// The message it belongs to.
    pub message: Option<MessageId>,
    /// Why, in words a person recognises later: a command, a prompt.
    pub reason: String,
    /// Record a checkpoint even if nothing changed since the last one.
    pub allow_empty: bool,
    /// What changed since the last checkpoint was done by somebody else: a person, or a
    /// session whose work is not known. It is then not undone with this session.
    pub changed_by_others: bool,
}

/// What a save did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Saved {
    /// The new checkpoint; `None` if nothing changed.
    pub checkpoint: Option<CheckpointId>,
    /// The checkpoint the workspace equals, if nothing changed.
    pub same_as: Option<CheckpointId>,
    /// Whether everything that should be in it is. If not, see `left_out`.
    pub complete: bool,
    /// What could not be taken, and why.
    pub left_out: Vec<LeftOut>,
    /// Names git ignores; a folder counts once.
    pub ignored: u64,
    /// Names the settings exclude; a folder counts once.
    pub excluded: u64,
    /// The ignored and excluded names and the repositories themselves, by path: what is on the
    /// disk and not in the checkpoint. A folder stands for everything below it.
    #[serde(skip)]
    pub passed_over: Vec<TreePath>,
    /// There are more of them than are listed.
    #[serde(skip)]
    pub more_passed_over: bool,
    /// Files in the workspace.
    pub files: u64,
    /// Files that were read; the others were known.
    pub read: u64,
    /// What changed since the last checkpoint of this workspace.
    pub changed: Changes,
    /// Bytes the store grew by.
    pub stored: u64,
}

impl Saved {
    /// The checkpoint that has the workspace as it is: the new one, or the one it equals.
    pub fn covers(&self) -> Option<CheckpointId> {
        self.checkpoint.or(self.same_as)
    }
}

/// How many files changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Changes {
    /// New files.
    pub added: u64,
    /// Files with other content or mode.
    pub modified: u64,
    /// Files that went.
    pub deleted: u64,
}

impl Changes {
    pub(crate) fn of(changes: &[Changed]) -> Self {
        let mut counted = Self::default();
        for change in changes {
            match (&change.before, &change.after) {
                (None, _) => counted.added += 1,
                (_, None) => counted.deleted += 1,
                _ => counted.modified += 1,
            }
        }
        counted
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.added + self.modified + self.deleted
    }
}

/// Kept as JSON with each row.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Summary {
    pub(crate) files: u64,
    pub(crate) changed: Changes,
    pub(crate) left_out: u64,
    pub(crate) ignored: u64,
    pub(crate) excluded: u64,
    pub(crate) stored: u64,
}

impl Workspace {
    /// Saves everything git would see, and what the settings add.
    ///
    /// When it returns a checkpoint, that is on the disk. If it fails, nothing was
    /// recorded and every earlier checkpoint is as it was.
    pub fn save(&self, request: SaveRequest, progress: &mut dyn Progress) -> Result<Saved> {
        let result = (|| {
            let _at_work = self.store().at_work()?;
            let _shared = self.lock_shared()?;
            self.save_locked(&request, Kind::Save, &Tracked::default(), progress)
        })();
        match result {
            Ok(taken) => {
                self.store().join_packs_quietly();
                Ok(taken.saved)
            }
            Err(error) => {
                if !matches!(error, Error::Cancelled) {
                    self.store().tell(&Event::Error {
                        action: "save".to_owned(),
                        message: error.to_string(),
                    });
                }
                Err(error)
            }
        }
    }

    /// The same, by somebody who holds the locks. `also` names ignored files to take too.
    pub(crate) fn save_locked(
        &self,
        request: &SaveRequest,
        kind: Kind,
        also: &Tracked,
        progress: &mut dyn Progress,
    ) -> Result<Taken> {
        let store = self.store();
        let objects = store.objects();
        let pack = PackWriter::new(&store.layout().temporary());
        let old = self.take_seen()?;
        let old_index = old.as_ref().and_then(|state| state.index);
        let mut sink = Store { objects, pack: &pack, index: None };
        if old.is_none()
            && let Some(repository) = Repository::of(self.root())
            && let Some(index) = repository.index()
        {
            // A clean checkout has most of it already.
            repository.copy_packs(objects, &store.layout().temporary(), index.bytes())?;
            sink.index = Some(index);
        }
        let walked = self.walk(&sink, old.as_ref(), also, progress);
        let (root, mut found, index) = match walked {
            Ok(walked) => walked,
            Err(error) => {
                // What was seen before is still true.
                if let Some(old) = old {
                    self.keep_seen(old, 0);
                }
                return Err(error);
            }
        };
        step("save:walked")?;
        found.left_out.sort_unstable_by(|one, other| one.path.cmp(&other.path));
        let (contents, tree) =
            Contents::store(&root, &found.rules, &found.left_out, &mut |kind, id, bytes| {
                if objects.has(id) { Ok(()) } else { pack.put(kind, id, bytes) }
            })?;
        let complete = !found.left_out.iter().any(LeftOut::is_loss);
        let (last, before) = {
            let database = store.database();
            database.run(|connection| {
                Ok((
                    snapshots::latest(connection, self.number())?,
                    snapshots::latest_of_session(
                        connection,
                        self.number(),
                        request.session.as_ref(),
                    )?,
                ))
            })?
        };
        let news = found.news();
        let mut saved = Saved {
            checkpoint: None,
            same_as: None,
            complete,
            left_out: found.left_out,
            ignored: found.ignored,
            excluded: found.excluded,
            passed_over: found.passed_over,
            more_passed_over: found.more_passed_over,
            files: root.count(),
            read: found.read,
            changed: Changes::default(),
            stored: 0,
        };
        if !request.allow_empty
            && let Some(last) = &last
            && commit_tree(last.commit, &objects.read(objects::Kind::Commit, last.commit)?)? == tree
        {
            saved.same_as = Some(last.id);
            let collection = store.database().run(snapshots::collections)?;
            let fresh = news + news_of_index(index != old_index);
            let seen = State { collection, root: Arc::clone(&root), index, tracked: found.tracked };
            self.keep_seen(seen, fresh);
            return Ok(Taken { saved, root, contents, row: last.clone() });
        }

        progress::checkpoint(progress.cancel())?;
        progress.at(Stage::Sync, 0, 0);
        let now = files::now_ms();
        let message = message_of(request);
        let commit = Commit {
            tree,
            parent: before.as_ref().map(|row| row.commit),
            time: now / 1000,
            message: &message,
        }
        .encode();
        let commit_id = ObjectId::of("commit", &commit);
        pack.put(objects::Kind::Commit, commit_id, &commit)?;
        let packed = pack.finish_or_carry(&objects.pack_folder(), contents.has_large())?;
        saved.stored = packed.as_ref().map_or(0, Finished::bytes);
        let carried = objects.take_in(packed)?;
        let changes = match &last {
            Some(last) => {
                let before = Contents::of_commit(objects, last.commit)?.files;
                compare(objects, Side::Stored(before), Side::Live(&root))?
            }
            None => Vec::new(),
        };
        saved.changed = Changes::of(&changes);
        if last.is_none() {
            saved.changed.added = saved.files;
        }
        let row = self.record(
            request,
            kind,
            &saved,
            (commit_id, &contents, carried.as_ref()),
            &before,
            &changes,
            now,
        )?;
        saved.checkpoint = Some(row.id);
        step("save:recorded")?;
        objects.place_quietly(carried.as_ref());
        step("save:placed")?;
        self.write_ref(row.id, commit_id);
        let collection = store.database().run(snapshots::collections)?;
        let seen = State { collection, root: Arc::clone(&root), index, tracked: found.tracked };
        self.keep_seen(seen, news + news_of_index(index != old_index));
        store.tell(&Event::Checkpoint {
            from: before.map(|row| row.id),
            to: row.id,
            session: request.session.clone(),
            complete,
        });
        Ok(Taken { saved, root, contents, row })
    }

    /// Records a checkpoint of files that are not there yet: what a plan will leave. It follows
    /// the one that was just taken, and nobody's work is in it.
    pub(crate) fn save_made(
        &self,
        reason: &str,
        (taken, changed): (&Taken, Changes),
        gather: &mut dyn FnMut(&mut objects::Put<'_>) -> Result<(Contents, ObjectId)>,
    ) -> Result<CheckpointId> {
        let store = self.store();
        let objects = store.objects();
        let pack = PackWriter::new(&store.layout().temporary());
        let (contents, tree) = gather(&mut |kind, id, bytes| {
            if objects.has(id) { Ok(()) } else { pack.put(kind, id, bytes) }
        })?;
        let request = SaveRequest { reason: reason.to_owned(), ..SaveRequest::default() };
        let now = files::now_ms();
        let commit = Commit {
            tree,
            parent: Some(taken.row.commit),
            time: now / 1000,
            message: &message_of(&request),
        }
        .encode();
        let commit_id = ObjectId::of("commit", &commit);
        pack.put(objects::Kind::Commit, commit_id, &commit)?;
        let packed = pack.finish_or_carry(&objects.pack_folder(), contents.has_large())?;
        let stored = packed.as_ref().map_or(0, Finished::bytes);
        let carried = objects.take_in(packed)?;
        let files = (taken.saved.files + changed.added).saturating_sub(changed.deleted);
        let saved = Saved { changed, stored, files, ..taken.saved.clone() };
        let parts = (commit_id, &contents, carried.as_ref());
        let before = Some(taken.row.clone());
        let row = self.record(&request, Kind::Save, &saved, parts, &before, &[], now)?;
        objects.place_quietly(carried.as_ref());
        self.write_ref(row.id, commit_id);
        Ok(row.id)
    }

    /// The row: from here on the checkpoint exists.
    #[expect(clippy::too_many_arguments, reason = "all of it goes into one row")]
    fn record(
        &self,
        request: &SaveRequest,
        kind: Kind,
        saved: &Saved,
        (commit, contents, carried): (ObjectId, &Contents, Option<&CarriedPack>),
        before: &Option<Snapshot>,
        changes: &[Changed],
        now: i64,
    ) -> Result<Snapshot> {
        let summary = Summary {
            files: saved.files,
            changed: saved.changed,
            left_out: saved.left_out.len() as u64,
            ignored: saved.ignored,
            excluded: saved.excluded,
            stored: saved.stored,
        };
        let summary = serde_json::to_string(&summary)
            .map_err(|error| Error::Invalid { what: error.to_string() })?;
        let mut row = Snapshot {
            id: CheckpointId::after(None, now),
            workspace: Some(self.number()),
            kind,
            session: request.session.clone(),
            message: request.message.clone(),
            reason: request.reason.clone(),
            created: now,
            commit,
            tree: contents.files.unwrap_or_else(|| ObjectId::of("tree", b"")),
            parent: before.as_ref().map(|row| row.id),
            complete: saved.complete,
            summary,
        };
        let mine = !request.changed_by_others;
        step("save:before-row")?;
        self.store().database().write(|connection| {
            row.id = CheckpointId::after(snapshots::newest(connection)?, now);
            let changed = changes.iter().filter(|_| mine).map(|change| change.path.as_bytes());
            carried::insert(connection, carried, false)?;
            snapshots::insert(connection, &row, changed)
        })?;
        Ok(row)
    }

    /// A name for git's own commands. Only a convenience: it can be made again.
    fn write_ref(&self, id: CheckpointId, commit: ObjectId) {
        let path = self.store().objects().folder().join(format!("refs/checkpoints/{id}"));
        let temporary = self.store().layout().temporary();
        let line = format!("{commit}\n");
        if let Err(error) = files::write_whole(&temporary, &path, line.as_bytes(), false) {
            tracing::warn!(path = %path.display(), %error, "a name for git could not be written");
        }
    }

    /// Looks at the whole workspace. Also names the person's index it was seen with.
    pub(crate) fn walk<S: Sink>(
        &self,
        sink: &S,
        old: Option<&State>,
        also: &Tracked,
        progress: &mut dyn Progress,
    ) -> Result<(Arc<FolderNode>, Found, Option<ObjectId>)> {
        let repository = Repository::of(self.root());
        let index = repository.as_ref().map(Repository::index_name);
        let all = || repository.as_ref().and_then(Repository::index).map(|index| index.tracked());
        // Git sees an ignored file that it tracks. Which ones these are is remembered for
        // as long as the index stays the same.
        let (tracked, remembered) = match old {
            Some(old) if old.index == index => (old.tracked.clone(), true),
            _ => (all().unwrap_or_default(), false),
        };
        let mut texts = first_texts(self.store().options())?;
        texts.extend(repository.iter().flat_map(Repository::rules_above));
        let (root, found) =
            self.walk_once(sink, old, &tracked.with(also), texts.clone(), progress)?;
        if remembered
            && found.newly_ignored
            && let Some(all) = all()
        {
            let (root, found) = self.walk_once(sink, old, &all.with(also), texts, progress)?;
            return Ok((root, found, index));
        }
        Ok((root, found, index))
    }

    fn walk_once<S: Sink>(
        &self,
        sink: &S,
        old: Option<&State>,
        tracked: &Tracked,
        texts: Vec<RuleText>,
        progress: &mut dyn Progress,
    ) -> Result<(Arc<FolderNode>, Found)> {
        let options = self.store().options();
        let rules = Rules::of_texts(&texts);
        let nothing = Tracked::default();
        let folder =
            Folder::open(self.root()).map_err(|error| Error::io("open", self.root(), error))?;
        let walk = Walk {
            sink,
            place: self.root(),
            cancel: progress.cancel().cloned(),
            moment: files::now(),
            file_limit: options.snapshot_file_bytes,
            entry_limit: options.snapshot_entries,
            tracked,
            tracked_before: old.map_or(&nothing, |old| &old.tracked),
            seen: AtomicU64::new(0),
            found: Mutex::new(Found { rules: texts, ..Found::default() }),
        };
        let known = old.map(|state| &state.root);
        let expected = known.map_or(0, |root| root.count());
        let threads = self.store().threads()?;
        let visit =
            || walk.visit(&folder, Box::default(), &TreePath::default(), &rules, known, false);
        let root =
            with_progress(progress, Stage::Walk, expected, &walk.seen, || threads.install(visit))?;
        let mut found = walk.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Threads found them in any order; the record has one order. Those from above keep
        // theirs, outermost first.
        found.rules.sort_by_key(|text| match text.place {
            RulePlace::Above => (Vec::new(), 0),
            place => (text.folder.clone(), place as u8 + 1),
        });
        Ok((root, found))
    }
}

/// Another index is read whole to learn which ignored files it tracks.
fn news_of_index(changed: bool) -> u64 {
    if changed { crate::workspace::WORTH_WRITING_AT_THE_END } else { 0 }
}

/// Runs work while this thread tells how far it is.
pub(crate) fn with_progress<T: Send>(
    progress: &mut dyn Progress,
    stage: Stage,
    expected: u64,
    done: &AtomicU64,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    progress.at(stage, 0, expected);
    let result = std::thread::scope(|scope| {
        let (finished, wait) = mpsc::channel();
        scope.spawn(move || finished.send(work()));
        loop {
            match wait.recv_timeout(Duration::from_millis(100)) {
                Ok(result) => return result,
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    progress.at(stage, done.load(Ordering::Relaxed), expected);
                }
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(Error::Invalid { what: "a thread stopped early".to_owned() });
                }
            }
        }
    });
    progress.at(stage, done.load(Ordering::Relaxed), expected);
    result
}

/// A save and what it saw.
pub(crate) struct Taken {
    pub(crate) saved: Saved,
    pub(crate) root: Arc<FolderNode>,
    pub(crate) contents: Contents,
    pub(crate) row: Snapshot,
}

struct Store<'a> {
    objects: &'a Objects,
    pack: &'a PackWriter,
    /// For the first save of a clean checkout.
    index: Option<Index>,
}

impl Sink for Store<'_> {
    fn store(&self, folder: &Folder, name: &[u8], path: &TreePath, stat: Stat) -> Result<Stored> {
        if let Some(index) = &self.index
            && let Some(id) = index.content(path, &stat, self.objects)
        {
            return Ok(Stored::Done { id, large: None, stat });
        }
        store_file(self.objects, self.pack, folder, name, path, stat)
    }

    fn tree(&self, id: ObjectId, bytes: &[u8]) -> Result<()> {
        if self.objects.has(id) { Ok(()) } else { self.pack.put(objects::Kind::Tree, id, bytes) }
    }
}

/// The commit's message: the reason, and whose it is.
fn message_of(request: &SaveRequest) -> String {
    let mut text = if request.reason.trim().is_empty() {
        "Checkpoint".to_owned()
    } else {
        request.reason.clone()
    };
    let owners = [
        ("Session", request.session.as_ref().map(ToString::to_string)),
        ("Message", request.message.as_ref().map(ToString::to_string)),
    ];
    for (name, value) in owners {
        if let Some(value) = value {
            text.push_str(&format!("\n\n{name}: {value}"));
        }
    }
    text
}
