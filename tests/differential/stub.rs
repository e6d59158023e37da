//! Stands in for every command of a generated script: writes its arguments to the log that
//! `STUB_LOG` names, each behind its length, in one piece so that pipelines do not mix, and
//! succeeds.

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;

fn main() {
    let mut record = Vec::new();
    let args: Vec<_> = env::args_os().collect();
    record.extend(format!("{}\n", args.len()).bytes());
    for arg in &args {
        record.extend(format!("{}:", arg.len()).bytes());
        record.extend_from_slice(arg.as_bytes());
        record.push(0);
    }
    let log =
        env::var_os("STUB_LOG").and_then(|path| OpenOptions::new().append(true).open(path).ok());
    if let Some(mut log) = log {
        let _ = log.write_all(&record);
    }
}
