//! Programs of Windows, known in every shell: Git Bash and WSL can start them too.

mod boot;
mod disks;
mod files;
mod machine;
mod network;
mod packages;
mod scripts;
mod shells;

pub(super) use boot::DELETE_BACKUPS;
pub(super) use machine::clear_logs;

use crate::facts::program::Program;

/// Programs whose names mean nothing else anywhere.
pub(super) static FAMILIES: &[&[Program]] = &[
    boot::PROGRAMS,
    disks::PROGRAMS,
    files::PROGRAMS,
    machine::PROGRAMS,
    network::PROGRAMS,
    packages::PROGRAMS,
    scripts::PROGRAMS,
    shells::PROGRAMS,
];

/// Programs whose names mean something else on other systems (`find`, `timeout`).
pub(super) static NATIVE: &[&[Program]] =
    &[disks::NATIVE, files::NATIVE, machine::NATIVE, network::NATIVE];
