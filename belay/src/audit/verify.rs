//! Going through the chain from its first line: any change, gap or cut is named.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use super::chain::{Head, Log, ORIGIN, hash};
use super::record::{Line, VERSION};

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whole lines that were read.
    pub lines: u64,
    /// The end of the chain, where there is any line.
    pub head: Option<Head>,
    /// Everything that is not as it was written, in order.
    pub faults: Vec<Fault>,
    /// Lines that a full disk or a stopped machine cut short; the chain goes on past them.
    pub torn: Vec<(PathBuf, usize)>,
}

impl Report {
    /// Whether every line is as it was written.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.faults.is_empty()
    }
}

/// One thing that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A line does not hold the hash of the line before it: one of the two was changed, or lines
    /// between them were taken out or put in.
    Broken {
        /// The file.
        file: PathBuf,
        /// The line's number in it, from 1.
        line: usize,
    },
    /// The numbers jump.
    Gap {
        /// The file.
        file: PathBuf,
        /// The line's number in it, from 1.
        line: usize,
        /// The number that was expected.
        expected: u64,
        /// The number that is there.
        found: u64,
    },
    /// The line was written by a newer Belay.
    Newer {
        /// The file.
        file: PathBuf,
        /// The line's number in it, from 1.
        line: usize,
        /// Its version.
        version: u32,
    },
    /// The log ends before a line that is known to have been written.
    CutOff {
        /// The number of the last line that is known.
        known: u64,
        /// The number of the last line that is there.
        found: u64,
    },
    /// A line that is known to have been written is another one now.
    Replaced {
        /// Its number.
        seq: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken { file, line } => write!(
                f,
                "{}:{line}: the chain is broken: this line or the one before it was changed, or \
                 lines between them are missing",
                file.display()
            ),
            Self::Gap { file, line, expected, found } => write!(
                f,
                "{}:{line}: line number {found} stands where {expected} should be",
                file.display()
            ),
            Self::Newer { file, line, version } => write!(
                f,
                "{}:{line}: written by a newer Belay (schema {version}); update Belay to check it",
                file.display()
            ),
            Self::CutOff { known, found } => write!(
                f,
                "the log ends at line {found}, but line {known} was written: its end is missing"
            ),
            Self::Replaced { seq } => {
                write!(f, "line {seq} is not the one that was written: the log was written anew")
            }
        }
    }
}

