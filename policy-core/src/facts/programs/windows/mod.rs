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

use crate::facts::arg::Arg;
use crate::facts::call::Call;
use crate::facts::effect::{Domain, Kind, Traits};
use crate::facts::program::{Behavior, EffectSpec, Program};
use crate::facts::walker::Walker;
use crate::facts::words::Words;

/// Changes a setting of the machine: what a tool does with a subcommand that is not listed.
const CHANGES_SYSTEM: Behavior =
    Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::System)]);

/// The same so that the machine may not start, or is no longer what it was.
const REBUILDS_SYSTEM: Behavior =
    Behavior::Effects(&[EffectSpec::new(Kind::Configures, Domain::System).with(Traits::FORCED)]);

/// What stands behind one of several switches, glued on with a colon or in the next word.
fn behind_switch<'a>(call: &Call<'a>, switches: Words) -> Option<Arg<'a>> {
    call.args.iter().enumerate().find_map(|(index, arg)| {
        let written = arg.text.strip_prefix(['/', '-'])?;
        let name = written.split(':').next().unwrap_or(written);
        if !switches.iter().any(|switch| name.eq_ignore_ascii_case(switch)) {
            return None;
        }
        match written.len() == name.len() {
            true => call.args.get(index + 1).copied(),
            false => Some(arg.skip(name.len() + 2)),
        }
    })
}

/// Writes a report over the file behind one of several switches; without one, it only shows it.
fn reports<'a>(walker: &mut Walker<'a>, call: &Call<'a>, switches: Words) {
    if let Some(file) = behind_switch(call, switches) {
        walker.touches(Kind::Overwrites, &file, Traits::empty());
    }
}

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
