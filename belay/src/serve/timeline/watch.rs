//! Notices that something happened, whoever did it: hooks of agents are processes of their own, so
//! the files of the store and of the audit log are looked at, not read.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream;

use super::Timeline;
use crate::home::Home;

/// How often the files are looked at while a page is open.
const PAUSE: Duration = Duration::from_millis(400);

/// How the files looked last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stamp(Vec<Option<(u64, Option<SystemTime>)>>);

impl Stamp {
    pub(super) fn of(home: &Home) -> Self {
        let store = home.store();
        let look = |path: &Path| {
            std::fs::metadata(path).ok().map(|data| (data.len(), data.modified().ok()))
        };
        Self(vec![
            look(&store.join("store.sqlite")),
            look(&store.join("store.sqlite-wal")),
            look(&store.join("journals")),
            look(&home.audit().join("head")),
        ])
    }
}

/// Says so whenever something happened, for as long as the page listens.
pub(super) async fn events(State(timeline): State<Arc<Timeline>>) -> impl IntoResponse {
    // What the page knows is older than this stamp or just as old; asking once too often is no harm.
    let stamps = stream::unfold((timeline, None), |(timeline, last)| async move {
        loop {
            let home = timeline.place.home.clone();
            let now = tokio::task::spawn_blocking(move || Stamp::of(&home)).await.ok()?;
            if last.as_ref() != Some(&now) {
                let event = Event::default().event("changed").data("");
                return Some((Ok::<_, Infallible>(event), (timeline, Some(now))));
            }
            tokio::time::sleep(PAUSE).await;
        }
    });
    Sse::new(stamps).keep_alive(KeepAlive::default())
}
