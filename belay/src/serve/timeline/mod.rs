//! The timeline: what happened in this workspace, what each command did, and the way back.
//!
//! - `history` joins the store and the audit log to one list; `decisions` reads that log.
//! - `details` is one moment, `comparison` one file of it, `search` finds moments.
//! - `restoring` plans, carries out and takes back.
//! - `storage` is what uses space.
//! - `watch` notices that something happened, whoever did it.
//!
//! Everything here reads files or walks folders, so it runs beside the thread that serves.

mod comparison;
mod decisions;
mod details;
mod history;
mod restoring;
mod search;
mod storage;
mod watch;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context as _, Result};
use axum::Router;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use checkpoint_store::{Store, Workspace};
use serde::{Deserialize, Serialize};
use timeline_wire::{
    Answer, EndInterrupted, News, Page, PlanRestore, Problem, ProblemCode, Restore, Undo,
};

use self::decisions::Decisions;
use self::history::{History, Turns};
use self::restoring::Restoring;
use self::watch::Stamp;
use crate::commands::place::Place;
use crate::home::Home;

/// How many earlier states are kept, so that a page that knows one of them gets only the news.
const KEPT: usize = 8;

/// What every window of the timeline shares.
pub(super) struct Timeline {
    place: Place,
    /// Opened when there is one; nothing is made by looking.
    store: Mutex<Option<Store>>,
    state: Mutex<Known>,
    restoring: Restoring,
    paths: search::Paths,
}

/// What was found out last, and before that.
#[derive(Default)]
struct Known {
    stamp: Stamp,
    revision: u64,
    states: VecDeque<Arc<History>>,
    decisions: Decisions,
    turns: Turns,
}

impl Timeline {
    pub(super) fn new(home: Home, place: Place) -> Self {
        Self {
            restoring: Restoring::new(home),
            place,
            store: Mutex::default(),
            state: Mutex::default(),
            paths: search::Paths::default(),
        }
    }

    /// The workspace in the store, if anything was ever saved.
    fn workspace(&self) -> Result<Option<Workspace>> {
        let mut store = locked(&self.store);
        if store.is_none() {
            *store = self.place.existing_store()?;
        }
        let Some(store) = store.as_ref() else { return Ok(None) };
        Ok(Some(store.workspace(&self.place.root)?))
    }

    fn existing_workspace(&self) -> Result<Workspace> {
        self.workspace()?.context("nothing was saved yet")
    }

    /// What happened, as it is known now.
    fn history(&self) -> Result<Arc<History>> {
        let mut known = locked(&self.state);
        let stamp = Stamp::of(&self.place.home);
        if known.stamp == stamp
            && let Some(state) = known.states.front()
        {
            return Ok(Arc::clone(state));
        }
        let Known { decisions, turns, .. } = &mut *known;
        decisions.read(&self.place.home.audit())?;
        let mut history = History::of(
            &self.place,
            self.workspace()?.as_ref(),
            decisions,
            turns,
            &self.restoring,
        )?;
        if let Some(state) = known.states.front().filter(|state| state.same(&history)) {
            let state = Arc::clone(state);
            known.stamp = stamp;
            return Ok(state);
        }
        known.revision += 1;
        history.revision = known.revision;
        let history = Arc::new(history);
        known.states.push_front(Arc::clone(&history));
        known.states.truncate(KEPT);
        known.stamp = stamp;
        Ok(history)
    }

    /// An earlier state, if it is still known.
    fn earlier(&self, revision: u64) -> Option<Arc<History>> {
        let known = locked(&self.state);
        known.states.iter().find(|state| state.revision == revision).map(Arc::clone)
    }

