//! Time of a save against the number of checkpoints there are.

use std::fs;
use std::path::Path;
use std::time::Duration;

use checkpoint_store::{SaveRequest, Silent, Store};

use crate::figures::{Figures, middle};
use crate::workspace::{Work, size};
use crate::{cold, options, text, timed};

pub(crate) fn run(saves: usize, folder: &Path) {
    let _ = fs::remove_dir_all(folder);
    let mut work = Work::generate(folder.join("work"), 10_000);
    let mut figures = Figures::default();
    let store = Store::open(folder.join("store"), options()).unwrap();
    let workspace = store.workspace(&work.folder).unwrap();
    let save = || timed(|| workspace.save(SaveRequest::default(), &mut Silent).unwrap());
    save();
    let mut times: Vec<(Duration, Duration)> = Vec::new();
    for _ in 0..saves {
        work.change(1);
        let floor = work.floor();
        times.push((save(), floor));
    }
    let tenth = (saves / 10).max(1);
    let mut parts = Vec::new();
    for (number, part) in times.chunks(tenth).enumerate() {
        let ratio =
            middle(part.iter().map(|(time, floor)| time.as_secs_f64() / floor.as_secs_f64()));
        let mean = part.iter().map(|(time, _)| time.as_secs_f64()).sum::<f64>() / part.len() as f64;
        println!(
            "saves from {:>5}: middle {ratio:>6.2} × the walk, mean {:>7.2} ms",
            number * tenth,
            mean * 1e3
        );
        parts.push((ratio, mean));
    }
    if let (Some(first), Some(last)) = (parts.first(), parts.last()) {
        figures.plain("curve", "the last tenth against the first", last.0 / first.0, "×");
        figures.plain("curveMean", "  by their means", last.1 / first.1, "×");
    }
    let new = (0..7).map(|_| {
        work.change(1);
        let floor = work.floor();
        (cold(&["save", &text(folder)]).time, floor)
    });
    figures.ratio("curveCold", &format!("new process after {saves}"), &new.collect::<Vec<_>>());
    let disk = size(&folder.join("store/objects.git")) as f64 / 1e6;
    figures.plain("curveDisk", "disk of all of them", disk, "MB");
    figures.write(&folder.join("figures.json"));
}
