//! What a save before a write costs, and whether it grows with history.
//!
//! Everything is durable: each figure includes SQLite's wait for the disk. The probe at
//! the end is that wait alone, for comparison in the same run.

#![expect(clippy::unwrap_used, reason = "a measurement that cannot go on should stop")]

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

use checkpoint_store::{MessageId, Options, SessionId, Store};
use divan::Bencher;

fn main() {
    divan::main();
}

struct Place {
    folder: tempfile::TempDir,
    store: Store,
    session: SessionId,
    next: u64,
}

impl Place {
    fn new() -> Self {
        // In memory, `BENCH_FOLDER=/dev/shm`, the disk is left out and the rest remains.
        let folder = std::env::var_os("BENCH_FOLDER");
        let folder = folder.unwrap_or_else(|| env!("CARGO_TARGET_TMPDIR").into());
        let folder = tempfile::tempdir_in(folder).unwrap();
        let options = Options { file_checkpoints: 1_000_000, ..Options::default() };
        let store = Store::open(folder.path().join("store"), options).unwrap();
        Self { folder, store, session: SessionId::new("s").unwrap(), next: 0 }
    }

    /// A file with text of its own, like code.
    fn file(&mut self, size: usize) -> PathBuf {
        self.next += 1;
        let path = self.folder.path().join("file");
        let mut text = String::with_capacity(size + 80);
        let mut n = self.next;
        while text.len() < size {
            n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text.push_str(&format!("    let value_{:x} = compute(input, {});\n", n >> 44, n >> 50));
        }
        fs::write(&path, text).unwrap();
        path
    }

    fn save(&mut self, path: &PathBuf) {
        let message = MessageId::new(format!("m{}", self.next)).unwrap();
        let saved = self.store.create_checkpoint(&self.session, &message, path).unwrap();
        assert!(saved.id().is_some());
    }
}

/// One file of so many bytes, durable.
#[divan::bench(args = [1_000, 10_000, 100_000, 1_000_000], sample_count = 200, sample_size = 1)]
fn save_one_file(bencher: Bencher<'_, '_>, size: usize) {
    let place = std::cell::RefCell::new(Place::new());
    bencher
        .with_inputs(|| place.borrow_mut().file(size))
        .bench_local_values(|path| place.borrow_mut().save(&path));
}

/// The same after so many saves in the same session.
#[divan::bench(args = [0, 100, 1_000, 5_000], sample_count = 100, sample_size = 1)]
fn save_10_kb_after(bencher: Bencher<'_, '_>, history: usize) {
    let mut place = Place::new();
    for _ in 0..history {
        let path = place.file(1_000);
        place.save(&path);
    }
    let place = std::cell::RefCell::new(place);
    bencher
        .with_inputs(|| place.borrow_mut().file(10_000))
        .bench_local_values(|path| place.borrow_mut().save(&path));
}

/// A transcript of 5 MB to which one line was added.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn save_transcript_after_one_line(bencher: Bencher<'_, '_>) {
    let place = Place::new();
    let path = place.folder.path().join("t.jsonl");
    let line = format!("{{\"role\":\"user\",\"content\":\"{}\"}}\n", "some words ".repeat(40));
    fs::write(&path, line.repeat(5_000_000 / line.len())).unwrap();
    place.store.save_transcript(&place.session, "t", None, &path).unwrap();
    bencher
        .with_inputs(|| {
            let mut file = File::options().append(true).open(&path).unwrap();
            file.write_all(line.as_bytes()).unwrap();
        })
        .bench_local_values(|()| {
            place.store.save_transcript(&place.session, "t", None, &path).unwrap()
        });
}

/// The first save of a 5 MB transcript: secrets are looked for in all of it.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn save_transcript_first(bencher: Bencher<'_, '_>) {
    let place = Place::new();
    let path = place.folder.path().join("t.jsonl");
    let line = format!("{{\"role\":\"user\",\"content\":\"{}\"}}\n", "some words ".repeat(40));
    fs::write(&path, line.repeat(5_000_000 / line.len())).unwrap();
    let number = std::cell::Cell::new(0);
    bencher.with_inputs(|| number.set(number.get() + 1)).bench_local_values(|()| {
        let name = number.get().to_string();
        place.store.save_transcript(&place.session, &name, None, &path).unwrap()
    });
}

/// Opening a store, as every hook does.
#[divan::bench(sample_count = 50, sample_size = 1)]
fn open(bencher: Bencher<'_, '_>) {
    let place = Place::new();
    let folder = place.folder.path().join("store");
    bencher.bench_local(|| Store::open(&folder, Options::default()).unwrap());
}

/// The disk alone: 12 kB appended to a file and synced.
#[divan::bench(sample_count = 200, sample_size = 1)]
fn probe_append_and_sync(bencher: Bencher<'_, '_>) {
    let place = Place::new();
    let mut file = File::create(place.folder.path().join("probe")).unwrap();
    bencher.bench_local(|| {
        file.write_all(&[7; 12_000]).unwrap();
        file.sync_data().unwrap();
    });
}
