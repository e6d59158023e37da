//! Tools that destroy things no checkpoint brings back: clouds, clusters, databases, buckets,
//! hosted repositories, published packages.
//!
//! Most are tables of subcommands. Those with hundreds of them ask the verb (see [`verbs`]).

mod aws;
mod backups;
mod clouds;
mod containers;
mod databases;
mod edges;
mod frameworks;
mod hosting;
mod infrastructure;
mod keys;
mod kubernetes;
mod machines;
mod messaging;
mod migrations;
mod monitoring;
mod platforms;
mod publishing;
mod queues;
mod scripts;
mod services;
mod sql;
mod storage;
mod verbs;

use crate::facts::program::Program;

pub(in crate::facts) use containers::container_command as run_wrapped_elsewhere;
pub(in crate::facts) use sql::judge_arg as judge_sql;
pub(in crate::facts) use verbs::by_verb;

/// Every family of tools.
pub(super) static FAMILIES: &[&[Program]] = &[
    containers::PROGRAMS,
    kubernetes::PROGRAMS,
    infrastructure::PROGRAMS,
    aws::PROGRAMS,
    clouds::PROGRAMS,
    platforms::PROGRAMS,
    storage::PROGRAMS,
    backups::PROGRAMS,
    databases::PROGRAMS,
    migrations::PROGRAMS,
    frameworks::PROGRAMS,
    queues::PROGRAMS,
    hosting::PROGRAMS,
    publishing::PROGRAMS,
    edges::PROGRAMS,
    keys::PROGRAMS,
    services::PROGRAMS,
    messaging::PROGRAMS,
    monitoring::PROGRAMS,
    machines::PROGRAMS,
];