    fn answer(&self, asked: &AskHistory) -> Result<Answer> {
        if let Some(start) = asked.start.filter(|start| *start > 0)
            && let Some(state) = asked.revision.and_then(|revision| self.earlier(revision))
        {
            return Ok(Answer::Page(state.page(start, asked.count)));
        }
        let now = self.history()?;
        if asked.start.is_none()
            && let Some(before) = asked.revision.and_then(|revision| self.earlier(revision))
        {
            return Ok(Answer::News(now.news_since(&before)));
        }
        Ok(Answer::Page(now.page(0, asked.count)))
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Whoever died while holding it has left a state that is read again.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl History {
    fn page(&self, start: usize, count: usize) -> Page {
        let moments = self.moments.iter().skip(start).take(count).cloned().collect();
        Page {
            revision: self.revision,
            total: self.moments.len(),
            start,
            moments,
            head: (start == 0).then(|| self.head.clone()),
        }
    }

    fn news_since(&self, before: &Self) -> News {
        let gone = before.moments.iter().filter(|moment| self.place(&moment.id).is_none());
        let mut added = Vec::new();
        let mut changed = Vec::new();
        for (at, moment) in self.moments.iter().enumerate() {
            match before.place(&moment.id).and_then(|place| before.moments.get(place)) {
                None => {
                    added.push(timeline_wire::MomentAt { at, moment: moment.clone() });
                }
                Some(old) if old != moment => changed.push(moment.clone()),
                Some(_) => {}
            }
        }
        News {
            revision: self.revision,
            base: before.revision,
            total: self.moments.len(),
            head: self.head.clone(),
            gone: gone.map(|moment| moment.id.clone()).collect(),
            added,
            changed,
        }
    }
}

/// Which part of what happened.
#[derive(Debug, Deserialize)]
struct AskHistory {
    /// The state the page knows.
    revision: Option<u64>,
    /// The place of the first moment; without it and with a revision, only the news.
    start: Option<usize>,
    #[serde(default = "usual_count")]
    count: usize,
}

const fn usual_count() -> usize {
    300
}

#[derive(Debug, Deserialize)]
struct AskMoment {
    id: String,
}

#[derive(Debug, Deserialize)]
struct AskSearch {
    q: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct AskDiff {
    from: String,
    /// The files as they are, where it is not given.
    to: Option<String>,
    path: String,
}

type Shared = State<Arc<Timeline>>;

/// What can be asked. All of it is the person's own.
pub(super) fn routes(timeline: Arc<Timeline>) -> Router {
    // Read while the browser opens; whoever asks first waits for the same reading.
    let early = Arc::clone(&timeline);
    drop(std::thread::spawn(move || drop(early.history())));
    Router::new()
        .route("/api/timeline", get(history))
        .route("/api/timeline/moment", get(moment))
        .route("/api/timeline/search", get(found))
        .route("/api/timeline/diff", get(diff))
        .route("/api/timeline/storage", get(used))
        .route("/api/timeline/events", get(watch::events))
        .route("/api/timeline/plan", post(plan))
        .route("/api/timeline/restore", post(restore))
        .route("/api/timeline/undo", post(undo))
        .route("/api/timeline/interrupted", post(end_interrupted))
        .with_state(timeline)
}

async fn history(State(timeline): Shared, Query(asked): Query<AskHistory>) -> Response {
    beside(move || timeline.answer(&asked)).await
}

async fn moment(State(timeline): Shared, Query(asked): Query<AskMoment>) -> Response {
    beside(move || details::of(&timeline, &asked.id)).await
}

async fn found(State(timeline): Shared, Query(asked): Query<AskSearch>) -> Response {
    beside(move || search::find(&timeline, &asked.q)).await
}

async fn used(State(timeline): Shared) -> Response {
    beside(move || storage::of(&timeline)).await
}

async fn diff(State(timeline): Shared, Query(asked): Query<AskDiff>) -> Response {
    done(tokio::task::spawn_blocking(move || comparison::of(&timeline, &asked)).await)
}

async fn plan(State(timeline): Shared, body: String) -> Response {
    changing::<PlanRestore, _>(timeline, body, |timeline, asked| {
        timeline.restoring.plan(&timeline, &asked)
    })
    .await
}

async fn restore(State(timeline): Shared, body: String) -> Response {
    changing::<Restore, _>(timeline, body, |timeline, asked| {
        timeline.restoring.restore(&timeline, &asked)
    })
    .await
}

async fn undo(State(timeline): Shared, body: String) -> Response {
    changing::<Undo, _>(timeline, body, |timeline, asked| {
        timeline.restoring.undo(&timeline, &asked)
    })
    .await
}

async fn end_interrupted(State(timeline): Shared, body: String) -> Response {
    changing::<EndInterrupted, _>(timeline, body, |timeline, asked| {
        timeline.restoring.end_interrupted(&timeline, asked)
    })
    .await
}

/// Reads what is asked and answers it.
async fn changing<A, T>(
    timeline: Arc<Timeline>,
    body: String,
    act: impl FnOnce(Arc<Timeline>, A) -> Result<T> + Send + 'static,
) -> Response
where
    A: for<'t> Deserialize<'t> + Send + 'static,
    T: Serialize + Send + 'static,
{
    match serde_json::from_str(&body) {
        Ok(asked) => beside(move || act(timeline, asked)).await,
        Err(error) => {
            let error = format!("this is not a request of the timeline: {error}");
            problem(&Problem { code: ProblemCode::Other, error }, StatusCode::BAD_REQUEST)
        }
    }
}

/// Works it out beside the thread that serves the others.
async fn beside<T: Serialize + Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Response {
    done(tokio::task::spawn_blocking(move || work().map(axum::Json)).await)
}

fn done<T: IntoResponse>(
    outcome: std::result::Result<Result<T>, tokio::task::JoinError>,
) -> Response {
    match outcome {
        Ok(Ok(answer)) => answer.into_response(),
        Ok(Err(error)) => {
            let found = restoring::problem_of(&error);
            let status = match found.code {
                ProblemCode::Gone => StatusCode::NOT_FOUND,
                ProblemCode::Other => StatusCode::INTERNAL_SERVER_ERROR,
                _ => StatusCode::CONFLICT,
            };
            problem(&found, status)
        }
        Err(_) => {
            let error = "the answer could not be made; try again".to_owned();
            let code = ProblemCode::Other;
            problem(&Problem { code, error }, StatusCode::INTERNAL_SERVER_ERROR)
        }
    }
}

fn problem(problem: &Problem, status: StatusCode) -> Response {
    (status, axum::Json(problem)).into_response()
}
