//! What uses space: the parts of the store, and what each session and each day has added.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;
use timeline_wire::{Storage, StoragePart, StorageSession};

use super::Timeline;
use crate::commands::keeping::size;
use crate::commands::place::Agents;

const DAY: i64 = 24 * 60 * 60 * 1000;

pub(super) fn of(timeline: &Timeline) -> Result<Storage> {
    let home = &timeline.place.home;
    let objects = size(&home.store().join("objects.git"));
    let mut storage = Storage {
        content: objects,
        records: size(&home.store()).saturating_sub(objects),
        audit: size(&home.audit()),
        ..Storage::default()
    };
    let Some(workspace) = timeline.workspace()? else { return Ok(storage) };
    let agents = Agents::of(workspace.store())?;
    let mut sessions: HashMap<Option<String>, StorageSession> = HashMap::new();
    let mut days: BTreeMap<i64, u64> = BTreeMap::new();
    for (checkpoint, bytes) in workspace.growth()? {
        let id = checkpoint.session.as_ref().map(ToString::to_string);
        let agent = agents.name(checkpoint.session.as_ref()).to_owned();
        let session = sessions.entry(id.clone()).or_insert_with(|| StorageSession {
            id,
            agent,
            bytes: 0,
            checkpoints: 0,
        });
        session.bytes += bytes;
        session.checkpoints += 1;
        *days.entry(checkpoint.created.as_millisecond().div_euclid(DAY)).or_default() += bytes;
    }
    storage.sessions = sessions.into_values().collect();
    storage
        .sessions
        .sort_by(|one, other| other.bytes.cmp(&one.bytes).then_with(|| one.id.cmp(&other.id)));
    storage.days =
        days.into_iter().map(|(day, bytes)| StoragePart { time: day * DAY, bytes }).collect();
    Ok(storage)
}
