//! What uses space, as a picture: the parts of the store, the days, the sessions.

use std::sync::Arc;

use leptos::prelude::*;
use timeline_wire::{Storage, StoragePart, StorageSession};

use super::super::parts::rich;
use super::dialog::Modal;
use crate::app::timeline::TimelineApp;
use crate::i18n::{Key, t, text};

/// The sessions that are named.
const NAMED: usize = 12;
/// The days that are drawn.
const DAYS: usize = 60;

/// The picture, while it is shown.
#[component]
pub(super) fn StorageDialog(app: TimelineApp) -> impl IntoView {
    move || app.storage.get().map(|storage| view! { <OpenStorage app storage /> })
}

#[component]
fn OpenStorage(app: TimelineApp, storage: Arc<Storage>) -> impl IntoView {
    let total = storage.total();
    let parts = [
        ("content", Key::TimelineStorageContent, storage.content),
        ("records", Key::TimelineStorageRecords, storage.records),
        ("audit", Key::TimelineStorageAudit, storage.audit),
    ];
    let mut from = 0;
    let bars = parts.map(|(class, _, bytes)| {
        let (x, width) = (share(from, total), share(bytes, total));
        from += bytes;
        view! { <rect class=class x=format!("{x}") y="0" width=format!("{width}") height="16" /> }
    });
    let legend = parts.map(|(class, label, bytes)| {
        view! {
            <li>
                <span class=format!("swatch {class}") aria-hidden="true"></span>
                <span>{t(label)}</span>
                <strong>{move || app.size(bytes)}</strong>
            </li>
        }
    });
    let days = (!storage.days.is_empty()).then(|| days(app, &storage.days));
    let sessions = (!storage.sessions.is_empty()).then(|| sessions(app, &storage.sessions));
    let title = move || format!("{}: {}", text(Key::TimelineStorageTitle), app.size(total));
    view! {
        <Modal name="storage" title on_close=move |()| app.storage.set(None)>
            <svg class="share" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">
                {bars.collect_view()}
            </svg>
            <ul class="legend" data-testid="storage-parts">
                {legend.collect_view()}
            </ul>
            {days}
            {sessions}
            <p class="about">{move || rich(&text(Key::TimelineStorageFree))}</p>
        </Modal>
    }
}

/// Thousandths.
fn share(part: u64, whole: u64) -> u64 {
    part.saturating_mul(1000) / whole.max(1)
}

fn days(app: TimelineApp, days: &[StoragePart]) -> impl IntoView + use<> {
    let skipped = days.len().saturating_sub(DAYS);
    let days: Vec<StoragePart> = days.iter().skip(skipped).copied().collect();
    let most = days.iter().map(|day| day.bytes).max().unwrap_or(1);
    let count = days.len();
    let wide = (1000 / count.max(1)).min(72);
    let bar = |(at, day): (usize, &StoragePart)| {
        let height = (share(day.bytes, most) * 80 / 1000).max(1);
        let day = *day;
        view! {
            <rect
                x=(at * wide + wide / 8).to_string()
                y=(80 - height).to_string()
                width=(wide - wide / 4).clamp(1, 60).to_string()
                height=height.to_string()
            >
                <title>{move || format!("{}: {}", app.day(day.time), app.size(day.bytes))}</title>
            </rect>
        }
    };
    let bars = days.iter().enumerate().map(bar).collect_view();
    let ends = (days.first().map(|day| day.time), days.last().map(|day| day.time));
    let end = move |time: Option<i64>| move || time.map(|time| app.day(time));
    view! {
        <section>
            <h3>{t(Key::TimelineStorageDays)}</h3>
            <svg
                class="days"
                viewBox="0 0 1000 80"
                preserveAspectRatio="none"
                role="img"
                aria-label=t(Key::TimelineStorageDays)
            >
                {bars}
            </svg>
            <p class="about ends">
                <span>{end(ends.0)}</span>
                {(count > 1).then(|| view! { <span>{end(ends.1)}</span> })}
            </p>
        </section>
    }
}

fn sessions(app: TimelineApp, sessions: &[StorageSession]) -> impl IntoView + use<> {
    let most = sessions.first().map_or(1, |session| session.bytes);
    let one = |session: &StorageSession| {
        let name = session.id.clone().unwrap_or_default();
        let (agent, bytes) = (session.agent.clone(), session.bytes);
        let width = share(bytes, most).max(2);
        view! {
            <li>
                <span class="name">
                    {agent} " " <span class="about code">{name}</span>
                </span>
                <strong>{move || app.size(bytes)}</strong>
                <svg class="bar" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">
                    <rect x="0" y="0" width=width.to_string() height="6" />
                </svg>
            </li>
        }
    };
    let named = sessions.iter().take(NAMED).map(one).collect_view();
    view! {
        <section>
            <h3>{t(Key::TimelineStorageSessions)}</h3>
            <ul class="bars" data-testid="storage-sessions">
                {named}
            </ul>
        </section>
    }
}