/// Checks the whole log, and that it still holds each of the given heads.
///
/// # Errors
/// A file cannot be read.
pub fn verify(log: &Log, known: &[Head]) -> Result<Report> {
    let mut report = Report { lines: 0, head: None, faults: Vec::new(), torn: Vec::new() };
    let mut prev = ORIGIN.to_owned();
    let mut expected = 1;
    let mut met = vec![false; known.len()];
    for file in log.files()? {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        for (index, text) in String::from_utf8_lossy(&bytes).lines().enumerate() {
            let number = index + 1;
            let Ok(line) = serde_json::from_str::<Line>(text) else {
                report.torn.push((file.clone(), number));
                continue;
            };
            if line.v > VERSION {
                report.faults.push(Fault::Newer {
                    file: file.clone(),
                    line: number,
                    version: line.v,
                });
            }
            if line.prev != prev {
                report.faults.push(Fault::Broken { file: file.clone(), line: number });
            }
            if line.seq != expected {
                let fault =
                    Fault::Gap { file: file.clone(), line: number, expected, found: line.seq };
                report.faults.push(fault);
            }
            prev = hash(text);
            expected = line.seq + 1;
            report.lines += 1;
            for (head, met) in known.iter().zip(&mut met) {
                if head.seq == line.seq {
                    *met = true;
                    if head.hash != prev {
                        report.faults.push(Fault::Replaced { seq: head.seq });
                    }
                }
            }
            report.head = Some(Head { seq: line.seq, hash: prev.clone() });
        }
    }
    let found = report.head.as_ref().map_or(0, |head| head.seq);
    for (head, met) in known.iter().zip(met) {
        if !met {
            report.faults.push(Fault::CutOff { known: head.seq, found });
        }
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{Decision, Entry};
    use std::path::Path;

    fn written(folder: &Path, count: usize) -> Result<(Log, Vec<Head>)> {
        let log = Log::new(folder.join("audit"));
        let mut heads = Vec::new();
        for number in 0..count {
            let decision = Decision { subject: format!("echo {number}"), ..Decision::default() };
            heads.push(log.append(Entry::Decision(Box::new(decision)))?);
        }
        Ok((log, heads))
    }

    fn file(log: &Log) -> Result<PathBuf> {
        log.files()?.pop().context("a file was written")
    }

    #[test]
    fn a_log_as_it_was_written_is_whole() -> Result<()> {
        let place = tempfile::tempdir()?;
        let (log, heads) = written(place.path(), 20)?;
        let report = verify(&log, &heads)?;
        assert!(report.is_whole(), "{:?}", report.faults);
        assert_eq!(report.lines, 20);
        assert_eq!(report.head, heads.last().cloned());
        assert_eq!(log.head(), heads.last().cloned());
        Ok(())
    }

    #[test]
    fn every_changed_byte_is_found() -> Result<()> {
        let place = tempfile::tempdir()?;
        let (log, heads) = written(place.path(), 3)?;
        let path = file(&log)?;
        let text = fs::read(&path)?;
        for at in 0..text.len() {
            let mut changed = text.clone();
            let Some(byte) = changed.get_mut(at) else { continue };
            *byte ^= 1;
            fs::write(&path, &changed)?;
            let report = verify(&log, &heads)?;
            assert!(!report.is_whole(), "byte {at} of {}", String::from_utf8_lossy(&changed));
        }
        Ok(())
    }

    #[test]
    fn a_missing_line_and_a_missing_end_are_found() -> Result<()> {
        let place = tempfile::tempdir()?;
        let (log, heads) = written(place.path(), 5)?;
        let path = file(&log)?;
        let text = fs::read_to_string(&path)?;
        let lines: Vec<&str> = text.lines().collect();
        for left_out in 0..5 {
            let rest: Vec<&str> = lines
                .iter()
                .enumerate()
                .filter_map(|(at, line)| (at != left_out).then_some(*line))
                .collect();
            fs::write(&path, format!("{}\n", rest.join("\n")))?;
            let known = heads.last().cloned();
            assert!(!verify(&log, known.as_slice())?.is_whole(), "line {left_out}");
        }
        Ok(())
    }

    #[test]
    fn a_torn_line_is_closed_by_the_next_one_and_named() -> Result<()> {
        let place = tempfile::tempdir()?;
        let (log, heads) = written(place.path(), 2)?;
        let path = file(&log)?;
        let mut text = fs::read(&path)?;
        text.extend_from_slice(b"{\"v\":1,\"seq\":3,\"ti");
        fs::write(&path, text)?;
        let next = log.append(Entry::Decision(Box::default()))?;
        let report = verify(&log, &[heads, vec![next]].concat())?;
        assert!(report.is_whole(), "{:?}", report.faults);
        assert_eq!(report.torn, [(path, 3)]);
        Ok(())
    }

    #[test]
    fn many_processes_worth_of_threads_keep_one_chain() -> Result<()> {
        let place = tempfile::tempdir()?;
        let folder = place.path();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(move || {
                    let log = Log::new(folder.join("audit"));
                    for _ in 0..25 {
                        assert!(log.append(Entry::Decision(Box::default())).is_ok());
                    }
                });
            }
        });
        let report = verify(&Log::new(folder.join("audit")), &[])?;
        assert!(report.is_whole(), "{:?}", report.faults);
        assert_eq!(report.lines, 200);
        Ok(())
    }

    #[test]
    fn a_clock_that_goes_back_keeps_the_order() -> Result<()> {
        let place = tempfile::tempdir()?;
        let log = Log::new(place.path().join("audit"));
        let late = "2026-11-02T10:00:00Z".parse()?;
        let early = "2026-10-30T10:00:00Z".parse()?;
        log.append_at(Entry::Decision(Box::default()), late)?;
        log.append_at(Entry::Decision(Box::default()), early)?;
        assert_eq!(log.files()?.len(), 1, "no older month is opened again");
        assert!(verify(&log, &[])?.is_whole());
        Ok(())
    }
}
