//! The catalogue, one file for each family. Order matters: the first rule that applies speaks,
//! so the stricter one stands first.

mod backup;
mod cloud;
mod cluster;
mod code;
mod containers;
mod database;
mod edge;
mod files;
mod hosting;
mod infrastructure;
mod machine;
mod queue;
mod registry;
mod secret;
mod services;
mod storage;
pub(super) mod text;

use super::Rule;

pub(super) static FAMILIES: &[&[Rule]] = &[
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
    services::RULES,
    machine::RULES,
    files::RULES,
    code::RULES,
    text::RULES,
];
