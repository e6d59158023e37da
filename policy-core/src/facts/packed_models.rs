//! The option models of programs, packed by their entries.
//!
//! Some entries (`f|force`, `o|output=`) stand in many models. Each of those is written once, and
//! the models say which ones they have by numbers: how many entries lie between one and the next.
//! What few models have follows as text. So entries come back in another order, which means
//! nothing.

use super::alike::{BUCKETS, mixed, same};
use super::options::Options;
use crate::packed::{Unpacking, Written};

/// Where models are written.
pub(super) struct Models {
    /// The entries that many models have, then what else each model has.
    pub(super) texts: Written<u8, 150_000>,
    /// For each model how many of the shared entries it has, and which.
    pub(super) entries: Written<u8, 30_000>,
    known: Written<Entry, 8_000>,
    /// The last entry of a kind, and behind each the one before it.
    last: [usize; BUCKETS],
    before: Written<usize, 8_000>,
    /// The entries of all models as places in `known`, and where each model ends.
    used: Written<usize, 20_000>,
    ends: Written<usize, 4_000>,
}

#[derive(Clone, Copy)]
struct Entry {
    text: &'static str,
    models: usize,
    /// Its place among those that many models have.
    shared: usize,
}

// In how many models an entry must stand to be written once. Two cost more in numbers than the
// text of the second: compressed, that is a number as well.
const MANY: usize = 3;

// Between the entries of a text.
const BLANK: char = ' ';

/// Packs models.
#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
pub(super) const fn pack<const ROOM: usize>(options: &Written<Options, ROOM>) -> Models {
    let mut models = Models::new();
    let mut at = 0;
    while at < options.len {
        models.learn(options.items[at].model);
        at += 1;
    }
    models.write();
    models
}

#[expect(
    clippy::indexing_slicing,
    reason = "runs while compiling, where an index out of bounds is an error of the build"
)]
impl Models {
    const fn new() -> Self {
        Self {
            texts: Written::new(0),
            entries: Written::new(0),
            known: Written::new(Entry { text: "", models: 0, shared: 0 }),
            last: [usize::MAX; BUCKETS],
            before: Written::new(usize::MAX),
            used: Written::new(0),
            ends: Written::new(0),
        }
    }

    /// Takes in one more model.
    const fn learn(&mut self, model: &'static str) {
        let bytes = model.as_bytes();
        let (mut rest, len) = (model, bytes.len());
        let (mut start, mut at) = (0, 0);
        while at <= len {
            if at == len || bytes[at] == BLANK as u8 {
                let (entry, behind) = rest.split_at(at - start);
                if !entry.is_empty() {
                    let place = self.place(entry);
                    self.known.items[place].models += 1;
                    self.used.push(place);
                }
                if at < len {
                    rest = behind.split_at(1).1;
                }
                start = at + 1;
            }
            at += 1;
        }
        self.ends.push(self.used.len);
    }

    const fn place(&mut self, entry: &'static str) -> usize {
        let bucket = mixed(entry);
        let mut at = self.last[bucket];
        while at != usize::MAX {
            if same(self.known.items[at].text, entry) {
                return at;
            }
            at = self.before.items[at];
        }
        self.before.push(self.last[bucket]);
        self.last[bucket] = self.known.len;
        self.known.push(Entry { text: entry, models: 0, shared: 0 });
        self.known.len - 1
    }

    /// Writes what was taken in.
    const fn write(&mut self) {
        let mut shared = 0;
        let mut at = 0;
        while at < self.known.len {
            if self.known.items[at].models >= MANY {
                self.known.items[at].shared = shared;
                self.entry(at);
                shared += 1;
            }
            at += 1;
        }
        self.texts.text("");
        let mut model = 0;
        let mut from = 0;
        while model < self.ends.len {
            self.model(from, self.ends.items[model]);
            from = self.ends.items[model];
            model += 1;
        }
    }

    const fn model(&mut self, from: usize, to: usize) {
        let mut shared: Written<usize, 200> = Written::new(0);
        let mut at = from;
        while at < to {
            let entry = self.known.items[self.used.items[at]];
            if entry.models >= MANY {
                shared.push(entry.shared);
                // Into its place: the smallest comes first.
                let mut slot = shared.len - 1;
                while slot > 0 && shared.items[slot - 1] > entry.shared {
                    shared.items[slot] = shared.items[slot - 1];
                    slot -= 1;
                }
                shared.items[slot] = entry.shared;
            } else {
                self.entry(self.used.items[at]);
            }
            at += 1;
        }
        self.texts.text("");
        self.entries.number(shared.len);
        let mut next = 0;
        at = 0;
        while at < shared.len {
            self.entries.number(shared.items[at] - next);
            next = shared.items[at] + 1;
            at += 1;
        }
    }

    /// Writes an entry. The letter in `f|force` is left out, for it is the next one.
    const fn entry(&mut self, place: usize) {
        let text = self.known.items[place].text;
        let bytes = text.as_bytes();
        let begins_alike = bytes.len() > 2 && bytes[1] == b'|' && bytes[0] == bytes[2];
        self.texts.part(if begins_alike { text.split_at(1).1 } else { text });
        self.texts.push(BLANK as u8);
    }
}

/// The models as they were written, but for the order of their entries. They stay for good.
pub(super) fn unpack(texts: &'static [u8], entries: &'static [u8]) -> Vec<&'static str> {
    let mut packed = Unpacking::new(texts, entries);
    let shared: Vec<_> = packed.text().split(BLANK).collect();
    let mut models = Vec::new();
    while !packed.is_done() {
        let mut model = String::new();
        let mut next = 0;
        for _ in 0..packed.number() {
            next += packed.number();
            add(&mut model, shared.get(next).copied().unwrap_or_default());
            next += 1;
        }
        for entry in packed.text().split(BLANK) {
            add(&mut model, entry);
        }
        models.push(&*model.leak());
    }
    models
}

fn add(model: &mut String, entry: &str) {
    if entry.starts_with('|') {
        model.push_str(entry.get(1..2).unwrap_or_default());
    }
    model.push_str(entry);
    model.push(BLANK);
}
