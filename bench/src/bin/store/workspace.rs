//! Generated workspaces, and what no program that looks at them can avoid.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use crate::{text, timed};

/// Source-like files, ten to a folder.
pub(crate) struct Work {
    pub(crate) folder: PathBuf,
    pub(crate) count: usize,
    changes: usize,
}

impl Work {
    pub(crate) fn generate(folder: PathBuf, count: usize) -> Self {
        let work = Self { folder, count, changes: 0 };
        (0..count).for_each(|file| work.write(file, "first"));
        work
    }

    /// Changes so many files, far from each other.
    pub(crate) fn change(&mut self, files: usize) {
        self.changes += 1;
        for file in 0..files {
            self.write(file * 997 % self.count, &format!("change {} {file}", self.changes));
        }
    }

    fn write(&self, file: usize, note: &str) {
        let (part, module) = (file / 100, file / 10 % 10);
        let folder = self.folder.join(format!("part-{part}/module-{module}"));
        if !folder.exists() {
            fs::create_dir_all(&folder).unwrap();
        }
        let lines = 8 + file * 31 % 120;
        let mut content = format!("// {note}\n");
        for line in 0..lines {
            let (value, other) = (line * file % 97, line * 13);
            content.push_str(&format!("let value_{value} = compute({file}, {other});\n"));
        }
        fs::write(folder.join(format!("file-{file}.rs")), content).unwrap();
    }

    /// Two threads look at everything once.
    pub(crate) fn floor(&self) -> Duration {
        timed(|| walk(&self.folder))
    }
}

/// Bytes that no compression makes smaller.
pub(crate) fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut number = seed.wrapping_add(88_172_645_463_325_252);
    let next = || {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        (number >> 32) as u8
    };
    std::iter::repeat_with(next).take(length).collect()
}

/// One small write that waits for the disk, in a file that does not grow.
pub(crate) struct Disk(File);

impl Disk {
    pub(crate) fn new(folder: &Path) -> Self {
        let mut file = File::create(folder.join("waits")).unwrap();
        file.write_all(&[1; 1 << 16]).unwrap();
        file.sync_all().unwrap();
        Self(file)
    }

    pub(crate) fn wait(&mut self) -> Duration {
        timed(|| {
            self.0.seek(SeekFrom::Start(0)).unwrap();
            self.0.write_all(&[2; 1 << 14]).unwrap();
            self.0.sync_data().unwrap();
        })
    }
}

fn walk(root: &Path) -> u64 {
    let queue = Mutex::new((vec![root.to_path_buf()], 0_usize));
    let work = || {
        let mut seen = 0;
        loop {
            let next = {
                let mut queue = queue.lock().unwrap();
                match queue.0.pop() {
                    Some(path) => {
                        queue.1 += 1;
                        Some(path)
                    }
                    None if queue.1 == 0 => return seen,
                    None => None,
                }
            };
            let Some(folder) = next else {
                std::thread::yield_now();
                continue;
            };
            let mut folders = Vec::new();
            for entry in fs::read_dir(&folder).unwrap() {
                let entry = entry.unwrap();
                if entry.metadata().unwrap().is_dir() {
                    folders.push(entry.path());
                }
                seen += 1;
            }
            let mut queue = queue.lock().unwrap();
            queue.0.append(&mut folders);
            queue.1 -= 1;
        }
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(work);
        work() + other.join().unwrap()
    })
}

/// What a folder takes on the disk.
pub(crate) fn size(folder: &Path) -> u64 {
    let output = Command::new("du").args(["-sk", &text(folder)]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    said.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
}
