//! PowerShell: its commands by name, the rest by their verb, and calls into .NET.
//!
//! Parameters may be cut short as long as they stay unique and are written in any case; every
//! command knows `-WhatIf`, which makes it read-only.

/// A command with its parameters; those every command has are added.
macro_rules! cmdlet {
    ($names:expr, $model:literal, $act:expr) => {
        crate::facts::program::program(
            $names,
            crate::facts::options::Options::powershell(concat!(
                $model,
                " wi|whatif ea|erroraction= errorvariable= wa|warningaction= infa|informationaction=",
                " outvariable= pv|pipelinevariable="
            )),
            $act,
        )
    };
}

mod base64;
mod code;
mod content;
mod dotnet;
mod flow;
mod harmless;
mod items;
mod method;
mod names;
mod reading;
mod start;
mod system;
mod verbs;
mod web;

pub(super) use base64::decoded_script;
pub(in crate::facts) use dotnet::member_name;
pub(super) use dotnet::other as other_member;
pub(super) use flow::fetched;
pub(super) use harmless::is_static as is_harmless;
pub(in crate::facts) use method::method_of;
pub(in crate::facts) use names::{assign_item, assign_property};
pub(super) use start::{is_address, launch, split_words};
pub(super) use verbs::by_verb;

use crate::facts::program::Program;

/// The commands and their aliases, in lower case.
pub(super) static FAMILIES: &[&[Program]] = &[
    items::PROGRAMS,
    content::PROGRAMS,
    code::PROGRAMS,
    start::PROGRAMS,
    web::PROGRAMS,
    system::PROGRAMS,
    reading::PROGRAMS,
    dotnet::PROGRAMS,
];
