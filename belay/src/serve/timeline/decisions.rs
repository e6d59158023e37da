//! What the audit log says about calls. Only what was added since the last time is read.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use serde::de::DeserializeOwned;
use timeline_wire::{Decision, Judgement, Risk};

use crate::audit::{self, Entry, Line, Log};

/// The decisions of this machine, in order.
#[derive(Default)]
pub(super) struct Decisions {
    /// How far each file was read.
    read: HashMap<PathBuf, u64>,
    all: Vec<Arc<Told>>,
    /// What came of calls, by session and call.
    effects: HashMap<(String, String), audit::Effect>,
}

/// One decision as it was written down.
#[derive(Debug)]
pub(super) struct Told {
    /// Its number in the log.
    pub(super) number: u64,
    /// When, in milliseconds since 1970.
    pub(super) time: i64,
    pub(super) decision: audit::Decision,
}

impl Decisions {
    /// Reads what was added. A line that is cut short is read when the rest of it is there.
    pub(super) fn read(&mut self, folder: &Path) -> Result<()> {
        for path in Log::new(folder.to_path_buf()).files()? {
            let from = self.read.get(&path).copied().unwrap_or_default();
            let mut file =
                File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
            file.seek(SeekFrom::Start(from))?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
            let text = String::from_utf8_lossy(bytes.get(..whole).unwrap_or_default());
            for line in text.lines().filter_map(|text| serde_json::from_str::<Line>(text).ok()) {
                self.add(line);
            }
            self.read.insert(path, from + u64::try_from(whole).unwrap_or_default());
        }
        Ok(())
    }

    fn add(&mut self, line: Line) {
        match line.entry {
            Entry::Decision(decision) => self.all.push(Arc::new(Told {
                number: line.seq,
                time: line.time.as_millisecond(),
                decision: *decision,
            })),
            Entry::Effect(effect) => {
                if let (Some(session), Some(call)) = (&effect.session, &effect.call) {
                    // Approval and end are lines of their own: the later one knows more.
                    let key = (session.clone(), call.clone());
                    let before = self.effects.insert(key.clone(), *effect);
                    if let (Some(before), Some(now)) = (before, self.effects.get_mut(&key)) {
                        now.approved_by = now.approved_by.take().or(before.approved_by);
                    }
                }
            }
        }
    }

    /// All decisions, the oldest first.
    pub(super) fn all(&self) -> &[Arc<Told>] {
        &self.all
    }

    /// What came of a decision.
    pub(super) fn effect(&self, told: &Told) -> Option<&audit::Effect> {
        let decision = &told.decision;
        self.effects.get(&(decision.session.clone()?, decision.call.clone()?))
    }
}

impl Told {
    pub(super) fn risk(&self) -> Option<Risk> {
        word(&self.decision.risk)
    }

    pub(super) fn answer(&self) -> Option<Decision> {
        word(&self.decision.answer)
    }

    /// For the page, with what came of it.
    pub(super) fn judgement(&self, effect: Option<&audit::Effect>) -> Judgement {
        let decision = &self.decision;
        let approved = effect.and_then(|effect| effect.approved_by.clone());
        Judgement {
            time: self.time,
            agent: decision.agent.clone(),
            subject: decision.subject.clone(),
            risk: self.risk(),
            recovery: word(&decision.recovery),
            rules: decision.rules.clone(),
            answer: self.answer(),
            approved_by: decision.approved_by.clone().or(approved),
            result: effect.map(|effect| effect.result.clone()),
            exit_code: effect.and_then(|effect| effect.exit_code),
            millis: effect.and_then(|effect| effect.millis),
            trouble: decision
                .trouble
                .clone()
                .or_else(|| effect.and_then(|effect| effect.trouble.clone())),
        }
    }
}

/// A word of the log as the value it names; nothing where a newer Belay wrote another.
fn word<T: DeserializeOwned>(word: &str) -> Option<T> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}
