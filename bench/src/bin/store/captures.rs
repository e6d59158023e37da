//! Single files before a command touches them.

use std::fs;
use std::path::{Path, PathBuf};

use checkpoint_store::{Bounds, Silent, Store};

use crate::figures::Figures;
use crate::timed;
use crate::workspace::{Disk, noise};

pub(crate) fn run(figures: &mut Figures, rounds: usize, store: &Store, folder: &Path) {
    let outside = folder.join("outside");
    fs::create_dir_all(&outside).unwrap();
    let mut disk = Disk::new(folder);
    let mut number = 0;
    let mut paths = |count: usize, length: usize| -> Vec<PathBuf> {
        number += 1;
        let new = (0..count).map(|file| {
            let path = outside.join(format!("{number}-{file}"));
            fs::write(&path, noise(number * 1000 + file as u64, length)).unwrap();
            path
        });
        new.collect()
    };
    let waits: Vec<_> = (0..rounds * 2).map(|_| (disk.wait(), disk.wait())).collect();
    figures.ratio("wait", "one write that waits for the disk", &waits);
    for (key, what, count) in [
        ("captureOne", "capture of one 10 kB file, × the wait", 1),
        ("captureHundred", "capture of 100 targets, 1 MB, × the wait", 100),
    ] {
        let rounds: Vec<_> = (0..rounds * 2)
            .map(|_| {
                let paths = paths(count, 10_000);
                let bounds = Bounds::default();
                let wait = disk.wait();
                (
                    timed(|| {
                        store.capture(&paths, "rm", &bounds, None, None, &mut Silent).unwrap()
                    }),
                    wait,
                )
            })
            .collect();
        figures.ratio(key, what, &rounds);
        let least = rounds.iter().map(|(time, _)| time.as_secs_f64()).fold(f64::MAX, f64::min);
        figures.plain(&format!("{key}Least"), "  the quickest of them", least * 1e3, "ms");
    }
}
