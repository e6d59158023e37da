//! The program as people meet it: every command, end to end, on a disk.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod bringing_back;
mod faults;
mod help;
mod holding;
#[cfg(unix)]
mod menu;
mod promises;
mod rewinding;
mod running;
#[cfg(unix)]
mod screen;
mod secrecy;
mod setting_up;
mod stage;
#[cfg(windows)]
mod windows;
