//! The catalogue, one file for each family. Order matters: the first rule that applies decides,
//! so the stricter one stands first.

mod accounts;
mod backup;
mod belay;
mod cloud;
mod cluster;
mod code;
mod containers;
mod database;
mod disks;
mod edge;
mod files;
mod git;
mod hosting;
mod infrastructure;
mod machine;
mod online;
mod packages;
mod permissions;
mod processes;
mod queue;
mod registry;
mod remote;
mod secret;
mod services;
mod storage;
pub(super) mod text;
mod windows;

use super::Rule;
use crate::facts::effect::Domain;

/// Rules of one family, and the kinds of thing they are about.
#[derive(Debug)]
pub(super) struct Family {
    /// Nothing else is handed to them; empty where it may be anything.
    pub(super) about: &'static [Domain],
    pub(super) rules: &'static [Rule],
}

const ANYTHING: &[Domain] = &[];

const fn family(about: &'static [Domain], rules: &'static [Rule]) -> Family {
    Family { about, rules }
}

/// Every family, in the order its rules are asked.
pub(super) static FAMILIES: &[Family] = &[
    family(&[Domain::Guard], belay::RULES),
    family(ANYTHING, windows::RULES),
    family(&[Domain::Container], containers::RULES),
    family(&[Domain::Cluster], cluster::RULES),
    family(&[Domain::Infrastructure], infrastructure::RULES),
    family(ANYTHING, cloud::RULES),
    family(&[Domain::Storage], storage::RULES),
    family(&[Domain::Backup], backup::RULES),
    family(&[Domain::Database], database::RULES),
    family(&[Domain::Queue], queue::RULES),
    family(&[Domain::Hosting, Domain::Pipeline], hosting::RULES),
    family(&[Domain::Registry], registry::RULES),
    family(&[Domain::Edge], edge::RULES),
    family(&[Domain::Secret], secret::RULES),
    family(
        &[Domain::Flag, Domain::Mail, Domain::Monitoring, Domain::Payment, Domain::Search],
        online::RULES,
    ),
    family(&[Domain::VirtualMachine], machine::RULES),
    family(ANYTHING, disks::RULES),
    family(ANYTHING, permissions::RULES),
    family(ANYTHING, processes::RULES),
    family(ANYTHING, services::RULES),
    family(&[Domain::Account, Domain::Network], accounts::RULES),
    family(ANYTHING, packages::RULES),
    family(ANYTHING, remote::RULES),
    family(ANYTHING, files::RULES),
    family(ANYTHING, git::RULES),
    family(ANYTHING, code::RULES),
    family(ANYTHING, text::RULES),
];
