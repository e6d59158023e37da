//! The catalogue, one file for each family. Order matters: the first rule that applies speaks,
//! so the stricter one stands first.

mod accounts;
mod code;
mod disks;
mod files;
mod git;
mod packages;
mod permissions;
mod processes;
mod remote;
mod services;
pub(super) mod text;
mod windows;

use super::Rule;

pub(super) static FAMILIES: &[&[Rule]] = &[
    windows::RULES,
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
