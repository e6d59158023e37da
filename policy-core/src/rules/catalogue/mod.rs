//! The catalogue, one file for each family. Order matters: the first rule that applies speaks,
//! so the stricter one stands first.

mod accounts;
mod backup;
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

pub(super) static FAMILIES: &[&[Rule]] = &[
    windows::RULES,
    containers::RULES,
    cluster::RULES,
    infrastructure::RULES,
    cloud::RULES,
    storage::RULES,
    backup::RULES,
    database::RULES,
    queue::RULES,
    hosting::RULES,
    registry::RULES,
    edge::RULES,
    secret::RULES,
    online::RULES,
    machine::RULES,
    disks::RULES,
    permissions::RULES,
    processes::RULES,
    services::RULES,
    accounts::RULES,
    packages::RULES,
    remote::RULES,
    files::RULES,
    git::RULES,
    code::RULES,
    text::RULES,
];
