//! What was measured, shown line by line and written down for the gate.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// Everything measured in one run, by the name a budget has.
#[derive(Default)]
pub(crate) struct Figures(BTreeMap<String, f64>);

impl Figures {
    /// Notes a figure that a budget may speak about.
    pub(crate) fn note(&mut self, key: &str, value: f64) {
        self.0.insert(key.to_owned(), value);
    }

    /// Times with what each is a multiple of. Shows the middle of both.
    pub(crate) fn ratio(&mut self, key: &str, what: &str, rounds: &[(Duration, Duration)]) {
        let ratio = middle(rounds.iter().map(|(time, floor)| seconds(*time) / seconds(*floor)));
        let time = middle(rounds.iter().map(|(time, _)| seconds(*time)));
        println!("{what:<48} {:>9.2} ms {ratio:>7.2} ×", time * 1e3);
        self.note(key, ratio);
    }

    /// A single figure.
    pub(crate) fn plain(&mut self, key: &str, what: &str, value: f64, unit: &str) {
        println!("{what:<48} {value:>9.2} {unit}");
        self.note(key, value);
    }

    pub(crate) fn write(&self, path: &Path) {
        let lines: Vec<String> =
            self.0.iter().map(|(key, value)| format!("  \"{key}\": {value:.4}")).collect();
        fs::write(path, format!("{{\n{}\n}}\n", lines.join(",\n"))).unwrap();
    }
}

pub(crate) fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

pub(crate) fn middle(all: impl Iterator<Item = f64>) -> f64 {
    let mut all: Vec<f64> = all.collect();
    all.sort_unstable_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
}

pub(crate) fn middle_time(all: &[Duration]) -> Duration {
    Duration::from_secs_f64(middle(all.iter().map(|time| seconds(*time))))
}
