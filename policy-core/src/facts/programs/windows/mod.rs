//! Programs of Windows, known in every shell: Git Bash and WSL can start them too.

mod boot;
mod disks;
mod files;
mod launchers;
mod machine;
mod network;
mod packages;
mod scripts;
mod shells;

pub(super) use boot::DELETE_BACKUPS;
pub(super) use machine::clear_logs;

use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::program::{Behavior, EffectSpec, Program};

/// Changes a setting of the machine: what a tool does with a subcommand that is not listed.
const CHANGES_SYSTEM: Behavior =
    Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::System)]);

/// The same so that the machine may not start, or is no longer what it was.
const REBUILDS_SYSTEM: Behavior =
    Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::System).with(Traits::FORCED)]);

/// Programs whose names mean nothing else anywhere.
pub(super) static FAMILIES: &[&[Program]] = &[
    boot::PROGRAMS,
    disks::PROGRAMS,
    files::PROGRAMS,
    launchers::PROGRAMS,
    machine::PROGRAMS,
    network::PROGRAMS,
    packages::PROGRAMS,
    scripts::PROGRAMS,
    shells::PROGRAMS,
];

/// Programs whose names mean something else on other systems (`find`, `timeout`).
pub(super) static NATIVE: &[&[Program]] =
    &[disks::NATIVE, files::NATIVE, machine::NATIVE, network::NATIVE];
